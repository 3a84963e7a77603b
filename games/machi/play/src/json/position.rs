//! Positions: the one form in which every command reads and writes them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tercet_game::{ConfigError, Game, Seat, Seats, Settings};
use tercet_machi::{Config, Expansion, Landmark, MachiKoro, MarketKind, Player, Position, State};

use tercet_entry::ShapeError;
use tercet_entry::json::read_value;

/// What each player has, whose turn it is, and by which rules. Seats count from zero, cards go by their names in
/// whatever spelling. It may be won, exceed the supply or lack starting cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionJson {
    /// `{"harbor":true,"millionaires_row":false}`, and any other option of the rules by its name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rules: BTreeMap<String, Value>,
    /// The players by seat.
    pub players: Vec<PlayerJson>,
    /// Whose turn it is.
    pub active: u8,
    /// What lies open, where not everything does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub market: Option<BTreeMap<String, u8>>,
}

/// What a player has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerJson {
    /// The purse.
    pub coins: u32,
    /// Cards with their numbers of copies.
    pub cards: BTreeMap<String, u8>,
    /// Landmarks that are built.
    pub landmarks: Vec<String>,
    /// How many copies of a card are closed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub closed: BTreeMap<String, u8>,
    /// What lies on a Tech Startup.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub investment: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl PositionJson {
    /// Reads a position; fields that it does not know are passed over, because records hold results too.
    ///
    /// # Errors
    /// If a field is missing or of the wrong type; the error names it.
    pub fn read(value: &Value) -> Result<PositionJson, ShapeError> {
        if !value.is_object() {
            return Err(ShapeError::Json("not an object".to_owned()));
        }
        read_value(value.clone())
    }

    /// A state of a game as a position.
    pub fn of(game: &MachiKoro, state: &State) -> PositionJson {
        let has = |expansion: &Expansion| game.config().has(*expansion);
        let names = Expansion::ALL.into_iter().filter(has).map(|expansion| expansion.name().to_owned());
        let card = |(kind, copies)| (game.cards().card(kind).name.to_string(), copies);
        let dealt = game.config().market() != MarketKind::Total;
        PositionJson {
            rules: names.map(|name| (name, Value::Bool(true))).collect(),
            players: Seats::first(game.seats())
                .iter()
                .map(|seat| PlayerJson::of(game, state, seat))
                .collect(),
            active: state.roller().0,
            market: dealt.then(|| state.market().cards().map(card).collect()),
        }
    }

    /// The config of its game, on top of another.
    ///
    /// # Errors
    /// If `rules` names what is no option.
    pub fn config(&self, base: &Config) -> Result<Config, ConfigError> {
        let mut config = Config { players: self.players.len().try_into().unwrap_or(u8::MAX), ..base.clone() };
        for (name, value) in &self.rules {
            match (Expansion::from_name(name), value) {
                (Some(expansion), Value::Bool(wanted)) => {
                    config.expansions.retain(|other| other != &expansion);
                    config.expansions.extend(wanted.then_some(expansion));
                    config.expansions.sort_unstable();
                }
                (Some(_), _) => return Err(ConfigError::new(name, "in `rules` it is true or false")),
                (None, Value::String(text)) => config.set(name, text)?,
                (None, other) => config.set(name, &other.to_string())?,
            }
        }
        Ok(config)
    }

    /// The position, as the rules take it.
    pub fn position(&self) -> Position {
        Position {
            players: self.players.iter().map(PlayerJson::player).collect(),
            roller: self.active,
            market: self.market.as_ref().map(pairs),
        }
    }
}

impl PlayerJson {
    pub(super) fn of(game: &MachiKoro, state: &State, seat: Seat) -> PlayerJson {
        let city = state.city(seat);
        let name = |kind| game.cards().card(kind).name.to_string();
        let closed = city.cards().map(|(kind, _)| (name(kind), city.closed(kind)));
        PlayerJson {
            coins: city.coins(),
            cards: city.cards().map(|(kind, copies)| (name(kind), copies)).collect(),
            landmarks: city.landmarks().map(Landmark::title).map(str::to_owned).collect(),
            closed: closed.filter(|(_, copies)| *copies > 0).collect(),
            investment: city.invested(),
        }
    }

    fn player(&self) -> Player {
        Player {
            coins: self.coins,
            cards: pairs(&self.cards),
            closed: pairs(&self.closed),
            landmarks: self.landmarks.clone(),
            invested: self.investment,
        }
    }
}

fn pairs(counts: &BTreeMap<String, u8>) -> Vec<(String, u8)> {
    counts.iter().map(|(name, &copies)| (name.clone(), copies)).collect()
}
