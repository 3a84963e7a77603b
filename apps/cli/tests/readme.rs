//! Every `console` block of the README and of `docs/` is run, and must print what it says.
//!
//! A line `$ tercet …` is run in an empty directory that all blocks of a file share; `cargo run --release --` counts as
//! `tercet`. What follows, up to the next `$` or the end of the block, is what it must print, on stdout and stderr
//! together. Blocks marked `console,norun` are passed over.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A command of a block, and what it should print.
struct Sample {
    line: usize,
    command: String,
    expected: String,
}

#[test]
fn every_console_block_prints_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    for entry in fs::read_dir(root.join("docs")).unwrap() {
        pages.push(entry.unwrap().path());
    }
    pages.retain(|page| page.extension().is_some_and(|end| end == "md"));
    let count: usize = pages.iter().map(|page| check(page)).sum();
    assert!(count > 10, "{count} commands in the `console` blocks of README.md and docs/");
}

/// Runs the blocks of a page; how many commands they have.
fn check(page: &Path) -> usize {
    let text = fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let dir = tempfile::tempdir().unwrap();
    let samples = samples(&text);
    for sample in &samples {
        let printed = run(&sample.command, dir.path());
        assert_eq!(
            printed.trim_end(),
            sample.expected.trim_end(),
            "{}:{}: `{}` prints something else",
            page.display(),
            sample.line,
            sample.command
        );
    }
    samples.len()
}

fn samples(readme: &str) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    // The kind of the block that is open.
    let mut block: Option<&str> = None;
    for (number, line) in readme.lines().enumerate() {
        match (line.strip_prefix("```"), line.strip_prefix("$ "), block) {
            (Some(kind), _, None) => block = Some(kind.trim()),
            (Some(_), _, Some(_)) => block = None,
            (None, Some(command), Some("console")) => {
                let command = command.to_owned();
                samples.push(Sample { line: number + 1, command, expected: String::new() });
            }
            (None, None, Some("console")) => {
                let sample = samples.last_mut().expect("a console block begins with a command");
                sample.expected += line;
                sample.expected.push('\n');
            }
            _ => {}
        }
    }
    samples
}

/// What may be run beside our own program, to feed it or to show its files.
const COMPANIONS: [&str; 5] = ["printf", "echo", "cat", "head", "tercet"];

fn run(command: &str, dir: &Path) -> String {
    let command = command.replace("cargo run --release --", "tercet");
    let first = command.split_whitespace().next().unwrap_or_default();
    assert!(COMPANIONS.contains(&first), "`{command}` is not run here; mark its block `console,norun`");
    let program = Path::new(env!("CARGO_BIN_EXE_tercet"));
    let home = program.parent().expect("the program stands in a directory");
    let path = env::join_paths(
        [home.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    );
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(dir)
        .env("PATH", path.expect("no directory of PATH has a colon in its name"))
        .env_remove("NO_COLOR")
        .output()
        .expect("there is a shell");
    String::from_utf8(output.stdout).expect("the program prints UTF-8")
}

#[test]
fn blocks_are_read_as_commands_and_outputs() {
    let readme = "text\n```console\n$ tercet a\none\n\ntwo\n$ tercet b\n```\n```console,norun\n$ tercet c\n```\n\
                  ```rust\n$ no\n```\n";
    let samples = samples(readme);
    let read: Vec<(usize, &str, &str)> = samples
        .iter()
        .map(|sample| (sample.line, sample.command.as_str(), sample.expected.as_str()))
        .collect();
    assert_eq!(read, [(3, "tercet a", "one\n\ntwo\n"), (7, "tercet b", "")]);
}

#[test]
fn samples_are_run_by_a_shell() {
    let dir = tempfile::tempdir().unwrap();
    let line = r#"printf '{"cards":[0,1,2]}\n' | cargo run --release -- solve set --jsonl"#;
    assert_eq!(run(line, dir.path()), "{\"sets\":[[0,1,2]]}\n");
    assert_eq!(
        run("tercet solve set 0 0", dir.path()),
        "error: 1rsd (one red solid diamond) is there twice\n"
    );
}
