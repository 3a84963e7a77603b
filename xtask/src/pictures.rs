//! `cargo xtask pictures`: draws the pictures of the documentation, or checks that they are what would be drawn.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process::Call;
use crate::sources;
use crate::workspace::Workspace;

/// What `cargo xtask pictures` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Compare only: write nothing, fail where a picture differs
    #[arg(long)]
    check: bool,
}

/// Where the pictures stand.
const HOME: &str = "docs/pictures";

/// The games that are played for the pictures, as files and the words that play them.
const RECORDS: &[(&str, &str)] = &[
    ("set.record", "play set --quiet --policy first --seed 7"),
    ("triangle.record", "play triangle --quiet --policy greedy --seed 42"),
];

/// The pictures, as files and the words that draw them. Records stand in the directory that they are drawn in; an action
/// is written with `_` for its spaces.
const PICTURES: &[(&str, &str)] = &[
    ("set.png", "set --seed 42 --scale 0.6"),
    ("set.svg", "set --seed 42 --scale 0.6"),
    ("set-dark.png", "set --seed 42 --scale 0.4 --theme dark"),
    ("set-colorblind.png", "set --seed 42 --scale 0.4 --theme colorblind --show labels,legend"),
    ("set-contrast.png", "set --seed 42 --scale 0.4 --theme contrast"),
    ("set-print.png", "set --seed 42 --scale 0.4 --theme print"),
    ("set-hint.png", "set --seed 42 --scale 0.4 --pick card-1 --hint claim_1_3_4"),
    ("set-21.png", "set --seed 42 --scale 0.4 --option capacity=21"),
    ("set-game.png", "set --replay set.record --animate --scale 0.2"),
    ("triangle.png", "triangle --replay triangle.record --at 76 --scale 0.8"),
    ("triangle.svg", "triangle --replay triangle.record --at 76 --scale 0.8"),
    ("triangle-dark.png", "triangle --replay triangle.record --at 65 --scale 0.6 --theme dark"),
    ("triangle-colorblind.png", "triangle --replay triangle.record --at 65 --scale 0.6 --theme colorblind"),
    ("triangle-contrast.png", "triangle --replay triangle.record --at 65 --scale 0.6 --theme contrast"),
    ("triangle-print.png", "triangle --replay triangle.record --at 65 --scale 0.6 --theme print"),
    (
        "triangle-ghost.png",
        "triangle --replay triangle.record --at 76 --scale 0.6 --pick slot-3 --ghost place_3_4_9",
    ),
    (
        "triangle-illegal.png",
        "triangle --replay triangle.record --at 76 --scale 0.6 --pick slot-3 --ghost place_3_1_2",
    ),
    (
        "triangle-debug.png",
        "triangle --replay triangle.record --at 41 --show labels,last,coordinates,numbers",
    ),
    ("triangle-game.png", "triangle --replay triangle.record --animate --scale 0.3 --delay 400"),
];

/// Draws all pictures; writes those that differ, or complains of them.
///
/// # Errors
///
/// When one can't be drawn, or, with `--check`, is not what would be drawn.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let drawn = draw(workspace)?;
    let home = workspace.root.join(HOME);
    let stale = stale(&drawn, &home)?;
    if stale.is_empty() {
        println!("pictures: {}, all as they would be drawn", PICTURES.len());
        return Ok(());
    }
    if options.check {
        bail!("not as they would be drawn: {}; `cargo xtask pictures` draws them anew", stale.join(", "));
    }
    fs::create_dir_all(&home).with_context(|| format!("cannot make {HOME}"))?;
    for name in &stale {
        let (from, to) = (drawn.join(name), home.join(name));
        let moved = if from.exists() { fs::copy(from, to).map(drop) } else { fs::remove_file(to) };
        moved.with_context(|| format!("cannot write {HOME}/{name}"))?;
    }
    println!("pictures: {}, drawn anew: {}", PICTURES.len(), stale.join(", "));
    Ok(())
}

/// Draws all pictures into a directory of the target directory.
fn draw(workspace: &Workspace) -> Result<PathBuf> {
    let place = workspace.target.join("pictures");
    if place.exists() {
        fs::remove_dir_all(&place).with_context(|| format!("cannot empty {}", place.display()))?;
    }
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let path = |name: &str| place.join(name).to_string_lossy().into_owned();
    for (record, words) in RECORDS {
        tercet(words).args(["--record", &path(record)]).output(&workspace.root)?;
    }
    for (picture, words) in PICTURES {
        let is_record = |word: &str| RECORDS.iter().any(|(record, _)| *record == word);
        let word = |word: &str| if is_record(word) { path(word) } else { word.replace('_', " ") };
        let words = words.split(' ').map(word);
        tercet("render").args(words).args(["-o", &path(picture)]).output(&workspace.root)?;
    }
    let screens = Call::cargo("run --quiet --locked --package tercet --example screens --");
    screens.args([place.to_string_lossy()]).output(&workspace.root)?;
    Ok(place)
}

fn tercet(words: &str) -> Call {
    Call::cargo("run --quiet --locked --package tercet --").args(words.split(' '))
}

/// The names of pictures that are missing, differ, or are no longer drawn.
fn stale(drawn: &Path, home: &Path) -> Result<Vec<String>> {
    let is_picture = |path: &Path| path.extension().is_some_and(|kind| kind == "svg" || kind == "png");
    let there = [sources::files(home, &|_| true)?, sources::files(drawn, &is_picture)?].concat();
    let names =
        there.iter().filter_map(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let all: BTreeSet<String> = PICTURES.iter().map(|(name, _)| (*name).to_owned()).chain(names).collect();
    let differs = |name: &String| fs::read(drawn.join(name)).ok() != fs::read(home.join(name)).ok();
    Ok(all.into_iter().filter(differs).collect())
}
