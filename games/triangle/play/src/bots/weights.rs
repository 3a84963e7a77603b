//! What the features of a board are worth: written by `cargo xtask tune triangle`; how it came to them stands in
//! `docs/tuning-triangle.md`.

use super::worth::Weights;

/// The weights that the bots play with.
#[rustfmt::skip]
pub(super) const TUNED: Weights = Weights([
    113, // cleared
    -71, // filled
    -90, // crowded
    -407, // edge
    -1271, // hole
    -231, // end
    -23, // lone
    -171, // parity
    167, // line_1
    27, // line_2
    104, // line_3
    -67, // line_4
    31, // line_5
    52, // line_6
    -61, // untouched
    -695, // large_0
    -30, // large_1
    -149, // large_2
    -38, // large_4
    -9, // large_8
    -87, // large_places
    -563, // middle_0
    -285, // middle_1
    -231, // middle_2
    -2, // middle_4
    -19, // middle_8
    -32, // middle_places
    -612, // small_0
    -128, // small_1
    62, // small_2
    -83, // small_4
    73, // small_8
    24, // small_places
]);
