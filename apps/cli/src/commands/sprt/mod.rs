//! `tercet sprt`: games until it is clear whether a bot is better than another.

mod parts;

use std::io::{self, IsTerminal};
use std::sync::Arc;

use anyhow::{Result, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tercet_arena::{Pairs, Side, Sprt, SprtError, Verdict, Watch, duel, play_pair};
use tercet_catalog::games;
use tercet_entry::{AnyRules, PlayError, Seated};
use tercet_search::{BotLimits, Stop};

use crate::commands::tournament::stop_on_signal;
use crate::failure::{Answer, Failure, FailureExt};
use crate::names::{self, Bots};
use crate::options;
use crate::output::Screen;
use crate::parts::InParts;
use crate::table::plain;

const EXAMPLES: &str = "\
Examples:
  tercet sprt set --new racer:4 --base racer:3
  tercet sprt triangle --new greedy --base random --elo0 0 --elo1 50 --seed 1
  tercet sprt set --new racer:3 --base racer:3 --elo1 20 --games 2000 --json

Games come in pairs with the same deal and the seats swapped (a game for one: both play the same deal). \
The test stops as soon as they say that the new bot is at least ELO1 better, or no better than ELO0. What \
it says depends on the seed, never on --jobs.

Exit codes: 0 the new bot is better, 1 it is not, or it is not clear yet, 2 wrong usage.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Which game
    #[arg(value_parser = names::game())]
    game: String,
    /// The bot that may be better
    #[arg(long, value_name = "BOT", value_parser = Bots::ANY, hide_possible_values = true)]
    new: String,
    /// The bot that it is held against
    #[arg(long, value_name = "BOT", value_parser = Bots::ANY, hide_possible_values = true)]
    base: String,
    /// No better than this is not good enough
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// This much better is
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_negative_numbers = true)]
    elo1: f64,
    /// How often a bot of ELO0 may pass
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    alpha: f64,
    /// How often a bot of ELO1 may fail
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    beta: f64,
    /// The most games
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    #[command(flatten)]
    run: options::RunOptions,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let duel = options.duel()?;
    let watch = Arc::new(Watch::default());
    stop_on_signal(&watch);
    let pairs = duel.run(&watch).or_failed()?;
    duel.report(&pairs, screen)
}

/// The same, to be played in parts.
pub(crate) fn in_parts(options: Options) -> Result<Box<dyn InParts>, Failure> {
    Ok(Box::new(parts::DuelInParts::new(options.duel()?)))
}

impl Options {
    fn duel(self) -> Result<Duel, Failure> {
        let test = self.test().or_usage()?;
        let seed = self.run.seed();
        let game = games().with(&self.game, &self.run.rules).or_usage()?;
        for bot in [&self.new, &self.base] {
            game.check_bot(bot, &self.run.room.bot_limits(&Stop::default())).or_usage()?;
        }
        let seats = (*game.tables().end()).min(2);
        let rules = game.table(&self.run.rules, seats).or_usage()?;
        Ok(Duel { options: self, test, seed, rules })
    }

    fn test(&self) -> Result<Sprt> {
        let Options { elo0, elo1, alpha, beta, .. } = *self;
        Sprt { elo0, elo1, alpha, beta }.check().map_err(|error| match error {
            SprtError::Elo { elo0, elo1 } => anyhow!("--elo0 {elo0} must be below --elo1 {elo1}"),
            SprtError::Share { .. } => anyhow!("--{error}"),
        })
    }

    fn text(&self, seed: u64, test: &Sprt, pairs: &Pairs) -> String {
        let (low, high) = test.bounds();
        let (elo, interval) = pairs.elo();
        let verdict = match test.verdict(pairs) {
            Verdict::Better => format!("{} is better than {}", self.new, self.base),
            Verdict::NotBetter => format!("{} is not {} Elo better than {}", self.new, self.elo1, self.base),
            Verdict::Open => "not clear yet: more games are needed".to_owned(),
        };
        let counts = pairs.counts().map(|count| count.to_string()).join(" ");
        [
            format!("{}: {} against {}, seed {seed}", self.game, self.new, self.base),
            format!("pairs: {}, points 0, ½, 1, 1½, 2: {counts}", pairs.total()),
            format!("share of points: {:.2} %", 100.0 * pairs.share()),
            format!("elo: {elo:+.1}, 95 %: {:+.1} to {:+.1}", interval.low, interval.high),
            format!(
                "log likelihood ratio: {:.2} ({low:.2} to {high:.2}) for {} against {} Elo",
                test.log_ratio(pairs),
                self.elo1,
                self.elo0
            ),
            verdict,
        ]
        .join("\n")
    }

    fn json(&self, seed: u64, test: &Sprt, pairs: &Pairs) -> serde_json::Value {
        let (low, high) = test.bounds();
        let (elo, interval) = pairs.elo();
        // All or no points won are an infinite difference, which JSON has no number for.
        let number = |value: f64| value.is_finite().then_some(value);
        json!({
            "game": self.game,
            "new": self.new,
            "base": self.base,
            "seed": seed,
            "elo0": self.elo0,
            "elo1": self.elo1,
            "pairs": pairs.total(),
            "counts": pairs.counts(),
            "share": pairs.share(),
            "elo": number(elo),
            "elo_interval": [number(interval.low), number(interval.high)],
            "log_ratio": test.log_ratio(pairs),
            "bounds": [low, high],
            "verdict": test.verdict(pairs).name(),
        })
    }
}

/// Two bots, pair of games after pair of games.
struct Duel {
    options: Options,
    test: Sprt,
    seed: u64,
    rules: Arc<dyn AnyRules>,
}

impl Duel {
    /// The most pairs.
    fn most(&self) -> u64 {
        self.options.games / 2
    }

    /// The new bot's half points out of a pair; `None` if it was stopped.
    fn pair(&self, number: u64, bot_limits: &BotLimits) -> Result<Option<usize>, PlayError> {
        let sit = |side, seed| {
            let name = if side == Side::New { &self.options.new } else { &self.options.base };
            Seated::Bot { name, seed }
        };
        play_pair(&*self.rules, self.seed, number, bot_limits, sit)
    }

    fn report(&self, pairs: &Pairs, screen: &mut Screen) -> Result<Answer, Failure> {
        let Duel { options, test, seed, .. } = self;
        if options.json {
            screen.json(&options.json(*seed, test, pairs))?;
        } else {
            screen.line(&plain(&options.text(*seed, test, pairs), screen.style))?;
        }
        Ok(if test.verdict(pairs) == Verdict::Better { Answer::Yes } else { Answer::No })
    }

    fn run(&self, watch: &Watch) -> Result<Pairs> {
        let most = self.most();
        let bar = bar(most);
        let bot_limits = self.options.run.room.bot_limits(watch.word());
        let pair = |number| self.pair(number, &bot_limits);
        let heard = |pairs: &Pairs| {
            bar.set_position(pairs.total());
            bar.set_message(format!("log likelihood ratio {:.2}", self.test.log_ratio(pairs)));
        };
        let jobs = self.options.run.jobs();
        let pairs = duel(&self.test, most, jobs, watch, pair, heard);
        bar.finish_and_clear();
        Ok(pairs?)
    }
}

fn bar(most: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(most);
    let look = "{bar:30} {human_pos} of at most {human_len} pairs  {wide_msg}";
    bar.set_style(ProgressStyle::with_template(look).expect("the template is right").progress_chars("=> "));
    bar
}
