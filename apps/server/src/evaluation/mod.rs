//! Games of a fixed list, so that agents can be compared: some to learn from, others to be tested on.

use schemars::JsonSchema;
use serde::Deserialize;

/// Which game of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Evaluation {
    /// `train` to learn from, `test` to be compared by.
    split: Split,
    /// Which one, from 0.
    index: u32,
}

/// A part of the list. No deal is in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Split {
    /// To learn from.
    Train,
    /// To be compared by.
    Test,
}

impl Split {
    fn name(self) -> &'static str {
        match self {
            Split::Train => "train",
            Split::Test => "test",
        }
    }
}

impl Evaluation {
    /// The seed of this game. The highest bit tells the parts apart, so that none is in both.
    pub(super) fn seed(self, game: &str) -> u64 {
        let hash = blake3::hash(format!("tercet evaluation {game} {}", self.name()).as_bytes());
        let low = hash.as_bytes().iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte));
        let high = u64::from(self.split == Split::Test) << 63;
        low & !(1 << 63) | high
    }

    /// Its name: `test 17`.
    pub(super) fn name(self) -> String {
        format!("{} {}", self.split.name(), self.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_share_no_deal_and_stay_as_they_are() {
        let seed = |split, index| Evaluation { split, index }.seed("set");
        assert!(
            (0..100).all(|index| seed(Split::Train, index) >> 63 == 0 && seed(Split::Test, index) >> 63 == 1)
        );
        assert_ne!(seed(Split::Test, 0), seed(Split::Test, 1));
        assert_ne!(Evaluation { split: Split::Test, index: 0 }.seed("machi"), seed(Split::Test, 0));
    }
}
