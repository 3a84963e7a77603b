//! What was done at a table, beyond what it holds: read from the journal and played again, a page at a time.

use std::sync::Arc;

use tercet_store::Move;

use super::{Handle, Tables};
use crate::heavy::{blocking, heavy_with};
use crate::refusal::Refusal;
use crate::table::{LOG, Table, TableDetails, Viewer, broken};
use crate::wire::{LogView, TableView, TimeView};

/// The most lines of a log that are sent with a table: the last ones.
pub(crate) const SHOWN: usize = 100;

/// A page of what was done: after this state, and how much at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    pub(crate) after: u64,
    pub(crate) most: usize,
}

impl Page {
    /// How many of so many moves are before the page's end.
    fn end(self, moves: usize) -> usize {
        usize::try_from(self.after).unwrap_or(usize::MAX).saturating_add(self.most).min(moves)
    }

    /// After which state the next page begins, if there is more.
    fn next(self, moves: usize) -> Option<u64> {
        let end = self.end(moves);
        (end < moves).then_some(end as u64)
    }
}

/// A table as somebody saw it.
pub(super) struct Seen {
    view: TableView,
    viewer: Viewer,
    /// After which state the log is missing, and of which table.
    missing: Option<(u64, Kind)>,
}

impl Seen {
    /// What there is at hand, and with `since` all that came after it.
    pub(super) fn of(table: &Table, viewer: Viewer, since: Option<u64>) -> Seen {
        Seen::with_log_after(table, viewer, since, since)
    }

    /// All of it, for a socket that begins to watch.
    pub(super) fn whole(table: &Table, viewer: Viewer, since: Option<u64>) -> Seen {
        Seen::with_log_after(table, viewer, since, since.or(Some(0)))
    }

    fn with_log_after(table: &Table, viewer: Viewer, since: Option<u64>, log: Option<u64>) -> Seen {
        let missing = log.filter(|since| !table.holds_log_after(*since));
        let missing = missing.map(|since| (since, Kind::of(table)));
        Seen { view: table.view(viewer, since), viewer, missing }
    }
}

/// What a table is, to be played again.
struct Kind {
    name: String,
    key: i64,
    body: TableDetails,
    made_ms: i64,
}

impl Kind {
    fn of(table: &Table) -> Kind {
        let (name, body) = (table.name.clone(), table.body.clone());
        Kind { name, key: table.key, body, made_ms: table.made_ms }
    }

    /// The table after these moves, with so many lines of its log.
    fn after(self, moves: &[Move], lines: usize) -> Result<Table, Refusal> {
        Table::load_with_log(self.name, self.key, self.body, self.made_ms, moves, lines)
    }
}

impl Tables {
    /// A table as it is kept, played again elsewhere: that takes a while.
    pub(super) async fn again(self: &Arc<Tables>, table: &Table) -> Result<Table, Refusal> {
        let kind = Kind::of(table);
        let moves = self.moves(kind.key).await?;
        blocking(move || kind.after(&moves, LOG)).await.unwrap_or_else(|_| Err(broken()))
    }

    /// What was seen, with the part of the log that the table holds no more, read from the archive.
    pub(super) async fn whole(self: &Arc<Tables>, seen: Seen) -> Result<TableView, Refusal> {
        let Seen { mut view, viewer, missing } = seen;
        if let Some((since, kind)) = missing {
            let (key, state) = (kind.key, view.now.state);
            let read = move |mut moves: Vec<Move>| {
                moves.truncate(usize::try_from(state).unwrap_or(usize::MAX));
                let after = since.max((moves.len() as u64).saturating_sub(SHOWN as u64));
                Ok(kind.after(&moves, SHOWN)?.log_after(after, viewer))
            };
            view.log = heavy_with(self.moves(key), read).await?;
        }
        Ok(view)
    }

    /// A page of a table's log as the holders of some seats see it, and after which state the next one begins.
    pub(crate) async fn log(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        page: Page,
        viewer: impl FnOnce(&Table) -> Result<Viewer, Refusal>,
    ) -> Result<(Vec<LogView>, Option<u64>), Refusal> {
        let (kind, viewer) = {
            let table = handle.lock().await;
            table.check_whole()?;
            (Kind::of(&table), viewer(&table)?)
        };
        let key = kind.key;
        let read = move |moves: Vec<Move>| {
            let table = kind.after(&moves[..page.end(moves.len())], page.most)?;
            Ok((table.log_after(page.after, viewer), page.next(moves.len())))
        };
        heavy_with(self.moves(key), read).await
    }

    /// How long each thing that was done at a table took, from what was done before it, page by page.
    pub(crate) async fn times(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        page: Page,
    ) -> Result<(Vec<TimeView>, Option<u64>), Refusal> {
        let kind = {
            let table = handle.lock().await;
            table.check_whole()?;
            Kind::of(&table)
        };
        let key = kind.key;
        let read = move |moves: Vec<Move>| Ok((timed(kind, &moves, page)?, page.next(moves.len())));
        heavy_with(self.moves(key), read).await
    }
}

fn timed(kind: Kind, moves: &[Move], page: Page) -> Result<Vec<TimeView>, Refusal> {
    let moves = &moves[..page.end(moves.len())];
    let made_ms = kind.made_ms;
    let lines =
        kind.after(moves, page.most)?.log_after(page.after, Viewer { data: true, ..Viewer::default() });
    let first = moves.len() - lines.len();
    let mut before = first.checked_sub(1).map_or(made_ms, |last| moves[last].made_ms);
    let time = |(line, kept): (LogView, &Move)| {
        let ms = kept.made_ms - std::mem::replace(&mut before, kept.made_ms);
        let (events, data) = line.events.into_iter().map(|event| (event.text, event.data)).unzip();
        TimeView { number: line.number, seat: line.seat, ms: ms.max(0), events, data }
    };
    Ok(lines.into_iter().zip(&moves[first..]).map(time).collect())
}
