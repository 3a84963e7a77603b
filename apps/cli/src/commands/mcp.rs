//! `tercet mcp`: the games as tools of an agent, over stdin and stdout.

use clap::Args;

use crate::data::Data;
use crate::failure::{Answer, Blame, Failure};

const EXAMPLES: &str = "\
Examples:
  tercet mcp
  tercet mcp --data games

An agent's program starts this and speaks with it over stdin and stdout; docs/mcp.md shows how to set it up. Logs go \
to stderr.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(options: &Options) -> Result<Answer, Failure> {
    let data = options.data.directory()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().or_failed()?;
    runtime.block_on(tercet_server::serve_stdio(&data)).or_failed()?;
    // Reading stdin can't be interrupted; nothing is left to wait for.
    runtime.shutdown_background();
    Ok(Answer::Yes)
}
