//! Positions from outside: any, for a question about one roll; a possible one, to be played on (R29).

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use tercet_game::{Seat, Seats};

use crate::action::{Kind, Site};
use crate::cities::{Cities, City};
use crate::config::MarketKind;
use crate::facts::{Landmark, PURSE_LIMIT};
use crate::rules::MachiKoro;
use crate::state::{Phase, State};
use crate::text::read_landmark;

/// What each player has and whose turn it is. It may be nonsense: [`MachiKoro::position`] says whether it can be
/// played on, [`MachiKoro::what_if`] takes it as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The players by seat.
    pub players: Vec<Player>,
    /// Whose turn it is.
    pub roller: u8,
    /// What lies open in the market; `None` for all that nobody has.
    pub market: Option<Vec<(String, u8)>>,
}

/// What a player has, by names in whatever spelling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The purse.
    pub coins: u32,
    /// Cards with their numbers of copies.
    pub cards: Vec<(String, u8)>,
    /// How many copies of a card are closed.
    pub closed: Vec<(String, u8)>,
    /// Landmarks that are built. City Hall is taken for granted.
    pub landmarks: Vec<String>,
    /// What lies on the card that is invested in.
    pub invested: u32,
}

/// A position that can't be taken: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// Whose city, if it is one's.
    pub seat: Option<Seat>,
    /// What is wrong.
    pub why: String,
}

impl PositionError {
    pub(crate) fn new(why: impl Into<String>) -> PositionError {
        PositionError { seat: None, why: why.into() }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "{seat}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl core::error::Error for PositionError {}

impl MachiKoro {
    /// A position as a state before the roll, if it can be played on.
    ///
    /// # Errors
    /// If it names what is not in the game, exceeds the supply, has a purple card twice in a city, is won, or shows a
    /// market that R26 would not.
    pub fn position(&self, position: &Position) -> Result<State, PositionError> {
        let mut state = self.any_position(position)?;
        for seat in Seats::first(self.config.players).iter() {
            let city = state.city(seat);
            self.check_city(city).map_err(|why| PositionError { seat: Some(seat), why })?;
        }
        self.stock(&mut state, position.market.as_deref())?;
        state.phase =
            if state.own().has(Landmark::TrainStation) { Phase::ChooseDice } else { Phase::Roll { dice: 1 } };
        state.turn = 1;
        Ok(state)
    }

    /// Any position as a state before the roll, with an empty market: for questions, not to be played on.
    ///
    /// # Errors
    /// If it names what is not in the game, or has another number of players.
    pub fn any_position(&self, position: &Position) -> Result<State, PositionError> {
        let count = position.players.len();
        if count != usize::from(self.config.players) {
            let why = format!("{count} players are given, and this game has {}", self.config.players);
            return Err(PositionError::new(why));
        }
        if usize::from(position.roller) >= count {
            let why = format!("the roller is player {}, and there are {count}", position.roller + 1);
            return Err(PositionError::new(why));
        }
        let mut state = State { roller: Seat(position.roller), turn: 1, ..State::EMPTY };
        for (seat, player) in Seats::first(self.config.players).iter().zip(&position.players) {
            self.settle_city(&mut state.cities, seat, player)
                .map_err(|why| PositionError { seat: Some(seat), why })?;
        }
        Ok(state)
    }

    /// Gives a seat what the player has.
    fn settle_city(&self, cities: &mut Cities, seat: Seat, player: &Player) -> Result<(), String> {
        if player.coins > PURSE_LIMIT || player.invested > PURSE_LIMIT {
            return Err(format!("a purse holds at most {PURSE_LIMIT} coins"));
        }
        cities.set_coins(seat, player.coins);
        cities.set_invested(seat, player.invested);
        for (name, copies) in &player.cards {
            let kind = self.read_kind(name).map_err(|error| format!("{error}"))?;
            let owned: u32 = cities.iter().map(|city| u32::from(city.copies(kind))).sum();
            if owned + u32::from(*copies) > u8::MAX.into() {
                return Err(format!("more than {} copies of {name} in all cities", u8::MAX));
            }
            cities.set_copies(seat, kind, cities.of(seat).copies(kind) + copies);
        }
        for (name, copies) in &player.closed {
            let kind = self.read_kind(name).map_err(|error| format!("{error}"))?;
            let owned = cities.of(seat).copies(kind);
            if *copies > owned {
                return Err(format!("{copies} closed copies of {name}, and {owned} owned"));
            }
            cities.set_closed(seat, kind, *copies);
        }
        for name in player.landmarks.iter().filter(|name| crate::card::slug(name) != "city_hall") {
            let landmark = read_landmark(name).map_err(|error| format!("{error}"))?;
            if self.tables.landmarks & landmark.bit() == 0 {
                return Err(format!("{} is not in this game", landmark.title()));
            }
            cities.set_landmarks(seat, cities.of(seat).built_bits() | landmark.bit());
        }
        Ok(())
    }

    fn check_city(&self, city: City<'_>) -> Result<(), String> {
        if city.built_bits() == self.tables.landmarks {
            return Err("has all landmarks: the game is over".to_owned());
        }
        let twice = Kind::all(city.owned() & self.tables.purple).find(|&kind| city.copies(kind) > 1);
        if let Some(kind) = twice {
            return Err(format!("has {} more than once", self.cards.card(kind).name));
        }
        let hosts = city.owned() & self.tables.invest != 0;
        if city.invested() > 0 && !hosts {
            return Err("has coins on a card that is not there".to_owned());
        }
        Ok(())
    }

    /// Puts what nobody has into the market: face up as named, or all of it where all lies open.
    fn stock(&self, state: &mut State, shown: Option<&[(String, u8)]>) -> Result<(), PositionError> {
        for (kind, card) in self.cards.iter() {
            let given =
                if self.tables.starting & kind.bit() == 0 { 0 } else { u32::from(self.config.players) };
            let owned: u32 = state.cities.iter().map(|city| u32::from(city.copies(kind))).sum();
            let all = u32::from(self.cards.copies(kind)) + given;
            if owned > all {
                return Err(PositionError::new(format!(
                    "{owned} copies of {} are owned, and there are {all}",
                    card.name
                )));
            }
            let left = (all - owned).min(u32::from(self.cards.copies(kind))) as u8;
            state.market.set_deck(kind, left);
        }
        if self.config.market() == MarketKind::Total {
            return self.show_all(state, shown);
        }
        self.retire(state, &mut ());
        let shown =
            shown.ok_or_else(|| PositionError::new("a dealt market must be named: what lies open?"))?;
        for (name, copies) in shown {
            let kind =
                self.read_kind(name).map_err(|error| PositionError::new(format!("market: {error}")))?;
            let left = state.market.deck(kind);
            if *copies > left {
                return Err(PositionError::new(format!(
                    "market: {copies} copies of {name} lie open, and {left} are left"
                )));
            }
            state.market.set_deck(kind, left - copies);
            state.market.set_shown(kind, state.market.shown(kind) + copies);
        }
        if self.row_to_fill(&state.market).is_some() {
            return Err(PositionError::new("market: fewer different cards lie open than the rules ask for"));
        }
        Ok(())
    }

    fn show_all(&self, state: &mut State, shown: Option<&[(String, u8)]>) -> Result<(), PositionError> {
        if shown.is_some() {
            return Err(PositionError::new("market: everything lies open in this game, so it is not named"));
        }
        for (kind, _) in self.cards.iter() {
            state.market.set_shown(kind, state.market.deck(kind));
            state.market.set_deck(kind, 0);
        }
        Ok(())
    }

    /// What a card or landmark costs.
    pub fn cost(&self, site: Site) -> u8 {
        match site {
            Site::Card(kind) => self.cards.card(kind).cost,
            Site::Landmark(landmark) => landmark.cost(),
        }
    }
}
