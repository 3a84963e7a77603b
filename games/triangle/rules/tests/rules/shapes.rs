//! R4 and R5: shapes, templates, colours.

use tercet_game::Game;
use tercet_triangle::{COLORS, Config, Dense, Piece, Puzzle, Shape, Triangle, Wide, standard_templates};

use crate::table::{Table, custom};

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

#[test]
fn r4_the_same_triangles_are_the_same_shape() {
    assert_eq!(shape("D0,1 U0,0"), shape("U0,0 D0,1"));
    assert_ne!(shape("U0,0 D0,1"), shape("D0,0 U0,1"));
    let triangles = shape("U1,0 U0,1 D0,0").triangles().to_vec();
    let at = |row, col, is_up| Triangle { row, col, is_up };
    assert_eq!(triangles, [at(0, 0, false), at(0, 1, true), at(1, 0, true)]);
    assert_eq!(shape("U0,0 D1,-2 U1,-1 D1,0").bounds(), (0, -2, 1, 0));
}

#[test]
fn r4_the_anchor_need_not_be_a_triangle_and_triangles_need_not_touch() {
    let config = Config {
        grid: custom(6, &[(1, 6)]),
        slots: 1,
        templates: vec![shape("U0,1 D0,4")],
        ..Config::default()
    };
    let mut table = Table::dealt(&config, "0");
    assert_eq!(table.legal(), ["place 1 1 1"], "the anchor lies in a death zone");
    assert_eq!(table.play("place 1 1 1"), ["placed 0 from 1: 1,2 1,5"]);
    assert_eq!(table.board(), "-#..#.");
}

#[test]
fn r4_a_shape_is_never_turned() {
    let config = Config { templates: vec![shape("U0,0 D0,1")], slots: 1, ..Config::default() };
    let config = Config { grid: custom(2, &[(0, 2)]), ..config };
    let table = Table::dealt(&config, "0");
    assert_eq!((table.legal(), table.end()), (Vec::new(), Some(tercet_game::End::Finished)));
}

#[test]
fn r5_31_templates_of_23_shapes() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    assert_eq!((standard_templates().len(), game.shapes().len()), (31, 23));
    let double: Vec<(usize, usize)> = (0..31)
        .flat_map(|a| (a + 1..31).map(move |b| (a, b)))
        .filter(|&(a, b)| game.piece_of(a) == game.piece_of(b))
        .collect();
    assert_eq!(double, [(0, 1), (2, 3), (5, 6), (7, 8), (14, 21), (17, 22), (23, 29), (24, 27)]);
    assert_eq!((game.piece_of(31), game.shape(Piece(23))), (None, None));
    assert_eq!(game.shape(game.piece_of(30).unwrap()), Some(&shape("U0,0 D0,1 D1,0")));
}

#[test]
fn r5_placements_on_the_empty_default_grid() {
    let known = [
        48, 48, 44, 44, 48, 44, 44, 44, 44, 40, 40, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 40, 40,
        40, 36, 40, 36, 40, 40,
    ];
    let dense = Puzzle::<Dense>::new(&Config::default()).unwrap();
    let wide = Puzzle::<Wide<1>>::new(&Config::default()).unwrap();
    for (template, places) in known.into_iter().enumerate() {
        let piece = dense.piece_of(template).unwrap();
        let anchors = dense.anchors(&dense.start(), piece);
        assert_eq!(anchors.len(), places, "{template}");
        assert_eq!(wide.anchors(&wide.start(), piece), anchors, "{template}");
    }
}

#[test]
fn r5_a_template_that_is_there_twice_is_twice_as_likely_and_spare_shapes_are_never_dealt() {
    let config = Config {
        templates: vec![shape("D0,0"), shape("U0,0"), shape("D0,0")],
        spare: vec![shape("U0,0"), shape("D0,2"), shape("D0,4"), shape("D0,2")],
        ..Config::default()
    };
    let game = Puzzle::<Dense>::new(&config).unwrap();
    let mut outcomes = Vec::new();
    game.outcomes(&game.start(), &mut outcomes);
    assert_eq!(outcomes, [(2, Piece(0)), (1, Piece(1))]);
    assert_eq!(game.shapes(), [shape("D0,0"), shape("U0,0"), shape("D0,2"), shape("D0,4")]);
}

#[test]
fn r5_the_colours() {
    assert_eq!((COLORS.len(), COLORS[0], COLORS[8]), (9, [220, 40, 40], [100, 180, 200]));
    assert_eq!(Config::default().colors, 9);
}
