//! `/ws`: one socket looks at tables and acts at them.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use tercet_game::Seat;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::app::App;
use crate::hall::{Handle, Look};
use crate::limits::Place;
use crate::refusal::Refusal;
use crate::table::{Outbox, Table, message_text, outbox};
use crate::tokens::Token;
use crate::wire::{Ask, RematchView, Tell};

/// The longest message that is read.
const LONGEST: usize = 16 * 1024;
/// What a socket reads at once: ten thousand of them wait most of the time.
const READ_BUFFER: usize = 4 * 1024;
/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(20);
/// After how long without an answer it is dropped.
const SILENCE: Duration = Duration::from_mins(1);
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
        .write_buffer_size(READ_BUFFER)
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
}

async fn talk(app: Arc<App>, mut socket: WebSocket, _place: Place) {
    let (outbox, mut inbox) = outbox();
    let number = app.hall.next_socket();
    let mut client = Client { app, socket: number, outbox: Arc::new(outbox), watched: HashMap::new() };
    let mut ping = interval(PING);
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
                Some(text) => {
                    let length = text.len();
                    // Who does not read is not waited for.
                    let is_sent = tokio::select! {
                        is_sent = send(&mut socket, Message::Text(text)) => is_sent,
                        () = client.outbox.flooded() => false,
                    };
                    inbox.sent(length);
                    is_sent
                }
                None => false,
            },
            _ = ping.tick() => {
                heard.elapsed() < SILENCE && send(&mut socket, Message::Ping(Bytes::new())).await
            }
        };
        if !is_going_on || client.outbox.is_overfull() {
            break;
        }
    }
    client.leave().await;
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    timeout(SLOWEST, socket.send(message)).await.is_ok_and(|sent| sent.is_ok())
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
            Ask::Watch { id, table, tokens, since, words } => {
                return self.watch(id, table, &tokens, Look { since, words }).await.map(Some);
            }
            Ask::Unwatch { id, table } => {
                let (handle, _) = self.watched(&table)?;
                self.app.hall.unwatch(&handle, self.socket).await;
                self.watched.remove(&table);
                let state = handle.lock().await.state;
                return Ok(Some(Tell::Done { id, table, state }));
            }
            Ask::Act { table, seat, state, action, .. } => {
                self.change(&table, move |table, tokens| {
                    let seat = table.authorised(tokens, seat)?;
                    table.act(seat, state, &action, None)
                })
                .await?;
            }
            Ask::Undo { table, seat, state, .. } => {
                self.change(&table, move |table, tokens| {
                    let seat = table.authorised(tokens, seat)?;
                    table.undo(seat, state)
                })
                .await?;
            }
            Ask::Edit { table, state, edit, .. } => {
                self.change(&table, move |table, tokens| {
                    table.authorised(tokens, Some(Seat::FIRST.0))?;
                    table.edit(state, &edit)
                })
                .await?;
            }
            Ask::Hint { id, table, seat, bot } => {
                let (handle, tokens) = self.watched(&table)?;
                let hint = self.app.hall.hint(&handle, tokens, seat, bot).await?;
                return Ok(Some(Tell::Hint { id, table, hint }));
            }
            Ask::Seat { table, seat, bot, .. } => {
                let (handle, tokens) = self.watched(&table)?;
                self.app.hall.reseat(&handle, tokens, seat, bot).await?;
            }
            Ask::Rematch { id, table } => {
                let (handle, tokens) = self.watched(&table)?;
                let RematchView { next, tokens } = self.app.hall.rematch(&handle, &tokens).await?;
                return Ok(Some(Tell::Rematch { id, table, next, tokens }));
            }
        }
        Ok(None)
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
