//! A review as text.

use tercet_entry::{Estimate, Review, ReviewTable, ReviewUnit, TurningPoint, spread, wrapped};

use crate::table::{Side, Table};

/// How many points of the curve are printed.
const POINTS: usize = 20;

pub(super) fn text(review: &Review) -> String {
    let mut lines = vec![wrapped(&review.method, ""), String::new()];
    lines.extend(curve(review));
    for table in review.tables.iter().filter(|table| !table.rows.is_empty()) {
        lines.push(String::new());
        lines.extend(table_lines(table));
    }
    if !review.turning_points.is_empty() {
        lines.extend([String::new(), "Turning points".to_owned()]);
    }
    let points = review.turning_points.iter().enumerate();
    lines.extend(points.flat_map(|(nth, point)| turning_point_lines(nth + 1, point)));
    lines.join("\n")
}

fn curve(review: &Review) -> Vec<String> {
    let curve = &review.curve;
    let mut headings = vec![(curve.along.as_str(), Side::Right), ("at", Side::Right)];
    headings.extend(curve.series.iter().map(|series| (series.label.as_str(), Side::Right)));
    let mut table = Table::new(&headings);
    for nth in spread(curve.points.len(), POINTS) {
        let point = &curve.points[nth];
        let mut row = vec![point.along.to_string(), point.at.to_string()];
        row.extend(point.values.iter().map(|value| estimate(value, curve.unit)));
        table.row(row);
    }
    let title = match curve.unit {
        ReviewUnit::Percent => format!("{} in percent", curve.measure),
        ReviewUnit::Seconds => format!("{} in seconds", curve.measure),
        ReviewUnit::Number => curve.measure.clone(),
    };
    let mut letters = title.chars();
    let title =
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    let mut lines = vec![title];
    lines.extend(table.lines());
    lines
}

fn estimate(estimate: &Estimate, unit: ReviewUnit) -> String {
    let (scale, digits) = match unit {
        ReviewUnit::Percent => (100.0, 0),
        ReviewUnit::Seconds | ReviewUnit::Number => (1.0, 1),
    };
    let number = |value: f64| format!("{:.digits$}", scale * value);
    match estimate.interval {
        None => number(estimate.value),
        Some((low, high)) => format!("{} ({}-{})", number(estimate.value), number(low), number(high)),
    }
}

fn table_lines(table: &ReviewTable) -> Vec<String> {
    let side = |nth: usize| {
        let is_number = |row: &Vec<String>| {
            row.get(nth).is_some_and(|text| {
                text.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first))
            })
        };
        if table.rows.iter().all(is_number) { Side::Right } else { Side::Left }
    };
    let headings: Vec<(&str, Side)> =
        table.columns.iter().enumerate().map(|(nth, name)| (name.as_str(), side(nth))).collect();
    let mut drawn = Table::new(&headings);
    table.rows.iter().for_each(|row| drawn.row(row.clone()));
    let mut lines = vec![table.title.clone()];
    lines.extend(drawn.lines());
    lines.push(wrapped(&table.note, ""));
    lines
}

fn turning_point_lines(number: usize, point: &TurningPoint) -> Vec<String> {
    let mut lines = vec![format!("{number}. {} (input {})", point.title, point.at)];
    lines.push(wrapped(&format!("   {}", point.words), "   "));
    if let Some(bot) = &point.bot {
        lines.push(wrapped(&format!("   {} would {}: {}", bot.name, bot.words, bot.why), "   "));
    }
    lines
}
