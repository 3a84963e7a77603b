//! How many rows of inputs there are: actions are branches, and so are the shapes that can be dealt.

use super::game::Twin;
use super::shapes::Piece;

impl Twin {
    /// Rows of exactly so many inputs from here; a shape with two templates counts once.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let rows = self.rows(depth, |_| 1);
        u64::try_from(rows).expect("so many can't be counted one by one")
    }

    /// The same, but a shape counts as often as it has templates.
    pub(crate) fn weighted_perft(&self, depth: u32) -> u128 {
        self.rows(depth, u128::from)
    }

    fn rows(&self, depth: u32, weigh: fn(u32) -> u128) -> u128 {
        let (actions, outcomes) = (self.actions(), self.outcomes());
        match depth {
            0 => return 1,
            1 => {
                return actions.len() as u128
                    + outcomes.iter().map(|&(weight, _)| weigh(weight)).sum::<u128>();
            }
            _ => {}
        }
        let mut rows = 0;
        for action in actions {
            let mut next = self.clone();
            next.play(action);
            rows += next.rows(depth - 1, weigh);
        }
        for (weight, shape) in outcomes {
            let mut next = self.clone();
            next.deal(Piece { shape, colour: 0 });
            rows += weigh(weight) * next.rows(depth - 1, weigh);
        }
        rows
    }
}
