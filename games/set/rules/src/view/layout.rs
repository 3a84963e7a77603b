//! Where cards lie and how large they are, in pixels at scale one.

use alloc::format;
use alloc::string::String;
use core::fmt;

use tercet_game::named;
use tercet_scene::UNITS;

named! {
    /// In which order cells follow each other.
    pub enum Order {
        /// Along rows: what people read.
        Rows = "rows",
        /// Down columns: every card keeps its place when a column is added.
        Columns = "columns",
    }
}

/// Where cards lie and how large they are. The default is the environment's: cards of 220 x 320, a margin of 24, three
/// rows, so that twelve cards are 1000 x 1056 pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How wide a card is.
    pub card_w: u32,
    /// How high a card is.
    pub card_h: u32,
    /// The radius of its corners.
    pub card_radius: u32,
    /// The margin around cards.
    pub pad: u32,
    /// How many rows there are; columns are as many as the cards need.
    pub grid_rows: u32,
    /// The fewest columns: there are more where the cards need them.
    pub min_cols: u32,
    /// From one stripe to the next.
    pub stripe_gap: u32,
    /// The radius of the discs that positions are numbered in; 0 for none.
    pub index_tag_r: u32,
    /// In which order cells follow each other.
    pub order: Order,
    /// How large numbers are, in percent of what fits their discs.
    pub font_percent: u32,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            card_w: 220,
            card_h: 320,
            card_radius: 18,
            pad: 24,
            grid_rows: 3,
            min_cols: 1,
            stripe_gap: 9,
            index_tag_r: 17,
            order: Order::Rows,
            font_percent: 100,
        }
    }
}

/// A layout that can't be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutError {
    /// The field at fault.
    pub field: &'static str,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "layout `{}`: {}", self.field, self.why)
    }
}

impl core::error::Error for LayoutError {}

impl Layout {
    /// The most that any size may be.
    pub const MOST: u32 = 4096;

    /// Can it be?
    ///
    /// # Errors
    /// Names the first field that can't.
    pub fn check(&self) -> Result<(), LayoutError> {
        let sizes = [
            ("card_w", self.card_w, 8, Layout::MOST),
            ("card_h", self.card_h, 8, Layout::MOST),
            ("card_radius", self.card_radius, 0, Layout::MOST),
            ("pad", self.pad, 0, Layout::MOST),
            ("grid_rows", self.grid_rows, 1, 21),
            ("min_cols", self.min_cols, 1, 81),
            ("stripe_gap", self.stripe_gap, 2, Layout::MOST),
            ("index_tag_r", self.index_tag_r, 0, Layout::MOST),
            ("font_percent", self.font_percent, 1, 1000),
        ];
        match sizes.into_iter().find(|&(_, value, least, most)| !(least..=most).contains(&value)) {
            Some((field, value, least, most)) => {
                Err(LayoutError { field, why: format!("{value} is not from {least} to {most}") })
            }
            None => Ok(()),
        }
    }

    /// How many columns so many cards take.
    pub fn grid_cols(&self, cards: usize) -> u32 {
        (cards as u32).div_ceil(self.grid_rows).max(self.min_cols).max(1)
    }

    /// How many pixels so many columns are wide and high.
    pub fn size(&self, columns: u32) -> (u32, u32) {
        (self.pad + columns * (self.card_w + self.pad), self.pad + self.grid_rows * (self.card_h + self.pad))
    }

    /// The left and upper edge of the cell's card on a board of so many columns.
    pub fn place(&self, cell: usize, columns: u32) -> (u32, u32) {
        let cell = cell as u32;
        let (row, column) = match self.order {
            Order::Rows => (cell / columns, cell % columns),
            Order::Columns => (cell % self.grid_rows, cell / self.grid_rows),
        };
        self.at(row, column)
    }

    /// The left and upper edge of the card in a row and column.
    pub(super) fn at(&self, row: u32, column: u32) -> (u32, u32) {
        (self.pad + column * (self.card_w + self.pad), self.pad + row * (self.card_h + self.pad))
    }

    /// The same layout as large as so many columns fit into a frame; `None` where cards would be a blot.
    #[must_use]
    pub fn fitted(&self, width: u32, height: u32, columns: u32) -> Option<Layout> {
        let fits = |layout: &Layout| {
            let (wide, high) = layout.size(columns);
            wide <= width && high <= height
        };
        let mut least = 8;
        let mut beyond = width + 1;
        while beyond - least > 1 {
            let middle = u32::midpoint(least, beyond);
            if fits(&self.of_width(middle)) { least = middle } else { beyond = middle }
        }
        Some(self.of_width(least)).filter(fits)
    }

    /// The same layout with cards of this width.
    fn of_width(&self, card_w: u32) -> Layout {
        let scaled = |value: u32| (value * card_w + self.card_w / 2) / self.card_w;
        Layout {
            card_w,
            card_h: scaled(self.card_h),
            card_radius: scaled(self.card_radius),
            pad: scaled(self.pad).max(1),
            stripe_gap: scaled(self.stripe_gap).max(3),
            // A number that nobody can read is left away.
            index_tag_r: Some(scaled(self.index_tag_r)).filter(|&radius| radius >= 6).unwrap_or(0),
            ..self.clone()
        }
    }

    /// So many tenths of a pixel on a card of the default width, in this layout's units.
    pub(super) fn relative(&self, units: i32) -> i32 {
        (units * self.card_w as i32 + 110) / 220
    }
}

/// Pixels as units of a scene.
pub(super) fn units(pixels: u32) -> i32 {
    pixels as i32 * UNITS
}
