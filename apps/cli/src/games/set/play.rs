//! `tercet play set`: a game on a prompt or a screen, alone or against bots, or a whole game at once.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{ArgGroup, Args, ValueEnum};
use tercet_game::{Deal, Game as _};
use tercet_set::{Config, SetGame, Variant};

use crate::failure::{Answer, Failure, FailureExt};
use crate::files::{self, RecordFile};
use crate::games::set::goals::Goals;
use crate::games::set::screen::{Begin, Model};
use crate::games::set::setup::{self, Rules};
use crate::games::set::table::{Player, Table};
use crate::games::set::{quiet, session};
use crate::names::Bots;
use crate::options;
use crate::output::Screen;
use crate::screen as full_screen;
use crate::screen::run::Host;
use crate::screen::saves::{Save, Saved};

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", options::options_help::<Config>())
}

const EXAMPLES: &str = "\
Examples:
  tercet play set
  tercet play set --seed 42 --record game.record
  tercet play set --variant junior --option deal_rule=penalty
  tercet play set --puzzle 6
  tercet play set --players me,racer:3,racer:1
  tercet play set --quiet --seed 42 --json
  tercet play set --load game.record

On the prompt, `help` lists what can be typed. A card is number, colour (r g p), shading (s solid, \
t striped, e open) and shape (d s o): 2rto.

Alone, the first board holds a Set and dealing is free. A race, and a deck given by --deck, \
guarantee nothing. A quiet game is the demo's, which deals only when no Set is left; --policy \
plays another.";

#[derive(Args)]
#[command(after_help = after_help(), group = ArgGroup::new("source"))]
pub(crate) struct Set {
    /// The seed of the deal; drawn from the system and printed if none is given
    #[arg(long, value_name = "N", group = "source")]
    seed: Option<u64>,
    /// The dealer and its seed, as in "cpython 42"
    #[arg(long, value_name = "DEAL", group = "source")]
    deal: Option<Deal>,
    /// The order of the deck, first card on top: cards, or @FILE
    #[arg(long, value_name = "CARDS", group = "source")]
    deck: Option<String>,
    /// The board of today, the same for everybody (UTC)
    #[arg(long, group = "source")]
    daily: bool,
    /// Go on with a recorded game
    #[arg(long, value_name = "FILE", group = "source", conflicts_with_all = ["options", "variant", "puzzle", "quiet"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
    /// A puzzle: a board of twelve with this many Sets, 1 to 8
    #[arg(long, value_name = "N", conflicts_with = "variant")]
    puzzle: Option<u8>,
    /// Who plays, seat by seat: me, and bots (see `tercet bots set`)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "me", conflicts_with = "quiet", value_parser = Bots::and_me(SetGame::ID), hide_possible_values = true)]
    players: Vec<String>,
    /// Play a whole game at once, and list the Sets
    #[arg(short, long)]
    quiet: bool,
    /// How a quiet game is played
    #[arg(long, requires = "quiet", default_value = "sweep")]
    policy: Policy,
    /// Print a quiet game as JSON
    #[arg(long, requires = "quiet")]
    json: bool,
    /// Keep the record in this file, from the first play on; a file that is there is replaced
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// A goal: find so many Sets
    #[arg(long, value_name = "N", conflicts_with = "quiet")]
    target: Option<u32>,
    /// A goal: within so many seconds
    #[arg(long, value_name = "SECONDS", conflicts_with = "quiet")]
    time_limit: Option<u64>,
    #[command(flatten)]
    place: options::Place,
}

/// The bots that play a whole game at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Policy {
    /// The first Set in the order of positions
    First,
    /// Any Set
    Random,
    /// All Sets on the board, then three more cards: the demo's way
    Sweep,
}

impl Policy {
    /// Its bot's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Policy::First => "first",
            Policy::Random => "random",
            Policy::Sweep => "sweep",
        }
    }
}

/// The screen of a saved game.
pub(crate) fn resume(saved: &Saved) -> Result<Box<dyn full_screen::Screen>> {
    let Save { id, players, is_assisted, spent_ms, goals, .. } = saved.save.clone();
    let table = Table::resume(&saved.record, &players, RecordFile::default())?;
    Ok(Box::new(Model::new(table, Begin { id, is_assisted, spent_ms, goals })))
}

pub(crate) fn run(options: &Set, screen: &mut Screen) -> Result<Answer, Failure> {
    if let Some(host) = options.place.host(screen).filter(|_| !options.quiet) {
        full_screen::run::run(options.screen(&host).or_usage()?, &host)?;
        return Ok(Answer::Yes);
    }
    let table = options.table().or_usage()?;
    if options.quiet {
        return quiet::run(table, options.policy, options.json, screen);
    }
    let goals = Goals::new(options.target, options.time_limit);
    session::run(table, &goals, screen)
}

impl Set {
    /// The same as the program set-game-demo plays it.
    pub(crate) fn as_the_demo(mut self: Box<Set>) -> Box<Set> {
        self.policy = Policy::Sweep;
        self
    }

    pub(crate) fn screen(&self, host: &Host) -> Result<Box<dyn full_screen::Screen>> {
        if self.quiet {
            bail!("a quiet game has no screen");
        }
        let begin = Begin {
            id: host.new_id(SetGame::ID),
            is_assisted: self.load.is_some(),
            spent_ms: 0,
            goals: (self.target, self.time_limit),
        };
        Ok(Box::new(Model::new(self.table()?, begin)))
    }

    /// The table, with everybody seated and the first board dealt.
    fn table(&self) -> Result<Table> {
        let record_file = RecordFile::prepare(self.record.as_deref())?;
        if let Some(path) = &self.load {
            let record = files::read_record(path)?;
            return Table::resume(&record, &self.players, record_file)
                .with_context(|| path.display().to_string());
        }
        let deal = self.deal()?;
        let game = SetGame::new(&self.config()?)?;
        Table::new(game, deal, self.seated()?, record_file)
    }

    fn seated(&self) -> Result<Vec<Player>> {
        if self.quiet {
            return Ok(vec![Player::bot(self.policy.name())?]);
        }
        Player::all(&self.players)
    }

    fn config(&self) -> Result<Config> {
        let seats = self.players.len();
        let mut base = match u8::try_from(seats) {
            Ok(1) if self.quiet && self.policy == Policy::Sweep => Config::demo(),
            Ok(1) => Config::default(),
            Ok(seats) => Config::race(seats),
            Err(_) => bail!("{seats} players are too many; 1 to {} can play", Config::MAX_SEATS),
        };
        if let Some(puzzle_sets) = self.puzzle {
            base = Config { variant: Variant::Puzzle, puzzle_sets, ..base };
        }
        let config = self.rules.config(base)?;
        Ok(if self.deck.is_some() { setup::without_guarantee(config, &self.rules) } else { config })
    }

    fn deal(&self) -> Result<Deal> {
        Ok(match (&self.deal, &self.deck) {
            (Some(deal), _) => deal.clone(),
            (_, Some(deck)) => setup::deck(deck)?,
            _ if self.daily => setup::daily_deal(),
            _ => Deal::stream(self.seed.unwrap_or_else(options::drawn_seed)),
        })
    }
}
