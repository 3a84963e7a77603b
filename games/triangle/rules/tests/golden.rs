//! Golden games, kept as text that a person can read; and the table of all templates.

#[allow(dead_code, reason = "each test file uses a part of the table")]
mod table;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use tercet_conformance::golden;
use tercet_game::{End, Game, Input, Match, Notation, Record, Seat, Turn, rules_of};
use tercet_triangle::{Action, Config, Dense, Layout, Puzzle, Shape, Wide, standard_templates};

use table::custom;

const DIR: &str = "tests/golden";

type Table = Match<Puzzle<Dense>>;

/// Plays a golden game.
type Play = fn() -> Table;

/// Every golden game.
const GAMES: [(&str, Play); 7] = [
    ("stream", stream),
    ("reference", reference),
    ("edits", edits),
    ("triangle", triangle),
    ("parallelogram", parallelogram),
    ("limit", limit),
    ("open", open),
];

/// Starts a game.
fn started(config: &Config, deal: &str) -> Table {
    Match::new(Arc::new(Puzzle::new(config).unwrap()), deal.parse().unwrap(), &mut ()).unwrap()
}

/// Plays so many times as the policy says, or to the end.
fn play_on(mut table: Table, plays: u32, policy: fn(&Table) -> Action) -> Table {
    for _ in 0..plays {
        if table.turn() == Turn::Over {
            break;
        }
        let action = policy(&table);
        table.play(Seat::FIRST, action, &mut ()).unwrap();
    }
    table
}

fn first(table: &Table) -> Action {
    table.legal_actions(Seat::FIRST)[0]
}

/// The first action that clears most; else the first.
fn greedy(table: &Table) -> Action {
    let cleared = |action: &Action| {
        let mut state = *table.state();
        table.game().play(&mut state, Seat::FIRST, *action, &mut ()).unwrap();
        state.cleared()
    };
    let actions = table.legal_actions(Seat::FIRST);
    actions.into_iter().rev().max_by_key(cleared).unwrap()
}

fn edit(table: &mut Table, text: &str) {
    let edit = table.game().read_edit(text).unwrap();
    table.edit(edit, &mut ()).unwrap();
}

fn on(grid: Layout) -> Config {
    Config { grid, ..Config::default() }
}

/// The default game, every shape as far up and left as it goes, lines cleared where they can be.
fn stream() -> Table {
    play_on(started(&Config::default(), "stream 1"), 1000, greedy)
}

/// The game of the reference's seed 1000.
fn reference() -> Table {
    play_on(started(&Config::default(), "mt19937 1000"), 1000, greedy)
}

/// Two rows of five: shapes set, cells toggled until a line is cleared; an edit ends the game, another follows.
fn edits() -> Table {
    let config = Config { slots: 2, min_line: 3, ..on(custom(5, &[(0, 5), (0, 5)])) };
    let mut table = started(&config, "stream 2");
    edit(&mut table, "shapes 4:8 0:1");
    for cell in 1..=5 {
        edit(&mut table, &format!("toggle 1 {cell}"));
    }
    let mut table = play_on(table, 2, first);
    edit(&mut table, "toggle 2 5");
    edit(&mut table, "toggle 2 5");
    let mut table = play_on(table, 1, first);
    edit(&mut table, "shapes - -");
    edit(&mut table, "toggle 2 5");
    table
}

fn triangle() -> Table {
    play_on(started(&on(Layout::Triangle(6)), "stream 3"), 1000, greedy)
}

fn parallelogram() -> Table {
    play_on(started(&on(Layout::Parallelogram(5, 4)), "stream 7"), 1000, greedy)
}

/// Shapes of its own, given, and five plays.
fn limit() -> Table {
    let shapes = ["D0,0 U0,1", "U0,0", "D0,0"].map(|text| text.parse().unwrap());
    let config = Config { templates: shapes.to_vec(), slots: 2, limit: 5, ..on(Layout::Hexagon(2)) };
    play_on(started(&config, "given 0:0 1:1 2:2 0:3 1:4 2:5"), 1000, first)
}

/// Left in the middle of a hand.
fn open() -> Table {
    play_on(started(&Config::default(), "stream 6"), 4, first)
}

#[test]
fn golden_games_are_as_they_were() {
    for (name, play) in GAMES {
        golden::play::<Puzzle<Dense>>(Path::new(DIR), name, &play().record());
    }
}

fn kept(name: &str) -> Record {
    fs::read_to_string(Path::new(DIR).join(format!("{name}.play"))).unwrap().parse().unwrap()
}

#[test]
fn every_file_is_a_game_of_ours_and_short() {
    let names = fs::read_dir(DIR).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<String> = names.collect();
    files.sort();
    let mut known: Vec<String> = GAMES.iter().map(|(name, _)| format!("{name}.play")).collect();
    known.push("shapes.txt".to_owned());
    known.sort();
    assert_eq!(files, known);
    for (name, _) in GAMES {
        let lines = kept(name).to_string().lines().count();
        assert!(lines < 150, "{name}: {lines} lines");
    }
}

#[test]
fn the_games_show_what_they_are_for() {
    let ends = GAMES.map(|(name, _)| kept(name).end);
    let finished = Some(End::Finished);
    assert_eq!(ends, [finished, finished, finished, finished, finished, Some(End::Limit), None]);
    for name in ["stream", "reference", "triangle", "parallelogram"] {
        assert!(kept(name).scores[0] > 900, "{name}: lines are cleared");
    }
    let is_edit = |input: &&tercet_game::InputText| matches!(input, Input::Edit(_));
    assert!(kept("edits").inputs.iter().filter(is_edit).count() > 8);
}

/// The digest of a state is that of its cells, slots and counts, whatever holds them.
#[test]
fn kept_games_replay_on_wide_boards() {
    for (name, _) in GAMES {
        let record = kept(name);
        let mut replay = tercet_game::Replay::<Puzzle<Wide<1>>>::open(&record).unwrap();
        replay.verify(&mut ()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(rules_of::<Puzzle<Wide<1>>>(&record).unwrap().config(), replay.game().config());
        Match::<Puzzle<Dense>>::resume(&record, &mut ()).unwrap();
    }
}

/// A shape row by row: `▲` and `▼`, and `·` where it has no triangle.
fn picture(shape: &Shape) -> String {
    let (low_row, low_col, high_row, high_col) = shape.bounds();
    let sign = |row: i8, col: i8| {
        let triangle = shape.triangles().iter().find(|it| (it.row, it.col) == (row, col));
        triangle.map_or('·', |triangle| if triangle.is_up { '▲' } else { '▼' })
    };
    let row = |row: i8| (low_col..=high_col).map(|col| sign(row, col)).collect::<String>();
    (low_row..=high_row).map(row).collect::<Vec<_>>().join("/")
}

#[test]
fn golden_table_of_shapes() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    let mut text = String::from(
        "# The templates: number, placements on the empty default grid, rows (/ between them), triangles.\n\n",
    );
    for (template, shape) in standard_templates().iter().enumerate() {
        let piece = game.piece_of(template).unwrap();
        let places = game.anchors(&game.start(), piece).len();
        writeln!(text, "{template:>2} {places} {:<7} {shape}", picture(shape)).unwrap();
    }
    golden::check(&Path::new(DIR).join("shapes.txt"), &text);
}
