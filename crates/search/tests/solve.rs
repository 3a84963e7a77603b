//! Exact solving against what is known by arithmetic.

#![allow(clippy::float_cmp, reason = "the expected numbers are exact")]

use std::convert::Infallible;

use tercet_game::{
    ConfigError, End, Game, Log, NotLegal, Note, Player, Sample, Scores, Seat, Seats, Turn, settings, stable,
};
use tercet_search::{BotLimits, CommonBot, Solution, SolveError, Stop};

settings! {
    /// The options.
    pub struct Config {
        sticks: u16 = 21, 1..=1000, "how many sticks there are";
        is_lucky: u8 = 0, 0..=2, "does a coin decide if a stick is taken? at 2, who took none tries again";
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    sticks: u16,
    seat: Seat,
    is_thrown: bool,
}

stable!(State: sticks, seat, is_thrown);

/// Take one to three sticks; who takes the last has won. In the lucky game one is taken, and only if a coin says so.
struct Sticks(Config);

impl Game for Sticks {
    type Config = Config;
    type State = State;
    type Action = u16;
    type Chance = bool;
    type Edit = Infallible;
    type Event = Note;
    type Illegal = NotLegal;

    const ID: &'static str = "sticks";
    const RULES_VERSION: u16 = 1;

    fn new(config: &Config) -> Result<Sticks, ConfigError> {
        Ok(Sticks(config.clone()))
    }

    fn config(&self) -> &Config {
        &self.0
    }

    fn limit(&self) -> u32 {
        u32::MAX
    }

    fn start(&self) -> State {
        State { sticks: self.0.sticks, seat: Seat::FIRST, is_thrown: false }
    }

    fn turn(&self, state: &State) -> Turn {
        match state {
            State { sticks: 0, .. } => Turn::Over,
            State { is_thrown: true, .. } => Turn::Chance,
            State { seat, .. } => Turn::Seats(Seats::one(*seat)),
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, out: &mut Vec<u16>) {
        if self.turn(state) == Turn::Seats(Seats::one(seat)) {
            out.extend(1..=state.sticks.min(if self.0.is_lucky > 0 { 1 } else { 3 }));
        }
    }

    fn play(
        &self,
        state: &mut State,
        seat: Seat,
        action: u16,
        _: &mut impl Log<Note>,
    ) -> Result<(), NotLegal> {
        NotLegal::check(self, state, seat, action)?;
        if self.0.is_lucky > 0 {
            state.is_thrown = true;
        } else {
            (state.sticks, state.seat) = (state.sticks - action, Seat(1 - seat.0));
        }
        Ok(())
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(u32, bool)>) {
        out.extend([(1, false), (1, true)].iter().filter(|_| state.is_thrown));
    }

    fn resolve(&self, state: &mut State, is_taken: bool, _: &mut impl Log<Note>) -> Result<(), NotLegal> {
        let sticks = state.sticks - u16::from(is_taken);
        let is_next = is_taken || self.0.is_lucky == 1;
        let seat = if is_next { Seat(1 - state.seat.0) } else { state.seat };
        *state = State { sticks, seat, is_thrown: false };
        Ok(())
    }

    fn scores(&self, state: &State) -> Scores {
        let points = [state.seat.0, 1 - state.seat.0].map(i32::from);
        Scores::new(&points, (state.sticks == 0).then_some(End::Finished))
    }
}

impl Sample for Sticks {}

fn solved(config: &Config) -> (Sticks, Solution<Sticks>) {
    let game = Sticks::new(config).unwrap();
    let solution = Solution::of(&game, 10_000, &Stop::default()).unwrap();
    (game, solution)
}

#[test]
fn who_leaves_a_multiple_of_four_wins() {
    for sticks in 1..=40 {
        let (game, solution) = solved(&Config { sticks, ..Config::default() });
        let value = solution.value(&game, &game.start()).unwrap().of(Seat::FIRST);
        assert_eq!(value, f64::from(u8::from(sticks % 4 != 0)), "{sticks} sticks");
        if sticks % 4 != 0 {
            assert_eq!(solution.compare(&game, &game.start(), Seat::FIRST)[0].action, sticks % 4);
        }
    }
}

/// With one stick, who begins wins at throws 1, 3, 5, …: 1/2 + 1/8 + 1/32 + … = 2/3.
#[test]
fn circles_are_solved_by_iteration() {
    let (game, solution) = solved(&Config { sticks: 1, is_lucky: 1 });
    let value = solution.value(&game, &game.start()).unwrap();
    assert!((value.of(Seat(0)) - 2.0 / 3.0).abs() < 1e-9 && (value.of(Seat(1)) - 1.0 / 3.0).abs() < 1e-9);
}

/// Who tries until the stick is taken has it for sure, though each try leads back to the same position half of the time.
#[test]
fn a_position_that_follows_on_itself_is_a_circle_too() {
    for sticks in 1..=5 {
        let (game, solution) = solved(&Config { sticks, is_lucky: 2 });
        let value = solution.value(&game, &game.start()).unwrap().of(Seat::FIRST);
        assert!((value - f64::from(sticks % 2)).abs() < 1e-9, "{sticks} sticks: {value}");
    }
}

#[test]
fn a_game_with_too_many_positions_is_not_solved() {
    let game = Sticks::new(&Config::default()).unwrap();
    assert_eq!(Solution::of(&game, 10, &Stop::default()).err(), Some(SolveError::TooLarge { most: 10 }));
}

#[test]
fn optimal_plays_as_the_solution_says_and_mcts_finds_it_too() {
    let game = Sticks::new(&Config { sticks: 6, ..Config::default() }).unwrap();
    for name in ["optimal", "mcts:playouts=2000"] {
        let mut bot = CommonBot::<Sticks>::new(name, 1, &BotLimits::own()).unwrap();
        let answer = bot.answer(&game, &game.start(), Seat::FIRST).unwrap();
        assert_eq!(answer.action, 2, "{name}");
    }
}
