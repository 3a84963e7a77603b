//! `tercet render`: a position as a picture, a recorded game as a film.

mod output;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use tercet_catalog::{GAMES, begin, film, scene_at};
use tercet_draw::{THEMES, Theme};
use tercet_game::{Deal, Record};
use tercet_scene::{Layer, Layers, Scene, View};

use self::output::Format;
use crate::failure::{Answer, Blame, Failure};
use crate::output::Screen;
use crate::{files, options};

const EXAMPLES: &str = "\
Examples:
  tercet render set --seed 42 -o board.png
  tercet render set --seed 42 --theme colorblind --show labels,legend -o board.svg
  tercet render triangle --replay game.record --at 20 --scale 2 -o board.png
  tercet render triangle --replay game.record --animate -o game.png
  tercet render triangle --seed 42 --pick slot-1 --ghost \"place 1 3 4\" -o ghost.png";

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Render {
    /// Which game
    #[arg(value_name = "GAME")]
    game: String,
    /// Draw the first position of the game with this seed; drawn from the system and printed if none is given
    #[arg(long, value_name = "N", conflicts_with = "replay")]
    seed: Option<u64>,
    /// The dealer with its seed, as in "mt19937 42"
    #[arg(long, value_name = "DEAL", conflicts_with_all = ["seed", "replay"])]
    deal: Option<String>,
    /// Set an option of the rules; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_and_value, conflicts_with = "replay")]
    options: Vec<(String, String)>,
    /// Draw a position of a recorded game; - is stdin
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Which one: after this many inputs; the last if none is given
    #[arg(long, value_name = "N", requires = "replay")]
    at: Option<usize>,
    /// Draw the whole recorded game as an animated PNG
    #[arg(long, requires = "replay", conflicts_with = "at")]
    animate: bool,
    /// How many milliseconds each position is shown
    #[arg(long, value_name = "MS", requires = "animate", default_value_t = 800)]
    delay: u16,
    /// In which colours: light, dark, colorblind, contrast or print
    #[arg(long, value_name = "THEME", default_value = THEMES[0])]
    theme: String,
    /// How large, as in 0.5 or 2
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
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
    /// The file to write; its name ends in .png or .svg
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

fn after_help() -> String {
    let games = GAMES.iter().map(|entry| format!("  {:<12} {}", entry.id, entry.title));
    let games = games.collect::<Vec<_>>().join("\n");
    let layers = Layer::ALL.map(Layer::name).join(", ");
    format!("{EXAMPLES}\n\nGames:\n{games}\n\nLayers (--show): {layers}")
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    options::key_and_value(text, "seats=2")
}

fn layer(text: &str) -> Result<Layer, String> {
    let names = || Layer::ALL.map(Layer::name).join(", ");
    Layer::from_name(text).ok_or_else(|| format!("it is one of {}", names()))
}

pub(crate) fn run(options: &Render, screen: &mut Screen) -> Result<Answer, Failure> {
    let format = Format::of(&options.out, options.animate).or_usage()?;
    let look = options.look().or_usage()?;
    let bytes = match (&options.replay, options.animate) {
        (Some(path), true) => {
            let scenes = options.scenes(path, &look.view).or_usage()?;
            look.film(&scenes, options.delay).or_usage()?
        }
        (Some(path), false) => {
            let scene = options.replayed(path, &look.view).or_usage()?;
            look.picture(&scene, format).or_usage()?
        }
        (None, _) => look.picture(&options.dealt(&look.view, screen)?, format).or_usage()?,
    };
    output::write(&options.out, &bytes).or_usage()?;
    screen.line(&format!("wrote {}", options.out.display()))?;
    Ok(Answer::Yes)
}

/// What a picture shows, and how.
struct Look {
    view: View,
    theme: Theme,
    scale: f64,
}

impl Render {
    fn look(&self) -> Result<Look> {
        let theme = Theme::named(&self.theme)?;
        let view = View {
            seat: None,
            layers: self.show.iter().copied().collect::<Layers>(),
            picked: self.pick.clone(),
            hint: self.hint.clone(),
            ghost: self.ghost.clone(),
            color_names: Some(theme.symbol_names().clone()),
            ..View::default()
        };
        Ok(Look { view, theme, scale: self.scale })
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
        begin(&self.game, &pairs, deal).or_usage()?.scene(view).or_usage()
    }

    fn record(&self, path: &Path) -> Result<Record> {
        let record = files::read_record(path)?;
        if record.game != self.game {
            bail!("{}: this is a record of `{}`, not of `{}`", path.display(), record.game, self.game);
        }
        Ok(record)
    }

    /// A position of a recorded game.
    fn replayed(&self, path: &Path, view: &View) -> Result<Scene> {
        let record = self.record(path)?;
        let inputs = record.inputs.len();
        let at = self.at.unwrap_or(inputs);
        if at > inputs {
            return Err(anyhow!("there is no position {at}; the record has {inputs} inputs"));
        }
        scene_at(&record, at, view).with_context(|| path.display().to_string())
    }

    /// All positions of a recorded game in which somebody acts, and the last.
    fn scenes(&self, path: &Path, view: &View) -> Result<Vec<Scene>> {
        let record = self.record(path)?;
        let mut scenes = Vec::new();
        film(&record, view, &mut |_, scene| scenes.push(scene))
            .with_context(|| path.display().to_string())?;
        Ok(scenes)
    }
}
