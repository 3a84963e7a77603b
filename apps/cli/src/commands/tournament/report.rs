//! The final table, as text and as JSON. Nothing in it depends on the archive or the clock.

use serde_json::{Value, json};
use tercet_arena::TournamentPlan;
use tercet_arena::json::{purchases_json, standing_json};
use tercet_arena::{Format, Interval, Purchases, Standing, Strength, TournamentState};

pub(crate) use tercet_arena::json::rating_json;

use crate::commands::stats::{Counted, counted_json};
use crate::table::{Side, Table};

pub(super) struct Report<'r> {
    pub(super) game: &'r str,
    pub(super) plan: &'r TournamentPlan,
    pub(super) state: &'r TournamentState,
    pub(super) counted: &'r Counted,
    /// With how many digits behind the point finishes are shown.
    pub(super) decimals: usize,
    /// What was bought, where that is wanted and anything can be.
    pub(super) purchases: Option<&'r Purchases>,
}

const HEADINGS: &[(&str, Side)] = &[
    ("", Side::Right),
    ("player", Side::Left),
    ("games", Side::Right),
    ("won", Side::Right),
    ("shared", Side::Right),
    ("points", Side::Right),
    ("finish", Side::Right),
    ("met", Side::Right),
    ("strength", Side::Right),
    ("elo", Side::Right),
    ("glicko-2", Side::Right),
    ("weng-lin", Side::Right),
];

impl Report<'_> {
    pub(super) fn text(&self) -> String {
        let plan = &self.plan.plan;
        let days = if plan.days == 1 { "1 day".to_owned() } else { format!("{} days", plan.days) };
        let mut table = Table::new(HEADINGS);
        for (place, standing) in self.state.standings().iter().enumerate() {
            table.row(row(place + 1, standing, self.decimals));
        }
        let head = format!(
            "{}, {} format, {days}, {} entrants, {} games, seed {}",
            self.game,
            plan.format,
            plan.entrants.len(),
            plan.game_count(),
            plan.seed
        );
        let mut lines = vec![head];
        lines.extend(table.lines());
        lines.extend(groups_note(self.state.fit().groups()));
        if plan.format == Format::Swiss {
            lines.push(self.met());
        }
        lines.join("\n")
    }

    /// How many different opponents each player had: a Swiss day aims at seven.
    fn met(&self) -> String {
        let met: Vec<usize> = self.state.standings().iter().map(|standing| standing.met).collect();
        let (least, most) = (met.iter().min().unwrap_or(&0), met.iter().max().unwrap_or(&0));
        let mean = met.iter().sum::<usize>() as f64 / met.len().max(1) as f64;
        let again = match self.state.repeats() {
            0 => "nobody met anybody twice in a day".to_owned(),
            1 => "1 pair met again on the same day".to_owned(),
            pairs => format!("{pairs} pairs met again on the same day"),
        };
        format!("opponents met: {least} to {most}, on average {mean:.1}; {again}")
    }

    pub(super) fn json(&self) -> Value {
        let plan = &self.plan.plan;
        let options: serde_json::Map<String, Value> =
            self.plan.options.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        let standings: Vec<Value> = self.state.standings().iter().map(standing_json).collect();
        let mut value = json!({
            "game": self.game,
            "format": plan.format.name(),
            "tables": plan.tables.name(),
            "days": plan.days,
            "games_a_pairing": plan.games,
            "seed": plan.seed,
            "options": options,
            "finish": self.plan.finish,
            "games": plan.game_count(),
            "groups": self.state.fit().groups(),
            "repeats": self.state.repeats(),
            "standings": standings,
            "statistics": counted_json(self.counted),
        });
        if let Some(purchases) = self.purchases {
            value["purchases"] = purchases_json(purchases);
        }
        value
    }
}

fn row(place: usize, standing: &Standing, decimals: usize) -> Vec<String> {
    let Standing { games, won, shared, points, finish, met, rating, .. } = standing;
    vec![
        place.to_string(),
        standing.shown(),
        games.to_string(),
        won.to_string(),
        shared.to_string(),
        format!("{points:.2}"),
        format!("{finish:.decimals$}"),
        met.to_string(),
        strength_text(standing.strength),
        with_interval(rating.elo, rating.elo_interval(), 0),
        with_interval(rating.glicko, Some(rating.glicko_interval()), 0),
        with_interval(rating.mu, Some(rating.skill_interval()), 1),
    ]
}

/// A strength with its interval; a dash for a player without opponents.
pub(crate) fn strength_text(strength: Option<Strength>) -> String {
    strength.map_or_else(|| "-".to_owned(), |one| with_interval(one.value, Some(one.interval), 0))
}

/// A word of warning where not everybody can be compared.
pub(crate) fn groups_note(groups: usize) -> Option<String> {
    let note = || format!("{groups} groups that never met: strengths compare only within a group");
    (groups > 1).then(note)
}

/// A value and how far its interval reaches to both sides.
pub(crate) fn with_interval(value: f64, interval: Option<Interval>, digits: usize) -> String {
    match interval {
        None => format!("{value:.digits$}"),
        Some(Interval { low, high }) => format!("{value:.digits$} ±{:.digits$}", (high - low) / 2.0),
    }
}
