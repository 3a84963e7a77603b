//! Ratings as charts.

use std::collections::BTreeMap;

use tercet_arena::chart::{Curve, Dot, curves, dots};
use tercet_arena::{Interval, Rating};
use tercet_scene::Scene;
use tercet_store::{RatingRow, StrengthRow};

use super::{Ladder, System};

/// The chart of a game's ratings in this system.
pub(super) fn scene(ladder: &Ladder, history: &[RatingRow], system: System) -> Scene {
    match system {
        System::Strength => strengths(ladder),
        System::Elo => over_time(ladder.game, history, "Elo", |rating| (rating.elo, rating.elo_interval())),
        System::Glicko => over_time(ladder.game, history, "Glicko-2", |rating| {
            (rating.glicko, Some(rating.glicko_interval()))
        }),
        System::Skill => {
            over_time(ladder.game, history, "Weng-Lin", |rating| (rating.mu, Some(rating.skill_interval())))
        }
    }
}

fn strengths(ladder: &Ladder) -> Scene {
    let dot = |row: &StrengthRow| Dot {
        label: match ladder.groups {
            1 => row.player.clone(),
            _ => format!("{} (group {})", row.player, row.strength.group + 1),
        },
        value: row.strength.value,
        interval: row.strength.interval,
    };
    let all: Vec<Dot> = ladder.rows.iter().map(dot).collect();
    dots(&format!("{}: strengths by all games", ladder.game), "points of Elo, with 95 % intervals", &all)
}

/// The ratings over rounds, those of all tournaments after each other; everybody begins where beginners do.
fn over_time(
    game: &str,
    history: &[RatingRow],
    name: &str,
    value: impl Fn(&Rating) -> (f64, Option<Interval>),
) -> Scene {
    let mut round = 0;
    let mut last = None;
    let mut players: BTreeMap<&str, Curve> = BTreeMap::new();
    for row in history {
        if last != Some((row.tournament, row.day, row.round)) {
            last = Some((row.tournament, row.day, row.round));
            round += 1;
        }
        let begin = || {
            let (start, _) = value(&Rating::default());
            Curve { label: row.label.clone(), points: vec![(round - 1, start, None)] }
        };
        let (now, interval) = value(&row.rating);
        players.entry(&row.label).or_insert_with(begin).points.push((round, now, interval));
    }
    let all: Vec<Curve> = players.into_values().collect();
    curves(
        &format!("{game}: {name} after each round"),
        "rounds, those of all tournaments after each other",
        &all,
    )
}
