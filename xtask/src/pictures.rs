//! `cargo xtask pictures`: draws the pictures of the documentation, or checks that they are what would be drawn.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::browser;
use crate::process::Call;
use crate::sources;
use crate::workspace::{self, Workspace};

/// What `cargo xtask pictures` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Compare only: write nothing, fail where a picture differs
    #[arg(long)]
    check: bool,
    /// Take those of the page instead, in a real browser, into docs/page
    #[arg(long, conflicts_with = "check")]
    page: bool,
}

/// Where the pictures stand.
const HOME: &str = "docs/pictures";

/// The games that are played for the pictures, as files or directories and the words that play them into these.
const RECORDS: &[(&str, &str)] = &[
    ("set.record", "play set --quiet --policy first --seed 7 --record"),
    ("triangle.record", "play triangle --quiet --policy greedy --seed 42 --record"),
    (
        "machi.archive",
        "tournament machi --entrants ev,fromage,impatient --format round-robin --table 3 --games 1 --seed 5 --data",
    ),
    (
        "machi-field.archive",
        "tournament machi --entrants ev,fromage,impatient,coverage,random,uniform --days 5 --seed 5 --data",
    ),
    (
        "machi-all.archive",
        "tournament machi --entrants ev,fromage,impatient,coverage,random --format round-robin --table 5 --games 1 \
         --seed 5 --option expansions=harbor,millionaires__row --data",
    ),
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
        "triangle --replay triangle.record --at 76 --scale 0.6 --pick slot-3 --ghost place_3_3_11",
    ),
    (
        "triangle-debug.png",
        "triangle --replay triangle.record --at 41 --show labels,last,coordinates,numbers",
    ),
    ("triangle-game.png", "triangle --replay triangle.record --animate --scale 0.3 --delay 400"),
    ("machi.png", "machi --replay 1 --data machi.archive --at 90"),
    ("machi.svg", "machi --replay 1 --data machi.archive --at 90"),
    ("machi-dark.png", "machi --replay 1 --data machi.archive --at 60 --scale 0.6 --theme dark"),
    ("machi-colorblind.png", "machi --replay 1 --data machi.archive --at 60 --scale 0.6 --theme colorblind"),
    ("machi-contrast.png", "machi --replay 1 --data machi.archive --at 60 --scale 0.6 --theme contrast"),
    ("machi-print.png", "machi --replay 1 --data machi.archive --at 60 --scale 0.6 --theme print"),
    ("machi-all.png", "machi --replay 1 --data machi-all.archive"),
];

/// The charts of the documentation, as files and the words that draw them.
const CHARTS: &[(&str, &str)] = &[
    ("chart-ratings.png", "ratings machi --data machi-field.archive"),
    ("chart-wins.png", "stats machi --data machi-field.archive"),
    ("chart-length.png", "stats machi --chart length --data machi-field.archive"),
    ("chart-head-to-head.png", "stats machi --chart head-to-head --data machi-field.archive"),
    ("chart-cards.png", "stats machi --chart cards --data machi-field.archive"),
];

/// Draws all pictures; writes those that differ, or complains of them.
///
/// # Errors
///
/// When one can't be drawn, or, with `--check`, is not what would be drawn.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    if options.page { browser::pictures(workspace) } else { made(workspace, options.check) }
}

/// Checks that all pictures are as they would be drawn.
///
/// # Errors
///
/// When one is not, or can't be drawn.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    made(workspace, true)
}

fn made(workspace: &Workspace, only_check: bool) -> Result<()> {
    let drawn = draw(workspace)?;
    let home = workspace.root.join(HOME);
    let stale = stale(&drawn, &home)?;
    if stale.is_empty() {
        println!("pictures: {}, all as they would be drawn", PICTURES.len() + CHARTS.len());
        return Ok(());
    }
    if only_check {
        bail!("not as they would be drawn: {}; `cargo xtask pictures` draws them anew", stale.join(", "));
    }
    fs::create_dir_all(&home).with_context(|| format!("cannot make {HOME}"))?;
    for name in &stale {
        let (from, to) = (drawn.join(name), home.join(name));
        let moved = if from.exists() { fs::copy(from, to).map(drop) } else { fs::remove_file(to) };
        moved.with_context(|| format!("cannot write {HOME}/{name}"))?;
    }
    println!("pictures: {}, drawn anew: {}", PICTURES.len() + CHARTS.len(), stale.join(", "));
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
    workspace::program().run(&workspace.root)?;
    let program = |name: &str| Call::new(&workspace.target.join("debug").join(name).to_string_lossy());
    let is_record = |word: &str| RECORDS.iter().any(|(record, _)| *record == word);
    // Two of them are one that stays.
    let word = |word: &str| word.replace("__", "\0").replace('_', " ").replace('\0', "_");
    let words = |words: &str| {
        words.split(' ').map(|each| if is_record(each) { path(each) } else { word(each) }).collect()
    };
    let tercet = |line: &str, last: [&str; 2]| {
        let words: Vec<String> = words(line);
        program("tercet")
            .args(words)
            .args(last.into_iter().filter(|word| !word.is_empty()))
            .output(&workspace.root)
    };
    for (record, line) in RECORDS {
        tercet(line, [&path(record), ""])?;
    }
    for (picture, line) in PICTURES {
        tercet(&format!("render {line}"), ["-o", &path(picture)])?;
    }
    for (chart, line) in CHARTS {
        tercet(line, ["--plot", &path(chart)])?;
    }
    program("examples/screens").args([place.to_string_lossy()]).output(&workspace.root)?;
    Ok(place)
}

/// The names of pictures that are missing, differ, or are no longer drawn.
fn stale(drawn: &Path, home: &Path) -> Result<Vec<String>> {
    let is_picture = |path: &Path| path.extension().is_some_and(|kind| kind == "svg" || kind == "png");
    let there = [sources::files(home, &|_| true)?, sources::files(drawn, &is_picture)?].concat();
    let names =
        there.iter().filter_map(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let all: BTreeSet<String> =
        PICTURES.iter().chain(CHARTS).map(|(name, _)| (*name).to_owned()).chain(names).collect();
    let differs = |name: &String| fs::read(drawn.join(name)).ok() != fs::read(home.join(name)).ok();
    Ok(all.into_iter().filter(differs).collect())
}
