//! Positions by their purses: what leads to each, and where its rolls lead.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::chain::Factors;
use super::ledger::Purses;
use super::plan::{Plan, Powers};
use crate::pmf::Sum;

/// Plans by what they were made for: many purses give the same gains.
#[derive(Default)]
pub(super) struct Memory(HashMap<[u64; 15], Plan>);

impl Memory {
    /// What one plan takes, with the room that a map keeps to grow.
    pub(super) const BYTES: usize = 2 * size_of::<([u64; 15], Plan)>();

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn best(&mut self, gains: [f64; 15], powers: Powers) -> Plan {
        let bits = gains.map(f64::to_bits);
        *self.0.entry(bits).or_insert_with(|| Plan::best(&gains, powers))
    }
}

/// Positions by their purses, in the order in which they came up.
#[derive(Default)]
pub(super) struct Joint {
    pub(super) entries: Vec<Entry>,
    places: HashMap<u128, usize, BuildHasherDefault<Mix>>,
}

/// Purses, with the player's gains that lead to them.
pub(super) struct Entry {
    pub(super) purses: Purses,
    /// Those that are still to be played on from.
    pub(super) new: Sum,
    pub(super) rolls: Option<Rolls>,
}

/// Where the roller's turn leads from there.
pub(super) struct Rolls {
    /// To other purses, with another turn to follow.
    pub(super) more: Vec<Step>,
    /// Back to the same purses.
    pub(super) back: Option<Factors>,
    /// How it ends: which of [`Ends`].
    pub(super) ends: usize,
}

impl Rolls {
    /// What it takes, with these steps.
    pub(super) fn bytes(more: &Vec<Step>) -> usize {
        size_of::<Step>() * more.capacity()
    }
}

/// Where the last turn of a chain leads, and the gains of all positions from which it does.
pub(super) struct Ends {
    pub(super) steps: Vec<Step>,
    pub(super) all: Sum,
}

impl Ends {
    /// What it takes, with these steps and the room that a list keeps to grow.
    pub(super) fn bytes(steps: &Vec<Step>) -> usize {
        2 * size_of::<Ends>() + size_of::<Step>() * steps.capacity()
    }
}

/// A roll, and to which entry it leads; to none where everything is covered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) to: Option<usize>,
    pub(super) change: i32,
    pub(super) weight: f64,
}

impl Step {
    /// Takes it among others, together with one that does the same.
    pub(super) fn join(self, steps: &mut Vec<Step>) {
        let same = steps.iter_mut().find(|known| known.to == self.to && known.change == self.change);
        match same {
            Some(known) => known.weight += self.weight,
            None => steps.push(self),
        }
    }
}

impl Joint {
    /// What an entry takes before anything leads to it, with its place in the map and the room that both keep to grow.
    pub(super) const BYTES: usize = 2 * (size_of::<Entry>() + size_of::<(u128, usize)>() + 1);

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// What all entries hold.
    pub(super) fn bytes(&self) -> usize {
        let sums: usize = self.entries.iter().map(|entry| entry.new.bytes()).sum();
        sums + self.len() * Joint::BYTES
    }

    pub(super) fn at(&mut self, purses: &Purses) -> &mut Entry {
        let place = self.place(purses);
        &mut self.entries[place]
    }

    pub(super) fn place(&mut self, purses: &Purses) -> usize {
        let next = self.entries.len();
        let place = *self.places.entry(pack(purses)).or_insert(next);
        if place == next {
            self.entries.push(Entry { purses: *purses, new: Sum::default(), rolls: None });
        }
        place
    }
}

/// All purses in one number: none has more than 25 bits.
fn pack(purses: &Purses) -> u128 {
    purses.iter().fold(0, |key, &purse| key << 25 | u128::from(purse))
}

/// A quick hash of one number, the same on every machine.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(byte.into());
        }
    }

    fn write_u128(&mut self, key: u128) {
        let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
        let mixed = (self.0 ^ folded).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}
