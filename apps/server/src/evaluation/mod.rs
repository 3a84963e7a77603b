//! Games of a list, so that agents can be compared: some to learn from, others to be tested on. The deals follow from a secret of
//! the server, so nobody can know them before they are played.

mod list;
mod score;

pub use self::list::List;
pub(crate) use self::score::Standing;
use crate::games::machi::OPPONENTS;
use crate::refusal::Refusal;
use crate::wire::{Evaluation, NewSeat, NewTable, Split};

impl Evaluation {
    /// Its name: `test 17`.
    pub(crate) fn name(self) -> String {
        let split = match self.split {
            Split::Train => "train",
            Split::Test => "test",
        };
        format!("{split} {}", self.index)
    }
}

/// The table of a game of the list: all but the agent's name is fixed, so that results can be compared.
///
/// # Errors
/// If something else is asked for beside it.
pub(crate) fn table(new: NewTable, list: &List, evaluation: Evaluation) -> Result<NewTable, Refusal> {
    let is_plain = new.options.is_empty() && new.seed.is_none() && new.deal.is_none();
    let is_alone = matches!(new.seats[..], [] | [NewSeat::Me { .. }]);
    if !is_plain || !is_alone || new.daily.is_some() || new.study || new.hints {
        let why = "an evaluation fixes options, opponents and the deal; leave out all but the game and your own seat";
        return Err(Refusal::new("config", why));
    }
    let mut seats = new.seats;
    if seats.is_empty() {
        seats.push(NewSeat::Me { name: String::new() });
    }
    if tercet_catalog::games().table_options(&new.game, &[], 1).is_err() {
        seats.extend(OPPONENTS.map(|bot| NewSeat::Bot { bot: bot.to_owned(), name: String::new() }));
    }
    let deal = Some(list.deal(&new.game, evaluation).to_string());
    Ok(NewTable { seats, deal, ..new })
}
