//! `cargo xtask test`: every check and every test of the repository, one step after another.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::builder::PossibleValuesParser;

use crate::process::Call;
use crate::table::{Side, Table};
use crate::workspace::{self, Workspace};
use crate::{browser, doc, examples, layers, pictures, python, rules_index};

/// What `cargo xtask test` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Run this part only; may be given several times
    #[arg(long, value_name = "PART", value_parser = PossibleValuesParser::new(PARTS.iter().map(|part| part.name)))]
    only: Vec<String>,
}

/// A part of the tests that can be asked for by its name.
struct Part {
    name: &'static str,
    steps: fn(&Workspace) -> Vec<Step>,
}

/// All parts, in the order in which they run.
const PARTS: &[Part] = &[
    Part { name: "rust", steps: rust },
    Part { name: "python", steps: python_steps },
    Part { name: "http", steps: http_steps },
    Part { name: "browser", steps: browser_steps },
];

/// One line of the closing table.
struct Step {
    name: &'static str,
    work: Work,
}

enum Work {
    Command(Call),
    /// A chore of this program, by the name that repeats it.
    Chore(&'static str, fn(&Workspace) -> Result<()>),
}

impl Step {
    fn cargo(name: &'static str, words: &str) -> Self {
        Self { name, work: Work::Command(Call::cargo(words)) }
    }

    /// The line that repeats this step alone.
    fn line(&self) -> String {
        match &self.work {
            Work::Command(call) => call.to_string(),
            Work::Chore(name, _) => format!("cargo xtask {name}"),
        }
    }

    fn run(&self, workspace: &Workspace) -> Result<()> {
        match &self.work {
            Work::Command(call) => call.run(&workspace.root),
            Work::Chore(name, chore) => {
                chore(workspace).with_context(|| format!("repeat it with: cargo xtask {name}"))
            }
        }
    }
}

/// Runs the steps of the chosen parts, by default of all; prints a line before each and a table at the end.
///
/// # Errors
///
/// At the first step that fails, with its name and the command that repeats it.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let chosen = PARTS.iter().filter(|part| options.only.is_empty() || is_named(&options.only, part));
    let steps: Vec<Step> = chosen.flat_map(|part| (part.steps)(workspace)).collect();
    let mut times = Vec::new();
    let mut outcome = Ok(());
    for step in &steps {
        println!("\n== {}: {}", step.name, step.line());
        let start = Instant::now();
        outcome = step.run(workspace).with_context(|| format!("step `{}` failed", step.name));
        times.push((step.name, start.elapsed()));
        if outcome.is_err() {
            break;
        }
    }
    print!("\n{}", report(&times));
    if outcome.is_err() && times.len() < steps.len() {
        println!("not run: {}", names(&steps[times.len()..]));
    }
    outcome
}

fn is_named(only: &[String], part: &Part) -> bool {
    only.iter().any(|name| name == part.name)
}

fn names(steps: &[Step]) -> String {
    steps.iter().map(|step| step.name).collect::<Vec<_>>().join(", ")
}

fn rust(workspace: &Workspace) -> Vec<Step> {
    vec![
        Step::cargo("format", "fmt --all --check"),
        Step::cargo("clippy", "clippy --workspace --all-targets --locked -- -D warnings"),
        Step { name: "layers", work: Work::Chore("layers", layers::run) },
        Step { name: "rules-index", work: Work::Chore("rules-index", rules_index::run) },
        Step { name: "tmux", work: Work::Chore("test", tmux) },
        Step { name: "postgresql", work: Work::Chore("test", postgresql) },
        tests(workspace),
        Step { name: "pictures", work: Work::Chore("pictures --check", pictures::check) },
        Step { name: "examples", work: Work::Chore("examples", examples::run) },
        Step::cargo("doc tests", "test --workspace --locked --doc"),
        Step { name: "docs", work: Work::Command(doc::call().args(["--locked"])) },
    ]
}

fn python_steps(_workspace: &Workspace) -> Vec<Step> {
    vec![Step { name: "python", work: Work::Chore("test --only python", python::run) }]
}

fn http_steps(_workspace: &Workspace) -> Vec<Step> {
    vec![Step { name: "http", work: Work::Chore("test --only http", python::http) }]
}

/// The terminal that the full screen is tested in, installed where Debian's tools can do that.
fn tmux(workspace: &Workspace) -> Result<()> {
    let version = Call::new("tmux").args(["-V"]);
    if version.succeeds(&workspace.root) {
        return Ok(());
    }
    let install = Call::new("apt-get").args(["install", "--yes", "tmux"]);
    if cfg!(unix) && !(install.succeeds(&workspace.root) && version.succeeds(&workspace.root)) {
        bail!("tmux is needed to test the full screen; install it, as in `{install}`");
    }
    Ok(())
}

/// The database that servers share, from Debian's packages; its programs are not in the path.
fn postgresql(workspace: &Workspace) -> Result<()> {
    let is_there = || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        versions.map(|version| version.path().join("bin/postgres")).any(|program| program.is_file())
    };
    if cfg!(not(unix)) || is_there() {
        return Ok(());
    }
    let install = Call::new("apt-get").args(["install", "--yes", "postgresql"]);
    if !(install.succeeds(&workspace.root) && is_there()) {
        bail!("PostgreSQL is needed to test servers that share tables; install it, as in `{install}`");
    }
    Ok(())
}

/// The page: its types, then games in a real browser.
fn browser_steps(_workspace: &Workspace) -> Vec<Step> {
    const AGAIN: &str = "test --only browser";
    vec![
        Step { name: "browser packages", work: Work::Command(browser::packages()) },
        Step { name: "page types", work: Work::Command(browser::types()) },
        Step { name: "browser", work: Work::Chore(AGAIN, browser::install) },
        Step { name: "server", work: Work::Command(workspace::program()) },
        Step { name: "page in the browser", work: Work::Chore(AGAIN, browser::play) },
        Step { name: "other games in the browser", work: Work::Chore(AGAIN, browser::play_others) },
    ]
}

/// The tests by cargo-nextest where it is installed: it runs those of all packages side by side.
fn tests(workspace: &Workspace) -> Step {
    if Call::cargo("nextest --version").succeeds(&workspace.root) {
        return Step::cargo("tests", "nextest run --workspace --locked --no-fail-fast");
    }
    // Not --all-targets: that would run the benchmarks too.
    Step::cargo("tests (no cargo-nextest)", "test --workspace --locked --lib --bins --tests --examples")
}

fn report(times: &[(&str, Duration)]) -> Table {
    let mut table = Table::new(&[("step", Side::Left), ("seconds", Side::Right)]);
    for (name, time) in times {
        table.row([(*name).to_owned(), format!("{:.1}", time.as_secs_f64())]);
    }
    let total: Duration = times.iter().map(|(_, time)| *time).sum();
    table.row(["total".to_owned(), format!("{:.1}", total.as_secs_f64())]);
    table
}
