//! What the screen looks like.

use ratatui::layout::Rect;
use tercet_game::Seat;

use super::model::{AnyScreen, Job};
use crate::options;
use crate::screen::kit::help::Section;
use crate::screen::kit::list;
use crate::screen::kit::log::Log;
use crate::screen::kit::pen::{Pen, inside, wrap};
use crate::screen::kit::theme::Role;
use crate::screen::{Effect, Message, Room, Screen};

/// Where everything stands.
pub(super) struct Plan {
    position: Rect,
    question: Rect,
    /// Inside of the frame of what may be done.
    pub(super) list: Rect,
    events: Rect,
    pub(super) bar: Rect,
    status: Rect,
}

/// The fewest columns for what happened.
const SIDE: u16 = 26;

impl Plan {
    pub(super) fn new(room: &Room, screen: &AnyScreen) -> Plan {
        let area = room.area;
        let status = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        let bar = Rect {
            x: area.x + 1,
            width: area.width.saturating_sub(2),
            y: status.y.saturating_sub(1),
            height: 1,
        };
        let rest = Rect { height: area.height.saturating_sub(2), ..area };
        let side = (rest.width / 2).max(SIDE).min(rest.width.saturating_sub(SIDE));
        let left = Rect { width: rest.width - side, ..rest };
        let events = Rect { x: left.right(), width: side, ..rest };
        let choices = screen.choices().len() as u16;
        let asked = if choices == 0 { 0 } else { (choices + 2).min(left.height / 2) };
        let question = Rect { y: left.bottom() - asked, height: asked, ..left };
        let position = Rect { height: left.height - asked, ..left };
        Plan { position, question, list: inside(question), events, bar, status }
    }
}

impl AnyScreen {
    fn draw_position(&self, pen: &mut Pen) {
        let mut inner = pen.framed(self.entry.title, Role::Border);
        let lines: Vec<&str> = self.position.lines().collect();
        let room = usize::from(inner.height());
        for (y, line) in (0..).zip(lines.iter().take(room)) {
            inner.text(1, y, line, Role::Text);
        }
        if lines.len() > room {
            pen.foot(&format!("{} lines more; v shows all", lines.len() - room), Role::Warn);
        }
    }

    fn draw_question(&self, pen: &mut Pen, list: Rect) {
        if !self.is_newest() {
            let _ = pen.framed("looking back; End goes on", Role::Border);
            return;
        }
        let question = self.game.question(&|seat: Seat| self.name(seat));
        let title = if question.is_empty() { "what may be done".to_owned() } else { question };
        let _ = pen.framed(&title, Role::Border);
        let entry = |(number, (text, words)): (usize, (String, String))| {
            let words = if words.is_empty() || words == text { String::new() } else { format!("  {words}") };
            (format!("{number:>2}  {text}{words}"), Role::Text)
        };
        let entries: Vec<(String, Role)> = (1..).zip(self.choices()).map(entry).collect();
        list::draw(&mut pen.at(list), &entries, Some(self.chosen));
    }

    fn draw_events(&self, pen: &mut Pen) {
        let mut panel = pen.framed("what happened", Role::Border);
        let mut log = Log::default();
        let from = self.here.saturating_sub(usize::from(panel.height()));
        for (number, step) in self.steps.iter().enumerate().take(self.here + 1).skip(from) {
            let role = if number == self.here { Role::Strong } else { Role::Dim };
            for text in &step.words {
                log.push(format!("{:>3} {text}", step.at), role);
            }
            if let Some(why) = step.why.as_ref().filter(|why| number == self.here && !why.is_empty()) {
                log.push(format!("    {why}"), Role::Dim);
            }
        }
        log.draw(&mut panel);
    }

    fn draw_bar(&self, pen: &mut Pen) {
        let width = usize::from(pen.width().max(1));
        let here = self.here * (width - 1) / self.last().max(1);
        let line: String = (0..width).map(|x| if x <= here { '█' } else { '─' }).collect();
        pen.text(0, 0, &line, Role::Accent);
        pen.text(here as u16, 0, "◆", Role::Warn);
    }

    fn draw_status(&self, pen: &mut Pen) {
        let points = self.game.scores().points().to_vec();
        let points = (0..).zip(points).map(|(seat, points)| format!("{} {points}", self.name(Seat(seat))));
        let points = points.collect::<Vec<_>>().join(", ");
        let step = format!("step {} of {}", self.here, self.last());
        let x = pen.text(1, 0, &step, Role::Strong);
        let what = match (&self.job, self.game.end_words()) {
            (Some(Job::Move(_)), _) => "thinking; x cuts it short".to_owned(),
            (Some(Job::Hint(_)), _) => "looking for a hint".to_owned(),
            (None, Some(end)) => format!("over: {end}; {points}"),
            (None, None) => points,
        };
        let (text, role) = self.note.clone().unwrap_or((what, Role::Dim));
        let text = wrap(&text, pen.width().saturating_sub(x + 3));
        pen.text(x + 2, 0, text.first().map_or("", String::as_str), role);
    }
}

impl Screen for AnyScreen {
    fn title(&self) -> String {
        format!("{}   deal {}", self.entry.title, options::brief(&self.deal))
    }

    fn needs(&self) -> (u16, u16) {
        (60, 16)
    }

    fn help(&self) -> Vec<Section> {
        let play = [
            ("↑ ↓ Enter", "choose and do"),
            ("1-9, click", "do that of the list"),
            ("h", "a hint by a bot that searches"),
            ("u", "take back your last decision"),
            ("x", "cut the bots' thinking short"),
            ("n", "play again, once the game is over"),
            (": words", "do it in the game's own words; `save FILE` keeps the record"),
        ];
        let look = [
            ("← →, wheel", "a step back, a step on"),
            ("PgUp PgDn", "ten steps"),
            ("Home End", "the beginning, the end"),
            ("mouse on the bar", "go there"),
            (": 42", "go to the input of this number"),
            ("v", "the whole position"),
        ];
        vec![Section::new("the game", &play), Section::new("looking back", &look)]
    }

    fn footer(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("↑↓ Enter", "do"),
            ("h", "hint"),
            ("u", "undo"),
            ("←→", "look back"),
            ("v", "position"),
            ("q", "leave"),
        ]
    }

    fn rules(&self) -> Option<&'static str> {
        Some(self.entry.id)
    }

    fn is_playing(&self) -> bool {
        !self.is_over()
    }

    fn update(&mut self, message: &Message, room: &Room) -> Vec<Effect> {
        self.take(message, room)
    }

    fn typed(&mut self, line: &str, _room: &Room) -> Vec<Effect> {
        self.read(line)
    }

    fn view(&self, pen: &mut Pen, room: &Room) {
        let plan = Plan::new(room, self);
        self.draw_position(&mut pen.at(plan.position));
        if plan.question.height > 0 {
            self.draw_question(&mut pen.at(plan.question), plan.list);
        }
        self.draw_events(&mut pen.at(plan.events));
        self.draw_bar(&mut pen.at(plan.bar));
        self.draw_status(&mut pen.at(plan.status));
    }
}
