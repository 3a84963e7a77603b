//! `tercet new`: what it writes, and what it refuses. `cargo xtask examples` builds one and plays it.

use std::fs;
use std::path::Path;

use crate::shell::tercet;

/// The files below a directory, by their paths.
fn files(dir: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = vec![dir.to_owned()];
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                left.push(path);
            } else {
                found.push(path.strip_prefix(dir).unwrap().display().to_string());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_new_game_has_rules_a_test_a_program_and_what_python_needs() {
    let dir = tempfile::tempdir().unwrap();
    let told = tercet("new tiny_game").dir(dir.path()).prints();
    assert!(told.ends_with("cargo run -- play tiny_game\n"), "{told}");
    let home = dir.path().join("tiny_game");
    assert_eq!(
        files(&home),
        [
            "Cargo.lock",
            "Cargo.toml",
            "RULES.md",
            "pyproject.toml",
            "python/tercet_tiny_game/__init__.py",
            "python/tercet_tiny_game/__main__.py",
            "src/lib.rs",
            "src/main.rs",
            "tests/conformance.rs",
        ]
    );
    for file in files(&home).iter().filter(|file| *file != "Cargo.lock") {
        let text = fs::read_to_string(home.join(file)).unwrap();
        assert!(!text.contains("{{"), "{file} has a place that nobody filled");
    }
    let rules = fs::read_to_string(home.join("src/lib.rs")).unwrap();
    assert!(
        rules.contains("impl Game for TinyGame {")
            && rules.contains("const ID: &'static str = \"tiny_game\";")
    );
    let again = tercet("new tiny_game").dir(dir.path()).refuses();
    assert_eq!(again, "tiny_game is there already");
}

#[test]
fn names_that_no_game_can_have_are_refused_and_nothing_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let refused = |name: &str| tercet(&format!("new {name}")).dir(dir.path()).refuses();
    for taken in ["set", "machi", "tercet", "match", "gen", "std", "take", "config", "state", "not_legal"] {
        assert_eq!(refused(taken), format!("`{taken}` is taken; choose another name"));
    }
    for wrong in ["Sticks", "9men", "my-game", "_a", "a.b"] {
        let why = "it takes lower-case letters, digits and underscores";
        assert_eq!(refused(wrong), format!("`{wrong}` can't be a game's name; {why}"));
    }
    assert_eq!(files(dir.path()), Vec::<String>::new());
}
