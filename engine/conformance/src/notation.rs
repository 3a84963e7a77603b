//! Text forms: one line each, and reading gives back what was written.

use std::collections::BTreeMap;
use std::fmt::Debug;

use tercet_game::{Input, InputOf, Notation, NotationError};

use crate::law::{Breach, Checked, Law, demand};
use crate::position::Position;

/// The input's text reads back.
pub(crate) fn input<G: Notation>(game: &G, input: &InputOf<G>) -> Checked {
    match *input {
        Input::Play(_, action) => check(&action, &game.action_text(action), |text| game.read_action(text)),
        Input::Chance(chance) => check(&chance, &game.chance_text(chance), |text| game.read_chance(text)),
        Input::Edit(edit) => check(&edit, &game.edit_text(edit), |text| game.read_edit(text)),
        Input::Expire => Ok(()),
    }
}

/// The events' texts read back, where they are read at all.
pub(crate) fn events<G: Notation>(game: &G, events: &[G::Event]) -> Checked {
    if !G::READS_EVENTS {
        return Ok(());
    }
    events.iter().try_for_each(|event| check(event, &game.event_text(event), |text| game.read_event(text)))
}

/// No two inputs of a list have the same text.
pub(crate) fn lists<G: Notation>(here: &Position<'_, G>) -> Checked {
    let known = here.game.actions();
    demand!(known.is_sorted(), Law::Notation, "the list of all actions is not ascending");
    for list in &here.actions {
        let lacks = list.iter().find(|action| known.binary_search(action).is_err());
        demand!(lacks.is_none(), Law::Notation, "the list of all actions lacks {lacks:?}");
        distinct(list.iter().map(|&action| (action, here.game.action_text(action))))?;
    }
    distinct(here.outcomes.iter().map(|&(_, chance)| (chance, here.game.chance_text(chance))))
}

fn distinct<T: Debug>(texts: impl Iterator<Item = (T, String)>) -> Checked {
    let mut owners = BTreeMap::new();
    for (value, text) in texts {
        if let Some(other) = owners.get(&text) {
            return Err(Breach::new(Law::Notation, format!("`{text}` is both {other:?} and {value:?}")));
        }
        owners.insert(text, value);
    }
    Ok(())
}

fn check<T: Eq + Debug>(value: &T, text: &str, read: impl Fn(&str) -> Result<T, NotationError>) -> Checked {
    let is_line = !text.is_empty() && text.trim() == text && !text.contains(char::is_control);
    demand!(is_line, Law::Notation, "the text of {value:?} is {text:?}");
    match read(text) {
        Ok(back) if back == *value => Ok(()),
        Ok(back) => {
            Err(Breach::new(Law::Notation, format!("`{text}`, written for {value:?}, reads as {back:?}")))
        }
        Err(error) => {
            Err(Breach::new(Law::Notation, format!("the text of {value:?} does not read back: {error}")))
        }
    }
}
