//! The triangle puzzle obeys the laws of the contract, on every kind of board and under every option.

use tercet_conformance::{Suite, Tally, pinned};
use tercet_triangle::{
    Action, Config, Dense, Field, FieldVisitor, Layout, Piece, Puzzle, State, Wide, standard_templates,
    with_field,
};

/// Every number of an action, one slot too many, and some anchors beyond the grid.
fn everything_sayable<F: Field>(game: &Puzzle<F>, _state: &State<F>) -> Vec<Action> {
    let cells = game.grid().size() as u16;
    let anchors = || (0..cells).step_by(1 + usize::from(cells) / 150).chain([cells, cells + 1, u16::MAX]);
    let slots = tercet_game::Game::config(game).slots;
    let slots = (0..=slots).chain([u8::MAX]);
    slots.flat_map(|slot| anchors().map(move |anchor| Action { slot, anchor })).collect()
}

fn suite<F: Field + 'static>(deals: &[&str]) -> Suite<Puzzle<F>> {
    Suite::new()
        .probes(everything_sayable)
        .chances(|_, _| [0, 1, 22, 23, 24, 128, 255].map(Piece).to_vec())
        .deals(deals)
        .games(6)
        .thorough(1)
}

/// The suite on the kind of board that the config asks for.
struct Obeys<'c>(&'c str, &'c Config, &'c [&'c str]);

impl FieldVisitor for Obeys<'_> {
    type Out = Tally;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Tally {
        suite::<F>(self.2).config(self.0, self.1.clone()).run()
    }
}

const DEALS: [&str; 3] = ["stream 1", "stream 18446744073709551615", "mt19937 1000"];

#[track_caller]
fn obeys(configs: &[(&str, Config)]) {
    for (name, config) in configs {
        let tally = with_field(config, Obeys(name, config, &DEALS));
        assert!(tally.positions > 10 && tally.refused > 100, "{name}: {tally:?}");
    }
}

fn on(grid: Layout) -> Config {
    Config { grid, ..Config::default() }
}

/// The kind of board by the size of its words: zero for a dense one.
struct Kind;

impl FieldVisitor for Kind {
    type Out = usize;

    fn visit<F: Field + Send + Sync + 'static>(self) -> usize {
        let is_dense = std::any::TypeId::of::<F>() == std::any::TypeId::of::<Dense>();
        if is_dense { 0 } else { size_of::<F>() / 16 }
    }
}

fn custom(cols: u8, ranges: &[(u8, u8)]) -> Layout {
    Layout::Custom { cols, ranges: ranges.to_vec() }
}

fn rectangle(rows: usize, cols: u8) -> Layout {
    Layout::Custom { cols, ranges: vec![(0, cols); rows] }
}

#[test]
fn configs_get_the_kind_of_board_that_holds_them() {
    let spare = vec!["U0,0 D0,9".parse().unwrap()];
    for (config, words) in [
        (Config::default(), 0),
        (on(Layout::Hexagon(5)), 2),
        (on(Layout::Triangle(8)), 0),
        (on(Layout::Parallelogram(6, 5)), 0),
        (Config { spare, ..Config::default() }, 1),
        (on(rectangle(11, 11)), 0),
        (on(rectangle(2, 64)), 1),
        (on(rectangle(16, 31)), 4),
        (on(rectangle(32, 32)), 8),
        (on(rectangle(32, 64)), 16),
        (on(rectangle(64, 64)), 32),
        (Config { slots: 17, ..Config::default() }, 0),
    ] {
        assert_eq!(with_field(&config, Kind), words, "{config:?}");
    }
}

#[test]
fn the_default_game_on_both_kinds_of_board() {
    let tally = suite::<Dense>(&DEALS).config("default", Config::default()).run();
    assert!(tally.positions > 300 && tally.refused > 10_000, "{tally:?}");
    assert_eq!(suite::<Wide<1>>(&DEALS).config("default", Config::default()).run(), tally);
    assert_eq!(suite::<Wide<4>>(&DEALS).config("default", Config::default()).run(), tally);
}

#[test]
fn the_named_grids() {
    obeys(&[
        ("hexagon 1", on(Layout::Hexagon(1))),
        ("hexagon 2", on(Layout::Hexagon(2))),
        ("hexagon 3", on(Layout::Hexagon(3))),
        ("hexagon 5", on(Layout::Hexagon(5))),
        ("triangle 1", on(Layout::Triangle(1))),
        ("triangle 7", on(Layout::Triangle(7))),
        ("parallelogram 1 1", on(Layout::Parallelogram(1, 1))),
        ("parallelogram 5 4", on(Layout::Parallelogram(5, 4))),
    ]);
}

#[test]
fn odd_grids() {
    obeys(&[
        ("no playable cell", on(custom(3, &[(1, 1), (3, 3)]))),
        ("one cell", on(custom(1, &[(0, 1)]))),
        ("two lone cells", on(custom(5, &[(0, 1), (4, 5)]))),
        ("empty rows", on(custom(9, &[(0, 9), (4, 4), (2, 8), (0, 0), (3, 9), (1, 7)]))),
        ("a column", on(custom(1, &[(0, 1); 12]))),
        ("a row", on(custom(64, &[(0, 64)]))),
    ]);
}

#[test]
fn large_grids() {
    for (name, grid) in [("16 by 31", rectangle(16, 31)), ("64 by 64", rectangle(64, 64))] {
        let config = Config { limit: 20, ..on(grid) };
        let deals = ["stream 3"];
        let suite = LargeObeys(name, &config, &deals);
        let tally = with_field(&config, suite);
        assert!(tally.positions > 50, "{name}: {tally:?}");
    }
}

/// Fewer games: a large board has thousands of actions a position.
struct LargeObeys<'c>(&'c str, &'c Config, &'c [&'c str]);

impl FieldVisitor for LargeObeys<'_> {
    type Out = Tally;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Tally {
        let suite = Suite::<Puzzle<F>>::new().probes(everything_sayable).deals(self.2);
        suite.games(1).thorough(0).config(self.0, self.1.clone()).run()
    }
}

#[test]
fn slots_lines_limits_and_colors() {
    obeys(&[
        ("one slot", Config { slots: 1, ..Config::default() }),
        ("sixteen slots", Config { slots: 16, ..on(Layout::Hexagon(3)) }),
        ("one triangle is a line", Config { min_line: 1, limit: 60, ..on(Layout::Triangle(4)) }),
        ("nothing is ever cleared", Config { min_line: 128, ..on(Layout::Hexagon(2)) }),
        ("one play", Config { limit: 1, ..Config::default() }),
        ("seven plays", Config { limit: 7, slots: 2, ..Config::default() }),
        ("one color", Config { colors: 1, ..on(Layout::Hexagon(2)) }),
        ("sixteen colors", Config { colors: 16, ..on(Layout::Hexagon(2)) }),
    ]);
}

#[test]
fn shapes_of_ones_own() {
    let shape = |text: &str| text.parse().unwrap();
    let templates = vec![shape("D0,0"), shape("U0,1"), shape("D0,0"), shape("D0,0 U0,1 U0,-1")];
    let spare = vec![shape("U5,5"), shape("U0,1 D0,2"), shape("D0,0")];
    obeys(&[
        ("own", Config { templates: templates.clone(), ..on(Layout::Triangle(5)) }),
        ("own and spare", Config { templates, spare: spare.clone(), limit: 40, ..on(rectangle(3, 7)) }),
        ("spare", Config { spare, ..Config::default() }),
        ("one that never fits", Config { templates: vec![shape("U63,-63")], ..Config::default() }),
    ]);
}

#[test]
fn the_reference_dealer_and_given_shapes() {
    let shapes: Vec<String> = (0..120).map(|nth| format!("{}:{}", nth * 7 % 31, nth % 9)).collect();
    let given = format!("given {}", shapes.join(" "));
    let deals = ["mt19937 0", "mt19937 4294967295", &given];
    let tally = suite::<Dense>(&deals).config("default", Config::default()).games(2).run();
    assert!(tally.games == 2 + 9, "{tally:?}");
    assert_eq!(suite::<Wide<2>>(&deals).config("default", Config::default()).games(2).run(), tally);
}

#[test]
fn the_digests_of_fixed_seeds_are_pinned() {
    pinned::<Puzzle<Dense>>(&Config::default(), 1, "1795a9035a652992");
    pinned::<Puzzle<Wide<1>>>(&Config::default(), 1, "1795a9035a652992");
    let hexagon = on(Layout::Hexagon(5));
    pinned::<Puzzle<Wide<2>>>(&hexagon, 1, "f161e6fe8eb733cc");
    let triangle = Config { slots: 2, min_line: 3, ..on(Layout::Triangle(6)) };
    assert_eq!(triangle.templates, standard_templates());
    pinned::<Puzzle<Dense>>(&triangle, 1, "8c1ecabd36a8a7cf");
    pinned::<Puzzle<Wide<1>>>(&triangle, 1, "8c1ecabd36a8a7cf");
}
