//! Where everything is: a page of 1280 x 800 pixels, or higher where cities are so full that names would not be read.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tercet_scene::{Outline, UNITS};

/// Pixels as units of a scene.
pub(super) const fn px(pixels: i32) -> i32 {
    pixels * UNITS
}

/// Units without what is less than a pixel: what begins and ends with a pixel has sharp edges, and looks the same everywhere.
const fn whole(units: i32) -> i32 {
    units / UNITS * UNITS
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
    /// How far it is from one cell to the next, to the right and downwards.
    steps: (i32, i32),
}

impl Grid {
    /// Room for so many cells: the number of columns is such that the cells are as large as can be, if they are to be
    /// `wide` hundredths as wide as high. None is larger than `most`.
    pub(super) fn new(area: Area, count: usize, gap: i32, wide: i32, most: (i32, i32)) -> Grid {
        let grid = |columns: i32| Grid::of_columns(area, count, gap, columns).within(most);
        let size = |grid: &Grid| (grid.width.min(grid.height * wide / 100), -grid.columns);
        (1..=(count as i32).max(1)).map(grid).max_by_key(size).expect("there is at least one column")
    }

    /// The same columns in the whole width, none of them wider than this.
    pub(super) fn widened(self, most: i32) -> Grid {
        let step = (self.area.width + self.gap) / self.columns;
        let (width, steps) = (whole(step - self.gap), (step, self.steps.1));
        Grid { width, steps, ..self }.within((most, self.height))
    }

    /// Room for so many cells in so many columns.
    pub(super) fn of_columns(area: Area, count: usize, gap: i32, columns: i32) -> Grid {
        let rows = ((count as i32).max(1) + columns - 1) / columns;
        let steps = ((area.width + gap) / columns, (area.height + gap) / rows);
        let (width, height) = (whole(steps.0 - gap), whole(steps.1 - gap));
        Grid { area, columns, gap, width, height, steps }
    }

    /// The same grid with no cell larger than this; smaller ones move together.
    fn within(self, (wide, high): (i32, i32)) -> Grid {
        let side =
            |own: i32, step: i32, most: i32| if own > most { (most, most + self.gap) } else { (own, step) };
        let (width, right) = side(self.width, self.steps.0, wide);
        let (height, down) = side(self.height, self.steps.1, high);
        Grid { width, height, steps: (right, down), ..self }
    }

    /// The cell of this number.
    pub(super) fn cell(&self, nth: usize) -> Area {
        let (row, column) = (nth as i32 / self.columns, nth as i32 % self.columns);
        let (x, y) = (whole(column * self.steps.0), whole(row * self.steps.1));
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
    /// The page for so many players, a market of so many kinds, and a city that has so many.
    pub(super) fn new(players: u8, kinds: usize, most: usize) -> Page {
        let width = px(1280);
        let head = Area::new(MARGIN, MARGIN, width - 2 * MARGIN, HEAD);
        let top = head.y + HEAD + GAP;
        let market_width = match kinds {
            0..=12 => px(436),
            13..=15 => px(556),
            16..=24 => px(590),
            _ => px(640),
        };
        let left = MARGIN + market_width + px(14);
        let count = i32::from(players);
        let wide = width - MARGIN - left;
        let city = whole((px(800) - MARGIN - top + GAP) / count - GAP).max(least_city(wide, most));
        let rest = count * (city + GAP) - GAP;
        let market = Area::new(MARGIN, top, market_width, rest.max(px(800) - MARGIN - top));
        let cities = (0..count).map(|seat| Area::new(left, top + seat * (city + GAP), wide, city)).collect();
        Page { width, height: market.y + market.height + MARGIN, head, market, cities }
    }
}

/// Around the things in a city.
pub(super) const CITY_EDGE: i32 = px(7);
/// Between the rows of a city, and between its tiles.
pub(super) const CITY_GAP: i32 = px(6);
pub(super) const TILE_GAP: i32 = px(5);
/// The smallest tile whose name can be read.
pub(super) const LEAST_TILE: (i32, i32) = (px(66), px(36));

/// How high the row with name, purse and landmarks is.
pub(super) fn plate_height(city: i32) -> i32 {
    whole(city / 5).clamp(px(29), px(48))
}

/// How high a city so wide must be for so many tiles.
fn least_city(wide: i32, tiles: usize) -> i32 {
    let columns = (wide - 2 * CITY_EDGE + TILE_GAP) / (LEAST_TILE.0 + TILE_GAP);
    let rows = (tiles as i32 + columns - 1) / columns;
    let tiles = rows * (LEAST_TILE.1 + TILE_GAP) - TILE_GAP;
    let around = tiles + 2 * CITY_EDGE + CITY_GAP;
    // The row above them grows with the city, up to a point.
    (around + px(29)).max(whole(around * 5 / 4 + px(1) - 1).min(around + px(48)))
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
