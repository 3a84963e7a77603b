//! `/ws`: one socket looks at tables and acts at them.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use futures_util::SinkExt as _;
use tercet_game::Seat;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::app::App;
use crate::hall::{Handle, Look};
use crate::limits::{Place, Wish};
use crate::refusal::Refusal;
use crate::table::{Inbox, Outbox, Table, message_text, outbox};
use crate::tokens::Token;
use crate::wire::{Ask, RematchView, Tell};

/// The longest message that is read.
const LONGEST: usize = 16 * 1024;
/// What a socket reads at once: ten thousand of them wait most of the time.
const READ_BUFFER: usize = 2 * 1024;
/// How much may gather to be sent together.
const WRITE_BUFFER: usize = 16 * 1024;
/// How long one message may take to be sent.
const SLOWEST: Duration = Duration::from_secs(10);
/// How many tables one socket may watch.
const MOST_TABLES: usize = 16;

/// `GET /ws`
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let place = app.limiter.socket(address.ip())?;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(crate::table::BACKLOG)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST);
    Ok(upgrade.on_upgrade(move |socket| talk(app, socket, place)))
}

/// What a socket knows of the tables that it watches.
struct Client {
    app: Arc<App>,
    socket: u64,
    outbox: Arc<Outbox>,
    watched: HashMap<String, (Arc<Handle>, Vec<Token>)>,
    place: Place,
}

async fn talk(app: Arc<App>, mut socket: WebSocket, place: Place) {
    let (outbox, mut inbox) = outbox();
    let number = app.hall.next_socket();
    let limits = *app.limiter.limits();
    let mut client = Client { app, socket: number, outbox: Arc::new(outbox), watched: HashMap::new(), place };
    let mut ping = interval(limits.ping);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    loop {
        let is_going_on = tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(message)) => client.hear(message).await,
                    Some(Err(_)) | None => false,
                }
            }
            text = inbox.next() => match text {
                // Who does not read is not waited for.
                Some(text) => tokio::select! {
                    is_sent = tell(&mut socket, &mut inbox, text) => is_sent,
                    () = client.outbox.flooded() => false,
                },
                None => false,
            },
            _ = ping.tick() => {
                let ping = socket.send(Message::Ping(Bytes::new()));
                heard.elapsed() < limits.silence && is_in_time(ping).await
            }
        };
        if !is_going_on || client.outbox.is_overfull() {
            break;
        }
    }
    client.leave().await;
}

/// Sends a message, and with it all that wait: they go out together, which costs the system one call.
async fn tell(socket: &mut WebSocket, inbox: &mut Inbox, first: Utf8Bytes) -> bool {
    let mut next = Some(first);
    while let Some(text) = next {
        let length = text.len();
        let is_fed = is_in_time(socket.feed(Message::Text(text))).await;
        inbox.sent(length);
        if !is_fed {
            return false;
        }
        next = inbox.waiting();
    }
    is_in_time(socket.flush()).await
}

async fn is_in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> bool {
    timeout(SLOWEST, sending).await.is_ok_and(|sent| sent.is_ok())
}

impl Client {
    /// Hears a message; `false` ends the talk.
    async fn hear(&mut self, message: Message) -> bool {
        match message {
            Message::Text(text) => {
                self.answer(&text).await;
                true
            }
            Message::Binary(_) => {
                self.refuse(0, "", &Refusal::new("json", "messages are text"), None);
                true
            }
            Message::Ping(_) | Message::Pong(_) => true,
            Message::Close(_) => false,
        }
    }

    async fn answer(&mut self, text: &str) {
        let ask: Ask = match serde_json::from_str(text) {
            Ok(ask) => ask,
            Err(error) => return self.refuse(0, "", &Refusal::new("json", error.to_string()), None),
        };
        let (id, table) = address(&ask);
        let table = table.to_owned();
        match self.done(ask).await {
            Ok(Some(tell)) => self.say(&tell),
            Ok(None) => {
                if let Ok((handle, _)) = self.watched(&table) {
                    let state = handle.lock().await.state;
                    self.say(&Tell::Done { id, table, state });
                }
            }
            Err(refusal) => {
                let state = match self.watched.get(&table) {
                    Some((handle, _)) => Some(handle.lock().await.state),
                    None => None,
                };
                self.refuse(id, &table, &refusal, state);
            }
        }
    }

    /// Does what was asked. What there is to say beyond `done`, if anything.
    async fn done(&mut self, ask: Ask) -> Result<Option<Tell>, Refusal> {
        match ask {
            Ask::Act { table, seat, state, action, .. } => self.act(table, seat, state, action).await,
            // What is rare lies elsewhere, so that a socket that waits takes little room.
            rare => Box::pin(self.done_rarely(rare)).await,
        }
    }

    async fn done_rarely(&mut self, ask: Ask) -> Result<Option<Tell>, Refusal> {
        match ask {
            Ask::Watch { id, table, tokens, since, words } => {
                self.watch(id, table, &tokens, Look { since, words }).await.map(Some)
            }
            Ask::Unwatch { id, table } => self.unwatch(id, table).await.map(Some),
            Ask::Act { table, seat, state, action, .. } => self.act(table, seat, state, action).await,
            Ask::Undo { table, seat, state, .. } => {
                let undo = move |table: &mut Table, tokens: &[Token]| {
                    let seat = table.authorised(tokens, seat)?;
                    table.undo(seat, state)
                };
                self.change(&table, undo).await.map(|()| None)
            }
            Ask::Edit { table, state, edit, .. } => {
                let edit = move |table: &mut Table, tokens: &[Token]| {
                    table.authorised(tokens, Some(Seat::FIRST.0))?;
                    table.edit(state, &edit)
                };
                self.change(&table, edit).await.map(|()| None)
            }
            Ask::Hint { id, table, seat, bot } => {
                let (handle, tokens) = self.watched(&table)?;
                self.app.limiter.wish(self.place.address(), Wish::Hint)?;
                handle.visited_by(self.place.address());
                let hint = self.app.hall.hint(&handle, tokens, seat, bot).await?;
                Ok(Some(Tell::Hint { id, table, hint }))
            }
            Ask::Seat { table, seat, bot, .. } => {
                let (handle, tokens) = self.watched(&table)?;
                self.app.hall.reseat(&handle, tokens, seat, bot).await.map(|()| None)
            }
            Ask::Rematch { id, table } => {
                let (handle, tokens) = self.watched(&table)?;
                let RematchView { next, tokens } = self.app.hall.rematch(&handle, &tokens).await?;
                Ok(Some(Tell::Rematch { id, table, next, tokens }))
            }
        }
    }

    async fn act(
        &self,
        table: String,
        seat: Option<u8>,
        state: u64,
        action: String,
    ) -> Result<Option<Tell>, Refusal> {
        let act = move |table: &mut Table, tokens: &[Token]| {
            let seat = table.authorised(tokens, seat)?;
            table.act(seat, state, &action, None)
        };
        let (handle, tokens) = self.watched(&table)?;
        self.app.hall.attempt(&handle, move |table| act(table, &tokens), |_| ()).await.map(|()| None)
    }

    async fn unwatch(&mut self, id: u64, table: String) -> Result<Tell, Refusal> {
        let (handle, _) = self.watched(&table)?;
        self.app.hall.unwatch(&handle, self.socket).await;
        self.watched.remove(&table);
        let state = handle.lock().await.state;
        Ok(Tell::Done { id, table, state })
    }

    async fn watch(
        &mut self,
        id: u64,
        table: String,
        tokens: &[String],
        look: Look,
    ) -> Result<Tell, Refusal> {
        if self.watched.len() >= MOST_TABLES && !self.watched.contains_key(&table) {
            return Err(Refusal::new("limit", format!("a socket may watch {MOST_TABLES} tables")));
        }
        let handle = self.app.hall.find(&table).await?;
        let tokens: Vec<Token> = tokens.iter().map(|token| Token::given(token)).collect();
        handle.visited_by(self.place.address());
        let view = self.app.hall.watch(&handle, self.socket, &tokens, look, &self.outbox).await?;
        self.watched.insert(table, (handle, tokens));
        Ok(Tell::Table { id, table: Box::new(view) })
    }

    async fn change(
        &self,
        table: &str,
        work: impl FnOnce(&mut Table, &[Token]) -> Result<crate::table::Done, Refusal> + Send + 'static,
    ) -> Result<(), Refusal> {
        let (handle, tokens) = self.watched(table)?;
        handle.visited_by(self.place.address());
        self.app.hall.change(&handle, move |table| work(table, &tokens), |_| ()).await
    }

    fn watched(&self, table: &str) -> Result<(Arc<Handle>, Vec<Token>), Refusal> {
        let missing = || Refusal::new("table", "this socket does not watch that table");
        self.watched.get(table).cloned().ok_or_else(missing)
    }

    fn say(&self, tell: &Tell) {
        self.outbox.send(message_text(tell).into());
    }

    fn refuse(&self, id: u64, table: &str, refusal: &Refusal, state: Option<u64>) {
        self.say(&Tell::Refused { id, table: table.to_owned(), why: refusal.view(), state });
    }

    async fn leave(self) {
        for (handle, _) in self.watched.values() {
            self.app.hall.unwatch(handle, self.socket).await;
        }
    }
}

/// The id and the table of a message.
fn address(ask: &Ask) -> (u64, &str) {
    match ask {
        Ask::Watch { id, table, .. }
        | Ask::Unwatch { id, table }
        | Ask::Act { id, table, .. }
        | Ask::Undo { id, table, .. }
        | Ask::Edit { id, table, .. }
        | Ask::Hint { id, table, .. }
        | Ask::Seat { id, table, .. }
        | Ask::Rematch { id, table } => (*id, table),
    }
}
