//! `cargo xtask coverage`: how much of the engine and of the games' rules the tests of their packages reach.

mod tools;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use self::tools::Tools;
use crate::layers;
use crate::process::Call;
use crate::sources;
use crate::table::{Side, Table};
use crate::workspace::Workspace;

/// Runs the tests of the pure packages with counters in the code and prints lines and regions, file by file.
///
/// A file's own `#[cfg(test)]` module counts as part of it.
///
/// # Errors
///
/// When a test fails, or the tools of LLVM are missing and cannot be installed.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let tools = Tools::find(&workspace.root)?;
    let build = Build::new(workspace)?;
    let binaries = build.binaries(workspace)?;
    // What build scripts and macros wrote while the tests were built is of no interest.
    build.forget_profiles()?;
    build.call("").run(&workspace.root)?;
    let merged = build.merge(workspace, &tools)?;
    let report = tools.cov(&merged, &binaries).output(&workspace.root)?;
    let report = serde_json::from_str(&report).context("llvm-cov wrote something that is not JSON")?;
    let files = files(workspace, &report);
    if files.is_empty() {
        bail!(
            "llvm-cov reports no file of engine/ or games/; repeat it with: {}",
            tools.cov(&merged, &binaries)
        );
    }
    print!("\n{}", table(&files));
    Ok(())
}

/// A build of the tests in a target directory of its own, so that the plain one stays warm.
struct Build {
    target: PathBuf,
    packages: Vec<String>,
}

impl Build {
    fn new(workspace: &Workspace) -> Result<Self> {
        let packages: Vec<String> = workspace.pure().iter().map(|p| p.name.to_string()).collect();
        if packages.is_empty() {
            bail!("engine/ and games/ hold no pure package");
        }
        Ok(Self { target: workspace.target.join("coverage"), packages })
    }

    fn profiles(&self) -> PathBuf {
        self.target.join("profiles")
    }

    fn call(&self, options: &str) -> Call {
        let packages = self.packages.iter().flat_map(|name| ["-p", name]);
        let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
        Call::cargo("test --locked --tests")
            .args(options.split_whitespace())
            .args(packages)
            .env("CARGO_TARGET_DIR", self.target.to_string_lossy())
            .env("LLVM_PROFILE_FILE", self.profiles().join("%m-%p.profraw").to_string_lossy())
            .env("RUSTFLAGS", format!("{flags} -C instrument-coverage").trim())
    }

    /// Builds the tests; returns where their programs are.
    fn binaries(&self, workspace: &Workspace) -> Result<Vec<String>> {
        let messages =
            self.call("--no-run --message-format=json-render-diagnostics").output(&workspace.root)?;
        let binary = |line: &str| {
            let message: Value = serde_json::from_str(line).ok()?;
            message["executable"].as_str().map(str::to_owned)
        };
        Ok(messages.lines().filter_map(binary).collect())
    }

    fn forget_profiles(&self) -> Result<()> {
        for path in self.written()? {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
        Ok(())
    }

    fn written(&self) -> Result<Vec<PathBuf>> {
        sources::files(&self.profiles(), &|path| path.extension().is_some_and(|ext| ext == "profraw"))
    }

    fn merge(&self, workspace: &Workspace, tools: &Tools) -> Result<PathBuf> {
        let merged = self.target.join("rules.profdata");
        tools.merge(&self.written()?, &merged).run(&workspace.root)?;
        Ok(merged)
    }
}

/// How much of something was reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Share {
    reached: u64,
    all: u64,
}

impl Share {
    fn parse(summary: &Value) -> Self {
        let count = |key: &str| summary[key].as_u64().unwrap_or_default();
        Self { reached: count("covered"), all: count("count") }
    }

    fn plus(self, other: Self) -> Self {
        Self { reached: self.reached + other.reached, all: self.all + other.all }
    }

    /// In tenths of a percent, rounded down, so that 100.0 means all.
    fn percent(self) -> String {
        let tenths = (self.reached * 1000).checked_div(self.all);
        tenths.map_or_else(|| "-".to_owned(), |tenths| format!("{}.{}", tenths / 10, tenths % 10))
    }
}

/// A file's coverage.
#[derive(Debug, PartialEq, Eq)]
struct File {
    name: String,
    lines: Share,
    regions: Share,
}

/// The source files of pure packages in llvm-cov's report, sorted by name.
fn files(workspace: &Workspace, report: &Value) -> Vec<File> {
    let listed = report.pointer("/data/0/files").and_then(Value::as_array);
    let file = |entry: &Value| {
        let name = workspace.relative(Path::new(entry["filename"].as_str()?));
        let is_shipped = name.split_once("/src/").is_some_and(|(home, _)| layers::is_pure(home));
        let share = |kind: &str| Share::parse(&entry["summary"][kind]);
        is_shipped.then(|| File { name, lines: share("lines"), regions: share("regions") })
    };
    let mut files: Vec<File> = listed.into_iter().flatten().filter_map(file).collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

fn table(files: &[File]) -> Table {
    let columns =
        ["lines", "missed", "percent", "regions", "missed", "percent"].map(|name| (name, Side::Right));
    let mut table = Table::new(&[&[("file", Side::Left)], columns.as_slice()].concat());
    let mut row = |name: &str, lines: Share, regions: Share| {
        let missed = |share: Share| (share.all - share.reached).to_string();
        let [l, r] = [lines, regions].map(|share| [share.all.to_string(), missed(share), share.percent()]);
        let ([l1, l2, l3], [r1, r2, r3]) = (l, r);
        table.row([name.to_owned(), l1, l2, l3, r1, r2, r3]);
    };
    for file in files {
        row(&file.name, file.lines, file.regions);
    }
    let sum = |share: fn(&File) -> Share| files.iter().map(share).fold(Share::default(), Share::plus);
    row("total", sum(|file| file.lines), sum(|file| file.regions));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn entry(name: &str, lines: (u64, u64), regions: (u64, u64)) -> Value {
        let share = |(covered, count): (u64, u64)| json!({ "count": count, "covered": covered });
        json!({ "filename": name, "summary": { "lines": share(lines), "regions": share(regions) } })
    }

    #[test]
    fn files_of_the_rules_are_counted_and_summed() {
        let workspace = Workspace { root: "/w".into(), target: "/w/target".into(), packages: Vec::new() };
        let entries = [
            entry("/w/games/set/rules/src/state.rs", (999, 1000), (3, 4)),
            entry("/w/engine/game/src/lib.rs", (0, 0), (1, 1)),
            entry("/w/games/set/rules/tests/rules.rs", (5, 5), (5, 5)),
            entry("/elsewhere/core.rs", (1, 9), (1, 9)),
        ];
        let report = json!({ "data": [{ "files": entries }] });
        let drawn = "\
file                          lines  missed  percent  regions  missed  percent
engine/game/src/lib.rs            0       0        -        1       0    100.0
games/set/rules/src/state.rs   1000       1     99.9        4       1     75.0
total                          1000       1     99.9        5       1     80.0
";
        assert_eq!(table(&files(&workspace, &report)).to_string(), drawn);
    }
}
