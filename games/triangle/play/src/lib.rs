//! The triangle puzzle to be played: its words, JSON forms, bots and learning task, around the rules of `tercet_triangle`; and its
//! first program's interface, bit for bit:
//!
//! ```
//! use tercet_triangle::Config;
//! use tercet_triangle_play::train::{Env, Weights};
//!
//! let mut env = Env::seeded(&Config::default(), Weights::default(), 42)?;
//! let first = env.valid_actions()[0];
//! let (reward, is_over) = env.step(first as i64)?;
//! assert!(reward > 0.0 && !is_over);
//!
//! let (penalty, is_over) = env.step(-1)?;
//! assert_eq!((penalty, is_over), (-10.0, true));
//! assert_eq!(env.reason().as_deref(), Some("Invalid action provided: -1"));
//! # Ok::<(), tercet_triangle_play::train::EnvError>(())
//! ```

pub mod bots;
pub mod json;
pub mod learned;
pub mod review;
mod rollout;
pub mod text;
pub mod train;

use std::marker::PhantomData;

use tercet_entry::{Entry, Operations, Play, operations};
use tercet_game::Settings as _;
use tercet_triangle::{Config, Dense, Field, FieldVisitor, Puzzle, with_field};

pub use rollout::puzzle_rollout;

/// The puzzle on one kind of board, as it enters a catalog.
#[derive(Debug)]
pub struct Triangle<F>(PhantomData<F>);

impl<F: Field + Send + Sync + 'static> Play for Triangle<F> {
    type Rules = Puzzle<F>;
}

/// The puzzle, for a catalog.
pub const ENTRY: Entry = Entry::of::<Triangle<Dense>>(
    "the triangle puzzle",
    "place shapes on a grid of triangles, three on offer at a time, and clear full lines",
    include_str!("../../RULES.md"),
)
.choosing(by_board);

/// The kind of board decides the puzzle's type, and the options decide the kind of board.
fn by_board(options: &[(&str, &str)]) -> &'static dyn Operations {
    struct Chosen;

    impl FieldVisitor for Chosen {
        type Out = &'static dyn Operations;

        fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
            operations::<Triangle<F>>()
        }
    }

    with_field(&Config::from_pairs(options.iter().copied()).unwrap_or_default(), Chosen)
}
