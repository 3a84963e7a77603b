//! Outlines as polygons, and stripes cut to fit them.

use std::borrow::Cow;

use tercet_scene::{Outline, Path, Point, Step};

/// How far a control point of a quarter circle stands from its end, of the radius.
pub(crate) const QUARTER: f64 = 0.552_284_75;
/// Into how many straight lines a curve is cut.
const CUTS: i32 = 12;

type Corner = (f64, f64);

/// Upright stripes within an outline, one of them in its middle, each as the corners of a polygon.
pub(crate) fn stripes(outline: &Outline, gap: i32, width: i32) -> Vec<Vec<Corner>> {
    let parts = polygons(outline);
    let xs = || parts.iter().flatten().map(|corner| corner.0);
    let (left, right) = (xs().fold(f64::INFINITY, f64::min), xs().fold(f64::NEG_INFINITY, f64::max));
    let (gap, half) = (f64::from(gap.max(1)), f64::from(width) / 2.0);
    let reach = ((right - left) / 2.0 / gap).floor();
    if !reach.is_finite() {
        return Vec::new();
    }
    let reach = reach as i32;
    let middle = f64::midpoint(left, right);
    let bands = (-reach..=reach).map(|nth| middle + f64::from(nth) * gap);
    let cut = |x: f64| {
        let bounded = move |part: &Vec<Corner>| clip(&clip(part, x - half, 1.0), x + half, -1.0);
        parts.iter().map(bounded).filter(|part| part.len() > 2).collect::<Vec<_>>()
    };
    bands.flat_map(cut).collect()
}

/// The part of a polygon on one side of an upright line: right of it for a side of 1, left of it for -1.
fn clip(corners: &[Corner], x: f64, side: f64) -> Vec<Corner> {
    let is_in = |corner: Corner| (corner.0 - x) * side >= 0.0;
    let mut kept = Vec::new();
    for (nth, &to) in corners.iter().enumerate() {
        let from = corners[(nth + corners.len() - 1) % corners.len()];
        if is_in(from) != is_in(to) {
            let along = (x - from.0) / (to.0 - from.0);
            kept.push((x, from.1 + along * (to.1 - from.1)));
        }
        if is_in(to) {
            kept.push(to);
        }
    }
    kept
}

/// The corners of an outline's parts, curves cut into straight lines.
fn polygons(outline: &Outline) -> Vec<Vec<Corner>> {
    let mut parts: Vec<Vec<Corner>> = Vec::new();
    for &step in steps(outline).iter() {
        let at = |point: Point| (f64::from(point.x), f64::from(point.y));
        match (step, parts.last_mut()) {
            (Step::Move(to), _) => parts.push(vec![at(to)]),
            (Step::Line(to), Some(part)) => part.push(at(to)),
            (Step::Curve(first, second, to), Some(part)) => {
                let from = *part.last().expect("a part has a beginning");
                let bend = [from, at(first), at(second), at(to)];
                part.extend((1..=CUTS).map(|cut| along(bend, f64::from(cut) / f64::from(CUTS))));
            }
            (Step::Close, _) | (_, None) => {}
        }
    }
    parts
}

/// The point of a cubic curve at a share of its way.
fn along(bend: [Corner; 4], share: f64) -> Corner {
    let rest = 1.0 - share;
    let weights =
        [rest * rest * rest, 3.0 * rest * rest * share, 3.0 * rest * share * share, share * share * share];
    bend.iter()
        .zip(weights)
        .fold((0.0, 0.0), |sum, (point, weight)| (sum.0 + point.0 * weight, sum.1 + point.1 * weight))
}

/// Any outline as the steps of a path.
pub(crate) fn steps(outline: &Outline) -> Cow<'_, [Step]> {
    match outline {
        Outline::Path(path) => Cow::Borrowed(&path.0),
        &Outline::Rect { x, y, width, height, radius } => Cow::Owned(rounded(x, y, width, height, radius).0),
        &Outline::Circle { middle, radius } => {
            Cow::Owned(rounded(middle.x - radius, middle.y - radius, 2 * radius, 2 * radius, radius).0)
        }
    }
}

fn rounded(x: i32, y: i32, width: i32, height: i32, radius: i32) -> Path {
    let radius = radius.min(width / 2).min(height / 2).max(0);
    let (right, bottom) = (x + width, y + height);
    if radius == 0 {
        return Path::polygon([(x, y), (right, y), (right, bottom), (x, bottom)]);
    }
    let near = radius - (f64::from(radius) * QUARTER).round() as i32;
    let point = |x, y| Point { x, y };
    let curve = |first, second, to| Step::Curve(first, second, to);
    Path(vec![
        Step::Move(point(x + radius, y)),
        Step::Line(point(right - radius, y)),
        curve(point(right - near, y), point(right, y + near), point(right, y + radius)),
        Step::Line(point(right, bottom - radius)),
        curve(point(right, bottom - near), point(right - near, bottom), point(right - radius, bottom)),
        Step::Line(point(x + radius, bottom)),
        curve(point(x + near, bottom), point(x, bottom - near), point(x, bottom - radius)),
        Step::Line(point(x, y + radius)),
        curve(point(x, y + near), point(x + near, y), point(x + radius, y)),
        Step::Close,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stripes_are_even_and_stay_inside() {
        let diamond = Outline::Path(Path::polygon([(0, 50), (100, 0), (200, 50), (100, 100)]));
        let stripes = stripes(&diamond, 30, 10);
        let middles: Vec<f64> = stripes
            .iter()
            .map(|part| {
                let xs = || part.iter().map(|corner| corner.0);
                f64::midpoint(xs().fold(f64::INFINITY, f64::min), xs().fold(0.0, f64::max))
            })
            .collect();
        assert_eq!(middles, [10.0, 40.0, 70.0, 100.0, 130.0, 160.0, 190.0]);
        let is_inside = |&(x, y): &Corner| (x - 100.0).abs() / 100.0 + (y - 50.0).abs() / 50.0 <= 1.0 + 1e-9;
        assert!(stripes.iter().flatten().all(is_inside));
        assert_eq!(stripes[3].len(), 6, "the middle one has the diamond's upper and lower corner");
    }

    #[test]
    fn what_is_too_narrow_for_its_gap_has_one_stripe() {
        assert_eq!(stripes(&Outline::rect(0, 0, 20, 10, 0), 30, 10).len(), 1);
        assert_eq!(stripes(&Outline::Path(Path::default()), 30, 10), Vec::<Vec<Corner>>::new());
    }
}
