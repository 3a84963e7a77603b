//! What was seen of a game, as curve, tables and words.

use serde_json::{Value, json};
use tercet_entry::{
    BotWords, CurvePoint, Estimate, ReviewCurve, ReviewError, ReviewOptions, ReviewTable, ReviewUnit, Series,
    TurningPoint, count,
};
use tercet_game::{Game as _, Notation as _, Seat, Seats, stream_seed};
use tercet_set::{Action, Card, Claim, SetGame};

use super::{Find, KINDS, Walk, kind};
use crate::bots::{Level, Racer};
use crate::text::words;

/// How many turning points a review has.
const TURNING_POINTS: usize = 3;

/// How many games of each racer are drawn, at least and at most.
const RACES: (u32, u32) = (20, 500);

/// A racer who looks at the same boards, again and again.
pub(super) struct Races {
    level: Level,
    games: u32,
    /// By seat: the racer's mean time for a Set, and the share of its games in which it is slower than the seat was.
    seats: Vec<Option<(f64, Estimate)>>,
}

impl Races {
    pub(super) fn json(&self) -> Value {
        let seat = |seat: &Option<(f64, Estimate)>| {
            seat.as_ref().map(|(mean, slower)| {
                json!({ "seconds": mean, "slower": slower.value, "interval": slower.interval })
            })
        };
        let seats: Vec<_> = self.seats.iter().map(seat).collect();
        json!({ "level": self.level.number(), "name": self.level.name(), "games": self.games, "seats": seats })
    }
}

/// Racers of all levels on the boards of each seat's Sets; none where no times are known.
pub(super) fn races(
    game: &SetGame,
    walk: &Walk,
    wanted: &ReviewOptions<'_>,
) -> Result<Vec<Races>, ReviewError> {
    let looks = (walk.finds.len().max(1) * usize::from(Level::MAX)) as u32;
    // A look at a board is a small part of a game.
    let games = (20 * wanted.playouts / looks).clamp(RACES.0, RACES.1);
    let mut all = Vec::new();
    for level in Level::all().filter(|_| walk.finds.iter().any(|find| find.seconds.is_some())) {
        let mut seats = Vec::new();
        for seat in Seats::first(game.seats()).iter() {
            wanted.go_on(usize::from(level.number()), usize::from(2 * Level::MAX))?;
            seats.push(raced(game, walk, seat, level, (games, wanted.seed)));
        }
        all.push(Races { level, games, seats });
    }
    Ok(all)
}

fn raced(
    game: &SetGame,
    walk: &Walk,
    seat: Seat,
    level: Level,
    (games, seed): (u32, u64),
) -> Option<(f64, Estimate)> {
    let own: Vec<&Find> = timed(walk, seat).collect();
    let pace = mean(own.iter().filter_map(|find| find.seconds))?;
    let race = |number: u32| {
        let name = [u64::from(level.number()), seat.0.into(), number.into()];
        let mut racer = Racer::new(level, stream_seed(seed, &name));
        let times = own.iter().filter_map(|find| racer.sees_after_ms(game, &find.state));
        mean(times.map(|ms| f64::from(ms) / 1000.0))
    };
    let paces: Vec<f64> = (0..games).filter_map(race).collect();
    let slower = paces.iter().filter(|&&other| other > pace).count() as f64;
    Some((mean(paces.iter().copied())?, Estimate::share(slower, paces.len() as u32)))
}

fn timed(walk: &Walk, seat: Seat) -> impl Iterator<Item = &Find> {
    walk.finds.iter().filter(move |find| find.seat == seat && find.seconds.is_some())
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

pub(super) fn method(walk: &Walk, racers: &[Races]) -> String {
    let solver = "What lay on the board was found by the solver, all of it.";
    match racers.first() {
        Some(races) => format!(
            "{solver} Times are from the change of the board to the claim. Each racer looked at the same boards {} times.",
            races.games
        ),
        None if walk.finds.is_empty() => "No Set was taken.".to_owned(),
        None => format!("{solver} No times were kept with this game."),
    }
}

/// Seconds for each Set of a single player; points where several race; without times, how many Sets lay there.
pub(super) fn curve(game: &SetGame, walk: &Walk, wanted: &ReviewOptions<'_>) -> ReviewCurve {
    if game.seats() > 1 {
        return points_curve(game, walk, wanted);
    }
    let has_times = walk.finds.iter().any(|find| find.seconds.is_some());
    let value = |find: &Find| match find.seconds {
        Some(seconds) => seconds,
        None => find.there.iter().sum::<usize>() as f64,
    };
    let point = |(nth, find): (usize, &Find)| CurvePoint {
        at: find.at,
        along: nth as u32 + 1,
        values: vec![Estimate::exact(value(find))],
    };
    let (measure, unit) = if has_times {
        ("time for each Set", ReviewUnit::Seconds)
    } else {
        ("Sets on the board", ReviewUnit::Number)
    };
    ReviewCurve {
        measure: measure.to_owned(),
        unit,
        along: "Set".to_owned(),
        series: vec![Series { label: (wanted.who)(Seat::FIRST), seat: Some(0) }],
        points: walk.finds.iter().enumerate().map(point).collect(),
    }
}

fn points_curve(game: &SetGame, walk: &Walk, wanted: &ReviewOptions<'_>) -> ReviewCurve {
    let seats = || Seats::first(game.seats()).iter();
    let mut taken = vec![0_u32; usize::from(game.seats())];
    let mut points = vec![CurvePoint { at: 0, along: 0, values: vec![Estimate::exact(0.0); taken.len()] }];
    for (nth, find) in walk.finds.iter().enumerate() {
        taken[find.seat.index()] += 1;
        let values = taken.iter().map(|&sets| Estimate::exact(sets.into())).collect();
        points.push(CurvePoint { at: find.at + 1, along: nth as u32 + 1, values });
    }
    ReviewCurve {
        measure: "Sets taken".to_owned(),
        unit: ReviewUnit::Number,
        along: "Set".to_owned(),
        series: seats().map(|seat| Series { label: (wanted.who)(seat), seat: Some(seat.0) }).collect(),
        points,
    }
}

/// Where cards were asked for with a Set on the board, then the Sets that took longest; without times, those that lay among most.
pub(super) fn turning_points(game: &SetGame, walk: &Walk, wanted: &ReviewOptions<'_>) -> Vec<TurningPoint> {
    let asked = walk.overlooked.iter().map(|&(at, seat)| TurningPoint {
        at,
        seat: Some(seat.0),
        title: format!("{} asked for cards", (wanted.who)(seat)),
        words: "There was a Set on the board.".to_owned(),
        bot: None,
    });
    let rank = |find: &Find| find.seconds.unwrap_or(find.there.iter().sum::<usize>() as f64);
    let mut finds: Vec<(usize, &Find)> = walk.finds.iter().enumerate().collect();
    finds.sort_by(|one, other| rank(other.1).total_cmp(&rank(one.1)).then(one.0.cmp(&other.0)));
    let found = finds.into_iter().map(|(nth, find)| find_point(game, nth, find, wanted));
    asked.chain(found).take(TURNING_POINTS).collect()
}

fn find_point(game: &SetGame, nth: usize, find: &Find, wanted: &ReviewOptions<'_>) -> TurningPoint {
    let there: usize = find.there.iter().sum();
    let name = (wanted.who)(find.seat);
    let title = match find.seconds {
        Some(seconds) => format!("Set {}, {name}: {seconds:.1} s", nth + 1),
        None => format!("Set {}, {name}: one of {there}", nth + 1),
    };
    let lay = if there == 1 { "It was the only one".to_owned() } else { format!("{there} lay there") };
    let output = format!("{lay}; the one that was taken differs in {}.", attributes(find.kind));
    let mut claims = game.claims(&find.state);
    claims.sort_by_key(|&claim| kind(&find.state, claim));
    let easiest = claims.first().map(|&claim| BotWords {
        name: "racer".to_owned(),
        action: game.action_text(Action::Claim(claim)),
        words: format!("take {}", words::cards(&cards_of(find, claim))),
        why: format!(
            "the quickest to see of what lies there: it differs in {}",
            attributes(kind(&find.state, claim))
        ),
    });
    TurningPoint { at: find.at, seat: Some(find.seat.0), title, words: output, bot: easiest }
}

fn cards_of(find: &Find, claim: Claim) -> Vec<Card> {
    claim.cells().iter().filter_map(|&cell| find.state.card(cell)).collect()
}

fn attributes(number: usize) -> String {
    count(number, "attribute", "attributes")
}

pub(super) fn tables(
    game: &SetGame,
    walk: &Walk,
    racers: &[Races],
    wanted: &ReviewOptions<'_>,
) -> Vec<ReviewTable> {
    let mut tables = vec![kinds_table(walk), players_table(game, walk, wanted)];
    tables.extend((!racers.is_empty()).then(|| racers_table(game, racers, wanted)));
    tables.extend(past_table(walk, wanted));
    tables
}

/// What was there and what was taken, by kind.
fn kinds_table(walk: &Walk) -> ReviewTable {
    let by_chance = |kind: usize| -> f64 {
        let share = |find: &Find| find.there[kind] as f64 / find.there.iter().sum::<usize>() as f64;
        walk.finds.iter().map(share).sum()
    };
    let row = |kind: usize| {
        let (there, taken) = walk.of_kind(kind);
        vec![
            attributes(kind),
            there.to_string(),
            taken.to_string(),
            (there - taken).to_string(),
            format!("{:.1}", by_chance(kind)),
        ]
    };
    ReviewTable {
        title: "What was there".to_owned(),
        columns: ["differs in", "there", "taken", "missed", "taken by chance"].map(str::to_owned).to_vec(),
        rows: (1..KINDS).filter(|&kind| walk.of_kind(kind).0 > 0).map(row).collect(),
        note: "Every Set that lay on the board at some time is counted once. One is missed if nobody took it before one of its \
               cards was gone or the game was over. By chance: how many of the kind would be taken if each time any of those \
               that lay there were as likely."
            .to_owned(),
    }
}

fn players_table(game: &SetGame, walk: &Walk, wanted: &ReviewOptions<'_>) -> ReviewTable {
    let row = |seat: Seat| {
        let mistakes = walk.mistakes[seat.index()];
        let sets = walk.finds.iter().filter(|find| find.seat == seat).count();
        let mut times: Vec<f64> = timed(walk, seat).filter_map(|find| find.seconds).collect();
        times.sort_by(f64::total_cmp);
        let nth = |(part, of): (usize, usize)| {
            times.get((2 * part * times.len().saturating_sub(1) + of) / (2 * of))
        };
        let seconds = |value: Option<&f64>| value.map_or("–".to_owned(), |value| format!("{value:.1} s"));
        vec![
            (wanted.who)(seat),
            sets.to_string(),
            mistakes.wrong.to_string(),
            mistakes.overlooked.to_string(),
            seconds(nth((0, 1))),
            seconds(nth((1, 2))),
            seconds(nth((1, 1))),
        ]
    };
    let columns = ["player", "Sets", "wrong", "overlooked", "fastest", "median", "slowest"];
    ReviewTable {
        title: "Players".to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: Seats::first(game.seats()).iter().map(row).collect(),
        note: "Overlooked: asked for cards while a Set lay there. Times are from the change of the board to the claim."
            .to_owned(),
    }
}

fn racers_table(game: &SetGame, racers: &[Races], wanted: &ReviewOptions<'_>) -> ReviewTable {
    let cell = |seat: &Option<(f64, Estimate)>| match seat {
        Some((_, Estimate { value, interval: Some((low, high)) })) => {
            format!("{:.0} % ({:.0}–{:.0})", 100.0 * value, 100.0 * low, 100.0 * high)
        }
        _ => "–".to_owned(),
    };
    let row = |races: &Races| {
        let seconds = races.seats.iter().flatten().map(|seat| seat.0);
        let mut row = vec![format!("racer:{}, {}", races.level.number(), races.level.name())];
        row.push(mean(seconds).map_or("–".to_owned(), |mean| format!("{mean:.1} s")));
        row.extend(races.seats.iter().map(cell));
        row
    };
    let mut columns = vec!["racer".to_owned(), "its mean".to_owned()];
    columns
        .extend(Seats::first(game.seats()).iter().map(|seat| format!("{} is quicker", (wanted.who)(seat))));
    ReviewTable {
        title: "Beside the racers".to_owned(),
        columns,
        rows: racers.iter().map(row).collect(),
        note: "In how many of the racer's games on the same boards its mean time for a Set is longer, with the 95 % interval."
            .to_owned(),
    }
}

/// Beside the player's own earlier games.
fn past_table(walk: &Walk, wanted: &ReviewOptions<'_>) -> Option<ReviewTable> {
    let past = wanted.past.first().filter(|past| !past.is_empty())?;
    let pace = walk.spent? / walk.finds.len().max(1) as f64;
    let mut sorted = past.clone();
    sorted.sort_by(f64::total_cmp);
    let slower = sorted.iter().filter(|&&other| other > pace).count();
    let row = vec![
        (wanted.who)(Seat::FIRST),
        format!("{pace:.1} s"),
        format!("{:.1} s", sorted[sorted.len() / 2]),
        format!("{:.1} s", sorted[0]),
        format!("{:.0} % of {}", 100.0 * slower as f64 / sorted.len() as f64, sorted.len()),
    ];
    Some(ReviewTable {
        title: "Beside your own past".to_owned(),
        columns: ["player", "now", "median before", "best before", "quicker than"].map(str::to_owned).to_vec(),
        rows: vec![row],
        note: "Time of the whole game for each Set, beside the earlier games without help that were finished under the same name \
               with the same options."
            .to_owned(),
    })
}

pub(super) fn find_json(find: &Find) -> Value {
    json!({
        "at": find.at, "seat": find.seat.0, "kind": find.kind, "there": find.there[1..], "seconds": find.seconds,
    })
}

pub(super) fn set_json((cards, (kind, by)): (&Vec<usize>, &(usize, Option<Seat>))) -> Value {
    json!({ "cards": cards, "kind": kind, "taken_by": by.map(|seat| seat.0) })
}
