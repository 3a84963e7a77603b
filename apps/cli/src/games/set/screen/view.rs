//! What SET's screen looks like.

use std::time::Duration;

use ratatui::layout::Rect;
use tercet_game::Game as _;
use tercet_set::{Card, Cell, SetGame, Variant};
use tercet_set_play::text::words;

use crate::games::set::screen::board::{Grid, Look, Mark, SMALLEST, columns, letter};
use crate::games::set::screen::model::Model;
use crate::options;
use crate::screen::kit::dialog::Dialog;
use crate::screen::kit::help::Section;
use crate::screen::kit::pen::Pen;
use crate::screen::kit::theme::Role;
use crate::screen::{Effect, Message, Room, Screen};

/// Where everything stands.
pub(super) struct Plan {
    pub(super) grid: Grid,
    found: Rect,
    log: Rect,
}

/// How many columns stand beside the board, the widest first that leaves room for the cards.
const SIDES: [u16; 5] = [44, 34, 24, 13, 0];

impl Plan {
    pub(super) fn new(room: &Room, model: &Model) -> Plan {
        let area = room.area;
        let board = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let columns = columns(model.table.state());
        let comfortable = if columns <= 4 { 14 } else { SMALLEST.0 };
        let has_room =
            |side: &u16| area.width.saturating_sub(*side) >= columns * comfortable && *side <= area.width / 3;
        let side = SIDES.into_iter().find(has_room).unwrap_or(0);
        let grid = model.grid(Rect { width: board.width - side, ..board });
        let left = board.x + grid.used() + u16::from(side > 0);
        let side = Rect { x: left, width: board.right().saturating_sub(left).min(60), ..board };
        let side = if side.width < 12 { Rect { width: 0, ..side } } else { side };
        let lines = (model.taken.len() as u16 + 2).clamp(3, (side.height / 2).max(3));
        let found = Rect { height: lines.min(side.height), ..side };
        let log = Rect { y: found.bottom(), height: side.bottom().saturating_sub(found.bottom()), ..side };
        Plan { grid, found, log }
    }
}

impl Model {
    fn draw_status(&self, pen: &mut Pen) {
        let x = pen.text(1, 0, &self.standings(), Role::Strong);
        let left = self.table.state().unseen().len();
        let x = pen.text(x + 2, 0, &format!("deck {left}"), Role::Dim);
        let x = pen.text(x + 2, 0, &clock(self.spent()), Role::Text);
        let (target, limit) = self.begin.goals;
        let goal = match (target, limit) {
            (Some(sets), Some(seconds)) => format!("goal {sets} Sets in {}", clock(seconds * 1000)),
            (Some(sets), None) => format!("goal {sets} Sets"),
            (None, Some(seconds)) => format!("until {}", clock(seconds * 1000)),
            (None, None) => String::new(),
        };
        let x = pen.text(x + 2, 0, &goal, Role::Dim);
        let state = self.table.state();
        let (text, role) = match (state.caller(), self.window_end()) {
            (Some(_), Some(end)) => {
                let left = end.saturating_sub(self.now).as_secs() + 1;
                (format!("you called: {left} s left"), Role::Warn)
            }
            (Some(seat), None) => (format!("{} called", self.table.name(seat)), Role::Warn),
            _ if state.locked().contains(self.table.me()) => {
                ("locked until the board changes".to_owned(), Role::Bad)
            }
            _ if state.asking().contains(self.table.me()) => ("you asked for cards".to_owned(), Role::Dim),
            _ => (String::new(), Role::Dim),
        };
        pen.text(x + 2, 0, &text, role);
    }

    fn draw_found(&self, pen: &mut Pen) {
        let mut panel = pen.framed("Sets found", Role::Border);
        let rows = usize::from(panel.height());
        let skipped = self.taken.len().saturating_sub(rows);
        for (line, (number, (seat, cards))) in self.taken.iter().enumerate().skip(skipped).enumerate() {
            let y = line as u16;
            let mut x = panel.text(0, y, &format!("{:>2} ", number + 1), Role::Dim);
            for card in cards {
                x = panel.text(x, y, &card.to_string(), color(*card)) + 1;
            }
            if self.table.is_race() {
                panel.text(x, y, &self.table.name(*seat), Role::Dim);
            }
        }
        if self.taken.is_empty() {
            panel.text(0, 0, "none yet", Role::Dim);
        }
    }

    fn end(&self) -> Option<Dialog> {
        let scores = self.table.game().scores(self.table.state());
        let end = scores.end()?;
        let mut lines =
            vec![format!("{}.", words::end(end)), self.standings(), format!("time: {}", clock(self.spent()))];
        if self.table.is_race() {
            let winners: Vec<String> = scores.winners().iter().map(|seat| self.table.name(seat)).collect();
            lines.push(format!("won: {}", winners.join(", ")));
        }
        lines.extend(self.goals());
        if self.begin.is_assisted && !self.table.is_race() {
            lines.push("with help: something was taken back, hinted at or counted".to_owned());
        }
        lines.push(format!("SET, deal `{}`", options::brief(self.table.deal())));
        let answers = vec![('W', "again with the same seats"), ('q', "leave")];
        Some(Dialog { title: "the game is over", words: lines, answers })
    }
}

fn color(card: Card) -> Role {
    Role::Trio(card.color() as u8)
}

/// Minutes and seconds.
fn clock(millis: u64) -> String {
    let seconds = Duration::from_millis(millis).as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

impl Screen for Model {
    fn title(&self) -> String {
        let config = self.table.game().config();
        let variant = match config.variant {
            Variant::Standard => String::new(),
            other => format!(", {other}"),
        };
        format!("SET{variant}   deal {}", options::brief(self.table.deal()))
    }

    fn needs(&self) -> (u16, u16) {
        ((columns(self.table.state()) * SMALLEST.0).max(60), SMALLEST.1 * 3 + 3)
    }

    fn help(&self) -> Vec<Section> {
        vec![Section::new(
            "SET",
            &[
                ("a b c …, click", "pick the card with this letter, or lay it back; three claim"),
                ("arrows, Space", "move the cursor and pick with it"),
                ("D, +", "no Set? deal three more cards"),
                ("H", "a hint: one card of a Set, then two, then all"),
                ("S", "how many Sets there are"),
                ("C, Tab", "call before you claim, in a race with calls"),
                ("U, Backspace", "take back (Backspace lays back what is picked first)"),
                ("W", "another game with the same seats"),
                ("PgUp PgDn", "scroll what happened"),
            ],
        )]
    }

    fn footer(&self) -> Vec<(&'static str, &'static str)> {
        let mut keys = vec![("letters", "pick"), ("D", "deal"), ("H", "hint")];
        if self.table.game().config().call_ms > 0 {
            keys.push(("C", "call"));
        }
        if !self.table.is_race() {
            keys.push(("U", "undo"));
        }
        keys.extend([("S", "count"), (":", "type"), ("q", "leave")]);
        keys
    }

    fn rules(&self) -> Option<&'static str> {
        Some(SetGame::ID)
    }

    fn is_playing(&self) -> bool {
        !self.table.is_over() && self.table.state().plays() > 0
    }

    fn update(&mut self, message: &Message, room: &Room) -> Vec<Effect> {
        self.take(message, room)
    }

    fn typed(&mut self, line: &str, room: &Room) -> Vec<Effect> {
        self.read(line, room)
    }

    fn view(&self, pen: &mut Pen, room: &Room) {
        let plan = Plan::new(room, self);
        self.draw_status(pen);
        let look = |cell: Cell| {
            let mark = match cell {
                _ if self.picked.contains(&cell) => Mark::Picked,
                _ if self.hinted.contains(&cell) => Mark::Hinted,
                _ if self.dealt.contains(&cell) => Mark::New,
                _ => Mark::Nothing,
            };
            Look { mark, is_here: self.cursor == cell.index() }
        };
        plan.grid.draw(pen, self.table.state(), &|cell| letter(cell).to_string(), &look);
        self.draw_found(&mut pen.at(plan.found));
        let mut log = pen.at(plan.log);
        self.log.draw(&mut log.framed("what happened", Role::Border));
    }

    fn dialog(&self, room: &Room) -> Option<(Rect, Dialog)> {
        Some((room.area, self.end()?))
    }

    fn wakes(&self) -> Option<Duration> {
        self.next_moment()
    }
}
