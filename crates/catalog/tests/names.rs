//! A bot has one name, however it is spelled.

use tercet_catalog::CATALOG;
use tercet_entry::{Seated, Table};
use tercet_game::{Deal, Rng};
use tercet_search::{BotError, BotLimits, Limits};

fn in_game(game: &str, name: &str) -> String {
    let spelled = CATALOG.game(game).unwrap().usual().canonical(name, &Limits::LARGEST);
    spelled.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Any spelling of a bot: its parameters in any order, given once, several times or not at all, usual or not.
fn spelling(rng: &mut Rng, bot: &str, parameters: &[(&str, [u64; 3])]) -> String {
    let mut parts = Vec::new();
    for _ in 0..rng.below(5) {
        let (name, values) = &parameters[rng.below(parameters.len() as u32) as usize];
        let zeros = ["", "0", "+"][rng.below(3) as usize];
        parts.push(format!("{name}={zeros}{}", values[rng.below(3) as usize]));
    }
    if parts.is_empty() { bot.to_owned() } else { format!("{bot}:{}", parts.join(",")) }
}

fn spellings() -> Vec<(&'static str, String)> {
    let mut rng = Rng::new(7);
    let mut all = Vec::new();
    for _ in 0..300 {
        let (playouts, turns) = ([1000, 20, 7], [0, 4, 6]);
        all.push(("machi", spelling(&mut rng, "mcts", &[("playouts", playouts), ("turns", turns)])));
        let (turns, positions) = ([1, 2, 1], [200_000, 500, 900]);
        all.push(("machi", spelling(&mut rng, "search", &[("turns", turns), ("positions", positions)])));
        all.push(("triangle", spelling(&mut rng, "beam", &[("width", [64, 3, 5])])));
        all.push(("triangle", spelling(&mut rng, "foresight", &[("boards", [10_000, 300, 50])])));
    }
    let levels = ["1", "2", "3", "4", "5", "child", "beginner", "player", "expert", "champion"];
    all.extend(levels.map(|level| ("set", format!("racer:{level}"))));
    all.sort();
    all.dedup();
    all
}

/// All that happens in a game.
fn played(game: &str, name: &str) -> String {
    let game = CATALOG.game(game).unwrap().usual();
    let seats = (*game.tables().end()).min(2);
    let players = (0..seats).map(|seat| Seated::Bot { name, seed: seat.into() }).collect();
    let table = Table { deal: Deal::stream(3), players, bot_limits: &BotLimits::own() };
    game.table(&[], seats).unwrap().play_recorded(table, 0).unwrap().unwrap().inputs
}

#[test]
fn the_shortest_spelling_is_its_own() {
    for (game, name) in spellings() {
        let short = in_game(game, &name);
        assert_eq!(in_game(game, &short), short, "{name}");
        assert!(short.len() <= name.len(), "{name}: {short}");
    }
}

#[test]
fn names_are_spelled_in_one_way() {
    let machi = [
        ("mcts:playouts=1000", "mcts"),
        ("mcts:turns=4,playouts=50", "mcts:playouts=50,turns=4"),
        ("mcts:playouts=5,playouts=50", "mcts:playouts=50"),
        ("search:positions=200000,turns=1", "search"),
        ("ev", "ev"),
    ];
    for (name, expected) in machi {
        assert_eq!(in_game("machi", name), expected);
    }
    let set =
        [("racer:player", "racer"), ("racer:3", "racer"), ("racer:champion", "racer:5"), ("first", "first")];
    for (name, expected) in set {
        assert_eq!(in_game("set", name), expected);
    }
    for (name, expected) in [("beam:width=64", "beam"), ("foresight:boards=070", "foresight:boards=70")] {
        assert_eq!(in_game("triangle", name), expected);
    }
}

#[test]
fn a_name_is_spelled_without_a_look_at_the_file_that_it_names() {
    for (game, name, expected) in [
        ("triangle", "beam:width=64,value=/nowhere/a", "beam:value=/nowhere/a"),
        ("triangle", "learned:/nowhere/a", "learned:/nowhere/a"),
        ("machi", "search:turns=1,value=/nowhere/a", "search:value=/nowhere/a"),
    ] {
        assert_eq!(in_game(game, name), expected);
        assert!(CATALOG.game(game).unwrap().usual().check_bot(name, &BotLimits::own()).is_err(), "{name}");
    }
}

#[test]
fn what_a_limit_makes_of_the_usual_is_told() {
    let limits = Limits { playouts: 500, ..Limits::LARGEST };
    let machi = CATALOG.game("machi").unwrap().usual();
    assert_eq!(machi.canonical("mcts", &limits).unwrap(), "mcts:playouts=500");
    let refused = machi.canonical("mcts:playouts=501", &limits).unwrap_err();
    assert!(matches!(refused, BotError::Limit { most: 500, .. }), "{refused}");
}

#[test]
fn all_spellings_play_the_same_game() {
    let machi = [("mcts:turns=0,playouts=+20", "mcts:playouts=20,turns=0"), ("search:turns=1", "search")];
    for (name, other) in machi {
        assert_eq!(played("machi", name), played("machi", other), "{name}");
    }
    assert_eq!(played("set", "racer:player"), played("set", "racer"));
    assert_eq!(played("set", "racer:champion"), played("set", "racer:5"));
    assert_eq!(played("triangle", "beam:width=064"), played("triangle", "beam"));
}

#[test]
fn no_bot_with_parameters_is_of_two_games() {
    for bot in CATALOG.bots().filter(|bot| bot.about.contains(&format!("`{}:", bot.name))) {
        let same = CATALOG.bots().filter(|other| other.name == bot.name);
        assert_eq!(same.flat_map(|other| other.games).count(), 1, "{}", bot.name);
    }
}

#[test]
fn a_label_keeps_its_number() {
    assert_eq!(CATALOG.canonical_label(Some("set"), "racer:3#2"), "racer#2");
    assert_eq!(CATALOG.canonical_label(None, "RandomBot#2"), "RandomBot#2");
}
