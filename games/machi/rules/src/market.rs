//! The market: what lies open, and what may still be dealt.

use crate::action::Kind;
use crate::packed::deck::Deck;

const KINDS: usize = Kind::MAX as usize;

/// What lies open to be built, and what may still come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Market {
    pub(crate) shown: [u8; KINDS],
    pub(crate) deck: Deck,
    /// The kinds that lie open, a bit each.
    pub(crate) on_show: u64,
    /// The kinds that may still come, a bit each.
    pub(crate) in_deck: u64,
}

impl Market {
    pub(crate) const EMPTY: Market = Market { shown: [0; KINDS], deck: Deck::EMPTY, on_show: 0, in_deck: 0 };

    /// How many copies lie open.
    pub fn shown(&self, kind: Kind) -> u8 {
        self.shown[kind.index()]
    }

    /// How many copies may still come.
    pub fn deck(&self, kind: Kind) -> u8 {
        self.deck.copies(kind)
    }

    /// The kinds that lie open with their numbers of copies.
    pub fn cards(&self) -> impl Iterator<Item = (Kind, u8)> + '_ {
        Kind::all(self.on_show).map(|kind| (kind, self.shown(kind)))
    }

    pub(crate) fn set_shown(&mut self, kind: Kind, copies: u8) {
        self.shown[kind.index()] = copies;
        self.on_show = self.on_show & !kind.bit() | u64::from(copies > 0) << kind.0;
    }

    /// One copy that lies open is gone.
    #[inline]
    pub(crate) fn sell(&mut self, kind: Kind) {
        self.shown[kind.index()] -= 1;
        if self.shown(kind) == 0 {
            self.on_show &= !kind.bit();
        }
    }

    /// One copy comes from the deck.
    #[inline]
    pub(crate) fn deal(&mut self, kind: Kind) {
        self.shown[kind.index()] += 1;
        self.on_show |= kind.bit();
        if self.deck.take(kind) == 0 {
            self.in_deck &= !kind.bit();
        }
    }

    pub(crate) fn set_deck(&mut self, kind: Kind, copies: u8) {
        self.deck.set(kind, copies);
        self.in_deck = self.in_deck & !kind.bit() | u64::from(copies > 0) << kind.0;
    }
}
