//! Records: what was played once is played again, from any input on.

use std::sync::Arc;

use tercet_game::{Deal, Deals, Digest, Input, InputOf, Match, Notation, Record, Replay};

use crate::law::{Breach, Checked, Law, demand};

/// How many prefixes of a game are resumed.
const PREFIXES: usize = 8;
/// How many plays are taken back and made again.
const UNDONE: usize = 3;
/// How many characters of a record are altered.
const ALTERED: usize = 40;

/// Plays a walk again as a match and checks all that a match can do.
pub(crate) fn check<G: Notation + Deals>(game: &Arc<G>, deal: &Deal, inputs: &[InputOf<G>]) -> Checked {
    let plays: Vec<InputOf<G>> =
        inputs.iter().copied().filter(|input| !matches!(input, Input::Chance(_))).collect();
    let mut table = begin(game, deal)?;
    feed(&mut table, &plays)?;
    demand!(
        table.inputs() == inputs,
        Law::Again,
        "the first difference is input {}",
        1 + table.inputs().iter().zip(inputs).take_while(|(a, b)| a == b).count()
    );
    let record = table.record();
    reads_back(&record)?;
    stays_itself::<G>(&record)?;
    replays(&table, &record)?;
    resumes::<G>(&record, inputs)?;
    undoes(table, &plays, &record)?;
    snapshots(begin(game, deal)?, &plays, &record)
}

fn begin<G: Notation + Deals>(game: &Arc<G>, deal: &Deal) -> Checked<Match<G>> {
    Match::new(Arc::clone(game), deal.clone(), &mut ())
        .map_err(|error| Breach::new(Law::Again, format!("a second time it is refused: {error}")))
}

/// Gives inputs to a match, except those of chance, which its dealer draws.
fn feed<G: Notation + Deals>(table: &mut Match<G>, inputs: &[InputOf<G>]) -> Checked {
    for input in inputs.iter().filter(|input| !matches!(input, Input::Chance(_))) {
        table.step(*input, &mut ()).map_err(|error| {
            Breach::new(Law::Again, format!("a second time {input:?} is refused: {error}"))
        })?;
    }
    Ok(())
}

fn reads_back(record: &Record) -> Checked {
    match record.to_string().parse::<Record>() {
        Ok(back) if back == *record => {}
        Ok(back) => return Err(Breach::new(Law::Record, format!("{record:?} reads back as {back:?}"))),
        Err(error) => return Err(Breach::new(Law::Record, format!("it does not read back: {error}"))),
    }
    let text = record.to_string();
    let letters: Vec<usize> = (0..text.len()).filter(|&at| text.as_bytes()[at].is_ascii_graphic()).collect();
    for &at in letters.iter().step_by(1 + letters.len() / ALTERED) {
        let mut altered = text.clone();
        let other = if text.as_bytes()[at] == b'7' { "3" } else { "7" };
        altered.replace_range(at..=at, other);
        demand!(altered.parse::<Record>().is_err(), Law::Record, "it reads with `{other}` at byte {at}");
    }
    Ok(())
}

/// A record of another game or of other rules is refused in the words that people know.
fn stays_itself<G: Notation>(record: &Record) -> Checked {
    let other = Record { game: format!("not-{}", G::ID), ..record.clone() };
    expect_refusal::<G>(&other, &format!("line 2: this is a record of `not-{0}`, not of `{0}`", G::ID))?;
    let rules = G::RULES_VERSION.wrapping_add(1);
    let newer = Record { rules, ..record.clone() };
    expect_refusal::<G>(
        &newer,
        &format!(
            "line 3: the record was made by version {rules} of the rules of `{}`, this build plays version {}: \
             its result stands, but it can't be replayed",
            G::ID,
            G::RULES_VERSION
        ),
    )
}

fn expect_refusal<G: Notation>(record: &Record, message: &str) -> Checked {
    let refusal = Replay::<G>::open(record).err().map(|error| error.to_string());
    demand!(
        refusal.as_deref() == Some(message),
        Law::Record,
        "the answer to another's is {refusal:?} instead of {message:?}"
    );
    Ok(())
}

fn replays<G: Notation + Deals>(table: &Match<G>, record: &Record) -> Checked {
    let breach = |error: tercet_game::ReplayError| Breach::new(Law::Replay, error.to_string());
    let mut replay = Replay::<G>::open(record).map_err(breach)?;
    replay.verify(&mut ()).map_err(breach)?;
    let (live, replayed) = (table.state(), replay.state());
    demand!(live == replayed, Law::Replay, "{live:?} replays to {replayed:?}");
    Ok(())
}

/// Records of the first inputs can be resumed, and come to the same end.
fn resumes<G: Notation + Deals>(record: &Record, inputs: &[InputOf<G>]) -> Checked {
    for count in (0..=inputs.len()).step_by(1 + inputs.len() / PREFIXES) {
        let open = cut::<G>(record, count)?;
        let mut resumed = Match::<G>::resume(&open, &mut ()).map_err(|error| {
            Breach::new(Law::Again, format!("the first {count} inputs can't be resumed: {error}"))
        })?;
        let taken = resumed.inputs().len();
        demand!(taken >= count, Law::Again, "of the first {count} inputs only {taken} are resumed");
        feed(&mut resumed, &inputs[taken.min(inputs.len())..])?;
        demand!(resumed.record() == *record, Law::Again, "resumed after {count} inputs, it ends otherwise");
    }
    Ok(())
}

/// The record as it stood after its first inputs.
fn cut<G: Notation>(record: &Record, count: usize) -> Checked<Record> {
    let breach = |error: tercet_game::ReplayError| Breach::new(Law::Replay, error.to_string());
    let mut replay = Replay::<G>::open(record).map_err(breach)?;
    replay.run_to(count, &mut ()).map_err(breach)?;
    let scores = replay.game().scores(replay.state());
    Ok(Record {
        inputs: record.inputs[..count].to_vec(),
        end: scores.end(),
        scores: scores.points().to_vec(),
        state: Digest::of(replay.state()).value(),
        ..record.clone()
    })
}

fn undoes<G: Notation + Deals>(mut table: Match<G>, plays: &[InputOf<G>], record: &Record) -> Checked {
    let back = plays.len().min(UNDONE);
    for _ in 0..back {
        demand!(table.undo(), Law::Again, "there is nothing to undo after {} inputs", table.inputs().len());
    }
    feed(&mut table, &plays[plays.len() - back..])?;
    demand!(
        table.record() == *record,
        Law::Again,
        "with {back} plays undone and made again, it ends otherwise"
    );
    Ok(())
}

fn snapshots<G: Notation + Deals>(mut table: Match<G>, plays: &[InputOf<G>], record: &Record) -> Checked {
    demand!(!table.undo(), Law::Snapshot, "a match without plays has undone one");
    let (before, after) = plays.split_at(plays.len() / 2);
    feed(&mut table, before)?;
    let (snapshot, half) = (table.snapshot(), table.record());
    feed(&mut table, after)?;
    table.restore(&snapshot);
    demand!(table.record() == half, Law::Snapshot, "the match restored is another");
    let goes_on = feed(&mut table, after).is_ok() && table.record() == *record;
    demand!(goes_on, Law::Snapshot, "the match restored goes on otherwise");
    Ok(())
}
