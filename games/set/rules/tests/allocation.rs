//! Playing allocates nothing: whole games under an allocator that counts.

use tercet_conformance::allocation::{Counting, allocations};
use tercet_game::{Game, Live, Rng, Sample, Seat, Turn};
use tercet_set::{Action, Config, DealRule, Guarantee, Refill, SetGame, State, Variant};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(7)))), 1);
    assert_eq!(allocations(|| ()), 0);
}

/// A seat that may act, a random one.
fn some_seat(game: &SetGame, state: &State, rng: &mut Rng) -> Option<Seat> {
    let Turn::Seats(seats) = game.turn(state) else { return None };
    seats.iter().nth(rng.below(seats.len() as u32) as usize)
}

/// Random plays with our own dealer; every fourth play is the first claim, if there is one.
fn play_live(game: &SetGame, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut live = Live::new(game, game.shuffle(seed), (), &mut ()).unwrap();
    while let Some(seat) = some_seat(game, live.state(), &mut rng) {
        let sampled = game.sample_action(live.state(), seat, &mut rng).unwrap();
        let first = game.first_claim(live.state()).map(Action::Claim);
        let may_claim = game.window(live.state()).is_some() || game.config().call_ms == 0;
        let action = first.filter(|_| may_claim && rng.below(4) == 0).unwrap_or(sampled);
        live.play(game, seat, action, &mut ()).unwrap();
    }
    assert!(game.scores(live.state()).end().is_some());
}

/// The same by hand: every outcome is sampled, and windows run out.
fn play_sampled(game: &SetGame, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    while game.turn(&state) != Turn::Over {
        if let Some(card) = game.sample_outcome(&state, &mut rng) {
            game.resolve(&mut state, card, &mut ()).unwrap();
        } else if game.window(&state).is_some() && rng.below(4) == 0 {
            game.expire(&mut state, &mut ()).unwrap();
        } else if let Some(seat) = some_seat(game, &state, &mut rng) {
            let action = game.sample_action(&state, seat, &mut rng).unwrap();
            game.play(&mut state, seat, action, &mut ()).unwrap();
        }
    }
}

fn assert_no_allocations(config: &Config, games: u64) {
    let game = SetGame::new(config).unwrap();
    for seed in 0..games {
        assert_eq!(allocations(|| play_live(&game, seed)), 0, "seed {seed} of {config:?}");
        assert_eq!(allocations(|| play_sampled(&game, seed)), 0, "seed {seed} of {config:?}");
    }
}

#[test]
fn solo_games_allocate_nothing() {
    for refill in Refill::ALL {
        assert_no_allocations(&Config { refill, ..Config::default() }, 100);
    }
    assert_no_allocations(&Config::plain(), 100);
}

#[test]
fn variants_allocate_nothing() {
    for variant in Variant::ALL {
        assert_no_allocations(&Config::of(variant), if variant == Variant::Ultra { 5 } else { 30 });
    }
}

#[test]
fn guaranteed_deals_allocate_nothing() {
    let guarantee = Guarantee::InitialAndRefill;
    for variant in [Variant::Standard, Variant::Junior, Variant::Chain, Variant::Ultra] {
        let force = Config { guarantee, capacity: 5, redeals: 1, ..Config::of(variant) };
        assert_no_allocations(&force, 20);
        assert_no_allocations(&Config { capacity: 5, variant, ..Config::engine() }, 20);
    }
}

#[test]
fn races_allocate_nothing() {
    for variant in [Variant::Standard, Variant::Chain, Variant::Ultra, Variant::Puzzle] {
        let race = Config { seats: 3, deal_rule: DealRule::Penalty, ..Config::of(variant) };
        assert_no_allocations(&race, 3);
        assert_no_allocations(&Config { call_ms: 5000, ..race }, 3);
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 128, "{}", size_of::<State>());
    assert!(size_of::<Action>() <= 8, "{}", size_of::<Action>());
}
