//! The odds of a position for people.

use tercet_game::Seat;
use tercet_machi_play::json::odds::{PERCENTILES, turns_change_words, turns_words};
use tercet_odds::{Growth, Pmf};

use super::Study;
use crate::games::machi::insight::{clean, insight_lines};
use tercet_entry::Style;

/// The width of a bar for the likeliest value.
const WIDTH: f64 = 30.0;

/// Values less likely than this share one line.
const RARE: f64 = 0.002;

/// The report's lines, printed once all of it is known.
struct Page {
    lines: Vec<String>,
    style: Style,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }
}

/// All lines about a position.
pub(super) fn lines(study: &Study, style: Style) -> Vec<String> {
    let mut page = Page { lines: Vec::new(), style };
    print(study, &mut page);
    page.lines
}

fn print(study: &Study, screen: &mut Page) {
    screen.line(&format!("model {}", study.odds.model().name()));
    if let Some(over) = study.over() {
        screen.line(&format!("the game is over: {over}"));
    }
    for seat in study.seats() {
        screen.line("");
        print_player(study, seat, screen);
    }
    screen.line("");
    match &study.insight {
        Ok(insight) => {
            let lines = insight_lines(&study.game, insight, &study.player, &|seat| seat.to_string());
            for line in &lines {
                screen.line(line);
            }
        }
        Err(why) => screen.line(&format!("no win chances: {why}")),
    }
    if let Some(advice) = &study.advice {
        screen.line("");
        advice.lines(&study.game).iter().for_each(|line| screen.line(line));
    }
}

fn print_player(study: &Study, seat: Seat, screen: &mut Page) {
    let (odds, state) = (&study.odds, &study.state);
    let coins = state.city(seat).coins();
    let (left, cost) = (odds.n_landmarks_remaining(state, seat), odds.landmark_cost_remaining(state, seat));
    screen.line(&format!("{seat}: {coins} coins, {left} landmarks to build for {cost} coins"));
    let (own, round) = (odds.own_turn_pmf(state, seat), odds.round_pmf(state, seat));
    screen.line(&format!("  own turn  {}", summary(&own)));
    screen.line(&format!("  round     {}", summary(&round)));
    let percentiles = PERCENTILES.map(|p| format!("{} % {}", (p * 100.0).round(), round.percentile(p)));
    screen.line(&format!("            {}", percentiles.join(", ")));
    print_bars(&round, screen);
    screen.line(&format!("  turns until victory {}", turns_words(odds.tuv_at(state, seat, round.mean()))));
    screen.line(&format!("  {}", landmarks_alone(study, seat)));
    if let Some(win) = study.insight.as_ref().ok().and_then(|insight| insight.seats[seat.index()].win) {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let line = format!("  wins {} % ({} to {})", percent(win.value), percent(win.low), percent(win.high));
        screen.line(&line);
    }
    print_purchases(study, seat, screen);
}

fn summary(pmf: &Pmf) -> String {
    format!("mean {:.2}, spread {:.2}", clean(pmf.mean()), pmf.variance().sqrt())
}

#[allow(clippy::cast_sign_loss, reason = "a share of a positive width")]
fn print_bars(pmf: &Pmf, screen: &mut Page) {
    let most = pmf.iter().map(|(_, chance)| chance).fold(0.0, f64::max);
    let mark = if screen.style.is_ascii { "#" } else { "█" };
    let mut rest = 0.0;
    for (value, chance) in pmf.iter() {
        if chance < RARE {
            rest += chance;
            continue;
        }
        let bar = mark.repeat((WIDTH * chance / most).round() as usize);
        screen.line(format!("  {value:>6} {:>5.1} % {bar}", 100.0 * chance).trim_end());
    }
    if rest > 0.0 {
        screen.line(&format!("  others {:>5.1} %", 100.0 * rest));
    }
}

fn landmarks_alone(study: &Study, seat: Seat) -> String {
    let victory = study.odds.rounds_until_victory(&study.state, seat, Growth::Landmarks);
    match [0.1, 0.5, 0.9].map(|p| victory.percentile(p)) {
        [Some(early), Some(middle), Some(late)] => {
            format!(
                "if only landmarks are built, 10 % of games end within {early} rounds, 50 % within {middle}, 90 % within {late}"
            )
        }
        _ => "if only landmarks are built, it may never end".to_owned(),
    }
}

fn print_purchases(study: &Study, seat: Seat, screen: &mut Page) {
    let (rounds, purchases) = (study.rounds, study.purchases(seat));
    if purchases.is_empty() {
        return screen.line("  nothing is left to build");
    }
    screen.line(&format!("  {:<20} {:>4} {:>8} {:>8} {:>12}", "to build", "cost", "coins", "cover", "turns"));
    for one in purchases {
        let name = study.game.site_name(one.site);
        screen.line(&format!(
            "  {name:<20} {:>4} {:>+8.2} {:>+8.3} {:>12}",
            one.cost,
            clean(one.delta_ev),
            clean(one.delta_coverage),
            turns_change_words(one.delta_tuv, one.tuv_after)
        ));
    }
    screen.line(&format!("  coins in {rounds} rounds; turns until victory once it is paid"));
}
