//! The environment where no record reaches: shapes that no config names, calls in odd orders, copies.

use tercet_train::triangle::{Colored, Env, Weights};
use tercet_triangle::{Config, Layout, Shape};

fn colored(text: &str, color: u8) -> Colored {
    Colored { shape: text.parse::<Shape>().unwrap(), color }
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
