//! The commands, one module each.

pub(crate) mod archive;
pub(crate) mod bots;
pub(crate) mod completions;
pub(crate) mod evaluate;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod home;
pub(crate) mod import;
pub(crate) mod join;
pub(crate) mod mcp;
pub(crate) mod new;
pub(crate) mod play;
pub(crate) mod ratings;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod simulate;
pub(crate) mod sprt;
pub(crate) mod stats;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod watch;

use anyhow::{Result, bail};
use clap::Parser as _;

use crate::args::{Cli, Command};
use crate::games::triangle::debug;
use crate::screen::Screen;
use crate::screen::run::Host;

/// Opens the screen of a command line without the program's name.
pub(crate) fn screen(words: &[String], host: &Host) -> Result<Box<dyn Screen>> {
    let all = std::iter::once("tercet").chain(words.iter().map(String::as_str));
    let first_line = |error: clap::Error| {
        let text = error.to_string();
        let line = text.lines().next().unwrap_or_default();
        anyhow::anyhow!("{}", line.strip_prefix("error: ").unwrap_or(line).to_owned())
    };
    match Cli::try_parse_from(all).map_err(first_line)?.command {
        Some(Command::Play { game }) => play::open(&game, host),
        Some(Command::Debug { game }) => debug::open(&game, host),
        Some(Command::Watch(options)) => watch::open(&options, host),
        Some(Command::Replay(options)) => replay::open(&options, host),
        _ => bail!("`{}` opens no screen; `play GAME`, `watch GAME` and `replay FILE` do", words.join(" ")),
    }
}
