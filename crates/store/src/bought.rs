//! What buying things was worth, by replaying the archive's games.

use tercet_arena::{PurchaseStudy, Purchases, Watch, play_all, study_record};
use tercet_catalog::{Playable, UnknownGame, Visitor, with_game};
use tercet_game::{Record, ReplayError};

use crate::{Archive, Filter, GameRow, StoreError};

/// What the games that were replayed tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bargains {
    /// What was bought in them.
    pub purchases: Purchases,
    /// How many games were left out: of other rules, or not over.
    pub skipped: u64,
}

/// Can anything be bought in this game?
///
/// # Errors
/// If there is no such game.
pub fn has_wares(game: &str) -> Result<bool, UnknownGame> {
    struct HasWares;

    impl Visitor for HasWares {
        type Out = bool;

        fn visit<G: Playable>(self) -> bool {
            G::HAS_WARES
        }
    }

    with_game::<&str, _>(game, &[], HasWares)
}

/// How many games a thread replays at once.
const BATCH: usize = 64;
/// How many records are held at once.
const HELD: usize = 4096;

/// Replays the games that are meant, on all cores, and counts what was bought in them. Games in which nothing can be are
/// not looked at.
///
/// # Errors
/// If a date is none, the file can't be read or a game does not replay to what it says.
pub fn bargains(archive: &mut Archive, filter: &Filter) -> Result<Bargains, StoreError> {
    let mut all = Bargains::default();
    for rows in traded(archive, filter)?.chunks(HELD) {
        all.add(&bargains_of(&records(archive, rows)?)?);
    }
    Ok(all)
}

/// The records of the games that are meant and in which things can be bought, each with its game's number: for whoever
/// must not hold the archive while they are replayed.
///
/// # Errors
/// If a date is none, or the file can't be read.
pub fn traded_records(archive: &mut Archive, filter: &Filter) -> Result<Vec<(i64, Record)>, StoreError> {
    let rows = traded(archive, filter)?;
    records(archive, &rows)
}

/// Replays these games on all cores and counts what was bought in them.
///
/// # Errors
/// If one does not replay to what it says.
pub fn bargains_of(records: &[(i64, Record)]) -> Result<Bargains, StoreError> {
    let mut all = Bargains::default();
    let batches: Vec<&[(i64, Record)]> = records.chunks(BATCH).collect();
    play_all(
        0,
        &Watch::default(),
        &batches,
        |batch| studied(batch).map(Some),
        |done| {
            for (_, bargains) in &done {
                all.add(bargains);
            }
            Ok(())
        },
    )?;
    Ok(all)
}

fn traded(archive: &Archive, filter: &Filter) -> Result<Vec<GameRow>, StoreError> {
    let mut rows = archive.games(filter)?;
    rows.retain(|row| has_wares(&row.game) == Ok(true));
    Ok(rows)
}

fn records(archive: &mut Archive, rows: &[GameRow]) -> Result<Vec<(i64, Record)>, StoreError> {
    rows.iter().map(|row| Ok((row.id, archive.record_of(row)?))).collect()
}

impl Bargains {
    fn add(&mut self, other: &Bargains) {
        self.purchases.add(&other.purchases);
        self.skipped += other.skipped;
    }
}

fn studied(records: &[(i64, Record)]) -> Result<Bargains, StoreError> {
    let mut bargains = Bargains::default();
    for (id, record) in records {
        if record.end.is_none() {
            bargains.skipped += 1;
            continue;
        }
        let Ok(told) = with_game(&record.game, &record.config, Told(record)) else {
            bargains.skipped += 1;
            continue;
        };
        match told {
            Ok(purchases) => bargains.purchases.add(&purchases),
            Err(ReplayError::Rules { .. }) => bargains.skipped += 1,
            Err(error) => return Err(StoreError::Damaged { game: *id, why: error.to_string() }),
        }
    }
    Ok(bargains)
}

/// What one record tells.
struct Told<'r>(&'r Record);

impl Visitor for Told<'_> {
    type Out = Result<Purchases, ReplayError>;

    fn visit<G: Playable>(self) -> Self::Out {
        let mut study = PurchaseStudy::<G>::default();
        study_record::<G, _>(self.0, &mut study)?;
        Ok(study.into_purchases())
    }
}
