//! Guided search in all games: what is tried is counted, chance has its say, and neither company nor threads change what is found.

use tercet_catalog::CATALOG;
use tercet_entry::AnyPosition;
use tercet_game::{Deal, Seat, Turn, stream_seed};
use tercet_search::BotLimits;
use tercet_search::guided::{AnySearch, Gain, GuidedOptions, Method, Noise};
use tercet_train::forest::{Forest, Found};

const PUCT: Method = Method::Puct { exploration: 1.25, noise: None };
const GUMBEL: Method = Method::Gumbel { considered: 8, visits: 50.0, scale: 0.1, noise: 1.0 };

fn options(method: Method, gain: Gain, simulations: u32) -> GuidedOptions {
    GuidedOptions { method, gain, discount: 1.0, simulations, depth: 100, width: 2.0, growth: 0.5 }
}

/// What was found: actions, values, visits, values of actions, policies.
type Found5 = (Vec<i64>, Vec<f32>, Vec<i32>, Vec<f32>, Vec<f32>);

/// Searches with a policy that likes every action and a value that sees nothing.
fn search(trees: Vec<Box<dyn AnySearch>>, simulations: u32, leaves: usize, threads: usize) -> Found5 {
    let count = trees.len();
    let mut forest = Forest::new(trees, simulations, leaves, threads).unwrap();
    let shape = forest.shape();
    loop {
        let waiting = forest.gather().unwrap();
        if waiting == 0 {
            break;
        }
        let mut views = vec![0.0; waiting * shape.planes.iter().product::<usize>()];
        let mut masks = vec![9; waiting * shape.actions];
        forest.write(&mut views, &mut masks);
        assert!(masks.iter().all(|&bit| bit < 2), "every row of masks is written");
        forest.answer(&vec![0.0; waiting * shape.actions], &vec![0.0; waiting * shape.seats]);
    }
    let mut found: Found5 = (
        vec![7; count],
        vec![0.0; count],
        vec![0; count * shape.actions],
        vec![f32::NAN; count * shape.actions],
        vec![0.0; count * shape.actions],
    );
    forest.findings(&mut Found {
        actions: &mut found.0,
        values: &mut found.1,
        visits: &mut found.2,
        action_values: &mut found.3,
        policy: &mut found.4,
    });
    found
}

fn first_position(game: &str, seed: u64) -> Box<dyn AnyPosition> {
    CATALOG.begin(game, &[], Deal::stream(seed)).unwrap().position()
}

#[test]
fn every_simulation_is_a_visit_and_policies_are_probabilities() {
    for entry in CATALOG.games() {
        for method in [
            PUCT,
            GUMBEL,
            Method::Puct { exploration: 1.0, noise: Some(Noise { alpha: 0.3, fraction: 0.25 }) },
        ] {
            for leaves in [1, 4] {
                let position = first_position(entry.id, 3);
                let legal = position.legal_numbers(Seat::FIRST);
                let tree = position.tree(options(method, Gain::Points, 40), 1);
                let (actions, _, visits, values, policy) = search(vec![tree], 40, leaves, 1);
                assert_eq!(visits.iter().sum::<i32>(), 40, "{} {method:?} {leaves}", entry.id);
                assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
                assert!(legal.contains(&(usize::try_from(actions[0]).unwrap())));
                for (number, &count) in visits.iter().enumerate() {
                    assert!(count == 0 || legal.contains(&number));
                    assert_eq!(values[number].is_nan(), count == 0);
                }
            }
        }
    }
}

/// Alone, in company and on several threads the same is found.
#[test]
fn company_and_threads_change_nothing() {
    for entry in CATALOG.games() {
        let tree = |nth: u64| {
            first_position(entry.id, nth).tree(options(GUMBEL, Gain::Points, 24), stream_seed(5, &[nth]))
        };
        let together = search((0..5).map(tree).collect(), 24, 1, 1);
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        let threads = search((0..5).map(tree).collect(), 24, 1, 3);
        assert_eq!((&together.0, &together.2, bits(&together.4)), (&threads.0, &threads.2, bits(&threads.4)));
        for nth in 0..5 {
            let alone = search(vec![tree(nth)], 24, 1, 1);
            assert_eq!(alone.0[0], together.0[nth as usize]);
            let size = alone.2.len();
            let own = nth as usize * size..(nth as usize + 1) * size;
            assert_eq!(alone.2, together.2[own.clone()]);
            assert_eq!(bits(&alone.4), bits(&together.4[own]));
        }
    }
}

/// In the puzzle, with nothing known, what was tried is worth at least what it gains at once, and the best of that is found.
#[test]
fn values_are_what_was_gained() {
    let position = first_position("triangle", 11);
    let before = position.scores().points()[0];
    let gains: Vec<(usize, i32)> = position
        .legal_numbers(Seat::FIRST)
        .into_iter()
        .map(|number| {
            let mut after = position.copied();
            let text = after.numbered_action(Seat::FIRST, number).unwrap();
            after.play(Seat::FIRST, &text).unwrap();
            (number, after.scores().points()[0] - before)
        })
        .collect();
    let mut shallow = options(PUCT, Gain::Points, 400);
    shallow.depth = 1;
    let (actions, _, _, values, _) = search(vec![position.tree(shallow, 1)], 400, 1, 1);
    let best = gains.iter().map(|&(_, gain)| gain).max().unwrap();
    for &(number, gain) in &gains {
        assert!(values[number].is_nan() || (values[number] - gain as f32).abs() < 1e-4);
    }
    assert!(gains.contains(&(usize::try_from(actions[0]).unwrap(), best)));
}

/// A position of Machi Koro in which some action wins at once: there is one in every game that ends.
fn before_the_win() -> (Box<dyn AnyPosition>, Seat) {
    let mut game = CATALOG.begin("machi", &[("players", "2")], Deal::stream(1)).unwrap();
    loop {
        let Turn::Seats(seats) = game.turn() else { panic!("it ended by no action") };
        let (position, seat) = (game.position(), seats.iter().next().unwrap());
        if position.legal_numbers(seat).into_iter().any(|number| wins(&*position, seat, number)) {
            return (position, seat);
        }
        let action = game.advice_on("impatient", 1, seat, &BotLimits::own()).unwrap().unwrap().action;
        game.play(seat, &action).unwrap();
    }
}

fn wins(position: &dyn AnyPosition, seat: Seat, number: usize) -> bool {
    let mut after = position.copied();
    let text = after.numbered_action(seat, number).unwrap();
    after.play(seat, &text).unwrap();
    after.turn() == Turn::Over && after.scores().winners().contains(seat)
}

#[test]
fn a_win_in_one_is_found() {
    let (position, seat) = before_the_win();
    for method in [PUCT, GUMBEL] {
        let tree = position.tree(options(method, Gain::Win, 64), 2);
        let (actions, values, ..) = search(vec![tree], 64, 1, 1);
        assert!(wins(&*position, seat, usize::try_from(actions[0]).unwrap()), "{method:?}");
        // Gumbel's halving visits losing actions as often as winning ones at first, and the value is the mean of all visits.
        assert!(values[0] > if method == PUCT { 0.5 } else { 0.25 }, "{method:?} {}", values[0]);
    }
}

#[test]
fn games_of_other_sizes_are_not_searched_together() {
    let tree = |game: &str| first_position(game, 1).tree(options(PUCT, Gain::Points, 4), 1);
    assert_eq!(Forest::new(vec![tree("set"), tree("set"), tree("triangle")], 4, 1, 1).err(), Some(2));
}

/// Nobody decides in a game that is over: nothing is tried, and no action is named.
#[test]
fn a_game_that_is_over_is_left_alone() {
    let mut game = CATALOG.begin("triangle", &[], Deal::stream(1)).unwrap();
    while let Some(action) = game.legal_actions(Seat::FIRST).into_iter().next() {
        game.play(Seat::FIRST, &action).unwrap();
    }
    let (actions, _, visits, ..) =
        search(vec![game.position().tree(options(PUCT, Gain::Points, 8), 1)], 8, 1, 1);
    assert_eq!((actions[0], visits.iter().sum::<i32>()), (-1, 0));
}
