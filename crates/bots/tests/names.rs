//! A bot has one name, however it is spelled.

use tercet_bots::{BotError, Contest, Limits, Terms};
use tercet_game::{Deal, Deals, Live, Rng, Seats, run};
use tercet_machi::MachiKoro;
use tercet_set::SetGame;
use tercet_triangle::{Dense, Puzzle};

fn canonical<G: Contest>(name: &str) -> String {
    G::canonical(name, &Limits::LARGEST).unwrap_or_else(|error| panic!("{name}: {error}"))
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

fn in_game(game: &str, name: &str) -> String {
    match game {
        "set" => canonical::<SetGame>(name),
        "machi" => canonical::<MachiKoro>(name),
        _ => canonical::<Puzzle<Dense>>(name),
    }
}

/// All that happens in a game.
fn played<G: Contest + Deals>(name: &str) -> String {
    let seats = (*G::TABLES.end()).min(2);
    let game = G::new(&G::table(&[], seats).unwrap()).unwrap();
    let mut live = Live::new(&game, game.dealer(&Deal::stream(3)).unwrap(), (), &mut ()).unwrap();
    let mut bots: Vec<G::Bot> =
        Seats::first(seats).iter().map(|seat| G::bot(name, seat.0.into(), &Terms::own()).unwrap()).collect();
    let mut events: Vec<G::Event> = Vec::new();
    run(&game, &mut live, &mut bots, &mut events).unwrap();
    format!("{events:?}")
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
        assert_eq!(canonical::<MachiKoro>(name), expected);
    }
    let set =
        [("racer:player", "racer"), ("racer:3", "racer"), ("racer:champion", "racer:5"), ("first", "first")];
    for (name, expected) in set {
        assert_eq!(canonical::<SetGame>(name), expected);
    }
    for (name, expected) in [("beam:width=64", "beam"), ("foresight:boards=070", "foresight:boards=70")] {
        assert_eq!(canonical::<Puzzle<Dense>>(name), expected);
    }
}

#[test]
fn what_a_limit_makes_of_the_usual_is_told() {
    let limits = Limits { playouts: 500, ..Limits::LARGEST };
    assert_eq!(MachiKoro::canonical("mcts", &limits).unwrap(), "mcts:playouts=500");
    let refused = MachiKoro::canonical("mcts:playouts=501", &limits).unwrap_err();
    assert!(matches!(refused, BotError::Limit { most: 500, .. }), "{refused}");
}

#[test]
fn all_spellings_play_the_same_game() {
    let machi = [("mcts:turns=0,playouts=+20", "mcts:playouts=20,turns=0"), ("search:turns=1", "search")];
    for (name, other) in machi {
        assert_eq!(played::<MachiKoro>(name), played::<MachiKoro>(other), "{name}");
    }
    assert_eq!(played::<SetGame>("racer:player"), played::<SetGame>("racer"));
    assert_eq!(played::<SetGame>("racer:champion"), played::<SetGame>("racer:5"));
    assert_eq!(played::<Puzzle<Dense>>("beam:width=064"), played::<Puzzle<Dense>>("beam"));
}
