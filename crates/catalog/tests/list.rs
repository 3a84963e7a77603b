//! The list and the directories of games agree, and no game lacks what a game must have.

use std::fs;
use std::path::{Path, PathBuf};

use tercet_catalog::CATALOG;

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

#[test]
fn every_game_in_the_list_has_all_its_files() {
    let mut missing = Vec::new();
    for entry in CATALOG.games() {
        let home = games().join(entry.id);
        for file in ["RULES.md", "rules/tests/conformance.rs", "rules/tests/perft.txt"] {
            if !home.join(file).is_file() {
                missing.push(format!("games/{}/{file}", entry.id));
            }
        }
        if !has_golden_game(&home) {
            missing.push(format!("games/{}/rules/tests/golden/*.play", entry.id));
        }
    }
    assert_eq!(missing, Vec::<String>::new(), "a game of the list lacks files");
}

fn has_golden_game(home: &Path) -> bool {
    let Ok(files) = fs::read_dir(home.join("rules/tests/golden")) else { return false };
    files.flatten().any(|file| file.path().extension().is_some_and(|extension| extension == "play"))
}

#[test]
fn every_directory_of_a_game_is_in_the_list() {
    let mut homes = Vec::new();
    for entry in fs::read_dir(games()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.join("rules/Cargo.toml").is_file() {
            homes.push(name);
        }
    }
    homes.sort();
    let mut listed: Vec<&str> = CATALOG.games().iter().map(|entry| entry.id).collect();
    listed.sort_unstable();
    assert_eq!(homes, listed);
}

#[test]
fn every_entry_leads_to_its_game() {
    for entry in CATALOG.games() {
        assert_eq!(entry.usual().rules(&[]).unwrap().id(), entry.id);
        assert_eq!(CATALOG.game(entry.id).unwrap().id, entry.id);
        assert!(!entry.title.is_empty() && !entry.about.is_empty());
    }
}
