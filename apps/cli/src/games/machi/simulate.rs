//! Many games of Machi Koro, summed up.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tercet_arena::{Outcome, Results, Series, Study, Tally, Watch, share_error, simulate};
use tercet_entry::NamedBot;
use tercet_game::{End, Game as _, Log, Player, Scores, Seat, Settings, stream_seed};
use tercet_machi::{Config, Dice, Event, MachiKoro, State};
use tercet_machi_play::json::EventLog;
use tercet_search::BotLimits;

use crate::commands::simulate::explain::explained;
use crate::commands::simulate::{By as _, Simulation, SimulationOptions, error, tally_json, watched};
use crate::failure::{Failure, FailureExt};
use crate::games::machi::setup::Rules;
use crate::names::Bots;
use crate::options;
use crate::output::Screen;

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", options::options_help::<Config>())
}

const EXAMPLES: &str = "\
Examples:
  tercet simulate machi --games 10000
  tercet simulate machi --players random,uniform,random --games 10000 --jobs 4 --seed 1
  tercet simulate machi --players random,random --games 1000 --expansions harbor --market variable --json
  tercet simulate machi --players ev,impatient,random --games 3000 --rotate
  tercet simulate machi --games 10 --log events.jsonl
  tercet simulate machi --games 1 --players search,impatient --explain why.jsonl

The numbers depend on seed and options, never on --jobs. `se` is the standard error of the mean or share \
before it. With --rotate player 1 sits first in game 1, player 2 in game 2, and so on. Logs and explanations \
are written game by game, by one thread.";

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Machi {
    /// Which bots play, seat by seat (see `tercet bots machi`)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "random,random,random,random", value_parser = Bots::of(MachiKoro::ID), hide_possible_values = true)]
    players: Vec<String>,
    #[command(flatten)]
    many: SimulationOptions,
    /// Move the players on by a seat from game to game; results are by player
    #[arg(long)]
    rotate: bool,
    #[command(flatten)]
    room: options::Room,
    #[command(flatten)]
    rules: Rules,
    /// Write all events to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write why each bot does what it does to this file, one JSON object a decision
    #[arg(long, value_name = "FILE")]
    explain: Option<PathBuf>,
}

/// A series of Machi Koro.
pub(crate) struct MachiSimulation {
    options: Machi,
    game: MachiKoro,
    series: Series,
}

impl Simulation for MachiSimulation {
    type Sums = MachiStudy;

    fn series(&self) -> &Series {
        &self.series
    }

    fn rules(&self) -> (&'static str, u16) {
        (MachiKoro::ID, MachiKoro::RULES_VERSION)
    }

    fn players(&self) -> &[String] {
        &self.options.players
    }

    fn local_option(&self) -> Option<&'static str> {
        let explain = self.options.explain.is_some().then_some("--explain");
        explain.or(self.options.log.is_some().then_some("--log"))
    }

    fn play(&self, series: &Series, watch: &Watch) -> Result<Outcome<MachiStudy>, Failure> {
        let MachiSimulation { options, game, .. } = self;
        let bot_limits = options.room.bot_limits(watch.word());
        let sit = |seat: Seat, seed| {
            NamedBot::<tercet_machi_play::Machi>::new(&options.players[seat.index()], seed, &bot_limits)
                .expect("all names were tried before")
        };
        match &options.explain {
            Some(path) => explained(path, &options.players, series, |series, reasons| {
                options.simulate(series, watch, game, |seat, seed| reasons.sit(seat, sit(seat, seed)))
            }),
            None => options.simulate(series, watch, game, sit),
        }
    }

    fn add(sums: &mut MachiStudy, other: MachiStudy) {
        sums.merge(other);
    }

    fn report(&self, series: &Series, study: &MachiStudy, screen: &mut Screen) -> Result<(), Failure> {
        let report = Report { game: &self.game, series, players: &self.options.players, study };
        if self.options.many.json {
            screen.json(&report.json())?;
        } else {
            screen.line(&report.text())?;
        }
        Ok(())
    }
}

impl Machi {
    pub(crate) fn simulation(self) -> Result<MachiSimulation, Failure> {
        let game = self.game().or_usage()?;
        let series = self.many.series(self.rotate);
        Ok(MachiSimulation { options: self, game, series })
    }

    fn game(&self) -> Result<MachiKoro> {
        let bot = |name: &String| NamedBot::<tercet_machi_play::Machi>::new(name, 0, &BotLimits::own());
        let mut bots = self.players.iter().map(bot).collect::<Result<Vec<_>, _>>()?;
        let game = MachiKoro::new(&self.rules.config_for(self.players.len())?)?;
        bots.iter_mut().try_for_each(|bot| bot.fits(&game))?;
        Ok(game)
    }

    fn simulate<P: Player<MachiKoro>>(
        &self,
        series: &Series,
        watch: &Watch,
        game: &MachiKoro,
        sit: impl Fn(Seat, u64) -> P + Sync + Send,
    ) -> Result<Outcome<MachiStudy>, Failure> {
        if let Some(path) = &self.log {
            return logged(series, watch, game, &self.players, path, sit);
        }
        let play = || simulate(series, watch, game, Dice::new, sit, MachiStudy::default);
        watched(series, watch, play).or_failed()
    }
}

/// Plays the series one game after the other and writes its events down.
fn logged<P: Player<MachiKoro>>(
    series: &Series,
    watch: &Watch,
    game: &MachiKoro,
    names: &[String],
    path: &Path,
    sit: impl Fn(Seat, u64) -> P + Sync + Send,
) -> Result<Outcome<MachiStudy>, Failure> {
    let unwritten = |error: io::Error| anyhow!("the log can't be written to `{}`: {error}", path.display());
    let file = File::create(path).map_err(unwritten).or_usage()?;
    let out = std::sync::Mutex::new(Some(BufWriter::new(file)));
    let series = Series { jobs: 1, ..*series };
    let study = || LoggedStudy {
        study: MachiStudy::default(),
        log: EventLog::default(),
        out: out.lock().ok().and_then(|mut out| out.take()),
        result: Ok(()),
        game,
        names,
        series,
        number: 0,
    };
    let play = || simulate(&series, watch, game, Dice::new, sit, study);
    let outcome = watched(&series, watch, play).or_failed()?;
    let (games, done) = (outcome.games, outcome.study);
    done.result.map_err(unwritten).or_failed()?;
    if let Some(mut out) = done.out {
        out.flush().map_err(unwritten).or_failed()?;
    }
    Ok(Outcome { games, study: done.study })
}

/// What is learnt from games of Machi Koro.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct MachiStudy {
    results: Results,
    turns: Tally,
}

impl Log<Event> for MachiStudy {
    fn push(&mut self, _event: impl FnOnce() -> Event) {}

    fn is_silent(&self) -> bool {
        true
    }
}

impl Study<MachiKoro> for MachiStudy {
    fn end(&mut self, _game: &MachiKoro, state: &State, scores: &Scores) {
        self.results.count(scores);
        self.turns.add(state.turn().into());
    }

    fn merge(&mut self, later: MachiStudy) {
        self.results.add(&later.results);
        self.turns.merge(&later.turns);
    }
}

/// The same, and every event goes to a file. There is one of it, on one thread.
struct LoggedStudy<'s> {
    study: MachiStudy,
    log: EventLog,
    out: Option<BufWriter<File>>,
    result: io::Result<()>,
    game: &'s MachiKoro,
    names: &'s [String],
    series: Series,
    number: u64,
}

impl LoggedStudy<'_> {
    fn write(&mut self, line: &str) {
        if let (Ok(()), Some(out)) = (&self.result, &mut self.out) {
            self.result = out.write_all(line.as_bytes());
        }
    }
}

impl Log<Event> for LoggedStudy<'_> {
    fn push(&mut self, event: impl FnOnce() -> Event) {
        let line = self.log.line(self.game, event());
        self.write(&line);
    }
}

impl Study<MachiKoro> for LoggedStudy<'_> {
    fn begin(&mut self, game: &MachiKoro) {
        let deal = format!("stream {}", stream_seed(self.series.seed, &[self.number, 0]));
        let seating = self.series.seating(self.number, self.names.len());
        let names: Vec<String> = seating.map(|player| self.names[player].clone()).collect();
        self.number += 1;
        let line = self.log.begin(game, &names, &deal);
        self.write(&line);
    }

    fn end(&mut self, game: &MachiKoro, state: &State, scores: &Scores) {
        self.study.end(game, state, scores);
    }

    fn merge(&mut self, later: Self) {
        self.study.merge(later.study);
    }
}

struct Report<'r> {
    game: &'r MachiKoro,
    series: &'r Series,
    players: &'r [String],
    study: &'r MachiStudy,
}

/// Games that a seat, a player or a bot won.
struct Wins<'r> {
    who: String,
    bot: &'r str,
    seats: u64,
    won: u64,
    shared: u64,
}

impl Report<'_> {
    fn by_seat(&self) -> Vec<Wins<'_>> {
        let results = &self.study.results;
        let wins = |(seat, bot)| {
            let (won, shared) = (results.won(seat), results.shared(seat));
            Wins { who: format!("{} {}", self.series.who(), seat + 1), bot, seats: 1, won, shared }
        };
        self.players.iter().map(String::as_str).enumerate().map(wins).collect()
    }

    fn by_bot(&self) -> Vec<Wins<'_>> {
        let mut all: Vec<Wins> = Vec::new();
        for seat in self.by_seat() {
            match all.iter_mut().find(|wins| wins.bot == seat.bot) {
                Some(wins) => {
                    wins.seats += 1;
                    wins.won += seat.won;
                    wins.shared += seat.shared;
                }
                None => all.push(Wins { who: seat.bot.to_owned(), ..seat }),
            }
        }
        all
    }

    fn share(&self, games: u64) -> f64 {
        games as f64 / self.series.games as f64
    }

    fn text(&self) -> String {
        let Report { series: Series { games, seed, .. }, study, .. } = self;
        let changed = options::changed(self.game.config());
        let changed = if changed.is_empty() { "all default".to_owned() } else { changed.join(" ") };
        let turns = &study.turns;
        let mut lines = vec![
            format!("games: {games}, players: {}, seed: {seed}", self.players.join(", ")),
            format!("options: {changed}"),
            format!(
                "turns a game: mean {:.2}{}{}, min {}, median {}, max {}",
                turns.mean().unwrap_or(0.0),
                error(turns.standard_error(), 2),
                turns.deviation().map_or_else(String::new, |deviation| format!(", sd {deviation:.2}")),
                turns.min().unwrap_or(0),
                turns.quantile(0.5).unwrap_or(0),
                turns.max().unwrap_or(0)
            ),
            format!(
                "{:<18}{:>10}{:>10}{:>8}{:>10}{:>15}{:>8}",
                "", "won", "share", "se", "shared", "finish score", "se"
            ),
        ];
        for (seat, wins) in self.by_seat().iter().enumerate() {
            let points = study.results.points(seat);
            let score = points.mean().unwrap_or(0.0);
            let error = points.standard_error().map_or("-".to_owned(), |error| format!("{error:.2}"));
            let who = format!("{} {}", wins.who, wins.bot);
            lines.push(format!("{}{score:>15.2}{error:>8}", self.row(&who, wins)));
        }
        if self.by_bot().len() > 1 {
            lines.extend(self.by_bot().iter().map(|wins| self.row(&wins.who, wins)));
        }
        lines.push(format!("games that ended by the limit of turns: {}", study.results.ended(End::Limit)));
        lines.join("\n")
    }

    fn row(&self, who: &str, wins: &Wins) -> String {
        let share = format!("{:.2} %", 100.0 * self.share(wins.won));
        let error = share_error(wins.won, self.series.games);
        let error = error.map_or("-".to_owned(), |error| format!("{:.2}", 100.0 * error));
        format!("{who:<18}{:>10}{share:>10}{error:>8}{:>10}", wins.won, wins.shared)
    }

    fn json(&self) -> Value {
        let study = self.study;
        let options = self.game.config().pairs().into_iter().map(|(key, value)| (key, json!(value)));
        let ends = End::ALL.map(|end| (end.name().to_owned(), json!(study.results.ended(end))));
        let mut turns = tally_json(&study.turns);
        turns["sd"] = json!(study.turns.deviation());
        turns["median"] = json!(study.turns.quantile(0.5));
        let seats = self.by_seat().into_iter().enumerate().map(|(seat, wins)| {
            let score = tally_json(study.results.points(seat));
            json!({ "player": wins.bot, "won": wins.won, "shared": wins.shared, "share": self.share(wins.won),
                    "share_error": share_error(wins.won, self.series.games),
                    "finish_score": { "mean": score["mean"], "standard_error": score["standard_error"],
                                      "min": score["min"], "max": score["max"] } })
        });
        let bots = self.by_bot().into_iter().map(|wins| {
            let value = json!({ "seats": wins.seats, "won": wins.won, "shared": wins.shared,
                                "share": self.share(wins.won),
                                "share_error": share_error(wins.won, self.series.games) });
            (wins.who, value)
        });
        json!({
            "game": MachiKoro::ID,
            "games": self.series.games,
            "seed": self.series.seed,
            "options": options.collect::<serde_json::Map<_, _>>(),
            "turns": turns,
            self.series.whose(): seats.collect::<Vec<_>>(),
            "bots": bots.collect::<serde_json::Map<_, _>>(),
            "ends": ends.into_iter().collect::<serde_json::Map<_, _>>(),
        })
    }
}
