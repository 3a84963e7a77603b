//! `tercet mcp`: the games as tools of an agent, over stdin and stdout.

use std::path::Path;

use clap::Args;
use tercet_server::List;

use crate::data::Data;
use crate::failure::{Answer, Failure, FailureExt};
use crate::output::Screen;

const EXAMPLES: &str = "\
Examples:
  tercet mcp
  tercet mcp --data games
  tercet mcp --new-list

An agent's program starts this and speaks with it over stdin and stdout; docs/mcp.md shows how to set it up. Logs go \
to stderr.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Begin another list of games for evaluation, and end; the old one's secret stays beside it, to be published
    #[arg(long)]
    new_list: bool,
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let data = options.data.directory()?;
    if options.new_list {
        return new_list(&data, screen);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().or_failed()?;
    runtime.block_on(tercet_server::serve_stdio(&data)).or_failed()?;
    // Reading stdin can't be interrupted; nothing is left to wait for.
    runtime.shutdown_background();
    Ok(Answer::Yes)
}

fn new_list(data: &Path, screen: &mut Screen) -> Result<Answer, Failure> {
    let (list, old) = List::rotate(data).or_failed()?;
    screen.line(&format!("evaluations are of the list {} from now on", list.name()))?;
    if let Some(old) = old {
        screen.line(&format!("the old list's secret is {}", old.display()))?;
    }
    Ok(Answer::Yes)
}
