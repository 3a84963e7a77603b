//! Why the bots of a series do what they do, as a file: one decision a line, in JSON.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, anyhow};
use serde_json::json;
use tercet_arena::Series;
use tercet_game::{Answer, Notation, Player, Seat};
use tercet_search::{Explain, Explanation};

use crate::failure::{Failure, FailureExt};
use crate::reasons;

/// Does some work with a series whose decisions are written to a file. Its games are played one after the other.
pub(crate) fn explained<T>(
    path: &Path,
    names: &[String],
    series: &Series,
    work: impl FnOnce(&Series, &Reasons<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let reasons = Reasons::create(path, names).or_usage()?;
    let done = work(&Series { jobs: 1, ..*series }, &reasons)?;
    reasons.close().or_failed()?;
    Ok(done)
}

/// The file of a series' decisions.
pub(crate) struct Reasons<'s> {
    path: PathBuf,
    names: &'s [String],
    book: Mutex<Book>,
}

/// What is written, and how far it is.
struct Book {
    out: BufWriter<File>,
    result: io::Result<()>,
    /// How many players have sat down: a game begins with each first of them.
    sat: u64,
    /// How many games have begun.
    games: u64,
    /// How many decisions of the last of them are written.
    decisions: u64,
}

impl<'s> Reasons<'s> {
    fn create(path: &Path, names: &'s [String]) -> Result<Reasons<'s>> {
        let file = File::create(path).map_err(|error| unwritten(path, &error))?;
        let book = Book { out: BufWriter::new(file), result: Ok(()), sat: 0, games: 0, decisions: 0 };
        Ok(Reasons { path: path.to_owned(), names, book: Mutex::new(book) })
    }

    /// The bot of a player, which now says why. A game begins when its first seat is taken.
    pub(crate) fn sit<B>(&self, player: Seat, bot: B) -> ExplainingBot<'_, B> {
        self.with(|book| {
            if book.sat.is_multiple_of(self.names.len() as u64) {
                (book.games, book.decisions) = (book.games + 1, 0);
            }
            book.sat += 1;
        });
        ExplainingBot { bot, name: &self.names[player.index()], reasons: self }
    }

    fn write<G: Notation>(&self, game: &G, seat: Seat, name: &str, explanation: &Explanation<G::Action>) {
        let because = reasons::json(game, name, explanation);
        self.with(|book| {
            let mut line = json!({ "game": book.games - 1, "decision": book.decisions, "seat": seat.0 });
            if let (Some(line), Some(because)) = (line.as_object_mut(), because.as_object()) {
                line.extend(because.clone());
            }
            book.decisions += 1;
            if book.result.is_ok() {
                book.result = writeln!(book.out, "{line}");
            }
        });
    }

    fn with<T>(&self, work: impl FnOnce(&mut Book) -> T) -> T {
        work(&mut self.book.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn close(self) -> Result<()> {
        let Book { mut out, result, .. } = self.book.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.and_then(|()| out.flush()).map_err(|error| unwritten(&self.path, &error))
    }
}

fn unwritten(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("the explanations can't be written to `{}`: {error}", path.display())
}

/// A bot whose decisions are written down.
pub(crate) struct ExplainingBot<'r, B> {
    bot: B,
    name: &'r str,
    reasons: &'r Reasons<'r>,
}

impl<G: Notation, B: Explain<G>> Player<G> for ExplainingBot<'_, B> {
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Answer<G::Action>> {
        let explanation = self.bot.explain(game, state, seat)?;
        self.reasons.write(game, seat, self.name, &explanation);
        Some(explanation.answer)
    }

    fn has_failed(&self) -> bool {
        self.bot.has_failed()
    }
}
