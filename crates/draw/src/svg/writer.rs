//! Nodes as SVG writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::ops::Range;
use std::slice;

use tercet_scene::{Fill, Group, Node, Outline, Paint, Shape, Stroke, Touch};

use super::path::{outline, polygon};
use super::style::Slot;
use super::words::is_long;
use super::{Escaped, share};
use crate::font::Glyph;
use crate::geometry;

/// Writes the body, and notes what it uses.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) body: String,
    /// Which parts of the body are the looks of a group: shapes and words without a name of their own.
    pub(super) looks: Vec<Range<usize>>,
    pub(super) used: BTreeSet<(String, Slot)>,
    /// How often each glyph is referred to.
    pub(super) glyphs: BTreeMap<Glyph, usize>,
    /// Groups without an action and without a description, by where their content begins: where they begin
    /// themselves.
    pub(super) still: BTreeMap<usize, usize>,
    /// How often each line of words is there, by its name.
    pub(super) lines: BTreeMap<String, usize>,
    /// In how many different lines each word is, by its name.
    pub(super) words: BTreeMap<String, usize>,
    /// The lines and words that are written once and used wherever they stand, by their names.
    pub(super) shared: BTreeMap<String, String>,
}

impl Writer {
    /// Counts the lines and words that are worth sharing: in a picture with many names they are half of the text.
    pub(super) fn count(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Text(text) if is_long(&text.words) => self.count_line(text),
                Node::Group(group) => self.count(&group.nodes),
                _ => {}
            }
        }
    }

    pub(super) fn nodes(&mut self, nodes: &[Node]) -> fmt::Result {
        nodes.iter().try_for_each(|node| match node {
            Node::Shape(shape) => self.shape(shape),
            Node::Text(text) => self.text(text),
            Node::Group(group) => self.group(group),
        })
    }

    fn group(&mut self, group: &Group) -> fmt::Result {
        let start = self.body.len();
        let out = &mut self.body;
        out.write_str("<g")?;
        if let Some(id) = &group.id {
            write!(out, " id=\"{}\"", Escaped(id))?;
        }
        if (group.at.x, group.at.y) != (0, 0) {
            write!(out, " transform=\"translate({} {})\"", group.at.x, group.at.y)?;
        }
        match (&group.touch, &group.name) {
            (Some(_), _) => out.write_str(" role=\"button\" tabindex=\"0\"")?,
            // What holds buttons is no picture but a group of them.
            (None, Some(_)) if can_be_touched(&group.nodes) => out.write_str(" role=\"group\"")?,
            (None, Some(_)) => out.write_str(" role=\"img\"")?,
            (None, None) => {}
        }
        if let Some(name) = &group.name {
            write!(out, " aria-label=\"{}\"", Escaped(name))?;
        }
        match &group.touch {
            Some(Touch::Action(action)) => write!(out, " data-action=\"{}\"", Escaped(action))?,
            Some(Touch::Part { rank, words }) => {
                write!(out, " data-part=\"{}\" data-rank=\"{rank}\"", Escaped(words))?;
            }
            None => {}
        }
        out.write_str(">")?;
        if let Some(hover) = &group.hover {
            write!(out, "<title>{}</title>", Escaped(hover))?;
        }
        out.write_str("\n")?;
        if group.touch.is_none() && group.hover.is_none() {
            self.still.insert(self.body.len(), start);
        }
        self.inside(&group.nodes)?;
        self.body.write_str("</g>\n")
    }

    /// The nodes of a group; where looks begin and end is noted.
    fn inside(&mut self, nodes: &[Node]) -> fmt::Result {
        let is_group = |node: &Node| matches!(node, Node::Group(_));
        let is_shape = |node: &Node| matches!(node, Node::Shape(_));
        for nodes in nodes.chunk_by(|one, other| is_group(one) == is_group(other)) {
            if nodes.first().is_some_and(is_group) {
                self.nodes(nodes)?;
                continue;
            }
            let start = self.body.len();
            // Cards that are called otherwise have the same border or icon.
            for alike in nodes.chunk_by(|one, other| is_shape(one) == is_shape(other)) {
                let from = self.body.len();
                for node in alike {
                    let from = self.body.len();
                    self.nodes(slice::from_ref(node))?;
                    self.note_look(from);
                }
                self.note_look(from);
            }
            self.note_look(start);
        }
        Ok(())
    }

    fn shape(&mut self, shape: &Shape) -> fmt::Result {
        if let Some(Fill::Stripes { paint, gap, width }) = shape.fill {
            let stripes = geometry::stripes(&shape.outline, gap, width);
            self.body.write_str("<path")?;
            self.paints(Some(paint), None)?;
            self.body.write_str(" d=\"")?;
            stripes.iter().try_for_each(|stripe| polygon(&mut self.body, stripe))?;
            self.body.write_str("\"/>\n")?;
        }
        let fill = match shape.fill {
            Some(Fill::Plain(paint)) => Some(paint),
            Some(Fill::Stripes { .. }) | None => None,
        };
        if fill.is_none() && shape.stroke.is_none() {
            return Ok(());
        }
        self.body.write_str(match shape.outline {
            Outline::Rect { .. } => "<rect",
            Outline::Circle { .. } => "<circle",
            Outline::Path(_) => "<path",
        })?;
        self.paints(fill, shape.stroke)?;
        outline(&mut self.body, &shape.outline)?;
        self.body.write_str("/>\n")
    }

    /// The attributes of fill and stroke.
    pub(super) fn paints(&mut self, fill: Option<Paint>, stroke: Option<Stroke>) -> fmt::Result {
        let mut classes = Vec::new();
        for (paint, slot, letter) in
            [(fill, Slot::Fill, "f"), (stroke.map(|stroke| stroke.paint), Slot::Stroke, "s")]
        {
            if let Some(paint) = paint {
                let name = paint.role.name();
                classes.push(format!("{letter}-{name}"));
                self.used.insert((name, slot));
            }
        }
        let out = &mut self.body;
        write!(out, " class=\"{}\"", classes.join(" "))?;
        if let Some(paint) = fill.filter(|paint| paint.percent < 100) {
            write!(out, " fill-opacity=\"{}\"", share(paint.percent))?;
        }
        let Some(stroke) = stroke else { return Ok(()) };
        write!(out, " stroke-width=\"{}\"", stroke.width)?;
        if stroke.paint.percent < 100 {
            write!(out, " stroke-opacity=\"{}\"", share(stroke.paint.percent))?;
        }
        if let Some((dash, gap)) = stroke.dash {
            write!(out, " stroke-dasharray=\"{dash} {gap}\"")?;
        }
        Ok(())
    }
}

fn can_be_touched(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Group(group) => group.touch.is_some() || can_be_touched(&group.nodes),
        _ => false,
    })
}
