//! Themes: words that can be read, symbols that can be told apart by everybody.

use tercet_draw::Options;
use tercet_draw::{Color, THEMES, Theme, raster};
use tercet_scene::{Layers, Role, UNITS, View};
use tercet_set::{Card, Layout, Number, Shading, Shape, board_scene};

fn themes() -> impl Iterator<Item = Theme> {
    THEMES.into_iter().map(|name| Theme::named(name).unwrap())
}

#[test]
fn words_are_readable_in_every_theme() {
    for theme in themes() {
        for (words, ground) in Role::words_on_grounds() {
            let contrast = theme.color(words).contrast(theme.color(ground));
            assert!(contrast >= 4.5, "{}: {words:?} on {ground:?}: {contrast:.2}", theme.name());
        }
    }
}

/// What marks things is seen on what they lie on: 3:1, as the WCAG ask of graphics.
#[test]
fn marks_are_seen_in_every_theme() {
    let marks = [
        (Role::Picked, Role::Card),
        (Role::Legal, Role::Cell),
        (Role::Illegal, Role::Cell),
        (Role::Last, Role::Cell),
        (Role::Pip, Role::Die),
    ];
    for theme in themes() {
        for (mark, ground) in marks {
            let contrast = theme.color(mark).contrast(theme.color(ground));
            assert!(contrast >= 3.0, "{}: {mark:?} on {ground:?}: {contrast:.2}", theme.name());
        }
    }
}

/// How people without one kind of cone see colours, as matrices on amounts of light: Machado, Oliveira and Fernandes,
/// 2009, at full severity; and how all others do.
const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// How far apart two amounts of light look to an eye: the distance in CIE L*a*b*. Two is just seen side by side.
fn distance(eye: &[[f64; 3]; 3], one: [f64; 3], other: [f64; 3]) -> f64 {
    let lab = |light: [f64; 3]| {
        let [red, green, blue] = eye.map(|row| {
            row.iter().zip(light).map(|(weight, part)| weight * part).sum::<f64>().clamp(0.0, 1.0)
        });
        let x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.950_47;
        let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        let z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.088_83;
        let f = |t: f64| if t > 216.0 / 24_389.0 { t.cbrt() } else { (24_389.0 / 27.0 * t + 16.0) / 116.0 };
        [116.0 * f(y) - 16.0, 500.0 * (f(x) - f(y)), 200.0 * (f(y) - f(z))]
    };
    lab(one).iter().zip(lab(other)).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

#[test]
fn the_three_colours_stay_apart_for_every_eye() {
    for theme in themes() {
        let colors = [0, 1, 2].map(|number| theme.color(Role::Symbol(number)).linear());
        for (name, eye) in &EYES {
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                let apart = distance(eye, colors[one], colors[other]);
                assert!(apart >= 25.0, "{}, {name}: {one} and {other} are {apart:.1} apart", theme.name());
            }
        }
    }
}

/// The mean light of the inside of a card's symbol, its edge left out.
fn inside(theme: &Theme, card: Card) -> [f64; 3] {
    let view = View { layers: Layers::NONE, ..View::default() };
    let scene = board_scene(&[Some(card)], &Layout::default(), &view).unwrap();
    let picture = raster(&scene, &Options { theme: theme.clone(), scale: 1.0 }).unwrap();
    // The middle of the symbol: four stripes wide, so that each stripe counts as often as its gap.
    let (middle_x, middle_y) = (24 + 110, 24 + 160);
    let mut sum = [0.0; 3];
    for y in middle_y - 10..middle_y + 10 {
        for x in middle_x - 18..middle_x + 18 {
            let [red, green, blue, _] = picture.pixel(x, y);
            let color = Color { rgb: [red, green, blue], percent: 100 };
            for (sum, light) in sum.iter_mut().zip(color.linear()) {
                *sum += light / (36.0 * 20.0);
            }
        }
    }
    sum
}

#[test]
fn the_three_shadings_stay_apart_for_every_eye() {
    for theme in themes() {
        for color in tercet_set::Color::ALL {
            let lights = Shading::ALL
                .map(|shading| inside(&theme, Card::new(Number::One, color, Shape::Oval, shading)));
            for (name, eye) in &EYES {
                for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                    let apart = distance(eye, lights[one], lights[other]);
                    assert!(
                        apart >= 10.0,
                        "{}, {name}, {color}: {one} and {other}: {apart:.1}",
                        theme.name()
                    );
                }
            }
        }
    }
}

#[test]
fn a_palette_can_be_taken_from_another_theme() {
    let safe = Theme::named("colorblind").unwrap();
    let theme = Theme::default().with_symbols_of(&safe).with(Role::Card, Color::new(0x00fa_f0e6));
    let hex = [0, 1, 2].map(|number| theme.color(Role::Symbol(number)).to_string());
    assert_eq!(hex, ["#d81b60", "#ffc107", "#1e88e5"]);
    assert_eq!(theme.symbol_names(), &["magenta", "amber", "blue"]);
    assert_eq!(theme.color(Role::Card).to_string(), "#faf0e6");
    assert_eq!(UNITS, 10);
}
