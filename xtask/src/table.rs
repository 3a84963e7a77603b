//! Plain text tables: columns as wide as their widest cell, two spaces between them.

use std::fmt;

/// On which side of its column a cell stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// Rows under a heading; `Display` lines the columns up and ends each row with a newline.
pub(crate) struct Table {
    sides: Vec<Side>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these columns.
    pub(crate) fn new(columns: &[(&str, Side)]) -> Self {
        let heading = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        Self { sides: columns.iter().map(|(_, side)| *side).collect(), rows: vec![heading] }
    }

    /// Adds a row with a cell for each column.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    fn width(&self, column: usize) -> usize {
        self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = (0..self.sides.len()).map(|column| self.width(column)).collect();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, side), &width) in row.iter().zip(&self.sides).zip(&widths) {
                let padded = match side {
                    Side::Left => format!("{cell:<width$}"),
                    Side::Right => format!("{cell:>width$}"),
                };
                line.push_str(&padded);
                line.push_str("  ");
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&[("step", Side::Left), ("seconds", Side::Right)]);
        table.row(["format".to_owned(), "0.4".to_owned()]);
        table.row(["tests and more".to_owned(), "12.0".to_owned()]);
        let drawn = "step            seconds\nformat              0.4\ntests and more     12.0\n";
        assert_eq!(table.to_string(), drawn);
    }
}
