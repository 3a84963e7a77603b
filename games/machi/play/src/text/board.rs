//! Cards, cities and the market as text, 80 columns wide.

use tercet_game::{Game as _, Seat, Seats};
use tercet_machi::{Landmark, MachiKoro, Phase, State};

use crate::text::words;
use tercet_entry::wrapped;

/// The card table: every card of the game, then the landmarks.
pub fn card_table(game: &MachiKoro) -> String {
    let row = |cells: [&str; 7]| {
        let [name, color, rolls, cost, icon, copies, does] = cells;
        format!("{name:<20} {color:<6} {rolls:>5} {cost:>4}  {icon:<8} {copies:>6}  {does}")
            .trim_end()
            .to_owned()
    };
    let mut lines = vec![row(["card", "color", "rolls", "cost", "icon", "copies", "what it does"])];
    for (kind, card) in game.cards().iter() {
        let (rolls, cost) = (card.rolls.to_string(), card.cost.to_string());
        let copies = game.cards().copies(kind).to_string();
        let does = words::effect(&card.effect, game.cards());
        lines.push(row([&card.name, card.color.name(), &rolls, &cost, &card.icon, &copies, &does]));
    }
    lines.push(String::new());
    lines.push(row(["landmark", "", "", "cost", "", "", "what it does"]));
    for landmark in game.landmarks() {
        let cost = landmark.cost().to_string();
        lines.push(row([landmark.title(), "", "", &cost, "", "", landmark.about()]));
    }
    lines.join("\n")
}

/// What lies open in the market.
pub fn market(game: &MachiKoro, state: &State) -> String {
    let row = |cells: [&str; 6]| {
        let [name, color, rolls, cost, left, does] = cells;
        format!("{name:<20} {color:<6} {rolls:>5} {cost:>4} {left:>4}  {does}").trim_end().to_owned()
    };
    let mut lines = vec![row(["market", "color", "rolls", "cost", "left", "what it does"])];
    for (kind, copies) in state.market().cards() {
        let card = game.cards().card(kind);
        let (rolls, cost, copies) = (card.rolls.to_string(), card.cost.to_string(), copies.to_string());
        let does = words::effect(&card.effect, game.cards());
        let line = row([&card.name, card.color.name(), &rolls, &cost, &copies, &does]);
        lines.push(wrapped(&line, &" ".repeat(45)));
    }
    if lines.len() == 1 {
        lines.push("nothing is left".to_owned());
    }
    lines.join("\n")
}

/// Every city: purse, landmarks and cards.
pub fn cities(game: &MachiKoro, state: &State, name: &dyn Fn(Seat) -> String) -> String {
    let each = Seats::first(game.seats()).iter().map(|seat| city(game, state, seat, name));
    each.collect::<Vec<_>>().join("\n")
}

fn city(game: &MachiKoro, state: &State, seat: Seat, name: &dyn Fn(Seat) -> String) -> String {
    let city = state.city(seat);
    let built: Vec<&str> = city.landmarks().map(Landmark::title).collect();
    let all = game.landmarks().count();
    let built = format!(
        "landmarks {}/{all}{}{}",
        built.len(),
        if built.is_empty() { "" } else { ": " },
        built.join(", ")
    );
    let card = |(kind, copies): (_, u8)| {
        let times = if copies > 1 { format!(" x{copies}") } else { String::new() };
        let shut = match city.closed(kind) {
            0 => String::new(),
            closed if closed == copies => " (closed)".to_owned(),
            closed => format!(" ({closed} closed)"),
        };
        format!("{}{times}{shut}", words::title(game, kind))
    };
    let mut parts: Vec<String> = city.cards().map(card).collect();
    if city.invested() > 0 {
        parts.push(format!("{} invested", words::coins(city.invested())));
    }
    let head = format!("{}: {}; {built}", name(seat), words::coins(city.coins()));
    format!("{}\n{}", wrapped(&head, "    "), wrapped(&format!("  {}", parts.join(", ")), "  "))
}

/// The table at the end: places, landmarks, coins and finish scores.
pub fn standings(game: &MachiKoro, state: &State, name: &dyn Fn(Seat) -> String) -> String {
    let scores = game.scores(state);
    let mut seats: Vec<Seat> = Seats::first(game.seats()).iter().collect();
    seats.sort_by_key(|&seat| (scores.place(seat), seat.0));
    let mut lines = vec![format!("{:<14} {:>9} {:>6} {:>12}", "", "landmarks", "coins", "finish score")];
    for seat in seats {
        let city = state.city(seat);
        let won = if scores.end().is_some() && scores.winners().contains(seat) { "  won" } else { "" };
        let points = scores.points()[seat.index()];
        let landmarks = city.landmarks().count();
        lines.push(format!("{:<14} {landmarks:>9} {:>6} {points:>12}{won}", name(seat), city.coins()));
    }
    lines.join("\n")
}

/// A position: whose turn it is, the cities, and the market.
pub fn position(game: &MachiKoro, state: &State, name: &dyn Fn(Seat) -> String) -> String {
    let whose = match state.phase() {
        Phase::Over { end, .. } => format!("over after turn {}: {}", state.turn(), words::end(end)),
        _ => format!("turn {}, {} to move", state.turn(), name(state.roller())),
    };
    format!("{whose}\n\n{}\n\n{}", cities(game, state, name), market(game, state))
}
