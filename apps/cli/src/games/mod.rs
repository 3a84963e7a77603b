//! What a game has of its own on the command line: its options, commands, prompt and screen. All else works over the catalog.

pub(crate) mod machi;
pub(crate) mod set;
pub(crate) mod triangle;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use tercet_catalog::games;
use tercet_entry::Entry;

/// A game of the catalog and what a command takes for it: its own options, or those of any game.
pub(crate) enum ByGame<O, A> {
    Own(O),
    Other(&'static Entry, A),
}

/// The games of the catalog that have nothing of their own here.
fn others<O: Subcommand>() -> impl Iterator<Item = &'static Entry> {
    games().games().iter().filter(|entry| !O::has_subcommand(entry.id))
}

impl<O: Subcommand, A: Args> FromArgMatches for ByGame<O, A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        if let Some((name, matches)) = matches.subcommand()
            && let Some(entry) = others::<O>().find(|entry| entry.id == name)
        {
            return Ok(ByGame::Other(entry, A::from_arg_matches(matches)?));
        }
        O::from_arg_matches(matches).map(ByGame::Own)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ByGame::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<O: Subcommand, A: Args> Subcommand for ByGame<O, A> {
    fn augment_subcommands(command: Command) -> Command {
        let other = |entry: &'static Entry| A::augment_args(Command::new(entry.id).about(entry.about));
        others::<O>().fold(O::augment_subcommands(command), |command, entry| command.subcommand(other(entry)))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        games().games().iter().any(|entry| entry.id == name)
    }
}
