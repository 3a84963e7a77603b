//! Tournaments with made-up finishes: who meets whom, who sits where, who stands where.

use std::collections::BTreeSet;

use tercet_arena::{
    Entrant, Format, PADDING, Plan, PlanError, Rating, SWISS_MULTIPLE, Tables, TournamentState, field, pad,
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
        has_memory: true,
        entrants,
        start,
    }
}

/// Plays a tournament whose finishes come from a function of the entrant and a random number.
fn play(plan: Plan, finish: impl Fn(usize, i64) -> i64) -> TournamentState {
    let mut tournament = TournamentState::new(plan).unwrap();
    while let Some(round) = tournament.round() {
        let finishes: Vec<Vec<Finish>> = round
            .fixtures
            .iter()
            .map(|game| {
                let mut rng = Rng::new(game.deal);
                let scores = game.entrants.iter().map(|&entrant| finish(entrant, rng.below(100).into()));
                Finish::by_score(&scores.collect::<Vec<_>>())
            })
            .collect();
        tournament.close(&finishes);
    }
    tournament
}

#[test]
fn a_swiss_day_has_four_rounds_of_pairs_pairs_triples_and_quads() {
    let mut entrants = named(8);
    pad(&mut entrants, SWISS_MULTIPLE, "random");
    assert_eq!(entrants.iter().filter(|entrant| entrant.label.starts_with(PADDING)).count(), 4);
    let tournament = play(plan(Format::Swiss, entrants), |_, luck| luck);
    let sizes: Vec<Vec<usize>> = tournament
        .history()
        .iter()
        .map(|round| round.tables.iter().map(|(table, _)| table.len()).collect())
        .collect();
    assert_eq!(sizes, [vec![2; 6], vec![2; 6], vec![3; 4], vec![4; 3]]);
    for round in tournament.history() {
        let seated: BTreeSet<usize> =
            round.tables.iter().flat_map(|(table, _)| table.iter().copied()).collect();
        assert_eq!(seated.len(), 12, "everybody plays every round");
    }
    assert!(tournament.standings().iter().all(|standing| standing.games == 4));
    assert_eq!(tournament.plan().game_count(), 19);
}

/// The ratings before each round, to check the seating against.
fn before(tournament: &TournamentState) -> Vec<Vec<Rating>> {
    let start = tournament.plan().start.clone();
    let mut ratings = vec![start.clone()];
    ratings.extend(ratings_after(start, tournament.history()));
    ratings
}

/// Who sits where is decided by rating: the highest last, and the others of the table not far from it.
#[test]
fn seeded_tables_are_near_in_rating_and_the_highest_sits_last() {
    let (mut spans, mut tables) = (0, 0);
    for seed in 0..20 {
        let tournament = play(Plan { seed, days: 3, ..plan(Format::Swiss, named(24)) }, |entrant, luck| {
            luck + 4 * entrant as i64
        });
        let ratings = before(&tournament);
        for (round, ratings) in tournament.history().iter().zip(&ratings) {
            let elo = |entrant: &usize| ratings[*entrant].elo;
            let mut order: Vec<usize> = (0..24).collect();
            order.sort_by(|own, other| elo(other).total_cmp(&elo(own)));
            for (table, _) in &round.tables {
                assert!(table.is_sorted_by(|own, other| elo(own) <= elo(other)), "the highest sits last");
                let places = table.iter().map(|entrant| order.iter().position(|one| one == entrant).unwrap());
                let (least, most) = (places.clone().min().unwrap(), places.max().unwrap());
                if round.number > 0 {
                    spans += most - least + 1 - table.len();
                    tables += 1;
                }
            }
        }
    }
    // Neighbours have nobody between them; those who have met must not be neighbours again.
    assert!(spans < 3 * tables, "{spans} between those of {tables} tables");
}

/// Tables of 2, 2, 3 and 4: seven others, nobody twice, even where only eleven others are there.
#[test]
fn everybody_meets_seven_others_in_a_day() {
    for (entrants, seeds) in [(12, 300), (24, 60), (36, 20), (96, 4)] {
        for seed in 0..seeds {
            let swiss = Plan { seed, ..plan(Format::Swiss, named(entrants)) };
            let tournament = play(swiss, |entrant, luck| luck + (seed % 5) as i64 * entrant as i64);
            assert_eq!(tournament.repeats(), 0, "{entrants} entrants, seed {seed}");
            assert!(tournament.standings().iter().all(|standing| standing.met == 7));
        }
    }
}

/// Each day begins anew: in two days of twelve, somebody must meet somebody again.
#[test]
fn repeats_are_counted_by_day() {
    let days = play(Plan { days: 3, ..plan(Format::Swiss, named(12)) }, |_, luck| luck);
    assert_eq!(days.repeats(), 0);
    assert!(days.standings().iter().all(|standing| (7..=11).contains(&standing.met)));
    let forgetful = |seed| {
        let swiss = Plan { seed, has_memory: false, ..plan(Format::Swiss, named(12)) };
        play(swiss, |entrant, luck| luck + 9 * entrant as i64)
    };
    let repeats: usize = (0..20).map(|seed| forgetful(seed).repeats()).sum();
    assert!(repeats > 100, "without memory there are many: {repeats}");
}

#[test]
fn striped_quads_mix_strong_and_weak() {
    let striped = Plan { is_striped: true, ..plan(Format::Swiss, named(12)) };
    let tournament = play(striped, |entrant, _| entrant as i64);
    let ratings = &before(&tournament)[3];
    let mut order: Vec<usize> = (0..12).collect();
    order.sort_by(|&own, &other| ratings[other].elo.total_cmp(&ratings[own].elo));
    for (table, _) in &tournament.history()[3].tables {
        let stripe = |entrant: &usize| order.iter().position(|one| one == entrant).unwrap() / 3;
        let stripes: BTreeSet<usize> = table.iter().map(stripe).collect();
        assert_eq!(stripes.len(), 4, "one of each three");
    }
}

#[test]
fn days_go_on() {
    let three =
        play(Plan { days: 3, ..plan(Format::Swiss, named(12)) }, |entrant, luck| luck + 30 * entrant as i64);
    assert_eq!(three.history().len(), 12);
    assert!(three.standings().iter().all(|standing| standing.games == 12 && standing.rating.games == 12));
    let sum: f64 = three.ratings().iter().map(|rating| rating.elo).sum();
    assert!((sum - 12.0 * 1500.0).abs() < 1e-6, "Elo is only ever moved");
    let standings = three.standings();
    assert!(standings.is_sorted_by(|own, other| own.rating.elo >= other.rating.elo));
    assert_eq!((standings[0].label.as_str(), standings[11].label.as_str()), ("bot12", "bot1"));
}

#[test]
fn more_games_than_can_be_counted_are_not_taken_for_few() {
    // 2^32 days and games of a pair come to 2^64 games and a few, which would wrap around to a small number.
    let endless = Plan { days: u32::MAX, games: u32::MAX, ..plan(Format::RoundRobin, named(3)) };
    assert_eq!(endless.game_count(), u64::MAX);
}

#[test]
fn a_round_robin_seats_everybody_everywhere_on_the_same_deals() {
    let robin = Plan { games: 4, ..plan(Format::RoundRobin, named(5)) };
    let round = TournamentState::new(robin.clone()).unwrap().round().unwrap().clone();
    assert_eq!((round.fixtures.len() as u64, robin.game_count()), (40, 40));
    for games in round.fixtures.chunks(4) {
        assert_eq!(games[0].entrants[0], games[1].entrants[1]);
        assert_eq!((games[0].deal, games[2].deal), (games[1].deal, games[3].deal));
        assert_ne!(games[0].deal, games[2].deal);
    }
    let tournament = play(robin, |entrant, _| entrant as i64);
    let table: Vec<(String, f64, u64)> = tournament
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
        let tournament =
            play(Plan { table_size: size, ..plan(Format::RoundRobin, named(6)) }, |entrant, _| {
                entrant as i64
            });
        let tables: BTreeSet<Vec<usize>> =
            tournament.history()[0].tables.iter().map(|(table, _)| table.clone()).collect();
        assert_eq!(tables.len(), [20, 15, 6][size - 3]);
        assert!(tournament.standings().iter().all(|standing| standing.met == 5));
        assert_eq!(tournament.standings()[0].label, "bot6");
    }
}

#[test]
fn a_knock_out_leaves_one() {
    for entrants in [2, 3, 5, 8, 11, 16] {
        let tournament =
            play(Plan { games: 2, ..plan(Format::Knockout, named(entrants)) }, |entrant, _| entrant as i64);
        let games: usize = tournament.history().iter().map(|round| round.tables.len()).sum();
        assert_eq!((games, tournament.plan().game_count()), (2 * (entrants - 1), games as u64));
        let standings = tournament.standings();
        assert_eq!(standings[0].label, format!("bot{entrants}"), "of {entrants}");
        assert_eq!(standings.iter().filter(|other| other.survived == standings[0].survived).count(), 1);
    }
}

#[test]
fn a_level_match_goes_by_finishes_and_then_to_the_better_seed() {
    let knockout = Plan { games: 2, ..plan(Format::Knockout, named(2)) };
    let winner = |scores: [[i64; 2]; 2]| {
        let mut tournament = TournamentState::new(knockout.clone()).unwrap();
        tournament.close(&scores.map(|scores| Finish::by_score(&scores)));
        tournament.standings()[0].label.clone()
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
    assert_eq!(duplicate.game_count(), 12);
    let tournament = TournamentState::new(duplicate).unwrap();
    let fixtures = &tournament.round().unwrap().fixtures;
    let deals: BTreeSet<u64> = fixtures.iter().map(|game| game.deal).collect();
    assert_eq!((fixtures.len(), deals.len()), (3, 3));
    assert!(fixtures.iter().all(|game| game.games_to_play(Tables::Duplicate).len() == 4));
}

#[test]
fn an_event_told_the_same_finishes_goes_the_same_way() {
    let run =
        || play(Plan { days: 2, ..plan(Format::Swiss, named(12)) }, |entrant, luck| luck + entrant as i64);
    assert_eq!((run().history(), run().standings()), (run().history(), run().standings()));
}

#[test]
fn ratings_with_a_longer_history_move_by_the_same_games() {
    let tournament = play(Plan { days: 2, ..plan(Format::Swiss, named(12)) }, |entrant, _| entrant as i64);
    let after = ratings_after(tournament.plan().start.clone(), tournament.history());
    assert_eq!(after.last().unwrap(), tournament.ratings());
    let veteran = Rating { elo: 1700.0, games: 50, ..Rating::default() };
    let longer = ratings_after(vec![veteran; 12], tournament.history());
    assert_eq!(longer.last().unwrap()[0].games, 58);
}

#[test]
fn plans_that_can_not_be_are_refused() {
    let refused = |plan: Plan| TournamentState::new(plan).unwrap_err();
    assert_eq!(refused(plan(Format::Knockout, named(1))), PlanError::Field(1));
    let mut alone = named(1);
    pad(&mut alone, SWISS_MULTIPLE, "random");
    assert_eq!(refused(plan(Format::Swiss, alone)), PlanError::Field(1), "fillers are no company");
    assert_eq!(refused(plan(Format::Swiss, named(13))), PlanError::Swiss(13));
    let error = refused(Plan { table_size: 5, ..plan(Format::RoundRobin, named(4)) });
    assert_eq!(error.to_string(), "tables of 5 can't be filled from 4 entrants; they are of 2 to 4");
    assert_eq!(refused(Plan { games: 0, ..plan(Format::Swiss, named(12)) }), PlanError::Nothing);
    let start = vec![Rating::default(); 3];
    let error = refused(Plan { start, ..plan(Format::Knockout, named(4)) });
    assert_eq!(error, PlanError::Ratings { ratings: 3, entrants: 4 });
}

/// With K = 32 the last games count most: who won all but lost the last few falls behind. Strengths are by all games.
#[test]
fn strengths_order_a_round_robin_as_its_results_do() {
    let robin = Plan { games: 100, days: 4, ..plan(Format::RoundRobin, named(6)) };
    let tournament = play(robin, |entrant, luck| luck / 60 + entrant as i64);
    let standings = tournament.standings();
    let value = |standing: &tercet_arena::Standing| standing.strength.unwrap().value;
    assert!(standings.is_sorted_by(|own, other| value(own) > value(other)), "{standings:?}");
    let labels: Vec<&str> = standings.iter().map(|standing| standing.label.as_str()).collect();
    assert_eq!(labels, ["bot6", "bot5", "bot4", "bot3", "bot2", "bot1"]);
    let mean = standings.iter().map(value).sum::<f64>() / 6.0;
    assert!((mean - 1500.0).abs() < 1e-6);
    assert_eq!(tournament.fit().groups(), 1);
}
