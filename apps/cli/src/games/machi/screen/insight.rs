//! What a position is worth, worked out beside the screen.

use std::time::{Duration, Instant};

use tercet_game::Seat;
use tercet_machi::{MachiKoro, State};
use tercet_machi_play::bots::insight::{self, Chance, Choice, InsightOptions, Standing};
use tercet_odds::Model;
use tercet_search::Stop;

use crate::games::machi::insight::{insight_lines, turns};
use crate::screen::kit::pen::{Pen, shortened};
use crate::screen::kit::theme::Role;

/// The numbers of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Insight {
    /// Whose income is shown.
    seat: Seat,
    found: insight::Insight,
    /// The names of what can be built.
    names: Vec<String>,
}

/// What stands over the numbers.
const HEAD: &str = "coins turns  wins";

/// With fewer lines than these left, what can be built has all of them.
const ROOM_FOR_INCOME: usize = 8;

/// How long games are played for the chances to win.
const PLAYING: Duration = Duration::from_secs(15);

impl Insight {
    /// Works it out by the exact model, or by the plain one where that is too much work.
    pub(crate) fn of(game: &MachiKoro, state: &State, seat: Seat) -> Insight {
        let begin = Instant::now();
        let wanted = |model| {
            let time = Stop::when(move || begin.elapsed() >= PLAYING);
            insight::insight(game, state, &InsightOptions { time, ..InsightOptions::new(model) })
        };
        let found = wanted(Model::Exact).or_else(|_| wanted(Model::Seed));
        let found = found.expect("the list of bots has its usual player, and the plain model takes no time");
        let names = found.options.iter().map(|choice| choice.name(game).replace('_', " ")).collect();
        Insight { seat, found, names }
    }

    /// Draws the numbers.
    pub(crate) fn draw(&self, pen: &mut Pen, name: &dyn Fn(Seat) -> String) {
        pen.text(12, 0, HEAD, Role::Dim);
        let mut y = 1;
        for (seat, standing) in (0..).map(Seat).zip(&self.found.seats) {
            pen.text(0, y, &shortened(&name(seat), 10), Role::Strong);
            pen.text(11, y, &line(standing), Role::Text);
            y += 1;
        }
        y = self.draw_options(pen, y + 1, &name(self.found.seat));
        self.draw_income(pen, y + 1, &name(self.seat));
    }

    /// All of it, to be read on a sheet.
    pub(crate) fn text(&self, game: &MachiKoro, name: &dyn Fn(Seat) -> String) -> String {
        let mut lines = vec![format!("{:<12}{HEAD}", "")];
        for (seat, standing) in (0..).map(Seat).zip(&self.found.seats) {
            lines.push(format!("{:<12}{}", shortened(&name(seat), 11), line(standing)));
        }
        lines.push("coins a round; turns until victory; how often the seat wins\n".to_owned());
        lines.extend(insight_lines(game, &self.found, insight::PLAYER, name));
        lines.join("\n")
    }

    /// What can be built, the best first, and how much more; the line below them. The income gets the lines that it needs,
    /// but no more than half of those that are left.
    fn draw_options(&self, pen: &mut Pen, from: u16, who: &str) -> u16 {
        if self.found.options.is_empty() {
            return from.saturating_sub(1);
        }
        let roll = if self.found.is_before_roll { " if the roll brings nothing" } else { "" };
        pen.text(0, from, &format!("{who} can build{roll}"), Role::Dim);
        let left = usize::from(pen.height().saturating_sub(from + 1));
        let income = if left < ROOM_FOR_INCOME { 0 } else { (self.shown(left).len() + 2).min(left / 2) };
        let (lines, all) = (left - income, self.found.options.len());
        let shown = if all > lines { lines.saturating_sub(1) } else { all };
        let mut y = from + 1;
        for (choice, name) in self.found.options.iter().zip(&self.names).take(shown) {
            pen.text(0, y, &shortened(name, 10), Role::Strong);
            pen.text(11, y, &option(choice), Role::Text);
            y += 1;
        }
        if shown < all {
            pen.text(0, y, &format!("{} more: I shows all", all - shown), Role::Warn);
            y += 1;
        }
        y
    }

    fn draw_income(&self, pen: &mut Pen, mut y: u16, whose: &str) {
        let whose = if whose == "you" { "your".to_owned() } else { format!("{whose}'s") };
        let own = &self.found.seats[self.seat.index()].own_turn;
        pen.text(0, y, &format!("{whose} next turn: {:+.1} coins", own.mean()), Role::Dim);
        let most = own.iter().map(|(_, chance)| chance).fold(0.0, f64::max);
        let room = pen.width().saturating_sub(12);
        let lines = usize::from(pen.height().saturating_sub(y + 1));
        for (coins, chance) in self.shown(lines) {
            y += 1;
            let width = if most > 0.0 { (chance / most * f64::from(room)).round() } else { 0.0 };
            let x = pen.text(0, y, &format!("{coins:>+4} {:>4.0} % ", chance * 100.0), Role::Text);
            pen.text(x, y, &"█".repeat((0..room).filter(|&x| f64::from(x) < width).count()), Role::Good);
        }
    }

    /// The incomes that are worth a line, the likeliest if there are too many, in their order.
    fn shown(&self, lines: usize) -> Vec<(i32, f64)> {
        let own = &self.found.seats[self.seat.index()].own_turn;
        let mut shown: Vec<(i32, f64)> = own.iter().filter(|(_, chance)| *chance >= 0.005).collect();
        if shown.len() > lines {
            shown.sort_by(|one, other| other.1.total_cmp(&one.1));
            shown.truncate(lines);
            shown.sort_by_key(|(coins, _)| *coins);
        }
        shown
    }
}

fn line(standing: &Standing) -> String {
    let wins = standing.win.map_or(String::new(), |win| {
        let half = (win.high - win.low) * 50.0;
        format!("{:>4.0}%±{half:.0}", win.value * 100.0)
    });
    format!("{:>6.1} {:>5}{wins}", standing.round.mean(), turns(standing.turns))
}

fn option(choice: &Choice) -> String {
    let percent = |chance: Chance| format!("{:>4.0}%", chance.value * 100.0);
    let wins = choice.win.map_or(String::new(), percent);
    match choice.site {
        Some(_) => format!("{:>+6.2} {:>5}{wins}", choice.coins, turns(choice.turns)),
        None => format!("{:>6} {:>5}{wins}", "", turns(choice.turns)),
    }
}
