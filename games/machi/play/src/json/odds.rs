//! Machi Koro's odds in JSON: a position in, the numbers of each player out.

use std::collections::BTreeMap;

use crate::bots::insight::{self, Chance, Choice, Insight, InsightOptions, Standing};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tercet_game::{ConfigError, Game, Record, Replay, ReplayError, Seat};
use tercet_machi::{Config, Expansion, MachiKoro, Player, Position, PositionError, State};
use tercet_odds::{Budget, Growth, Model, NoAnswer, Odds, Pmf, Purchase, Victory};
use thiserror::Error;

use tercet_entry::json::read_value;
use tercet_entry::{NotJson, ShapeError};

/// The percentiles that are listed.
pub const PERCENTILES: [f64; 5] = [0.1, 0.25, 0.5, 0.75, 0.9];

/// The numbers of rounds for which the chance of victory is listed.
pub const HORIZONS: [u32; 3] = [1, 3, 8];

/// Why a position can't be answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OddsError {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] NotJson),
    /// It is JSON of another shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// There is no such game.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The game has no such position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// It is too much work.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

/// A position of a line. Fields that it does not know are passed over, because records hold results too.
#[derive(Deserialize)]
struct PositionLine {
    #[serde(default)]
    rules: BTreeMap<String, bool>,
    players: Vec<PlayerLine>,
    #[serde(default)]
    active: u8,
    market: Option<BTreeMap<String, u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerLine {
    coins: u32,
    cards: BTreeMap<String, u8>,
    landmarks: Vec<String>,
    #[serde(default)]
    closed: BTreeMap<String, u8>,
    #[serde(default)]
    investment: u32,
}

/// A game and a position of it, possible or not.
#[derive(Clone, Debug)]
pub struct OddsQuestion {
    /// The game.
    pub game: MachiKoro,
    /// The position.
    pub position: Position,
    /// The same as a state, before the roll.
    pub state: State,
}

impl OddsQuestion {
    /// Reads a position: `players` with `coins`, `cards`, `landmarks`, `closed` and `investment`; `rules` with the
    /// expansions; `active` and `market` where it is to be played on.
    ///
    /// # Errors
    /// If it is no JSON of that form, or no position of a game.
    pub fn read(text: &[u8]) -> Result<OddsQuestion, OddsError> {
        let value: Value = serde_json::from_slice(text).map_err(NotJson::from)?;
        if !value.is_object() {
            return Err(ShapeError::Json("not an object".to_owned()).into());
        }
        let line: PositionLine = read_value(value)?;
        let game = MachiKoro::new(&config(&line)?)?;
        let position = Position {
            roller: line.active,
            market: line.market.map(pairs),
            players: line.players.into_iter().map(PlayerLine::player).collect(),
        };
        let state = game.any_position(&position)?;
        Ok(OddsQuestion { game, position, state })
    }
}

fn config(line: &PositionLine) -> Result<Config, OddsError> {
    let mut expansions = Vec::new();
    for (name, wanted) in &line.rules {
        let expansion = Expansion::from_name(name).ok_or_else(|| {
            ShapeError::field(format!("rules.{name}"), "rules are harbor, millionaires_row and promo")
        })?;
        expansions.extend(wanted.then_some(expansion));
    }
    expansions.sort_unstable();
    let players = line.players.len().try_into().unwrap_or(u8::MAX);
    Ok(Config { expansions, ..Config::base(players) })
}

impl PlayerLine {
    fn player(self) -> Player {
        Player {
            coins: self.coins,
            cards: pairs(self.cards),
            closed: pairs(self.closed),
            landmarks: self.landmarks,
            invested: self.investment,
        }
    }
}

fn pairs(counts: BTreeMap<String, u8>) -> Vec<(String, u8)> {
    counts.into_iter().collect()
}

/// Answers a position with `{"out":[…]}`, an object for each player.
///
/// # Errors
/// If the line is no position, or its numbers need more than the budget.
pub fn odds_line(line: &[u8], model: Model, budget: Budget) -> Result<Value, OddsError> {
    let question = OddsQuestion::read(line)?;
    let odds = Odds::new(&question.game, model);
    let out = odds.ask(budget, || true, |odds| odds_json(odds, &question.state))?;
    Ok(json!({ "out": out }))
}

/// The numbers of each player. JSON has no infinity: a number of turns that never end is `null`.
pub fn odds_json(odds: &Odds, state: &State) -> Vec<Value> {
    (0..odds.game().seats()).map(|seat| player_json(odds, state, Seat(seat))).collect()
}

fn player_json(odds: &Odds, state: &State, seat: Seat) -> Value {
    let (own, round) = (odds.own_turn_pmf(state, seat), odds.round_pmf(state, seat));
    let rollers = (0..odds.game().seats()).map(Seat).filter(|&roller| roller != seat);
    let opponents: Map<String, Value> = rollers
        .map(|roller| (roller.0.to_string(), pmf_json(&odds.opponent_turn_pmf(state, seat, roller))))
        .collect();
    let by_percentile = |value: &dyn Fn(f64) -> f64| -> Map<String, Value> {
        PERCENTILES.into_iter().map(|p| (p.to_string(), json!(value(p)))).collect()
    };
    let victory = odds.rounds_until_victory(state, seat, Growth::Fixed);
    let needed = odds.coins_needed(state, seat);
    let within: Map<String, Value> = HORIZONS
        .into_iter()
        .map(|rounds| (rounds.to_string(), json!(odds.reached_within(&round, needed, rounds))))
        .collect();
    json!({
        "own_turn_pmf": pmf_json(&own),
        "opponent_turn_pmf": opponents,
        "round_pmf": pmf_json(&round),
        "own_mean": own.mean(),
        "own_variance": own.variance(),
        "round_mean": round.mean(),
        "round_variance": round.variance(),
        "round_percentile": by_percentile(&|p| f64::from(round.percentile(p))),
        "n_landmarks_remaining": odds.n_landmarks_remaining(state, seat),
        "landmark_cost_remaining": odds.landmark_cost_remaining(state, seat),
        "tuv_expected": odds.tuv_at(state, seat, round.mean()),
        "tuv_percentile": by_percentile(&|p| match odds.model() {
            Model::Exact => turns_within(&victory, p),
            _ => odds.tuv_at(state, seat, f64::from(round.percentile(p))),
        }),
        "turns_percentile": by_percentile(&|p| turns_within(&victory, p)),
        "tuv_variance": match odds.model() {
            Model::Harmonictook => round.variance(),
            _ => victory.variance(),
        },
        "prob_victory_within": within,
        "portfolio_coverage": odds.portfolio_coverage(state, seat),
        "finish_score": match odds.model() {
            Model::Harmonictook => json!(odds.finish_score(state, seat) as i64),
            _ => json!(odds.finish_score(state, seat)),
        },
    })
}

/// The turns within which this share of games is won; infinite if so many are not.
fn turns_within(victory: &Victory, p: f64) -> f64 {
    victory.percentile(p).map_or(f64::INFINITY, f64::from)
}

/// Turns until victory in words.
///
/// ```
/// use tercet_machi_play::json::odds::turns_words;
///
/// assert_eq!(turns_words(22.0), "22");
/// assert_eq!(turns_words(f64::INFINITY), "never, unless something changes");
/// ```
pub fn turns_words(turns: f64) -> String {
    if turns.is_finite() { turns.to_string() } else { "never, unless something changes".to_owned() }
}

/// What a purchase changes of the turns until victory, in words: their number, or from or to never.
///
/// ```
/// use tercet_machi_play::json::odds::turns_change_words;
///
/// assert_eq!([(-3.0, 19.0), (f64::NEG_INFINITY, 60.0)].map(|(change, after)| turns_change_words(change, after)),
///     ["-3", "never to 60"]);
/// assert_eq!(turns_change_words(f64::INFINITY, f64::INFINITY), "to never");
/// ```
pub fn turns_change_words(change: f64, after: f64) -> String {
    match change {
        _ if change.is_finite() => format!("{change:+}"),
        _ if after.is_finite() => format!("never to {after}"),
        _ => "to never".to_owned(),
    }
}

/// A distribution by values, those that can't come left out.
pub fn pmf_json(pmf: &Pmf) -> Value {
    pmf.iter().map(|(value, chance)| (value.to_string(), json!(chance))).collect::<Map<_, _>>().into()
}

/// What a purchase would change. `tuv_after` is `null` if the seat never wins with it, `delta_tuv` if that is so before or after it but not
/// both.
pub fn purchase_json(odds: &Odds, purchase: &Purchase) -> Value {
    json!({
        "name": odds.game().site_name(purchase.site),
        "cost": purchase.cost,
        "delta_ev": purchase.delta_ev,
        "delta_coverage": purchase.delta_coverage,
        "tuv_after": purchase.tuv_after,
        "delta_tuv": purchase.delta_tuv,
        "delta_victory": purchase.delta_victory,
    })
}

/// Why there is no insight into a recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InsightError {
    /// Only Machi Koro has any.
    #[error("there is no insight into this game")]
    Game,
    /// The record does not replay.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It can't be worked out.
    #[error(transparent)]
    Insight(#[from] insight::InsightError),
}

/// Can positions of this game be seen through?
pub fn has_insight(game: &str) -> bool {
    game == MachiKoro::ID
}

/// What a recorded game's last position is worth, as [`insight_json`] has it.
///
/// # Errors
/// If it is a record of another game, does not replay, or takes too long.
pub fn record_insight(record: &Record, wanted: &InsightOptions<'_>) -> Result<Value, InsightError> {
    if !has_insight(&record.game) {
        return Err(InsightError::Game);
    }
    let mut replay = Replay::<MachiKoro>::open(record)?;
    replay.run_to(usize::MAX, &mut ())?;
    let (game, state) = (replay.game(), replay.state());
    Ok(insight_json(game, &insight::insight(game, state, wanted)?, wanted))
}

/// An insight: what each player can expect in `players`, and what the one whose turn it is (`seat`, from 0) could build now
/// in `options`, the best first. What never comes is `null`.
pub fn insight_json(game: &MachiKoro, found: &Insight, wanted: &InsightOptions<'_>) -> Value {
    let player = |standing: &Standing| {
        json!({
            "round_mean": standing.round.mean(),
            "round_pmf": pmf_json(&standing.round),
            "turn_mean": standing.own_turn.mean(),
            "turns": never_null(standing.turns),
            "win": standing.win.map(chance_json),
        })
    };
    let option = |choice: &Choice| {
        json!({
            "name": choice.name(game),
            "cost": choice.cost,
            "coins": choice.coins,
            "turns": never_null(choice.turns),
            "win": choice.win.map(chance_json),
            "gain": choice.gain.map(chance_json),
        })
    };
    json!({
        "model": wanted.model.name(),
        "among": wanted.player,
        "games": found.games,
        "seat": found.seat.0,
        "before_roll": found.is_before_roll,
        "players": found.seats.iter().map(player).collect::<Vec<_>>(),
        "options": found.options.iter().map(option).collect::<Vec<_>>(),
    })
}

fn never_null(turns: f64) -> Option<f64> {
    turns.is_finite().then_some(turns)
}

fn chance_json(chance: Chance) -> Value {
    json!({ "chance": chance.value, "low": chance.low, "high": chance.high })
}
