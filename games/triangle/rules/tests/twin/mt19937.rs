//! R18: the reference's stream of pieces.

use super::shapes::{COLOURS, Piece, Shape};

/// The Mersenne twister with 32-bit outputs, seeded by one word.
#[derive(Clone, Debug)]
pub(crate) struct Mt19937 {
    words: Vec<u32>,
    next: usize,
}

impl Mt19937 {
    pub(crate) fn new(seed: u32) -> Mt19937 {
        let mut words = vec![seed];
        for i in 1..624 {
            let before: u32 = words[i - 1];
            words.push((before ^ (before >> 30)).wrapping_mul(1_812_433_253).wrapping_add(i as u32));
        }
        Mt19937 { words, next: 624 }
    }

    pub(crate) fn next_u32(&mut self) -> u32 {
        if self.next == 624 {
            self.twist();
        }
        let mut y = self.words[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    fn twist(&mut self) {
        for i in 0..624 {
            let y = (self.words[i] & 0x8000_0000) | (self.words[(i + 1) % 624] & 0x7fff_ffff);
            let odd = if y % 2 == 1 { 0x9908_b0df } else { 0 };
            self.words[i] = self.words[(i + 397) % 624] ^ (y >> 1) ^ odd;
        }
        self.next = 0;
    }
}

/// A number below `bound`: the upper half of a product, drawn again where its lower half is too small.
pub(crate) fn below(bound: u32, mut next_u32: impl FnMut() -> u32) -> u32 {
    let least = ((1_u64 << 32) - u64::from(bound)) % u64::from(bound);
    loop {
        let product = u64::from(next_u32()) * u64::from(bound);
        if product % (1 << 32) >= least {
            return (product >> 32) as u32;
        }
    }
}

/// Pieces without end: for each a template, then a colour.
#[derive(Clone, Debug)]
pub(crate) struct Dealer {
    stream: Mt19937,
    templates: Vec<Shape>,
}

impl Dealer {
    pub(crate) fn new(seed: u32, templates: Vec<Shape>) -> Dealer {
        Dealer { stream: Mt19937::new(seed), templates }
    }
}

impl Iterator for Dealer {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let template = below(self.templates.len() as u32, || self.stream.next_u32());
        let colour = below(COLOURS, || self.stream.next_u32()) as u8;
        Some(Piece { shape: self.templates[template as usize].clone(), colour })
    }
}
