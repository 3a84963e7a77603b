//! Pictures by copying: pieces are painted once, then laid into arrays of bytes without painting or allocating.

use std::sync::{Arc, OnceLock};

use tercet_scene::{Frame, Ground, Mosaic, PaintMode, Piece, PlacedSprite, SpriteSheet};

use crate::picture::{Effort, encode};
use crate::raster::{Options, pixmap};
use crate::{DrawError, Theme};

/// How pixels stand in an array, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// Red, green and blue.
    Rgb,
    /// Red, green, blue, and 255 for opaque.
    Rgba,
}

impl Pixels {
    /// How many bytes a pixel takes.
    pub fn bytes(self) -> usize {
        match self {
            Pixels::Rgb => 3,
            Pixels::Rgba => 4,
        }
    }
}

/// A sheet whose pieces are painted.
#[derive(Clone, Debug)]
pub struct PaintedSprites {
    frame: Frame,
    pixels: Pixels,
    grounds: Vec<Plate>,
    stamps: Arc<Stamps>,
}

/// Pieces, and what is painted of them already.
#[derive(Debug)]
struct Stamps {
    pieces: Vec<Piece>,
    options: Options,
    pixels: Pixels,
    painted: Vec<OnceLock<Stamp>>,
}

impl Stamps {
    fn new(pieces: &[Piece], options: Options, pixels: Pixels) -> Result<Stamps, DrawError> {
        for piece in pieces {
            options.size_of(&piece.scene)?;
        }
        let painted = pieces.iter().map(|_| OnceLock::new()).collect();
        Ok(Stamps { pieces: pieces.to_vec(), options, pixels, painted })
    }

    fn get(&self, nth: usize) -> &Stamp {
        self.painted[nth].get_or_init(|| {
            stamp(&self.pieces[nth], &self.options, self.pixels).expect("its size was checked")
        })
    }
}

/// A painted ground.
#[derive(Clone, Debug)]
struct Plate {
    bytes: Vec<u8>,
    covered: [usize; 4],
}

/// A painted piece.
#[derive(Clone, Debug)]
struct Stamp {
    /// How many rows.
    rows: usize,
    /// Bytes of a row.
    row: usize,
    ink: Ink,
}

/// What a piece does to the bytes that are there.
#[derive(Clone, Debug)]
enum Ink {
    /// These take their place.
    Cover(Vec<u8>),
    /// So much of them stays, of 255, and so much more comes to that.
    Blend { more: Vec<u8>, stays: Vec<u8> },
    /// So much more, or so much less.
    Change { more: Vec<u8>, less: Vec<u8> },
}

impl PaintedSprites {
    /// Paints a sheet for pictures of this size.
    ///
    /// # Errors
    /// If a piece or the frame has a size that can't be.
    pub fn new(
        sheet: &SpriteSheet,
        frame: Frame,
        theme: &Theme,
        pixels: Pixels,
    ) -> Result<PaintedSprites, DrawError> {
        let sprites = PaintedSprites::on_demand(sheet, frame, theme, pixels)?;
        for nth in 0..sheet.pieces.len() {
            sprites.stamps.get(nth);
        }
        Ok(sprites)
    }

    /// The same, but each piece is painted when it is laid for the first time.
    ///
    /// # Errors
    /// As [`PaintedSprites::new`].
    pub fn on_demand(
        sheet: &SpriteSheet,
        frame: Frame,
        theme: &Theme,
        pixels: Pixels,
    ) -> Result<PaintedSprites, DrawError> {
        let options = Options { theme: theme.clone(), scale: 1.0 };
        let grounds = sprites(&sheet.grounds, frame, &options, pixels)?;
        let stamps = Arc::new(Stamps::new(&sheet.pieces, options, pixels)?);
        Ok(PaintedSprites { frame, pixels, grounds, stamps })
    }

    /// The same pieces, and what is painted of them, on other grounds: for pictures of another size.
    ///
    /// # Errors
    /// If the frame has a size that can't be.
    pub fn on(&self, grounds: &[Ground], frame: Frame) -> Result<PaintedSprites, DrawError> {
        let grounds = sprites(grounds, frame, &self.stamps.options, self.pixels)?;
        Ok(PaintedSprites { frame, pixels: self.pixels, grounds, stamps: Arc::clone(&self.stamps) })
    }

    /// The size of its pictures.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// How many bytes a picture takes.
    pub fn bytes(&self) -> usize {
        self.row() * self.frame.height as usize
    }

    /// Lays a piece into a picture.
    ///
    /// # Panics
    /// If there is no such piece, or it does not lie inside of the picture.
    pub fn lay(&self, put: PlacedSprite, out: &mut [u8]) {
        let stamp = self.stamps.get(put.piece);
        let (row, bytes) = (self.row(), self.pixels.bytes());
        let first = put.y as usize * row + put.x as usize * bytes;
        let part = |nth: usize| nth * stamp.row..(nth + 1) * stamp.row;
        for nth in 0..stamp.rows {
            let there = &mut out[first + nth * row..][..stamp.row];
            match &stamp.ink {
                Ink::Cover(ink) => there.copy_from_slice(&ink[part(nth)]),
                Ink::Blend { more, stays } => {
                    for ((there, more), stays) in
                        there.iter_mut().zip(&more[part(nth)]).zip(&stays[part(nth)])
                    {
                        *there = more + ((u16::from(*there) * u16::from(*stays) + 127) / 255) as u8;
                    }
                }
                Ink::Change { more, less } => {
                    for ((there, more), less) in there.iter_mut().zip(&more[part(nth)]).zip(&less[part(nth)])
                    {
                        *there = there.saturating_add(*more).saturating_sub(*less);
                    }
                }
            }
        }
    }

    /// A picture's bytes as a PNG file, made quickly.
    ///
    /// # Panics
    /// If they are not as many as a picture has.
    pub fn png(&self, bytes: &[u8]) -> Vec<u8> {
        let color = match self.pixels {
            Pixels::Rgb => png::ColorType::Rgb,
            Pixels::Rgba => png::ColorType::Rgba,
        };
        encode(self.frame.width, self.frame.height, color, bytes, Effort::Fast)
    }

    /// Fills a picture with a ground, but for what pieces will cover.
    ///
    /// # Panics
    /// If there is no such ground, or the array is not as long as a picture.
    pub fn begin(&self, ground: usize, out: &mut [u8]) {
        let Plate { bytes, covered: [left, top, width, height] } = &self.grounds[ground];
        let row = self.row();
        let (left, right) = (left * self.pixels.bytes(), (left + width) * self.pixels.bytes());
        let (top, bottom) = (top * row, (top + height) * row);
        out[..top].copy_from_slice(&bytes[..top]);
        out[bottom..].copy_from_slice(&bytes[bottom..]);
        let middle = out[top..bottom].chunks_exact_mut(row).zip(bytes[top..bottom].chunks_exact(row));
        for (out, bytes) in middle {
            out[..left].copy_from_slice(&bytes[..left]);
            out[right..].copy_from_slice(&bytes[right..]);
        }
    }

    /// Bytes of a row.
    fn row(&self) -> usize {
        self.frame.width as usize * self.pixels.bytes()
    }
}

fn sprites(
    grounds: &[Ground],
    frame: Frame,
    options: &Options,
    pixels: Pixels,
) -> Result<Vec<Plate>, DrawError> {
    let plate = |ground: &Ground| {
        let painted = pixmap(&ground.scene, options)?;
        let bytes = opaque(painted.data(), pixels);
        let expected = frame.width as usize * frame.height as usize * pixels.bytes();
        assert!(bytes.len() == expected, "a ground is as large as the frame");
        Ok(Plate { bytes, covered: ground.covered.map(|side| side as usize) })
    };
    grounds.iter().map(plate).collect()
}

fn stamp(piece: &Piece, options: &Options, pixels: Pixels) -> Result<Stamp, DrawError> {
    let painted = pixmap(&piece.scene, options)?;
    let (rows, row) = (painted.height() as usize, painted.width() as usize * pixels.bytes());
    // Colours are stored as much as they cover; the last byte of each pixel says how much that is.
    let bytes = opaque(painted.data(), pixels);
    let covers = painted.data().chunks_exact(4).flat_map(|pixel| vec![pixel[3]; pixels.bytes()]);
    let ink = match piece.mode {
        PaintMode::Cover => Ink::Cover(bytes),
        PaintMode::Blend => Ink::Blend { stays: covers.map(|covers| 255 - covers).collect(), more: bytes },
        PaintMode::Replace(role) => {
            let [red, green, blue] = options.theme.color(role).rgb;
            let whole = [red, green, blue, 255].into_iter().take(pixels.bytes()).cycle();
            let share =
                |(whole, covers): (u8, u8)| ((u16::from(whole) * u16::from(covers) + 127) / 255) as u8;
            let replaced: Vec<u8> = whole.zip(covers).map(share).collect();
            let pairs = || bytes.iter().zip(&replaced);
            Ink::Change {
                more: pairs().map(|(now, before)| now.saturating_sub(*before)).collect(),
                less: pairs().map(|(now, before)| before.saturating_sub(*now)).collect(),
            }
        }
    };
    Ok(Stamp { rows, row, ink })
}

/// The colours of pixels that cover all.
fn opaque(data: &[u8], pixels: Pixels) -> Vec<u8> {
    data.chunks_exact(4).flat_map(|pixel| &pixel[..pixels.bytes()]).copied().collect()
}

/// Draws many pictures of one game.
pub struct MosaicPainter<G: Mosaic> {
    game: Arc<G>,
    plan: G::Plan,
    sprites: PaintedSprites,
}

impl<G: Mosaic> MosaicPainter<G> {
    /// Paints the pieces of a game for pictures of this size.
    ///
    /// # Errors
    /// If the game does not fit into so few pixels, or there are too many.
    pub fn new(
        game: Arc<G>,
        frame: Frame,
        theme: &Theme,
        pixels: Pixels,
    ) -> Result<MosaicPainter<G>, DrawError> {
        let Frame { width, height } = frame;
        if width.max(height) > crate::MAX_SIDE || width.min(height) == 0 {
            return Err(DrawError::Size { width: width.into(), height: height.into() });
        }
        let plan = game.plan(frame).ok_or(DrawError::TooSmall { width, height })?;
        let sprites = PaintedSprites::new(&game.sheet(&plan), frame, theme, pixels)?;
        Ok(MosaicPainter { game, plan, sprites })
    }

    /// The painted pieces.
    pub fn sprites(&self) -> &PaintedSprites {
        &self.sprites
    }

    /// Draws a position into an array. Nothing is allocated.
    ///
    /// # Errors
    /// If the array is not as long as the picture.
    pub fn paint(&self, state: &G::State, memory: &G::Memory, out: &mut [u8]) -> Result<(), DrawError> {
        self.paint_all([(state, memory)].into_iter(), out)
    }

    /// Draws positions one behind the other into one array. Nothing is allocated.
    ///
    /// # Errors
    /// If the array is not as long as all pictures together; nothing is drawn then.
    pub fn paint_all<'s>(
        &self,
        positions: impl ExactSizeIterator<Item = (&'s G::State, &'s G::Memory)>,
        out: &mut [u8],
    ) -> Result<(), DrawError>
    where
        G::State: 's,
        G::Memory: 's,
    {
        let (pictures, found) = (positions.len(), out.len());
        let expected = pictures * self.sprites.bytes();
        if found != expected {
            return Err(DrawError::Array { pictures, expected, found });
        }
        for ((state, memory), out) in positions.zip(out.chunks_exact_mut(self.sprites.bytes())) {
            self.sprites.begin(self.game.ground(&self.plan, state), out);
            self.game.lay(&self.plan, state, memory, &mut |put| self.sprites.lay(put, out));
        }
        Ok(())
    }
}
