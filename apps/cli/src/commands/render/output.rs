//! Scenes as the bytes of files.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use tercet_draw::{Effort, Options, Shot, Styles, SvgOptions, film, png, raster, svg};
use tercet_scene::{Role, Scene};

use super::Look;
use crate::files;

/// How long the last picture of a film stays, of the others.
const LAST: u16 = 3;

/// The kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Png,
    Svg,
}

impl Format {
    /// What a file's name asks for.
    pub(super) fn of(path: &Path, is_animated: bool) -> Result<Format> {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("png") => Ok(Format::Png),
            Some("svg") if is_animated => {
                bail!("--animate writes an animated PNG: `{}` must end in .png", path.display())
            }
            Some("svg") => Ok(Format::Svg),
            _ => bail!("`{}`: a picture's file ends in .png or .svg", path.display()),
        }
    }
}

impl Look {
    /// The file of one picture.
    pub(super) fn picture(&self, scene: &Scene, format: Format) -> Result<Vec<u8>> {
        let options = self.options();
        options.size_of(scene)?;
        Ok(match format {
            Format::Png => png(&raster(scene, &options)?, Effort::Best),
            Format::Svg => {
                let options =
                    SvgOptions { theme: options.theme, styles: Styles::Inside, scale: options.scale };
                svg(scene, &options).into_bytes()
            }
        })
    }

    /// The file of several, one after the other.
    pub(super) fn film(&self, scenes: &[Scene], milliseconds: u16) -> Result<Vec<u8>> {
        let options = self.options();
        let mut size = (0, 0);
        for scene in scenes {
            let (width, height) = options.size_of(scene)?;
            size = (width.max(size.0), height.max(size.1));
        }
        let shots = scenes.iter().enumerate().map(|(nth, scene)| {
            let times = if nth + 1 == scenes.len() { LAST } else { 1 };
            Ok(Shot { picture: raster(scene, &options)?, milliseconds: milliseconds.saturating_mul(times) })
        });
        Ok(film(size, options.theme.color(Role::Board), shots)?)
    }

    fn options(&self) -> Options {
        Options { theme: self.theme.clone(), scale: self.scale }
    }
}

/// Writes the file whole or not at all.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    files::write_whole(path, bytes)
        .map_err(|error| anyhow!("the picture can't be written to `{}`: {error}", path.display()))
}
