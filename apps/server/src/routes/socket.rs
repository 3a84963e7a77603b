//! `/ws`: one socket looks at tables and acts at them.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use futures_util::SinkExt as _;
use tercet_game::Seat;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until, timeout};

use crate::app::{App, until_stopping};
use crate::cluster::{Cluster, FromPeer, Relays};
use crate::connections::{Link, most_sockets};
use crate::limits::{LimitedAction, Place, limit_key};
use crate::refusal::Refusal;
use crate::shares::asked_by;
use crate::table::{Outbox, Table, message_text};
use crate::tables::{Handle, Look, TableLocation};
use crate::tokens::Token;
use crate::wire::{ClientMessage, RematchView, ServerMessage};

/// The longest message that is read.
const LONGEST: usize = 16 * 1024;
/// What a socket reads at once: ten thousand of them wait most of the time.
const READ_BUFFER: usize = 2 * 1024;
/// How much may gather to be sent together. A socket keeps the room that this once took.
const WRITE_BUFFER: usize = 2 * 1024;
/// How long one message may take to be sent.
const SLOWEST: Duration = Duration::from_secs(10);
/// How long a client has to hear why the server goes.
const PARTING: Duration = Duration::from_secs(2);
/// How long a client has whose last message is not read to its end.
const LINGER: Duration = Duration::from_millis(500);
/// Close codes of RFC 6455 and its registry: against what is allowed, too long, the server restarts.
const POLICY: u16 = 1008;
const TOO_LONG: u16 = 1009;
const RESTART: u16 = 1012;
/// How many tables one socket may watch.
const MOST_TABLES: usize = 16;
/// How many seats' tokens it may give for one of them: they are kept, and looked at with every message.
const MOST_TOKENS: usize = 64;

/// `GET /ws`
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    from_peer: Option<Extension<FromPeer>>,
    link: Option<Extension<Arc<Link>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let other = |error: WebSocketUpgradeRejection| {
        Refusal::new("upgrade", format!("this address is for WebSockets: {}", error.body_text()))
    };
    let upgrade = upgrade.map_err(other)?;
    if app.tables.metrics.sockets.count() >= most_sockets(app.limiter.limits()) {
        return Err(Refusal::new(
            "limit",
            "the server has as many sockets as it can; come again in a moment",
        ));
    }
    let place = app.limiter.socket(address.ip())?;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(crate::table::BACKLOG)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST);
    // What another server hands on is handed on no further.
    let cluster = app.cluster.clone().filter(|_| from_peer.is_none());
    let visitor = limit_key(address.ip());
    if let Some(Extension(link)) = link
        && from_peer.is_none()
    {
        link.belongs_to(visitor);
    }
    Ok(upgrade.on_upgrade(move |socket| asked_by(Some(visitor), talk(app, cluster, socket, place))))
}

/// What a socket knows of the tables that it watches.
struct Client {
    app: Arc<App>,
    socket: u64,
    outbox: Arc<Outbox>,
    watched: HashMap<String, (Arc<Handle>, Vec<Token>)>,
    /// Tables at other servers.
    relays: Option<Box<Relays>>,
    place: Place,
}

/// Why the server ends a talk: a code of WebSocket's close frames and words for it.
struct CloseReason {
    code: u16,
    reason: String,
}

/// Whether the talk goes on; if not, why the server ends it, if it is the server.
type Step = Result<(), Option<CloseReason>>;

impl CloseReason {
    fn new(code: u16, reason: impl Into<String>) -> CloseReason {
        CloseReason { code, reason: reason.into() }
    }

    /// What a client left unread is dropped with it.
    fn slow() -> CloseReason {
        let waits = crate::table::BACKLOG / 1024;
        CloseReason::new(POLICY, format!("messages to you are not being read; {waits} KiB may wait"))
    }

    fn silent(time: Duration) -> CloseReason {
        CloseReason::new(POLICY, format!("nothing was heard of you for {} s", time.as_secs()))
    }

    /// The page comes back by itself after this time.
    fn restart() -> CloseReason {
        CloseReason::new(RESTART, "the server restarts; come back in 1 s")
    }
}

/// Talks until the client goes, says or reads too much or too little, or the server stops.
async fn talk(app: Arc<App>, cluster: Option<Arc<Cluster>>, mut socket: WebSocket, place: Place) {
    let outbox = Arc::new(Outbox::default());
    let relays = cluster.map(|cluster| Box::new(Relays::new(cluster, place.address(), Arc::clone(&outbox))));
    let number = app.tables.next_socket();
    let own = Arc::clone(&app);
    let _counted = own.tables.metrics.sockets.enter();
    let mut client = Client { app, socket: number, outbox, watched: HashMap::new(), relays, place };
    let farewell = client.talk(&mut socket).await;
    let address = client.place.address();
    Box::pin(client.leave()).await;
    if let Some(CloseReason { code, reason }) = farewell {
        if own.limiter.is_worth_a_line() {
            tracing::info!(target: "tercet::audit", client = %address, code, "a socket was closed: {reason}");
        }
        own.tables.metrics.closed(code);
        let frame = CloseFrame { code, reason: reason.into() };
        // Who does not read does not read this either.
        let _ = Box::pin(timeout(PARTING, part(&mut socket, frame))).await;
    }
}

/// Sends the last frame, and waits until the client has answered it or gone.
async fn part(socket: &mut WebSocket, frame: CloseFrame) {
    let is_unread = frame.code == TOO_LONG;
    if socket.send(Message::Close(Some(frame))).await.is_ok() {
        while let Some(Ok(_)) = socket.recv().await {}
    }
    // Closing a connection with something unread resets it: the client must have read the frame by then.
    if is_unread {
        sleep(LINGER).await;
    }
}

/// Sends a message, and with it all that wait: they go out together, which costs the system one call.
async fn send(socket: &mut WebSocket, outbox: &Outbox, first: Utf8Bytes) -> Step {
    let mut next = Some(first);
    while let Some(text) = next {
        let length = text.len();
        let fed = in_time(socket.feed(Message::Text(text))).await;
        outbox.sent(length);
        fed?;
        next = outbox.waiting();
    }
    in_time(socket.flush()).await
}

/// The next message, from this moment on.
async fn listen(socket: &mut WebSocket, from: Instant) -> Option<Result<Message, axum::Error>> {
    sleep_until(from).await;
    socket.recv().await
}

/// A message that is too long is answered; a socket that is broken otherwise can't be.
fn too_long(error: &axum::Error) -> Option<CloseReason> {
    let is_long = error.to_string().contains("too long");
    is_long.then(|| CloseReason::new(TOO_LONG, format!("a message has {} KiB at most", LONGEST / 1024)))
}

/// Sends, if the client takes it in time.
async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Step {
    match timeout(SLOWEST, sending).await {
        Ok(sent) => sent.map_err(|_| None),
        Err(_) => Err(Some(CloseReason::slow())),
    }
}

impl Client {
    /// Talks to the end; why the server ends it, if it does.
    async fn talk(&mut self, socket: &mut WebSocket) -> Option<CloseReason> {
        let limits = *self.app.limiter.limits();
        let mut stopping = self.app.stopping.clone();
        let mut ping = interval(limits.ping);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        let mut listens = heard;
        loop {
            let step = tokio::select! {
                message = listen(socket, listens) => {
                    heard = Instant::now();
                    listens = heard + self.app.pace.count(limit_key(self.place.address()), 1);
                    match message {
                        // Ten thousand sockets wait most of the time: what answering needs is made when it is needed.
                        Some(Ok(message)) => Box::pin(self.receive(message)).await,
                        Some(Err(error)) => Err(too_long(&error)),
                        None => Err(None),
                    }
                }
                text = self.outbox.next() => tokio::select! {
                    step = Box::pin(send(socket, &self.outbox, text)) => step,
                    // Who does not read is not waited for.
                    () = self.outbox.flooded() => Err(Some(CloseReason::slow())),
                },
                _ = ping.tick() => if heard.elapsed() < limits.silence {
                    in_time(socket.send(Message::Ping(Bytes::new()))).await
                } else {
                    Err(Some(CloseReason::silent(limits.silence)))
                },
                () = self.outbox.ended() => Err(Some(CloseReason::restart())),
                () = until_stopping(&mut stopping) => Err(Some(CloseReason::restart())),
            };
            if let Err(farewell) = step {
                return farewell;
            }
            if self.outbox.is_overfull() {
                return Some(CloseReason::slow());
            }
        }
    }

    /// Hears a message.
    async fn receive(&mut self, message: Message) -> Step {
        match message {
            Message::Text(text) => return self.answer(&text).await,
            Message::Binary(_) => self.refuse(0, "", &Refusal::new("json", "messages are text"), None),
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(_) => return Err(None),
        }
        Ok(())
    }

    async fn answer(&mut self, text: &str) -> Step {
        let ask: ClientMessage = match serde_json::from_str(text) {
            Ok(ask) => ask,
            Err(error) => {
                self.refuse(0, "", &Refusal::new("json", error.to_string()), None);
                return Ok(());
            }
        };
        if self.relays.is_some() && Box::pin(self.relay(&ask, text)).await? {
            return Ok(());
        }
        self.answer_here(ask).await
    }

    /// Hands a message about a table of another server on; was it one? Who can't be helped now comes back in a moment.
    async fn relay(&mut self, ask: &ClientMessage, text: &str) -> Result<bool, Option<CloseReason>> {
        let Some(relays) = &mut self.relays else { return Ok(false) };
        let (_, table) = address(ask);
        let come_back = |_: Refusal| Some(CloseReason::restart());
        if !matches!(ask, ClientMessage::Watch { .. }) {
            if !relays.has(table) {
                return Ok(false);
            }
            relays.hand_on(table, text).await.map_err(come_back)?;
            if matches!(ask, ClientMessage::Unwatch { .. }) {
                relays.forget(table);
            }
            return Ok(true);
        }
        let is_full = self.watched.len() + relays.count() >= MOST_TABLES;
        match self.app.tables.locate(table).await {
            Ok(TableLocation::There(_)) if is_full && !relays.has(table) => Ok(false),
            Ok(TableLocation::There(peer)) => {
                relays.watch(&peer, table, text).await.map_err(come_back).map(|()| true)
            }
            Err(refusal) if refusal.after.is_some() => Err(Some(CloseReason::restart())),
            Ok(TableLocation::Here(_)) | Err(_) => {
                relays.forget(table);
                Ok(false)
            }
        }
    }

    async fn answer_here(&mut self, ask: ClientMessage) -> Step {
        let (id, table) = address(&ask);
        let table = table.to_owned();
        match self.done(ask).await {
            Ok(Some(message)) => self.say(&message),
            Ok(None) => {
                if let Ok((handle, _)) = self.watched(&table) {
                    let state = handle.lock().await.state;
                    self.say(&ServerMessage::Done { id, table, state });
                }
            }
            // Nothing was done: the client comes back and asks again, where the table is then.
            Err(refusal) if refusal.code == "moved" => return Err(Some(CloseReason::restart())),
            Err(refusal) => {
                let state = match self.watched.get(&table) {
                    Some((handle, _)) => Some(handle.lock().await.state),
                    None => None,
                };
                self.refuse(id, &table, &refusal, state);
            }
        }
        Ok(())
    }

    /// Does what was asked. What there is to say beyond `done`, if anything.
    async fn done(&mut self, ask: ClientMessage) -> Result<Option<ServerMessage>, Refusal> {
        match ask {
            ClientMessage::Act { table, seat, state, action, .. } => {
                self.act(table, seat, state, action).await
            }
            // What is rare lies elsewhere, so that a socket that waits takes little room.
            rare => Box::pin(self.done_rarely(rare)).await,
        }
    }

    async fn done_rarely(&mut self, ask: ClientMessage) -> Result<Option<ServerMessage>, Refusal> {
        match ask {
            ClientMessage::Watch { id, table, tokens, since, words, data } => {
                self.watch(id, table, &tokens, Look { since, words, data }).await.map(Some)
            }
            ClientMessage::Unwatch { id, table } => self.unwatch(id, table).await.map(Some),
            ClientMessage::Act { table, seat, state, action, .. } => {
                self.act(table, seat, state, action).await
            }
            ClientMessage::Undo { table, seat, state, .. } => {
                let undo = move |table: &mut Table, tokens: &[Token]| {
                    let seat = table.authorised(tokens, seat)?;
                    table.undo(seat, state)
                };
                self.change(&table, undo).await.map(|()| None)
            }
            ClientMessage::Edit { table, state, edit, .. } => {
                let edit = move |table: &mut Table, tokens: &[Token]| {
                    table.authorised(tokens, Some(Seat::FIRST.0))?;
                    table.edit(state, &edit)
                };
                self.change(&table, edit).await.map(|()| None)
            }
            ClientMessage::Hint { id, table, seat, bot } => {
                let (handle, tokens) = self.watched(&table)?;
                self.app.limiter.count(self.place.address(), LimitedAction::Hint)?;
                handle.visited_by(self.place.address());
                let hint = self.app.tables.hint(&handle, tokens, seat, bot).await?;
                Ok(Some(ServerMessage::Hint { id, table, hint }))
            }
            ClientMessage::Seat { table, seat, bot, .. } => {
                let (handle, tokens) = self.watched(&table)?;
                self.app.limiter.count(self.place.address(), LimitedAction::Join)?;
                self.app.tables.reseat(&handle, tokens, seat, bot).await.map(|()| None)
            }
            ClientMessage::Ready { table, seat, ready, .. } => {
                let (handle, tokens) = self.watched(&table)?;
                self.app.tables.ready(&handle, &tokens, seat, ready).await.map(|()| None)
            }
            ClientMessage::Say { table, seat, words, .. } => {
                let (handle, tokens) = self.watched(&table)?;
                let mut table = handle.lock().await;
                table.check_whole()?;
                let seat = table.authorised(&tokens, seat)?;
                table.say(seat, &words).map(|()| None)
            }
            ClientMessage::Rematch { id, table } => {
                let (handle, tokens) = self.watched(&table)?;
                self.app.limiter.count(self.place.address(), LimitedAction::Table)?;
                let RematchView { next, tokens } = self.app.tables.rematch(&handle, &tokens).await?;
                Ok(Some(ServerMessage::Rematch { id, table, next, tokens }))
            }
        }
    }

    async fn act(
        &self,
        table: String,
        seat: Option<u8>,
        state: u64,
        action: String,
    ) -> Result<Option<ServerMessage>, Refusal> {
        let act = move |table: &mut Table, tokens: &[Token]| {
            let seat = table.authorised(tokens, seat)?;
            table.act(seat, state, &action, None)
        };
        let (handle, tokens) = self.watched(&table)?;
        self.app.tables.attempt(&handle, move |table| act(table, &tokens), |_| ()).await.map(|()| None)
    }

    async fn unwatch(&mut self, id: u64, table: String) -> Result<ServerMessage, Refusal> {
        let (handle, _) = self.watched(&table)?;
        self.app.tables.unwatch(&handle, self.socket).await;
        self.watched.remove(&table);
        let state = handle.lock().await.state;
        drop(handle);
        self.app.tables.let_finished_go(&table);
        Ok(ServerMessage::Done { id, table, state })
    }

    async fn watch(
        &mut self,
        id: u64,
        table: String,
        tokens: &[String],
        look: Look,
    ) -> Result<ServerMessage, Refusal> {
        let elsewhere = self.relays.as_ref().map_or(0, |relays| relays.count());
        if self.watched.len() + elsewhere >= MOST_TABLES && !self.watched.contains_key(&table) {
            return Err(Refusal::new("limit", format!("a socket may watch {MOST_TABLES} tables")));
        }
        if tokens.len() > MOST_TOKENS {
            return Err(Refusal::new(
                "limit",
                format!("a table has no more than {MOST_TOKENS} seats' tokens"),
            ));
        }
        let handle = self.app.tables.find(&table).await?;
        let tokens: Vec<Token> = tokens.iter().map(|token| Token::given(token)).collect();
        handle.visited_by(self.place.address());
        let visitor = limit_key(self.place.address());
        let view = self.app.tables.watch(&handle, self.socket, &tokens, look, &self.outbox, visitor).await?;
        self.watched.insert(table, (handle, tokens));
        Ok(ServerMessage::Table { id, table: Box::new(view) })
    }

    async fn change(
        &self,
        table: &str,
        work: impl FnOnce(&mut Table, &[Token]) -> Result<crate::table::Done, Refusal> + Send + 'static,
    ) -> Result<(), Refusal> {
        let (handle, tokens) = self.watched(table)?;
        handle.visited_by(self.place.address());
        self.app.tables.change(&handle, move |table| work(table, &tokens), |_| ()).await
    }

    fn watched(&self, table: &str) -> Result<(Arc<Handle>, Vec<Token>), Refusal> {
        let missing = || Refusal::new("table", "this socket does not watch that table");
        self.watched.get(table).cloned().ok_or_else(missing)
    }

    fn say(&self, message: &ServerMessage) {
        let text = message_text(message);
        self.app.pace.answered(limit_key(self.place.address()), text.len());
        self.outbox.send(text.into());
    }

    fn refuse(&self, id: u64, table: &str, refusal: &Refusal, state: Option<u64>) {
        self.app.tables.metrics.refused(refusal.code.clone());
        if matches!(refusal.code.as_ref(), "token" | "limit") && self.app.limiter.is_worth_a_line() {
            let (client, code) = (self.place.address(), refusal.code.as_ref());
            tracing::warn!(target: "tercet::audit", %client, code, "a socket was refused");
        }
        self.say(&ServerMessage::Refused { id, table: table.to_owned(), why: refusal.view(), state });
    }

    async fn leave(self) {
        for (table, (handle, _)) in self.watched {
            self.app.tables.unwatch(&handle, self.socket).await;
            drop(handle);
            self.app.tables.let_finished_go(&table);
        }
    }
}

/// The id and the table of a message.
fn address(ask: &ClientMessage) -> (u64, &str) {
    match ask {
        ClientMessage::Watch { id, table, .. }
        | ClientMessage::Unwatch { id, table }
        | ClientMessage::Act { id, table, .. }
        | ClientMessage::Undo { id, table, .. }
        | ClientMessage::Edit { id, table, .. }
        | ClientMessage::Hint { id, table, .. }
        | ClientMessage::Seat { id, table, .. }
        | ClientMessage::Ready { id, table, .. }
        | ClientMessage::Say { id, table, .. }
        | ClientMessage::Rematch { id, table } => (*id, table),
    }
}
