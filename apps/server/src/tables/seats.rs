//! Who sits where: joining, leaving, coming back, and who is here.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tercet_entry::clean_name;
use tercet_game::{Seat, Seats};
use tokio::time::Instant;

use super::history::Seen;
use super::{Handle, Tables};
use crate::bots;
use crate::refusal::Refusal;
use crate::table::{Done, Outbox, Table, Viewer};
use crate::tokens::Token;
use crate::wire::{SeatKind, SeatToken, TableView};

impl Tables {
    /// Lets somebody sit down at an open seat.
    pub(crate) async fn join(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        wanted: Option<u8>,
        name: &str,
    ) -> Result<SeatToken, Refusal> {
        let (token, name) = (Token::draw(), clean_name(name)?);
        let own = token.clone();
        let sit = move |table: &mut Table| {
            if table.body.counts() {
                bots::check_person(&name)?;
            }
            let is_open = |(_, seat): &(usize, &mut crate::table::SeatDetails)| seat.kind() == SeatKind::Open;
            let mut open = table.body.seats.iter_mut().enumerate().filter(is_open);
            let found = open.find(|(index, _)| wanted.is_none_or(|wanted| usize::from(wanted) == *index));
            let (index, seat) = found.ok_or_else(|| Refusal::new("full", "that seat is not open"))?;
            seat.name = name;
            seat.token = Some(own.hash());
            // Who sits down and never looks has gone away at once.
            table.away[index] = Some(Instant::now());
            Ok(index as u8)
        };
        let seat = self.change_seats(handle, sit).await?;
        Ok(SeatToken { seat, token: token.reveal().to_owned() })
    }

    /// Gives a seat to a bot, or back to its person.
    pub(crate) async fn reseat(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        tokens: Vec<Token>,
        seat: u8,
        bot: Option<String>,
    ) -> Result<(), Refusal> {
        let patience = self.limits.patience;
        let change = move |table: &mut Table| {
            let held = table.body.held(&tokens);
            if held.is_empty() {
                return Err(Refusal::new("token", "no seat of this table has that token"));
            }
            let is_own = held.contains(Seat(seat));
            if !is_own && (bot.is_none() || !has_left(table, Seat(seat), patience)) {
                let why = "only your own seat, or that of somebody who keeps the table waiting, can be given to a bot";
                return Err(Refusal::new("seat", why));
            }
            let bot = bot.map(|bot| bots::check(&*table.game, &bot)).transpose()?;
            let played = &mut table.body.seats[usize::from(seat)];
            played.assisted |= bot.is_some();
            played.bot = bot;
            Ok(())
        };
        self.change_seats(handle, change).await
    }

    /// A seat is ready to begin, or not yet; once everybody is, the game begins after a moment.
    pub(crate) async fn ready(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        tokens: &[Token],
        seat: Option<u8>,
        is_ready: bool,
    ) -> Result<(), Refusal> {
        let mut table = handle.lock().await;
        table.check_whole()?;
        let seat = table.authorised(tokens, seat)?;
        // Only changes are sent: a client that repeats itself would flood everybody.
        if table.set_ready(seat, is_ready)? {
            self.wake(handle, &mut table);
            table.send_seats();
        }
        Ok(())
    }

    /// Begins the game of a table that has waited, if everybody is still ready.
    pub(super) async fn begin(self: &Arc<Tables>, handle: &Arc<Handle>) -> Result<(), Refusal> {
        let start = |table: &mut Table| {
            if !table.is_ready() {
                return Err(Refusal::new("waiting", "somebody is not ready any more"));
            }
            table.body.waits = false;
            table.starts = None;
            Ok(())
        };
        self.change_seats(handle, start).await
    }

    /// Changes who sits at a table.
    async fn change_seats<T: Send + 'static>(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        work: impl FnOnce(&mut Table) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (tables, handle) = (Arc::clone(self), Arc::clone(handle));
        let task = tokio::spawn(async move {
            let mut table = handle.lock().await;
            table.check_whole()?;
            let before = table.body.clone();
            let done = work(&mut table)?;
            let change = Done { changes: vec![table.body_change()] };
            if let Err(refusal) = tables.keep(&mut table, change).await {
                table.body = before;
                return Err(refusal);
            }
            handle.note_lobby(&table);
            tables.wake(&handle, &mut table);
            handle.send_seats(&mut table, &tokio::runtime::Handle::current());
            Ok(done)
        });
        task.await.unwrap_or_else(|_| Err(Refusal::new("broken", "this table has failed; begin another")))
    }

    /// Lets a socket watch a table, and shows everybody that it does.
    pub(crate) async fn watch(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        socket: u64,
        tokens: &[Token],
        look: Look,
        outbox: &Arc<Outbox>,
        visitor: IpAddr,
    ) -> Result<TableView, Refusal> {
        let (tokens, outbox) = (tokens.to_vec(), Arc::clone(outbox));
        let (tables, own) = (Arc::clone(self), Arc::clone(handle));
        let runtime = tokio::runtime::Handle::current();
        let watch = move |table: &mut Table| {
            table.check_whole()?;
            let seats = table.body.held(&tokens);
            if seats.is_empty() && !tokens.is_empty() {
                return Err(Refusal::new("token", "no seat of this table has that token"));
            }
            let viewer = look.by(seats);
            let was_empty = table.audience.is_empty();
            let looks_again = table.audience.has(socket, viewer);
            table.audience.join(socket, visitor, viewer, &outbox)?;
            for seat in seats.iter() {
                table.away[seat.index()] = None;
            }
            if was_empty && table.body.people() == 0 {
                let _runtime = runtime.enter();
                tables.wake(&own, table);
            }
            // Who looks again changes nothing for the others.
            if !looks_again {
                own.send_seats(table, &runtime);
            }
            Ok(Seen::whole(table, viewer, look.since))
        };
        self.whole(handle.look(watch).await??).await
    }

    /// A socket looks away.
    pub(crate) async fn unwatch(&self, handle: &Arc<Handle>, socket: u64) {
        let mut table = handle.lock().await;
        let before = table.audience.here();
        table.audience.leave(socket);
        for seat in before.without(table.audience.here()).iter() {
            table.away[seat.index()] = Some(Instant::now());
        }
        if table.audience.is_empty() && table.body.people() == 0 {
            table.hush();
        }
        handle.send_seats(&mut table, &tokio::runtime::Handle::current());
    }
}

/// How somebody looks at a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    pub(crate) since: Option<u64>,
    pub(crate) words: bool,
    pub(crate) data: bool,
}

impl Look {
    /// Who holds these seats and looks so.
    pub(super) fn by(self, seats: Seats) -> Viewer {
        Viewer { seats, words: self.words, data: self.data }
    }
}

/// Is the person at this seat away, and has kept the others waiting for so long?
fn has_left(table: &Table, seat: Seat, patience: Duration) -> bool {
    let is_person = table.body.seats.get(seat.index()).is_some_and(|seat| seat.kind() == SeatKind::Person);
    let is_away = table.is_away(seat, patience);
    let keeps_waiting = table.turn().contains(seat) && table.moved.elapsed() >= patience;
    is_person && is_away && (table.body.waits || keeps_waiting)
}
