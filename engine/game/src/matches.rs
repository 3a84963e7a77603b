//! A match: a running game with all that people, records and undo need.

use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::replay::{check_end, read_input, rules_of};
use crate::{
    Deal, DealError, Dealer, Deals, Input, InputOf, Live, Log, Notation, Reasons, Record, Recorder, Refusal,
    ReplayError, RunError, Sample, Seat, Stream, Turn,
};

/// A running game that keeps its inputs, and what else its [`Match`] is asked to keep.
type Kept<G, M> = Live<G, <G as Deals>::Dealer, (Vec<InputOf<G>>, M)>;

/// A game in progress with all that is needed to keep it: its rules, its deal and its inputs.
///
/// ```no_run
/// # fn main() {}
/// # use std::sync::Arc;
/// # use tercet_game::{Deal, Deals, Match, Notation, Seat, Turn};
/// fn first_legal_to_the_end<G: Deals + Notation>(game: Arc<G>) -> String {
///     let mut table = Match::new(game, Deal::stream(1), &mut ()).expect("our own dealer takes any seed");
///     while let Turn::Seats(seats) = table.turn() {
///         let seat = seats.iter().next().expect("somebody is to act");
///         let action = table.legal_actions(seat)[0];
///         table.play(seat, action, &mut ()).expect("it was listed");
///     }
///     table.record().to_string()
/// }
/// ```
pub struct Match<G: Deals, M = ()> {
    game: Arc<G>,
    deal: Deal,
    /// What is kept beside the inputs, as it was before the first: undo begins with it again.
    fresh: M,
    live: Kept<G, M>,
    reasons: Reasons,
}

impl<G: Deals, M: Clone> Clone for Match<G, M> {
    fn clone(&self) -> Self {
        Match {
            game: Arc::clone(&self.game),
            deal: self.deal.clone(),
            fresh: self.fresh.clone(),
            live: self.live.clone(),
            reasons: self.reasons.clone(),
        }
    }
}

impl<G: Deals + Notation> Match<G> {
    /// Begins a game and deals up to the first decision.
    ///
    /// # Errors
    /// If the deal names no dealer of this game, or the dealer can't deal.
    pub fn new(game: Arc<G>, deal: Deal, log: &mut impl Log<G::Event>) -> Result<Match<G>, DealError> {
        Match::followed(game, deal, (), log)
    }

    /// Goes on with a recorded game: its inputs are replayed, and the dealer must deal what the record has.
    ///
    /// # Errors
    /// If the record does not replay, or its dealer deals otherwise.
    pub fn resume(record: &Record, log: &mut impl Log<G::Event>) -> Result<Match<G>, ReplayError> {
        Match::resume_followed(record, |_| (), log)
    }
}

impl<G: Deals + Notation, M: Recorder<G> + Clone> Match<G, M> {
    /// As [`Match::new`], and something is kept beside the inputs: what a picture remembers.
    ///
    /// # Errors
    /// As there.
    pub fn followed(
        game: Arc<G>,
        deal: Deal,
        fresh: M,
        log: &mut impl Log<G::Event>,
    ) -> Result<Match<G, M>, DealError> {
        let dealer = game.dealer(&deal)?;
        let live = Live::new(&*game, dealer, (Vec::new(), fresh.clone()), log)?;
        Ok(Match { game, deal, fresh, live, reasons: Reasons::default() })
    }

    /// As [`Match::resume`], and something is kept beside the inputs.
    ///
    /// # Errors
    /// As there.
    pub fn resume_followed(
        record: &Record,
        fresh: impl FnOnce(&G) -> M,
        log: &mut impl Log<G::Event>,
    ) -> Result<Match<G, M>, ReplayError> {
        let game = Arc::new(rules_of::<G>(record)?);
        let line = record.line_of_deal();
        let bad_deal = |error: DealError| ReplayError::Deal { line, why: error.to_string() };
        let dealer = game.dealer(&record.deal).map_err(bad_deal)?;
        let mut inputs = Vec::with_capacity(record.inputs.len());
        for (row, input) in record.inputs.iter().enumerate() {
            let line = record.line_of(row);
            inputs.push(read_input(&*game, input).map_err(|error| ReplayError::Notation { line, error })?);
        }
        let fresh = fresh(&game);
        let retraced = retrace(&*game, dealer, fresh.clone(), &inputs, log);
        let mut live = retraced.map_err(|fault| fault.in_record(record))?;
        check_end(&*game, live.state(), record)?;
        live.settle(&*game, log).map_err(|error| Fault::undealt(&inputs, error).in_record(record))?;
        Ok(Match { game, deal: record.deal.clone(), fresh, live, reasons: record.reasons.clone() })
    }

    /// What is kept beside the inputs.
    pub fn memory(&self) -> &M {
        &self.live.recorder.1
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The position: never one where chance is to move.
    pub fn state(&self) -> &G::State {
        self.live.state()
    }

    /// Which dealer, and its seed.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// Who is to act.
    pub fn turn(&self) -> Turn {
        self.game.turn(self.live.state())
    }

    /// What the seat may do.
    pub fn legal_actions(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal_actions(self.live.state(), seat, &mut actions);
        actions
    }

    /// Everything that happened, in order.
    pub fn inputs(&self) -> &[InputOf<G>] {
        &self.live.recorder.0
    }

    /// Takes a seat's action, then deals up to the next decision.
    ///
    /// # Errors
    /// If the rules refuse the action or the dealer can't go on; nothing has changed then.
    pub fn play(
        &mut self,
        seat: Seat,
        action: G::Action,
        log: &mut impl Log<G::Event>,
    ) -> Result<(), RunError<G::Illegal>> {
        self.step(Input::Play(seat, action), log)
    }

    /// Keeps why a seat did what it did last: beside that action, wherever the game goes on to.
    pub fn because(&mut self, why: &str) {
        let last = self.live.recorder.0.iter().rposition(|input| matches!(input, Input::Play(..)));
        if let Some(last) = last {
            self.reasons.keep(last + 1, why);
        }
    }

    /// Why things were done, as far as somebody said so.
    pub fn reasons(&self) -> &Reasons {
        &self.reasons
    }

    /// Says that the acting seat's window has passed, then deals up to the next decision.
    ///
    /// # Errors
    /// If no window is open or the dealer can't go on; nothing has changed then.
    pub fn expire(&mut self, log: &mut impl Log<G::Event>) -> Result<(), RunError<G::Illegal>> {
        self.step(Input::Expire, log)
    }

    /// Changes the position by hand, then deals up to the next decision. Undo takes it back like a play.
    ///
    /// # Errors
    /// If it can't be done or the dealer can't go on; nothing has changed then.
    pub fn edit(&mut self, edit: G::Edit, log: &mut impl Log<G::Event>) -> Result<(), RunError<G::Illegal>> {
        self.step(Input::Edit(edit), log)
    }

    /// Takes one input, then deals up to the next decision: all of it or, if the dealer fails on the way, none; then
    /// nothing is heard of it either.
    ///
    /// # Errors
    /// If the rules refuse it or the dealer can't go on; nothing has changed then.
    pub fn step(
        &mut self,
        input: InputOf<G>,
        log: &mut impl Log<G::Event>,
    ) -> Result<(), RunError<G::Illegal>> {
        let (state, dealer, length) =
            (*self.live.state(), self.live.dealer.clone(), self.live.recorder.0.len());
        let memory = self.live.recorder.1.clone();
        let mut heard = Vec::new();
        self.live.step(&*self.game, input, &mut heard).inspect_err(|_| {
            self.live.state = state;
            self.live.dealer = dealer;
            self.live.recorder.0.truncate(length);
            self.live.recorder.1 = memory;
        })?;
        for event in heard {
            log.push(|| event);
        }
        Ok(())
    }

    /// Takes back the last play and all that followed from it; `false` if there was none.
    pub fn undo(&mut self) -> bool {
        let last = self.live.recorder.0.iter().rposition(|input| !matches!(input, Input::Chance(_)));
        let Some(last) = last else { return false };
        let dealer = self.game.dealer(&self.deal).expect("this deal made this match");
        self.reasons.truncate(last);
        let again = "a dealer deals the same again, and what was legal once is legal again";
        let inputs = &self.live.recorder.0[..last];
        self.live = retrace(&*self.game, dealer, self.fresh.clone(), inputs, &mut ()).expect(again);
        self.live.settle(&self.game, &mut ()).expect(again);
        true
    }

    /// The position as it is now, dealer and all; [`Match::restore`] brings it back exactly.
    pub fn snapshot(&self) -> Snapshot<G, M> {
        Snapshot { live: self.live.clone(), reasons: self.reasons.clone() }
    }

    /// Brings back a snapshot of this match.
    pub fn restore(&mut self, snapshot: &Snapshot<G, M>) {
        (self.live, self.reasons) = (snapshot.live.clone(), snapshot.reasons.clone());
    }

    /// The planner's clone: the same position with a stream of its own from here on, so that trying things
    /// out on it reveals nothing of what this match's dealer will draw. Not one of the game's own dealers: those
    /// may only know how to deal from the start.
    pub fn fork(&self, seed: u64) -> Live<G, Stream>
    where
        G: Sample,
    {
        Live::at(*self.live.state(), Stream::new(seed), ())
    }

    /// The game so far, as it is kept.
    pub fn record(&self) -> Record {
        let record = Record::of(&*self.game, self.state(), self.deal.clone(), self.inputs());
        Record { reasons: self.reasons.clone(), ..record }
    }
}

/// A moment of a [`Match`], to come back to.
pub struct Snapshot<G: Deals, M = ()> {
    live: Kept<G, M>,
    reasons: Reasons,
}

/// Plays inputs again with a fresh dealer, who must draw what they say. Deals nothing after the last.
fn retrace<G: Deals, M: Recorder<G>>(
    game: &G,
    dealer: G::Dealer,
    fresh: M,
    inputs: &[InputOf<G>],
    log: &mut impl Log<G::Event>,
) -> Result<Kept<G, M>, Fault> {
    let mut live = Live::at(game.start(), dealer, (Vec::with_capacity(inputs.len()), fresh));
    for (row, &input) in inputs.iter().enumerate() {
        if let Input::Chance(recorded) = input
            && game.turn(live.state()) == Turn::Chance
        {
            let drawn = live.dealer.draw(game, &live.state).map_err(|error| Fault::Deal { row, error })?;
            if drawn != recorded {
                let error = DealError::new("it draws otherwise than the record says");
                return Err(Fault::Deal { row, error });
            }
        }
        live.take(game, input, log).map_err(|illegal| Fault::Refused {
            row,
            code: illegal.code(),
            why: illegal.to_string(),
        })?;
    }
    Ok(live)
}

#[derive(Debug)]
enum Fault {
    Deal { row: usize, error: DealError },
    Refused { row: usize, code: &'static str, why: alloc::string::String },
}

impl Fault {
    /// The dealer can't go on after the last input.
    fn undealt<I>(inputs: &[I], error: DealError) -> Fault {
        Fault::Deal { row: inputs.len(), error }
    }

    fn in_record(self, record: &Record) -> ReplayError {
        match self {
            Fault::Deal { row, error } => {
                let line = record.line_of(row.min(record.inputs.len().saturating_sub(1)));
                ReplayError::Deal { line, why: alloc::format!("dealer `{}`: {}", record.deal, error.why()) }
            }
            Fault::Refused { row, code, why } => {
                ReplayError::Refused { line: record.line_of(row), code, why }
            }
        }
    }
}
