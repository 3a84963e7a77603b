//! What stands in each table.

use tercet_arena::Strength;
use tercet_entry::Catalog;
use tercet_game::{End, Input, Record, ReplayError};

use crate::export::sheet::{Cell, Column, Kind};
use crate::export::{Export, Table};
use crate::{Archive, Filter, GameRow, RatingRow, StoreError, StrengthRow, rfc3339, strengths};

const GAMES: &[Column] = &[
    Column::new("id", Kind::Int),
    Column::optional("event", Kind::Int),
    Column::new("finished", Kind::Time),
    Column::optional("fixture", Kind::Int),
    Column::optional("part", Kind::Int),
    Column::new("game", Kind::Text),
    Column::new("rules", Kind::Int),
    Column::new("config", Kind::Pairs),
    Column::new("deal", Kind::Text),
    Column::new("players", Kind::Texts),
    Column::new("bots", Kind::Texts),
    Column::new("scores", Kind::Ints),
    Column::new("finish", Kind::Ints),
    Column::new("places", Kind::Ints),
    Column::new("winners", Kind::Ints),
    Column::new("plays", Kind::Int),
    Column::new("end", Kind::Text),
    Column::new("state", Kind::Text),
    Column::new("inputs", Kind::Texts),
    Column::new("assisted", Kind::Ints),
    Column::new("reasons", Kind::Texts),
];

/// Who had help and reasons stand last: bots of tournaments have none.
const TOLD: usize = GAMES.len() - 2;

/// How many columns of a game depend on the archive that it is in; they stand first.
const OWN: usize = 3;

const MOVES: &[Column] = &[
    Column::new("game_id", Kind::Int),
    Column::new("number", Kind::Int),
    Column::new("kind", Kind::Text),
    Column::optional("seat", Kind::Int),
    Column::new("text", Kind::Text),
    Column::optional("why", Kind::Text),
];

const EVENTS: &[Column] =
    &[Column::new("game_id", Kind::Int), Column::new("number", Kind::Int), Column::new("text", Kind::Text)];

const RATINGS: &[Column] = &[
    Column::new("game", Kind::Text),
    Column::new("event", Kind::Int),
    Column::new("day", Kind::Int),
    Column::new("round", Kind::Int),
    Column::new("player", Kind::Text),
    Column::new("games", Kind::Int),
    Column::new("elo", Kind::Float),
    Column::optional("elo_low", Kind::Float),
    Column::optional("elo_high", Kind::Float),
    Column::new("glicko", Kind::Float),
    Column::new("deviation", Kind::Float),
    Column::new("volatility", Kind::Float),
    Column::new("mu", Kind::Float),
    Column::new("sigma", Kind::Float),
];

const STRENGTHS: &[Column] = &[
    Column::new("game", Kind::Text),
    Column::new("player", Kind::Text),
    Column::new("tables", Kind::Int),
    Column::new("group", Kind::Int),
    Column::new("strength", Kind::Float),
    Column::new("strength_low", Kind::Float),
    Column::new("strength_high", Kind::Float),
];

/// The columns of a table.
pub(super) fn columns(table: Table) -> &'static [Column] {
    match table {
        Table::Games => GAMES,
        Table::Moves => MOVES,
        Table::Ratings => RATINGS,
        Table::Strengths => STRENGTHS,
        Table::Events => EVENTS,
    }
}

type Put<'p> = &'p mut dyn FnMut(&[Cell]) -> Result<(), StoreError>;

/// Gives out the rows of a table, one by one.
pub(super) fn rows(
    archive: &mut Archive,
    table: Table,
    filter: &Filter,
    put: Put<'_>,
) -> Result<Export, StoreError> {
    let mut export = Export::default();
    let put = &mut |row: &[Cell]| {
        export.rows += 1;
        put(row)
    };
    if table == Table::Ratings {
        archive.for_each_rating(filter.game.as_deref(), |row| put(&rating(&row)))?;
        return Ok(export);
    }
    if table == Table::Strengths {
        let games = archive.counts()?.into_iter().map(|(game, _)| game);
        for game in games.filter(|game| filter.game.as_ref().is_none_or(|asked| asked == game)) {
            for row in strengths(archive, &game, filter.tournament)?.rows() {
                put(&strength(&game, &row))?;
            }
        }
        return Ok(export);
    }
    let mut skipped = 0;
    archive.for_each_game(filter, |archive, row| {
        let record = archive.record_of(&row)?;
        match table {
            Table::Games => put(&game(&row, &record))?,
            Table::Moves => moves(&row, &record, put)?,
            _ => skipped += u64::from(!events(archive.catalog(), &row, &record, put)?),
        }
        Ok(())
    })?;
    Ok(Export { skipped, ..export })
}

/// A game of a tournament, without what depends on the archive.
pub(super) fn tournament_game(row: &GameRow, record: &Record) -> (Vec<Column>, Vec<Cell>) {
    (GAMES[OWN..TOLD].to_vec(), game(row, record)[OWN..TOLD].to_vec())
}

fn game(row: &GameRow, record: &Record) -> Vec<Cell> {
    let slot = |number: fn(&crate::Slot) -> i64| {
        row.slot.as_ref().map_or(Cell::None, |slot| Cell::Int(number(slot)))
    };
    let is_won = row.end == End::Finished.name() || row.end == End::Limit.name();
    let winners = (1..).zip(&row.seats).filter(|(_, seat)| is_won && seat.finish.place == 1);
    let assisted = (1..).zip(&row.seats).filter(|(_, seat)| seat.assisted);
    vec![
        Cell::Int(row.id),
        slot(|slot| slot.tournament),
        Cell::Time(row.finished_ms, rfc3339(row.finished_ms)),
        slot(|slot| slot.fixture.cast_signed()),
        slot(|slot| slot.part.into()),
        Cell::Text(row.game.clone()),
        Cell::Int(row.rules.into()),
        Cell::Pairs(row.config.clone()),
        Cell::Text(row.deal.clone()),
        Cell::Texts(row.seats.iter().map(|seat| seat.label.clone()).collect()),
        Cell::Texts(row.seats.iter().map(|seat| seat.bot.clone()).collect()),
        Cell::Ints(row.seats.iter().map(|seat| seat.points.into()).collect()),
        Cell::Ints(row.seats.iter().map(|seat| seat.finish.score).collect()),
        Cell::Ints(row.seats.iter().map(|seat| seat.finish.place.into()).collect()),
        Cell::Ints(winners.map(|(number, _)| number).collect()),
        Cell::Int(row.plays.into()),
        Cell::Text(row.end.clone()),
        Cell::Text(format!("{:016x}", row.state)),
        Cell::Texts(record.inputs.iter().map(ToString::to_string).collect()),
        Cell::Ints(assisted.map(|(number, _)| number).collect()),
        Cell::Texts(record.reasons.iter().map(|(input, why)| format!("{input} {why}")).collect()),
    ]
}

fn moves(row: &GameRow, record: &Record, put: Put<'_>) -> Result<(), StoreError> {
    for (number, input) in record.inputs.iter().enumerate() {
        let (kind, seat, text) = match input {
            Input::Play(seat, action) => ("play", Cell::Int(i64::from(seat.0) + 1), action.as_str()),
            Input::Chance(chance) => ("chance", Cell::None, chance.as_str()),
            Input::Expire => ("expire", Cell::None, ""),
            Input::Edit(edit) => ("edit", Cell::None, edit.as_str()),
        };
        put(&[
            Cell::Int(row.id),
            Cell::Int(number as i64 + 1),
            Cell::Text(kind.to_owned()),
            seat,
            Cell::Text(text.to_owned()),
            record.reasons.of(number + 1).map_or(Cell::None, |why| Cell::Text(why.to_owned())),
        ])?;
    }
    Ok(())
}

/// The events of a game, by replaying it; `false` if its rules are of another version, or the game is not known.
fn events(catalog: Catalog, row: &GameRow, record: &Record, put: Put<'_>) -> Result<bool, StoreError> {
    let output = match catalog.of(record).map(|game| game.event_texts(record)) {
        Ok(Ok(output)) => output,
        Err(_) | Ok(Err(ReplayError::Rules { .. })) => return Ok(false),
        Ok(Err(error)) => return Err(StoreError::Damaged { game: row.id, why: error.to_string() }),
    };
    for (number, text) in output {
        put(&[Cell::Int(row.id), Cell::Int(number as i64 + 1), Cell::Text(text)])?;
    }
    Ok(true)
}

fn strength(game: &str, row: &StrengthRow) -> Vec<Cell> {
    let Strength { value, interval, group } = row.strength;
    vec![
        Cell::Text(game.to_owned()),
        Cell::Text(row.player.clone()),
        Cell::Int(row.tables.cast_signed()),
        Cell::Int(group as i64 + 1),
        Cell::Float(value),
        Cell::Float(interval.low),
        Cell::Float(interval.high),
    ]
}

fn rating(row: &RatingRow) -> Vec<Cell> {
    let interval = row.rating.elo_interval();
    let end = |end: Option<f64>| end.map_or(Cell::None, Cell::Float);
    vec![
        Cell::Text(row.game.clone()),
        Cell::Int(row.tournament),
        Cell::Int(i64::from(row.day) + 1),
        Cell::Int(i64::from(row.round) + 1),
        Cell::Text(row.label.clone()),
        Cell::Int(row.rating.games.cast_signed()),
        Cell::Float(row.rating.elo),
        end(interval.map(|interval| interval.low)),
        end(interval.map(|interval| interval.high)),
        Cell::Float(row.rating.glicko),
        Cell::Float(row.rating.deviation),
        Cell::Float(row.rating.volatility),
        Cell::Float(row.rating.mu),
        Cell::Float(row.rating.sigma),
    ]
}
