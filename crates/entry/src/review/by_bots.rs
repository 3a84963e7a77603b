//! The review of a game that has none of its own: its bots play on from moments of it.

use tercet_game::{
    Game as _, Input, Live, Player as _, Record, Replay, Rng, Scores, Seat, Seats, Stream, Turn, stream_seed,
};
use tercet_search::{Bot, BotError, BotLimits, Grade};

use super::{
    CurvePoint, Estimate, REVIEW_VERSION, Review, ReviewCurve, ReviewError, ReviewOptions, ReviewTable,
    ReviewUnit, Series, TurningPoint, spread,
};
use crate::{Playable, StateOf};

/// How many moments are played on from, at most.
const MOMENTS: usize = 60;

/// How many turning points a review has.
const TURNING_POINTS: usize = 3;

/// A review of any game: from moments of it, bots of its own play to the end, and what each seat comes to is counted: the share
/// of games that it wins, or its points where one plays alone.
///
/// # Errors
/// If the record does not replay or is not over, or nobody wants the review any more.
pub fn review_by_bots<P: Playable>(
    record: &Record,
    wanted: &ReviewOptions<'_>,
) -> Result<Review, ReviewError> {
    let (rules, moments) = moments::<P>(record)?;
    let seats = rules.seats();
    let bot = quick_bot(P::BOTS);
    let chosen = spread(moments.len(), MOMENTS);
    let games = (wanted.playouts / chosen.len().max(1) as u32).max(1);
    let mut points = Vec::new();
    for (nth, &place) in chosen.iter().enumerate() {
        wanted.go_on(nth, chosen.len())?;
        let (at, state) = &moments[place];
        let values = worth::<P>(&rules, state, bot, games, stream_seed(wanted.seed, &[*at as u64]))?;
        points.push(CurvePoint { at: *at, along: place as u32, values });
    }
    let is_alone = seats == 1;
    let series = Seats::first(seats).iter();
    let series = series.map(|seat| Series { label: (wanted.who)(seat), seat: Some(seat.0) }).collect();
    let measure = if is_alone { "points at the end" } else { "chance to win" };
    let unit = if is_alone { ReviewUnit::Number } else { ReviewUnit::Percent };
    let curve =
        ReviewCurve { measure: measure.to_owned(), unit, along: "decision".to_owned(), series, points };
    Ok(Review {
        version: REVIEW_VERSION,
        game: record.game.clone(),
        inputs: record.inputs.len(),
        method: format!("From each moment `{bot}` played {games} games to their end on every seat."),
        turning_points: turning_points(&curve, wanted),
        tables: vec![result_table(record, wanted)],
        data: serde_json::json!({ "bot": bot, "games": games }),
        curve,
    })
}

/// Positions, each with the number of inputs before it.
type Moments<P> = Vec<(usize, StateOf<P>)>;

/// The rules, and every position in which somebody was to decide, with the number of inputs before it; the end last.
fn moments<P: Playable>(record: &Record) -> Result<(P::Rules, Moments<P>), ReviewError> {
    let mut replay = Replay::<P::Rules>::open(record)?;
    let mut moments = Vec::new();
    loop {
        let turn = replay.game().turn(replay.state());
        if turn != Turn::Chance {
            moments.push((replay.at(), *replay.state()));
        }
        if !replay.step(&mut ())? {
            break;
        }
    }
    if replay.game().turn(replay.state()) != Turn::Over {
        return Err(ReviewError::Open);
    }
    let rules = tercet_game::rules_of::<P::Rules>(record)?;
    Ok((rules, moments))
}

/// The best bot that does not think for long.
fn quick_bot(bots: &'static [Bot]) -> &'static str {
    let quick = |bot: &&Bot| matches!(bot.grade, Grade::Easy | Grade::Medium);
    bots.iter().rev().find(quick).or(bots.first()).map_or("", |bot| bot.name)
}

/// What each seat comes to from a position.
fn worth<P: Playable>(
    rules: &P::Rules,
    state: &StateOf<P>,
    bot: &str,
    games: u32,
    seed: u64,
) -> Result<Vec<Estimate>, BotError> {
    let seats = rules.seats();
    let mut results = vec![Vec::with_capacity(games as usize); usize::from(seats)];
    for game in 0..games {
        let scores = play_on::<P>(rules, state, bot, stream_seed(seed, &[game.into()]))?;
        for seat in Seats::first(seats).iter() {
            results[seat.index()].push(result(&scores, seat, seats));
        }
    }
    let estimate = |values: &Vec<f64>| match seats {
        1 => Estimate::mean(values),
        _ => Estimate::share(values.iter().sum(), games),
    };
    Ok(results.iter().map(estimate).collect())
}

/// What a seat comes to: points alone, else its share of the win.
fn result(scores: &Scores, seat: Seat, seats: u8) -> f64 {
    if seats == 1 {
        return scores.points()[0].into();
    }
    let winners = scores.winners();
    if winners.contains(seat) { 1.0 / winners.iter().count() as f64 } else { 0.0 }
}

fn play_on<P: Playable>(
    rules: &P::Rules,
    state: &StateOf<P>,
    bot: &str,
    seed: u64,
) -> Result<Scores, BotError> {
    let sit = |seat: u8| P::bot(bot, stream_seed(seed, &[1 + u64::from(seat)]), &BotLimits::own());
    let mut bots = (0..rules.seats()).map(sit).collect::<Result<Vec<_>, _>>()?;
    let mut live = Live::at(*state, Stream::from(Rng::stream(seed, &[0])), ());
    loop {
        let taken = match rules.turn(live.state()) {
            Turn::Over => break,
            Turn::Chance => live.draw(rules, &mut ()).is_ok(),
            Turn::Seats(seats) => {
                let asked = seats
                    .iter()
                    .filter_map(|seat| Some((seat, bots[seat.index()].answer(rules, live.state(), seat)?)));
                let first = asked.min_by_key(|(_, answer)| answer.delay_ms);
                first.is_some_and(|(seat, answer)| {
                    live.take(rules, Input::Play(seat, answer.action), &mut ()).is_ok()
                })
            }
        };
        if !taken {
            break;
        }
    }
    Ok(rules.scores(live.state()))
}

/// Where the curve jumps most between two moments.
fn turning_points(curve: &ReviewCurve, wanted: &ReviewOptions<'_>) -> Vec<TurningPoint> {
    let jump = |pair: &[CurvePoint]| {
        let changes = pair[0].values.iter().zip(&pair[1].values).map(|(a, b)| b.value - a.value);
        let most = changes.enumerate().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        most.map(|(seat, change)| (pair[0].at, seat, change))
    };
    let mut jumps: Vec<_> = curve.points.windows(2).filter_map(jump).collect();
    jumps.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()).then(a.0.cmp(&b.0)));
    let output = |(at, seat, change): (usize, usize, f64)| {
        let name = (wanted.who)(Seat(seat as u8));
        let words = match curve.unit {
            ReviewUnit::Percent => format!("{:+.0} points of percent", 100.0 * change),
            _ => format!("{change:+.1}"),
        };
        TurningPoint {
            at,
            seat: Some(seat as u8),
            title: format!("{name}: {words}"),
            words: format!("after it the {} of {name} changed by {words}", curve.measure),
            bot: None,
        }
    };
    jumps.into_iter().take(TURNING_POINTS).map(output).collect()
}

fn result_table(record: &Record, wanted: &ReviewOptions<'_>) -> ReviewTable {
    let row = |(seat, points): (usize, &i32)| vec![(wanted.who)(Seat(seat as u8)), points.to_string()];
    ReviewTable {
        title: "Result".to_owned(),
        columns: vec!["player".to_owned(), "points".to_owned()],
        rows: record.scores.iter().enumerate().map(row).collect(),
        note: "points at the end".to_owned(),
    }
}
