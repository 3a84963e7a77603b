//! The lobby: tables that wait for whoever wants to play.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Handle, Tables};
use crate::refusal::Refusal;
use crate::table::Table;
use crate::wire::{Lobby, LobbyTable, SeatKind, in_a_list};

/// The most tables that are listed, the newest, and of one visitor.
const MOST: usize = 50;
const MOST_OF_A_VISITOR: usize = 3;

/// How many tables of one visitor are looked at: he may have made thousands.
const MOST_LOOKED_AT: usize = 8;

/// The names of tables that were made for everybody and may wait still: whoever asks for the lobby would look through all tables
/// otherwise.
#[derive(Debug, Default)]
pub(super) struct Waiting(Mutex<HashSet<String>>);

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a table that was let in.
    pub(super) fn note(&self, name: &str, handle: &Handle) {
        if handle.is_in_lobby() {
            self.lock().insert(name.to_owned());
        }
    }
}

impl Tables {
    /// The tables of this server that were made for everybody, wait, have a free seat, and have somebody there who waits too.
    pub(crate) async fn lobby(&self) -> Result<Lobby, Refusal> {
        let (mut tables, mut shares) = (Vec::new(), Shares::default());
        for handle in self.in_lobby() {
            if tables.len() == MOST {
                break;
            }
            if shares.may_look(handle.maker)
                && let Some(table) = handle.glance(listed).await
            {
                shares.listed(handle.maker);
                tables.push(table);
            }
        }
        tables.sort_by(|one, other| one.table.cmp(&other.table));
        Ok(Lobby { tables })
    }

    /// The tables that were made for everybody and have not begun, the newest first.
    fn in_lobby(&self) -> Vec<Arc<Handle>> {
        let mut handles = Vec::new();
        {
            let open = self.read_open();
            self.waiting.lock().retain(|name| {
                let handle = open.get(name).filter(|handle| handle.is_in_lobby() && self.has(handle));
                handles.extend(handle.cloned());
                handle.is_some()
            });
        }
        handles.sort_by_key(|handle| std::cmp::Reverse((handle.made_ms, handle.key)));
        handles
    }

    /// Forgets tables that wait no more.
    pub(super) fn sweep_lobby(&self) {
        drop(self.in_lobby());
    }
}

/// What each visitor has among the tables that are listed.
#[derive(Debug, Default)]
struct Shares(HashMap<IpAddr, Share>);

#[derive(Debug, Default)]
struct Share {
    looked_at: usize,
    listed: usize,
}

impl Shares {
    /// May another table of this visitor's be looked at? It is counted. Nobody is counted who is not known.
    fn may_look(&mut self, maker: Option<IpAddr>) -> bool {
        let Some(maker) = maker else { return true };
        let share = self.0.entry(maker).or_default();
        share.looked_at += 1;
        share.looked_at <= MOST_LOOKED_AT && share.listed < MOST_OF_A_VISITOR
    }

    /// A table of this visitor's is listed.
    fn listed(&mut self, maker: Option<IpAddr>) {
        if let Some(maker) = maker {
            self.0.entry(maker).or_default().listed += 1;
        }
    }
}

/// The table as it is listed, if somebody can sit down there.
fn listed(table: &Table) -> Option<LobbyTable> {
    let seats = table.body.seat_views(table.here(), table.ready);
    let is_free = seats.iter().any(|seat| seat.kind == SeatKind::Open);
    let waits_for = seats.iter().any(|seat| seat.kind == SeatKind::Person && seat.here);
    (table.body.waits && is_free && waits_for).then(|| LobbyTable {
        table: table.name.clone(),
        game: table.body.game.clone(),
        options: table.body.options.iter().map(|(key, value)| (key.clone(), in_a_list(value))).collect(),
        seats,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_makes_a_thousand_tables_hides_nobody_elses_and_has_a_few_looked_at() {
        let mut shares = Shares::default();
        let (one, other) = (Some(IpAddr::from([192, 0, 2, 1])), Some(IpAddr::from([192, 0, 2, 2])));
        let looked_at = (0..1000).filter(|_| shares.may_look(one)).count();
        assert_eq!(looked_at, MOST_LOOKED_AT, "nobody is there at any of them");
        let mut listed = 0;
        for _ in 0..1000 {
            if shares.may_look(other) {
                shares.listed(other);
                listed += 1;
            }
        }
        assert_eq!(listed, MOST_OF_A_VISITOR);
        assert!((0..100).all(|_| shares.may_look(None)), "nobody is counted");
    }
}
