//! Long checks against known numbers: shares of whole games, chances of boards, hands without a Set.
//!
//! Samples are compared within five standard errors, so a right engine fails one check in about two million,
//! and always with the same seeds. Where the known number is rounded, half a unit of its last digit is
//! allowed beside that.

use std::collections::BTreeMap;

use tercet_game::{Game, Live, Rng, Sample, Seat};
use tercet_set::{Card, CardSet, Config, DECK_SIZE, SetGame, count_sets, find_set};

/// A share that was sampled, with what is allowed around the known one.
fn assert_share(what: &str, hits: u32, of: u32, known: f64, rounding: f64) {
    let (hits, of) = (f64::from(hits), f64::from(of));
    let sigma = (known * (1.0 - known) / of).sqrt();
    let distance = (hits / of - known).abs();
    println!("{what}: {:.6}, known {known:.6}, {:.2} sigma away", hits / of, distance / sigma);
    assert!(distance <= 5.0 * sigma + rounding, "{what}: {hits} of {of}, known {known}");
}

/// Takes a random Set while there is one, deals when there is none; how many cards are left.
fn cards_left(game: &SetGame, seed: u64) -> usize {
    let mut rng = Rng::stream(seed, &[1]);
    let mut live = Live::new(game, game.shuffle(seed), (), &mut ()).expect("our dealer deals");
    while let Some(action) = game.sample_action(live.state(), Seat::FIRST, &mut rng) {
        live.play(game, Seat::FIRST, action, &mut ()).expect("it was listed");
    }
    let (left, sets) = (live.state().cards().count(), usize::from(live.state().sets(Seat::FIRST)));
    assert_eq!(left + 3 * sets, DECK_SIZE);
    left
}

#[test]
fn whole_games_leave_as_many_cards_as_is_known() {
    const GAMES: u32 = 400_000;
    let game = SetGame::new(&Config::plain()).expect("a config of ours");
    let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
    for seed in 0..GAMES {
        *counts.entry(cards_left(&game, seed.into())).or_default() += 1;
    }
    println!("{counts:?}");
    // 27, 25, 24, 23, 22 and 21 Sets; never 26.
    assert!(counts.keys().all(|left| [0, 6, 9, 12, 15, 18].contains(left)), "{counts:?}");
    // The known shares are given to a tenth of a percent, the last to a hundredth.
    for (left, known, rounding) in [
        (0, 0.012, 0.0005),
        (6, 0.468, 0.0005),
        (9, 0.445, 0.0005),
        (12, 0.074, 0.0005),
        (15, 0.0008, 0.00005),
    ] {
        let hits = counts.get(&left).copied().unwrap_or(0);
        assert_share(&format!("{left} cards left"), hits, GAMES, known, rounding);
    }
}

/// A random hand at the front of the deck.
fn shuffle_front(deck: &mut [Card], count: usize, rng: &mut Rng) {
    for place in 0..count {
        let chosen = place + rng.below((deck.len() - place) as u32) as usize;
        deck.swap(place, chosen);
    }
}

#[test]
fn boards_are_without_a_set_as_often_as_is_known() {
    for (size, boards, known, rounding) in
        [(12, 4_000_000, 0.032_302_0, 5e-8), (15, 20_000_000, 3.646_85e-4, 5e-10)]
    {
        let mut deck: Vec<Card> = Card::all().collect();
        let mut rng = Rng::stream(2, &[size as u64]);
        let mut without = 0;
        for _ in 0..boards {
            shuffle_front(&mut deck, size, &mut rng);
            without += u32::from(find_set(&deck[..size]).is_none());
        }
        assert_share(&format!("no Set in {size}"), without, boards, known, rounding);
    }
}

#[test]
fn twelve_cards_hold_220_79ths_of_a_set() {
    const BOARDS: u32 = 4_000_000;
    let mut deck: Vec<Card> = Card::all().collect();
    let mut rng = Rng::new(3);
    let (mut sum, mut squares, mut most) = (0u32, 0u32, 0);
    for _ in 0..BOARDS {
        shuffle_front(&mut deck, 12, &mut rng);
        let sets = count_sets(&deck[..12]) as u32;
        sum += sets;
        squares += sets * sets;
        most = most.max(sets);
    }
    let (boards, mean) = (f64::from(BOARDS), f64::from(sum) / f64::from(BOARDS));
    let sigma = ((f64::from(squares) / boards - mean * mean) / boards).sqrt();
    println!("mean {mean:.5}, known {:.5}, {:.2} sigma away", 220.0 / 79.0, (mean - 220.0 / 79.0) / sigma);
    assert!((mean - 220.0 / 79.0).abs() < 5.0 * sigma, "{mean} of {BOARDS}");
    assert!(most <= 14, "twelve cards hold at most 14 Sets, not {most}");
}

/// Hands of each size without a Set. Cards are added in the order of ids; `free` are those above the last
/// that complete no pair of the hand, so the largest hands are counted without being made.
fn set_free_hands(hand: &mut Vec<Card>, free: CardSet, counts: &mut [u64]) {
    let size = hand.len();
    counts[size] += 1;
    if size + 2 == counts.len() {
        counts[size + 1] += free.len() as u64;
        return;
    }
    let mut above = free;
    for card in free.iter() {
        above.remove(card);
        let completing: CardSet = hand.iter().map(|&other| card.third(other)).collect();
        hand.push(card);
        set_free_hands(hand, above.without(completing), counts);
        hand.pop();
    }
}

#[test]
fn hands_of_up_to_seven_without_a_set_are_as_many_as_is_known() {
    let mut counts = [0; 8];
    set_free_hands(&mut Vec::new(), CardSet::first(DECK_SIZE), &mut counts);
    let known = [1, 81, 3_240, 84_240, 1_579_500, 22_441_536, 247_615_056, 2_144_076_480];
    assert_eq!(counts, known);
}
