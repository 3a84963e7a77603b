//! Who won is what the rules say, at every door that tells of it: a winner of Machi Koro may have a lower finish score
//! than a loser.

use tercet_arena::{Format as Pairing, Resources, Side, TournamentOptions, Watch, duel_games, play_pair};
use tercet_catalog::CATALOG;
use tercet_entry::Seated;
use tercet_game::{Deal, Game, Seat, Seats};
use tercet_machi::{Config, MachiKoro};
use tercet_machi_play::bots::by_name;
use tercet_search::{BotLimits, Limits};
use tercet_store::{
    Archive, Filter, Format, Table, TournamentOutcome, TournamentRun, counted, export, import, standings_of,
};

/// Two bots whose games are often won from behind.
const BOTS: [&str; 2] = ["marathon", "thoughtful"];
const GAMES: u32 = 1000;

fn tournament(archive: Archive) -> TournamentOutcome {
    let options = TournamentOptions {
        entrants: BOTS.map(str::to_owned).into(),
        format: Pairing::RoundRobin,
        days: 1,
        games: Some(GAMES),
        table: None,
        is_striped: false,
        finish: None,
        options: Vec::new(),
        seed: 1,
        ratings: Vec::new(),
    };
    let plan = options.plan(CATALOG.game("machi").unwrap(), Limits::LARGEST).unwrap();
    let mut archive = archive;
    let id = archive.begin_tournament("machi", "{}", 1).unwrap();
    let watch = Watch::default();
    let run = TournamentRun {
        archive,
        id,
        plan,
        resources: Resources { jobs: 0, limits: Limits::LARGEST, watch: &watch },
        goes_on_in_memory: false,
        progress: &mut |_| {},
    };
    run.play("machi").unwrap()
}

/// The winners of each game by replaying its record, and how many of them had a lower finish score than a loser.
fn by_the_rules(archive: &mut Archive) -> (Vec<Vec<i64>>, usize) {
    let mut from_behind = 0;
    let rows = archive.games(&Filter::default()).unwrap();
    let winners = rows.iter().map(|row| {
        let scores = CATALOG.verify(&archive.record_of(row).unwrap()).unwrap();
        let winners = scores.winners();
        let best = scores.points().iter().max();
        from_behind += usize::from(winners.iter().all(|seat| Some(&scores.points()[seat.index()]) != best));
        for seat in Seats::first(2).iter() {
            assert_eq!(
                usize::from(row.seats[seat.index()].finish.place),
                scores.place(seat),
                "game {}",
                row.id
            );
        }
        winners.iter().map(|seat| i64::from(seat.0) + 1).collect()
    });
    (winners.collect(), from_behind)
}

/// How often each bot won.
fn wins(archive: &Archive, winners: &[Vec<i64>]) -> [u64; 2] {
    let mut wins = [0; 2];
    for (row, winners) in archive.games(&Filter::default()).unwrap().iter().zip(winners) {
        assert_eq!(winners.len(), 1, "nobody shares a win by landmarks");
        let winner = &row.seats[usize::try_from(winners[0]).unwrap() - 1].label;
        wins[BOTS.iter().position(|bot| bot == winner).unwrap()] += 1;
    }
    wins
}

#[test]
fn every_count_of_wins_is_the_rules_own() {
    let TournamentOutcome { mut archive, state, id, .. } = tournament(Archive::in_memory(CATALOG).unwrap());
    let (winners, from_behind) = by_the_rules(&mut archive);
    assert!(from_behind > 10, "only {from_behind} of {GAMES} games were won from behind");
    let won = wins(&archive, &winners);
    assert_eq!(won.iter().sum::<u64>(), u64::from(GAMES));

    for standing in state.standings() {
        assert_eq!(standing.won, won[standing.entrant], "the standings of {}", standing.label);
        assert!((standing.points - won[standing.entrant] as f64).abs() < 1e-9);
    }
    let counted = counted(&archive, "machi", Some(id)).unwrap();
    for (number, name) in counted.names.iter().enumerate() {
        let own = BOTS.iter().position(|bot| bot == name).unwrap();
        assert_eq!(counted.statistics.bot(number).won, won[own], "the statistics of {name}");
        assert_eq!(counted.statistics.pair(number, 1 - number).won, won[own], "{name} against the other");
    }
    let plan = state.plan().clone();
    let stored = tercet_arena::TournamentPlan {
        plan,
        rules: MachiKoro::RULES_VERSION,
        options: Vec::new(),
        finish: "points".to_owned(),
    };
    assert_eq!(standings_of(&archive, id, &stored).unwrap().standings(), state.standings());
    assert_eq!(exported(&mut archive), winners);
}

/// The winners as an export tells them.
fn exported(archive: &mut Archive) -> Vec<Vec<i64>> {
    let mut out = Vec::new();
    export(archive, Table::Games, Format::Jsonl, &Filter::default(), &mut out).unwrap();
    let numbers = |line: &str, field: &str| -> Vec<i64> {
        let list = line.split(&format!("\"{field}\":[")).nth(1).unwrap().split(']').next().unwrap();
        list.split(',').map(|number| number.parse().unwrap()).collect()
    };
    let text = String::from_utf8(out).unwrap();
    for line in text.lines() {
        let winner = numbers(line, "places").iter().position(|&place| place == 1).unwrap() as i64 + 1;
        assert_eq!(numbers(line, "winners"), [winner]);
    }
    text.lines().map(|line| numbers(line, "winners")).collect()
}

#[test]
fn a_pair_of_a_test_counts_the_winners() {
    let game = MachiKoro::new(&Config::base(2)).unwrap();
    let rules = CATALOG.game("machi").unwrap().usual().table(&[], 2).unwrap();
    let name = |side: Side| BOTS[usize::from(side == Side::Base)];
    let sit = |side, seed| Seated::Bot { name: name(side), seed };
    let bot_limits = BotLimits::own();
    for number in 0..200 {
        let mut won = 0;
        for one in duel_games(1, number) {
            let mut players: Vec<_> =
                one.seats.iter().map(|&(side, seed)| by_name(name(side), seed).unwrap()).collect();
            let dealer = tercet_game::Deals::dealer(&game, &Deal::stream(one.deal)).unwrap();
            let mut live = tercet_game::Live::new(&game, dealer, (), &mut ()).unwrap();
            let scores = tercet_game::run(&game, &mut live, &mut players, &mut ()).unwrap();
            let own = one.seats.iter().position(|seat| seat.0 == Side::New).unwrap() as u8;
            won += 2 * usize::from(scores.winners().contains(Seat(own)));
        }
        assert_eq!(play_pair(&*rules, 1, number, &bot_limits, sit), Ok(Some(won)), "pair {number}");
    }
}

/// What was exported before there were places is replayed too.
#[test]
fn an_import_learns_who_won() {
    let TournamentOutcome { mut archive, .. } = tournament(Archive::in_memory(CATALOG).unwrap());
    let mut out = Vec::new();
    export(&mut archive, Table::Games, Format::Jsonl, &Filter::default(), &mut out).unwrap();
    let lines = String::from_utf8(out).unwrap().replace("\"places\":[1,2]", "\"places\":[2,1]");
    let mut other = Archive::in_memory(CATALOG).unwrap();
    import(&mut other, &lines, 5).unwrap();
    let seats = |archive: &Archive| -> Vec<_> {
        archive.games(&Filter::default()).unwrap().into_iter().map(|row| row.seats).collect()
    };
    assert_eq!(seats(&other), seats(&archive));
}
