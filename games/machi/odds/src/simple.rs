//! The models `seed` and `harmonictook`: income by total, then Radio Tower, then Amusement Park.
//!
//! Cards of the expansions are taken in the same spirit: closed copies pay nothing, conditions are heeded, a Tuna Boat pays 7,
//! the mean of its throw; what un-builds, moves, closes or shares pays nothing, and nothing is lost.

use tercet_game::Seat;
use tercet_machi::{City, Color, Landmark, State, Toll};

use crate::dice::TOTALS;
use crate::facts::{Fact, Pays, count, counted, holds, totals};
use crate::{Model, Pmf};

/// Income by total.
pub(crate) type ByTotal = [u32; 15];

/// A turn as the values that it can bring: few, so that a round is a few passes over an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    values: [u32; 15],
    chances: [f64; 15],
    count: usize,
    /// Once in six there is a second turn like it.
    again: bool,
}

/// What one player's cards bring on their own and on others' turns.
struct Income<'a> {
    facts: &'a [Fact],
    own: ByTotal,
    blue: ByTotal,
    /// His red kinds, a bit each.
    red: u64,
}

/// What both models are made of.
pub(crate) struct Simple<'a> {
    pub(crate) facts: &'a [Fact],
    pub(crate) model: Model,
    pub(crate) players: u8,
}

/// Rounds of at most this many values are computed without a heap.
const ROOM: usize = 192;

impl Simple<'_> {
    pub(crate) fn own_turn(&self, state: &State, seat: Seat) -> Turn {
        self.own(&self.income(state, seat), state.city(seat))
    }

    /// The own turn of a seat that plays with nobody: purple cards have nobody to take from.
    pub(crate) fn alone(&self, state: &State, seat: Seat) -> Turn {
        let own = self.alone_by_total(state, seat);
        self.own(&Income { facts: self.facts, own, blue: [0; 15], red: 0 }, state.city(seat))
    }

    pub(crate) fn alone_by_total(&self, state: &State, seat: Seat) -> ByTotal {
        let mut by_total = [0; 15];
        let city = state.city(seat);
        for (kind, copies) in city.cards() {
            let fact = &self.facts[kind.index()];
            if matches!(fact.color, Color::Blue | Color::Green) {
                let coins = u32::from(copies - city.closed(kind)) * self.payout(fact, state, seat, seat);
                totals(fact.totals).for_each(|total| by_total[total] += coins);
            }
        }
        by_total
    }

    pub(crate) fn own_by_total(&self, state: &State, seat: Seat) -> ByTotal {
        self.income(state, seat).own
    }

    pub(crate) fn opponent_turn(&self, state: &State, seat: Seat, roller: Seat) -> Turn {
        self.others(&self.income(state, seat), state, seat, roller)
    }

    pub(crate) fn round(&self, state: &State, seat: Seat) -> Pmf {
        let income = self.income(state, seat);
        let mut turns = [Turn::NONE; 5];
        for roller in (0..self.players).map(Seat) {
            turns[roller.index()] = if roller == seat {
                self.own(&income, state.city(seat))
            } else {
                self.others(&income, state, seat, roller)
            };
        }
        sum(&turns[..usize::from(self.players)])
    }

    pub(crate) fn pmf(turn: Turn) -> Pmf {
        sum(&[turn])
    }

    fn income(&self, state: &State, seat: Seat) -> Income<'_> {
        let mut income = Income { facts: self.facts, own: [0; 15], blue: [0; 15], red: 0 };
        let city = state.city(seat);
        for (kind, copies) in city.cards() {
            let fact = &self.facts[kind.index()];
            if fact.color == Color::Red {
                income.red |= 1 << kind.index();
                continue;
            }
            let open = u32::from(copies - city.closed(kind));
            let coins = open * self.payout(fact, state, seat, seat);
            for total in totals(fact.totals) {
                income.own[total] += coins;
            }
            if fact.color == Color::Blue {
                for total in totals(fact.totals) {
                    income.blue[total] += coins;
                }
            }
        }
        income
    }

    /// What one copy pays its owner when it fires on the roller's turn.
    pub(crate) fn payout(&self, fact: &Fact, state: &State, seat: Seat, roller: Seat) -> u32 {
        let (city, rolls) = (state.city(seat), state.city(roller));
        let others = || (0..self.players).map(Seat).filter(|&other| other != seat);
        match fact.pays {
            Pays::Bank { coins, each, when, .. } if holds(when, city, rolls) => {
                let mall = fact.mall && city.has(Landmark::ShoppingMall);
                (coins + u32::from(mall)) * counted(each, state, seat, self.players)
            }
            Pays::Throw { when } if holds(when, city, rolls) => 7,
            Pays::Take { toll, when } if holds(when, city, rolls) => match toll {
                Toll::Coins(coins) => u32::from(coins).min(rolls.coins()),
                Toll::All => rolls.coins(),
            },
            Pays::Each { coins, icons: None } => coins * (u32::from(self.players) - 1),
            Pays::Each { coins, icons: Some(icons) } => {
                coins * others().map(|other| count(state.city(other), icons)).sum::<u32>()
            }
            Pays::One { coins } => {
                coins.min(others().map(|other| state.city(other).coins()).max().unwrap_or(0))
            }
            Pays::Tax { from } => {
                let taxed = others().map(|other| state.city(other).coins()).filter(|&coins| coins >= from);
                taxed.map(|coins| coins / 2).sum()
            }
            Pays::Invest => city.invested() * (u32::from(self.players) - 1),
            _ => 0,
        }
    }

    /// The own turn: Radio Tower before Amusement Park.
    fn own(&self, income: &Income<'_>, city: City<'_>) -> Turn {
        let mut turn = Turn::of(&income.own, city);
        if city.has(Landmark::RadioTower) {
            let least = match self.model {
                Model::Seed => 1.0,
                _ => turn.mean(),
            };
            turn.reroll_below(least);
        }
        let two = city.has(Landmark::TrainStation);
        turn.again = city.has(Landmark::AmusementPark) && (self.model != Model::Seed || two);
        turn
    }

    fn others(&self, income: &Income<'_>, state: &State, seat: Seat, roller: Seat) -> Turn {
        let mut by_total = income.blue;
        let mut red = income.red;
        while red != 0 {
            let fact = &income.facts[red.trailing_zeros() as usize];
            red &= red - 1;
            let city = state.city(seat);
            let open = u32::from(city.copies(fact.kind) - city.closed(fact.kind));
            let coins = open * self.payout(fact, state, seat, roller);
            for total in totals(fact.totals) {
                by_total[total] += coins;
            }
        }
        let rolls = state.city(roller);
        let mut turn = Turn::of(&by_total, rolls);
        turn.again = rolls.has(Landmark::AmusementPark) && self.model != Model::Seed;
        turn
    }
}

impl Turn {
    const NONE: Turn = Turn { values: [0; 15], chances: [0.0; 15], count: 0, again: false };

    /// Two dice with a Train Station, one without.
    fn of(income: &ByTotal, roller: City<'_>) -> Turn {
        let mut turn = Turn::NONE;
        if roller.has(Landmark::TrainStation) {
            (2..=12).for_each(|total| turn.add(income[total], TOTALS[1][total]));
        } else {
            (1..=6).for_each(|total| turn.add(income[total], TOTALS[0][total]));
        }
        turn
    }

    fn add(&mut self, value: u32, chance: f64) {
        let place = self.values[..self.count].iter().position(|&other| other == value);
        let place = place.unwrap_or_else(|| {
            self.values[self.count] = value;
            self.count += 1;
            self.count - 1
        });
        self.chances[place] += chance;
    }

    fn iter(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.values[..self.count].iter().copied().zip(self.chances[..self.count].iter().copied())
    }

    fn mean(&self) -> f64 {
        self.iter().map(|(value, chance)| f64::from(value) * chance).sum()
    }

    fn reroll_below(&mut self, least: f64) {
        let again: f64 =
            self.iter().filter(|(value, _)| f64::from(*value) < least).map(|(_, chance)| chance).sum();
        for place in 0..self.count {
            let keeps = f64::from(self.values[place]) >= least;
            self.chances[place] *= f64::from(u8::from(keeps)) + again;
        }
    }

    /// The most that it can bring.
    fn most(&self) -> usize {
        let most = self.values[..self.count].iter().copied().max().unwrap_or(0) as usize;
        if self.again { 2 * most } else { most }
    }
}

/// The sum of independent turns.
fn sum(turns: &[Turn]) -> Pmf {
    let length = 1 + turns.iter().map(Turn::most).sum::<usize>();
    if length <= ROOM {
        return sum_in(turns, &mut [0.0; ROOM], &mut [0.0; ROOM]);
    }
    sum_in(turns, &mut vec![0.0; length], &mut vec![0.0; length])
}

/// The sum, by passes from one array to the other and back; both are empty at first.
fn sum_in<'a>(turns: &[Turn], mut from: &'a mut [f64], mut to: &'a mut [f64]) -> Pmf {
    from[0] = 1.0;
    let mut length = 1;
    for turn in turns {
        length = pass(turn, [1.0, 0.0], from, to, length);
        (from, to) = (to, from);
        if turn.again {
            length = pass(turn, [1.0 / 6.0, 5.0 / 6.0], from, to, length);
            (from, to) = (to, from);
        }
    }
    let last = from[..length].iter().rposition(|&chance| chance > 0.0).unwrap_or(0);
    Pmf::new(0, from[..=last].to_vec())
}

/// Adds a turn to what is there, by `weights` of (with it, without it). Gives the new length.
fn pass(turn: &Turn, [with, without]: [f64; 2], from: &[f64], to: &mut [f64], length: usize) -> usize {
    let most = turn.values[..turn.count].iter().copied().max().unwrap_or(0) as usize;
    let (old, new) = (&from[..length], &mut to[..length + most]);
    new.fill(0.0);
    if without > 0.0 {
        new.iter_mut().zip(old).for_each(|(sum, &chance)| *sum = without * chance);
    }
    for (value, chance) in turn.iter() {
        let weight = with * chance;
        new[value as usize..].iter_mut().zip(old).for_each(|(sum, &other)| *sum += weight * other);
    }
    length + most
}
