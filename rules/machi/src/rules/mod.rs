//! The rules: [`MachiKoro`] keeps the contract; turns, income, purple cards and building have a file each.

mod building;
mod income;
mod purple;
mod turns;
mod what_if;

pub use what_if::Roll;

use alloc::vec::Vec;
use core::convert::Infallible;

use tercet_game::{ConfigError, End, Game, Log, Ranks, Rng, Sample, Scores, Seat, Seats, Turn};

use crate::action::{Action, Chance, Event, Illegal, Kind};
use crate::card_set::CardSet;
use crate::choices::Choices;
use crate::cities::City;
use crate::config::{BusinessCenter, Config, MarketKind};
use crate::facts::Landmark;
use crate::market::Market;
use crate::state::{Phase, State};
use crate::tables::Tables;

/// Machi Koro under one config.
///
/// ```
/// use tercet_game::{Game, Turn};
/// use tercet_machi::{Config, MachiKoro};
///
/// let game = MachiKoro::new(&Config::base(4))?;
/// assert_eq!(game.turn(&game.start()), Turn::Chance);
/// # Ok::<(), tercet_game::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachiKoro {
    pub(crate) config: Config,
    pub(crate) cards: CardSet,
    pub(crate) tables: Tables,
    /// The position before the first input, made once.
    start: State,
}

impl MachiKoro {
    /// The cards of this game.
    pub fn cards(&self) -> &CardSet {
        &self.cards
    }

    /// The landmarks that a player needs to win.
    pub fn landmarks(&self) -> impl Iterator<Item = Landmark> + '_ {
        Landmark::ALL.into_iter().filter(|landmark| self.tables.landmarks & landmark.bit() != 0)
    }

    /// The kinds of a city that may be exchanged, with their numbers of copies (R16, R31).
    #[inline]
    pub fn exchangeable<'a>(&self, city: City<'a>) -> impl Iterator<Item = (Kind, u8)> + use<'a> {
        Kind::all(self.movable(city)).map(move |kind| (kind, city.copies(kind)))
    }

    /// The kinds that the roller could build now.
    pub fn affordable(&self, state: &State) -> impl Iterator<Item = Kind> + use<> {
        Kind::all(self.buildable(state))
    }

    /// The finish score of R27 without the winner's 25: 3 for each coin of landmarks, 2 of establishments, 1 in the purse.
    pub fn worth(&self, city: City<'_>) -> i32 {
        let landmarks: u32 = city.landmarks().map(|landmark| u32::from(landmark.cost())).sum();
        let cost = |kind: Kind| u32::from(self.tables.costs[kind.index()]);
        let cards: u32 = city.cards().map(|(kind, copies)| cost(kind) * u32::from(copies)).sum();
        (3 * landmarks + 2 * cards + city.coins()) as i32
    }

    /// What may be decided now: the one test of legality. Building is two decisions in three, so it is kept apart from the
    /// large match, here and below: the processor guesses its way through one branch better than through a table of them.
    #[inline]
    pub(crate) fn choices(&self, state: &State) -> Choices {
        if !matches!(state.phase, Phase::Build) {
            return self.other_choices(state);
        }
        let own = state.own();
        let landmarks = self.tables.landmarks_within(own.coins()) & !own.built_bits();
        Choices::Build { kinds: self.buildable(state), landmarks }
    }

    #[inline(never)]
    fn other_choices(&self, state: &State) -> Choices {
        if let Some(answers) = state.phase.answers() {
            return Choices::Two(answers);
        }
        let own = state.own();
        match state.phase {
            Phase::Demolish { .. } => Choices::Demolish { landmarks: own.built_bits() },
            Phase::Move { .. } => {
                Choices::Moves { kinds: own.owned() & !self.tables.purple, seats: self.other_seats(state) }
            }
            Phase::Activate => Choices::Kinds { kinds: state.purples, to: Action::Activate, decline: false },
            Phase::Target { .. } => {
                Choices::Seats { seats: self.other_seats(state), to: Action::Target, decline: false }
            }
            Phase::Exchange { .. } => {
                let decline = self.config.business_center == BusinessCenter::Optional;
                Choices::Seats { seats: self.partners(state), to: Action::Exchange, decline }
            }
            Phase::Give { .. } => {
                Choices::Kinds { kinds: self.movable(own), to: Action::Give, decline: false }
            }
            Phase::Take { with, .. } => {
                Choices::Kinds { kinds: self.movable(state.city(with)), to: Action::Take, decline: false }
            }
            Phase::Renovate { .. } => {
                let kinds = u64::MAX >> (64 - self.cards.len());
                Choices::Kinds { kinds: kinds & !self.tables.purple, to: Action::Renovate, decline: false }
            }
            Phase::Exhibit { .. } => Choices::Kinds {
                kinds: own.owned() & !self.tables.purple,
                to: Action::Exhibit,
                decline: true,
            },
            _ => Choices::None,
        }
    }

    /// The kinds that lie open, can be paid, and are not purple ones that the roller has (R24).
    #[inline]
    fn buildable(&self, state: &State) -> u64 {
        let own = state.own();
        state.market.on_show & self.tables.within(own.coins()) & !(own.owned() & self.tables.purple)
    }

    fn other_seats(&self, state: &State) -> u8 {
        ((1 << self.tables.players) - 1) & !(1 << state.roller.0)
    }

    /// The kinds of a city that may be exchanged (R16, R31).
    fn movable(&self, city: City<'_>) -> u64 {
        if self.tables.is_compat { city.owned() } else { city.owned() & !self.tables.purple }
    }

    /// The seats with which the roller can exchange, a bit each.
    fn partners(&self, state: &State) -> u8 {
        if self.movable(state.own()) == 0 {
            return 0;
        }
        let can = |seat: &Seat| self.movable(state.city(*seat)) != 0;
        state.others(self.tables.players).filter(can).fold(0, |seats, seat| seats | 1 << seat.0)
    }

    /// Does an action that is among the choices. What follows without a decision follows at once.
    #[inline]
    fn take(&self, state: &mut State, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Build(kind) => self.build(state, kind, log),
            Action::Roll(dice) => state.phase = Phase::Roll { dice },
            _ => self.take_other(state, action, log),
        }
    }

    #[inline(never)]
    fn take_other(&self, state: &mut State, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Roll(dice) => state.phase = Phase::Roll { dice },
            Action::Keep => self.keep(state, log),
            Action::Reroll => Self::reroll(state, log),
            Action::AddTwo => self.add_two(state, log),
            Action::Stay => self.income(state, log),
            Action::Target(seat) => self.target(state, seat, log),
            Action::Exchange(with) => state.phase = Phase::Give { with },
            Action::Give(give) => Self::give(state, give),
            Action::Take(take) => self.swap(state, take, log),
            Action::Demolish(landmark) => self.demolish(state, landmark, log),
            Action::Move(kind, to) => self.move_card(state, kind, to, log),
            Action::Renovate(kind) => self.renovate(state, kind, log),
            Action::Exhibit(kind) => self.exhibit(state, kind, log),
            Action::Activate(kind) => self.fire_next(state, kind, log),
            Action::Decline => self.decline(state, log),
            Action::Build(kind) => self.build(state, kind, log),
            Action::BuildLandmark(landmark) => self.build_landmark(state, landmark, log),
            Action::Pass => self.pass(state, log),
            Action::Invest | Action::Save => self.invest(state, u32::from(action == Action::Invest), log),
        }
    }

    /// Is the action among the choices? What is done most often is tested without making them, and by `matches!`: equality of
    /// phases, which carry data, is a call in large programs.
    #[inline]
    fn is_legal(&self, state: &State, action: Action) -> bool {
        match action {
            Action::Build(kind) => {
                matches!(state.phase, Phase::Build)
                    && kind.0 < Kind::MAX
                    && self.buildable(state) & kind.bit() != 0
            }
            Action::Roll(dice) => matches!(state.phase, Phase::ChooseDice) && (dice == 1 || dice == 2),
            Action::Keep | Action::Reroll => matches!(state.phase, Phase::KeepOrReroll),
            Action::AddTwo | Action::Stay => matches!(state.phase, Phase::AddTwo),
            Action::Invest | Action::Save => matches!(state.phase, Phase::Invest),
            _ => self.is_chosen(state, action),
        }
    }

    #[inline(never)]
    fn is_chosen(&self, state: &State, action: Action) -> bool {
        self.choices(state).contains(action)
    }

    /// What chance brings apart from dice that are rolled. Could it come?
    #[inline(never)]
    fn resolve_other(&self, state: &mut State, chance: Chance, log: &mut impl Log<Event>) -> bool {
        match (state.phase, chance) {
            (Phase::Deal { row }, Chance::Deal(kind)) => return self.dealt(state, row, kind, log),
            (Phase::Throw { exhibited }, Chance::Throw(sum)) if (2..=12).contains(&sum) => {
                self.thrown(state, sum, exhibited, log);
            }
            _ => return false,
        }
        true
    }

    /// Why an outcome that can't come is refused.
    #[cold]
    fn misfit(state: &State, chance: Chance) -> Illegal {
        Illegal::Impossible(match state.phase {
            Phase::Roll { dice: 1 } => "one die is to fall: `die 1` to `die 6`",
            Phase::Roll { .. } => "two dice are to fall, the lower first: `dice 2 5`",
            Phase::Throw { .. } => "two dice are thrown for boats: `throw 2` to `throw 12`",
            Phase::Deal { .. } if matches!(chance, Chance::Deal(_)) => {
                "no copy of that card can come into the market now"
            }
            Phase::Deal { .. } => "a card is to be dealt: `deal ranch`",
            Phase::Over { .. } => return Illegal::GameOver,
            _ => return Illegal::NoChance,
        })
    }

    /// Decides what has one answer (R32).
    #[inline]
    fn settle(&self, state: &mut State, log: &mut impl Log<Event>) {
        while let Some(only) = self.only_choice(state) {
            self.take_other(state, only, log);
        }
    }

    /// The only legal action. The phases that come most often are tested first, without making a list of choices.
    #[inline]
    fn only_choice(&self, state: &State) -> Option<Action> {
        match state.phase {
            Phase::Deal { .. }
            | Phase::Roll { .. }
            | Phase::Throw { .. }
            | Phase::ChooseDice
            | Phase::KeepOrReroll
            | Phase::AddTwo
            | Phase::Invest => None,
            Phase::Build => {
                let own = state.own();
                let landmarks = self.tables.landmarks_within(own.coins()) & !own.built_bits();
                (self.buildable(state) | u64::from(landmarks) == 0).then_some(Action::Pass)
            }
            _ => self.only_other(state),
        }
    }

    #[inline(never)]
    fn only_other(&self, state: &State) -> Option<Action> {
        self.other_choices(state).only()
    }

    /// Why an action that is not among the choices is refused.
    #[cold]
    fn refusal(&self, state: &State, action: Action) -> Illegal {
        let coins = state.own().coins();
        match (state.phase, action) {
            (Phase::Build, Action::Build(kind)) if kind.index() >= self.cards.len() => {
                Illegal::NotACard(kind)
            }
            (Phase::Build, Action::Build(kind)) if state.market.shown(kind) == 0 => {
                Illegal::NotInMarket(kind)
            }
            (Phase::Build, Action::Build(kind)) if u32::from(self.tables.costs[kind.index()]) > coins => {
                Illegal::TooDear { cost: self.tables.costs[kind.index()], coins }
            }
            (Phase::Build, Action::Build(kind)) => Illegal::OwnedAlready(kind),
            (Phase::Build, Action::BuildLandmark(landmark)) => {
                let free = self.tables.landmarks & !state.own().built_bits() & landmark.bit() != 0;
                let dear = Illegal::TooDear { cost: landmark.cost(), coins };
                if free { dear } else { Illegal::BuiltAlready(landmark) }
            }
            (Phase::Exchange { .. }, Action::Decline) => Illegal::Mandatory,
            (Phase::Target { .. }, Action::Target(seat))
            | (Phase::Exchange { .. }, Action::Exchange(seat)) => Illegal::NotATarget(seat),
            (Phase::Move { .. }, Action::Move(kind, seat)) => {
                let mine = state.own().owned() & !self.tables.purple & kind.bit() != 0;
                if mine { Illegal::NotATarget(seat) } else { Illegal::NotACard(kind) }
            }
            (Phase::Demolish { .. }, Action::Demolish(landmark)) => Illegal::NotALandmark(landmark),
            (Phase::Give { .. }, Action::Give(kind))
            | (Phase::Take { .. }, Action::Take(kind))
            | (Phase::Renovate { .. }, Action::Renovate(kind))
            | (Phase::Exhibit { .. }, Action::Exhibit(kind))
            | (Phase::Activate, Action::Activate(kind)) => Illegal::NotACard(kind),
            (phase, _) => Illegal::NotAsked(asked(phase)),
        }
    }
}

/// What is to be done in a phase, in words that follow «now is the time to».
fn asked(phase: Phase) -> &'static str {
    match phase {
        Phase::ChooseDice => "choose the number of dice: `roll 1` or `roll 2`",
        Phase::KeepOrReroll => "`keep` the dice or `reroll`",
        Phase::AddTwo => "`add_two` or `stay`",
        Phase::Demolish { .. } => "`demolish` a landmark",
        Phase::Move { .. } => "`move` a card to a seat",
        Phase::Activate => "`activate` the next purple card",
        Phase::Target { .. } => "`target` a seat",
        Phase::Exchange { .. } => "`exchange` with a seat or `decline`",
        Phase::Give { .. } => "`give` a card",
        Phase::Take { .. } => "`take` a card",
        Phase::Renovate { .. } => "`renovate` a card",
        Phase::Exhibit { .. } => "`exhibit` a card or `decline`",
        Phase::Build => "`build` something or `pass`",
        Phase::Invest => "`invest` or `save`",
        Phase::Deal { .. } | Phase::Roll { .. } | Phase::Throw { .. } => "draw",
        Phase::Over { .. } => "stop",
    }
}

impl Game for MachiKoro {
    type Config = Config;
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Edit = Infallible;
    type Event = Event;
    type Illegal = Illegal;

    const ID: &'static str = "machi";
    const RULES_VERSION: u16 = 1;

    fn new(config: &Config) -> Result<MachiKoro, ConfigError> {
        let cards = config.check()?;
        let tables = Tables::new(config, &cards);
        let mut game = MachiKoro { config: config.clone(), cards, tables, start: State::EMPTY };
        game.start = game.first_position();
        Ok(game)
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn seats(&self) -> u8 {
        self.config.players
    }

    /// Dice, second roll and two more are four decisions, building and investing two, each purple card at most four, and
    /// each copy of a green card at most one, twice with an Exhibit Hall.
    fn limit(&self) -> u32 {
        let copies: u32 = self.cards.iter().map(|(kind, _)| u32::from(self.cards.copies(kind)) + 1).sum();
        u32::from(self.config.turn_limit) * (8 + 4 * self.cards.len() as u32 + 2 * copies)
    }

    fn start(&self) -> State {
        self.start
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Deal { .. } | Phase::Roll { .. } | Phase::Throw { .. } => Turn::Chance,
            Phase::Over { .. } => Turn::Over,
            _ => Turn::Seats(Seats::one(state.roller)),
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if seat == state.roller {
            let choices = self.choices(state);
            out.extend((0..choices.count()).map(|place| choices.nth(place)));
        }
    }

    #[inline]
    fn play(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        if seat != state.roller || !self.is_legal(state, action) {
            return Err(match self.turn(state) {
                Turn::Over => Illegal::GameOver,
                Turn::Chance => Illegal::ChanceFirst,
                Turn::Seats(_) if seat != state.roller => Illegal::NotYourTurn(seat),
                Turn::Seats(_) => self.refusal(state, action),
            });
        }
        self.take(state, action, log);
        self.settle(state, log);
        Ok(())
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(u32, Chance)>) {
        match state.phase {
            Phase::Roll { dice: 1 } => out.extend((1..=6).map(|die| (1, Chance::Die(die)))),
            Phase::Roll { .. } => {
                let pairs = (1..=6).flat_map(|low| (low..=6).map(move |high| (low, high)));
                out.extend(pairs.map(|(low, high)| (1 + u32::from(low != high), Chance::Dice(low, high))));
            }
            Phase::Throw { .. } => {
                out.extend((2..=12).map(|sum: u8| (6 - u32::from(sum.abs_diff(7)), Chance::Throw(sum))));
            }
            Phase::Deal { row } => {
                let kinds = state.market.in_deck & self.tables.row(row).kinds;
                out.extend(Kind::all(kinds).map(|kind| (state.market.deck(kind).into(), Chance::Deal(kind))));
            }
            _ => {}
        }
    }

    #[inline]
    fn resolve(&self, state: &mut State, chance: Chance, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        match (state.phase, chance) {
            (Phase::Roll { dice: 1 }, Chance::Die(die)) if (1..=6).contains(&die) => {
                self.rolled(state, [die, 0], log);
            }
            (Phase::Roll { dice: 2 }, Chance::Dice(low, high)) if 1 <= low && low <= high && high <= 6 => {
                self.rolled(state, [low, high], log);
            }
            _ if self.resolve_other(state, chance, log) => {}
            _ => return Err(Self::misfit(state, chance)),
        }
        self.settle(state, log);
        Ok(())
    }

    fn window(&self, _state: &State) -> Option<u32> {
        None
    }

    fn expire(&self, _state: &mut State, _log: &mut impl Log<Event>) -> Result<(), Illegal> {
        Err(Illegal::NoWindow)
    }

    fn edit(&self, _state: &mut State, edit: Infallible, _log: &mut impl Log<Event>) -> Result<(), Illegal> {
        match edit {}
    }

    /// R27.
    fn scores(&self, state: &State) -> Scores {
        let (end, winner) = match state.phase {
            Phase::Over { end, winner } => (Some(end), winner),
            _ => (None, None),
        };
        let mut points = [0; Config::MAX_PLAYERS as usize];
        for seat in Seats::first(self.config.players).iter() {
            let bonus = if winner == Some(seat) { 25 } else { 0 };
            points[seat.index()] = self.worth(state.city(seat)) + bonus;
        }
        let scores = Scores::new(&points[..usize::from(self.config.players)], end);
        winner.map_or(scores, |seat| scores.won_by(seat))
    }
}

impl Sample for MachiKoro {
    #[inline]
    fn sample_action(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if seat != state.roller {
            return None;
        }
        if matches!(state.phase, Phase::Build) {
            Some(self.sample_site(state, 1, rng))
        } else {
            self.sample_other(state, rng)
        }
    }

    #[inline]
    fn sample_outcome(&self, state: &State, rng: &mut Rng) -> Option<Chance> {
        match state.phase {
            Phase::Roll { dice: 1 } => Some(Chance::Die(1 + rng.below(6) as u8)),
            Phase::Roll { .. } => {
                let (low, high) = PAIRS[rng.below(36) as usize];
                Some(Chance::Dice(low, high))
            }
            Phase::Throw { .. } => Some(Chance::Throw(SUMS[rng.below(36) as usize])),
            Phase::Deal { row } => self.sample_deal(&state.market, row, |cards| rng.below(cards)),
            _ => None,
        }
    }
}

/// The 36 throws of two dice in the order of the outcomes, each as often as it weighs.
static PAIRS: [(u8, u8); 36] = {
    let mut pairs = [(0, 0); 36];
    let (mut place, mut low) = (0, 1);
    while low <= 6 {
        let mut high = low;
        while high <= 6 {
            pairs[place] = (low, high);
            place += 1;
            if low != high {
                pairs[place] = (low, high);
                place += 1;
            }
            high += 1;
        }
        low += 1;
    }
    pairs
};

/// The sums of two dice, ascending, each as often as it weighs.
static SUMS: [u8; 36] = {
    let mut sums = [0; 36];
    let (mut place, mut sum) = (0, 2);
    while sum <= 12 {
        let mut left = if sum <= 7 { sum - 1 } else { 13 - sum };
        while left > 0 {
            sums[place] = sum;
            place += 1;
            left -= 1;
        }
        sum += 1;
    }
    sums
};

impl MachiKoro {
    /// Something that the roller can build, each thing as likely as the others; `None` where it is not time to build. The
    /// rules ask only where there is something.
    #[inline]
    pub fn sample_build(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        matches!(state.phase, Phase::Build).then(|| self.sample_site(state, 0, rng))
    }

    /// One of the things that can be built, or nothing, so many times as likely as each of them.
    #[inline]
    fn sample_site(&self, state: &State, nothing: u32, rng: &mut Rng) -> Action {
        let own = state.own();
        let kinds = self.buildable(state);
        let landmarks = self.tables.landmarks_within(own.coins()) & !own.built_bits();
        let ranks = Ranks::of(kinds);
        let (cards, others) = (ranks.count(), landmarks.count_ones());
        let place = rng.below(cards + others + nothing);
        if place < cards {
            Action::Build(Kind(ranks.select(place) as u8))
        } else {
            Choices::Build { kinds: 0, landmarks }.nth(place - cards)
        }
    }

    #[inline(never)]
    fn sample_other(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        if let Some(answers) = state.phase.answers() {
            return Some(answers[rng.below(2) as usize % 2]);
        }
        let choices = self.choices(state);
        let count = choices.count();
        (count > 0).then(|| choices.nth(rng.below(count)))
    }

    /// R1.
    fn first_position(&self) -> State {
        let mut state = State::EMPTY;
        for seat in Seats::first(self.config.players).iter() {
            state.cities.set_coins(seat, self.config.starting_coins.into());
            Kind::all(self.tables.starting).for_each(|kind| state.cities.add(seat, kind));
        }
        for (kind, _) in self.cards.iter() {
            let copies = self.cards.copies(kind);
            match self.config.market() {
                MarketKind::Auto | MarketKind::Total => state.market.set_shown(kind, copies),
                MarketKind::Variable | MarketKind::Hybrid => state.market.set_deck(kind, copies),
            }
        }
        if let Some(row) = self.row_to_fill(&state.market) {
            state.phase = Phase::Deal { row };
        }
        state
    }

    /// Ends the game.
    pub(crate) fn finish(state: &mut State, end: End, winner: Option<Seat>, log: &mut impl Log<Event>) {
        state.phase = Phase::Over { end, winner };
        log.push(|| Event::Over { end });
    }

    /// The first part of the market that has fewer different kinds than it should, while there are others to come (R26).
    #[inline]
    pub(crate) fn row_to_fill(&self, market: &Market) -> Option<u8> {
        let short = |row: &crate::tables::Row| {
            market.in_deck & row.kinds != 0 && (market.on_show & row.kinds).count_ones() < row.different
        };
        self.tables.rows.iter().position(short).map(|row| row as u8)
    }
}
