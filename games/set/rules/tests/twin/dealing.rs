//! R4 to R6: cards come one by one, and some deals must hold a Set.

use tercet_game::End;
use tercet_set::{Card, Exhausted, Guarantee, Refill, Variant};

use super::game::{Doing, Twin, Why};
use super::solver::{any_choice, choices, is_set, is_ultraset, third};

impl Twin {
    /// So many cards are to come.
    pub(crate) fn deal(&mut self, why: Why, owed: usize) {
        self.doing = Doing::Deal { why, owed, fresh: Vec::new(), redealt: 0 };
    }

    /// Takes the dealer's card, which must be one of the deck.
    pub(crate) fn resolve(&mut self, card: Card) {
        let Doing::Deal { why, owed, mut fresh, redealt } = self.doing.clone() else {
            panic!("no card is to be dealt")
        };
        self.deck.retain(|&each| each != card);
        let hole = self.board.iter().position(Option::is_none);
        let cell = hole.filter(|_| self.config.refill == Refill::InPlace).unwrap_or(self.board.len());
        if cell == self.board.len() {
            self.board.push(None);
        }
        self.board[cell] = Some(card);
        fresh.push(cell);
        if owed > 1 {
            self.doing = Doing::Deal { why, owed: owed - 1, fresh, redealt };
        } else {
            self.judge_deal(why, &fresh, redealt);
        }
    }

    /// All cards owed have come.
    fn judge_deal(&mut self, why: Why, fresh: &[usize], redealt: usize) {
        let is_guaranteed = match (self.config.guarantee, why) {
            (Guarantee::None, _) | (_, Why::More) | (Guarantee::Initial, Why::Refill) => false,
            (Guarantee::Initial | Guarantee::InitialAndRefill, _) => true,
        };
        if self.config.variant == Variant::Puzzle {
            if self.claims().len() != usize::from(self.config.puzzle_sets) {
                return self.send_back(why, fresh, redealt);
            }
        } else if is_guaranteed && self.claims().is_empty() {
            if self.deck.is_empty() || !self.could_hold_claim(fresh) {
                self.is_waived = true;
            } else if redealt < usize::from(self.config.redeals) {
                return self.send_back(why, fresh, redealt + 1);
            } else if self.config.exhausted == Exhausted::Error {
                self.doing = Doing::Over(End::Void);
                return;
            } else {
                self.force(*fresh.last().expect("a deal has cards"));
            }
        }
        self.doing = Doing::Play;
        self.end_if_stuck();
    }

    /// The cards dealt go back and are owed again.
    fn send_back(&mut self, why: Why, fresh: &[usize], redealt: usize) {
        for &cell in fresh {
            self.deck.extend(self.board[cell].take());
        }
        self.deck.sort();
        if self.config.refill != Refill::InPlace {
            self.board.retain(Option::is_some);
        }
        self.doing = Doing::Deal { why, owed: fresh.len(), fresh: Vec::new(), redealt };
    }

    /// R6: is there a claim among the cards that stay and so many others as were dealt?
    fn could_hold_claim(&self, fresh: &[usize]) -> bool {
        let mut pool = self.deck.clone();
        let mut stay = Vec::new();
        for (cell, card) in self.board.iter().enumerate().filter_map(|(cell, card)| Some((cell, (*card)?))) {
            if fresh.contains(&cell) { pool.push(card) } else { stay.push(card) }
        }
        // So many of a claim's cards come from the pool, the others from those that stay.
        (0..=4.min(fresh.len())).any(|new| self.has_claim_of(&pool, new, &stay))
    }

    fn has_claim_of(&self, pool: &[Card], new: usize, stay: &[Card]) -> bool {
        let is_chain = !self.shown.is_empty();
        let size = match self.config.variant {
            Variant::Ultra => 4,
            _ if is_chain => 2,
            _ => 3,
        };
        if new > size {
            return false;
        }
        let is_claim = |cards: &[Card]| match *cards {
            [a, b] => self.shown.iter().any(|&shown| is_set(a, b, shown)),
            [a, b, c] => is_set(a, b, c),
            [a, b, c, d] => is_ultraset([a, b, c, d]),
            _ => false,
        };
        any_choice(pool, new, &mut |new| {
            any_choice(stay, size - new.len(), &mut |old| is_claim(&[new, old].concat()))
        })
    }

    /// R5: the last card is swapped for one of the deck that gives a claim, if one does.
    fn force(&mut self, last: usize) {
        let Some(card) = self.forcing_card(last) else {
            self.is_waived = true;
            return;
        };
        self.deck.retain(|&each| each != card);
        self.deck.extend(self.board[last].replace(card));
        self.deck.sort();
    }

    fn forcing_card(&self, last: usize) -> Option<Card> {
        if self.config.variant == Variant::Ultra || !self.shown.is_empty() {
            let gives_claim = |card: &Card| {
                let mut other = self.clone();
                other.board[last] = Some(*card);
                !other.claims().is_empty()
            };
            return self.deck.iter().copied().find(gives_claim);
        }
        let others: Vec<usize> = self.table().into_iter().filter(|&cell| cell != last).collect();
        let pairs = choices(&others, 2, |_| true).into_iter();
        let mut thirds = pairs.map(|pair| third(self.card(pair[0]), self.card(pair[1])));
        thirds.find(|card| self.deck.contains(card))
    }
}
