//! A game as a curve: the value after each move, and each move's loss.

use super::svg::{Anchor, Ink, Picture};

/// One move of the graph.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Point {
    /// The move as text.
    pub label: String,
    pub black: bool,
    /// The value before the move with best play, in discs; positive is good for Black.
    pub value: f64,
    /// The move's loss in discs, 0 or more.
    pub loss: f64,
    /// The value is exact.
    pub exact: bool,
}

const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 92.0;
const CURVE: f64 = 260.0;
const GAP: f64 = 46.0;
const LOSSES: f64 = 110.0;
const BOTTOM: f64 = 48.0;
const STEP: f64 = 14.0;
/// The number of moves that are labelled: those with the largest losses.
const NAMED: usize = 6;

/// The graph as SVG. `last` is the value after the last move.
#[must_use]
pub(crate) fn svg(heading: &str, summary: &str, points: &[Point], last: f64) -> String {
    let count = points.len().max(20) as f64;
    let width = LEFT + STEP * count + RIGHT;
    let height = TOP + CURVE + GAP + LOSSES + BOTTOM;
    let values: Vec<f64> = points.iter().map(|point| point.value).chain([last]).collect();
    let reach = round_up(values.iter().fold(4.0, |reach: f64, value| reach.max(value.abs())), 64.0);
    let most = round_up(points.iter().map(|point| point.loss).fold(4.0, f64::max), 128.0);
    let floor = TOP + CURVE + GAP + LOSSES;
    let heights: Vec<f64> = points.iter().map(|point| LOSSES * (point.loss / most).min(1.0)).collect();
    let mut picture = Picture::new(width, height, heading);
    picture.heading(20.0, 34.0, 20, heading);
    picture.text((20.0, 56.0), 13, Ink::Soft, Anchor::Start, summary);
    let over = "Value in discs (above 0 Black is ahead; shaded: exact)";
    picture.text((20.0, TOP - 14.0), 13, Ink::Text, Anchor::Start, over);
    let under = "Discs given away (dark: by Black, light: by White)";
    picture.text((20.0, TOP + CURVE + GAP - 14.0), 13, Ink::Text, Anchor::Start, under);
    if let Some(first) = points.iter().position(|point| point.exact) {
        picture.area([x(first), TOP, x(points.len()) - x(first), CURVE], Ink::Area, "");
    }
    let values_on_grid = [-reach, -reach / 2.0, 0.0, reach / 2.0, reach];
    let lines_of_values = values_on_grid.map(|value| (y(value, reach), signed(value), value));
    let lines_of_losses = [0.0, most / 2.0, most].map(|loss| (floor - LOSSES * loss / most, loss.to_string(), loss));
    for (y, label, value) in lines_of_values.into_iter().chain(lines_of_losses) {
        picture.level(LEFT, width - RIGHT, y, if value == 0.0 { Ink::Edge } else { Ink::Line });
        picture.text((LEFT - 8.0, y + 4.0), 12, Ink::Soft, Anchor::End, &label);
    }
    for number in (0..=points.len()).step_by(10).skip(1) {
        let place = (x(number) - STEP / 2.0, floor + 18.0);
        picture.text(place, 12, Ink::Soft, Anchor::Middle, &number.to_string());
    }
    picture.text(((LEFT + width - RIGHT) / 2.0, floor + 36.0), 12, Ink::Soft, Anchor::Middle, "move");
    picture.curve(values.into_iter().enumerate().map(|(index, value)| (x(index), y(value, reach))));
    for (index, point) in points.iter().enumerate().filter(|(_, point)| point.loss > 0.0) {
        let height = heights[index];
        let title = format!("{}. {}: {:.2}", index + 1, point.label, point.loss);
        let ink = if point.black { Ink::Black } else { Ink::White };
        picture.area([x(index) + 2.0, floor - height, STEP - 4.0, height], ink, &title);
    }
    for index in largest(points) {
        let place = (x(index) + STEP / 2.0, floor - heights[index] - 4.0);
        picture.text(place, 11, Ink::Text, Anchor::Middle, &points[index].label);
    }
    picture.finish()
}

fn x(index: usize) -> f64 {
    LEFT + STEP * index as f64
}

/// The height of a value on the curve, which shows values from -`reach` to `reach`.
fn y(value: f64, reach: f64) -> f64 {
    TOP + CURVE / 2.0 * (1.0 - value.clamp(-reach, reach) / reach)
}

/// The next of 4, 8, 16, ..., not above `most`.
fn round_up(value: f64, most: f64) -> f64 {
    let mut end = 4.0;
    while end < value && end < most {
        end *= 2.0;
    }
    end
}

fn signed(value: f64) -> String {
    if value > 0.0 { format!("+{value}") } else { format!("{value}") }
}

/// The moves with the largest losses worth a label, without neighbours of a labelled one.
fn largest(points: &[Point]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).filter(|&index| points[index].loss >= 1.0).collect();
    order.sort_by(|&a, &b| points[b].loss.total_cmp(&points[a].loss));
    let mut named: Vec<usize> = Vec::new();
    for index in order {
        if named.len() < NAMED && named.iter().all(|&other| index.abs_diff(other) > 1) {
            named.push(index);
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(label: &str, value: f64, loss: f64) -> Point {
        Point { label: label.to_owned(), black: true, value, loss, exact: false }
    }

    #[test]
    fn labels_are_escaped_and_large_losses_named() {
        let points = [point("<f5>", 0.0, 0.0), point("d6", 12.0, 9.0), point("c3", -70.0, 8.0), point("d3", 3.0, 5.0)];
        let svg = svg("A & B", "", &points, -64.0);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("A &amp; B") && !svg.contains("<f5>"));
        assert_eq!(largest(&points), [1, 3]);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn a_game_without_moves_has_a_graph() {
        assert!(svg("", "", &[], 0.0).ends_with("</svg>\n"));
    }
}
