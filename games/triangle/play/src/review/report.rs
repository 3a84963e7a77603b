//! What a puzzle's review found, in words and tables.

use serde_json::{Value, json};
use tercet_entry::{BotWords, Estimate, ReviewOptions, ReviewTable, TurningPoint};
use tercet_game::{Game as _, Notation as _};
use tercet_triangle::{Action, Field, Piece, Puzzle, State};

use super::{Placement, Weighed};
use crate::bots::Scales;

/// How many turning points a review has.
const TURNING_POINTS: usize = 3;

/// Placements that cost less than this were as good.
const NOTHING: f64 = 0.05;

/// What a placement cost, with its interval.
fn cost_text(cost: &Estimate) -> String {
    match cost.interval {
        Some((low, high)) => format!("{:.1} (95 %: {low:.1} to {high:.1})", cost.value),
        None => format!("{:.1}", cost.value),
    }
}

/// What is placed where, as it stands behind «to».
fn action_words<F: Field>(game: &Puzzle<F>, action: Action) -> String {
    let (row, col) = game.grid().place(action.anchor.into());
    format!("put shape {} at row {}, column {}", action.slot + 1, row + 1, col + 1)
}

fn costly<F>(weighed: &[Weighed<F>]) -> impl Iterator<Item = &Weighed<F>> {
    weighed.iter().filter(|each| each.cost.value >= NOTHING)
}

pub(super) fn turning_points<F: Field>(game: &Puzzle<F>, weighed: &[Weighed<F>]) -> Vec<TurningPoint> {
    let point = |each: &Weighed<F>| {
        let (did, best) = (action_words(game, each.placement.action), action_words(game, each.best));
        let [best_worth, own_worth] = each.worth;
        TurningPoint {
            at: each.placement.at,
            seat: Some(0),
            title: format!("Placement {}: cost {:.1}", each.placement.number, each.cost.value),
            words: format!(
                "To {did} was worth {own_worth:.1} over the hands that may come, to {best} {best_worth:.1}: it cost {}.",
                cost_text(&each.cost)
            ),
            bot: Some(BotWords {
                name: "foresight".to_owned(),
                action: game.action_text(each.best),
                words: best,
                why: "the best on average over hands that may come".to_owned(),
            }),
        }
    };
    costly(weighed).take(TURNING_POINTS).map(point).collect()
}

pub(super) fn cost_table<F: Field>(game: &Puzzle<F>, weighed: &[Weighed<F>]) -> ReviewTable {
    let row = |each: &Weighed<F>| {
        vec![
            each.placement.number.to_string(),
            action_words(game, each.placement.action),
            action_words(game, each.best),
            cost_text(&each.cost),
        ]
    };
    ReviewTable {
        title: "Placements that cost most".to_owned(),
        columns: ["placement", "did", "foresight would", "cost"].map(str::to_owned).to_vec(),
        rows: costly(weighed).map(row).collect(),
        note: "Cost: how much less the placement was worth over hands that may come, in cells, with its 95 % interval. The end of \
               the game counts as 500."
            .to_owned(),
    }
}

pub(super) fn weighed_json<F: Field>(game: &Puzzle<F>, each: &Weighed<F>) -> Value {
    json!({
        "at": each.placement.at, "number": each.placement.number,
        "action": game.action_text(each.placement.action), "best": game.action_text(each.best),
        "cost": each.cost, "worth": { "best": each.worth[0], "played": each.worth[1] },
    })
}

/// The hand that ended the game.
pub(super) struct Ending {
    pub(super) table: ReviewTable,
    pub(super) data: Value,
}

/// What the last hand could do, and how likely a hand finds no place on the last board.
pub(super) fn ending<F: Field>(
    game: &Puzzle<F>,
    scales: &Scales<'_, F>,
    placements: &[Placement<F>],
    end: &State<F>,
    wanted: &ReviewOptions<'_>,
) -> Ending {
    let last = placements.iter().rev().find(|placement| placement.is_fresh);
    let places = last.map(|last| places_of_hand(game, &last.state)).unwrap_or_default();
    let way = last.and_then(|last| scales.way_out(&last.state, &wanted.stop));
    let left = places_of_hand(game, end);
    let dead = dead_share(game, end);
    let slots = i32::from(game.config().slots);
    let hopeless = dead.powi(slots);
    let rows = vec![
        vec!["places of its shapes when it came".to_owned(), joined(&places)],
        vec![
            "placed to its end".to_owned(),
            way.map_or("no way was found".to_owned(), |way| {
                format!("there was a way: {} first", action_words(game, way))
            }),
        ],
        vec!["places of what was left at the end".to_owned(), joined(&left)],
        vec!["shapes without a place on the last board".to_owned(), format!("{:.0} %", 100.0 * dead)],
        vec!["hands without any place there".to_owned(), format!("{:.1} %", 100.0 * hopeless)],
    ];
    let data = json!({
        "at": last.map(|last| last.at), "places": places, "left": left,
        "way": way.map(|way| game.action_text(way)),
        "shapes_without_place": dead, "hands_without_place": hopeless,
    });
    let table = ReviewTable {
        title: "The hand that ended it".to_owned(),
        columns: ["what", "was"].map(str::to_owned).to_vec(),
        rows,
        note: "Shapes are drawn alike, so a whole new hand has no place with the last share raised to the number of slots."
            .to_owned(),
    };
    Ending { table, data }
}

/// How many places each shape of the hand has.
fn places_of_hand<F: Field>(game: &Puzzle<F>, state: &State<F>) -> Vec<u32> {
    let slots = 0..usize::from(game.config().slots);
    slots.filter_map(|slot| game.slot(state, slot)).map(|piece| game.places(state, piece)).collect()
}

/// The share of templates that have no place.
fn dead_share<F: Field>(game: &Puzzle<F>, state: &State<F>) -> f64 {
    let templates = game.config().templates.len();
    let is_dead = |piece: &Piece| game.places(state, *piece) == 0;
    let dead = (0..templates).filter_map(|template| game.piece_of(template)).filter(is_dead).count();
    dead as f64 / templates.max(1) as f64
}

fn joined(places: &[u32]) -> String {
    let places: Vec<String> = places.iter().map(u32::to_string).collect();
    if places.is_empty() { "–".to_owned() } else { places.join(", ") }
}
