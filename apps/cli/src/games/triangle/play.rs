//! `tercet play triangle`: the puzzle on a prompt, or a whole game at once.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde_json::json;
use tercet_entry::NamedBot;
use tercet_game::{Deal, Digest, End, Game as _, Player as _, Record, Seat, Settings as _, stream_seed};
use tercet_search::BotLimits;
use tercet_triangle::{Config, Field, FieldVisitor, Puzzle, with_field};
use tercet_triangle_play::text::{board, words};

use crate::failure::{Answer, Failure, FailureExt};
use crate::files::{self, RecordFile};
use crate::games::triangle::screen::{Begin, Model};
use crate::games::triangle::session::{self, Mode};
use crate::games::triangle::setup::{self, Policy, Rules};
use crate::games::triangle::table::Table;
use crate::names;
use crate::options;
use crate::output::Screen;
use crate::screen as full_screen;
use crate::screen::run::Host;
use crate::screen::saves::Saved;

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", options::options_help::<Config>())
}

const EXAMPLES: &str = "\
Examples:
  tercet play triangle
  tercet play triangle --seed 42 --record game.record
  tercet play triangle --seed 42 --deal mt19937
  tercet play triangle --option \"grid=triangle 6\" --option slots=2
  tercet play triangle --quiet --policy greedy --seed 42 --json
  tercet play triangle --load game.record

On the prompt, `help` lists what can be typed. Rows and columns count from 1.";

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Triangle {
    /// The seed of the deal; drawn from the system and printed if none is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The dealer, as in mt19937, or with its seed, as in "mt19937 42"
    #[arg(long, value_name = "DEAL")]
    deal: Option<String>,
    /// Go on with a recorded game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "seed", "deal", "quiet"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
    /// Play a whole game at once
    #[arg(short, long)]
    quiet: bool,
    /// Which bot plays a quiet game (see `tercet bots triangle`)
    #[arg(long, value_name = "NAME", requires = "quiet", default_value = "greedy", value_parser = setup::policy(), hide_possible_values = true)]
    policy: Policy,
    /// Print a quiet game as JSON
    #[arg(long, requires = "quiet")]
    json: bool,
    /// Keep the record in this file, from the first move on; a file that is there is replaced
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    place: options::Place,
}

pub(crate) fn run(options: &Triangle, screen: &mut Screen) -> Result<Answer, Failure> {
    if let Some(host) = options.place.host(screen).filter(|_| !options.quiet) {
        full_screen::run::run(options.screen(&host).or_usage()?, &host)?;
        return Ok(Answer::Yes);
    }
    let puzzle_game = options.puzzle_game();
    let purpose = if options.quiet {
        Purpose::Quiet { policy: &options.policy, as_json: options.json }
    } else {
        Purpose::Prompt(Mode::Play)
    };
    open(&puzzle_game, screen, purpose)
}

impl Triangle {
    fn puzzle_game(&self) -> PuzzleGame<'_> {
        PuzzleGame {
            seed: self.seed,
            deal: self.deal.as_deref(),
            load: self.load.as_deref(),
            rules: &self.rules,
            record: self.record.as_deref(),
        }
    }

    pub(crate) fn screen(&self, host: &Host) -> Result<Box<dyn full_screen::Screen>> {
        self.puzzle_game().screen(Mode::Play, host)
    }
}

/// The screen of a saved game.
pub(crate) fn resume(saved: Saved, host: &Host) -> Result<Box<dyn full_screen::Screen>> {
    let config = config_of(&saved.record);
    let best = host.best(&saved.record.game, &saved.record.config);
    let begin = Begin {
        id: Some(saved.save.id.clone()),
        mode: Mode::Play,
        best,
        is_assisted: saved.save.is_assisted,
        spent_ms: saved.save.spent_ms,
    };
    let start = Start::Recorded(PathBuf::from(&saved.save.id), saved.record);
    with_field(&config, OpeningScreen { start, record_file: RecordFile::default(), begin })
}

/// What game is played, and where its record goes.
pub(crate) struct PuzzleGame<'o> {
    pub(crate) seed: Option<u64>,
    pub(crate) deal: Option<&'o str>,
    pub(crate) load: Option<&'o Path>,
    pub(crate) rules: &'o Rules,
    pub(crate) record: Option<&'o Path>,
}

/// What is done with it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose<'o> {
    Prompt(Mode),
    Quiet { policy: &'o Policy, as_json: bool },
}

/// Where a game begins.
enum Start {
    New(Config, Deal),
    Recorded(PathBuf, Record),
}

/// Opens the game with the kind of board that it needs.
pub(crate) fn open(
    puzzle_game: &PuzzleGame,
    screen: &mut Screen,
    purpose: Purpose,
) -> Result<Answer, Failure> {
    let record_file = RecordFile::prepare(puzzle_game.record).or_usage()?;
    let start = puzzle_game.start().or_usage()?;
    let config = match &start {
        Start::New(config, _) => config.clone(),
        Start::Recorded(_, record) => config_of(record),
    };
    with_field(&config, Opening { start, record_file, screen, purpose })
}

/// The options of a record; one that is no puzzle's is refused when it is replayed.
fn config_of(record: &Record) -> Config {
    let pairs = record.config.iter().map(|(key, value)| (key, value));
    Config::from_pairs(pairs).unwrap_or_default()
}

impl PuzzleGame<'_> {
    /// The game on a full screen. Only games that are played are kept.
    pub(crate) fn screen(&self, mode: Mode, host: &Host) -> Result<Box<dyn full_screen::Screen>> {
        let record_file = RecordFile::prepare(self.record)?;
        let start = self.start()?;
        let config = match &start {
            Start::New(config, _) => config.clone(),
            Start::Recorded(_, record) => config_of(record),
        };
        let is_played = mode == Mode::Play;
        let begin = Begin {
            id: is_played.then(|| host.new_id("triangle")),
            mode,
            best: host.best("triangle", &config.pairs()).filter(|_| is_played),
            is_assisted: self.load.is_some(),
            spent_ms: 0,
        };
        with_field(&config, OpeningScreen { start, record_file, begin })
    }

    fn start(&self) -> Result<Start> {
        Ok(match self.load {
            Some(path) => Start::Recorded(path.to_owned(), files::read_record(path)?),
            None => Start::New(self.rules.config()?, setup::deal(self.deal, self.seed)?),
        })
    }
}

/// A puzzle that becomes a screen.
struct OpeningScreen {
    start: Start,
    record_file: RecordFile,
    begin: Begin,
}

impl FieldVisitor for OpeningScreen {
    type Out = Result<Box<dyn full_screen::Screen>>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        Ok(Box::new(Model::new(table::<F>(self.start, self.record_file)?, self.begin)))
    }
}

struct Opening<'o> {
    start: Start,
    record_file: RecordFile,
    screen: &'o mut Screen,
    purpose: Purpose<'o>,
}

impl FieldVisitor for Opening<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        let table = table::<F>(self.start, self.record_file).or_usage()?;
        match self.purpose {
            Purpose::Prompt(mode) => session::run(table, mode, self.screen),
            Purpose::Quiet { policy, as_json } => quiet(table, policy, as_json, self.screen),
        }
    }
}

fn table<F: Field>(start: Start, record_file: RecordFile) -> Result<Table<F>> {
    match start {
        Start::New(config, deal) => Table::new(Puzzle::new(&config)?, deal, record_file),
        Start::Recorded(path, record) => {
            Table::resume(&record, record_file).with_context(|| path.display().to_string())
        }
    }
}

/// A whole game at once.
fn quiet<F: Field + Send + Sync + 'static>(
    mut table: Table<F>,
    policy: &Policy,
    as_json: bool,
    screen: &mut Screen,
) -> Result<Answer, Failure> {
    let mut digest = Digest::default();
    digest.bytes(table.deal().to_string().as_bytes());
    let seed = stream_seed(digest.value(), &[0]);
    let mut bot = NamedBot::<tercet_triangle_play::Triangle<F>>::new(policy.name(), seed, &BotLimits::own())
        .or_failed()?;
    while !table.is_over() {
        let answer = bot.answer(table.game(), table.state(), Seat::FIRST);
        let answer = answer.ok_or_else(|| names::silent(policy.name())).or_failed()?;
        table.play(answer.action).map_err(|error| anyhow!("{error}")).or_failed()?;
    }
    table.close().or_failed()?;
    let state = table.state();
    let end = table.game().scores(state).end();
    if as_json {
        screen.json(&json!({
            "deal": table.deal().to_string(),
            "policy": policy.name(),
            "steps": state.steps(),
            "placed": state.placed(),
            "cleared": state.cleared(),
            "points": table.points(),
            "score": f64::from(table.points()) / 200.0,
            "end": end.map(End::name),
        }))?;
        return Ok(Answer::Yes);
    }
    screen.line(&board::draw(table.game(), state, &table.canvas(), screen.style))?;
    screen.line(&format!("\nthe game is over: {}", end.map(words::end).unwrap_or_default()))?;
    screen.line(&table.share())?;
    Ok(Answer::Yes)
}
