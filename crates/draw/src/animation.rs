//! Animated PNG files.

use png::{BlendOp, ColorType, DisposeOp, Encoder, Writer};

use crate::picture::{Effort, prepare};
use crate::{Color, DrawError, Picture};

/// A picture of an animation, and for how many milliseconds it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnimationFrame {
    /// The picture.
    pub picture: Picture,
    /// For how long.
    pub milliseconds: u16,
}

/// Pictures one after the other, as an animated PNG of this size. Each is written as what changed since the one before
/// it; what a smaller one leaves free has the colour of the ground.
///
/// # Errors
/// If there is no picture, one can't be drawn or is larger than the animation.
pub fn animated_png(
    size: (u32, u32),
    ground: Color,
    frames: impl ExactSizeIterator<Item = Result<AnimationFrame, DrawError>>,
) -> Result<Vec<u8>, DrawError> {
    let (width, height) = size;
    let too_large = |_| DrawError::Size { width: width.into(), height: height.into() };
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    prepare(&mut encoder, ColorType::Rgba, Effort::Best);
    encoder.set_animated(frames.len() as u32, 0).map_err(|_| DrawError::NoPictures)?;
    let mut writer = encoder.write_header().map_err(too_large)?;
    let screen = Screen { width: width as usize, height: height as usize, ground: ground.rgb };
    let mut shown: Option<Vec<u8>> = None;
    for frame in frames {
        let AnimationFrame { picture, milliseconds } = frame?;
        let pixels = screen.padded(&picture)?;
        let area = shown.as_ref().map_or_else(|| screen.whole(), |shown| screen.changed(shown, &pixels));
        let part = screen.cut(shown.as_deref(), &pixels, area);
        write(&mut writer, area, &part, milliseconds)
            .expect("the part lies inside, and memory takes any bytes");
        shown = Some(pixels);
    }
    writer.finish().expect("memory takes any bytes, and there were as many pictures as was said");
    Ok(bytes)
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

fn write(
    writer: &mut Writer<&mut Vec<u8>>,
    area: Area,
    pixels: &[u8],
    milliseconds: u16,
) -> Result<(), png::EncodingError> {
    writer.set_blend_op(BlendOp::Over)?;
    writer.set_dispose_op(DisposeOp::None)?;
    writer.set_frame_delay(milliseconds, 1000)?;
    writer.reset_frame_position()?;
    writer.set_frame_dimension(area.width as u32, area.height as u32)?;
    writer.set_frame_position(area.x as u32, area.y as u32)?;
    writer.write_image_data(pixels)
}

/// What an animation is shown on.
struct Screen {
    width: usize,
    height: usize,
    ground: [u8; 3],
}

impl Screen {
    fn whole(&self) -> Area {
        Area { x: 0, y: 0, width: self.width, height: self.height }
    }

    /// The picture in the upper left corner of the screen.
    fn padded(&self, picture: &Picture) -> Result<Vec<u8>, DrawError> {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        if width > self.width || height > self.height {
            return Err(DrawError::Size { width: width as i64, height: height as i64 });
        }
        let mut pixels = self.ground.repeat(self.width * self.height);
        let rows = pixels.chunks_exact_mut(3 * self.width).zip(picture.rgba().chunks_exact(4 * width));
        for (to, from) in rows {
            for (to, from) in to.chunks_exact_mut(3).zip(from.chunks_exact(4)) {
                to.copy_from_slice(&from[..3]);
            }
        }
        Ok(pixels)
    }

    /// The smallest rectangle that holds every pixel that differs; one pixel if none does.
    fn changed(&self, before: &[u8], now: &[u8]) -> Area {
        let differs = |at: usize| before[3 * at..3 * at + 3] != now[3 * at..3 * at + 3];
        let (mut left, mut right, mut top, mut bottom) = (self.width, 0, self.height, 0);
        for at in (0..self.width * self.height).filter(|&at| differs(at)) {
            let (x, y) = (at % self.width, at / self.width);
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        if left > right {
            return Area { x: 0, y: 0, width: 1, height: 1 };
        }
        Area { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
    }

    /// The pixels of an area; those that are as before are transparent, which takes next to no room in a file.
    fn cut(&self, before: Option<&[u8]>, now: &[u8], area: Area) -> Vec<u8> {
        let pixel = |x: usize, y: usize| {
            let at = 3 * (y * self.width + x);
            let color = &now[at..at + 3];
            let is_as_before = before.is_some_and(|before| before[at..at + 3] == *color);
            if is_as_before { [0; 4] } else { [color[0], color[1], color[2], 255] }
        };
        let rows = area.y..area.y + area.height;
        rows.flat_map(|y| (area.x..area.x + area.width).flat_map(move |x| pixel(x, y))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Screen = Screen { width: 3, height: 2, ground: [9, 9, 9] };

    fn picture(width: u32, height: u32, gray: &[u8]) -> Picture {
        Picture::of_rgba(width, height, gray.iter().flat_map(|&gray| [gray, gray, gray, 255]).collect())
    }

    #[test]
    fn only_what_changed_is_written() {
        let before = SCREEN.padded(&picture(3, 2, &[0, 0, 0, 0, 0, 0])).unwrap();
        let now = SCREEN.padded(&picture(3, 2, &[0, 0, 5, 0, 6, 0])).unwrap();
        let area = SCREEN.changed(&before, &now);
        assert_eq!(area, Area { x: 1, y: 0, width: 2, height: 2 });
        let part = [0, 0, 0, 0, 5, 5, 5, 255, 6, 6, 6, 255, 0, 0, 0, 0];
        assert_eq!(SCREEN.cut(Some(&before), &now, area), part);
        assert_eq!(SCREEN.changed(&now, &now), Area { x: 0, y: 0, width: 1, height: 1 });
    }

    #[test]
    fn a_film_reads_back_picture_by_picture() {
        let frame = |gray: &[u8]| Ok(AnimationFrame { picture: picture(2, 2, gray), milliseconds: 500 });
        let frames = [frame(&[1, 2, 3, 4]), frame(&[1, 2, 3, 7])];
        let bytes = animated_png((3, 2), Color::new(0x0009_0909), frames.into_iter()).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 2);
        let mut buffer = vec![0; 24];
        reader.next_frame(&mut buffer).unwrap();
        let first: Vec<u8> = [1, 2, 9, 3, 4, 9].iter().flat_map(|&gray| [gray, gray, gray, 255]).collect();
        assert_eq!(buffer, first);
        let second = reader.next_frame(&mut buffer).unwrap();
        assert_eq!((second.width, second.height, &buffer[..4]), (1, 1, [7, 7, 7, 255].as_slice()));
        let control = *reader.info().frame_control().unwrap();
        assert_eq!((control.x_offset, control.y_offset, control.delay_num), (1, 1, 500));
    }

    #[test]
    fn a_film_without_pictures_or_with_too_large_ones_is_refused() {
        assert_eq!(animated_png((3, 2), Color::new(0), std::iter::empty()), Err(DrawError::NoPictures));
        let frame = Ok(AnimationFrame { picture: picture(2, 3, &[0; 6]), milliseconds: 500 });
        let error = animated_png((3, 2), Color::new(0), std::iter::once(frame));
        assert_eq!(error, Err(DrawError::Size { width: 2, height: 3 }));
    }
}
