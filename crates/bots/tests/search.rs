//! Search in a small game: values known by hand, the same answer again, and stopping.

use tercet_bots::Compared;
use tercet_bots::search::{Evaluation, Expectimax, Mcts, MctsOptions, Policy, Stop, Values};
use tercet_conformance::toy::{Action, Config, Phase, State, Toy};
use tercet_game::{Game, Rng, Sample, Seat, Turn};

/// Points, and what is in the pot; looks one play ahead.
struct Points;

impl Evaluation<Toy> for Points {
    fn value(&self, _: &Toy, state: &State) -> Values {
        let mut values = state.points.map(f64::from);
        if let Phase::Choose(seat) = state.phase {
            values[seat.index()] += f64::from(state.pot);
        }
        Values::new(&values)
    }

    fn is_leaf(&self, game: &Toy, root: &State, state: &State) -> bool {
        state.plays > root.plays && game.turn(state) != Turn::Chance
    }
}

/// Who has won; looks to the end.
struct Winner;

impl Evaluation<Toy> for Winner {
    fn value(&self, game: &Toy, state: &State) -> Values {
        Values::won(&game.scores(state))
    }

    fn is_leaf(&self, _: &Toy, _: &State, _: &State) -> bool {
        false
    }
}

/// Anything.
struct Any;

impl Policy<Toy> for Any {
    fn choose(&self, game: &Toy, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        game.sample_action(state, seat, rng)
    }
}

fn position(pot: u16) -> (Toy, State) {
    let game = Toy::new(&Config::default()).unwrap();
    let state = State { pot, phase: Phase::Choose(Seat(0)), ..game.start() };
    (game, state)
}

#[test]
fn one_roll_is_worth_what_the_die_says() {
    let (game, state) = position(4);
    let compared = Expectimax::new(&game, &Points, 1000, Stop::default()).compare(&state, Seat(0));
    // Ones, of which there are two in eight, lose the pot; sixes come twice, too.
    let roll = (6.0 + 7.0 + 8.0 + 9.0 + 2.0 * 10.0) / 8.0;
    let expected =
        [Compared { action: Action::Roll, value: roll }, Compared { action: Action::Hold, value: 4.0 }];
    assert_eq!(compared, expected);
}

#[test]
fn without_a_budget_or_time_positions_are_valued_as_they_stand() {
    let (game, state) = position(4);
    let stop = Stop::default();
    stop.request();
    for (positions, stop) in [(0, Stop::default()), (1000, stop)] {
        let compared = Expectimax::new(&game, &Points, positions, stop).compare(&state, Seat(0));
        // The die is in the air, so the pot is nobody's yet.
        assert_eq!(compared[0], Compared { action: Action::Hold, value: 4.0 });
    }
}

fn tree(pot: u16, seed: u64, slices: &[u32]) -> Vec<Compared<Action>> {
    let (game, state) = position(pot);
    let mut search = Mcts::new(&game, &state, (&Winner, &Any), MctsOptions::default(), seed);
    for &playouts in slices {
        assert_eq!(search.think(playouts, &Stop::default()), playouts);
    }
    search.compared()
}

#[test]
fn a_tree_finds_the_win() {
    let compared = tree(20, 1, &[500]);
    assert_eq!((compared[0].action, compared[0].value.to_bits()), (Action::Hold, 1.0f64.to_bits()));
    assert!(compared[1].value < 1.0);
    assert_eq!(tree(1, 1, &[2000])[0].action, Action::Roll, "one point is not worth the turn");
}

#[test]
fn a_tree_is_the_same_again_in_slices_or_at_once() {
    assert_eq!(tree(7, 3, &[600]), tree(7, 3, &[100, 1, 499]));
    assert_ne!(tree(7, 3, &[600]), tree(7, 4, &[600]));
}

#[test]
fn a_stop_ends_thinking() {
    let (game, state) = position(7);
    let mut search = Mcts::new(&game, &state, (&Winner, &Any), MctsOptions::default(), 1);
    let stop = Stop::default();
    stop.request();
    assert_eq!(search.think(100, &stop), 0);
    stop.withdraw();
    assert_eq!(search.think(100, &stop), 100);
}
