//! `tercet play set`, alone and at once.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use serde_json::Value;

use crate::shell::{golden, tercet};

/// All that can be typed, right and wrong.
const TYPED: &str = "help
sets
hint
hint
hint
hint
1 2 3
1 3
1 3 3
1 3 4 5
1 3 13
1 3 22
0 1 2
foo
save
deal me in
call
1rsd 2rsd 3rsd
1 3 2rtx
undo
1 3 4
undo
claim 4, 3, 1
board
deal
quit
";

#[test]
fn golden_session_alone() {
    let session = tercet("play set --seed 42 --ascii --target 2 --time-limit 3600").input(TYPED).prints();
    golden("session_alone.txt", &session);
}

#[test]
fn golden_sessions_of_the_variants() {
    let chain =
        tercet("play set --variant chain --seed 42").input("1 3 4\nhint\nhint\nhint\n1 2 s4\n").prints();
    golden("session_chain.txt", &chain);
    let puzzle = tercet("play set --puzzle 3 --seed 42").input("sets\ndeal\nhint\nhint\nhint\n").prints();
    golden("session_puzzle.txt", &puzzle);
    let junior = tercet("play set --variant junior --seed 42 --option deal_rule=penalty")
        .input("deal\ndeal\n")
        .prints();
    golden("session_junior.txt", &junior);
    let ultra =
        tercet("play set --variant ultra --seed 42").input("1 2 3\nhint\nhint\nhint\nhint\n").prints();
    golden("session_ultra.txt", &ultra);
}

#[test]
fn golden_quiet_games() {
    golden("quiet_sweep.txt", &tercet("play set --quiet --seed 42").prints());
    golden("quiet_first.json", &tercet("play set --quiet --policy first --seed 42 --json").prints());
    golden(
        "quiet_random.txt",
        &tercet("play set --quiet --policy random --deal").word("cpython -7").prints(),
    );
}

/// The plays of a whole game, as they can be typed.
fn whole_game(dir: &Path) -> Vec<String> {
    tercet("play set --quiet --policy first --seed 5 --record quiet.record").dir(dir).prints();
    let record = fs::read_to_string(dir.join("quiet.record")).unwrap();
    record.lines().filter_map(|line| line.strip_prefix("seat 1 ")).map(str::to_owned).collect()
}

#[test]
fn a_game_typed_by_hand_is_the_same_game() {
    let dir = tempfile::tempdir().unwrap();
    let plays = whole_game(dir.path());
    let typed = plays.join("\n") + "\n";
    let session = tercet("play set --seed 5 --record typed.record").dir(dir.path()).input(typed).prints();
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    // Only the policy says why.
    let quiet = read("quiet.record");
    assert_eq!(read("typed.record"), quiet.split_once("\nwhy ").unwrap().0);
    let end = session.split("\n\n").last().unwrap();
    let taken = plays.iter().filter(|play| play.starts_with("claim")).count();
    let expected = format!(
        "the game is over: nothing is left to claim or to deal\nSets found: {taken}, points: {taken}\n 1. "
    );
    assert!(end.starts_with(&expected), "{end}");
    assert!(end.ends_with("\nthe record is in typed.record\n"), "{end}");
    assert_eq!(end.lines().count(), taken + 3);
}

#[test]
fn an_empty_deck_and_a_full_board_deal_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let plays = whole_game(dir.path());
    let left = |out: &str| out.matches("cards left in the deck: 0\n").count();
    let all_but_the_last = plays[..plays.len() - 1].join("\n") + "\ndeal\n";
    let session = tercet("play set --seed 5").input(all_but_the_last).prints();
    assert!(left(&session) > 0);
    let (_, after) = session.rsplit_once("cards left in the deck: 0\n").unwrap();
    assert!(after.starts_with("the deck is empty; no more cards can be dealt\nSets found: "), "{after}");
    let session = tercet("play set --seed 5").input("deal\ndeal\ndeal\ndeal\n").prints();
    let (board, after) = session.rsplit_once("cards left in the deck: 60\n").unwrap();
    assert!(after.starts_with("the board is at its maximum size\n"), "{after}");
    assert!(board.contains("\n 1 ") && board.contains(" 21 "), "{board}");
}

#[test]
fn a_drawn_seed_is_printed_and_deals_the_same_again() {
    let first = tercet("play set").input("quit\n").prints();
    let seed = first.strip_prefix("SET, deal `stream ").unwrap().split('`').next().unwrap();
    assert_eq!(tercet(&format!("play set --seed {seed}")).input("").prints(), first);
}

#[test]
fn the_daily_board_is_that_of_the_day_in_utc() {
    let seed = || {
        let greeting = tercet("play set --daily").input("").prints();
        greeting.strip_prefix("SET, deal `stream ").unwrap().split('`').next().unwrap().to_owned()
    };
    let day = || {
        let date = std::process::Command::new("date").args(["-u", "+%Y%m%d"]).output().unwrap();
        String::from_utf8(date.stdout).unwrap().trim().to_owned()
    };
    let (before, seed, after) = (day(), seed(), day());
    assert!([before, after].contains(&seed), "{seed}");
}

fn recorded_games() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../games/set/rules/tests/fixtures/games_public.jsonl.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn recorded_decks_play_as_recorded() {
    let dir = tempfile::tempdir().unwrap();
    for game in recorded_games().iter().take(20) {
        let deck = game["deck"].to_string();
        let deck = deck.trim_matches(['[', ']']);
        let quiet = |policy: &str| -> Value {
            let call = tercet(&format!("play set --quiet --json {policy} --deck")).word(deck);
            serde_json::from_str(&call.prints()).unwrap()
        };
        let ids = |answer: &Value| -> Value {
            answer["sets"].as_array().unwrap().iter().map(|set| set["ids"].clone()).collect()
        };
        let sweep = quiet("");
        assert_eq!(quiet("--policy sweep"), sweep, "it is the usual policy");
        assert_eq!((ids(&sweep), &sweep["left"]), (game["skyzyx"]["sets"].clone(), &game["skyzyx"]["left"]));
        let first = quiet("--policy first");
        assert_eq!(
            (&first["discovered"], &first["left"]),
            (&game["compact"]["n_sets"], &game["compact"]["left"])
        );
        fs::write(dir.path().join("deck.txt"), deck.replace(',', "\n")).unwrap();
        let from_file =
            tercet("play set --quiet --json --policy sweep --deck @deck.txt").dir(dir.path()).prints();
        assert_eq!(serde_json::from_str::<Value>(&from_file).unwrap(), sweep);
    }
}

#[test]
fn decks_that_are_none_are_refused() {
    let deck = |text: &str| tercet("play set --quiet --deck").word(text).refuses();
    assert_eq!(
        deck("0 1 2"),
        "deal: the order has 3 cards, the deck has 81; 1gsd (one green solid diamond) is missing"
    );
    assert_eq!(deck("0 1 0"), "deal: 1rsd (one red solid diamond) is there twice");
    assert_eq!(deck("0 1 99"), "`99`: card ids are 0 to 80");
    assert_eq!(deck("@nowhere.txt"), "`nowhere.txt` can't be read: No such file or directory (os error 2)");
    let junior = tercet("play set --quiet --variant junior --deck 80").refuses();
    assert_eq!(junior, "deal: 3peo (three purple open ovals) is not in this variant's deck");
}

#[test]
fn a_guarantee_that_a_given_deck_breaks_is_refused() {
    // The first twelve cards of this order have solid or striped diamonds and squiggles of one and two: no Set.
    let capless: Vec<u8> = vec![0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31];
    let rest = (0..81).filter(|id| !capless.contains(id));
    let deck: Vec<String> = capless.iter().copied().chain(rest).map(|id| id.to_string()).collect();
    let call = || tercet("play set --quiet --deck").word(deck.join(" "));
    assert!(call().prints().starts_with("Sets discovered: "));
    assert_eq!(
        call().word("--option").word("guarantee=initial").refuses(),
        "deal: the given order deals a board that this config sends back; it goes with `guarantee` none"
    );
}

#[test]
fn wrong_usage_is_refused() {
    let refuses =
        |words: &str| tercet(&format!("play set {words}")).refuses().lines().next().unwrap().to_owned();
    assert_eq!(refuses("--seed 1 --daily"), "the argument '--seed <N>' cannot be used with '--daily'");
    assert_eq!(refuses("--seed -1"), "unexpected argument '-1' found");
    assert_eq!(
        refuses("--deal cpython"),
        "invalid value 'cpython' for '--deal <DEAL>': `cpython`: a deal is a dealer's name and its seed, as in `stream 42`"
    );
    assert_eq!(
        tercet("play set --deal").word("tarot 1").refuses(),
        "deal: there is no dealer `tarot`; there are stream, chacha20, cpython and given"
    );
    assert_eq!(refuses("--puzzle 9"), "config `puzzle_sets`: 9 is not from 1 to 8");
    assert_eq!(refuses("--option capacity=2"), "config `capacity`: 2 is not from 3 to 21");
    assert_eq!(
        refuses("--option refill=never"),
        "config `refill`: `never` is not one of compact, in_place, on_deal"
    );
    assert_eq!(
        refuses("--option seats=2"),
        "the game has 2 seats and 1 player; --players names one for each"
    );
    assert_eq!(refuses("--json"), "the following required arguments were not provided:");
    assert_eq!(
        refuses("--players racer:1"),
        "nobody is `me`; `tercet simulate set` lets bots play among themselves"
    );
    assert_eq!(refuses("--players me,me"), "`me` is there twice; one person plays at a keyboard");
    assert_eq!(
        refuses("--players me,1"),
        "there is no bot `1` for set; there are first, random, sweep, racer, perfect, uniform"
    );
    let nine = "--players me,first,first,first,first,first,first,first,first";
    assert_eq!(refuses(nine), "config `seats`: 9 is not from 1 to 8");
}
