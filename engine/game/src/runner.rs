//! The runner: owns chance, takes plays, keeps the inputs. Nothing else draws.

use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::log::Tee;
use crate::replay::{read_input, rules_of, take};
use crate::{
    Deal, DealError, Dealer, Deals, Digest, Game, Input, Log, Notation, Reasons, Record, Refusal,
    ReplayError, Sample, Seat, Settings, Stream, Turn,
};

/// A running game that keeps its inputs.
type Taped<G> = Live<G, <G as Deals>::Dealer, Vec<InputOf<G>>>;

/// An input in the types of a game.
pub type InputOf<G> = Input<<G as Game>::Action, <G as Game>::Chance, <G as Game>::Edit>;

/// Where a running game keeps its inputs: a `Vec`, or nowhere (`()`).
pub trait Tape<G: Game> {
    /// Takes the next input.
    fn keep(&mut self, input: InputOf<G>);
}

impl<G: Game> Tape<G> for () {
    fn keep(&mut self, _input: InputOf<G>) {}
}

impl<G: Game> Tape<G> for Vec<InputOf<G>> {
    fn keep(&mut self, input: InputOf<G>) {
        self.push(input);
    }
}

/// A position and the dealer who goes on from it: the bare runner, for simulations.
/// [`Match`] is the one that people, records and undo need.
pub struct Live<G: Game, D, T = ()> {
    state: G::State,
    dealer: D,
    tape: T,
}

// Not derived: a derive would ask the rules themselves to be `Clone`.
impl<G: Game, D: Clone, T: Clone> Clone for Live<G, D, T> {
    fn clone(&self) -> Self {
        Live { state: self.state, dealer: self.dealer.clone(), tape: self.tape.clone() }
    }
}

impl<G: Game, D: Dealer<G>, T: Tape<G>> Live<G, D, T> {
    /// Deals up to the first decision.
    ///
    /// # Errors
    /// If the dealer can't.
    pub fn new(game: &G, dealer: D, tape: T, log: &mut impl Log<G::Event>) -> Result<Self, DealError> {
        let mut live = Live { state: game.start(), dealer, tape };
        live.settle(game, log)?;
        Ok(live)
    }

    /// The position: never one where chance is to move.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Who deals.
    pub fn dealer(&self) -> &D {
        &self.dealer
    }

    /// Takes a seat's action, then deals up to the next decision.
    ///
    /// # Errors
    /// If the rules refuse the action (nothing has changed then), or the dealer can't go on.
    pub fn play(
        &mut self,
        game: &G,
        seat: Seat,
        action: G::Action,
        log: &mut impl Log<G::Event>,
    ) -> Result<(), RunError<G::Illegal>> {
        let Live { state, dealer, .. } = self;
        game.play(state, seat, action, &mut ears::<G, _, _>(dealer, log)).map_err(RunError::Refused)?;
        self.tape.keep(Input::Play(seat, action));
        self.settle(game, log).map_err(RunError::Deal)
    }

    /// Says that the acting seat's window has passed, then deals up to the next decision.
    ///
    /// # Errors
    /// If no window is open, or the dealer can't go on.
    pub fn expire(&mut self, game: &G, log: &mut impl Log<G::Event>) -> Result<(), RunError<G::Illegal>> {
        let Live { state, dealer, .. } = self;
        game.expire(state, &mut ears::<G, _, _>(dealer, log)).map_err(RunError::Refused)?;
        self.tape.keep(Input::Expire);
        self.settle(game, log).map_err(RunError::Deal)
    }

    /// Changes the position by hand, then deals up to the next decision.
    ///
    /// # Errors
    /// If it can't be done, or the dealer can't go on.
    pub fn edit(
        &mut self,
        game: &G,
        edit: G::Edit,
        log: &mut impl Log<G::Event>,
    ) -> Result<(), RunError<G::Illegal>> {
        let Live { state, dealer, .. } = self;
        game.edit(state, edit, &mut ears::<G, _, _>(dealer, log)).map_err(RunError::Refused)?;
        self.tape.keep(Input::Edit(edit));
        self.settle(game, log).map_err(RunError::Deal)
    }

    #[inline]
    fn resolve(
        &mut self,
        game: &G,
        chance: G::Chance,
        log: &mut impl Log<G::Event>,
    ) -> Result<(), G::Illegal> {
        let Live { state, dealer, .. } = self;
        game.resolve(state, chance, &mut ears::<G, _, _>(dealer, log))?;
        self.tape.keep(Input::Chance(chance));
        Ok(())
    }

    #[inline]
    fn settle(&mut self, game: &G, log: &mut impl Log<G::Event>) -> Result<(), DealError> {
        while game.turn(&self.state) == Turn::Chance {
            let chance = self.dealer.draw(game, &self.state)?;
            if let Err(illegal) = self.resolve(game, chance, log) {
                return Err(misdealt::<G>(chance, &illegal));
            }
        }
        Ok(())
    }
}

/// Out of line, so that what is drawn never needs an address: its bytes would be written one by one and read together.
#[cold]
#[inline(never)]
fn misdealt<G: Game>(chance: G::Chance, illegal: &G::Illegal) -> DealError {
    DealError::new(alloc::format!("the dealer drew {chance:?}, which is refused: {illegal}"))
}

/// A log that the dealer hears too.
fn ears<'a, G: Game, D: Dealer<G>, L: Log<G::Event>>(
    dealer: &'a mut D,
    log: &'a mut L,
) -> impl Log<G::Event> {
    Tee { listens: D::LISTENS, listener: |event: &G::Event| dealer.hear(event), log }
}

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
pub struct Match<G: Deals> {
    game: Arc<G>,
    deal: Deal,
    live: Taped<G>,
    reasons: Reasons,
}

impl<G: Deals> Clone for Match<G> {
    fn clone(&self) -> Self {
        let (game, reasons) = (Arc::clone(&self.game), self.reasons.clone());
        Match { game, deal: self.deal.clone(), live: self.live.clone(), reasons }
    }
}

impl<G: Deals + Notation> Match<G> {
    /// Begins a game and deals up to the first decision.
    ///
    /// # Errors
    /// If the deal names no dealer of this game, or the dealer can't deal.
    pub fn new(game: Arc<G>, deal: Deal, log: &mut impl Log<G::Event>) -> Result<Match<G>, DealError> {
        let dealer = game.dealer(&deal)?;
        let live = Live::new(&*game, dealer, Vec::new(), log)?;
        Ok(Match { game, deal, live, reasons: Reasons::default() })
    }

    /// Goes on with a recorded game: its inputs are replayed, and the dealer must deal what the record has.
    ///
    /// # Errors
    /// If the record does not replay, or its dealer deals otherwise.
    pub fn resume(record: &Record, log: &mut impl Log<G::Event>) -> Result<Match<G>, ReplayError> {
        let game = Arc::new(rules_of::<G>(record)?);
        let line = record.line_of_deal();
        let bad_deal = |error: DealError| ReplayError::Deal { line, why: error.to_string() };
        let dealer = game.dealer(&record.deal).map_err(bad_deal)?;
        let mut inputs = Vec::with_capacity(record.inputs.len());
        for (row, input) in record.inputs.iter().enumerate() {
            let line = record.line_of(row);
            inputs.push(read_input(&*game, input).map_err(|error| ReplayError::Notation { line, error })?);
        }
        let live = retrace(&*game, dealer, &inputs, log).map_err(|fault| fault.in_record(record))?;
        let resumed = Match { game, deal: record.deal.clone(), live, reasons: record.reasons.clone() };
        crate::Replay::<G>::open(record)?.verify(&mut ())?;
        Ok(resumed)
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The position: never one where chance is to move.
    pub fn state(&self) -> &G::State {
        &self.live.state
    }

    /// Which dealer, and its seed.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// Who is to act.
    pub fn turn(&self) -> Turn {
        self.game.turn(&self.live.state)
    }

    /// What the seat may do.
    pub fn legal_actions(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.live.state, seat, &mut actions);
        actions
    }

    /// Everything that happened, in order.
    pub fn inputs(&self) -> &[InputOf<G>] {
        &self.live.tape
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
        self.whole(log, |game, live, heard| live.play(game, seat, action, heard))
    }

    /// Keeps why a seat did what it did last: beside that action, wherever the game goes on to.
    pub fn because(&mut self, why: &str) {
        let last = self.live.tape.iter().rposition(|input| matches!(input, Input::Play(..)));
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
        self.whole(log, |game, live, heard| live.expire(game, heard))
    }

    /// Changes the position by hand, then deals up to the next decision. Undo takes it back like a play.
    ///
    /// # Errors
    /// If it can't be done or the dealer can't go on; nothing has changed then.
    pub fn edit(&mut self, edit: G::Edit, log: &mut impl Log<G::Event>) -> Result<(), RunError<G::Illegal>> {
        self.whole(log, |game, live, heard| live.edit(game, edit, heard))
    }

    /// Does all of it or, if the dealer fails on the way, none: then nothing is heard of it either.
    fn whole(
        &mut self,
        log: &mut impl Log<G::Event>,
        run: impl FnOnce(&G, &mut Taped<G>, &mut Vec<G::Event>) -> Result<(), RunError<G::Illegal>>,
    ) -> Result<(), RunError<G::Illegal>> {
        let (state, dealer, length) = (self.live.state, self.live.dealer.clone(), self.live.tape.len());
        let mut heard = Vec::new();
        run(&self.game, &mut self.live, &mut heard).inspect_err(|_| {
            self.live.state = state;
            self.live.dealer = dealer;
            self.live.tape.truncate(length);
        })?;
        for event in heard {
            log.push(|| event);
        }
        Ok(())
    }

    /// Takes back the last play and all that followed from it; `false` if there was none.
    pub fn undo(&mut self) -> bool {
        let last = self.live.tape.iter().rposition(|input| !matches!(input, Input::Chance(_)));
        let Some(last) = last else { return false };
        let dealer = self.game.dealer(&self.deal).expect("this deal made this match");
        self.live.tape.truncate(last);
        self.reasons.truncate(last);
        self.live = retrace(&*self.game, dealer, &self.live.tape, &mut ())
            .expect("a dealer deals the same again, and what was legal once is legal again");
        true
    }

    /// The position as it is now, dealer and all; [`Match::restore`] brings it back exactly.
    pub fn snapshot(&self) -> Snapshot<G> {
        Snapshot { live: self.live.clone(), reasons: self.reasons.clone() }
    }

    /// Brings back a snapshot of this match.
    pub fn restore(&mut self, snapshot: &Snapshot<G>) {
        (self.live, self.reasons) = (snapshot.live.clone(), snapshot.reasons.clone());
    }

    /// The planner's clone: the same position with a stream of its own from here on, so that trying things
    /// out on it tells nothing of what this match's dealer will draw. Not one of the game's own dealers: those
    /// may only know how to deal from the start.
    pub fn fork(&self, seed: u64) -> Live<G, Stream>
    where
        G: Sample,
    {
        Live { state: self.live.state, dealer: Stream::new(seed), tape: () }
    }

    /// The game so far, as it is kept.
    pub fn record(&self) -> Record {
        let game = &*self.game;
        let scores = game.scores(self.state());
        let text = |input: &InputOf<G>| match *input {
            Input::Play(seat, action) => Input::Play(seat, game.action_text(action)),
            Input::Chance(chance) => Input::Chance(game.chance_text(chance)),
            Input::Expire => Input::Expire,
            Input::Edit(edit) => Input::Edit(game.edit_text(edit)),
        };
        Record {
            game: G::ID.to_string(),
            rules: G::RULES_VERSION,
            config: game.config().pairs(),
            deal: self.deal.clone(),
            inputs: self.inputs().iter().map(text).collect(),
            end: scores.end(),
            scores: scores.points().to_vec(),
            state: Digest::of(self.state()).value(),
            reasons: self.reasons.clone(),
        }
    }
}

/// A moment of a [`Match`], to come back to.
pub struct Snapshot<G: Deals> {
    live: Taped<G>,
    reasons: Reasons,
}

/// Plays inputs again with a fresh dealer, who must draw what they say.
fn retrace<G: Deals>(
    game: &G,
    dealer: G::Dealer,
    inputs: &[InputOf<G>],
    log: &mut impl Log<G::Event>,
) -> Result<Taped<G>, Fault> {
    let mut live = Live { state: game.start(), dealer, tape: Vec::with_capacity(inputs.len()) };
    for (row, &input) in inputs.iter().enumerate() {
        if let Input::Chance(recorded) = input
            && game.turn(&live.state) == Turn::Chance
        {
            let drawn = live.dealer.draw(game, &live.state).map_err(|error| Fault::Deal { row, error })?;
            if drawn != recorded {
                return Err(Fault::Deal {
                    row,
                    error: DealError::new("it draws otherwise than the record says"),
                });
            }
        }
        take(game, &mut live.state, input, &mut ears::<G, _, _>(&mut live.dealer, log))
            .map_err(|illegal| Fault::Refused { row, code: illegal.code(), why: illegal.to_string() })?;
        live.tape.push(input);
    }
    live.settle(game, log).map_err(|error| Fault::Deal { row: inputs.len(), error })?;
    Ok(live)
}

#[derive(Debug)]
enum Fault {
    Deal { row: usize, error: DealError },
    Refused { row: usize, code: &'static str, why: alloc::string::String },
}

impl Fault {
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

/// Why a running game did not take an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError<I> {
    /// The rules refuse it.
    Refused(I),
    /// The dealer can't go on.
    Deal(DealError),
}

impl<I: Refusal> RunError<I> {
    /// A short name that never changes, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            RunError::Refused(illegal) => illegal.code(),
            RunError::Deal(_) => "deal",
        }
    }
}

impl<I: fmt::Display> fmt::Display for RunError<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Refused(illegal) => illegal.fmt(f),
            RunError::Deal(error) => error.fmt(f),
        }
    }
}

impl<I: fmt::Debug + fmt::Display> core::error::Error for RunError<I> {}
