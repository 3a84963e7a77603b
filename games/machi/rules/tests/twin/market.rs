//! R26: the market.

use super::cards::Card;
use super::game::{Step, Twin};

/// Of which cards the next one is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pile {
    All,
    Low,
    High,
    Purple,
}

impl Pile {
    fn holds(self, card: &Card) -> bool {
        let is_low = card.totals.iter().any(|&total| total <= 6);
        match self {
            Pile::All => true,
            Pile::Low => !card.is_purple() && is_low,
            Pile::High => !card.is_purple() && !is_low,
            Pile::Purple => card.is_purple(),
        }
    }
}

impl Twin {
    /// R3: all copies, into the deck or, in the market `total`, on the table.
    pub(crate) fn lay_out(&mut self) {
        for card in self.table.clone() {
            let usual = if card.is_purple() { self.options.players as u8 } else { 6 };
            let copies = self.options.supply.get(&card.slug).copied().unwrap_or(usual);
            if self.options.market == "total" {
                self.shown.insert(card.slug, copies);
            } else {
                self.deck.insert(card.slug, copies);
            }
        }
    }

    /// Cards that nobody can build leave; then the next card is dealt if a kind is missing, and so on.
    pub(crate) fn refill(&mut self) {
        if self.options.market == "total" {
            return;
        }
        self.remove_owned_by_all();
        let wanted = match self.options.market.as_str() {
            "variable" => vec![(Pile::All, 10)],
            "hybrid" => vec![(Pile::Low, 5), (Pile::High, 5), (Pile::Purple, 2)],
            market => panic!("there is no market {market:?}"),
        };
        for (pile, kinds) in wanted {
            if self.kinds_shown(pile) < kinds && !self.deals(pile).is_empty() {
                self.next(vec![Step::Deal(pile), Step::Refill]);
                return;
            }
        }
    }

    fn remove_owned_by_all(&mut self) {
        for card in self.table.clone() {
            let has = |seat: usize| self.copies(seat, &card.slug) > 0;
            if card.is_purple() && (0..self.players.len()).all(has) {
                let copies =
                    self.shown.remove(&card.slug).unwrap_or(0) + self.deck.remove(&card.slug).unwrap_or(0);
                *self.left.entry(card.slug).or_insert(0) += copies;
            }
        }
    }

    fn kinds_shown(&self, pile: Pile) -> usize {
        let is_shown = |card: &&Card| pile.holds(card) && self.shown.get(&card.slug).is_some_and(|&n| n > 0);
        self.table.iter().filter(is_shown).count()
    }

    /// The cards that may be dealt, weighted by the copies left.
    pub(crate) fn deals(&self, pile: Pile) -> Vec<(u32, String)> {
        let mut deals = Vec::new();
        for card in self.table.iter().filter(|card| pile.holds(card)) {
            let copies = self.deck.get(&card.slug).copied().unwrap_or(0);
            if copies > 0 {
                deals.push((u32::from(copies), format!("deal {}", card.slug)));
            }
        }
        deals
    }

    pub(crate) fn take_deal(&mut self, slug: &str) {
        *self.deck.get_mut(slug).expect("the outcome was listed") -= 1;
        *self.shown.entry(slug.to_owned()).or_insert(0) += 1;
    }
}
