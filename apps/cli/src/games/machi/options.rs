//! The list of what may be done now: numbered, with what each costs and does.

use tercet_game::{Game as _, Notation, Seat, Seats};
use tercet_machi::{Action, Landmark, MachiKoro, Phase, Site, State};

/// The question and its numbered answers.
pub(crate) fn list(
    game: &MachiKoro,
    state: &State,
    actions: &[Action],
    name: &dyn Fn(Seat) -> String,
) -> String {
    let seat = state.roller();
    let question = words::question(game, state, name);
    let mut lines = vec![wrapped(&format!("{}: {question}", purse(game, state, seat, name)), "  ")];
    let others = Seats::first(game.seats()).iter().filter(|&other| other != seat);
    let others = others.map(|other| purse(game, state, other, name)).collect::<Vec<_>>().join("; ");
    lines.push(wrapped(&format!("     others: {others}"), "             "));
    let texts: Vec<String> = actions.iter().map(|&action| label(game, action, name)).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    if state.phase() == Phase::Build {
        lines.extend(to_build(game, state, seat).map(|text| wrapped(&text, "             ")));
        lines.push(format!("     {:<width$} cost color  rolls what it does", ""));
    }
    for (number, (&action, text)) in actions.iter().zip(&texts).enumerate() {
        let meaning = words::meaning(game, state, action);
        let line = format!("{:>3}  {text:<width$} {meaning}", number + 1);
        let indent = 5 + width + 1 + if state.phase() == Phase::Build { 18 } else { 0 };
        lines.push(wrapped(line.trim_end(), &" ".repeat(indent)));
    }
    lines.join("\n")
}

/// The landmarks that a seat has not built, with what they cost.
fn to_build(game: &MachiKoro, state: &State, seat: Seat) -> Option<String> {
    let city = state.city(seat);
    let left = game.landmarks().filter(|&landmark| !city.has(landmark));
    let price = |landmark: Landmark| format!("{} {}", landmark.title(), game.cost(Site::Landmark(landmark)));
    let left: Vec<String> = left.map(price).collect();
    (!left.is_empty()).then(|| format!("     landmarks left: {}", left.join(", ")))
}

/// Who has how many coins and landmarks.
fn purse(game: &MachiKoro, state: &State, seat: Seat, name: &dyn Fn(Seat) -> String) -> String {
    let city = state.city(seat);
    let (built, all) = (city.landmarks().count(), game.landmarks().count());
    format!("{}, {}, {built}/{all} landmarks", name(seat), words::coins(city.coins()))
}

/// An action as it may be typed, with the name of the seat that it is about.
fn label(game: &MachiKoro, action: Action, name: &dyn Fn(Seat) -> String) -> String {
    let text = game.action_text(action);
    action.seat().map_or(text.clone(), |seat| format!("{text} ({})", name(seat)))
}
use tercet_entry::wrapped;
use tercet_machi_play::text::words;
