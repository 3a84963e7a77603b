//! Inputs: what is listed is accepted, all else is refused without a trace.

use tercet_game::{Digest, Game, Input, InputOf, Refusal, Seat, apply};

use crate::law::{Breach, Checked, Law, demand};
use crate::position::Position;

/// Where an input leads, and what was heard on the way.
pub(crate) type Taken<G> = (<G as Game>::State, Vec<<G as Game>::Event>);

impl<G: Game> Position<'_, G> {
    /// All that the game would accept here.
    pub(crate) fn listed(&self) -> Vec<InputOf<G>> {
        let plays = self.actions.iter().enumerate().flat_map(|(row, list)| {
            let seat = Seat(row as u8);
            list.iter().map(move |&action| Input::Play(seat, action))
        });
        let chances = self.outcomes.iter().map(|&(_, chance)| Input::Chance(chance));
        plays.chain(chances).chain(self.window.map(|_| Input::Expire)).collect()
    }

    /// Is the input one of those?
    fn lists(&self, input: &InputOf<G>) -> bool {
        match input {
            Input::Play(seat, action) => {
                self.actions.get(seat.index()).is_some_and(|list| list.contains(action))
            }
            Input::Chance(chance) => self.outcomes.iter().any(|(_, listed)| listed == chance),
            Input::Expire => self.window.is_some(),
            Input::Edit(_) => false,
        }
    }

    /// Takes a listed input on copies: twice listening, once deaf.
    pub(crate) fn accepts(&self, input: InputOf<G>) -> Checked<Taken<G>> {
        let first = self.listen(input)?;
        let again = self.listen(input)?;
        demand!(
            again == first,
            Law::Pure,
            "{input:?} leads to {:?} at first, then to {:?}",
            (&first.0, &first.1),
            (&again.0, &again.1)
        );
        let digest = Digest::of(&self.state);
        demand!(
            digest == self.digest,
            Law::Pure,
            "{input:?} on a copy changed the position it was copied from"
        );
        let mut deaf = self.state;
        let silent = apply(self.game, &mut deaf, input, &mut ());
        demand!(silent.is_ok(), Law::Silence, "{input:?} is refused where nobody listens");
        demand!(
            deaf == first.0,
            Law::Silence,
            "after {input:?} a listener has {:?}, and where nobody listens it is {deaf:?}",
            first.0
        );
        Ok(first)
    }

    fn listen(&self, input: InputOf<G>) -> Checked<Taken<G>> {
        let (mut state, mut heard) = (self.state, Vec::new());
        let law = if input == Input::Expire { Law::Window } else { Law::Accepts };
        apply(self.game, &mut state, input, &mut heard).map_err(|illegal| {
            Breach::new(law, format!("{input:?} is refused ({}): {illegal}", illegal.code()))
        })?;
        Ok((state, heard))
    }

    /// Gives an input that is not listed; `false` if it is listed after all.
    pub(crate) fn refuses(&self, input: InputOf<G>) -> Checked<bool> {
        if self.lists(&input) {
            return Ok(false);
        }
        let (mut state, mut heard) = (self.state, Vec::new());
        let Err(illegal) = apply(self.game, &mut state, input, &mut heard) else {
            let law = if input == Input::Expire { Law::Window } else { Law::Refuses };
            return Err(Breach::new(law, format!("{input:?} is accepted where the turn is {:?}", self.turn)));
        };
        let is_same = state == self.state && Digest::of(&state) == self.digest;
        demand!(is_same, Law::Unchanged, "the refused {input:?} made {:?} into {state:?}", self.state);
        demand!(heard.is_empty(), Law::Unchanged, "of the refused {input:?} was heard {heard:?}");
        demand!(
            is_snake_case(illegal.code()),
            Law::Reasons,
            "that of {input:?} has the code `{}`",
            illegal.code()
        );
        demand!(
            !illegal.to_string().trim().is_empty(),
            Law::Reasons,
            "`{}`, that of {input:?}, is without a text",
            illegal.code()
        );
        Ok(true)
    }
}

fn is_snake_case(code: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    code.starts_with(|first: char| first.is_ascii_lowercase()) && code.split('_').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::is_snake_case;

    #[test]
    fn codes_are_lowercase_words_joined_by_single_underscores() {
        for code in ["over", "not_your_turn", "card_2"] {
            assert!(is_snake_case(code), "{code}");
        }
        for code in ["", "Over", "not-now", "_over", "over_", "a__b", "2nd", "not now", "über"] {
            assert!(!is_snake_case(code), "{code}");
        }
    }
}
