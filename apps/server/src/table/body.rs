//! What a table is, beside what was done at it: this is kept in the archive as JSON.

use serde::{Deserialize, Serialize};
use tercet_game::{Seat, Seats};

use crate::tokens::{Token, TokenHash};
use crate::wire::{SeatKind, SeatView};

/// What a table is.
// Each is a fact of its own, kept under its own name.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Body {
    pub(crate) game: String,
    /// All options, in the order of the record.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) deal: String,
    /// May the deal be seen before the end?
    pub(crate) shows_deal: bool,
    pub(crate) seats: Vec<SeatBody>,
    /// Bots draw from streams of this seed. It has nothing to do with the deal's.
    pub(crate) bot_seed: u64,
    pub(crate) assisted: bool,
    pub(crate) study: bool,
    pub(crate) hints: bool,
    pub(crate) pace_ms: u32,
    pub(crate) daily: Option<String>,
    /// Which game of the list for evaluation it is: no hints, nothing is taken back, the deal is secret.
    pub(crate) evaluation: Option<String>,
    /// How many actions were refused in an evaluation.
    #[serde(default)]
    pub(crate) mistakes: u32,
    /// What was done before the table was made, where it goes on from a replay: plays, ends of windows and edits.
    pub(crate) opening: Vec<String>,
    /// Does the table go on from a replay?
    pub(crate) replayed: bool,
    /// The table that goes on with the same settings.
    pub(crate) next: Option<String>,
}

/// Who sits at a seat. A bot beside a token plays for the person whose token it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeatBody {
    pub(crate) name: String,
    pub(crate) bot: Option<String>,
    pub(crate) token: Option<TokenHash>,
}

impl SeatBody {
    pub(crate) fn kind(&self) -> SeatKind {
        match (&self.bot, &self.token) {
            (Some(_), _) => SeatKind::Bot,
            (None, Some(_)) => SeatKind::Person,
            (None, None) => SeatKind::Open,
        }
    }

    fn is_of(&self, token: &Token) -> bool {
        self.token.as_ref().is_some_and(|hash| hash.is_of(token))
    }
}

impl Body {
    /// The seats of these tokens.
    pub(crate) fn held(&self, tokens: &[Token]) -> Seats {
        let mut held = Seats::NONE;
        for (index, seat) in self.seats.iter().enumerate() {
            if tokens.iter().any(|token| seat.is_of(token)) {
                held.insert(Seat(index as u8));
            }
        }
        held
    }

    /// Does the result count? Only where nobody could know what was dealt.
    pub(crate) fn is_rated(&self) -> bool {
        let is_listed = self.evaluation.is_some();
        !self.shows_deal && !is_listed && !self.study && !self.replayed && self.daily.is_none()
    }

    /// How many people may sit there, be they there yet or not.
    pub(crate) fn people(&self) -> usize {
        self.seats.iter().filter(|seat| seat.bot.is_none() || seat.token.is_some()).count()
    }

    /// The name to show for a seat.
    pub(crate) fn name(&self, seat: Seat) -> String {
        match self.seats.get(seat.index()) {
            Some(SeatBody { bot: Some(bot), token: None, .. }) => bot.clone(),
            Some(SeatBody { name, .. }) if !name.is_empty() => name.clone(),
            _ => seat.to_string(),
        }
    }

    /// The seats as everybody sees them; these are here.
    pub(crate) fn seat_views(&self, here: Seats) -> Vec<SeatView> {
        let view = |(index, seat): (usize, &SeatBody)| {
            let number = Seat(index as u8);
            SeatView {
                seat: number.0,
                kind: seat.kind(),
                name: self.name(number),
                bot: seat.bot.clone(),
                here: here.contains(number) || seat.kind() == SeatKind::Bot,
                replaced: seat.bot.is_some() && seat.token.is_some(),
            }
        };
        self.seats.iter().enumerate().map(view).collect()
    }
}

/// A name as it may be shown: without control characters, of some length.
pub(crate) fn clean_name(name: &str) -> String {
    const LONGEST: usize = 40;
    let visible: String = name.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
    visible.trim().to_owned()
}
