//! What seats do, what chance brings, what happened and why something was refused. Their texts stand in `text.rs`.

use core::fmt;

use tercet_game::{End, Refusal, Seat};

use crate::facts::Landmark;

/// A kind of establishment: a place in the game's [`CardSet`](crate::CardSet).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// The most kinds of a game.
    pub const MAX: u8 = 64;

    /// The place in the card set.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) fn bit(self) -> u64 {
        1 << self.0
    }

    /// The kinds of a mask, ascending.
    pub(crate) fn all(mut mask: u64) -> impl Iterator<Item = Kind> {
        core::iter::from_fn(move || {
            let kind = Kind::first(mask)?;
            mask &= mask - 1;
            Some(kind)
        })
    }

    /// The lowest kind of a mask.
    pub(crate) fn first(mask: u64) -> Option<Kind> {
        (mask != 0).then(|| Kind(mask.trailing_zeros() as u8))
    }
}

/// What a seat does: one decision. The order is the order of legal lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(align(4))]
pub enum Action {
    /// Rolls so many dice (R4).
    Roll(u8),
    /// Keeps the dice (R5).
    Keep,
    /// Rolls again (R5).
    Reroll,
    /// Adds two to the total (R6).
    AddTwo,
    /// Leaves the total as it is (R6).
    Stay,
    /// Takes coins from this seat (R15).
    Target(Seat),
    /// Exchanges a card with this seat (R16).
    Exchange(Seat),
    /// Gives this card in the exchange (R16).
    Give(Kind),
    /// Takes this card in the exchange (R16).
    Take(Kind),
    /// Un-builds a landmark (R17).
    Demolish(Landmark),
    /// Gives a card to a seat (R17).
    Move(Kind, Seat),
    /// Closes all copies of a card (R19).
    Renovate(Kind),
    /// Activates all own copies of a card (R22).
    Exhibit(Kind),
    /// Fires this purple card next (R14).
    Activate(Kind),
    /// Does without the exchange or the exhibition (R16, R22).
    Decline,
    /// Builds an establishment (R24).
    Build(Kind),
    /// Builds a landmark (R24).
    BuildLandmark(Landmark),
    /// Builds nothing (R24).
    Pass,
    /// Puts a coin on the Tech Startup (R20).
    Invest,
    /// Keeps the coin (R20).
    Save,
}

impl Action {
    /// What it is called in texts and data: the first word of its text.
    pub fn verb(self) -> &'static str {
        match self {
            Action::Roll(_) => "roll",
            Action::Keep => "keep",
            Action::Reroll => "reroll",
            Action::AddTwo => "add_two",
            Action::Stay => "stay",
            Action::Target(_) => "target",
            Action::Exchange(_) => "exchange",
            Action::Give(_) => "give",
            Action::Take(_) => "take",
            Action::Demolish(_) => "demolish",
            Action::Move(..) => "move",
            Action::Renovate(_) => "renovate",
            Action::Exhibit(_) => "exhibit",
            Action::Activate(_) => "activate",
            Action::Decline => "decline",
            Action::Build(_) | Action::BuildLandmark(_) => "build",
            Action::Pass => "pass",
            Action::Invest => "invest",
            Action::Save => "save",
        }
    }

    /// The kind that it names.
    pub fn kind(self) -> Option<Kind> {
        match self {
            Action::Give(kind)
            | Action::Take(kind)
            | Action::Move(kind, _)
            | Action::Renovate(kind)
            | Action::Exhibit(kind)
            | Action::Activate(kind)
            | Action::Build(kind) => Some(kind),
            _ => None,
        }
    }

    /// The seat that it names.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Action::Target(seat) | Action::Exchange(seat) | Action::Move(_, seat) => Some(seat),
            _ => None,
        }
    }

    /// The landmark that it names.
    pub fn landmark(self) -> Option<Landmark> {
        match self {
            Action::Demolish(landmark) | Action::BuildLandmark(landmark) => Some(landmark),
            _ => None,
        }
    }
}

/// What chance brings.
// Aligned as one word: copies of three single bytes wait for stores that can't be forwarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(align(4))]
pub enum Chance {
    /// One die fell (R4).
    Die(u8),
    /// Two dice fell, the lower first (R4).
    Dice(u8, u8),
    /// The sum of two dice thrown for boats (R10).
    Throw(u8),
    /// A card comes into the market (R26).
    Deal(Kind),
}

/// One thing that can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Site {
    /// An establishment.
    Card(Kind),
    /// A landmark.
    Landmark(Landmark),
}

/// What happened. Every coin that moves is in exactly one event: see [`Event::transfer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are named after what they hold; each event is described")]
pub enum Event {
    /// A turn begins.
    TurnStart { seat: Seat, turn: u16 },
    /// The dice fell: one, or two with the lower first.
    Roll { seat: Seat, dice: [u8; 2] },
    /// The roller rolls again.
    Reroll { seat: Seat },
    /// The roller adds two.
    AddTwo { seat: Seat, total: u8 },
    /// Two dice were thrown for boats.
    Throw { seat: Seat, sum: u8 },
    /// So many open copies of a card fire.
    Activates { seat: Seat, kind: Kind, copies: u8 },
    /// The bank pays for a card.
    Payout { seat: Seat, kind: Kind, coins: u32 },
    /// A player pays the bank for a card.
    Fee { seat: Seat, kind: Kind, coins: u32 },
    /// The roller pays the owner of a red card.
    Collect { seat: Seat, from: Seat, kind: Kind, coins: u32 },
    /// The roller takes from another by a purple card.
    Steal { seat: Seat, from: Seat, kind: Kind, coins: u32 },
    /// Two cards were exchanged.
    Swap { seat: Seat, with: Seat, give: Kind, take: Kind },
    /// The exchange or the exhibition was declined.
    Decline { seat: Seat, kind: Kind },
    /// The roller names the card that closes.
    Renovate { seat: Seat, kind: Kind },
    /// Copies close.
    Close { seat: Seat, kind: Kind, copies: u8 },
    /// Copies open.
    Open { seat: Seat, kind: Kind, copies: u8 },
    /// A landmark was un-built.
    Demolish { seat: Seat, landmark: Landmark },
    /// A card was given away.
    Move { seat: Seat, to: Seat, kind: Kind },
    /// A card is activated by an Exhibit Hall, which goes back to the market.
    Exhibit { seat: Seat, hall: Kind, kind: Kind },
    /// City Hall pays.
    CityHall { seat: Seat },
    /// What the roller has before building.
    BankStatus { seat: Seat, coins: u32 },
    /// Something was built and paid.
    Build { seat: Seat, site: Site, cost: u8 },
    /// Nothing was built.
    Pass { seat: Seat },
    /// Airport pays.
    Airport { seat: Seat, coins: u32 },
    /// A coin was put on a card, where so many lie now.
    Invest { seat: Seat, lie: u32 },
    /// A card came into the market.
    Dealt { kind: Kind },
    /// All copies of a card that nobody can build any more left the market.
    Left { kind: Kind, copies: u8 },
    /// The roller has another turn.
    BonusTurn { seat: Seat },
    /// A player has all landmarks.
    Win { seat: Seat },
    /// The game is over.
    Over { end: End },
}

/// Coins that moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transfer {
    /// Who paid; `None` for the bank.
    pub payer: Option<Seat>,
    /// Who was paid; `None` for the bank.
    pub payee: Option<Seat>,
    /// How much.
    pub coins: u32,
}

impl Event {
    /// The coins that moved with it. A coin that is put on a card is paid to the bank.
    pub fn transfer(&self) -> Option<Transfer> {
        let (payer, payee, coins) = match *self {
            Event::Payout { seat, coins, .. } | Event::Airport { seat, coins } => (None, Some(seat), coins),
            Event::CityHall { seat } => (None, Some(seat), 1),
            Event::Fee { seat, coins, .. } => (Some(seat), None, coins),
            Event::Build { seat, cost, .. } => (Some(seat), None, cost.into()),
            Event::Invest { seat, .. } => (Some(seat), None, 1),
            Event::Collect { seat, from, coins, .. } | Event::Steal { seat, from, coins, .. } => {
                (Some(from), Some(seat), coins)
            }
            _ => return None,
        };
        Some(Transfer { payer, payee, coins })
    }
}

/// Why an input was refused; nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// Dice or cards are to fall first.
    ChanceFirst,
    /// It is not this seat's turn.
    NotYourTurn(Seat),
    /// Another decision is to be made now.
    NotAsked(&'static str),
    /// There is no such seat, or it is the roller's own, or it has nothing to exchange.
    NotATarget(Seat),
    /// The card is not one that can be named here.
    NotACard(Kind),
    /// The landmark is not one that can be named here.
    NotALandmark(Landmark),
    /// It does not lie in the market.
    NotInMarket(Kind),
    /// A purple card may be owned once.
    OwnedAlready(Kind),
    /// The landmark is built already, or not in this game.
    BuiltAlready(Landmark),
    /// It costs more than the roller has.
    TooDear {
        /// What it costs.
        cost: u8,
        /// What the roller has.
        coins: u32,
    },
    /// It must not be declined in this game.
    Mandatory,
    /// Nothing is left to chance now.
    NoChance,
    /// This can't be drawn now.
    Impossible(&'static str),
    /// No clock runs in this game.
    NoWindow,
}

/// The one kind of input that the game lacks is time.
impl From<tercet_game::Unsupported> for Illegal {
    fn from(_: tercet_game::Unsupported) -> Illegal {
        Illegal::NoWindow
    }
}

impl Refusal for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::GameOver => "game_over",
            Illegal::ChanceFirst => "chance_first",
            Illegal::NotYourTurn(_) => "not_your_turn",
            Illegal::NotAsked(_) => "not_asked",
            Illegal::NotATarget(_) => "not_a_target",
            Illegal::NotACard(_) => "not_a_card",
            Illegal::NotALandmark(_) => "not_a_landmark",
            Illegal::NotInMarket(_) => "not_in_market",
            Illegal::OwnedAlready(_) => "owned_already",
            Illegal::BuiltAlready(_) => "built_already",
            Illegal::TooDear { .. } => "too_dear",
            Illegal::Mandatory => "mandatory",
            Illegal::NoChance => "no_chance",
            Illegal::Impossible(_) => "impossible",
            Illegal::NoWindow => "no_window",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::ChanceFirst => f.write_str("dice or cards are to fall first"),
            Illegal::NotYourTurn(seat) => write!(f, "it is not the turn of {seat}"),
            Illegal::NotAsked(asked) => write!(f, "now is the time to {asked}"),
            Illegal::NotATarget(seat) => write!(f, "{seat} can't be chosen here"),
            Illegal::NotACard(_) => f.write_str("that card can't be chosen here"),
            Illegal::NotALandmark(landmark) => write!(f, "{} is not built", landmark.title()),
            Illegal::NotInMarket(_) => f.write_str("that card does not lie in the market"),
            Illegal::OwnedAlready(_) => f.write_str("a purple card can be owned once, and you have it"),
            Illegal::BuiltAlready(landmark) => {
                write!(f, "{} is built already, or not in this game", landmark.title())
            }
            Illegal::TooDear { cost, coins } => write!(f, "it costs {cost}, and you have {coins}"),
            Illegal::Mandatory => f.write_str("it must not be declined in this game"),
            Illegal::NoChance => f.write_str("nothing is left to chance now"),
            Illegal::Impossible(why) => f.write_str(why),
            Illegal::NoWindow => f.write_str("no clock runs in this game"),
        }
    }
}

impl core::error::Error for Illegal {}
