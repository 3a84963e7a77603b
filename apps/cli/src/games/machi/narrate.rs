//! Turns in a few lines: the dice, what each player got or paid and why, and what was built.

use std::collections::BTreeSet;

use tercet_game::Seat;
use tercet_machi::{Event, MachiKoro};

/// How much is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Every coin.
    Whole,
    /// Dice and buildings.
    Fast,
}

/// Tells events as lines.
struct EventLines<'g> {
    game: &'g MachiKoro,
    name: &'g dyn Fn(Seat) -> String,
    detail: Detail,
    lines: Vec<String>,
    /// What each seat got and paid since the last line, in the order in which they first did.
    moves: Vec<(Seat, Vec<String>)>,
    /// What came into the market since the last line.
    dealt: Vec<String>,
}

/// How a line begins that says why a bot did what stands before it.
pub(crate) const BECAUSE: &str = "    because: ";

/// The lines for these events.
pub(crate) fn narrate(
    game: &MachiKoro,
    events: &[Event],
    detail: Detail,
    name: &dyn Fn(Seat) -> String,
) -> Vec<String> {
    narrate_with_reasons(game, events, &[], detail, name)
}

/// The lines for these events, and bots' reasons where they belong: each has the number of events that it stands after. A
/// reason that compares nothing is the same each time, and printed once.
pub(crate) fn narrate_with_reasons(
    game: &MachiKoro,
    events: &[Event],
    reasons: &[(usize, String)],
    detail: Detail,
    name: &dyn Fn(Seat) -> String,
) -> Vec<String> {
    let mut narrator =
        EventLines { game, name, detail, lines: Vec::new(), moves: Vec::new(), dealt: Vec::new() };
    let mut reasons = reasons.iter().peekable();
    let mut seen = BTreeSet::new();
    for (number, &event) in (1..).zip(events) {
        narrator.observe(event);
        while let Some((_, why)) = reasons.next_if(|(after, _)| *after <= number) {
            if seen.insert(why) {
                narrator.lines.push(format!("{BECAUSE}{why}"));
            }
        }
    }
    narrator.settle();
    narrator.lines
}

impl EventLines<'_> {
    fn observe(&mut self, event: Event) {
        let card = |kind| words::title(self.game, kind).to_owned();
        match event {
            Event::Payout { seat, kind, coins } => self.moved(seat, format!("+{coins} {}", card(kind))),
            Event::Fee { seat, kind, coins } => self.moved(seat, format!("-{coins} {}", card(kind))),
            Event::CityHall { seat } => self.moved(seat, "+1 City Hall".to_owned()),
            Event::Airport { seat, coins } => self.moved(seat, format!("+{coins} Airport")),
            Event::Collect { seat, from, kind, coins } | Event::Steal { seat, from, kind, coins } => {
                let (payee, payer) = ((self.name)(seat), (self.name)(from));
                self.moved(from, format!("-{coins} to {payee}: {}", card(kind)));
                self.moved(seat, format!("+{coins} from {payer}: {}", card(kind)));
            }
            Event::TurnStart { seat, turn } => {
                self.settle();
                self.lines.push(format!("turn {turn}, {}", (self.name)(seat)));
            }
            Event::Roll { .. } | Event::Reroll { .. } | Event::AddTwo { .. } | Event::Throw { .. } => {
                self.join(event);
            }
            Event::Build { .. } | Event::Pass { .. } | Event::BonusTurn { .. } => self.join(event),
            Event::Activates { .. } | Event::BankStatus { .. } | Event::Win { .. } | Event::Over { .. } => {}
            Event::Dealt { .. } | Event::Left { .. } if self.detail == Detail::Fast => {}
            Event::Dealt { kind } => {
                let name = card(kind);
                self.dealt.push(name);
            }
            _ => {
                self.settle();
                let text = words::event(self.game, event, self.name);
                self.lines.push(format!("  {text}"));
            }
        }
    }

    fn moved(&mut self, seat: Seat, text: String) {
        match self.moves.iter_mut().find(|(owner, _)| *owner == seat) {
            Some((_, texts)) => texts.push(text),
            None => self.moves.push((seat, vec![text])),
        }
    }

    /// Adds to the line of the turn, which names who it is about, or makes a line of its own.
    fn join(&mut self, event: Event) {
        let text = words::event(self.game, event, self.name);
        let is_roll = !matches!(event, Event::Build { .. } | Event::Pass { .. } | Event::BonusTurn { .. });
        let had_moves = !self.moves.is_empty();
        self.settle();
        let joins = is_roll || !had_moves || self.detail == Detail::Fast;
        let own = self.owner(event);
        match self.lines.last_mut() {
            Some(last) if joins && last.starts_with("turn ") => {
                last.push_str(if last.contains(": ") { ", " } else { ": " });
                last.push_str(text.strip_prefix(&own).map_or(&text, |rest| rest.trim_start()));
            }
            _ => self.lines.push(format!("  {text}")),
        }
    }

    /// Who rolls or builds, as the event's words begin with it.
    fn owner(&self, event: Event) -> String {
        match event {
            Event::Roll { seat, .. }
            | Event::Reroll { seat }
            | Event::AddTwo { seat, .. }
            | Event::Throw { seat, .. }
            | Event::Build { seat, .. }
            | Event::Pass { seat } => (self.name)(seat),
            _ => String::new(),
        }
    }

    /// Tells what was got and paid, and dealt.
    fn settle(&mut self) {
        for (seat, texts) in std::mem::take(&mut self.moves) {
            if self.detail == Detail::Whole {
                let line = format!("  {}: {}", (self.name)(seat), texts.join(", "));
                self.lines.push(wrapped(&line, "    "));
            }
        }
        if !self.dealt.is_empty() {
            let line = format!("  into the market: {}", std::mem::take(&mut self.dealt).join(", "));
            self.lines.push(wrapped(&line, "    "));
        }
    }
}
use tercet_entry::wrapped;
use tercet_machi_play::text::words;
