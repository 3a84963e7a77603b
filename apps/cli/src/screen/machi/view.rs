//! What Machi Koro's screen looks like.

use std::time::Duration;

use ratatui::layout::Rect;
use tercet_game::{Game as _, Notation as _, Seat};
use tercet_machi::{Action, Kind, Phase, Site};
use tercet_text::machi::{board as text, words};

use crate::options;
use crate::screen::kit::help::Section;
use crate::screen::kit::list::{self};
use crate::screen::kit::pen::{Pen, inside};
use crate::screen::kit::theme::Role;
use crate::screen::kit::{dialog, pen::wrap};
use crate::screen::machi::board::{self, Reach};
use crate::screen::machi::model::Model;
use crate::screen::{Effect, Message, Room, Screen};

/// Where everything stands.
pub(super) struct Plan {
    market: Rect,
    cities: Rect,
    choices: Rect,
    log: Rect,
    insight: Rect,
}

impl Plan {
    pub(super) fn new(room: &Room, model: &Model) -> Plan {
        let area = room.area;
        let columns = board::columns(model.table.game(), model.table.state());
        let longest = columns.iter().map(Vec::len).max().unwrap_or(0) as u16;
        let market = Rect { y: area.y + 1, height: (longest + 2).min(area.height / 2), ..area };
        let rest = Rect { y: market.bottom(), height: area.bottom().saturating_sub(market.bottom()), ..area };
        let seats = u16::from(model.table.game().seats());
        if area.width >= 110 {
            return Plan::wide(market, rest, model);
        }
        let left = Rect { width: rest.width * 3 / 5, ..rest };
        let lines = (rest.height / 2 / seats).clamp(2, 4) * seats;
        let cities = Rect { height: lines.min(rest.height.saturating_sub(4)), ..left };
        let choices =
            Rect { y: cities.bottom(), height: left.bottom().saturating_sub(cities.bottom()), ..left };
        let right = Rect { x: left.right(), width: rest.width - left.width, ..rest };
        let (log, insight) = if model.has_insight {
            let height = right.height.saturating_sub(3);
            (Rect { y: right.y + height, height: 3, ..right }, Rect { height, ..right })
        } else {
            (right, Rect::ZERO)
        };
        Plan { market, cities, choices, log, insight }
    }

    /// Side by side: cities, choices, what happened.
    fn wide(market: Rect, rest: Rect, model: &Model) -> Plan {
        let third = rest.width / 3;
        let cities = Rect { width: third + 6, ..rest };
        let choices = Rect { x: cities.right(), width: third, ..rest };
        let right = Rect { x: choices.right(), width: rest.width - cities.width - choices.width, ..rest };
        let (log, insight) = if model.has_insight {
            let half = right.height / 2;
            (Rect { height: right.height - half, y: right.y + half, ..right }, Rect { height: half, ..right })
        } else {
            (right, Rect::ZERO)
        };
        Plan { market, cities, choices, log, insight }
    }

    pub(super) fn market_inside(&self) -> Rect {
        inside(self.market)
    }

    /// Where the list of choices stands.
    pub(super) fn list(&self) -> Rect {
        let inner = inside(self.choices);
        Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner }
    }
}

impl Model {
    fn name(&self) -> impl Fn(Seat) -> String + '_ {
        |seat| self.table.name(seat)
    }

    fn draw_status(&self, pen: &mut Pen) {
        let state = self.table.state();
        let who = self.table.name(self.table.acting());
        let x = pen.text(1, 0, &format!("turn {}, {who}", state.turn()), Role::Strong);
        let x = pen.text(x + 2, 0, &board::dice(state), Role::Warn);
        let (text, role) = match &self.note {
            Some((text, role)) => (text.clone(), *role),
            None if self.thinking.is_some() => (format!("{who} thinks; x cuts it short"), Role::Dim),
            None if self.plan.is_some() => {
                (format!("bots: {}; s skips to your turn", self.speed.name()), Role::Dim)
            }
            None => (String::new(), Role::Dim),
        };
        pen.text(x + 2, 0, &text, role);
    }

    fn draw_market(&self, pen: &mut Pen) {
        let (game, state) = (self.table.game(), self.table.state());
        let coins = state.city(self.viewer()).coins();
        let chosen = self.actions.get(self.chosen.0).copied();
        let is_building = state.phase() == Phase::Build && self.is_asked();
        let reach = |kind: Kind| {
            let is_open = if is_building {
                self.actions.contains(&Action::Build(kind))
            } else {
                u32::from(game.cost(Site::Card(kind))) <= coins
            };
            match chosen {
                Some(Action::Build(other)) if other == kind => Reach::Chosen,
                _ if is_open => Reach::Open,
                _ => Reach::Dear,
            }
        };
        let mut panel = pen.framed("market: roll, card, cost, left", Role::Border);
        board::market(&mut panel, game, state, &reach);
    }

    fn draw_choices(&self, pen: &mut Pen) {
        let (game, state) = (self.table.game(), self.table.state());
        let is_asked = self.is_asked();
        let title = if is_asked {
            format!("{}: your choice", self.table.name(self.viewer()))
        } else {
            "waiting".to_owned()
        };
        let mut panel = pen.framed(&title, if is_asked { Role::Accent } else { Role::Border });
        if !is_asked {
            let width = panel.width();
            for (y, line) in wrap(&self.reason, width).iter().enumerate() {
                panel.text(0, y as u16, line, Role::Dim);
            }
            return;
        }
        panel.text(0, 0, &words::question(game, state, &self.name()), Role::Strong);
        let area = panel.area();
        let mut list = panel.at(Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area });
        let room = usize::from(list.width().saturating_sub(3));
        let entry = |(number, &action)| (board::shortened(&self.entry(number, action), room), Role::Text);
        let entries: Vec<(String, Role)> = self.actions.iter().enumerate().map(entry).collect();
        list::draw(&mut list, &entries, Some(self.chosen));
    }

    /// A choice in a line: its number, what it is and what it does.
    fn entry(&self, number: usize, action: Action) -> String {
        let (game, state) = (self.table.game(), self.table.state());
        let what = match board::site(action) {
            Some(site) => format!("{} ({})", words::site(game, site), game.cost(site)),
            None => game.action_text(action),
        };
        let who = action.seat().map_or(String::new(), |seat| format!(" ({})", self.table.name(seat)));
        let does = match action {
            Action::Build(kind) => words::effect(&game.cards().card(kind).effect, game.cards()),
            Action::BuildLandmark(landmark) => landmark.about().to_owned(),
            Action::Pass => "build nothing".to_owned(),
            other => words::meaning(game, state, other),
        };
        format!("{:>2} {what}{who}: {does}", number + 1)
    }

    fn draw_log(&self, pen: &mut Pen) {
        let mut panel = pen.framed("what happened", Role::Border);
        if self.reason.is_empty() || panel.height() < 8 {
            self.log.draw(&mut panel);
            return;
        }
        let lines = wrap(&self.reason, panel.width());
        let used = (lines.len() as u16 + 1).min(panel.height() / 3);
        for (y, line) in lines.iter().take(usize::from(used.saturating_sub(1))).enumerate() {
            panel.text(0, y as u16, line, Role::Dim);
        }
        let area = panel.area();
        self.log.draw(&mut panel.at(Rect { y: area.y + used, height: area.height - used, ..area }));
    }

    fn draw_insight(&self, pen: &mut Pen) {
        let mut panel = pen.framed("insight", Role::Border);
        match &self.insight {
            Some(insight) => insight.draw(&mut panel, &self.name()),
            None => drop(panel.text(0, 0, "working it out …", Role::Dim)),
        }
    }

    fn draw_end(&self, pen: &mut Pen) {
        let (game, state) = (self.table.game(), self.table.state());
        let Some(end) = game.scores(state).end() else { return };
        let mut lines = vec![format!("After {} turns: {}.", state.turn(), words::end(end)), String::new()];
        lines.extend(text::standings(game, state, &self.name()).lines().map(str::to_owned));
        lines.push(String::new());
        lines.push(self.table.share());
        dialog::draw(
            pen,
            "the game is over",
            &lines,
            &[("m", "rematch with the same seats"), ("q", "leave")],
        );
    }
}

impl Screen for Model {
    fn title(&self) -> String {
        format!("Machi Koro   deal {}", options::brief(self.table.deal()))
    }

    fn needs(&self) -> (u16, u16) {
        (80, 24)
    }

    fn help(&self) -> Vec<Section> {
        vec![Section::new(
            "Machi Koro",
            &[
                ("↑ ↓, 1-9, click", "choose; a second time does it"),
                ("Enter, Space", "do what is chosen"),
                ("i", "insight: income, rounds until victory, chances to win"),
                ("u", "take back your last decision, if no dice have fallen since"),
                ("s", "skip to your next decision"),
                ("+ -", "how quickly bots act"),
                ("x", "cut a bot's thinking short; again: `random` moves for it"),
                ("m", "rematch with the same seats, when the game is over"),
                ("W", "another game with the same seats, now"),
                ("PgUp PgDn", "scroll what happened"),
            ],
        )]
    }

    fn footer(&self) -> Vec<(&'static str, &'static str)> {
        let mut keys = if self.is_asked() {
            vec![("↑↓ 1-9", "choose"), ("Enter", "do it"), ("u", "undo")]
        } else {
            vec![("s", "skip"), ("+-", "speed")]
        };
        keys.extend([("i", "insight"), (":", "type"), ("q", "leave")]);
        keys
    }

    fn is_playing(&self) -> bool {
        !self.table.is_over()
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
        self.draw_market(&mut pen.at(plan.market));
        board::cities(&mut pen.at(plan.cities), self.table.game(), self.table.state(), &self.name());
        self.draw_choices(&mut pen.at(plan.choices));
        self.draw_log(&mut pen.at(plan.log));
        if self.has_insight {
            self.draw_insight(&mut pen.at(plan.insight));
        }
        self.draw_end(pen);
    }

    fn wakes(&self) -> Option<Duration> {
        self.next_moment()
    }
}
