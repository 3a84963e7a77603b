//! The market: cards to build, or, where a card of the game is to be named, all that may be.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tercet_scene::{Anchor, Group, Node, Outline, Role, Shape, Stroke, Text, Weight};

use super::page::{Area, Grid, letters, px, wrapped};
use super::things::TouchTarget;
use super::{Picture, border};
use crate::action::Kind;
use crate::card::{Card, Color};
use crate::config::MarketKind;
use crate::state::Phase;

/// With more kinds than this, the rules are shown when the pointer rests on a card, and not written on it, and names are written as in
/// the cities: the text of a picture must not grow without end.
const MANY_KINDS: usize = 40;

impl Picture<'_> {
    pub(super) fn market(&self) -> Vec<Node> {
        let kinds = self.on_offer();
        let places = kinds.len().max(super::places(self.game));
        let grid = Grid::new(self.page.market, places, px(8), 72, (px(140), px(230)));
        let card = |(nth, &kind): (usize, &Kind)| Node::from(self.card(kind, grid.cell(nth)));
        kinds.iter().enumerate().map(card).collect()
    }

    /// The kinds that are shown.
    fn on_offer(&self) -> Vec<Kind> {
        let market = self.state.market();
        let is_named = |kind: &Kind| self.game.cards().card(*kind).color != Color::Purple;
        let all = self.order.iter().copied();
        match self.state.phase() {
            Phase::Renovate { .. } => all.filter(is_named).collect(),
            // A card that is sold out keeps its place.
            _ if self.game.config.market() == MarketKind::Total => all.collect(),
            _ => all.filter(|&kind| market.shown(kind) > 0).collect(),
        }
    }

    fn is_crowded(&self) -> bool {
        self.order.len() > MANY_KINDS
    }

    fn card(&self, kind: Kind, cell: Area) -> Group {
        let cards = self.game.cards();
        let card = cards.card(kind);
        let (stock, deck) = (self.state.market().shown(kind), self.state.market().deck(kind));
        let deck = if deck > 0 { format!(", {deck} in the deck") } else { String::new() };
        let Card { name, color, rolls, cost, .. } = card;
        let name = format!("{name}: {color}, rolls {rolls}, costs {cost}, {stock} left{deck}");
        let hover = format!("{}: {}", card.name, cards.rule(kind));
        let area = cell.at_zero();
        let radius = px(8);
        let mut group = Group::at(cell.x, cell.y).named(format!("market-{}", cards.slug(kind)), name);
        group = group.hovered(hover).with(self.face(card, kind, area, radius));
        if self.news.is_fresh(kind) {
            let dot = Outline::circle(area.width - px(4), px(4), px(6));
            let edge = Stroke::new(Role::Card, px(2));
            group.nodes.push(Shape::filled(dot, Role::Picked).edged(edge).into());
        }
        self.marked(group, TouchTarget::Card(kind), area, radius)
    }

    fn face(&self, card: &Card, kind: Kind, area: Area, radius: i32) -> Vec<Node> {
        let color = border(card.color);
        let band = (area.height / 7).clamp(px(17), px(28));
        let mut nodes = Vec::new();
        nodes.push(Shape::filled(area.outline(radius), color).into());
        let face = Area { y: band, height: area.height - band - px(3), x: px(3), width: area.width - px(6) };
        nodes.push(Shape::filled(face.outline(px(6)), Role::Card).into());
        let rolls = card.rolls.to_string().replace('-', "–");
        let at = (area.middle(), band / 2 + px(1));
        nodes.push(
            Text::new(at, band * 7 / 10, Role::KindInk, rolls).bold().within(area.width - px(12)).into(),
        );
        let foot = area.height - px(3) - band * 3 / 5 - px(3);
        let title = (area.width / 8).clamp(px(10), px(14));
        let weight = if self.is_crowded() { Weight::Regular } else { Weight::Bold };
        let below = title_lines(&card.name, title, weight, face, &mut nodes);
        self.picture_of(card, Area { y: below, height: foot - band / 2 - below, ..face }, &mut nodes);
        self.foot(card, kind, area, foot, band, &mut nodes);
        nodes
    }

    /// The icon, and what the card does where there is room for it.
    fn picture_of(&self, card: &Card, room: Area, nodes: &mut Vec<Node>) {
        let words = card.effect.words(self.game.cards());
        let size = px(11);
        let lines = wrapped(&words, letters(room.width - px(6), size, 58));
        let high = lines.len() as i32 * px(13);
        let has_room = room.height - high >= px(28) && room.width >= px(96);
        let has_words = has_room && !self.is_crowded();
        let icon_room = room.height - if has_words { high + px(4) } else { 0 };
        let side = (icon_room - px(4))
            .min(room.width * 6 / 10)
            .clamp(px(10), if has_words { px(40) } else { px(48) });
        let middle = (room.middle(), room.y + icon_room / 2);
        nodes.extend(self.icon(&card.icon, middle, side, border(card.color), Role::Card));
        if has_words {
            for (nth, line) in lines.into_iter().enumerate() {
                let at = (room.middle(), room.y + icon_room + px(8) + nth as i32 * px(13));
                nodes.push(Text::new(at, size, Role::CardFaint, line).within(room.width - px(6)).into());
            }
        }
    }

    /// The cost as a coin, and the stock.
    fn foot(&self, card: &Card, kind: Kind, area: Area, y: i32, band: i32, nodes: &mut Vec<Node>) {
        let radius = band * 55 / 100;
        let x = px(8) + radius;
        nodes.extend(coin(x, y, radius, &card.cost.to_string()));
        let market = self.state.market();
        let stock = match (market.shown(kind), market.deck(kind)) {
            (0, 0) => "sold out".to_string(),
            (0, _) => "deck".to_string(),
            (copies, _) => format!("×{copies}"),
        };
        let at = (area.width - px(9), y);
        let text = Text::new(at, band * 62 / 100, Role::CardInk, stock).anchored(Anchor::End);
        nodes.push(text.within(at.0 - x - radius - px(3)).into());
    }
}

/// Writes the name in as many lines as it takes, three at most; says where they end.
fn title_lines(name: &str, size: i32, weight: Weight, face: Area, nodes: &mut Vec<Node>) -> i32 {
    let room = letters(face.width - px(6), size, 66).max(1);
    let mut ways = (room..=name.len().max(room)).map(|letters| wrapped(name, letters));
    let lines = ways.find(|lines| lines.len() <= 3).unwrap_or_default();
    let step = size * 115 / 100;
    for (nth, line) in lines.iter().enumerate() {
        let at = (face.middle(), face.y + px(3) + step / 2 + nth as i32 * step);
        let text = Text { weight, ..Text::new(at, size, Role::CardInk, line.clone()) };
        nodes.push(text.within(face.width - px(8)).into());
    }
    face.y + px(5) + step * lines.len().max(1) as i32
}

/// A coin with a number.
pub(super) fn coin(x: i32, y: i32, radius: i32, words: &str) -> [Node; 2] {
    let edge = Stroke::new(Role::CoinInk, radius / 9);
    let text = Text::new((x, y), radius * 12 / 10, Role::CoinInk, words).bold().within(radius * 17 / 10);
    [Shape::filled(Outline::circle(x, y, radius), Role::Coin).edged(edge).into(), text.into()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_takes_three_lines_at_most() {
        let lines = |name: &str| {
            let mut nodes = Vec::new();
            title_lines(name, px(10), Weight::Bold, Area::new(0, 0, px(79), px(100)), &mut nodes);
            let words = |node: &Node| match node {
                Node::Text(text) => text.words.clone(),
                _ => String::new(),
            };
            nodes.iter().map(words).collect::<Vec<_>>()
        };
        assert_eq!(lines("Forest"), ["Forest"]);
        assert_eq!(lines("Soda Bottling Plant"), ["Soda", "Bottling", "Plant"]);
        assert_eq!(lines("Night Market of the Old Town"), ["Night Market", "of the Old", "Town"]);
    }
}
