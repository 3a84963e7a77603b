//! What Machi Koro's screen looks like.

use std::time::Duration;

use ratatui::layout::Rect;
use tercet_game::{Game as _, Seat};
use tercet_machi::{Action, Kind, MachiKoro, Site};
use tercet_machi_play::text::{board as text, words};

use crate::games::machi::screen::board::{self, MarketColumns, Reach};
use crate::games::machi::screen::choices::Question;
use crate::games::machi::screen::model::Model;
use crate::options;
use crate::screen::kit::dialog::Dialog;
use crate::screen::kit::help::Section;
use crate::screen::kit::pen::{Pen, inside};
use crate::screen::kit::theme::Role;
use crate::screen::{Effect, Message, Room, Screen};

/// Where everything stands.
pub(super) struct Plan {
    market: Rect,
    cities: Rect,
    choices: Rect,
    log: Rect,
    insight: Rect,
}

/// The fewest lines for what may be built, on a screen where everything stands below each other.
const CHOICES: u16 = 8;
/// The fewest lines of the market there.
const MARKET: u16 = 7;

/// The fewest lines that a long question may have.
const QUESTION: u16 = 10;

impl Plan {
    pub(super) fn new(room: &Room, model: &Model) -> Plan {
        let area = room.area;
        let seats = u16::from(model.table.game().seats());
        let market = board::lines(model.table.state()) as u16 + 2;
        if area.width >= 110 {
            return Plan::wide(area, market.min(area.height / 2), model);
        }
        // Lines for market, cities and choices; a market that gets fewer than it has is scrolled.
        let lines = area.height.saturating_sub(1);
        let city = if lines >= MARKET + CHOICES + 2 * seats { 2 } else { 1 };
        let market = market.min(lines.saturating_sub(CHOICES + city * seats));
        let market = Rect { y: area.y + 1, height: market, ..area };
        let rest = below(area, market);
        let left = Rect { width: rest.width * 3 / 5, ..rest };
        let most = (rest.height * 2 / 5 / seats).clamp(2, 4);
        let spare = rest.height.saturating_sub(CHOICES) / seats;
        let cities = Rect { height: spare.clamp(1, most) * seats, ..left };
        let right = Rect { x: left.right(), width: rest.width - left.width, ..rest };
        let (insight, log) = split(right, right.height.saturating_sub(3), model);
        Plan { market, cities, choices: below(left, cities), log, insight }
    }

    /// Side by side: cities, choices, what happened.
    fn wide(area: Rect, market: u16, model: &Model) -> Plan {
        let market = Rect { y: area.y + 1, height: market, ..area };
        let rest = below(area, market);
        let third = rest.width / 3;
        let cities = Rect { width: third, ..rest };
        let choices = Rect { x: cities.right(), width: third + 6, ..rest };
        let right = Rect { x: choices.right(), width: rest.width - cities.width - choices.width, ..rest };
        let (insight, log) = split(right, right.height / 2, model);
        Plan { market, cities, choices, log, insight }
    }

    pub(super) fn market_inside(&self) -> Rect {
        inside(self.market)
    }

    pub(super) fn log(&self) -> Rect {
        self.log
    }

    /// Where questions stand: over the market, and no lower than they must, so that the cities stay in sight.
    pub(super) fn question(&self) -> Rect {
        Rect { height: self.market.height.max(QUESTION), ..self.market }
    }

    /// Where the list of choices stands.
    pub(super) fn list(&self) -> Rect {
        Plan::list_in(inside(self.choices))
    }

    /// The list in its panel: the question is above it, all about what is chosen below.
    pub(super) fn list_in(panel: Rect) -> Rect {
        Rect { y: panel.y + 1, height: panel.height.saturating_sub(1 + Plan::detail(panel)), ..panel }
    }

    /// How many lines there are in a panel for all about what is chosen.
    pub(super) fn detail(panel: Rect) -> u16 {
        match panel.height {
            0..6 => 0,
            6..12 => 1,
            _ => 3,
        }
    }
}

/// What is left of an area below a part of it.
fn below(area: Rect, part: Rect) -> Rect {
    Rect { y: part.bottom(), height: area.bottom().saturating_sub(part.bottom()), ..area }
}

/// So many lines for the insight, where it is shown; the rest for what happened.
fn split(area: Rect, height: u16, model: &Model) -> (Rect, Rect) {
    let insight = if model.has_insight { Rect { height, ..area } } else { Rect { height: 0, ..area } };
    (insight, below(area, insight))
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
            None if self.hint_job.is_some() => ("thinking of a hint; h cuts it short".to_owned(), Role::Dim),
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
        let reach = |kind: Kind| {
            let is_open = if self.is_building() {
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
        let prices = board::landmark_prices(game);
        let titles = ["market: roll, card, cost, left", "market"];
        let has_room = |title: &&str| title.len() + prices.len() + 10 <= usize::from(pen.width());
        let title = titles.into_iter().find(has_room).unwrap_or(titles[1]);
        let _ = pen.framed(title, Role::Border);
        pen.head(&prices, Role::Text);
        let mut panel = pen.at(inside(pen.area()));
        let market_columns = self.market_columns(panel.area());
        market_columns.draw(&mut panel, game, state, &reach);
        if let Some(more) = market_columns.more() {
            pen.foot(&format!("{more}; [ ] or the wheel scrolls, v shows all"), Role::Warn);
        }
    }

    /// The market in an area.
    pub(super) fn market_columns(&self, area: Rect) -> MarketColumns {
        MarketColumns::new(self.table.game(), self.table.state(), self.market_top, area)
    }

    fn draw_log(&self, pen: &mut Pen) {
        let mut panel = pen.framed("what happened", Role::Border);
        self.log.draw(&mut panel);
    }

    fn draw_insight(&self, pen: &mut Pen) {
        let mut panel = pen.framed("insight", Role::Border);
        match &self.insight {
            Some(insight) => insight.draw(&mut panel, &self.name()),
            None => drop(panel.text(0, 0, "working it out …", Role::Dim)),
        }
    }

    fn end(&self) -> Option<Dialog> {
        let (game, state) = (self.table.game(), self.table.state());
        let end = game.scores(state).end()?;
        let mut lines = vec![format!("After {} turns: {}.", state.turn(), words::end(end)), String::new()];
        lines.extend(text::standings(game, state, &self.name()).lines().map(str::to_owned));
        lines.push(String::new());
        lines.push(self.table.share());
        let answers = vec![('m', "rematch with the same seats"), ('q', "leave")];
        Some(Dialog { title: "the game is over", words: lines, answers })
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
                ("h", "a hint: what `search` would do, and why; again cuts its thinking short"),
                ("i", "insight: income, rounds until victory, chances to win"),
                ("I", "all of the insight: every building that can be bought now"),
                ("v", "all cities and the market in words: what every card does"),
                ("[ ], wheel", "scroll a market that has more lines than room"),
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
            vec![("↑↓ 1-9", "choose"), ("Enter", "do it"), ("h", "hint"), ("u", "undo")]
        } else {
            vec![("s", "skip"), ("+-", "speed")]
        };
        keys.extend([("i", "insight"), ("v", "words"), (":", "type"), ("q", "leave")]);
        keys
    }

    fn rules(&self) -> Option<&'static str> {
        Some(MachiKoro::ID)
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
        if let Some(question) = Question::of(self) {
            question.draw(pen, self, &plan);
        }
    }

    fn dialog(&self, room: &Room) -> Option<(Rect, Dialog)> {
        Some((room.area, self.end()?))
    }

    fn wakes(&self) -> Option<Duration> {
        self.next_moment()
    }
}
