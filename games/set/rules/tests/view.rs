//! How SET draws itself: ids, names, what can be touched, what is marked.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use tercet_conformance::golden;
use tercet_game::{Deal, Game, Match, Seat};
use tercet_scene::{Draw, Fill, Group, Layer, Node, Phrase, Role, Scene, Touch, View, recall};
use tercet_set::{Action, Card, Config, Layout, Refill, SetGame, Variant, board_scene};

fn table(config: &Config) -> Match<SetGame> {
    Match::new(Arc::new(SetGame::new(config).unwrap()), Deal::stream(42), &mut ()).unwrap()
}

fn scene(table: &Match<SetGame>, view: &View) -> Scene {
    let memory = recall(&**table.game(), table.deal(), table.inputs()).unwrap();
    table.game().scene(table.state(), &memory, view)
}

fn claim_first(table: &mut Match<SetGame>) {
    let claim = table.game().first_claim(table.state()).unwrap();
    table.play(Seat::FIRST, Action::Claim(claim), &mut ()).unwrap();
}

/// Each node on a line of its own, those of groups a little to the right.
fn lines(nodes: &[Node], depth: usize, out: &mut String) {
    for node in nodes {
        let indent = " ".repeat(2 * depth);
        match node {
            Node::Shape(shape) => writeln!(out, "{indent}{shape:?}").unwrap(),
            Node::Text(text) => writeln!(out, "{indent}{text:?}").unwrap(),
            Node::Group(group) => {
                let bare = Group { nodes: Vec::new(), ..group.clone() };
                writeln!(out, "{indent}{bare:?}").unwrap();
                lines(&group.nodes, depth + 1, out);
            }
        }
    }
}

#[test]
fn golden_scene() {
    let cards = ["1rsd", "2gts", "3peo"].map(|text| Some(text.parse::<Card>().unwrap()));
    let scene = board_scene(&cards, &Layout::default(), &View::default()).unwrap();
    let mut text = format!("{} x {}: {}\n", scene.width, scene.height, scene.title);
    lines(&scene.nodes, 0, &mut text);
    golden::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scene.txt"), &text);
}

#[test]
fn cards_can_be_touched_by_who_is_to_act() {
    let table = table(&Config::default());
    let shown = scene(&table, &View::of(Seat::FIRST));
    assert_eq!(shown.title, "SET: 12 cards on the board, 69 in the deck");
    assert_eq!(shown.phrase, Some(Phrase { verb: "claim".into(), parts: 3 }));
    let fifth = shown.group("card-5").unwrap();
    let card = table.state().board().nth(4).flatten().unwrap();
    assert_eq!(fifth.name, Some(format!("card 5: {}", card.words())));
    assert_eq!(fifth.touch, Some(Touch::Part { rank: 1, words: "5".into() }));
    for view in [View::default(), View::of(Seat(1))] {
        let watched = scene(&table, &view);
        assert!(watched.phrase.is_none() && watched.groups().all(|group| group.touch.is_none()));
    }
}

fn has_role(group: &Group, role: Role) -> bool {
    group.nodes.iter().any(|node| match node {
        Node::Shape(shape) => {
            let filled = matches!(shape.fill, Some(Fill::Plain(paint)) if paint.role == role);
            filled || shape.stroke.is_some_and(|stroke| stroke.paint.role == role)
        }
        _ => false,
    })
}

#[test]
fn picks_and_hints_mark_their_cards() {
    let view = View { picked: vec!["card-2".into()], hint: Some("claim 2 5 7".into()), ..View::default() };
    let shown = scene(&table(&Config::default()), &view);
    let marked = |role: Role| {
        let groups = shown.groups().filter(|group| has_role(group, role));
        groups.filter_map(|group| group.id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(marked(Role::Picked), ["card-2"]);
    assert_eq!(marked(Role::Hint), ["card-2", "card-5", "card-7"]);
    assert!(shown.group("card-2").unwrap().name.as_deref().unwrap().ends_with(", picked"));
}

#[test]
fn the_cards_dealt_last_are_marked_until_the_next_play() {
    let mut table = table(&Config { refill: Refill::InPlace, ..Config::default() });
    let fresh = |table: &Match<SetGame>| {
        let shown = scene(table, &View::default());
        let groups = shown.groups().filter(|group| has_role(group, Role::Picked));
        groups.filter_map(|group| group.id.clone()).collect::<Vec<_>>()
    };
    assert!(fresh(&table).is_empty(), "the first board is no news");
    let claim = table.game().first_claim(table.state()).unwrap();
    claim_first(&mut table);
    let cells: Vec<String> = claim.cells().iter().map(|cell| format!("card-{cell}")).collect();
    assert_eq!(fresh(&table), cells);
    table.play(Seat::FIRST, Action::Deal, &mut ()).unwrap();
    assert_eq!(fresh(&table), ["card-13", "card-14", "card-15"]);
}

#[test]
fn labels_and_the_legend_are_shown_if_asked_for() {
    let table = table(&Config::default());
    let mut view = View::default();
    view.layers = view.layers.without(Layer::Labels);
    assert!(scene(&table, &view).groups().all(|group| !has_role(group, Role::Badge)));
    view.layers = view.layers.and(Layer::Legend);
    view.color_names = Some(["magenta".into(), "amber".into(), "purple".into()]);
    let with_legend = scene(&table, &view);
    let legend = with_legend.group("legend").unwrap();
    assert_eq!(legend.name.as_deref(), Some("colours: magenta (red), amber (green), purple"));
    assert_eq!((with_legend.width, with_legend.height), (10_000, 10_560 + 480));
}

#[test]
fn holes_and_the_set_on_show_have_their_places() {
    let cards = [Card::from_id(0), None, Card::from_id(1)];
    let holed = board_scene(&cards, &Layout::default(), &View::default()).unwrap();
    assert_eq!(holed.group("card-2").unwrap().name.as_deref(), Some("position 2 is empty"));
    let mut chain = table(&Config::of(Variant::Chain));
    claim_first(&mut chain);
    let shown = scene(&chain, &View::default());
    assert_eq!(shown.width, 12_440, "a column more than the board has");
    assert!(shown.group("card-s3").is_some());
}
