//! What cards are worth, as a table and as a chart.

use std::ops::RangeInclusive;

use tercet_arena::chart::{Bar, bars};
use tercet_arena::{PurchaseRow, Purchases};
use tercet_scene::Scene;
use tercet_store::CountedPurchases;

use super::report::{ends, percent};
use crate::table::{Side, Table};

/// The turns of a buyer that are counted together.
const TURNS: [(&str, RangeInclusive<u32>); 4] =
    [("turn 1-5", 1..=5), ("6-10", 6..=10), ("11-20", 11..=20), ("21 on", 21..=u32::MAX)];

/// The table, with what it was read from.
pub(super) fn text(bought: &CountedPurchases) -> String {
    let CountedPurchases { purchases, skipped } = bought;
    let usual =
        purchases.usual().map_or_else(String::new, |share| format!("; a seat wins {}", percent(share)));
    let skipped =
        if *skipped > 0 { format!(", {skipped} of other rules or not over left out") } else { String::new() };
    let mut lines = vec![format!("bought, in {} games{skipped}{usual}:", purchases.games())];
    lines.extend(table(purchases));
    lines.join("\n")
}

fn table(purchases: &Purchases) -> Vec<String> {
    let mut headings = vec![
        ("card", Side::Left),
        ("bought", Side::Right),
        ("win rate", Side::Right),
        ("95 %", Side::Left),
        ("coins a card", Side::Right),
    ];
    headings.extend(TURNS.iter().map(|(name, _)| (*name, Side::Right)));
    let mut table = Table::new(&headings);
    for item in purchases.by_win_rate() {
        table.row(row(item));
    }
    table.lines()
}

fn row(item: &PurchaseRow) -> Vec<String> {
    let none = || "-".to_owned();
    let rate = item.win_rate();
    let mut cells = vec![
        item.name.clone(),
        item.bought.to_string(),
        rate.map_or_else(none, |(rate, _)| percent(rate)),
        rate.map_or_else(none, |(_, interval)| ends(interval)),
        item.coins_a_copy().map_or_else(none, |coins| format!("{coins:.1}")),
    ];
    cells.extend(TURNS.map(|(_, turns)| {
        let bought = item.within(turns);
        match (bought.win_rate(), bought.coins_a_copy()) {
            (Some((rate, _)), Some(coins)) => format!("{:.0} % {coins:.1}", 100.0 * rate),
            _ => none(),
        }
    }));
    cells
}

/// How often the buyers of each card won; landmarks, which the winner has all of, are left out.
pub(super) fn chart(game: &str, purchases: &Purchases) -> Scene {
    let rows = purchases.by_win_rate().into_iter().filter(|row| row.sort == "card");
    let bar = |row: &PurchaseRow| {
        let (value, interval) = row.win_rate()?;
        Some(Bar { label: row.name.clone(), value, interval })
    };
    bars(&format!("{game}: share of the card's buyers that won"), &rows.filter_map(bar).collect::<Vec<_>>())
}
