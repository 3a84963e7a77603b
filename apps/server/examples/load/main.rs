//! What `cargo xtask load` runs; each load has a server of its own, on this machine's own addresses:
//!
//! - `many`: the triangle puzzle at many tables, a player and an onlooker at each;
//! - `hostile`: people who play, beside one visitor who does all that costs a server something;
//! - `export`: people who play, beside somebody who exports a large archive.
//!
//! Each prints what it measured and fails where that is worse than promised in `docs/reliability.md`.

mod beside;
mod client;
mod export;
mod figures;
mod honest;
mod hostile;
mod many;
mod server;
mod visitor;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// How a load is to be.
pub(crate) struct Load {
    /// The program `tercet`.
    pub(crate) program: PathBuf,
    pub(crate) tables: usize,
    /// How long it goes on.
    pub(crate) lasts: Duration,
    /// How many games the archive has before.
    pub(crate) games: usize,
}

#[tokio::main]
async fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [kind, program, tables, lasts, games] = words.as_slice() else {
        bail!("usage: load many|hostile|export PROGRAM TABLES SECONDS GAMES");
    };
    let load = Load {
        program: program.into(),
        tables: tables.parse().context("TABLES")?,
        lasts: Duration::from_secs(lasts.parse().context("SECONDS")?),
        games: games.parse().context("GAMES")?,
    };
    match kind.as_str() {
        "many" => many::run(&load).await,
        "hostile" => beside::run_hostile(&load).await,
        "export" => export::run(&load).await,
        _ => bail!("`{kind}` is no load; there are many, hostile and export"),
    }
}
