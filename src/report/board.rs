//! A number on each square of the board: as text for a terminal, as SVG for everything else.

use std::fmt::Write as _;

use super::scale::{Color, Scale, is_light};
use super::xml::escape;

const COLUMNS: &str = "abcdefgh";

/// The values as a reader wants them: as few decimals as tell them apart, three at most.
fn labels(values: &[f64; 64]) -> Vec<String> {
    let decimals = (0..3)
        .find(|&decimals| {
            let factor = 10_f64.powi(decimals);
            values.iter().all(|value| ((value * factor).round() / factor - value).abs() < 1e-9)
        })
        .unwrap_or(if values.iter().any(|value| value.abs() >= 100.0) { 1 } else { 2 });
    // Negative zero is no number that a reader wants.
    values.iter().map(|value| format!("{:.*}", decimals as usize, value + 0.0)).collect()
}

/// Nine lines: the letters of the columns, then the rows. With colours, each square is a heat map's.
#[must_use]
pub fn text(values: &[f64; 64], colors: bool) -> String {
    let labels = labels(values);
    let width = labels.iter().map(String::len).max().unwrap_or(1).max(2) + 2;
    let scale = Scale::of(values);
    let mut text = String::from("  ");
    for letter in COLUMNS.chars() {
        let _ = write!(text, "{:>width$}", format!("{letter} "));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for row in 0..8 {
        let _ = write!(text, "{} ", row + 1);
        for square in row * 8..row * 8 + 8 {
            let cell = format!("{:>width$}", format!("{} ", labels[square]));
            if colors {
                let color = scale.color(values[square]);
                let ink = if is_light(color) { 16 } else { 231 };
                let _ = write!(text, "\x1b[48;5;{};38;5;{ink}m{cell}\x1b[0m", cube(color));
            } else {
                text.push_str(&cell);
            }
        }
        // Nothing but the map: a copied table has no blanks at the ends of its lines.
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// The nearest colour of the 6 x 6 x 6 cube that every terminal with 256 colours has.
fn cube([r, g, b]: Color) -> u8 {
    let level = |channel: u8| (u16::from(channel) * 5 + 127) / 255;
    (16 + 36 * level(r) + 6 * level(g) + level(b)) as u8
}

/// A board of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    pub title: String,
    pub values: [f64; 64],
}

/// The boards side by side as one SVG picture, each with its own colours, a heading above all.
#[must_use]
pub fn svg(heading: &str, summary: &str, boards: &[Board]) -> String {
    const CELL: usize = 56;
    const LEFT: usize = 44;
    const TOP: usize = 128;
    const PITCH: usize = CELL * 8 + 68;
    const LEGEND: usize = TOP + CELL * 8 + 34;
    let (width, height) = (PITCH * boards.len().max(1) + 24, LEGEND + 52);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" text-anchor=\"middle\" stroke=\"none\">\n\
         <title>{heading}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"42\" font-size=\"24\" font-weight=\"bold\" text-anchor=\"start\" fill=\"#222222\">{heading}</text>\n\
         <text x=\"{LEFT}\" y=\"66\" font-size=\"14\" text-anchor=\"start\" fill=\"#555555\">{summary}</text>\n",
        heading = escape(heading),
        summary = escape(summary),
    );
    for (number, board) in boards.iter().enumerate() {
        let left = LEFT + number * PITCH;
        let (labels, scale) = (labels(&board.values), Scale::of(&board.values));
        let size = if labels.iter().any(|label| label.len() > 5) { 14 } else { 18 };
        let _ = writeln!(
            svg,
            "<text x=\"{left}\" y=\"94\" font-size=\"14\" text-anchor=\"start\" fill=\"#222222\">{}</text>",
            escape(&board.title)
        );
        for (i, letter) in COLUMNS.chars().enumerate() {
            let (x, y) = (left + i * CELL + CELL / 2, TOP + i * CELL + CELL / 2 + 5);
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"15\" fill=\"#555555\">{letter}</text>\
                 <text x=\"{}\" y=\"{y}\" font-size=\"15\" fill=\"#555555\">{}</text>",
                TOP - 9,
                left - 14,
                i + 1
            );
        }
        for (square, label) in labels.iter().enumerate() {
            let (x, y) = (left + square % 8 * CELL, TOP + square / 8 * CELL);
            let color = scale.color(board.values[square]);
            let ink = if is_light(color) { "#222222" } else { "#ffffff" };
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{}\" stroke=\"#9a958a\"/>\
                 <text x=\"{}\" y=\"{}\" font-size=\"{size}\" fill=\"{ink}\" stroke=\"none\">{label}</text>",
                hex(color),
                x + CELL / 2,
                y + CELL / 2 + 6,
            );
        }
        svg.push_str(&legend(left, LEGEND, CELL * 8, &scale, &board.values));
    }
    svg.push_str("</svg>\n");
    svg
}

/// A bar from the smallest to the largest value.
fn legend(left: usize, top: usize, width: usize, scale: &Scale, values: &[f64; 64]) -> String {
    const STEPS: usize = 64;
    let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), &v| (low.min(v), high.max(v)));
    let mut svg = String::new();
    for step in 0..STEPS {
        let value = low + (high - low) * step as f64 / (STEPS - 1) as f64;
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\"{top}\" width=\"{}\" height=\"12\" fill=\"{}\" stroke=\"none\"/>",
            left + width * step / STEPS,
            width.div_ceil(STEPS),
            hex(scale.color(value))
        );
    }
    let mut ends = labels(&std::array::from_fn(|i| if i == 0 { low } else { high }));
    ends.truncate(2);
    let _ = writeln!(
        svg,
        "\n<text x=\"{left}\" y=\"{y}\" font-size=\"13\" text-anchor=\"start\" fill=\"#555555\">{}</text>\
         <text x=\"{}\" y=\"{y}\" font-size=\"13\" text-anchor=\"end\" fill=\"#555555\">{}</text>",
        ends[0],
        left + width,
        ends[1],
        y = top + 28,
    );
    svg
}

fn hex([r, g, b]: Color) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_a_plain_table_unless_colours_are_wanted() {
        let values = std::array::from_fn(|i| i as f64 - 10.0);
        let plain = text(&values, false);
        assert_eq!(plain.lines().next(), Some("     a    b    c    d    e    f    g    h"));
        assert_eq!(plain.lines().nth(1), Some("1  -10   -9   -8   -7   -6   -5   -4   -3"));
        assert_eq!(plain.lines().count(), 9);
        assert!(!plain.contains('\x1b'));
        assert_eq!(text(&values, true).matches("\x1b[48;5;").count(), 64);
    }

    #[test]
    fn labels_have_as_many_decimals_as_the_numbers_need() {
        let mut values = [0.0; 64];
        assert_eq!(labels(&values)[0], "0");
        values[1] = -0.0;
        values[2] = 0.25;
        assert_eq!(labels(&values)[..3], ["0.00", "0.00", "0.25"]);
        values[3] = 1.0 / 3.0;
        assert_eq!(labels(&values)[3], "0.33");
    }

    #[test]
    fn a_picture_shows_every_square_and_escapes_its_texts() {
        let boards = [Board { title: "a<b".to_owned(), values: std::array::from_fn(|i| i as f64) }];
        let picture = svg("x&y", "s", &boards);
        assert!(picture.contains("a&lt;b") && picture.contains("x&amp;y"));
        assert!((0..64).all(|i| picture.contains(&format!(">{i}</text>"))));
    }
}
