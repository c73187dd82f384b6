//! SVG pictures for files. Pages draw with the script of [`crate::style`] instead, in the same colours.

use std::fmt::Write as _;

use super::escape;

/// Colours by their meaning, in light and dark; the names of the classes are in each picture.
const STYLE: &str = "\
.p-paper{fill:#ffffff}.p-ink{fill:#1b2320}.p-soft{fill:#56605b}\
.p-area{fill:#e1eee6}.p-black{fill:#161b19}.p-white{fill:#dbd7ca}\
.p-line{stroke:#dbd7ca}.p-edge{stroke:#858d88}.p-curve{stroke:#1a7a50}\
@media(prefers-color-scheme:dark){.p-paper{fill:#1b2220}.p-ink{fill:#e9e7df}.p-soft{fill:#a9b2ac}.p-area{fill:#20392e}\
.p-black{fill:#77827d}.p-white{fill:#e9e7df}.p-line{stroke:#34403b}.p-edge{stroke:#77827d}.p-curve{stroke:#6ccf9a}}";

/// The meaning of a shape, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// Headings, names.
    Text,
    /// Axes, remarks.
    Soft,
    /// An area behind something.
    Area,
    /// Of Black, and of White.
    Black,
    White,
    /// A grid, and its zero.
    Line,
    Edge,
    Curve,
}

impl Ink {
    const fn class(self) -> &'static str {
        match self {
            Ink::Text => "p-ink",
            Ink::Soft => "p-soft",
            Ink::Area => "p-area",
            Ink::Black => "p-black",
            Ink::White => "p-white",
            Ink::Line => "p-line",
            Ink::Edge => "p-edge",
            Ink::Curve => "p-curve",
        }
    }
}

/// The end of a text that lies on its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// An SVG picture, to which shapes are added one by one.
#[derive(Debug)]
pub(super) struct Picture(String);

impl Picture {
    /// An empty picture of this size in pixels, with a title for screen readers.
    #[must_use]
    pub(super) fn new(width: f64, height: f64, title: &str) -> Picture {
        Picture(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" role=\"img\">\n\
             <title>{}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"p-paper\" width=\"{width}\" height=\"{height}\"/>\n",
            escape(title)
        ))
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.0.write_fmt(text).expect("a string takes all text");
        self.0.push('\n');
    }

    /// A heading.
    pub(super) fn heading(&mut self, x: f64, y: f64, size: u32, text: &str) {
        let text = escape(text);
        self.put(format_args!(
            "<text class=\"p-ink\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"bold\">{text}</text>"
        ));
    }

    /// A text at a point.
    pub(super) fn text(&mut self, (x, y): (f64, f64), size: u32, ink: Ink, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let class = ink.class();
        let text = escape(text);
        self.put(format_args!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\"{anchor}>{text}</text>"
        ));
    }

    /// A text on a background of its own colour.
    pub(super) fn label(&mut self, (x, y): (f64, f64), size: u32, color: &str, text: &str) {
        let text = escape(text);
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{color}\" text-anchor=\"middle\">{text}</text>"
        ));
    }

    /// A level line.
    pub(super) fn level(&mut self, from: f64, to: f64, y: f64, ink: Ink) {
        let class = ink.class();
        self.put(format_args!("<path class=\"{class}\" d=\"M{from:.1} {y:.1}H{to:.1}\" fill=\"none\"/>"));
    }

    /// A rectangle with a text that appears under the pointer.
    pub(super) fn area(&mut self, [x, y, width, height]: [f64; 4], ink: Ink, title: &str) {
        let class = ink.class();
        let title = escape(title);
        let title = if title.is_empty() { title } else { format!("<title>{title}</title>") };
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\">\
             {title}</rect>"
        ));
    }

    /// A rectangle whose colour is a number.
    pub(super) fn cell(&mut self, [x, y, width, height]: [f64; 4], color: &str, framed: bool) {
        let stroke = if framed { " stroke=\"#9a958a\"" } else { "" };
        self.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{color}\"{stroke}/>"
        ));
    }

    /// A curve through points.
    pub(super) fn curve(&mut self, points: impl Iterator<Item = (f64, f64)>) {
        let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let class = Ink::Curve.class();
        self.put(format_args!(
            "<polyline class=\"{class}\" points=\"{}\" fill=\"none\" stroke-width=\"2.5\" stroke-linejoin=\"round\"/>",
            points.join(" ")
        ));
    }

    /// The text of the picture.
    #[must_use]
    pub(super) fn finish(self) -> String {
        self.0 + "</svg>\n"
    }
}
