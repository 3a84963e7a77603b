//! The bots of the puzzle: legal, repeatable, and as good as they say.

use tercet_bots::triangle::{AnyBot, BOTS, Greedy, by_name};
use tercet_game::{Game, Live, Notation, Player, Scores, Seat, run};
use tercet_triangle::{Config, Dense, Drawn, Field, FieldVisitor, Layout, Puzzle, Setup, with_field};

fn whole_game<F: Field>(game: &Puzzle<F>, bot: AnyBot, seed: u64) -> Scores {
    let mut live = Live::new(game, Drawn::new(seed), (), &mut ()).unwrap();
    run(game, &mut live, &mut [bot], &mut ()).unwrap()
}

#[test]
fn every_bot_plays_every_kind_of_board() {
    struct All(Config);

    impl FieldVisitor for All {
        type Out = ();

        fn visit<F: Field + Send + Sync + 'static>(self) {
            let game = Puzzle::<F>::new(&self.0).unwrap();
            for bot in BOTS {
                let play = || whole_game(&game, by_name(bot.name, 3).unwrap(), 5);
                assert_eq!(play(), play(), "{}", bot.name);
                assert!(play().end().is_some());
            }
        }
    }

    let layouts = [Layout::Hexagon(4), Layout::Triangle(3), Layout::Parallelogram(2, 2), Layout::Hexagon(6)];
    for (grid, slots) in layouts.into_iter().zip([3, 1, 2, 4]) {
        let config = Config { grid, slots, limit: 30, ..Config::default() };
        with_field(&config, All(config.clone()));
    }
}

#[test]
fn greedy_is_far_better_than_random() {
    let game = Puzzle::<Dense>::new(&Config { limit: 300, ..Config::default() }).unwrap();
    let mean = |name: &str| {
        let points = (0..20).map(|seed| whole_game(&game, by_name(name, seed).unwrap(), seed).points()[0]);
        points.sum::<i32>() / 20
    };
    let (random, greedy) = (mean("random"), mean("greedy"));
    assert!(greedy > 10 * random, "{greedy} and {random} points a game");
}

#[test]
fn greedy_takes_what_clears() {
    let game = Puzzle::<Dense>::new(&Config { slots: 1, ..Config::default() }).unwrap();
    let single = game.piece_of(0).unwrap();
    // The first row but for one cell that points up.
    let hole = (3..12).find(|&cell| game.grid().is_up(cell)).unwrap();
    let filled = (3..12).filter(|&cell| cell != hole).collect();
    let setup = Setup { filled, slots: vec![Some(single)], ..Setup::default() };
    let state = game.position(&setup).unwrap();
    let best = Greedy::default().best(&game, &state).unwrap();
    assert_eq!(usize::from(best.anchor), hole);
    assert_eq!(game.action_text(best), format!("place 1 1 {}", hole + 1));
}

#[test]
fn nobody_answers_when_the_game_is_over() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    for bot in BOTS {
        let mut bot = by_name(bot.name, 1).unwrap();
        assert_eq!(bot.answer(&game, &game.start(), Seat::FIRST), None);
    }
}

#[test]
fn names_that_are_none_are_refused() {
    let refused = |name: &str| by_name(name, 0).unwrap_err().to_string();
    assert_eq!(refused("first"), "there is no bot `first` for triangle; there are random, greedy");
    assert_eq!(refused("greedy:2"), "`greedy` has no levels, so it takes no `:2`");
}
