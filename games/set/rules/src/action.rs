//! What seats do, what the dealer draws, what happened and why something was refused; and their text forms.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use tercet_game::{End, NotationError, Refusal, Seat, Seats};

use crate::card::{Card, join};
use crate::facts::MAX_BOARD_SIZE;

/// A place on the table: 21 for the board and, in a chain, three for the Set on show.
/// Counted from zero in code; in text from one, and `s1 s2 s3` for the Set on show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// How many there are.
    pub const COUNT: u8 = MAX_BOARD_SIZE as u8 + 3;
    /// The first cell of the Set on show.
    pub const SHOWN: Cell = Cell(MAX_BOARD_SIZE as u8);
    const NONE: Cell = Cell(u8::MAX);

    /// The cell with this index; `None` if there is none.
    pub fn new(index: usize) -> Option<Cell> {
        (index < usize::from(Cell::COUNT)).then_some(Cell(index as u8))
    }

    /// Its index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Does it belong to the Set on show?
    pub fn is_shown(self) -> bool {
        self >= Cell::SHOWN
    }

    pub(crate) fn of(index: u8) -> Cell {
        Cell(index)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_shown() {
            write!(f, "s{}", self.0 - Cell::SHOWN.0 + 1)
        } else {
            write!(f, "{}", self.0 + 1)
        }
    }
}

impl FromStr for Cell {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Cell, NotationError> {
        let (first, count, digits) = match text.strip_prefix('s') {
            Some(digits) => (Cell::SHOWN.index(), Cell::COUNT - Cell::SHOWN.0, digits),
            None => (0, Cell::SHOWN.0, text),
        };
        match digits.parse::<u8>() {
            Ok(number) if (1..=count).contains(&number) && !digits.starts_with(['0', '+']) => {
                Ok(Cell((first + usize::from(number) - 1) as u8))
            }
            _ => Err(NotationError::new(text, "positions are 1 to 21, and s1 to s3 for the Set on show")),
        }
    }
}

/// The cells that a claim names, ascending: three, or four for an ultraset.
// Aligned as one word: copies of an unaligned `Action` wait for stores that can't be forwarded. Whole games of the
// first Set through the runner went from 431 k to 460 k a second, of any Set from 305 k to 317 k (medians of nine
// runs each, the two builds by turns, CPU time, 2026-11-16).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(align(4))]
pub struct Claim([Cell; 4]);

impl Claim {
    /// A claim on these cells, in any order.
    ///
    /// # Errors
    /// If they are not three or four different ones.
    pub fn new(cells: &[Cell]) -> Result<Claim, NotationError> {
        let text = || cells.iter().map(|cell| format!("{cell}")).collect::<Vec<_>>().join(" ");
        if !(3..=4).contains(&cells.len()) {
            let why = format!("a claim names three positions (four for an ultraset), not {}", cells.len());
            return Err(NotationError::new(&text(), why));
        }
        let mut sorted = [Cell::NONE; 4];
        sorted[..cells.len()].copy_from_slice(cells);
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(NotationError::new(&text(), "a claim names each position once"));
        }
        Ok(Claim(sorted))
    }

    /// The cells, ascending.
    pub fn cells(&self) -> &[Cell] {
        &self.0[..3 + usize::from(self.0[3] != Cell::NONE)]
    }

    /// The cells on the board, a bit a cell.
    #[inline]
    pub(crate) fn board_mask(self) -> u32 {
        self.0.iter().fold(0, |mask, cell| mask | u32::from(!cell.is_shown()) << (cell.0 & 31))
    }

    /// Raw ascending indexes, `u8::MAX` for no fourth.
    pub(crate) fn of(raw: [u8; 4]) -> Claim {
        Claim(raw.map(Cell))
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cells().iter().map(|cell| cell.0)).finish()
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for cell in self.cells() {
            write!(f, "{separator}{cell}")?;
            separator = " ";
        }
        Ok(())
    }
}

impl FromStr for Claim {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Claim, NotationError> {
        let cells: Result<Vec<Cell>, _> = text.split_whitespace().map(str::parse).collect();
        Claim::new(&cells?)
    }
}

/// What a seat does.
///
/// ```
/// use tercet_set::Action;
///
/// let action: Action = "claim 9 2 5".parse()?;
/// assert_eq!(action.to_string(), "claim 2 5 9");
/// # Ok::<(), tercet_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Takes these cards as a Set.
    Claim(Claim),
    /// Asks for three more cards.
    Deal,
    /// Calls «Set!»: only the caller may claim until the window passes.
    Call,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Claim(claim) => write!(f, "claim {claim}"),
            Action::Deal => f.write_str("deal"),
            Action::Call => f.write_str("call"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        match text.split_once(' ') {
            Some(("claim", cells)) => cells.parse().map(Action::Claim),
            None if text == "deal" => Ok(Action::Deal),
            None if text == "call" => Ok(Action::Call),
            _ => Err(NotationError::new(text, "an action is `claim 2 5 9`, `deal` or `call`")),
        }
    }
}

/// The three or four cards of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Taken {
    cards: [Card; 4],
    len: u8,
}

impl Taken {
    /// The first `len` of these; the others must be the first card, so that equal ones are equal.
    pub(crate) fn new(cards: [Card; 4], len: u8) -> Taken {
        Taken { cards, len }
    }

    /// Four cards, whatever their number; the last may mean nothing.
    #[inline]
    pub(crate) fn padded(self) -> [Card; 4] {
        self.cards
    }

    /// The cards, in the order of their cells.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}

impl fmt::Debug for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A card came onto the board.
    Dealt {
        /// Where.
        cell: Cell,
        /// Which.
        card: Card,
    },
    /// The last cards dealt hold no Set and went back into the deck.
    Redealt {
        /// How many.
        cards: u8,
    },
    /// A card was swapped for one of the deck so that there is a Set.
    Forced {
        /// Where.
        cell: Cell,
        /// The card that went back into the deck.
        back: Card,
        /// The card that came in its place.
        card: Card,
    },
    /// The guarantee was waived: no choice of the deck gives a Set.
    Waived,
    /// A seat took a Set.
    Claimed {
        /// Who.
        seat: Seat,
        /// Where.
        claim: Claim,
        /// Which cards.
        cards: Taken,
    },
    /// A seat claimed what is no Set, and is locked until the board changes.
    Wrong {
        /// Who.
        seat: Seat,
        /// Where.
        claim: Claim,
        /// Which cards.
        cards: Taken,
    },
    /// A seat asked for three more cards.
    Asked {
        /// Who.
        seat: Seat,
    },
    /// A seat lost a point because it dealt while there was something to claim.
    Fined {
        /// Who.
        seat: Seat,
    },
    /// A seat called «Set!».
    Called {
        /// Who.
        seat: Seat,
    },
    /// The caller named no Set in time, and is locked until the board changes.
    Expired {
        /// Who.
        seat: Seat,
    },
    /// Every locked seat may act again.
    Unlocked,
    /// The game is over.
    Over {
        /// How.
        end: End,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Dealt { cell, card } => write!(f, "dealt {card} at {cell}"),
            Event::Redealt { cards } => write!(f, "redealt {cards}"),
            Event::Forced { cell, back, card } => write!(f, "forced {card} for {back} at {cell}"),
            Event::Waived => f.write_str("waived"),
            Event::Claimed { seat, claim, cards } => {
                write!(f, "{seat} claimed {claim}: {}", join(cards.cards()))
            }
            Event::Wrong { seat, claim, cards } => write!(f, "{seat} wrong {claim}: {}", join(cards.cards())),
            Event::Asked { seat } => write!(f, "{seat} asked for cards"),
            Event::Fined { seat } => write!(f, "{seat} fined"),
            Event::Called { seat } => write!(f, "{seat} called"),
            Event::Expired { seat } => write!(f, "{seat} expired"),
            Event::Unlocked => f.write_str("unlocked"),
            Event::Over { end } => write!(f, "over {end}"),
        }
    }
}

impl FromStr for Event {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Event, NotationError> {
        let words: Vec<&str> = text.split(' ').collect();
        let event = match words[..] {
            ["dealt", card, "at", cell] => Event::Dealt { cell: cell.parse()?, card: card.parse()? },
            ["redealt", cards] => {
                cards.parse().map(|cards| Event::Redealt { cards }).map_err(|_| unread(text))?
            }
            ["forced", card, "for", back, "at", cell] => {
                Event::Forced { cell: cell.parse()?, back: back.parse()?, card: card.parse()? }
            }
            ["waived"] => Event::Waived,
            ["unlocked"] => Event::Unlocked,
            ["over", end] => Event::Over { end: End::from_name(end).ok_or_else(|| unread(text))? },
            ["seat", seat, ref rest @ ..] => {
                seat_event(read_seat(seat).ok_or_else(|| unread(text))?, rest, text)?
            }
            _ => return Err(unread(text)),
        };
        Ok(event)
    }
}

fn unread(text: &str) -> NotationError {
    NotationError::new(text, "not an event of SET")
}

fn read_seat(text: &str) -> Option<Seat> {
    text.parse().ok().filter(|number| (1..=Seats::MAX).contains(number)).map(|number| Seat(number - 1))
}

fn seat_event(seat: Seat, words: &[&str], text: &str) -> Result<Event, NotationError> {
    match words {
        ["asked", "for", "cards"] => Ok(Event::Asked { seat }),
        ["fined"] => Ok(Event::Fined { seat }),
        ["called"] => Ok(Event::Called { seat }),
        ["expired"] => Ok(Event::Expired { seat }),
        [verb @ ("claimed" | "wrong"), ..] => {
            let rest: String = words[1..].join(" ");
            let (claim, cards) = rest.split_once(": ").ok_or_else(|| unread(text))?;
            let claim: Claim = claim.parse()?;
            let names: Vec<&str> = cards.split(' ').collect();
            if names.len() != claim.cells().len() {
                return Err(unread(text));
            }
            let mut cards = [Card::FIRST; 4];
            for (card, name) in cards.iter_mut().zip(&names) {
                *card = name.parse()?;
            }
            let cards = Taken::new(cards, names.len() as u8);
            Ok(match *verb {
                "claimed" => Event::Claimed { seat, claim, cards },
                _ => Event::Wrong { seat, claim, cards },
            })
        }
        _ => Err(unread(text)),
    }
}

/// Why an input was refused; nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// Cards are still to be dealt.
    CardsOwed,
    /// It is not this seat's turn: there is no such seat, it is locked, or another has called.
    NotYourTurn(Seat),
    /// The claim names too few or too many cards for this variant.
    WrongCount {
        /// How many it should name.
        expected: u8,
    },
    /// There is no such position on the board.
    OutOfRange(Cell),
    /// The position is empty.
    EmptyCell(Cell),
    /// The cards are no Set.
    NotASet,
    /// The Set does not use exactly one card of the Set taken last.
    NotInChain,
    /// This Set of the puzzle is found already.
    AlreadyFound,
    /// No cards are dealt in a puzzle.
    NoDealing,
    /// The board is at its maximum size.
    BoardFull,
    /// The deck is empty.
    DeckDepleted,
    /// There is something to claim, and this game deals only when there is not.
    SetOnBoard,
    /// The seat has asked for cards already.
    AlreadyAsked(Seat),
    /// In this race a claim needs a call.
    CallFirst,
    /// In this game nobody calls.
    NoCalls,
    /// The seat has called; now it must claim.
    AlreadyCalled,
    /// No window is open that could pass.
    NoWindow,
    /// No card is to be dealt now.
    NoCardOwed,
    /// The card is not in the deck any more, or never was.
    NotInDeck(Card),
}

/// Never asked for: a race has a clock, and there are no edits.
impl From<tercet_game::Unsupported> for Illegal {
    fn from(_: tercet_game::Unsupported) -> Illegal {
        Illegal::NoWindow
    }
}

impl Refusal for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::GameOver => "game_over",
            Illegal::CardsOwed => "cards_owed",
            Illegal::NotYourTurn(_) => "not_your_turn",
            Illegal::WrongCount { .. } => "wrong_count",
            Illegal::OutOfRange(_) => "out_of_range",
            Illegal::EmptyCell(_) => "empty_cell",
            Illegal::NotASet => "not_a_set",
            Illegal::NotInChain => "not_in_chain",
            Illegal::AlreadyFound => "already_found",
            Illegal::NoDealing => "no_dealing",
            Illegal::BoardFull => "board_full",
            Illegal::DeckDepleted => "deck_depleted",
            Illegal::SetOnBoard => "set_on_board",
            Illegal::AlreadyAsked(_) => "already_asked",
            Illegal::CallFirst => "call_first",
            Illegal::NoCalls => "no_calls",
            Illegal::AlreadyCalled => "already_called",
            Illegal::NoWindow => "no_window",
            Illegal::NoCardOwed => "no_card_owed",
            Illegal::NotInDeck(_) => "not_in_deck",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::CardsOwed => f.write_str("cards are still to be dealt"),
            Illegal::NotYourTurn(seat) => write!(f, "it is not the turn of {seat}"),
            Illegal::WrongCount { expected } => write!(f, "a claim names {expected} cards here"),
            Illegal::OutOfRange(cell) => write!(f, "there is no position {cell} on the board"),
            Illegal::EmptyCell(cell) => write!(f, "position {cell} is empty"),
            Illegal::NotASet => f.write_str("these cards are no Set"),
            Illegal::NotInChain => {
                f.write_str("the Set must use exactly one card of the Set taken last (s1, s2 or s3)")
            }
            Illegal::AlreadyFound => f.write_str("this Set is found already"),
            Illegal::NoDealing => f.write_str("no cards are dealt in a puzzle"),
            Illegal::BoardFull => f.write_str("the board is at its maximum size"),
            Illegal::DeckDepleted => f.write_str("the deck is empty; no more cards can be dealt"),
            Illegal::SetOnBoard => {
                f.write_str("there is a Set on the board; cards are dealt when there is none")
            }
            Illegal::AlreadyAsked(seat) => write!(f, "{seat} has asked for cards already"),
            Illegal::CallFirst => f.write_str("call before you claim"),
            Illegal::NoCalls => f.write_str("nobody calls in this game; claim at once"),
            Illegal::AlreadyCalled => f.write_str("you have called; now claim"),
            Illegal::NoWindow => f.write_str("nobody has called, so no time can run out"),
            Illegal::NoCardOwed => f.write_str("no card is to be dealt now"),
            Illegal::NotInDeck(card) => write!(f, "{card} is not in the deck"),
        }
    }
}

impl core::error::Error for Illegal {}
