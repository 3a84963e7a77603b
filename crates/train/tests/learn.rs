//! A replay's promises.

use std::fs;

use tercet_train::learn::{Column, Drawn, LearnError, LoadError, Replay, ReplayOptions};

fn columns() -> Vec<Column> {
    let column = |name: &str, shape: &[usize], width| Column {
        name: name.to_owned(),
        kind: "|u1".to_owned(),
        shape: shape.to_vec(),
        width,
    };
    vec![column("obs", &[2], 2), column("reward", &[], 1)]
}

fn replay(capacity: usize) -> Replay {
    Replay::new(columns(), ReplayOptions { capacity, seed: 7, ..ReplayOptions::default() }).unwrap()
}

/// A row `n` has the observation `n, n + 100` and the reward `n`.
fn add(replay: &mut Replay, rows: std::ops::Range<u8>, errors: Option<&[f64]>) -> Result<u64, LearnError> {
    let obs: Vec<u8> = rows.clone().flat_map(|n| [n, n + 100]).collect();
    let rewards: Vec<u8> = rows.clone().collect();
    replay.add(rows.len(), &[&obs, &rewards], errors)
}

#[derive(Debug, PartialEq)]
struct Sample {
    ids: Vec<i64>,
    weights: Vec<f32>,
    obs: Vec<u8>,
    rewards: Vec<u8>,
}

fn sample(replay: &mut Replay, rows: usize) -> Result<Sample, LearnError> {
    let mut out = Sample {
        ids: vec![0; rows],
        weights: vec![0.0; rows],
        obs: vec![0; 2 * rows],
        rewards: vec![0; rows],
    };
    let cells: &mut [&mut [u8]] = &mut [&mut out.obs, &mut out.rewards];
    replay.sample(None, Drawn { ids: &mut out.ids, weights: &mut out.weights, cells })?;
    Ok(out)
}

#[test]
fn rows_come_back_as_they_were_added_and_the_oldest_go() {
    let mut replay = replay(5);
    assert_eq!(add(&mut replay, 0..3, None), Ok(0));
    assert_eq!(add(&mut replay, 3..8, None), Ok(3));
    assert_eq!((replay.len(), replay.added()), (5, 8));
    let Sample { ids, obs, rewards, .. } = sample(&mut replay, 50).unwrap();
    assert!((3..8).all(|id| ids.contains(&id)) && ids.iter().all(|id| (3..8).contains(id)), "{ids:?}");
    for (row, id) in ids.iter().map(|&id| u8::try_from(id).unwrap()).enumerate() {
        assert_eq!((&obs[2 * row..2 * row + 2], rewards[row]), (&[id, id + 100][..], id));
    }
}

#[test]
fn an_error_that_comes_too_late_changes_nothing() {
    let mut replay = replay(4);
    add(&mut replay, 0..6, None).unwrap_err();
    add(&mut replay, 0..4, None).unwrap();
    add(&mut replay, 4..6, None).unwrap();
    let before = replay.priorities().to_vec();
    assert_eq!(replay.update(&[0, 1], &[9.0, 9.0]), Ok(0));
    assert_eq!(replay.priorities(), before);
    assert_eq!(replay.update(&[1, 2], &[9.0, 0.0]), Ok(1));
    assert_eq!(replay.priorities()[2].to_bits(), 1e-5f64.powf(0.6).to_bits());
}

#[test]
fn rows_are_drawn_by_their_priorities_and_weighed_against_them() {
    let options = ReplayOptions { capacity: 2, alpha: 1.0, epsilon: 0.0, beta: 1.0, beta_steps: 0, seed: 1 };
    let mut replay = Replay::new(columns(), options).unwrap();
    add(&mut replay, 0..2, Some(&[1.0, 3.0])).unwrap();
    let Sample { ids, weights, .. } = sample(&mut replay, 400).unwrap();
    assert_eq!(ids.iter().filter(|&&id| id == 0).count(), 100);
    for (id, weight) in ids.iter().zip(weights) {
        assert!((weight - if *id == 0 { 1.0 } else { 1.0 / 3.0 }).abs() < 1e-6);
    }
    replay.update(&[0], &[0.0]).unwrap();
    assert!(sample(&mut replay, 400).unwrap().ids.iter().all(|&id| id == 1));
    replay.update(&[1], &[0.0]).unwrap();
    assert_eq!(sample(&mut replay, 1), Err(LearnError::NoPriority));
}

#[test]
fn beta_goes_to_one() {
    let mut replay = replay(4);
    let betas = [0, 50_000, 100_000, 1 << 40].map(|step| replay.beta(step).to_bits());
    assert_eq!(betas, [0.4, 0.7, 1.0, 1.0].map(f64::to_bits));
    assert_eq!(sample(&mut replay, 1), Err(LearnError::Empty));
    add(&mut replay, 0..4, Some(&[1.0, 2.0, 3.0, 4.0])).unwrap();
    let (first, second) = (sample(&mut replay, 4).unwrap(), sample(&mut replay, 4).unwrap());
    assert_ne!(first.ids, vec![0; 4]);
    assert_eq!((first.weights.len(), second.weights.len(), replay.samples()), (4, 4, 2));
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut replay = replay(4);
    add(&mut replay, 0..2, None).unwrap();
    let before = replay.clone();
    let texts = [
        replay.update(&[2], &[1.0]).unwrap_err().to_string(),
        replay.update(&[-1], &[1.0]).unwrap_err().to_string(),
        replay.update(&[0, 1], &[1.0, f64::NAN]).unwrap_err().to_string(),
        replay.update(&[0, 1], &[1.0]).unwrap_err().to_string(),
        add(&mut replay, 2..4, Some(&[f64::INFINITY, 0.0])).unwrap_err().to_string(),
        replay.add(2, &[&[1, 2, 3], &[1, 2]], None).unwrap_err().to_string(),
        replay.add(2, &[&[1, 2]], None).unwrap_err().to_string(),
        add(&mut replay, 0..5, None).unwrap_err().to_string(),
    ];
    assert_eq!(
        texts,
        [
            "row 2 was never added: ids are from 0 to below 2",
            "row -1 was never added: ids are from 0 to below 2",
            "an error must be finite, not NaN",
            "`errors` has 1 numbers for 2 rows",
            "an error must be finite, not inf",
            "`obs` has 3 bytes where 2 rows have 4",
            "columns: 1 came where there are 2",
            "5 rows at once do not fit into 4 slots; add them in parts",
        ]
    );
    assert_eq!(replay, before);
}

#[test]
fn options_and_columns_that_can_not_be() {
    let usual = ReplayOptions { capacity: 4, ..ReplayOptions::default() };
    let error = |columns: Vec<Column>, options| Replay::new(columns, options).unwrap_err().to_string();
    assert_eq!(error(columns(), ReplayOptions { alpha: 2.0, ..usual }), "alpha: 2 is not from 0 to 1");
    assert_eq!(error(columns(), ReplayOptions { beta: f64::NAN, ..usual }), "beta: NaN is not from 0 to 1");
    let negative = ReplayOptions { epsilon: -1.0, ..usual };
    assert_eq!(error(columns(), negative), "epsilon: -1 is not a finite number from 0 on");
    let none = ReplayOptions { capacity: 0, ..usual };
    assert_eq!(error(columns(), none), "capacity: 0 is not from 1 to 4294967296");
    assert_eq!(error(vec![], usual), "columns: there are none; name at least one");
    let twice = vec![columns()[0].clone(), columns()[0].clone()];
    assert_eq!(error(twice, usual), "columns: two have the name `obs`");
    let huge = vec![Column { width: usize::MAX / 2, ..columns()[0].clone() }];
    assert_eq!(error(huge, usual), "columns: `obs` times 4 rows is more than memory can hold");
    let large = vec![Column { width: 1 << 60, ..columns()[0].clone() }];
    assert_eq!(error(large, usual), "there is no memory for 4611686018427387904 bytes");
}

#[test]
fn a_saved_replay_draws_on_as_if_nothing_had_been() {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("replay");
    let mut replay = replay(5);
    add(&mut replay, 0..4, None).unwrap();
    add(&mut replay, 4..8, Some(&[0.5, 7.0, 0.1, 2.0])).unwrap();
    sample(&mut replay, 3).unwrap();
    replay.update(&[4, 6], &[11.0, 0.3]).unwrap();
    replay.save(&path).unwrap();
    let mut again = Replay::load(&path).unwrap();
    assert_eq!(again, replay);
    for _ in 0..5 {
        assert_eq!(sample(&mut again, 8).unwrap(), sample(&mut replay, 8).unwrap());
    }
    add(&mut again, 8..10, None).unwrap();
    add(&mut replay, 8..10, None).unwrap();
    assert_eq!(again, replay);
}

#[test]
fn a_file_that_is_no_replay_says_so() {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("replay");
    fs::write(&path, b"TERCETPK").unwrap();
    let error = Replay::load(&path).unwrap_err();
    assert!(matches!(error, LoadError::File(_)));
    let cut = format!("{}: the file is cut short after 8 bytes", path.display());
    assert_eq!(error.to_string(), cut);
    tercet_train::run::write(&path, &[]).unwrap();
    assert_eq!(Replay::load(&path).unwrap_err().to_string(), "it can't be brought back: this is no replay");
}
