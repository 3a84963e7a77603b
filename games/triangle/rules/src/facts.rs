//! The facts: the 31 templates that shapes are drawn from, and the nine colours.

/// The templates in the order of their numbers, triangle by triangle: row and column from the anchor, and
/// whether it points up (R5).
pub(crate) const TEMPLATES: [&str; 31] = [
    "U0,0",
    "U0,0",
    "U0,0 D1,0",
    "U0,0 D1,0",
    "D0,0",
    "U0,0 D0,1",
    "U0,0 D0,1",
    "D0,0 U0,1",
    "D0,0 U0,1",
    "U0,0 D0,1 U0,2",
    "D0,0 U0,1 D0,2",
    "U0,0 D0,1 U0,2 D1,0",
    "U0,0 D0,1 U0,2 D1,2",
    "D0,0 U0,1 U1,0 D1,1",
    "U0,0 U0,2 D1,0 U1,1 D1,2",
    "U0,0 D1,-2 U1,-1 D1,0",
    "U0,0 D0,1 D1,0 U1,1",
    "U0,0 D0,1 D1,0 U1,1 D1,2",
    "U0,0 D0,1 U0,2 D1,0 U1,1",
    "U0,0 D0,1 U0,2 D1,0 D1,2",
    "U0,0 D0,1 U0,2 U1,1 D1,2",
    "U0,0 U0,2 D1,0 U1,1 D1,2",
    "U0,0 D0,1 D1,0 U1,1 D1,2",
    "D0,0 U0,1 D1,1",
    "U0,0 U1,-1 D1,0",
    "U0,0 D1,0 U1,1",
    "U0,0 U1,-1 D1,0 U1,1",
    "U0,0 U1,-1 D1,0",
    "D0,0 U0,1 D0,2 D1,1",
    "D0,0 U0,1 D1,1",
    "U0,0 D0,1 D1,0",
];

/// The colours of shapes as red, green and blue, by number. Rules never look at them.
pub const COLORS: [[u8; 3]; 9] = [
    [220, 40, 40],
    [60, 60, 220],
    [40, 200, 40],
    [230, 230, 40],
    [240, 150, 20],
    [140, 40, 140],
    [40, 200, 200],
    [200, 100, 180],
    [100, 180, 200],
];
