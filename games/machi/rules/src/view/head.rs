//! The head of the page: dice, what is asked, what happened, buttons.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tercet_game::{End, Game, Notation, Seat};
use tercet_scene::{Anchor, Group, Kind as Border, Node, Outline, Role, Shape, Stroke, Text};

use super::Picture;
use super::page::{Area, letters, px, wrapped};
use super::things::TouchTarget;
use crate::action::Action;
use crate::state::Phase;

const DIE: i32 = px(60);
const BUTTON: i32 = px(118);

impl Picture<'_> {
    pub(super) fn head(&self) -> Group {
        let area = self.page.head.at_zero();
        let mut group = Group::at(self.page.head.x, self.page.head.y).named("head", self.asked());
        let is_over = matches!(self.state.phase(), Phase::Over { .. });
        let face = if is_over { Role::Kind(Border::Orange) } else { Role::Card };
        let panel = Shape::filled(area.outline(px(10)), face).edged(Stroke::new(Role::CardEdge, px(1)));
        group.nodes.push(panel.into());
        group.nodes.push(self.dice(Area::new(px(12), px(12), px(186), DIE)).into());
        let buttons = self.buttons(area);
        let left = px(212);
        let right = buttons.first().map_or(area.width, |button| button.at.x) - px(12);
        group.nodes.extend(self.news_nodes(Area::new(left, 0, right - left, area.height), is_over));
        group.nodes.extend(buttons.into_iter().map(Node::Group));
        group
    }

    /// The dice of this turn and their total.
    fn dice(&self, area: Area) -> Group {
        let dice = self.state.dice();
        let total = self.state.total();
        let name = match dice {
            [] => "no dice yet".to_string(),
            [one] => format!("the die shows {one}"),
            [one, other, ..] if one + other == total => format!("the dice show {one} and {other}: {total}"),
            [one, other, ..] => format!("the dice show {one} and {other}, and two were added: {total}"),
        };
        let mut group = Group::at(area.x, area.y).named("dice", name);
        if dice.is_empty() {
            let hole = Outline::rect(px(1), px(1), DIE - px(2), DIE - px(2), px(12));
            let edge = Stroke::new(Role::CardEdge, px(2)).dashed(px(6), px(6));
            group.nodes.push(Shape::lined(hole, edge).into());
        }
        for (nth, &die) in dice.iter().enumerate() {
            group.nodes.extend(die_face(die, nth as i32 * (DIE + px(8))));
        }
        if !dice.is_empty() {
            let ink =
                if matches!(self.state.phase(), Phase::Over { .. }) { Role::KindInk } else { Role::CardInk };
            let at = (dice.len() as i32 * (DIE + px(8)) + px(22), DIE / 2);
            group.nodes.push(Text::new(at, px(34), ink, total.to_string()).bold().within(px(44)).into());
        }
        group
    }

    /// What is asked and what happened.
    fn news_nodes(&self, area: Area, is_over: bool) -> Vec<Node> {
        let (ink, faint) =
            if is_over { (Role::KindInk, Role::KindInk) } else { (Role::CardInk, Role::CardFaint) };
        let turn = format!("turn {}", self.state.turn());
        let line = |y: i32, size: i32, role: Role, words: String| {
            Text::new((area.x, px(y)), px(size), role, words).anchored(Anchor::Start).within(area.width)
        };
        let asked = if is_over { self.asked() } else { format!("{turn} · {}", self.asked()) };
        let mut nodes = alloc::vec![line(20, 19, ink, asked).bold().into()];
        let letters = letters(area.width, px(14), 55);
        let mut news = self.news.words(self.game, self.view);
        news.extend(self.standings());
        for (nth, words) in latest(&news, letters).into_iter().enumerate() {
            nodes.push(line(46 + 20 * nth as i32, 14, faint, words).into());
        }
        nodes
    }

    /// What the game waits for, in words.
    pub(super) fn asked(&self) -> String {
        let roller = self.seat_name(self.state.roller());
        let card = |kind| self.card_name(kind);
        match self.state.phase() {
            Phase::Deal { .. } => "cards come into the market".to_string(),
            Phase::Roll { dice: 1 } => format!("{roller} rolls a die"),
            Phase::Roll { .. } => format!("{roller} rolls two dice"),
            Phase::Throw { .. } => format!("{roller} throws two dice for the boats"),
            Phase::ChooseDice => format!("{roller}: one die or two?"),
            Phase::KeepOrReroll => format!("{roller}: keep the dice, or roll again?"),
            Phase::AddTwo => format!("{roller}: add 2 to {}?", self.state.total()),
            Phase::Demolish { by, .. } => format!("{roller}, {}: which landmark goes?", card(by)),
            Phase::Move { by, .. } => format!("{roller}, {}: which card goes, and to whom?", card(by)),
            Phase::Activate => format!("{roller}: which purple card fires next?"),
            Phase::Target { by } => format!("{roller}, {}: who pays?", card(by)),
            Phase::Exchange { by } => format!("{roller}, {}: exchange with whom?", card(by)),
            Phase::Give { with } => format!("{roller}: which card goes to {}?", self.view.name(with)),
            Phase::Take { with, give } => {
                format!("{roller}: which card of {} for {}?", self.view.name(with), card(give))
            }
            Phase::Renovate { by } => format!("{roller}, {}: which card closes?", card(by)),
            Phase::Exhibit { by } => format!("{roller}, {}: which card is activated?", card(by)),
            Phase::Build => format!("{roller}: what to build?"),
            Phase::Invest => format!("{roller}: put a coin on the card?"),
            Phase::Over { winner: Some(winner), .. } => {
                let name = self.seat_name(winner);
                format!("{name} has all landmarks and wins on turn {}", self.state.turn())
            }
            Phase::Over { end, .. } => self.ended(end),
        }
    }

    /// An end without a winner.
    fn ended(&self, end: End) -> String {
        if end == End::Void {
            return "the game is over and counts for nothing".to_string();
        }
        format!("the game ends after {} turns; the points decide", self.state.turn())
    }

    /// A button for each action that no card, landmark or city stands for alone, from the right.
    fn buttons(&self, area: Area) -> Vec<Group> {
        let actions: Vec<(Action, String, Role)> = self
            .legal
            .iter()
            .filter(|_| self.can_touch)
            .filter_map(|&action| self.label(action).map(|(label, role)| (action, label, role)))
            .collect();
        let (gap, high) = (px(8), px(44));
        let count = actions.len() as i32;
        let left = area.width - px(14) - count * (BUTTON + gap) + gap;
        let button = |(nth, (action, label, role)): (usize, (Action, String, Role))| {
            let at = (left + nth as i32 * (BUTTON + gap), (area.height - high) / 2);
            self.button(action, label, role, at, high)
        };
        actions.into_iter().enumerate().map(button).collect()
    }

    fn button(&self, action: Action, label: String, role: Role, at: (i32, i32), high: i32) -> Group {
        let area = Area::new(0, 0, BUTTON, high);
        let text = self.game.action_text(action);
        let id = format!("button-{}", text.replace(' ', "-"));
        let words = Text::new((BUTTON / 2, high / 2), px(15), Role::KindInk, label.clone());
        let group = Group::at(at.0, at.1).named(id, label).with([
            Shape::filled(area.outline(px(9)), role).into(),
            words.bold().within(BUTTON - px(14)).into(),
        ]);
        self.marked(group, TouchTarget::Button(action), area, px(9))
    }

    /// What a button says and how it is painted; `None` for actions without one.
    fn label(&self, action: Action) -> Option<(String, Role)> {
        let go = Role::Kind(Border::Blue);
        let stop = Role::Kind(Border::Red);
        let total = self.state.total();
        Some(match action {
            Action::Roll(1) => ("one die".to_string(), go),
            Action::Roll(_) => ("two dice".to_string(), go),
            Action::Keep => (format!("keep {total}"), go),
            Action::Reroll => ("roll again".to_string(), go),
            Action::AddTwo => (format!("add 2: {}", total + 2), go),
            Action::Stay => (format!("stay at {total}"), go),
            Action::Target(seat) | Action::Exchange(seat) => (self.view.name(seat), go),
            Action::Decline => ("decline".to_string(), stop),
            Action::Pass => ("build nothing".to_string(), stop),
            Action::Invest => ("invest 1 coin".to_string(), go),
            Action::Save => ("save it".to_string(), stop),
            _ => return None,
        })
    }

    /// The finish scores, where the game is over.
    fn standings(&self) -> Option<String> {
        let scores = self.game.scores(self.state);
        scores.end()?;
        let points =
            |(seat, points): (usize, &i32)| format!("{} has {points}", self.view.name(Seat(seat as u8)));
        let all: Vec<String> = scores.points().iter().enumerate().map(points).collect();
        Some(format!("points: {}", all.join(", ")))
    }
}

/// The latest news that have room in two lines of at most so many letters: whole ones, unless the last alone has none.
fn latest(news: &[String], letters: usize) -> Vec<String> {
    let from = |first: usize| match &news[first..] {
        [oldest, rest @ ..] if first > 0 => {
            let cut = [alloc::vec![format!("… {oldest}")], rest.to_vec()].concat();
            in_lines(&cut, letters)
        }
        all => in_lines(all, letters),
    };
    let fitting = (0..news.len()).map(from).find(|lines| lines.len() <= 2);
    fitting.unwrap_or_else(|| {
        let mut lines = news.last().map(|last| wrapped(last, letters)).unwrap_or_default();
        lines.drain(..lines.len().saturating_sub(2));
        lines.first_mut().into_iter().for_each(|line| line.insert_str(0, "… "));
        lines
    })
}

/// News with dots between them; what has no room on a line begins the next.
fn in_lines(news: &[String], letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for words in news {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + words.chars().count() <= letters => {
                line.push_str(" · ");
                line.push_str(words);
            }
            _ => lines.extend(wrapped(words, letters)),
        }
    }
    lines
}

fn die_face(die: u8, x: i32) -> Vec<Node> {
    let area = Area::new(x, 0, DIE, DIE).inset(px(1));
    let edge = Stroke::new(Role::Pip, px(2));
    let mut nodes = alloc::vec![Shape::filled(area.outline(px(13)), Role::Die).edged(edge).into()];
    let (near, middle, far) = (px(16), DIE / 2, DIE - px(16));
    let pips: &[(i32, i32)] = match die {
        1 => &[(middle, middle)],
        2 => &[(near, near), (far, far)],
        3 => &[(near, near), (middle, middle), (far, far)],
        4 => &[(near, near), (far, near), (near, far), (far, far)],
        5 => &[(near, near), (far, near), (middle, middle), (near, far), (far, far)],
        _ => &[(near, near), (far, near), (near, middle), (far, middle), (near, far), (far, far)],
    };
    nodes.extend(
        pips.iter().map(|&(dx, y)| Shape::filled(Outline::circle(x + dx, y, px(6)), Role::Pip).into()),
    );
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_news_are_told_whole() {
        let lines = |news: &[&str], letters| {
            latest(&news.iter().map(ToString::to_string).collect::<Vec<_>>(), letters)
        };
        assert_eq!(lines(&[], 20), Vec::<String>::new());
        assert_eq!(
            lines(&["Ada rolls 4", "Ben +1", "Ada passes"], 20),
            ["Ada rolls 4 · Ben +1", "Ada passes"]
        );
        let news = ["Ada rolls 4", "Ben +1", "Ada passes", "Ben rolls 11", "Ada +5"];
        assert_eq!(lines(&news, 20), ["… Ben rolls 11", "Ada +5"]);
        assert_eq!(lines(&news, 22), ["… Ben +1 · Ada passes", "Ben rolls 11 · Ada +5"]);
        assert_eq!(lines(&["Ada builds the Farmer's Market"], 10), ["… Farmer's", "Market"]);
    }
}
