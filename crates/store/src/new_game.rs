//! Games, put in.

use std::fmt::Write as _;

use rusqlite::{Transaction, params};
use tercet_game::{Deal, End, Finish, Reasons};

use crate::Slot;
use crate::archive::{Known, KnownConfig};
use crate::names::one_spelling;
use crate::tables::SHARED;

/// A game that is over, as it is put in.
#[derive(Clone, Debug)]
pub struct NewGame<'g> {
    /// Which game.
    pub game: &'g str,
    /// The version of its rules.
    pub rules: u16,
    /// Its options, in the order of the record.
    pub config: &'g [(String, String)],
    /// Which dealer, and its seed.
    pub deal: &'g Deal,
    /// The inputs as the record has them, one a line.
    pub inputs: &'g str,
    /// How many of them were plays of a seat.
    pub plays: u32,
    /// How it ended; `None` if it could go on.
    pub end: Option<End>,
    /// The digest of the last state.
    pub state: u64,
    /// Who sat there, seat by seat.
    pub seats: Vec<NewSeat<'g>>,
    /// Its slot in a tournament.
    pub slot: Option<Slot>,
    /// When it was over.
    pub finished_ms: i64,
}

/// A seat of a game that is put in.
#[derive(Clone, Copy, Debug)]
pub struct NewSeat<'g> {
    /// The name in tables.
    pub label: &'g str,
    /// The bot, with its parameters.
    pub bot: &'g str,
    /// Points.
    pub points: i32,
    /// How it came out.
    pub finish: Finish,
    /// Had it help: a hint, something taken back, a bot in its place, a changed deal?
    pub assisted: bool,
}

pub(crate) fn insert_reasons(change: &Transaction<'_>, game: i64, reasons: &Reasons) -> rusqlite::Result<()> {
    let mut statement = change.prepare_cached("INSERT INTO reasons VALUES (?1, ?2, ?3)")?;
    reasons
        .iter()
        .try_for_each(|(input, why)| statement.execute(params![game, input as i64, why]).map(|_| ()))
}

pub(crate) fn insert(
    change: &Transaction<'_>,
    known: &mut Known,
    game: &NewGame<'_>,
) -> rusqlite::Result<i64> {
    insert_as(change, known, None, game)
}

/// Puts a game in under this number, or under the next of this archive's own.
pub(crate) fn insert_as(
    change: &Transaction<'_>,
    known: &mut Known,
    number: Option<i64>,
    game: &NewGame<'_>,
) -> rusqlite::Result<i64> {
    let config = config_id(change, known, game)?;
    let slot = game.slot.map(|slot| (slot.tournament, slot.fixture.cast_signed(), slot.part));
    change
        .prepare_cached(
            "INSERT INTO games (id, config, deal, end_name, plays, state, finished_ms, tournament, fixture, part) \
             VALUES (coalesce(?10, (SELECT coalesce(max(id), 0) + 1 FROM games WHERE id < ?11)), \
                     ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            config,
            game.deal.to_string(),
            game.end.map(End::name),
            game.plays,
            game.state.cast_signed(),
            game.finished_ms,
            slot.map(|slot| slot.0),
            slot.map(|slot| slot.1),
            slot.map(|slot| slot.2),
            number,
            SHARED,
        ])?;
    let id = change.last_insert_rowid();
    let mut seats = change.prepare_cached("INSERT INTO seats VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    for (number, seat) in game.seats.iter().enumerate() {
        let player = player_id(change, known, game.game, seat)?;
        let Finish { place, score } = seat.finish;
        seats.execute(params![id, number as i64, player, seat.points, score, place, seat.assisted])?;
    }
    let (vocabulary, packed) = known.packer.pack(change, game.game, game.inputs)?;
    change
        .prepare_cached("INSERT INTO records VALUES (?1, ?2, ?3)")?
        .execute(params![id, vocabulary, packed])?;
    Ok(id)
}

/// Options as they are kept.
pub(crate) fn option_lines(options: &[(String, String)]) -> String {
    let mut lines = String::new();
    for (key, value) in options {
        writeln!(lines, "{key} {value}").expect("a string takes any text");
    }
    lines
}

fn config_id(change: &Transaction<'_>, known: &mut Known, game: &NewGame<'_>) -> rusqlite::Result<i64> {
    let is_it = |known: &&KnownConfig| known.rules == game.rules && known.options == game.config;
    let there = known.configs.get(game.game).and_then(|configs| configs.iter().rev().find(is_it));
    if let Some(there) = there {
        return Ok(there.id);
    }
    let options = option_lines(game.config);
    let row = params![game.game, game.rules, options];
    change.execute("INSERT OR IGNORE INTO configs (game, rules, options) VALUES (?1, ?2, ?3)", row)?;
    let find = "SELECT id FROM configs WHERE game = ?1 AND rules = ?2 AND options = ?3";
    let id = change.query_row(find, row, |row| row.get(0))?;
    let config = KnownConfig { rules: game.rules, options: game.config.to_vec(), id };
    let configs = known.configs.entry(game.game.to_owned()).or_default();
    if configs.len() == KnownConfig::MOST {
        configs.remove(0);
    }
    configs.push(config);
    Ok(id)
}

/// Whoever adds the game, a bot is kept under the one spelling of its name.
fn player_id(
    change: &Transaction<'_>,
    known: &mut Known,
    game: &str,
    seat: &NewSeat<'_>,
) -> rusqlite::Result<i64> {
    let (label, bot) = one_spelling(known.catalog, Some(game), seat.label, seat.bot);
    if let Some(&id) = known.players.get(&label).and_then(|bots| bots.get(&bot)) {
        return Ok(id);
    }
    let row = params![label, bot];
    change.execute("INSERT OR IGNORE INTO players (label, bot) VALUES (?1, ?2)", row)?;
    let find = "SELECT id FROM players WHERE label = ?1 AND bot = ?2";
    let id = change.query_row(find, row, |row| row.get(0))?;
    known.players.entry(label).or_default().insert(bot, id);
    Ok(id)
}
