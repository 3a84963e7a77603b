//! `tercet cards`: the cards of a game, and files of one's own.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tercet_entry::count;
use tercet_game::Game as _;
use tercet_machi::{Card, Config, Expansion, MachiKoro};
use tercet_machi_play::json::{CardFormat, write_cards};
use tercet_machi_play::text::board;

use crate::failure::{Answer, Failure, FailureExt};
use crate::games::machi::setup::{self, Rules};
use crate::output::Screen;

#[derive(Subcommand)]
pub(crate) enum Game {
    /// Machi Koro: name, colour, rolls, cost, icon, copies and effect of each card
    Machi(Machi),
}

const EXAMPLES: &str = "\
Examples:
  tercet cards machi
  tercet cards machi --expansions harbor,millionaires_row,promo
  tercet cards machi --toml > cards.toml
  tercet cards machi --check cards.toml
  tercet cards machi --cards cards.toml

A card file is TOML with a table [[card]] for each card, or JSON as {\"cards\": [...]}. The page \
docs/machi-cards.md has all fields and effects. Copies are those of a game of --for players.

Exit codes: 0 all is well, 1 the checked file has errors, 2 wrong usage.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Machi {
    #[command(flatten)]
    rules: Rules,
    /// The number of players, for copies of purple cards
    #[arg(long = "for", value_name = "PLAYERS", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=5))]
    players: u8,
    /// Check this file and print all that is wrong with it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cards", "toml", "json"])]
    check: Option<PathBuf>,
    /// Print the cards as a TOML file that can be edited and loaded
    #[arg(long, conflicts_with = "json")]
    toml: bool,
    /// Print the cards as a JSON file that can be edited and loaded
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(game: Game, screen: &mut Screen) -> Result<Answer, Failure> {
    let Game::Machi(options) = game;
    let config = options.rules.config(Config::base(options.players)).or_usage()?;
    if let Some(path) = &options.check {
        return check(path, &config.expansions, screen);
    }
    let game = MachiKoro::new(&config).or_usage()?;
    let cards = || game.cards().iter().map(|(_, card)| card);
    if options.toml || options.json {
        let format = if options.toml { CardFormat::Toml } else { CardFormat::Json };
        screen.bytes(write_cards(cards(), format).as_bytes())?;
    } else {
        screen.line(&board::card_table(&game))?;
    }
    Ok(Answer::Yes)
}

fn check(path: &std::path::Path, expansions: &[Expansion], screen: &mut Screen) -> Result<Answer, Failure> {
    match setup::check(path, expansions).or_usage()? {
        Ok(cards) => {
            let cards: &[Card] = &cards;
            let count = count(cards.len(), "card", "cards");
            screen.line(&format!("{}: {count}, no errors", path.display()))?;
            Ok(Answer::Yes)
        }
        Err(errors) => {
            for error in &errors {
                screen.line(error)?;
            }
            screen.line(&count(errors.len(), "error", "errors"))?;
            Ok(Answer::No)
        }
    }
}
