//! Values learned from the command line.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

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

/// The names of a run's checkpoints, without those that are still being written.
fn checkpoints(dir: &Path, run: &str) -> Vec<String> {
    let dir = std::fs::read_dir(dir.join("runs").join(run).join("checkpoints"));
    let names = dir.into_iter().flatten().map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !name.starts_with('.') && name.ends_with(".tercet")).collect()
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_value() {
    let dir = tempfile::tempdir().unwrap();
    let value = |run: &str| std::fs::read(dir.path().join("runs").join(run).join("value.tercet")).unwrap();
    let train = |words: &str| {
        small(dir.path(), &format!("train triangle --jobs 1 --evaluation 0 --every 1 --run {words}"))
    };
    let mut done = 0;
    for kill in 0..3 {
        let words = if kill == 0 { "killed --seed 3 --minutes 9" } else { "killed --resume --minutes 9" };
        let mut child = train(words).command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Not before there is a checkpoint that this process wrote after games.
        let before = checkpoints(dir.path(), "killed");
        let is_new = |name: &String| !before.contains(name) && !name.ends_with("-step-0.tercet");
        while !checkpoints(dir.path(), "killed").iter().any(is_new) {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let step = |name: &String| name.split("-step-").nth(1)?.strip_suffix(".tercet")?.parse::<u64>().ok();
        let newest = checkpoints(dir.path(), "killed").iter().filter_map(step).max().unwrap();
        assert!(newest > done, "{newest} {done}");
        done = newest;
    }
    let games = done + 50;
    train(&format!("killed --resume --games {games}")).prints();
    train(&format!("whole --seed 3 --games {games}")).prints();
    assert_eq!(value("killed"), value("whole"));
}

#[test]
fn the_best_game_is_kept_and_the_run_tells_of_it() {
    let dir = tempfile::tempdir().unwrap();
    let kept = "--run one --seed 3 --keep --data archive --lambda 0.5 --optimism 8";
    small(dir.path(), &format!("train triangle {SMALL} {kept}")).prints();
    let told = std::fs::read_to_string(dir.path().join("runs/one/run.json")).unwrap();
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (&told["games"], &told["is_over"], &told["best"]["game"]),
        (&60.into(), &true.into(), &1.into())
    );
    assert!(told["about"].as_str().unwrap().ends_with("lambda=0.5"), "{told}");
    let score = told["best"]["score"].as_f64().unwrap();
    assert!(score >= told["curve"][0]["score"].as_f64().unwrap(), "{told}");
    let games = tercet("games --data archive --json").dir(dir.path()).prints();
    assert!(games.contains("\"one\"") && games.contains(&format!("{}", (200.0 * score).round())), "{games}");
    let refused = small(dir.path(), "train triangle --games 90 --run one --resume").refuses();
    assert!(refused.contains("the run `one` trains triangle"), "{refused}");
    for wrong in ["--lambda 2", "--lambda x", "--optimism -1"] {
        small(dir.path(), &format!("train triangle --games 9 --run two {wrong}")).refuses();
    }

    let before = std::fs::read(dir.path().join("runs/one/value.tercet")).unwrap();
    small(dir.path(), "train triangle --run one --lambda 0.5 --plot curve.svg").prints();
    assert!(std::fs::read_to_string(dir.path().join("curve.svg")).unwrap().starts_with("<svg"));
    assert_eq!(std::fs::read(dir.path().join("runs/one/value.tercet")).unwrap(), before);
    assert!(small(dir.path(), "train triangle --run one").refuses().contains("--minutes"));
}
