//! Texts that nobody wrote: the reader refuses them or reads them, and never stops the program.
//!
//! Each test runs for a second; `BOLERO_RANDOM_TEST_TIME_MS` gives it another time.

mod table;

use bolero::check;
use tercet_conformance::toy::Toy;
use tercet_game::{Deal, End, Input, Match, Reasons, Record, Replay, Seat};

use table::{sealed, whole_game};

/// What reads is written again line by line as it was, and reads as the same record.
fn reads_and_writes(text: &str) -> Option<Record> {
    let record: Record = text.parse().ok()?;
    let written = record.to_string();
    assert!(text.lines().eq(written.lines()), "{text:?} is written {written:?}");
    assert_eq!(written.parse().as_ref(), Ok(&record));
    Some(record)
}

/// Replaying and resuming come to an answer, and to the same one.
fn replays(record: &Record) {
    let replayed = Replay::<Toy>::open(record).and_then(|mut replay| replay.verify(&mut ()));
    if let Ok(resumed) = Match::<Toy>::resume(record, &mut ()) {
        assert!(replayed.is_ok(), "{replayed:?}");
        let texts = resumed.record().inputs;
        assert_eq!(texts[..record.inputs.len()], record.inputs);
    }
}

#[test]
fn any_bytes_are_refused_or_read() {
    check!().for_each(|bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        reads_and_writes(&text);
        reads_and_writes(&sealed(&text));
        reads_and_writes(&sealed(&format!("tercet record 1\n{text}")));
    });
}

/// Letters of which the words below are made: what a reader could stumble over, and little else.
const LETTERS: [char; 16] =
    ['a', 'b', 'x', '0', '1', '7', '+', '-', ' ', ' ', '`', '\t', '\r', '\n', 'é', '\u{2028}'];

/// A short text of those letters.
fn word(bytes: &[u8]) -> String {
    bytes.iter().take(6).map(|byte| LETTERS[usize::from(*byte) % LETTERS.len()]).collect()
}

/// The parts of a record; where a record has text, bytes that make a word.
type Parts = (Word, u16, Vec<(Word, Word)>, (Word, Word), Vec<(u8, Word)>, u8, Vec<i32>, u64);
type Word = Vec<u8>;

#[test]
fn any_record_is_refused_or_read() {
    check!().with_type::<Parts>().for_each(|(game, rules, config, deal, inputs, end, scores, state)| {
        let input = |(kind, text): &(u8, Word)| match kind {
            0 => Input::Expire,
            1..=16 => Input::Play(Seat(kind - 1), word(text)),
            _ => Input::Chance(word(text)),
        };
        let record = Record {
            game: word(game),
            rules: *rules,
            config: config.iter().take(2).map(|(key, value)| (word(key), word(value))).collect(),
            deal: Deal { name: word(&deal.0), argument: word(&deal.1) },
            inputs: inputs.iter().take(3).map(input).collect(),
            end: End::ALL.get(usize::from(*end)).copied(),
            scores: scores.iter().take(4).copied().collect(),
            state: *state,
            reasons: Reasons::default(),
        };
        let text = record.to_string();
        reads_and_writes(&text);
        reads_and_writes(&sealed(&text));
    });
}

/// A change of a text: which one, where, and the bytes of a word.
type Edit = (u8, u16, Word);

fn edit(lines: &mut Vec<String>, (kind, at, bytes): &Edit) {
    let at = usize::from(*at) % lines.len();
    match kind % 8 {
        0 => lines.insert(at, word(bytes)),
        1 => drop(lines.remove(at)),
        2 => lines[at] = word(bytes),
        3 => lines[at] += &word(bytes),
        4 => lines[at] = lines[at].replacen(' ', &word(bytes), 1),
        5 => lines.insert(at, lines[at].clone()),
        6 => lines.swap(at, 0),
        _ => drop(lines.pop()),
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
}

#[test]
fn changed_records_are_refused_or_replay() {
    check!().with_type::<(u8, Vec<Edit>)>().for_each(|(seed, edits)| {
        let text = whole_game(u64::from(*seed)).record().to_string();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.pop();
        for each in edits.iter().take(1 + usize::from(*seed) % 3) {
            edit(&mut lines, each);
        }
        if let Some(record) = reads_and_writes(&sealed(&(lines.join("\n") + "\n"))) {
            replays(&record);
        }
    });
}

/// Inputs that a player of the toy could write.
const INPUTS: [&str; 12] = [
    "seat 1 grab",
    "seat 1 hold",
    "seat 1 roll",
    "seat 2 grab",
    "seat 2 hold",
    "seat 2 roll",
    "seat 3 roll",
    "expire",
    "chance 1",
    "chance 2",
    "chance 6",
    "chance 7",
];

#[test]
fn other_inputs_are_refused_or_replay() {
    check!().with_type::<(u8, Vec<(u8, u16, u8)>)>().for_each(|(seed, changes)| {
        let whole = whole_game(u64::from(*seed)).record().to_string();
        let mut lines: Vec<&str> = whole.lines().collect();
        for (kind, at, input) in changes.iter().take(4) {
            let at = 8 + usize::from(*at) % (lines.len() - 13);
            let input = INPUTS[usize::from(*input) % INPUTS.len()];
            match kind % 3 {
                0 => lines.insert(at, input),
                1 => lines[at] = input,
                _ => lines.swap(at, at.saturating_sub(1).max(8)),
            }
        }
        let record = reads_and_writes(&sealed(&(lines.join("\n") + "\n"))).expect("these are all inputs");
        replays(&record);
    });
}
