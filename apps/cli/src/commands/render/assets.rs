//! Icons from a directory of SVG files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tercet_draw::read_emblem;
use tercet_scene::{Emblem, Emblems};

/// The most bytes of a file, and the most points of all icons together: an SVG has no room for more.
const MOST_BYTES: u64 = 100_000;
const MOST_POINTS: usize = 4_000;

/// Reads every file of a directory that ends in .svg; an emblem is called as its file is.
///
/// # Errors
/// If there is none, or one can't be read; the error names the file, and the line and element in it.
pub(super) fn read(directory: &Path) -> Result<Emblems> {
    let unread = || format!("the icons in `{}` can't be read", directory.display());
    let mut emblems = BTreeMap::new();
    for entry in fs::read_dir(directory).with_context(unread)? {
        let path = entry.with_context(unread)?.path();
        let is_svg = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
        let Some(name) = path.file_stem().and_then(|name| name.to_str()).filter(|_| is_svg) else { continue };
        let bytes = fs::metadata(&path).with_context(|| path.display().to_string())?.len();
        if bytes > MOST_BYTES {
            bail!("{}: it has {bytes} bytes; icons have {MOST_BYTES} at most", path.display());
        }
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let emblem = read_emblem(&text).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        emblems.insert(name.to_owned(), emblem);
    }
    if emblems.is_empty() {
        bail!("there are no icons in `{}`: they are SVG files, as in wheat.svg", directory.display());
    }
    let points: usize = emblems.values().map(Emblem::points).sum();
    if points > MOST_POINTS {
        bail!(
            "the paths of the icons in `{}` have {points} points together; {MOST_POINTS} are the most: simplify them",
            directory.display()
        );
    }
    Ok(Emblems::new(emblems))
}
