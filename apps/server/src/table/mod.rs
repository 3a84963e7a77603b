//! A table: a game, who sits at it, who looks on, and what was done.

mod audience;
mod details;
mod inputs;
mod room;
#[cfg(test)]
mod tests;
mod view;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tercet_catalog::games;
use tercet_entry::{AnyGame, Events};
use tercet_game::{Deal, Seat, Seats, Turn};
use tercet_store::Move;
use tokio::task::AbortHandle;
use tokio::time::Instant;

pub(crate) use self::audience::{Audience, BACKLOG, Outbox, Viewer};
pub(crate) use self::details::{GameRequest, SeatDetails, TableDetails};
pub(crate) use self::inputs::Done;
pub(crate) use self::room::{COUNTDOWN, DEAL, FORCED};
pub(crate) use self::view::{BETWEEN_SEATS, message_text};
use crate::journal::Epoch;
use crate::refusal::Refusal;
use crate::tokens::Token;

/// How many lines of its log a table holds in memory; older ones are read from the archive.
pub(crate) const LOG: usize = 16;

/// How many things can be done at a table: all of it is held, and replayed where a log is asked for.
const MOST_STATES: u64 = 50_000;

/// What a table takes of memory, whatever its game is, and what each input and each byte of its description do. By measurement.
const BASE_WEIGHT: usize = 8 << 10;
const INPUT_WEIGHT: usize = 96;
const BYTE_WEIGHT: usize = 4;

/// How long after its last request a client without a socket counts as away.
const BETWEEN_POLLS: Duration = Duration::from_secs(30);

/// A table.
pub(crate) struct Table {
    /// Its name in links.
    pub(crate) name: String,
    /// Its number in the journal.
    pub(crate) key: i64,
    /// The lease under which it is this server's.
    pub(crate) epoch: Epoch,
    /// It is this server's no more, and whoever is here has to look for it again.
    pub(crate) is_lost: Arc<AtomicBool>,
    pub(crate) body: TableDetails,
    pub(crate) game: Box<dyn AnyGame>,
    /// The number of the state.
    pub(crate) state: u64,
    log: VecDeque<Line>,
    /// How many lines of the log are held.
    lines: usize,
    /// What it takes of memory before anything is done at it.
    start_weight: usize,
    /// How many of the things that were done are not taken back.
    undoable: usize,
    pub(crate) audience: Audience,
    /// Who is ready to begin, where the table waits.
    pub(crate) ready: Seats,
    /// When it begins, once everybody is ready.
    pub(crate) starts: Option<Instant>,
    /// When each seat was ready last, or not any more.
    pub(crate) readied: Vec<Option<Instant>>,
    /// When each seat said something last.
    pub(crate) spoken: Vec<Option<Instant>>,
    /// Until when no more lists of seats should be sent, and whether one is scheduled.
    pub(crate) seats_sent: Instant,
    pub(crate) sends_seats_soon: bool,
    /// When the open window ends.
    pub(crate) deadline: Option<Instant>,
    /// Since when each seat's holder is away; at first, nobody has come yet.
    pub(crate) away: Vec<Option<Instant>>,
    /// Until when each seat's holder has asked to hear of the table, without a socket.
    polled: Vec<Option<Instant>>,
    /// What the reference makes of the deal, once it was asked for.
    pub(crate) reference: Option<f64>,
    /// When something was done last.
    pub(crate) moved: Instant,
    /// Bots that think and clocks that run; they end with the state that they are about.
    pub(crate) tasks: Vec<AbortHandle>,
    pub(crate) made_ms: i64,
    /// The finished game's number in the archive.
    pub(crate) archived: Option<i64>,
    /// The table has failed, and is left alone.
    pub(crate) is_broken: bool,
    /// The owner has deleted it, or it was kept for long enough.
    pub(crate) is_deleted: bool,
}

/// A line of the log. Thousands of tables hold some dozens each, so they take no more room than they need.
pub(crate) struct Line {
    number: u64,
    input: Box<str>,
    seat: Option<Seat>,
    why: Option<Box<str>>,
    events: Box<dyn Events>,
    /// Who could act before.
    turn: Turn,
    /// Was something dealt or rolled after it?
    is_chance: bool,
    /// Did it take something back?
    is_undo: bool,
}

impl Table {
    /// A table as it is kept: what was done at it is done again.
    pub(crate) fn load(
        name: String,
        key: i64,
        body: TableDetails,
        made_ms: i64,
        moves: &[Move],
    ) -> Result<Table, Refusal> {
        Table::load_with_log(name, key, body, made_ms, moves, LOG)
    }

    /// The same, with so many lines of its log.
    pub(crate) fn load_with_log(
        name: String,
        key: i64,
        body: TableDetails,
        made_ms: i64,
        moves: &[Move],
        lines: usize,
    ) -> Result<Table, Refusal> {
        let game = start(&body)?;
        let (seats, start_weight) = (body.seats.len(), BASE_WEIGHT + BYTE_WEIGHT * body.length());
        let mut table = Table {
            name,
            key,
            epoch: 0,
            is_lost: Arc::default(),
            body,
            game,
            state: 0,
            log: VecDeque::new(),
            lines,
            start_weight,
            undoable: 0,
            audience: Audience::default(),
            ready: Seats::NONE,
            starts: None,
            readied: vec![None; seats],
            spoken: vec![None; seats],
            seats_sent: Instant::now(),
            sends_seats_soon: false,
            deadline: None,
            away: vec![Some(Instant::now()); seats],
            polled: vec![None; seats],
            reference: None,
            moved: Instant::now(),
            tasks: Vec::new(),
            made_ms,
            archived: None,
            is_broken: false,
            is_deleted: false,
        };
        table.replay(moves)?;
        Ok(table)
    }

    fn replay(&mut self, moves: &[Move]) -> Result<(), Refusal> {
        for (number, each) in (1..).zip(moves) {
            self.retake(each).map_err(|refusal| self.damaged(number, moves.len(), &refusal))?;
        }
        Ok(())
    }

    /// What is kept of the table does not replay from a move on. Nothing of it is dropped, and the table is left alone.
    fn damaged(&self, from: usize, to: usize, refusal: &Refusal) -> Refusal {
        let Refusal { why, .. } = refusal;
        tracing::error!(table = self.name, "moves {from} to {to} are damaged: {why}");
        let why = format!("moves {from} to {to} of this table are damaged: {why}; they are kept as they are");
        Refusal::new("broken", why)
    }

    /// A game that went into the archive was over at its table: where it is not, the last moves are gone.
    pub(crate) fn check_tail(&self) -> Result<(), Refusal> {
        match self.archived {
            Some(game) if !self.is_over() => {
                let state = self.state;
                tracing::error!(table = self.name, game, "the moves after {state} are gone");
                let why = format!("the moves after {state} of this table are gone; game {game} has them");
                Err(Refusal::new("broken", why))
            }
            _ => Ok(()),
        }
    }

    /// Goes back to what is kept, after something could not be.
    pub(crate) fn go_back_to(&mut self, kept: Table) {
        let mut kept = kept;
        std::mem::swap(&mut self.game, &mut kept.game);
        std::mem::swap(&mut self.log, &mut kept.log);
        (self.state, self.undoable) = (kept.state, kept.undoable);
    }

    /// Does something with the game; if it panics, the table is left alone from then on, and all others go on.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Table) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.check_whole()?;
        catch_unwind(AssertUnwindSafe(|| work(self))).unwrap_or_else(|_| {
            self.is_broken = true;
            tracing::error!(table = self.name, "a table has failed; the others go on");
            Err(broken())
        })
    }

    pub(crate) fn check_whole(&self) -> Result<(), Refusal> {
        if self.is_deleted {
            return Err(Refusal::new("table", format!("table `{}` was deleted", self.name)));
        }
        if self.is_lost.load(Ordering::Acquire) {
            return Err(Refusal::moved());
        }
        if self.is_broken { Err(broken()) } else { Ok(()) }
    }

    /// About how many bytes of memory it takes.
    pub(crate) fn weight(&self) -> usize {
        self.start_weight + INPUT_WEIGHT * self.game.inputs()
    }

    /// Who may act; nobody before the game has begun.
    pub(crate) fn turn(&self) -> Seats {
        match self.game.turn() {
            _ if self.body.waits => Seats::NONE,
            Turn::Seats(seats) => seats,
            Turn::Chance | Turn::Over => Seats::NONE,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    /// The seat that these tokens stand for, if that is clear.
    pub(crate) fn authorised(&self, tokens: &[Token], wanted: Option<u8>) -> Result<Seat, Refusal> {
        let held = self.body.held(tokens);
        if held.is_empty() {
            return Err(Refusal::new("token", "no seat of this table has that token"));
        }
        match wanted {
            Some(seat) if held.contains(Seat(seat)) => Ok(Seat(seat)),
            Some(seat) => Err(Refusal::new("seat", format!("seat {seat} is not yours"))),
            None => held.single().ok_or_else(|| {
                Refusal::new("seat", "you hold several seats; say which one with `seat`, from 0")
            }),
        }
    }

    /// Who asks without a socket is here, at least until then.
    pub(crate) fn poll(&mut self, tokens: &[Token], until: Instant) {
        for seat in self.body.held(tokens).iter() {
            let polled = &mut self.polled[seat.index()];
            *polled = (*polled).max(Some(until));
        }
    }

    /// The seats that somebody is here for: with a socket, or by asking again and again.
    pub(crate) fn here(&self) -> Seats {
        let mut here = self.audience.here();
        for (index, polled) in self.polled.iter().enumerate() {
            if polled.is_some_and(|until| Instant::now() < until + BETWEEN_POLLS) {
                here.insert(Seat(index as u8));
            }
        }
        here
    }

    /// Has the seat's holder been away for so long?
    pub(crate) fn is_away(&self, seat: Seat, patience: Duration) -> bool {
        let away = self.away.get(seat.index()).copied().flatten();
        let polled = self.polled.get(seat.index()).copied().flatten();
        away.is_some_and(|since| Instant::now() >= polled.map_or(since, |until| until.max(since)) + patience)
    }

    /// Lets go of the table: it is read again before anything more is done at it, here or at another server.
    pub(crate) fn lose(&mut self) {
        self.is_lost.store(true, Ordering::Release);
        self.hush();
        self.audience.dismiss();
    }

    /// Stops bots that think and clocks that run.
    pub(crate) fn hush(&mut self) {
        for task in self.tasks.drain(..) {
            task.abort();
        }
        self.deadline = None;
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.hush();
    }
}

pub(crate) fn broken() -> Refusal {
    Refusal::new("broken", "this table has failed; begin another")
}

/// The game before anything was done at the table.
fn start(body: &TableDetails) -> Result<Box<dyn AnyGame>, Refusal> {
    let options: Vec<(&str, &str)> =
        body.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let deal: Deal = body
        .deal
        .parse()
        .map_err(|error: tercet_game::NotationError| Refusal::new("deal", error.to_string()))?;
    let mut game = games().begin(&body.game, &options, deal)?;
    for line in &body.opening {
        inputs::take(&mut *game, line)?;
    }
    Ok(game)
}
