//! Values learned from the command line.

use std::path::Path;

use crate::shell::{Call, tercet};

const SMALL: &str = "--games 60 --jobs 1 --evaluation 2";

/// A call in this directory, on a grid that is learned quickly.
fn small(dir: &Path, words: &str) -> Call {
    tercet(words).dir(dir).word("--option").word("grid=hexagon 2")
}

#[test]
fn a_value_is_learned_kept_and_played_with() {
    let dir = tempfile::tempdir().unwrap();
    let value = |run: &str| std::fs::read(dir.path().join("runs").join(run).join("value.tercet")).unwrap();
    let words = format!("train triangle {SMALL} --seed 3 --run one --plot curve.svg");
    let printed = small(dir.path(), &words).prints();
    assert!(
        printed.starts_with("run runs/one, seed 3, 1 threads\n") && printed.contains("60 games"),
        "{printed}"
    );
    assert!(std::fs::read_to_string(dir.path().join("curve.svg")).unwrap().starts_with("<svg"));
    small(dir.path(), &format!("train triangle {SMALL} --seed 3 --run two")).prints();
    assert_eq!(value("one"), value("two"));

    let play = "simulate triangle --games 3 --seed 1 --policy learned:runs/one/value.tercet,width=2";
    assert!(small(dir.path(), play).prints().contains("games: 3"));
    let refused = tercet(play).dir(dir.path()).refuses();
    assert!(refused.contains("it was learned for the options") && refused.contains("hexagon 2"), "{refused}");
}

#[test]
fn a_run_goes_on_where_it_was() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path(), "train triangle --games 20 --jobs 1 --evaluation 0 --seed 3 --run one").prints();
    let again =
        small(dir.path(), "train triangle --games 60 --jobs 1 --evaluation 0 --run one --resume").prints();
    assert!(again.contains("seed 3") && again.contains("60 games"), "{again}");
    let taken = small(dir.path(), "train triangle --games 20 --jobs 1 --run one").refuses();
    assert!(taken.contains("the run is there already"), "{taken}");
    let other = tercet("train triangle --games 90 --run one --resume").dir(dir.path()).refuses();
    assert!(other.contains("the run `one` trains triangle"), "{other}");
}

#[test]
fn machi_koro_learns_too_and_its_value_is_a_bots() {
    let dir = tempfile::tempdir().unwrap();
    let here = |words: &str| tercet(words).dir(dir.path());
    let value = |run: &str| std::fs::read(dir.path().join("runs").join(run).join("value.tercet")).unwrap();
    let train = "train machi --rolls sampled --jobs 1 --evaluation 4";
    let printed = here(&format!("{train} --games 40 --seed 3 --run one")).prints();
    assert!(printed.contains("40 games") && printed.contains(", wins "), "{printed}");
    here(&format!("{train} --games 20 --seed 3 --run two")).prints();
    here(&format!("{train} --games 40 --run two --resume")).prints();
    assert_eq!(value("one"), value("two"), "a run that goes on learns the same");

    let play = "simulate machi --games 2 --seed 1 --players search:value=runs/one/value.tercet,random";
    assert!(here(play).prints().contains("games: 2"));
    let refused = here(&format!("{play} --expansions harbor")).refuses();
    assert!(refused.contains("it was learned for the options `expansions=none`"), "{refused}");
    let other = here("train machi --games 90 --run one --resume --expansions harbor").refuses();
    assert!(other.contains("the run `one` trains machi"), "{other}");
    let seats = here("train machi --games 90 --seats 2,6").refuses();
    assert!(seats.starts_with("invalid value '6' for '--seats"), "{seats}");
}
