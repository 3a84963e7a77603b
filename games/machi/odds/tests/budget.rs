//! Answers of the model `exact` within a budget: the worst positions are refused, and the others are what they were.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tercet_game::{Game, Rng, Seat};
use tercet_machi::{Color, Config, Expansion, MachiKoro, Player, Position, State};
use tercet_odds::{Budget, Growth, Model, NoAnswer, Odds};

/// Cards that move, close, un-build or throw.
const UNSTEADY: [&str; 8] = [
    "demolition_company",
    "moving_company",
    "renovation_company",
    "loan_office",
    "winery",
    "exhibit_hall",
    "tuna_boat",
    "business_center",
];

/// A table that is drawn: one card in `spread` of what is allowed, up to so many copies, so many coins.
struct Table {
    seats: u8,
    spread: u32,
    copies: u32,
    coins: u32,
    is_steady: bool,
    /// In percent.
    landmarks: u32,
}

/// Many cards and all landmarks.
const WORST: Table = Table { seats: 5, spread: 2, copies: 4, coins: 20, is_steady: true, landmarks: 100 };

impl Table {
    fn drawn(&self, number: u64) -> (MachiKoro, State) {
        let expansions = vec![Expansion::Harbor, Expansion::MillionairesRow];
        let game = MachiKoro::new(&Config { expansions, ..Config::base(self.seats) }).unwrap();
        let mut rng = Rng::stream(77, &[number]);
        let players = (0..self.seats).map(|_| self.player(&game, &mut rng)).collect();
        let state = game.any_position(&Position { players, ..Position::default() }).unwrap();
        (game, state)
    }

    fn player(&self, game: &MachiKoro, rng: &mut Rng) -> Player {
        let mut cards = Vec::new();
        for (kind, card) in game.cards().iter() {
            let slug = game.cards().slug(kind);
            let most = if card.color == Color::Purple { 1 } else { self.copies };
            if !(self.is_steady && UNSTEADY.contains(&slug)) && rng.below(self.spread) == 0 {
                cards.push((slug.to_owned(), 1 + rng.below(most) as u8));
            }
        }
        let landmarks = game.landmarks().filter(|_| rng.below(100) < self.landmarks);
        let landmarks = landmarks.map(|landmark| landmark.name().to_owned()).collect();
        Player { coins: rng.below(self.coins), cards, landmarks, ..Player::default() }
    }
}

fn round(odds: &Odds, state: &State) -> f64 {
    odds.round_pmf(state, Seat(0)).mean()
}

const SMALL: Budget = Budget { bytes: 16 << 20, steps: 100_000_000 };

#[test]
fn the_worst_positions_are_refused() {
    for (coins, is_steady, number) in [(20, true, 0), (60, true, 1), (20, false, 2), (1000, false, 3)] {
        let (game, state) = Table { coins, is_steady, ..WORST }.drawn(number);
        let odds = Odds::new(&game, Model::Exact);
        let refused = odds.ask(SMALL, || true, |odds| round(odds, &state)).unwrap_err();
        assert!(matches!(refused, NoAnswer::Memory { .. } | NoAnswer::Steps { .. }), "{number}: {refused}");
    }
}

#[test]
fn a_refusal_says_what_was_too_little() {
    let output =
        [NoAnswer::Memory { bytes: 256 << 20 }, NoAnswer::Steps { steps: 4_000_000_000 }, NoAnswer::Unwanted];
    let instead = "raise that limit, or ask the model `seed`";
    assert_eq!(
        output.map(|why| why.to_string()),
        [
            format!("the exact numbers of this position need more than 256 MB of memory; {instead}"),
            format!("the exact numbers of this position take more than 4000 million steps; {instead}"),
            "this takes too long".to_owned(),
        ]
    );
}

#[test]
fn answers_within_a_budget_are_those_without_one() {
    for (seats, coins) in [(2, 2), (2, 3), (3, 4)] {
        let game = MachiKoro::new(&Config::base(seats)).unwrap();
        let cards = [("cafe", 2), ("family_restaurant", 1), ("stadium", 1)];
        let city = Player {
            coins,
            cards: cards.iter().map(|&(name, copies)| (name.to_owned(), copies)).collect(),
            landmarks: vec!["train_station".to_owned(), "amusement_park".to_owned()],
            ..Player::default()
        };
        let players = vec![city; usize::from(seats)];
        let state = game.any_position(&Position { players, ..Position::default() }).unwrap();
        let odds = Odds::new(&game, Model::Exact);
        let within = odds.ask(Budget::default(), || true, |odds| odds.round_pmf(&state, Seat(0))).unwrap();
        assert_eq!(within, odds.round_pmf(&state, Seat(0)));
    }
}

#[test]
fn rare_positions_do_not_keep_a_chain_going_for_ever() {
    let table = Table { seats: 2, spread: 3, copies: 2, coins: 15, landmarks: 50, ..WORST };
    for number in [3, 34] {
        let (game, state) = table.drawn(number);
        let odds = Odds::new(&game, Model::Exact);
        let round = odds.ask(Budget::default(), || true, |odds| odds.round_pmf(&state, Seat(0))).unwrap();
        assert!((round.total() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn who_wants_it_no_more_is_heard_soon() {
    for is_steady in [true, false] {
        let (game, state) = Table { coins: 40, is_steady, ..WORST }.drawn(4);
        let odds = Odds::new(&game, Model::Exact);
        let asked = Arc::new(AtomicU32::new(0));
        let heard = Arc::clone(&asked);
        // Wanted for three questions; the answer ends with the fourth, and nothing is begun after it.
        let is_wanted = move || heard.fetch_add(1, Ordering::Relaxed) < 3;
        let answer =
            odds.ask(Budget::UNLIMITED, is_wanted, |odds| (round(odds, &state), round(odds, &state)));
        assert_eq!(answer, Err(NoAnswer::Unwanted));
        assert_eq!(asked.load(Ordering::Relaxed), 4);
    }
}

#[test]
fn many_rounds_and_long_ways_to_victory_have_a_budget_too() {
    let game = MachiKoro::new(&Config::base(2)).unwrap();
    let odds = Odds::new(&game, Model::Exact);
    let start = game.start();
    let many = |odds: &Odds| odds.prob_victory_within_n_rounds(&start, Seat(0), u32::MAX);
    assert_eq!(odds.ask(SMALL, || true, many), Err(NoAnswer::Steps { steps: SMALL.steps }));
    let tiny = Budget { steps: 5000, ..SMALL };
    let victory = |odds: &Odds| odds.rounds_until_victory(&start, Seat(0), Growth::Fixed);
    assert_eq!(odds.ask(tiny, || true, victory), Err(NoAnswer::Steps { steps: 5000 }));
}
