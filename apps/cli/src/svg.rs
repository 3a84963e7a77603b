//! Charts into files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// Makes sure that a chart can be drawn into such a file.
pub(crate) fn is_svg(path: &Path) -> Result<()> {
    if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("svg")) {
        bail!("`{}`: charts are drawn as SVG; name a file that ends in .svg", path.display());
    }
    Ok(())
}

pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("`{}` can't be written", path.display()))
}
