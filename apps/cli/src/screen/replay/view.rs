//! What the viewer looks like.

use std::time::Duration;

use ratatui::layout::Rect;
use tercet_catalog::games;
use tercet_game::Seat;

use crate::options;
use crate::screen::kit::help::Section;
use crate::screen::kit::log::Log;
use crate::screen::kit::pen::{Pen, wrap};
use crate::screen::kit::theme::Role;
use crate::screen::replay::model::{Model, PAUSES};
use crate::screen::{Effect, Message, Room, Screen};

/// Where everything stands.
pub(super) struct Plan {
    board: Rect,
    events: Rect,
    pub(super) bar: Rect,
    status: Rect,
}

/// The fewest columns for what happened.
const SIDE: u16 = 22;

impl Plan {
    pub(super) fn new(room: &Room, model: &Model) -> Plan {
        let area = room.area;
        let status = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        let bar = Rect {
            x: area.x + 1,
            width: area.width.saturating_sub(2),
            y: status.y.saturating_sub(1),
            height: 1,
        };
        let rest = Rect { height: area.height.saturating_sub(2), ..area };
        let (width, _) = model.boards.room(model.here);
        let spare = rest.width.saturating_sub(width);
        if spare >= SIDE {
            let side = spare.min((rest.width / 3).clamp(SIDE, 60));
            let board = Rect { width: rest.width - side, ..rest };
            let events = Rect { x: board.right(), width: side, ..rest };
            return Plan { board, events, bar, status };
        }
        // Too narrow for both side by side: what happened stands below the board.
        let board = Rect { height: rest.height.saturating_sub((rest.height / 5).max(4)), ..rest };
        let events = Rect { y: board.bottom(), height: rest.bottom() - board.bottom(), ..rest };
        Plan { board, events, bar, status }
    }
}

impl Model {
    fn draw_events(&self, pen: &mut Pen) {
        let mut panel = pen.framed("what happened", Role::Border);
        let mut log = Log::default();
        let lines = usize::from(panel.height());
        let from = self.here.saturating_sub(lines);
        for (number, stop) in self.stops.iter().enumerate().take(self.here + 1).skip(from) {
            let role = if number == self.here { Role::Strong } else { Role::Dim };
            let shown = stop.words.len().min(lines.max(1));
            for text in &stop.words[stop.words.len() - shown..] {
                log.push(format!("{:>3} {text}", stop.at), role);
            }
        }
        log.draw(&mut panel);
    }

    fn draw_bar(&self, pen: &mut Pen) {
        let last = (self.stops.len() - 1).max(1);
        let width = usize::from(pen.width().max(1));
        let here = self.here * (width - 1) / last;
        let line: String = (0..width).map(|x| if x <= here { '█' } else { '─' }).collect();
        pen.text(0, 0, &line, Role::Accent);
        pen.text(here as u16, 0, "◆", Role::Warn);
    }

    fn draw_status(&self, pen: &mut Pen) {
        let stop = self.stop();
        let total = self.stops.last().map_or(0, |stop| stop.at);
        let mark = if self.is_running { "running" } else { "paused" };
        let x = pen.text(
            1,
            0,
            &format!("input {} of {total}, step {} of {}", stop.at, self.here, self.stops.len() - 1),
            Role::Strong,
        );
        let x = pen.text(x + 2, 0, &format!("{mark}, {} ms a step", PAUSES[self.speed]), Role::Dim);
        if let Some((text, role)) = &self.note {
            pen.text(x + 2, 0, text, *role);
        } else if let Some(live) = &self.live {
            let text = if live.thinking.is_some() { "thinking; x cuts it short" } else { "" };
            pen.text(x + 2, 0, text, Role::Dim);
        }
    }

    /// Draws why it was done, on half of the lines at most; how many that took.
    fn draw_reason(&self, pen: &mut Pen, area: Rect) -> u16 {
        let Some(reason) = &self.stop().reason else { return 0 };
        let (mut part, lines) = (pen.at(area), wrap(reason, area.width));
        let shown = lines.len().min(usize::from(area.height / 2));
        for (y, line) in (0..).zip(&lines[..shown]) {
            part.text(0, y, line, Role::Dim);
        }
        if shown > 0 && shown < lines.len() {
            part.right(shown as u16 - 1, " …", Role::Dim);
        }
        shown as u16
    }
}

impl Screen for Model {
    fn title(&self) -> String {
        let game = self.record.game.as_str();
        let title = games().game(game).map_or(game, |entry| entry.title);
        let what = if self.live.is_some() { "watching" } else { "again" };
        format!("{title}, {what}   deal {}", options::brief(&self.record.deal))
    }

    fn needs(&self) -> (u16, u16) {
        let (width, height) = self.boards.room(self.here);
        (width, height + 4)
    }

    fn help(&self) -> Vec<Section> {
        let mut rows = vec![
            ("← →, wheel", "a step back, a step on"),
            ("PgUp PgDn", "ten steps"),
            ("Home End", "the beginning, the end"),
            ("0-9", "so many tenths of the game"),
            ("Space", "run, or stop"),
            ("+ -", "faster, slower"),
            ("mouse on the bar", "go there"),
            (": 42", "go to the input of this number"),
            ("v", "the whole position in words"),
        ];
        if self.live.is_some() {
            rows.extend([
                ("x", "cut the bots' thinking short; again: `random` moves"),
                (": save FILE", "keep the record"),
            ]);
        }
        vec![Section::new("the viewer", &rows)]
    }

    fn footer(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("←→", "step"),
            ("Space", "run"),
            ("+-", "speed"),
            ("Home End", "jump"),
            (":", "go to"),
            ("v", "in words"),
            ("q", "leave"),
        ]
    }

    fn rules(&self) -> Option<&'static str> {
        games().game(&self.record.game).ok().map(|entry| entry.id)
    }

    fn is_playing(&self) -> bool {
        false
    }

    fn update(&mut self, message: &Message, room: &Room) -> Vec<Effect> {
        self.take(message, room)
    }

    fn typed(&mut self, line: &str, room: &Room) -> Vec<Effect> {
        self.read(line, room)
    }

    fn view(&self, pen: &mut Pen, room: &Room) {
        let plan = Plan::new(room, self);
        self.boards.show(self.here, &mut pen.at(plan.board), &|seat: Seat| self.name(seat));
        let used = self.draw_reason(pen, plan.events);
        let events = Rect { y: plan.events.y + used, height: plan.events.height - used, ..plan.events };
        let mut part = pen.at(events);
        part.clear();
        self.draw_events(&mut part);
        self.draw_bar(&mut pen.at(plan.bar));
        self.draw_status(&mut pen.at(plan.status));
    }

    fn wakes(&self) -> Option<Duration> {
        let is_thinking = self.live.as_ref().is_some_and(|live| live.thinking.is_some());
        (self.is_running && !is_thinking).then(|| self.next_stop())
    }
}
