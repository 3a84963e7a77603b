//! `tercet odds`: what a position brings, in numbers.

mod report;

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};
use tercet_bots::machi::Random;
use tercet_formats::machi_odds::{OddsQuestion, odds_json, odds_line, purchase_json};
use tercet_game::{Game as _, Seat};
use tercet_machi::Kind;
use tercet_odds::{Model, Odds, Purchase, WinChances, win_chances};

use crate::failure::{Answer, Blame, Failure};
use crate::files::read_text;
use crate::lines::Lines;
use crate::output::Screen;

#[derive(Subcommand)]
pub(crate) enum Game {
    /// Machi Koro: income as a distribution, turns until victory, win chances, the gain of each purchase
    Machi(Machi),
}

const EXAMPLES: &str = "\
Examples:
  tercet odds machi
  tercet odds machi --position city.json --model harmonictook
  tercet odds machi --jsonl < positions.jsonl

A position is an object with `players`, and `rules` where an expansion is played:
  {\"players\":[{\"coins\":3,\"cards\":{\"Bakery\":1,\"Mine\":2},\"landmarks\":[\"Train Station\"]},
  {\"coins\":12,\"cards\":{\"Cafe\":1},\"landmarks\":[]}],\"rules\":{\"harbor\":true}}
A player may have `closed` cards and an `investment`. Positions need not be possible. With --jsonl each
line is answered by {\"out\":[...]}, an object a player; a bad line by {\"error\":\"line 3: ...\"}.

Exit codes: 0 all was answered, 2 wrong input.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Machi {
    /// Read the position from this file, - for stdin; without it, the start of a game of two
    #[arg(long, value_name = "FILE", conflicts_with = "jsonl")]
    position: Option<PathBuf>,
    /// How income is modelled; `exact` can take minutes where doubles give turns (Amusement Park) and cards close, move or
    /// throw, or purses are nearly empty
    #[arg(long, default_value = "exact")]
    model: ModelName,
    /// Over how many rounds purchases are compared
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Play so many games among random bots for win chances; 0 for none
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u32,
    /// The seed of those games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one line of JSON
    #[arg(long, conflicts_with = "jsonl")]
    json: bool,
    /// Read positions from stdin, one a line, and answer each
    #[arg(long)]
    jsonl: bool,
    /// With --jsonl, read the lines from this file
    #[arg(long, value_name = "FILE", requires = "jsonl")]
    input: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ModelName {
    /// The distribution under the rules
    Exact,
    /// As the program harmonictook computes it
    Harmonictook,
    /// The plain one
    Seed,
}

impl From<ModelName> for Model {
    fn from(name: ModelName) -> Model {
        match name {
            ModelName::Exact => Model::Exact,
            ModelName::Harmonictook => Model::Harmonictook,
            ModelName::Seed => Model::Seed,
        }
    }
}

/// A position of five players is some kilobytes.
const LONGEST_LINE: usize = 4 * 1024 * 1024;

const START: &str = r#"{"players":[{"coins":3,"cards":{"Wheat Field":1,"Bakery":1},"landmarks":[]},
    {"coins":3,"cards":{"Wheat Field":1,"Bakery":1},"landmarks":[]}]}"#;

pub(crate) fn run(game: Game, screen: &mut Screen) -> Result<Answer, Failure> {
    let Game::Machi(options) = game;
    let model = options.model.into();
    if options.jsonl {
        let answer = |line: &[u8], out: &mut Vec<u8>| {
            let told = odds_line(line, model).map_err(|error| error.to_string())?;
            out.extend_from_slice(told.to_string().as_bytes());
            out.push(b'\n');
            Ok(())
        };
        return Lines { answer, longest: LONGEST_LINE }.of(options.input.as_deref(), screen);
    }
    let text = options.position.as_deref().map_or(Ok(START.to_owned()), read_text).or_usage()?;
    let named = |error| match &options.position {
        Some(path) => anyhow!("{}: {error}", path.display()),
        None => anyhow!("{error}"),
    };
    let question = OddsQuestion::read(text.as_bytes()).map_err(named).or_usage()?;
    let study = Study::new(&options, question);
    if options.json {
        screen.json(&study.json())?;
    } else {
        report::print(&study, screen)?;
    }
    Ok(Answer::Yes)
}

/// A position and everything that is told about it.
struct Study {
    question: OddsQuestion,
    odds: Odds,
    rounds: u32,
    /// Win chances, or why there are none.
    wins: Result<WinChances, String>,
}

impl Study {
    fn new(options: &Machi, question: OddsQuestion) -> Study {
        let odds = Odds::new(&question.game, options.model.into());
        let (game, position) = (&question.game, &question.position);
        let wins = match game.position(position) {
            _ if options.games == 0 => Err("no games were asked for".to_owned()),
            Err(error) => Err(error.to_string()),
            Ok(state) => {
                let player = |_: Seat, seed: u64| Random::new(seed);
                Ok(win_chances(game, &state, player, options.games, options.seed))
            }
        };
        Study { odds, rounds: options.rounds, wins, question }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.question.game.seats()).map(Seat)
    }

    /// What the seat could buy: all kinds, but no purple one that it has.
    fn purchases(&self, seat: Seat) -> Vec<Purchase> {
        let (game, state) = (&self.question.game, &self.question.state);
        let is_free = |kind: &Kind| {
            let purple = game.cards().card(*kind).color == tercet_machi::Color::Purple;
            !purple || state.city(seat).copies(*kind) == 0
        };
        let market: Vec<Kind> = game.cards().iter().map(|(kind, _)| kind).filter(is_free).collect();
        self.odds.score_purchase_options(state, seat, &market, self.rounds)
    }

    fn json(&self) -> Value {
        let mut players = odds_json(&self.odds, &self.question.state);
        for (seat, player) in self.seats().zip(&mut players) {
            let purchases = self.purchases(seat);
            player["purchases"] = purchases.iter().map(|one| purchase_json(&self.odds, one)).collect();
            if let Ok(wins) = &self.wins {
                let (low, high) = wins.interval(seat);
                player["win_chance"] = json!({ "chance": wins.chance(seat), "low": low, "high": high });
            }
        }
        json!({ "model": self.odds.model().name(), "rounds": self.rounds, "players": players })
    }
}
