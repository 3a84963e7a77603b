//! `tercet new`: a crate with a game of one's own, which plays at once.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::failure::{Answer, Failure, FailureExt};
use crate::output::Screen;

/// Where this program was built from: the new crate depends on it unless another place is given.
const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The crate's files and what they are made of.
const FILES: [(&str, &str); 8] = [
    ("Cargo.toml", include_str!("template/Cargo.toml.txt")),
    ("RULES.md", include_str!("template/RULES.md.txt")),
    ("src/lib.rs", include_str!("template/lib.rs.txt")),
    ("src/main.rs", include_str!("template/main.rs.txt")),
    ("tests/conformance.rs", include_str!("template/tests.rs.txt")),
    ("pyproject.toml", include_str!("template/pyproject.toml.txt")),
    ("python/tercet_{{name}}/__init__.py", include_str!("template/init.py.txt")),
    ("python/tercet_{{name}}/__main__.py", include_str!("template/main.py.txt")),
];

/// Names that no crate or module can have.
const KEYWORDS: [&str; 40] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match",
    "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "try",
    "type", "unsafe", "use",
];
/// Crates and modules that it would stand in the way of.
const TAKEN: [&str; 14] = [
    "tercet",
    "tercet_cli",
    "tercet_conformance",
    "tercet_python",
    "test",
    "self",
    "crate",
    "super",
    "std",
    "core",
    "alloc",
    "where",
    "while",
    "yield",
];

#[derive(Args)]
#[command(
    after_help = "Examples:\n  tercet new sticks\n  tercet new sticks --tercet ../tercet\n\nThen, in its folder:\n  cargo test\n  cargo run -- play sticks"
)]
pub(crate) struct New {
    /// The game's name: lower-case letters, digits and underscores
    name: String,
    /// Where Tercet's source is; where this program was built from if not given
    #[arg(long, value_name = "DIR", default_value = SOURCE, hide_default_value = true)]
    tercet: PathBuf,
}

pub(crate) fn run(options: &New, screen: &mut Screen) -> Result<Answer, Failure> {
    let folder = Path::new(&options.name);
    write(options, folder).or_usage()?;
    let name = &options.name;
    screen.line(&format!("{name} is in {}; try it:", folder.display()))?;
    screen.line(&format!("  cd {name}\n  cargo test\n  cargo run -- play {name}"))?;
    Ok(Answer::Yes)
}

fn write(options: &New, folder: &Path) -> Result<()> {
    let name = checked(&options.name)?;
    let source = fs::canonicalize(&options.tercet)
        .ok()
        .filter(|source| source.join("apps/cli/Cargo.toml").is_file())
        .with_context(|| {
            format!("{} is not Tercet's source; --tercet says where it is", options.tercet.display())
        })?;
    if folder.exists() {
        bail!("{} is there already", folder.display());
    }
    for (file, text) in FILES {
        let text = text
            .replace("{{name}}", name)
            .replace("{{Name}}", &camel(name, ""))
            .replace("{{Title}}", &camel(name, " "))
            .replace("{{tercet}}", &source.display().to_string());
        let path = folder.join(file.replace("{{name}}", name));
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    // The versions that Tercet itself is tested with.
    let _ = fs::copy(source.join("Cargo.lock"), folder.join("Cargo.lock"));
    Ok(())
}

/// A name that a crate and a game can have.
fn checked(name: &str) -> Result<&str> {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if !name.starts_with(|first: char| first.is_ascii_lowercase()) || !name.chars().all(is_letter) {
        bail!("`{name}` can't be a game's name; it takes lower-case letters, digits and underscores");
    }
    let is_taken = tercet_catalog::games().ids().chain(KEYWORDS).chain(TAKEN).any(|other| other == name);
    let camel = camel(name, "");
    // What the game is made of has names of its own: a game `take` would be another `Take`.
    let mut words = FILES
        .iter()
        .flat_map(|(_, text)| text.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
    if is_taken || words.any(|word| word == camel) {
        bail!("`{name}` is taken; choose another name");
    }
    Ok(name)
}

/// `my_game` as `MyGame` or `My Game`.
fn camel(name: &str, between: &str) -> String {
    let word = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    name.split('_').filter(|word| !word.is_empty()).map(word).collect::<Vec<_>>().join(between)
}
