//! `tercet watch`: bots among themselves, step by step.

use anyhow::{Result, anyhow, bail};
use clap::Args;
use tercet_catalog::games;
use tercet_entry::AnyGame;
use tercet_game::{Deal, Seat, Turn};
use tercet_search::{BotLimits, Stop};

use crate::failure::{Answer, Failure, FailureExt};
use crate::moves::{next_move, play};
use crate::names::{self, Bots};
use crate::options;
use crate::output;
use crate::reasons;
use crate::screen::Screen;
use crate::screen::replay::Model;
use crate::screen::run::{self, Host};

const EXAMPLES: &str = "\
Examples:
  tercet watch machi --players impatient,fromage,random
  tercet watch set --players racer:1,racer:3 --seed 42
  tercet watch triangle --players greedy --seed 42
  tercet watch machi --players random,random --seed 42 --plain
  tercet watch triangle --players beam --plain --explain

`tercet bots` lists the bots and what they do.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Which game
    #[arg(value_parser = names::game())]
    game: String,
    /// Who plays, seat by seat
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true, value_parser = Bots::ANY, hide_possible_values = true)]
    players: Vec<String>,
    /// The seed of the deal; drawn from the system if none is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Set an option of the rules; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = options::pair("turn_limit=200"))]
    rules: Vec<(String, String)>,
    /// Tell why each bot does what it does, with what it compared: with `--plain`
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    place: options::Place,
}

pub(crate) fn run(options: &Options, screen: &mut output::Screen) -> Result<Answer, Failure> {
    if let Some(host) = options.place.host(screen) {
        run::run(open(options, &host).or_usage()?, &host)?;
        return Ok(Answer::Yes);
    }
    for line in options.lines().or_usage()? {
        screen.line(&line)?;
    }
    Ok(Answer::Yes)
}

/// The game on a full screen.
pub(crate) fn open(options: &Options, _host: &Host) -> Result<Box<dyn Screen>> {
    Ok(Box::new(Model::live(options.begin()?, options.players.clone())?))
}

impl Options {
    fn begin(&self) -> Result<Box<dyn AnyGame>> {
        let entry = games().game(&self.game)?;
        let seats = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        let tables = entry.usual().tables();
        if !tables.contains(&seats) {
            let (least, most) = (tables.start(), tables.end());
            let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
            bail!("{range} can play, not {seats}");
        }
        for name in &self.players {
            entry.usual().check_bot(name, &BotLimits::own())?;
        }
        let config = entry.seated(&self.rules, seats)?.options();
        let pairs: Vec<(&str, &str)> = config.iter().map(|(key, value)| (&**key, &**value)).collect();
        let deal = Deal::stream(self.seed.unwrap_or_else(options::drawn_seed));
        Ok(entry.with(&pairs).begin(&pairs, deal)?)
    }

    /// The whole game at once, as lines.
    fn lines(&self) -> Result<Vec<String>> {
        let mut game = self.begin()?;
        let deal = game.record().deal;
        let name = |seat: Seat| names::numbered(&self.players, seat);
        let mut lines = vec![format!("deal: {}", options::brief(&deal))];
        while let Turn::Seats(acting) = game.turn() {
            let found = next_move(&*game, &deal, &self.players, None, &Stop::default())?();
            let silent = || names::silent(&self.players[acting.iter().next().unwrap_or(Seat::FIRST).index()]);
            let (seat, advice) = found.ok_or_else(silent)?;
            if self.explain {
                lines.extend(reasons::advice(&name(seat), &advice).iter().map(|line| format!("  {line}")));
            }
            let events = play(&mut *game, seat, &advice).map_err(|refused| anyhow!(refused))?;
            lines.extend(events.describe(&name).into_iter().map(|event| event.words));
        }
        let scores = game.scores();
        let points =
            (0..).map(Seat).zip(scores.points()).map(|(seat, points)| format!("{} {points}", name(seat)));
        lines.push(format!("points: {}", points.collect::<Vec<_>>().join(", ")));
        Ok(lines)
    }
}
