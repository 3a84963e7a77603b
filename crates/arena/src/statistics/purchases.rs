//! What buying a thing was worth: how often its buyers won, and what it earned.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use tercet_entry::Trading;
use tercet_game::{Scores, Seat, Trade};

use crate::statistics::bots::WIN;
use crate::{Interval, wilson};

/// Statistics of the things that were bought in games. Games of different rules add up: things are told apart by
/// their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purchases {
    games: u64,
    seats: u64,
    rows: BTreeMap<(&'static str, String), PurchaseRow>,
}

/// What is known of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurchaseRow {
    /// Its name.
    pub name: String,
    /// What sort of thing it is.
    pub sort: &'static str,
    /// How many were bought.
    pub bought: u64,
    /// How many there were: those that were bought, and those that seats began with.
    pub copies: u64,
    /// What they earned their owners, less what they cost them after they were bought.
    pub coins: i64,
    /// How many seats bought one or more.
    pub buyers: u64,
    wins: u64,
    turns: BTreeMap<u32, Bought>,
}

/// Purchases in the same turn of their buyers, or in several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bought {
    /// How many.
    pub bought: u64,
    wins: u64,
    coins: i128,
}

/// A coin in whole parts, so that copies can share it; the same number as a win has.
const COIN: i64 = WIN as i64;

impl Purchases {
    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How often a seat wins, whatever it buys; `None` before the first game.
    pub fn usual(&self) -> Option<f64> {
        (self.seats > 0).then(|| self.games as f64 / self.seats as f64)
    }

    /// The things that were bought, those of a sort together and by their names.
    pub fn rows(&self) -> impl Iterator<Item = &PurchaseRow> {
        self.rows.values().filter(|row| row.bought > 0)
    }

    /// The same; of each sort those first whose buyers won most.
    pub fn by_win_rate(&self) -> Vec<&PurchaseRow> {
        let rate = |row: &PurchaseRow| row.win_rate().map_or(0.0, |(rate, _)| rate);
        let mut rows: Vec<&PurchaseRow> = self.rows().collect();
        rows.sort_by(|one, other| one.sort.cmp(other.sort).then(rate(other).total_cmp(&rate(one))));
        rows
    }

    /// Counts a game that is over.
    pub fn count(&mut self, trading: &Trading, scores: &Scores) {
        let mut accounts = Accounts::open(&trading.began);
        trading.trades.iter().for_each(|&trade| accounts.observe(trade));
        self.games += 1;
        self.seats += trading.began.len() as u64;
        let winners = scores.winners();
        let win = WIN / (winners.len() as u64).max(1);
        let wins = |seat: usize| if winners.contains(Seat(seat as u8)) { win } else { 0 };
        for (number, item) in trading.items.iter().enumerate() {
            let row = self.rows.entry((item.sort, item.name.clone()));
            let row = row.or_insert_with(|| PurchaseRow::new(item.name.clone(), item.sort));
            for (seat, stocks) in accounts.seats.iter().enumerate() {
                row.count(&stocks[number], wins(seat));
            }
        }
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Purchases) {
        self.games += other.games;
        self.seats += other.seats;
        for (key, row) in &other.rows {
            let own =
                self.rows.entry(key.clone()).or_insert_with(|| PurchaseRow::new(row.name.clone(), row.sort));
            own.add(row);
        }
    }
}

impl PurchaseRow {
    fn new(name: String, sort: &'static str) -> PurchaseRow {
        let turns = BTreeMap::new();
        PurchaseRow { name, sort, bought: 0, copies: 0, coins: 0, buyers: 0, wins: 0, turns }
    }

    /// The share of its buyers that won, and its interval.
    pub fn win_rate(&self) -> Option<(f64, Interval)> {
        rate(self.wins, self.buyers)
    }

    /// What a copy earned on average.
    pub fn coins_a_copy(&self) -> Option<f64> {
        (self.copies > 0).then(|| self.coins as f64 / self.copies as f64)
    }

    /// The purchases by the buyer's own turn, counted from 1.
    pub fn turns(&self) -> impl Iterator<Item = (u32, Bought)> + '_ {
        self.turns.iter().map(|(turn, bought)| (*turn, *bought))
    }

    /// The purchases in these turns of their buyers together.
    pub fn within(&self, turns: RangeInclusive<u32>) -> Bought {
        let mut all = Bought::default();
        self.turns.range(turns).for_each(|(_, bought)| all.add(bought));
        all
    }

    fn count(&mut self, stock: &Stock, win: u64) {
        self.copies += stock.began + stock.bought.len() as u64;
        self.coins += stock.earned;
        self.bought += stock.bought.len() as u64;
        if !stock.bought.is_empty() {
            self.buyers += 1;
            self.wins += win;
        }
        for &Copy { turn, parts } in &stock.bought {
            let coins = i128::from(parts);
            self.turns.entry(turn).or_default().add(&Bought { bought: 1, wins: win, coins });
        }
    }

    fn add(&mut self, other: &PurchaseRow) {
        self.copies += other.copies;
        self.coins += other.coins;
        self.bought += other.bought;
        self.buyers += other.buyers;
        self.wins += other.wins;
        for (turn, bought) in &other.turns {
            self.turns.entry(*turn).or_default().add(bought);
        }
    }
}

impl Bought {
    /// The share of them whose buyer won, and its interval.
    pub fn win_rate(&self) -> Option<(f64, Interval)> {
        rate(self.wins, self.bought)
    }

    /// What one earned on average while its buyer had it; copies of a thing share what it brings.
    pub fn coins_a_copy(&self) -> Option<f64> {
        (self.bought > 0).then(|| self.coins as f64 / COIN as f64 / self.bought as f64)
    }

    fn add(&mut self, other: &Bought) {
        self.bought += other.bought;
        self.wins += other.wins;
        self.coins += other.coins;
    }
}

fn rate(wins: u64, of: u64) -> Option<(f64, Interval)> {
    let wins = wins as f64 / WIN as f64;
    Some((wins / of as f64, wilson(wins, of)?))
}

/// What every seat has, and what it brought.
struct Accounts {
    seats: Vec<Vec<Stock>>,
    turns: Vec<u32>,
}

/// What a seat has of one thing.
#[derive(Default)]
struct Stock {
    began: u64,
    /// What it has now, newest last: a number in `bought`, or nothing for a copy that was not bought.
    held: Vec<Option<usize>>,
    bought: Vec<Copy>,
    earned: i64,
}

/// A copy that was bought: in which turn of its buyer, and what it earned him.
struct Copy {
    turn: u32,
    parts: i64,
}

impl Accounts {
    fn open(began: &[Vec<u32>]) -> Accounts {
        let stock = |&began: &u32| Stock {
            began: began.into(),
            held: vec![None; began as usize],
            ..Stock::default()
        };
        Accounts {
            seats: began.iter().map(|items| items.iter().map(stock).collect()).collect(),
            turns: vec![0; began.len()],
        }
    }

    fn observe(&mut self, trade: Trade) {
        match trade {
            Trade::Turn { seat } => self.turns[seat.index()] += 1,
            Trade::Bought { seat, item } => {
                let turn = self.turns[seat.index()];
                let stock = self.stock(seat, item);
                stock.held.push(Some(stock.bought.len()));
                stock.bought.push(Copy { turn, parts: 0 });
            }
            Trade::Got { seat, item } => self.stock(seat, item).held.push(None),
            Trade::Lost { seat, item } => drop(self.stock(seat, item).held.pop()),
            Trade::Earned { seat, item, coins } => self.stock(seat, item).earn(coins),
        }
    }

    fn stock(&mut self, seat: Seat, item: usize) -> &mut Stock {
        &mut self.seats[seat.index()][item]
    }
}

impl Stock {
    /// Who has none gets something by another's card: that is not what a card earns its owner.
    fn earn(&mut self, coins: i64) {
        if self.held.is_empty() {
            return;
        }
        self.earned += coins;
        let parts = coins * COIN / self.held.len() as i64;
        for copy in self.held.iter().flatten() {
            self.bought[*copy].parts += parts;
        }
    }
}
