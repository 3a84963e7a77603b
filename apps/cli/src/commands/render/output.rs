//! Films of several scenes, as the bytes of a file.

use std::path::Path;

use anyhow::{Result, bail};
use tercet_draw::{AnimationFrame, Options, animated_png, raster};
use tercet_scene::{Role, Scene};

use crate::drawing::Format;

/// How long the last picture of a film stays, of the others.
const LAST: u16 = 3;

/// The kind of file that a name asks for.
pub(super) fn format(path: &Path, is_animated: bool) -> Result<Format> {
    match Format::of(path)? {
        Format::Svg if is_animated => {
            bail!("--animate writes an animated PNG: `{}` must end in .png", path.display())
        }
        format => Ok(format),
    }
}

/// The file of several pictures, one after the other.
pub(super) fn filmed(scenes: &[Scene], options: &Options, milliseconds: u16) -> Result<Vec<u8>> {
    let mut size = (0, 0);
    for scene in scenes {
        let (width, height) = options.size_of(scene)?;
        size = (width.max(size.0), height.max(size.1));
    }
    let frames = scenes.iter().enumerate().map(|(nth, scene)| {
        let times = if nth + 1 == scenes.len() { LAST } else { 1 };
        Ok(AnimationFrame {
            picture: raster(scene, options)?,
            milliseconds: milliseconds.saturating_mul(times),
        })
    });
    Ok(animated_png(size, options.theme.color(Role::Board), frames)?)
}
