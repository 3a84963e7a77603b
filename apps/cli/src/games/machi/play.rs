//! `tercet play machi`: Machi Koro on a prompt.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use tercet_game::{Deal, Game as _};
use tercet_machi::{Config, MachiKoro};

use crate::failure::{Answer, Failure, FailureExt};
use crate::files;
use crate::games::machi::narrate::Detail;
use crate::games::machi::screen::{Begin, Model};
use crate::games::machi::session;
use crate::games::machi::setup::Rules;
use crate::games::machi::table::{Files, Table};
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
  tercet play machi
  tercet play machi --players me,random,me --seed 42 --record game.record
  tercet play machi --expansions harbor,millionaires_row --market variable
  tercet play machi --cards examples/tea_house.toml --fast
  tercet play machi --players me,search --explain
  tercet play machi --load game.record --players me,random,me

On the prompt, `?` lists what can be typed. One person may take back anything; of several nobody may \
after dice have fallen.";

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Machi {
    /// Who plays, seat by seat: me, as often as people play, and bots (see `tercet bots machi`)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "me,random", value_parser = Bots::and_me(MachiKoro::ID), hide_possible_values = true)]
    players: Vec<String>,
    /// The seed of the dice; drawn from the system and printed if none is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Go on with a recorded game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "seed", "expansions", "market", "cards"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
    /// Tell dice and buildings only, not every coin
    #[arg(long)]
    fast: bool,
    /// Let bots say why: what they compared, with numbers
    #[arg(long)]
    explain: bool,
    /// Keep the record in this file, from the first decision on; a file that is there is replaced
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write all events to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    place: options::Place,
}

pub(crate) fn run(options: &Machi, screen: &mut Screen) -> Result<Answer, Failure> {
    if let Some(host) = options.place.host(screen) {
        full_screen::run::run(options.screen(&host).or_usage()?, &host)?;
        return Ok(Answer::Yes);
    }
    let table = options.table().or_usage()?;
    let detail = if options.fast { Detail::Fast } else { Detail::Whole };
    session::run(table, detail, options.explain, screen)
}

/// The screen of a saved game.
pub(crate) fn resume(saved: Saved) -> Result<Box<dyn full_screen::Screen>> {
    let Save { id, players, is_assisted, .. } = saved.save;
    let table = Table::resume(&saved.record, &players, &Files { record: None, log: None })?;
    Ok(Box::new(Model::new(table, Begin { id, is_assisted })))
}

impl Machi {
    pub(crate) fn screen(&self, host: &Host) -> Result<Box<dyn full_screen::Screen>> {
        let begin = Begin { id: host.new_id(MachiKoro::ID), is_assisted: self.load.is_some() };
        Ok(Box::new(Model::new(self.table()?, begin)))
    }

    fn table(&self) -> Result<Table> {
        let files = Files { record: self.record.as_deref(), log: self.log.as_deref() };
        if let Some(path) = &self.load {
            let record = files::read_record(path)?;
            return Table::resume(&record, &self.players, &files).with_context(|| path.display().to_string());
        }
        let game = MachiKoro::new(&self.rules.config_for(self.players.len())?)?;
        let deal = Deal::stream(self.seed.unwrap_or_else(options::drawn_seed));
        Table::new(game, deal, &self.players, &files)
    }
}
