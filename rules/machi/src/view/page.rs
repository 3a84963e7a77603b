//! Where everything is: a page of 1280 x 800 pixels.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tercet_scene::{Outline, UNITS};

/// Pixels as units of a scene.
pub(super) const fn px(pixels: i32) -> i32 {
    pixels * UNITS
}

/// A rectangle, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Area {
    pub(super) fn new(x: i32, y: i32, width: i32, height: i32) -> Area {
        Area { x, y, width, height }
    }

    /// The same size, with its corner where its own units begin.
    pub(super) fn at_zero(self) -> Area {
        Area { x: 0, y: 0, ..self }
    }

    /// Smaller by so much on each side.
    pub(super) fn inset(self, by: i32) -> Area {
        Area { x: self.x + by, y: self.y + by, width: self.width - 2 * by, height: self.height - 2 * by }
    }

    /// Its outline with corners of this radius.
    pub(super) fn outline(self, radius: i32) -> Outline {
        Outline::rect(self.x, self.y, self.width, self.height, radius)
    }

    /// The x of its middle.
    pub(super) fn middle(self) -> i32 {
        self.x + self.width / 2
    }
}

/// Cells of one size in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    area: Area,
    columns: i32,
    gap: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Grid {
    /// Room for so many cells: the number of columns is such that the cells are as large as can be, if they are to be
    /// `wide` hundredths as wide as high. None is larger than `most`.
    pub(super) fn new(area: Area, count: usize, gap: i32, wide: i32, most: (i32, i32)) -> Grid {
        let count = (count as i32).max(1);
        let grid = |columns: i32| {
            let rows = (count + columns - 1) / columns;
            let width = ((area.width + gap) / columns - gap).min(most.0);
            let height = ((area.height + gap) / rows - gap).min(most.1);
            Grid { area, columns, gap, width, height }
        };
        let size = |grid: &Grid| (grid.width.min(grid.height * wide / 100), -grid.columns);
        (1..=count).map(grid).max_by_key(size).expect("there is at least one column")
    }

    /// The cell of this number.
    pub(super) fn cell(&self, nth: usize) -> Area {
        let (row, column) = (nth as i32 / self.columns, nth as i32 % self.columns);
        let (x, y) = (column * (self.width + self.gap), row * (self.height + self.gap));
        Area::new(self.area.x + x, self.area.y + y, self.width, self.height)
    }
}

/// The areas of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) width: i32,
    pub(super) height: i32,
    /// Dice, what is asked, what happened, buttons.
    pub(super) head: Area,
    pub(super) market: Area,
    pub(super) cities: Vec<Area>,
}

const MARGIN: i32 = px(14);
const GAP: i32 = px(10);
const HEAD: i32 = px(84);

impl Page {
    /// The page for so many players and a market of so many kinds.
    pub(super) fn new(players: u8, kinds: usize) -> Page {
        let (width, height) = (px(1280), px(800));
        let inner = Area::new(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN);
        let head = Area { height: HEAD, ..inner };
        let top = head.y + HEAD + GAP;
        let rest = inner.y + inner.height - top;
        let market_width = match kinds {
            0..=12 => px(436),
            13..=15 => px(556),
            16..=24 => px(590),
            _ => px(640),
        };
        let market = Area::new(MARGIN, top, market_width, rest);
        let left = market.x + market.width + px(14);
        let count = i32::from(players);
        let city = (rest + GAP) / count - GAP;
        let cities = (0..count)
            .map(|seat| Area::new(left, top + seat * (city + GAP), width - MARGIN - left, city))
            .collect();
        Page { width, height, head, market, cities }
    }
}

/// About how many letters of a size fit into a room, if one is so many hundredths of its size wide. Only a painter knows the
/// font; lines that are longer after all are made to fit by it.
pub(super) fn letters(room: i32, size: i32, hundredths: i32) -> usize {
    usize::try_from(room * 100 / (size * hundredths)).unwrap_or(0)
}

/// The words in lines of at most so many letters, as many lines as it takes. A longer word has a line of its own.
pub(super) fn wrapped(words: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}
