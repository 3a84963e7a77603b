//! Scenes into files.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::Args;
use tercet_draw::{Effort, Options, Styles, SvgOptions, THEMES, Theme, png, raster, svg};
use tercet_scene::Scene;

use crate::{files, names};

/// The kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Png,
    Svg,
}

impl Format {
    /// What a file's name asks for.
    pub(crate) fn of(path: &Path) -> Result<Format> {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("png") => Ok(Format::Png),
            Some("svg") => Ok(Format::Svg),
            _ => bail!("`{}`: a picture's file ends in .png or .svg", path.display()),
        }
    }
}

/// The bytes of a picture's file.
pub(crate) fn drawn(scene: &Scene, options: &Options, format: Format) -> Result<Vec<u8>> {
    options.size_of(scene)?;
    Ok(match format {
        Format::Png => png(&raster(scene, options)?, Effort::Best),
        Format::Svg => {
            let Options { theme, scale } = options.clone();
            svg(scene, &SvgOptions { theme, styles: Styles::Inside, scale }).into_bytes()
        }
    })
}

/// Writes the file whole or not at all.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    files::write_whole(path, bytes)
        .map_err(|error| anyhow!("the picture can't be written to `{}`: {error}", path.display()))
}

/// A chart that is asked for.
#[derive(Args)]
pub(crate) struct Plot {
    /// Draw a chart into a file that ends in .svg or .png
    #[arg(long = "plot", value_name = "FILE", requires = "game")]
    path: Option<PathBuf>,
    /// The chart's colours
    #[arg(long, value_name = "THEME", default_value = THEMES[0], requires = "path", value_parser = names::theme())]
    theme: String,
    /// How large the chart is, as in 0.5 or 2
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, requires = "path")]
    scale: f64,
}

impl Plot {
    /// The chart's file, if one is asked for that can be drawn.
    pub(crate) fn file(&self) -> Result<Option<PlotFile<'_>>> {
        let Some(path) = &self.path else { return Ok(None) };
        let options = Options { theme: Theme::named(&self.theme)?, scale: self.scale };
        Ok(Some(PlotFile { path, format: Format::of(path)?, options }))
    }
}

/// Where a chart goes, and how it looks.
pub(crate) struct PlotFile<'p> {
    path: &'p Path,
    format: Format,
    options: Options,
}

impl<'p> PlotFile<'p> {
    /// A chart in the colours of this theme.
    pub(crate) fn new(path: &'p Path, theme: &str) -> Result<PlotFile<'p>> {
        let options = Options { theme: Theme::named(theme)?, scale: 1.0 };
        Ok(PlotFile { path, format: Format::of(path)?, options })
    }

    pub(crate) fn draw(&self, chart: &Scene) -> Result<()> {
        write(self.path, &drawn(chart, &self.options, self.format)?)
    }
}
