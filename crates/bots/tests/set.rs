//! The bots of SET: legal in every variant, the same for the same seed, as quick as their level says.

use tercet_bots::{BotError, bots, set};
use tercet_game::{End, Game, Live, Player, Seat, Turn, run};
use tercet_set::{Action, Config, DealRule, Event, Guarantee, Refill, SetGame, Variant};

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

const NAMES: [&str; 5] = ["first", "random", "sweep", "racer:2", "uniform"];

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

#[test]
fn racers_take_as_long_as_their_level_says() {
    let medians: Vec<u32> = (1..=5).map(find_times).map(|times| times[times.len() / 2]).collect();
    let expected = [12_000, 7_000, 4_000, 2_500, 1_500];
    for (median, expected) in medians.iter().zip(expected) {
        assert!(median.abs_diff(expected) < expected / 10, "{medians:?}");
    }
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
    for bot in bots().filter(|bot| bot.games == ["set"]) {
        set::by_name(bot.name, 1).unwrap();
    }
    let refused = |name: &str| set::by_name(name, 1).unwrap_err().to_string();
    let known = "there are first, random, sweep, racer, uniform";
    assert_eq!(refused("rcer"), format!("there is no bot `rcer` for set; {known}"));
    assert_eq!(refused(""), format!("there is no bot `` for set; {known}"));
    assert_eq!(refused("racer:0"), "`0` is no level of `racer`; levels are 1 to 5, as in `racer:3`");
    assert_eq!(refused("racer:"), "`` is no level of `racer`; levels are 1 to 5, as in `racer:3`");
    assert_eq!(refused("first:2"), "`first` has no levels, so it takes no `:2`");
    assert!(matches!(set::by_name("x", 1), Err(BotError::Unknown { .. })));
}
