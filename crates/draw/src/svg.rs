//! Scenes as SVG text.
//!
//! Colours stand in classes: `f-card` fills with the colour of cards, `s-card` strokes with it. Each class asks for a
//! variable, `--tercet-card`, and has the theme's colour where there is none or nobody knows variables. A page that sets the variables changes the
//! theme of every picture on it without drawing any anew; see [`stylesheet`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::ops::Range;

use tercet_scene::{
    Fill, Group, Node, Outline, Paint, Role, Scene, Shape, Step, Stroke, Text, Touch, UNITS, Weight,
};

use crate::font::{self, Glyph, GlyphStep, Setting};
use crate::geometry;
use crate::theme::THEMES;
use crate::{Color, Theme};

/// How an SVG is written.
#[derive(Clone, Debug, PartialEq)]
pub struct SvgOptions {
    /// In which colours.
    pub theme: Theme,
    /// Where they stand.
    pub styles: Styles,
    /// The picture's size on paper or screen, of its natural one.
    pub scale: f64,
}

impl SvgOptions {
    /// A file of its own in this theme.
    pub fn new(theme: Theme) -> SvgOptions {
        SvgOptions { theme, styles: Styles::Inside, scale: 1.0 }
    }
}

/// Where the colours of an SVG stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Styles {
    /// In the SVG itself: a file that needs no other.
    Inside,
    /// In the [`stylesheet`] of the page that shows it: nothing in the SVG depends on a theme.
    OfThePage,
}

/// Writes a scene as SVG.
pub fn svg(scene: &Scene, options: &SvgOptions) -> String {
    let mut writer = Writer::default();
    writer.count(&scene.nodes);
    written(writer.nodes(&scene.nodes));
    let mut out = String::with_capacity(writer.body.len() + 4096);
    written(head(scene, options, &mut out));
    if options.styles == Styles::Inside {
        written(style(&writer.used, &options.theme, &mut out));
    }
    writer.define_and_write(&mut out);
    out.push_str("</svg>\n");
    out
}

/// The style sheet of a page with pictures: the classes that they use, and every theme's colours as variables. The theme
/// is that of the nearest element around a picture with the attribute `data-theme`, and `light` without one.
pub fn stylesheet() -> String {
    let mut out = String::new();
    for role in Role::all() {
        written(rule(&mut out, role, Slot::Fill, &Ink::Variable));
        written(rule(&mut out, role, Slot::Stroke, &Ink::Variable));
    }
    for name in THEMES {
        let theme = Theme::named(name).expect("it is one of the list");
        let root = if name == THEMES[0] { ":root," } else { "" };
        written(write!(out, "{root}[data-theme=\"{name}\"]{{"));
        for role in Role::all() {
            let color = theme.color(role);
            written(write!(out, "--tercet-{}:{color};", role.name()));
            if is_thin(role) {
                written(write!(out, "--tercet-{}-opacity:{};", role.name(), share(color.percent)));
            }
        }
        out.push_str("}\n");
    }
    out
}

fn written(result: fmt::Result) {
    result.expect("a string takes any text");
}

fn head(scene: &Scene, options: &SvgOptions, out: &mut String) -> fmt::Result {
    let side = |units: i32| number(f64::from(units) * options.scale / f64::from(UNITS));
    let can_be_touched = scene.groups().any(|group| group.touch.is_some());
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tercet\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\" role=\"{}\" aria-label=\"{}\"",
        side(scene.width),
        side(scene.height),
        scene.width,
        scene.height,
        if can_be_touched { "group" } else { "img" },
        Escaped(&scene.title)
    )?;
    if let Some(phrase) = &scene.phrase {
        write!(out, " data-verb=\"{}\" data-parts=\"{}\"", Escaped(&phrase.verb), phrase.parts)?;
    }
    out.write_str(">\n")
}

/// The rules for the classes in use. The plain colours stand first, for programs that don't know variables: those leave
/// out what is only for programs that do.
fn style(used: &BTreeSet<(String, Slot)>, theme: &Theme, out: &mut String) -> fmt::Result {
    let all = || Role::all().flat_map(|role| Slot::BOTH.map(|slot| (role, slot)));
    let in_use = || all().filter(|(role, slot)| used.contains(&(role.name(), *slot)));
    out.write_str("<style>\n")?;
    in_use().try_for_each(|(role, slot)| rule(out, role, slot, &Ink::Plain(theme.color(role))))?;
    out.write_str("@supports (fill:var(--tercet)){\n")?;
    in_use().try_for_each(|(role, slot)| rule(out, role, slot, &Ink::VariableOr(theme.color(role))))?;
    out.write_str("}\n</style>\n")
}

/// What a rule says of a colour.
enum Ink {
    Plain(Color),
    Variable,
    VariableOr(Color),
}

/// A class's rule.
fn rule(out: &mut String, role: Role, slot: Slot, ink: &Ink) -> fmt::Result {
    let (letter, property) = match slot {
        Slot::Fill => ("f", "fill"),
        Slot::Stroke => ("s", "stroke"),
    };
    let name = role.name();
    let value = |name: String, of: &dyn Fn(&Color) -> String| match ink {
        Ink::Plain(color) => of(color),
        Ink::Variable => format!("var(--tercet-{name})"),
        Ink::VariableOr(color) => format!("var(--tercet-{name},{})", of(color)),
    };
    write!(out, ".tercet .{letter}-{name}{{{property}:{}", value(name.clone(), &Color::to_string))?;
    if is_thin(role) {
        let opacity = value(format!("{name}-opacity"), &|color| share(color.percent));
        write!(out, ";{property}-opacity:{opacity}")?;
    }
    out.write_str("}\n")
}

/// Is the role transparent in some theme?
fn is_thin(role: Role) -> bool {
    matches!(role, Role::Shadow | Role::SymbolEdge)
}

/// Percent as a share of one.
fn share(percent: u8) -> String {
    number(f64::from(percent) / 100.0)
}

/// A number with at most five digits after the point and no zeros at its end.
fn number(value: f64) -> String {
    let text = format!("{value:.5}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Fill,
    Stroke,
}

impl Slot {
    const BOTH: [Slot; 2] = [Slot::Fill, Slot::Stroke];
}

/// Writes the body, and notes what it uses.
#[derive(Default)]
struct Writer {
    body: String,
    /// Which parts of the body are the looks of a group: shapes and words without a name of their own.
    looks: Vec<Range<usize>>,
    used: BTreeSet<(String, Slot)>,
    glyphs: BTreeSet<Glyph>,
    /// How often each line of words is there, by its name.
    lines: BTreeMap<String, usize>,
    /// In how many different lines each word is, by its name.
    words: BTreeMap<String, usize>,
    /// The lines and words that are written once and used wherever they stand, by their names.
    shared: BTreeMap<String, String>,
}

impl Writer {
    /// Counts the lines and words that are worth sharing: in a picture with many names they are half of the text.
    fn count(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Text(text) if is_long(&text.words) => self.count_line(text),
                Node::Group(group) => self.count(&group.nodes),
                _ => {}
            }
        }
    }

    fn count_line(&mut self, text: &Text) {
        let line = self.lines.entry(words_name(text.weight, &text.words)).or_default();
        *line += 1;
        if *line == 1 && text.words.contains(' ') {
            for word in text.words.split(' ').filter(|word| is_long(word)) {
                *self.words.entry(words_name(text.weight, word)).or_default() += 1;
            }
        }
    }

    fn nodes(&mut self, nodes: &[Node]) -> fmt::Result {
        nodes.iter().try_for_each(|node| match node {
            Node::Shape(shape) => self.shape(shape),
            Node::Text(text) => self.text(text),
            Node::Group(group) => self.group(group),
        })
    }

    fn group(&mut self, group: &Group) -> fmt::Result {
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
        self.inside(&group.nodes)?;
        self.body.write_str("</g>\n")
    }

    /// The nodes of a group; where looks begin and end is noted.
    fn inside(&mut self, nodes: &[Node]) -> fmt::Result {
        let is_group = |node: &Node| matches!(node, Node::Group(_));
        let is_shape = |node: &Node| matches!(node, Node::Shape(_));
        for nodes in nodes.chunk_by(|one, other| is_group(one) == is_group(other)) {
            let start = self.body.len();
            // Cards that are called otherwise have the same border or icon.
            for shapes in nodes.chunk_by(|one, other| is_shape(one) == is_shape(other)) {
                let from = self.body.len();
                self.nodes(shapes)?;
                if shapes.first().is_some_and(is_shape) {
                    self.note_look(from);
                }
            }
            if !nodes.first().is_some_and(is_group) {
                self.note_look(start);
            }
        }
        Ok(())
    }

    /// What was written since then is a look, if it is long enough.
    fn note_look(&mut self, start: usize) {
        if self.body.len() - start >= LEAST_LOOK {
            self.looks.push(start..self.body.len());
        }
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
    fn paints(&mut self, fill: Option<Paint>, stroke: Option<Stroke>) -> fmt::Result {
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
        match fill {
            None => out.write_str(" fill=\"none\"")?,
            Some(paint) if paint.percent < 100 => write!(out, " fill-opacity=\"{}\"", share(paint.percent))?,
            Some(_) => {}
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

    fn text(&mut self, text: &Text) -> fmt::Result {
        let setting = font::set(text);
        let name = words_name(text.weight, &text.words);
        let is_shared = self.lines.get(&name).is_some_and(|count| *count > 1);
        let (x, y) = setting.origin;
        // A hundredth of a pixel is fine enough for a place.
        let tenth = |value: f64| number((value * 10.0).round() / 10.0);
        let (x, y, scale) = (tenth(x), tenth(y), number(setting.scale));
        let line = self.line(text, &setting)?;
        // A line of one reference is that reference.
        let alone = line.strip_prefix("<use href=\"#").and_then(|rest| rest.strip_suffix("\"/>"));
        let used = if is_shared { Some(name.as_str()) } else { alone.filter(|rest| !rest.contains('"')) };
        match used {
            Some(name) => write!(self.body, "<use href=\"#{name}\"")?,
            None => self.body.write_str("<g")?,
        }
        self.paints(Some(text.paint), None)?;
        write!(self.body, " transform=\"translate({x} {y}) scale({scale})\"")?;
        match used {
            Some(_) => self.body.write_str("/>\n")?,
            None => writeln!(self.body, ">{line}</g>")?,
        }
        if is_shared {
            self.shared.insert(name, line);
        }
        Ok(())
    }

    /// The words of a line in the font's units; those that other lines have, too, by reference.
    fn line(&mut self, text: &Text, setting: &Setting) -> Result<String, fmt::Error> {
        let mut out = String::new();
        let mut glyphs = &setting.glyphs[..];
        for word in text.words.split(' ') {
            let (own, rest) = glyphs.split_at(word.chars().count());
            // The space behind it has no outline.
            glyphs = rest.get(1..).unwrap_or_default();
            let name = words_name(text.weight, word);
            let start = own.first().map_or(0.0, |glyph| glyph.1);
            if text.words.contains(' ') && self.words.get(&name).is_some_and(|count| *count > 1) {
                reference(&mut out, &name, start)?;
                let word = self.word(own, start)?;
                self.shared.insert(name, word);
            } else {
                out.push_str(&self.word(own, 0.0)?);
            }
        }
        Ok(out)
    }

    /// The glyphs of a word, counted from here.
    fn word(&mut self, glyphs: &[(Glyph, f64)], from: f64) -> Result<String, fmt::Error> {
        let mut out = String::new();
        for &(glyph, along) in glyphs.iter().filter(|(glyph, _)| !glyph.outline().is_empty()) {
            reference(&mut out, &glyph.name(), along - from)?;
            self.glyphs.insert(glyph);
        }
        Ok(out)
    }

    /// The looks that several groups have: half of the text of a picture with hundreds of cards. Where there is less to
    /// write, whatever moves a group finds all that it shows in it.
    fn shared_looks(&self, looks: &[Range<usize>]) -> BTreeSet<&str> {
        if self.body.len() < SHARED_FROM {
            return BTreeSet::new();
        }
        let mut looks: Vec<&str> = looks.iter().map(|look| &self.body[look.clone()]).collect();
        looks.sort_unstable();
        looks.chunk_by(|one, other| one == other).filter(|same| same.len() > 1).map(|same| same[0]).collect()
    }

    /// The body, with references to the looks that are shared; and those.
    fn body_of(&self, looks: &[Range<usize>]) -> (String, BTreeSet<&str>) {
        let shared = self.shared_looks(looks);
        let (mut out, mut used, mut at) = (String::with_capacity(self.body.len()), BTreeSet::new(), 0);
        for look in looks {
            let text = &self.body[look.clone()];
            if look.start >= at && shared.contains(text) {
                out.push_str(&self.body[at..look.start]);
                written(writeln!(out, "<use href=\"#{}\"/>", look_name(text)));
                used.insert(text);
                at = look.end;
            }
        }
        out.push_str(&self.body[at..]);
        (out, used)
    }

    fn define_and_write(&mut self, out: &mut String) {
        let looks = std::mem::take(&mut self.looks);
        let sorted = sorted(looks);
        let (body, used) = self.body_of(&sorted);
        written(self.definitions(&used, out));
        out.push_str(&body);
    }

    /// What is used by reference: glyphs, lines of words and looks.
    fn definitions(&self, looks: &BTreeSet<&str>, out: &mut String) -> fmt::Result {
        if self.glyphs.is_empty() && looks.is_empty() {
            return Ok(());
        }
        out.write_str("<defs>\n")?;
        for glyph in &self.glyphs {
            write!(out, "<path id=\"{}\" d=\"", glyph.name())?;
            glyph_outline(glyph.outline(), out)?;
            out.write_str("\"/>\n")?;
        }
        for (name, line) in &self.shared {
            writeln!(out, "<g id=\"{name}\">{line}</g>")?;
        }
        for look in looks {
            write!(out, "<g id=\"{}\">\n{look}</g>\n", look_name(look))?;
        }
        out.write_str("</defs>\n")
    }
}

/// From what length of text on looks are shared.
const SHARED_FROM: usize = 100_000;
/// The longer of two looks that begin together comes first, and with it goes what lies in it.
fn sorted(mut looks: Vec<Range<usize>>) -> Vec<Range<usize>> {
    looks.sort_by_key(|look| (look.start, std::cmp::Reverse(look.end)));
    looks
}

/// The least text of a look that is worth a definition.
const LEAST_LOOK: usize = 64;

/// The name of a look: the same for the same look in every picture.
fn look_name(look: &str) -> String {
    // FNV-1a: few looks, and a name that never changes.
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("l{:012x}", look.bytes().fold(0xcbf2_9ce4_8422_2325, hash) >> 16)
}

fn can_be_touched(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Group(group) => group.touch.is_some() || can_be_touched(&group.nodes),
        _ => false,
    })
}

/// The outline of a glyph; places are counted from the one before, which takes fewer digits.
fn glyph_outline(steps: &[GlyphStep], out: &mut String) -> fmt::Result {
    let (mut at, mut start) = ((0.0, 0.0), (0.0, 0.0));
    for step in steps {
        at = match *step {
            GlyphStep::Move(x, y) => {
                write!(out, "M{x} {y}")?;
                start = (x, y);
                start
            }
            GlyphStep::Line(x, y) => {
                write!(out, "l{} {}", x - at.0, y - at.1)?;
                (x, y)
            }
            GlyphStep::Quad(by_x, by_y, x, y) => {
                write!(out, "q{} {} {} {}", by_x - at.0, by_y - at.1, x - at.0, y - at.1)?;
                (x, y)
            }
            GlyphStep::Close => {
                out.write_str("z")?;
                start
            }
        };
    }
    Ok(())
}

/// Is a reference shorter than the glyphs?
fn is_long(words: &str) -> bool {
    words.chars().count() > 2
}

/// Something that is defined elsewhere, so far along the line.
fn reference(out: &mut String, name: &str, along: f64) -> fmt::Result {
    write!(out, "<use href=\"#{name}\"")?;
    if along > 0.0 {
        write!(out, " x=\"{}\"", number(along))?;
    }
    out.write_str("/>")
}

/// The name of words: the same for the same words in every picture, and fit for an id.
fn words_name(weight: Weight, words: &str) -> String {
    let mut name = String::from(if weight == Weight::Bold { "wb" } else { "wr" });
    for letter in words.chars() {
        if letter.is_ascii_alphanumeric() {
            name.push(letter);
        } else {
            written(write!(name, ".{:x}.", u32::from(letter)));
        }
    }
    name
}

fn polygon(out: &mut String, corners: &[(f64, f64)]) -> fmt::Result {
    for (nth, (x, y)) in corners.iter().enumerate() {
        write!(out, "{}{} {}", if nth == 0 { "M" } else { "L" }, x.round() as i64, y.round() as i64)?;
    }
    out.write_str("Z")
}

/// The attributes of an outline.
fn outline(out: &mut String, outline: &Outline) -> fmt::Result {
    match outline {
        Outline::Rect { x, y, width, height, radius } => {
            for (name, value) in [("x", x), ("y", y)].into_iter().filter(|(_, value)| **value != 0) {
                write!(out, " {name}=\"{value}\"")?;
            }
            write!(out, " width=\"{width}\" height=\"{height}\"")?;
            if *radius > 0 { write!(out, " rx=\"{radius}\"") } else { Ok(()) }
        }
        Outline::Circle { middle, radius } => {
            write!(out, " cx=\"{}\" cy=\"{}\" r=\"{radius}\"", middle.x, middle.y)
        }
        Outline::Path(path) => {
            out.write_str(" d=\"")?;
            for step in &path.0 {
                match step {
                    Step::Move(to) => write!(out, "M{} {}", to.x, to.y)?,
                    Step::Line(to) => write!(out, "L{} {}", to.x, to.y)?,
                    Step::Curve(first, second, to) => {
                        write!(out, "C{} {} {} {} {} {}", first.x, first.y, second.x, second.y, to.x, to.y)?;
                    }
                    Step::Close => out.write_str("Z")?,
                }
            }
            out.write_str("\"")
        }
    }
}

/// Text as XML writes it, in attributes and between tags.
struct Escaped<'t>(&'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            // Control characters can't stand in XML at all.
            letter if letter.is_control() => f.write_str(" "),
            letter => f.write_char(letter),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_from_outside_stay_words() {
        assert_eq!(Escaped("a<b> & \"c\"\u{0}").to_string(), "a&lt;b&gt; &amp; &quot;c&quot; ");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [number(1.0), number(0.5), number(-12.340_001), number(100.0)],
            ["1", "0.5", "-12.34", "100"]
        );
    }
}
