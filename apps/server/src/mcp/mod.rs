//! Agents: the tables as tools of the Model Context Protocol. There are no sessions: the game's id and the seat's token are
//! arguments, so an agent may play many games at once and sees its own seats only.

mod answer;
mod http;
mod prompts;
mod tolerant;

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use axum::extract::ConnectInfo;
use axum::http::request::Parts;
use rmcp::handler::server::router::prompt::PromptRouter;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt as _, prompt_handler, tool, tool_handler, tool_router,
};
use schemars::JsonSchema;
use serde::Deserialize;
use tercet_catalog::games;
use tercet_store::Archive;
use tokio::time::Instant;

use self::answer::{refused, table_answer};
pub(crate) use self::http::{authorise, service};
use crate::app::App;
use crate::evaluation::List;
use crate::heavy::heavy;
use crate::limits::{LimitedAction, Limits, limit_key};
use crate::priority::Urgency;
use crate::readers::Readers;
use crate::refusal::Refusal;
use crate::shares::{asked_by, visitor};
use crate::table::{Table, Viewer};
use crate::tables::{Look as TableLook, Tables};
use crate::tokens::Token;
use crate::wire::{Evaluation, NewSeat, NewTable};

/// Answers one agent over stdin and stdout, until it goes. Nothing else may write to stdout.
///
/// # Errors
/// If the archive can't be opened, or what comes in is not the protocol.
pub async fn serve_stdio(data: &Path) -> anyhow::Result<()> {
    let tables = Tables::new(
        Archive::open(data, games())?,
        Readers::open(data, 1, Urgency::Soon)?,
        List::open(data)?,
        1,
        Limits::default(),
    );
    let agents = Agents::new(Arc::new(tables.context("threads could not be started")?), None);
    let service = agents.serve(rmcp::transport::stdio()).await.context("the agent did not greet")?;
    service.waiting().await.context("the agent was lost")?;
    Ok(())
}

/// The tools.
#[derive(Clone)]
pub(crate) struct Agents {
    tables: Arc<Tables>,
    app: Option<Arc<App>>,
    tool_router: ToolRouter<Self>,
    prompt_router: PromptRouter<Self>,
}

/// What `new_game` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewGame {
    /// Which game: set, machi or triangle.
    game: String,
    /// Options of the rules, each a text; see the prompts for what there is.
    #[serde(default)]
    options: std::collections::BTreeMap<String, String>,
    /// Who else plays, seat by seat after yours: names of bots, or `me` for another seat of your own.
    #[serde(default)]
    opponents: Vec<String>,
    /// A seed, for the same deal again; it is shown. Without one the deal is secret until the end.
    seed: Option<u64>,
    /// A game of the server's list for evaluation. Options and opponents are fixed, hints and taking back are off, and the deal is
    /// secret until the end.
    evaluation: Option<Evaluation>,
}

/// What tools that look take.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Look {
    /// The game's id, as `new_game` told it.
    game_id: String,
    /// Your seat's token; without one you only look on.
    seat_token: Option<String>,
    /// Without the picture, where text is enough.
    #[serde(default)]
    text_only: bool,
}

/// What `act` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Act {
    /// The game's id.
    game_id: String,
    /// Your seat's token.
    seat_token: String,
    /// What to do, in the game's notation, as `legal_actions` lists it.
    action: String,
    /// The state that you saw; an action for any other is refused. The present one if left out.
    state: Option<u64>,
    /// Without the picture, where text is enough.
    #[serde(default)]
    text_only: bool,
}

/// What `hint` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Hint {
    /// The game's id.
    game_id: String,
    /// Your seat's token.
    seat_token: String,
    /// Whose advice; the game's own choice if left out.
    bot: Option<String>,
}

/// What tools about the game as a whole take.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Which {
    /// The game's id.
    game_id: String,
    /// Your seat's token.
    seat_token: Option<String>,
}

type Answer = Result<CallToolResult, ErrorData>;

#[tool_router]
impl Agents {
    /// For agents whose games are counted by address, where they come from anywhere.
    pub(crate) fn new(tables: Arc<Tables>, app: Option<Arc<App>>) -> Agents {
        Agents { tables, app, tool_router: Self::tool_router(), prompt_router: Self::prompt_router() }
    }

    /// Begins a game. Answers with its id, your seat's token, the position as text and its picture.
    #[tool]
    async fn new_game(&self, Parameters(new): Parameters<NewGame>, context: Context) -> Answer {
        answered(&context, self.begin(new)).await
    }

    /// Shows a game: the position as text, what is asked, and a picture of it.
    #[tool]
    async fn look(&self, Parameters(look): Parameters<Look>, context: Context) -> Answer {
        let tokens = tokens(look.seat_token.as_deref());
        answered(&context, self.shown(&look.game_id, &tokens, "", !look.text_only)).await
    }

    /// Does something at your seat. Answers when it is your turn again, with what happened, the position and its picture.
    /// An action that is not legal changes nothing, and the answer says why.
    #[tool]
    async fn act(&self, Parameters(act): Parameters<Act>, context: Context) -> Answer {
        answered(&context, self.acted(act)).await
    }

    /// Lists what your seat may do now, each action with what it does.
    #[tool]
    async fn legal_actions(&self, Parameters(which): Parameters<Which>, context: Context) -> Answer {
        answered(&context, self.listed(which)).await
    }

    /// Asks a bot what it would do at your seat, and why. The game counts as assisted from then on.
    #[tool]
    async fn hint(&self, Parameters(hint): Parameters<Hint>, context: Context) -> Answer {
        answered(&context, self.advised(hint)).await
    }

    /// Tells whose turn it is, the points, and whether the game is over.
    #[tool]
    async fn status(&self, Parameters(which): Parameters<Which>, context: Context) -> Answer {
        answered(&context, self.standing(which)).await
    }

    /// Tells how your seat did, with a score from 0 to 1.
    #[tool]
    async fn result(&self, Parameters(which): Parameters<Which>, context: Context) -> Answer {
        answered(&context, self.scored(which)).await
    }
}

/// What a tool was called with besides its arguments.
type Context = RequestContext<RoleServer>;

/// Has a tool answer for the address that the call came from; over stdio there is none.
async fn answered(
    context: &Context,
    answer: impl Future<Output = Result<CallToolResult, Refusal>>,
) -> Answer {
    let client = context.extensions.get::<Parts>().and_then(|parts| parts.extensions.get());
    let visitor = client.map(|ConnectInfo(client): &ConnectInfo<SocketAddr>| limit_key(client.ip()));
    Ok(asked_by(visitor, answer).await.unwrap_or_else(|refusal| refused(&refusal)))
}

#[tool_handler(router = self.tool_router)]
#[prompt_handler(router = self.prompt_router)]
impl ServerHandler for Agents {
    fn get_info(&self) -> ServerConfig {
        let can = ServerCapabilities::builder().enable_tools().enable_prompts().build();
        ServerConfig::new(can)
            .with_server_info(Implementation::new("tercet", env!("CARGO_PKG_VERSION")))
            .with_instructions(
                "Play SET, Machi Koro and the triangle puzzle. Begin with new_game, keep the game_id and the \
                 seat_token that it answers with, and give both to every other tool. The prompt `rules` explains \
                 each game and its notation.",
            )
    }
}

impl Agents {
    /// Counts what an address asks for, as over HTTP.
    fn count(&self, action: LimitedAction) -> Result<(), Refusal> {
        match (&self.app, visitor()) {
            (Some(app), Some(visitor)) => app.limiter.count(visitor, action),
            _ => Ok(()),
        }
    }

    async fn begin(&self, new: NewGame) -> Result<CallToolResult, Refusal> {
        self.count(LimitedAction::Table)?;
        let (new, seats) = heavy(move || Ok((seats(&new), new))).await.map(|(seats, new)| (new, seats))?;
        let table = NewTable {
            game: new.game,
            options: new.options,
            seats,
            seed: new.seed,
            deal: None,
            daily: None,
            evaluation: new.evaluation,
            study: false,
            hints: new.evaluation.is_none(),
            pace_ms: 0,
            waits: false,
            public: false,
        };
        let made = self.tables.make(table).await?;
        let mut head = format!("game_id: {}\n", made.table);
        for seat in &made.tokens {
            let _ = writeln!(head, "seat_token: {} (seat {})", seat.token, seat.seat + 1);
        }
        let first: Vec<Token> =
            made.tokens.first().map(|seat| Token::given(&seat.token)).into_iter().collect();
        let handle = self.tables.find(&made.table).await?;
        head.push_str(&answer::promise(&*handle.lock().await));
        self.tables.until_turn(&handle, &first).await;
        self.shown(&made.table, &first, &head, true).await
    }

    async fn shown(
        &self,
        game: &str,
        tokens: &[Token],
        head: &str,
        with_picture: bool,
    ) -> Result<CallToolResult, Refusal> {
        let handle = self.tables.find(game).await?;
        let (tokens, head) = (tokens.to_vec(), head.to_owned());
        let look = move |table: &mut Table| {
            table.poll(&tokens, Instant::now());
            table_answer(table, viewer(table, &tokens)?, &head, with_picture)
        };
        handle.look_for_long(look).await?
    }

    async fn acted(&self, act: Act) -> Result<CallToolResult, Refusal> {
        let handle = self.tables.find(&act.game_id).await?;
        let tokens = tokens(Some(&act.seat_token));
        let own = tokens.clone();
        let before = handle.lock().await.state;
        let work = move |table: &mut Table| {
            let seat = table.authorised(&own, None)?;
            let action = tolerant::read(&act.action, &table.game.legal_actions(seat));
            table.act(seat, act.state.unwrap_or(table.state), &action, None)
        };
        self.tables.attempt(&handle, work, |_| ()).await?;
        self.tables.until_turn(&handle, &tokens).await;
        // Bots may have done more than the table holds.
        let since = TableLook { since: Some(before), ..TableLook::default() };
        let lines = self.tables.look(&handle, &tokens, since).await?.log;
        let look = move |table: &mut Table| {
            let viewer = viewer(table, &tokens)?;
            table_answer(table, viewer, &answer::news(table, viewer, &lines), !act.text_only)
        };
        handle.look_for_long(look).await?
    }

    async fn listed(&self, which: Which) -> Result<CallToolResult, Refusal> {
        let handle = self.tables.find(&which.game_id).await?;
        let tokens = tokens(which.seat_token.as_deref());
        let list = move |table: &mut Table| {
            table.check_begun()?;
            table.poll(&tokens, Instant::now());
            Ok(answer::legal(table, table.authorised(&tokens, None)?))
        };
        handle.look(list).await?
    }

    async fn advised(&self, hint: Hint) -> Result<CallToolResult, Refusal> {
        self.count(LimitedAction::Hint)?;
        let handle = self.tables.find(&hint.game_id).await?;
        let hint = self.tables.hint(&handle, tokens(Some(&hint.seat_token)), None, hint.bot).await?;
        Ok(answer::hint(&hint))
    }

    async fn standing(&self, which: Which) -> Result<CallToolResult, Refusal> {
        let handle = self.tables.find(&which.game_id).await?;
        let mut table = handle.lock().await;
        let tokens = tokens(which.seat_token.as_deref());
        table.poll(&tokens, Instant::now());
        let viewer = viewer(&table, &tokens)?;
        Ok(answer::status(&table, viewer))
    }

    async fn scored(&self, which: Which) -> Result<CallToolResult, Refusal> {
        let handle = self.tables.find(&which.game_id).await?;
        let result = self.tables.result(&handle, &tokens(which.seat_token.as_deref()), None).await?;
        Ok(answer::result(&*handle.lock().await, &result))
    }
}

/// The agent first, then whom it named. Where nobody can play alone, it meets one random bot.
fn seats(new: &NewGame) -> Vec<NewSeat> {
    let me = || NewSeat::Me { name: "agent".to_owned() };
    let other = |name: &String| match name.as_str() {
        "me" => me(),
        bot => NewSeat::Bot { bot: bot.to_owned(), name: String::new() },
    };
    if new.evaluation.is_some() && new.opponents.is_empty() {
        return vec![me()];
    }
    let mut seats: Vec<NewSeat> = std::iter::once(me()).chain(new.opponents.iter().map(other)).collect();
    let options: Vec<(String, String)> = new.options.clone().into_iter().collect();
    if seats.len() == 1 && tercet_catalog::games().table_options(&new.game, &options, 1).is_err() {
        seats.push(NewSeat::Bot { bot: "random".to_owned(), name: String::new() });
    }
    seats
}

fn tokens(given: Option<&str>) -> Vec<Token> {
    given.map(|token| Token::given(token.trim())).into_iter().collect()
}

/// What the holder of these tokens sees; a wrong token sees nothing.
fn viewer(table: &Table, tokens: &[Token]) -> Result<Viewer, Refusal> {
    table.check_whole()?;
    let seats = table.body.held(tokens);
    if seats.is_empty() && !tokens.is_empty() {
        return Err(Refusal::new("token", "no seat of this game has that token"));
    }
    Ok(Viewer { seats, ..Viewer::default() })
}
