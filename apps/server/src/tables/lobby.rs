//! The lobby: tables that wait for whoever wants to play.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use super::{Handle, Tables};
use crate::refusal::Refusal;
use crate::table::Table;
use crate::wire::{Lobby, LobbyTable, SeatKind, in_a_list};

/// The most tables that are listed, the newest, and of one visitor.
const MOST: usize = 50;
const MOST_OF_A_VISITOR: usize = 3;

impl Tables {
    /// The tables of this server that were made for everybody, wait, have a free seat, and have somebody there who waits too.
    pub(crate) async fn lobby(&self) -> Result<Lobby, Refusal> {
        let public: Vec<Arc<Handle>> = {
            let open = self.read_open();
            open.values().filter(|handle| handle.is_in_lobby() && self.has(handle)).cloned().collect()
        };
        let mut waiting = Vec::new();
        for handle in public {
            let found = handle.glance(|table| Some((table.made_ms, handle.maker, listed(table)?))).await;
            waiting.extend(found);
        }
        Ok(Lobby { tables: shared_out(waiting) })
    }
}

/// The newest, by name, with a few at most of one client.
fn shared_out(mut waiting: Vec<(i64, Option<IpAddr>, LobbyTable)>) -> Vec<LobbyTable> {
    waiting.sort_by(|(one, _, a), (other, _, b)| (other, &a.table).cmp(&(one, &b.table)));
    let mut by_visitor: HashMap<IpAddr, usize> = HashMap::new();
    let mut has_room = |maker: Option<IpAddr>| {
        let Some(maker) = maker else { return true };
        let count = by_visitor.entry(maker).or_default();
        *count += 1;
        *count <= MOST_OF_A_VISITOR
    };
    let shared = waiting.into_iter().filter(|(_, maker, _)| has_room(*maker)).map(|(.., table)| table);
    let mut tables: Vec<LobbyTable> = shared.take(MOST).collect();
    tables.sort_by(|one, other| one.table.cmp(&other.table));
    tables
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
    use std::collections::BTreeMap;

    use super::*;

    fn table(name: String) -> LobbyTable {
        LobbyTable { table: name, game: "set".to_owned(), options: BTreeMap::default(), seats: Vec::new() }
    }

    #[test]
    fn who_makes_a_hundred_tables_hides_nobody_elses() {
        let (one, other) = (Some(IpAddr::from([192, 0, 2, 1])), Some(IpAddr::from([192, 0, 2, 2])));
        let many = (0..100).map(|number| (1000 + number, one, table(format!("many {number}"))));
        let all = many.chain([(5, other, table("own".to_owned()))]).collect();
        let names: Vec<String> = shared_out(all).into_iter().map(|table| table.table).collect();
        assert_eq!(names, ["many 97", "many 98", "many 99", "own"]);
        let crowd = (0..100).map(|number| {
            (i64::from(number), Some(IpAddr::from([192, 0, 2, number])), table(format!("{number:02}")))
        });
        let names: Vec<String> = shared_out(crowd.collect()).into_iter().map(|table| table.table).collect();
        assert_eq!((names.len(), names[0].as_str()), (50, "50"), "the newest");
    }
}
