//! Statistics as text and as JSON.

use serde_json::{Value, json};
use tercet_arena::json::{statistics_json, strength_json};
use tercet_arena::{Interval, Tally, wilson};
use tercet_store::{StrengthRow, Strengths};

use crate::commands::stats::Counted;
use crate::commands::tournament::{groups_note, strength_text};
use crate::table::{Side, Table, bar, block};

/// How wide the charts are.
const WIDTH: usize = 32;
/// The most rows of a histogram.
const BINS: u64 = 12;

pub(crate) fn text(game: &str, counted: &Counted, strong: &Strengths) -> String {
    let length = counted.statistics.length();
    let mut lines = vec![format!(
        "{game}: {} tables, plays {:.1} on average, {} to {}",
        counted.statistics.tables(),
        length.mean().unwrap_or(0.0),
        length.min().unwrap_or(0),
        length.max().unwrap_or(0),
    )];
    lines.extend(bots(counted, &strong.rows()));
    lines.extend(groups_note(strong.groups()));
    lines.push("by seat:".to_owned());
    lines.extend(seats(counted));
    if counted.names.len() > 1 {
        lines.push("head to head:".to_owned());
        lines.extend(pairs(counted));
    }
    lines.push("plays a table:".to_owned());
    lines.extend(histogram(length));
    lines.join("\n")
}

fn bots(counted: &Counted, strong: &[StrengthRow]) -> Vec<String> {
    let mut table = Table::new(&[
        ("bot", Side::Left),
        ("strength", Side::Right),
        ("tables", Side::Right),
        ("won", Side::Right),
        ("shared", Side::Right),
        ("win rate", Side::Right),
        ("95 %", Side::Left),
        ("finish", Side::Right),
        ("", Side::Left),
    ]);
    for (bot, name) in counted.names.iter().enumerate() {
        let row = counted.statistics.bot(bot);
        let (Some((rate, interval)), Some((mean, _))) = (row.win_rate(), row.finish()) else { continue };
        let strength = strong.iter().find(|one| one.player == *name).map(|one| one.strength);
        table.row(vec![
            name.clone(),
            strength_text(strength),
            row.tables.to_string(),
            row.won.to_string(),
            row.shared.to_string(),
            percent(rate),
            ends(interval),
            format!("{mean:.2}"),
            bar(rate, interval.low, interval.high, WIDTH),
        ]);
    }
    table.lines()
}

fn seats(counted: &Counted) -> Vec<String> {
    let mut table = Table::new(&[
        ("bot", Side::Left),
        ("seat", Side::Right),
        ("tables", Side::Right),
        ("win rate", Side::Right),
        ("95 %", Side::Left),
    ]);
    let everybody = ("all".to_owned(), counted.statistics.seats());
    let each = counted
        .names
        .iter()
        .enumerate()
        .map(|(bot, name)| (name.clone(), counted.statistics.bot(bot).seats()));
    for (name, seats) in std::iter::once(everybody).chain(each) {
        for (seat, (tables, wins)) in seats.into_iter().enumerate() {
            let Some(interval) = wilson(wins, tables) else { continue };
            table.row(vec![
                name.clone(),
                (seat + 1).to_string(),
                tables.to_string(),
                percent(wins / tables as f64),
                ends(interval),
            ]);
        }
    }
    table.lines()
}

fn pairs(counted: &Counted) -> Vec<String> {
    let mut table = Table::new(&[
        ("bot", Side::Left),
        ("against", Side::Left),
        ("games", Side::Right),
        ("won", Side::Right),
        ("drawn", Side::Right),
        ("lost", Side::Right),
        ("share", Side::Right),
        ("95 %", Side::Left),
        ("chance", Side::Right),
        ("needed", Side::Right),
    ]);
    for (own, name) in counted.names.iter().enumerate() {
        for (other, against) in counted.names.iter().enumerate().skip(own + 1) {
            let pair = counted.statistics.pair(own, other);
            let Some((share, interval)) = pair.share() else { continue };
            table.row(vec![
                name.clone(),
                against.clone(),
                pair.games().to_string(),
                pair.won.to_string(),
                pair.drawn.to_string(),
                pair.lost.to_string(),
                percent(share),
                ends(interval),
                format!("{:.4}", pair.chance()),
                pair.needed().map_or_else(|| "-".to_owned(), |games| games.to_string()),
            ]);
        }
    }
    table.lines()
}

fn histogram(length: &Tally) -> Vec<String> {
    let (Some(min), Some(max)) = (length.min(), length.max()) else { return Vec::new() };
    let width = min.abs_diff(max) / BINS + 1;
    let bin = |plays: i64| (min.abs_diff(plays) / width) as usize;
    let mut bins = vec![0; bin(max) + 1];
    for (plays, times) in length.iter() {
        bins[bin(plays)] += times;
    }
    let most = bins.iter().copied().max().unwrap_or(0);
    let line = |(bin, &count): (usize, &u64)| {
        let from = min + (bin as u64 * width).cast_signed();
        let range =
            if width == 1 { from.to_string() } else { format!("{from}-{}", from + width.cast_signed() - 1) };
        format!("{range:>11}  {count:>7}  {}", block(count, most, WIDTH)).trim_end().to_owned()
    };
    bins.iter().enumerate().map(line).collect()
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

pub(super) fn ends(interval: Interval) -> String {
    format!("{:.1}-{:.1}", 100.0 * interval.low, 100.0 * interval.high)
}

/// Somebody's strength as JSON.
pub(crate) fn strength_row_json(row: &StrengthRow) -> Value {
    json!({ "player": row.player, "tables": row.tables, "strength": strength_json(&row.strength) })
}

/// Statistics as JSON.
pub(crate) fn counted_json(counted: &Counted) -> Value {
    statistics_json(&counted.names, &counted.statistics)
}
