//! Fixed numbers for decisions, and positions as one row of numbers, for learning.
//!
//! Seats are counted from the acting seat on: number 0 of a block of opponents is the next player. So a policy that has
//! learnt one seat can play any other.

use alloc::vec::Vec;

use tercet_game::{Encode, Seat};

use crate::action::{Action, Kind};
use crate::facts::Landmark;
use crate::rules::MachiKoro;
use crate::state::{Phase, State};

const LANDMARKS: usize = Landmark::ALL.len();

/// Numbers of a position that are there once: turn, dice, total, second roll, another turn, what is left to do.
const GENERAL: usize = 7;

/// A block of numbers of one sort of action.
#[derive(Clone, Copy, Debug)]
enum Block {
    Lone(Action),
    Seats(fn(Seat) -> Action),
    Kinds(fn(Kind) -> Action),
    Landmarks(fn(Landmark) -> Action),
    Moves,
}

/// All blocks in the order of their numbers.
const BLOCKS: [Block; 20] = [
    Block::Lone(Action::Roll(1)),
    Block::Lone(Action::Roll(2)),
    Block::Lone(Action::Keep),
    Block::Lone(Action::Reroll),
    Block::Lone(Action::AddTwo),
    Block::Lone(Action::Stay),
    Block::Seats(Action::Target),
    Block::Seats(Action::Exchange),
    Block::Kinds(Action::Give),
    Block::Kinds(Action::Take),
    Block::Landmarks(Action::Demolish),
    Block::Moves,
    Block::Kinds(Action::Renovate),
    Block::Kinds(Action::Exhibit),
    Block::Kinds(Action::Activate),
    Block::Lone(Action::Decline),
    Block::Kinds(Action::Build),
    Block::Landmarks(Action::BuildLandmark),
    Block::Lone(Action::Pass),
    Block::Lone(Action::Invest),
];

impl MachiKoro {
    fn opponents(&self) -> usize {
        usize::from(self.config.players) - 1
    }

    fn block_size(&self, block: Block) -> usize {
        match block {
            Block::Lone(_) => 1,
            Block::Seats(_) => self.opponents(),
            Block::Kinds(_) => self.cards.len(),
            Block::Landmarks(_) => LANDMARKS,
            Block::Moves => self.cards.len() * self.opponents(),
        }
    }

    /// How far the other seat is from this one, less one.
    fn distance(&self, from: Seat, to: Seat) -> usize {
        let players = usize::from(self.config.players);
        (to.index() + players - from.index() - 1) % players
    }

    fn at_distance(&self, from: Seat, distance: usize) -> Seat {
        Seat(((from.index() + distance + 1) % usize::from(self.config.players)) as u8)
    }

    fn action_at(&self, block: Block, seat: Seat, place: usize) -> Action {
        match block {
            Block::Lone(lone) => lone,
            Block::Seats(to) => to(self.at_distance(seat, place)),
            Block::Kinds(to) => to(Kind(place as u8)),
            Block::Landmarks(to) => to(Landmark::ALL[place]),
            Block::Moves => {
                let (kind, distance) = (place / self.opponents(), place % self.opponents());
                Action::Move(Kind(kind as u8), self.at_distance(seat, distance))
            }
        }
    }

    /// How many numbers one player has in a position: coins, coins invested, landmarks, copies and closed copies.
    fn player_size(&self) -> usize {
        2 + LANDMARKS + 2 * self.cards.len()
    }

    fn write_player(&self, state: &State, seat: Seat, out: &mut [i16]) {
        let city = state.city(seat);
        let number = |coins: u32| coins.min(i16::MAX as u32) as i16;
        out[0] = number(city.coins());
        out[1] = number(city.invested());
        for landmark in Landmark::ALL {
            out[2 + landmark as usize] = city.has(landmark).into();
        }
        let (copies, closed) = out[2 + LANDMARKS..].split_at_mut(self.cards.len());
        for (kind, _) in self.cards.iter() {
            copies[kind.index()] = city.copies(kind).into();
            closed[kind.index()] = city.closed(kind).into();
        }
    }

    /// The market, purple kinds to come, the card and the opponent of the decision, and what is there once.
    fn write_table(&self, state: &State, seat: Seat, out: &mut [i16]) {
        let mut kinds = out.chunks_exact_mut(self.cards.len());
        let mut row = |value: &dyn Fn(Kind) -> i16| {
            let row = kinds.next().expect("there are four rows of kinds");
            for (kind, _) in self.cards.iter() {
                row[kind.index()] = value(kind);
            }
        };
        let (by, with, left) = state.phase().details();
        row(&|kind| state.market.shown(kind).into());
        row(&|kind| state.market.deck(kind).into());
        row(&|kind| i16::from(state.purples & kind.bit() != 0));
        row(&|kind| i16::from(by == Some(kind)));
        let rest = &mut out[4 * self.cards.len()..];
        if let Some(with) = with {
            rest[self.distance(seat, with)] = 1;
        }
        let rest = &mut rest[self.opponents()..];
        rest[state.phase().number()] = 1;
        let general = [
            state.turn.min(i16::MAX as u32) as i16,
            state.dice[0].into(),
            state.dice[1].into(),
            state.total.into(),
            state.rerolled.into(),
            state.again.into(),
            left.into(),
        ];
        rest[Phase::COUNT..].copy_from_slice(&general);
    }
}

impl Encode for MachiKoro {
    /// Coins may be many.
    type Cell = i16;

    fn action_count(&self) -> usize {
        BLOCKS.iter().map(|&block| self.block_size(block)).sum::<usize>() + 1
    }

    /// The blocks' first numbers as sums, so that a mask walks no list: the tests hold it against `BLOCKS`.
    #[inline]
    fn action_number(&self, seat: Seat, action: Action) -> usize {
        let (kinds, others) = (self.cards.len(), self.opponents());
        let to = |other| self.distance(seat, other);
        let cards = 6 + 2 * others;
        let moves = cards + 2 * kinds + LANDMARKS;
        let more = moves + kinds * others;
        let build = more + 3 * kinds + 1;
        match action {
            Action::Roll(dice) => usize::from(dice) - 1,
            Action::Keep => 2,
            Action::Reroll => 3,
            Action::AddTwo => 4,
            Action::Stay => 5,
            Action::Target(other) => 6 + to(other),
            Action::Exchange(other) => 6 + others + to(other),
            Action::Give(kind) => cards + kind.index(),
            Action::Take(kind) => cards + kinds + kind.index(),
            Action::Demolish(landmark) => cards + 2 * kinds + landmark as usize,
            Action::Move(kind, other) => moves + kind.index() * others + to(other),
            Action::Renovate(kind) => more + kind.index(),
            Action::Exhibit(kind) => more + kinds + kind.index(),
            Action::Activate(kind) => more + 2 * kinds + kind.index(),
            Action::Decline => build - 1,
            Action::Build(kind) => build + kind.index(),
            Action::BuildLandmark(landmark) => build + kinds + landmark as usize,
            Action::Pass => build + kinds + LANDMARKS,
            Action::Invest => build + kinds + LANDMARKS + 1,
            Action::Save => build + kinds + LANDMARKS + 2,
        }
    }

    fn numbered_action(&self, seat: Seat, number: usize) -> Option<Action> {
        let mut place = number;
        for block in BLOCKS {
            let size = self.block_size(block);
            if place < size {
                return Some(self.action_at(block, seat, place));
            }
            place -= size;
        }
        (place == 0).then_some(Action::Save)
    }

    fn write_mask(&self, state: &State, seat: Seat, mask: &mut [u8]) {
        assert_eq!(mask.len(), self.action_count(), "a mask has one entry an action");
        mask.fill(0);
        self.each_legal(state, seat, |number| mask[number] = 1);
    }

    fn write_mask_bits(&self, state: &State, seat: Seat, words: &mut [u64]) {
        assert_eq!(words.len(), self.mask_words(), "a mask has one bit an action");
        words.fill(0);
        self.each_legal(state, seat, |number| words[number / 64] |= 1 << (number % 64));
    }

    /// One row: each player from the acting seat on (coins, coins invested, landmarks in the order of R2, copies of each
    /// kind, closed copies of each kind); then for each kind: shown, in the deck, purple and still to fire, the card
    /// of the decision; the opponent of the decision; the phase; turn, two dice, total, second roll, another
    /// turn, how many times the decision is left.
    fn plane_shape(&self) -> [usize; 3] {
        let players = usize::from(self.config.players) * self.player_size();
        let table = 4 * self.cards.len() + self.opponents() + Phase::COUNT + GENERAL;
        [1, 1, players + table]
    }

    fn write_planes(&self, state: &State, seat: Seat, planes: &mut [i16]) {
        assert_eq!(planes.len(), self.plane_shape()[2], "a position is one row of numbers");
        planes.fill(0);
        let players = usize::from(self.config.players);
        let (cities, table) = planes.split_at_mut(players * self.player_size());
        for (place, out) in cities.chunks_exact_mut(self.player_size()).enumerate() {
            self.write_player(state, Seat(((seat.index() + place) % players) as u8), out);
        }
        self.write_table(state, seat, table);
    }
}

impl MachiKoro {
    fn each_legal(&self, state: &State, seat: Seat, mut mark: impl FnMut(usize)) {
        if seat != state.roller {
            return;
        }
        let choices = self.choices(state);
        for place in 0..choices.count() {
            mark(self.action_number(seat, choices.nth(place)));
        }
    }

    /// All numbers with their actions for a seat, in order.
    pub fn numbered_actions(&self, seat: Seat) -> Vec<Action> {
        (0..self.action_count()).filter_map(|number| self.numbered_action(seat, number)).collect()
    }
}
