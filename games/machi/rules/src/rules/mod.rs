//! The rules: [`MachiKoro`] keeps the contract; legality, turns, income, purple cards, building and random play have a file each.

mod building;
mod hot;
mod income;
mod legality;
mod purple;
mod sampling;
mod turns;
mod what_if;

pub use what_if::Roll;

use alloc::vec::Vec;
use core::convert::Infallible;

use tercet_game::{ConfigError, End, Game, Log, Scores, Seat, Seats, Turn};

use crate::action::{Action, Chance, Event, Illegal, Kind};
use crate::card_set::CardSet;
use crate::cities::City;
use crate::config::{Config, MarketKind};
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
}

impl MachiKoro {
    /// Does an action that is among the choices. What follows without a decision follows at once.
    #[inline(never)]
    fn take(&self, state: &mut State, action: Action, log: &mut impl Log<Event>) {
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

    /// Decides what has one answer (R32).
    #[inline]
    fn settle(&self, state: &mut State, log: &mut impl Log<Event>) {
        while let Some(only) = self.only_choice(state) {
            self.take(state, only, log);
        }
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
        self.take_inline(state, action, log);
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
            (Phase::Deal { row }, Chance::Deal(kind)) if self.can_deal(state, row, kind) => {
                self.dealt(state, kind, log);
            }
            (Phase::Throw { exhibited }, Chance::Throw(sum)) if (2..=12).contains(&sum) => {
                self.thrown(state, sum, exhibited, log);
            }
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

impl MachiKoro {
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
