//! The environment where no record reaches: shapes that no config names, calls in odd orders, copies.

use tercet_game::Deal;
use tercet_triangle::{Config, Layout, Paint, Shape};
use tercet_triangle_play::train::{Colored, Env, Saved, Weights};

fn colored(text: &str, color: u8) -> Colored {
    Colored::new(text.parse::<Shape>().unwrap(), color)
}

fn small() -> Config {
    Config { grid: Layout::Triangle(3), slots: 1, ..Config::default() }
}

#[test]
fn shapes_that_no_config_names_can_be_given_and_set() {
    let odd = colored("U0,0 U0,2", 4);
    let mut env =
        Env::given(&Config::default(), Weights::default(), &[odd.clone(), odd.clone(), odd.clone()]).unwrap();
    assert_eq!(env.shapes(), [Some(odd.clone()), Some(odd.clone()), Some(odd.clone())]);
    let first = env.valid_actions()[0] as i64;
    assert_eq!(env.step(first).unwrap(), (2.0 * 0.01 + 0.005, false));
    let odder = colored("U0,0 U0,4", 5);
    env.set_shapes(&[Some(odder.clone()), None]).unwrap();
    assert_eq!(env.shapes(), [Some(odder), None, None]);
    assert_eq!((env.steps(), env.is_over(), env.config().spare.len()), (1, false, 2));
    let oddest = colored("U0,0 U0,6", 6);
    env.give(&[odd.clone(), oddest.clone(), odd.clone()]).unwrap();
    let next = env.valid_actions()[0] as i64;
    assert!(!env.step(next).unwrap().1);
    assert_eq!(env.shapes(), [Some(odd.clone()), Some(oddest), Some(odd)]);
    assert_eq!(env.points(), 2 * 4 + 2);
}

#[test]
fn an_end_stays_when_new_shapes_are_learnt() {
    let mut env = Env::seeded(&small(), Weights::default(), 1).unwrap();
    env.set_shapes(&[]).unwrap();
    assert_eq!(env.reason().as_deref(), Some("No valid actions available."));
    env.set_shapes(&[Some(colored("U0,0 U1,1 D0,5 D1,0", 0))]).unwrap();
    env.set_shapes(&[Some(colored("U0,0 U1,1", 0))]).unwrap();
    assert_eq!((env.is_over(), env.valid_actions()), (true, vec![]));
    assert_eq!(env.reason().as_deref(), Some("No valid actions available."));
}

#[test]
fn a_hand_that_is_missing_changes_nothing() {
    let mut env = Env::given(&small(), Weights::default(), &[colored("U0,0", 1)]).unwrap();
    let action = env.valid_actions()[0] as i64;
    let error = env.step(action).unwrap_err();
    assert_eq!(error.to_string(), "deal: 1 slots are to be filled, and 0 shapes are given");
    assert_eq!((env.steps(), env.valid_actions()[0] as i64, env.is_over()), (0, action, false));
    env.give(&[colored("D0,0", 2), colored("D0,0", 2)]).unwrap();
    let error = env.step(action).unwrap_err();
    assert_eq!(error.to_string(), "deal: 1 slots are to be filled, and 2 shapes are given");
    env.give(&[colored("D0,0", 2)]).unwrap();
    assert_eq!(env.step(action).unwrap(), (0.01 + 0.005, false));
}

#[test]
fn a_dealer_takes_no_given_shapes() {
    let mut env = Env::seeded(&small(), Weights::default(), 1).unwrap();
    let error = env.give(&[colored("U0,0", 1)]).unwrap_err();
    assert_eq!(error.to_string(), "deal: a dealer deals this game; nothing can be given");
}

#[test]
fn calls_after_the_end_are_answered_and_change_nothing() {
    let mut env = Env::seeded(&Config::default(), Weights::default(), 3).unwrap();
    assert_eq!(env.step(360).unwrap(), (-10.0, true));
    assert_eq!(env.step(0).unwrap(), (0.0, true));
    assert_eq!(
        (env.score().to_bits(), env.outcome().to_bits()),
        ((-10.0f64).to_bits(), (-10.0f64).to_bits())
    );
    assert_eq!(env.reason().as_deref(), Some("Invalid action provided: 360"));
    env.reset().unwrap();
    assert_eq!((env.score().to_bits(), env.is_over(), env.reason()), (0, false, None));
}

#[test]
fn copies_go_their_own_ways() {
    let mut env = Env::seeded(&Config::default(), Weights::default(), 3).unwrap();
    let mut copy = env.clone();
    for _ in 0..5 {
        let action = env.valid_actions()[0] as i64;
        assert_eq!(env.step(action).unwrap(), copy.step(action).unwrap());
        assert_eq!((env.shapes(), env.paints()), (copy.shapes(), copy.paints()));
    }
    copy.toggle(3, 0);
    assert_eq!(env.steps(), copy.steps());
    assert_ne!(env.paints(), copy.paints());
}

/// Plays the first valid action until the game is over: all that is seen on the way, and the first hand of the next game.
fn to_the_end(env: &mut Env) -> Vec<String> {
    let mut seen = Vec::new();
    while !env.is_over() {
        let first = env.valid_actions()[0] as i64;
        seen.push(format!("{:?} {:?}", env.step(first).unwrap(), env.shapes()));
    }
    env.reset().unwrap();
    seen.push(format!("{:?}", env.shapes()));
    seen
}

fn played() -> Env {
    let mut env = Env::seeded(&Config::default(), Weights::default(), 3).unwrap();
    to_the_end(&mut env);
    for _ in 0..4 {
        let first = env.valid_actions()[0] as i64;
        env.step(first).unwrap();
    }
    env
}

#[test]
fn what_is_saved_comes_back() {
    let edits: [fn(&mut Env); 4] = [
        |_| {},
        |env| env.toggle(3, 0),
        |env| {
            env.step(-7).unwrap();
        },
        |env| {
            let odd = colored("U0,0 U0,2", 4).tinted([1, 2, 3]);
            env.set_shapes(&[Some(odd)]).unwrap();
        },
    ];
    for edit in edits {
        let mut env = played();
        edit(&mut env);
        let saved = env.saved().unwrap();
        let mut twin = Env::load(&saved).unwrap();
        assert!(twin == env && twin.digest() == env.digest());
        assert_eq!(twin.saved().unwrap(), saved);
        assert_eq!((twin.reason(), twin.valid_actions()), (env.reason(), env.valid_actions()));
        assert_eq!(to_the_end(&mut twin), to_the_end(&mut env));
    }
}

#[test]
fn what_can_not_be_is_not_brought_back() {
    let saved = played().saved().unwrap();
    let error = |change: fn(&mut Saved)| {
        let mut saved = saved.clone();
        change(&mut saved);
        Env::load(&saved).err().unwrap().to_string()
    };
    assert_eq!(error(|saved| saved.paints.truncate(3)), "3 cells are described, the grid has 120");
    assert_eq!(error(|saved| saved.slots.truncate(1)), "1 slots are described, the game has 3");
    assert_eq!(error(|saved| saved.slots.fill(None)), "no slot holds a shape, and the game is not over");
    assert_eq!(
        error(|saved| saved.paints[0] = Some(Paint::Debug)),
        "the cell with the number 0 is not playable"
    );
    assert_eq!(
        error(|saved| saved.slots[1] = Some(colored("U0,0", 9))),
        "there is no colour 9; there are 0 to 8"
    );
    assert_eq!(
        error(|saved| saved.slots[1] = Some(colored("U0,0 U0,4", 0))),
        "`U0,0 U0,4` is no shape of its config"
    );
    assert_eq!(error(|saved| saved.score = f64::NAN), "a score of NaN can't be");
    assert_eq!(
        error(|saved| saved.drawn = u64::MAX),
        "18446744073709551615 shapes dealt are more than 1000000000"
    );
    let given = Env::given(&small(), Weights::default(), &[colored("U0,0", 1)]).unwrap();
    assert_eq!(given.saved().unwrap_err().to_string(), "the caller gives its shapes, so it can't be kept");
}

#[test]
fn a_fork_deals_otherwise_and_leaves_the_game_alone() {
    let env = played();
    let fork = |seed: u32| {
        let deal = Deal { name: "mt19937".to_owned(), argument: seed.to_string() };
        env.fork(&deal).unwrap()
    };
    assert!(fork(1) == env);
    assert_eq!(to_the_end(&mut fork(1)), to_the_end(&mut fork(1)));
    assert_ne!(to_the_end(&mut fork(1)), to_the_end(&mut fork(2)));
    assert_eq!(to_the_end(&mut env.clone()), to_the_end(&mut played()));
}

#[test]
fn a_tint_stays_until_its_shape_is_placed() {
    let mut env = Env::seeded(&Config::default(), Weights::default(), 3).unwrap();
    let own = colored("U0,0", 2).tinted([40, 200, 40]);
    assert_eq!(
        (own.custom_color, own.rgb()),
        (None, [40, 200, 40]),
        "the number's own colour is no custom_color"
    );
    let red = colored("U0,0", 2).tinted([255, 0, 0]);
    env.set_shapes(&[Some(red.clone()), Some(red.clone())]).unwrap();
    assert_eq!(env.shapes(), [Some(red.clone()), Some(red.clone()), None]);
    let first = env.valid_actions()[0] as i64;
    env.step(first).unwrap();
    assert_eq!(env.shapes(), [None, Some(red), None]);
    env.set_shapes(&[Some(colored("U0,0", 2)), Some(colored("U0,0", 2))]).unwrap();
    assert!(env.shapes().iter().flatten().all(|shape| shape.custom_color.is_none()));
}

#[test]
fn equal_is_what_looks_alike() {
    let env = |seed| Env::seeded(&Config::default(), Weights::default(), seed).unwrap();
    assert!(env(1) == env(1) && env(1) != env(2));
    assert_ne!(env(1).digest(), env(2).digest());
    let mut learnt = env(1);
    let hand = learnt.shapes();
    learnt.set_shapes(&[Some(colored("U0,0 U0,2", 4))]).unwrap();
    learnt.set_shapes(&hand).unwrap();
    assert!(learnt == env(1) && learnt.digest() == env(1).digest(), "a shape that it knows is not seen");
}

#[test]
fn shapes_without_number_may_be_set_one_after_the_other() {
    let mut env = Env::seeded(&Config::default(), Weights::default(), 3).unwrap();
    for nth in 0..130u8 {
        let (row, col) = (nth % 8, 2 + 2 * (nth / 8 % 9));
        let up = if row % 2 == 0 { 'U' } else { 'D' };
        let odd = colored(&format!("U0,0 {up}{row},{col} U0,{}", 20 + 2 * (nth / 72)), nth % 9);
        env.set_shapes(&[Some(colored("U0,0", 1)), Some(odd.clone())]).unwrap();
        assert_eq!(env.shapes(), [Some(colored("U0,0", 1)), Some(odd), None]);
    }
    let first = env.valid_actions()[0] as i64;
    env.step(first).unwrap();
    assert!((1..=64).contains(&env.config().spare.len()));
}
