//! Scenes as pixels.

use std::collections::HashMap;

use tercet_scene::{
    Fill, Group, Node, Outline, Paint, Point, Scene, Shape, Step, Stroke, Text, UNITS, Weight,
};
use tiny_skia::{LineCap, LineJoin, PathBuilder, PathStroker, Pixmap, StrokeDash, Transform};

use crate::fill::{Cover, Filler};
use crate::font::{self, GlyphStep};
use crate::geometry;
use crate::ink::Rgba;
use crate::pen::{Bounds, Pen};
use crate::{DrawError, Picture, Theme};

/// The most pixels of a side.
pub const MAX_SIDE: u32 = 16_384;

/// How a scene is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// In which colours.
    pub theme: Theme,
    /// How many pixels a pixel becomes.
    pub scale: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { theme: Theme::default(), scale: 1.0 }
    }
}

impl Options {
    /// How many pixels a scene becomes.
    ///
    /// # Errors
    /// If the scale is no scale, or the size can't be.
    pub fn size_of(&self, scene: &Scene) -> Result<(u32, u32), DrawError> {
        if !(self.scale.is_finite() && self.scale > 0.0) {
            return Err(DrawError::Scale(self.scale));
        }
        let side = |units: i32| (f64::from(units) * self.scale / f64::from(UNITS)).round() as i64;
        let (width, height) = (side(scene.width), side(scene.height));
        let checked = |side: i64| u32::try_from(side).ok().filter(|side| (1..=MAX_SIDE).contains(side));
        match (checked(width), checked(height)) {
            (Some(wide), Some(high)) => Ok((wide, high)),
            _ => Err(DrawError::Size { width, height }),
        }
    }
}

/// Draws a scene. What it paints nothing on is transparent.
///
/// # Errors
/// If the scale is no scale, or the size can't be.
pub fn raster(scene: &Scene, options: &Options) -> Result<Picture, DrawError> {
    Ok(Picture::new(pixmap(scene, options)?))
}

pub(crate) fn pixmap(scene: &Scene, options: &Options) -> Result<Pixmap, DrawError> {
    let (width, height) = options.size_of(scene)?;
    let mut pixmap =
        Pixmap::new(width, height).ok_or(DrawError::Size { width: width.into(), height: height.into() })?;
    let scale = (options.scale / f64::from(UNITS)) as f32;
    let mut canvas = Canvas {
        pixmap: &mut pixmap,
        theme: &options.theme,
        filler: Filler::default(),
        strokes: HashMap::new(),
        lines: HashMap::new(),
        shapes: HashMap::new(),
    };
    canvas.nodes(&scene.nodes, Transform::from_scale(scale, scale));
    Ok(pixmap)
}

struct Canvas<'c> {
    pixmap: &'c mut Pixmap,
    theme: &'c Theme,
    filler: Filler,
    /// What strokes along outlines cover. Cards of one sort have the same.
    strokes: HashMap<Outline, Vec<Stroked>>,
    /// What lines of words cover. The same names stand on many cards.
    lines: HashMap<Line, Cover>,
    /// What outlines cover that begin with a pixel: most cards are of one size.
    shapes: HashMap<Outline, Cover>,
}

/// Words as they are set: whatever has the same covers the same, some whole pixels away.
#[derive(PartialEq, Eq, Hash)]
struct Line {
    words: String,
    weight: Weight,
    /// The bits of what they are scaled by, and where in a pixel they begin.
    transform: [u32; 3],
}

/// The place that a transform moves to, if that is the corner of a pixel.
fn whole_pixels(transform: Transform) -> Option<(i32, i32)> {
    let (x, y) = (transform.tx as i32, transform.ty as i32);
    let is_whole = [x as f32 - transform.tx, y as f32 - transform.ty].map(f32::to_bits) == [0, 0];
    is_whole.then_some((x, y))
}

/// The transform with its place rounded to parts of a pixel too small to see, and without the whole pixels, which stand beside it.
fn placed(transform: Transform) -> (Transform, (i32, i32)) {
    const PARTS: f32 = 64.0;
    let rounded = |place: f32| (place * PARTS).round() / PARTS;
    let (x, y) = (rounded(transform.tx), rounded(transform.ty));
    let (left, top) = (x.floor(), y.floor());
    (Transform { tx: x - left, ty: y - top, ..transform }, (left as i32, top as i32))
}

/// What a stroke of a width, with dashes of a length and a gap, covers.
struct Stroked {
    width: i32,
    dash: Option<(i32, i32)>,
    path: Option<tiny_skia::Path>,
    /// What it covers where the outline begins with a pixel.
    cover: Option<Cover>,
}

impl Stroked {
    fn is_of(&self, stroke: Stroke) -> bool {
        (self.width, self.dash) == (stroke.width, stroke.dash)
    }
}

impl Canvas<'_> {
    fn nodes(&mut self, nodes: &[Node], transform: Transform) {
        for node in nodes {
            match node {
                Node::Shape(shape) => self.shape(shape, transform),
                Node::Text(text) => self.text(text, transform),
                Node::Group(Group { at, nodes, .. }) => {
                    self.nodes(nodes, transform.pre_translate(at.x as f32, at.y as f32));
                }
            }
        }
    }

    fn shape(&mut self, shape: &Shape, transform: Transform) {
        match shape.fill {
            Some(Fill::Plain(paint)) => self.plain(&shape.outline, paint, transform),
            Some(Fill::Stripes { paint, gap, width }) => {
                self.stripes(&geometry::stripes(&shape.outline, gap, width), paint, transform);
            }
            None => {}
        }
        if let Some(stroke) = shape.stroke {
            self.stroke(&shape.outline, stroke, transform);
        }
    }

    fn plain(&mut self, outline: &Outline, paint: Paint, transform: Transform) {
        let Some(color) = self.paint(paint) else { return };
        if let &Outline::Rect { x, y, width, height, radius: 0 } = outline {
            let at = |(x, y): (f32, f32)| (x * transform.sx + transform.tx, y * transform.sy + transform.ty);
            let ((left, top), (right, bottom)) = (at(pair((x, y))), at(pair((x + width, y + height))));
            return self.filler.fill_rect(self.pixmap, [left, top, right, bottom], color);
        }
        let steps = geometry::steps(outline);
        let Some(at) = whole_pixels(transform) else {
            return self
                .filler
                .fill(self.pixmap, bounds(&steps), transform, color, |pen| go_around(pen, &steps));
        };
        if let Some(cover) = self.shapes.get(outline) {
            return self.filler.fill_cover(self.pixmap, cover, at, color);
        }
        let own = Transform::from_scale(transform.sx, transform.sy);
        let draw = |pen: &mut Pen<'_>| go_around(pen, &steps);
        let cover = self.filler.fill_and_keep(self.pixmap, bounds(&steps), own, at, color, draw);
        self.shapes.insert(outline.clone(), cover);
    }

    fn stripes(&mut self, stripes: &[Vec<(f64, f64)>], paint: Paint, transform: Transform) {
        let Some(color) = self.paint(paint) else { return };
        let corner = |corner: &(f64, f64)| (corner.0 as f32, corner.1 as f32);
        let bounds = stripes.iter().flatten().map(corner).fold(Bounds::NONE, Bounds::with);
        self.filler.fill(self.pixmap, bounds, transform, color, |pen| {
            for stripe in stripes {
                let mut corners = stripe.iter().map(corner);
                corners.next().into_iter().for_each(|first| pen.move_to(first));
                corners.for_each(|next| pen.line_to(next));
            }
        });
    }

    fn stroke(&mut self, outline: &Outline, stroke: Stroke, transform: Transform) {
        let Some(color) = self.paint(stroke.paint) else { return };
        let known = self.strokes.get(outline).is_some_and(|all| all.iter().any(|one| one.is_of(stroke)));
        if !known {
            let path = stroked(outline, stroke, transform.sx);
            let stroked = Stroked { width: stroke.width, dash: stroke.dash, path, cover: None };
            self.strokes.entry(outline.clone()).or_default().push(stroked);
        }
        let all = self.strokes.get_mut(outline).into_iter().flatten();
        let Some(Stroked { path: Some(path), cover, .. }) = all.into_iter().find(|one| one.is_of(stroke))
        else {
            return;
        };
        match (whole_pixels(transform), cover) {
            (None, _) => self.filler.fill_path(self.pixmap, path, transform, color),
            (Some(at), Some(cover)) => self.filler.fill_cover(self.pixmap, cover, at, color),
            (Some(at), cover) => {
                let own = Transform::from_scale(transform.sx, transform.sy);
                *cover = Some(self.filler.fill_path_and_keep(self.pixmap, path, own, at, color));
            }
        }
    }

    fn text(&mut self, text: &Text, transform: Transform) {
        let Some(color) = self.paint(text.paint) else { return };
        let setting = font::set(text);
        let scale = setting.scale as f32;
        let (x, y) = (setting.origin.0 as f32, setting.origin.1 as f32);
        let transform = transform.pre_translate(x, y).pre_scale(scale, scale);
        let (transform, at) = placed(transform);
        let line = Line {
            words: text.words.clone(),
            weight: text.weight,
            transform: [transform.sx, transform.tx, transform.ty].map(f32::to_bits),
        };
        if let Some(cover) = self.lines.get(&line) {
            return self.filler.fill_cover(self.pixmap, cover, at, color);
        }
        // The whole line at once: filling has a price of its own, however small the outline.
        let outlines = || setting.glyphs.iter().map(|&(glyph, along)| (glyph.outline(), along as f32));
        let bounds = outlines().filter(|(outline, _)| !outline.steps.is_empty());
        let bounds = bounds.fold(Bounds::NONE, |all, (outline, along)| all.and(along, outline.bounds));
        if bounds == Bounds::NONE {
            return;
        }
        let cover = self.filler.fill_and_keep(self.pixmap, bounds, transform, at, color, |pen| {
            outlines().for_each(|(outline, along)| write_glyph(pen, &outline.steps, along));
        });
        self.lines.insert(line, cover);
    }

    /// The paint as pixels know it; `None` for one that is not seen.
    fn paint(&self, paint: Paint) -> Option<Rgba> {
        let color = self.theme.color(paint.role);
        let percent = u32::from(color.percent) * u32::from(paint.percent);
        let [red, green, blue] = color.rgb;
        (percent > 0).then_some([red, green, blue, ((percent * 255 + 5_000) / 10_000) as u8])
    }
}

fn pair((x, y): (i32, i32)) -> (f32, f32) {
    (x as f32, y as f32)
}

fn place(point: Point) -> (f32, f32) {
    pair((point.x, point.y))
}

fn bounds(steps: &[Step]) -> Bounds {
    steps.iter().fold(Bounds::NONE, |all, step| match *step {
        Step::Move(to) | Step::Line(to) => all.with(place(to)),
        Step::Curve(one, two, to) => all.with(place(one)).with(place(two)).with(place(to)),
        Step::Close => all,
    })
}

fn go_around(pen: &mut Pen<'_>, steps: &[Step]) {
    for step in steps {
        match *step {
            Step::Move(to) => pen.move_to(place(to)),
            Step::Line(to) => pen.line_to(place(to)),
            Step::Curve(one, two, to) => pen.cubic_to(place(one), place(two), place(to)),
            Step::Close => pen.close(),
        }
    }
}

/// What a stroke along an outline covers.
fn stroked(outline: &Outline, stroke: Stroke, scale: f32) -> Option<tiny_skia::Path> {
    let path = path(outline)?;
    let dash = stroke.dash.and_then(|(dash, gap)| StrokeDash::new(vec![dash as f32, gap as f32], 0.0));
    let line = tiny_skia::Stroke {
        width: stroke.width as f32,
        line_join: LineJoin::Round,
        line_cap: LineCap::Round,
        dash,
        ..tiny_skia::Stroke::default()
    };
    let dashed = line.dash.as_ref().and_then(|dash| path.dash(dash, scale));
    PathStroker::new().stroke(dashed.as_ref().unwrap_or(&path), &line, scale)
}

fn path(outline: &Outline) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for step in geometry::steps(outline).iter() {
        match *step {
            Step::Move(to) => builder.move_to(to.x as f32, to.y as f32),
            Step::Line(to) => builder.line_to(to.x as f32, to.y as f32),
            Step::Curve(first, second, to) => builder.cubic_to(
                first.x as f32,
                first.y as f32,
                second.x as f32,
                second.y as f32,
                to.x as f32,
                to.y as f32,
            ),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

/// Goes around a glyph that begins so far along the line.
fn write_glyph(pen: &mut Pen<'_>, steps: &[GlyphStep], along: f32) {
    for step in steps {
        match *step {
            GlyphStep::Move(x, y) => pen.move_to((along + x, y)),
            GlyphStep::Line(x, y) => pen.line_to((along + x, y)),
            GlyphStep::Quad(by_x, by_y, x, y) => pen.quad_to((along + by_x, by_y), (along + x, y)),
            GlyphStep::Close => pen.close(),
        }
    }
}
