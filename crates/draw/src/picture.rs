//! Pixels, and PNG files of them.

use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use tiny_skia::Pixmap;

/// Pixels: red, green, blue and how opaque, a byte each, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Picture {
    pub(crate) fn new(pixmap: Pixmap) -> Picture {
        let (width, height) = (pixmap.width(), pixmap.height());
        let mut rgba = pixmap.take();
        rgba.chunks_mut(TOGETHER).filter(|pixels| !is_opaque(pixels)).for_each(demultiply);
        Picture { width, height, rgba }
    }

    #[cfg(test)]
    pub(crate) fn of_rgba(width: u32, height: u32, rgba: Vec<u8>) -> Picture {
        Picture { width, height, rgba }
    }

    /// How many pixels wide.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many pixels high.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Red, green, blue and how opaque of each pixel, row by row.
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// The same bytes, given away.
    pub fn into_rgba(self) -> Vec<u8> {
        self.rgba
    }

    /// Red, green and blue of each pixel, row by row. What is transparent shows the colour that lies on it.
    pub fn rgb(&self) -> Vec<u8> {
        self.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
    }

    /// Red, green, blue and how opaque of one pixel.
    ///
    /// # Panics
    /// If there is no such pixel.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        assert!(x < self.width && y < self.height, "the pixel is outside of the picture");
        let at = 4 * (y as usize * self.width as usize + x as usize);
        [self.rgba[at], self.rgba[at + 1], self.rgba[at + 2], self.rgba[at + 3]]
    }

    /// Is nothing of it transparent?
    pub fn is_opaque(&self) -> bool {
        is_opaque(&self.rgba)
    }
}

/// The bytes of pixels that are looked at together: most of a picture is opaque.
const TOGETHER: usize = 4 * 64;

/// Pixels that hold as much of a colour as they cover get the colour.
fn demultiply(pixels: &mut [u8]) {
    for pixel in pixels.as_chunks_mut().0 {
        let &mut [red, green, blue, alpha] = pixel;
        if alpha < u8::MAX {
            let share = u32::from(alpha).max(1);
            let whole = |part: u8| ((u32::from(part) * 255 + share / 2) / share).min(255) as u8;
            *pixel = [whole(red), whole(green), whole(blue), alpha];
        }
    }
}

/// Is no pixel transparent? All are looked at, many together: nearly every picture is opaque to its end.
fn is_opaque(rgba: &[u8]) -> bool {
    let pixels = rgba.as_chunks().0.iter().map(|pixel| u32::from_le_bytes(*pixel));
    pixels.fold(u32::MAX, |all, pixel| all & pixel) >> 24 == 0xff
}

/// How much work a file's size is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Little: for a picture that is looked at once.
    Fast,
    /// Much: for files that are kept.
    Best,
}

/// The picture as a PNG file. It has an alpha channel only if something is transparent.
pub fn png(picture: &Picture, effort: Effort) -> Vec<u8> {
    if picture.is_opaque() {
        return encode(picture.width, picture.height, ColorType::Rgb, &picture.rgb(), effort);
    }
    encode(picture.width, picture.height, ColorType::Rgba, &picture.rgba, effort)
}

/// Pixels as a PNG file.
pub(crate) fn encode(width: u32, height: u32, color: ColorType, pixels: &[u8], effort: Effort) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(pixels.len() / 16 + 1024);
    let mut encoder = Encoder::new(&mut bytes, width, height);
    prepare(&mut encoder, color, effort);
    let mut writer = encoder.write_header().expect("memory takes any bytes");
    writer.write_image_data(pixels).expect("the pixels are as many as the size says");
    writer.finish().expect("memory takes any bytes");
    bytes
}

pub(crate) fn prepare<W: std::io::Write>(encoder: &mut Encoder<'_, W>, color: ColorType, effort: Effort) {
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    match effort {
        Effort::Fast => {
            encoder.set_compression(Compression::Fastest);
            encoder.set_filter(Filter::Up);
        }
        Effort::Best => {
            encoder.set_compression(Compression::High);
            // Flat colours: filters only hide what repeats.
            encoder.set_filter(Filter::NoFilter);
        }
    }
}
