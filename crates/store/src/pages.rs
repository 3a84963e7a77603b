//! Lists that are read page by page.
//!
//! Nothing is held between two pages, neither rows nor a lock: a list of any length takes the memory of one page, and whoever
//! takes long over it, as a slow client does, keeps no old state of the file alive. Games and ratings are only ever added, so
//! that a list which ends at the newest row of its beginning is the same as if it had been read at once.

use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};

use crate::games::game_row;
use crate::{Archive, Filter, GameRow, RatingRow, StoreError};

/// How many rows are read at once.
pub(crate) const PAGE: usize = 256;

/// How many bytes of options and deals a page has before it ends: both come from clients and may be as long as a request.
const LARGEST: usize = 1 << 20;

/// Where a reader stands in a list. [`Archive::next_games`] gives the next page.
#[derive(Clone, Debug)]
pub struct Pages {
    condition: String,
    values: Vec<Value>,
    /// The last row that was read, and the last that belongs to the list.
    after: i64,
    last: i64,
}

impl Pages {
    /// The values of a page's question marks, the bounds first.
    fn bounds(&self) -> impl Iterator<Item = Value> {
        [self.after.into(), self.last.into()].into_iter().chain(self.values.iter().cloned())
    }
}

impl Archive {
    /// The games that are meant, to be read from the oldest on.
    ///
    /// # Errors
    /// If a date is none, or the file can't be read.
    pub fn pages(&self, filter: &Filter) -> Result<Pages, StoreError> {
        let (condition, values) = self.condition(filter)?;
        let newest = match (filter.newest, filter.tournament) {
            (Some(count), _) => format!(
                "SELECT g.id FROM games g CROSS JOIN configs c ON c.id = g.config WHERE {condition} \
                 ORDER BY g.id DESC LIMIT {count}"
            ),
            // A tournament's games lie together; their index finds them without a scan.
            (None, Some(tournament)) => format!("SELECT id FROM games WHERE tournament = {tournament}"),
            (None, None) => "SELECT max(id) AS id FROM games".to_owned(),
        };
        let values_asked = if filter.newest.is_some() { values.clone() } else { Vec::new() };
        let span = format!("SELECT coalesce(min(id), 1), coalesce(max(id), 0) FROM ({newest})");
        let read = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, row.get(1)?));
        let (first, last) = self
            .connection
            .query_row(&span, params_from_iter(values_asked), read)
            .map_err(self.complaint())?;
        let has_first = filter.newest.is_some() || filter.tournament.is_some();
        Ok(Pages { condition, values, after: if has_first { first - 1 } else { 0 }, last })
    }

    /// The next games of a list, oldest first; none at its end.
    ///
    /// # Errors
    /// If the file can't be read, or nobody waits for it ([`Archive::read_while`]).
    pub fn next_games(&self, pages: &mut Pages) -> Result<Vec<GameRow>, StoreError> {
        self.check_wanted()?;
        let complaint = self.complaint();
        // The order of the tables is ours: by the games' numbers, a page is a range, and nothing has to be sorted.
        let page = format!(
            "SELECT {} FROM games g CROSS JOIN configs c ON c.id = g.config \
             WHERE g.id > ? AND g.id <= ? AND {} ORDER BY g.id LIMIT {PAGE}",
            crate::games::COLUMNS,
            pages.condition
        );
        let mut statement = self.connection.prepare_cached(&page).map_err(&complaint)?;
        let rows = statement.query_map(params_from_iter(pages.bounds()), game_row).map_err(&complaint)?;
        let (mut games, mut bytes) = (Vec::new(), 0);
        for row in rows {
            let row = row.map_err(&complaint)?;
            bytes += row.deal.len() + row.config.iter().map(|(_, value)| value.len()).sum::<usize>();
            games.push(row);
            if bytes >= LARGEST {
                break;
            }
        }
        for game in &mut games {
            game.seats = self.seats(game.id).map_err(&complaint)?;
        }
        pages.after = games.last().map_or(pages.last, |game| game.id);
        Ok(games)
    }

    /// Shows the games that are meant to whoever looks at them, oldest first, a page in memory at a time.
    ///
    /// # Errors
    /// If a date is none, the file can't be read, nobody waits for it any more, or the one who looks fails.
    pub fn for_each_game(
        &mut self,
        filter: &Filter,
        mut look: impl FnMut(&mut Archive, GameRow) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut pages = self.pages(filter)?;
        loop {
            let games = self.next_games(&mut pages)?;
            if games.is_empty() {
                return Ok(());
            }
            for game in games {
                self.check_wanted()?;
                look(self, game)?;
            }
        }
    }

    /// Shows the ratings over time, of one game or of all, to whoever looks at them, a page in memory at a time.
    ///
    /// # Errors
    /// If the file can't be read, nobody waits for it any more, or the one who looks fails.
    pub fn for_each_rating(
        &self,
        game: Option<&str>,
        mut look: impl FnMut(RatingRow) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let newest = "SELECT coalesce(max(id), 0) FROM ratings";
        let last: i64 = self.connection.query_row(newest, [], |row| row.get(0)).map_err(self.complaint())?;
        let mut after = 0;
        loop {
            self.check_wanted()?;
            let page = self.ratings_page(game, after, last)?;
            let Some((id, _)) = page.last() else { return Ok(()) };
            after = *id;
            page.into_iter().try_for_each(|(_, row)| look(row))?;
        }
    }
}
