//! The bots of Machi Koro: all of them finish every kind of game, the named ones build what their rules say.

use tercet_entry::Contest as _;
use tercet_game::{Answer, Game, Live, Notation, Player, Seat, Settings, run, stream_seed};
use tercet_machi::{Action, Chance, Config, Dice, MachiKoro, Phase, Player as City, Position, State};
use tercet_machi_play::Machi;
use tercet_machi_play::bots::{self as machi, AnyBot, BOTS};
use tercet_machi_play::learned::{MachiEpisodes, Rolls, freeze};
use tercet_search::Stop;
use tercet_search::{BotLimits, Explain, Grade, Limits};
use tercet_train::value::{Episodes as _, Learner as _};

fn game(pairs: &[(&str, &str)]) -> MachiKoro {
    MachiKoro::new(&Config::from_pairs(pairs.iter().copied()).unwrap()).unwrap()
}

/// The winner of a game of these bots, by seat.
fn winner(game: &MachiKoro, names: &[&str], seed: u64) -> Option<Seat> {
    let bot =
        |(seat, name): (usize, &&str)| machi::by_name(name, stream_seed(seed, &[1 + seat as u64])).unwrap();
    let mut bots: Vec<_> = names.iter().enumerate().map(bot).collect();
    let mut live = Live::new(game, Dice::new(seed), (), &mut ()).unwrap();
    run(game, &mut live, &mut bots, &mut ()).unwrap();
    live.state().winner()
}

/// The bot with a budget that a test can pay.
fn quick(name: &str) -> &str {
    match name {
        "search" => "search:positions=200",
        "mcts" => "mcts:playouts=20,turns=1",
        _ => name,
    }
}

#[test]
fn every_bot_finishes_every_kind_of_game() {
    const ALL: &str = "harbor,millionaires_row,promo";
    for (players, expansions, market) in [
        ("2", "none", "total"),
        ("4", "none", "variable"),
        ("3", ALL, "variable"),
        ("5", ALL, "hybrid"),
        ("2", ALL, "total"),
    ] {
        let game = game(&[
            ("players", players),
            ("expansions", expansions),
            ("market", market),
            ("turn_limit", "300"),
        ]);
        for bot in BOTS {
            for seed in 0..1 {
                let names = vec![quick(bot.name); game.seats().into()];
                winner(&game, &names, seed);
            }
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = game(&[("players", "3")]);
    let names = ["random", "impatient", "uniform"];
    let play = || (0..10).map(|seed| winner(&game, &names, seed)).collect::<Vec<_>>();
    assert_eq!(play(), play());
}

/// The first player to build in a game of two, with these coins, cards and landmarks.
fn building(game: &MachiKoro, coins: u32, cards: &[(&str, u8)], landmarks: &[&str], total: u8) -> State {
    let cards: Vec<(String, u8)> = cards.iter().map(|&(name, copies)| (name.to_owned(), copies)).collect();
    let landmarks = landmarks.iter().map(|&name| name.to_owned()).collect();
    let start = vec![("wheat_field".to_owned(), 1), ("bakery".to_owned(), 1)];
    let players = vec![
        City { coins, cards, landmarks, ..City::default() },
        City { coins: 3, cards: start, ..City::default() },
    ];
    let mut state = game.position(&Position { players, roller: 0, market: None }).unwrap();
    if landmarks_has_train(&state) {
        game.play(&mut state, Seat::FIRST, Action::Roll(1), &mut ()).unwrap();
    }
    game.resolve(&mut state, Chance::Die(total), &mut ()).unwrap();
    state
}

fn landmarks_has_train(state: &State) -> bool {
    state.city(Seat::FIRST).has(tercet_machi::Landmark::TrainStation)
}

#[track_caller]
fn builds(name: &str, coins: u32, cards: &[(&str, u8)], landmarks: &[&str], expected: &str) {
    let game = game(&[]);
    let state = building(&game, coins, cards, landmarks, 6);
    let answer = machi::by_name(name, 1).unwrap().answer(&game, &state, Seat::FIRST).unwrap();
    assert_eq!(game.action_text(answer.action), expected, "{name}");
}

const START: &[(&str, u8)] = &[("wheat_field", 1), ("bakery", 1)];

#[test]
fn thoughtful_goes_down_its_list() {
    builds("thoughtful", 3, START, &[], "build forest");
    builds("thoughtful", 9, START, &[], "build train_station");
    builds("thoughtful", 9, START, &["train_station"], "build mine");
    builds("thoughtful", 5, START, &["train_station"], "build family_restaurant");
    builds("thoughtful", 5, &[("ranch", 1), ("bakery", 1)], &["train_station"], "build cheese_factory");
    builds("thoughtful", 30, START, &["train_station"], "build radio_tower");
}

#[test]
fn fromage_goes_down_its_list_with_caps() {
    builds("fromage", 3, START, &[], "build ranch");
    builds("fromage", 3, &[("ranch", 3), ("bakery", 1)], &[], "build convenience_store");
    builds("fromage", 9, &[("ranch", 3), ("bakery", 1)], &["train_station"], "build cheese_factory");
    builds(
        "fromage",
        9,
        &[("ranch", 5), ("cheese_factory", 1), ("convenience_store", 4)],
        &["train_station"],
        "build mine",
    );
}

#[test]
fn who_goes_by_lists_or_coverage_takes_a_landmark_when_it_can() {
    for name in ["coverage", "thoughtful", "fromage"] {
        builds(name, 16, START, &["train_station"], "build amusement_park");
    }
}

#[test]
fn who_counts_turns_builds_what_leaves_the_fewest() {
    // A mine earns 5 on four of 36 rolls of two dice, whoever rolls; a park a sixth of the own turn.
    builds("impatient", 16, START, &["train_station"], "build mine");
    builds(
        "impatient",
        22,
        START,
        &["train_station", "shopping_mall", "amusement_park"],
        "build radio_tower",
    );
    // Nothing that 1 coin pays for brings the end nearer: 22 coins more at this income.
    builds("impatient", 1, &[("mine", 5), ("ranch", 1)], &["train_station"], "pass");
}

#[test]
fn who_never_wins_builds_what_earns() {
    // A factory without cows earns nothing: 4 landmarks, and no coin for them.
    let idle: &[(&str, u8)] = &[("cheese_factory", 1)];
    builds("tuv", 1, idle, &[], "build wheat_field");
    builds("tuv", 2, idle, &[], "build convenience_store");
    let game = game(&[]);
    let state = building(&game, 2, idle, &[], 6);
    let output = machi::by_name("tuv", 1).unwrap().explain(&game, &state, Seat::FIRST).unwrap();
    assert_eq!(output.why, "now it never wins");
    assert!(output.compared[0].value.is_finite() && output.compared.iter().all(|one| !one.value.is_nan()));
}

#[test]
fn finishes_by_turns_are_the_numbers_they_are() {
    let game = game(&[]);
    let city = |coins, cards: &[(&str, u8)], landmarks: &[&str]| City {
        coins,
        cards: cards.iter().map(|&(name, copies)| (name.to_owned(), copies)).collect(),
        landmarks: landmarks.iter().map(|&name| name.to_owned()).collect(),
        ..City::default()
    };
    let all = ["train_station", "shopping_mall", "amusement_park", "radio_tower"];
    for (first, second, finish) in [
        (city(0, START, &all), city(99, START, &all[..2]), [50, 48]),
        (city(3, START, &[]), city(3, &[], &[]), [-24, -950]),
    ] {
        let position = Position { players: vec![first, second], ..Position::default() };
        let state = game.any_position(&position).unwrap();
        assert_eq!(Machi::finish_scores(&game, &state, 1), finish);
        let odds = tercet_odds::Odds::new(&game, tercet_odds::Model::Seed);
        let scores = [Seat(0), Seat(1)].map(|seat| odds.finish_score(&state, seat) as i64);
        assert_eq!(scores, finish);
    }
}

#[test]
fn random_is_last_of_all() {
    let game = game(&[]);
    for bot in BOTS.iter().filter(|bot| bot.grade != Grade::Easy) {
        let wins = |names: [&str; 2], seat| {
            (0..20).filter(|&seed| winner(&game, &names, seed) == Some(Seat(seat))).count()
        };
        let name = quick(bot.name);
        let random = wins(["random", name], 0) + wins([name, "random"], 1);
        assert!(random < 20, "random wins {random} of 40 against {}", bot.name);
    }
}

#[test]
fn search_builds_the_landmark_that_wins() {
    for name in ["search", "mcts:playouts=200"] {
        builds(name, 22, START, &["train_station", "shopping_mall", "amusement_park"], "build radio_tower");
    }
}

#[test]
fn who_compares_says_what() {
    let game = game(&[]);
    let state = building(&game, 9, START, &[], 6);
    for (name, measure) in [
        ("search", "chance to win"),
        ("mcts:playouts=200", "chance to win"),
        ("impatient", "turns until victory once it is paid"),
        ("tuv", "turns until victory once it is paid"),
        ("ev", "more coins a round"),
        ("coverage", "more rolls of a round on which something fires"),
        ("marathon", "chance to be done in time"),
    ] {
        let answer = machi::by_name(name, 1).unwrap().answer(&game, &state, Seat::FIRST).unwrap();
        let output = machi::by_name(name, 1).unwrap().explain(&game, &state, Seat::FIRST).unwrap();
        assert_eq!((output.measure, output.answer), (measure, answer), "{name}");
        assert_eq!(output.compared[0].action, answer.action, "{name}: the best comes first");
        assert!(!output.why.is_empty(), "{name}");
    }
    let output = machi::by_name("random", 1).unwrap().explain(&game, &state, Seat::FIRST).unwrap();
    assert_eq!((output.measure, output.compared.len()), ("", 0));
}

/// A bot that is asked for its reasons at each decision.
struct Asked {
    bot: AnyBot,
    /// Of decisions other than building, how many there were.
    asked: usize,
}

impl Player<MachiKoro> for Asked {
    fn answer(&mut self, game: &MachiKoro, state: &State, seat: Seat) -> Option<Answer<Action>> {
        let output = self.bot.clone().explain(game, state, seat).unwrap();
        let answer = self.bot.answer(game, state, seat).unwrap();
        let what = format!("{} in {:?}", self.bot.strategy(), state.phase());
        assert_eq!(output.answer, answer, "{what}");
        assert!(!output.why.is_empty(), "{what}");
        if state.phase() != Phase::Build {
            self.asked += 1;
            assert!(!output.measure.is_empty() && !output.compared.is_empty(), "{what}");
            let is_declined = answer.action == Action::Decline;
            assert!(
                is_declined || output.compared[0].action == answer.action,
                "{what}: {:?}",
                output.compared
            );
        }
        Some(answer)
    }
}

#[test]
fn every_decision_comes_with_numbers() {
    let game =
        game(&[("players", "3"), ("expansions", "harbor,millionaires_row,promo"), ("turn_limit", "120")]);
    for name in [
        "kinematic",
        "coverage",
        "ev",
        "marathon",
        "thoughtful",
        "tuv",
        "fromage",
        "impatient",
        "search:positions=200",
    ] {
        let mut asked = 0;
        for seed in 0..3 {
            let bot =
                |seat| Asked { bot: machi::by_name(name, stream_seed(seed, &[seat])).unwrap(), asked: 0 };
            let mut bots: Vec<Asked> = (1..=3).map(bot).collect();
            let mut live = Live::new(&game, Dice::new(seed), (), &mut ()).unwrap();
            run(&game, &mut live, &mut bots, &mut ()).unwrap();
            asked += bots.iter().map(|bot| bot.asked).sum::<usize>();
        }
        assert!(asked > 50, "{name}: {asked} decisions");
    }
}

#[test]
fn the_number_of_dice_is_explained() {
    let game = game(&[]);
    let position = Position {
        players: vec![
            City {
                coins: 9,
                cards: vec![("wheat_field".into(), 1), ("bakery".into(), 1), ("mine".into(), 1)],
                landmarks: vec!["train_station".into()],
                ..City::default()
            },
            City { coins: 3, cards: vec![("ranch".into(), 1)], ..City::default() },
        ],
        ..Position::default()
    };
    let state = game.turn_of(&game.any_position(&position).unwrap(), Seat::FIRST);
    let output = machi::by_name("ev", 1).unwrap().explain(&game, &state, Seat::FIRST).unwrap();
    assert_eq!(
        (output.why.as_str(), output.measure),
        ("that many dice pay more on average", "coins of the turn in the mean")
    );
    let compared: Vec<(Action, String)> =
        output.compared.iter().map(|each| (each.action, format!("{:.4}", each.value))).collect();
    // A mine pays 5 on four of 36 rolls of two dice, and a bakery 1 on three; one die pays 1 on three of six.
    assert_eq!(compared, [(Action::Roll(2), "0.6389".to_owned()), (Action::Roll(1), "0.5000".to_owned())]);
}

#[test]
fn a_stop_cuts_thinking_short() {
    let game = game(&[]);
    let state = building(&game, 9, START, &[], 6);
    let stop = Stop::default();
    stop.request();
    for name in ["search:turns=3,positions=1000000000", "mcts:playouts=100000000"] {
        let mut bot = machi::by_name(name, 1).unwrap();
        bot.set_stop(&stop);
        let answer = bot.answer(&game, &state, Seat::FIRST).unwrap();
        game.play(&mut state.clone(), Seat::FIRST, answer.action, &mut ()).unwrap();
    }
}

#[test]
fn parameters_that_can_t_be_are_refused() {
    let why = |name| machi::by_name(name, 1).unwrap_err().to_string();
    assert_eq!(
        why("mcts:playouts=many"),
        "`playouts=many` is no parameter of `mcts`; it takes `playouts=N`, `turns=0` to 1000 and `value=tuned` or a \
         file of a learned value, as in `mcts:playouts=5000,turns=4`"
    );
    assert_eq!(
        why("search:depth=2"),
        "`depth=2` is no parameter of `search`; it takes `turns=1` to 9, `positions=N` and `value=tuned` or a file of a \
         learned value, as in `search:turns=2,positions=50000`"
    );
    assert_eq!(why("impatient:3"), "`impatient` has no levels, so it takes no `:3`");
}

/// A value of the base game in a file of a directory of its own.
fn value_file(dir: &std::path::Path) -> String {
    let task = MachiEpisodes::new(&Config::base(2), &[2], Rolls::Sampled).unwrap();
    let [weights, ..] = task.net().to_parts();
    let path = dir.join("value.tercet");
    freeze(&Config::base(2), &weights, "a test", "nothing").write(&path).unwrap();
    path.display().to_string()
}

#[test]
fn a_value_is_named_checked_and_refused_where_it_does_not_fit() {
    let dir = tempfile::tempdir().unwrap();
    let path = value_file(dir.path());
    let name = format!("search:value={path},turns=1");
    let canonical = |name: &str| Machi::canonical(name, &Limits::LARGEST).unwrap();
    assert_eq!(canonical(&name), format!("search:value={path}"));
    assert_eq!(canonical("search:positions=200000,value=learned"), "search");
    assert_eq!(canonical("mcts:turns=2,value=tuned"), "mcts:value=tuned,turns=2");

    let mut bot = machi::by_name(&name, 1).unwrap();
    assert_eq!(Machi::fits(&mut bot, &game(&[])), Ok(()));
    let refused = Machi::fits(&mut bot, &game(&[("expansions", "harbor")])).unwrap_err().to_string();
    let why = "it was learned for the options `expansions=none`, this is `expansions=harbor`";
    assert_eq!(refused, format!("{path}: {why}"));

    let limits = Limits { files: false, ..Limits::LARGEST };
    let refused = Machi::bot(&name, 1, &BotLimits { limits, ..BotLimits::own() }).unwrap_err().to_string();
    assert_eq!(refused, format!("`search` may read no files here, so it can't take `{path}`"));
    std::fs::write(&path, "no value").unwrap();
    assert!(machi::by_name(&name, 1).is_err());
}

#[test]
fn the_learned_value_beats_the_tuned_one() {
    for (expansions, least) in [("none", 0.5), ("harbor", 0.5), ("harbor,millionaires_row,promo", 0.5)] {
        let game = game(&[("expansions", expansions)]);
        let names = ["search:positions=2000", "search:positions=2000,value=tuned"];
        let won = |seed: u64| {
            let first = winner(&game, &names, seed) == Some(Seat(0));
            let second = winner(&game, &[names[1], names[0]], seed) == Some(Seat(1));
            u32::from(first) + u32::from(second)
        };
        let share = f64::from((0..60).map(won).sum::<u32>()) / 120.0;
        assert!(share >= least, "{expansions}: {share}");
    }
}

#[test]
fn a_tree_that_is_full_says_so_and_plays_the_same_again() {
    let game = game(&[]);
    let state = building(&game, 9, START, &[], 6);
    let limits = Limits { memory: 4 << 20, ..Limits::LARGEST };
    let bot_limits = BotLimits { limits, ..BotLimits::own() };
    let output = || {
        let mut bot = Machi::bot("mcts:playouts=100000000", 1, &bot_limits).unwrap();
        bot.explain(&game, &state, Seat::FIRST).unwrap()
    };
    let first = output();
    assert!(first.why.ends_with(" nodes: memory"), "{}", first.why);
    assert_eq!(first, output());
}

#[test]
fn more_than_the_limits_allow_is_refused() {
    let limits = Limits { playouts: 500, positions: 100, turns: 2, ..Limits::LARGEST };
    let bot_limits = BotLimits { limits, ..BotLimits::own() };
    let why = |name| Machi::bot(name, 1, &bot_limits).unwrap_err().to_string();
    assert_eq!(why("mcts:playouts=501"), "`mcts` may be asked for 500 `playouts` at most here, not for 501");
    assert_eq!(why("mcts:turns=3"), "`mcts` may be asked for 2 `turns` at most here, not for 3");
    assert_eq!(
        why("search:positions=1000"),
        "`search` may be asked for 100 `positions` at most here, not for 1000"
    );
    assert!(Machi::bot("mcts", 1, &bot_limits).is_ok(), "the usual number is cut to what is allowed");
}
