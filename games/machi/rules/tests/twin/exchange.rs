//! R16, R17, R18: cards change hands.

use super::game::{Step, Twin};

impl Twin {
    /// The kinds that a seat may give or lose: not purple ones, but for compat (R31).
    fn exchangeable(&self, seat: usize) -> Vec<String> {
        let may_go = |slug: &str| self.options.is_harmonictook || !self.card(slug).is_purple();
        let owned = self.table.iter().filter(|card| self.copies(seat, &card.slug) > 0 && may_go(&card.slug));
        owned.map(|card| card.slug.clone()).collect()
    }

    pub(crate) fn cards_as_texts(&self, verb: &str, seat: usize) -> Vec<String> {
        self.exchangeable(seat).iter().map(|slug| format!("{verb} {slug}")).collect()
    }

    /// R16: with whom; nothing where no exchange is possible.
    pub(crate) fn exchanges(&self) -> Vec<String> {
        if self.exchangeable(self.roller).is_empty() {
            return Vec::new();
        }
        let has_something = |&seat: &usize| !self.exchangeable(seat).is_empty();
        let partners: Vec<usize> = self.opponents().into_iter().filter(has_something).collect();
        let mut texts = self.seats_as_texts("exchange", &partners);
        if !texts.is_empty() && self.options.business_center == "optional" {
            texts.push("decline".to_owned());
        }
        texts
    }

    pub(crate) fn decline_exchange(&mut self) {
        if self.options.is_harmonictook {
            self.gain(self.roller, 5);
        }
    }

    /// Both copies are chosen before either goes.
    pub(crate) fn exchange(&mut self, with: usize, given: &str, taken: &str) {
        let is_given_closed = self.open_copies(self.roller, given) == 0;
        let is_taken_closed = self.open_copies(with, taken) == 0;
        self.hand_over(self.roller, with, given, is_given_closed);
        self.hand_over(with, self.roller, taken, is_taken_closed);
    }

    fn hand_over(&mut self, from: usize, to: usize, slug: &str, is_closed: bool) {
        let giver = &mut self.players[from];
        *giver.cards.get_mut(slug).expect("he has the card") -= 1;
        *self.players[to].cards.entry(slug.to_owned()).or_insert(0) += 1;
        if is_closed {
            *self.players[from].closed.get_mut(slug).expect("all of his are closed") -= 1;
            *self.players[to].closed.entry(slug.to_owned()).or_insert(0) += 1;
        }
    }

    /// R17: Moving Company, by card, then seat.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for card in &self.table {
            if self.copies(self.roller, &card.slug) > 0 && !card.is_purple() {
                moves.extend(self.seats_as_texts(&format!("move {}", card.slug), &self.opponents()));
            }
        }
        moves
    }

    pub(crate) fn move_card(&mut self, slug: &str, to: usize) {
        let is_closed = self.open_copies(self.roller, slug) == 0;
        self.hand_over(self.roller, to, slug, is_closed);
        self.gain(self.roller, 4);
    }

    /// R22: one of his kinds that are not purple.
    pub(crate) fn exhibits(&self) -> Vec<String> {
        let owned = self.table.iter().filter(|card| self.copies(self.roller, &card.slug) > 0);
        let mut texts: Vec<String> =
            owned.filter(|card| !card.is_purple()).map(|card| format!("exhibit {}", card.slug)).collect();
        texts.push("decline".to_owned());
        texts
    }

    pub(crate) fn exhibit(&mut self, slug: &str) {
        self.next(vec![Step::ReturnExhibit]);
        self.activate_kind(slug);
    }

    /// R22: back to the market, face up.
    pub(crate) fn return_exhibit(&mut self) {
        *self.players[self.roller].cards.get_mut("exhibit_hall").expect("it has fired") -= 1;
        *self.shown.entry("exhibit_hall".to_owned()).or_insert(0) += 1;
    }
}
