//! A record in the parts that an archive keeps, and who came out of it how.

use tercet_game::{Finish, Input, Record, Scores};

use crate::{NewGame, NewSeat, SeatRow, Slot};

/// A game that is there as a record.
#[derive(Clone, Debug)]
pub struct RecordedGame<'r> {
    pub(crate) record: &'r Record,
    seats: Vec<SeatRow>,
    inputs: String,
    plays: u32,
    finished_ms: i64,
    pub(crate) slot: Option<Slot>,
}

impl<'r> RecordedGame<'r> {
    /// A game that these players have played, each with label and bot, ranked by points behind its winners.
    ///
    /// # Panics
    /// If there are not as many players as scores.
    pub fn played<'n>(
        record: &'r Record,
        players: impl IntoIterator<Item = (&'n str, &'n str)>,
        scores: &Scores,
        finished_ms: i64,
    ) -> RecordedGame<'r> {
        let points: Vec<i64> = scores.points().iter().map(|&points| points.into()).collect();
        let results = scores.finishes(&points).into_iter().zip(scores.points());
        let players: Vec<_> = players.into_iter().collect();
        assert!(players.len() == results.len(), "one player for each seat");
        let seat = |((label, bot), (finish, &points)): ((&str, &str), (Finish, &i32))| SeatRow {
            label: label.to_owned(),
            bot: bot.to_owned(),
            points,
            finish,
            assisted: false,
        };
        let seats = players.into_iter().zip(results).map(seat).collect();
        RecordedGame::of(record, seats, finished_ms)
    }

    pub(crate) fn of(record: &'r Record, seats: Vec<SeatRow>, finished_ms: i64) -> RecordedGame<'r> {
        let inputs = record.inputs.iter().map(|input| input.to_string() + "\n").collect();
        let plays = record.inputs.iter().filter(|input| matches!(input, Input::Play(..))).count() as u32;
        RecordedGame { record, seats, inputs, plays, finished_ms, slot: None }
    }

    /// As it is put in.
    pub fn new_game(&self) -> NewGame<'_> {
        let seats = self.seats.iter().map(|row| {
            let SeatRow { label, bot, points, finish, assisted } = row;
            NewSeat { label, bot, points: *points, finish: *finish, assisted: *assisted }
        });
        NewGame {
            game: &self.record.game,
            rules: self.record.rules,
            config: &self.record.config,
            deal: &self.record.deal,
            inputs: &self.inputs,
            plays: self.plays,
            end: self.record.end,
            state: self.record.state,
            seats: seats.collect(),
            slot: self.slot,
            finished_ms: self.finished_ms,
        }
    }
}
