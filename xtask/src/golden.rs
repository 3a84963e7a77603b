//! `cargo xtask golden`: rewrites the golden files from what the code does now, or only compares.

use anyhow::Result;

use crate::process::Call;
use crate::sources;
use crate::workspace::Workspace;

/// What `cargo xtask golden` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Compare only: write nothing, fail where a file differs
    #[arg(long)]
    check: bool,
}

/// Runs the tests with `golden` in their name, by default in the mode in which they write, and says what changed.
///
/// # Errors
///
/// When a test fails, or git cannot say what changed.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let tests = Call::cargo("test --workspace --tests golden");
    if options.check {
        tests.run(&workspace.root)?;
        println!("golden: files: {}, all as the code would write them", golden_files(workspace)?);
        return Ok(());
    }
    tests.env("TERCET_GOLDEN", "write").run(&workspace.root)?;
    let changed = changed_files().output(&workspace.root)?;
    match changed.lines().count() {
        0 => println!("golden: files: {}, changed: none", golden_files(workspace)?),
        count => print!("golden: differ from the last commit: {count}; read the difference\n{changed}"),
    }
    Ok(())
}

fn changed_files() -> Call {
    let places = [":(glob)**/tests/golden/**", ":(glob)**/tests/*.txt"];
    Call::new("git").args(["status", "--porcelain", "--untracked-files=all", "--"]).args(places)
}

fn golden_files(workspace: &Workspace) -> Result<usize> {
    let mut count = 0;
    for package in &workspace.packages {
        let tests = workspace.root.join(workspace.home(package)).join("tests");
        let golden = tests.join("golden");
        let is_golden = |path: &std::path::Path| {
            let is_listed = path.parent() == Some(&tests) && path.extension().is_some_and(|ext| ext == "txt");
            path.starts_with(&golden) || is_listed
        };
        count += sources::files(&tests, &is_golden)?.len();
    }
    Ok(count)
}
