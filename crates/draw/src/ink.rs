//! Colours upon pixels.

/// Red, green, blue and how opaque.
pub(crate) type Rgba = [u8; 4];

/// How many pixels are painted together.
pub(crate) const TOGETHER: usize = 8;

/// How much ink is laid, in 255ths.
pub(crate) type Share = u16;

/// A colour, ready to be laid upon pixels.
pub(crate) struct Ink {
    /// The colour where it covers all, once for each pixel that is painted together.
    solid: [[u16; 4]; TOGETHER],
    /// How much of it is laid where an outline covers all.
    most: f32,
}

impl Ink {
    pub(crate) fn new([red, green, blue, alpha]: Rgba) -> Ink {
        Ink { solid: [[red, green, blue, u8::MAX].map(u16::from); TOGETHER], most: f32::from(alpha) }
    }

    /// How much is laid where an outline covers so much of a pixel.
    pub(crate) fn share(&self, covered: f32) -> Share {
        let covered = covered.abs();
        let covered = if covered < 1.0 { covered } else { 1.0 };
        whole(covered * self.most)
    }

    /// Lays so much upon each of the pixels. There is no branch in it, so that processors do eight channels in one step.
    pub(crate) fn lay_each(&self, pixels: &mut [[u8; 4]; TOGETHER], shares: [Share; TOGETHER]) {
        let shares = shares.map(|share| [share; 4]);
        let (shares, solid) = (shares.as_flattened(), self.solid.as_flattened());
        for ((channel, &share), &solid) in pixels.as_flattened_mut().iter_mut().zip(shares).zip(solid) {
            *channel = mixed(*channel, solid, share);
        }
    }

    /// Lays as much upon all of them.
    pub(crate) fn lay_all(&self, pixels: &mut [[u8; 4]], share: Share) {
        match share {
            0 => {}
            255 => pixels.fill(self.solid[0].map(|channel| channel as u8)),
            _ => {
                let (many, few) = pixels.as_chunks_mut();
                for pixels in many {
                    self.lay_each(pixels, [share; TOGETHER]);
                }
                for pixel in few {
                    self.lay(pixel, share);
                }
            }
        }
    }

    /// Lays it upon one pixel.
    pub(crate) fn lay(&self, pixel: &mut [u8; 4], share: Share) {
        for (channel, solid) in pixel.iter_mut().zip(self.solid[0]) {
            *channel = mixed(*channel, solid, share);
        }
    }
}

/// The nearest whole number to one below 256; of two the greater. A number of 2^23 has no digits behind the point, and those
/// before it are its last bits: without the questions that a conversion asks, many numbers are rounded in one step.
fn whole(number: f32) -> u16 {
    const ONES: f32 = 8_388_608.0;
    const HALVES_GO_UP: f32 = 0.000_02;
    u16::from((number + HALVES_GO_UP + ONES).to_bits() as u8)
}

/// What a channel becomes under so many 255ths of another, rounded to the nearest.
fn mixed(there: u8, solid: u16, share: Share) -> u8 {
    over_255(u16::from(there) * (255 - share) + solid * share + 127)
}

/// A number below 65,408 divided by 255, exactly: without a wider number.
fn over_255(number: u16) -> u8 {
    ((number + 1 + (number >> 8)) >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_divided_exactly() {
        for number in 0..=255 * 255 + 127 {
            assert_eq!(u16::from(over_255(number)), number / 255, "{number}");
        }
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for quarters in 0..=255 * 4u16 {
            assert_eq!(whole(f32::from(quarters) / 4.0), (quarters + 2) / 4, "{quarters} quarters");
        }
    }

    #[test]
    fn many_pixels_become_what_each_would_alone() {
        let ink = Ink::new([200, 0, 33, 128]);
        let pixels: [[u8; 4]; TOGETHER] = std::array::from_fn(|nth| [nth as u8 * 16, 255, 7, 100]);
        let shares = std::array::from_fn(|nth| (nth * 255 / (TOGETHER - 1)) as Share);
        let mut together = pixels;
        ink.lay_each(&mut together, shares);
        let mut alone = pixels;
        alone.iter_mut().zip(shares).for_each(|(pixel, share)| ink.lay(pixel, share));
        assert_eq!(together, alone);
        assert_eq!((together[0], together[TOGETHER - 1]), (pixels[0], [200, 0, 33, 255]));
        for share in [0, 1, 128, 254, 255] {
            let mut all = [[9, 99, 199, 255]; 37];
            let mut one = all[0];
            ink.lay_all(&mut all, share);
            ink.lay(&mut one, share);
            assert_eq!(all, [one; 37], "{share}");
        }
        assert_eq!([0.0, 0.5, -1.0, 1.5].map(|covered| ink.share(covered)), [0, 64, 128, 128]);
    }
}
