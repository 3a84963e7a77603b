//! What buying things was worth, held against a count that looks at all events anew for every question.

// The twin asks of events as they lie in a list.
#![allow(clippy::trivially_copy_pass_by_ref)]

use std::collections::BTreeMap;

use tercet_arena::{Purchases, Series, Watch, simulate_purchases};
use tercet_catalog::CATALOG;
use tercet_entry::{Seated, Trading};
use tercet_game::{Game, Live, Scores, Seat, Seats, Settings, Trades, run};
use tercet_machi::{Config, Dice, Event, Kind, Landmark, MachiKoro, Site, State};
use tercet_machi_play::bots::by_name;
use tercet_search::BotLimits;

/// A game that was played, with all that happened.
struct Heard {
    events: Vec<Event>,
    scores: Scores,
    last: State,
}

fn game(options: &[(&str, &str)]) -> MachiKoro {
    MachiKoro::new(&Config::from_pairs(options.iter().copied()).unwrap()).unwrap()
}

fn played(game: &MachiKoro, bots: &[&str], seed: u64) -> Heard {
    let mut events = Vec::new();
    let mut players: Vec<_> = bots.iter().map(|name| by_name(name, seed).unwrap()).collect();
    let mut live = Live::new(game, Dice::new(seed), (), &mut events).unwrap();
    let scores = run(game, &mut live, &mut players, &mut events).unwrap();
    Heard { events, scores, last: *live.state() }
}

/// One of a seat's things, as the twin names it.
#[derive(Clone, Copy, PartialEq)]
struct Thing<'g> {
    game: &'g MachiKoro,
    seat: Seat,
    site: Site,
}

impl Thing<'_> {
    fn began(&self) -> i64 {
        let state = self.game.start();
        let city = state.city(self.seat);
        match self.site {
            Site::Card(kind) => city.copies(kind).into(),
            Site::Landmark(landmark) => city.has(landmark).into(),
        }
    }

    fn card(&self, seat: Seat, kind: Kind) -> bool {
        (seat, Site::Card(kind)) == (self.seat, self.site)
    }

    fn is_bought(&self, event: &Event) -> bool {
        matches!(*event, Event::Build { seat, site, .. } if (seat, site) == (self.seat, self.site))
    }

    fn is_got(&self, event: &Event) -> bool {
        match *event {
            Event::Swap { seat, with, give, take } => self.card(seat, take) || self.card(with, give),
            Event::Move { to, kind, .. } => self.card(to, kind),
            _ => self.is_bought(event),
        }
    }

    fn is_lost(&self, event: &Event) -> bool {
        match *event {
            Event::Swap { seat, with, give, take } => self.card(seat, give) || self.card(with, take),
            Event::Move { seat, kind, .. } => self.card(seat, kind),
            Event::Exhibit { seat, hall, .. } => self.card(seat, hall),
            Event::Demolish { seat, landmark } => (seat, Site::Landmark(landmark)) == (self.seat, self.site),
            _ => false,
        }
    }

    fn coins(&self, event: &Event) -> i64 {
        let (seat, site, coins) = match *event {
            Event::Payout { seat, kind, coins }
            | Event::Collect { seat, kind, coins, .. }
            | Event::Steal { seat, kind, coins, .. } => (seat, Site::Card(kind), i64::from(coins)),
            Event::Fee { seat, kind, coins } => (seat, Site::Card(kind), -i64::from(coins)),
            Event::Airport { seat, coins } => (seat, Site::Landmark(Landmark::Airport), coins.into()),
            Event::Invest { seat, .. } => {
                (seat, Site::Card(self.game.cards().find("tech_startup").unwrap()), -1)
            }
            _ => return 0,
        };
        if (seat, site) == (self.seat, self.site) { coins } else { 0 }
    }

    /// How many there are before an event.
    fn held(&self, before: &[Event]) -> i64 {
        let change = |event: &Event| i64::from(self.is_got(event)) - i64::from(self.is_lost(event));
        self.began() + before.iter().map(change).sum::<i64>()
    }

    fn earned(&self, events: &[Event]) -> i64 {
        let counts = |(at, event): (usize, &Event)| match self.coins(event) {
            0 => 0,
            coins if self.held(&events[..at]) > 0 => coins,
            _ => 0,
        };
        events.iter().enumerate().map(counts).sum()
    }

    /// Each purchase: the turn of its buyer, and what that copy earned until it was given away, newest first.
    fn copies(&self, events: &[Event]) -> Vec<(u32, f64)> {
        let is_turn = |event: &&Event| matches!(event, Event::TurnStart { seat, .. } if *seat == self.seat);
        let bought = events.iter().enumerate().filter(|(_, event)| self.is_bought(event));
        let copy = |(at, _): (usize, &Event)| {
            let turn = events[..at].iter().filter(is_turn).count() as u32;
            let (mut newer, mut coins) = (0, 0.0);
            for (later, event) in events.iter().enumerate().skip(at + 1) {
                if self.is_lost(event) {
                    if newer == 0 {
                        break;
                    }
                    newer -= 1;
                }
                newer += i64::from(self.is_got(event));
                if self.coins(event) != 0 {
                    coins += self.coins(event) as f64 / self.held(&events[..later]) as f64;
                }
            }
            (turn, coins)
        };
        bought.map(copy).collect()
    }
}

/// What the twin counts of one thing: bought, copies, coins, buyers, wins; then by turn: bought, wins, coins.
#[derive(Default)]
struct Row {
    whole: (u64, u64, i64, u64),
    wins: f64,
    turns: BTreeMap<u32, (u64, f64, f64)>,
}

fn twin(game: &MachiKoro, games: &[Heard]) -> BTreeMap<String, Row> {
    let cards = game.cards().iter().map(|(kind, _)| (game.cards().slug(kind).to_owned(), Site::Card(kind)));
    let landmarks = Landmark::ALL.map(|landmark| (landmark.to_string(), Site::Landmark(landmark)));
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for (name, site) in cards.chain(landmarks) {
        let row = rows.entry(name).or_default();
        for heard in games {
            let winners = heard.scores.winners();
            for seat in Seats::first(game.seats()).iter() {
                let thing = Thing { game, seat, site };
                let copies = thing.copies(&heard.events);
                let win = if winners.contains(seat) { 1.0 / winners.len() as f64 } else { 0.0 };
                row.whole.0 += copies.len() as u64;
                row.whole.1 += thing.began().unsigned_abs() + copies.len() as u64;
                row.whole.2 += thing.earned(&heard.events);
                if !copies.is_empty() {
                    row.whole.3 += 1;
                    row.wins += win;
                }
                for (turn, coins) in copies {
                    let entry = row.turns.entry(turn).or_default();
                    *entry = (entry.0 + 1, entry.1 + win, entry.2 + coins);
                }
            }
        }
    }
    rows.retain(|_, row| row.whole.0 > 0);
    rows
}

fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-3, "{one} {other}");
}

fn check(options: &[(&str, &str)], bots: &[&str], games: u64) {
    let game = game(options);
    let heard: Vec<Heard> = (0..games).map(|seed| played(&game, bots, seed)).collect();
    let mut counted = Purchases::default();
    for game_heard in &heard {
        counted.count(&Trading::of(&game, &game_heard.events), &game_heard.scores);
    }
    let twin = twin(&game, &heard);
    assert_eq!(counted.rows().count(), twin.len());
    for row in counted.rows() {
        let expected = &twin[&row.name];
        assert_eq!((row.bought, row.copies, row.coins, row.buyers), expected.whole, "{}", row.name);
        near(row.win_rate().unwrap().0 * row.buyers as f64, expected.wins);
        assert_eq!(row.turns().count(), expected.turns.len(), "{}", row.name);
        for (turn, bought) in row.turns() {
            let (count, wins, coins) = expected.turns[&turn];
            assert_eq!(bought.bought, count, "{} in turn {turn}", row.name);
            near(bought.win_rate().unwrap().0 * count as f64, wins);
            near(bought.coins_a_copy().unwrap() * count as f64, coins);
        }
    }
}

#[test]
fn the_base_game() {
    check(&[("players", "3")], &["random", "uniform", "impatient"], 12);
}

#[test]
fn cards_that_are_exchanged_moved_and_given_back() {
    let options = [("players", "4"), ("expansions", "harbor,millionaires_row")];
    check(&options, &["random", "random", "uniform", "random"], 8);
}

/// What trades say of who has what is what the state says.
#[test]
fn trades_keep_the_books_of_every_city() {
    let game = game(&[("players", "5"), ("expansions", "harbor,millionaires_row")]);
    for seed in 0..20 {
        let heard = played(&game, &["random"; 5], seed);
        for seat in Seats::first(5).iter() {
            for item in 0..game.items().len() {
                let site = match item.checked_sub(game.cards().len()) {
                    None => Site::Card(game.cards().iter().nth(item).unwrap().0),
                    Some(landmark) => Site::Landmark(Landmark::ALL[landmark]),
                };
                let thing = Thing { game: &game, seat, site };
                let held = i64::from(game.held(&heard.last, seat, item));
                assert_eq!(thing.held(&heard.events), held, "seed {seed}, {seat}, {site:?}");
            }
        }
    }
}

#[test]
fn a_series_counts_the_same_on_any_number_of_threads() {
    let rules = CATALOG.game("machi").unwrap().usual().table(&[], 2).unwrap();
    let counted = |jobs| {
        let series = Series { first: 0, games: 200, seed: 4, jobs, is_rotated: false };
        let sit = |_, seed| Seated::Bot { name: "random", seed };
        simulate_purchases(&series, &Watch::default(), &*rules, &BotLimits::own(), sit).unwrap().study
    };
    let one = counted(1);
    assert_eq!((one.games(), one.usual()), (200, Some(0.5)));
    assert_eq!(counted(2), one);
}

/// Nothing is bought in a game without a market.
#[test]
fn a_game_without_a_market_has_no_rows() {
    let game = tercet_set::SetGame::new(&tercet_set::Config::plain()).unwrap();
    let mut counted = Purchases::default();
    counted.count(&Trading::of(&game, &[]), &game.scores(&game.start()));
    assert_eq!((counted.rows().count(), counted.games()), (0, 1));
}
