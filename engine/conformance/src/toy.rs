//! The smallest whole game: a race with a loaded die. It has one of everything that the contract knows, so
//! it is the template of a new game, and what the tests of the contract play.
//!
//! 1. Two to four seats race to `goal` points.
//! 2. While the turn is open, any of the seats it is open to may `grab` it; if nobody has within a second,
//!    the first of them has it. A game begins open to all.
//! 3. Whoever has the turn may `roll` as often as they dare. A one loses the pot and opens the turn to all
//!    others; any other face goes into the pot. The die is loaded: ones and sixes come twice as often.
//! 4. `hold` banks a pot that is not empty and gives the turn to the next seat. Whoever has `goal` points
//!    then has won.
//! 5. After `limit` plays the game is over; a die that was thrown still falls.
//! 6. By hand, the pot of whoever has the turn can be set to anything up to 999.

mod chance;
mod text;

use tercet_game::{
    ConfigError, Digest, End, Game, Log, Scores, Seat, Seats, Settings as _, Stable, Turn, named, options,
};

pub use chance::ToyDealer;

/// How long the turn stays open, in milliseconds.
pub const WINDOW_MS: u32 = 1000;

/// The faces that each eighth of the loaded die shows.
const DIE: [Face; 8] = [Face(1), Face(1), Face(2), Face(3), Face(4), Face(5), Face(6), Face(6)];

/// The options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// How many play: 2 to 4.
    pub seats: u16,
    /// The points that win: 1 to 1000.
    pub goal: u16,
    /// The most plays of a game: 1 to 1000.
    pub limit: u16,
}

impl Default for Config {
    fn default() -> Config {
        Config { seats: 2, goal: 20, limit: 200 }
    }
}

options! { Config {
    SEATS = "seats", number(seats), "2 to 4", "how many play";
    GOAL = "goal", number(goal), "1 to 1000", "the points that win";
    LIMIT = "limit", number(limit), "1 to 1000", "the most plays of a game";
} }

named! {
    /// What a seat may do.
    pub enum Action {
        /// Take the open turn.
        Grab = "grab",
        /// Bank the pot.
        Hold = "hold",
        /// Throw the die.
        Roll = "roll",
    }
}

/// What the die shows: 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(pub u8);

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The seat took the open turn.
    Grabbed(Seat),
    /// Nobody took the open turn in time; the seat has it now.
    Passed(Seat),
    /// The die fell.
    Rolled(Face),
    /// The pot was lost.
    Lost(u16),
    /// The seat banked the pot.
    Banked(Seat, u16),
    /// The pot was set by hand.
    Set(u16),
    /// The game is over.
    Over(End),
}

/// Who is to do what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The first of these seats to grab it has the turn.
    Open(Seats),
    /// The seat rolls or holds.
    Choose(Seat),
    /// The seat has thrown the die.
    Rolling(Seat),
    /// It is over.
    Over(End),
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What each seat has banked.
    pub points: [u16; 4],
    /// What the seat with the turn may lose.
    pub pot: u16,
    /// How many plays there were.
    pub plays: u16,
    /// Who is to do what.
    pub phase: Phase,
}

impl Stable for State {
    fn write(&self, digest: &mut Digest) {
        for number in self.points.into_iter().chain([self.pot, self.plays]) {
            digest.number(number, 2);
        }
        let (kind, detail): (u8, u16) = match self.phase {
            Phase::Open(seats) => (0, seats.bits()),
            Phase::Choose(seat) => (1, seat.0.into()),
            Phase::Rolling(seat) => (2, seat.0.into()),
            Phase::Over(end) => (3, end as u16),
        };
        digest.number(kind, 1);
        digest.number(detail, 2);
    }
}

/// Why an input was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// An input after the end.
    Over,
    /// A seat that is not to act.
    NotYourTurn,
    /// An action of another phase.
    NotNow,
    /// A hold with nothing in the pot.
    EmptyPot,
    /// A face that no die has, or that nobody threw for.
    NotThrown,
    /// Time that nobody measures.
    NoClock,
}

/// Sets the pot by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pot(pub u16);

/// The rules under one config.
#[derive(Clone, Debug)]
pub struct Toy {
    config: Config,
}

impl Toy {
    /// The one test of legality, for listing and for playing.
    fn allows(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        match (state.phase, action) {
            (Phase::Over(_), _) => Err(Illegal::Over),
            _ if !matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat)) => {
                Err(Illegal::NotYourTurn)
            }
            (Phase::Choose(_), Action::Hold) if state.pot == 0 => Err(Illegal::EmptyPot),
            (Phase::Open(_), Action::Grab) | (Phase::Choose(_), Action::Hold | Action::Roll) => Ok(()),
            _ => Err(Illegal::NotNow),
        }
    }

    /// Goes on to the next phase, unless the game ends first.
    fn go_on(&self, state: &mut State, next: Phase, log: &mut impl Log<Event>) {
        state.phase = match next {
            Phase::Rolling(_) => next,
            _ if state.points.iter().any(|&points| points >= self.config.goal) => Phase::Over(End::Finished),
            _ if state.plays >= self.config.limit => Phase::Over(End::Limit),
            _ => next,
        };
        if let Phase::Over(end) = state.phase {
            log.push(|| Event::Over(end));
        }
    }
}

impl Game for Toy {
    type Config = Config;
    type State = State;
    type Action = Action;
    type Chance = Face;
    type Edit = Pot;
    type Event = Event;
    type Illegal = Illegal;

    const ID: &'static str = "toy";
    const RULES_VERSION: u16 = 1;

    fn new(config: &Config) -> Result<Toy, ConfigError> {
        let ranges = [(config.seats, 2..=4), (config.goal, 1..=1000), (config.limit, 1..=1000)];
        for (key, (value, range)) in Config::KEYS.iter().zip(ranges) {
            if !range.contains(&value) {
                return Err(ConfigError::value(key, &value.to_string()));
            }
        }
        Ok(Toy { config: config.clone() })
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn seats(&self) -> u8 {
        self.config.seats as u8
    }

    fn limit(&self) -> u32 {
        self.config.limit.into()
    }

    fn start(&self) -> State {
        State { points: [0; 4], pot: 0, plays: 0, phase: Phase::Open(Seats::first(self.seats())) }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Open(seats) => Turn::Seats(seats),
            Phase::Choose(seat) => Turn::Seats(Seats::one(seat)),
            Phase::Rolling(_) => Turn::Chance,
            Phase::Over(_) => Turn::Over,
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.extend(Action::ALL.into_iter().filter(|&action| self.allows(state, seat, action).is_ok()));
    }

    fn play(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        self.allows(state, seat, action)?;
        state.plays += 1;
        let next = match action {
            Action::Grab => {
                log.push(|| Event::Grabbed(seat));
                Phase::Choose(seat)
            }
            Action::Roll => Phase::Rolling(seat),
            Action::Hold => {
                let pot = std::mem::take(&mut state.pot);
                state.points[seat.index()] += pot;
                log.push(|| Event::Banked(seat, pot));
                Phase::Choose(Seat((seat.0 + 1) % self.seats()))
            }
        };
        self.go_on(state, next, log);
        Ok(())
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(u32, Face)>) {
        if let Phase::Rolling(_) = state.phase {
            let weight = |face: u8| DIE.iter().filter(|each| each.0 == face).count() as u32;
            out.extend((1..=6).map(|face| (weight(face), Face(face))));
        }
    }

    fn resolve(&self, state: &mut State, face: Face, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        let Phase::Rolling(seat) = state.phase else { return Err(Illegal::NotThrown) };
        if !DIE.contains(&face) {
            return Err(Illegal::NotThrown);
        }
        log.push(|| Event::Rolled(face));
        let next = if face == Face(1) {
            let pot = std::mem::take(&mut state.pot);
            log.push(|| Event::Lost(pot));
            Phase::Open(Seats::first(self.seats()).without(Seats::one(seat)))
        } else {
            state.pot += u16::from(face.0);
            Phase::Choose(seat)
        };
        self.go_on(state, next, log);
        Ok(())
    }

    fn window(&self, state: &State) -> Option<u32> {
        matches!(state.phase, Phase::Open(_)).then_some(WINDOW_MS)
    }

    fn expire(&self, state: &mut State, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        let Phase::Open(seats) = state.phase else { return Err(Illegal::NoClock) };
        let seat = seats.iter().next().expect("the turn is open to somebody");
        log.push(|| Event::Passed(seat));
        self.go_on(state, Phase::Choose(seat), log);
        Ok(())
    }

    fn edit(&self, state: &mut State, Pot(pot): Pot, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        if !matches!(state.phase, Phase::Choose(_)) || pot > 999 {
            return Err(Illegal::NotNow);
        }
        state.pot = pot;
        log.push(|| Event::Set(pot));
        Ok(())
    }

    fn scores(&self, state: &State) -> Scores {
        let end = if let Phase::Over(end) = state.phase { Some(end) } else { None };
        let points = state.points.map(i32::from);
        Scores::new(&points[..usize::from(self.seats())], end)
    }
}
