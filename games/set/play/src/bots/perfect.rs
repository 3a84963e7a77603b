//! Sees everything at once.

use tercet_game::{Answer, Game, Player, Seat};
use tercet_set::{Action, Claim, SetGame, State};

use crate::bots::act_on;
use tercet_search::{Compared, Explanation};

/// Sees all that can be claimed at once, is never wrong, and takes what leaves the most others to claim; of equal ones the first in
/// the order of positions. Deals when there is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perfect;

impl Perfect {
    /// All claims with how many others each leaves before new cards come, the best first.
    fn compare(game: &SetGame, state: &State, seat: Seat) -> Vec<(Claim, usize)> {
        let claims = game.claims(state).into_iter();
        let mut compared: Vec<(Claim, usize)> =
            claims.map(|claim| (claim, left(game, state, seat, claim))).collect();
        compared.sort_by_key(|&(_, left)| std::cmp::Reverse(left));
        compared
    }

    pub(crate) fn explain(game: &SetGame, state: &State, seat: Seat) -> Option<Explanation<Action>> {
        let compared = Perfect::compare(game, state, seat);
        let action = act_on(compared.first().map(|&(claim, _)| claim), game, state, seat)?;
        let why = match compared.len() {
            0 => "there is nothing to claim",
            1 => "there is nothing else to claim",
            _ => "of all that can be claimed it leaves the most",
        };
        let value =
            |(claim, left): (Claim, usize)| Compared { action: Action::Claim(claim), value: left as f64 };
        let compared = compared.into_iter().map(value).collect();
        let measure = "what can be claimed after it, before new cards come";
        Some(Explanation { answer: Answer::now(action), why: why.to_owned(), measure, compared })
    }
}

/// What can be claimed after a claim, on the cards that lie there then.
fn left(game: &SetGame, state: &State, seat: Seat, claim: Claim) -> usize {
    let mut after = *state;
    if game.config().call_ms > 0
        && after.caller().is_none()
        && game.play(&mut after, seat, Action::Call, &mut ()).is_err()
    {
        return 0;
    }
    match game.play(&mut after, seat, Action::Claim(claim), &mut ()) {
        Ok(()) => game.claims(&after).len(),
        Err(_) => 0,
    }
}

impl Player<SetGame> for Perfect {
    fn answer(&mut self, game: &SetGame, state: &State, seat: Seat) -> Option<Answer<Action>> {
        let best = Perfect::compare(game, state, seat).first().map(|&(claim, _)| claim);
        act_on(best, game, state, seat).map(Answer::now)
    }
}
