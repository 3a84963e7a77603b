//! The server: tables for people, bots and agents. A table of contents.
//!
//! ```text
//! routes/    what is answered, route by route        guard.rs, limits.rs   who may ask, and how much
//! connections/ taken, counted, cut                   owner.rs, proxies.rs  whose server it is; who stands between
//! requests.rs what every request has                 metrics/              what is counted, and its port
//! tables/      all tables: made, found, changed,       table/                one table: its game, seats, log and audience
//!            watched; bots and clocks                tokens.rs             seats' tokens, names, seeds
//! journal/   where tables are kept                     thinkers.rs, queue.rs  where bots think, and in which order
//! mcp/       the same tables as tools of agents       cluster/              several servers with the same tables
//! wire.rs    what goes over the wire                 serve.rs, options.rs  starting and stopping
//! daily.rs   the puzzle of the day                   evaluation/           games of a secret list, scores
//! games/     what one game alone has                 tournaments.rs        bots among themselves
//! heavy.rs, shares.rs, priority.rs  work that takes more than a moment: how much at once, whose, and what gives way to what
//! unread.rs  answers that wait to be read
//! readers.rs openings of the archive that read       exports.rs, studies.rs  its tables as files; statistics
//! ```
//!
//! `docs/protocol.md` describes the messages.

mod app;
mod bots;
mod cluster;
mod connections;
mod daily;
mod evaluation;
mod exports;
mod games;
mod guard;
mod heavy;
mod journal;
mod limits;
mod mcp;
mod metrics;
mod options;
mod owner;
mod priority;
mod proxies;
mod query;
mod queue;
mod readers;
mod refusal;
mod requests;
mod reviews;
mod routes;
mod serve;
mod shares;
mod studies;
mod table;
mod tables;
mod thinkers;
mod tokens;
mod tournaments;
mod unread;
pub mod wire;

pub use connections::raise_open_files;
pub use evaluation::List;
pub use limits::Limits;
pub use mcp::serve_stdio;
pub use options::{JournalUrl, MetricsPort, Retention, SHORTEST_TOKEN, ServeOptions, SharedOptions};
pub use proxies::{Network, Proxies, ProxyHeader};
pub use routes::openapi;
pub use serve::{Running, Server};
pub use tokens::Token;
