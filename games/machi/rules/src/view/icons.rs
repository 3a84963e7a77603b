//! Icons as named paths in a square of 100 units.

use alloc::vec::Vec;

use tercet_scene::{Emblem, EmblemPart, Path, Point, Step, Tone};

use crate::facts::Landmark;

/// How a part of an icon is painted: as the icon is, or as what it lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Filled with the icon's paint.
    Solid(&'static str),
    /// A line of the icon's paint, so wide.
    Line(i32, &'static str),
    /// Cut out: filled with the ground's paint.
    Cut(&'static str),
    /// A line of the ground's paint, so wide.
    Slit(i32, &'static str),
}

/// The side of the square that icons are drawn in.
const SIDE: i32 = 100;

/// The icon of this name; a shop for a name that is not known.
pub(super) fn icon(name: &str) -> Emblem {
    let found = ICONS.iter().find(|(known, _)| *known == name);
    let parts = found.map_or(SHOP, |(_, parts)| parts);
    let part = |part: &Part| {
        let (tone, line, data) = match *part {
            Part::Solid(data) => (Tone::Ink, None, data),
            Part::Cut(data) => (Tone::Ground, None, data),
            Part::Line(width, data) => (Tone::Ink, Some(width), data),
            Part::Slit(width, data) => (Tone::Ground, Some(width), data),
        };
        EmblemPart { path: path(data), tone, line }
    };
    Emblem { side: SIDE, parts: parts.iter().map(part).collect() }
}

/// The name of a landmark's icon.
pub(super) fn icon_of(landmark: Landmark) -> &'static str {
    match landmark {
        Landmark::TrainStation => "train",
        Landmark::ShoppingMall => "mall",
        Landmark::AmusementPark => "wheel",
        Landmark::RadioTower => "tower",
        Landmark::Harbor => "anchor",
        Landmark::Airport => "plane",
    }
}

/// Reads a path as SVG writes it: `M`, `L`, `C` with whole numbers, and `Z`.
fn path(data: &str) -> Path {
    let mut steps = Vec::new();
    let mut tokens = data.split(' ');
    while let Some(letter) = tokens.next() {
        let mut point = || {
            let mut number = || tokens.next().and_then(|text| text.parse().ok()).unwrap_or_default();
            Point { x: number(), y: number() }
        };
        steps.push(match letter {
            "M" => Step::Move(point()),
            "L" => Step::Line(point()),
            "C" => Step::Curve(point(), point(), point()),
            _ => Step::Close,
        });
    }
    Path(steps)
}

/// What a card shows whose icon has no picture here.
const SHOP: &[Part] = &[
    Part::Solid("M 12 46 L 88 46 L 88 94 L 12 94 Z"),
    Part::Solid("M 16 8 L 84 8 L 98 40 L 2 40 Z"),
    Part::Cut("M 22 58 L 46 58 L 46 80 L 22 80 Z"),
    Part::Cut("M 58 58 L 78 58 L 78 94 L 58 94 Z"),
    Part::Slit(5, "M 2 43 L 98 43"),
];

/// All icons by name: those of cards, those of landmarks, and a few signs.
#[rustfmt::skip]
const ICONS: &[(&str, &[Part])] = &[
    ("wheat", &[
        Part::Line(7, "M 50 98 L 50 40"),
        Part::Solid("M 50 36 C 35 25 38 9 50 1 C 62 9 65 25 50 36 Z M 47 62 C 21 61 16 43 18 27 C 37 30 47 42 47 62 Z \
             M 53 62 C 79 61 84 43 82 27 C 63 30 53 42 53 62 Z M 47 90 C 21 89 16 71 18 55 C 37 58 47 70 47 90 Z \
             M 53 90 C 79 89 84 71 82 55 C 63 58 53 70 53 90 Z"),
    ]),
    ("cow", &[
        Part::Line(8, "M 33 26 C 20 24 16 14 20 5 M 67 26 C 80 24 84 14 80 5"),
        Part::Solid("M 32 32 C 20 26 8 30 2 42 C 12 52 24 50 32 46 Z M 68 32 C 80 26 92 30 98 42 C 88 52 76 \
             50 68 46 Z"),
        Part::Solid("M 28 26 C 40 20 60 20 72 26 C 76 44 72 56 72 70 C 76 98 24 98 28 70 C 28 56 \
             24 44 28 26 Z"),
        Part::Cut("M 34 74 C 34 62 66 62 66 74 C 66 92 34 92 34 74 Z"),
        Part::Line(8, "M 43 76 L 43 77 M 57 76 L 57 77"),
        Part::Slit(9, "M 40 44 L 40 46 M 60 44 L 60 46"),
    ]),
    ("gear", &[
        Part::Solid("M 39 18 L 41 3 L 59 3 L 61 18 L 73 25 L 87 19 L 95 34 L 83 43 L 83 57 L 95 66 L 87 81 L 73 75 L 61 82 \
             L 59 97 L 41 97 L 39 82 L 27 75 L 13 81 L 5 66 L 17 57 L 17 43 L 5 34 L 13 19 L 27 25 Z"),
        Part::Cut("M 50 33 C 73 33 73 67 50 67 C 27 67 27 33 50 33 Z"),
    ]),
    ("bread", &[
        Part::Solid("M 16 52 C -4 44 4 14 50 14 C 96 14 104 44 84 52 L 84 86 C 84 90 82 92 78 92 L 22 92 C \
             18 92 16 90 16 86 Z"),
        Part::Slit(7, "M 36 34 L 36 48 M 50 30 L 50 44 M 64 34 L 64 48"),
    ]),
    ("factory", &[
        Part::Solid("M 4 94 L 4 52 L 30 34 L 30 52 L 56 34 L 56 52 L 70 52 L 74 6 L 90 6 L 96 94 Z"),
        Part::Cut("M 16 64 L 30 64 L 30 78 L 16 78 Z M 42 64 L 56 64 L 56 78 L 42 78 Z M 68 64 L 82 64 L \
             82 78 L 68 78 Z"),
    ]),
    ("fruit", &[
        Part::Solid("M 50 32 C 34 18 6 26 6 56 C 6 78 24 98 38 98 C 44 98 46 95 50 95 C 54 95 56 98 62 98 C \
             76 98 94 78 94 56 C 94 26 66 18 50 32 Z"),
        Part::Line(7, "M 50 30 C 49 22 46 14 42 8"),
        Part::Solid("M 54 22 C 54 6 66 0 82 2 C 82 16 72 24 54 22 Z"),
        Part::Slit(7, "M 22 60 C 20 50 24 44 30 40"),
    ]),
    ("cup", &[
        Part::Solid("M 10 40 L 76 40 L 76 62 C 76 80 64 86 54 86 L 32 86 C 22 86 10 80 10 62 Z"),
        Part::Line(8, "M 77 46 C 98 44 98 70 75 70"),
        Part::Line(7, "M 8 95 L 78 95"),
        Part::Line(6, "M 28 30 C 22 22 34 16 28 6 M 44 30 C 38 22 50 16 44 6 M 60 30 C 54 22 66 16 60 6"),
    ]),
    ("boat", &[
        Part::Solid("M 4 66 L 96 66 C 92 82 84 92 76 92 L 24 92 C 16 92 8 82 4 66 Z"),
        Part::Line(6, "M 48 64 L 48 4"),
        Part::Solid("M 54 8 C 76 20 86 40 88 58 L 54 58 Z M 42 18 C 28 28 16 44 12 58 L 42 58 Z"),
    ]),
    ("business", &[
        Part::Line(9, "M 34 28 L 34 14 L 66 14 L 66 28"),
        Part::Solid("M 12 28 L 88 28 C 93 28 96 31 96 36 L 96 82 C 96 87 93 90 88 90 L 12 90 C 7 90 4 87 4 \
             82 L 4 36 C 4 31 7 28 12 28 Z"),
        Part::Slit(6, "M 4 56 L 42 56 M 58 56 L 96 56"),
        Part::Cut("M 43 49 L 57 49 L 57 64 L 43 64 Z"),
    ]),
    ("major", &[
        Part::Solid("M 50 4 L 96 30 L 96 38 L 4 38 L 4 30 Z M 12 44 L 26 44 L 26 80 L 12 80 Z M 43 44 L 57 \
             44 L 57 80 L 43 80 Z M 74 44 L 88 44 L 88 80 L 74 80 Z M 6 84 L 94 84 L 94 96 L 6 96 Z"),
    ]),
    ("train", &[
        Part::Line(7, "M 30 78 L 16 98 M 70 78 L 84 98"),
        Part::Line(6, "M 26 92 L 74 92"),
        Part::Solid("M 34 4 L 66 4 C 78 4 84 10 84 22 L 84 68 C 84 76 78 80 70 80 L 30 80 C 22 80 16 76 16 \
             68 L 16 22 C 16 10 22 4 34 4 Z"),
        Part::Cut("M 26 22 L 46 22 L 46 44 L 26 44 Z M 54 22 L 74 22 L 74 44 L 54 44 Z"),
        Part::Slit(11, "M 32 63 L 33 63 M 67 63 L 68 63"),
    ]),
    ("mall", &[
        Part::Solid("M 14 32 L 86 32 L 94 96 L 6 96 Z"),
        Part::Line(8, "M 33 34 C 33 -2 67 -2 67 34"),
        Part::Slit(8, "M 33 46 C 33 76 67 76 67 46"),
    ]),
    ("wheel", &[
        Part::Line(6, "M 50 44 L 28 97 M 50 44 L 72 97 M 50 8 C 98 8 98 80 50 80 C 2 80 2 8 50 8 Z"),
        Part::Line(3, "M 50 8 L 50 80 M 14 44 L 86 44 M 25 19 L 75 69 M 75 19 L 25 69"),
        Part::Line(18, "M 50 9 L 50 10 M 76 19 L 76 20 M 86 44 L 86 45 M 76 69 L 76 70 M 24 69 L 24 70 M 14 44 \
             L 14 45 M 24 19 L 24 20"),
    ]),
    ("tower", &[
        Part::Line(8, "M 50 34 L 26 97 M 50 34 L 74 97"),
        Part::Line(6, "M 40 62 L 66 80 M 60 62 L 34 80"),
        Part::Line(17, "M 50 26 L 50 27"),
        Part::Line(7, "M 30 44 C 19 34 19 18 30 8 M 70 44 C 81 34 81 18 70 8 M 15 50 C 0 36 0 16 15 2 M 85 50 \
             C 100 36 100 16 85 2"),
    ]),
    ("anchor", &[
        Part::Line(8, "M 50 8 C 64 8 64 28 50 28 C 36 28 36 8 50 8 Z"),
        Part::Line(9, "M 50 30 L 50 92 M 30 44 L 70 44 M 12 62 C 16 84 32 94 50 94 C 68 94 84 84 88 62"),
        Part::Solid("M 2 72 L 12 52 L 26 70 Z M 98 72 L 88 52 L 74 70 Z"),
    ]),
    ("plane", &[
        Part::Solid("M 50 2 C 56 2 59 10 59 20 L 59 36 L 98 60 L 98 70 L 59 58 L 57 80 L 70 90 L 70 97 L 50 \
             92 L 30 97 L 30 90 L 43 80 L 41 58 L 2 70 L 2 60 L 41 36 L 41 20 C 41 10 44 2 50 2 Z"),
    ]),
    ("lock", &[
        Part::Line(10, "M 28 48 L 28 32 C 28 2 72 2 72 32 L 72 48"),
        Part::Solid("M 18 46 L 82 46 C 86 46 88 48 88 52 L 88 90 C 88 94 86 96 82 96 L 18 96 C 14 96 12 94 \
             12 90 L 12 52 C 12 48 14 46 18 46 Z"),
        Part::Slit(10, "M 50 66 L 50 78"),
    ]),
    ("crown", &[
        Part::Solid("M 6 24 L 30 46 L 50 10 L 70 46 L 94 24 L 86 74 L 14 74 Z"),
        Part::Line(10, "M 18 88 L 82 88"),
    ]),
    ("turn", &[
        Part::Solid("M 20 6 L 92 50 L 20 94 Z"),
    ]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{BASE, HARBOR, MILLIONAIRES_ROW, PROMO};

    #[test]
    fn every_official_icon_has_a_picture_of_its_own() {
        for card in [BASE, HARBOR, MILLIONAIRES_ROW, PROMO].into_iter().flatten() {
            assert_ne!(icon(&card.icon), icon("unheard"), "{}", card.icon);
        }
        let mut landmarks = Landmark::ALL.map(icon_of);
        landmarks.sort_unstable();
        assert_eq!(landmarks, ["anchor", "mall", "plane", "tower", "train", "wheel"]);
        assert!(landmarks.iter().all(|name| icon(name) != icon("unheard")));
    }

    #[test]
    fn every_path_reads_back_as_it_is_written() {
        for (name, parts) in ICONS.iter().chain(&[("shop", SHOP)]) {
            for part in *parts {
                let (Part::Solid(data) | Part::Cut(data) | Part::Line(_, data) | Part::Slit(_, data)) = *part;
                assert_eq!(written(&path(data)), data, "{name}");
            }
        }
    }

    fn written(path: &Path) -> alloc::string::String {
        let point = |point: &Point| alloc::format!("{} {}", point.x, point.y);
        let step = |step: &Step| match step {
            Step::Move(to) => alloc::format!("M {}", point(to)),
            Step::Line(to) => alloc::format!("L {}", point(to)),
            Step::Curve(one, two, to) => alloc::format!("C {} {} {}", point(one), point(two), point(to)),
            Step::Close => "Z".into(),
        };
        path.0.iter().map(step).collect::<Vec<_>>().join(" ")
    }
}
