//! The market and the cities in text cells.

use ratatui::layout::Rect;
use tercet_game::{Game as _, Seat, Seats};
use tercet_machi::{City, Color, Kind, Landmark, MachiKoro, Site, State};
use tercet_machi_play::text::words;

use crate::screen::kit::pen::{Pen, shortened, wrap};
use crate::screen::kit::theme::Role;

/// The market's columns: cards by the rolls that they fire on.
const COLUMNS: usize = 3;

/// The market as it is drawn: the cards that lie open, by their lowest roll, in three columns of about the same length;
/// where not all lines have room, from one of them on.
pub(crate) struct MarketColumns {
    columns: Vec<Vec<Kind>>,
    /// The first line that is seen, and how many are.
    top: usize,
    room: usize,
}

impl MarketColumns {
    /// The market from a line on, in an area.
    pub(crate) fn new(game: &MachiKoro, state: &State, top: usize, area: Rect) -> MarketColumns {
        let mut kinds: Vec<Kind> = state.market().cards().map(|(kind, _)| kind).collect();
        kinds.sort_by_key(|&kind| {
            let card = game.cards().card(kind);
            (card.rolls.lowest(), card.rolls.highest(), card.cost, kind.index())
        });
        let room = usize::from(area.height);
        let columns: Vec<Vec<Kind>> = kinds.chunks(lines(state)).map(<[Kind]>::to_vec).collect();
        MarketColumns { columns, top: top.min(lines(state).saturating_sub(room)), room }
    }

    /// The first line that is seen.
    pub(crate) fn top(&self) -> usize {
        self.top
    }

    /// The first line that must be seen for a card to be seen, with as little scrolling as there can be.
    pub(crate) fn top_for(&self, kind: Kind) -> usize {
        let line = self.columns.iter().find_map(|column| column.iter().position(|&other| other == kind));
        line.map_or(self.top, |line| self.top.clamp((line + 1).saturating_sub(self.room), line))
    }

    /// The cards that are seen, each with its place in an area.
    fn places(&self, area: Rect) -> impl Iterator<Item = (Rect, Kind)> + '_ {
        let width = area.width / COLUMNS as u16;
        let place = move |column: usize, line: usize| Rect {
            x: area.x + column as u16 * width,
            y: area.y + line as u16,
            width,
            height: 1,
        };
        self.columns.iter().enumerate().flat_map(move |(column, kinds)| {
            let seen = kinds.iter().skip(self.top).take(self.room).enumerate();
            seen.map(move |(line, &kind)| (place(column, line), kind))
        })
    }

    /// The card under a place of the screen.
    pub(crate) fn kind_at(&self, area: Rect, at: (u16, u16)) -> Option<Kind> {
        self.places(area).find(|(place, _)| crate::screen::is_in(*place, at)).map(|(_, kind)| kind)
    }

    /// Draws the cards.
    pub(crate) fn draw(&self, pen: &mut Pen, game: &MachiKoro, state: &State, reach: &dyn Fn(Kind) -> Reach) {
        for (place, kind) in self.places(pen.area()) {
            entry(&mut pen.at(place), game, state, kind, reach(kind));
        }
    }

    /// What is said where not all cards have room.
    pub(crate) fn more(&self) -> Option<String> {
        let all = self.columns.iter().map(Vec::len).max().unwrap_or(0);
        let below = all.saturating_sub(self.top + self.room);
        match (self.top, below) {
            (0, 0) => None,
            (above, 0) => Some(format!("lines: {above} above")),
            (0, below) => Some(format!("lines: {below} below")),
            (above, below) => Some(format!("lines: {above} above, {below} below")),
        }
    }
}

/// How many lines the market has.
pub(crate) fn lines(state: &State) -> usize {
    state.market().cards().count().div_ceil(COLUMNS).max(1)
}

/// How a card of the market looks: within reach, too dear, or chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    Open,
    Dear,
    Chosen,
}

fn entry(pen: &mut Pen, game: &MachiKoro, state: &State, kind: Kind, reach: Reach) {
    let card = game.cards().card(kind);
    let is_dear = reach == Reach::Dear;
    let role = |role: Role| if is_dear { Role::Dim } else { role };
    pen.text(0, 0, letter(card.color), role(color(card.color)));
    pen.text(1, 0, &format!("{:>5}", card.rolls.to_string()), role(Role::Text));
    let tail = format!("{:>2} x{}", card.cost, state.market().shown(kind));
    let x = pen.width().saturating_sub(tail.len() as u16 + 1);
    let name = abbreviated(&card.name, x.saturating_sub(8).into());
    pen.text(7, 0, &name, role(Role::Strong));
    pen.text(x, 0, &tail, role(Role::Text));
    if reach == Reach::Chosen {
        let width = pen.width().saturating_sub(1);
        pen.paint(0, 0, width, Role::Cursor);
    }
}

/// A name whose longest words are cut until it has room, each with a dot for what is left out.
fn abbreviated(name: &str, room: usize) -> String {
    let mut words: Vec<(Vec<char>, bool)> =
        name.split(' ').map(|word| (word.chars().collect(), false)).collect();
    let width = |(word, is_cut): &(Vec<char>, bool)| word.len() + usize::from(*is_cut);
    while words.iter().map(width).sum::<usize>() + words.len() - 1 > room {
        // Of words of the same length the last is cut first.
        let Some((word, is_cut)) =
            words.iter_mut().max_by_key(|word| width(word)).filter(|word| word.0.len() > 1)
        else {
            break;
        };
        word.truncate(word.len() - if *is_cut { 1 } else { 2 });
        *is_cut = true;
    }
    let each = words.iter().map(|(word, is_cut)| {
        let word: String = word.iter().collect();
        if *is_cut { format!("{word}.") } else { word }
    });
    each.collect::<Vec<_>>().join(" ")
}

/// A card's colour as a letter, for terminals and eyes without colour.
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

/// The most columns of a name.
const NAME: usize = 12;

fn city(pen: &mut Pen, game: &MachiKoro, state: &State, seat: Seat, name: &dyn Fn(Seat) -> String) {
    let city = state.city(seat);
    let is_acting = seat == state.roller() && game.scores(state).end().is_none();
    pen.text(0, 0, if is_acting { ">" } else { " " }, Role::Accent);
    let names = Seats::first(game.seats()).iter().map(|seat| name(seat).chars().count());
    let width = names.max().unwrap_or(0).min(NAME);
    let shown = format!("{:<width$}", shortened(&name(seat), width));
    let x = pen.text(2, 0, &shown, if is_acting { Role::Accent } else { Role::Strong });
    let x = pen.text(x + 1, 0, &format!("{:<8}", words::coins(city.coins())), Role::Warn);
    let top = landmarks(pen, game, city, x + 1);
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
fn landmarks(pen: &mut Pen, game: &MachiKoro, city: City<'_>, left: u16) -> u16 {
    let is_full = pen.height() >= 5;
    let words = game.landmarks().map(|landmark| short(landmark).len() + 2).sum::<usize>();
    let has_room = words <= usize::from(pen.width().saturating_sub(left));
    // Words that have no room beside the coins have a line of their own, or are cut to two letters.
    let is_below = is_full || !has_room && pen.height() >= 4;
    let is_short = has_room || is_below;
    let (mut x, mut y) = if is_below { (4, 1) } else { (left, 0) };
    for landmark in game.landmarks() {
        let is_built = city.has(landmark);
        let name = match (is_full, is_short) {
            (true, _) if is_built => landmark.title().to_owned(),
            (true, _) => format!("{} {}", landmark.title(), landmark.cost()),
            (false, true) => short(landmark).to_owned(),
            (false, false) => short(landmark).chars().take(2).collect(),
        };
        let text = if is_built { format!("[{name}]") } else { format!(" {name} ") };
        if is_full && x + text.chars().count() as u16 > pen.width() {
            (x, y) = (4, y + 1);
        }
        x = pen.text(x, y, &text, if is_built { Role::Good } else { Role::Dim });
    }
    y + 1
}

/// What the landmarks cost, the same for everybody.
pub(super) fn landmark_prices(game: &MachiKoro) -> String {
    let price = |landmark: Landmark| format!("{} {}", short(landmark), game.cost(Site::Landmark(landmark)));
    game.landmarks().map(price).collect::<Vec<_>>().join(", ")
}

/// A landmark in a word.
fn short(landmark: Landmark) -> &'static str {
    match landmark {
        Landmark::TrainStation => "Train",
        Landmark::ShoppingMall => "Mall",
        Landmark::AmusementPark => "Park",
        Landmark::RadioTower => "Radio",
        Landmark::Harbor | Landmark::Airport => landmark.title(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_letters_where_they_are_longest() {
        let names = ["Farmer's Market", "Soda Bottling Plant", "Convenience Store", "Cafe"];
        let short = names.map(|name| abbreviated(name, 13));
        assert_eq!(short, ["Farme. Market", "Soda Bot. Pl.", "Conven. Store", "Cafe"]);
        assert_eq!(abbreviated("Convenience Store", 17), "Convenience Store");
        assert_eq!(abbreviated("Convenience Store", 0), "C. S.");
    }
}
