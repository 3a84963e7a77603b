//! The lobby: tables that wait for whoever wants to play.

use std::sync::{Arc, PoisonError};

use super::{Handle, Tables};
use crate::refusal::Refusal;
use crate::table::Table;
use crate::wire::{Lobby, LobbyTable, SeatKind};

/// The most tables that are listed.
const MOST: usize = 50;

impl Tables {
    /// The tables of this server that were made for everybody, wait, have a free seat, and have somebody there who waits too.
    pub(crate) async fn lobby(&self) -> Result<Lobby, Refusal> {
        let public: Vec<Arc<Handle>> = {
            let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
            open.values().filter(|handle| handle.is_public && self.has(handle)).cloned().collect()
        };
        let mut tables = Vec::new();
        for handle in public {
            tables.extend(handle.glance(listed).await);
            if tables.len() == MOST {
                break;
            }
        }
        tables.sort_by(|one, other| one.table.cmp(&other.table));
        Ok(Lobby { tables })
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
        options: table.body.options.iter().cloned().collect(),
        seats,
    })
}
