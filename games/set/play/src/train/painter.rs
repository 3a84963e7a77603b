//! Boards of any number of cards as pixels, by copying: what agents see of [`Env`](super::Env).

use std::sync::{Mutex, PoisonError};

use tercet_draw::{DrawError, PaintedSprites, Pixels, Theme};
use tercet_set::{BoardPlan, Card, Layout, LayoutError, MAX_BOARD_SIZE};
use thiserror::Error;

/// The most pixels of a picture: a quarter of a gigabyte.
const MOST_PIXELS: u64 = 1 << 26;

/// Why a board can't be drawn.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PaintError {
    /// A layout that can't be.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A picture that can't be.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// More cards than a board can have.
    #[error("{0} cards can't be drawn; a board has up to {MAX_BOARD_SIZE}")]
    TooMany(usize),
}

/// Draws boards in one layout and theme: red, green, blue and 255 a pixel, row by row.
#[derive(Debug)]
pub struct BoardPainter {
    layout: Layout,
    theme: Theme,
    /// By the number of columns, as far as they were asked for. All share their cards.
    sheets: Mutex<Vec<(u32, BoardPlan, PaintedSprites)>>,
}

impl BoardPainter {
    /// Draws nothing yet: each card is painted when it is seen for the first time.
    ///
    /// # Errors
    /// If the layout can't be.
    pub fn new(layout: Layout, theme: Theme) -> Result<BoardPainter, PaintError> {
        layout.check()?;
        Ok(BoardPainter { layout, theme, sheets: Mutex::new(Vec::new()) })
    }

    /// How many pixels wide and high a board of so many cards is.
    ///
    /// # Errors
    /// If there are more than a board can have, or pixels than a picture can have.
    pub fn size(&self, cards: usize) -> Result<(u32, u32), PaintError> {
        if cards > MAX_BOARD_SIZE {
            return Err(PaintError::TooMany(cards));
        }
        let (width, height) = self.layout.size(self.layout.grid_cols(cards));
        let is_small = width.max(height) <= tercet_draw::MAX_SIDE;
        if !is_small || u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(DrawError::Size { width: width.into(), height: height.into() }.into());
        }
        Ok((width, height))
    }

    /// Draws a board into an array of four bytes a pixel.
    ///
    /// # Errors
    /// As [`BoardPainter::size`], or if the array is not as long as the picture.
    pub fn paint(&self, board: &[Card], out: &mut [u8]) -> Result<(), PaintError> {
        let (width, height) = self.size(board.len())?;
        let (expected, found) = (width as usize * height as usize * Pixels::Rgba.bytes(), out.len());
        if expected != found {
            return Err(DrawError::Array { pictures: 1, expected, found }.into());
        }
        let columns = self.layout.grid_cols(board.len());
        let mut sheets = self.sheets.lock().unwrap_or_else(PoisonError::into_inner);
        if !sheets.iter().any(|(each, ..)| *each == columns) {
            let (plan, sprites) = self.sheet(columns, sheets.first().map(|(_, _, sprites)| sprites))?;
            sheets.push((columns, plan, sprites));
        }
        let (_, plan, sprites) =
            sheets.iter().find(|(each, ..)| *each == columns).expect("it was put there just now");
        sprites.begin(plan.ground(board.len(), false), out);
        plan.lay(board.iter().copied().map(Some), None, &mut |put| sprites.lay(put, out));
        Ok(())
    }

    fn sheet(
        &self,
        columns: u32,
        other: Option<&PaintedSprites>,
    ) -> Result<(BoardPlan, PaintedSprites), PaintError> {
        let plan = BoardPlan::natural(&self.layout, columns)?;
        let sheet = plan.sheet();
        let sprites = match other {
            Some(other) => other.on(&sheet.grounds, plan.frame())?,
            None => PaintedSprites::on_demand(&sheet, plan.frame(), &self.theme, Pixels::Rgba)?,
        };
        Ok((plan, sprites))
    }
}
