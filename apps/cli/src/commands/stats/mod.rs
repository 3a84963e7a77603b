//! `tercet stats`: statistics of the bots in the archive's games.

mod cards;
mod report;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tercet_arena::chart;
use tercet_arena::json::purchases_json;
use tercet_game::Game as _;
use tercet_machi::MachiKoro;
use tercet_scene::Scene;
use tercet_store::{Archive, CountedPurchases, Filter, count_purchases, strengths};

use crate::data::Data;
use crate::drawing::Plot;
use crate::failure::{Answer, Failure, FailureExt};
use crate::games::machi::learned::Book;
use crate::names;
use crate::output::Screen;
use crate::table::plain;

pub(crate) use report::{counted_json, strength_row_json};
pub(crate) use tercet_store::{Counted, counted};

const EXAMPLES: &str = "\
Examples:
  tercet stats
  tercet stats set
  tercet stats set --tournament 3 --json
  tercet stats set --plot wins.svg
  tercet stats machi --chart cards --plot cards.png
  tercet stats set --chart head-to-head --plot table.png

Intervals hold the true value in 95 of 100 cases (Wilson; of strengths, which are fitted to all games at \
once, see `tercet ratings --help`). `chance` is how likely a difference as \
large as this is between equal bots; `needed` is how many games would show it, in four of five tries. \
What cards are worth is read from the moves of the newest games (--cards N; 0 for none): how often a seat \
that bought the card won, and what a copy earned, in all and by the turn in which its buyer bought it. `tercet stats machi` \
also has what the learned value says: what to build after the first roll, and how much a card at the beginning helps.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Only this game
    #[arg(value_parser = names::game())]
    game: Option<String>,
    /// Only this tournament
    #[arg(long, value_name = "ID")]
    tournament: Option<i64>,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    plot: Plot,
    /// Which chart is drawn
    #[arg(long, default_value = "wins", requires = "path")]
    chart: Chart,
    /// How many of the newest games the table of cards is made from
    #[arg(long, value_name = "N", default_value_t = 2000)]
    cards: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Chart {
    /// Win rates with intervals
    Wins,
    /// How many plays games took
    Length,
    /// Who beats whom
    HeadToHead,
    /// How often the buyers of each card won
    Cards,
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let plot = options.plot.file().or_usage()?;
    let mut archive = options.data.read()?;
    if let Some(tournament) = options.tournament {
        archive.tournament(tournament).or_usage()?;
    }
    let mut values = Vec::new();
    for (game, _) in archive.counts().or_failed()? {
        if options.game.as_ref().is_some_and(|asked| *asked != game) {
            continue;
        }
        let counted = counted(&archive, &game, options.tournament).or_failed()?;
        if counted.statistics.tables() == 0 {
            continue;
        }
        let strong = strengths(&archive, &game, options.tournament).or_failed()?;
        let bought = options.count_purchases(&mut archive, &game)?;
        if let Some(plot) = &plot {
            plot.draw(&options.draw(&game, &counted, &bought)?).or_failed()?;
        }
        let mut value = json!({
            "game": game,
            "groups": strong.groups(),
            "strengths": strong.rows().iter().map(strength_row_json).collect::<Vec<_>>(),
            "statistics": counted_json(&counted),
        });
        if !options.json {
            screen.line(&plain(&report::text(&game, &counted, &strong), screen.style))?;
        }
        if bought.purchases.games() > 0 {
            value["purchases"] = purchases_json(&bought.purchases);
            if !options.json {
                screen.line(&cards::text(&bought))?;
            }
        }
        if game == MachiKoro::ID && options.game.is_some() {
            let book = Book::new().or_failed()?;
            value["learned"] = book.json();
            if !options.json {
                screen.line(&book.text())?;
            }
        }
        values.push(value);
    }
    if values.is_empty() {
        return Err(anyhow!("there are no such games in the archive; play some with `tercet tournament`"))
            .or_failed();
    }
    if options.json {
        screen.json(&Value::Array(values))?;
    }
    Ok(Answer::Yes)
}

impl Options {
    /// What was bought in the newest games.
    fn count_purchases(&self, archive: &mut Archive, game: &str) -> Result<CountedPurchases, Failure> {
        if self.cards == 0 {
            return Ok(CountedPurchases::default());
        }
        let filter = Filter {
            game: Some(game.to_owned()),
            tournament: self.tournament,
            newest: Some(self.cards),
            ..Filter::default()
        };
        count_purchases(archive, &filter).or_failed()
    }

    fn draw(&self, game: &str, counted: &Counted, bought: &CountedPurchases) -> Result<Scene, Failure> {
        let Counted { names, statistics } = counted;
        Ok(match self.chart {
            Chart::Cards if bought.purchases.games() == 0 => {
                return Err(anyhow!("no cards are bought in {game}; --chart cards has nothing to draw"))
                    .or_usage();
            }
            Chart::Cards => cards::chart(game, &bought.purchases),
            Chart::Wins => {
                let bars = names.iter().enumerate().filter_map(|(bot, name)| {
                    let (share, interval) = statistics.bot(bot).win_rate()?;
                    Some(chart::Bar { label: name.clone(), value: share, interval })
                });
                let mut bars: Vec<chart::Bar> = bars.collect();
                bars.sort_by(|one, other| other.value.total_cmp(&one.value));
                chart::bars(&format!("{game}: share of tables won"), &bars)
            }
            Chart::Length => {
                let counts: Vec<(i64, u64)> = statistics.length().iter().collect();
                chart::histogram(&format!("{game}: plays a table"), "plays", &counts)
            }
            Chart::HeadToHead => {
                let share =
                    |own: usize, other: usize| statistics.pair(own, other).share().map(|share| share.0);
                let row = |own: usize| (0..names.len()).map(|other| share(own, other)).collect();
                let rows: Vec<Vec<Option<f64>>> = (0..names.len()).map(row).collect();
                chart::heat_map(
                    &format!("{game}: share of points of the row against the column"),
                    names,
                    &rows,
                )
            }
        })
    }
}
