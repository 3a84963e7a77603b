//! Games that are over and tables that are gone, numbered in the order of their commits. Each server follows them, so that
//! its own archive has all games.

use serde::{Deserialize, Serialize};
use tercet_game::{Finish, Record};
use tercet_store::{Change, FinishedGame, SHARED, SeatRow};
use tokio_postgres::Row;

use crate::{Database, DatabaseError};

/// What happened.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its number; the next is one more.
    pub number: i64,
    /// What.
    pub news: News,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum News {
    /// A game was over; this copies it.
    Over(Change),
    /// The table of this number is gone, with its games.
    Gone(i64),
    /// The entry can't be read: a newer build may have written it.
    Unreadable,
}

#[derive(Serialize, Deserialize)]
struct Game {
    name: String,
    record: String,
    seats: Vec<Sat>,
    rated: bool,
    daily: Option<String>,
    spent_ms: i64,
    finished_ms: i64,
}

#[derive(Serialize, Deserialize)]
struct Sat {
    label: String,
    bot: String,
    points: i32,
    place: u8,
    finish: i64,
    assisted: bool,
}

impl Database {
    /// The entries after a number, in order, so many at most.
    ///
    /// # Errors
    /// If the database can't be reached.
    pub async fn feed(&self, after: i64, most: i64) -> Result<Vec<Entry>, DatabaseError> {
        const FEED: &str =
            "SELECT number, sat, game FROM tercet.feed WHERE number > $1 ORDER BY number LIMIT $2";
        let session = self.reader.session().await?;
        let asked = async { session.client.query(&session.prepared(FEED).await?, &[&after, &most]).await };
        Ok(self.reader.in_time(&session, asked).await?.iter().map(entry).collect())
    }
}

fn entry(row: &Row) -> Entry {
    let (number, table): (i64, i64) = (row.get(0), row.get(1));
    let news = match row.get::<_, Option<&str>>(2) {
        None => News::Gone(table),
        Some(text) => read(number, table, text).map_or(News::Unreadable, News::Over),
    };
    Entry { number, news }
}

fn read(number: i64, table: i64, text: &str) -> Option<Change> {
    let game: Game = serde_json::from_str(text).ok()?;
    let record: Record = game.record.parse().ok()?;
    let seat = |sat: Sat| SeatRow {
        label: sat.label,
        bot: sat.bot,
        points: sat.points,
        finish: Finish { place: sat.place, score: sat.finish },
        assisted: sat.assisted,
    };
    let finished = FinishedGame {
        record,
        seats: game.seats.into_iter().map(seat).collect(),
        rated: game.rated,
        daily: game.daily,
        spent_ms: game.spent_ms,
        finished_ms: game.finished_ms,
    };
    Some(Change::Copy { game: SHARED + number, table, name: game.name, finished: Box::new(finished) })
}

/// A game as the feed has it.
pub(crate) fn written(name: &str, finished: &FinishedGame) -> String {
    let sat = |seat: &SeatRow| Sat {
        label: seat.label.clone(),
        bot: seat.bot.clone(),
        points: seat.points,
        place: seat.finish.place,
        finish: seat.finish.score,
        assisted: seat.assisted,
    };
    let game = Game {
        name: name.to_owned(),
        record: finished.record.to_string(),
        seats: finished.seats.iter().map(sat).collect(),
        rated: finished.rated,
        daily: finished.daily.clone(),
        spent_ms: finished.spent_ms,
        finished_ms: finished.finished_ms,
    };
    serde_json::to_string(&game).expect("a game is plain data")
}
