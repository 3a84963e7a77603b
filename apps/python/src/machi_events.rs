//! What a table of Machi Koro says and reads: events in the fields of the package's `Event`, names, positions.

use pyo3::prelude::*;
use tercet_game::{Game as _, Notation, Settings};
use tercet_machi::{Config, Effect, Event, Kind, MachiKoro, Site};
use tercet_machi_play::json::{PositionJson, event_json};

use crate::errors::{Class, OrRaise};
use crate::made::Pairs;

/// What happened: harmonictook's type, the log's, seat, card, other player, value, doubles, other card, text.
pub(crate) type EventTuple =
    (&'static str, &'static str, Option<u8>, String, Option<u8>, i64, bool, String, String);

/// An event in the fields of the package.
pub(crate) fn event_tuple(game: &MachiKoro, event: Event) -> EventTuple {
    let json = event_json(game, event);
    let name = harmonictooks(game, event).unwrap_or(json.kind);
    let payer = json.payer.flatten().filter(|payer| Some(*payer) != json.seat);
    let value = match event {
        Event::TurnStart { turn, .. } => Some(i64::from(turn)),
        _ => json.amount.or(json.coins).map(i64::from).or(json.total.or(json.copies).map(i64::from)),
    };
    let is_doubles = matches!(event, Event::Roll { dice: [first, second], .. } if first == second);
    let card = json.card.or(json.landmark.map(str::to_owned)).or(json.give);
    let other = json.take.or(json.exhibit);
    (
        name,
        json.kind,
        json.seat,
        card.unwrap_or_default(),
        json.target.or(payer),
        value.unwrap_or_default(),
        is_doubles,
        other.unwrap_or_default(),
        game.event_text(&event),
    )
}

/// What harmonictook calls an event that the log calls otherwise. With it a red card and a TV Station steal, and whatever
/// all others pay for is collected.
fn harmonictooks(game: &MachiKoro, event: Event) -> Option<&'static str> {
    let effect = |kind: Kind| &game.cards().card(kind).effect;
    Some(match event {
        Event::Build { .. } => "buy",
        Event::Collect { .. } => "steal",
        Event::Steal { kind, .. } if !matches!(effect(kind), Effect::One { .. }) => "collect",
        Event::Swap { .. } => "bc_swap",
        Event::Payout { kind, .. } if matches!(effect(kind), Effect::Exchange) => "bc_bot_payout",
        Event::BonusTurn { .. } => "doubles_bonus",
        _ => return None,
    })
}

/// The seed of a stream that a seed and these numbers name.
#[pyfunction]
pub(crate) fn stream_seed(seed: u64, path: Vec<u64>) -> u64 {
    tercet_game::stream_seed(seed, &path)
}

/// The config that options say.
pub(crate) fn config(py: Python<'_>, options: &Pairs) -> PyResult<Config> {
    Config::from_pairs(options.iter().map(|(key, value)| (key, value))).or_raise(py)
}

/// The rules that options say.
pub(crate) fn rules(py: Python<'_>, options: &Pairs) -> PyResult<MachiKoro> {
    MachiKoro::new(&config(py, options)?).or_raise(py)
}

/// The card or landmark of this name, if this game has it.
pub(crate) fn site(py: Python<'_>, game: &MachiKoro, name: &str) -> PyResult<Site> {
    let site = game.read_site(name).or_raise(py)?;
    match site {
        Site::Landmark(landmark) if !game.landmarks().any(|each| each == landmark) => {
            Err(Class::Notation.error(py, format!("`{name}`: this game has no such card or landmark")))
        }
        _ => Ok(site),
    }
}

/// A position in JSON.
pub(crate) fn read_position(py: Python<'_>, text: &str) -> PyResult<PositionJson> {
    let value = serde_json::from_str(text).map_err(tercet_entry::NotJson::from).or_raise(py)?;
    PositionJson::read(&value).or_raise(py)
}
