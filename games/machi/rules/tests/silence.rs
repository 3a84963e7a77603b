//! What nobody listens to is paid in another form: it ends as what is told, whatever the cards are.

use tercet_game::{Game, Rng, Sample, Settings, Turn};
use tercet_machi::{Action, Config, Event, MachiKoro, Player, Position, Roll, State};

const RED: [&str; 6] = [
    "take 2",
    "take 63",
    "take all",
    "take 3 if harbor",
    "take 1 if fewer than 2 landmarks",
    "take 5 if roller has 1 landmarks",
];
const BLUE: [&str; 7] = [
    "bank 1",
    "bank 99",
    "bank 2 if harbor",
    "bank 1 if fewer than 2 landmarks",
    "bank 3 if roller has 2 landmarks",
    "bank 1 per cup",
    "throw if harbor",
];
const GREEN: [&str; 10] = [
    "bank 2",
    "bank 1 per cow",
    "bank 1 per card ranch",
    "bank 1 per wheat of all",
    "bank 4 if fewer than 3 landmarks",
    "bank 1 if roller has 1 landmarks",
    "bank 6 then close",
    "loan 5 pay 3",
    "demolish 8",
    "move 4",
];
const ICONS: [&str; 5] = ["cup", "bread", "business", "cow", "gear"];

fn any<'a>(rng: &mut Rng, of: &[&'a str]) -> &'a str {
    of[rng.below(of.len() as u32) as usize]
}

/// A card of any color but purple that fires on totals which dice often show.
fn card(number: u32, rng: &mut Rng) -> String {
    let (color, effects) = [("red", &RED[..]), ("blue", &BLUE), ("green", &GREEN)][rng.below(3) as usize];
    let first = 1 + rng.below(8);
    let (last, effect, icon) = (first + rng.below(3), any(rng, effects), any(rng, &ICONS));
    format!("Card {number}|{color}|{first}-{last}|{}|{icon}|{effect}|6", rng.below(3))
}

fn config(rng: &mut Rng) -> Config {
    let cards: Vec<String> = (0..10).map(|number| card(number, rng)).collect();
    let pairs = [
        ("cards", cards.join(";")),
        ("expansions", any(rng, &["harbor", "harbor,millionaires_row,promo"]).to_owned()),
        ("players", (2 + rng.below(4)).to_string()),
        ("flower_shop_mall", any(rng, &["none", "per_garden"]).to_owned()),
        ("starting_coins", (3 + rng.below(40)).to_string()),
        ("turn_limit", "150".to_owned()),
        ("market", any(rng, &["total", "variable", "hybrid"]).to_owned()),
    ];
    Config::from_pairs(pairs.iter().map(|(key, value)| (*key, value.as_str()))).expect("the pairs are sound")
}

/// Takes one input both ways; `None` at the end.
fn step(game: &MachiKoro, state: &State, rng: &mut Rng) -> Option<[State; 2]> {
    let (mut silent, mut output, mut events) = (*state, *state, Vec::<Event>::new());
    match game.turn(state) {
        Turn::Over => return None,
        Turn::Chance => {
            let outcome = game.sample_outcome(state, rng).expect("chance is to move");
            game.resolve(&mut silent, outcome, &mut ()).unwrap();
            game.resolve(&mut output, outcome, &mut events).unwrap();
        }
        Turn::Seats(_) => {
            let action = game.sample_action(state, state.roller(), rng).expect("somebody is to move");
            game.play(&mut silent, state.roller(), action, &mut ()).unwrap();
            game.play(&mut output, state.roller(), action, &mut events).unwrap();
        }
    }
    Some([silent, output])
}

#[test]
fn whatever_the_cards_are() {
    let mut inputs = 0;
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let game = MachiKoro::new(&config(&mut rng)).expect("the cards are sound");
        let mut state = game.start();
        while let Some([silent, output]) = step(&game, &state, &mut rng) {
            assert_eq!(silent, output, "cards {:?}", game.config().cards);
            (state, inputs) = (output, inputs + 1);
        }
    }
    assert!(inputs > 100_000, "{inputs} inputs");
}

/// A city with as many coins and copies as can be, or hardly any.
fn player(game: &MachiKoro, rng: &mut Rng) -> Player {
    let mut one_of = |values: &[u32]| values[rng.below(values.len() as u32) as usize];
    let coins = one_of(&[0, 1, 7, 60, 524_287, 524_288, 999_999, 1_000_000]);
    let cards = game
        .cards()
        .iter()
        .map(|(kind, _)| (game.cards().slug(kind).to_owned(), one_of(&[0, 0, 1, 2, 20, 51]) as u8));
    let cards: Vec<(String, u8)> = cards.collect();
    let closed =
        cards.iter().map(|(name, copies)| (name.clone(), (*copies).min(one_of(&[0, 0, 0, 1, 9]) as u8)));
    let closed = closed.collect();
    let landmarks = game.landmarks().filter(|_| one_of(&[0, 1]) == 1);
    let landmarks = landmarks.map(|landmark| landmark.title().to_owned()).collect();
    Player { coins, cards, closed, landmarks, invested: 0 }
}

#[test]
fn whatever_is_in_the_cities() {
    for seed in 0..2_000 {
        let mut rng = Rng::new(seed);
        let game = MachiKoro::new(&config(&mut rng)).expect("the cards are sound");
        let players = (0..game.seats()).map(|_| player(&game, &mut rng)).collect();
        let position = Position { players, roller: rng.below(game.seats().into()) as u8, market: None };
        let dice = [1 + rng.below(6) as u8, rng.below(7) as u8];
        let roll = Roll { dice, add_two: false, sum: Some(2 + rng.below(11) as u8) };
        let first = |_: &State, legal: &[Action]| legal.first().copied();
        let silent = game.what_if(&position, roll, first, &mut ());
        let output = game.what_if(&position, roll, first, &mut Vec::<Event>::new());
        assert_eq!(
            silent.expect("any position has a roll"),
            output.expect("any position has a roll"),
            "{position:?}"
        );
    }
}
