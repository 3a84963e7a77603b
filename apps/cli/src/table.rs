//! Tables of text, and small charts in them.

use tercet_entry::Style;

/// The text with what ASCII has instead of our few other signs, if nothing else may be printed.
pub(crate) fn plain(text: &str, style: Style) -> String {
    if !style.is_ascii {
        return text.to_owned();
    }
    text.replace('±', "+-").replace("0, ½, 1, 1½, 2", "0, 0.5, 1, 1.5, 2")
}

/// On which side of its column a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// Rows under headings, aligned by their widest text.
#[derive(Debug)]
pub(crate) struct Table {
    sides: Vec<Side>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings: names stand on the left, numbers on the right.
    pub(crate) fn new(headings: &[(&str, Side)]) -> Table {
        let names = headings.iter().map(|(name, _)| (*name).to_owned()).collect();
        Table { sides: headings.iter().map(|(_, side)| *side).collect(), rows: vec![names] }
    }

    pub(crate) fn row(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The lines, without spaces at their ends.
    pub(crate) fn lines(&self) -> Vec<String> {
        let width = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|text| text.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.sides.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).zip(&self.sides).map(|((text, &width), side)| match side {
                Side::Left => format!("{text:<width$}"),
                Side::Right => format!("{text:>width$}"),
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        self.rows.iter().map(line).collect()
    }
}

/// A bar from 0 to 1 with its interval: `=====|--  `.
pub(crate) fn bar(share: f64, low: f64, high: f64, width: usize) -> String {
    let at = |share: f64| (share.clamp(0.0, 1.0) * (width - 1) as f64).round() as i64;
    let (value, low, high) = (at(share), at(low), at(high));
    let mark = |column: i64| match column {
        _ if column == value => '|',
        _ if (low..=high).contains(&column) => '-',
        _ if column < low => '=',
        _ => ' ',
    };
    (0..width as i64).map(mark).collect()
}

/// A bar of so many of the most.
pub(crate) fn block(count: u64, most: u64, width: usize) -> String {
    let filled = if most == 0 { 0 } else { (count * width as u64).div_ceil(most) };
    "#".repeat(filled as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_text() {
        let mut table = Table::new(&[("name", Side::Left), ("n", Side::Right)]);
        table.row(vec!["é".to_owned(), "100".to_owned()]);
        table.row(vec!["racer:1".to_owned(), "7".to_owned()]);
        assert_eq!(table.lines(), ["name       n", "é        100", "racer:1    7"]);
    }

    #[test]
    fn bars_show_value_and_interval() {
        assert_eq!(bar(0.5, 0.25, 0.75, 9), "==--|--  ");
        assert_eq!(bar(0.0, 0.0, 0.1, 5), "|    ");
        assert_eq!((block(1, 200, 10), block(0, 0, 10)), ("#".to_owned(), String::new()));
    }
}
