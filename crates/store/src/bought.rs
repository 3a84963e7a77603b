//! What buying things was worth, by replaying the archive's games.

use tercet_arena::{Purchases, Watch, play_all};
use tercet_entry::Catalog;
use tercet_game::{Record, ReplayError};

use crate::{Archive, Filter, StoreError};

/// What the games that were replayed tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bargains {
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
pub fn bargains(archive: &mut Archive, filter: &Filter) -> Result<Bargains, StoreError> {
    let mut all = Bargains::default();
    let (catalog, mut held) = (archive.catalog(), Vec::with_capacity(HELD));
    archive.for_each_game(filter, |archive, row| {
        if catalog.game(&row.game).is_ok_and(|entry| entry.usual().has_wares()) {
            held.push((row.id, archive.record_of(&row)?));
        }
        if held.len() == HELD {
            all.add(&bargains_of(catalog, &held)?);
            held.clear();
        }
        Ok(())
    })?;
    all.add(&bargains_of(catalog, &held)?);
    Ok(all)
}

/// Replays these games on all cores and counts what was bought in them.
fn bargains_of(catalog: Catalog, records: &[(i64, Record)]) -> Result<Bargains, StoreError> {
    let mut all = Bargains::default();
    let batches: Vec<&[(i64, Record)]> = records.chunks(BATCH).collect();
    play_all(
        0,
        &Watch::default(),
        &batches,
        |batch| studied(catalog, batch).map(Some),
        |done| {
            for (_, bargains) in &done {
                all.add(bargains);
            }
            Ok(())
        },
    )?;
    Ok(all)
}

impl Bargains {
    fn add(&mut self, other: &Bargains) {
        self.purchases.add(&other.purchases);
        self.skipped += other.skipped;
    }
}

fn studied(catalog: Catalog, records: &[(i64, Record)]) -> Result<Bargains, StoreError> {
    let mut bargains = Bargains::default();
    for (id, record) in records {
        if record.end.is_none() {
            bargains.skipped += 1;
            continue;
        }
        let Ok(game) = catalog.of(record) else {
            bargains.skipped += 1;
            continue;
        };
        match game.trading(record) {
            Ok((scores, trading)) => bargains.purchases.count(&trading, &scores),
            Err(ReplayError::Rules { .. }) => bargains.skipped += 1,
            Err(error) => return Err(StoreError::Damaged { game: *id, why: error.to_string() }),
        }
    }
    Ok(bargains)
}
