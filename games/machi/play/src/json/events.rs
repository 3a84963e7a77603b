//! Events as JSON objects: the lines of a log, and the events of an answer. `docs/machi-events.md` is their schema.

use serde::Serialize;
use tercet_game::Seat;
use tercet_machi::{Event, Kind, MachiKoro, Site};

/// An event. Fields that it has nothing to say for are left out; seats count from zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EventJson {
    /// Whose event it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// What happened.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The card, by its full name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The landmark, by its full name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landmark: Option<&'static str>,
    /// The card given in an exchange.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub give: Option<String>,
    /// The card taken in an exchange.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take: Option<String>,
    /// The card that an Exhibit Hall activates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhibit: Option<String>,
    /// The other player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<u8>,
    /// The dice, the lower first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// The total of dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u8>,
    /// How many copies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copies: Option<u8>,
    /// What a purse holds, or what lies on a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coins: Option<u32>,
    /// Who paid; null for the bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payer: Option<Option<u8>>,
    /// Who was paid; null for the bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payee: Option<Option<u8>>,
    /// How much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<u32>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<&'static str>,
}

/// One line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventLine {
    /// The game's number, from zero.
    pub game: u64,
    /// The turn's number, from one; 0 before the first.
    pub turn: u16,
    /// What happened.
    #[serde(flatten)]
    pub event: EventJson,
}

impl EventLine {
    /// The line, with its end.
    pub fn line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("names and numbers are JSON");
        line.push('\n');
        line
    }
}

/// An event as JSON.
///
/// ```
/// use tercet_machi_play::json::event_json;
/// use tercet_game::{Game, Notation};
/// use tercet_machi::{Config, MachiKoro};
///
/// let game = MachiKoro::new(&Config::base(2))?;
/// let event = game.read_event("seat 2 collects 1 from seat 1 for cafe")?;
/// let json = serde_json::to_string(&event_json(&game, event))?;
/// assert_eq!(json, r#"{"seat":1,"type":"collect","card":"Cafe","payer":0,"payee":1,"amount":1}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn event_json(game: &MachiKoro, event: Event) -> EventJson {
    let mut json = EventJson { kind: type_of(event), ..EventJson::default() };
    let name = |kind: Kind| Some(game.cards().card(kind).name.to_string());
    (json.seat, json.target) = seats(event);
    match event {
        Event::Roll { dice, .. } => {
            json.dice = dice.into_iter().filter(|&die| die > 0).collect();
            json.total = Some(dice[0] + dice[1]);
        }
        Event::AddTwo { total, .. } | Event::Throw { sum: total, .. } => json.total = Some(total),
        Event::Payout { kind, .. }
        | Event::Fee { kind, .. }
        | Event::Collect { kind, .. }
        | Event::Steal { kind, .. }
        | Event::Decline { kind, .. }
        | Event::Renovate { kind, .. }
        | Event::Move { kind, .. }
        | Event::Build { site: Site::Card(kind), .. }
        | Event::Dealt { kind } => json.card = name(kind),
        Event::Activates { kind, copies, .. }
        | Event::Close { kind, copies, .. }
        | Event::Open { kind, copies, .. }
        | Event::Left { kind, copies } => (json.card, json.copies) = (name(kind), Some(copies)),
        Event::Swap { give, take, .. } => (json.give, json.take) = (name(give), name(take)),
        Event::Exhibit { hall, kind, .. } => (json.card, json.exhibit) = (name(hall), name(kind)),
        Event::Demolish { landmark, .. } | Event::Build { site: Site::Landmark(landmark), .. } => {
            json.landmark = Some(landmark.title());
        }
        Event::BankStatus { coins, .. } | Event::Invest { lie: coins, .. } => json.coins = Some(coins),
        Event::Over { end } => json.end = Some(end.name()),
        Event::TurnStart { .. }
        | Event::Reroll { .. }
        | Event::CityHall { .. }
        | Event::Pass { .. }
        | Event::Airport { .. }
        | Event::BonusTurn { .. }
        | Event::Win { .. } => {}
    }
    if let Some(transfer) = event.transfer() {
        let seat = |seat: Option<Seat>| Some(seat.map(|seat| seat.0));
        (json.payer, json.payee) = (seat(transfer.payer), seat(transfer.payee));
        json.amount = Some(transfer.coins);
    }
    json
}

fn type_of(event: Event) -> &'static str {
    match event {
        Event::TurnStart { .. } => "turn_start",
        Event::Roll { .. } => "roll",
        Event::Reroll { .. } => "reroll",
        Event::AddTwo { .. } => "add_two",
        Event::Throw { .. } => "throw",
        Event::Activates { .. } => "card_activates",
        Event::Payout { .. } => "payout",
        Event::Fee { .. } => "fee",
        Event::Collect { .. } => "collect",
        Event::Steal { .. } => "steal",
        Event::Swap { .. } => "swap",
        Event::Decline { .. } => "decline",
        Event::Renovate { .. } => "renovate",
        Event::Close { .. } => "close",
        Event::Open { .. } => "open",
        Event::Demolish { .. } => "demolish",
        Event::Move { .. } => "move",
        Event::Exhibit { .. } => "exhibit",
        Event::CityHall { .. } => "city_hall",
        Event::BankStatus { .. } => "bank_status",
        Event::Build { .. } => "build",
        Event::Pass { .. } => "pass",
        Event::Airport { .. } => "airport",
        Event::Invest { .. } => "invest",
        Event::Dealt { .. } => "deal",
        Event::Left { .. } => "leave",
        Event::BonusTurn { .. } => "bonus_turn",
        Event::Win { .. } => "win",
        Event::Over { .. } => "over",
    }
}

/// Whose event it is, and the other player of a swap or a move.
fn seats(event: Event) -> (Option<u8>, Option<u8>) {
    match event {
        Event::Swap { seat, with: other, .. } | Event::Move { seat, to: other, .. } => {
            (Some(seat.0), Some(other.0))
        }
        Event::TurnStart { seat, .. }
        | Event::Roll { seat, .. }
        | Event::Reroll { seat }
        | Event::AddTwo { seat, .. }
        | Event::Throw { seat, .. }
        | Event::Activates { seat, .. }
        | Event::Payout { seat, .. }
        | Event::Fee { seat, .. }
        | Event::Collect { seat, .. }
        | Event::Steal { seat, .. }
        | Event::Decline { seat, .. }
        | Event::Renovate { seat, .. }
        | Event::Close { seat, .. }
        | Event::Open { seat, .. }
        | Event::Demolish { seat, .. }
        | Event::Exhibit { seat, .. }
        | Event::CityHall { seat }
        | Event::BankStatus { seat, .. }
        | Event::Build { seat, .. }
        | Event::Pass { seat }
        | Event::Airport { seat, .. }
        | Event::Invest { seat, .. }
        | Event::BonusTurn { seat }
        | Event::Win { seat } => (Some(seat.0), None),
        Event::Dealt { .. } | Event::Left { .. } | Event::Over { .. } => (None, None),
    }
}
