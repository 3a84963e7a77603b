//! Places of games that were kept before the archive had places: schema 3 ranked by the finish score alone, and a
//! winner's may be lower than a loser's.

use rusqlite::params;
use tercet_game::{End, Finish};

use crate::archive::Archive;
use crate::{GameRow, StoreError};

/// So many games are placed in one transaction: another process that waits for the file gets its turn.
const BATCH: usize = 1000;

impl Archive {
    /// Replays the games whose seats have no place yet, and gives them one.
    pub(crate) fn place_old_games(&mut self) -> Result<(), StoreError> {
        loop {
            let query =
                format!("SELECT DISTINCT game FROM seats WHERE place = 0 ORDER BY game LIMIT {BATCH}");
            let unplaced: Vec<i64> = self.rows(&query, |row| row.get(0))?;
            if unplaced.is_empty() {
                return Ok(());
            }
            let mut placed = Vec::with_capacity(unplaced.len());
            for id in unplaced {
                let row = self.game(id)?;
                placed.push((id, self.replayed_finishes(&row)));
            }
            self.whole(|change, _| {
                let mut update =
                    change.prepare_cached("UPDATE seats SET place = ?3 WHERE game = ?1 AND seat = ?2")?;
                for (id, finishes) in &placed {
                    for (seat, finish) in finishes.iter().enumerate() {
                        update.execute(params![id, seat as i64, finish.place])?;
                    }
                }
                Ok(())
            })?;
        }
    }

    /// The finishes by the rules; by the scores alone where the game can't be replayed.
    fn replayed_finishes(&mut self, row: &GameRow) -> Vec<Finish> {
        let scores: Vec<i64> = row.seats.iter().map(|seat| seat.finish.score).collect();
        if row.end == End::Void.name() {
            return scores.iter().map(|&score| Finish { place: 1, score }).collect();
        }
        if row.seats.len() == 1 {
            return Finish::by_score(&scores);
        }
        let replayed = self.record_of(row).ok().and_then(|record| self.catalog.verify(&record).ok());
        replayed.map_or_else(|| Finish::by_score(&scores), |replayed| replayed.finishes(&scores))
    }
}
