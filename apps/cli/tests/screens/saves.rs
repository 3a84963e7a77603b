//! Games that are kept while they are played, and archived when they are over.

use crossterm::event::KeyCode;
use tercet_cli::screen::kit::theme::Theme;
use tercet_cli::screen::saves::Saves;

use crate::stage::{SIZES, Stage};

#[test]
fn every_move_is_kept_and_can_be_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let saves = Saves::new(dir.path());
    let mut stage = Stage::with_data("play triangle --seed 42", SIZES[0], Theme::DARK, Some(dir.path()));
    stage.key(KeyCode::Enter);
    let save = stage.kept[0].clone();
    saves.keep(&save).unwrap();
    let read = saves.read(&save.id).unwrap();
    assert_eq!(read.save, save);
    assert_eq!((read.record.game.as_str(), read.record.end), ("triangle", None));
    let past = saves.past();
    assert_eq!((past.saved.len(), past.recent.len()), (1, 0));
    saves.forget(&save.id);
    assert!(saves.past().saved.is_empty());
}

#[test]
fn a_game_that_is_over_goes_into_the_archive_with_its_best_score() {
    let dir = tempfile::tempdir().unwrap();
    let saves = Saves::new(dir.path());
    let words = "play triangle --seed 42 --option grid=triangle_2 --option slots=1";
    let mut stage = Stage::with_data(words, SIZES[0], Theme::DARK, Some(dir.path()));
    for _ in 0..40 {
        stage.keys(".");
        stage.key(KeyCode::Enter);
    }
    let save = stage.kept.last().unwrap().clone();
    saves.keep(&save).unwrap();
    let record = saves.read(&save.id).unwrap().record;
    assert!(record.end.is_some(), "{}", stage.text());
    saves.sweep().unwrap();
    let past = saves.past();
    assert_eq!((past.saved.len(), past.recent.len()), (0, 1));
    assert_eq!(saves.best("triangle", &record.config), Some(record.scores[0]));
    assert_eq!(saves.best("triangle", &[]), None);
    // With help it would be no best score.
    let helped = tercet_cli::screen::saves::Save { is_assisted: true, id: "other".to_owned(), ..save };
    saves.keep(&helped).unwrap();
    saves.sweep().unwrap();
    assert_eq!(saves.past().recent.len(), 2);
}

#[test]
fn a_file_that_is_no_game_is_passed_over() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("saves")).unwrap();
    std::fs::write(dir.path().join("saves/broken.json"), "{").unwrap();
    let saves = Saves::new(dir.path());
    assert!(saves.past().saved.is_empty());
    assert!(saves.read("broken").is_err());
    saves.sweep().unwrap();
}
