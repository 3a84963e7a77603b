//! How Machi Koro draws itself: ids, names, what can be touched, what is marked.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use tercet_conformance::golden;
use tercet_game::{Deal, Game, Match, Notation, Rng, Sample, Seat, Settings, Turn};
use tercet_machi::{Config, MachiKoro, MarketKind, Phase, Player, Position};
use tercet_scene::{
    Draw, Emblem, EmblemPart, Emblems, Fill, Group, Layer, Node, Path as ScenePath, Phrase, Role, Scene,
    Tone, Touch, View, recall,
};

type Table = Match<MachiKoro>;

fn table(config: &Config, seed: u64) -> Table {
    Match::new(Arc::new(MachiKoro::new(config).unwrap()), Deal::stream(seed), &mut ()).unwrap()
}

fn everything(players: u8, market: MarketKind) -> Config {
    Config { market, ..Config::everything(players) }
}

fn play(table: &mut Table, text: &str) {
    let action = table.game().read_action(text).unwrap();
    let seat = table.state().roller();
    table.play(seat, action, &mut ()).unwrap();
}

fn scene(table: &Table, view: &View) -> Scene {
    let memory = recall(&**table.game(), table.deal(), table.inputs()).unwrap();
    table.game().scene(table.state(), &memory, view)
}

/// The scene for who is to move.
fn own_scene(table: &Table) -> Scene {
    scene(table, &View::of(table.state().roller()))
}

/// Plays at random until the position is one of those.
fn play_until(table: &mut Table, rng: &mut Rng, is_there: impl Fn(Phase) -> bool) -> bool {
    while table.turn() != Turn::Over {
        if is_there(table.state().phase()) {
            return true;
        }
        let seat = table.state().roller();
        let action = table.game().sample_action(table.state(), seat, rng).unwrap();
        table.play(seat, action, &mut ()).unwrap();
    }
    false
}

/// A table of everything in such a phase.
fn table_in(is_there: impl Fn(Phase) -> bool) -> Table {
    let mut rng = Rng::new(7);
    for seed in 0..200 {
        let mut table = table(&everything(3, MarketKind::Variable), seed);
        if play_until(&mut table, &mut rng, &is_there) {
            return table;
        }
    }
    panic!("no game came to that");
}

/// The texts of all actions that touching can bring about.
fn touched(scene: &Scene) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    let mut parts = [Vec::new(), Vec::new()];
    for touch in scene.groups().filter_map(|group| group.touch.clone()) {
        match touch {
            Touch::Action(text) => drop(texts.insert(text)),
            Touch::Part { rank, words } => parts[usize::from(rank) - 1].push(words),
        }
    }
    let verb = scene.phrase.as_ref().map(|phrase| phrase.verb.as_str());
    for first in &parts[0] {
        texts.extend(parts[1].iter().map(|second| format!("{} {first} {second}", verb.unwrap())));
    }
    texts
}

fn legal(table: &Table) -> BTreeSet<String> {
    let actions = table.legal_actions(table.state().roller());
    actions.into_iter().map(|action| table.game().action_text(action)).collect()
}

#[test]
fn every_legal_action_can_be_touched_by_who_is_to_move_and_by_nobody_else() {
    let mut phases = BTreeSet::new();
    let configs = [Config::base(2), everything(3, MarketKind::Variable), everything(5, MarketKind::Total)];
    let mut rng = Rng::new(3);
    for (config, seed) in configs.iter().flat_map(|config| (0..4).map(move |seed| (config, seed))) {
        let mut table = table(config, seed);
        while table.turn() != Turn::Over {
            let seat = table.state().roller();
            let name = format!("{:?}", table.state().phase());
            let name = name.split(' ').next().unwrap().to_owned();
            // Building is most of a game; some of it is enough.
            if name != "Build" || rng.below(12) == 0 {
                let memory = table.game().memory(table.deal());
                let shown = |view: &View| table.game().scene(table.state(), &memory, view);
                assert_eq!(touched(&shown(&View::of(seat))), legal(&table), "{name}");
                for view in [View::default(), View::of(Seat((seat.0 + 1) % config.players))] {
                    let watched = shown(&view);
                    assert_eq!((touched(&watched), watched.phrase), (BTreeSet::new(), None));
                }
                phases.insert(name);
            }
            let action = table.game().sample_action(table.state(), seat, &mut rng).unwrap();
            table.play(seat, action, &mut ()).unwrap();
        }
    }
    let asked = [
        "Activate",
        "AddTwo",
        "Build",
        "ChooseDice",
        "Demolish",
        "Exchange",
        "Exhibit",
        "Give",
        "Invest",
        "KeepOrReroll",
        "Move",
        "Renovate",
        "Take",
        "Target",
    ];
    assert_eq!(phases.iter().map(String::as_str).collect::<Vec<_>>(), asked);
}

#[test]
fn everything_has_an_id_of_its_own_and_lies_on_the_page() {
    for config in [Config::base(4), everything(5, MarketKind::Total), everything(2, MarketKind::Hybrid)] {
        let mut table = table(&config, 1);
        let mut rng = Rng::new(1);
        for _ in 0..150 {
            if table.turn() == Turn::Over {
                break;
            }
            let seat = table.state().roller();
            let action = table.game().sample_action(table.state(), seat, &mut rng).unwrap();
            table.play(seat, action, &mut ()).unwrap();
        }
        let shown = own_scene(&table);
        let most =
            (0..config.players).map(|seat| table.state().city(Seat(seat)).cards().count()).max().unwrap();
        let is_usual = shown.height == 8_000;
        assert!(shown.width == 12_800 && (is_usual || most > 16 && shown.height > 8_000), "{most} kinds");
        let ids: Vec<&str> = shown.groups().filter_map(|group| group.id.as_deref()).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        assert!(shown.groups().all(|group| group.touch.is_none() || group.name.is_some()));
        within(&shown.nodes, (0, 0), (shown.width, shown.height));
    }
}

/// Asserts that rectangles and the points that words stand at lie on the page.
fn within(nodes: &[Node], (x, y): (i32, i32), page: (i32, i32)) {
    let is_on_page = |x: i32, y: i32| (0..=page.0).contains(&x) && (0..=page.1).contains(&y);
    for node in nodes {
        match node {
            Node::Group(group) => within(&group.nodes, (x + group.at.x, y + group.at.y), page),
            Node::Text(text) => assert!(is_on_page(x + text.at.x, y + text.at.y), "{text:?}"),
            Node::Shape(shape) => {
                if let tercet_scene::Outline::Rect { x: left, y: top, width, height, .. } = shape.outline {
                    assert!(width > 0 && height > 0, "{shape:?}");
                    assert!(is_on_page(x + left, y + top), "{shape:?}");
                    assert!(is_on_page(x + left + width, y + top + height), "{shape:?}");
                }
            }
        }
    }
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
    let table = table(&Config::base(2), 42);
    let shown = own_scene(&table);
    let mut text = format!("{} x {}: {}\n", shown.width, shown.height, shown.title);
    for id in ["head", "market-cheese_factory", "city-2"] {
        lines(&[Node::Group(shown.group(id).unwrap().clone())], 0, &mut text);
    }
    golden::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scene.txt"), &text);
}

#[test]
fn things_say_what_they_are_and_what_they_do() {
    let table = table(&Config::base(2), 42);
    let shown = own_scene(&table);
    assert_eq!(shown.title, "Machi Koro, turn 1: seat 1 (you): what to build?");
    let says = |id: &str| {
        let group = shown.group(id).unwrap();
        (group.name.clone().unwrap(), group.hover.clone().unwrap_or_default())
    };
    assert_eq!(
        says("market-cheese_factory"),
        (
            "Cheese Factory: green, rolls 7, costs 5, 6 left".to_owned(),
            "Cheese Factory: on your own roll: 3 coins from the bank for each cow".to_owned()
        )
    );
    assert_eq!(
        says("city-2-train_station"),
        ("Train Station: not built, costs 4".to_owned(), "Train Station (4): roll one die or two".to_owned())
    );
    assert_eq!(says("city-2-bakery").0, "Bakery ×1");
    assert_eq!(says("seat-2").0, "seat 2, 4 coins");
    assert_eq!(says("button-pass").0, "build nothing");
    assert_eq!(says("city-2").0, "seat 2 has 4 coins, 2 cards and 0 landmarks");
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

fn with_role(scene: &Scene, role: Role) -> Vec<String> {
    let groups = scene.groups().filter(|group| has_role(group, role));
    groups.filter_map(|group| group.id.clone()).collect()
}

#[test]
fn hints_and_ghosts_mark_what_they_name() {
    let table = table(&Config::base(2), 42);
    let with = |hint: Option<&str>, ghost: Option<&str>| {
        let view = View { hint: hint.map(str::to_owned), ghost: ghost.map(str::to_owned), ..View::default() };
        scene(&table, &view)
    };
    assert_eq!(with_role(&with(Some("build ranch"), None), Role::Hint), ["market-ranch"]);
    let landmark = with(Some("build train_station"), None);
    assert_eq!(with_role(&landmark, Role::Hint), ["city-1-train_station"]);
    assert_eq!(with_role(&with(None, Some("build ranch")), Role::Legal), ["market-ranch"]);
    assert_eq!(with_role(&with(None, Some("build stadium")), Role::Illegal), ["market-stadium"]);
}

#[test]
fn a_card_is_moved_by_touching_it_and_then_a_seat() {
    let table = table_in(|phase| matches!(phase, Phase::Move { .. }));
    let seat = table.state().roller();
    let view = View { picked: vec![format!("city-{}-bakery", seat.0 + 1)], ..View::of(seat) };
    let shown = scene(&table, &view);
    assert_eq!(shown.phrase, Some(Phrase { verb: "move".into(), parts: 2 }));
    let other = Seat((seat.0 + 1) % 3);
    let plate = shown.group(&format!("seat-{}", other.0 + 1)).unwrap();
    assert_eq!(plate.touch, Some(Touch::Part { rank: 2, words: (other.0 + 1).to_string() }));
    assert_eq!(shown.group(&format!("seat-{}", seat.0 + 1)).unwrap().touch, None);
    let mut picked = with_role(&shown, Role::Picked);
    // A dot marks what is new in the market.
    picked.retain(|id| !id.starts_with("market-"));
    assert_eq!(picked, view.picked);
}

#[test]
fn a_renovation_shows_every_card_that_may_close() {
    let table = table_in(|phase| matches!(phase, Phase::Renovate { .. }));
    let shown = own_scene(&table);
    let cards = shown.groups().filter_map(|group| group.id.as_deref()).filter(|id| id.starts_with("market-"));
    let purple = |(_, card): &(_, &tercet_machi::Card)| card.color == tercet_machi::Color::Purple;
    assert_eq!(cards.count(), table.game().cards().iter().filter(|card| !purple(card)).count());
}

#[test]
fn what_paid_and_what_was_built_last_is_marked() {
    let mut table = table(&Config::base(2), 42);
    assert_eq!(table.state().dice(), [1]);
    let last = |table: &Table, view: &View| with_role(&scene(table, view), Role::Last);
    assert_eq!(last(&table, &View::default()), ["city-1-wheat_field", "city-2-wheat_field"]);
    play(&mut table, "build ranch");
    let built = last(&table, &View::default());
    assert!(built.contains(&"city-1-ranch".to_owned()), "{built:?}");
    let mut view = View::default();
    view.layers = view.layers.without(Layer::Last);
    assert!(last(&table, &view).is_empty());
}

#[test]
fn closed_cards_have_a_lock_with_their_number() {
    let has_closed = |table: &Table| {
        table.game().cards().iter().find_map(|(kind, _)| {
            let seats = (0..3).map(Seat);
            let closed = |seat: &Seat| table.state().city(*seat).closed(kind) > 0;
            seats.into_iter().find(closed).map(|seat| (seat, kind))
        })
    };
    let mut table = table_in(|phase| matches!(phase, Phase::Renovate { .. }));
    play(&mut table, "renovate wheat_field");
    let (seat, kind) = has_closed(&table).expect("somebody has a wheat field");
    let id = format!("city-{}-{}", seat.0 + 1, table.game().cards().slug(kind));
    let shown = scene(&table, &View::default());
    let tile = shown.group(&id).unwrap();
    assert!(has_role(tile, Role::Badge), "{id}");
    assert!(tile.name.as_deref().unwrap().ends_with(" closed"));
}

#[test]
fn the_end_says_who_won() {
    let mut table = table(&Config::base(2), 5);
    play_until(&mut table, &mut Rng::new(5), |_| false);
    let winner = table.state().winner().expect("the game has a winner");
    let shown = scene(&table, &View::default());
    let turn = table.state().turn();
    assert_eq!(shown.title, format!("Machi Koro: {winner} has all landmarks and wins on turn {turn}"));
}

#[test]
fn cards_of_ones_own_are_drawn_whatever_their_icon() {
    let cards = "Tea House|green|8|4|leaf|bank 2 per wheat|-";
    let config = Config::from_pairs([("cards", cards)]).unwrap();
    let shown = own_scene(&table(&config, 1));
    let tea = shown.group("market-tea_house").unwrap();
    assert_eq!(
        tea.hover.as_deref(),
        Some("Tea House: on your own roll: 2 coins from the bank for each wheat")
    );
    let ink = |group: &Group| group.nodes.iter().filter(|node| matches!(node, Node::Shape(_))).count();
    assert!(ink(tea) > 4, "border, face, coin and an icon");
}

/// All words of a scene.
fn words(scene: &Scene) -> Vec<String> {
    fn collect(nodes: &[Node], out: &mut Vec<String>) {
        for node in nodes {
            match node {
                Node::Text(text) => out.push(text.words.clone()),
                Node::Group(group) => collect(&group.nodes, out),
                Node::Shape(_) => {}
            }
        }
    }
    let mut out = Vec::new();
    collect(&scene.nodes, &mut out);
    out
}

#[test]
fn a_long_name_is_cut_on_the_plate_alone() {
    let mut table = table(&Config::base(3), 42);
    play(&mut table, "build ranch");
    let names = vec!["Ana".to_owned(), "Bartholomew the Third".to_owned(), String::new()];
    let view = View { names, ..View::of(Seat::FIRST) };
    let shown = scene(&table, &view);
    let plate = |seat: u8| {
        let name = shown.group(&format!("seat-{seat}")).unwrap().name.clone().unwrap();
        name.split(',').next().unwrap().to_owned()
    };
    assert_eq!([1, 2, 3].map(plate), ["Ana (you)", "Bartholomew the Third", "seat 3"]);
    let words = words(&shown);
    for expected in ["Ana", "Bartholomew t…", "seat 3"] {
        assert!(words.iter().any(|words| words == expected), "no {expected} in {words:?}");
    }
    assert!(words.iter().any(|words| words.starts_with("turn 2 · Bartholomew the Third")), "{words:?}");
    assert!(
        words.iter().any(|words| words == "Ana builds Ranch · Bartholomew the Third rolls 4"),
        "{words:?}"
    );
}

#[test]
fn seats_are_called_by_their_names() {
    let mut table = table(&Config::base(2), 5);
    play_until(&mut table, &mut Rng::new(5), |_| false);
    let winner = table.state().winner().unwrap();
    let names = vec!["Ada".to_owned(), "Ben".to_owned()];
    let named = scene(&table, &View { names: names.clone(), ..View::default() });
    let turn = table.state().turn();
    let name = &names[winner.index()];
    assert_eq!(named.title, format!("Machi Koro: {name} has all landmarks and wins on turn {turn}"));
    let mut output = String::new();
    lines(&named.nodes, 0, &mut output);
    assert!(!output.contains("seat 1 ") && !output.contains("seat 2 "), "{output}");
    let plate = named.group("seat-2").unwrap();
    assert!(plate.name.as_deref().unwrap().starts_with("Ben, "));
}

#[test]
fn an_emblem_takes_the_place_of_an_icon() {
    let path = ScenePath::polygon([(0, 0), (7, 0), (0, 7)]);
    let part = EmblemPart { path: path.clone(), tone: Tone::Ink, line: None };
    let emblem = Emblem { side: 7, parts: vec![part] };
    let emblems = Emblems::new([("wheat".to_owned(), emblem)].into_iter().collect());
    let table = table(&Config::base(2), 1);
    let shapes = |view: &View, id: &str| {
        let shown = scene(&table, view);
        let group = shown.group(id).unwrap();
        group.nodes.iter().filter(|node| matches!(node, Node::Shape(_))).count()
    };
    let own = View { emblems, ..View::default() };
    // A wheat's stalk and ears become one triangle.
    assert_eq!(shapes(&own, "market-wheat_field") + 1, shapes(&View::default(), "market-wheat_field"));
    assert_eq!(shapes(&own, "market-ranch"), shapes(&View::default(), "market-ranch"));
}

/// However many kinds a city has, each is written by its name, large enough to be read.
#[test]
fn every_tile_has_its_name() {
    let config = everything(5, MarketKind::Total);
    let game = MachiKoro::new(&config).unwrap();
    for kinds in [2, 12, 16, 17, 19, 27, 39] {
        let cards: Vec<(String, u8)> = game
            .cards()
            .iter()
            .take(kinds)
            .map(|(kind, _)| (game.cards().slug(kind).to_owned(), 1))
            .collect();
        let player = Player { coins: 3, cards, closed: vec![], landmarks: vec![], invested: 0 };
        let players = vec![player; 5];
        let state = game.position(&Position { players, roller: 0, market: None }).unwrap();
        let shown = game.scene(&state, &game.memory(&Deal::stream(1)), &View::default());
        assert_eq!(shown.height > 8_000, kinds > 16, "{kinds} kinds");
        within(&shown.nodes, (0, 0), (shown.width, shown.height));
        for (kind, card) in game.cards().iter().take(kinds) {
            let tile = shown.group(&format!("city-5-{}", game.cards().slug(kind))).unwrap();
            let words: Vec<&str> = tile.nodes.iter().filter_map(named_words).collect();
            assert_eq!(words.join(" "), *card.name, "{kinds} kinds");
        }
    }
}

/// The words of a text on a card's face.
fn named_words(node: &Node) -> Option<&str> {
    match node {
        Node::Text(text) if text.paint.role == Role::CardInk => {
            assert!(text.size >= 100, "{} has size {}", text.words, text.size);
            Some(&text.words)
        }
        _ => None,
    }
}
