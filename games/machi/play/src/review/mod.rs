//! A finished game of Machi Koro looked at again: the chances to win turn by turn, luck against skill, and where it turned.

mod report;
mod walk;

use serde_json::{Value, json};
use tercet_entry::{
    CurvePoint, Estimate, REVIEW_VERSION, Review, ReviewCurve, ReviewError, ReviewOptions, ReviewUnit,
    Series, spread,
};
use tercet_game::{Game as _, Notation as _, Record, Seat, Seats, Turn, rules_of};
use tercet_machi::{MachiKoro, State};
use tercet_odds::{Paired, win_chances};
use tercet_search::Stop;

use crate::bots::insight::PLAYER;
use crate::bots::{AnyBot, by_name};

pub use walk::{BySeat, Decision, Luck, Step, StepKind, TurnStart, ValueSource};

/// How many turns the curve shows at most: longer games are looked at in places.
const TURNS: usize = 150;

/// How many games are played from a position, at least and at most.
const GAMES: (u32, u32) = (20, 400);

/// How many turning points a review has.
const TURNING_POINTS: usize = 3;

/// Looks at a finished game again.
///
/// # Errors
/// If the record does not replay or is not over, or nobody wants the review any more.
pub fn review(record: &Record, wanted: &ReviewOptions<'_>) -> Result<Review, ReviewError> {
    let game = rules_of::<MachiKoro>(record)?;
    let inputs = record.inputs.len();
    // The walk is about as much work as the games are.
    let (steps, turns) = walk::walk(record, wanted, &|at| wanted.go_on(at, 2 * inputs))?;
    let shown: Vec<&TurnStart> = spread(turns.len(), TURNS).into_iter().map(|nth| &turns[nth]).collect();
    let games = (wanted.playouts / shown.len().max(1) as u32).clamp(GAMES.0, GAMES.1);
    let playouts = Playouts::new(&game, games, wanted)?;
    let mut points = Vec::new();
    for (nth, start) in shown.iter().enumerate() {
        wanted.go_on(inputs + nth * inputs / shown.len(), 2 * inputs)?;
        points.push(playouts.point(start));
    }
    let seats = Seats::first(game.seats()).iter();
    let series = seats.map(|seat| Series { label: (wanted.who)(seat), seat: Some(seat.0) }).collect();
    let curve = ReviewCurve {
        measure: "chance to win".to_owned(),
        unit: ReviewUnit::Percent,
        along: "turn".to_owned(),
        series,
        points,
    };
    let turning_points = report::turning_points(&game, &steps, &turns, wanted, &playouts);
    wanted.go_on(2 * inputs, 2 * inputs)?;
    Ok(Review {
        version: REVIEW_VERSION,
        game: record.game.clone(),
        inputs,
        method: format!(
            "Chances to win: {games} games that `{PLAYER}` played to their end from each turn, with 95 % intervals. Luck and what \
             was given away: by the bot `search`, which looks at everything that the dice and the player can do in a turn."
        ),
        tables: report::tables(&game, &steps, &curve, wanted),
        turning_points,
        data: data(&game, &steps, games),
        curve,
    })
}

/// Games that are played on from positions.
pub(crate) struct Playouts<'w> {
    game: &'w MachiKoro,
    bot: AnyBot,
    games: u32,
    seed: u64,
    stop: Stop,
}

impl<'w> Playouts<'w> {
    fn new(game: &'w MachiKoro, games: u32, wanted: &ReviewOptions<'_>) -> Result<Playouts<'w>, ReviewError> {
        let mut bot = by_name(PLAYER, 0)?;
        if let AnyBot::Strategist(strategist) = &mut bot {
            strategist.prepare(game);
        }
        Ok(Playouts { game, bot, games, seed: wanted.seed, stop: wanted.stop.clone() })
    }

    fn point(&self, start: &TurnStart) -> CurvePoint {
        let seats = Seats::first(self.game.seats());
        let values = if start.state.winner().is_some() || self.game.turn(&start.state) == Turn::Over {
            let won = |seat: Seat| f64::from(u8::from(start.state.winner() == Some(seat)));
            seats.iter().map(|seat| Estimate::exact(won(seat))).collect()
        } else {
            let player = |_: Seat, seed: u64| self.bot.reseeded(seed);
            let goes_on = || !self.stop.is_requested();
            let chances = win_chances(self.game, &start.state, player, self.games, self.seed, goes_on);
            let share = |seat: Seat| Estimate::share(chances.wins(seat).into(), chances.games());
            seats.iter().map(share).collect()
        };
        CurvePoint { at: start.at, along: start.turn.into(), values }
    }

    /// How much likelier the seat wins after one position than after another, with its interval.
    pub(crate) fn gain(&self, one: &State, other: &State, seat: Seat) -> Estimate {
        let player = |_: Seat, seed: u64| self.bot.reseeded(seed);
        let stop = &self.stop;
        let goes_on = || !stop.is_requested();
        let games = (2 * self.games, self.seed);
        let paired = Paired::play(self.game, &[*one, *other], player, games, &goes_on);
        let (value, low, high) = paired.gain(0, 1, seat);
        Estimate { value, interval: Some((low, high)) }
    }
}

/// All numbers, for programs.
fn data(game: &MachiKoro, steps: &[Step], games: u32) -> Value {
    let seats = usize::from(game.seats());
    let step = |step: &Step| {
        let mut step_json = json!({ "at": step.at, "turn": step.turn, "seat": step.seat.0 });
        match &step.kind {
            StepKind::Chance(luck) => {
                step_json["chance"] = json!(game.chance_text(luck.chance));
                step_json["luck"] = json!(&luck.gained[..seats]);
                step_json["coins"] = json!(&luck.coins[..seats]);
                step_json["expected_coins"] = json!(&luck.expected[..seats]);
            }
            StepKind::Decision(decision) => {
                step_json["action"] = json!(game.action_text(decision.action));
                step_json["best"] = json!(game.action_text(decision.best));
                step_json["lost"] = json!(decision.lost);
            }
        }
        step_json
    };
    json!({
        "bot": PLAYER,
        "games": games,
        "seats": report::sums(game, steps).iter().map(report::Sums::json).collect::<Vec<_>>(),
        "steps": steps.iter().map(step).collect::<Vec<_>>(),
    })
}
