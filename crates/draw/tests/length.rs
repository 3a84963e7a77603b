//! The longest SVGs that positions of the games can have.

use std::sync::Arc;

use tercet_draw::{SvgOptions, Theme, read_emblem, svg};
use tercet_game::{Deal, Game, Match, Rng, Sample, Seat, Settings, Turn};
use tercet_machi::{Action, Card, Chance, Config, Expansion, MachiKoro, MarketKind, Player, Position};
use tercet_scene::{Draw, Emblems, Layer, Scene, View, recall};
use tercet_set::{Layout, board_scene};
use tercet_triangle::{Dense, Field, Puzzle, Wide};

/// All layers, and what can be marked.
fn full_view(picked: &str, hint: &str) -> View {
    let mut view = View::of(Seat::FIRST);
    view.layers = Layer::ALL.into_iter().collect();
    view.picked = vec![picked.into()];
    view.hint = Some(hint.into());
    view
}

#[track_caller]
fn assert_short(scene: &Scene, what: &str) {
    let text = svg(scene, &SvgOptions::new(Theme::named("colorblind").unwrap()));
    assert!(text.len() < 200_000, "{what}: {}", text.len());
}

#[test]
fn the_text_of_any_board_of_set_is_short() {
    let view = full_view("card-1", "claim 1 2 3");
    for first in 0..27usize {
        let card = |nth: usize| tercet_set::Card::from_id((first * 3 + nth * 7) % 81);
        let cards: Vec<_> = (0..21).map(card).collect();
        assert_short(&board_scene(&cards, &Layout::default(), &view).unwrap(), "21 cards");
    }
    // The cards with most to draw: three striped symbols.
    let striped: Vec<_> = (0..21).map(|nth| tercet_set::Card::from_id(38 + nth / 3 * 3)).collect();
    assert_short(&board_scene(&striped, &Layout::default(), &view).unwrap(), "striped cards");
}

/// The SVGs of a puzzle along a random game.
fn assert_short_puzzle<F: Field>(grid: &str, plays: usize) {
    let pairs = [("grid", grid), ("slots", "16")];
    let game = Arc::new(Puzzle::<F>::new(&tercet_triangle::Config::from_pairs(pairs).unwrap()).unwrap());
    let mut table = Match::new(Arc::clone(&game), Deal::stream(1), &mut ()).unwrap();
    let mut rng = Rng::new(1);
    let view = full_view("slot-1", "place 1 1");
    for play in 0..plays {
        if table.turn() == Turn::Over {
            break;
        }
        let action = game.sample_action(table.state(), Seat::FIRST, &mut rng).unwrap();
        table.play(Seat::FIRST, action, &mut ()).unwrap();
        if play % 50 == 12 {
            let memory = recall(&*game, table.deal(), table.inputs()).unwrap();
            assert_short(&game.scene(table.state(), &memory, &view), &format!("{grid}, play {play}"));
        }
    }
}

#[test]
fn the_text_of_any_puzzle_is_short() {
    assert_short_puzzle::<Dense>("hexagon 4", 13);
    assert_short_puzzle::<Wide<64>>("parallelogram 20 12", 100);
    assert_short_puzzle::<Wide<64>>(&format!("64 columns:{}", " 0-64".repeat(64)), 500);
}

/// Names of one sort, as long as names may be.
type Naming = fn(usize, &mut Rng) -> String;

const NAMINGS: [(&str, Naming); 4] = [
    ("short names", |nth, _| format!("Own Card {nth}")),
    ("four words", |_, rng| {
        let letter = |nth: usize, rng: &mut Rng| {
            if nth % 8 == 7 { ' ' } else { char::from(b'a' + rng.below(26) as u8) }
        };
        (0..Card::MAX_NAME).map(|nth| letter(nth, rng)).collect()
    }),
    ("signs that are written in five", |nth, _| {
        "&".repeat(Card::MAX_NAME - 1) + &char::from(b'a' + nth as u8).to_string()
    }),
    ("no letter twice", |nth, _| {
        let all = ('\u{100}'..).filter(|letter| letter.is_alphabetic() && !letter.is_uppercase());
        all.skip(nth * Card::MAX_NAME).take(Card::MAX_NAME).collect()
    }),
];

/// Cards with the longest rules there are, each with an icon of its own.
fn own_cards(naming: Naming) -> Vec<Card> {
    let mut rng = Rng::new(1);
    let names: Vec<String> = (0..25).map(|nth| naming(nth, &mut rng)).collect();
    let card = |(nth, name): (usize, &String)| {
        let icon = format!("{:x<1$}", char::from(b'a' + nth as u8), Card::MAX_ICON);
        let longest: Card = format!("{name}|green|1|9|{icon}|bank 1|-").parse().unwrap();
        let effect = format!("bank 99 per card {} if fewer than 2 landmarks then close", longest.slug());
        format!("{name}|green|{}|99|{icon}|{effect}|20", nth % 12 + 1).parse().unwrap()
    };
    names.iter().enumerate().map(card).collect()
}

/// Icons of one's own with as many points as they may have together.
fn own_icons() -> Emblems {
    let text =
        format!("<svg viewBox='0 0 1000 1000'><path d='M0 0{}'/></svg>", "c91 81 75-63 13 19".repeat(53));
    let emblem = read_emblem(&text).unwrap();
    let icons = (0..25).map(|nth| format!("{:x<1$}", char::from(b'a' + nth), Card::MAX_ICON));
    Emblems::new(icons.map(|icon| (icon, emblem.clone())).collect())
}

/// A position of Machi Koro in which every player has each of so many kinds, some of them closed, and two were rolled: a
/// picture with all that there can be on it.
fn cities(config: &Config, kinds: usize, emblems: &Emblems) -> Scene {
    let game = MachiKoro::new(config).unwrap();
    let mut cards: Vec<(String, u8)> =
        game.cards().iter().map(|(kind, _)| (game.cards().slug(kind).to_owned(), 1)).collect();
    // One's own are the last.
    cards.drain(..cards.len() - kinds);
    let landmarks = vec!["train_station".to_owned(), "airport".to_owned()];
    let closed = cards.iter().filter(|_| kinds.is_multiple_of(2)).cloned().collect();
    let player = Player { coins: 1234, cards, closed, landmarks, invested: 0 };
    let players = vec![player; usize::from(config.players)];
    let mut state = game.position(&Position { players, roller: 0, market: None }).unwrap();
    let mut memory = game.memory(&Deal::stream(1));
    let mut events = Vec::new();
    game.play(&mut state, Seat::FIRST, Action::Roll(1), &mut events).unwrap();
    let before = state;
    game.resolve(&mut state, Chance::Die(2), &mut events).unwrap();
    game.remember(&mut memory, &before, &events);
    let view = View {
        names: vec!["&".repeat(100); 5],
        emblems: emblems.clone(),
        ..full_view("city-1-bakery", "pass")
    };
    game.scene(&state, &memory, &view)
}

#[test]
fn the_text_of_any_cities_is_short() {
    let mut everything = Config::everything(5);
    everything.market = MarketKind::Total;
    for kinds in (2..=39).step_by(3) {
        let scene = cities(&everything, kinds, &Emblems::default());
        assert_short(&scene, &format!("{kinds} official kinds"));
    }
    for (what, naming) in NAMINGS {
        // All kinds of a game, and so few that names are written twice and rules are told in each city.
        for expansions in [everything.expansions.clone(), vec![Expansion::Harbor]] {
            let cards = own_cards(naming);
            let config = Config { expansions, cards, ..everything.clone() };
            let most = MachiKoro::new(&config).unwrap().cards().len();
            for kinds in [9, 20, 21, 40, 47, 64].into_iter().filter(|kinds| *kinds <= most) {
                for emblems in [Emblems::default(), own_icons()] {
                    let icons = emblems.get("axxxxxxxxxxxxxxxxxxx").map_or("our", |_| "own");
                    let output = format!("{what}, {kinds} of {most} kinds, {icons} icons");
                    assert_short(&cities(&config, kinds, &emblems), &output);
                }
            }
        }
    }
}
