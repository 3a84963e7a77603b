//! Replays and resumed matches: what they refuse, and in which words.

mod table;

use tercet_conformance::toy::Action::{Grab, Hold, Roll};
use tercet_conformance::toy::{Face, Phase, Toy};
use tercet_game::{Deal, Digest, End, Game, Input, InputText, Match, Record, Replay, Seat};

use table::{play, table, whole_game};

/// Seat 1 rolls a three and a two and holds.
fn record() -> Record {
    let mut table = table("given 3 2 6");
    play(&mut table, &[Grab, Roll, Roll, Hold]);
    table.record()
}

fn refusal(record: &Record) -> String {
    match Replay::<Toy>::open(record) {
        Ok(mut replay) => replay.verify(&mut ()).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    }
}

fn resume_refusal(record: &Record) -> String {
    Match::<Toy>::resume(record, &mut ()).err().unwrap().to_string()
}

fn text(seat: u8, action: &str) -> InputText {
    Input::Play(Seat(seat), action.to_owned())
}

/// The record with one input written otherwise.
fn with_input(at: usize, input: InputText) -> Record {
    let mut record = record();
    record.inputs[at] = input;
    record
}

#[test]
fn a_replay_goes_input_by_input() {
    let record = record();
    let mut replay = Replay::<Toy>::open(&record).unwrap();
    assert_eq!((replay.at(), replay.state()), (0, &replay.game().start()));
    assert!(replay.step(&mut ()).unwrap());
    assert_eq!((replay.at(), replay.state().phase), (1, Phase::Choose(Seat(0))));
    replay.run_to(5, &mut ()).unwrap();
    assert_eq!((replay.at(), replay.state().pot), (5, 5));
    replay.run_to(3, &mut ()).unwrap();
    assert_eq!(replay.at(), 5, "it never goes back");
    replay.verify(&mut ()).unwrap();
    assert!(!replay.step(&mut ()).unwrap(), "nothing is left");
}

#[test]
fn a_replay_tells_the_events_again() {
    let mut live = Vec::new();
    let mut table = Match::new(table::toy(), "given 3 2 6".parse().unwrap(), &mut live).unwrap();
    for action in [Grab, Roll, Roll, Hold] {
        table.play(Seat(0), action, &mut live).unwrap();
    }
    let (record, mut again) = (table.record(), Vec::new());
    Replay::<Toy>::open(&record).unwrap().verify(&mut again).unwrap();
    assert_eq!(again, live);
}

#[test]
fn whole_games_replay() {
    for seed in 0..50 {
        let table = whole_game(seed);
        let record: Record = table.record().to_string().parse().unwrap();
        assert_ne!(record.end, None);
        let mut replay = Replay::<Toy>::open(&record).unwrap();
        replay.verify(&mut ()).unwrap();
        assert_eq!(replay.state(), table.state());
    }
}

#[test]
fn another_game_is_refused() {
    let other = Record { game: "set".to_owned(), ..record() };
    assert_eq!(refusal(&other), "line 2: this is a record of `set`, not of `toy`");
    assert_eq!(resume_refusal(&other), refusal(&other));
}

#[test]
fn another_version_of_the_rules_is_refused() {
    let newer = Record { rules: 2, ..record() };
    assert_eq!(
        refusal(&newer),
        "line 3: the record was made by version 2 of the rules of `toy`, this build plays version 1: its result \
         stands, but it can't be replayed"
    );
    assert_eq!(resume_refusal(&newer), refusal(&newer));
}

#[test]
fn a_config_that_cannot_be_is_refused_by_its_line() {
    let cases = [
        (
            0,
            "players",
            "2",
            "line 4: config `players`: there is no such option; the options are seats, goal, limit",
        ),
        (1, "goal", "many", "line 5: config `goal`: `many` is not one of 1 to 1000"),
        (2, "limit", "0", "line 6: config `limit`: `0` is not one of 1 to 1000"),
        (0, "seats", "9", "line 4: config `seats`: `9` is not one of 2 to 4"),
    ];
    for (row, key, value, expected) in cases {
        let mut record = record();
        record.config[row] = (key.to_owned(), value.to_owned());
        assert_eq!(refusal(&record), expected);
        assert_eq!(resume_refusal(&record), expected);
    }
}

#[test]
fn an_input_that_does_not_read_is_refused_by_its_line() {
    let jump = with_input(1, text(0, "jump"));
    assert_eq!(refusal(&jump), "line 10: `jump`: an action is grab, hold or roll");
    let seven = with_input(2, Input::Chance("7".to_owned()));
    assert_eq!(refusal(&seven), "line 11: `7`: a die shows 1 to 6");
    assert_eq!(resume_refusal(&seven), refusal(&seven));
}

#[test]
fn a_refused_input_names_its_line_and_code() {
    let cases = [
        (with_input(0, text(0, "roll")), "line 9: refused (not_now): that can't be done in this phase"),
        (with_input(1, text(0, "hold")), "line 10: refused (empty_pot): there is nothing in the pot to hold"),
        (with_input(1, text(1, "roll")), "line 10: refused (not_your_turn): it is not this seat's turn"),
        (with_input(1, Input::Expire), "line 10: refused (no_clock): no clock is running"),
        (
            with_input(1, Input::Chance("3".to_owned())),
            "line 10: refused (not_thrown): no die was thrown that could show this",
        ),
    ];
    for (record, expected) in cases {
        assert_eq!(refusal(&record), expected);
        assert_eq!(resume_refusal(&record), expected);
    }
}

#[test]
fn a_refused_input_leaves_the_replay_where_it_was() {
    let record = with_input(1, Input::Expire);
    let mut replay = Replay::<Toy>::open(&record).unwrap();
    assert!(replay.verify(&mut ()).is_err());
    assert_eq!((replay.at(), replay.state().phase), (1, Phase::Choose(Seat(0))));
}

#[test]
fn facts_that_differ_are_told_with_both_sides() {
    let state = record().state;
    let cases = [
        (
            Record { end: Some(End::Finished), ..record() },
            "line 16: the game replays to end `open`, the record says `finished`".to_owned(),
        ),
        (
            Record { scores: vec![5, 1], ..record() },
            "line 17: the game replays to scores `5 0`, the record says `5 1`".to_owned(),
        ),
        (
            Record { scores: vec![5], ..record() },
            "line 17: the game replays to scores `5 0`, the record says `5`".to_owned(),
        ),
        (
            Record { state: 0, ..record() },
            format!("line 18: the game replays to state `{state:016x}`, the record says `0000000000000000`"),
        ),
    ];
    for (record, expected) in cases {
        assert_eq!(refusal(&record), expected);
        assert_eq!(resume_refusal(&record), expected);
    }
}

#[test]
fn the_line_that_differs_is_the_line_of_the_text() {
    let record = record();
    let text = record.to_string();
    assert_eq!(text.lines().nth(16 - 1), Some("end open"));
    assert_eq!(text.lines().nth(17 - 1), Some("scores 5 0"));
    assert_eq!(text.lines().nth(18 - 1), Some(format!("state {:016x}", record.state).as_str()));
}

#[test]
fn a_resumed_match_is_the_match() {
    let mut resumed = Match::<Toy>::resume(&record(), &mut ()).unwrap();
    assert_eq!(resumed.record(), record());
    play(&mut resumed, &[Roll]);
    assert_eq!(resumed.inputs().last(), Some(&Input::Chance(Face(6))), "its dealer goes on where it was");
}

#[test]
fn a_record_that_stops_before_a_draw_is_resumed_after_it() {
    let whole = record();
    let mut replay = Replay::<Toy>::open(&whole).unwrap();
    replay.run_to(2, &mut ()).unwrap();
    let state = Digest::of(replay.state()).value();
    let cut = Record { inputs: whole.inputs[..2].to_vec(), scores: vec![0, 0], state, ..whole };
    let resumed = Match::<Toy>::resume(&cut, &mut ()).unwrap();
    assert_eq!(resumed.inputs().last(), Some(&Input::Chance(Face(3))));
}

#[test]
fn a_dealer_that_draws_otherwise_cannot_go_on() {
    let other = Record { deal: "given 3 4 6".parse().unwrap(), ..record() };
    assert_eq!(
        resume_refusal(&other),
        "line 13: dealer `given 3 4 6`: it draws otherwise than the record says"
    );
    assert!(Replay::<Toy>::open(&other).unwrap().verify(&mut ()).is_ok(), "a replay needs no dealer");
}

#[test]
fn a_dealer_that_cannot_be_cannot_go_on() {
    let unknown = Record { deal: "deck 1".parse().unwrap(), ..record() };
    assert_eq!(
        resume_refusal(&unknown),
        "line 7: deal: there is no dealer `deck`; there are stream and given"
    );
    let seedless = Record { deal: "stream x".parse().unwrap(), ..record() };
    assert_eq!(
        resume_refusal(&seedless),
        "line 7: deal: `x` is not a seed of `stream`; it takes a whole number from 0 to 18446744073709551615"
    );
    let short = Record { deal: "given 3".parse().unwrap(), ..record() };
    assert_eq!(resume_refusal(&short), "line 13: dealer `given 3`: no faces are left");
}

#[test]
fn our_own_dealer_resumes_every_prefix() {
    let whole = whole_game(3);
    for count in 0..whole.inputs().len() {
        let record = whole.record();
        let mut replay = Replay::<Toy>::open(&record).unwrap();
        replay.run_to(count, &mut ()).unwrap();
        let scores = replay.game().scores(replay.state());
        let cut = Record {
            inputs: record.inputs[..count].to_vec(),
            end: None,
            scores: scores.points().to_vec(),
            state: Digest::of(replay.state()).value(),
            ..record.clone()
        };
        let resumed = Match::<Toy>::resume(&cut, &mut ()).unwrap();
        assert_eq!(resumed.deal(), &Deal::stream(3));
        assert_eq!(resumed.inputs(), &whole.inputs()[..resumed.inputs().len()]);
    }
}
