//! Texts: what is written reads back, and what is no text says what would be.

use tercet_game::{Game, Notation};
use tercet_triangle::{Action, Config, Dense, Edit, Layout, Piece, Puzzle, Shape, Triangle};

fn game() -> Puzzle<Dense> {
    Puzzle::new(&Config::default()).unwrap()
}

#[test]
fn actions() {
    let game = game();
    for (text, slot, anchor) in [("place 1 1 1", 0, 0), ("place 3 8 15", 2, 119), ("place 2 3 4", 1, 33)] {
        let action = Action { slot, anchor };
        assert_eq!((game.read_action(text), game.action_text(action).as_str()), (Ok(action), text));
    }
}

#[test]
fn texts_that_are_no_actions() {
    let game = game();
    let why = "an action is `place SLOT ROW COLUMN`, from 1 1 1 to 3 8 15";
    for text in [
        "",
        "place",
        "place 1 1",
        "place 1 1 1 1",
        "place 0 1 1",
        "place 4 1 1",
        "place 1 9 1",
        "place 1 1 16",
        "place 1 0 1",
        "place 01 1 1",
        "place 1 +1 1",
        "place  1 1 1",
        "Place 1 1 1",
        "place 1 1 1 ",
        "put 1 1 1",
        "place 1 1 18446744073709551617",
    ] {
        assert_eq!(game.read_action(text).unwrap_err().to_string(), format!("`{text}`: {why}"));
    }
}

#[test]
fn outcomes() {
    let game = game();
    for (read, written, piece) in [("0", "0", 0), ("1", "0", 0), ("30", "30", 22), ("22", "17", 13)] {
        assert_eq!(game.read_chance(read), Ok(Piece(piece)));
        assert_eq!(game.chance_text(Piece(piece)), written);
    }
    for text in ["", "31", "-1", "00", "+1", "s0", "s", "x", "1 "] {
        let error = game.read_chance(text).unwrap_err();
        assert_eq!(error.to_string(), format!("`{text}`: a shape is the number of a template, 0 to 30"));
    }
}

#[test]
fn spare_shapes_have_numbers_of_their_own() {
    let spare = ["U0,2", "U0,0", "D0,2", "U0,2"].map(|text| text.parse().unwrap()).to_vec();
    let config = Config { templates: vec!["U0,0".parse().unwrap(); 2], spare, ..Config::default() };
    let game = Puzzle::<Dense>::new(&config).unwrap();
    let texts: Vec<String> = (0..3).map(|piece| game.chance_text(Piece(piece))).collect();
    assert_eq!(texts, ["0", "s0", "s1"], "one that is dealt, or there already, is no other");
    assert_eq!(game.read_chance("s1"), Ok(Piece(2)));
    assert!(game.read_chance("s2").is_err());
}

#[test]
fn edits() {
    let game = game();
    for text in ["toggle 1 1", "toggle 8 15", "shapes - - -", "shapes 5:2 - 30:0"] {
        assert_eq!(game.edit_text(game.read_edit(text).unwrap()), text);
    }
    assert_eq!(game.read_edit("toggle 3 4"), Ok(Edit::Toggle(33)));
    assert_eq!(game.edit_text(game.read_edit("shapes 1:0 6:1 8:2").unwrap()), "shapes 0:0 5:1 7:2");
    let why = "an edit is `toggle ROW COLUMN` or `shapes 5:2 - 30:0`: for each slot a template and a colour";
    for text in [
        "",
        "toggle",
        "toggle 0 1",
        "toggle 9 1",
        "toggle 1,1",
        "shapes",
        "shapes - -",
        "shapes - - - -",
        "shapes 31:0 - -",
        "shapes 0:9 - -",
        "shapes 0:01 - -",
        "shapes 0 - -",
        "shapes s0:0 - -",
        "clear 1 1",
    ] {
        assert_eq!(game.read_edit(text).unwrap_err().to_string(), format!("`{text}`: {why}"));
    }
}

#[test]
fn events() {
    let game = game();
    for text in [
        "dealt 30 to 3",
        "placed 15 from 1: 2,5 3,3 3,4 3,5",
        "cleared: 1,1",
        "cleared: 1,4 1,5 8,15",
        "filled 1,4",
        "freed 8,12",
        "set 5:2 - 30:0",
        "over finished",
        "over limit",
        "over void",
    ] {
        assert_eq!(game.event_text(&game.read_event(text).unwrap()), text);
    }
    for text in [
        "",
        "dealt",
        "dealt 31 to 1",
        "dealt 0 to 4",
        "dealt 0 to 0",
        "placed 0 from 1:",
        "placed 0 from 1: ",
        "placed 0 from 4: 1,1",
        "cleared:",
        "cleared: ",
        "cleared: 1 1",
        "cleared: 9,1",
        "filled 1 4",
        "freed",
        "set - -",
        "over",
        "over open",
        "ended",
    ] {
        let error = game.read_event(text).unwrap_err();
        assert_eq!(error.to_string(), format!("`{text}`: not an event of the puzzle"));
    }
}

#[test]
fn grids() {
    for text in ["hexagon 4", "triangle 32", "parallelogram 5 4", "3 columns: 0-3 1-2", "64 columns: 0-0"] {
        assert_eq!(text.parse::<Layout>().unwrap().to_string(), text);
    }
    let why = "a grid is `hexagon 4`, `triangle 6`, `parallelogram 5 4` or `3 columns: 0-3 1-2`";
    for text in ["", "hexagon", "hexagon 4 4", "hexagon 256", "hexagon -1", "triangle 03", "square 4"]
        .into_iter()
        .chain(["parallelogram 5", "3 columns 0-3", "3 columns: 0", "3 columns: 0-03", "3 columns:  0-3"])
    {
        assert_eq!(text.parse::<Layout>().unwrap_err().to_string(), format!("`{text}`: {why}"));
    }
}

#[test]
fn shapes() {
    for text in ["U0,0", "D-63,63", "U0,0 D0,1 U0,2 D1,0"] {
        assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
    }
    assert_eq!("U1,-2".parse(), Ok(Triangle { row: 1, col: -2, is_up: true }));
    let why = "a triangle is `U0,1` or `D0,1`: its direction, row and column";
    for text in ["u0,0", "U", "U0", "U0,", "U0,128", "U0;0", "0,0", "Ü0,0", "U0,0,0"] {
        assert_eq!(text.parse::<Shape>().unwrap_err().to_string(), format!("`{text}`: {why}"));
    }
    for text in ["U0,64", "U-64,0", "D127,0", "U0,-128"] {
        let error = text.parse::<Shape>().unwrap_err();
        assert_eq!(error.to_string(), format!("`{text}`: `{text}` lies more than 63 from the anchor"));
    }
    let many: Vec<String> = (0..17).map(|col| format!("U0,{}", 2 * col)).collect();
    let many = many.join(" ");
    let error = many.parse::<Shape>().unwrap_err();
    assert_eq!(error.to_string(), format!("`{many}`: a shape has 1 to 16 triangles, not 17"));
    let error = "U0,1 D0,1".parse::<Shape>().unwrap_err();
    assert_eq!(error.to_string(), "`D0,1 U0,1`: two triangles lie at 0,1");
}
