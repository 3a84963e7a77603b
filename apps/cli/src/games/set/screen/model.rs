//! What SET's screen knows.

use std::time::Duration;

use tercet_game::{Answer, Game as _, Refusal as _, RunError, Seat, Seats};
use tercet_set::{Action, Card, Cell, Claim, Event, Illegal, Variant};
use tercet_set_play::text::words;

use crate::games::set::goals::Goals;
use crate::games::set::screen::board::letter;
use crate::games::set::session::is_new_board;
use crate::games::set::table::Table;
use crate::screen::Effect;
use crate::screen::kit::log::Log;
use crate::screen::kit::theme::Role;
use crate::screen::run::millis;
use crate::screen::saves::Save;

/// How a game's screen begins.
pub(crate) struct Begin {
    /// Its name among the saved games.
    pub(crate) id: String,
    pub(crate) is_assisted: bool,
    pub(crate) spent_ms: u64,
    pub(crate) goals: (Option<u32>, Option<u64>),
}

pub(crate) struct Model {
    pub(super) table: Table,
    pub(super) begin: Begin,
    pub(super) picked: Vec<Cell>,
    pub(super) cursor: usize,
    /// The cards of the hint that have been shown.
    pub(super) hinted: Vec<Cell>,
    pub(super) log: Log,
    /// Every Set taken so far, and by whom.
    pub(super) taken: Vec<(Seat, Vec<Card>)>,
    /// The cells that were dealt last.
    pub(super) dealt: Vec<Cell>,
    /// When the game was first seen.
    pub(super) opened: Option<Duration>,
    /// When it ended.
    pub(super) ended: Option<Duration>,
    /// When the position became what it is.
    pub(super) since: Duration,
    pub(super) now: Duration,
}

impl Model {
    pub(crate) fn new(mut table: Table, begin: Begin) -> Model {
        let opening = std::mem::take(&mut table.opening);
        let taken = table.taken();
        let mut model = Model {
            table,
            begin,
            picked: Vec::new(),
            cursor: 0,
            hinted: Vec::new(),
            log: Log::default(),
            taken,
            dealt: Vec::new(),
            opened: None,
            ended: None,
            since: Duration::ZERO,
            now: Duration::ZERO,
        };
        model.log_events(&opening);
        model.dealt.clear();
        model
    }

    /// How long the person has been playing, in milliseconds.
    pub(super) fn spent(&self) -> u64 {
        let Some(opened) = self.opened else { return self.begin.spent_ms };
        let until = self.ended.unwrap_or(self.now);
        self.begin.spent_ms + millis(until.saturating_sub(opened))
    }

    pub(super) fn goals(&self) -> Vec<String> {
        let (target, limit) = self.begin.goals;
        let goals = Goals::new(target, limit);
        goals.after(Duration::from_millis(self.spent()), self.table.game(), self.table.state())
    }

    /// How many cards a claim takes.
    pub(super) fn claim_size(&self) -> usize {
        self.table.game().config().claim_size()
    }

    /// Picks a card or lays it back; the last that is needed claims.
    pub(super) fn pick(&mut self, cell: Cell) -> Vec<Effect> {
        if self.table.is_over() || self.table.state().card(cell).is_none() {
            return Vec::new();
        }
        self.cursor = cell.index();
        if let Some(place) = self.picked.iter().position(|&picked| picked == cell) {
            self.picked.remove(place);
            return Vec::new();
        }
        self.picked.push(cell);
        if self.picked.len() < self.claim_size() {
            return Vec::new();
        }
        let cells = std::mem::take(&mut self.picked);
        match Claim::new(&cells) {
            Ok(claim) => self.act(Action::Claim(claim)),
            Err(error) => self.say(error.to_string(), Role::Bad),
        }
    }

    pub(super) fn say(&mut self, text: impl Into<String>, role: Role) -> Vec<Effect> {
        self.log.push(text, role);
        Vec::new()
    }

    /// The person acts.
    pub(super) fn act(&mut self, action: Action) -> Vec<Effect> {
        let cards = self.named(action);
        match self.table.play(self.table.me(), action) {
            Ok(events) => self.happened(&events),
            Err(RunError::Refused(Illegal::NotASet)) if cards.len() == 3 => {
                let why = words::why_no_set(&cards);
                self.say(format!("{} ({why})", Illegal::NotASet), Role::Bad)
            }
            Err(RunError::Refused(illegal)) => {
                tracing::debug!(code = illegal.code(), "refused");
                self.say(illegal.to_string(), Role::Bad)
            }
            Err(error) => self.say(error.to_string(), Role::Bad),
        }
    }

    fn named(&self, action: Action) -> Vec<Card> {
        let Action::Claim(claim) = action else { return Vec::new() };
        claim.cells().iter().filter_map(|&cell| self.table.state().card(cell)).collect()
    }

    /// After every change: what was picked follows its cards as far as they are there, and the game is kept.
    pub(super) fn happened(&mut self, events: &[Event]) -> Vec<Effect> {
        self.since = self.now;
        self.hinted.clear();
        if events.iter().any(is_new_board) {
            self.dealt.clear();
            let state = self.table.state();
            self.picked.retain(|&cell| state.card(cell).is_some());
        }
        self.log_events(events);
        self.changed()
    }

    pub(super) fn changed(&mut self) -> Vec<Effect> {
        self.taken = self.table.taken();
        self.table.keep();
        self.ended = self.table.is_over().then_some(self.now);
        vec![Effect::Keep(self.save())]
    }

    fn save(&self) -> Save {
        Save {
            id: self.begin.id.clone(),
            players: self.table.names(),
            is_assisted: self.begin.is_assisted,
            spent_ms: self.spent(),
            goals: self.begin.goals,
            record: self.table.record().to_string(),
        }
    }

    fn log_events(&mut self, events: &[Event]) {
        let me = self.table.me();
        for event in events {
            let role = match event {
                Event::Dealt { cell, .. } => {
                    self.dealt.push(*cell);
                    continue;
                }
                Event::Asked { .. } if !self.table.is_race() => continue,
                Event::Claimed { seat, .. } if *seat == me => Role::Good,
                Event::Wrong { .. } | Event::Fined { .. } | Event::Expired { .. } => Role::Bad,
                Event::Over { .. } | Event::Called { .. } => Role::Warn,
                _ => Role::Text,
            };
            let text = words::event(event, &|seat| self.table.name(seat));
            self.log.push(lettered(event, text), role);
        }
    }

    /// One card of the first Set more, each time.
    pub(super) fn hint(&mut self) -> Vec<Effect> {
        let Some(claim) = self.table.game().first_claim(self.table.state()) else {
            return self.say("there is no Set on the board; D deals three more cards", Role::Warn);
        };
        self.begin.is_assisted = true;
        let shown = (self.hinted.len() + 1).min(claim.cells().len());
        self.hinted = claim.cells()[..shown].to_vec();
        let words = if shown == claim.cells().len() { "these are one" } else { "this is part of one" };
        let letters: Vec<String> = self.hinted.iter().map(|&cell| letter(cell).to_string()).collect();
        self.say(format!("hint {}: {words}", letters.join(" ")), Role::Warn)
    }

    pub(super) fn undo(&mut self) -> Vec<Effect> {
        if self.table.is_race() {
            return self.say("nothing is taken back in a race", Role::Dim);
        }
        if !self.table.undo() {
            return self.say("there is nothing to take back", Role::Dim);
        }
        self.begin.is_assisted = true;
        (self.picked, self.hinted, self.dealt) = (Vec::new(), Vec::new(), Vec::new());
        self.since = self.now;
        self.log.push("taken back", Role::Dim);
        self.changed()
    }

    /// What the quickest bot will do, and when.
    pub(super) fn next_bot(&self) -> Option<(Duration, Seat, Answer<Action>)> {
        let (seat, answer) = self.table.planned()?;
        Some((self.since + Duration::from_millis(answer.delay_ms.into()), seat, answer))
    }

    /// When the person's own call runs out.
    pub(super) fn window_end(&self) -> Option<Duration> {
        let window = self.table.game().window(self.table.state())?;
        let is_mine = self.table.state().caller() == Some(self.table.me());
        is_mine.then(|| self.since + Duration::from_millis(window.into()))
    }

    /// Lets time pass: calls run out, and bots act whose time has come.
    pub(super) fn pass_time(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.table.is_over() {
            return effects;
        }
        if self.window_end().is_some_and(|end| self.now >= end)
            && let Ok(events) = self.table.expire()
        {
            effects.extend(self.happened(&events));
        }
        self.table.quickest_bot();
        if let Some((at, seat, answer)) = self.next_bot()
            && self.now >= at
        {
            let window = self.table.game().window(self.table.state());
            let is_late = window.is_some_and(|window| answer.delay_ms > window);
            let events = if is_late { self.table.expire() } else { self.table.play(seat, answer.action) };
            match events {
                Ok(events) => effects.extend(self.happened(&events)),
                Err(error) => {
                    // It would be asked at once again.
                    self.since = self.now;
                    self.log.push(error.to_string(), Role::Bad);
                }
            }
            self.table.quickest_bot();
        }
        effects
    }

    /// «Sets 3 of 6» or, in a race, everybody's points.
    pub(super) fn standings(&self) -> String {
        let table = &self.table;
        let config = table.game().config();
        if !table.is_race() {
            let of = match config.variant {
                Variant::Puzzle => format!(" of {}", config.puzzle_sets),
                _ => String::new(),
            };
            return format!("Sets {}{of}", table.state().sets(table.me()));
        }
        let points = table.game().scores(table.state());
        let seats = Seats::first(points.points().len() as u8);
        let each = seats.iter().map(|seat| {
            let locked = if table.state().locked().contains(seat) { " (locked)" } else { "" };
            format!("{} {}{locked}", table.name(seat), points.points()[seat.index()])
        });
        each.collect::<Vec<_>>().join("  ")
    }
}

/// The words with the letters of the board in the place of its numbers.
fn lettered(event: &Event, text: String) -> String {
    match event {
        Event::Claimed { claim, .. } | Event::Wrong { claim, .. } => {
            let letters: Vec<String> = claim.cells().iter().map(|&cell| letter(cell).to_string()).collect();
            text.replacen(&claim.to_string(), &letters.join(" "), 1)
        }
        _ => text,
    }
}
