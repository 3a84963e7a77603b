//! Shapes: triangles around an anchor, without rotation.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use tercet_game::NotationError;

/// One triangle of a shape: where it lies from the anchor, and whether it points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Triangle {
    /// Rows down from the anchor.
    pub row: i8,
    /// Columns right of the anchor.
    pub col: i8,
    /// Does it point up?
    pub is_up: bool,
}

/// Some triangles that are placed together (R4). In text `U0,0 D0,1`: U or D, row and column from the anchor.
///
/// ```
/// use tercet_triangle::Shape;
///
/// let shape: Shape = "D0,1 U0,0".parse()?;
/// assert_eq!(shape.to_string(), "U0,0 D0,1");
/// assert_eq!(shape.triangles().len(), 2);
/// # Ok::<(), tercet_game::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(Vec<Triangle>);

impl Shape {
    /// The most triangles of a shape.
    pub const MAX: usize = 16;

    /// The shape of these triangles, in any order.
    ///
    /// # Errors
    /// If there is none, more than [`Shape::MAX`], one too far away, or two at one place.
    pub fn new(mut triangles: Vec<Triangle>) -> Result<Shape, NotationError> {
        triangles.sort_unstable();
        let text = || Shape(triangles.clone()).to_string();
        if triangles.is_empty() || triangles.len() > Shape::MAX {
            let why = format!("a shape has 1 to {} triangles, not {}", Shape::MAX, triangles.len());
            return Err(NotationError::new(&text(), why));
        }
        let far = triangles
            .iter()
            .find(|triangle| triangle.row.unsigned_abs().max(triangle.col.unsigned_abs()) > 63);
        if let Some(far) = far {
            return Err(NotationError::new(&text(), format!("`{far}` lies more than 63 from the anchor")));
        }
        let same = triangles.windows(2).find(|pair| (pair[0].row, pair[0].col) == (pair[1].row, pair[1].col));
        if let Some([first, _]) = same {
            let why = format!("two triangles lie at {},{}", first.row, first.col);
            return Err(NotationError::new(&text(), why));
        }
        Ok(Shape(triangles))
    }

    /// The triangles by row and column.
    pub fn triangles(&self) -> &[Triangle] {
        &self.0
    }

    /// The lowest row and column, and the highest.
    pub fn bounds(&self) -> (i8, i8, i8, i8) {
        let rows = || self.0.iter().map(|triangle| triangle.row);
        let cols = || self.0.iter().map(|triangle| triangle.col);
        let low = |values: &mut dyn Iterator<Item = i8>| values.min().unwrap_or(0);
        let high = |values: &mut dyn Iterator<Item = i8>| values.max().unwrap_or(0);
        (low(&mut rows()), low(&mut cols()), high(&mut rows()), high(&mut cols()))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&texts.join(" "))
    }
}

impl FromStr for Shape {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Shape, NotationError> {
        let triangles: Result<Vec<Triangle>, _> = text.split_whitespace().map(str::parse).collect();
        Shape::new(triangles?)
    }
}

impl fmt::Display for Triangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{},{}", if self.is_up { 'U' } else { 'D' }, self.row, self.col)
    }
}

impl FromStr for Triangle {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Triangle, NotationError> {
        let error =
            || NotationError::new(text, "a triangle is `U0,1` or `D0,1`: its direction, row and column");
        let is_up = match text.chars().next() {
            Some('U') => true,
            Some('D') => false,
            _ => return Err(error()),
        };
        let (row, col) = text[1..].split_once(',').ok_or_else(error)?;
        let number = |text: &str| text.parse::<i8>().map_err(|_| error());
        Ok(Triangle { row: number(row)?, col: number(col)?, is_up })
    }
}
