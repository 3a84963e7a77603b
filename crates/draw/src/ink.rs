//! Colours upon pixels.

/// Red, green, blue and how opaque.
pub(crate) type Rgba = [u8; 4];

/// So many 255ths of a colour.
pub(crate) struct Ink {
    pub(crate) color: Rgba,
    pub(crate) share: u32,
}

impl Ink {
    /// Lays it upon a pixel.
    pub(crate) fn lay(&self, pixel: &mut [u8; 4]) {
        match self.share {
            0 => {}
            255 => *pixel = self.solid(),
            _ => self.mixture().lay(pixel),
        }
    }

    /// Lays it upon pixels.
    pub(crate) fn lay_all(&self, pixels: &mut [[u8; 4]]) {
        match self.share {
            0 => {}
            255 => pixels.fill(self.solid()),
            _ => {
                let mixture = self.mixture();
                for pixel in pixels {
                    mixture.lay(pixel);
                }
            }
        }
    }

    fn solid(&self) -> [u8; 4] {
        let [red, green, blue, _] = self.color;
        [red, green, blue, u8::MAX]
    }

    fn mixture(&self) -> Mixture {
        let [red, green, blue, alpha] = self.solid();
        let share = u64::from(self.share);
        let pair = |low: u8, high: u8| (u64::from(low) | u64::from(high) << 32) * share + HALVES;
        Mixture { rest: 255 - share, red_blue: pair(red, blue), green_alpha: pair(green, alpha) }
    }
}

/// An ink that lets what is there shine through. Two channels are mixed in one number, each in 32 bits of its own.
struct Mixture {
    rest: u64,
    red_blue: u64,
    green_alpha: u64,
}

impl Mixture {
    fn lay(&self, pixel: &mut [u8; 4]) {
        let there = u64::from(u32::from_le_bytes(*pixel));
        let red_blue = (there & 0xff) | (there & 0x00ff_0000) << 16;
        let green_alpha = (there >> 8 & 0xff) | (there & 0xff00_0000) << 8;
        let (red, blue) = over_255(red_blue * self.rest + self.red_blue);
        let (green, alpha) = over_255(green_alpha * self.rest + self.green_alpha);
        *pixel = (red | green << 8 | blue << 16 | alpha << 24).to_le_bytes();
    }
}

/// What is added before dividing, so that halves are rounded up.
const HALVES: u64 = 127 | 127 << 32;

/// Two numbers of 16 bits divided by 255, exactly.
fn over_255(pair: u64) -> (u32, u32) {
    let product = pair * 0x8081;
    ((product >> 23) as u32 & 0xff, (product >> 55) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_divided_exactly() {
        for number in 0..=255 * 255 + 127 {
            let expected = u32::try_from(number / 255).unwrap();
            assert_eq!(over_255(number | number << 32), (expected, expected), "{number}");
        }
    }
}
