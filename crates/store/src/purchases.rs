//! What buying things was worth, by replaying the archive's games.

use tercet_arena::{Purchases, Watch, play_all};
use tercet_entry::Catalog;
use tercet_game::{Record, ReplayError};

use crate::{Archive, Filter, StoreError};

/// Counts of the games that were replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedPurchases {
    /// What was bought in them.
    pub purchases: Purchases,
    /// How many games were left out: of other rules, or not over.
    pub skipped: u64,
}

/// How many games a thread replays at once.
const BATCH: usize = 64;
/// How many records are held at once.
const HELD: usize = 1024;

/// Replays the games that are meant, on all cores, and counts what was bought in them. Games in which nothing can be are
/// not looked at.
///
/// # Errors
/// If a date is none, the file can't be read, nobody waits for it any more ([`Archive::read_while`]), or a game does not
/// replay to what it says.
pub fn count_purchases(archive: &mut Archive, filter: &Filter) -> Result<CountedPurchases, StoreError> {
    let mut all = CountedPurchases::default();
    let (catalog, mut held) = (archive.catalog(), Vec::with_capacity(HELD));
    archive.for_each_game(filter, |archive, row| {
        if catalog.game(&row.game).is_ok_and(|entry| entry.usual().has_purchases()) {
            held.push((row.id, archive.record_of(&row)?));
        }
        if held.len() == HELD {
            all.add(&count_parts(catalog, &held)?);
            held.clear();
        }
        Ok(())
    })?;
    all.add(&count_parts(catalog, &held)?);
    Ok(all)
}

/// Replays these games on all cores and counts what was bought in them.
fn count_parts(catalog: Catalog, records: &[(i64, Record)]) -> Result<CountedPurchases, StoreError> {
    let mut all = CountedPurchases::default();
    let batches: Vec<&[(i64, Record)]> = records.chunks(BATCH).collect();
    play_all(
        0,
        &Watch::default(),
        &batches,
        |batch| studied(catalog, batch).map(Some),
        |done| {
            for (_, bought) in &done {
                all.add(bought);
            }
            Ok(())
        },
    )?;
    Ok(all)
}

impl CountedPurchases {
    fn add(&mut self, other: &CountedPurchases) {
        self.purchases.add(&other.purchases);
        self.skipped += other.skipped;
    }
}

fn studied(catalog: Catalog, records: &[(i64, Record)]) -> Result<CountedPurchases, StoreError> {
    let mut bought = CountedPurchases::default();
    for (id, record) in records {
        if record.end.is_none() {
            bought.skipped += 1;
            continue;
        }
        let Ok(game) = catalog.of(record) else {
            bought.skipped += 1;
            continue;
        };
        match game.trading(record) {
            Ok((scores, trading)) => bought.purchases.count(&trading, &scores),
            Err(ReplayError::Rules { .. }) => bought.skipped += 1,
            Err(error) => return Err(StoreError::Damaged { game: *id, why: error.to_string() }),
        }
    }
    Ok(bought)
}
