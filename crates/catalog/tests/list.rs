//! The list and the directories of games agree, and no game lacks what a game must have.

use std::fs;
use std::path::{Path, PathBuf};

use tercet_catalog::{GAMES, Playable, Visitor, with_game};

fn rules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules")
}

/// The directories of `rules/` that no game lives in.
const SHARED: [&str; 3] = ["game", "scene", "conformance"];

#[test]
fn every_game_in_the_list_has_all_its_files() {
    let mut missing = Vec::new();
    for entry in GAMES {
        let home = rules().join(entry.id);
        for file in ["RULES.md", "tests/conformance.rs", "tests/perft.txt"] {
            if !home.join(file).is_file() {
                missing.push(format!("rules/{}/{file}", entry.id));
            }
        }
        if !has_golden_game(&home) {
            missing.push(format!("rules/{}/tests/golden/*.play", entry.id));
        }
    }
    assert_eq!(missing, Vec::<String>::new(), "a game of the list lacks files");
}

fn has_golden_game(home: &Path) -> bool {
    let Ok(files) = fs::read_dir(home.join("tests/golden")) else { return false };
    files.flatten().any(|file| file.path().extension().is_some_and(|extension| extension == "play"))
}

#[test]
fn every_directory_of_a_game_is_in_the_list() {
    let mut homes = Vec::new();
    for entry in fs::read_dir(rules()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.join("Cargo.toml").is_file() && !SHARED.contains(&name.as_str()) {
            homes.push(name);
        }
    }
    homes.sort();
    let mut listed: Vec<&str> = GAMES.iter().map(|entry| entry.id).collect();
    listed.sort_unstable();
    assert_eq!(homes, listed);
}

#[test]
fn every_entry_leads_to_its_game() {
    struct Id;

    impl Visitor for Id {
        type Out = &'static str;

        fn visit<G: Playable>(self) -> &'static str {
            G::ID
        }
    }

    for entry in GAMES {
        assert_eq!(with_game::<&str, _>(entry.id, &[], Id), Ok(entry.id));
        assert!(!entry.title.is_empty() && !entry.about.is_empty());
    }
}
