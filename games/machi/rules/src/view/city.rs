//! A player's city: purse, landmarks, cards.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tercet_game::Seat;
use tercet_scene::{Anchor, Fill, Group, Kind as Border, Node, Outline, Paint, Role, Shape, Stroke, Text};

use super::icons::icon_of;
use super::market::coin;
use super::page::{
    Area, CITY_EDGE, CITY_GAP, Grid, LEAST_TILE, TILE_GAP, letters, plate_height, px, wrapped,
};
use super::things::TouchTarget;
use super::{Picture, border, most_tiles};
use crate::action::Kind;
use crate::card::Card;
use crate::cities::City;
use crate::effect::Effect;
use crate::facts::Landmark;

/// How wide the part with name and purse is.
const PLATE: i32 = px(204);
/// With more tiles than this on a page, their rules are left out.
const MANY_TILES: usize = 100;

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
        let row = plate_height(area.height);
        let inner = area.inset(CITY_EDGE);
        group.nodes.push(self.plate(seat, Area { width: PLATE, height: row, ..inner }).into());
        let chips =
            Area { x: inner.x + PLATE + px(8), width: inner.width - PLATE - px(8), height: row, ..inner };
        group.nodes.extend(self.landmarks(seat, chips));
        let tiles = Area { y: inner.y + row + CITY_GAP, height: inner.height - row - CITY_GAP, ..inner };
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
        if let Some(sign) = self.sign(seat) {
            group.nodes.extend(self.icon(sign, (x + px(7), middle), px(14), Role::CardInk, Role::Card));
            x += px(18);
        }
        let is_you = self.view.seat == Some(seat);
        let pill_at = x + px(60);
        let room = if is_you { pill_at } else { px(114) } - px(4) - x;
        group.nodes.push(self.name_plate(seat, (x, middle), room));
        if is_you {
            group.nodes.extend(pill(pill_at, middle, "you"));
        }
        group.nodes.extend(self.purse(seat, middle));
        self.marked(group, TouchTarget::Plate(seat), area, px(6))
    }

    /// What the seat is called, in the room that there is. A number always fits.
    fn name_plate(&self, seat: Seat, at: (i32, i32), room: i32) -> Node {
        let name = shortened(self.view.name(seat), room);
        let is_number = name == seat.to_string();
        let words = Text::new(at, px(16), Role::CardInk, name).bold().anchored(Anchor::Start);
        if is_number { words.into() } else { words.within(room).into() }
    }

    /// What stands before the name: a crown for the winner, an arrow for whose turn it is.
    fn sign(&self, seat: Seat) -> Option<&'static str> {
        match self.state.winner() {
            Some(winner) => (winner == seat).then_some("crown"),
            None => (self.state.roller() == seat).then_some("turn"),
        }
    }

    /// The coins, and what they became more or less by.
    fn purse(&self, seat: Seat, middle: i32) -> Vec<Node> {
        let coins = self.state.city(seat).coins().to_string();
        let mut nodes: Vec<Node> = coin(px(130), middle, px(10), "").into();
        let purse = Text::new((px(144), middle), px(18), Role::CardInk, coins.clone()).bold();
        nodes.push(purse.anchored(Anchor::Start).within(PLATE - px(146)).into());
        let gain = match self.news.gain(seat) {
            0 => return nodes,
            gain if gain > 0 => format!("+{gain}"),
            gain => format!("−{}", -gain),
        };
        let left = px(148) + coins.len() as i32 * px(13);
        // Who has thousands of coins does not need it.
        if PLATE - left >= px(14) {
            let text = Text::new((left, middle), px(12), Role::CardFaint, gain).anchored(Anchor::Start);
            nodes.push(text.within(PLATE - left).into());
        }
        nodes
    }

    fn landmarks(&self, seat: Seat, area: Area) -> Vec<Node> {
        let all: Vec<Landmark> = self.game.landmarks().collect();
        let grid = Grid::of_columns(area, all.len(), px(6), all.len() as i32).widened(px(150));
        let chip =
            |(nth, landmark): (usize, Landmark)| Node::from(self.landmark(seat, landmark, grid.cell(nth)));
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
        let is_narrow = area.width < px(120) && !is_built;
        let side = (area.height - px(12)).min(if is_narrow { px(22) } else { px(26) });
        let end = area.width - px(6);
        let coin_room = if is_built { 0 } else { px(24) };
        let left = px(10) + side;
        let room = end - coin_room - left;
        let has_name = room >= px(44);
        let x = if is_built && !has_name { (area.width - side) / 2 } else { px(6) };
        let middle = (x + side / 2, area.height / 2);
        group.nodes.extend(self.icon(icon_of(landmark), middle, side, ink, face));
        if has_name {
            group.nodes.extend(two_lines(
                landmark.title(),
                (left, area.height / 2),
                px(11),
                room,
                words,
                Anchor::Start,
            ));
        }
        if !is_built {
            group.nodes.extend(coin(end - px(10), area.height / 2, px(10), &landmark.cost().to_string()));
        }
        if self.news.has_built(seat, landmark) {
            group.nodes.push(Shape::lined(area.outline(px(8)), Stroke::new(Role::Last, px(3))).into());
        }
        self.marked(group, TouchTarget::Landmark(seat, landmark), area, px(8))
    }

    fn tiles(&self, seat: Seat, city: City<'_>, area: Area) -> Vec<Node> {
        // The same size in all cities.
        let most = most_tiles(self.game, self.state).max(8);
        let mut grid = Grid::new(area, most, TILE_GAP, 200, (px(166), px(70))).widened(px(224));
        if grid.width < LEAST_TILE.0 || grid.height < LEAST_TILE.1 {
            // As wide as can be read, then: the page is high enough for that.
            grid =
                Grid::of_columns(area, most, TILE_GAP, (area.width + TILE_GAP) / (LEAST_TILE.0 + TILE_GAP));
        }
        let owned = self.order.iter().filter(|&&kind| city.copies(kind) > 0);
        let tile = |(nth, &kind): (usize, &Kind)| Node::from(self.tile(seat, kind, grid.cell(nth)));
        owned.enumerate().map(tile).collect()
    }

    fn tile(&self, seat: Seat, kind: Kind, place: Area) -> Group {
        let area = place.at_zero();
        let cards = self.game.cards();
        let city = self.state.city(seat);
        let closed = match city.closed(kind) {
            0 => String::new(),
            closed => format!(", {closed} closed"),
        };
        let name = format!("{} ×{}{closed}", self.card_name(kind), city.copies(kind));
        let id = format!("city-{}-{}", seat.0 + 1, cards.slug(kind));
        let group = Group::at(place.x, place.y).named(id, name);
        let rule = || format!("{}: {}", self.card_name(kind), cards.rule(kind));
        // Hundreds of tiles must not carry hundreds of rules; the market has them.
        let mut group = if self.has_many_tiles() { group } else { group.hovered(rule()) };
        group.nodes.extend(self.tile_face(seat, kind, area, Style::of(area)));
        if self.news.has_got(seat, kind) || self.news.income(seat, kind).is_some() {
            group.nodes.push(Shape::lined(area.outline(px(6)), Stroke::new(Role::Last, px(2))).into());
        }
        group.nodes.extend(self.badges(seat, kind, area, Style::of(area)));
        self.marked(group, TouchTarget::Tile(seat, kind), area, px(6))
    }

    /// Rolls and number above, name below.
    fn tile_face(&self, seat: Seat, kind: Kind, area: Area, style: Style) -> Vec<Node> {
        let card = self.game.cards().card(kind);
        let (copies, closed) = (self.state.city(seat).copies(kind), self.state.city(seat).closed(kind));
        let color = border(card.color);
        let strip = strip(area);
        let face = Area::new(px(2), strip, area.width - px(4), area.height - strip - px(2));
        let mut nodes = alloc::vec![Shape::filled(area.outline(px(6)), color).into()];
        nodes.push(Shape::filled(face.outline(px(4)), Role::Card).into());
        if closed > 0 {
            let fill = Fill::Stripes { paint: Paint::thin(Role::CardInk, 25), gap: px(7), width: px(3) };
            nodes.push(Shape { outline: face.outline(px(4)), fill: Some(fill), stroke: None }.into());
        }
        let size = strip * 74 / 100;
        let middle = strip / 2 + px(1);
        let has_icon = style == Style::Stacked && area.height >= px(44);
        let left = if has_icon { strip + px(5) } else { px(5) };
        if has_icon {
            let at = (strip / 2 + px(3), middle);
            nodes.extend(self.icon(&card.icon, at, strip - px(4), Role::KindInk, color));
        }
        let lock_room = if closed > 0 && style == Style::Wide { LOCK } else { 0 };
        let count_room = count_room(copies) + lock_room;
        let part = |at: (i32, i32), anchor: Anchor, room: i32, words: String| {
            Node::from(Text::new(at, size, Role::KindInk, words).bold().anchored(anchor).within(room))
        };
        let room = area.width - left - px(5) - count_room;
        nodes.push(part((left, middle), Anchor::Start, room, card.rolls.to_string().replace('-', "–")));
        if copies > 1 {
            nodes.push(part((area.width - px(5), middle), Anchor::End, px(22), format!("×{copies}")));
        }
        nodes.extend(self.tile_name(card, self.beside_badges(seat, kind, face, style), style));
        nodes
    }

    /// The part of a tile's face that its badges leave free; all of it where that would be too little for a name.
    fn beside_badges(&self, seat: Seat, kind: Kind, face: Area, style: Style) -> Area {
        let has_lock = style == Style::Stacked && self.state.city(seat).closed(kind) > 0;
        let left = if has_lock { LOCK - px(3) } else { 0 };
        let coins =
            i32::from(self.news.income(seat, kind).is_some()) + i32::from(self.has_invested(seat, kind));
        let width = face.width - left - if coins > 0 { coins * px(22) - px(5) } else { 0 };
        let least = if style == Style::Stacked { px(34) } else { px(80) };
        if width < least { face } else { Area { x: face.x + left, width, ..face } }
    }

    /// Do coins of the seat lie on the card?
    fn has_invested(&self, seat: Seat, kind: Kind) -> bool {
        self.game.cards().card(kind).effect == Effect::Invest && self.state.city(seat).invested() > 0
    }

    /// The name of a card, and in wide tiles its icon, below the strip.
    fn tile_name(&self, card: &Card, face: Area, style: Style) -> Vec<Node> {
        let middle = face.y + face.height / 2;
        match style {
            Style::Wide => {
                let side = (face.height - px(6)).min(px(32));
                let left = face.x + side + px(8);
                let size = if face.width >= px(130) { px(14) } else { px(12) };
                let room = face.x + face.width - px(3) - left;
                let at = (face.x + px(3) + side / 2, middle);
                let mut nodes = self.icon(&card.icon, at, side, border(card.color), Role::Card);
                nodes.extend(two_lines(&card.name, (left, middle), size, room, Role::CardInk, Anchor::Start));
                nodes
            }
            Style::Stacked => {
                let size = if face.height >= px(28) { px(11) } else { px(10) };
                let at = (face.middle(), middle);
                two_lines(&card.name, at, size, face.width - px(4), Role::CardInk, Anchor::Middle)
            }
        }
    }

    fn has_many_tiles(&self) -> bool {
        self.page.cities.len() * most_tiles(self.game, self.state) > MANY_TILES
    }

    /// In the corners: what the card brought, how many are closed, the coins that lie on it.
    fn badges(&self, seat: Seat, kind: Kind, area: Area, style: Style) -> Vec<Node> {
        let city = self.state.city(seat);
        let (mut x, y) = (area.width - px(9), area.height - px(8));
        let mut nodes = Vec::new();
        if let Some(income) = self.news.income(seat, kind) {
            let words = if income < 0 { format!("−{}", -income) } else { format!("+{income}") };
            nodes.extend(coin(x, y, px(10), &words));
            x -= px(22);
        }
        if self.has_invested(seat, kind) {
            nodes.extend(coin(x, y, px(10), &city.invested().to_string()));
        }
        if city.closed(kind) > 0 {
            // In a wide tile the icon is where small ones have room for it.
            let at = match style {
                Style::Stacked => (-px(1), y),
                Style::Wide => (area.width - LOCK - count_room(city.copies(kind)), strip(area) / 2 + px(1)),
            };
            nodes.extend(self.lock(city.closed(kind), at));
        }
        nodes
    }

    /// A lock with a number, from here to the right.
    fn lock(&self, closed: u8, (x, y): (i32, i32)) -> Vec<Node> {
        let plate = Outline::rect(x, y - px(8), LOCK, px(17), px(5));
        let mut nodes = alloc::vec![Shape::filled(plate, Role::Badge).into()];
        nodes.extend(self.icon("lock", (x + px(8), y), px(11), Role::BadgeInk, Role::Badge));
        nodes.push(Text::new((x + px(19), y), px(11), Role::BadgeInk, closed.to_string()).bold().into());
        nodes
    }
}

/// How wide a lock with a number is.
const LOCK: i32 = px(26);

/// How high the strip above a tile's face is. The smallest tiles need their room for two lines of a name.
fn strip(area: Area) -> i32 {
    let share = if area.height < px(44) { 35 } else { 38 };
    (area.height * share / 100).clamp(px(11), px(24))
}

/// How much of the strip the number of copies takes.
fn count_room(copies: u8) -> i32 {
    if copies > 1 { px(24) } else { 0 }
}

/// How much a tile shows, by its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// The icon beside the name.
    Wide,
    /// The name below the rest.
    Stacked,
}

impl Style {
    fn of(area: Area) -> Style {
        if area.width >= px(98) && area.height >= px(44) { Style::Wide } else { Style::Stacked }
    }
}

/// A small dark plate with a word.
fn pill(x: i32, y: i32, word: &str) -> [Node; 2] {
    let plate = Outline::rect(x, y - px(9), px(32), px(18), px(9));
    let text = Text::new((x + px(16), y), px(12), Role::BadgeInk, word).bold();
    [Shape::filled(plate, Role::Badge).into(), text.into()]
}

/// A name that can still be read where there is this much room for it.
fn shortened(name: String, room: i32) -> String {
    let most = letters(room, px(11), 55);
    if name.chars().count() <= most {
        return name;
    }
    let kept: String = name.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// Words in one line or two around a height.
fn two_lines(words: &str, (x, y): (i32, i32), size: i32, room: i32, role: Role, anchor: Anchor) -> Vec<Node> {
    let whole = words.chars().count() as i32 * size * 60 / 100 <= room;
    let lines = if whole { alloc::vec![words.to_string()] } else { halves(words) };
    let step = size * 108 / 100;
    let top = y - step * (lines.len() as i32 - 1) / 2;
    let line = |(nth, line): (usize, String)| {
        let text = Text::new((x, top + nth as i32 * step), size, role, line).anchored(anchor);
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
