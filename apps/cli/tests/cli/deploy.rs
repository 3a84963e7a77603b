//! The files of `deploy/`: what they name exists, and the program takes the options that they give it.

use std::path::{Path, PathBuf};

use crate::shell::tercet;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join("deploy").join(name)).unwrap()
}

/// A Dockerfile's instructions, comments and blank lines left out.
fn instructions(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').unwrap()).collect()
}

/// Does the program take these words? `--help` at their end is reached only if all before it are known.
fn assert_taken(words: &str) {
    let done = tercet(words).word("--help").run();
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{words}");
}

#[test]
fn the_image_is_built_in_stages_and_runs_as_nobody_special() {
    let text = read("Dockerfile");
    let all = instructions(&text);
    let of =
        |name: &str| all.iter().filter(|(each, _)| *each == name).map(|(_, rest)| *rest).collect::<Vec<_>>();
    let stages = of("FROM");
    assert_eq!(stages.len(), 2);
    assert!(stages[0].ends_with(" AS build"));
    let version = env!("CARGO_PKG_RUST_VERSION");
    assert!(stages[0].starts_with(&format!("rust:{version}-")), "the compiler is the workspace's {version}");
    let last = text.rfind("FROM ").unwrap();
    assert!(text[last..].contains("\nUSER 10001:10001\n"), "what runs is not root");
    assert_eq!(of("STOPSIGNAL"), ["SIGTERM"]);
    for copied in of("COPY") {
        let mut words: Vec<&str> = copied.split(' ').collect();
        let target = words.pop().unwrap();
        if words[0] == "--from=build" {
            assert_eq!((words[1], target), ("/src/target/release/tercet", "/usr/local/bin/tercet"));
            continue;
        }
        for source in words {
            assert!(root().join(source).exists(), "{source}");
        }
    }
}

#[test]
fn the_image_starts_and_asks_for_health_with_options_that_are_there() {
    let text = read("Dockerfile");
    let words = |line: &str| serde_json::from_str::<Vec<String>>(line).unwrap();
    for (name, rest) in instructions(&text) {
        match name {
            "ENTRYPOINT" => assert_eq!(words(rest), ["tercet"]),
            "CMD" => assert_taken(&words(rest).join(" ")),
            "HEALTHCHECK" => {
                let health = words(rest.split_once("CMD ").unwrap().1);
                assert_eq!(health[0], "tercet");
                assert_taken(&health[1..].join(" "));
            }
            _ => {}
        }
    }
}

#[test]
fn the_unit_starts_the_program_with_options_that_are_there() {
    let unit = read("tercet.service");
    let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/tercet ")).unwrap();
    assert_taken(start);
    assert!(unit.contains("\nRequires=tercet.socket\n") && unit.contains("\nTimeoutStopSec=10\n"));
    let socket = read("tercet.socket");
    let at = socket.lines().find_map(|line| line.strip_prefix("ListenStream=")).unwrap();
    assert!(read("Caddyfile").contains(&format!("reverse_proxy {at} ")));
    assert!(read("nginx.conf").contains(&format!("server {at};")));
    let example = std::fs::read_to_string(root().join("docs/operations.md")).unwrap();
    let line = example.lines().find_map(|line| line.strip_prefix("tercet serve --public")).unwrap();
    assert_taken(&format!("serve --public{line}"));
}
