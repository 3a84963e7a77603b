//! Playing allocates nothing: whole games under an allocator that counts.

use tercet_conformance::allocation::{Counting, allocations};
use tercet_game::{Game, Live, Rng, Sample, Settings, Turn};
use tercet_machi::{Action, Card, Config, Dice, Event, MachiKoro, State, complaints};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(7)))), 1);
    assert_eq!(allocations(|| ()), 0);
}

/// A random game with our own dealer, through the runner.
fn play_dealt(game: &MachiKoro, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut live = Live::new(game, Dice::new(seed), (), &mut ()).unwrap();
    while game.turn(live.state()) != Turn::Over {
        let seat = live.state().roller();
        let action = game.sample_action(live.state(), seat, &mut rng).unwrap();
        live.play(game, seat, action, &mut ()).unwrap();
    }
    assert!(game.scores(live.state()).end().is_some());
}

/// The same by hand: outcomes are sampled, and actions are refused.
fn play_sampled(game: &MachiKoro, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    while game.turn(&state) != Turn::Over {
        let seat = state.roller();
        if let Some(chance) = game.sample_outcome(&state, &mut rng) {
            game.resolve(&mut state, chance, &mut ()).unwrap();
        } else {
            let _ = game.play(&mut state, seat, Action::Roll(3), &mut ());
            let action = game.sample_action(&state, seat, &mut rng).unwrap();
            game.play(&mut state, seat, action, &mut ()).unwrap();
        }
    }
}

fn assert_no_allocations(pairs: &[(&str, &str)], games: u64) {
    let game = MachiKoro::new(&Config::from_pairs(pairs.iter().copied()).unwrap()).unwrap();
    for seed in 0..games {
        assert_eq!(allocations(|| play_dealt(&game, seed)), 0, "seed {seed} of {pairs:?}");
        assert_eq!(allocations(|| play_sampled(&game, seed)), 0, "seed {seed} of {pairs:?}");
    }
}

#[test]
fn base_games_allocate_nothing() {
    for players in ["2", "4"] {
        assert_no_allocations(&[("players", players)], 50);
        assert_no_allocations(&[("players", players), ("compat", "harmonictook")], 20);
    }
}

#[test]
fn games_with_everything_allocate_nothing() {
    for market in ["total", "variable", "hybrid"] {
        let pairs = [("players", "5"), ("expansions", "harbor,millionaires_row,promo"), ("market", market)];
        assert_no_allocations(&pairs, 20);
    }
}

#[test]
fn games_with_custom_cards_allocate_nothing() {
    let cards =
        "Tea House|green|4-6|2|cup|bank 2 per wheat of all|-;Arena|purple|6|3|major|each 4 per cow or cup|-";
    assert_no_allocations(&[("cards", cards), ("players", "3")], 20);
}

#[test]
fn four_times_the_custom_cards_are_four_times_the_work() {
    let asked = |count: usize| {
        let card = |number| format!("Tea House {number}|green|8|4|cup|bank 2 per wheat|-").parse().unwrap();
        let cards: Vec<Card> = (0..count).map(card).collect();
        allocations(|| assert_eq!(complaints(&cards, &[]).len(), 1, "only that they are too many"))
    };
    let (few, many) = (asked(200), asked(800));
    assert!(many < 5 * few, "{few} allocations, then {many}");
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 1024, "{}", size_of::<State>());
    assert!(size_of::<Action>() <= 4, "{}", size_of::<Action>());
    assert!(size_of::<Event>() <= 12, "{}", size_of::<Event>());
}
