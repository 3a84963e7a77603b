//! A hundred thousand games: how large, how dear, how quickly found.

mod played;

use std::fs;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use played::{Race, games_of, races};
use tercet_arena::BotStatistics;
use tercet_catalog::CATALOG;
use tercet_machi::MachiKoro;
use tercet_store::{Archive, Filter, NewGame};
use tercet_triangle::{Dense, Puzzle};

const GAMES: usize = 100_000;
/// Games a transaction, as a tournament on all cores has them.
const BATCH: usize = 256;

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Puts a hundred thousand games in; the time of the processor that each took, and the bytes of each.
fn filled(dir: &std::path::Path, races: &[Race]) -> (Archive, f64, f64) {
    let mut archive = Archive::open(dir, CATALOG).unwrap();
    let start = ThreadTime::now();
    for batch in 0..GAMES.div_ceil(BATCH) {
        let games =
            (batch * BATCH..GAMES.min((batch + 1) * BATCH)).map(|number| &races[number % races.len()]);
        let games: Vec<NewGame<'_>> = games.map(|race| race.new_game(None)).collect();
        archive.add(&games).unwrap();
    }
    let micros = start.elapsed().as_secs_f64() * 1e6 / GAMES as f64;
    let bytes: u64 = fs::read_dir(dir).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum();
    (archive, micros, bytes as f64 / GAMES as f64)
}

/// The archive of a hundred thousand games, none of which is too large or too dear.
fn measured(dir: &std::path::Path, what: &str, races: &[Race]) -> Archive {
    let (archive, micros, bytes) = filled(dir, races);
    let raw: usize = races.iter().map(|race| race.played.inputs.len()).sum();
    println!("{what}: {micros:.1} µs and {bytes:.0} bytes a game ({} of inputs)", raw / races.len());
    assert!(bytes < 2048.0, "{bytes} bytes a game");
    assert!(micros <= 20.0, "{micros} µs a game");
    archive
}

fn check(what: &str, races: &[Race]) {
    let dir = tempfile::tempdir().unwrap();
    let archive = measured(dir.path(), what, races);
    let timed = |what: &str, work: &dyn Fn()| {
        let time = median(
            (0..5)
                .map(|_| {
                    let start = Instant::now();
                    work();
                    start.elapsed()
                })
                .collect(),
        );
        println!("  {what}: {:.1} ms", time.as_secs_f64() * 1e3);
        assert!(time < Duration::from_millis(300), "{what}: {time:?}");
    };
    let list = |filter: Filter, expected: usize| assert_eq!(archive.games(&filter).unwrap().len(), expected);
    let newest = Some(20);
    timed("list", &|| list(Filter { newest, ..Filter::default() }, 20));
    let player = Some("first".to_owned());
    timed("list of a player", &|| list(Filter { newest, player: player.clone(), ..Filter::default() }, 20));
    let nobody = Some("nobody".to_owned());
    timed("list of nobody", &|| list(Filter { newest, player: nobody.clone(), ..Filter::default() }, 0));
    let since = Some("2030-01-01".to_owned());
    timed("list since", &|| list(Filter { newest, since: since.clone(), ..Filter::default() }, 0));
    timed("statistics", &|| {
        let mut seen = BotStatistics::default();
        let mut bots = Vec::new();
        archive
            .for_each_table("set", None, |row| {
                bots.clear();
                bots.extend(row.players);
                seen.count(&bots, row.finish, row.plays.into());
            })
            .unwrap();
        assert_eq!(seen.tables(), GAMES as u64);
    });
}

#[test]
fn a_hundred_thousand_games_of_each_kind() {
    let measure =
        |what: &str, games: &[Race]| drop(measured(tempfile::tempdir().unwrap().path(), what, games));
    measure("Machi Koro for two", &games_of("machi", &["ev", "random"], 0..1000));
    measure("Machi Koro for four", &games_of("machi", &["random"; 4], 0..1000));
    measure("the puzzle, random", &games_of("triangle", &["random"], 0..1000));
    measure("the puzzle, greedy", &games_of("triangle", &["greedy"], 0..300));
}

#[test]
fn a_hundred_thousand_games() {
    check("races of two", &races(&["racer:4", "first"], 0..2000));
    check("races of four", &races(&["racer:4", "first", "racer:5", "random"], 0..2000));
}
