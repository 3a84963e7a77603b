//! What can be built in a position and what it brings, in lines.

use tercet_game::Seat;
use tercet_machi::MachiKoro;
use tercet_machi_play::bots::insight::{Choice, Insight};

/// What can be built now, the best first, and where the chances come from.
pub(crate) fn insight_lines(
    game: &MachiKoro,
    insight: &Insight,
    player: &str,
    name: &dyn Fn(Seat) -> String,
) -> Vec<String> {
    let mut lines = option_lines(game, insight, &name(insight.seat));
    lines.push(match insight.games {
        0 => "no win chances: no games were asked for".to_owned(),
        games => format!(
            "win chances: {games} games among {player} bots, with the same dice for every row; 95 % intervals"
        ),
    });
    lines
}

fn option_lines(game: &MachiKoro, insight: &Insight, who: &str) -> Vec<String> {
    if insight.options.is_empty() {
        let has = if who == "you" { "have" } else { "has" };
        return vec![format!("{who} {has} nothing to build now"), String::new()];
    }
    let roll = if insight.is_before_roll { ", if the roll brings nothing" } else { "" };
    let wins = if insight.games > 0 { "  wins (95 %)             than by nothing (95 %)" } else { "" };
    let mut lines = vec![
        format!("{who} can build now{roll}:"),
        format!("  {:<20} {:>4} {:>7} {:>6}{wins}", "", "cost", "coins", "turns"),
    ];
    lines.extend(insight.options.iter().map(|choice| option_line(game, choice)));
    lines.push("  more coins a round; turns until victory once it is built and paid".to_owned());
    lines.push(String::new());
    lines
}

fn option_line(game: &MachiKoro, choice: &Choice) -> String {
    let (cost, coins) = match choice.site {
        Some(_) => (choice.cost.to_string(), format!("{:+.2}", clean(choice.coins))),
        None => (String::new(), String::new()),
    };
    let name = choice.name(game);
    let line = format!("  {name:<20} {cost:>4} {coins:>7} {:>6}{}", turns(choice.turns), chances(choice));
    line.trim_end().to_owned()
}

fn chances(choice: &Choice) -> String {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let wins = choice.win.map_or(String::new(), |win| {
        format!("  {:>5} % ({} to {})", percent(win.value), percent(win.low), percent(win.high))
    });
    let signed = |share: f64| format!("{:+.1}", clean(100.0 * share));
    let gain = choice.gain.filter(|_| choice.site.is_some()).map_or(String::new(), |gain| {
        format!("{:>5} % ({} to {})", signed(gain.value), signed(gain.low), signed(gain.high))
    });
    format!("{wins:<26}{gain}")
}

/// Turns until victory in words.
pub(crate) fn turns(turns: f64) -> String {
    if turns.is_finite() { format!("{turns:.0}") } else { "never".to_owned() }
}

/// No minus before a zero.
pub(crate) fn clean(value: f64) -> f64 {
    if value.abs() < 5e-4 { 0.0 } else { value }
}
