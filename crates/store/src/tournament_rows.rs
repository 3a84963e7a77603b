//! Tournaments and ratings over time.

use std::collections::{HashMap, HashSet};

use rusqlite::{OptionalExtension, Row, params};
use tercet_arena::Rating;
use tercet_entry::Catalog;
use tercet_game::Finish;

use crate::games::finish_of;
use crate::pages::PAGE;
use crate::{Archive, StoreError};

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// Its number in the archive.
    pub id: i64,
    /// Which game.
    pub game: String,
    /// All that its games follow from, as JSON.
    pub plan: String,
    /// When it began.
    pub started_ms: i64,
    /// When it was over; `None` while it can be gone on with.
    pub finished_ms: Option<i64>,
    /// How many of its games are there.
    pub games: u64,
}

/// A rating after a round.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// Which game.
    pub game: String,
    /// The tournament.
    pub tournament: i64,
    /// The day of it, from 0.
    pub day: u32,
    /// The round of the day, from 0.
    pub round: u32,
    /// Whose.
    pub label: String,
    /// The rating.
    pub rating: Rating,
}

impl Archive {
    /// Begins a tournament.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn begin_tournament(&mut self, game: &str, plan: &str, started_ms: i64) -> Result<i64, StoreError> {
        self.whole(|change, _| {
            let row = params![game, plan, started_ms];
            change.execute("INSERT INTO tournaments (game, plan, started_ms) VALUES (?1, ?2, ?3)", row)?;
            Ok(change.last_insert_rowid())
        })
    }

    /// A tournament.
    ///
    /// # Errors
    /// If there is no such tournament, or the file can't be read.
    pub fn tournament(&self, id: i64) -> Result<TournamentRow, StoreError> {
        let one = format!("{TOURNAMENTS} WHERE e.id = ?1");
        let found =
            self.connection.query_row(&one, [id], tournament_row).optional().map_err(self.complaint())?;
        found.ok_or(StoreError::NoTournament(id))
    }

    /// All tournaments, in the order in which they began.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn tournaments(&self) -> Result<Vec<TournamentRow>, StoreError> {
        self.rows(&format!("{TOURNAMENTS} ORDER BY e.id"), tournament_row)
    }

    /// The finishes of a tournament's games, by fixture and part.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn tournament_finishes(&self, id: i64) -> Result<HashMap<(u64, u32), Vec<Finish>>, StoreError> {
        let complaint = self.complaint();
        let query = "SELECT g.fixture, g.part, s.place, s.finish FROM games g JOIN seats s ON s.game = g.id \
                     WHERE g.tournament = ?1 ORDER BY g.id, s.seat";
        let mut statement = self.connection.prepare(query).map_err(&complaint)?;
        let mut rows = statement.query([id]).map_err(&complaint)?;
        let mut finishes: HashMap<(u64, u32), Vec<Finish>> = HashMap::new();
        while let Some(row) = rows.next().map_err(&complaint)? {
            let read = || Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?, finish_of(row, [2, 3])?));
            let (fixture, part, finish) = read().map_err(&complaint)?;
            finishes.entry((fixture, part)).or_default().push(finish);
        }
        Ok(finishes)
    }

    /// Ends a tournament and adds the ratings that came of it; does nothing if it was ended before.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn finish_tournament(
        &mut self,
        id: i64,
        ratings: &[RatingRow],
        finished_ms: i64,
    ) -> Result<(), StoreError> {
        self.whole(|change, _| {
            let end = "UPDATE tournaments SET finished_ms = ?2 WHERE id = ?1 AND finished_ms IS NULL";
            if change.execute(end, params![id, finished_ms])? == 0 {
                return Ok(());
            }
            let mut insert = change.prepare_cached(
                "INSERT INTO ratings (game, tournament, day, round, label, elo, information, glicko, deviation, \
                 volatility, mu, sigma, games) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
            )?;
            for RatingRow { game, tournament, day, round, label, rating } in ratings {
                insert.execute(params![
                    game,
                    tournament,
                    day,
                    round,
                    label,
                    rating.elo,
                    rating.information,
                    rating.glicko,
                    rating.deviation,
                    rating.volatility,
                    rating.mu,
                    rating.sigma,
                    rating.games.cast_signed(),
                ])?;
            }
            Ok(())
        })
    }

    /// Ratings over time, of one game or of all, in order: the newest so many, or every one.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn ratings(&self, game: Option<&str>, newest: Option<u32>) -> Result<Vec<RatingRow>, StoreError> {
        let complaint = self.complaint();
        let query =
            format!("SELECT {RATING} FROM ratings WHERE ?1 IS NULL OR game = ?1 ORDER BY id DESC LIMIT ?2");
        let mut statement = self.connection.prepare_cached(&query).map_err(&complaint)?;
        // SQLite takes -1 for no limit.
        let most = newest.map_or(-1, i64::from);
        let rows = statement
            .query_map(params![game, most], |row| rating_row(self.catalog, row))
            .map_err(&complaint)?;
        let mut rows = rows.collect::<rusqlite::Result<Vec<_>>>().map_err(&complaint)?;
        rows.reverse();
        Ok(rows)
    }

    /// The ratings with the next numbers after this one and up to the last.
    pub(crate) fn ratings_page(
        &self,
        game: Option<&str>,
        after: i64,
        last: i64,
    ) -> Result<Vec<(i64, RatingRow)>, StoreError> {
        let complaint = self.complaint();
        let query = format!(
            "SELECT {RATING}, id FROM ratings WHERE id > ?2 AND id <= ?3 AND (?1 IS NULL OR game = ?1) \
             ORDER BY id LIMIT {PAGE}"
        );
        let mut statement = self.connection.prepare_cached(&query).map_err(&complaint)?;
        let read = |row: &Row<'_>| Ok((row.get(13)?, rating_row(self.catalog, row)?));
        let rows = statement.query_map(params![game, after, last], read).map_err(&complaint)?;
        rows.collect::<rusqlite::Result<_>>().map_err(&complaint)
    }

    /// The newest rating of everybody who was ever rated in this game.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn latest_ratings(&self, game: &str) -> Result<Vec<RatingRow>, StoreError> {
        let complaint = self.complaint();
        let query = format!(
            "SELECT {RATING} FROM ratings WHERE id IN \
             (SELECT max(id) FROM ratings WHERE game = ?1 GROUP BY label) ORDER BY id DESC"
        );
        let mut statement = self.connection.prepare(&query).map_err(&complaint)?;
        let rows = statement.query_map([game], |row| rating_row(self.catalog, row)).map_err(&complaint)?;
        let mut rows = rows.collect::<rusqlite::Result<Vec<_>>>().map_err(&complaint)?;
        // A label may stand there in two spellings; the newest comes first.
        let mut seen = HashSet::new();
        rows.retain(|row| seen.insert(row.label.clone()));
        rows.sort_by(|one, other| {
            other.rating.elo.total_cmp(&one.rating.elo).then_with(|| one.label.cmp(&other.label))
        });
        Ok(rows)
    }

    /// Copies a tournament and its games so far into another archive; its number there.
    ///
    /// # Errors
    /// If one can't be read or the other written.
    pub fn copy_tournament(&mut self, id: i64, to: &mut Archive) -> Result<i64, StoreError> {
        let tournament = self.tournament(id)?;
        let copy = to.begin_tournament(&tournament.game, &tournament.plan, tournament.started_ms)?;
        let filter = crate::Filter { tournament: Some(id), ..crate::Filter::default() };
        self.for_each_game(&filter, |archive, row| {
            let record = archive.record_of(&row)?;
            let mut game = crate::recorded::RecordedGame::of(&record, row.seats, row.finished_ms);
            game.slot = row.slot.map(|slot| crate::Slot { tournament: copy, ..slot });
            to.add(&[game.new_game()]).map(drop)
        })?;
        Ok(copy)
    }
}

const TOURNAMENTS: &str = "SELECT e.id, e.game, e.plan, e.started_ms, e.finished_ms, \
                      (SELECT count(*) FROM games g WHERE g.tournament = e.id) FROM tournaments e";

fn tournament_row(row: &Row<'_>) -> rusqlite::Result<TournamentRow> {
    Ok(TournamentRow {
        id: row.get(0)?,
        game: row.get(1)?,
        plan: row.get(2)?,
        started_ms: row.get(3)?,
        finished_ms: row.get(4)?,
        games: row.get::<_, i64>(5)?.cast_unsigned(),
    })
}

const RATING: &str =
    "game, tournament, day, round, label, elo, information, glicko, deviation, volatility, mu, sigma, games";

fn rating_row(catalog: Catalog, row: &Row<'_>) -> rusqlite::Result<RatingRow> {
    Ok(RatingRow {
        game: row.get(0)?,
        tournament: row.get(1)?,
        day: row.get(2)?,
        round: row.get(3)?,
        label: catalog.canonical_label(None, &row.get::<_, String>(4)?),
        rating: Rating {
            elo: row.get(5)?,
            information: row.get(6)?,
            glicko: row.get(7)?,
            deviation: row.get(8)?,
            volatility: row.get(9)?,
            mu: row.get(10)?,
            sigma: row.get(11)?,
            games: row.get::<_, i64>(12)?.cast_unsigned(),
        },
    })
}
