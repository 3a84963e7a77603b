//! The engine against its slow twin: grids, and whole random games under random configs, compared after each
//! input; and one kind of board against the other.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

#[allow(dead_code, reason = "each test file uses a part of the bridge")]
mod bridge;

use tercet_game::{Digest, End, Game, Rng, Sample, Seat, Seats, Turn};
use tercet_triangle::{
    Action, Canvas, Dense, Edit, Event, Field, FieldVisitor, Illegal, Layout, Paint, Puzzle, State, Wide,
    with_field,
};
use twin::{Cell, Config, Doing, Grid, Piece, Shape, Twin, distinct, templates};

fn below(rng: &mut Rng, bound: usize) -> usize {
    rng.below(bound as u32) as usize
}

fn size(number: i32) -> usize {
    usize::try_from(number).expect("a size")
}

fn between(rng: &mut Rng, low: i32, high: i32) -> i32 {
    low + below(rng, size(high - low + 1)) as i32
}

/// Any ranges, some of them empty.
fn random_grid(rng: &mut Rng) -> Grid {
    match rng.below(8) {
        0 => Grid::hexagon(between(rng, 1, 4)),
        1 => Grid::triangle(between(rng, 1, 7)),
        2 => Grid::parallelogram(between(rng, 1, 5), between(rng, 1, 5)),
        _ => {
            let (rows, cols) = (between(rng, 1, 9), between(rng, 1, 17));
            let range = |rng: &mut Rng| {
                let start = between(rng, 0, cols) / 2;
                (start, between(rng, start, cols).max(between(rng, start, cols)))
            };
            Grid::new(cols, (0..rows).map(|_| range(rng)).collect())
        }
    }
}

/// Triangles near the anchor that agree with each other.
fn random_shape(rng: &mut Rng) -> Shape {
    let parity = between(rng, 0, 1);
    let mut triangles: Vec<twin::Triangle> = Vec::new();
    for _ in 0..=rng.below(4) {
        let (dr, dc) = (between(rng, -2, 2), between(rng, -3, 3));
        if triangles.iter().all(|other| (other.dr, other.dc) != (dr, dc)) {
            triangles.push(twin::Triangle { dr, dc, up: (dr + dc + parity).rem_euclid(2) == 1 });
        }
    }
    Shape::new(triangles)
}

fn random_config(rng: &mut Rng) -> Config {
    let templates = match rng.below(3) {
        0 => (0..=rng.below(12)).map(|_| random_shape(rng)).collect(),
        _ => templates(),
    };
    Config {
        grid: random_grid(rng),
        slots: [1, 2, 3, 3, 4, 16][below(rng, 6)],
        min_line: [1, 2, 2, 2, 3, 3, 4, 6, 128][below(rng, 9)],
        templates,
        limit: if rng.below(4) == 0 { 1 + rng.below(20) } else { 10_000 },
    }
}

/// The engine's side of a pair, and the colours that it says.
struct Engine<F: Field> {
    game: Puzzle<F>,
    state: State<F>,
    canvas: Canvas,
    colours: Vec<u8>,
}

impl<F: Field> Engine<F> {
    fn new(config: &Config) -> Engine<F> {
        let game = Puzzle::<F>::new(&bridge::config(config)).unwrap();
        let canvas = Canvas::new(game.grid().size());
        Engine { state: game.start(), game, canvas, colours: Vec::new() }
    }

    fn deal(&mut self, piece: &Piece) {
        let mut heard = Vec::new();
        self.colours.push(piece.colour);
        let piece = bridge::piece(&self.game, &piece.shape);
        self.game.resolve(&mut self.state, piece, &mut heard).unwrap();
        self.observe(&heard);
    }

    fn play(&mut self, number: usize) -> u32 {
        let (size, mut heard) = (self.game.grid().size(), Vec::new());
        let action = Action { slot: (number / size) as u8, anchor: (number % size) as u16 };
        self.game.play(&mut self.state, Seat::FIRST, action, &mut heard).unwrap();
        self.observe(&heard)
    }

    /// How many triangles an edit cleared; `None` if there was nothing to edit.
    fn edit(&mut self, edit: Edit) -> Option<u32> {
        let mut heard = Vec::new();
        match self.game.edit(&mut self.state, edit, &mut heard) {
            Ok(()) => Some(self.observe(&heard)),
            Err(Illegal::DeathZone(_)) => None,
            Err(illegal) => panic!("{illegal}"),
        }
    }

    fn observe(&mut self, events: &[Event]) -> u32 {
        let colours = &self.colours;
        for event in events {
            self.canvas.observe(event, |nth| colours[nth]);
        }
        let count = |event: &Event| if let Event::Cleared { cells } = event { cells.len() as u32 } else { 0 };
        events.iter().map(count).sum()
    }

    fn numbers(&self) -> Vec<usize> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, Seat::FIRST, &mut actions);
        let size = self.game.grid().size();
        actions.iter().map(|it| usize::from(it.slot) * size + usize::from(it.anchor)).collect()
    }

    /// Everything that can be seen of the two is the same.
    fn assert_same(&self, twin: &Twin, place: &str) {
        let state = &self.state;
        let (turn, owed) = match twin.doing {
            Doing::Deal { slot } => (Turn::Chance, twin.slots.len() - slot),
            Doing::Play => (Turn::Seats(Seats::first(1)), 0),
            Doing::Over(_) => (Turn::Over, 0),
        };
        assert_eq!((self.game.turn(state), usize::from(state.owed())), (turn, owed), "{place}");
        assert_eq!(self.numbers(), twin.actions(), "{place}");
        let counts = [state.steps(), state.survived(), state.placed(), state.cleared()];
        assert_eq!(counts, [twin.steps, twin.survived, twin.placed, twin.cleared], "{place}");
        let end = match twin.doing {
            Doing::Over(twin::End::Finished) => Some(End::Finished),
            Doing::Over(twin::End::Limit) => Some(End::Limit),
            _ => None,
        };
        let scores = self.game.scores(state);
        assert_eq!((scores.points(), scores.end()), (&[twin.points() as i32][..], end), "{place}");
        self.assert_same_board(twin, place);
    }

    fn assert_same_board(&self, twin: &Twin, place: &str) {
        for (cell, paint) in twin.board.iter().enumerate() {
            let ours = match paint {
                None => None,
                Some(twin::Paint::Debug) => Some(Paint::Debug),
                Some(twin::Paint::Colour(colour)) => Some(Paint::Color(*colour)),
            };
            assert_eq!(self.state.is_filled(cell), ours.is_some(), "{place}, cell {cell}");
            assert_eq!(self.canvas.cells()[cell], ours, "{place}, cell {cell}");
        }
        assert_eq!(*self.canvas.hand(), bridge::hand(&self.game, &twin.slots), "{place}");
        for (slot, piece) in twin.slots.iter().enumerate() {
            let piece = piece.as_ref().map(|piece| bridge::piece(&self.game, &piece.shape));
            assert_eq!(self.game.slot(&self.state, slot), piece, "{place}");
        }
    }
}

/// What random games came to, so that a test can ask whether it has seen what it is for.
#[derive(Default, Debug)]
struct Seen {
    cleared: u32,
    edits: u32,
    cleared_by_edits: u32,
    refused: u32,
    finished: u32,
    limit: u32,
    stuck_at_once: u32,
}

/// A game of both under one config; a part of the inputs are edits.
struct Pair<'p> {
    config: &'p Config,
    rng: Rng,
    has_edits: bool,
    seen: &'p mut Seen,
}

impl FieldVisitor for Pair<'_> {
    type Out = ();

    fn visit<F: Field + Send + Sync + 'static>(mut self) {
        let (mut twin, mut engine) = (Twin::start(self.config), Engine::<F>::new(self.config));
        let mut after = 0;
        for step in 0..400 {
            engine.assert_same(&twin, &format!("step {step} of {:?}", self.config));
            match twin.doing {
                Doing::Deal { .. } => {
                    let piece = self.piece();
                    twin.deal(piece.clone());
                    engine.deal(&piece);
                }
                Doing::Over(_) if !self.has_edits || after == 6 => break,
                doing if self.has_edits && (self.rng.below(3) == 0 || doing != Doing::Play) => {
                    after += u32::from(doing != Doing::Play);
                    self.edit(&mut twin, &mut engine);
                }
                _ => {
                    let actions = twin.actions();
                    let action = actions[below(&mut self.rng, actions.len())];
                    let cleared = twin.play(action);
                    assert_eq!(engine.play(action), cleared);
                    self.seen.cleared += cleared;
                }
            }
        }
        self.seen.finished += u32::from(twin.doing == Doing::Over(twin::End::Finished));
        self.seen.limit += u32::from(twin.doing == Doing::Over(twin::End::Limit));
        self.seen.stuck_at_once += u32::from(twin.is_over() && twin.steps == 0);
    }
}

impl Pair<'_> {
    fn piece(&mut self) -> Piece {
        let templates = &self.config.templates;
        let shape = templates[below(&mut self.rng, templates.len())].clone();
        Piece { shape, colour: self.rng.below(9) as u8 }
    }

    fn edit<F: Field>(&mut self, twin: &mut Twin, engine: &mut Engine<F>) {
        self.seen.edits += 1;
        if self.rng.below(6) == 0 {
            let count = below(&mut self.rng, self.config.slots + 2).min(16);
            let slot = |pair: &mut Self| (pair.rng.below(4) > 0).then(|| pair.piece());
            let slots: Vec<Option<Piece>> = (0..count).map(|_| slot(self)).collect();
            twin.set_shapes(&slots);
            engine.edit(Edit::Shapes(bridge::hand(&engine.game, &slots)));
            return;
        }
        let (rows, cols) = (self.config.grid.rows, self.config.grid.cols);
        let (row, col) = (between(&mut self.rng, 0, rows - 1), between(&mut self.rng, 0, cols - 1));
        let cleared = twin.toggle(Cell::at(row, col));
        assert_eq!(engine.edit(Edit::Toggle(size(row * cols + col) as u16)), cleared);
        self.seen.cleared_by_edits += cleared.unwrap_or(0);
        self.seen.refused += u32::from(cleared.is_none());
    }
}

/// Random configs, each played with the kind of board that it gets, or with another.
fn play_both(seed: u64, configs: u64, has_edits: bool, other: Option<fn(Pair<'_>)>) -> Seen {
    let mut seen = Seen::default();
    for number in 0..configs {
        let config = random_config(&mut Rng::stream(seed, &[number]));
        let rng = Rng::stream(seed, &[number, 1]);
        let pair = Pair { config: &config, rng, has_edits, seen: &mut seen };
        match other {
            Some(visit) => visit(pair),
            None => with_field(&bridge::config(&config), pair),
        }
    }
    println!("{seen:?}");
    seen
}

#[test]
fn random_games_under_random_configs_agree() {
    let seen = play_both(1, 400, false, None);
    assert!(seen.cleared > 1000 && seen.limit > 20 && seen.finished > 100, "{seen:?}");
    assert!(seen.stuck_at_once > 5, "{seen:?}");
}

#[test]
fn random_games_with_edits_agree() {
    let seen = play_both(2, 400, true, None);
    assert!(seen.edits > 3000 && seen.cleared_by_edits > 300 && seen.refused > 300, "{seen:?}");
}

#[test]
fn random_games_on_wide_boards_agree() {
    play_both(3, 150, true, Some(|pair| pair.visit::<Wide<2>>()));
    play_both(4, 40, true, Some(|pair| pair.visit::<Wide<32>>()));
}

#[test]
fn games_of_the_default_config_agree() {
    let (config, mut seen) = (Config::default(), Seen::default());
    for number in 0..40 {
        for has_edits in [false, true] {
            let rng = Rng::stream(5, &[number]);
            Pair { config: &config, rng, has_edits, seen: &mut seen }.visit::<Dense>();
            Pair { config: &config, rng, has_edits, seen: &mut seen }.visit::<Wide<1>>();
        }
    }
    assert!(seen.cleared > 100, "{seen:?}");
}

/// 128 cells, 64 anchors of a triangle, 32 lines: as much as a dense board holds.
#[test]
fn games_on_the_largest_dense_boards_agree() {
    let mut seen = Seen::default();
    for (rows, cols, min_line) in [(8, 16, 1), (2, 64, 5), (16, 8, 8), (11, 11, 2), (4, 32, 8)] {
        let grid = Grid::new(cols, vec![(0, cols); size(rows)]);
        let config = Config { grid, min_line, ..Config::default() };
        for number in 0..4 {
            let rng = Rng::stream(8, &[number]);
            Pair { config: &config, rng, has_edits: number % 2 == 1, seen: &mut seen }.visit::<Dense>();
        }
    }
    assert!(seen.cleared + seen.cleared_by_edits > 0, "{seen:?}");
}

#[test]
fn grids_and_lines_agree() {
    let mut rng = Rng::new(6);
    let named = (1..=9).flat_map(|n| [Layout::Hexagon(n), Layout::Triangle(n), Layout::Parallelogram(n, 3)]);
    let twins = (1..=9).flat_map(|n| [Grid::hexagon(n), Grid::triangle(n), Grid::parallelogram(n, 3)]);
    let random: Vec<Grid> = (0..200).map(|_| random_grid(&mut rng)).collect();
    let random = random.into_iter().map(|grid| (bridge::layout(&grid), grid));
    for (layout, twin) in named.zip(twins).chain(random) {
        let grid = layout.grid();
        let number = |cell: &Cell| size(cell.row * twin.cols + cell.col);
        assert_eq!((grid.rows(), grid.cols()), (size(twin.rows), size(twin.cols)), "{layout}");
        let playable: Vec<usize> = twin.playable().iter().map(number).collect();
        assert_eq!(grid.playable().collect::<Vec<_>>(), playable, "{layout}");
        for cell in twin.cells() {
            assert_eq!(grid.is_up(number(&cell)), twin::is_up(cell), "{layout}");
        }
        for min_line in [1, 2, 3, 5, 128] {
            let lines = twin.lines(min_line);
            let mut lines: Vec<Vec<usize>> =
                lines.iter().map(|line| line.iter().map(number).collect()).collect();
            lines.sort();
            assert_eq!(grid.lines(min_line), lines, "{layout}");
        }
    }
}

#[test]
fn the_twin_deals_the_same_shapes() {
    let game = Puzzle::<Dense>::new(&bridge::config(&Config::default())).unwrap();
    let mut outcomes = Vec::new();
    game.outcomes(&game.start(), &mut outcomes);
    let twins: Vec<_> =
        distinct(&templates()).iter().map(|(weight, shape)| (*weight, bridge::piece(&game, shape))).collect();
    assert_eq!(outcomes, twins);
    assert_eq!(tercet_triangle::standard_templates(), bridge::config(&Config::default()).templates);
}

/// The same inputs on both kinds of board: what is drawn, what happens, and the digests, are the same.
#[test]
fn dense_and_wide_boards_agree() {
    let config = bridge::config(&Config::default());
    let dense = Puzzle::<Dense>::new(&config).unwrap();
    let wide = Puzzle::<Wide<1>>::new(&config).unwrap();
    for seed in 0..300 {
        let mut rng = Rng::stream(7, &[seed]);
        let (mut ours, mut theirs) = (dense.start(), wide.start());
        while dense.turn(&ours) != Turn::Over {
            let (mut again, mut log, mut other) = (rng, Vec::new(), Vec::new());
            if let Some(piece) = dense.sample_outcome(&ours, &mut rng) {
                assert_eq!(wide.sample_outcome(&theirs, &mut again), Some(piece));
                dense.resolve(&mut ours, piece, &mut log).unwrap();
                wide.resolve(&mut theirs, piece, &mut other).unwrap();
            } else {
                let action = dense.sample_action(&ours, Seat::FIRST, &mut rng).unwrap();
                assert_eq!(wide.sample_action(&theirs, Seat::FIRST, &mut again), Some(action));
                dense.play(&mut ours, Seat::FIRST, action, &mut log).unwrap();
                wide.play(&mut theirs, Seat::FIRST, action, &mut other).unwrap();
            }
            assert_eq!((log, Digest::of(&ours), rng), (other, Digest::of(&theirs), again), "{seed}");
        }
    }
}
