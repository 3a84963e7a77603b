//! Batches: seeds decide all, whatever the size and the threads; arrays are checked; what is saved comes back.

use tercet_entry::Trainable as _;
use tercet_game::{Deal, Digest, Game, Match, Seat};
use tercet_machi_play::Machi;
use tercet_search::Stop;
use tercet_set::SetGame;
use tercet_set_play::Set;
use tercet_set_play::train::{Race, RaceOptions};
use tercet_train::batch::{AnyBatch, Autoreset, BatchError, Options, Out, Policy, Rewards, Stage, View};
use tercet_triangle::{Config, Dense, Puzzle};
use tercet_triangle_play::Triangle;

type Made = Box<dyn AnyBatch>;

fn pairs(options: &[(&str, &str)]) -> Vec<(String, String)> {
    options.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect()
}

fn options(envs: usize, threads: usize, task: &[(&str, &str)]) -> Options {
    Options { envs, threads, task: pairs(task), ..Options::default() }
}

fn puzzle(envs: usize, threads: usize) -> Made {
    Triangle::<Dense>::batch(&[], &options(envs, threads, &[])).unwrap()
}

fn made(envs: usize, threads: usize) -> Vec<Made> {
    let machi = options(envs, threads, &[("opponents", "random"), ("seat", "any")]);
    vec![
        puzzle(envs, threads),
        Set::batch(&[], &options(envs, threads, &[])).unwrap(),
        Machi::batch(&pairs(&[("players", "3")]), &machi).unwrap(),
    ]
}

fn reset(batch: &mut Made, first: u64) {
    let seeds: Vec<Option<u64>> = (0..batch.envs() as u64).map(|env| Some(first + env)).collect();
    batch.reset(&seeds, None, Out::default()).unwrap();
}

/// What some steps write, environment by environment.
fn trail(batch: &mut Made, steps: usize) -> Vec<Vec<u64>> {
    let (envs, size): (usize, usize) = (batch.envs(), batch.shape().iter().product());
    let (mut floats, mut masks) = (vec![0.0; envs * size], vec![0; envs * batch.actions()]);
    let (mut rewards, mut terminals, mut truncations) = (vec![0.0; envs], vec![0; envs], vec![0; envs]);
    let mut trails = vec![Vec::new(); envs];
    let mut actions = vec![0; envs];
    for _ in 0..steps {
        batch.sample(&mut actions).unwrap();
        let out = Out {
            view: View::F32(&mut floats),
            masks: Some(&mut masks),
            rewards: Rewards::F64(&mut rewards),
            terminals: Some(&mut terminals),
            truncations: Some(&mut truncations),
        };
        batch.step(&actions, out).unwrap();
        for (env, trail) in trails.iter_mut().enumerate() {
            let mut digest = Digest::default();
            for float in &floats[env * size..(env + 1) * size] {
                digest.number(float.to_bits(), 4);
            }
            digest.bytes(&masks[env * masks.len() / envs..(env + 1) * masks.len() / envs]);
            digest.bytes(&[terminals[env], truncations[env]]);
            trail.extend([digest.value(), rewards[env].to_bits(), batch.digest(env)]);
        }
    }
    trails
}

#[test]
fn a_trajectory_does_not_depend_on_the_batch_or_the_threads() {
    for game in 0..3 {
        let mut whole = made(7, 1).remove(game);
        reset(&mut whole, 100);
        let expected = trail(&mut whole, 120);
        let mut threaded = made(7, 3).remove(game);
        reset(&mut threaded, 100);
        assert_eq!(trail(&mut threaded, 120), expected);
        let mut alone = made(1, 1).remove(game);
        reset(&mut alone, 104);
        assert_eq!(trail(&mut alone, 120), expected[4..5]);
    }
}

#[test]
fn a_rollout_is_the_steps_that_sampling_takes() {
    for game in 0..3 {
        let mut stepped = made(3, 1).remove(game);
        let mut rolled = made(3, 2).remove(game);
        reset(&mut stepped, 5);
        reset(&mut rolled, 5);
        let (mut actions, mut rewards) = (vec![0; 3], vec![0.0; 3]);
        let mut earned = 0.0;
        for _ in 0..200 {
            stepped.renew(Out::default()).unwrap();
            stepped.sample(&mut actions).unwrap();
            let out = Out { rewards: Rewards::F64(&mut rewards), ..Out::default() };
            stepped.step(&actions, out).unwrap();
            earned += rewards.iter().sum::<f64>();
        }
        let played = rolled.rollout(200, &Policy::Random, &Stop::default()).unwrap();
        assert_eq!((played.steps, played.illegal), (600, 0));
        assert!((played.reward - earned).abs() < 1e-9);
        assert!((0..3).all(|env| stepped.digest(env) == rolled.digest(env)));
    }
}

#[test]
fn the_first_episode_is_the_game_of_its_seed() {
    let mut batch = puzzle(2, 1);
    reset(&mut batch, 42);
    let game = std::sync::Arc::new(Puzzle::<Dense>::new(&Config::default()).unwrap());
    let table = Match::new(game, Deal::stream(43), &mut ()).unwrap();
    assert_eq!(batch.digest(1), Digest::of(table.state()).value());
    assert_eq!(batch.record(1).unwrap(), table.record());
}

#[test]
fn what_is_saved_and_what_is_cloned_comes_back() {
    for mut batch in made(2, 1) {
        reset(&mut batch, 9);
        trail(&mut batch, 31);
        let snapshot = batch.snapshot(0);
        let before = batch.digest(0);
        let mut fresh = batch.copied();
        trail(&mut batch, 10);
        fresh.load(1, snapshot.saved()).unwrap();
        batch.restore(1, &snapshot).unwrap();
        assert_eq!((fresh.digest(1), batch.digest(1)), (before, before));
        assert_eq!(trail(&mut batch, 20)[1], trail(&mut fresh, 20)[1]);
    }
    let other = Set::batch(&[], &options(1, 1, &[])).unwrap();
    let error = puzzle(1, 1).restore(0, &other.snapshot(0)).unwrap_err();
    assert_eq!(error.to_string(), "the snapshot is of another game or of other options");
}

#[test]
fn autoreset_has_three_ways() {
    for autoreset in Autoreset::ALL {
        let options = Options { autoreset, ..options(1, 1, &[]) };
        let mut batch = Triangle::<Dense>::batch(&[], &options).unwrap();
        reset(&mut batch, 1);
        // The first cell of the grid is a death zone: the reference ends the game.
        let (mut rewards, mut terminals) = ([0.0], [0]);
        let out =
            Out { rewards: Rewards::F64(&mut rewards), terminals: Some(&mut terminals), ..Out::default() };
        batch.step(&[0], out).unwrap();
        assert_eq!((rewards, terminals, batch.stage(0)), ([-10.0], [1], Stage::Over));
        let out = Out { rewards: Rewards::F64(&mut rewards), ..Out::default() };
        let again = batch.step(&[0], out);
        if autoreset == Autoreset::NextStep {
            again.unwrap();
            assert_eq!((rewards, batch.stage(0)), ([0.0], Stage::Playing));
        } else {
            let error = again.unwrap_err().to_string();
            assert_eq!(error, "the episode of environment 0 is over; reset it before the next step");
            batch.renew(Out::default()).unwrap();
            assert_eq!(batch.stage(0), Stage::Playing);
        }
    }
}

#[test]
fn wrong_calls_are_refused_and_change_nothing() {
    let mut batch = puzzle(2, 1);
    assert!(matches!(batch.step(&[0, 0], Out::default()), Err(BatchError::Unborn { env: 0 })));
    assert!(matches!(
        batch.rollout(1, &Policy::Random, &Stop::default()),
        Err(BatchError::Unborn { env: 0 })
    ));
    assert!(matches!(batch.reset(&[None; 2], None, Out::default()), Err(BatchError::NoSeed { env: 0 })));
    reset(&mut batch, 1);
    let before = [batch.digest(0), batch.digest(1)];
    let text = |error: BatchError| error.to_string();
    let error = batch.step(&[0], Out::default()).map_err(text);
    assert_eq!(error, Err("`actions` has 1 entries; it takes 2".to_owned()));
    let out = Out { view: View::I16(&mut [0; 4]), ..Out::default() };
    let error = batch.step(&[0, 0], out).map_err(text);
    assert_eq!(error, Err("observations of this batch are float32 or int8, not int16".to_owned()));
    let out = Out { masks: Some(&mut [0; 360]), ..Out::default() };
    let error = batch.observe(out).map_err(text);
    assert_eq!(error, Err("`masks` has 360 entries; it takes 720".to_owned()));
    assert_eq!([batch.digest(0), batch.digest(1)], before);
    let made = Triangle::<Dense>::batch(&[], &options(1, 1, &[("cleard", "1")]));
    let error = made.err().unwrap().to_string();
    assert_eq!(error, "cleard: there is no such option; there are placed, cleared, alive, illegal");
}

#[test]
fn in_a_race_one_of_two_claims_on_the_same_cards_is_void_and_free() {
    let options = RaceOptions { config: Vec::new(), max_cycles: 300, set: 1.0, wrong: -0.1, illegal: -0.2 };
    let mut race = Race::new(options).unwrap();
    let mut firsts = [0; 2];
    for seed in 0..40 {
        race.reset(Some(seed)).unwrap();
        let record = race.record().unwrap();
        let table = Match::<SetGame>::resume(&record, &mut ()).unwrap();
        let Some(claim) = race.game().first_claim(table.state()) else { continue };
        let number =
            tercet_game::Encode::action_number(race.game(), Seat::FIRST, tercet_set::Action::Claim(claim))
                as i64;
        let (rewards, ending) = race.step(&[number, number]).unwrap();
        assert_eq!((rewards[0] + rewards[1]).to_bits(), 1f64.to_bits());
        assert_eq!(ending, None);
        firsts[usize::from(rewards[1] > 0.5)] += 1;
        let mut again = race.clone();
        again.load(&race.saved()).unwrap();
        assert_eq!(again.digest(), race.digest());
    }
    assert!(firsts[0] > 5 && firsts[1] > 5, "{firsts:?}");
    assert_eq!(
        race.step(&[0]).unwrap_err().to_string(),
        "a cycle takes an action of each of the 2 seats, not 1"
    );
}
