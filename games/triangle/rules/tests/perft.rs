//! Perft: the rows of inputs from named positions, counted by the slow twin and met by the engine.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

#[allow(dead_code, reason = "each test file uses a part of the bridge")]
mod bridge;

use std::fmt::Write as _;
use std::path::Path;

use tercet_conformance::{golden, perft};
use tercet_game::Game;
use tercet_triangle::{Dense, Field, Puzzle, Setup, State, Wide};
use twin::{Cell, Config, Grid, Paint, Piece, Shape, Twin, templates};

const FILE: &str = "tests/perft.txt";
const WEIGHTED: &str = "tests/perft_weighted.txt";

/// Where a count begins: a board as a picture, `#` for a filled cell, and templates in slots.
struct Place {
    name: &'static str,
    about: &'static str,
    depths: &'static [u32],
    config: Config,
    board: &'static str,
    slots: &'static [Option<usize>],
}

impl Place {
    fn filled(&self) -> Vec<Cell> {
        let signs = self.board.bytes().filter(|sign| !sign.is_ascii_whitespace());
        let cells = self.config.grid.cells().into_iter().zip(signs);
        cells.filter(|&(_, sign)| sign == b'#').map(|(cell, _)| cell).collect()
    }

    fn twin(&self) -> Twin {
        let filled: Vec<_> = self.filled().into_iter().map(|cell| (cell, Paint::Colour(0))).collect();
        let shape = |template: usize| self.config.templates[template].clone();
        let piece = |slot: &Option<usize>| slot.map(|template| Piece { shape: shape(template), colour: 0 });
        Twin::at(&self.config, &filled, &self.slots.iter().map(piece).collect::<Vec<_>>())
    }

    fn engine<F: Field>(&self) -> (Puzzle<F>, State<F>) {
        let game = Puzzle::<F>::new(&bridge::config(&self.config)).unwrap();
        let number = |cell: Cell| game.grid().cell(cell.row, cell.col).unwrap();
        let slots = self.slots.iter().map(|slot| slot.and_then(|template| game.piece_of(template)));
        let setup = Setup {
            filled: self.filled().into_iter().map(number).collect(),
            slots: slots.collect(),
            ..Setup::default()
        };
        let state = game.position(&setup).unwrap();
        (game, state)
    }
}

fn on(grid: Grid) -> Config {
    Config { grid, ..Config::default() }
}

fn places() -> Vec<Place> {
    [defaults(), others()].into_iter().flatten().collect()
}

/// Every line lacks a cell or two.
const CROWDED: &str = "
    ---####.####---
    --#####.#####--
    -#.####.####.#-
    ###.###.###.###
    ###.###.###.###
    -#.####.####.#-
    --#####.#####--
    ---####.####---";

fn defaults() -> Vec<Place> {
    vec![
        Place {
            name: "start",
            about: "the first hands: 23 shapes for each of three slots, then what they can do",
            depths: &[1, 2, 3],
            config: Config::default(),
            board: "",
            slots: &[],
        },
        Place {
            name: "one-of-three",
            about: "a triangle, a pair, a block on the empty board",
            depths: &[1, 2, 3],
            config: Config::default(),
            board: "",
            slots: &[Some(0), Some(5), Some(17)],
        },
        Place {
            name: "refill",
            about: "the last shape of a hand, through the refill",
            depths: &[1, 2, 3],
            config: Config::default(),
            board: "",
            slots: &[None, Some(14), None],
        },
        Place {
            name: "crowded",
            about: "a column is free: lines are cleared, and most shapes fit nowhere",
            depths: &[1, 2, 3, 4],
            config: Config::default(),
            board: CROWDED,
            slots: &[Some(0), Some(2), Some(4)],
        },
        Place {
            name: "crowded-refill",
            about: "the same with one shape left",
            depths: &[1, 2, 3, 4, 5],
            config: Config::default(),
            board: CROWDED,
            slots: &[None, None, Some(2)],
        },
    ]
}

fn others() -> Vec<Place> {
    let own = ["0,0,D", "0,1,U", "0,0,D 0,1,U 0,2,D", "0,0,D"].map(Shape::read).to_vec();
    let ragged = Grid::new(10, vec![(2, 8), (0, 10), (4, 6), (0, 10), (5, 5), (1, 9)]);
    vec![
        Place {
            name: "small-hexagon",
            about: "24 cells, two slots: hands and refills",
            depths: &[1, 2, 3, 4, 5],
            config: Config { slots: 2, ..on(Grid::hexagon(2)) },
            board: "",
            slots: &[Some(9), Some(10)],
        },
        Place {
            name: "six-cells",
            about: "lines of three",
            depths: &[1, 2, 3, 4, 5, 6],
            config: Config { slots: 1, ..on(Grid::hexagon(1)) },
            board: "",
            slots: &[Some(0)],
        },
        Place {
            name: "triangle",
            about: "a triangle of 16 cells",
            depths: &[1, 2, 3, 4],
            config: Config { slots: 2, min_line: 3, ..on(Grid::triangle(4)) },
            board: "",
            slots: &[],
        },
        Place {
            name: "parallelogram",
            about: "three rows of eight",
            depths: &[1, 2, 3],
            config: on(Grid::parallelogram(3, 4)),
            board: "",
            slots: &[Some(2), Some(7), Some(30)],
        },
        Place {
            name: "ragged",
            about: "rows of any length, one of them empty",
            depths: &[1, 2, 3],
            config: on(ragged),
            board: "",
            slots: &[Some(4), Some(16), Some(24)],
        },
        Place {
            name: "own-shapes",
            about: "three shapes of four templates, one line, four plays at most",
            depths: &[2, 4, 6, 8, 9],
            config: Config { templates: own, limit: 4, ..row() },
            board: "",
            slots: &[],
        },
        Place {
            name: "every-cell-a-line",
            about: "a minimum of one: lone cells are cleared at once",
            depths: &[1, 2, 3, 4],
            config: Config { min_line: 1, templates: templates()[..9].to_vec(), ..row() },
            board: "",
            slots: &[],
        },
    ]
}

fn row() -> Config {
    Config { slots: 2, min_line: 3, ..on(Grid::new(5, vec![(0, 5)])) }
}

fn counts(head: &str, count: impl Fn(&Twin, u32) -> u128) -> String {
    let mut text = head.to_owned();
    for place in places() {
        writeln!(text, "\n# {}", place.about).unwrap();
        for &depth in place.depths {
            writeln!(text, "{} {depth} {}", place.name, count(&place.twin(), depth)).unwrap();
        }
    }
    text
}

#[test]
fn golden_perft_is_what_the_twin_counts() {
    let head = "# Rows of inputs from named positions: name depth nodes. Each action and each shape that can be dealt\n\
                # is a branch. Counted by the slow twin of tests/twin, met by the engine.\n";
    golden::check(Path::new(FILE), &counts(head, |twin, depth| twin.perft(depth).into()));
}

#[test]
fn golden_weighted_perft_is_what_the_twin_counts() {
    let head = "# As perft.txt, but a shape counts as often as it has templates.\n";
    golden::check(Path::new(WEIGHTED), &counts(head, Twin::weighted_perft));
}

#[test]
fn the_engine_counts_the_same() {
    let places = places();
    let find = |name: &str| places.iter().find(|place| place.name == name);
    perft::check(Path::new(FILE), |name| find(name).map(Place::engine::<Dense>));
    perft::check(Path::new(FILE), |name| find(name).map(Place::engine::<Wide<1>>));
}

#[test]
fn the_engine_weighs_the_same() {
    let text = std::fs::read_to_string(WEIGHTED).unwrap();
    for count in perft::counts(&text).unwrap() {
        let place = places().into_iter().find(|place| place.name == count.name).unwrap();
        let (game, state) = place.engine::<Dense>();
        assert_eq!(perft::weighted_perft(&game, &state, count.depth), count.nodes.into(), "{count}");
    }
}

#[test]
fn the_start_of_a_game_is_any_three_shapes() {
    let (game, start) = places()[0].engine::<Dense>();
    assert_eq!(start, game.start());
    assert_eq!(perft::perft(&game, &start, 3), 23 * 23 * 23);
    assert_eq!(perft::weighted_perft(&game, &start, 3), 31 * 31 * 31);
}
