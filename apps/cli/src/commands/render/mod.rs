//! `tercet render`: a position as a picture, a recorded game as a film.

mod assets;
mod output;

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueHint};
use tercet_catalog::games;
use tercet_draw::{Options, THEMES, Theme};
use tercet_game::{Deal, Record};
use tercet_scene::{Emblems, Layer, Layers, Scene, View};

use crate::data::Data;
use crate::drawing::{drawn, write};
use crate::failure::{Answer, Failure, FailureExt};
use crate::names;
use crate::output::Screen;
use crate::{files, options};

const EXAMPLES: &str = "\
Examples:
  tercet render set --seed 42 -o board.png
  tercet render set --seed 42 --theme colorblind --show labels,legend -o board.svg
  tercet render triangle --replay game.record --at 20 --scale 2 -o board.png
  tercet render triangle --replay game.record --animate -o game.png
  tercet render triangle --seed 42 --pick slot-1 --ghost \"place 1 3 4\" -o ghost.png
  tercet render machi --seed 42 --names Ada,Ben --assets icons -o table.png
  tercet render machi --replay 17 --at 40 -o table.png";

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Render {
    /// Which game
    #[arg(value_name = "GAME", value_parser = names::game())]
    game: String,
    /// Draw the first position of the game with this seed; drawn from the system and printed if none is given
    #[arg(long, value_name = "N", conflicts_with = "replay")]
    seed: Option<u64>,
    /// The dealer with its seed, as in "mt19937 42"
    #[arg(long, value_name = "DEAL", conflicts_with_all = ["seed", "replay"])]
    deal: Option<String>,
    /// Set an option of the rules; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = options::pair("seats=2"), conflicts_with = "replay")]
    options: Vec<(String, String)>,
    /// Draw a position of a recorded game, or of one of the archive by its number; - is stdin
    #[arg(long, value_name = "FILE|ID")]
    replay: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
    /// Which one: after this many inputs; the last if none is given
    #[arg(long, value_name = "N", requires = "replay", conflicts_with_all = ["seed", "deal", "options"])]
    at: Option<usize>,
    /// Draw the whole recorded game as an animated PNG
    #[arg(long, requires = "replay", conflicts_with_all = ["at", "seed", "deal", "options"])]
    animate: bool,
    /// How many milliseconds each position is shown
    #[arg(long, value_name = "MS", requires = "animate", default_value_t = 800)]
    delay: u16,
    /// In which colours
    #[arg(long, value_name = "THEME", default_value = THEMES[0], value_parser = names::theme())]
    theme: String,
    /// How large, as in 0.5 or 2
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, allow_negative_numbers = true)]
    scale: f64,
    /// What to show beside the position, by commas
    #[arg(long, value_name = "LAYERS", value_delimiter = ',', value_parser = layer, default_value = "labels,last")]
    show: Vec<Layer>,
    /// A thing that is picked, by its id in the SVG; may be given several times
    #[arg(long, value_name = "ID")]
    pick: Vec<String>,
    /// An action that a hint points at
    #[arg(long, value_name = "ACTION")]
    hint: Option<String>,
    /// An action that is only being thought of
    #[arg(long, value_name = "ACTION")]
    ghost: Option<String>,
    /// What the seats are called, by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    names: Vec<String>,
    /// A directory of SVG files that are drawn instead of the icons of their names, as in wheat.svg
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    assets: Option<PathBuf>,
    /// The file to write; its name ends in .png or .svg
    #[arg(short, long, alias = "out", value_name = "FILE")]
    output: PathBuf,
}

fn after_help() -> String {
    let games = games().games().iter().map(|entry| format!("  {:<12} {}", entry.id, entry.title));
    let games = games.collect::<Vec<_>>().join("\n");
    let layers = Layer::ALL.map(Layer::name).join(", ");
    format!("{EXAMPLES}\n\nGames:\n{games}\n\nLayers (--show): {layers}")
}

fn layer(text: &str) -> Result<Layer, String> {
    let names = || Layer::ALL.map(Layer::name).join(", ");
    Layer::from_name(text).ok_or_else(|| format!("it is one of {}", names()))
}

pub(crate) fn run(options: &Render, screen: &mut Screen) -> Result<Answer, Failure> {
    let format = output::format(&options.output, options.animate).or_usage()?;
    let recorded = options.recorded()?;
    let Look { view, drawing } = options.look(recorded.as_ref()).or_usage()?;
    let bytes = match (&recorded, options.animate) {
        (Some(recorded), true) => {
            let scenes = recorded.scenes(&view).or_usage()?;
            output::filmed(&scenes, &drawing, options.delay).or_usage()?
        }
        (Some(recorded), false) => {
            let scene = recorded.scene(options.at, &view).or_usage()?;
            options.check_picked(&scene).or_usage()?;
            drawn(&scene, &drawing, format).or_usage()?
        }
        (None, _) => {
            let scene = options.dealt(&view, screen)?;
            options.check_picked(&scene).or_usage()?;
            drawn(&scene, &drawing, format).or_usage()?
        }
    };
    write(&options.output, &bytes).or_usage()?;
    screen.line(&format!("wrote {}", options.output.display()))?;
    Ok(Answer::Yes)
}

/// What a picture shows, and how.
struct Look {
    view: View,
    drawing: Options,
}

impl Render {
    fn look(&self, recorded: Option<&Recorded>) -> Result<Look> {
        let theme = Theme::named(&self.theme)?;
        let labels = recorded.map(|recorded| recorded.names.clone()).filter(|_| self.names.is_empty());
        let view = View {
            seat: None,
            layers: self.show.iter().copied().collect::<Layers>(),
            picked: self.pick.clone(),
            hint: self.hint.clone(),
            ghost: self.ghost.clone(),
            color_names: Some(theme.symbol_names().clone()),
            names: labels.unwrap_or_else(|| self.names.clone()),
            emblems: self.assets.as_deref().map_or_else(|| Ok(Emblems::default()), assets::read)?,
        };
        Ok(Look { view, drawing: Options { theme, scale: self.scale } })
    }

    /// What is picked must be there. In a film it may come and go.
    fn check_picked(&self, scene: &Scene) -> Result<()> {
        match self.pick.iter().find(|id| scene.group(id).is_none()) {
            Some(id) => {
                Err(anyhow!("nothing in the picture is called `{id}`; its SVG has the ids of all things"))
            }
            None => Ok(()),
        }
    }

    /// The first position of a new game.
    fn dealt(&self, view: &View, screen: &mut Screen) -> Result<Scene, Failure> {
        let deal = match &self.deal {
            Some(deal) => deal.parse().or_usage()?,
            None => Deal::stream(self.seed.unwrap_or_else(options::drawn_seed)),
        };
        if self.deal.is_none() && self.seed.is_none() {
            screen.line(&format!("deal: {deal}"))?;
        }
        let pairs: Vec<(&str, &str)> =
            self.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        games().begin(&self.game, &pairs, deal).or_usage()?.scene(view).or_usage()
    }

    /// The game that is to be drawn, if one is named. A number is a file if there is one of that name, and a game of the
    /// archive else.
    fn recorded(&self) -> Result<Option<Recorded>, Failure> {
        let Some(path) = &self.replay else { return Ok(None) };
        let number = path.to_str().and_then(|text| text.parse::<i64>().ok());
        let (record, names) = match number.filter(|_| !path.exists()) {
            Some(id) => {
                let mut archive = self.data.read()?;
                let row = archive.game(id).or_usage()?;
                let names = row.seats.iter().map(|seat| seat.label.clone()).collect();
                (archive.record_of(&row).or_usage()?, names)
            }
            None => (files::read_record(path).or_usage()?, Vec::new()),
        };
        let place = path.display().to_string();
        if record.game != self.game {
            let why = format!("{place}: this is a record of `{}`, not of `{}`", record.game, self.game);
            return Err(anyhow!(why)).or_usage();
        }
        Ok(Some(Recorded { place, record, names }))
    }
}

/// A recorded game, and who sat there, if that is known: the archive knows.
struct Recorded {
    place: String,
    record: Record,
    names: Vec<String>,
}

impl Recorded {
    /// A position of the game.
    fn scene(&self, at: Option<usize>, view: &View) -> Result<Scene> {
        let inputs = self.record.inputs.len();
        let at = at.unwrap_or(inputs);
        if at > inputs {
            return Err(anyhow!("there is no position {at}; the record has {inputs} inputs"));
        }
        games().scene_at(&self.record, at, view).with_context(|| self.place.clone())
    }

    /// All positions of the game in which somebody acts, and the last.
    fn scenes(&self, view: &View) -> Result<Vec<Scene>> {
        let mut scenes = Vec::new();
        games()
            .film(&self.record, view, &mut |_, scene| scenes.push(scene))
            .with_context(|| self.place.clone())?;
        Ok(scenes)
    }
}
