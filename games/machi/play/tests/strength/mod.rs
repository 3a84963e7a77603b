//! How much better than random play the puzzle's bots are, over 200 games each.

use tercet_game::{Game as _, Live, run, stream_seed};
use tercet_triangle::{Config, Dense, Drawn, Puzzle};
use tercet_triangle_play::bots::by_name;

/// The mean points of 200 games.
fn mean(name: &str) -> f64 {
    let game = Puzzle::<Dense>::new(&Config::default()).expect("a config of ours");
    let points = (0..200).map(|number| {
        let mut players = [by_name(name, stream_seed(1, &[number, 1])).expect("a bot of ours")];
        let dealer = Drawn::new(stream_seed(1, &[number, 0]));
        let mut live = Live::new(&game, dealer, (), &mut ()).expect("our dealer deals");
        let scores = run(&game, &mut live, &mut players, &mut ()).expect("bots play what is legal");
        f64::from(scores.points()[0])
    });
    points.sum::<f64>() / 200.0
}

#[test]
fn the_puzzles_bots_are_as_much_better_than_random_as_they_say() {
    let random = mean("random");
    for (name, times) in [("greedy", 40.0), ("beam:width=64", 50.0), ("foresight:boards=10000", 100.0)] {
        let ratio = mean(name) / random;
        println!("{name}: {ratio:.1} times random play");
        assert!(ratio > times, "{name}: {ratio:.1} times random play, not {times}");
    }
}
