//! What may be done now: what to build as a list beside the market, every other decision as a question over it.

use ratatui::layout::Rect;
use tercet_game::Seat;
use tercet_machi::Action;
use tercet_machi_play::text::words;

use crate::games::machi::screen::board;
use crate::games::machi::screen::model::Model;
use crate::games::machi::screen::view::Plan;
use crate::screen::kit::dialog::Choice;
use crate::screen::kit::list;
use crate::screen::kit::pen::{Pen, shortened, wrap};
use crate::screen::kit::theme::Role;

/// The question over the market, where one is asked.
pub(super) struct Question {
    title: String,
    entries: Vec<(String, String)>,
}

impl Question {
    /// What is asked now, unless it is what to build.
    pub(super) fn of(model: &Model) -> Option<Question> {
        let (game, state) = (model.table.game(), model.table.state());
        if !model.is_asked() || model.is_building() {
            return None;
        }
        let name = |seat: Seat| model.table.name(seat);
        let entry = |&action: &Action| {
            let moved = words::coins_moved(game, state, action, &name);
            let parts = [words::meaning(game, state, action), moved];
            let does = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
            (words::choice(game, action, &name), does)
        };
        let question = words::question(game, state, &name);
        let who = name(model.viewer());
        let title = if model.table.people() > 1 { format!("{who}: {question}") } else { question };
        Some(Question { title, entries: model.actions.iter().map(entry).collect() })
    }

    fn choice(&self, model: &Model) -> Choice<'_> {
        Choice { title: &self.title, entries: &self.entries, chosen: model.chosen }
    }

    /// The answer under a place of the screen.
    pub(super) fn entry_at(&self, model: &Model, plan: &Plan, at: (u16, u16)) -> Option<usize> {
        self.choice(model).entry_at(plan.question(), at)
    }

    pub(super) fn draw(&self, pen: &mut Pen, model: &Model, plan: &Plan) {
        self.choice(model).draw(pen, plan.question());
    }
}

impl Model {
    /// Draws what can be built; while nobody is asked that, why the last bot did what it did.
    pub(super) fn draw_choices(&self, pen: &mut Pen) {
        if !self.is_building() {
            let title = if self.is_asked() { "answer above" } else { "waiting" };
            let mut panel = pen.framed(title, Role::Border);
            let width = panel.width();
            for (y, line) in (0..).zip(wrap(&self.reason, width)) {
                panel.text(0, y, &line, Role::Dim);
            }
            return;
        }
        let title = format!("{}: your choice", self.table.name(self.viewer()));
        let mut panel = pen.framed(&title, Role::Accent);
        let name = |seat: Seat| self.table.name(seat);
        panel.text(0, 0, &words::question(self.table.game(), self.table.state(), &name), Role::Strong);
        let area = panel.area();
        let below = Plan::detail(area);
        self.draw_list(&mut pen.at(Plan::list_in(area)));
        let mut detail = pen.at(Rect { y: area.bottom() - below, height: below, ..area });
        if let Some(action) = self.actions.get(self.chosen.0) {
            let width = detail.width();
            for (y, line) in (0..).zip(wrap(&self.detail(*action), width)) {
                detail.text(0, y, &line, Role::Dim);
            }
        }
    }

    fn draw_list(&self, pen: &mut Pen) {
        let game = self.table.game();
        let room = usize::from(pen.width().saturating_sub(3));
        let names: Vec<String> =
            self.actions.iter().map(|&action| words::choice(game, action, &|_| String::new())).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let entry = |(number, (&action, name)): (usize, (&Action, &String))| {
            let cost = board::site(action).map_or_else(String::new, |site| game.cost(site).to_string());
            let line = format!("{:>2} {name:<width$} {cost:>2}  {}", number + 1, self.effect(action));
            (shortened(line.trim_end(), room), Role::Text)
        };
        let entries: Vec<(String, Role)> = self.actions.iter().zip(&names).enumerate().map(entry).collect();
        list::draw(pen, &entries, Some(self.chosen));
    }

    /// What a thing that is built does.
    fn effect(&self, action: Action) -> String {
        let cards = self.table.game().cards();
        match action {
            Action::Build(kind) => words::effect(&cards.card(kind).effect, cards),
            Action::BuildLandmark(landmark) => landmark.about().to_owned(),
            _ => String::new(),
        }
    }

    /// All about what is chosen, which the list has no room for.
    fn detail(&self, action: Action) -> String {
        let game = self.table.game();
        let Action::Build(kind) = action else { return self.effect(action) };
        let (card, city) = (game.cards().card(kind), self.table.state().city(self.viewer()));
        let when = format!("{} {}, {}", card.color.name(), card.rolls, card.icon);
        let when = when.trim_end_matches(", ");
        format!("{when}: {}; you have {}", self.effect(action), city.copies(kind))
    }
}
