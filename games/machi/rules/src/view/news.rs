//! What a picture shows beyond the state: what happened last.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tercet_game::Seat;
use tercet_scene::View;

use crate::action::{Event, Kind, Site};
use crate::facts::Landmark;
use crate::rules::MachiKoro;

/// What happened last, decision by decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    chapters: Vec<Chapter>,
}

/// A decision, and all that came of it until the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Chapter {
    by: Option<Seat>,
    events: Vec<Event>,
}

/// More decisions than this are hardly ever made between two of one seat.
const CHAPTERS: usize = 48;

impl Memory {
    /// Somebody decides.
    pub(super) fn begin(&mut self, by: Seat) {
        if self.chapters.len() == CHAPTERS {
            self.chapters.remove(0);
        }
        self.chapters.push(Chapter { by: Some(by), events: Vec::new() });
    }

    pub(super) fn observe(&mut self, events: &[Event]) {
        if self.chapters.is_empty() {
            self.chapters.push(Chapter::default());
        }
        if let Some(chapter) = self.chapters.last_mut() {
            chapter.events.extend(events);
        }
    }

    /// What happened in this turn, and before it since the seat's last turn.
    pub(super) fn since(&self, seat: Option<Seat>) -> News {
        let starts =
            |chapter: &Chapter| chapter.events.iter().any(|event| matches!(event, Event::TurnStart { .. }));
        let turn = self.chapters.iter().rposition(starts).unwrap_or(0);
        let own = |chapter: &Chapter| seat.is_some() && chapter.by == seat;
        let before = self.chapters.iter().take(turn + 1).rposition(own);
        let chapters = self.chapters.iter().skip(before.unwrap_or(turn));
        News { events: chapters.flat_map(|chapter| chapter.events.iter().copied()).collect() }
    }
}

/// What happened since a seat's last turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct News {
    events: Vec<Event>,
}

impl News {
    /// What a purse has gained.
    pub(super) fn gain(&self, seat: Seat) -> i64 {
        let transfers = self.events.iter().filter_map(Event::transfer);
        let coins = |transfer: crate::action::Transfer| {
            let coins = i64::from(transfer.coins);
            i64::from(transfer.payee == Some(seat)) * coins - i64::from(transfer.payer == Some(seat)) * coins
        };
        transfers.map(coins).sum()
    }

    /// What a seat's card brought its owner; `None` if it did nothing.
    pub(super) fn income(&self, seat: Seat, kind: Kind) -> Option<i64> {
        let paid = self.events.iter().filter_map(|event| match *event {
            Event::Payout { seat: owner, kind: card, coins }
            | Event::Collect { seat: owner, kind: card, coins, .. }
            | Event::Steal { seat: owner, kind: card, coins, .. } => {
                (owner == seat && card == kind).then_some(i64::from(coins))
            }
            Event::Fee { seat: owner, kind: card, coins } => {
                (owner == seat && card == kind).then_some(-i64::from(coins))
            }
            _ => None,
        });
        paid.fold(None, |sum, coins| Some(sum.unwrap_or(0) + coins))
    }

    /// Did the seat get a card of this kind?
    pub(super) fn has_got(&self, seat: Seat, kind: Kind) -> bool {
        self.events.iter().any(|event| match *event {
            Event::Build { seat: owner, site: Site::Card(card), .. } => owner == seat && card == kind,
            Event::Swap { seat: one, with, give, take } => {
                (one == seat && take == kind) || (with == seat && give == kind)
            }
            Event::Move { to, kind: card, .. } => to == seat && card == kind,
            _ => false,
        })
    }

    /// Did the seat build this landmark?
    pub(super) fn has_built(&self, seat: Seat, landmark: Landmark) -> bool {
        let built = |event: &Event| {
            matches!(*event, Event::Build { seat: owner, site: Site::Landmark(site), .. }
                if owner == seat && site == landmark)
        };
        self.events.iter().any(built)
    }

    /// Did the card come into the market? The first market is no news.
    pub(super) fn is_fresh(&self, kind: Kind) -> bool {
        let dealt = |event: &Event| matches!(*event, Event::Dealt { kind: card } if card == kind);
        !self.events.iter().any(|event| matches!(event, Event::TurnStart { turn: 1, .. }))
            && self.events.iter().any(dealt)
    }

    /// What happened, a few words an event.
    pub(super) fn words(&self, game: &MachiKoro, view: &View) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        let mut last_seat = None;
        for &event in &self.events {
            let Some((seat, words)) = news_line(game, view, event) else { continue };
            match all.last_mut() {
                // Who goes on is not named again.
                Some(before) if seat.is_some() && last_seat == seat => {
                    before.push_str(", ");
                    before.push_str(&words);
                }
                _ => all.push(seat.map_or(words.clone(), |seat| format!("{} {words}", view.name(seat)))),
            }
            last_seat = seat;
        }
        all
    }
}

/// Whom an event is about and what it says of him; `None` for what the picture shows anyway.
fn news_line(game: &MachiKoro, view: &View, event: Event) -> Option<(Option<Seat>, String)> {
    let card = |kind: Kind| game.cards().card(kind).name.as_ref();
    let times = |copies: u8| if copies == 1 { String::new() } else { format!(" ×{copies}") };
    let (seat, words) = match event {
        Event::Roll { seat, dice: [die, 0] } => (seat, format!("rolls {die}")),
        Event::Roll { seat, dice: [one, other] } => (seat, format!("rolls {}", one + other)),
        Event::Reroll { seat } => (seat, "rolls again".to_string()),
        Event::AddTwo { seat, total } => (seat, format!("adds 2 to {total}")),
        Event::Throw { seat, sum } => (seat, format!("throws {sum} for the boats")),
        Event::Payout { seat, kind, coins } => (seat, format!("+{coins} {}", card(kind))),
        Event::Fee { seat, kind, coins } => (seat, format!("−{coins} {}", card(kind))),
        Event::Collect { seat, from, kind, coins } | Event::Steal { seat, from, kind, coins } => {
            (seat, format!("+{coins} from {} ({})", view.name(from), card(kind)))
        }
        Event::Swap { seat, with, give, take } => {
            (seat, format!("gives {} to {} for {}", card(give), view.name(with), card(take)))
        }
        Event::Decline { seat, kind } => (seat, format!("declines {}", card(kind))),
        Event::Renovate { seat, kind } => (seat, format!("closes every {}", card(kind))),
        Event::Close { seat, kind, copies } => (seat, format!("has {}{} closed", card(kind), times(copies))),
        Event::Open { seat, kind, copies } => (seat, format!("opens {}{}", card(kind), times(copies))),
        Event::Demolish { seat, landmark } => (seat, format!("demolishes {}", landmark.title())),
        Event::Move { seat, to, kind } => (seat, format!("gives {} to {}", card(kind), view.name(to))),
        Event::Exhibit { seat, kind, .. } => (seat, format!("exhibits {}", card(kind))),
        Event::CityHall { seat } => (seat, "+1 City Hall".to_string()),
        Event::Airport { seat, coins } => (seat, format!("+{coins} Airport")),
        Event::Build { seat, site: Site::Card(kind), .. } => (seat, format!("builds {}", card(kind))),
        Event::Build { seat, site: Site::Landmark(landmark), .. } => {
            (seat, format!("builds {}", landmark.title()))
        }
        Event::Pass { seat } => (seat, "builds nothing".to_string()),
        Event::Invest { seat, .. } => (seat, "invests 1".to_string()),
        Event::BonusTurn { seat } => (seat, "has another turn".to_string()),
        Event::Left { kind, .. } => return Some((None, format!("{} leaves the market", card(kind)))),
        Event::TurnStart { .. }
        | Event::Activates { .. }
        | Event::BankStatus { .. }
        | Event::Dealt { .. }
        | Event::Win { .. }
        | Event::Over { .. } => return None,
    };
    Some((Some(seat), words))
}
