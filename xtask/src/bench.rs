//! `cargo xtask bench`: runs the benchmarks and prints each beside the slow twin of its group.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::process::Call;
use crate::python;
use crate::sources;
use crate::table::{Side, Table};
use crate::workspace::Workspace;

/// What `cargo xtask bench` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only benchmarks whose `group/function` matches this regular expression
    filter: Option<String>,
    /// Only the Python package beside others of its kind, which pip installs where they have a wheel
    #[arg(long, conflicts_with = "filter")]
    compare: bool,
}

/// Runs the benchmarks and prints what this run wrote, not what older ones left.
///
/// # Errors
///
/// When there is no benchmark, one fails, none matches the filter, or a result cannot be read.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    if options.compare {
        return python::compare(workspace);
    }
    if !workspace.packages.iter().any(|package| package.targets.iter().any(cargo_metadata::Target::is_bench))
    {
        bail!("no package has a benchmark; write one as benches/NAME.rs with `harness = false`");
    }
    let results = workspace.target.join("criterion");
    let before = written(&results)?;
    call(&results, options).run(&workspace.root)?;
    let fresh = written(&results)?.into_iter().filter(|(path, time)| before.get(path) != Some(time));
    let rows = fresh.map(|(path, _)| Measured::read(&path)).collect::<Result<Vec<_>>>()?;
    if rows.is_empty() {
        bail!("this run measured nothing; does the filter match the `group/function` of a benchmark?");
    }
    print!("\n{}\n{}", circumstances(workspace), table(&rows));
    Ok(())
}

fn call(results: &Path, options: &Options) -> Call {
    // The pattern leaves out the libraries' own unit tests, which `cargo bench` would build and run empty.
    let call = Call::cargo("bench --workspace --bench").args(["*"]);
    let filter = options.filter.iter().flat_map(|filter| ["--".to_owned(), filter.clone()]);
    call.args(filter).env("CRITERION_HOME", results.to_string_lossy())
}

/// Each result of the newest runs, with the time it was written.
fn written(results: &Path) -> Result<BTreeMap<PathBuf, SystemTime>> {
    let files = sources::files(results, &|path| path.ends_with("new/estimates.json"))?;
    let time = |path: PathBuf| {
        let time = fs::metadata(&path).and_then(|metadata| metadata.modified());
        time.map(|time| (path.clone(), time)).with_context(|| format!("cannot read {}", path.display()))
    };
    files.into_iter().map(time).collect()
}

/// One benchmark's result.
#[derive(Debug, PartialEq)]
struct Measured {
    group: String,
    function: String,
    /// The parameter, where a function is measured for several.
    value: String,
    /// Median processor time of one element, in nanoseconds.
    nanos: f64,
}

impl Measured {
    /// Reads `new/estimates.json` and `new/benchmark.json` beside it.
    fn read(estimates: &Path) -> Result<Self> {
        let benchmark = json(&estimates.with_file_name("benchmark.json"))?;
        Self::parse(&benchmark, &json(estimates)?)
            .with_context(|| format!("{} lacks a field that criterion used to write", estimates.display()))
    }

    fn parse(benchmark: &Value, estimates: &Value) -> Option<Self> {
        let text = |key: &str| benchmark[key].as_str().unwrap_or_default().to_owned();
        let median = estimates.pointer("/median/point_estimate")?.as_f64()?;
        Some(Self {
            group: benchmark["group_id"].as_str()?.to_owned(),
            function: text("function_id"),
            value: text("value_str"),
            nanos: median / elements(&benchmark["throughput"]),
        })
    }

    fn is_twin_of(&self, other: &Self) -> bool {
        self.function == "twin" && self.group == other.group && self.value == other.value
    }

    fn name(&self) -> String {
        let parts = [self.function.as_str(), self.value.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
    }
}

/// How many elements (or bytes, or bits) one iteration handles; one, where the benchmark does not say.
fn elements(throughput: &Value) -> f64 {
    let pointers = ["/Elements", "/ElementsAndBytes/elements", "/Bytes", "/BytesDecimal", "/Bits"];
    pointers.iter().find_map(|pointer| throughput.pointer(pointer)?.as_f64()).unwrap_or(1.0)
}

fn json(path: &Path) -> Result<Value> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not JSON", path.display()))
}

/// What a speed must be quoted with: the date, the processor and the compiler.
fn circumstances(workspace: &Workspace) -> String {
    let first_line = |call: Call| {
        let output = call.output(&workspace.root).unwrap_or_default();
        output.lines().next().unwrap_or("unknown").to_owned()
    };
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let date = first_line(Call::new("date").args(["-u", "+%F"]));
    let compiler = first_line(Call::new("rustc").args(["--version"]));
    let processor = model.map_or("unknown processor", |(_, name)| name);
    format!("processor time, one thread, median; {date}, {processor}, {compiler}")
}

fn table(rows: &[Measured]) -> Table {
    let columns = [
        ("group", Side::Left),
        ("function", Side::Left),
        ("an element", Side::Right),
        ("elements/s", Side::Right),
        ("times the twin", Side::Right),
    ];
    let mut table = Table::new(&columns);
    for row in rows {
        let twin = rows.iter().find(|other| other.is_twin_of(row));
        let ratio = twin.map_or_else(|| "-".to_owned(), |twin| format!("{:.2}", twin.nanos / row.nanos));
        table.row([row.group.clone(), row.name(), time(row.nanos), rate(1e9 / row.nanos), ratio]);
    }
    table
}

fn time(nanos: f64) -> String {
    match nanos {
        n if n < 1e3 => format!("{n:.2} ns"),
        n if n < 1e6 => format!("{:.2} us", n / 1e3),
        n if n < 1e9 => format!("{:.2} ms", n / 1e6),
        n => format!("{:.2} s", n / 1e9),
    }
}

fn rate(per_second: f64) -> String {
    match per_second {
        r if r >= 1e9 => format!("{:.2} G", r / 1e9),
        r if r >= 1e6 => format!("{:.2} M", r / 1e6),
        r if r >= 1e3 => format!("{:.2} k", r / 1e3),
        r => format!("{r:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn measured(function: &str, throughput: &Value, median: f64) -> Measured {
        let benchmark = json!({ "group_id": "set", "function_id": function, "throughput": throughput });
        let estimates = json!({ "median": { "point_estimate": median } });
        Measured::parse(&benchmark, &estimates).unwrap()
    }

    #[test]
    fn time_is_counted_for_an_element_and_compared_with_the_twin() {
        let fast = measured("fast", &json!({ "Elements": 1000 }), 2_500.0);
        let twin =
            measured("twin", &json!({ "ElementsAndBytes": { "elements": 10, "bytes": 80 } }), 12_500.0);
        let drawn = "\
group  function  an element  elements/s  times the twin
set    fast         2.50 ns    400.00 M          500.00
set    twin         1.25 us    800.00 k            1.00
";
        assert_eq!(table(&[fast, twin]).to_string(), drawn);
    }

    #[test]
    fn a_function_without_twin_has_no_ratio() {
        let drawn = "\
group  function  an element  elements/s  times the twin
set    other        5.00 ms      200.00               -
";
        assert_eq!(table(&[measured("other", &Value::Null, 5e6)]).to_string(), drawn);
    }
}
