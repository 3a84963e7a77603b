//! How the puzzle draws itself: ids, names, what can be touched, what is marked.

use std::sync::Arc;

use tercet_game::{Deal, Game, Match, Seat, Settings};
use tercet_scene::{Draw, Fill, Layer, Node, Role, Scene, Shape, Touch, View, recall};
use tercet_triangle::{Action, Config, Dense, Puzzle, Setup};

type Table = Match<Puzzle<Dense>>;

fn table() -> Table {
    let config = Config::from_pairs([("grid", "hexagon 2"), ("slots", "2")]).unwrap();
    Match::new(Arc::new(Puzzle::new(&config).unwrap()), Deal::stream(3), &mut ()).unwrap()
}

fn scene(table: &Table, view: &View) -> Scene {
    let memory = recall(&**table.game(), table.deal(), table.inputs()).unwrap();
    table.game().scene(table.state(), &memory, view)
}

fn picked() -> View {
    View { picked: vec!["slot-1".into()], ..View::of(Seat::FIRST) }
}

/// The shapes of the scene itself that are painted with this role.
fn painted(scene: &Scene, role: Role) -> Vec<&Shape> {
    let shapes = scene.nodes.iter().filter_map(|node| match node {
        Node::Shape(shape) => Some(shape),
        _ => None,
    });
    let is_painted = |shape: &&Shape| {
        matches!(shape.fill, Some(Fill::Plain(paint)) if paint.role == role)
            || shape.stroke.is_some_and(|stroke| stroke.paint.role == role)
    };
    shapes.filter(is_painted).collect()
}

#[test]
fn a_picked_shape_goes_where_it_may() {
    let table = table();
    let shown = scene(&table, &picked());
    let touched: Vec<String> = shown
        .groups()
        .filter_map(|group| match &group.touch {
            Some(Touch::Action(action)) => Some(action.clone()),
            _ => None,
        })
        .collect();
    let legal = table.legal_actions(Seat::FIRST).into_iter().filter(|action| action.slot == 0);
    let texts: Vec<String> =
        legal.map(|action| tercet_game::Notation::action_text(&**table.game(), action)).collect();
    assert!(!texts.is_empty());
    assert_eq!(touched, texts);
    let slot = shown.group("slot-2").unwrap();
    assert_eq!(slot.touch, Some(Touch::Part { rank: 1, words: "2".into() }));
    let name = shown.group("slot-1").unwrap().name.clone().unwrap();
    assert!(name.starts_with("slot 1: ") && name.ends_with(", picked"), "{name}");
    let watched = scene(&table, &View { seat: None, ..picked() });
    assert!(watched.groups().all(|group| group.touch.is_none()));
}

#[test]
fn a_legal_ghost_has_a_whole_edge_and_an_illegal_one_a_broken_edge() {
    let table = table();
    let legal = table.legal_actions(Seat::FIRST)[0];
    let cells = 0..table.game().grid().size() as u16;
    let all = cells.map(|anchor| Action { slot: 0, anchor });
    let illegal = all.into_iter().find(|action| !table.legal_actions(Seat::FIRST).contains(action)).unwrap();
    for (action, role, other, is_dashed) in
        [(legal, Role::Legal, Role::Illegal, false), (illegal, Role::Illegal, Role::Legal, true)]
    {
        let text = tercet_game::Notation::action_text(&**table.game(), action);
        let shown = scene(&table, &View { ghost: Some(text), ..View::default() });
        assert!(painted(&shown, other).is_empty());
        let edge = painted(&shown, role).into_iter().find_map(|shape| shape.stroke).unwrap();
        assert_eq!(edge.dash.is_some(), is_dashed);
    }
}

#[test]
fn the_last_shape_and_what_it_cleared_are_marked() {
    let mut table = table();
    assert!(painted(&scene(&table, &View::default()), Role::Last).is_empty());
    let mut has_cleared = false;
    for _ in 0..40 {
        let actions = table.legal_actions(Seat::FIRST);
        let Some(&action) = actions.last() else { break };
        let cleared = table.state().cleared();
        table.play(Seat::FIRST, action, &mut ()).unwrap();
        let shown = scene(&table, &View::default());
        assert_eq!(painted(&shown, Role::Last).len(), 1);
        let is_cleared = table.state().cleared() > cleared;
        assert_eq!(painted(&shown, Role::Cleared).len(), if is_cleared { 2 } else { 0 });
        has_cleared |= is_cleared;
    }
    assert!(has_cleared, "no line was cleared");
}

#[test]
fn coordinates_and_numbers_stand_in_every_cell() {
    let table = table();
    let words = |layer: Layer, picked: Vec<String>| {
        let view = View { layers: [layer].into_iter().collect(), picked, ..View::default() };
        let texts = scene(&table, &view).nodes;
        let words = texts.into_iter().filter_map(|node| match node {
            Node::Text(text) => Some(text.words),
            _ => None,
        });
        words.collect::<Vec<_>>()
    };
    let cells = table.game().grid().playable().count();
    let coordinates = words(Layer::Coordinates, Vec::new());
    assert_eq!((coordinates.len(), coordinates[0].as_str()), (cells, "1,2"));
    assert_eq!(words(Layer::Numbers, Vec::new())[0], "1");
    let size = table.game().grid().size();
    assert_eq!(words(Layer::Numbers, vec!["slot-2".into()])[0], (size + 1).to_string());
}

#[test]
fn lines_that_are_nearly_complete_are_marked_if_asked_for() {
    let game = table();
    let game = game.game();
    let line = game.grid().lines(2).remove(0);
    let setup = Setup { filled: line[..line.len() - 1].to_vec(), ..Setup::default() };
    let state = game.position(&setup).unwrap();
    let view = View { layers: [Layer::Lines].into_iter().collect(), ..View::default() };
    let memory = game.memory(&Deal::stream(3));
    assert_eq!(painted(&game.scene(&state, &memory, &view), Role::Line).len(), 2);
    assert_eq!(painted(&game.scene(&state, &memory, &View::default()), Role::Line).len(), 0);
}

#[test]
fn death_zones_free_and_filled_cells_fill_the_board_without_gaps() {
    let table = table();
    let shown = scene(&table, &View::default());
    let triangles = |role: Role| -> usize {
        let steps = painted(&shown, role).into_iter().map(|shape| match &shape.outline {
            tercet_scene::Outline::Path(path) => path.0.len() / 4,
            _ => 0,
        });
        steps.sum()
    };
    let grid = table.game().grid();
    assert_eq!(triangles(Role::Cell), grid.playable().count());
    assert_eq!(triangles(Role::Blocked), grid.size() - grid.playable().count());
}
