//! A finished puzzle looked at again: what the position was worth move by move, the placements that cost most, and the hand that
//! ended it.

mod report;

use serde_json::{Value, json};
use tercet_entry::{
    BeginError, CurvePoint, Estimate, REVIEW_VERSION, Review, ReviewCurve, ReviewError, ReviewOptions,
    ReviewUnit, Series, spread,
};
use tercet_game::{Game as _, Input, Notation as _, Record, Replay, Rng, Seat, Turn, rules_of};
use tercet_triangle::{Action, Field, Puzzle, State};

use crate::bots::Scales;

/// How many placements are looked at: spread over the game, and the last ones.
const SPREAD: usize = 400;
const LAST: usize = 100;

/// How many placements are weighed over hands that may come.
const WEIGHED: usize = 10;

/// How many hands each is weighed over, at least and at most.
const HANDS: (u32, u32) = (10, 600);

/// A placement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement<F> {
    /// How many inputs came before it.
    at: usize,
    /// Its number, from one.
    number: usize,
    /// The position before it.
    state: State<F>,
    action: Action,
    /// Did chance deal just before?
    is_fresh: bool,
}

/// A placement that was looked at.
pub(crate) struct Considered<F> {
    placement: Placement<F>,
    /// What the position was worth, by its hand alone.
    worth: f64,
    /// How much less the placement was worth than the best one, by the hand alone.
    cost: f64,
}

/// A placement beside what `foresight` would do.
pub(crate) struct Weighed<F> {
    placement: Placement<F>,
    best: Action,
    /// What it cost over hands that may come.
    cost: Estimate,
    /// What each was worth.
    worth: [f64; 2],
}

/// Looks at a finished puzzle again.
///
/// # Errors
/// If the record does not replay or is not over, or nobody wants the review any more.
pub fn review<F: Field + Send + Sync + 'static>(
    record: &Record,
    wanted: &ReviewOptions<'_>,
) -> Result<Review, ReviewError> {
    let game = rules_of::<Puzzle<F>>(record)?;
    let (placements, end) = placements::<F>(record)?;
    let mut scales = Scales::new(&game, wanted.seed);
    let considered = look(&scales, &placements, wanted)?;
    let hands = (wanted.playouts / (2 * WEIGHED as u32)).clamp(HANDS.0, HANDS.1);
    let weighed = weigh(&mut scales, &considered, hands, wanted)?;
    let ending = report::ending(&game, &scales, &placements, &end, wanted);
    wanted.go_on(1, 1)?;
    Ok(Review {
        version: REVIEW_VERSION,
        game: record.game.clone(),
        inputs: record.inputs.len(),
        method: format!(
            "Worth: what the best way to place the hand clears, and the board that it leads to, in cells. The {} costliest of {} \
             placements were weighed against what `foresight` would do, over {hands} hands that may come, the same for both.",
            weighed.len(),
            considered.len()
        ),
        curve: curve(&considered, wanted),
        turning_points: report::turning_points(&game, &weighed),
        tables: vec![report::cost_table(&game, &weighed), ending.table],
        data: json!({
            "hands": hands,
            "placements": considered.iter().map(Considered::json).collect::<Vec<_>>(),
            "weighed": weighed.iter().map(|each| report::weighed_json(&game, each)).collect::<Vec<_>>(),
            "ending": ending.data,
        }),
    })
}

/// All placements, and the position at the end.
fn placements<F: Field>(record: &Record) -> Result<(Vec<Placement<F>>, State<F>), ReviewError> {
    let mut replay = Replay::<Puzzle<F>>::open(record)?;
    let (mut placements, mut is_fresh) = (Vec::new(), true);
    for (at, input) in record.inputs.iter().enumerate() {
        if let Input::Play(_, text) = input {
            let action = replay.game().read_action(text).map_err(BeginError::from)?;
            let (number, state) = (placements.len() + 1, *replay.state());
            placements.push(Placement { at, number, state, action, is_fresh });
        }
        is_fresh = matches!(input, Input::Chance(_));
        replay.step(&mut ())?;
    }
    match replay.game().turn(replay.state()) {
        Turn::Over => Ok((placements, *replay.state())),
        _ => Err(ReviewError::Open),
    }
}

/// Looks at placements by their hands alone: at some of all, and at the last ones.
fn look<F: Field>(
    scales: &Scales<'_, F>,
    placements: &[Placement<F>],
    wanted: &ReviewOptions<'_>,
) -> Result<Vec<Considered<F>>, ReviewError> {
    let last = placements.len().saturating_sub(LAST);
    let mut chosen = spread(last, SPREAD);
    chosen.extend(last..placements.len());
    let mut considered = Vec::with_capacity(chosen.len());
    for (nth, &place) in chosen.iter().enumerate() {
        wanted.go_on(nth, 2 * chosen.len())?;
        let placement = placements[place];
        let quick = scales.quick(&placement.state, placement.action);
        considered.push(Considered { placement, worth: quick.best, cost: quick.best - quick.played });
    }
    Ok(considered)
}

/// Weighs the costliest placements against what `foresight` would do; the costliest first.
fn weigh<F: Field>(
    scales: &mut Scales<'_, F>,
    considered: &[Considered<F>],
    hands: u32,
    wanted: &ReviewOptions<'_>,
) -> Result<Vec<Weighed<F>>, ReviewError> {
    let mut order: Vec<&Considered<F>> = considered.iter().collect();
    order.sort_by(|one, other| {
        other.cost.total_cmp(&one.cost).then(one.placement.at.cmp(&other.placement.at))
    });
    let mut weighed = Vec::new();
    for (nth, &Considered { placement, .. }) in order.into_iter().take(WEIGHED).enumerate() {
        wanted.go_on(WEIGHED + nth, 2 * WEIGHED)?;
        let Some(best) = scales.foresight(&placement.state) else { continue };
        let mut rng = Rng::stream(wanted.seed, &[placement.at as u64]);
        let worth = scales.over_hands(&placement.state, &[best, placement.action], hands, &mut rng);
        let differences: Vec<f64> = worth[0].iter().zip(&worth[1]).map(|(one, other)| one - other).collect();
        let worth = [&worth[0], &worth[1]].map(|values| Estimate::mean(values).value);
        weighed.push(Weighed { placement, best, cost: Estimate::mean(&differences), worth });
    }
    weighed.sort_by(|one, other| other.cost.value.total_cmp(&one.cost.value));
    Ok(weighed)
}

fn curve<F>(considered: &[Considered<F>], wanted: &ReviewOptions<'_>) -> ReviewCurve {
    let point = |considered: &Considered<F>| CurvePoint {
        at: considered.placement.at,
        along: considered.placement.number as u32,
        values: vec![Estimate::exact(considered.worth)],
    };
    ReviewCurve {
        measure: "worth of the position".to_owned(),
        unit: ReviewUnit::Number,
        along: "placement".to_owned(),
        series: vec![Series { label: (wanted.who)(Seat::FIRST), seat: Some(0) }],
        points: considered.iter().map(point).collect(),
    }
}

impl<F> Considered<F> {
    fn json(&self) -> Value {
        json!({ "at": self.placement.at, "number": self.placement.number, "worth": self.worth, "cost": self.cost })
    }
}
