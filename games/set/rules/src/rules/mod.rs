//! The rules: [`SetGame`] keeps the contract; claims, dealing and what seats do have a file each.

pub(crate) mod claims;
pub(crate) mod dealing;
mod race;

use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use tercet_game::{
    ConfigError, End, Game, Log, Notation, NotationError, Rng, Sample, Scores, Seat, Seats, Trades, Turn,
};

use crate::action::{Action, Claim, Event, Illegal};
use crate::card::Card;
use crate::config::{Config, Refill, Variant};
use crate::solver::choose_set;
use crate::state::{Phase, Setup, SetupError, State};

/// SET under one config.
///
/// ```
/// use tercet_game::{Game, Turn};
/// use tercet_set::{Config, SetGame};
///
/// let game = SetGame::new(&Config::default())?;
/// assert_eq!(game.turn(&game.start()), Turn::Chance);
/// # Ok::<(), tercet_game::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetGame {
    pub(crate) config: Config,
}

impl SetGame {
    /// Makes a position from outside into a state, or says what is wrong with it. The seats are to play.
    ///
    /// # Errors
    /// If a card is in two places, not of this variant, or the board is not one that the config allows.
    pub fn position(&self, setup: &Setup) -> Result<State, SetupError> {
        let mut state = setup.place(&self.config)?;
        if self.config.variant == Variant::Puzzle {
            let sets = self.with_claims(&state, <[Claim]>::len);
            if self.on_board(&state) != 12 || sets != usize::from(self.config.puzzle_sets) {
                return Err(SetupError::NotThePuzzle);
            }
        }
        let least = self.config.claim_size() as u8;
        if self.config.seats > 1 && state.stock > 0 && self.on_board(&state) < least {
            return Err(SetupError::TooFewCards { least });
        }
        self.end_if_stuck(&mut state, &mut ());
        Ok(state)
    }

    /// All right claims, ascending: what a solver shows, and what a race's legal list does not reveal.
    pub fn claims(&self, state: &State) -> Vec<Claim> {
        self.with_claims(state, <[Claim]>::to_vec)
    }

    fn may_deal(&self, state: &State, seat: Seat, has_claim: impl FnOnce() -> bool) -> bool {
        !state.asking().contains(seat) && self.deal_refusal(state, has_claim).is_ok()
    }

    fn is_acting(&self, state: &State, seat: Seat) -> bool {
        state.phase == Phase::Playing && self.acting(state).contains(seat)
    }

    /// The actions of a seat in a race that follow the claims.
    fn race_tail(&self, state: &State, seat: Seat) -> [Option<Action>; 2] {
        if state.caller().is_some() {
            return [None; 2];
        }
        let deal = self.may_deal(state, seat, || self.has_claim(state)).then_some(Action::Deal);
        [deal, (self.config.call_ms > 0).then_some(Action::Call)]
    }

    /// The board, if it is the usual one: twelve cards without holes whose Sets are what can be claimed.
    #[inline]
    fn plain_twelve<'s>(&self, state: &'s State) -> Option<&'s [Card; 12]> {
        let is_plain = matches!(self.config.variant, Variant::Standard | Variant::Junior);
        let has_holes = self.config.refill == Refill::InPlace;
        if is_plain && !has_holes && state.len == 12 { state.cells.first_chunk() } else { None }
    }

    /// May the seats claim without having called?
    fn claims_are_open(&self, state: &State) -> bool {
        self.config.call_ms == 0 || state.caller().is_some()
    }
}

impl Game for SetGame {
    type Config = Config;
    type State = State;
    type Action = Action;
    type Chance = Card;
    type Edit = Infallible;
    type Event = Event;
    type Illegal = Illegal;

    const ID: &'static str = "set";
    const RULES_VERSION: u16 = 1;

    fn new(config: &Config) -> Result<SetGame, ConfigError> {
        config.check()?;
        Ok(SetGame { config: config.clone() })
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn seats(&self) -> u8 {
        self.config.seats
    }

    fn limit(&self) -> u32 {
        self.config.limit.into()
    }

    fn start(&self) -> State {
        State::start(&self.config)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            _ if state.owed > 0 => Turn::Chance,
            Phase::Over(_) => Turn::Over,
            _ => Turn::Seats(self.acting(state)),
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !self.is_acting(state, seat) {
            return;
        }
        if self.config.seats == 1 {
            self.with_claims(state, |claims| {
                out.extend(claims.iter().map(|&claim| Action::Claim(claim)));
                out.extend(self.may_deal(state, seat, || !claims.is_empty()).then_some(Action::Deal));
            });
            return;
        }
        if self.claims_are_open(state) {
            self.race_claims(state, |claim| {
                out.push(Action::Claim(claim));
                true
            });
        }
        out.extend(self.race_tail(state, seat).into_iter().flatten());
    }

    #[inline]
    fn play(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        match state.phase {
            Phase::Playing if self.acting(state).contains(seat) => {}
            Phase::Playing => return Err(Illegal::NotYourTurn(seat)),
            Phase::Over(_) => return Err(Illegal::GameOver),
            Phase::Dealing | Phase::Refilling | Phase::Adding => return Err(Illegal::CardsOwed),
        }
        self.act(state, seat, action, log)?;
        state.plays += 1;
        if state.plays == self.config.limit && !matches!(state.phase, Phase::Over(_)) {
            Self::end(state, End::Limit, log);
        }
        Ok(())
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(u32, Card)>) {
        if state.owed > 0 {
            out.extend(state.unseen.iter().map(|card| (1, card)));
        }
    }

    #[inline]
    fn resolve(&self, state: &mut State, card: Card, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        self.take_card(state, card, log)
    }

    fn window(&self, state: &State) -> Option<u32> {
        state.caller().map(|_| self.config.call_ms)
    }

    fn expire(&self, state: &mut State, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        self.time_out(state, log)
    }

    fn edit(&self, _state: &mut State, edit: Infallible, _log: &mut impl Log<Event>) -> Result<(), Illegal> {
        match edit {}
    }

    /// A Set is a point; wrong claims and fines cost one (R17).
    fn scores(&self, state: &State) -> Scores {
        let mut points = [0; Config::MAX_SEATS as usize];
        for seat in Seats::first(self.config.seats).iter() {
            points[seat.index()] = i32::from(state.sets(seat)) - i32::from(state.lost(seat));
        }
        let end = if let Phase::Over(end) = state.phase { Some(end) } else { None };
        Scores::new(&points[..usize::from(self.config.seats)], end)
    }
}

/// Nothing is bought.
impl Trades for SetGame {}

impl Sample for SetGame {
    fn sample_action(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if !self.is_acting(state, seat) {
            return None;
        }
        if self.config.seats > 1 {
            return self.sample_race(state, seat, rng);
        }
        if let Some(twelve) = self.plain_twelve(state) {
            let set = choose_set(twelve, |sets| {
                rng.below(sets + u32::from(self.may_deal(state, seat, || sets > 0)))
            });
            return Some(set.map_or(Action::Deal, |[i, j, k]| {
                Action::Claim(Claim::of([i as u8, j as u8, k as u8, u8::MAX]))
            }));
        }
        self.with_claims(state, |claims| {
            let deal = self.may_deal(state, seat, || !claims.is_empty());
            let choice = rng.below(claims.len() as u32 + u32::from(deal)) as usize;
            Some(claims.get(choice).map_or(Action::Deal, |&claim| Action::Claim(claim)))
        })
    }

    fn sample_outcome(&self, state: &State, rng: &mut Rng) -> Option<Card> {
        if state.owed == 0 {
            return None;
        }
        let rank = rng.below(state.stock.into());
        state.unseen.nth(rank as usize)
    }
}

impl SetGame {
    fn sample_race(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let mut claims = 0;
        if self.claims_are_open(state) {
            self.race_claims(state, |_| {
                claims += 1;
                true
            });
        }
        let tail = self.race_tail(state, seat);
        let all = claims + tail.iter().flatten().count() as u32;
        if all == 0 {
            return None;
        }
        let choice = rng.below(all);
        if choice >= claims {
            return tail.into_iter().flatten().nth((choice - claims) as usize);
        }
        let (mut rank, mut chosen) = (0, None);
        self.race_claims(state, |claim| {
            chosen = (rank == choice).then_some(Action::Claim(claim));
            rank += 1;
            chosen.is_none()
        });
        chosen
    }
}

impl Notation for SetGame {
    const READS_EVENTS: bool = true;

    fn actions(&self) -> Vec<Self::Action> {
        tercet_game::numbered_actions(self)
    }

    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{action}")
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        text.parse()
    }

    fn write_chance(&self, card: Card, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{card}")
    }

    fn read_chance(&self, text: &str) -> Result<Card, NotationError> {
        text.parse()
    }

    fn write_edit(&self, edit: Infallible, _out: &mut dyn fmt::Write) -> fmt::Result {
        match edit {}
    }

    fn read_edit(&self, text: &str) -> Result<Infallible, NotationError> {
        Err(NotationError::new(text, "nothing of SET is changed by hand"))
    }

    fn write_event(&self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{event}")
    }

    fn read_event(&self, text: &str) -> Result<Event, NotationError> {
        text.parse()
    }
}
