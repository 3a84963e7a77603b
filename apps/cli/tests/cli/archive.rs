//! `tercet games`, `stats`, `ratings`, `export`, `import`, and `replay` by number.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use tempfile::TempDir;

use crate::shell::{Call, golden, tercet};

fn at(dir: &Path, words: &str) -> Call {
    tercet(words).dir(dir).env("TERCET_DATA", "archive")
}

/// A directory with an archive of two tournaments.
fn with_archive() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let set =
        "tournament set --entrants racer:1,racer:4,first --format round-robin --games 4 --seed 1 --jobs 1";
    at(dir.path(), set).prints();
    let triangle =
        "tournament triangle --entrants greedy,random --format round-robin --games 2 --seed 1 --jobs 1";
    at(dir.path(), triangle).prints();
    dir
}

/// The text with all times made alike.
fn timeless(text: &str) -> String {
    let is_date = |word: &&str| word.len() == 10 && word.starts_with("20") && word.as_bytes()[4] == b'-';
    let mut lines = Vec::new();
    for line in text.lines() {
        let date = line.split(' ').find(is_date).unwrap_or("\0");
        let from = line.find(date).unwrap_or(0);
        let line = if date == "\0" {
            line.to_owned()
        } else {
            line.replace(&line[from..from + 16], "YYYY-MM-DD hh:mm")
        };
        lines.push(line);
    }
    lines.join("\n") + "\n"
}

#[test]
fn golden_lists() {
    let dir = with_archive();
    golden("games.txt", &timeless(&at(dir.path(), "games --game triangle").prints()));
    golden("tournaments.txt", &timeless(&at(dir.path(), "games --tournaments").prints()));
    golden("stats_set.txt", &at(dir.path(), "stats set").prints());
    golden("ratings.txt", &at(dir.path(), "ratings").prints());
    golden("stats_triangle.json", &at(dir.path(), "stats triangle --json").prints());
}

#[test]
fn lists_are_filtered() {
    let dir = with_archive();
    let count =
        |words: &str| at(dir.path(), &format!("games --json --limit 100 {words}")).prints().lines().count();
    assert_eq!(count(""), 16);
    assert_eq!((count("--game set"), count("--player first"), count("--tournament 2")), (12, 8, 4));
    assert_eq!((count("--since 2020-01-01"), count("--until 2020-01-01")), (16, 0));
    assert_eq!(at(dir.path(), "games --json").prints().lines().count(), 16);
    let wrong = at(dir.path(), "games --since soon").refuses();
    assert_eq!(wrong, "`soon` is not a date; dates are written 2026-11-30, with or without a time of day");
}

#[test]
fn a_game_is_replayed_by_its_number() {
    let dir = with_archive();
    let verified = at(dir.path(), "replay 1 --verify").prints();
    assert!(verified.starts_with("verified: set, rules 1, "), "{verified}");
    assert!(at(dir.path(), "replay 13").prints().starts_with("game: triangle, rules 1\ndeal: stream "));
    assert!(at(dir.path(), "replay 13 --at 3").prints().starts_with("after 3 of "));
    assert_eq!(at(dir.path(), "replay 99").refuses(), "there is no game 99 in the archive");
    fs::write(dir.path().join("13"), "not a record").unwrap();
    let file = at(dir.path(), "replay 13").refuses();
    assert_eq!(file, "13: line 1: not a record: it should begin with `tercet record 1`");
}

#[test]
fn what_is_exported_is_imported_again() {
    let dir = with_archive();
    let lines = at(dir.path(), "export --format jsonl").prints();
    let other = tempfile::tempdir().unwrap();
    let import = || at(other.path(), "import -").input(lines.clone()).prints();
    assert_eq!(import(), "imported: 16, there before: 0\n");
    assert_eq!(import(), "imported: 0, there before: 16\n");
    let without_times = |text: String| -> Vec<Value> {
        let game = |line: &str| {
            let mut game: Value = serde_json::from_str(line).unwrap();
            for key in ["finished", "event", "fixture", "part"] {
                game.as_object_mut().unwrap().remove(key);
            }
            game
        };
        text.lines().map(game).collect()
    };
    assert_eq!(without_times(at(other.path(), "export --format jsonl").prints()), without_times(lines));
    at(dir.path(), "export --format parquet --table moves --game set --output moves.parquet").prints();
    let parquet = fs::read(dir.path().join("moves.parquet")).unwrap();
    assert_eq!((&parquet[..4], &parquet[parquet.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
}

#[test]
fn a_record_that_was_kept_while_playing_is_imported() {
    let dir = tempfile::tempdir().unwrap();
    tercet("play set --seed 42 --record game.record").dir(dir.path()).input("1 3 4\ndeal\n").prints();
    assert_eq!(at(dir.path(), "import game.record").prints(), "imported: 1, there before: 0\n");
    assert!(at(dir.path(), "replay 1 --verify").prints().contains("20 inputs, end open, scores 1"));
    fs::write(dir.path().join("bad.jsonl"), "\n{}\n").unwrap();
    let bad = at(dir.path(), "import bad.jsonl").refuses();
    assert_eq!(bad, "bad.jsonl: line 2: missing field `game` at line 1 column 2");
    assert_eq!(at(dir.path(), "games --json").prints().lines().count(), 1);
}

#[test]
fn charts_are_drawn() {
    let dir = with_archive();
    let drawn = |words: &str, file: &str| {
        at(dir.path(), &format!("{words} --plot {file}")).prints();
        fs::read(dir.path().join(file)).unwrap()
    };
    let charts = [
        ("ratings set", "set: strengths by all games"),
        ("ratings set --system elo", "set: Elo after each round"),
        ("ratings set --system glicko", "set: Glicko-2 after each round"),
        ("stats set", "set: share of tables won"),
        ("stats set --chart length", "set: plays a table"),
        ("stats set --chart head-to-head", "set: share of points of the row against the column"),
    ];
    for (words, title) in charts {
        let svg = String::from_utf8(drawn(words, "chart.svg")).unwrap();
        let label = svg.split("aria-label=\"").nth(1).and_then(|rest| rest.split('"').next());
        assert_eq!(label, Some(title));
        let png = drawn(&format!("{words} --theme dark --scale 0.5"), "chart.png");
        assert_eq!(&png[1..4], b"PNG", "{words}");
    }
    let refuses = |words: &str| at(dir.path(), words).refuses();
    assert_eq!(refuses("stats set --plot a.gif"), "`a.gif`: a picture's file ends in .png or .svg");
    let theme = refuses("ratings set --plot a.png --theme neon");
    assert_eq!(theme.lines().next(), Some("invalid value 'neon' for '--theme <THEME>'"));
    let cards = "no cards are bought in set; --chart cards has nothing to draw";
    assert_eq!(refuses("stats set --chart cards --plot a.png"), cards);
    assert!(!dir.path().join("a.png").exists());
}

#[test]
fn what_cards_were_worth() {
    let dir = tempfile::tempdir().unwrap();
    let words =
        "tournament machi --entrants ev,random,uniform --format round-robin --table 3 --games 30 --seed 1";
    at(dir.path(), &format!("{words} --stats stats.json")).prints();
    let printed = at(dir.path(), "stats machi").prints();
    let cards = printed.split_once("bought, in ").unwrap().1;
    let (cards, learned) = cards.split_once("what the learned value says").unwrap();
    golden("stats_cards.txt", cards);
    assert!(learned.contains("\n1 2 3       ") && learned.contains("build "), "{learned}");
    let stats: Value =
        serde_json::from_str(&fs::read_to_string(dir.path().join("stats.json")).unwrap()).unwrap();
    let answer: Value = serde_json::from_str(&at(dir.path(), "stats machi --json").prints()).unwrap();
    assert_eq!(answer[0]["purchases"], stats["purchases"]);
    assert_eq!(
        answer[0]["learned"]["worths"].as_array().unwrap().len(),
        19,
        "cards and landmarks of the base game"
    );
    assert_eq!(stats["purchases"]["games"], 30);
    let fewer: Value =
        serde_json::from_str(&at(dir.path(), "stats machi --cards 10 --json").prints()).unwrap();
    assert_eq!(fewer[0]["purchases"]["games"], 10);
    let none: Value = serde_json::from_str(&at(dir.path(), "stats machi --cards 0 --json").prints()).unwrap();
    assert_eq!(none[0]["purchases"], Value::Null);
    at(dir.path(), "stats machi --chart cards --plot cards.svg").prints();
    let svg = fs::read_to_string(dir.path().join("cards.svg")).unwrap();
    assert!(svg.contains("aria-label=\"machi: share of the card's buyers that won\""));
}

#[test]
fn an_empty_archive_says_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let fails = |words: &str| {
        let done = at(dir.path(), words).run();
        assert_eq!((done.code, done.out.as_str()), (1, ""));
        done.err
    };
    assert_eq!(
        fails("stats"),
        "error: there are no such games in the archive; play some with `tercet tournament`\n"
    );
    assert_eq!(
        fails("ratings"),
        "error: nobody has met anybody else yet; play a tournament with `tercet tournament`\n"
    );
    assert_eq!(at(dir.path(), "export --format jsonl").prints(), "");
    let unknown = at(dir.path(), "stats chess").refuses();
    assert_eq!(unknown.lines().next(), Some("invalid value 'chess' for '[GAME]'"));
}

#[test]
fn a_name_that_nobody_has_is_refused_with_the_nearest() {
    let dir = with_archive();
    let refuses = |words: &str| at(dir.path(), words).refuses();
    for command in ["games", "export --format jsonl"] {
        let game = refuses(&format!("{command} --game sett"));
        assert!(game.contains("tip: a similar value exists: 'set'"), "{game}");
        let player = refuses(&format!("{command} --player serach"));
        assert_eq!(player, "`serach` is no bot and not in the archive; did you mean `search`?");
        let nobody = refuses(&format!("{command} --player Ada"));
        assert_eq!(nobody, "`Ada` is no bot and not in the archive; `tercet bots` lists the bots");
        let of_other = refuses(&format!("{command} --game set --player search"));
        assert_eq!(
            of_other,
            "`search` is no bot of set and not in the archive; `tercet bots` lists the bots"
        );
        let event = refuses(&format!("{command} --tournament 9"));
        assert_eq!(event, "there is no tournament 9 in the archive");
    }
    assert_eq!(at(dir.path(), "games --player mcts --json").prints(), "");
}

#[test]
fn a_person_of_the_archive_is_known() {
    let dir = tempfile::tempdir().unwrap();
    let line = at(with_archive().path(), "export --format jsonl --game triangle").prints();
    let games = line
        .lines()
        .next()
        .unwrap()
        .replace("\"greedy\"", "\"Adalbert\"")
        .replace("\"random\"", "\"Adalbert\"");
    at(dir.path(), "import -").input(games + "\n").prints();
    assert_eq!(at(dir.path(), "games --player Adalbert --json").prints().lines().count(), 1);
    let near = at(dir.path(), "games --player Adelbert").refuses();
    assert_eq!(near, "`Adelbert` is no bot and not in the archive; did you mean `Adalbert`?");
}

#[test]
fn a_file_of_another_schema_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    at(dir.path(), "tournament set --entrants first,random --format round-robin --games 1 --seed 1").run();
    // The schema's number stands at byte 60 of an SQLite file, the highest byte first.
    let path = dir.path().join("archive/archive.sqlite");
    let mut bytes = fs::read(&path).unwrap();
    bytes[60..64].copy_from_slice(&9u32.to_be_bytes());
    fs::write(&path, &bytes).unwrap();
    let done = at(dir.path(), "games").run();
    let why = "error: the archive `archive/archive.sqlite` has schema 9, this build reads 7: export it with the build \
               that wrote it and import that, or use another file\n";
    assert_eq!((done.code, done.err.as_str()), (1, why));
    assert_eq!(fs::read(&path).unwrap(), bytes, "it is left alone");
}

#[test]
fn a_directory_that_is_named_must_be_there() {
    let dir = tempfile::tempdir().unwrap();
    for command in ["games", "ratings", "stats", "export --format csv"] {
        let message = tercet(command).word("--data").word(dir.path().join("typo")).refuses();
        assert!(
            message.starts_with("--data: there is no directory `") && message.ends_with("typo`"),
            "{message}"
        );
    }
    assert!(!dir.path().join("typo").exists());
}

#[test]
fn who_closes_an_export_early_ends_it_quietly() {
    let dir = with_archive();
    for table in ["games", "moves", "ratings", "strengths", "events"] {
        for format in ["jsonl", "csv", "parquet"] {
            let words = format!("export --format {format} --table {table}");
            let mut command = at(dir.path(), &words).command();
            let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            drop(child.stdout.take());
            let done = child.wait_with_output().unwrap();
            let err = String::from_utf8(done.stderr).unwrap();
            assert_eq!((done.status.code(), err.as_str()), (Some(0), ""), "{words}");
        }
    }
}

#[test]
fn an_archive_is_checked_copied_and_made_smaller() {
    let dir = with_archive();
    let file = "archive/archive.sqlite";
    assert_eq!(at(dir.path(), "archive check").prints(), format!("{file}: 16 games, whole\n"));
    assert_eq!(at(dir.path(), "archive backup copy.sqlite").prints(), "copied to copy.sqlite\n");
    let again = at(dir.path(), "archive backup copy.sqlite").run();
    let why = "error: the archive `copy.sqlite` can't be opened: there is a file of that name\n";
    assert_eq!((again.code, again.err.as_str()), (1, why));
    let size = |done: String| done.trim_end().rsplit(' ').nth(1).unwrap().parse::<u64>().unwrap();
    let vacuumed = size(at(dir.path(), "archive vacuum").prints());
    assert_eq!(vacuumed, fs::metadata(dir.path().join(file)).unwrap().len());
    fs::create_dir(dir.path().join("other")).unwrap();
    fs::rename(dir.path().join("copy.sqlite"), dir.path().join("other/archive.sqlite")).unwrap();
    let copied = tercet("archive check --data other").dir(dir.path()).prints();
    assert_eq!(copied, "other/archive.sqlite: 16 games, whole\n");
    for task in ["check", "backup copy.sqlite", "vacuum"] {
        let missing = tercet(&format!("archive {task} --data nowhere")).dir(dir.path()).refuses();
        assert_eq!(missing, "there is no archive in `nowhere`");
    }
}

#[test]
fn an_archive_that_is_served_is_not_written_anew() {
    let dir = with_archive();
    let lock = tercet_store::DirectoryLock::take(&dir.path().join("archive")).unwrap();
    let done = at(dir.path(), "archive vacuum").run();
    let begin = format!("error: `archive` is served by process {} since ", std::process::id());
    assert!(done.code == 1 && done.err.starts_with(&begin), "{done:?}");
    assert_eq!(at(dir.path(), "archive check").run().code, 0, "it may be looked at");
    assert_eq!(at(dir.path(), "games --json").prints().lines().count(), 16);
    drop(lock);
    assert_eq!(at(dir.path(), "archive vacuum").run().code, 0);
}

#[test]
fn who_only_reads_makes_no_archive() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("archvie");
    for words in ["stats --data", "ratings --data", "games --data", "export --format jsonl --data"] {
        tercet(words).word(&missing).run();
        assert!(!missing.exists(), "{words} made it");
    }
}
