//! Word-parallel arithmetic: what a game does most often, for all seats or for eight kinds of cards at once in a 64-bit word.
//!
//! Nothing here is a rule of its own. Each part computes what plain code elsewhere computes, and a test holds the two together:
//!
//! | module | computes | equals | held together by |
//! |---|---|---|---|
//! | [`counts`] | copies and landmarks of all seats, a byte each | the same numbers asked seat by seat | its own tests |
//! | [`deck`] | which card the n-th copy in the deck is | counting the copies kind by kind | its own tests |
//! | [`income`] | red, blue and green income of a total, without branches | `MachiKoro::red`, `blue` and `carry_on` in `rules/income.rs` | `tests/silence.rs`, conformance |

pub(crate) mod counts;
pub(crate) mod deck;
pub(crate) mod income;

/// Every byte one: multiplying by it adds all bytes up in the top one.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The top bit of every byte.
const TOPS: u64 = 0x8080_8080_8080_8080;
