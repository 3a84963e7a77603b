//! `tercet` alone: the home screen, or the help where there is no terminal.

use crate::args::Cli;
use crate::data::Data;
use crate::failure::{Answer, Failure};
use crate::output;
use crate::screen::run::{self, Host};

pub(crate) fn run(screen: &output::Screen) -> Result<Answer, Failure> {
    if !run::is_possible() {
        eprint!("{}", Cli::help());
        return Ok(Answer::WrongInput);
    }
    run::home(&Host::new(screen.style, &Data::default()))?;
    Ok(Answer::Yes)
}
