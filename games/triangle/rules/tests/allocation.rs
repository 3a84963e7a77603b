//! Playing allocates nothing: whole games under an allocator that counts.

use tercet_conformance::allocation::{Counting, allocations};
use tercet_game::{Game, Live, Rng, Sample, Seat, Turn};
use tercet_triangle::{
    Action, Config, Dense, Drawn, Edit, Field, FieldVisitor, Layout, Puzzle, State, Wide, with_field,
};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(7)))), 1);
    assert_eq!(allocations(|| ()), 0);
}

/// A random game with our own dealer, through the runner: a dealer that does not listen has no events built for it,
/// which would hold lists of cells.
fn play_dealt<F: Field>(game: &Puzzle<F>, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut live: Live<_, Drawn> = Live::new(game, Drawn::new(seed), (), &mut ()).unwrap();
    while game.turn(live.state()) != Turn::Over {
        let action = game.sample_action(live.state(), Seat::FIRST, &mut rng).unwrap();
        live.play(game, Seat::FIRST, action, &mut ()).unwrap();
    }
    assert!(game.scores(live.state()).end().is_some());
}

/// The same without a dealer: every outcome is sampled, cells are toggled, actions are refused.
fn play_sampled<F: Field>(game: &Puzzle<F>, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    while game.turn(&state) != Turn::Over {
        if let Some(piece) = game.sample_outcome(&state, &mut rng) {
            game.resolve(&mut state, piece, &mut ()).unwrap();
        } else if rng.below(8) == 0 {
            let cell = rng.below(game.grid().size() as u32) as u16;
            let _ = game.edit(&mut state, Edit::Toggle(cell), &mut ());
            let _ = game.play(&mut state, Seat::FIRST, Action { slot: 0, anchor: cell }, &mut ());
        } else {
            let action = game.sample_action(&state, Seat::FIRST, &mut rng).unwrap();
            game.play(&mut state, Seat::FIRST, action, &mut ()).unwrap();
        }
    }
}

/// Whole games on a kind of board.
struct Games<'c>(&'c Config, u64);

impl FieldVisitor for Games<'_> {
    type Out = ();

    fn visit<F: Field + Send + Sync + 'static>(self) {
        let game = Puzzle::<F>::new(self.0).unwrap();
        for seed in 0..self.1 {
            assert_eq!(allocations(|| play_dealt(&game, seed)), 0, "seed {seed} of {}", self.0.grid);
            assert_eq!(allocations(|| play_sampled(&game, seed)), 0, "seed {seed} of {}", self.0.grid);
        }
    }
}

fn on(grid: Layout) -> Config {
    Config { grid, limit: 200, ..Config::default() }
}

#[test]
fn default_games_allocate_nothing() {
    Games(&Config::default(), 200).visit::<Dense>();
    Games(&Config::default(), 200).visit::<Wide<1>>();
}

#[test]
fn games_on_other_grids_allocate_nothing() {
    let wide = Layout::Custom { cols: 31, ranges: vec![(0, 31); 16] };
    for grid in [Layout::Triangle(6), Layout::Parallelogram(5, 4), Layout::Hexagon(5), wide] {
        let config = on(grid);
        with_field(&config, Games(&config, 10));
        let config = Config { slots: 16, min_line: 1, ..config };
        with_field(&config, Games(&config, 3));
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State<Dense>>() <= 384, "{}", size_of::<State<Dense>>());
    assert!(size_of::<State<Wide<1>>>() <= 128, "{}", size_of::<State<Wide<1>>>());
    assert!(size_of::<Action>() <= 4, "{}", size_of::<Action>());
}
