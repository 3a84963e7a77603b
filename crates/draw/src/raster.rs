//! Scenes as pixels.

use tercet_scene::{Fill, Group, Node, Outline, Paint, Scene, Shape, Step, Stroke, Text, UNITS};
use tiny_skia::{LineCap, LineJoin, PathBuilder, PathStroker, Pixmap, StrokeDash, Transform};

use crate::fill::{Filler, Rgba};
use crate::font::{self, GlyphStep};
use crate::geometry;
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
    let filler = Filler::default();
    let mut canvas = Canvas { pixmap: &mut pixmap, theme: &options.theme, filler };
    canvas.nodes(&scene.nodes, Transform::from_scale(scale, scale));
    Ok(pixmap)
}

struct Canvas<'c> {
    pixmap: &'c mut Pixmap,
    theme: &'c Theme,
    filler: Filler,
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
        let filled = match &shape.fill {
            Some(Fill::Plain(paint)) if self.rect(&shape.outline, *paint, transform) => None,
            Some(Fill::Plain(paint)) => Some((path(&shape.outline), *paint)),
            Some(Fill::Stripes { paint, gap, width }) => {
                Some((stripes(&shape.outline, *gap, *width), *paint))
            }
            None => None,
        };
        if let Some((Some(path), paint)) = filled {
            self.fill(&path, paint, transform);
        }
        if let (Some(stroke), Some(path)) = (&shape.stroke, path(&shape.outline)) {
            self.stroke(&path, *stroke, transform);
        }
    }

    /// Fills a rectangle without round corners; `false` for any other outline.
    fn rect(&mut self, outline: &Outline, paint: Paint, transform: Transform) -> bool {
        let &Outline::Rect { x, y, width, height, radius: 0 } = outline else { return false };
        if let Some(color) = self.paint(paint) {
            let at = |x: i32, y: i32| {
                (x as f32 * transform.sx + transform.tx, y as f32 * transform.sy + transform.ty)
            };
            let ((left, top), (right, bottom)) = (at(x, y), at(x + width, y + height));
            self.filler.fill_rect(self.pixmap, [left, top, right, bottom], color);
        }
        true
    }

    fn fill(&mut self, path: &tiny_skia::Path, paint: Paint, transform: Transform) {
        if let Some(paint) = self.paint(paint) {
            self.filler.fill(self.pixmap, path, transform, paint);
        }
    }

    fn stroke(&mut self, path: &tiny_skia::Path, stroke: Stroke, transform: Transform) {
        let dash = stroke.dash.and_then(|(dash, gap)| StrokeDash::new(vec![dash as f32, gap as f32], 0.0));
        let line = tiny_skia::Stroke {
            width: stroke.width as f32,
            line_join: LineJoin::Round,
            line_cap: LineCap::Round,
            dash,
            ..tiny_skia::Stroke::default()
        };
        let dashed = line.dash.as_ref().and_then(|dash| path.dash(dash, transform.sx));
        let outline = PathStroker::new().stroke(dashed.as_ref().unwrap_or(path), &line, transform.sx);
        if let (Some(paint), Some(outline)) = (self.paint(stroke.paint), outline) {
            self.filler.fill(self.pixmap, &outline, transform, paint);
        }
    }

    fn text(&mut self, text: &Text, transform: Transform) {
        let setting = font::set(text);
        let scale = setting.scale as f32;
        let (x, y) = (setting.origin.0 as f32, setting.origin.1 as f32);
        // One path for the whole line: filling has a price of its own, however small the path.
        let mut builder = PathBuilder::new();
        for (glyph, along) in setting.glyphs {
            push_glyph(&mut builder, glyph.outline(), along as f32);
        }
        if let Some(path) = builder.finish() {
            self.fill(&path, text.paint, transform.pre_translate(x, y).pre_scale(scale, scale));
        }
    }

    /// The paint as pixels know it; `None` for one that is not seen.
    fn paint(&self, paint: Paint) -> Option<Rgba> {
        let color = self.theme.color(paint.role);
        let percent = u32::from(color.percent) * u32::from(paint.percent);
        let [red, green, blue] = color.rgb;
        (percent > 0).then_some([red, green, blue, ((percent * 255 + 5_000) / 10_000) as u8])
    }
}

fn path(outline: &Outline) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for step in geometry::path(outline).0 {
        match step {
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

fn stripes(outline: &Outline, gap: i32, width: i32) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for stripe in geometry::stripes(outline, gap, width) {
        for (nth, corner) in stripe.iter().enumerate() {
            let (x, y) = (corner.0 as f32, corner.1 as f32);
            if nth == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        builder.close();
    }
    builder.finish()
}

/// Adds a glyph that begins so far along the line.
fn push_glyph(builder: &mut PathBuilder, steps: &[GlyphStep], along: f32) {
    for step in steps {
        match *step {
            GlyphStep::Move(x, y) => builder.move_to(along + x, y),
            GlyphStep::Line(x, y) => builder.line_to(along + x, y),
            GlyphStep::Quad(by_x, by_y, x, y) => builder.quad_to(along + by_x, by_y, along + x, y),
            GlyphStep::Close => builder.close(),
        }
    }
}
