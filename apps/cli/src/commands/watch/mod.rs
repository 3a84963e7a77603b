//! `tercet watch`: bots among themselves, step by step.

mod any;

use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use clap::{Args, Subcommand as _};

use tercet_catalog::games;
use tercet_entry::{BeginError, Contest, Describe, NamedBot};
use tercet_game::{Deal, Game, Match, Seat, Turn};
use tercet_machi::MachiKoro;
use tercet_scene::Remembered;
use tercet_search::{BotLimits, Stop};
use tercet_set::SetGame;
use tercet_triangle::{Dense, Field, FieldVisitor, Puzzle, with_field};
use tercet_triangle_play::Triangle;

use crate::commands::play::Own;
use crate::failure::{Answer, Failure, FailureExt};
use crate::names::{self, Bots};
use crate::options;
use crate::output;
use crate::reasons;
use crate::screen::Screen;
use crate::screen::replay::{Live, Model, Show, next_move, play};
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
    if !Own::has_subcommand(&options.game)
        && let Ok(entry) = games().game(&options.game)
    {
        if let Some(host) = options.place.host(screen) {
            run::run(any::screen(entry, options).or_usage()?, &host)?;
            return Ok(Answer::Yes);
        }
        return any::run(entry, options, screen);
    }
    if let Some(host) = options.place.host(screen) {
        run::run(open(options, &host).or_usage()?, &host)?;
        return Ok(Answer::Yes);
    }
    for line in options.with(Plain(options)).or_usage()? {
        screen.line(&line)?;
    }
    Ok(Answer::Yes)
}

/// The game on a full screen.
pub(crate) fn open(options: &Options, _host: &Host) -> Result<Box<dyn Screen>> {
    if !Own::has_subcommand(&options.game) {
        let entry = games().game(&options.game).map_err(BeginError::Game)?;
        return any::screen(entry, options);
    }
    options.with(Full(options))
}

/// Something to do with a game that can be shown.
trait Watch {
    type Out;

    fn of<G: Show>(self) -> Result<Self::Out>;
}

impl Options {
    fn with<W: Watch>(&self, watch: W) -> Result<W::Out> {
        match self.game.as_str() {
            SetGame::ID => watch.of::<SetGame>(),
            MachiKoro::ID => watch.of::<MachiKoro>(),
            Puzzle::<Dense>::ID => {
                let config = Triangle::<Dense>::table(&self.rules, 1).unwrap_or_default();
                with_field(&config, Boards(watch))
            }
            other => bail!("{other} is watched without its own type"),
        }
    }

    fn table<G: Show>(&self) -> Result<Match<G, Remembered<G>>> {
        let seats = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        if !<G::Play as Contest>::TABLES.contains(&seats) {
            bail!("{} can play, not {seats}", seat_range(<G::Play as Contest>::TABLES));
        }
        for name in &self.players {
            NamedBot::<G::Play>::new(name, 0, &BotLimits::own())?;
        }
        let game = G::new(&<G::Play as Contest>::table(&self.rules, seats)?)?;
        let deal = Deal::stream(self.seed.unwrap_or_else(options::drawn_seed));
        let fresh = Remembered::fresh(&game, &deal);
        Ok(Match::followed(Arc::new(game), deal, fresh, &mut ())?)
    }
}

fn seat_range(tables: std::ops::RangeInclusive<u8>) -> String {
    if tables.start() == tables.end() {
        tables.start().to_string()
    } else {
        format!("{} to {}", tables.start(), tables.end())
    }
}

/// A watcher of games as a visitor of the puzzle's boards.
struct Boards<W>(W);

impl<W: Watch> FieldVisitor for Boards<W> {
    type Out = Result<W::Out>;

    fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
        self.0.of::<Puzzle<F>>()
    }
}

struct Full<'o>(&'o Options);

impl Watch for Full<'_> {
    type Out = Box<dyn Screen>;

    fn of<G: Show>(self) -> Result<Self::Out> {
        let live = Live::new(self.0.table::<G>()?, self.0.players.clone());
        Ok(Box::new(Model::live(live)?))
    }
}

/// Nobody who is to act has an answer.
fn nobody_answers(turn: Turn, players: &[String]) -> anyhow::Error {
    match turn {
        Turn::Seats(seats) if !seats.is_empty() => {
            let seat = seats.iter().next().unwrap_or(Seat::FIRST);
            names::silent(&players[seat.index()])
        }
        _ => anyhow!("nobody is to act"),
    }
}

/// The game at once, as lines.
struct Plain<'o>(&'o Options);

impl Watch for Plain<'_> {
    type Out = Vec<String>;

    fn of<G: Show>(self) -> Result<Self::Out> {
        let mut game = self.0.table::<G>()?;
        let name = |seat: Seat| crate::screen::replay::name(&self.0.players, seat);
        let mut lines = vec![format!("deal: {}", options::brief(game.deal()))];
        while game.turn() != Turn::Over {
            let found = next_move(&game, &self.0.players, None, &Stop::default())?();
            let (seat, advice) = found.ok_or_else(|| nobody_answers(game.turn(), &self.0.players))?;
            if self.0.explain {
                lines.extend(reasons::advice(&name(seat), &advice).iter().map(|line| format!("  {line}")));
            }
            let mut events = Vec::new();
            play(&mut game, seat, &advice, &mut events).map_err(|why| anyhow!(why))?;
            lines.extend(
                events.iter().map(|event| <G::Play as Describe>::event_words(game.game(), event, &name)),
            );
        }
        let scores = game.game().scores(game.state());
        let points =
            (0..).map(Seat).zip(scores.points()).map(|(seat, points)| format!("{} {points}", name(seat)));
        lines.push(format!("points: {}", points.collect::<Vec<_>>().join(", ")));
        Ok(lines)
    }
}
