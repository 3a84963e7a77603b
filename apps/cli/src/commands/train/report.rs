//! Reports of a run: a line after each part, and the file that the page reads.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tercet_train::value::{Episodes, Measured, Progress, Session};

use super::Trained;
use super::training_run::RUN_FILE;

/// The best game of a run's evaluations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Best {
    pub(super) score: f64,
    /// Its number in the archive and the digest that it ended with, where it was kept.
    pub(super) game: Option<(i64, u64)>,
}

impl Best {
    /// What a run that goes on had as its best.
    pub(super) fn read(dir: &Path) -> Option<Best> {
        let saved: Value = serde_json::from_str(&fs::read_to_string(dir.join(RUN_FILE)).ok()?).ok()?;
        let (best, score) = (&saved["best"], saved["best"]["score"].as_f64()?);
        let digest = best["digest"].as_str().and_then(|digest| u64::from_str_radix(digest, 16).ok());
        Some(Best { score, game: best["game"].as_i64().zip(digest) })
    }

    fn json(&self) -> Value {
        let (game, digest) = self.game.unzip();
        json!({ "score": self.score, "game": game, "digest": digest.map(|digest| format!("{digest:016x}")) })
    }
}

/// The whole of a run for the page: what is trained, how far it has come, its curve and its best game.
pub(super) fn run_json<E: Episodes>(
    session: &Session<'_, E>,
    best: Option<&Best>,
    (game, measure, about): (&str, &str, &str),
    is_over: bool,
) -> Value {
    let Progress { games, moves, seconds } = *session.progress();
    let point = |point: &Measured| json!({ "games": point.at.games, "cpu_seconds": point.at.seconds, "score": point.mean, "error": point.error });
    json!({
        "game": game,
        "about": about,
        "measure": measure,
        "seed": session.seed().to_string(),
        "games": games,
        "moves": moves,
        "cpu_seconds": seconds,
        "is_over": is_over,
        "curve": session.curve().iter().map(point).collect::<Vec<_>>(),
        "best": best.map(Best::json),
    })
}

/// What a part came to, in one line; `before` is how far the run was then.
pub(super) fn progress_line<E: Episodes, T: Trained>(session: &Session<'_, E>, before: &Progress) -> String {
    let now = session.progress();
    let took = (now.seconds - before.seconds).max(1e-9);
    let rate = |count: u64| count as f64 / took;
    let score = last(session)
        .map_or_else(String::new, |point| format!(", {}", T::score_text(point.mean, point.error)));
    format!(
        "{:.1} CPU minutes, {} games, {:.0} games/s and {:.0} moves/s a core{score}",
        now.seconds / 60.0,
        now.games,
        rate(now.games - before.games),
        rate(now.moves - before.moves)
    )
}

/// The same for programs.
pub(super) fn progress_json<E: Episodes>(session: &Session<'_, E>) -> Value {
    let Progress { games, moves, seconds } = *session.progress();
    let score = last(session).map(|point| (point.mean, point.error));
    let (mean, error) = score.unzip();
    json!({ "games": games, "moves": moves, "cpu_seconds": seconds, "score": mean, "error": error })
}

/// What was measured just now, if anything was.
fn last<'s, E: Episodes>(session: &'s Session<'_, E>) -> Option<&'s Measured> {
    session.curve().last().filter(|point| point.at == *session.progress())
}
