//! Counting the archive's tables.

use std::collections::BTreeMap;

use tercet_arena::BotStatistics;
use tercet_game::Finish;

use crate::{Archive, StoreError, TableRow};

/// Statistics with the names of the bots, in alphabetical order.
#[derive(Debug)]
pub struct Counted {
    /// The bots.
    pub names: Vec<String>,
    /// What they did, by their numbers in the list of names.
    pub statistics: BotStatistics,
}

/// Counts the tables of a game, or of one tournament. Where everybody plays alone, the games of a fixture are one
/// table; a game for one that belongs to no fixture is a table of one.
///
/// # Errors
/// If the file can't be read.
pub fn counted(archive: &Archive, game: &str, event: Option<i64>) -> Result<Counted, StoreError> {
    let players = archive.bots()?;
    let mut names: Vec<String> = players.iter().map(|(_, bot)| bot.clone()).collect();
    names.sort_unstable();
    names.dedup();
    let most = players.last().map_or(0, |(id, _)| *id);
    let mut number_of = vec![0; most + 1];
    for (id, bot) in &players {
        number_of[*id] = names.binary_search(bot).expect("every bot's name is there");
    }
    let mut statistics = BotStatistics::default();
    let mut alone: BTreeMap<(i64, u64), Duplicate> = BTreeMap::new();
    let mut bots = Vec::new();
    archive.for_each_table(game, event, |row: TableRow<'_>| {
        bots.clear();
        bots.extend(row.players.iter().map(|player| number_of[*player]));
        match row.slot {
            Some(slot) if bots.len() == 1 => {
                let table = alone.entry((slot.event, slot.fixture)).or_default();
                table.parts.push((slot.part, bots[0], row.finish[0].score));
                table.plays += u64::from(row.plays);
            }
            _ => statistics.count(&bots, row.finish, row.plays.into()),
        }
    })?;
    for mut table in alone.into_values() {
        table.parts.sort_unstable();
        let bots: Vec<usize> = table.parts.iter().map(|part| part.1).collect();
        let scores: Vec<i64> = table.parts.iter().map(|part| part.2).collect();
        statistics.count(&bots, &Finish::by_score(&scores), table.plays / scores.len() as u64);
    }
    Ok(only_seen(&names, &statistics))
}

/// A table of duplicate play: part, bot and finish score.
#[derive(Default)]
struct Duplicate {
    parts: Vec<(u32, usize, i64)>,
    plays: u64,
}

/// Leaves out bots of other games.
fn only_seen(names: &[String], statistics: &BotStatistics) -> Counted {
    let seen: Vec<usize> = (0..names.len()).filter(|&bot| statistics.bot(bot).tables > 0).collect();
    let statistics = statistics.only(&seen);
    Counted { names: seen.iter().map(|&bot| names[bot].clone()).collect(), statistics }
}
