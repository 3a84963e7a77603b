//! What a table is, beside what was done at it: this is kept in the archive as JSON.

use serde::{Deserialize, Serialize};
use tercet_entry::commitment;
use tercet_game::{Deal, Seat, Seats};

use crate::tokens::{Token, TokenHash, seed};
use crate::wire::{SeatKind, SeatView};

/// What a table is.
// Each is a fact of its own, kept under its own name.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableDetails {
    pub(crate) game: String,
    /// All options, in the order of the record.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) deal: String,
    /// May the deal be seen before the end?
    pub(crate) shows_deal: bool,
    pub(crate) seats: Vec<SeatDetails>,
    /// Bots draw from streams of this seed. It has nothing to do with the deal's.
    pub(crate) bot_seed: u64,
    /// As tables were marked before seats were; see [`TableDetails::read`].
    #[serde(default, rename = "assisted", skip_serializing)]
    pub(crate) was_assisted: bool,
    pub(crate) study: bool,
    pub(crate) hints: bool,
    pub(crate) pace_ms: u32,
    pub(crate) daily: Option<String>,
    /// Which game of the list for evaluation it is: no hints, nothing is taken back, the deal is secret.
    pub(crate) evaluation: Option<String>,
    /// How many actions were refused in an evaluation.
    #[serde(default)]
    pub(crate) mistakes: u32,
    /// How often this game of the list was begun, this time included; 0 where that is not known.
    #[serde(default)]
    pub(crate) attempt: u32,
    /// How often it had been begun when this game ended; 0 before, and where that is not known.
    #[serde(default)]
    pub(crate) begun: u32,
    /// What was done before the table was made, where it goes on from a replay: plays, ends of windows and edits.
    pub(crate) opening: Vec<String>,
    /// Does the table go on from a replay?
    pub(crate) replayed: bool,
    /// The table that goes on with the same settings.
    pub(crate) next: Option<String>,
    /// Does it wait until every seat is taken and everybody is ready?
    #[serde(default)]
    pub(crate) waits: bool,
    /// Was it made to wait? Then a rematch does, too.
    #[serde(default)]
    pub(crate) is_room: bool,
    /// Has it options that keep a result from being rated?
    #[serde(default)]
    pub(crate) unusual: bool,
    /// Is it listed while it waits?
    #[serde(default)]
    pub(crate) public: bool,
}

/// What a game is to be.
pub(crate) struct GameRequest {
    pub(crate) game: String,
    pub(crate) options: Vec<(String, String)>,
    pub(crate) deal: Deal,
    pub(crate) shows_deal: bool,
}

/// Who sits at a seat. A bot beside a token plays for the person whose token it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeatDetails {
    pub(crate) name: String,
    pub(crate) bot: Option<String>,
    pub(crate) token: Option<TokenHash>,
    /// Had it help: a hint, something taken back, a bot in its place, a changed deal? That is never forgotten.
    #[serde(default)]
    pub(crate) assisted: bool,
}

impl SeatDetails {
    pub(crate) fn kind(&self) -> SeatKind {
        match (&self.bot, &self.token) {
            (Some(_), _) => SeatKind::Bot,
            (None, Some(_)) => SeatKind::Person,
            (None, None) => SeatKind::Open,
        }
    }

    /// A seat of somebody.
    pub(crate) fn person(name: String, token: &Token) -> SeatDetails {
        SeatDetails { name, bot: None, token: Some(token.hash()), assisted: false }
    }

    fn is_of(&self, token: &Token) -> bool {
        self.token.as_ref().is_some_and(|hash| hash.is_of(token))
    }
}

impl TableDetails {
    /// A table that is to be played as asked for.
    pub(crate) fn new(asked: GameRequest, seats: Vec<SeatDetails>) -> TableDetails {
        let GameRequest { game, options, deal, shows_deal } = asked;
        TableDetails {
            game,
            options,
            deal: deal.to_string(),
            shows_deal,
            seats,
            bot_seed: seed(),
            was_assisted: false,
            study: false,
            hints: false,
            pace_ms: 0,
            daily: None,
            evaluation: None,
            mistakes: 0,
            attempt: 0,
            begun: 0,
            opening: Vec::new(),
            replayed: false,
            next: None,
            waits: false,
            is_room: false,
            unusual: false,
            public: false,
        }
    }

    /// Reads a table as it is kept. Where the table as a whole was marked, everybody there was.
    pub(crate) fn read(text: &str) -> serde_json::Result<TableDetails> {
        let mut body: TableDetails = serde_json::from_str(text)?;
        if body.was_assisted {
            body.mark(Seats::first(body.seats.len() as u8));
        }
        Ok(body)
    }

    /// Marks the people at these seats as helped; were some of them not?
    pub(crate) fn mark(&mut self, seats: Seats) -> bool {
        let mut is_new = false;
        for seat in seats.iter() {
            let seat = &mut self.seats[seat.index()];
            is_new |= seat.token.is_some() && !seat.assisted;
            seat.assisted |= seat.token.is_some();
        }
        is_new
    }

    /// The seats that had help.
    pub(crate) fn assisted(&self) -> Seats {
        let mut assisted = Seats::NONE;
        for (index, _) in self.seats.iter().enumerate().filter(|(_, seat)| seat.assisted) {
            assisted.insert(Seat(index as u8));
        }
        assisted
    }

    /// How long what was asked for is: its options, deal and opening.
    pub(crate) fn length(&self) -> usize {
        let options: usize = self.options.iter().map(|(key, value)| key.len() + value.len()).sum();
        let opening: usize = self.opening.iter().map(|line| line.len() + size_of::<String>()).sum();
        self.deal.len() + options + opening
    }

    /// Could the result count for anything: ratings, best scores, a day's list, an evaluation?
    pub(crate) fn counts(&self) -> bool {
        self.is_rated() || self.daily.is_some() || self.evaluation.is_some()
    }

    /// The list for evaluation that its game is of, and which one of it: all tables of it have the same deal.
    pub(crate) fn listed(&self) -> Option<(String, String)> {
        let (name, list) = self.evaluation.as_deref()?.split_once(" of ")?;
        Some((list.to_owned(), format!("{} {name}", self.game)))
    }

    /// What is published of a secret deal before the end.
    pub(crate) fn commitment(&self) -> Option<String> {
        if self.shows_deal { None } else { commitment(&self.deal.parse().ok()?) }
    }

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

    /// Does the result count? Only where nobody could know what was dealt, and several play by rules that are compared.
    pub(crate) fn is_rated(&self) -> bool {
        let is_listed = self.evaluation.is_some();
        !self.shows_deal
            && !is_listed
            && !self.unusual
            && !self.study
            && !self.replayed
            && self.daily.is_none()
    }

    /// How many people may sit there, be they there yet or not.
    pub(crate) fn people(&self) -> usize {
        self.seats.iter().filter(|seat| seat.bot.is_none() || seat.token.is_some()).count()
    }

    /// The name to show for a seat.
    pub(crate) fn name(&self, seat: Seat) -> String {
        match self.seats.get(seat.index()) {
            Some(SeatDetails { name, .. }) if !name.is_empty() => name.clone(),
            Some(SeatDetails { bot: Some(bot), token: None, .. }) => bot.clone(),
            _ => seat.to_string(),
        }
    }

    /// The seats as everybody sees them; these are here, and these are ready.
    pub(crate) fn seat_views(&self, here: Seats, ready: Seats) -> Vec<SeatView> {
        let view = |(index, seat): (usize, &SeatDetails)| {
            let number = Seat(index as u8);
            SeatView {
                seat: number.0,
                kind: seat.kind(),
                name: self.name(number),
                bot: seat.bot.clone(),
                here: here.contains(number) || seat.kind() == SeatKind::Bot,
                ready: self.waits && (ready.contains(number) || seat.kind() == SeatKind::Bot),
                replaced: seat.bot.is_some() && seat.token.is_some(),
                assisted: seat.assisted,
            }
        };
        self.seats.iter().enumerate().map(view).collect()
    }
}
