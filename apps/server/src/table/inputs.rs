//! What can be done at a table. Each returns what must be kept of it; nothing is sent before that is on disk.

use tercet_entry::{AnyGame, Events};
use tercet_game::{Input, Seat, Seats, Turn};
use tercet_store::{Change, FinishedGame, Move, SeatRow, now_ms};
use tokio::time::Instant;

use super::{Line, MOST_STATES, Table};
use crate::refusal::Refusal;

/// Something that was done and is not kept yet.
#[must_use]
pub(crate) struct Done {
    pub(crate) changes: Vec<Change>,
}

impl Table {
    /// Takes a seat's action, given for this state.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        state: u64,
        action: &str,
        why: Option<String>,
    ) -> Result<Done, Refusal> {
        self.check_state(state, || format!("{seat} {action}"))?;
        self.check_turn(seat)?;
        self.happen(Some(seat), why, |game| game.play(seat, action).map_err(Refusal::from))
    }

    /// Takes back what was done last.
    pub(crate) fn undo(&mut self, seat: Seat, state: u64) -> Result<Done, Refusal> {
        self.check_state(state, || format!("{seat} undo"))?;
        self.check_undo(seat)?;
        let was_assisted = std::mem::replace(&mut self.body.seats[seat.index()].assisted, true);
        let taken_back = self.happen(Some(seat), None, |game| {
            if game.undo() {
                Ok(nothing())
            } else {
                Err(Refusal::new("undo", "there is nothing to take back"))
            }
        });
        let mut done = taken_back.inspect_err(|_| self.body.seats[seat.index()].assisted = was_assisted)?;
        if !was_assisted {
            done.changes.push(self.body_change());
        }
        Ok(done)
    }

    /// Changes the position by hand.
    pub(crate) fn edit(&mut self, state: u64, edit: &str) -> Result<Done, Refusal> {
        if !self.body.study {
            return Err(Refusal::new("study", "positions are edited at tables that were made with `study`"));
        }
        self.check_state(state, || format!("edit {edit}"))?;
        self.check_begun()?;
        let mut done = self.happen(None, None, |game| game.edit(edit).map_err(Refusal::from))?;
        if self.body.mark(Seats::first(self.game.seats())) {
            done.changes.push(self.body_change());
        }
        Ok(done)
    }

    /// Says that the open window of this state has passed.
    pub(crate) fn expire(&mut self, state: u64) -> Result<Done, Refusal> {
        self.check_state(state, || "expire".to_owned())?;
        self.happen(None, None, |game| game.expire().map_err(Refusal::from))
    }

    /// May the seat take back what was done last? Alone, always. Otherwise only what it did itself, if nobody would have
    /// to act again, nothing was dealt or rolled since, and the same seat is still to act.
    pub(crate) fn check_undo(&self, seat: Seat) -> Result<(), Refusal> {
        let refuse = |why: &str| Err(Refusal::new("undo", why));
        let Some(last) = self.log.back().filter(|_| self.undoable > 0) else {
            return refuse("there is nothing to take back");
        };
        if self.is_over() {
            return refuse("the game is over");
        }
        if self.body.evaluation.is_some() {
            return refuse("nothing is taken back in an evaluation");
        }
        if self.body.seats.len() == 1 {
            return Ok(());
        }
        let is_alone = |turn: Turn| matches!(turn, Turn::Seats(seats) if seats.single() == Some(seat));
        if last.is_undo || last.seat != Some(seat) {
            return refuse("only what you did last can be taken back");
        }
        if last.is_chance {
            return refuse("something was dealt or rolled since");
        }
        if !is_alone(last.turn) || !is_alone(self.game.turn()) {
            return refuse("it would change who is to act");
        }
        Ok(())
    }

    /// Does again what was kept.
    pub(super) fn retake(&mut self, kept: &Move) -> Result<(), Refusal> {
        let differs =
            || Refusal::new("broken", format!("move {} of this table does not replay", kept.number));
        let seat = seat_of(&kept.input);
        let _ = self.happen(seat, kept.why.clone(), |game| take(game, &kept.input))?;
        let is_same = self.state == kept.number && self.game.digest().value() == kept.state;
        if is_same { Ok(()) } else { Err(differs()) }
    }

    /// Refuses what was meant for another state, or was taken at that state before.
    fn check_state(&self, state: u64, input: impl FnOnce() -> String) -> Result<(), Refusal> {
        self.check_whole()?;
        if state == self.state {
            let why = || format!("a table has {MOST_STATES} states at most; begin another");
            return if state < MOST_STATES { Ok(()) } else { Err(Refusal::new("long", why())) };
        }
        let next = self.log.iter().find(|line| line.number.checked_sub(1) == Some(state));
        if next.is_some_and(|line| *line.input == *input()) {
            return Err(Refusal::new("repeated", format!("this was taken at state {state} already")));
        }
        Err(Refusal::new("stale", format!("state {state} is over, the table is at {}", self.state)))
    }

    fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::new("over", "the game is over"));
        }
        self.check_begun()?;
        if !self.turn().contains(seat) {
            return Err(Refusal::new("turn", format!("it is not the turn of {seat}")));
        }
        Ok(())
    }

    /// Does something with the game and writes it into the log.
    fn happen(
        &mut self,
        seat: Option<Seat>,
        why: Option<String>,
        work: impl FnOnce(&mut dyn AnyGame) -> Result<Box<dyn Events>, Refusal>,
    ) -> Result<Done, Refusal> {
        let (before, turn) = (self.game.inputs(), self.game.turn());
        let events = self.guarded(|table| work(&mut *table.game))?;
        if let Some(why) = &why {
            self.game.because(why);
        }
        let inputs = self.game.inputs_from(before);
        let is_undo = self.game.inputs() < before;
        let input = match seat {
            Some(seat) if is_undo => format!("{seat} undo"),
            _ => inputs[0].to_string(),
        };
        self.undoable = if is_undo { self.undoable.saturating_sub(1) } else { self.undoable + 1 };
        let is_chance = inputs.iter().any(|input| matches!(input, Input::Chance(_)));
        self.state += 1;
        self.moved = Instant::now();
        let line = Line {
            number: self.state,
            input: input.into(),
            seat,
            why: why.map(String::into_boxed_str),
            events,
            turn,
            is_chance,
            is_undo,
        };
        let changes = self.changes(&line);
        if self.log.len() == self.lines {
            self.log.pop_front();
        }
        self.log.push_back(line);
        Ok(Done { changes })
    }

    /// What must be kept: the move, and the game if it is over now.
    fn changes(&self, line: &Line) -> Vec<Change> {
        let made_ms = now_ms();
        let what = Move {
            number: line.number,
            input: line.input.to_string(),
            state: self.game.digest().value(),
            made_ms,
            why: line.why.as_deref().map(str::to_owned),
        };
        let mut changes = vec![Change::Move { table: self.key, what }];
        if self.is_over() {
            changes.push(Change::Finish { table: self.key, game: Box::new(self.finished(made_ms)) });
        }
        changes
    }

    fn finished(&self, finished_ms: i64) -> FinishedGame {
        let scores = self.game.scores();
        let results = scores.points().iter().zip(self.game.finishes());
        let sat = (0..).map(Seat).zip(&self.body.seats).zip(results);
        let seats = sat.map(|((number, seat), (&points, finish))| SeatRow {
            // A bot is rated as what it is, whatever it was called at a table.
            label: seat
                .bot
                .clone()
                .filter(|_| seat.token.is_none())
                .unwrap_or_else(|| self.body.name(number)),
            bot: seat.bot.clone().unwrap_or_else(|| "person".to_owned()),
            points,
            finish,
            assisted: seat.assisted,
        });
        FinishedGame {
            record: self.game.record(),
            seats: seats.collect(),
            rated: self.body.is_rated(),
            daily: self.body.daily.clone(),
            spent_ms: finished_ms - self.made_ms,
            finished_ms,
        }
    }

    /// What the table is now, to be kept.
    pub(crate) fn body_change(&self) -> Change {
        let body = serde_json::to_string(&self.body).expect("a body is plain data");
        Change::Body { table: self.key, body, changed_ms: now_ms() }
    }
}

/// Gives a game an input as the archive has it. What was dealt is dealt again by itself.
pub(super) fn take(game: &mut dyn AnyGame, input: &str) -> Result<Box<dyn Events>, Refusal> {
    let unreadable = || Refusal::new("broken", format!("`{input}` is no input"));
    if input == "expire" {
        return Ok(game.expire()?);
    }
    if let Some(edit) = input.strip_prefix("edit ") {
        return Ok(game.edit(edit)?);
    }
    let seat = seat_of(input).ok_or_else(unreadable)?;
    let action = input.splitn(3, ' ').nth(2).ok_or_else(unreadable)?;
    if action == "undo" {
        return if game.undo() { Ok(nothing()) } else { Err(unreadable()) };
    }
    Ok(game.play(seat, action)?)
}

/// What happens when something is taken back.
fn nothing() -> Box<dyn Events> {
    Box::new(())
}

/// Whose input it is: `seat 2 …` is seat 1's.
fn seat_of(input: &str) -> Option<Seat> {
    let number: u8 = input.strip_prefix("seat ")?.split(' ').next()?.parse().ok()?;
    number.checked_sub(1).map(Seat)
}
