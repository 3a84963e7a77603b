//! Tournaments with made-up finishes: who meets whom, who sits where, who stands where.

use std::collections::BTreeSet;

use tercet_arena::{
    Entrant, Event, Format, PADDING, Plan, PlanError, Rating, SWISS_MULTIPLE, Tables, field, pad,
    ratings_after,
};
use tercet_game::{Finish, Rng};

fn named(count: usize) -> Vec<Entrant> {
    let names: Vec<String> = (1..=count).map(|number| format!("bot{number}")).collect();
    field(&names)
}

fn plan(format: Format, entrants: Vec<Entrant>) -> Plan {
    let start = vec![Rating::default(); entrants.len()];
    Plan {
        format,
        tables: Tables::Together,
        days: 1,
        seed: 5,
        games: 1,
        table_size: 2,
        is_striped: false,
        entrants,
        start,
    }
}

/// Plays an event whose finishes come from a function of the entrant and a random number.
fn play(plan: Plan, finish: impl Fn(usize, i64) -> i64) -> Event {
    let mut event = Event::new(plan).unwrap();
    while let Some(round) = event.round() {
        let finishes: Vec<Vec<Finish>> = round
            .fixtures
            .iter()
            .map(|game| {
                let mut rng = Rng::new(game.deal);
                let scores = game.entrants.iter().map(|&entrant| finish(entrant, rng.below(100).into()));
                Finish::by_score(&scores.collect::<Vec<_>>())
            })
            .collect();
        event.close(&finishes);
    }
    event
}

#[test]
fn a_swiss_day_has_four_rounds_of_pairs_pairs_triples_and_quads() {
    let mut entrants = named(8);
    pad(&mut entrants, SWISS_MULTIPLE, "random");
    assert_eq!(entrants.iter().filter(|entrant| entrant.label.starts_with(PADDING)).count(), 4);
    let event = play(plan(Format::Swiss, entrants), |_, luck| luck);
    let sizes: Vec<Vec<usize>> = event
        .history()
        .iter()
        .map(|round| round.tables.iter().map(|(table, _)| table.len()).collect())
        .collect();
    assert_eq!(sizes, [vec![2; 6], vec![2; 6], vec![3; 4], vec![4; 3]]);
    for round in event.history() {
        let seated: BTreeSet<usize> =
            round.tables.iter().flat_map(|(table, _)| table.iter().copied()).collect();
        assert_eq!(seated.len(), 12, "everybody plays every round");
    }
    assert!(event.standings().iter().all(|standing| standing.games == 4));
    assert_eq!(event.plan().sittings(), 19);
}

/// The ratings before each round, to check the seating against.
fn before(event: &Event) -> Vec<Vec<Rating>> {
    let start = event.plan().start.clone();
    let mut ratings = vec![start.clone()];
    ratings.extend(ratings_after(start, event.history()));
    ratings
}

#[test]
fn seeded_tables_are_neighbours_in_rating_and_the_highest_sits_last() {
    for seed in 0..20 {
        let event = play(Plan { seed, days: 3, ..plan(Format::Swiss, named(24)) }, |entrant, luck| {
            luck + 4 * entrant as i64
        });
        let ratings = before(&event);
        for (round, ratings) in event.history().iter().zip(&ratings) {
            let elo = |entrant: &usize| ratings[*entrant].elo;
            for (table, _) in &round.tables {
                assert!(table.is_sorted_by(|own, other| elo(own) <= elo(other)), "the highest sits last");
            }
            if round.number < 2 {
                continue;
            }
            // No table has anybody above the lowest of the table before it.
            let bounds = round.tables.iter().map(|(table, _)| (elo(&table[0]), elo(table.last().unwrap())));
            let bounds: Vec<(f64, f64)> = bounds.collect();
            assert!(bounds.windows(2).all(|two| two[1].1 <= two[0].0), "{bounds:?}");
        }
    }
}

#[test]
fn the_second_round_repeats_no_pair_of_the_first() {
    for seed in 0..50 {
        for entrants in [12, 36] {
            let event = play(Plan { seed, ..plan(Format::Swiss, named(entrants)) }, |_, luck| luck);
            let pairs = |round: usize| -> BTreeSet<BTreeSet<usize>> {
                let tables = event.history()[round].tables.iter();
                tables.map(|(table, _)| table.iter().copied().collect()).collect()
            };
            assert!(pairs(0).is_disjoint(&pairs(1)), "seed {seed}");
        }
    }
}

#[test]
fn striped_quads_mix_strong_and_weak() {
    let striped = Plan { is_striped: true, ..plan(Format::Swiss, named(12)) };
    let event = play(striped, |entrant, _| entrant as i64);
    let ratings = &before(&event)[3];
    let mut order: Vec<usize> = (0..12).collect();
    order.sort_by(|&own, &other| ratings[other].elo.total_cmp(&ratings[own].elo));
    let first: BTreeSet<usize> = event.history()[3].tables[0].0.iter().copied().collect();
    assert_eq!(first, [order[0], order[3], order[6], order[9]].into());
}

#[test]
fn distinct_opponents_are_reported_and_days_go_on() {
    let event = play(plan(Format::Swiss, named(12)), |_, luck| luck);
    for standing in event.standings() {
        assert!((4..=7).contains(&standing.met), "{}: {}", standing.label, standing.met);
    }
    let three =
        play(Plan { days: 3, ..plan(Format::Swiss, named(12)) }, |entrant, luck| luck + 9 * entrant as i64);
    assert_eq!(three.history().len(), 12);
    assert!(three.standings().iter().all(|standing| standing.games == 12 && standing.rating.games == 12));
    let sum: f64 = three.ratings().iter().map(|rating| rating.elo).sum();
    assert!((sum - 12.0 * 1500.0).abs() < 1e-6, "Elo is only ever moved");
    let standings = three.standings();
    assert!(standings.is_sorted_by(|own, other| own.rating.elo >= other.rating.elo));
    assert_eq!((standings[0].label.as_str(), standings[11].label.as_str()), ("bot12", "bot1"));
}

#[test]
fn a_round_robin_seats_everybody_everywhere_on_the_same_deals() {
    let robin = Plan { games: 4, ..plan(Format::RoundRobin, named(5)) };
    let round = Event::new(robin.clone()).unwrap().round().unwrap().clone();
    assert_eq!((round.fixtures.len() as u64, robin.sittings()), (40, 40));
    for games in round.fixtures.chunks(4) {
        assert_eq!(games[0].entrants[0], games[1].entrants[1]);
        assert_eq!((games[0].deal, games[2].deal), (games[1].deal, games[3].deal));
        assert_ne!(games[0].deal, games[2].deal);
    }
    let event = play(robin, |entrant, _| entrant as i64);
    let table: Vec<(String, f64, u64)> = event
        .standings()
        .into_iter()
        .map(|standing| (standing.label, standing.points, standing.won))
        .collect();
    let expected =
        [("bot5", 16.0, 16), ("bot4", 12.0, 12), ("bot3", 8.0, 8), ("bot2", 4.0, 4), ("bot1", 0.0, 0)];
    assert_eq!(table, expected.map(|(label, points, won)| (label.to_owned(), points, won)));
}

#[test]
fn a_round_robin_of_larger_tables_has_every_table_once() {
    for size in 3..=5 {
        let event = play(Plan { table_size: size, ..plan(Format::RoundRobin, named(6)) }, |entrant, _| {
            entrant as i64
        });
        let tables: BTreeSet<Vec<usize>> =
            event.history()[0].tables.iter().map(|(table, _)| table.clone()).collect();
        assert_eq!(tables.len(), [20, 15, 6][size - 3]);
        assert!(event.standings().iter().all(|standing| standing.met == 5));
        assert_eq!(event.standings()[0].label, "bot6");
    }
}

#[test]
fn a_knock_out_leaves_one() {
    for entrants in [2, 3, 5, 8, 11, 16] {
        let event =
            play(Plan { games: 2, ..plan(Format::Knockout, named(entrants)) }, |entrant, _| entrant as i64);
        let games: usize = event.history().iter().map(|round| round.tables.len()).sum();
        assert_eq!((games, event.plan().sittings()), (2 * (entrants - 1), games as u64));
        let standings = event.standings();
        assert_eq!(standings[0].label, format!("bot{entrants}"), "of {entrants}");
        assert_eq!(standings.iter().filter(|other| other.survived == standings[0].survived).count(), 1);
    }
}

#[test]
fn a_level_match_goes_by_finishes_and_then_to_the_better_seed() {
    let knockout = Plan { games: 2, ..plan(Format::Knockout, named(2)) };
    let winner = |scores: [[i64; 2]; 2]| {
        let mut event = Event::new(knockout.clone()).unwrap();
        event.close(&scores.map(|scores| Finish::by_score(&scores)));
        event.standings()[0].label.clone()
    };
    // Seats swap in the second game. Both win one: the larger margin counts, then the seeding.
    assert_eq!(winner([[5, 9], [9, 8]]), "bot2");
    assert_eq!(winner([[5, 9], [1, 9]]), "bot1");
    assert_eq!(winner([[9, 5], [9, 5]]), "bot1");
    assert_eq!(winner([[7, 7], [7, 7]]), "bot1");
}

#[test]
fn in_duplicate_play_a_table_is_one_sitting_for_each() {
    let duplicate =
        Plan { tables: Tables::Duplicate, games: 3, table_size: 4, ..plan(Format::RoundRobin, named(4)) };
    assert_eq!(duplicate.sittings(), 12);
    let event = Event::new(duplicate).unwrap();
    let fixtures = &event.round().unwrap().fixtures;
    let deals: BTreeSet<u64> = fixtures.iter().map(|game| game.deal).collect();
    assert_eq!((fixtures.len(), deals.len()), (3, 3));
    assert!(fixtures.iter().all(|game| game.sittings(Tables::Duplicate).len() == 4));
}

#[test]
fn an_event_told_the_same_finishes_goes_the_same_way() {
    let run =
        || play(Plan { days: 2, ..plan(Format::Swiss, named(12)) }, |entrant, luck| luck + entrant as i64);
    assert_eq!((run().history(), run().standings()), (run().history(), run().standings()));
}

#[test]
fn ratings_with_a_longer_history_move_by_the_same_games() {
    let event = play(Plan { days: 2, ..plan(Format::Swiss, named(12)) }, |entrant, _| entrant as i64);
    let after = ratings_after(event.plan().start.clone(), event.history());
    assert_eq!(after.last().unwrap(), event.ratings());
    let veteran = Rating { elo: 1700.0, games: 50, ..Rating::default() };
    let longer = ratings_after(vec![veteran; 12], event.history());
    assert_eq!(longer.last().unwrap()[0].games, 58);
}

#[test]
fn plans_that_can_not_be_are_refused() {
    let refused = |plan: Plan| Event::new(plan).unwrap_err();
    assert_eq!(refused(plan(Format::Knockout, named(1))), PlanError::Field(1));
    assert_eq!(refused(plan(Format::Swiss, named(13))), PlanError::Swiss(13));
    let error = refused(Plan { table_size: 5, ..plan(Format::RoundRobin, named(4)) });
    assert_eq!(error.to_string(), "tables of 5 can't be filled from 4 entrants; they are of 2 to 4");
    assert_eq!(refused(Plan { games: 0, ..plan(Format::Swiss, named(12)) }), PlanError::Nothing);
    let start = vec![Rating::default(); 3];
    let error = refused(Plan { start, ..plan(Format::Knockout, named(4)) });
    assert_eq!(error, PlanError::Ratings { ratings: 3, entrants: 4 });
}
