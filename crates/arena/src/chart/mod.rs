//! Charts as scenes: whoever draws a game's picture draws them too, as SVG or pixels and in every theme. What a chart
//! shows is also said in words.

mod axis;
mod bars;
mod curves;
mod dots;
mod heat_map;
mod histogram;
mod review;
mod sheet;
mod strength;

pub use bars::{Bar, bars};
pub use curves::{Curve, curves};
pub use dots::{Dot, dots};
pub use heat_map::heat_map;
pub use histogram::histogram;
pub use review::review;
pub use strength::{Thinker, strength};

/// Where plots begin: below the title.
const TOP: f64 = 52.0;

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Charts must be drawn of nothing, too.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_of_nothing() {
        let some = [bars("a", &[]), histogram("a", "b", &[]), heat_map("a", &[], &[])];
        for scene in
            some.into_iter().chain([curves("a", "b", &[]), dots("a", "b", &[]), strength("a", "b", &[])])
        {
            assert_eq!((scene.title.as_str(), scene.groups().count()), ("a", 0));
            assert!(scene.width > 0 && scene.height > 0);
        }
    }
}
