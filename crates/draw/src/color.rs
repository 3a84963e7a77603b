//! Colours.

use std::fmt;

/// Red, green and blue as screens know them (sRGB), and how much they cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// How much it covers, in percent.
    pub percent: u8,
}

impl Color {
    /// The opaque colour `0xRRGGBB`.
    pub const fn new(hex: u32) -> Color {
        Color { rgb: [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8], percent: 100 }
    }

    /// So many percent of the colour `0xRRGGBB`.
    pub const fn thin(hex: u32, percent: u8) -> Color {
        Color { rgb: Color::new(hex).rgb, percent }
    }

    /// How bright it is, from 0 to 1, as the WCAG measure it.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// How well one is read upon the other, from 1 to 21, as the WCAG measure it.
    pub fn contrast(self, other: Color) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// Red, green and blue as amounts of light.
    pub fn linear(self) -> [f64; 3] {
        self.rgb.map(|value| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }
}

/// `#rrggbb`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_the_wcags() {
        let (black, white, gray) = (Color::new(0), Color::new(0x00ff_ffff), Color::new(0x0076_7676));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert!((white.contrast(gray) - 4.54).abs() < 0.005, "the grey that just passes on white");
        assert_eq!(gray.to_string(), "#767676");
    }
}
