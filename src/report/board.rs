//! A number on each square of the board, as text for a terminal or as SVG.

use std::fmt::Write as _;

use super::scale::{Color, Scale, is_light};
use super::svg::{Anchor, Ink, Picture};

const COLUMNS: &str = "abcdefgh";

/// The values with as few decimals as tell them apart, three at most.
fn labels(values: &[f64; 64]) -> Vec<String> {
    let decimals = (0..3)
        .find(|&decimals| {
            let factor = 10_f64.powi(decimals);
            values.iter().all(|value| ((value * factor).round() / factor - value).abs() < 1e-9)
        })
        .unwrap_or(if values.iter().any(|value| value.abs() >= 100.0) { 1 } else { 2 });
    // No negative zero.
    values.iter().map(|value| format!("{:.*}", decimals as usize, value + 0.0)).collect()
}

/// Nine lines: the letters of the columns, then the rows. With colours, each square is a heat map's.
#[must_use]
pub(crate) fn text(values: &[f64; 64], colors: bool) -> String {
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
        // A copied table should have no blanks at the ends of its lines.
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// The nearest colour of the 6 x 6 x 6 cube of terminals with 256 colours.
fn cube(color: Color) -> u8 {
    let [red, green, blue] = color.map(|channel| (u16::from(channel) * 5 + 127) / 255);
    (16 + 36 * red + 6 * green + blue) as u8
}

fn point(x: usize, y: usize) -> (f64, f64) {
    (x as f64, y as f64)
}

/// A board of a picture, with its title.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Board {
    pub title: String,
    pub values: [f64; 64],
}

/// The boards side by side as one SVG picture, each with its own scale, under a heading.
#[must_use]
pub(crate) fn svg(heading: &str, summary: &str, boards: &[Board]) -> String {
    const CELL: usize = 56;
    const LEFT: usize = 44;
    const TOP: usize = 128;
    const PITCH: usize = CELL * 8 + 68;
    const LEGEND: usize = TOP + CELL * 8 + 34;
    let (width, height) = point(PITCH * boards.len().max(1) + 24, LEGEND + 52);
    let mut picture = Picture::new(width, height, heading);
    picture.heading(LEFT as f64, 42.0, 24, heading);
    picture.text(point(LEFT, 66), 14, Ink::Soft, Anchor::Start, summary);
    for (number, board) in boards.iter().enumerate() {
        let left = LEFT + number * PITCH;
        let labels = labels(&board.values);
        let scale = Scale::of(&board.values);
        let size = if labels.iter().any(|label| label.len() > 5) { 14 } else { 18 };
        picture.text(point(left, 94), 14, Ink::Text, Anchor::Start, &board.title);
        for (i, letter) in COLUMNS.chars().enumerate() {
            let across = point(left + i * CELL + CELL / 2, TOP - 9);
            picture.text(across, 15, Ink::Soft, Anchor::Middle, &letter.to_string());
            let down = point(left - 14, TOP + i * CELL + CELL / 2 + 5);
            picture.text(down, 15, Ink::Soft, Anchor::Middle, &(i + 1).to_string());
        }
        for (square, label) in labels.iter().enumerate() {
            let x = left + square % 8 * CELL;
            let y = TOP + square / 8 * CELL;
            let color = scale.color(board.values[square]);
            let ink = if is_light(color) { "#222222" } else { "#ffffff" };
            picture.cell([x, y, CELL, CELL].map(|length| length as f64), &hex(color), true);
            picture.label(point(x + CELL / 2, y + CELL / 2 + 6), size, ink, label);
        }
        legend(&mut picture, point(left, LEGEND), (CELL * 8) as f64, &scale, &board.values);
    }
    picture.finish()
}

/// A bar from the smallest to the largest value.
fn legend(picture: &mut Picture, (left, top): (f64, f64), width: f64, scale: &Scale, values: &[f64; 64]) {
    const STEPS: usize = 64;
    let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), &v| (low.min(v), high.max(v)));
    let part = width / STEPS as f64;
    for step in 0..STEPS {
        let value = low + (high - low) * step as f64 / (STEPS - 1) as f64;
        picture.cell([left + part * step as f64, top, part.ceil(), 12.0], &hex(scale.color(value)), false);
    }
    let ends = labels(&std::array::from_fn(|i| if i == 0 { low } else { high }));
    picture.text((left, top + 28.0), 13, Ink::Soft, Anchor::Start, &ends[0]);
    picture.text((left + width, top + 28.0), 13, Ink::Soft, Anchor::End, &ends[1]);
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
