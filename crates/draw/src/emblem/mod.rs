//! Emblems from SVG files: the simple ones that icons are.
//!
//! Read are `path`, `rect`, `circle`, `ellipse`, `line`, `polyline` and `polygon`, in groups or not, with `fill`, `stroke`
//! and `stroke-width` as attributes. White is the ground that the emblem lies on, `none` is nothing, and every other colour
//! is the emblem's own: its paint depends on the theme and on what it stands for.

mod data;
mod xml;

use tercet_scene::{Emblem, EmblemPart, Path, Point, Step, Tone};
use thiserror::Error;

use self::data::At;
use self::xml::{Tag, TagKind, tags};

/// The units of an emblem's side.
const SIDE: f64 = 1000.0;
/// The most points of an emblem.
const MOST_POINTS: usize = 400;

/// Why a file is no emblem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {why}")]
pub struct EmblemError {
    /// The line.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

/// Reads the text of an SVG file.
///
/// # Errors
/// At the first thing in it that can't be drawn; the error names its line and element.
///
/// ```
/// use tercet_draw::read_emblem;
///
/// let emblem = read_emblem("<svg viewBox='0 0 10 10'><path d='M0 0H10V10Z'/></svg>")?;
/// assert_eq!((emblem.side, emblem.parts.len()), (1000, 1));
/// let error = read_emblem("<svg viewBox='0 0 10 10'><image/></svg>").unwrap_err();
/// assert_eq!(error.to_string(), "line 1: <image> is not drawn; an icon is made of path, rect, circle, ellipse, line, \
///     polyline and polygon");
/// # Ok::<(), tercet_draw::EmblemError>(())
/// ```
pub fn read_emblem(text: &str) -> Result<Emblem, EmblemError> {
    let tags = tags(text).map_err(|(line, why)| EmblemError { line, why })?;
    let complaint = |tag: &Tag<'_>, why: String| EmblemError { line: tag.line, why };
    let svg = tags.first().filter(|tag| tag.name == "svg");
    let svg = svg.ok_or_else(|| EmblemError { line: 1, why: "it does not begin with <svg>".to_owned() })?;
    let place = Frame::of(svg).map_err(|why| complaint(svg, why))?;
    let mut reader = Reader { place, looks: Vec::new(), parts: Vec::new(), skipping: None };
    for tag in &tags {
        reader.take(tag).map_err(|why| complaint(tag, why))?;
    }
    if reader.parts.is_empty() {
        return Err(complaint(svg, "nothing is drawn in it".to_owned()));
    }
    let emblem = Emblem { side: SIDE as i32, parts: reader.parts };
    match emblem.points() {
        points if points > MOST_POINTS => Err(complaint(
            svg,
            format!("its paths have {points} points; {MOST_POINTS} are the most: simplify them"),
        )),
        _ => Ok(emblem),
    }
}

/// What is drawn of a file, in the middle of a square.
struct Frame {
    corner: At,
    scale: f64,
}

impl Frame {
    fn of(svg: &Tag<'_>) -> Result<Frame, String> {
        let sizes = || [svg.attribute("width"), svg.attribute("height")].map(|side| side.and_then(number));
        let [x, y, width, height] = match (svg.attribute("viewBox"), sizes()) {
            (Some(text), _) => {
                let all: Vec<f64> = text.split([' ', ',']).filter_map(number).collect();
                <[f64; 4]>::try_from(all)
                    .map_err(|_| format!("<svg>: the viewBox `{text}` is not four numbers"))?
            }
            (None, [Some(width), Some(height)]) => [0.0, 0.0, width, height],
            _ => return Err("<svg>: it has neither a viewBox nor width and height".to_owned()),
        };
        if !(width > 0.0 && height > 0.0) {
            return Err(format!("<svg>: a picture of {width} x {height} can't be"));
        }
        let side = width.max(height);
        Ok(Frame { corner: (x - (side - width) / 2.0, y - (side - height) / 2.0), scale: SIDE / side })
    }

    fn point(&self, (x, y): At) -> Point {
        let unit = |value: f64, from: f64| ((value - from) * self.scale).round() as i32;
        Point { x: unit(x, self.corner.0), y: unit(y, self.corner.1) }
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim().trim_end_matches("px").parse().ok().filter(|value: &f64| value.is_finite())
}

/// How shapes are painted where nothing else is said.
#[derive(Clone, Copy)]
struct Look {
    fill: Option<Tone>,
    stroke: Option<Tone>,
    width: f64,
}

struct Reader<'t> {
    place: Frame,
    looks: Vec<Look>,
    parts: Vec<EmblemPart>,
    /// An element that is left out with all that is in it.
    skipping: Option<&'t str>,
}

/// What changes a picture and is not understood here.
const NOT_READ: [&str; 8] =
    ["transform", "style", "class", "clip-path", "mask", "filter", "opacity", "fill-rule"];

impl<'t> Reader<'t> {
    fn take(&mut self, tag: &Tag<'t>) -> Result<(), String> {
        if let Some(name) = self.skipping {
            if (tag.name, tag.kind) == (name, TagKind::Close) {
                self.skipping = None;
            }
            return Ok(());
        }
        match (tag.name, tag.kind) {
            ("svg" | "g", TagKind::Close) => drop(self.looks.pop()),
            (_, TagKind::Close) | ("title" | "desc" | "metadata", TagKind::Whole) => {}
            ("title" | "desc" | "metadata", TagKind::Open) => self.skipping = Some(tag.name),
            ("svg" | "g", kind) => {
                let look = self.look(tag)?;
                if kind == TagKind::Open {
                    self.looks.push(look);
                }
            }
            _ => self.shape(tag)?,
        }
        Ok(())
    }

    fn shape(&mut self, tag: &Tag<'_>) -> Result<(), String> {
        let steps = outline(tag)?;
        let look = self.look(tag)?;
        let path = Path(steps.into_iter().map(|step| self.step(step)).collect());
        if let Some(tone) = look.fill.filter(|_| tag.name != "line") {
            self.parts.push(EmblemPart { path: path.clone(), tone, line: None });
        }
        if let Some(tone) = look.stroke {
            let width = (look.width * self.place.scale).round() as i32;
            self.parts.push(EmblemPart { path, tone, line: Some(width.max(1)) });
        }
        Ok(())
    }

    fn step(&self, step: data::Step) -> Step {
        let point = |at: At| self.place.point(at);
        match step {
            data::Step::Move(to) => Step::Move(point(to)),
            data::Step::Line(to) => Step::Line(point(to)),
            data::Step::Curve(one, two, to) => Step::Curve(point(one), point(two), point(to)),
            data::Step::Close => Step::Close,
        }
    }

    /// How a tag is painted: as it says, or as what it lies in does.
    fn look(&self, tag: &Tag<'_>) -> Result<Look, String> {
        if let Some(name) = NOT_READ.iter().find(|name| tag.attribute(name).is_some()) {
            return Err(format!(
                "<{}>: `{name}` is not understood; write the shapes as they are seen",
                tag.name
            ));
        }
        let around = self.looks.last().copied();
        let mut look = around.unwrap_or(Look { fill: Some(Tone::Ink), stroke: None, width: 1.0 });
        if let Some(fill) = tag.attribute("fill") {
            look.fill = tone(fill);
        }
        if let Some(stroke) = tag.attribute("stroke") {
            look.stroke = tone(stroke);
        }
        if let Some(width) = tag.attribute("stroke-width") {
            let why = || format!("<{}>: stroke-width `{width}` is no number", tag.name);
            look.width = number(width).ok_or_else(why)?;
        }
        Ok(look)
    }
}

fn tone(color: &str) -> Option<Tone> {
    match color.trim().to_ascii_lowercase().as_str() {
        "none" | "transparent" => None,
        "white" | "#fff" | "#ffffff" => Some(Tone::Ground),
        _ => Some(Tone::Ink),
    }
}

/// The path of a shape.
fn outline(tag: &Tag<'_>) -> Result<Vec<data::Step>, String> {
    let value = |name: &str| match tag.attribute(name) {
        None => Ok(0.0),
        Some(text) => number(text).ok_or_else(|| format!("<{}>: {name} `{text}` is no number", tag.name)),
    };
    let text = match tag.name {
        "path" => tag.attribute("d").unwrap_or_default().to_owned(),
        "rect" => {
            let radius = value("rx")?.max(value("ry")?);
            rect([value("x")?, value("y")?, value("width")?, value("height")?], radius)
        }
        "circle" => ellipse(value("cx")?, value("cy")?, value("r")?, value("r")?),
        "ellipse" => ellipse(value("cx")?, value("cy")?, value("rx")?, value("ry")?),
        "line" => format!("M{} {}L{} {}", value("x1")?, value("y1")?, value("x2")?, value("y2")?),
        "polyline" => format!("M{}", tag.attribute("points").unwrap_or_default()),
        "polygon" => format!("M{}Z", tag.attribute("points").unwrap_or_default()),
        other => {
            let shapes = "path, rect, circle, ellipse, line, polyline and polygon";
            return Err(format!("<{other}> is not drawn; an icon is made of {shapes}"));
        }
    };
    data::steps(&text).map_err(|why| format!("<{}>: {why}", tag.name))
}

fn rect([x, y, width, height]: [f64; 4], radius: f64) -> String {
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        return format!("M{x} {y}h{width}v{height}h{}Z", -width);
    }
    let (across, down) = (width - 2.0 * radius, height - 2.0 * radius);
    let corner = |x: f64, y: f64| format!("a{radius} {radius} 0 0 1 {x} {y}");
    format!(
        "M{} {y}h{across}{}v{down}{}h{}{}v{}{}Z",
        x + radius,
        corner(radius, radius),
        corner(-radius, radius),
        -across,
        corner(-radius, -radius),
        -down,
        corner(radius, -radius)
    )
}

fn ellipse(x: f64, y: f64, wide: f64, high: f64) -> String {
    let half = |to: f64| format!("a{wide} {high} 0 0 1 {to} 0");
    format!("M{} {y}{}{}Z", x - wide, half(2.0 * wide), half(-2.0 * wide))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(inner: &str) -> String {
        let error = read_emblem(&format!("<svg viewBox=\"0 0 10 10\">\n{inner}</svg>")).unwrap_err();
        error.to_string()
    }

    #[test]
    fn shapes_groups_and_colours() {
        let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\" fill=\"none\" stroke=\"#123\">\n\
            <title>a <b>bold</b> title</title>\n<g stroke-width=\"2\"><line x1=\"0\" y1=\"0\" x2=\"20\" y2=\"10\"/></g>\n\
            <rect width=\"20\" height=\"10\" fill=\"White\" stroke=\"none\"/>\n<polygon points=\"0,0 10,0 10,10\" \
            fill=\"currentColor\" stroke=\"none\"/></svg>";
        let emblem = read_emblem(text).unwrap();
        let part = |path, tone, line| EmblemPart { path, tone, line };
        let expected = [
            part(Path::line([(0, 250), (1000, 750)]), Tone::Ink, Some(100)),
            part(Path::polygon([(0, 250), (1000, 250), (1000, 750), (0, 750)]), Tone::Ground, None),
            part(Path::polygon([(0, 250), (500, 250), (500, 750)]), Tone::Ink, None),
        ];
        assert_eq!(emblem.parts, expected);
    }

    #[test]
    fn round_things_are_curves() {
        let text = "<svg width=\"10\" height=\"10px\"><circle cx=\"5\" cy=\"5\" r=\"5\"/><rect rx=\"2\" width=\"10\" height=\"10\"/></svg>";
        let emblem = read_emblem(text).unwrap();
        let curves =
            |part: &EmblemPart| part.path.0.iter().filter(|step| matches!(step, Step::Curve(..))).count();
        assert_eq!(emblem.parts.iter().map(curves).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn what_is_not_understood_is_told_with_line_and_element() {
        assert_eq!(
            error_of("<path d=\"M0 0\" transform=\"scale(2)\"/>"),
            "line 2: <path>: `transform` is not understood; write the shapes as they are seen"
        );
        assert_eq!(error_of("\n<rect width=\"wide\"/>"), "line 3: <rect>: width `wide` is no number");
        assert_eq!(error_of("<path d=\"M0\"/>"), "line 2: <path>: a number is missing before ``");
        assert_eq!(error_of(""), "line 1: nothing is drawn in it");
        let none = read_emblem("<svg><g/></svg>").unwrap_err().to_string();
        assert_eq!(none, "line 1: <svg>: it has neither a viewBox nor width and height");
        assert_eq!(read_emblem("hello").unwrap_err().to_string(), "line 1: it does not begin with <svg>");
        let long = format!("<svg viewBox='0 0 9 9'>\n<path d='M0 0{}'/></svg>", "c1 0 2 1 1 1".repeat(134));
        assert_eq!(
            read_emblem(&long).unwrap_err().to_string(),
            "line 1: its paths have 403 points; 400 are the most: simplify them"
        );
        let flat = read_emblem("<svg viewBox='0 0 0 4'/>").unwrap_err().to_string();
        assert_eq!(flat, "line 1: <svg>: a picture of 0 x 4 can't be");
    }
}
