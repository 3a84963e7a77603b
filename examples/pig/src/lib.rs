//! Pig, the dice game that Neller and Presser solved in 2004: roll as often as you dare, hold before a 1 comes.

mod text;

pub use text::ENTRY;

use std::convert::Infallible;

use tercet_cli::game::{
    ConfigError, End, Game, Log, NotLegal, Note, Scores, Seat, Seats, Turn, named, settings, stable,
};

settings! {
    /// The options.
    pub struct Config {
        players: u8 = 2, 2..=8, "how many play";
        goal: u16 = 100, 10..=1000, "how many points win";
        limit: u32 = 10_000, 100..=1_000_000, "the most plays of a game";
    }
}

named! {
    /// What a player does.
    pub enum Action {
        Hold = "hold",
        Roll = "roll",
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    points: [u16; 8],
    pot: u16,
    seat: Seat,
    is_rolling: bool,
    end: Option<End>,
    plays: u32,
}

stable!(State: points, pot, seat, is_rolling, end, plays);

/// The rules.
pub struct Pig(Config);

impl Pig {
    /// The turn goes on, or to the next seat (R3, R4), unless the game is at its limit (R6).
    fn pass(&self, state: &mut State, is_next: bool) {
        if is_next {
            (state.pot, state.seat) = (0, Seat((state.seat.0 + 1) % self.0.players));
        }
        state.end = (state.plays >= self.0.limit).then_some(End::Limit);
    }
}

impl Game for Pig {
    type Config = Config;
    type State = State;
    type Action = Action;
    type Chance = u8;
    type Edit = Infallible;
    type Event = Note;
    type Illegal = NotLegal;

    const ID: &'static str = "pig";
    const RULES_VERSION: u16 = 1;

    fn new(config: &Config) -> Result<Pig, ConfigError> {
        Ok(Pig(config.clone()))
    }

    fn config(&self) -> &Config {
        &self.0
    }

    fn seats(&self) -> u8 {
        self.0.players
    }

    fn limit(&self) -> u32 {
        self.0.limit
    }

    fn start(&self) -> State {
        State { points: [0; 8], pot: 0, seat: Seat::FIRST, is_rolling: false, end: None, plays: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.end {
            Some(_) => Turn::Over,
            None if state.is_rolling => Turn::Chance,
            None => Turn::Seats(Seats::one(state.seat)),
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat)) {
            // The first of a turn is a roll (R1).
            out.extend(&Action::ALL[usize::from(state.pot == 0)..]);
        }
    }

    fn play(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        log: &mut impl Log<Note>,
    ) -> Result<(), NotLegal> {
        NotLegal::check(self, state, seat, action)?;
        state.plays += 1;
        state.is_rolling = action == Action::Roll;
        if action == Action::Hold {
            let pot = state.pot;
            state.points[seat.index()] += pot;
            log.push(|| Note(format!("{seat} held {pot}")));
            self.pass(state, true);
        }
        Ok(())
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(u32, u8)>) {
        out.extend((1..=6).filter(|_| state.is_rolling).map(|face| (1, face)));
    }

    fn resolve(&self, state: &mut State, face: u8, log: &mut impl Log<Note>) -> Result<(), NotLegal> {
        if !state.is_rolling || !(1..=6).contains(&face) {
            return Err(NotLegal::NOT_DRAWN);
        }
        let (seat, pot) = (state.seat, state.pot);
        let lost = if face == 1 { format!(" and lost {pot}") } else { String::new() };
        log.push(|| Note(format!("{seat} rolled {face}{lost}")));
        state.is_rolling = false;
        state.pot += u16::from(face);
        self.pass(state, face == 1);
        if face > 1 && state.points[seat.index()] + state.pot >= self.0.goal {
            state.points[seat.index()] += std::mem::take(&mut state.pot);
            state.end = Some(End::Finished);
        }
        Ok(())
    }

    fn essence(&self, state: &State) -> State {
        State { plays: 0, ..*state }
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::new(&state.points.map(i32::from)[..usize::from(self.0.players)], state.end)
    }
}
