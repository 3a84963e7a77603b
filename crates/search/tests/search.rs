//! Search in a small game: values known by hand, the same answer again, and stopping.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tercet_conformance::toy::{Action, Config, Phase, State, Toy};
use tercet_game::{Game, Rng, Sample, Seat, Turn};
use tercet_search::Compared;
use tercet_search::{Evaluation, Expectimax, Mcts, MctsOptions, Policy, Stop, Values};

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

/// The same worth, counted.
struct Counted<'c, E>(E, &'c AtomicU32);

impl<E: Evaluation<Toy>> Evaluation<Toy> for Counted<'_, E> {
    fn value(&self, game: &Toy, state: &State) -> Values {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.value(game, state)
    }

    fn is_leaf(&self, game: &Toy, root: &State, state: &State) -> bool {
        self.0.is_leaf(game, root, state)
    }
}

#[test]
fn a_stop_from_inside_is_heard_at_once() {
    let (game, state) = position(7);
    let looked = Arc::new(AtomicU32::new(0));
    let stop_after = |most: u32| {
        let looked = Arc::clone(&looked);
        looked.store(0, Ordering::Relaxed);
        Stop::when(move || looked.load(Ordering::Relaxed) >= most)
    };
    let evaluation = Counted(Winner, &looked);
    let stop = stop_after(500);
    let mut tree = Mcts::new(&game, &state, (&evaluation, &Any), MctsOptions::default(), 1);
    assert_eq!(tree.think(u32::MAX, &stop), 500, "one position a playout");
    let stop = stop_after(500);
    Expectimax::new(&game, &evaluation, u64::MAX, stop).compare(&state, Seat(0));
    let more = looked.load(Ordering::Relaxed) - 500;
    assert!(more < 1000, "{more} more positions: what is left of each level that is open");
}

#[test]
fn a_full_tree_ends_its_thinking_and_knows_what_it_found() {
    let (game, state) = position(7);
    let grown = |memory: u64| {
        let options = MctsOptions { memory, ..MctsOptions::default() };
        let mut tree = Mcts::new(&game, &state, (&Winner, &Any), options, 3);
        let played = tree.think(100_000, &Stop::default());
        (played, tree.nodes(), tree.is_full(), tree.compared())
    };
    let (played, nodes, is_full, compared) = grown(100_000);
    assert!(is_full && played < 100_000 && nodes > 64, "{played} playouts, {nodes} nodes");
    assert_eq!(compared, tree(7, 3, &[played]), "as after so many playouts");
    assert_eq!(grown(100_000), (played, nodes, true, compared));
    assert!(grown(1 << 30).0 > played);
    assert_eq!(grown(0).0, 0);
}

#[test]
fn what_is_not_remembered_is_looked_at_again() {
    let (game, state) = position(4);
    let compared = |memory| {
        Expectimax::new(&game, &Points, 1000, Stop::default()).within(memory).compare(&state, Seat(0))
    };
    assert_eq!(compared(0), compared(1 << 20));
}
