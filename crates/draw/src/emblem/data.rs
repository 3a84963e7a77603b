//! The data of SVG paths, in floats.

/// A place.
pub(super) type At = (f64, f64);

/// One step of a path, with places as they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    Move(At),
    Line(At),
    Curve(At, At, At),
    Close,
}

/// Reads the attribute `d`.
///
/// # Errors
/// What is wrong with it.
pub(super) fn steps(data: &str) -> Result<Vec<Step>, String> {
    let mut reader = Reader { rest: data, steps: Vec::new(), at: (0.0, 0.0), start: (0.0, 0.0), last: None };
    let mut command = None;
    while let Some(next) = reader.peek() {
        if next.is_ascii_alphabetic() {
            command = Some(next);
            reader.rest = &reader.rest[1..];
        }
        let letter = command.ok_or_else(|| format!("it begins with `{next}`, not with M"))?;
        reader.step(letter)?;
        // Further places after M are lines; after Z there are none.
        command = match letter {
            'M' => Some('L'),
            'm' => Some('l'),
            'Z' | 'z' => None,
            _ => command,
        };
    }
    Ok(reader.steps)
}

struct Reader<'t> {
    rest: &'t str,
    steps: Vec<Step>,
    at: At,
    start: At,
    /// The last control point, and whether its curve was cubic: smooth curves go on from it.
    last: Option<(At, bool)>,
}

impl Reader<'_> {
    /// The next letter that is neither space nor comma.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start_matches([' ', ',', '\t', '\n', '\r']);
        self.rest.chars().next()
    }

    fn step(&mut self, letter: char) -> Result<(), String> {
        let base = if letter.is_ascii_lowercase() { self.at } else { (0.0, 0.0) };
        match letter.to_ascii_uppercase() {
            'M' => {
                let to = self.point(base)?;
                self.start = to;
                self.put(Step::Move(to), to, None);
            }
            'L' => self.line(base, true, true)?,
            'H' => self.line(base, true, false)?,
            'V' => self.line(base, false, true)?,
            'C' => {
                let (one, two, to) = (self.point(base)?, self.point(base)?, self.point(base)?);
                self.put(Step::Curve(one, two, to), to, Some((two, true)));
            }
            'S' => {
                let one = self.mirrored(true);
                let (two, to) = (self.point(base)?, self.point(base)?);
                self.put(Step::Curve(one, two, to), to, Some((two, true)));
            }
            'Q' => {
                let (by, to) = (self.point(base)?, self.point(base)?);
                self.quad(by, to);
            }
            'T' => {
                let by = self.mirrored(false);
                let to = self.point(base)?;
                self.quad(by, to);
            }
            'A' => self.arc(base)?,
            'Z' => self.put(Step::Close, self.start, None),
            _ => return Err(format!("`{letter}` is none of M, L, H, V, C, S, Q, T, A, Z")),
        }
        Ok(())
    }

    fn put(&mut self, step: Step, to: At, last: Option<(At, bool)>) {
        self.steps.push(step);
        (self.at, self.last) = (to, last);
    }

    fn line(&mut self, base: At, has_x: bool, has_y: bool) -> Result<(), String> {
        let x = if has_x { base.0 + self.number()? } else { self.at.0 };
        let y = if has_y { base.1 + self.number()? } else { self.at.1 };
        self.put(Step::Line((x, y)), (x, y), None);
        Ok(())
    }

    /// A quadratic curve as a cubic one.
    fn quad(&mut self, by: At, to: At) {
        let third = |end: At| (end.0 + (by.0 - end.0) * 2.0 / 3.0, end.1 + (by.1 - end.1) * 2.0 / 3.0);
        self.put(Step::Curve(third(self.at), third(to), to), to, Some((by, false)));
    }

    /// Where a smooth curve's first control point lies.
    fn mirrored(&self, is_cubic: bool) -> At {
        match self.last {
            Some((by, cubic)) if cubic == is_cubic => (2.0 * self.at.0 - by.0, 2.0 * self.at.1 - by.1),
            _ => self.at,
        }
    }

    fn point(&mut self, base: At) -> Result<At, String> {
        Ok((base.0 + self.number()?, base.1 + self.number()?))
    }

    fn arc(&mut self, base: At) -> Result<(), String> {
        let radii = (self.number()?.abs(), self.number()?.abs());
        let turned = self.number()?.to_radians();
        let (is_large, is_positive) = (self.flag()?, self.flag()?);
        let to = self.point(base)?;
        for (one, two, to) in arc(self.at, to, radii, turned, is_large, is_positive) {
            self.put(Step::Curve(one, two, to), to, None);
        }
        self.at = to;
        Ok(())
    }

    /// 0 or 1; nothing need stand between two of them.
    fn flag(&mut self) -> Result<bool, String> {
        let flag =
            self.peek().filter(|flag| matches!(flag, '0' | '1')).ok_or("a flag of an arc is 0 or 1")?;
        self.rest = &self.rest[1..];
        Ok(flag == '1')
    }

    fn number(&mut self) -> Result<f64, String> {
        self.peek();
        let bytes = self.rest.as_bytes();
        let (mut end, mut has_point, mut has_power) = (0, false, false);
        while let Some(&byte) = bytes.get(end) {
            let after_power = end > 0 && matches!(bytes[end - 1], b'e' | b'E');
            match byte {
                b'0'..=b'9' => {}
                b'+' | b'-' if end == 0 || after_power => {}
                b'.' if !has_point && !has_power => has_point = true,
                b'e' | b'E' if !has_power && end > 0 => has_power = true,
                _ => break,
            }
            end += 1;
        }
        let (number, rest) = self.rest.split_at(end);
        let value: f64 = number.parse().map_err(|_| {
            let found: String = self.rest.chars().take(8).collect();
            format!("a number is missing before `{found}`")
        })?;
        self.rest = rest;
        if value.is_finite() { Ok(value) } else { Err(format!("`{number}` is too large")) }
    }
}

/// An arc as cubic curves of at most a quarter of the ellipse, as SVG's notes on arcs derive its middle.
fn arc(from: At, to: At, radii: At, turned: f64, is_large: bool, is_positive: bool) -> Vec<(At, At, At)> {
    if radii.0 < 1e-9 || radii.1 < 1e-9 || from == to {
        return vec![(from, to, to)];
    }
    let (sin, cos) = turned.sin_cos();
    // Half of the way between the ends, as the ellipse sees it.
    let half = ((from.0 - to.0) / 2.0, (from.1 - to.1) / 2.0);
    let half = (cos * half.0 + sin * half.1, cos * half.1 - sin * half.0);
    let reach = (half.0 / radii.0).powi(2) + (half.1 / radii.1).powi(2);
    let grown = reach.sqrt().max(1.0);
    let radii = (radii.0 * grown, radii.1 * grown);
    let (x, y) = (half.0 / radii.0, half.1 / radii.1);
    let square = x * x + y * y;
    let away = ((1.0 - square).max(0.0) / square).sqrt() * if is_large == is_positive { -1.0 } else { 1.0 };
    // On the unit circle: its middle, and the angles of both ends.
    let middle = (away * y, -away * x);
    let first = (y - middle.1).atan2(x - middle.0);
    let mut sweep = (-y - middle.1).atan2(-x - middle.0) - first;
    if is_positive && sweep < 0.0 {
        sweep += std::f64::consts::TAU;
    } else if !is_positive && sweep > 0.0 {
        sweep -= std::f64::consts::TAU;
    }
    let center = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
    let place = |(x, y): At| {
        let (x, y) = ((x + middle.0) * radii.0, (y + middle.1) * radii.1);
        (center.0 + cos * x - sin * y, center.1 + sin * x + cos * y)
    };
    let cuts = (sweep.abs() / std::f64::consts::FRAC_PI_2).ceil().max(1.0);
    let bend = 4.0 / 3.0 * (sweep / cuts / 4.0).tan();
    let curve = |cut: i32| {
        let (begin, end) = (first + sweep * f64::from(cut) / cuts, first + sweep * f64::from(cut + 1) / cuts);
        let ((sin_one, cos_one), (sin_two, cos_two)) = (begin.sin_cos(), end.sin_cos());
        let one = (cos_one - bend * sin_one, sin_one + bend * cos_one);
        let two = (cos_two + bend * sin_two, sin_two - bend * cos_two);
        (place(one), place(two), place((cos_two, sin_two)))
    };
    (0..cuts as i32).map(curve).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(data: &str) -> Vec<String> {
        // Zero has no sign.
        let short = |value: f64| format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0);
        let at = |(x, y): At| format!("{},{}", short(x), short(y));
        let step = |step: Step| match step {
            Step::Move(to) => format!("M{}", at(to)),
            Step::Line(to) => format!("L{}", at(to)),
            Step::Curve(one, two, to) => format!("C{} {} {}", at(one), at(two), at(to)),
            Step::Close => "Z".to_owned(),
        };
        steps(data).unwrap().into_iter().map(step).collect()
    }

    #[test]
    fn every_command_in_both_ways() {
        assert_eq!(rounded("M1 2L3 4 5 6"), ["M1.0,2.0", "L3.0,4.0", "L5.0,6.0"]);
        assert_eq!(rounded("m1 2 3 4h1v-1z"), ["M1.0,2.0", "L4.0,6.0", "L5.0,6.0", "L5.0,5.0", "Z"]);
        assert_eq!(
            rounded("M0,0C1,1 2,1 3,0S5-1 6 0"),
            ["M0.0,0.0", "C1.0,1.0 2.0,1.0 3.0,0.0", "C4.0,-1.0 5.0,-1.0 6.0,0.0"]
        );
        assert_eq!(
            rounded("M0 0q3 3 6 0t6 0"),
            ["M0.0,0.0", "C2.0,2.0 4.0,2.0 6.0,0.0", "C8.0,-2.0 10.0,-2.0 12.0,0.0"]
        );
        assert_eq!(rounded("M.5.5L1e1-1"), ["M0.5,0.5", "L10.0,-1.0"]);
    }

    #[test]
    fn arcs_end_where_they_say_and_go_the_way_they_say() {
        // Two halves of a circle around 10, 0; the flags stand without spaces.
        assert_eq!(
            rounded("M0 0a10 10 0 0120 0"),
            ["M0.0,0.0", "C0.0,-5.5 4.5,-10.0 10.0,-10.0", "C15.5,-10.0 20.0,-5.5 20.0,0.0"]
        );
        assert_eq!(
            rounded("M0 0A10 10 0 0 0 20 0"),
            ["M0.0,0.0", "C0.0,5.5 4.5,10.0 10.0,10.0", "C15.5,10.0 20.0,5.5 20.0,0.0"]
        );
        // Three quarters, and radii that are too small.
        assert_eq!(rounded("M10 0A10 10 0 1 1 0 -10").len(), 4);
        assert_eq!(rounded("M0 0A1 1 0 0 1 20 0"), rounded("M0 0A10 10 0 0 1 20 0"));
    }

    #[test]
    fn nonsense_is_told() {
        let why = |data: &str| steps(data).unwrap_err();
        assert_eq!(why("3 4"), "it begins with `3`, not with M");
        assert_eq!(why("M1 x"), "a number is missing before `x`");
        assert_eq!(why("M1 2 B"), "`B` is none of M, L, H, V, C, S, Q, T, A, Z");
        assert_eq!(why("M0 0A1 1 0 2 0 1 1"), "a flag of an arc is 0 or 1");
        assert_eq!(why("M1 2z3 4"), "it begins with `3`, not with M");
    }
}
