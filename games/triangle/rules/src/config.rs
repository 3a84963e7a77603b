//! The options of a puzzle, and the named grids.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use tercet_game::{ConfigError, Key, NotationError, options};

use crate::facts::TEMPLATES;
use crate::grid::Grid;
use crate::shape::Shape;

/// Which cells are playable (R1, R16).
///
/// ```
/// use tercet_triangle::Layout;
///
/// let custom: Layout = "3 columns: 0-3 1-2".parse()?;
/// assert_eq!(custom.grid().playable().count(), 4);
/// assert_eq!(Layout::Hexagon(4).to_string(), "hexagon 4");
/// # Ok::<(), tercet_game::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A hexagon with sides of so many triangles; 4 is the default grid.
    Hexagon(u8),
    /// A triangle that points up, with sides of so many triangles.
    Triangle(u8),
    /// So many rows, each of so many pairs of triangles, each row one column further right.
    Parallelogram(u8, u8),
    /// So many columns, and for each row the columns it plays: from one up to but without another.
    Custom {
        /// How many columns.
        cols: u8,
        /// The range of each row.
        ranges: Vec<(u8, u8)>,
    },
}

impl Layout {
    /// The most rows and the most columns.
    pub const MAX: u8 = 64;

    /// The grid.
    ///
    /// # Panics
    /// If it is none: a side of zero, or more than 64 rows or columns. [`Game::new`](tercet_game::Game::new) checks
    /// that for a config.
    pub fn grid(&self) -> Grid {
        assert!(self.check().is_ok(), "`{self}` is no grid");
        let (cols, ranges) = self.columns_and_ranges();
        Grid::new(cols, &ranges)
    }

    /// Hexagons and triangles begin each row with a cell that points up, one column further right where that
    /// needs it (R16).
    fn columns_and_ranges(&self) -> (usize, Vec<(u8, u8)>) {
        match self {
            Layout::Custom { cols, ranges } => (usize::from(*cols), ranges.clone()),
            &Layout::Hexagon(side) => {
                let shift = side % 2;
                let upper = (0..side).map(|row| (side - 1 - row + shift, 3 * side + row + shift));
                let lower = upper.clone().rev();
                (usize::from(4 * side - 1 + shift), upper.chain(lower).collect())
            }
            &Layout::Triangle(side) => {
                let shift = side % 2;
                let rows = (0..side).map(|row| (side - 1 - row + shift, side + row + shift));
                (usize::from(2 * side - 1 + shift), rows.collect())
            }
            &Layout::Parallelogram(rows, pairs) => {
                let ranges = (0..rows).map(|row| (row, row + 2 * pairs));
                (usize::from(rows - 1 + 2 * pairs), ranges.collect())
            }
        }
    }

    fn check(&self) -> Result<(), ConfigError> {
        let error = |why: String| Err(ConfigError::new("grid", why));
        let (sides, most) = match *self {
            Layout::Hexagon(side) => ([side, side], 16),
            Layout::Triangle(side) => ([side, side], 32),
            Layout::Parallelogram(rows, pairs) => ([rows, pairs], 64),
            Layout::Custom { .. } => ([1, 1], 1),
        };
        if sides.iter().any(|side| !(1..=most).contains(side)) {
            return error(format!("`{self}`: its sides are 1 to {most}"));
        }
        let (cols, ranges) = self.columns_and_ranges();
        let most = usize::from(Layout::MAX);
        if !(1..=most).contains(&cols) || !(1..=most).contains(&ranges.len()) {
            return error(format!("a grid has 1 to {most} rows and columns, not {} by {cols}", ranges.len()));
        }
        for (row, &(start, end)) in ranges.iter().enumerate() {
            if start > end || usize::from(end) > cols {
                return error(format!("row {} plays {start}-{end}, which is not within 0-{cols}", row + 1));
            }
        }
        Ok(())
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Layout::Hexagon(side) => write!(f, "hexagon {side}"),
            Layout::Triangle(side) => write!(f, "triangle {side}"),
            Layout::Parallelogram(rows, pairs) => write!(f, "parallelogram {rows} {pairs}"),
            Layout::Custom { cols, ranges } => {
                write!(f, "{cols} columns:")?;
                ranges.iter().try_for_each(|(start, end)| write!(f, " {start}-{end}"))
            }
        }
    }
}

impl FromStr for Layout {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Layout, NotationError> {
        let words: Vec<&str> = text.split(' ').collect();
        let layout = match words[..] {
            ["hexagon", side] => side.parse().map(Layout::Hexagon).ok(),
            ["triangle", side] => side.parse().map(Layout::Triangle).ok(),
            ["parallelogram", rows, pairs] => rows
                .parse()
                .ok()
                .zip(pairs.parse().ok())
                .map(|(rows, pairs)| Layout::Parallelogram(rows, pairs)),
            [cols, "columns:", ref ranges @ ..] => {
                let range = |text: &&str| {
                    let (start, end) = text.split_once('-')?;
                    Some((start.parse().ok()?, end.parse().ok()?))
                };
                let ranges: Option<Vec<(u8, u8)>> = ranges.iter().map(range).collect();
                cols.parse().ok().zip(ranges).map(|(cols, ranges)| Layout::Custom { cols, ranges })
            }
            _ => None,
        };
        layout.filter(|layout| layout.to_string() == text).ok_or_else(|| {
            let why = "a grid is `hexagon 4`, `triangle 6`, `parallelogram 5 4` or `3 columns: 0-3 1-2`";
            NotationError::new(text, why)
        })
    }
}

/// The options of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Which cells are playable.
    pub grid: Layout,
    /// How many shapes are offered at a time.
    pub slots: u8,
    /// What shapes are drawn from; one that is there twice is drawn twice as often (R5).
    pub templates: Vec<Shape>,
    /// Shapes that are never dealt, only set by hand (R15).
    pub spare: Vec<Shape>,
    /// How many colours shapes have.
    pub colors: u8,
    /// The fewest cells of a line.
    pub min_line: u8,
    /// The most plays of a game.
    pub limit: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            grid: Layout::Hexagon(4),
            slots: 3,
            templates: standard_templates(),
            spare: Vec::new(),
            colors: 9,
            min_line: 2,
            limit: 10_000,
        }
    }
}

/// The 31 templates of the game (R5).
pub fn standard_templates() -> Vec<Shape> {
    TEMPLATES.iter().map(|text| text.parse().expect("our own table reads")).collect()
}

impl Config {
    /// The most slots.
    pub const MAX_SLOTS: u8 = 16;
    /// The most templates, and the most spare shapes.
    pub const MAX_TEMPLATES: usize = 64;

    /// The different shapes, templates first, in the order of their first appearance, and how many templates
    /// each has.
    pub(crate) fn shapes(&self) -> Vec<(Shape, u32)> {
        let mut shapes: Vec<(Shape, u32)> = Vec::new();
        let templates = self.templates.iter().map(|shape| (shape, 1));
        for (template, one) in templates.chain(self.spare.iter().map(|shape| (shape, 0))) {
            match shapes.iter_mut().find(|(shape, _)| shape == template) {
                Some((_, weight)) => *weight += one,
                None => shapes.push((template.clone(), one)),
            }
        }
        shapes
    }

    /// Is every option within its range? (R17)
    ///
    /// # Errors
    /// Names the first option that is not.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.grid.check()?;
        SLOTS.within(self.slots, 1..=u32::from(Config::MAX_SLOTS))?;
        COLORS.within(self.colors, 1..=16)?;
        MIN_LINE.within(self.min_line, 1..=128)?;
        LIMIT.within(self.limit, 1..=1_000_000)?;
        SHAPES.within(self.templates.len() as u32, 1..=Config::MAX_TEMPLATES as u32)?;
        SPARE.within(self.spare.len() as u32, 0..=Config::MAX_TEMPLATES as u32)?;
        check_shapes("shapes", &self.templates)?;
        check_shapes("spare", &self.spare)
    }
}

fn check_shapes(key: &str, shapes: &[Shape]) -> Result<(), ConfigError> {
    match shapes.iter().find(|shape| contradicts_itself(shape)) {
        Some(shape) => {
            let why =
                format!("`{shape}` fits nowhere: on any grid one of its triangles points the wrong way");
            Err(ConfigError::new(key, why))
        }
        None => Ok(()),
    }
}

/// Neighbours in a row or column point different ways, so one triangle of a shape decides all others.
fn contradicts_itself(shape: &Shape) -> bool {
    let parity = |triangle: &crate::shape::Triangle| {
        (i32::from(triangle.row) + i32::from(triangle.col) + i32::from(triangle.is_up)).rem_euclid(2)
    };
    let mut parities = shape.triangles().iter().map(parity);
    let first = parities.next();
    parities.any(|parity| Some(parity) != first)
}

options! { Config {
    GRID = "grid", text(set_grid, |config: &Config| config.grid.to_string()),
        "hexagon SIDE, triangle SIDE, parallelogram ROWS PAIRS, or COLS columns: START-END …",
        "which cells are playable";
    SLOTS = "slots", number(slots), "1 to 16", "how many shapes are offered at a time";
    SHAPES = "shapes", text(set_templates, templates_text), "standard, or shapes like U0,0 D0,1 with | between them",
        "what shapes are drawn from; one that is there twice is drawn twice as often";
    SPARE = "spare", text(set_spare, |config: &Config| shapes_text(&config.spare)),
        "none, or shapes with | between them", "shapes that are never dealt, only set by hand";
    COLORS = "colors", number(colors), "1 to 16", "how many colours shapes have";
    MIN_LINE = "min_line", number(min_line), "1 to 128", "the fewest cells of a line";
    LIMIT = "limit", number(limit), "1 to 1000000", "the most plays of a game";
} }

fn set_grid(config: &mut Config, value: &str) -> Result<(), ConfigError> {
    config.grid = value.parse().map_err(|_| ConfigError::value(&GRID, value))?;
    Ok(())
}

fn set_templates(config: &mut Config, value: &str) -> Result<(), ConfigError> {
    config.templates = if value == "standard" { standard_templates() } else { read_shapes(&SHAPES, value)? };
    Ok(())
}

fn set_spare(config: &mut Config, value: &str) -> Result<(), ConfigError> {
    config.spare = read_shapes(&SPARE, value)?;
    Ok(())
}

fn templates_text(config: &Config) -> String {
    if config.templates == standard_templates() {
        "standard".to_string()
    } else {
        shapes_text(&config.templates)
    }
}

fn shapes_text(templates: &[Shape]) -> String {
    if templates.is_empty() {
        return "none".to_string();
    }
    templates.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ")
}

fn read_shapes(key: &Key, value: &str) -> Result<Vec<Shape>, ConfigError> {
    if value == "none" {
        return Ok(Vec::new());
    }
    let shapes: Result<Vec<Shape>, NotationError> = value.split(" | ").map(str::parse).collect();
    shapes.map_err(|error| ConfigError::new(key.name, error.to_string()))
}
