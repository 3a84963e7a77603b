//! R17: what a config may be, and what is said of one that can't be.

use tercet_game::{Game, Settings};
use tercet_triangle::{Config, Dense, Layout, Puzzle, Shape, Wide};

use crate::table::custom;

/// What the rules say of a config that can't be.
fn complaint(config: &Config) -> String {
    let text = Puzzle::<Dense>::new(config).unwrap_err().to_string();
    assert_eq!(Puzzle::<Wide<32>>::new(config).unwrap_err().to_string(), text);
    text
}

fn on(grid: Layout) -> Config {
    Config { grid, ..Config::default() }
}

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

#[test]
fn r17_the_smallest_and_the_largest() {
    let one = vec![shape("U0,0")];
    for config in [
        Config {
            slots: 1,
            colors: 1,
            min_line: 1,
            limit: 1,
            templates: one.clone(),
            ..on(custom(1, &[(0, 0)]))
        },
        Config { slots: 16, colors: 16, min_line: 128, limit: 1_000_000, ..on(custom(64, &[(0, 64); 64])) },
        Config { templates: vec![shape("U0,0"); 64], spare: vec![shape("D0,0"); 64], ..Config::default() },
        Config { spare: vec![shape("U63,-63"), shape("U-63,63")], ..Config::default() },
        on(Layout::Hexagon(16)),
        on(Layout::Triangle(32)),
        on(Layout::Parallelogram(1, 32)),
        on(Layout::Parallelogram(63, 1)),
    ] {
        assert!(Puzzle::<Wide<32>>::new(&config).is_ok_and(|game| *game.config() == config), "{config:?}");
    }
}

#[test]
fn r17_numbers_out_of_their_ranges() {
    let ok = Config::default;
    for (config, text) in [
        (Config { slots: 0, ..ok() }, "config `slots`: 0 is not from 1 to 16"),
        (Config { slots: 17, ..ok() }, "config `slots`: 17 is not from 1 to 16"),
        (Config { colors: 0, ..ok() }, "config `colors`: 0 is not from 1 to 16"),
        (Config { colors: 17, ..ok() }, "config `colors`: 17 is not from 1 to 16"),
        (Config { min_line: 0, ..ok() }, "config `min_line`: 0 is not from 1 to 128"),
        (Config { min_line: 129, ..ok() }, "config `min_line`: 129 is not from 1 to 128"),
        (Config { limit: 0, ..ok() }, "config `limit`: 0 is not from 1 to 1000000"),
        (Config { limit: 1_000_001, ..ok() }, "config `limit`: 1000001 is not from 1 to 1000000"),
        (Config { templates: vec![], ..ok() }, "config `shapes`: 0 is not from 1 to 64"),
        (Config { templates: vec![shape("U0,0"); 65], ..ok() }, "config `shapes`: 65 is not from 1 to 64"),
        (Config { spare: vec![shape("U0,0"); 65], ..ok() }, "config `spare`: 65 is not from 0 to 64"),
    ] {
        assert_eq!(complaint(&config), text);
    }
}

#[test]
fn r17_grids_that_can_not_be() {
    for (grid, text) in [
        (Layout::Hexagon(0), "`hexagon 0`: its sides are 1 to 16"),
        (Layout::Hexagon(17), "`hexagon 17`: its sides are 1 to 16"),
        (Layout::Hexagon(255), "`hexagon 255`: its sides are 1 to 16"),
        (Layout::Triangle(0), "`triangle 0`: its sides are 1 to 32"),
        (Layout::Triangle(33), "`triangle 33`: its sides are 1 to 32"),
        (Layout::Parallelogram(0, 1), "`parallelogram 0 1`: its sides are 1 to 64"),
        (Layout::Parallelogram(1, 65), "`parallelogram 1 65`: its sides are 1 to 64"),
        (Layout::Parallelogram(1, 33), "a grid has 1 to 64 rows and columns, not 1 by 66"),
        (Layout::Parallelogram(64, 1), "a grid has 1 to 64 rows and columns, not 64 by 65"),
        (Layout::Parallelogram(64, 64), "a grid has 1 to 64 rows and columns, not 64 by 191"),
        (custom(0, &[(0, 0)]), "a grid has 1 to 64 rows and columns, not 1 by 0"),
        (custom(65, &[(0, 1)]), "a grid has 1 to 64 rows and columns, not 1 by 65"),
        (custom(3, &[]), "a grid has 1 to 64 rows and columns, not 0 by 3"),
        (custom(3, &[(0, 3); 65]), "a grid has 1 to 64 rows and columns, not 65 by 3"),
        (custom(3, &[(0, 3), (2, 1)]), "row 2 plays 2-1, which is not within 0-3"),
        (custom(3, &[(0, 4)]), "row 1 plays 0-4, which is not within 0-3"),
    ] {
        assert_eq!(complaint(&on(grid)), format!("config `grid`: {text}"));
    }
}

#[test]
fn r17_shapes_that_could_lie_nowhere() {
    let why = "fits nowhere: on any grid one of its triangles points the wrong way";
    for text in ["U0,0 U0,1", "U0,0 D1,1", "D-1,0 D0,0"] {
        let templates = vec![shape("U0,0"), shape(text)];
        let expected = format!("config `shapes`: `{text}` {why}");
        assert_eq!(complaint(&Config { templates, ..Config::default() }), expected);
        let spare = vec![shape(text)];
        assert_eq!(
            complaint(&Config { spare, ..Config::default() }),
            format!("config `spare`: `{text}` {why}")
        );
    }
}

#[test]
fn r17_a_board_that_is_too_small_for_a_grid_says_so() {
    let text = "config `grid`: too large, or of too many shapes, for this kind of board";
    let error = Puzzle::<Dense>::new(&on(Layout::Hexagon(5))).unwrap_err();
    assert_eq!(error.to_string(), text);
    let error = Puzzle::<Wide<1>>::new(&on(Layout::Hexagon(5))).unwrap_err();
    assert_eq!(error.to_string(), text);
}

#[test]
fn r17_the_options_and_their_defaults() {
    let pairs: Vec<String> =
        Config::default().pairs().into_iter().map(|(key, value)| format!("{key} {value}")).collect();
    let expected = [
        "grid hexagon 4",
        "slots 3",
        "shapes standard",
        "spare none",
        "colors 9",
        "min_line 2",
        "limit 10000",
    ];
    assert_eq!(pairs, expected);
}

#[test]
fn r17_options_are_set_from_text() {
    let mut config = Config::default();
    for (key, value) in [
        ("grid", "3 columns: 0-3 1-2"),
        ("slots", "16"),
        ("shapes", "U0,0 | D0,0 U0,1 | U0,0"),
        ("spare", "D-1,-2"),
        ("colors", "1"),
        ("min_line", "3"),
        ("limit", "12"),
    ] {
        config.set(key, value).unwrap();
        assert_eq!(config.get(key).as_deref(), Some(value));
    }
    assert_eq!((config.templates.len(), config.spare), (3, vec![shape("D-1,-2")]));
    assert_eq!(config.grid, custom(3, &[(0, 3), (1, 2)]));
}

#[test]
fn r17_options_refuse_other_texts() {
    let grids = "hexagon SIDE, triangle SIDE, parallelogram ROWS PAIRS, or COLS columns: START-END …";
    let triangle = "a triangle is `U0,1` or `D0,1`: its direction, row and column";
    for (key, value, why) in [
        ("grid", "hexagon", format!("`hexagon` is not one of {grids}")),
        ("grid", "hexagon 04", format!("`hexagon 04` is not one of {grids}")),
        ("slots", "256", "`256` is not one of 1 to 16".to_owned()),
        ("slots", "+3", "`+3` is not one of 1 to 16".to_owned()),
        ("colors", "", "`` is not one of 1 to 16".to_owned()),
        ("min_line", "01", "`01` is not one of 1 to 128".to_owned()),
        ("limit", "many", "`many` is not one of 1 to 1000000".to_owned()),
        ("shapes", "U0,0 | X0,0", format!("`X0,0`: {triangle}")),
        ("shapes", "U0,0|D0,0", format!("`U0,0|D0,0`: {triangle}")),
        ("shapes", "", "``: a shape has 1 to 16 triangles, not 0".to_owned()),
        ("spare", "U0,0 D0,0", "`D0,0 U0,0`: two triangles lie at 0,0".to_owned()),
        (
            "walls",
            "1",
            "there is no such option; the options are grid, slots, shapes, spare, colors, min_line, limit"
                .to_owned(),
        ),
    ] {
        let mut config = Config::default();
        let error = config.set(key, value).unwrap_err();
        assert_eq!((error.key.as_str(), error.why, config), (key, why, Config::default()));
    }
}
