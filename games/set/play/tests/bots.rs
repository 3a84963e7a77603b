//! The bots of SET: legal in every variant, the same for the same seed, as quick as their level says.

use tercet_game::{End, Game, Live, Player, Seat, Turn, run};
use tercet_search::{BotError, Compared, Explain};
use tercet_set::{
    Action, Card, Claim, Config, DealRule, Event, Guarantee, Refill, SetGame, Setup, State, Variant,
};
use tercet_set_play::bots as set;

fn game(config: &Config) -> SetGame {
    SetGame::new(config).unwrap()
}

/// The events of a whole game.
fn played(game: &SetGame, names: &[&str], seed: u64) -> Vec<Event> {
    let bot = |(seat, name): (usize, &&str)| set::by_name(name, seed ^ (seat as u64 + 1) << 32).unwrap();
    let mut players: Vec<_> = names.iter().enumerate().map(bot).collect();
    let mut events = Vec::new();
    let mut live = Live::new(game, game.shuffle(seed), (), &mut events).unwrap();
    let scores = run(game, &mut live, &mut players, &mut events).unwrap();
    assert_ne!(scores.end(), None);
    events
}

const NAMES: [&str; 6] = ["first", "random", "sweep", "racer:beginner", "perfect", "uniform"];

#[test]
fn all_bots_play_all_variants_to_the_end() {
    for variant in Variant::ALL {
        for deal_rule in DealRule::ALL {
            for name in NAMES {
                let solo = game(&Config { deal_rule, ..Config::of(variant) });
                let race = game(&Config { deal_rule, seats: 3, ..Config::of(variant) });
                let calls = game(&Config { deal_rule, seats: 2, call_ms: 3000, ..Config::of(variant) });
                for seed in 0..3 {
                    played(&solo, &[name], seed);
                    played(&race, &[name, "racer:4", name], seed);
                    played(&calls, &[name, "racer:1"], seed);
                }
            }
        }
    }
}

#[test]
fn first_takes_the_lowest_claim_and_random_takes_all_of_them() {
    let game = game(&Config { guarantee: Guarantee::Initial, ..Config::default() });
    let live = Live::new(&game, game.shuffle(3), (), &mut ()).unwrap();
    let claims = game.claims(live.state());
    assert!(claims.len() > 1);
    let mut first = set::First;
    let lowest = Player::answer(&mut first, &game, live.state(), Seat::FIRST).unwrap();
    assert_eq!(lowest.action, Action::Claim(claims[0]));
    let mut counts = vec![0; claims.len()];
    let mut random = set::Random::new(1);
    for _ in 0..1000 * claims.len() {
        let Action::Claim(claim) = random.answer(&game, live.state(), Seat::FIRST).unwrap().action else {
            panic!("there is something to claim, so it does not deal");
        };
        counts[claims.iter().position(|&each| each == claim).unwrap()] += 1;
    }
    assert!(counts.iter().all(|&count| (900..1100).contains(&count)), "{counts:?}");
}

#[test]
fn first_random_and_sweep_deal_only_when_there_is_nothing_to_claim() {
    for (name, refill) in [("first", Refill::Compact), ("random", Refill::InPlace), ("sweep", Refill::OnDeal)]
    {
        let game = game(&Config { refill, ..Config::default() });
        for seed in 0..50 {
            let mut players = [set::by_name(name, seed).unwrap()];
            let mut live = Live::new(&game, game.shuffle(seed), (), &mut ()).unwrap();
            while game.turn(live.state()) != Turn::Over {
                let action = players[0].answer(&game, live.state(), Seat::FIRST).unwrap().action;
                assert_eq!(action == Action::Deal, game.claims(live.state()).is_empty());
                live.play(&game, Seat::FIRST, action, &mut ()).unwrap();
            }
            assert_eq!(game.scores(live.state()).end(), Some(End::Finished));
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_race() {
    let game = game(&Config::race(3));
    let names = ["racer:1", "racer:3", "random"];
    assert_eq!(played(&game, &names, 9), played(&game, &names, 9));
    assert_ne!(played(&game, &names, 9), played(&game, &names, 10));
}

/// Delays of a racer at every board of a few solo games that holds a Set, sorted.
fn find_times(level: u8) -> Vec<u32> {
    let game = game(&Config::plain());
    let mut racer = set::Racer::new(set::Level::new(level).unwrap(), 5);
    let mut times = Vec::new();
    for seed in 0..40 {
        let mut live = Live::new(&game, game.shuffle(seed), (), &mut ()).unwrap();
        while game.turn(live.state()) != Turn::Over {
            let answer = racer.answer(&game, live.state(), Seat::FIRST).unwrap();
            if answer.action != Action::Deal {
                times.push(answer.delay_ms);
            }
            live.play(&game, Seat::FIRST, answer.action, &mut ()).unwrap();
        }
    }
    times.sort_unstable();
    times
}

/// The rows of the documentation's table of levels: number, name, mean seconds by differing attributes and over
/// boards, wrong claims of 1000.
fn documented() -> Vec<Vec<&'static str>> {
    let row = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let rows = include_str!("../../../../docs/bots.md").lines().map(row);
    rows.filter(|row| row.len() == 8 && row[0].parse::<u8>().is_ok()).collect()
}

/// Fails unless the mean of these times is what the documentation says, in seconds.
fn assert_mean(times: &[u32], said: &str, what: &str) {
    let count = times.len() as f64;
    let mean = times.iter().map(|&time| f64::from(time)).sum::<f64>() / count;
    let squares = times.iter().map(|&time| (f64::from(time) - mean).powi(2)).sum::<f64>();
    let error = (squares / (count - 1.0) / count).sqrt();
    let said = 1000.0 * said.parse::<f64>().unwrap();
    assert!((mean - said).abs() < 4.0 * error, "{what}: {mean:.0} ms, said {said:.0}, error {error:.1}");
}

/// A board that is one Set, with so many attributes that differ.
fn one_set(game: &SetGame, differing: usize) -> State {
    let cards = (0..3).map(|value| {
        let id: usize = (0..differing).map(|attribute| value * 3_usize.pow(attribute as u32)).sum();
        Some(Card::from_id(id).unwrap())
    });
    game.position(&Setup { board: cards.collect(), ..Setup::default() }).unwrap()
}

#[test]
fn racers_take_as_long_as_the_documentation_says() {
    let game = game(&Config::plain());
    let rows = documented();
    assert_eq!(rows.len(), 5);
    for (level, row) in set::Level::all().zip(&rows) {
        assert_eq!((level.number().to_string().as_str(), level.name()), (row[0], row[1]));
        let mut means = Vec::new();
        for differing in 1..=4 {
            let state = one_set(&game, differing);
            let mut racer = set::Racer::new(level, differing as u64);
            let mut time = || racer.answer(&game, &state, Seat::FIRST).unwrap().delay_ms;
            let times: Vec<u32> = (0..20_000).map(|_| time()).collect();
            assert_mean(&times, row[1 + differing], &format!("{}, {differing} differ", level.name()));
            means.push(times.iter().map(|&time| u64::from(time)).sum::<u64>());
        }
        assert!(means.is_sorted(), "harder Sets take longer: {means:?}");
        assert_mean(&find_times(level.number()), row[6], level.name());
    }
}

#[test]
fn an_ultraset_takes_twice_as_long() {
    let game = game(&Config::of(Variant::Ultra));
    // Two pairs with the third card 2, none of which differs in more than one attribute: 0 and 1, 5 and 8.
    let board = [0, 1, 5, 8].map(|id| Some(Card::from_id(id).unwrap()));
    let state = game.position(&Setup { board: board.to_vec(), ..Setup::default() }).unwrap();
    assert_eq!(game.claims(&state).len(), 1);
    let plain = one_set(&self::game(&Config::plain()), 2);
    let mean = |game: &SetGame, state: &State| {
        let mut racer = set::Racer::new(set::Level::new(3).unwrap(), 1);
        let times =
            (0..20_000).map(|_| f64::from(racer.answer(game, state, Seat::FIRST).unwrap().delay_ms) - 250.0);
        times.sum::<f64>() / 20_000.0
    };
    let ratio = mean(&game, &state) / mean(&self::game(&Config::plain()), &plain);
    assert!((1.97..2.03).contains(&ratio), "{ratio}");
}

#[test]
fn racers_have_the_long_tail_of_people() {
    let times = find_times(3);
    let at = |percent: usize| times[times.len() * percent / 100];
    assert!(at(5) > 1_000 && at(95) > 2 * at(50) && at(95) < 20_000, "{} {} {}", at(5), at(50), at(95));
}

/// How many claims of a race were right, by seat, and how many were wrong.
fn judged(game: &SetGame, names: &[&str; 2], seed: u64) -> ([usize; 2], usize) {
    let (mut right, mut wrong) = ([0; 2], 0);
    for event in played(game, names, seed) {
        match event {
            Event::Claimed { seat, .. } => right[seat.index()] += 1,
            Event::Wrong { .. } => wrong += 1,
            _ => {}
        }
    }
    (right, wrong)
}

#[test]
fn only_low_levels_claim_wrongly() {
    let game = game(&Config::race(2));
    let wrong = |name: &str| (0..20).map(|seed| judged(&game, &[name, name], seed).1).sum::<usize>();
    let low = wrong("racer:1");
    assert!((20..60).contains(&low), "80 of 1000 of about 480 claims, not {low}");
    assert_eq!(wrong("racer:5"), 0);
}

#[test]
fn wrong_claims_are_as_many_as_the_documentation_says() {
    let game = game(&Config { penalty: 0, ..Config::race(2) });
    let live = Live::new(&game, game.shuffle(3), (), &mut ()).unwrap();
    let right = game.claims(live.state());
    for (level, row) in set::Level::all().zip(documented()) {
        let mut racer = set::Racer::new(level, 11);
        let mut is_wrong = || match racer.answer(&game, live.state(), Seat::FIRST).unwrap().action {
            Action::Claim(claim) => !right.contains(&claim),
            other => panic!("{other}"),
        };
        let wrong = (0..20_000).filter(|_| is_wrong()).count() as f64 / 20_000.0;
        let said = row[7].parse::<f64>().unwrap() / 1000.0;
        let error = (said * (1.0 - said) / 20_000.0).sqrt();
        // A wrong card in place of a right one makes another Set now and then.
        assert!(wrong <= said + 4.0 * error && wrong >= 0.95 * said - 4.0 * error, "{wrong}, said {said}");
    }
}

#[test]
fn names_of_levels_are_those_of_their_numbers() {
    let game = game(&Config::race(2));
    assert_eq!(set::Level::of_quarters(13).unwrap().to_string(), "3.25");
    for level in set::Level::all() {
        let names = [format!("racer:{}", level.number()), format!("racer:{}", level.name())];
        let [by_number, by_name] = names.map(|name| played(&game, &[&name, "racer"], 3));
        assert_eq!(by_number, by_name);
    }
    assert_eq!(played(&game, &["racer", "first"], 3), played(&game, &["racer:player", "first"], 3));
}

/// The share of races that the first wins; draws count half.
fn share(names: &[&str; 2], races: u64) -> f64 {
    let game = game(&Config::race(2));
    let won = |seed| {
        let ([first, second], _) = judged(&game, names, seed);
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    };
    (0..races).map(won).sum::<f64>() / races as f64
}

#[test]
fn levels_have_no_cliffs_between_them() {
    for quarter in ["1.25 1", "2.5 2.25", "3.25 3", "4 3.75", "5 4.75"] {
        let (better, worse) = quarter.split_once(' ').unwrap();
        let share = share(&[&format!("racer:{better}"), &format!("racer:{worse}")], 200);
        assert!((0.6..0.95).contains(&share), "{quarter}: {share}");
    }
    let half = share(&["racer:3.5", "racer:3"], 200);
    assert!((0.8..1.0).contains(&half), "{half}");
}

#[test]
fn a_racer_that_adapts_gives_everybody_an_even_race() {
    let game = game(&Config::race(2));
    for name in ["racer:child", "racer:2", "racer:3.5", "racer:champion"] {
        let races = (0..60).map(|seed| judged(&game, &["racer:auto", name], seed).0);
        let (own, other) = races.fold((0, 0), |sum, [own, other]| (sum.0 + own, sum.1 + other));
        let part = own as f64 / (own + other) as f64;
        assert!((0.36..0.64).contains(&part), "{name}: {part}");
    }
    assert!(share(&["racer:auto", "racer:child"], 60) > 0.5, "it begins as a player");
}

#[test]
fn a_racer_that_adapts_says_so() {
    let game = game(&Config::race(2));
    let live = Live::new(&game, game.shuffle(3), (), &mut ()).unwrap();
    let mut racer = set::by_name("racer:auto", 1).unwrap();
    let why = tercet_search::Explain::explain(&mut racer, &game, live.state(), Seat::FIRST).unwrap().why;
    assert!(why.starts_with("it adapts to you: a Set takes it 5.8 s now; the first of "), "{why}");
}

#[test]
fn perfect_is_first_and_never_wrong() {
    let game = game(&Config::race(2));
    for seed in 0..20 {
        let ([racer, perfect], wrong) = judged(&game, &["racer:champion", "perfect"], seed);
        assert!(perfect >= 21 && racer == 0 && wrong == 0, "{racer} {perfect} {wrong}");
    }
}

#[test]
fn perfect_takes_what_leaves_the_most() {
    let game = game(&Config::plain());
    // Sets: 1 2 3, 1 4 5 and 6 7 8. The first two share a card, so only the third leaves two.
    let board = [0, 1, 2, 3, 6, 40, 50, 30].map(|id| Some(Card::from_id(id).unwrap()));
    let state = game.position(&Setup { board: board.to_vec(), ..Setup::default() }).unwrap();
    let claims = ["claim 6 7 8", "claim 1 2 3", "claim 1 4 5"].map(|text| text.parse::<Action>().unwrap());
    let explained = set::by_name("perfect", 1).unwrap().explain(&game, &state, Seat::FIRST).unwrap();
    assert_eq!(explained.answer.action, claims[0]);
    assert_eq!(explained.why, "of all that can be claimed it leaves the most");
    let [a, b, c] = claims;
    let value = |action, value| Compared { action, value };
    assert_eq!(explained.compared, [value(a, 2.0), value(b, 1.0), value(c, 1.0)]);
}

/// What a bot does on the first board of a seed, and what it says of that.
fn explained(name: &str, seed: u64) -> (Action, tercet_search::Explanation<Action>, Vec<Claim>) {
    let game = game(&Config { guarantee: Guarantee::Initial, ..Config::race(2) });
    let live = Live::new(&game, game.shuffle(seed), (), &mut ()).unwrap();
    let bot = || set::by_name(name, seed).unwrap();
    let answer = bot().answer(&game, live.state(), Seat::FIRST).unwrap();
    let explained = bot().explain(&game, live.state(), Seat::FIRST).unwrap();
    assert_eq!(explained.answer, answer, "{name}");
    (answer.action, explained, game.claims(live.state()))
}

#[test]
fn racers_tell_which_sets_they_saw_and_when() {
    let mut wrong = 0;
    for seed in 0..200 {
        let (action, explained, claims) = explained("racer:child", seed);
        assert_eq!(explained.measure, "milliseconds until it is seen");
        assert!(explained.compared.is_sorted_by_key(|seen| seen.value));
        assert_eq!(explained.compared.len(), claims.len());
        assert_eq!(explained.compared[0].value.to_bits(), f64::from(explained.answer.delay_ms).to_bits());
        if explained.compared[0].action == action {
            assert_eq!(explained.why, format!("the first of {} that it sees", claims.len()));
        } else {
            assert_eq!(explained.why, "it takes a wrong card with two right ones");
            wrong += 1;
        }
    }
    assert!((4..40).contains(&wrong), "{wrong} of 200");
}

#[test]
fn bots_that_compare_nothing_say_what_they_do() {
    for name in ["first", "random", "uniform"] {
        let (_, explained, _) = explained(name, 1);
        let about = set::BOTS.iter().find(|bot| bot.name == name).unwrap().about;
        assert_eq!((explained.why.as_str(), explained.measure, explained.compared.len()), (about, "", 0));
    }
}

#[test]
fn higher_levels_win() {
    let game = game(&Config::race(2));
    for names in [["racer:1", "racer:3"], ["racer:3", "racer:5"]] {
        let won = (0..40).filter(|&seed| {
            let ([low, high], _) = judged(&game, &names, seed);
            high > low
        });
        assert_eq!(won.count(), 40, "{names:?}");
    }
}

#[test]
fn racers_call_before_they_claim_where_the_game_has_calls() {
    let game = game(&Config { call_ms: 2_000, ..Config::race(2) });
    let events = played(&game, &["racer:1", "racer:2"], 4);
    let mut called = None;
    for event in events {
        match event {
            Event::Called { seat } => called = Some(seat),
            Event::Claimed { seat, .. } | Event::Wrong { seat, .. } | Event::Expired { seat } => {
                assert_eq!(called.take(), Some(seat));
            }
            _ => {}
        }
    }
}

#[test]
fn every_listed_bot_is_made_and_unknown_ones_are_refused() {
    for bot in set::BOTS {
        set::by_name(bot.name, 1).unwrap();
    }
    let refused = |name: &str| set::by_name(name, 1).unwrap_err().to_string();
    let known = "there are first, random, sweep, racer, perfect, uniform";
    assert_eq!(refused("rcer"), format!("there is no bot `rcer` for set; {known}"));
    assert_eq!(refused(""), format!("there is no bot `` for set; {known}"));
    let levels = "levels are 1 to 5 in quarters, child, beginner, player, expert and champion, or auto, as in `racer:3`";
    for level in ["0", "6", "", "Child", "adult"] {
        assert_eq!(refused(&format!("racer:{level}")), format!("`{level}` is no level of `racer`; {levels}"));
    }
    assert_eq!(refused("first:2"), "`first` has no levels, so it takes no `:2`");
    assert!(matches!(set::by_name("x", 1), Err(BotError::Unknown { .. })));
}
