//! Who beats whom, as a square.

use tercet_scene::{Anchor, Node, Paint, Role, Scene};

use crate::chart::TOP;
use crate::chart::sheet::{Sheet, color, label, rect, units};

const LEFT: f64 = 210.0;

/// A square of shares, row against column: blue above a half, orange below, empty where two never met. Columns have the
/// rows' numbers.
pub fn heat_map(title: &str, names: &[String], rows: &[Vec<Option<f64>>]) -> Scene {
    let cell = (560.0 / names.len().max(1) as f64).clamp(34.0, 60.0);
    let (top, side) = (TOP + 22.0, cell * names.len() as f64);
    let mut sheet = Sheet::new(title, (LEFT + side + 24.0).max(560.0), top + side + 44.0);
    let middle = |nth: usize| cell * (nth as f64 + 0.5);
    for (nth, name) in names.iter().enumerate() {
        let number = (nth + 1).to_string();
        sheet.put(label((LEFT + middle(nth), top - 14.0), Anchor::Middle, &number).bold());
        sheet.put(label((LEFT - 12.0, top + middle(nth)), Anchor::End, &number).bold());
        sheet.text_within((LEFT - 40.0, top + middle(nth)), Anchor::End, LEFT - 56.0, name);
    }
    for (row, shares) in rows.iter().enumerate() {
        for (column, share) in shares.iter().enumerate().filter(|(column, _)| *column != row) {
            let at = (LEFT + cell * column as f64, top + cell * row as f64);
            let Some(share) = *share else {
                sheet.put(rect(at, (cell - 2.0, cell - 2.0), 3.0, Paint::thin(Role::Faint, 12)));
                continue;
            };
            let words = format!("{} against {}: {:.0} %", names[row], names[column], 100.0 * share);
            sheet.group(format!("cell-{}-{}", row + 1, column + 1), words, square(at, cell, share));
        }
    }
    if !names.is_empty() {
        legend(&mut sheet, top + side + 20.0);
    }
    sheet.finish()
}

fn square(at: (f64, f64), cell: f64, share: f64) -> Vec<Node> {
    let side = cell - 2.0;
    let words =
        label((at.0 + side / 2.0, at.1 + side / 2.0), Anchor::Middle, &format!("{:.0}", 100.0 * share));
    vec![rect(at, (side, side), 3.0, shade(share)), words.within(units(side - 4.0)).into()]
}

/// Pale near a half; never so strong that words on it could not be read.
fn shade(share: f64) -> Paint {
    let far = ((share - 0.5).abs() * 2.0).min(1.0);
    #[allow(clippy::cast_sign_loss)] // It is from 6 to 56.
    let percent = (6.0 + 50.0 * far).round() as u8;
    Paint::thin(color(usize::from(share < 0.5)), percent)
}

/// What the colours mean.
fn legend(sheet: &mut Sheet, y: f64) {
    let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
    let left = sheet.width() - 24.0 - 44.0 * shares.len() as f64;
    sheet.text((left - 8.0, y), Anchor::End, "share of points in percent:");
    for (nth, share) in shares.into_iter().enumerate() {
        let at = (left + 44.0 * nth as f64, y - 9.0);
        sheet.put(rect(at, (42.0, 18.0), 3.0, shade(share)));
        sheet.text((at.0 + 21.0, y), Anchor::Middle, &format!("{:.0}", 100.0 * share));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_that_met_is_said_in_words() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let rows =
            [vec![None, Some(0.75), None], vec![Some(0.25), None, Some(0.5)], vec![None, Some(0.5), None]];
        let scene = heat_map("table", &names, &rows);
        let said: Vec<&str> = scene.groups().filter_map(|group| group.name.as_deref()).collect();
        assert_eq!(
            said,
            ["a against b: 75 %", "b against a: 25 %", "b against c: 50 %", "c against b: 50 %"]
        );
    }

    #[test]
    fn tints_grow_from_the_middle() {
        let shades = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (shade(share).role, shade(share).percent));
        let (orange, blue) = (color(1), color(0));
        assert_eq!(shades, [(orange, 56), (orange, 31), (blue, 6), (blue, 31), (blue, 56)]);
    }
}
