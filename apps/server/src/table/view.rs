//! A table as a client sees it. Everything that is sent about a table is made here, from what its viewer may know: the
//! position, never the dealer.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use tercet_entry::{Description, Style};
use tercet_game::Seat;
use tercet_store::now_ms;
use tokio::time::Instant;

use super::{Line, Table, Viewer};
use crate::wire::{ActionView, Data, EventView, LogView, Moved, Now, OverView, ServerMessage, TableView};

/// How often the list of seats is sent.
pub(crate) const BETWEEN_SEATS: Duration = Duration::from_millis(300);

impl Table {
    /// All there is to know; of the log, what came after this state.
    pub(crate) fn view(&self, viewer: Viewer, since: Option<u64>) -> TableView {
        TableView {
            table: self.name.clone(),
            game: self.body.game.clone(),
            options: self.body.options.iter().cloned().collect(),
            seats: self.body.seat_views(self.here(), self.ready),
            waits: self.body.waits,
            you: numbers(viewer.seats.iter()),
            watching: self.audience.watching(),
            deal: if since.is_some() { self.late_deal() } else { self.deal() },
            commitment: self.body.commitment(),
            rated: self.body.is_rated(),
            assisted: !self.body.assisted().is_empty(),
            study: self.body.study,
            daily: self.body.daily.clone(),
            age_ms: u64::try_from(now_ms() - self.made_ms).unwrap_or(0),
            log: self.log_after(since.unwrap_or(0), viewer),
            layout: if viewer.data { data(self.game.layout()) } else { Data::new() },
            now: self.now(viewer),
        }
    }

    /// The log after this state, as far as it is held.
    pub(crate) fn log_after(&self, state: u64, viewer: Viewer) -> Vec<LogView> {
        self.log.iter().filter(|line| line.number > state).map(|line| self.line_view(line, viewer)).collect()
    }

    /// Is the whole log after this state held?
    pub(crate) fn holds_log_after(&self, state: u64) -> bool {
        self.log.front().is_none_or(|line| line.number <= state.saturating_add(1))
    }

    /// What happened last, and how the table stands after it.
    pub(crate) fn moved(&self, viewer: Viewer) -> Option<Moved> {
        let what = self.line_view(self.log.back()?, viewer);
        Some(Moved {
            table: self.name.clone(),
            what,
            assisted: !self.body.assisted().is_empty(),
            deal: self.late_deal(),
            now: self.now(viewer),
        })
    }

    /// Tells everybody what happened last.
    pub(crate) fn send_moved(&self) {
        self.audience.send(|viewer| match self.moved(viewer) {
            Some(moved) => message_text(&ServerMessage::Moved(Box::new(moved))),
            None => String::new(),
        });
    }

    /// Tells everybody who sits there and who is here.
    pub(crate) fn send_seats(&mut self) {
        self.seats_sent = self.seats_sent.max(Instant::now()) + BETWEEN_SEATS;
        let seats = ServerMessage::Seats {
            table: self.name.clone(),
            seats: self.body.seat_views(self.here(), self.ready),
            watching: self.audience.watching(),
            waits: self.body.waits,
            starts_ms: self.starts.map(|at| (at - Instant::now()).as_millis() as u64),
        };
        let seats = message_text(&seats);
        self.audience.send(|_| seats.clone());
    }

    /// The deal, where it is no secret.
    pub(crate) fn deal(&self) -> Option<String> {
        (self.body.shows_deal || self.is_over()).then(|| self.body.deal.clone())
    }

    /// The deal, where it was a secret until the game was over: who looked before can't know it.
    fn late_deal(&self) -> Option<String> {
        if self.body.shows_deal { None } else { self.deal() }
    }

    /// The name of a seat, as this viewer hears it: somebody with one seat is spoken to.
    pub(crate) fn who(&self, viewer: Viewer) -> impl Fn(Seat) -> String + '_ {
        let own = viewer.seats.single();
        move |seat| if own == Some(seat) { "you".to_owned() } else { isolated(self.body.name(seat)) }
    }

    fn now(&self, viewer: Viewer) -> Now {
        let who = self.who(viewer);
        let (turn, is_hidden) = (self.turn(), self.body.waits);
        let acting = || viewer.seats.and(turn).iter();
        let texts = |seat: Seat| (seat.0, self.listed(seat));
        let words =
            |seat: Seat| (seat.0, self.listed(seat).iter().map(|action| self.words(action)).collect());
        let actions = |seat: Seat| (seat.0, self.actions(seat));
        Now {
            state: self.state,
            at: self.game.inputs(),
            turn: numbers(turn.iter()),
            scores: self.game.scores().points().to_vec(),
            position: if is_hidden { String::new() } else { self.game.position_text(&who, STYLE) },
            question: if is_hidden { String::new() } else { self.game.question(&who) },
            legal: if viewer.data { BTreeMap::new() } else { acting().map(texts).collect() },
            words: if viewer.words && !viewer.data { acting().map(words).collect() } else { BTreeMap::new() },
            actions: if viewer.data { acting().map(actions).collect() } else { BTreeMap::new() },
            board: if viewer.data && !is_hidden { data(self.game.position_data()) } else { Data::new() },
            window_ms: self.deadline.map(|deadline| (deadline - Instant::now()).as_millis() as u64),
            can_undo: viewer.seats.iter().any(|seat| self.check_undo(seat).is_ok()),
            can_hint: acting().next().is_some() && self.allows_hints(),
            over: self.over(),
        }
    }

    /// The legal actions that are shown to a seat: where the result counts, those that have to be found are left out.
    pub(crate) fn listed(&self, seat: Seat) -> Vec<String> {
        let mut actions = self.game.legal_actions(seat);
        actions.retain(|action| self.may_show(action));
        actions
    }

    /// The same for a screen.
    fn actions(&self, seat: Seat) -> Vec<ActionView> {
        let choices = self.game.choices(seat).into_iter().filter(|choice| self.may_show(&choice.text));
        choices.map(ActionView::from).collect()
    }

    fn may_show(&self, action: &str) -> bool {
        !self.body.counts() || !self.game.is_solution(action).unwrap_or(false)
    }

    /// What an action does, in words.
    pub(crate) fn words(&self, action: &str) -> String {
        self.game.describe_action(action).map(|description| description.words).unwrap_or_default()
    }

    /// Hints are for a single person against bots, and for tables that allow them.
    pub(crate) fn allows_hints(&self) -> bool {
        self.body.evaluation.is_none() && (self.body.hints || self.body.people() < 2)
    }

    fn over(&self) -> Option<OverView> {
        let why = self.game.end_words()?.to_owned();
        let scores = self.game.scores();
        let places = (0..self.game.seats()).map(|seat| scores.place(Seat(seat))).collect();
        Some(OverView { why, places, game: self.archived, next: self.body.next.clone() })
    }

    fn line_view(&self, line: &Line, viewer: Viewer) -> LogView {
        let event = |event: Description| {
            let view = EventView::from(event);
            if viewer.data { view } else { EventView { data: Data::new(), ..view } }
        };
        LogView {
            number: line.number,
            input: line.input.to_string(),
            seat: line.seat.map(|seat| seat.0),
            why: line.why.as_deref().map(str::to_owned),
            events: line.events.describe(&self.who(viewer)).into_iter().map(event).collect(),
        }
    }
}

impl From<Description> for EventView {
    fn from(event: Description) -> EventView {
        EventView { text: event.text, words: event.words, data: data(event.data) }
    }
}

impl From<Description> for ActionView {
    fn from(action: Description) -> ActionView {
        ActionView { action: action.text, words: action.words, data: data(action.data) }
    }
}

/// Data as it is sent: an object, or nothing.
fn data(value: Value) -> Data {
    if let Value::Object(data) = value { data } else { Data::new() }
}

/// A name within a sentence: one that is written from right to left must not turn what stands around it.
fn isolated(name: String) -> String {
    let turns = |letter: char| matches!(u32::from(letter), 0x590..=0x8ff | 0xfb1d..=0xfdff | 0xfe70..=0xfeff | 0x1_0800..=0x1_0fff | 0x1_e800..=0x1_efff);
    if name.contains(turns) { format!("\u{2068}{name}\u{2069}") } else { name }
}

const STYLE: Style = Style { has_color: false, is_ascii: false };

/// A message as it is sent.
pub(crate) fn message_text(message: &ServerMessage) -> String {
    serde_json::to_string(message).expect("a message is plain data")
}

fn numbers(seats: impl Iterator<Item = Seat>) -> Vec<u8> {
    seats.map(|seat| seat.0).collect()
}
