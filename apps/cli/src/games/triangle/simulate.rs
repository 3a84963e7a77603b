//! Many games of the puzzle, summed up.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tercet_arena::{Outcome, Results, Series, SeriesError, Study, Tally, Watch, share_error, simulate};
use tercet_entry::NamedBot;
use tercet_game::{Dealer, End, Game as _, Log, Scores, Seat, Settings};
use tercet_search::{BotLimits, Random};
use tercet_triangle::{
    Config, Dense, Drawn, Event, Field, FieldVisitor, Puzzle, Reference, State, with_field,
};

use crate::commands::simulate::explain::{Reasons, explained};
use crate::commands::simulate::{Simulation, SimulationOptions, tally_json, watched};
use crate::failure::{Failure, FailureExt};
use crate::games::triangle::setup::{self, Dealing, Policy, Rules};
use crate::options;
use crate::output::Screen;

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", options::options_help::<Config>())
}

const EXAMPLES: &str = "\
Examples:
  tercet simulate triangle --games 100000
  tercet simulate triangle --games 100 --policy greedy --jobs 4 --seed 1
  tercet simulate triangle --games 200 --policy beam:width=64 --seed 1 --json
  tercet simulate triangle --games 50000 --deal mt19937 --seed 1
  tercet simulate triangle --games 1000 --option \"grid=hexagon 5\" --json
  tercet simulate triangle --games 1 --policy beam:width=64 --explain why.jsonl

A score is points / 200: the reference's score at its default weights. The numbers depend on seed \
and options, never on --jobs. `se` is the standard error of the mean or share before it. With --explain \
one thread plays.";

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Triangle {
    #[command(flatten)]
    many: SimulationOptions,
    /// Which bot plays them (see `tercet bots triangle`)
    #[arg(long, value_name = "NAME", default_value = "random", value_parser = setup::policy(), hide_possible_values = true)]
    policy: Policy,
    /// Who deals; each game has a seed of its own, drawn from the series' seed
    #[arg(long, value_name = "DEAL", default_value = "stream")]
    deal: Dealing,
    #[command(flatten)]
    room: options::Room,
    #[command(flatten)]
    rules: Rules,
    /// Write why each bot does what it does to this file, one JSON object a decision
    #[arg(long, value_name = "FILE")]
    explain: Option<PathBuf>,
}

impl Triangle {
    pub(crate) fn simulation(self) -> Result<TriangleSimulation, Failure> {
        let config = self.rules.config().or_usage()?;
        let series = self.many.series(false);
        let players = [self.policy.name().to_owned()];
        Ok(TriangleSimulation { options: self, config, players, series })
    }
}

/// A series of the puzzle.
pub(crate) struct TriangleSimulation {
    options: Triangle,
    config: Config,
    players: [String; 1],
    series: Series,
}

impl Simulation for TriangleSimulation {
    type Sums = PuzzleStudy;

    fn series(&self) -> &Series {
        &self.series
    }

    fn rules(&self) -> (&'static str, u16) {
        (Puzzle::<Dense>::ID, Puzzle::<Dense>::RULES_VERSION)
    }

    fn players(&self) -> &[String] {
        &self.players
    }

    fn local_option(&self) -> Option<&'static str> {
        self.options.explain.is_some().then_some("--explain")
    }

    fn play(&self, series: &Series, watch: &Watch) -> Result<Outcome<PuzzleStudy>, Failure> {
        let TriangleSimulation { options, config, players, .. } = self;
        let bot_limits = &options.room.bot_limits(watch.word());
        let simulated = |series: &Series, reasons: Option<&Reasons<'_>>| {
            let (policy, deal) = (&options.policy, options.deal);
            let playing = Playing { config, series, policy, deal, reasons, watch, bot_limits };
            with_field(config, playing).or_usage()?.context("the series came to no end").or_failed()
        };
        match &options.explain {
            Some(path) => {
                explained(path, players, series, |series, reasons| simulated(series, Some(reasons)))
            }
            None => simulated(series, None),
        }
    }

    fn add(sums: &mut PuzzleStudy, other: PuzzleStudy) {
        sums.add(&other);
    }

    fn report(&self, series: &Series, study: &PuzzleStudy, screen: &mut Screen) -> Result<(), Failure> {
        let TriangleSimulation { options, config, .. } = self;
        let report = Report { config, series, policy: &options.policy, deal: options.deal, study };
        if options.many.json {
            screen.json(&report.json())?;
        } else {
            screen.line(&report.text())?;
        }
        Ok(())
    }
}

/// A series that is being played, for the kind of board that the config needs.
struct Playing<'s> {
    config: &'s Config,
    series: &'s Series,
    policy: &'s Policy,
    deal: Dealing,
    reasons: Option<&'s Reasons<'s>>,
    watch: &'s Watch,
    bot_limits: &'s BotLimits,
}

impl FieldVisitor for Playing<'_> {
    type Out = anyhow::Result<Result<Outcome<PuzzleStudy>, SeriesError>>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        let game = Puzzle::<F>::new(self.config)?;
        NamedBot::<tercet_triangle_play::Triangle<F>>::new(self.policy.name(), 0, self.bot_limits)?
            .fits(&game)?;
        Ok(watched(self.series, self.watch, || match self.deal {
            Dealing::Stream => self.play(self.watch, &game, Drawn::new),
            // Its seeds have 32 bits; the upper ones are the better half.
            Dealing::Mt19937 => self.play(self.watch, &game, |seed| Reference::new((seed >> 32) as u32)),
        }))
    }
}

impl Playing<'_> {
    fn play<F: Field + Send + Sync + 'static, D: Dealer<Puzzle<F>>>(
        &self,
        watch: &Watch,
        game: &Puzzle<F>,
        deal: impl Fn(u64) -> D + Sync,
    ) -> Result<Outcome<PuzzleStudy>, SeriesError> {
        let (series, name, study) = (self.series, self.policy.name(), PuzzleStudy::default);
        let sit = |_: Seat, seed| {
            NamedBot::<tercet_triangle_play::Triangle<F>>::new(name, seed, self.bot_limits)
                .expect("the name was tried before")
        };
        match self.reasons {
            Some(reasons) => {
                let sit = |seat, seed| reasons.sit(seat, sit(seat, seed));
                simulate(series, watch, game, deal, sit, study)
            }
            // Without asking each time which bot it is: these games are the quickest.
            None if name == "random" => {
                simulate(series, watch, game, deal, |_, seed| Random::new(seed), study)
            }
            None => simulate(series, watch, game, deal, sit, study),
        }
    }
}

/// What is learnt from games of the puzzle.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct PuzzleStudy {
    results: Results,
    steps: Tally,
    cleared: Tally,
}

impl PuzzleStudy {
    fn add(&mut self, other: &PuzzleStudy) {
        self.results.add(&other.results);
        self.steps.merge(&other.steps);
        self.cleared.merge(&other.cleared);
    }
}

impl Log<Event> for PuzzleStudy {
    fn push(&mut self, _event: impl FnOnce() -> Event) {}

    fn is_silent(&self) -> bool {
        true
    }
}

impl<F: Field> Study<Puzzle<F>> for PuzzleStudy {
    fn end(&mut self, _game: &Puzzle<F>, state: &State<F>, scores: &Scores) {
        self.results.count(scores);
        self.steps.add(state.steps().into());
        self.cleared.add(state.cleared().into());
    }

    fn merge(&mut self, later: PuzzleStudy) {
        self.add(&later);
    }
}

struct Report<'r> {
    config: &'r Config,
    series: &'r Series,
    policy: &'r Policy,
    deal: Dealing,
    study: &'r PuzzleStudy,
}

/// How many points make one unit of the reference's score.
const UNIT: f64 = 200.0;

/// The quantiles of the report, with their names.
const QUANTILES: [(&str, f64); 7] =
    [("min", 0.0), ("5%", 0.05), ("25%", 0.25), ("median", 0.5), ("75%", 0.75), ("95%", 0.95), ("max", 1.0)];

impl Report<'_> {
    fn text(&self) -> String {
        let Report { series: Series { games, seed, .. }, study, .. } = self;
        let changed = options::changed(self.config);
        let changed = if changed.is_empty() { "all default".to_owned() } else { changed.join(" ") };
        let names: Vec<String> = QUANTILES.iter().map(|(name, _)| format!("{name:>9}")).collect();
        let points = study.results.points(0);
        let nothing = study.cleared.count(0);
        let share = |share: f64| format!("{:.2}", 100.0 * share);
        let none = share(study.cleared.share(0));
        let error = share_error(nothing, *games).map_or("-".to_owned(), share);
        let deal = match self.deal {
            Dealing::Stream => String::new(),
            Dealing::Mt19937 => format!(", deal: {}", self.deal.name()),
        };
        let mut lines = vec![
            format!("games: {games}, policy: {}, seed: {seed}{deal}", self.policy.name()),
            format!("options: {changed}"),
            format!("{:<8}{:>11}{:>11}{:>11}{}", "", "mean", "se", "sd", names.concat()),
            row("steps", &study.steps, 1.0, 0),
            row("points", points, 1.0, 0),
            row("score", points, UNIT, 3),
            row("cleared", &study.cleared, 1.0, 0),
            format!("games that cleared nothing: {none} % se {error}"),
        ];
        for end in [End::Limit, End::Void] {
            match study.results.ended(end) {
                0 => {}
                games => lines.push(format!("games that ended as {end}: {games}")),
            }
        }
        lines.join("\n")
    }

    fn json(&self) -> Value {
        let options = self.config.pairs().into_iter().map(|(key, value)| (key, json!(value)));
        let study = self.study;
        let points = study.results.points(0);
        let ends = End::ALL.map(|end| (end.name().to_owned(), json!(study.results.ended(end))));
        json!({
            "game": "triangle",
            "games": self.series.games,
            "seed": self.series.seed,
            "policy": self.policy.name(),
            "deal": self.deal.name(),
            "options": options.collect::<serde_json::Map<_, _>>(),
            "steps": spread_json(&study.steps),
            "points": spread_json(points),
            "score": {
                "mean": points.mean().map(|mean| mean / UNIT),
                "sd": points.deviation().map(|deviation| deviation / UNIT),
                "standard_error": points.standard_error().map(|error| error / UNIT),
                "min": points.min().map(|least| least as f64 / UNIT),
                "median": points.quantile(0.5).map(|median| median as f64 / UNIT),
                "max": points.max().map(|most| most as f64 / UNIT),
            },
            "cleared": spread_json(&study.cleared),
            "cleared_nothing": {
                "share": study.cleared.share(0),
                "share_error": share_error(study.cleared.count(0), self.series.games),
            },
            "ends": ends.into_iter().collect::<serde_json::Map<_, _>>(),
        })
    }
}

/// A line of the table: mean, deviation and quantiles, divided by the unit.
fn row(name: &str, tally: &Tally, unit: f64, digits: usize) -> String {
    let mean = tally.mean().unwrap_or(0.0) / unit;
    let spread =
        |spread: Option<f64>| spread.map_or("-".to_owned(), |spread| format!("{:.4}", spread / unit));
    let (error, deviation) = (spread(tally.standard_error()), spread(tally.deviation()));
    let quantile = |&(_, share): &(&str, f64)| {
        let value = tally.quantile(share).unwrap_or(0) as f64 / unit;
        format!("{value:>9.digits$}")
    };
    format!(
        "{name:<8}{mean:>11.4}{error:>11}{deviation:>11}{}",
        QUANTILES.iter().map(quantile).collect::<Vec<_>>().concat()
    )
}

fn spread_json(tally: &Tally) -> Value {
    let mut value = tally_json(tally);
    value["sd"] = json!(tally.deviation());
    value["median"] = json!(tally.quantile(0.5));
    value
}
