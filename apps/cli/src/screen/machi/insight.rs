//! What a position is worth, worked out beside the screen.

use tercet_bots::machi::{AnyBot, by_name};
use tercet_game::{Game as _, Seat};
use tercet_machi::{MachiKoro, State};
use tercet_odds::{Growth, Model, Odds, win_chances};

use crate::screen::kit::pen::{Pen, shortened};
use crate::screen::kit::theme::Role;

/// The numbers of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Insight {
    /// Whose income is shown.
    seat: Seat,
    /// What the seat's next turn brings, with its chance.
    income: Vec<(i32, f64)>,
    mean: f64,
    /// What each seat can expect.
    seats: Vec<Line>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    /// The mean coins of a round.
    round: f64,
    /// Rounds until all landmarks are built, if nothing else is.
    rounds: f64,
    /// The share of games that are won, and where it lies with 95 % confidence.
    chance: f64,
    low: f64,
    high: f64,
}

/// How many games are played to their end for the chances to win.
const GAMES: u32 = 300;
/// Who plays them: quick, and no fool.
const PLAYER: &str = "thoughtful";

impl Insight {
    /// Works it out. The chances to win are those of games that `thoughtful` plays on every seat.
    pub(crate) fn of(game: &MachiKoro, state: &State, seat: Seat) -> Insight {
        let odds = Odds::new(game, Model::Exact);
        let own = odds.own_turn_pmf(state, seat);
        let player =
            |_: Seat, seed: u64| -> AnyBot { by_name(PLAYER, seed).expect("the list of bots has this one") };
        let wins = win_chances(game, state, player, GAMES, u64::from(state.turn()));
        let line = |seat: Seat| {
            let (low, high) = wins.interval(seat);
            let rounds = odds.rounds_until_victory(state, seat, Growth::Landmarks).mean();
            Line { round: odds.round_pmf(state, seat).mean(), rounds, chance: wins.chance(seat), low, high }
        };
        Insight {
            seat,
            mean: own.mean(),
            income: own.iter().collect(),
            seats: (0..game.seats()).map(Seat).map(line).collect(),
        }
    }

    /// Draws the numbers.
    pub(crate) fn draw(&self, pen: &mut Pen, name: &dyn Fn(Seat) -> String) {
        pen.text(0, 0, "           coins rounds  wins", Role::Dim);
        let mut y = 1;
        for (seat, line) in (0..).map(Seat).zip(&self.seats) {
            let rounds = if line.rounds.is_finite() { format!("{:.1}", line.rounds) } else { "-".to_owned() };
            let half = (line.high - line.low) * 50.0;
            let text = format!("{:>5.1} {rounds:>6} {:>3.0}%±{half:.0}", line.round, line.chance * 100.0);
            pen.text(0, y, &shortened(&name(seat), 10), Role::Strong);
            pen.text(11, y, &text, Role::Text);
            y += 1;
        }
        y += 1;
        let whose = name(self.seat);
        let whose = if whose == "you" { "your".to_owned() } else { format!("{whose}'s") };
        pen.text(0, y, &format!("{whose} next turn: {:+.1} coins", self.mean), Role::Dim);
        let most = self.income.iter().map(|(_, chance)| *chance).fold(0.0, f64::max);
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
        let mut shown: Vec<(i32, f64)> =
            self.income.iter().copied().filter(|(_, chance)| *chance >= 0.005).collect();
        if shown.len() > lines {
            shown.sort_by(|one, other| other.1.total_cmp(&one.1));
            shown.truncate(lines);
            shown.sort_by_key(|(coins, _)| *coins);
        }
        shown
    }
}
