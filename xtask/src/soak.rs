//! `cargo xtask soak`: the long checks, then the fuzz tests one by one.

use std::time::Instant;

use anyhow::{Result, bail};
use cargo_metadata::Package;

use crate::process::Call;
use crate::python;
use crate::table::{Side, Table};
use crate::workspace::Workspace;

/// What `cargo xtask soak` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How long each fuzz test looks for a failure
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    fuzz_seconds: u64,
    /// Run the Python package under the libraries that learners use, and nothing else; several gigabytes are installed
    #[arg(long)]
    python_clients: bool,
}

/// Runs the test targets `soak`, then each test of the targets `fuzz`, in release; prints a summary.
///
/// A failure does not stop the rest: a soak is left alone for long, and should come back with all it found.
///
/// # Errors
///
/// When a test fails, or no package has such a target.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    if options.python_clients {
        return python::clients(workspace);
    }
    let mut checks: Vec<Check> = workspace.with_test("soak").into_iter().map(soak).collect();
    for package in workspace.with_test("fuzz") {
        checks.extend(fuzz(workspace, package, options)?);
    }
    if checks.is_empty() {
        bail!("no package has a test target `soak` or `fuzz`; write one as tests/soak.rs or tests/fuzz.rs");
    }
    let mut table = Table::new(&[("check", Side::Left), ("seconds", Side::Right), ("result", Side::Left)]);
    let mut failures = Vec::new();
    for check in &checks {
        println!("\n== {}: {}", check.name, check.call);
        let start = Instant::now();
        let outcome = check.call.run(&workspace.root);
        let seconds = format!("{:.1}", start.elapsed().as_secs_f64());
        let result = if outcome.is_ok() { "passed" } else { "FAILED" };
        table.row([check.name.clone(), seconds, result.to_owned()]);
        failures.extend(outcome.err().map(|error| format!("{}: {error:#}", check.name)));
    }
    print!("\n{table}");
    if !failures.is_empty() {
        bail!("{} of {} checks failed\n{}", failures.len(), checks.len(), failures.join("\n"));
    }
    Ok(())
}

/// One row of the summary.
struct Check {
    name: String,
    call: Call,
}

fn soak(package: &Package) -> Check {
    let name = package.name.as_str();
    let features = if package.features.contains_key("soak") { "--features soak " } else { "" };
    let call = Call::cargo(&format!("test --release -p {name} {features}--test soak"));
    Check { name: format!("{name} soak"), call }
}

/// The tests of a package's target `fuzz`, a check each.
fn fuzz(workspace: &Workspace, package: &Package, options: &Options) -> Result<Vec<Check>> {
    let name = package.name.as_str();
    let target = format!("test --release -p {name} --test fuzz --");
    let list = Call::cargo(&target).args(["--list", "--format=terse"]).output(&workspace.root)?;
    let tests: Vec<&str> = list.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    if tests.is_empty() {
        bail!("the target `fuzz` of {name} lists no tests; write them as #[test] functions");
    }
    let check = |test: &str| Check {
        name: format!("{name} fuzz {test}"),
        call: with_time(Call::cargo(&target).args(["--exact", test]), options.fuzz_seconds),
    };
    Ok(tests.into_iter().map(check).collect())
}

/// The time, and iterations without end: a limit of either kind in the test itself yields to the variable.
fn with_time(call: Call, seconds: u64) -> Call {
    call.env("BOLERO_RANDOM_TEST_TIME_MS", (seconds * 1000).to_string())
        .env("BOLERO_RANDOM_ITERATIONS", usize::MAX.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fuzz_test_gets_its_time_and_no_limit_of_iterations() {
        let call = with_time(Call::cargo("test -p a --test fuzz -- --exact b"), 30);
        let line = format!(
            "BOLERO_RANDOM_TEST_TIME_MS=30000 BOLERO_RANDOM_ITERATIONS={} cargo test -p a --test fuzz -- --exact b",
            usize::MAX
        );
        assert_eq!(call.to_string(), line);
    }
}
