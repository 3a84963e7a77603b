//! `tercet evaluate`: how strong bots are beside each other, and how long they think.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use clap::Args;
use serde_json::{Value, json};
use tercet_arena::chart::{Thinker, strength};
use tercet_arena::{EVALUATION_SEED, Estimate, Evaluated, Evaluation, Interval, Watch, evaluate};
use tercet_catalog::games;
use tercet_draw::THEMES;

use crate::commands::tournament::stop_on_signal;
use crate::drawing::PlotFile;
use crate::failure::{Answer, Failure, FailureExt};
use crate::names;
use crate::options;
use crate::output::Screen;
use crate::table::{Side, Table, plain};

const EXAMPLES: &str = "\
Examples:
  tercet evaluate triangle --bots greedy,beam,learned --games 300
  tercet evaluate machi --bots search,search:value=tuned,impatient --games 500
  tercet evaluate machi --bots search,tuv --seats 4 --option expansions=harbor
  tercet evaluate triangle --bots foresight:boards=1000,foresight:boards=10000 --plot strength.svg

All bots play the same deals, which no training draws from. In a game for one each plays every deal; else every two meet, \
each deal once from each seat with the other bot at all other seats. Behind ± stands the standard error; `ms` is the processor's \
time for a decision. The numbers are the same each time, whatever --jobs says, but for the times. Parameters of bots that \
contain commas are written in a bot of their own: give --bots several times.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Which game
    #[arg(value_parser = names::game())]
    game: String,
    /// The bots, with commas between; or give it several times, once a bot
    #[arg(long, value_name = "BOTS", required = true, hide_possible_values = true)]
    bots: Vec<String>,
    /// How many deals
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// How many sit at a table; as few as can if not given
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// Set an option of the rules; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = options::pair("penalty=2"))]
    rules: Vec<(String, String)>,
    /// The seed of the deals; always the same if none is given
    #[arg(long, value_name = "N", default_value_t = EVALUATION_SEED, hide_default_value = true)]
    seed: u64,
    /// How many threads; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    room: options::Room,
    /// Draw strength against thinking time into a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let plot = options.plot.as_ref().map(|path| PlotFile::new(path, THEMES[0])).transpose().or_usage()?;
    let bots = options.names().or_usage()?;
    let watch = Arc::new(Watch::default());
    stop_on_signal(&watch);
    let Some(evaluation) = options.evaluation(&bots, &watch)? else {
        return Err(Failure::Run(anyhow!("stopped; nothing is told of part of the deals")));
    };
    if let Some(plot) = plot {
        plot.draw(&options.chart(&evaluation)).or_failed()?;
    }
    if options.json {
        screen.json(&options.as_json(&evaluation))?;
    } else {
        screen.line(&plain(&options.text(&evaluation), screen.style))?;
    }
    Ok(Answer::Yes)
}

impl Options {
    /// The bots under their one spelling each; one twice is refused. With one `--bots` commas separate, with several each is a bot.
    fn names(&self) -> Result<Vec<String>> {
        let split = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        let given = if let [one] = self.bots.as_slice() { joined(split(one)) } else { self.bots.clone() };
        let game = games().game(&self.game).ok().map(|entry| entry.id);
        let mut bots: Vec<String> = Vec::new();
        for name in given {
            let name = games().canonical_bot(game, &name);
            if bots.contains(&name) {
                return Err(anyhow!("`{name}` is named twice; it would play against itself"));
            }
            bots.push(name);
        }
        Ok(bots)
    }

    fn evaluation(&self, bots: &[String], watch: &Watch) -> Result<Option<Evaluation>, Failure> {
        let game = games().with(&self.game, &self.rules).or_usage()?;
        let bot_limits = self.room.bot_limits(watch.word());
        for bot in bots {
            game.check_bot(bot, &bot_limits).or_usage()?;
        }
        let tables = game.tables();
        let seats = self.seats.unwrap_or(*tables.start());
        if !tables.contains(&seats) {
            let (least, most) = (tables.start(), tables.end());
            return Err(anyhow!("{seats} can't sit at a table of {}: {least} to {most} can", self.game))
                .or_usage();
        }
        if seats > 1 && bots.len() < 2 {
            return Err(anyhow!("one bot alone meets nobody; name two or more")).or_usage();
        }
        let rules = game.table(&self.rules, seats).or_usage()?;
        let jobs = self.jobs.map_or(0, usize::from);
        evaluate(&*rules, bots, (self.games, self.seed, jobs), &bot_limits, watch).or_failed()
    }

    fn text(&self, evaluation: &Evaluation) -> String {
        let is_alone = evaluation.seats == 1;
        let strength = if is_alone { "points" } else { "share of wins, %" };
        let mut headings = vec![("bot", Side::Left), (strength, Side::Right), ("ms", Side::Right)];
        let beside: Vec<String> = evaluation.bots.iter().map(|bot| beside(&bot.name, is_alone)).collect();
        headings.extend(beside.iter().map(|heading| (heading.as_str(), Side::Right)));
        let mut table = Table::new(&headings);
        for bot in &evaluation.bots {
            let time = format!("{:.3}", milliseconds(bot));
            let mut row = vec![bot.name.clone(), strength_text(&bot.strength, is_alone), time];
            row.extend(bot.against.iter().map(|other| {
                other.as_ref().map_or_else(|| "-".to_owned(), |other| strength_text(other, is_alone))
            }));
            table.row(row);
        }
        let deals = evaluation.deals;
        let seats = if is_alone { String::new() } else { format!(", {} seats", evaluation.seats) };
        let head = format!("{}: {deals} deals{seats}, seed {}", self.game, self.seed);
        std::iter::once(head).chain(table.lines()).collect::<Vec<_>>().join("\n")
    }

    fn as_json(&self, evaluation: &Evaluation) -> Value {
        let bot = |bot: &Evaluated| {
            let against = evaluation.bots.iter().zip(&bot.against);
            let against = against
                .filter_map(|(other, strength)| Some((other.name.clone(), estimate(strength.as_ref()?))));
            json!({
                "bot": bot.name,
                "strength": estimate(&bot.strength),
                "against": against.collect::<serde_json::Map<_, _>>(),
                "decisions": bot.thought.decisions,
                "ms": milliseconds(bot),
            })
        };
        json!({
            "game": self.game,
            "seed": self.seed,
            "deals": evaluation.deals,
            "seats": evaluation.seats,
            "measure": if evaluation.seats == 1 { "points" } else { "share" },
            "bots": evaluation.bots.iter().map(bot).collect::<Vec<_>>(),
        })
    }

    fn chart(&self, evaluation: &Evaluation) -> tercet_scene::Scene {
        let factor = if evaluation.seats == 1 { 1.0 } else { 100.0 };
        let thinker = |bot: &Evaluated| Thinker {
            label: bot.name.clone(),
            milliseconds: milliseconds(bot),
            value: factor * bot.strength.mean,
            interval: bot
                .strength
                .interval()
                .map(|Interval { low, high }| Interval { low: factor * low, high: factor * high }),
        };
        let bots: Vec<Thinker> = evaluation.bots.iter().map(thinker).collect();
        let what = if evaluation.seats == 1 { "mean points" } else { "share of wins in percent" };
        let title = format!("{}: strength against thinking time, {} deals", self.game, evaluation.deals);
        strength(&title, what, &bots)
    }
}

/// A part without a colon that says `key=value` belongs to the bot before it: `foresight:value=a,boards=5`.
fn joined(parts: Vec<String>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in parts {
        match names.last_mut() {
            Some(name) if name.contains(':') && part.contains('=') && !part.contains(':') => {
                name.push(',');
                name.push_str(&part);
            }
            _ => names.push(part),
        }
    }
    names
}

fn beside(name: &str, is_alone: bool) -> String {
    if is_alone { format!("more than {name}") } else { format!("against {name}") }
}

fn milliseconds(bot: &Evaluated) -> f64 {
    1000.0 * bot.time_a_decision().as_secs_f64()
}

fn strength_text(Estimate { mean, error }: &Estimate, is_alone: bool) -> String {
    let factor = if is_alone { 1.0 } else { 100.0 };
    let error = error.map_or_else(String::new, |error| format!(" ± {:.1}", factor * error));
    format!("{:.1}{error}", factor * mean)
}

fn estimate(estimate: &Estimate) -> Value {
    json!({ "mean": estimate.mean, "error": estimate.error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_of_a_bots_own_stay_with_it() {
        let split = |text: &str| joined(text.split(',').map(str::to_owned).collect());
        assert_eq!(split("greedy,beam:width=8,learned"), ["greedy", "beam:width=8", "learned"]);
        assert_eq!(split("foresight:value=a,boards=5,greedy"), ["foresight:value=a,boards=5", "greedy"]);
        assert_eq!(split("search,turns=2"), ["search", "turns=2"]);
    }
}
