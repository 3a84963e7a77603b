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
pub fn counted(archive: &Archive, game: &str, tournament: Option<i64>) -> Result<Counted, StoreError> {
    let players = archive.players()?;
    let mut names: Vec<String> = players.iter().map(|(_, _, bot)| bot.clone()).collect();
    names.sort_unstable();
    names.dedup();
    let most = players.last().map_or(0, |(id, _, _)| *id);
    let mut number_of = vec![0; most + 1];
    for (id, _, bot) in &players {
        number_of[*id] = names.binary_search(bot).expect("every bot's name is there");
    }
    let mut statistics = BotStatistics::default();
    let mut bots = Vec::new();
    for_each_contest(archive, game, tournament, |contest| {
        bots.clear();
        bots.extend(contest.players.iter().map(|player| number_of[*player]));
        statistics.count(&bots, contest.finish, contest.plays);
    })?;
    Ok(only_seen(&names, &statistics))
}

/// What is compared: a game of several, or the games of a fixture that everybody played alone.
pub(crate) struct Contest<'c> {
    /// The players' numbers; see [`Archive::players`].
    pub(crate) players: &'c [usize],
    pub(crate) finish: &'c [Finish],
    pub(crate) plays: u64,
    /// Which of them had help.
    pub(crate) assisted: &'c [bool],
    /// Is it rated?
    pub(crate) is_rated: bool,
}

/// Shows every contest of a game, or of one tournament, to whoever counts them.
pub(crate) fn for_each_contest(
    archive: &Archive,
    game: &str,
    tournament: Option<i64>,
    mut count: impl FnMut(&Contest<'_>),
) -> Result<(), StoreError> {
    let mut alone: BTreeMap<(i64, u64), Duplicate> = BTreeMap::new();
    archive.for_each_table(game, tournament, |row: TableRow<'_>| {
        let TableRow { players, finish, assisted, is_rated, .. } = row;
        match row.slot {
            Some(slot) if players.len() == 1 => {
                let table = alone.entry((slot.tournament, slot.fixture)).or_default();
                table.parts.push((slot.part, players[0], finish[0].score));
                table.plays += u64::from(row.plays);
            }
            _ => count(&Contest { players, finish, plays: row.plays.into(), assisted, is_rated }),
        }
    })?;
    for mut table in alone.into_values() {
        table.parts.sort_unstable();
        let players: Vec<usize> = table.parts.iter().map(|part| part.1).collect();
        let scores: Vec<i64> = table.parts.iter().map(|part| part.2).collect();
        let (finish, plays) = (Finish::by_score(&scores), table.plays / scores.len() as u64);
        let assisted = vec![false; players.len()];
        count(&Contest { players: &players, finish: &finish, plays, assisted: &assisted, is_rated: true });
    }
    Ok(())
}

/// A table of duplicate play: part, player and finish score.
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
