//! `tercet completions`: what a shell needs to complete our words.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::failure::{Answer, Failure};
use crate::output::Screen;

pub(crate) fn run(shell: Shell, screen: &mut Screen) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tercet", &mut script);
    screen.bytes(&script)?;
    Ok(Answer::Yes)
}
