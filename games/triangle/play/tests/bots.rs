//! The bots of the puzzle: legal, repeatable, and as good as they say.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tercet_entry::Contest as _;
use tercet_game::{Game, Live, Notation, Player, Scores, Seat, run};
use tercet_search::Stop;
use tercet_search::{BotLimits, Explain as _, Limits};
use tercet_triangle::{Config, Dense, Drawn, Field, FieldVisitor, Layout, Puzzle, Setup, State, with_field};
use tercet_triangle_play::Triangle;
use tercet_triangle_play::bots::{AnyBot, BOTS, Beam, Foresight, ForesightOptions, by_name};

/// All bots, with little to think about.
const NAMES: [&str; 4] = ["random", "greedy", "beam:width=8", "foresight:boards=500"];

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
            for name in NAMES {
                assert!(whole_game(&game, by_name(name, 3).unwrap(), 5).end().is_some());
            }
        }
    }

    let layouts = [Layout::Hexagon(4), Layout::Triangle(3), Layout::Parallelogram(2, 2), Layout::Hexagon(6)];
    for (grid, slots) in layouts.into_iter().zip([3, 1, 2, 4]) {
        let config = Config { grid, slots, limit: 12, ..Config::default() };
        with_field(&config, All(config.clone()));
    }
}

#[test]
fn greedy_is_far_better_than_random_and_beam_better_still() {
    let game = Puzzle::<Dense>::new(&Config { limit: 400, ..Config::default() }).unwrap();
    let mean = |name: &str| {
        let points = (0..40).map(|seed| whole_game(&game, by_name(name, seed).unwrap(), seed).points()[0]);
        points.sum::<i32>() / 40
    };
    let (random, greedy, beam) = (mean("random"), mean("greedy"), mean("beam:width=32"));
    assert!(greedy > 15 * random, "{greedy} and {random} points a game");
    assert!(beam > greedy, "{beam} and {greedy} points a game");
}

#[test]
fn the_same_seed_and_budget_play_the_same_game() {
    let game = Puzzle::<Dense>::new(&Config { limit: 40, ..Config::default() }).unwrap();
    for name in NAMES {
        let actions = |seed: u64| {
            let mut bot = by_name(name, seed).unwrap();
            let mut live = Live::new(&game, Drawn::new(5), (), &mut ()).unwrap();
            let mut actions = Vec::new();
            while let Some(answer) = bot.answer(&game, live.state(), Seat::FIRST) {
                actions.push(answer.action);
                live.play(&game, Seat::FIRST, answer.action, &mut ()).unwrap();
            }
            actions
        };
        assert_eq!(actions(3), actions(3), "{name}");
    }
}

/// The first row but for one cell that points up, and a single triangle to fill it with.
fn nearly_full() -> (Puzzle<Dense>, State<Dense>, usize) {
    let game = Puzzle::<Dense>::new(&Config { slots: 1, ..Config::default() }).unwrap();
    let single = game.piece_of(0).unwrap();
    let hole = (3..12).find(|&cell| game.grid().is_up(cell)).unwrap();
    let filled = (3..12).filter(|&cell| cell != hole).collect();
    let setup = Setup { filled, slots: vec![Some(single)], ..Setup::default() };
    let state = game.position(&setup).unwrap();
    (game, state, hole)
}

#[test]
fn all_but_random_take_what_clears_and_say_so() {
    let (game, state, hole) = nearly_full();
    for name in &NAMES[1..] {
        let answer = by_name(name, 1).unwrap().answer(&game, &state, Seat::FIRST).unwrap();
        assert_eq!(game.action_text(answer.action), format!("place 1 1 {}", hole + 1), "{name}");
        let output = by_name(name, 1).unwrap().explain(&game, &state, Seat::FIRST).unwrap();
        assert_eq!(output.answer, answer);
        assert_eq!(output.measure, "worth of the board that it leads to, with what is cleared on the way");
        assert_eq!(output.compared[0].action, answer.action);
    }
}

#[test]
fn explanations_compare_first_placements_with_numbers() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    let live = Live::new(&game, Drawn::new(1), (), &mut ()).unwrap();
    let output = |name: &str| by_name(name, 1).unwrap().explain(&game, live.state(), Seat::FIRST).unwrap();
    let beam = output("beam:width=8");
    assert!(beam.compared.is_sorted_by(|a, b| a.value >= b.value));
    let (words, rest) = beam.why.split_once(" boards").unwrap();
    assert!(words.strip_prefix("of ").unwrap().parse::<u64>().unwrap() > 100);
    assert_eq!(rest, " that it looked at, the best begins so");
    let orders = output("greedy").compared;
    assert!((1..=3).contains(&orders.len()));
    let random = output("random");
    assert_eq!((random.why.as_str(), random.compared.len()), (BOTS[0].about, 0));
}

#[test]
fn foresight_keeps_to_its_budget_and_stops_when_told() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    let live = Live::new(&game, Drawn::new(1), (), &mut ()).unwrap();
    let think = |boards: u64| {
        let options = ForesightOptions { boards, ..ForesightOptions::default() };
        Foresight::new(options, 1).compare(&game, live.state())
    };
    let (little, much) = (think(1), think(60_000));
    assert_eq!(little.hands, 3, "one for each time that it halves what it compares");
    assert!(much.hands > 4 * little.hands && much.looked < 70_000, "{} {}", much.hands, much.looked);
    let mut stopped = Foresight::new(ForesightOptions::default(), 1);
    stopped.stop().request();
    let output = stopped.compare(&game, live.state());
    assert_eq!(output.hands, 0);
    // A beam that is stopped is as narrow as can be.
    let narrow = Beam::new(1).compare(&game, live.state());
    assert_eq!((output.compared[0].clone(), output.looked), (narrow.0[0].clone(), narrow.1));
    let mut beam = Beam::new(1000);
    beam.stop().request();
    assert_eq!(beam.compare(&game, live.state()).1, narrow.1);
    stopped.stop().withdraw();
    assert!(stopped.compare(&game, live.state()).hands > 0);
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
fn every_listed_bot_is_made_and_names_that_are_none_are_refused() {
    for bot in BOTS {
        by_name(bot.name, 1).unwrap();
    }
    let refused = |name: &str| by_name(name, 0).unwrap_err().to_string();
    assert_eq!(
        refused("first"),
        "there is no bot `first` for triangle; there are random, greedy, beam, learned, foresight"
    );
    assert_eq!(refused("greedy:2"), "`greedy` has no levels, so it takes no `:2`");
    for text in ["width=0", "width=100001", "width", "8", "boards=8", ""] {
        let takes =
            "it takes `width=` and a number from 1 to 100000, and `value=` and a file of a learned value";
        assert_eq!(refused(&format!("beam:{text}")), format!("`{text}` is no parameter of `beam`; {takes}"));
    }
    assert_eq!(refused("beam:width=8,"), refused("beam:"));
    assert_eq!(
        refused("foresight:boards=0"),
        "`boards=0` is no parameter of `foresight`; it takes `boards=` and a number from 1 to \
         1000000000, and `value=` and a file of a learned value"
    );
}

#[test]
fn a_beam_without_memory_is_narrow_and_says_so() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    let live = Live::new(&game, Drawn::new(3), (), &mut ()).unwrap();
    let output = |memory: u64, width: u32| {
        let limits = Limits { memory, ..Limits::LARGEST };
        let bot_limits = BotLimits { limits, ..BotLimits::own() };
        let mut bot = Triangle::<Dense>::bot(&format!("beam:width={width}"), 1, &bot_limits).unwrap();
        bot.explain(&game, live.state(), Seat::FIRST).unwrap()
    };
    let narrow = output(10_000, 100_000);
    assert!(narrow.why.ends_with(" at a time: memory"), "{}", narrow.why);
    assert_eq!(narrow, output(10_000, 100_000));
    // The drafts that are thinned out on the way are those that would not be followed.
    assert!(output(256 << 20, 300).why.ends_with("the best begins so"));
}

#[test]
fn a_stop_from_inside_is_heard_within_a_hand() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    let live = Live::new(&game, Drawn::new(3), (), &mut ()).unwrap();
    for name in ["beam:width=100000", "foresight:boards=1000000000"] {
        let asked = Arc::new(AtomicU32::new(0));
        let heard = Arc::clone(&asked);
        let stop = Stop::when(move || heard.fetch_add(1, Ordering::Relaxed) >= 5000);
        let bot_limits = BotLimits { stop, ..BotLimits::own() };
        let mut bot = Triangle::<Dense>::bot(name, 1, &bot_limits).unwrap();
        assert!(bot.answer(&game, live.state(), Seat::FIRST).is_some());
        // It is asked before each board: those of one hand come after it, unlooked at.
        assert!(asked.load(Ordering::Relaxed) < 10_000, "{name}: {asked:?}");
    }
}
