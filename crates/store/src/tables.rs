//! Tables that a server holds: what they are, and what was done at them.

use rusqlite::{OptionalExtension, Row, Transaction, params};
use tercet_game::Record;

use crate::archive::Known;
use crate::new_game::{insert_as, insert_reasons, option_lines};
use crate::recorded::RecordedGame;
use crate::retention::{delete_game, delete_table};
use crate::{Archive, SeatRow, StoreError};

/// The first number of games and tables that several servers share: those of one server alone never come so far, so the two
/// lie in one archive without taking each other's numbers.
pub const SHARED: i64 = 1 << 40;

/// Something to be kept of a table. Many of them are kept at once, so that the disk is waited for once.
#[derive(Clone, Debug)]
pub enum Change {
    /// A table is made; it answers with the table's number.
    Open {
        /// Its name in links.
        name: String,
        /// What it is, as JSON.
        body: String,
        /// When.
        made_ms: i64,
    },
    /// Something was done; it answers with the table's number.
    Move {
        /// The table's number.
        table: i64,
        /// What.
        what: Move,
    },
    /// The table is another now; it answers with the table's number.
    Body {
        /// The table's number.
        table: i64,
        /// What it is, as JSON.
        body: String,
        /// When.
        changed_ms: i64,
    },
    /// The game is over; it answers with the game's number in the archive.
    Finish {
        /// The table's number.
        table: i64,
        /// The game.
        game: Box<FinishedGame>,
    },
    /// A game was over at a table that several servers share; it is copied under the number that it has for all of them, and
    /// answers with that. A game that is there already stays as it is.
    Copy {
        /// The game's number, from [`SHARED`] on.
        game: i64,
        /// The table's number, from [`SHARED`] on.
        table: i64,
        /// The table's name.
        name: String,
        /// The game.
        finished: Box<FinishedGame>,
    },
    /// A game of a list for evaluation is begun; it answers with how often that was done.
    Try {
        /// The list.
        list: String,
        /// Which game of it.
        game: String,
    },
    /// A table goes, with what was done at it and the games that were over there; it answers with the table's number.
    DeleteTable {
        /// The table's number.
        table: i64,
    },
    /// A game that was played at no table goes; it answers with the game's number.
    DeleteGame {
        /// The game's number in the archive.
        game: i64,
    },
}

/// Something that was done at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which one, from 1.
    pub number: u64,
    /// What, as a record has it, or `undo`.
    pub input: String,
    /// The digest of the state after it.
    pub state: u64,
    /// When.
    pub made_ms: i64,
    /// Why, if somebody said so.
    pub why: Option<String>,
}

/// A game that is over, and what is known of it beyond its record.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The game.
    pub record: Record,
    /// Who sat there; a person's bot is `person`.
    pub seats: Vec<SeatRow>,
    /// Does it count for ratings and best scores, if nobody had help?
    pub rated: bool,
    /// The day whose puzzle it was.
    pub daily: Option<String>,
    /// How long it took.
    pub spent_ms: i64,
    /// When it was over.
    pub finished_ms: i64,
}

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTable {
    /// Its number.
    pub id: i64,
    /// Its name in links.
    pub name: String,
    /// What it is, as JSON.
    pub body: String,
    /// When it was made.
    pub made_ms: i64,
}

/// A result of a daily puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyRow {
    /// The game's number in the archive.
    pub game: i64,
    /// Who played.
    pub name: String,
    /// Points.
    pub points: i32,
    /// How long it took.
    pub spent_ms: i64,
}

/// Somebody's best score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestRow {
    /// The game's number in the archive.
    pub game: i64,
    /// Who played.
    pub name: String,
    /// Points.
    pub points: i32,
}

impl Archive {
    /// Keeps changes: all of them, and on disk when this returns, or none.
    ///
    /// # Errors
    /// If the file can't be written, a name is taken, or a move's number is.
    pub fn keep<'c>(
        &mut self,
        changes: impl IntoIterator<Item = &'c Change>,
    ) -> Result<Vec<i64>, StoreError> {
        self.whole(|change, known| changes.into_iter().map(|each| apply(change, known, each)).collect())
    }

    /// The table of this name; `None` if there is none.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn table(&self, name: &str) -> Result<Option<KeptTable>, StoreError> {
        let one = "SELECT id, name, body, made_ms FROM tables WHERE name = ?1";
        let found = self.connection.prepare_cached(one).and_then(|mut statement| {
            statement
                .query_row([name], |row| {
                    Ok(KeptTable {
                        id: row.get(0)?,
                        name: row.get(1)?,
                        body: row.get(2)?,
                        made_ms: row.get(3)?,
                    })
                })
                .optional()
        });
        found.map_err(self.complaint())
    }

    /// What was done at a table, in order.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn moves(&self, table: i64) -> Result<Vec<Move>, StoreError> {
        let all = "SELECT number, input, state, made_ms, why FROM moves WHERE table_id = ?1 ORDER BY number";
        let read = |row: &Row<'_>| {
            Ok(Move {
                number: row.get::<_, i64>(0)?.cast_unsigned(),
                input: row.get(1)?,
                state: row.get::<_, i64>(2)?.cast_unsigned(),
                made_ms: row.get(3)?,
                why: row.get(4)?,
            })
        };
        let rows = self
            .connection
            .prepare_cached(all)
            .and_then(|mut statement| statement.query_map([table], read)?.collect());
        rows.map_err(self.complaint())
    }

    /// How often a game of a list for evaluation was begun.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn tries(&self, list: &str, game: &str) -> Result<u32, StoreError> {
        let tries = "SELECT count FROM tries WHERE list = ?1 AND game = ?2";
        let count = self.connection.query_row(tries, [list, game], |row| row.get(0)).optional();
        Ok(count.map_err(self.complaint())?.unwrap_or(0))
    }

    /// The newest game that several servers share; `None` if there is none here.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn newest_shared(&self) -> Result<Option<i64>, StoreError> {
        let newest = "SELECT max(id) FROM games WHERE id >= ?1";
        self.connection.query_row(newest, [SHARED], |row| row.get(0)).map_err(self.complaint())
    }

    /// The number in the archive of the game that was over at a table; `None` while it goes on.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn game_of_table(&self, table: i64) -> Result<Option<i64>, StoreError> {
        let one = "SELECT game FROM table_games WHERE table_id = ?1 ORDER BY game DESC LIMIT 1";
        self.connection.query_row(one, [table], |row| row.get(0)).optional().map_err(self.complaint())
    }

    /// The best that each person has done alone with these options, the best first, then who did it first. Only games count
    /// whose deal nobody could know, without help.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn best(
        &self,
        game: &str,
        options: &[(String, String)],
        most: u32,
    ) -> Result<Vec<BestRow>, StoreError> {
        // Of the rows that are grouped, SQLite gives the columns of the one with the maximum.
        let query = "SELECT g.id, p.label, max(t.points) FROM table_games s \
                     JOIN games g ON g.id = s.game JOIN configs c ON c.id = g.config \
                     JOIN seats t ON t.game = g.id AND t.seat = 0 JOIN players p ON p.id = t.player \
                     WHERE c.game = ?1 AND c.options = ?2 AND s.rated AND NOT s.assisted AND p.bot = 'person' \
                     AND NOT EXISTS (SELECT 1 FROM seats WHERE game = g.id AND seat > 0) \
                     GROUP BY p.label ORDER BY max(t.points) DESC, g.id LIMIT ?3";
        let read = |row: &Row<'_>| Ok(BestRow { game: row.get(0)?, name: row.get(1)?, points: row.get(2)? });
        let rows = self.connection.prepare_cached(query).and_then(|mut statement| {
            statement.query_map(params![game, option_lines(options), most], read)?.collect()
        });
        rows.map_err(self.complaint())
    }

    /// The results of a day's puzzle without help, the best first, then the quickest.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn daily(&self, game: &str, day: &str) -> Result<Vec<DailyRow>, StoreError> {
        let query = "SELECT s.game, p.label, t.points, s.spent_ms FROM table_games s \
                     JOIN games g ON g.id = s.game JOIN configs c ON c.id = g.config \
                     JOIN seats t ON t.game = g.id AND t.seat = 0 JOIN players p ON p.id = t.player \
                     WHERE s.daily = ?1 AND c.game = ?2 AND NOT s.assisted ORDER BY t.points DESC, s.spent_ms, s.game";
        let read = |row: &Row<'_>| {
            Ok(DailyRow { game: row.get(0)?, name: row.get(1)?, points: row.get(2)?, spent_ms: row.get(3)? })
        };
        let rows = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| statement.query_map([day, game], read)?.collect());
        rows.map_err(self.complaint())
    }
}

fn apply(change: &Transaction<'_>, known: &mut Known, what: &Change) -> rusqlite::Result<i64> {
    match what {
        Change::Open { name, body, made_ms } => {
            let open = "INSERT INTO tables (id, name, body, made_ms, changed_ms) \
                        VALUES ((SELECT coalesce(max(id), 0) + 1 FROM tables WHERE id < ?4), ?1, ?2, ?3, ?3)";
            change.prepare_cached(open)?.execute(params![name, body, made_ms, SHARED])?;
            Ok(change.last_insert_rowid())
        }
        Change::Move { table, what } => {
            let (number, state) = (what.number.cast_signed(), what.state.cast_signed());
            let row = params![table, number, what.input, state, what.made_ms, what.why];
            let insert = "INSERT INTO moves (table_id, number, input, state, made_ms, why) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            change.prepare_cached(insert)?.execute(row)?;
            Ok(*table)
        }
        Change::Body { table, body, changed_ms } => {
            let update = "UPDATE tables SET body = ?2, changed_ms = ?3 WHERE id = ?1";
            change.prepare_cached(update)?.execute(params![table, body, changed_ms])?;
            Ok(*table)
        }
        Change::Finish { table, game } => finish(change, known, None, *table, game),
        Change::Copy { game, table, name, finished } => {
            copy(change, known, (*game, *table), name, finished)?;
            Ok(*game)
        }
        Change::Try { list, game } => {
            let count = "INSERT INTO tries VALUES (?1, ?2, 1) \
                         ON CONFLICT DO UPDATE SET count = count + 1 RETURNING count";
            change.prepare_cached(count)?.query_row([list, game], |row| row.get(0))
        }
        Change::DeleteTable { table } => delete_table(change, *table),
        Change::DeleteGame { game } => delete_game(change, *game),
    }
}

fn copy(
    change: &Transaction<'_>,
    known: &mut Known,
    (game, table): (i64, i64),
    name: &str,
    finished: &FinishedGame,
) -> rusqlite::Result<()> {
    if change.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?.exists([game])? {
        return Ok(());
    }
    // Nothing but the name is kept of a table that lives elsewhere.
    let open =
        "INSERT OR IGNORE INTO tables (id, name, body, made_ms, changed_ms) VALUES (?1, ?2, '{}', ?3, ?3)";
    change.prepare_cached(open)?.execute(params![table, name, finished.finished_ms])?;
    finish(change, known, Some(game), table, finished).map(|_| ())
}

fn finish(
    change: &Transaction<'_>,
    known: &mut Known,
    number: Option<i64>,
    table: i64,
    finished: &FinishedGame,
) -> rusqlite::Result<i64> {
    let record = &finished.record;
    let is_assisted = finished.seats.iter().any(|seat| seat.assisted);
    let game = RecordedGame::of(record, finished.seats.clone(), finished.finished_ms);
    let id = insert_as(change, known, number, &game.new_game())?;
    insert_reasons(change, id, &record.reasons)?;
    let row = params![id, table, finished.rated, is_assisted, finished.daily, finished.spent_ms];
    change.prepare_cached("INSERT INTO table_games VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?.execute(row)?;
    Ok(id)
}
