//! The market and the cities in text cells.

use ratatui::layout::Rect;
use tercet_game::{Game as _, Seat, Seats};
use tercet_machi::{City, Color, Kind, Landmark, MachiKoro, Site, State};
use tercet_text::machi::words;

use crate::screen::kit::pen::{Pen, wrap};
use crate::screen::kit::theme::Role;

/// The market's columns: cards by the rolls that they fire on.
pub(crate) const COLUMNS: usize = 3;

/// The cards that lie open, by their lowest roll, in three columns of about the same length.
pub(crate) fn columns(game: &MachiKoro, state: &State) -> Vec<Vec<Kind>> {
    let mut kinds: Vec<Kind> = state.market().cards().map(|(kind, _)| kind).collect();
    let key = |kind: &Kind| {
        let card = game.cards().card(*kind);
        (card.rolls.lowest(), card.rolls.highest(), card.cost, kind.index())
    };
    kinds.sort_by_key(key);
    let each = kinds.len().div_ceil(COLUMNS).max(1);
    kinds.chunks(each).map(<[Kind]>::to_vec).collect()
}

/// Where a card of the market stands: its column and line.
fn place(area: Rect, column: usize, line: usize) -> Rect {
    let width = area.width / COLUMNS as u16;
    let row = Rect { x: area.x + column as u16 * width, y: area.y + line as u16, width, height: 1 };
    row.intersection(area)
}

/// The card of the market under a place of the screen.
pub(crate) fn kind_at(game: &MachiKoro, state: &State, area: Rect, at: (u16, u16)) -> Option<Kind> {
    let columns = columns(game, state);
    let cards = columns.iter().enumerate().flat_map(|(column, kinds)| {
        kinds.iter().enumerate().map(move |(line, &kind)| (place(area, column, line), kind))
    });
    let mut cards = cards.filter(|(place, _)| crate::screen::is_in(*place, at));
    cards.next().map(|(_, kind)| kind)
}

/// How a card of the market looks: within reach, too dear, or chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    Open,
    Dear,
    Chosen,
}

/// Draws the market.
pub(crate) fn market(pen: &mut Pen, game: &MachiKoro, state: &State, reach: &dyn Fn(Kind) -> Reach) {
    let area = pen.area();
    for (column, kinds) in columns(game, state).iter().enumerate() {
        for (line, &kind) in kinds.iter().enumerate() {
            entry(&mut pen.at(place(area, column, line)), game, state, kind, reach(kind));
        }
    }
}

fn entry(pen: &mut Pen, game: &MachiKoro, state: &State, kind: Kind, reach: Reach) {
    let card = game.cards().card(kind);
    let is_dear = reach == Reach::Dear;
    let role = |role: Role| if is_dear { Role::Dim } else { role };
    pen.text(0, 0, letter(card.color), role(color(card.color)));
    pen.text(2, 0, &format!("{:>5}", card.rolls.to_string()), role(Role::Text));
    let tail = format!("{:>2} x{}", card.cost, state.market().shown(kind));
    let room = pen.width().saturating_sub(9 + tail.len() as u16 + 2);
    let name = shortened(&card.name, room.into());
    pen.text(8, 0, &name, role(if is_dear { Role::Dim } else { Role::Strong }));
    let x = pen.width().saturating_sub(tail.len() as u16 + 2);
    pen.text(x, 0, &tail, role(Role::Text));
    if reach == Reach::Chosen {
        let width = pen.width().saturating_sub(1);
        pen.paint(0, 0, width, Role::Cursor);
    }
}

/// A text that is cut where it is too long.
pub(crate) fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let cut: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{}.", cut.trim_end())
}

/// A card's colour as a letter, so that it is not told by colour alone.
fn letter(color: Color) -> &'static str {
    match color {
        Color::Blue => "b",
        Color::Green => "g",
        Color::Red => "r",
        Color::Purple => "p",
    }
}

fn color(color: Color) -> Role {
    match color {
        Color::Blue => Role::Accent,
        Color::Green => Role::Good,
        Color::Red => Role::Bad,
        Color::Purple => Role::Trio(2),
    }
}

/// Draws all cities, each with as many lines as there are for it.
pub(crate) fn cities(pen: &mut Pen, game: &MachiKoro, state: &State, name: &dyn Fn(Seat) -> String) {
    let seats = u16::from(game.seats()).max(1);
    let lines = (pen.height() / seats).max(1);
    for seat in Seats::first(game.seats()).iter() {
        let top = u16::from(seat.0) * lines;
        let area = pen.area();
        let place = Rect { y: area.y + top, height: lines.min(area.height.saturating_sub(top)), ..area };
        city(&mut pen.at(place), game, state, seat, name);
    }
}

fn city(pen: &mut Pen, game: &MachiKoro, state: &State, seat: Seat, name: &dyn Fn(Seat) -> String) {
    let city = state.city(seat);
    let is_acting = seat == state.roller() && game.scores(state).end().is_none();
    pen.text(0, 0, if is_acting { ">" } else { " " }, Role::Accent);
    let x = pen.text(2, 0, &shortened(&name(seat), 12), if is_acting { Role::Accent } else { Role::Strong });
    let x = pen.text(x + 1, 0, &words::coins(city.coins()), Role::Warn);
    let top = landmarks(pen, game, city, x + 2);
    let cards = city.cards().map(|(kind, copies)| {
        let times = if copies > 1 { format!(" x{copies}") } else { String::new() };
        let shut = if city.closed(kind) > 0 { " closed" } else { "" };
        format!("{}{times}{shut}", words::title(game, kind))
    });
    let mut cards: Vec<String> = cards.collect();
    if city.invested() > 0 {
        cards.push(format!("{} invested", words::coins(city.invested())));
    }
    let lines = wrap(&cards.join(", "), pen.width().saturating_sub(5));
    let room = usize::from(pen.height().saturating_sub(top));
    for (line, text) in lines.iter().take(room).enumerate() {
        let end = if line + 1 == room && lines.len() > room { " …" } else { "" };
        pen.text(4, line as u16 + top, &format!("{text}{end}"), Role::Text);
    }
}

/// Draws the landmarks, in full below the name where there are lines for it; the line after them.
fn landmarks(pen: &mut Pen, game: &MachiKoro, city: &City, left: u16) -> u16 {
    let is_full = pen.height() >= 5;
    let (mut x, mut y) = if is_full { (4, 1) } else { (left, 0) };
    for landmark in game.landmarks() {
        let is_built = city.has(landmark);
        let text = match (is_full, is_built) {
            (true, true) => format!("[{}]", landmark.title()),
            (true, false) => format!(" {} {} ", landmark.title(), landmark.cost()),
            (false, true) => format!("[{}]", initials(landmark)),
            (false, false) => format!(" {} ", initials(landmark).to_lowercase()),
        };
        if is_full && x + text.chars().count() as u16 > pen.width() {
            (x, y) = (4, y + 1);
        }
        x = pen.text(x, y, &text, if is_built { Role::Good } else { Role::Dim });
    }
    y + 1
}

/// A landmark in two letters.
fn initials(landmark: Landmark) -> String {
    landmark
        .title()
        .split(' ')
        .filter_map(|word| word.chars().next())
        .chain(landmark.title().chars().skip(1))
        .take(2)
        .collect()
}

/// The dice as they lie.
pub(crate) fn dice(state: &State) -> String {
    match state.dice() {
        [] => String::new(),
        [die] => format!("[{die}]"),
        dice => {
            let each: Vec<String> = dice.iter().map(|die| format!("[{die}]")).collect();
            format!("{} = {}", each.join(""), state.total())
        }
    }
}

/// What an action builds, if anything.
pub(crate) fn site(action: tercet_machi::Action) -> Option<Site> {
    match action {
        tercet_machi::Action::Build(kind) => Some(Site::Card(kind)),
        tercet_machi::Action::BuildLandmark(landmark) => Some(Site::Landmark(landmark)),
        _ => None,
    }
}
