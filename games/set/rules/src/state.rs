//! The state, and the one door through which a position from outside becomes one.

use alloc::vec::Vec;
use core::fmt;

use tercet_game::{Digest, End, Seat, Seats, Stable};

use crate::action::Cell;
use crate::card::{Card, CardSet};
use crate::config::{Config, Refill, Variant};

/// What kind of input the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The first board is being dealt.
    Dealing,
    /// Cards are being dealt after a Set was taken.
    Refilling,
    /// Cards are being dealt because somebody asked for them.
    Adding,
    /// The seats play.
    Playing,
    /// Nothing: the game has ended.
    Over(End),
}

/// A position: 88 bytes of plain data.
///
/// Invariants: the cards of the cells, the Set on show and the unseen cards are all different; only while
/// cards are owed is the phase one of dealing; cells from `len` on are empty, but for the Set on show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) unseen: CardSet,
    /// How many cards are unseen: counted along, because a refill asks for it.
    pub(crate) stock: u8,
    pub(crate) cells: [Card; Cell::COUNT as usize],
    /// Length of the board: one more than the last cell in use.
    pub(crate) len: u8,
    /// How many cards are still to be dealt before the seats play on.
    pub(crate) owed: u8,
    /// How often the present deal was dealt again.
    pub(crate) redeals: u8,
    pub(crate) phase: Phase,
    /// The cells that the present deal has filled, a bit a cell.
    pub(crate) fresh: u32,
    /// A puzzle's Sets that are found, by their place in the list of all.
    pub(crate) found: u16,
    pub(crate) plays: u16,
    /// Sets taken, a number a seat.
    pub(crate) sets: [u8; Config::MAX_SEATS as usize],
    /// Points lost, a number a seat.
    pub(crate) lost: [u16; Config::MAX_SEATS as usize],
    /// Seats that may not act until the board changes, a bit a seat.
    pub(crate) locked: u8,
    /// Seats that ask for cards, a bit a seat.
    pub(crate) asking: u8,
    /// The seat whose call is open; `NOBODY` if none is.
    pub(crate) caller: u8,
    /// Was the guarantee waived for the present board?
    pub(crate) waived: bool,
}

pub(crate) const NOBODY: u8 = u8::MAX;

impl State {
    pub(crate) fn start(config: &Config) -> State {
        State {
            unseen: CardSet::first(config.deck_size()),
            stock: config.deck_size() as u8,
            cells: [Card::NONE; Cell::COUNT as usize],
            len: 0,
            owed: config.capacity,
            redeals: 0,
            phase: Phase::Dealing,
            fresh: 0,
            found: 0,
            plays: 0,
            sets: [0; Config::MAX_SEATS as usize],
            lost: [0; Config::MAX_SEATS as usize],
            locked: 0,
            asking: 0,
            caller: NOBODY,
            waived: false,
        }
    }

    /// The card in a cell of the board or of the Set on show.
    pub fn card(&self, cell: Cell) -> Option<Card> {
        self.cells[cell.index()].some()
    }

    /// The board's cells; `None` for a hole.
    pub fn board(&self) -> impl Iterator<Item = Option<Card>> + Clone + '_ {
        self.cells[..usize::from(self.len)].iter().map(|card| card.some())
    }

    /// The cards on the board with their cells.
    pub fn cards(&self) -> impl Iterator<Item = (Cell, Card)> + Clone + '_ {
        self.board().enumerate().filter_map(|(index, card)| Some((Cell::of(index as u8), card?)))
    }

    /// The Set on show in a chain.
    pub fn shown(&self) -> Option<[Card; 3]> {
        let start = Cell::SHOWN.index();
        let shown = [self.cells[start], self.cells[start + 1], self.cells[start + 2]];
        (shown[0] != Card::NONE).then_some(shown)
    }

    /// The cards that are still in the deck; their order is nobody's to know.
    pub fn unseen(&self) -> CardSet {
        self.unseen
    }

    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How many cards are to be dealt before the seats play on.
    pub fn owed(&self) -> u8 {
        self.owed
    }

    /// How often the present deal was dealt again.
    pub fn redeals(&self) -> u8 {
        self.redeals
    }

    /// Was the guarantee waived for the present board?
    pub fn is_waived(&self) -> bool {
        self.waived
    }

    /// How many Sets the seat has taken.
    pub fn sets(&self, seat: Seat) -> u8 {
        self.sets[seat.index()]
    }

    /// How many points the seat has lost.
    pub fn lost(&self, seat: Seat) -> u16 {
        self.lost[seat.index()]
    }

    /// The seats that may not act until the board changes.
    pub fn locked(&self) -> Seats {
        Seats::from_bits(self.locked.into())
    }

    /// The seats that ask for cards.
    pub fn asking(&self) -> Seats {
        Seats::from_bits(self.asking.into())
    }

    /// The seat whose call is open.
    pub fn caller(&self) -> Option<Seat> {
        (self.caller != NOBODY).then_some(Seat(self.caller))
    }

    /// How many plays there were.
    pub fn plays(&self) -> u16 {
        self.plays
    }

    /// How many cards lie on the board.
    pub(crate) fn on_board(&self) -> u8 {
        self.cells[..usize::from(self.len)].iter().filter(|&&card| card != Card::NONE).count() as u8
    }
}

impl Stable for State {
    fn write(&self, digest: &mut Digest) {
        digest.number(self.unseen.bits(), 16);
        digest.bytes(&self.cells.map(Card::raw));
        let phase = match self.phase {
            Phase::Dealing => 0,
            Phase::Refilling => 1,
            Phase::Adding => 2,
            Phase::Playing => 3,
            Phase::Over(end) => 4 + end as u8,
        };
        digest.bytes(&[self.len, self.owed, self.redeals, phase]);
        digest.number(self.fresh, 4);
        digest.number(self.found, 2);
        digest.number(self.plays, 2);
        digest.bytes(&self.sets);
        for lost in self.lost {
            digest.number(lost, 2);
        }
        digest.bytes(&[self.locked, self.asking, self.caller, u8::from(self.waived)]);
    }
}

/// A position as somebody describes it: it may be nonsense.
/// [`SetGame::position`](crate::SetGame::position) makes a [`State`] of it or says what is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The board's cells; `None` for a hole.
    pub board: Vec<Option<Card>>,
    /// The cards still in the deck, in any order.
    pub deck: Vec<Card>,
    /// The Set on show, in a chain that has begun.
    pub shown: Option<[Card; 3]>,
    /// Sets taken so far, a number a seat; seats left out have none.
    pub sets: Vec<u8>,
}

/// Why a [`Setup`] is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// More cells than a board can have.
    TooLarge {
        /// The most.
        most: u8,
    },
    /// An empty cell in a game whose boards keep no holes.
    Hole(Cell),
    /// A card stands in two places.
    Twice(Card),
    /// A card that this variant does not play with.
    NotInVariant(Card),
    /// More numbers of Sets than seats.
    TooManySeats,
    /// More Sets taken than the deck has cards.
    TooManySets,
    /// A Set on show in a variant that shows none, or cards on show that are no Set.
    NoChain,
    /// A race with a deck, and fewer cards on the board than a claim names: nobody could do anything but ask.
    TooFewCards {
        /// The fewest.
        least: u8,
    },
    /// A puzzle's board must have twelve cards and the number of Sets that the config says.
    NotThePuzzle,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::TooLarge { most } => write!(f, "the board has more than {most} cells"),
            SetupError::Hole(cell) => {
                write!(f, "position {cell} is empty, and only `in_place` boards keep holes")
            }
            SetupError::Twice(card) => write!(f, "{card} ({}) is there twice", card.words()),
            SetupError::NotInVariant(card) => write!(f, "{card} is not in the deck of this variant"),
            SetupError::TooManySeats => f.write_str("there are more numbers of Sets than seats"),
            SetupError::TooManySets => f.write_str("more Sets are taken than the deck has cards"),
            SetupError::NoChain => f.write_str("the cards on show are no Set, or this variant shows none"),
            SetupError::TooFewCards { least } => {
                write!(f, "a race has at least {least} cards on the board while there are cards in the deck")
            }
            SetupError::NotThePuzzle => {
                f.write_str("a puzzle's board has twelve cards and as many Sets as the config says")
            }
        }
    }
}

impl core::error::Error for SetupError {}

impl Setup {
    /// The state before the end is decided, if every card has one place.
    pub(crate) fn place(&self, config: &Config) -> Result<State, SetupError> {
        let most = config.max_board();
        if self.board.len() > usize::from(most) {
            return Err(SetupError::TooLarge { most });
        }
        let hole = self.board.iter().position(Option::is_none).and_then(Cell::new);
        if let Some(cell) = hole.filter(|_| config.refill != Refill::InPlace) {
            return Err(SetupError::Hole(cell));
        }
        if self.sets.len() > usize::from(config.seats) {
            return Err(SetupError::TooManySeats);
        }
        if self.sets.iter().map(|&sets| usize::from(sets)).sum::<usize>() > config.deck_size() {
            return Err(SetupError::TooManySets);
        }
        let is_chain = |[a, b, c]: [Card; 3]| config.variant == Variant::Chain && crate::is_set(a, b, c);
        if self.shown.is_some_and(|shown| !is_chain(shown)) {
            return Err(SetupError::NoChain);
        }
        self.unique(config)?;
        let mut state = State::start(config);
        state.unseen = self.deck.iter().copied().collect();
        state.stock = self.deck.len() as u8;
        for (cell, card) in self.board.iter().enumerate() {
            state.cells[cell] = card.unwrap_or(Card::NONE);
        }
        for (cell, card) in self.shown.iter().flatten().enumerate() {
            state.cells[Cell::SHOWN.index() + cell] = *card;
        }
        state.len = self.board.len() as u8;
        state.owed = 0;
        state.phase = Phase::Playing;
        state.sets[..self.sets.len()].copy_from_slice(&self.sets);
        Ok(state)
    }

    fn unique(&self, config: &Config) -> Result<(), SetupError> {
        let deck = CardSet::first(config.deck_size());
        let mut seen = CardSet::EMPTY;
        let shown = self.shown.iter().flatten();
        for &card in self.board.iter().flatten().chain(&self.deck).chain(shown) {
            if !deck.contains(card) {
                return Err(SetupError::NotInVariant(card));
            }
            if !seen.insert(card) {
                return Err(SetupError::Twice(card));
            }
        }
        Ok(())
    }
}
