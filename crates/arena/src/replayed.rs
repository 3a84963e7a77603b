//! Studies of games that were played before.

use tercet_game::{Notation, Record, Replay, ReplayError};

use crate::Study;

/// Replays a record to a study, which hears every event and sees the end as if the game were played now: a game's own
/// statistics are written once, and serve simulations and archives.
///
/// # Errors
/// If the record does not replay to what it says; the study must not be used further then.
pub fn study_record<G: Notation, S: Study<G>>(record: &Record, study: &mut S) -> Result<(), ReplayError> {
    let mut replay = Replay::<G>::open(record)?;
    study.begin(replay.game());
    replay.verify(study)?;
    let scores = replay.game().scores(replay.state());
    study.end(replay.game(), replay.state(), &scores);
    Ok(())
}
