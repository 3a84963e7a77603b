//! The few shapes that charts are made of.

use std::fmt::Write;

/// Colours that people who see few of them can tell apart, on light and on dark.
pub(super) const COLORS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8d00", "#7a52c7"];
pub(super) const GREY: &str = "#888888";

/// A place: across, then down.
type At = (f64, f64);

pub(super) struct Canvas {
    svg: String,
}

impl Canvas {
    pub(super) fn new(title: &str, width: f64, height: f64) -> Canvas {
        let mut canvas = Canvas { svg: String::new() };
        canvas.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"currentColor\" role=\"img\">"
        ));
        canvas.put(format_args!("<title>{}</title>", escaped(title)));
        canvas.put(format_args!("<text x=\"12\" y=\"24\" font-size=\"15\">{}</text>", escaped(title)));
        canvas
    }

    pub(super) fn finish(mut self) -> String {
        self.put(format_args!("</svg>"));
        self.svg
    }

    pub(super) fn text(&mut self, (x, y): At, anchor: &str, text: &str) {
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(text)
        ));
    }

    pub(super) fn slanted(&mut self, (x, y): At, text: &str) {
        let text = escaped(text);
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" transform=\"rotate(-45 {x:.1} {y:.1})\">{text}</text>"
        ));
    }

    pub(super) fn line(&mut self, from: At, to: At, color: &str, width: f64) {
        self.put(format_args!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" stroke-width=\"{width}\"/>",
            from.0, from.1, to.0, to.1
        ));
    }

    pub(super) fn rect(&mut self, (x, y): At, (width, height): (f64, f64), color: &str, opacity: f64) {
        self.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{color}\" \
             fill-opacity=\"{opacity:.2}\"/>"
        ));
    }

    pub(super) fn path(&mut self, points: &[At], color: &str) {
        let points = listed(points);
        self.put(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"
        ));
    }

    pub(super) fn area(&mut self, points: &[At], color: &str, opacity: f64) {
        let points = listed(points);
        self.put(format_args!(
            "<polygon points=\"{points}\" fill=\"{color}\" fill-opacity=\"{opacity:.2}\"/>"
        ));
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.svg, "{element}").expect("a string takes any text");
    }
}

fn listed(points: &[At]) -> String {
    points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
