//! Records as text: written, read, and refused with the line and the reason.

mod table;

use tercet_conformance::toy::Action::{Grab, Roll};
use tercet_game::{Deal, End, Input, Reasons, Record, Seat};

use table::{complaint, play, sealed, table, with_line};

/// Seat 1 loses its first roll, and seat 2 lets the turn pass.
const TEXT: &str = "\
tercet record 1
game toy
rules 1
config seats 2
config goal 20
config limit 200
deal stream 7

seat 1 grab
seat 1 roll
chance 1
expire

end open
scores 0 0
state 3f684e39b9ebbecb
digest 3c1e8f604d524495
";

fn record() -> Record {
    let mut table = table("stream 7");
    play(&mut table, &[Grab, Roll]);
    table.expire(&mut ()).unwrap();
    table.record()
}

#[test]
fn a_record_is_written_line_by_line() {
    assert_eq!(record().to_string(), TEXT);
}

#[test]
fn a_text_reads_as_its_record() {
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    let play = |action: &str| Input::Play(Seat(0), action.to_owned());
    let expected = Record {
        game: "toy".to_owned(),
        rules: 1,
        config: vec![pair("seats", "2"), pair("goal", "20"), pair("limit", "200")],
        deal: Deal::stream(7),
        inputs: vec![play("grab"), play("roll"), Input::Chance("1".to_owned()), Input::Expire],
        end: None,
        scores: vec![0, 0],
        state: record().state,
        reasons: Reasons::default(),
    };
    assert_eq!(TEXT.parse(), Ok(expected));
}

#[test]
fn every_end_and_negative_scores_read_back() {
    for end in [None, Some(End::Finished), Some(End::Limit), Some(End::Void)] {
        let ended = Record { end, scores: vec![-3, i32::MAX, i32::MIN], ..record() };
        assert_eq!(ended.to_string().parse(), Ok(ended));
    }
}

#[test]
fn a_record_without_options_or_inputs_reads_back() {
    let bare = Record { config: vec![], inputs: vec![], ..record() };
    assert_eq!(bare.to_string().parse(), Ok(bare));
}

#[test]
fn lines_are_where_the_record_says() {
    let record = record();
    let line = |number: usize| TEXT.lines().nth(number - 1).unwrap();
    assert_eq!(line(record.line_of_config(1)), "config goal 20");
    assert_eq!(line(record.line_of_deal()), "deal stream 7");
    assert_eq!(line(record.line_of(0)), "seat 1 grab");
    assert_eq!(line(record.line_of(3)), "expire");
    assert_eq!(line(record.line_of_end()), "end open");
}

#[test]
fn line_ends_may_be_those_of_other_systems() {
    assert_eq!(TEXT.replace('\n', "\r\n").parse(), Ok(record()));
    assert_eq!(TEXT.trim_end().parse(), Ok(record()));
}

#[test]
fn an_empty_text_is_no_record() {
    assert_eq!(complaint(""), "line 1: the record ends before `tercet record 1`; it was cut short");
}

#[test]
fn options_are_bounded_so_that_doubles_are_found_in_linear_time() {
    let text = |count: usize| {
        let options: Vec<String> = (0..count).map(|number| format!("config option{number} 1")).collect();
        format!("tercet record 1\ngame toy\nrules 1\n{}\nnonsense\n", options.join("\n"))
    };
    let error = |count| text(count).parse::<Record>().unwrap_err().to_string();
    assert_eq!(error(64), "line 68: `config` or `deal` should stand here, not `nonsense`");
    for many in [65, 100_000] {
        assert_eq!(error(many), "line 68: a record has at most 64 options");
    }
}

#[test]
fn the_first_lines_say_what_is_wrong_with_them() {
    let cases = [
        (1, "", "line 1: not a record: it should begin with `tercet record 1`"),
        (1, "{\"game\": \"toy\"}", "line 1: not a record: it should begin with `tercet record 1`"),
        (1, "tercet record 2", "line 1: this is a record of format 2; this build reads format 1"),
        (2, "game", "line 2: `game` and its value should stand here, not `game`"),
        (2, "game ", "line 2: `game` and its value should stand here, not `game `"),
        (2, "rules 1", "line 2: `game` and its value should stand here, not `rules 1`"),
        (3, "rules one", "line 3: `one` is not a whole number that `rules` can be"),
        (3, "rules 65536", "line 3: `65536` is not a whole number that `rules` can be"),
        (4, "config seats", "line 4: `config` takes an option and its value, not `seats`"),
        (5, "config seats 3", "line 5: the option `seats` is there twice"),
        (5, "goal 20", "line 5: `config` or `deal` should stand here, not `goal 20`"),
        (5, "", "line 5: `config` or `deal` should stand here, not ``"),
        (7, "deal stream", "line 7: `stream`: a deal is a dealer's name and its seed, as in `stream 42`"),
        (7, "deal  7", "line 7: ` 7`: a deal is a dealer's name and its seed, as in `stream 42`"),
        (8, "expire", "line 8: an empty line should stand here, before the inputs"),
    ];
    for (number, line, expected) in cases {
        assert_eq!(complaint(&with_line(TEXT, number, line)), expected);
    }
}

#[test]
fn inputs_say_what_is_wrong_with_them() {
    let cases = [
        ("seat 1", "line 10: `seat` takes a number and an action, not `1`"),
        ("seat 1 ", "line 10: `seat` takes a number and an action, not `1 `"),
        ("seat 0 roll", "line 10: `0` is not a seat; seats are 1 to 16"),
        ("seat 17 roll", "line 10: `17` is not a seat; seats are 1 to 16"),
        ("seat 01 roll", "line 10: `01` is not a seat; seats are 1 to 16"),
        ("seat +1 roll", "line 10: `+1` is not a seat; seats are 1 to 16"),
        ("seat one roll", "line 10: `one` is not a seat; seats are 1 to 16"),
        ("seat  roll", "line 10: `` is not a seat; seats are 1 to 16"),
        (
            "chance",
            "line 10: an input is `seat N ACTION`, `chance OUTCOME`, `expire` or `edit CHANGE`, not `chance`",
        ),
        (
            "chance ",
            "line 10: an input is `seat N ACTION`, `chance OUTCOME`, `expire` or `edit CHANGE`, not `chance `",
        ),
        (
            "expire now",
            "line 10: an input is `seat N ACTION`, `chance OUTCOME`, `expire` or `edit CHANGE`, not `expire now`",
        ),
        (
            "roll",
            "line 10: an input is `seat N ACTION`, `chance OUTCOME`, `expire` or `edit CHANGE`, not `roll`",
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(complaint(&with_line(TEXT, 10, line)), expected);
    }
}

#[test]
fn the_last_lines_say_what_is_wrong_with_them() {
    let cases = [
        (14, "end never", "line 14: `never` is not an end; it is open, finished, limit or void"),
        (14, "scores 0 0", "line 14: `end` and its value should stand here, not `scores 0 0`"),
        (15, "scores", "line 15: `scores` and its value should stand here, not `scores`"),
        (15, "scores 0 many", "line 15: `scores` takes one whole number a seat, not `0 many`"),
        (15, "scores 0  0", "line 15: `scores` takes one whole number a seat, not `0  0`"),
        (15, "scores 2147483648", "line 15: `scores` takes one whole number a seat, not `2147483648`"),
        (16, "state 12", "line 16: `state` takes 16 digits of 0-9 and a-f, not `12`"),
        (
            16,
            "state 0123456789ABCDEF",
            "line 16: `state` takes 16 digits of 0-9 and a-f, not `0123456789ABCDEF`",
        ),
        (
            17,
            "digest +123456789abcdef",
            "line 17: `digest` takes 16 digits of 0-9 and a-f, not `+123456789abcdef`",
        ),
        (17, "", "line 17: `digest` and its value should stand here, not ``"),
    ];
    for (number, line, expected) in cases {
        assert_eq!(complaint(&with_line(TEXT, number, line)), expected);
    }
}

#[test]
fn a_text_cut_short_names_what_is_missing() {
    let missing = [
        "`tercet record 1`",
        "`game`",
        "`rules`",
        "`deal`",
        "`deal`",
        "`deal`",
        "`deal`",
        "an empty line",
        "the empty line that follows the inputs",
        "the empty line that follows the inputs",
        "the empty line that follows the inputs",
        "the empty line that follows the inputs",
        "the empty line that follows the inputs",
        "`end`",
        "`scores`",
        "`state`",
        "`digest`",
    ];
    let lines: Vec<&str> = TEXT.split_inclusive('\n').collect();
    assert_eq!(missing.len(), lines.len());
    for (count, what) in missing.into_iter().enumerate() {
        let line = count + 1;
        let expected = format!("line {line}: the record ends before {what}; it was cut short");
        assert_eq!(complaint(&lines[..count].concat()), expected);
    }
}

#[test]
fn a_text_cut_anywhere_is_refused() {
    for length in 0..TEXT.trim_end().len() {
        assert!(complaint(&TEXT[..length]).starts_with("line "));
    }
}

#[test]
fn an_altered_text_is_found_by_its_digest() {
    let kept = TEXT.lines().last().unwrap();
    let altered = with_line(TEXT, 11, "chance 2");
    let now = sealed(&altered);
    let expected = format!(
        "line 17: the text was altered: its {}, the record says {}",
        now.lines().last().unwrap().replace("digest", "digest is"),
        kept.trim_start_matches("digest ")
    );
    assert_eq!(complaint(&altered), expected);
    assert!(now.parse::<Record>().is_ok());
}

#[test]
fn no_single_byte_can_be_altered() {
    for at in 0..TEXT.len() - 1 {
        for byte in [b'0', b'7', b'a', b' ', b'\n', b'\r'] {
            let mut bytes = TEXT.as_bytes().to_vec();
            if std::mem::replace(&mut bytes[at], byte) != byte {
                assert!(complaint(std::str::from_utf8(&bytes).unwrap()).starts_with("line "), "byte {at}");
            }
        }
    }
}

#[test]
fn nothing_may_follow_the_digest() {
    for rest in ["\n", "expire\n", " "] {
        assert_eq!(complaint(&format!("{TEXT}{rest}")), "line 18: nothing but reasons may follow the digest");
    }
}

#[test]
fn reasons_follow_the_digest_and_leave_the_record_as_it_is() {
    let text = format!("{TEXT}\nwhy 1 it is the first\nwhy 2 the dice are with it: 0.5, 0.25\n");
    let output: Record = text.parse().unwrap();
    assert_eq!((output.reasons.of(1), output.reasons.of(3)), (Some("it is the first"), None));
    assert_eq!(output.to_string(), text);
    assert_eq!(Record { reasons: Reasons::default(), ..output }.to_string(), TEXT);
}

#[test]
fn a_reason_is_about_an_action_and_has_one_text() {
    let long = format!("why 1 {}", "x".repeat(Reasons::LONGEST + 1));
    let cases = [
        ("because", "line 19: a reason is `why INPUT TEXT`, not `because`"),
        ("why 1", "line 19: a reason is `why INPUT TEXT`, not `why 1`"),
        ("why 3 it rolled", "line 19: `3` is no action of a seat after input 0"),
        ("why 9 it could", "line 19: `9` is no action of a seat after input 0"),
        ("why 2 b\nwhy 1 a", "line 20: `1` is no action of a seat after input 2"),
        ("why 01 a", r#"line 19: "why 01 a" should be written "why 1 a""#),
        ("why 1 a ", r#"line 19: "why 1 a " should be written "why 1 a""#),
    ];
    for (line, expected) in cases {
        assert_eq!(complaint(&format!("{TEXT}\n{line}\n")), expected);
    }
    assert!(complaint(&format!("{TEXT}\n{long}\n")).contains("should be written"));
}

#[test]
fn a_record_has_one_text_only() {
    let cases = [
        (2, "game toy\r\r", r#"line 2: "game toy\r" should be written "game toy""#),
        (3, "rules 01", r#"line 3: "rules 01" should be written "rules 1""#),
        (3, "rules +1", r#"line 3: "rules +1" should be written "rules 1""#),
        (7, "deal stream  7 ", r#"line 7: "deal stream  7 " should be written "deal stream 7""#),
        (15, "scores -0 0", r#"line 15: "scores -0 0" should be written "scores 0 0""#),
    ];
    for (number, line, expected) in cases {
        assert_eq!(complaint(&sealed(&with_line(TEXT, number, line))), expected);
    }
}
