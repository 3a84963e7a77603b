//! The JSON shapes of the engine types.

use serde::{Deserialize, Serialize};
use tercet_game::Game;
use tercet_set::{
    Board, Card, Color, Config, DECK_SIZE, DealOptions, DealPolicy, EngineConfig, Number, SetGame, Shading,
    Shape, TypesError,
};

use tercet_entry::json::{ShapeError, read};

/// A card: its attributes and its id, which must agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardJson {
    /// 1, 2 or 3.
    pub number: u8,
    /// `red`, `green` or `purple`.
    pub color: String,
    /// `diamond`, `squiggle` or `oval`.
    pub shape: String,
    /// `solid`, `striped` or `open`.
    pub shading: String,
    /// 0 to 80.
    pub id: u8,
}

impl From<Card> for CardJson {
    fn from(card: Card) -> CardJson {
        CardJson {
            number: card.number() as u8 + 1,
            color: card.color().to_string(),
            shape: card.shape().to_string(),
            shading: card.shading().to_string(),
            id: card.id() as u8,
        }
    }
}

impl CardJson {
    /// Reads the shape from a text.
    ///
    /// # Errors
    /// If a field is missing, unknown or of the wrong type; the error names it.
    pub fn read(text: &str) -> Result<CardJson, ShapeError> {
        read(text)
    }

    /// The card, if the words are attributes and the id is theirs.
    ///
    /// # Errors
    /// [`TypesError::InvalidCard`] if not.
    ///
    /// ```
    /// use tercet_set_play::json::CardJson;
    ///
    /// let json = r#"{"number":2,"color":"red","shape":"oval","shading":"striped","id":47}"#;
    /// let error = CardJson::read(json)?.card().unwrap_err();
    /// assert_eq!(error.to_string(), "the id of two red striped ovals is 46, not 47");
    /// # Ok::<(), tercet_entry::ShapeError>(())
    /// ```
    pub fn card(&self) -> Result<Card, TypesError> {
        let number = usize::from(self.number).checked_sub(1).and_then(|index| Number::ALL.get(index));
        let number = *number.ok_or_else(|| invalid("number", &self.number.to_string(), "1, 2, 3"))?;
        let color = Color::from_name(&self.color);
        let color = color.ok_or_else(|| invalid("color", &self.color, "red, green, purple"))?;
        let shape = Shape::from_name(&self.shape);
        let shape = shape.ok_or_else(|| invalid("shape", &self.shape, "diamond, squiggle, oval"))?;
        let shading = Shading::from_name(&self.shading);
        let shading = shading.ok_or_else(|| invalid("shading", &self.shading, "solid, striped, open"))?;
        Card::with_id(number, color, shape, shading, self.id.into())
    }
}

fn invalid(field: &str, value: &str, values: &str) -> TypesError {
    TypesError::InvalidCard(format!("`{field}`: `{value}` is not one of {values}"))
}

/// A board: as many cells as its capacity, each a card's id or null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardJson {
    /// How many cells.
    pub capacity: usize,
    /// What lies in each.
    pub cells: Vec<Option<u8>>,
}

impl From<&Board> for BoardJson {
    fn from(board: &Board) -> BoardJson {
        let id = |card: &Option<Card>| card.map(|card| card.id() as u8);
        BoardJson { capacity: board.size(), cells: board.cells().iter().map(id).collect() }
    }
}

impl BoardJson {
    /// Reads the shape from a text.
    ///
    /// # Errors
    /// If a field is missing, unknown or of the wrong type; the error names it.
    pub fn read(text: &str) -> Result<BoardJson, ShapeError> {
        read(text)
    }

    /// The board, if it has as many cells as it says, and all cards are different.
    ///
    /// # Errors
    /// [`TypesError::InvariantViolation`], [`TypesError::InvalidCard`] or [`TypesError::DuplicateCard`] if not.
    pub fn board(&self) -> Result<Board, TypesError> {
        if self.cells.len() != self.capacity {
            let why = format!("`cells` has {} entries, `capacity` is {}", self.cells.len(), self.capacity);
            return Err(TypesError::InvariantViolation(why));
        }
        let card = |id: u8| {
            let why = || format!("{id} is no card's id; ids are 0 to {}", DECK_SIZE - 1);
            Card::from_id(id.into()).ok_or_else(|| TypesError::InvalidCard(why()))
        };
        let cells: Result<Vec<Option<Card>>, _> =
            self.cells.iter().map(|cell| cell.map(card).transpose()).collect();
        Board::new(cells?)
    }
}

/// An [`EngineConfig`]'s seed and policy. What it does not name is as usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigJson {
    /// The dealer's seed.
    pub seed: u64,
    /// Must the first board and every refill hold a Set?
    pub ensure_at_least_one_set: bool,
    /// How many cards lie on the board.
    pub board_capacity: u8,
    /// How often a board without a Set is dealt again.
    pub max_resample_attempts: u8,
}

impl From<&EngineConfig> for ConfigJson {
    fn from(config: &EngineConfig) -> ConfigJson {
        let DealPolicy { ensure_at_least_one_set, board_capacity, max_resample_attempts } =
            config.deal_policy;
        let seed = config.rng.seed;
        ConfigJson { seed, ensure_at_least_one_set, board_capacity, max_resample_attempts }
    }
}

impl ConfigJson {
    /// Reads the shape from a text.
    ///
    /// # Errors
    /// If a field is missing, unknown or of the wrong type; the error names it.
    pub fn read(text: &str) -> Result<ConfigJson, ShapeError> {
        read(text)
    }

    /// The config.
    ///
    /// # Errors
    /// If the board can't have that many cards.
    pub fn config(&self) -> Result<EngineConfig, ShapeError> {
        let ConfigJson { seed, ensure_at_least_one_set, board_capacity, max_resample_attempts } = *self;
        let deal_policy = DealPolicy { ensure_at_least_one_set, board_capacity, max_resample_attempts };
        // The capacity is the only one of the four that a game can refuse.
        SetGame::new(&deal_policy.apply(DealOptions::default(), &Config::engine()))
            .map_err(|error| ShapeError::field("board_capacity", error.why))?;
        Ok(EngineConfig { deal_policy, ..EngineConfig::new(seed) })
    }
}
