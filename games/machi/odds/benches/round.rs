//! A round's income in the middle of a game of four: the model `harmonictook` beside a twin that keeps its distributions in
//! maps, as the original does, and the model `exact`.

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::Throughput;
use tercet_game::{Game, Seat};
use tercet_machi::{Color, Config, Each, Effect, Landmark, MachiKoro, Player, Position, State, Toll};
use tercet_odds::{Model, Odds};

fn main() {
    let mut criterion = tercet_measure::criterion();
    let game = MachiKoro::new(&Config::base(4)).expect("a config of our own");
    let (plain, parks) = (middle(&game, 18, &[]), middle(&game, 18, &["amusement_park", "radio_tower"]));
    let rich_parks = middle(&game, 40, &["amusement_park", "radio_tower"]);
    let poor = middle(&game, 2, &[]);
    let poor_parks = middle(&game, 2, &["amusement_park", "radio_tower"]);
    let harmonictook = Odds::new(&game, Model::Harmonictook);
    let exact = Odds::new(&game, Model::Exact);
    let mut group = criterion.benchmark_group("machi: round_pmf of four players, harmonictook");
    group.throughput(Throughput::Elements(1));
    group.bench_function("fast", |bencher| {
        bencher.iter(|| harmonictook.round_pmf(black_box(&plain), Seat(1)));
    });
    group.bench_function("twin", |bencher| bencher.iter(|| twin(&game, black_box(&plain), Seat(1))));
    group.bench_function("two parks", |bencher| {
        bencher.iter(|| harmonictook.round_pmf(black_box(&parks), Seat(1)));
    });
    group.finish();
    let mut group = criterion.benchmark_group("machi: exact, four players");
    group.throughput(Throughput::Elements(1));
    group.bench_function("own turn", |bencher| {
        bencher.iter(|| exact.own_turn_pmf(black_box(&plain), Seat(1)));
    });
    group.bench_function("own turn, chains", |bencher| {
        bencher.iter(|| exact.own_turn_pmf(black_box(&parks), Seat(1)));
    });
    group.bench_function("round, no purse binds", |bencher| {
        bencher.iter(|| exact.round_pmf(black_box(&plain), Seat(1)));
    });
    group.bench_function("round, purses bind", |bencher| {
        bencher.iter(|| exact.round_pmf(black_box(&poor), Seat(1)));
    });
    group.bench_function("round, two parks and no purse binds", |bencher| {
        bencher.iter(|| exact.round_pmf(black_box(&rich_parks), Seat(1)));
    });
    group.bench_function("round, two parks", |bencher| {
        bencher.iter(|| exact.round_pmf(black_box(&parks), Seat(1)));
    });
    group.bench_function("round, two parks and purses bind", |bencher| {
        bencher.iter(|| exact.round_pmf(black_box(&poor_parks), Seat(1)));
    });
    group.finish();
    criterion.final_summary();
}

/// Cards and landmarks.
type City = (&'static [(&'static str, u8)], &'static [&'static str]);

/// Four cities of the middle of a game; seats 2 and 3 have these landmarks too.
fn middle(game: &MachiKoro, coins: u32, more: &[&str]) -> State {
    let cities: [City; 4] = [
        (&[("wheat_field", 2), ("bakery", 2), ("ranch", 3), ("cheese_factory", 1), ("cafe", 1)], &[]),
        (
            &[
                ("wheat_field", 1),
                ("bakery", 1),
                ("convenience_store", 3),
                ("forest", 2),
                ("mine", 1),
                ("furniture_factory", 1),
                ("stadium", 1),
            ],
            &["train_station", "shopping_mall"],
        ),
        (
            &[
                ("wheat_field", 2),
                ("bakery", 1),
                ("apple_orchard", 2),
                ("farmers_market", 1),
                ("family_restaurant", 1),
            ],
            &["train_station"],
        ),
        (
            &[("wheat_field", 1), ("bakery", 3), ("cafe", 2), ("forest", 1), ("convenience_store", 1)],
            &["shopping_mall"],
        ),
    ];
    let player = |(seat, (cards, landmarks)): (usize, &City)| {
        let more = if (1..3).contains(&seat) { more } else { &[] };
        Player {
            coins,
            cards: cards.iter().map(|&(name, copies)| (name.to_owned(), copies)).collect(),
            landmarks: landmarks.iter().chain(more).map(|&name| name.to_owned()).collect(),
            ..Player::default()
        }
    };
    let players = cities.iter().enumerate().map(player).collect();
    let position = Position { players, ..Position::default() };
    game.any_position(&position).expect("cards and landmarks of the base game")
}

type Map = BTreeMap<u32, f64>;

/// The round by maps, card by card and total by total.
fn twin(game: &MachiKoro, state: &State, seat: Seat) -> Map {
    let mut round = Map::from([(0, 1.0)]);
    for roller in (0..game.seats()).map(Seat) {
        let city = state.city(roller);
        let two = city.has(Landmark::TrainStation);
        let mut turn = Map::new();
        for total in 1..=12u8 {
            let ways = if two { 6i32 - (i32::from(total) - 7).abs() } else { 6 * i32::from(total <= 6) };
            let chance = f64::from(ways.max(0)) / 36.0;
            if chance > 0.0 && !(two && total == 1) {
                *turn.entry(income(game, state, seat, roller, total)).or_default() += chance;
            }
        }
        if roller == seat && city.has(Landmark::RadioTower) {
            let mean: f64 = turn.iter().map(|(&value, chance)| f64::from(value) * chance).sum();
            let below = |value: u32| f64::from(value) < mean;
            let again: f64 = turn.iter().filter(|(value, _)| below(**value)).map(|(_, chance)| chance).sum();
            for (value, chance) in &mut turn {
                *chance *= again + if below(*value) { 0.0 } else { 1.0 };
            }
        }
        if city.has(Landmark::AmusementPark) {
            let mut with: Map = turn.iter().map(|(&value, chance)| (value, chance * 5.0 / 6.0)).collect();
            for (value, chance) in convolved(&turn, &turn) {
                *with.entry(value).or_default() += chance / 6.0;
            }
            turn = with;
        }
        round = convolved(&round, &turn);
    }
    round
}

fn convolved(one: &Map, other: &Map) -> Map {
    let mut sum = Map::new();
    for (value, chance) in one {
        for (more, weight) in other {
            *sum.entry(value + more).or_default() += chance * weight;
        }
    }
    sum
}

fn income(game: &MachiKoro, state: &State, seat: Seat, roller: Seat, total: u8) -> u32 {
    let (city, is_own) = (state.city(seat), seat == roller);
    let mut sum = 0;
    for (kind, copies) in city.cards() {
        let card = game.cards().card(kind);
        let fires = match card.color {
            Color::Blue => true,
            Color::Green | Color::Purple => is_own,
            Color::Red => !is_own,
        };
        if !fires || !card.rolls.contains(total) {
            continue;
        }
        let icons = |icon: &str| -> u32 {
            let of = city.cards().filter(|(kind, _)| game.cards().card(*kind).icon == icon);
            of.map(|(_, copies)| u32::from(copies)).sum()
        };
        let richest = (0..game.seats()).map(Seat).filter(|&other| other != seat);
        let richest = richest.map(|other| state.city(other).coins()).max().unwrap_or(0);
        let mall = card.name == "Convenience Store" && city.has(Landmark::ShoppingMall);
        sum += u32::from(copies)
            * match &card.effect {
                Effect::Bank { coins, each: Each::Icon(icon), .. } => u32::from(*coins) * icons(icon),
                Effect::Bank { coins, .. } => u32::from(*coins) + u32::from(mall),
                Effect::Take { toll: Toll::Coins(coins), .. } => {
                    u32::from(*coins).min(state.city(roller).coins())
                }
                Effect::Each { coins, .. } => u32::from(*coins) * (u32::from(game.seats()) - 1),
                Effect::One { coins } => richest.min(u32::from(*coins)),
                _ => 0,
            };
    }
    sum
}
