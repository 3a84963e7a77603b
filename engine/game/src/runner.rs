//! The runner: takes inputs, owns chance, hands on what happened. Nothing else draws.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::log::Tee;
use crate::{DealError, Dealer, Game, Input, Log, Refusal, Seat, Turn};

/// An input in the types of a game.
pub type InputOf<G> = Input<<G as Game>::Action, <G as Game>::Chance, <G as Game>::Edit>;

/// Gives one input to the rules. Nothing else in the tree asks which kind of input it has in order to play it.
///
/// # Errors
/// If the rules refuse it; the state is as before then.
#[allow(
    clippy::inline_always,
    reason = "rollouts are compiled for processor features: only what is inlined is"
)]
#[inline(always)]
pub fn apply<G: Game>(
    game: &G,
    state: &mut G::State,
    input: InputOf<G>,
    log: &mut impl Log<G::Event>,
) -> Result<(), G::Illegal> {
    match input {
        Input::Play(seat, action) => game.play(state, seat, action, log),
        Input::Chance(chance) => game.resolve(state, chance, log),
        Input::Expire => game.expire(state, log),
        Input::Edit(edit) => game.edit(state, edit, log),
    }
}

/// What is kept of a running game besides its state, chosen by type: nothing (`()`), its inputs (a `Vec`), what a
/// picture remembers, two of these (a pair), or what is decided while the program runs (an `Option`).
pub trait Recorder<G: Game> {
    /// Takes the next input.
    fn keep(&mut self, input: InputOf<G>);

    /// Does it want to know what happened? Where it does not, no event is built for it and no position is copied.
    #[inline]
    fn listens(&self) -> bool {
        false
    }

    /// Told what an input brought to the position that was there before it, ahead of [`Recorder::keep`]; only if it listens.
    fn observe(&mut self, game: &G, before: &G::State, events: &[G::Event]) {
        let _ = (game, before, events);
    }
}

impl<G: Game> Recorder<G> for () {
    #[inline]
    fn keep(&mut self, _input: InputOf<G>) {}
}

impl<G: Game> Recorder<G> for Vec<InputOf<G>> {
    fn keep(&mut self, input: InputOf<G>) {
        self.push(input);
    }
}

impl<G: Game, A: Recorder<G>, B: Recorder<G>> Recorder<G> for (A, B) {
    fn keep(&mut self, input: InputOf<G>) {
        self.0.keep(input);
        self.1.keep(input);
    }

    #[inline]
    fn listens(&self) -> bool {
        self.0.listens() || self.1.listens()
    }

    fn observe(&mut self, game: &G, before: &G::State, events: &[G::Event]) {
        self.0.observe(game, before, events);
        self.1.observe(game, before, events);
    }
}

impl<G: Game, T: Recorder<G>> Recorder<G> for Option<Box<T>> {
    #[inline]
    fn keep(&mut self, input: InputOf<G>) {
        if let Some(recorder) = self {
            recorder.keep(input);
        }
    }

    #[inline]
    fn listens(&self) -> bool {
        self.as_ref().is_some_and(|recorder| recorder.listens())
    }

    fn observe(&mut self, game: &G, before: &G::State, events: &[G::Event]) {
        if let Some(recorder) = self {
            recorder.observe(game, before, events);
        }
    }
}

/// A position and the dealer who goes on from it: the one place where games are played, whoever plays them. What is kept
/// of it is chosen by type. [`Match`](crate::Match) is the one that people, records and undo need.
pub struct Live<G: Game, D, T = ()> {
    pub(crate) state: G::State,
    pub(crate) dealer: D,
    pub(crate) recorder: T,
}

// Not derived: a derive would ask the rules themselves to be `Clone`.
impl<G: Game, D: Clone, T: Clone> Clone for Live<G, D, T> {
    fn clone(&self) -> Self {
        Live { state: self.state, dealer: self.dealer.clone(), recorder: self.recorder.clone() }
    }
}

impl<G: Game, D, T> fmt::Debug for Live<G, D, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").field("state", &self.state).finish_non_exhaustive()
    }
}

impl<G: Game, D, T> Live<G, D, T> {
    /// A position from which this dealer goes on. Nothing is dealt yet.
    #[inline]
    pub fn at(state: G::State, dealer: D, recorder: T) -> Self {
        Live { state, dealer, recorder }
    }

    /// The position. Chance is to move in it only for whoever takes inputs one by one.
    #[inline]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Who deals.
    pub fn dealer(&self) -> &D {
        &self.dealer
    }

    /// The position, and who deals: for a dealer whose source of chance others draw from too.
    #[inline]
    pub fn parts(&mut self) -> (&G::State, &mut D) {
        (&self.state, &mut self.dealer)
    }

    /// Goes back to the position before the first input; the dealer goes on as it is.
    #[inline]
    pub fn restart(&mut self, game: &G) {
        self.state = game.start();
    }

    /// What is kept.
    pub fn recorder(&self) -> &T {
        &self.recorder
    }
}

impl<G: Game, D: Dealer<G>, T: Recorder<G>> Live<G, D, T> {
    /// Deals up to the first decision.
    ///
    /// # Errors
    /// If the dealer can't.
    pub fn new(game: &G, dealer: D, recorder: T, log: &mut impl Log<G::Event>) -> Result<Self, DealError> {
        let mut live = Live::at(game.start(), dealer, recorder);
        live.settle(game, log)?;
        Ok(live)
    }

    /// Takes a seat's action, then deals up to the next decision.
    ///
    /// # Errors
    /// If the rules refuse the action (nothing has changed then), or the dealer can't go on.
    #[inline]
    pub fn play(
        &mut self,
        game: &G,
        seat: Seat,
        action: G::Action,
        log: &mut impl Log<G::Event>,
    ) -> Result<(), RunError<G::Illegal>> {
        self.step(game, Input::Play(seat, action), log)
    }

    /// Says that the acting seat's window has passed, then deals up to the next decision.
    ///
    /// # Errors
    /// If no window is open, or the dealer can't go on.
    pub fn expire(&mut self, game: &G, log: &mut impl Log<G::Event>) -> Result<(), RunError<G::Illegal>> {
        self.step(game, Input::Expire, log)
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
        self.step(game, Input::Edit(edit), log)
    }

    /// Takes one input, then deals up to the next decision.
    ///
    /// # Errors
    /// If the rules refuse it (nothing has changed then), or the dealer can't go on.
    #[inline]
    pub fn step(
        &mut self,
        game: &G,
        input: InputOf<G>,
        log: &mut impl Log<G::Event>,
    ) -> Result<(), RunError<G::Illegal>> {
        self.take(game, input, log).map_err(RunError::Refused)?;
        self.settle(game, log).map_err(RunError::Deal)
    }

    /// Takes one input, and deals nothing after it.
    ///
    /// # Errors
    /// If the rules refuse it; nothing has changed then.
    #[allow(
        clippy::inline_always,
        reason = "rollouts are compiled for processor features: only what is inlined is"
    )]
    #[inline(always)]
    pub fn take(
        &mut self,
        game: &G,
        input: InputOf<G>,
        log: &mut impl Log<G::Event>,
    ) -> Result<(), G::Illegal> {
        if self.recorder.listens() {
            return self.take_heard(game, input, log);
        }
        let Live { state, dealer, .. } = self;
        apply(game, state, input, &mut ears::<G, _, _>(dealer, log))?;
        self.recorder.keep(input);
        Ok(())
    }

    /// The same where what is kept hears of it: the events of the one execution go to all who want them.
    #[cold]
    fn take_heard(
        &mut self,
        game: &G,
        input: InputOf<G>,
        log: &mut impl Log<G::Event>,
    ) -> Result<(), G::Illegal> {
        let (before, mut events) = (self.state, Vec::new());
        let Live { state, dealer, .. } = self;
        apply(game, state, input, &mut ears::<G, _, _>(dealer, &mut events))?;
        self.recorder.observe(game, &before, &events);
        self.recorder.keep(input);
        for event in events {
            log.push(|| event);
        }
        Ok(())
    }

    /// Deals up to the next decision.
    ///
    /// # Errors
    /// If the dealer can't.
    #[inline]
    pub fn settle(&mut self, game: &G, log: &mut impl Log<G::Event>) -> Result<(), DealError> {
        while game.turn(&self.state) == Turn::Chance {
            self.draw(game, log)?;
        }
        Ok(())
    }

    /// Deals one outcome; chance must be to move.
    ///
    /// # Errors
    /// If the dealer can't.
    #[allow(
        clippy::inline_always,
        reason = "rollouts are compiled for processor features: only what is inlined is"
    )]
    #[inline(always)]
    pub fn draw(&mut self, game: &G, log: &mut impl Log<G::Event>) -> Result<(), DealError> {
        let chance = self.dealer.draw(game, &self.state)?;
        if let Err(illegal) = self.take(game, Input::Chance(chance), log) {
            return Err(misdealt::<G>(chance, &illegal));
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
    Tee { listens: D::LISTENS, listener: |event: &G::Event| dealer.observe(event), log }
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
