//! `tercet odds`: what a position brings, in numbers.

mod advice;
mod report;
mod source;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};
use tercet_game::{Game as _, Seat};
use tercet_machi::{Kind, MachiKoro, State};
use tercet_machi_play::bots::by_name;
use tercet_machi_play::bots::insight::{self, Insight, InsightOptions};
use tercet_machi_play::json::odds::{insight_json, odds_json, odds_line, purchase_json};
use tercet_machi_play::text::words;
use tercet_odds::{Budget, Model, NoAnswer, Odds, Purchase};

use crate::failure::{Answer, Failure, FailureExt};
use crate::lines::Lines;
use crate::names::Bots;
use crate::output::Screen;

use advice::Advice;
use source::Source;

#[derive(Subcommand)]
pub(crate) enum Game {
    /// Machi Koro: income as a distribution, turns until victory, win chances, the gain of each purchase
    Machi(Machi),
}

const EXAMPLES: &str = "\
Examples:
  tercet odds machi
  tercet odds machi --position city.json --model harmonictook
  tercet odds machi --position city.json --bot search --games 200
  tercet odds machi --replay game.record --at 120 --bot impatient
  tercet odds machi --jsonl < positions.jsonl

A position is an object with `players`, and `rules` where an expansion is played:
  {\"players\":[{\"coins\":3,\"cards\":{\"Bakery\":1,\"Mine\":2},\"landmarks\":[\"Train Station\"]},
  {\"coins\":12,\"cards\":{\"Cafe\":1},\"landmarks\":[]}],\"rules\":{\"harbor\":true}}
A player may have `closed` cards and an `investment`. Positions need not be possible. With --jsonl each \
line is answered by {\"out\":[...]}, an object a player; a bad line by {\"error\":\"line 3: ...\"}.

Exit codes: 0 all was answered, 1 it is too much work for --budget or --memory, 2 wrong input.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Machi {
    /// Read the position from this file, - for stdin; without it, the start of a game of two
    #[arg(long, value_name = "FILE", conflicts_with = "jsonl")]
    position: Option<PathBuf>,
    /// Take the position from this recorded game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["jsonl", "position"])]
    replay: Option<PathBuf>,
    /// With --replay, after so many inputs; without it, where the record ends
    #[arg(long, value_name = "N", requires = "replay")]
    at: Option<usize>,
    /// Let this bot play the games for win chances instead of `impatient`, and say what it would do (see `tercet bots machi`)
    #[arg(long, value_name = "NAME", conflicts_with = "jsonl", value_parser = Bots::of(MachiKoro::ID), hide_possible_values = true)]
    bot: Option<String>,
    /// How income is modelled; `exact` can be too much work where doubles give turns (Amusement Park) and cards close, move or
    /// throw, or purses are nearly empty: see --budget
    #[arg(long, default_value = "exact")]
    model: ModelName,
    /// How much work `exact` may be, in millions of steps, some milliseconds each: what needs more is refused
    #[arg(long, value_name = "N", default_value_t = Budget::default().steps / 1_000_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    budget: u64,
    /// How much memory `exact` may hold, in MB: what needs more is refused
    #[arg(long, value_name = "MB", default_value_t = Budget::default().bytes >> 20, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    memory: u64,
    /// Over how many rounds purchases are compared
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Play so many games for the win chances of the position and of each thing that can be built now; 0 for none
    #[arg(long, value_name = "N", default_value_t = insight::GAMES)]
    games: u32,
    /// The seed of those games
    #[arg(long, value_name = "N", default_value_t = insight::SEED)]
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

pub(crate) fn run(game: Game, screen: &mut Screen) -> Result<Answer, Failure> {
    let Game::Machi(options) = game;
    let (model, budget) = (options.model.into(), options.budget());
    if options.jsonl {
        let answer = |line: &[u8], out: &mut Vec<u8>| {
            let numbers = odds_line(line, model, budget).map_err(|error| error.to_string())?;
            out.extend_from_slice(numbers.to_string().as_bytes());
            out.push(b'\n');
            Ok(())
        };
        return Lines { answer, longest: LONGEST_LINE }.of(options.input.as_deref(), screen);
    }
    let study = Study::new(&options, options.source()?)?;
    if options.json {
        screen.json(&study.ask(Study::json).or_failed()?)?;
    } else {
        let style = screen.style;
        let lines = study.ask(|study| report::lines(study, style)).or_failed()?;
        lines.iter().try_for_each(|line| screen.line(line))?;
    }
    Ok(Answer::Yes)
}

impl Machi {
    fn budget(&self) -> Budget {
        Budget { bytes: self.memory << 20, steps: self.budget * 1_000_000 }
    }
}

/// A position and everything that is printed about it.
#[derive(Clone)]
struct Study {
    game: MachiKoro,
    state: State,
    odds: Odds,
    /// What its numbers may take together.
    budget: Budget,
    rounds: u32,
    /// Who plays for win chances.
    player: String,
    /// What it is worth and what can be built now, or why it can't be played on.
    insight: Result<Insight, String>,
    /// What the market shows, where it can be played on.
    for_sale: Option<Vec<Kind>>,
    /// What the bot that was asked for would do.
    advice: Option<Advice>,
}

impl Study {
    fn new(options: &Machi, source: Source) -> Result<Study, Failure> {
        let Source { game, state, playable } = source;
        let player = options.bot.clone().unwrap_or_else(|| insight::PLAYER.to_owned());
        by_name(&player, 0).or_usage()?;
        let wanted = InsightOptions {
            player: &player,
            games: options.games,
            seed: options.seed,
            budget: options.budget(),
            ..InsightOptions::new(options.model.into())
        };
        let insight = match &playable {
            Err(error) => Err(error.clone()),
            Ok(state) => Ok(insight::insight(&game, state, &wanted).or_failed()?),
        };
        let for_sale =
            playable.as_ref().ok().map(|state| state.market().cards().map(|(kind, _)| kind).collect());
        let asked = options.bot.as_deref().zip(playable.as_ref().ok());
        let advice =
            asked.map(|(bot, state)| Advice::of(&game, state, bot, options.seed)).transpose().or_usage()?;
        let rounds = options.rounds;
        let budget = options.budget();
        let odds = Odds::new(&game, options.model.into());
        Ok(Study { odds, budget, rounds, player, insight, for_sale, advice: advice.flatten(), game, state })
    }

    /// Tells something of it, within its budget.
    fn ask<T>(&self, answer: impl FnOnce(&Study) -> T) -> Result<T, NoAnswer> {
        self.odds.ask(self.budget, || true, |odds| answer(&Study { odds: odds.clone(), ..self.clone() }))
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.game.seats()).map(Seat)
    }

    /// What the seat could buy, if it had the coins: what the market shows (all kinds, where there is none), but no purple
    /// card that it has; and landmarks.
    /// Whoever has all landmarks buys nothing more.
    fn purchases(&self, seat: Seat) -> Vec<Purchase> {
        let (game, state) = (&self.game, &self.state);
        if self.odds.n_landmarks_remaining(state, seat) == 0 {
            return Vec::new();
        }
        let is_free = |kind: &Kind| {
            let purple = game.cards().card(*kind).color == tercet_machi::Color::Purple;
            let is_shown = self.for_sale.as_ref().is_none_or(|shown| shown.contains(kind));
            is_shown && (!purple || state.city(seat).copies(*kind) == 0)
        };
        let market: Vec<Kind> = game.cards().iter().map(|(kind, _)| kind).filter(is_free).collect();
        self.odds.score_purchase_options(state, seat, &market, self.rounds)
    }

    /// How the game ended, where it did.
    fn over(&self) -> Option<String> {
        let scores = self.game.scores(&self.state);
        let winners: Vec<String> = scores.winners().iter().map(|seat| seat.to_string()).collect();
        scores.end().map(|end| format!("{}; won by {}", words::end(end), winners.join(", ")))
    }

    /// Puts in what the page, the terminal and Python show too.
    fn add_insight(&self, numbers: &mut Value, insight: &Insight) {
        let wanted = InsightOptions { player: &self.player, ..InsightOptions::new(self.odds.model()) };
        let mut found = insight_json(&self.game, insight, &wanted);
        for place in 0..insight.seats.len() {
            numbers["players"][place]["win_chance"] = found["players"][place]["win"].take();
        }
        for key in ["seat", "before_roll", "options"] {
            numbers[key] = found[key].take();
        }
        numbers["win_chances"] = json!({ "games": insight.games, "among": self.player });
    }

    fn json(&self) -> Value {
        let mut players = odds_json(&self.odds, &self.state);
        for (seat, player) in self.seats().zip(&mut players) {
            let purchases = self.purchases(seat);
            player["purchases"] = purchases.iter().map(|one| purchase_json(&self.odds, one)).collect();
        }
        let mut numbers =
            json!({ "model": self.odds.model().name(), "rounds": self.rounds, "players": players });
        if let Some(over) = self.over() {
            numbers["over"] = over.into();
        }
        if let Ok(insight) = &self.insight {
            self.add_insight(&mut numbers, insight);
        }
        if let Some(advice) = &self.advice {
            numbers["advice"] = advice.json(&self.game);
        }
        numbers
    }
}
