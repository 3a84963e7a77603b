//! A player's city: purse, landmarks, cards.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tercet_game::Seat;
use tercet_scene::{Anchor, Fill, Group, Kind as Border, Node, Outline, Paint, Role, Shape, Stroke, Text};

use super::icons::Icon;
use super::market::coin;
use super::page::{Area, Grid, px, wrapped};
use super::things::Thing;
use super::{Picture, border};
use crate::action::Kind;
use crate::effect::Effect;
use crate::facts::Landmark;
use crate::state::City;

/// How wide the part with name and purse is.
const PLATE: i32 = px(168);

impl Picture<'_> {
    pub(super) fn city(&self, seat: Seat) -> Group {
        let place = self.page.cities[seat.index()];
        let area = place.at_zero();
        let city = self.state.city(seat);
        let is_roller = self.state.roller() == seat;
        let mut group =
            Group::at(place.x, place.y).named(format!("city-{}", seat.0 + 1), self.city_name(seat));
        let (role, width) = if is_roller { (Role::Ink, px(3)) } else { (Role::CardEdge, px(1)) };
        let panel = Shape::filled(area.outline(px(10)), Role::Card).edged(Stroke::new(role, width));
        group.nodes.push(panel.into());
        let row = (area.height / 5).clamp(px(32), px(48));
        let inner = area.inset(px(8));
        group.nodes.push(self.plate(seat, Area { width: PLATE, height: row, ..inner }).into());
        let chips =
            Area { x: inner.x + PLATE + px(8), width: inner.width - PLATE - px(8), height: row, ..inner };
        group.nodes.extend(self.landmarks(seat, chips));
        let tiles = Area { y: inner.y + row + px(7), height: inner.height - row - px(7), ..inner };
        group.nodes.extend(self.tiles(seat, city, tiles));
        group
    }

    fn city_name(&self, seat: Seat) -> String {
        let city = self.state.city(seat);
        let turn = if self.state.roller() == seat { ", whose turn it is," } else { "" };
        let count: u32 = city.cards().map(|(_, copies)| u32::from(copies)).sum();
        format!(
            "{}{turn} has {} coins, {count} cards and {} landmarks",
            self.seat_name(seat),
            city.coins(),
            city.landmarks().count()
        )
    }

    /// The name and the purse.
    fn plate(&self, seat: Seat, place: Area) -> Group {
        let area = place.at_zero();
        let coins = self.state.city(seat).coins();
        let name = format!("{}, {coins} coins", self.seat_name(seat));
        let mut group = Group::at(place.x, place.y).named(format!("seat-{}", seat.0 + 1), name);
        // A part that is touched must be felt all over.
        group.nodes.push(Shape::filled(area.outline(px(6)), Role::Card).into());
        let middle = area.height / 2;
        let mut x = px(4);
        let sign = match self.state.winner() {
            Some(winner) if winner == seat => Some("crown"),
            None if self.state.roller() == seat => Some("turn"),
            _ => None,
        };
        if let Some(sign) = sign {
            let at = (x, middle - px(8)).into();
            group.nodes.extend(Icon::named(sign).drawn(at, px(16), Role::CardInk.into(), Role::Card.into()));
            x += px(20);
        }
        let words = Text::new((x, middle), px(16), Role::CardInk, self.seat_name(seat)).bold();
        group.nodes.push(words.anchored(Anchor::Start).within(px(96) - x).into());
        group.nodes.extend(coin(px(110), middle, px(10), ""));
        let purse = Text::new((px(124), middle), px(18), Role::CardInk, coins.to_string()).bold();
        group.nodes.push(purse.anchored(Anchor::Start).within(px(42)).into());
        self.marked(group, Thing::Plate(seat), area, px(6))
    }

    fn landmarks(&self, seat: Seat, area: Area) -> Vec<Node> {
        let all: Vec<Landmark> = self.game.landmarks().collect();
        let gap = px(6);
        let count = all.len() as i32;
        let width = ((area.width + gap) / count - gap).min(px(150));
        let chip = |(nth, landmark): (usize, Landmark)| {
            let x = area.x + nth as i32 * (width + gap);
            Node::from(self.landmark(seat, landmark, Area { x, width, ..area }))
        };
        all.into_iter().enumerate().map(chip).collect()
    }

    fn landmark(&self, seat: Seat, landmark: Landmark, place: Area) -> Group {
        let area = place.at_zero();
        let is_built = self.state.city(seat).has(landmark);
        let state =
            if is_built { "built".to_string() } else { format!("not built, costs {}", landmark.cost()) };
        let orange = Role::Kind(Border::Orange);
        let mut group = Group::at(place.x, place.y)
            .named(format!("city-{}-{landmark}", seat.0 + 1), format!("{}: {state}", landmark.title()))
            .hovered(format!("{} ({}): {}", landmark.title(), landmark.cost(), landmark.about()));
        let face = if is_built { orange } else { Role::Card };
        let edge = Stroke::new(orange, px(2));
        let edge = if is_built { edge } else { edge.dashed(px(5), px(4)) };
        group.nodes.push(Shape::filled(area.inset(px(1)).outline(px(7)), face).edged(edge).into());
        let (ink, words) = if is_built { (Role::KindInk, Role::KindInk) } else { (orange, Role::CardFaint) };
        let side = (area.height - px(12)).min(px(26));
        let at = (px(6), (area.height - side) / 2).into();
        group.nodes.extend(Icon::of(landmark).drawn(at, side, ink.into(), face.into()));
        let end = area.width - px(6);
        let coin_room = if is_built { 0 } else { px(22) };
        let left = px(10) + side;
        let room = end - coin_room - left;
        if room >= px(44) {
            group.nodes.extend(two_lines(landmark.title(), (left, area.height / 2), px(11), room, words));
        }
        if !is_built {
            group.nodes.extend(coin(end - px(10), area.height / 2, px(10), &landmark.cost().to_string()));
        }
        if self.news.has_built(seat, landmark) {
            group.nodes.push(Shape::lined(area.outline(px(8)), Stroke::new(Role::Last, px(3))).into());
        }
        self.marked(group, Thing::Landmark(seat, landmark), area, px(8))
    }

    fn tiles(&self, seat: Seat, city: &City, area: Area) -> Vec<Node> {
        // The same size in all cities.
        let most = self.page.cities.iter().enumerate();
        let most = most.map(|(seat, _)| self.state.city(Seat(seat as u8)).cards().count()).max().unwrap_or(1);
        let grid = Grid::new(area, most.max(6), px(6), 215, (px(124), px(56)));
        let owned = self.order.iter().filter(|&&kind| city.copies(kind) > 0);
        let tile = |(nth, &kind): (usize, &Kind)| Node::from(self.tile(seat, kind, grid.cell(nth)));
        owned.enumerate().map(tile).collect()
    }

    fn tile(&self, seat: Seat, kind: Kind, place: Area) -> Group {
        let area = place.at_zero();
        let cards = self.game.cards();
        let card = cards.card(kind);
        let city = self.state.city(seat);
        let (copies, closed) = (city.copies(kind), city.closed(kind));
        let mut name = format!("{} ×{copies}", card.name);
        if closed > 0 {
            name.push_str(&format!(", {closed} closed"));
        }
        let id = format!("city-{}-{}", seat.0 + 1, cards.slug(kind));
        let mut group = Group::at(place.x, place.y).named(id, name);
        group = group.hovered(format!("{}: {}", card.name, cards.rule(kind)));
        let color = border(card.color);
        let strip = (area.height * 2 / 5).clamp(px(12), px(20));
        group.nodes.push(Shape::filled(area.outline(px(6)), color).into());
        let face = Area::new(px(2), strip, area.width - px(4), area.height - strip - px(2));
        group.nodes.push(Shape::filled(face.outline(px(4)), Role::Card).into());
        if closed > 0 {
            let fill = Fill::Stripes { paint: Paint::thin(color, 40), gap: px(7), width: px(3) };
            group.nodes.push(Shape { outline: face.outline(px(4)), fill: Some(fill), stroke: None }.into());
        }
        let size = strip * 72 / 100;
        let rolls = card.rolls.to_string().replace('-', "–");
        let half = area.width / 2 - px(6);
        let text = Text::new((px(6), strip / 2 + px(1)), size, Role::KindInk, rolls).bold();
        group.nodes.push(text.anchored(Anchor::Start).within(half).into());
        let count =
            Text::new((area.width - px(6), strip / 2 + px(1)), size, Role::KindInk, format!("×{copies}"));
        group.nodes.push(count.bold().anchored(Anchor::End).within(half).into());
        group.nodes.extend(self.tile_face(seat, kind, face));
        if self.news.has_got(seat, kind) || self.news.income(seat, kind).is_some() {
            group.nodes.push(Shape::lined(area.outline(px(6)), Stroke::new(Role::Last, px(2))).into());
        }
        self.marked(group, Thing::Tile(seat, kind), area, px(6))
    }

    /// Icon and name; the lock of closed cards, and the coins that lie on the card.
    fn tile_face(&self, seat: Seat, kind: Kind, face: Area) -> Vec<Node> {
        let card = self.game.cards().card(kind);
        let city = self.state.city(seat);
        let side = (face.height - px(4)).min(px(26));
        let has_name = face.width >= side + px(46) && face.height >= px(22);
        let middle = face.y + face.height / 2;
        let x = if has_name { face.x + px(4) } else { face.middle() - side / 2 };
        let icon = Icon::named(&card.icon);
        let at = (x, middle - side / 2).into();
        let mut nodes: Vec<Node> =
            icon.drawn(at, side, border(card.color).into(), Role::Card.into()).collect();
        if has_name {
            let left = x + side + px(5);
            let size = if face.width >= px(100) { px(12) } else { px(11) };
            nodes.extend(two_lines(
                &card.name,
                (left, middle),
                size,
                face.x + face.width - px(3) - left,
                Role::CardInk,
            ));
        }
        let closed = city.closed(kind);
        if closed > 0 {
            let (x, y) = (face.x + face.width - px(18), face.y + face.height - px(9));
            nodes.push(
                Shape::filled(Outline::rect(x - px(4), y - px(9), px(22), px(17), px(5)), Role::Badge).into(),
            );
            nodes.extend(Icon::named("lock").drawn(
                (x - px(1), y - px(6)).into(),
                px(11),
                Role::BadgeInk.into(),
                Role::Badge.into(),
            ));
            nodes.push(Text::new((x + px(14), y), px(9), Role::BadgeInk, closed.to_string()).bold().into());
        }
        if card.effect == Effect::Invest && city.invested() > 0 {
            let (x, y) = (face.x + face.width - px(10), face.y + face.height - px(9));
            nodes.extend(coin(x, y, px(9), &city.invested().to_string()));
        }
        nodes
    }
}

/// Words in one line or two around a height.
fn two_lines(words: &str, (x, y): (i32, i32), size: i32, room: i32, role: Role) -> Vec<Node> {
    let whole = words.chars().count() as i32 * size * 60 / 100 <= room;
    let lines = if whole { alloc::vec![words.to_string()] } else { halves(words) };
    let step = size * 108 / 100;
    let top = y - step * (lines.len() as i32 - 1) / 2;
    let line = |(nth, line): (usize, String)| {
        let text = Text::new((x, top + nth as i32 * step), size, role, line).anchored(Anchor::Start);
        Node::from(text.within(room))
    };
    lines.into_iter().enumerate().map(line).collect()
}

/// The words in two lines as even as can be; one word stays whole.
fn halves(words: &str) -> Vec<String> {
    let half = words.chars().count();
    (half / 2..=half)
        .map(|letters| wrapped(words, letters))
        .find(|lines| lines.len() <= 2)
        .unwrap_or_default()
}
