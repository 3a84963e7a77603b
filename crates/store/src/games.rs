//! Games: listed, read.

use std::fmt::Write as _;

use rusqlite::{OptionalExtension, Row, params};
use tercet_game::{Digest, Finish, Reasons, Record};

use crate::names::read_names;
use crate::new_game::{insert, insert_reasons};
use crate::{Archive, NewGame, StoreError};

/// Where a game belongs in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The tournament.
    pub tournament: i64,
    /// The fixture's number in it.
    pub fixture: u64,
    /// The part of the fixture.
    pub part: u32,
}

/// A game as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its number in the archive.
    pub id: i64,
    /// Which game.
    pub game: String,
    /// The version of its rules.
    pub rules: u16,
    /// Its options, in the order of the record.
    pub config: Vec<(String, String)>,
    /// Which dealer, and its seed.
    pub deal: String,
    /// How it ended: `finished`, `limit`, `void` or `open`.
    pub end: String,
    /// How many plays it took.
    pub plays: u32,
    /// The digest of its last state.
    pub state: u64,
    /// When it was over.
    pub finished_ms: i64,
    /// Its slot in a tournament.
    pub slot: Option<Slot>,
    /// Who sat there.
    pub seats: Vec<SeatRow>,
}

/// A seat of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// The name in tables.
    pub label: String,
    /// The bot, with its parameters.
    pub bot: String,
    /// Points.
    pub points: i32,
    /// How it came out.
    pub finish: Finish,
    /// Had it help: a hint, something taken back, a bot in its place, a changed deal?
    pub assisted: bool,
}

/// Which games are meant; all of them by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only this game.
    pub game: Option<String>,
    /// Only games in which this bot or label sat.
    pub player: Option<String>,
    /// Only games that were over on this date or later.
    pub since: Option<String>,
    /// Only games that were over before this date.
    pub until: Option<String>,
    /// Only games of this tournament.
    pub tournament: Option<i64>,
    /// Only games that belong to no tournament.
    pub outside_tournaments: bool,
    /// Only the newest so many.
    pub newest: Option<u32>,
}

/// A game as statistics need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRow<'r> {
    /// The players' numbers, seat by seat; see [`Archive::players`].
    pub players: &'r [usize],
    /// How each seat came out.
    pub finish: &'r [Finish],
    /// How many plays it took.
    pub plays: u32,
    /// Its slot in a tournament.
    pub slot: Option<Slot>,
    /// Which seats had help.
    pub assisted: &'r [bool],
    /// Is it rated? It is over, and nobody knew the deal.
    pub is_rated: bool,
}

impl Archive {
    /// Puts games in: all of them, and on disk when this returns, or none. A game that is there already by its slot
    /// in a tournament is an error.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn add(&mut self, games: &[NewGame<'_>]) -> Result<Vec<i64>, StoreError> {
        self.whole(|change, known| games.iter().map(|game| insert(change, known, game)).collect())
    }

    /// Puts games in with the reasons for what was done in them, as [`Archive::add`] does.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn add_with_reasons(&mut self, games: &[(NewGame<'_>, &Reasons)]) -> Result<Vec<i64>, StoreError> {
        self.whole(|change, known| {
            let add = |(game, reasons): &(NewGame<'_>, &Reasons)| {
                let id = insert(change, known, game)?;
                insert_reasons(change, id, reasons).map(|()| id)
            };
            games.iter().map(add).collect()
        })
    }

    /// The games that are meant, oldest first, all at once: for lists that are known to be short. [`Archive::for_each_game`] has
    /// one page of them in memory.
    ///
    /// # Errors
    /// If a date is none, or the file can't be read.
    pub fn games(&self, filter: &Filter) -> Result<Vec<GameRow>, StoreError> {
        let mut pages = self.pages(filter)?;
        let mut games = Vec::new();
        loop {
            let page = self.next_games(&mut pages)?;
            if page.is_empty() {
                return Ok(games);
            }
            games.extend(page);
        }
    }

    /// One game as lists show it.
    ///
    /// # Errors
    /// If there is no such game, or the file can't be read.
    pub fn game(&self, id: i64) -> Result<GameRow, StoreError> {
        let one = format!("SELECT {COLUMNS} FROM games g JOIN configs c ON c.id = g.config WHERE g.id = ?1");
        let found = self.connection.query_row(&one, [id], game_row).optional().map_err(self.complaint())?;
        let mut game = found.ok_or(StoreError::NoGame(id))?;
        game.seats = self.seats(id).map_err(self.complaint())?;
        Ok(game)
    }

    /// The record of a game.
    ///
    /// # Errors
    /// If there is no such game, it is damaged, or the file can't be read.
    pub fn record(&mut self, id: i64) -> Result<Record, StoreError> {
        let row = self.game(id)?;
        self.record_of(&row)
    }

    /// The record of a game that was listed.
    ///
    /// # Errors
    /// If it is damaged, or the file can't be read.
    pub fn record_of(&mut self, row: &GameRow) -> Result<Record, StoreError> {
        let complaint = self.complaint();
        let damaged = |why: String| StoreError::Damaged { game: row.id, why };
        let (vocabulary, packed): (i64, Vec<u8>) = self
            .connection
            .prepare_cached("SELECT vocabulary, inputs FROM records WHERE game = ?1")
            .and_then(|mut statement| statement.query_row([row.id], |row| Ok((row.get(0)?, row.get(1)?))))
            .map_err(complaint)?;
        let inputs = self.known.packer.unpack(&self.connection, vocabulary, &packed);
        let inputs = inputs.map_err(|error| damaged(error.to_string()))?;
        let text = text_of(row, &inputs).expect("a string takes any text");
        let record = text.parse().map_err(|error: tercet_game::RecordError| damaged(error.to_string()))?;
        Ok(Record { reasons: self.reasons(row.id)?, ..record })
    }

    /// Why things were done in a game, as far as somebody said so.
    fn reasons(&self, game: i64) -> Result<Reasons, StoreError> {
        let complaint = self.complaint();
        let all = "SELECT input, why FROM reasons WHERE game = ?1";
        let mut statement = self.connection.prepare_cached(all).map_err(&complaint)?;
        let mut rows = statement.query([game]).map_err(&complaint)?;
        let mut reasons = Reasons::default();
        while let Some(row) = rows.next().map_err(&complaint)? {
            let input: i64 = row.get(0).map_err(&complaint)?;
            let why: String = row.get(1).map_err(&complaint)?;
            reasons.keep(usize::try_from(input).unwrap_or(0), &why);
        }
        Ok(reasons)
    }

    /// Shows every game that is meant, in order, to whoever counts them. Dates and players are not looked at.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn for_each_table(
        &self,
        game: &str,
        tournament: Option<i64>,
        mut count: impl FnMut(TableRow<'_>),
    ) -> Result<(), StoreError> {
        let complaint = self.complaint();
        // Two scans side by side: a join would look up each game's seats by their key, at twice the time.
        let games = "SELECT id, plays, tournament, fixture, part, config IN (SELECT id FROM configs WHERE game = ?1) \
                     AND (?2 IS NULL OR tournament IS ?2), end_name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM table_games s \
                     WHERE s.game = games.id AND NOT s.rated) FROM games ORDER BY id";
        let seats = "SELECT game, player, place, finish, assisted FROM seats ORDER BY game, seat";
        let mut games = self.connection.prepare(games).map_err(&complaint)?;
        let mut seats = self.connection.prepare(seats).map_err(&complaint)?;
        let mut games = games.query(params![game, tournament]).map_err(&complaint)?;
        let mut seats = seats.query([]).map_err(&complaint)?;
        let (mut players, mut finish, mut assisted) = (Vec::new(), Vec::new(), Vec::new());
        let mut seat = seats.next().map_err(&complaint)?;
        while let Some(row) = games.next().map_err(&complaint)? {
            let id: i64 = row.get(0).map_err(&complaint)?;
            players.clear();
            finish.clear();
            assisted.clear();
            while let Some(there) = seat {
                if there.get::<_, i64>(0).map_err(&complaint)? != id {
                    break;
                }
                players.push(there.get::<_, u32>(1).map_err(&complaint)? as usize);
                finish.push(finish_of(there, [2, 3]).map_err(&complaint)?);
                assisted.push(there.get(4).map_err(&complaint)?);
                seat = seats.next().map_err(&complaint)?;
            }
            if row.get(5).map_err(&complaint)? {
                let (plays, slot) =
                    (row.get(1).map_err(&complaint)?, slot(row, [2, 3, 4]).map_err(&complaint)?);
                let is_rated = row.get(6).map_err(&complaint)?;
                let (players, finish, assisted) = (&players, &finish, &assisted);
                count(TableRow { players, finish, plays, slot, assisted, is_rated });
            }
        }
        Ok(())
    }

    /// The number, the label and the bot of each player.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn players(&self) -> Result<Vec<(usize, String, String)>, StoreError> {
        self.rows("SELECT id, label, bot FROM players ORDER BY id", |row| {
            let (label, bot) = read_names(self.catalog, row, [1, 2])?;
            Ok((row.get::<_, u32>(0)? as usize, label, bot))
        })
    }

    /// How many games of each kind there are.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn counts(&self) -> Result<Vec<(String, u64)>, StoreError> {
        let counts = "SELECT c.game, sum(n) FROM (SELECT config, count(*) AS n FROM games GROUP BY config) g \
                      JOIN configs c ON c.id = g.config GROUP BY c.game ORDER BY c.game";
        self.rows(counts, |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())))
    }

    pub(crate) fn rows<T>(
        &self,
        query: &str,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let mut statement = self.connection.prepare(query).map_err(self.complaint())?;
        let rows = statement.query_map([], read).map_err(self.complaint())?;
        rows.collect::<rusqlite::Result<_>>().map_err(self.complaint())
    }

    pub(crate) fn seats(&self, game: i64) -> rusqlite::Result<Vec<SeatRow>> {
        let seats = "SELECT p.label, p.bot, s.points, s.place, s.finish, s.assisted FROM seats s JOIN players p ON p.id = s.player \
                     WHERE s.game = ?1 ORDER BY s.seat";
        let mut statement = self.connection.prepare_cached(seats)?;
        let seat = |row: &Row<'_>| {
            let (label, bot) = read_names(self.catalog, row, [0, 1])?;
            Ok(SeatRow {
                label,
                bot,
                points: row.get(2)?,
                finish: finish_of(row, [3, 4])?,
                assisted: row.get(5)?,
            })
        };
        statement.query_map([game], seat)?.collect()
    }

    /// The filter as SQL, with the values of its question marks.
    pub(crate) fn condition(
        &self,
        filter: &Filter,
    ) -> Result<(String, Vec<rusqlite::types::Value>), StoreError> {
        let mut condition = if filter.outside_tournaments { "+g.tournament IS NULL" } else { "1" }.to_owned();
        let mut values: Vec<rusqlite::types::Value> = Vec::new();
        let mut also = |part: &str, value: rusqlite::types::Value| {
            condition.push_str(" AND ");
            condition.push_str(part);
            values.push(value);
        };
        if let Some(game) = &filter.game {
            also("c.game = ?", game.clone().into());
        }
        if let Some(player) = &filter.player {
            let sits = "EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id AND s.player IN \
                        (SELECT value FROM json_each(?)))";
            also(sits, self.players_called(player)?.into());
        }
        if let Some(date) = &filter.since {
            also("g.finished_ms >= ?", self.date(date)?.into());
        }
        if let Some(date) = &filter.until {
            also("g.finished_ms < ?", self.date(date)?.into());
        }
        if let Some(tournament) = filter.tournament {
            // Without its index: see [`Archive::pages`].
            also("+g.tournament = ?", tournament.into());
        }
        Ok((condition, values))
    }

    /// A date in milliseconds.
    fn date(&self, text: &str) -> Result<i64, StoreError> {
        let is_written_out = text.len() >= 10 && text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-';
        let seconds: Option<f64> = self
            .connection
            .query_row("SELECT unixepoch(?1, 'subsec')", [text], |row| row.get(0))
            .map_err(self.complaint())?;
        match seconds.filter(|_| is_written_out) {
            Some(seconds) => Ok((seconds * 1000.0).round() as i64),
            None => Err(StoreError::Date(text.to_owned())),
        }
    }
}

pub(crate) const COLUMNS: &str = "g.id, c.game, c.rules, c.options, g.deal, g.end_name, g.plays, g.state, g.finished_ms, \
                       g.tournament, g.fixture, g.part";

pub(crate) fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let end: Option<String> = row.get(5)?;
    let options: String = row.get(3)?;
    let pair = |line: &str| line.split_once(' ').map(|(key, value)| (key.to_owned(), value.to_owned()));
    Ok(GameRow {
        id: row.get(0)?,
        game: row.get(1)?,
        rules: row.get(2)?,
        config: options.lines().filter_map(pair).collect(),
        deal: row.get(4)?,
        end: end.unwrap_or_else(|| "open".to_owned()),
        plays: row.get(6)?,
        state: row.get::<_, i64>(7)?.cast_unsigned(),
        finished_ms: row.get(8)?,
        slot: slot(row, [9, 10, 11])?,
        seats: Vec::new(),
    })
}

fn slot(row: &Row<'_>, [tournament, fixture, part]: [usize; 3]) -> rusqlite::Result<Option<Slot>> {
    let Some(tournament) = row.get(tournament)? else { return Ok(None) };
    Ok(Some(Slot { tournament, fixture: row.get::<_, i64>(fixture)?.cast_unsigned(), part: row.get(part)? }))
}

/// A finish from the columns of its place and score.
pub(crate) fn finish_of(row: &Row<'_>, [place, score]: [usize; 2]) -> rusqlite::Result<Finish> {
    Ok(Finish { place: row.get(place)?, score: row.get(score)? })
}

/// The record's text, put together from what was kept.
fn text_of(row: &GameRow, inputs: &str) -> Result<String, std::fmt::Error> {
    let mut text = format!("tercet record 1\ngame {}\nrules {}\n", row.game, row.rules);
    for (key, value) in &row.config {
        writeln!(text, "config {key} {value}")?;
    }
    write!(text, "deal {}\n\n{inputs}\nend {}\nscores", row.deal, row.end)?;
    for seat in &row.seats {
        write!(text, " {}", seat.points)?;
    }
    writeln!(text, "\nstate {:016x}", row.state)?;
    let mut digest = Digest::default();
    digest.bytes(text.as_bytes());
    writeln!(text, "digest {digest}")?;
    Ok(text)
}
