//! Connect: stones fall into columns, and who has four in a row has won. No chance; a picture of its own, and planes to learn from.

mod learning;
mod picture;
mod text;

pub use text::ENTRY;

use std::convert::Infallible;

use tercet_cli::game::{ConfigError, End, Game, Log, NotLegal, Scores, Seat, Seats, Turn, settings, stable};

#[cfg(feature = "python")]
tercet_python::module!(_native: ENTRY);

settings! {
    /// The options.
    pub struct Config {
        columns: u8 = 7, 3..=9, "how many columns the board has";
        rows: u8 = 6, 3..=8, "how many rows it has";
        line: u8 = 4, 3..=5, "how many stones in a row win";
    }
}

/// A stone is dropped into this column, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drop(pub u8);

/// A stone has fallen; the lowest row is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Whose stone it is.
    pub seat: Seat,
    /// The column.
    pub column: u8,
    /// The row.
    pub row: u8,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Each seat's stones: a column after the other from its lowest row up, with a bit above it that is never set.
    stones: [u128; 2],
    plays: u8,
    winner: Option<Seat>,
}

stable!(State: stones, plays, winner);

/// The rules.
#[derive(Debug)]
pub struct Connect(Config);

impl Connect {
    fn bit(&self, column: u8, row: u8) -> u128 {
        1 << (column * (self.0.rows + 1) + row)
    }

    /// How high the stones of a column stand.
    fn height(&self, state: &State, column: u8) -> u8 {
        let filled = (state.stones[0] | state.stones[1]) >> (column * (self.0.rows + 1));
        filled.trailing_ones() as u8
    }

    /// From a stone to the next one upright, across, and along both diagonals, as distances of their bits.
    fn steps(&self) -> [u8; 4] {
        let rows = self.0.rows;
        [1, rows + 1, rows, rows + 2]
    }

    /// The stones that stand in a row of enough of them (R3).
    fn lines(&self, stones: u128) -> u128 {
        let line = |step: u8| {
            let ends = (1..self.0.line).fold(stones, |run, _| run & (run >> step));
            (0..self.0.line).fold(0, |line, nth| line | ends << (nth * step))
        };
        self.steps().into_iter().fold(0, |lines, step| lines | line(step))
    }
}

impl Game for Connect {
    type Config = Config;
    type State = State;
    type Action = Drop;
    type Chance = Infallible;
    type Edit = Infallible;
    type Event = Dropped;
    type Illegal = NotLegal;

    const ID: &'static str = "connect";
    const RULES_VERSION: u16 = 1;

    fn new(config: &Config) -> Result<Connect, ConfigError> {
        if config.line > config.columns.max(config.rows) {
            return Err(ConfigError::new("line", "no row of the board is as long"));
        }
        Ok(Connect(config.clone()))
    }

    fn config(&self) -> &Config {
        &self.0
    }

    fn limit(&self) -> u32 {
        u32::from(self.0.columns) * u32::from(self.0.rows)
    }

    fn start(&self) -> State {
        State { stones: [0; 2], plays: 0, winner: None }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.winner {
            None if u32::from(state.plays) < self.limit() => Turn::Seats(Seats::one(Seat(state.plays % 2))),
            _ => Turn::Over,
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, out: &mut Vec<Drop>) {
        if matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat)) {
            let is_free = |&column: &u8| self.height(state, column) < self.0.rows;
            out.extend((0..self.0.columns).filter(is_free).map(Drop));
        }
    }

    fn play(
        &self,
        state: &mut State,
        seat: Seat,
        action: Drop,
        log: &mut impl Log<Dropped>,
    ) -> Result<(), NotLegal> {
        NotLegal::check(self, state, seat, action)?;
        let row = self.height(state, action.0);
        let stones = &mut state.stones[seat.index()];
        *stones |= self.bit(action.0, row);
        state.winner = (self.lines(*stones) != 0).then_some(seat);
        state.plays += 1;
        log.push(|| Dropped { seat, column: action.0, row });
        Ok(())
    }

    fn scores(&self, state: &State) -> Scores {
        let points = [0, 1].map(|seat| i32::from(state.winner == Some(Seat(seat))));
        Scores::new(&points, (self.turn(state) == Turn::Over).then_some(End::Finished))
    }
}
