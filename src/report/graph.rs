//! A game as a curve: who is ahead after each move, and what each move gave away.

use std::fmt::Write as _;

use super::xml::escape;

/// One move of the graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// What the move is called.
    pub label: String,
    pub black: bool,
    /// The value before the move with best play, in discs; positive is good for Black.
    pub value: f64,
    /// What the move gave away, in discs, 0 or more.
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
/// How many of the largest losses are named.
const NAMED: usize = 6;

/// The graph as SVG. `last` is the value after the last move.
#[must_use]
pub fn svg(heading: &str, summary: &str, points: &[Point], last: f64) -> String {
    let count = points.len().max(20) as f64;
    let (width, height) = (LEFT + STEP * count + RIGHT, TOP + CURVE + GAP + LOSSES + BOTTOM);
    let values = || points.iter().map(|point| point.value).chain([last]);
    let reach = round_up(values().fold(4.0, |reach: f64, value| reach.max(value.abs())), 64.0);
    let most = round_up(points.iter().map(|point| point.loss).fold(4.0, f64::max), 128.0);
    let x = |index: usize| LEFT + STEP * index as f64;
    let y = |value: f64| TOP + CURVE / 2.0 * (1.0 - value.clamp(-reach, reach) / reach);
    let floor = TOP + CURVE + GAP + LOSSES;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"#555555\" stroke=\"none\">\n\
         <title>{heading}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"20\" y=\"34\" font-size=\"20\" font-weight=\"bold\" fill=\"#222222\">{heading}</text>\n\
         <text x=\"20\" y=\"56\" font-size=\"13\">{summary}</text>\n\
         <text x=\"20\" y=\"{}\" font-size=\"13\" fill=\"#222222\">Value in discs (above 0 Black is ahead; shaded: exact)</text>\n\
         <text x=\"20\" y=\"{}\" font-size=\"13\" fill=\"#222222\">Discs given away (dark: by Black, light: by White)</text>\n",
        TOP - 14.0,
        TOP + CURVE + GAP - 14.0,
        heading = escape(heading),
        summary = escape(summary),
    );
    if let Some(first) = points.iter().position(|point| point.exact) {
        let from = x(first);
        let _ = writeln!(
            svg,
            "<rect x=\"{from}\" y=\"{TOP}\" width=\"{}\" height=\"{CURVE}\" fill=\"#e9f1ec\"/>",
            x(points.len()) - from
        );
    }
    for value in [-reach, -reach / 2.0, 0.0, reach / 2.0, reach] {
        grid(&mut svg, y(value), width, &signed(value), value == 0.0);
    }
    for loss in [0.0, most / 2.0, most] {
        grid(&mut svg, floor - LOSSES * loss / most, width, &format!("{loss}"), loss == 0.0);
    }
    for number in (0..=points.len()).step_by(10).skip(1) {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
            x(number) - STEP / 2.0,
            floor + 18.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">move</text>",
        (LEFT + width - RIGHT) / 2.0,
        floor + 36.0
    );
    let curve: Vec<String> =
        values().enumerate().map(|(index, value)| format!("{:.1},{:.1}", x(index), y(value))).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#186c54\" stroke-width=\"2.5\" stroke-linejoin=\"round\"/>",
        curve.join(" ")
    );
    for (index, point) in points.iter().enumerate().filter(|(_, point)| point.loss > 0.0) {
        let tall = LOSSES * (point.loss / most).min(1.0);
        let fill = if point.black { "#333333" } else { "#d9d3c4" };
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{:.1}\" width=\"{}\" height=\"{tall:.1}\" fill=\"{fill}\" stroke=\"#555555\" stroke-width=\"0.8\">\
             <title>{}. {}: {:.2}</title></rect>",
            x(index) + 2.0,
            floor - tall,
            STEP - 4.0,
            index + 1,
            escape(&point.label),
            point.loss
        );
    }
    for index in largest(points) {
        let tall = LOSSES * (points[index].loss / most).min(1.0);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"middle\" fill=\"#222222\">{}</text>",
            x(index) + STEP / 2.0,
            floor - tall - 4.0,
            escape(&points[index].label)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn grid(svg: &mut String, y: f64, width: f64, label: &str, strong: bool) {
    let stroke = if strong { "#777777" } else { "#dddddd" };
    let _ = writeln!(
        svg,
        "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" stroke=\"{stroke}\"/>\
         <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
        width - RIGHT,
        LEFT - 8.0,
        y + 4.0
    );
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

/// The moves with the largest losses that are worth a name, neighbours of a named one left out.
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
