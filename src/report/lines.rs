//! Line charts as SVG, from series of numbers.

use std::fmt::Write;

use super::escape;

/// One line of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    pub name: String,
    /// Points from left to right; both coordinates finite.
    pub points: Vec<(f64, f64)>,
}

/// A chart of one or more lines over the same axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    pub title: String,
    /// What the horizontal axis counts.
    pub across: String,
    pub series: Vec<Series>,
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 380.0;
/// Room round the plot: left, top, right (for the names), bottom.
const MARGINS: [f64; 4] = [62.0, 34.0, 130.0, 42.0];
/// Okabe and Ito's colours, which the colour-blind can tell apart, with two greys.
const COLORS: [&str; 10] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999", "#7b4f9d", "#8c6d31"];

/// Marks at round numbers, four to eight, that cover the range.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let raw = (high - low) / 5.0;
    let power = 10.0_f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= raw).unwrap_or(raw);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|i| i as f64 * step).collect()
}

/// The range of some numbers, never empty.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    match high - low {
        _ if low > high => (0.0, 1.0),
        width if width <= 0.0 => (low - 0.5, high + 0.5),
        width => (low - 0.03 * width, high + 0.03 * width),
    }
}

/// The chart as an SVG element.
#[must_use]
pub fn svg(chart: &Chart) -> String {
    let [left, top, right, bottom] = MARGINS;
    let points = || chart.series.iter().flat_map(|series| series.points.iter().copied());
    let (x_low, x_high) = range(points().map(|(x, _)| x));
    let (y_low, y_high) = range(points().map(|(_, y)| y));
    let x_at = |x: f64| left + (x - x_low) / (x_high - x_low) * (WIDTH - left - right);
    let y_at = |y: f64| HEIGHT - bottom - (y - y_low) / (y_high - y_low) * (HEIGHT - top - bottom);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n<text x=\"{left}\" y=\"20\" font-size=\"14\">{}</text>\n",
        escape(&chart.title)
    );
    let mut put = |text: std::fmt::Arguments<'_>| svg.write_fmt(text).expect("a string takes all text");
    for y in ticks(y_low, y_high) {
        let at = y_at(y);
        put(format_args!(
            "<path d=\"M{left} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
            WIDTH - right,
            left - 6.0,
            at + 4.0,
            short(y)
        ));
    }
    for x in ticks(x_low, x_high) {
        let at = x_at(x);
        put(format_args!(
            "<path d=\"M{at:.1} {top}V{:.1}\" stroke=\"#eee\"/><text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
            HEIGHT - bottom,
            HEIGHT - bottom + 16.0,
            short(x)
        ));
    }
    put(format_args!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
        (left + WIDTH - right) / 2.0,
        HEIGHT - 8.0,
        escape(&chart.across)
    ));
    for (i, series) in chart.series.iter().enumerate() {
        let color = COLORS[i % COLORS.len()];
        let path: Vec<String> = series.points.iter().map(|&(x, y)| format!("{:.1} {:.1}", x_at(x), y_at(y))).collect();
        if !path.is_empty() {
            put(format_args!(
                "<path d=\"M{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.4\"/>\n",
                path.join("L")
            ));
        }
        let y = top + 10.0 + 18.0 * i as f64;
        let x = WIDTH - right + 12.0;
        put(format_args!(
            "<path d=\"M{x:.1} {:.1}h18\" stroke=\"{color}\" stroke-width=\"3\"/><text x=\"{:.1}\" y=\"{y:.1}\">{}</text>\n",
            y - 4.0,
            x + 24.0,
            escape(&series.name)
        ));
    }
    svg.push_str("</svg>\n");
    svg
}

/// A mark's number without the noise of floating point.
fn short(x: f64) -> String {
    format!("{}", (x * 1e6).round() / 1e6)
}

/// The mean of each point and those before it, `width` in all.
#[must_use]
pub fn moving_average(points: &[(f64, f64)], width: usize) -> Vec<(f64, f64)> {
    points
        .iter()
        .enumerate()
        .map(|(i, &(x, _))| {
            let window = &points[(i + 1).saturating_sub(width.max(1))..=i];
            (x, window.iter().map(|(_, y)| y).sum::<f64>() / window.len() as f64)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_numbers_inside_the_range() {
        assert_eq!(ticks(-0.4, 10.3), [0.0, 5.0, 10.0]);
        assert_eq!(ticks(0.0, 1.0).len(), 6);
        for (low, high) in [(0.0, 1e-3), (-250.0, 731.0), (3.0, 3.7), (0.0, 1e6)] {
            let marks = ticks(low, high);
            assert!((2..=8).contains(&marks.len()), "{marks:?}");
            assert!(marks.iter().all(|mark| (low..=high).contains(mark)));
        }
    }

    #[test]
    fn averages_look_back() {
        let points = [(0.0, 2.0), (1.0, 4.0), (2.0, 9.0)];
        assert_eq!(moving_average(&points, 2), [(0.0, 2.0), (1.0, 3.0), (2.0, 6.5)]);
    }

    #[test]
    fn a_chart_shows_its_names_and_survives_having_no_points() {
        let series = |name: &str, points| Series { name: name.to_owned(), points };
        let chart = |series| Chart { title: "a < b".to_owned(), across: "generation".to_owned(), series };
        let picture = svg(&chart(vec![series("best", vec![(0.0, 1.0), (1.0, 3.0)]), series("flat", vec![(0.0, 2.0)])]));
        assert!(picture.contains("a &lt; b") && picture.contains(">best<") && picture.contains(">flat<"));
        assert_eq!(picture.matches("stroke-width=\"1.4\"").count(), 2);
        for empty in [vec![], vec![series("none", vec![])]] {
            assert!(!svg(&chart(empty)).contains("NaN"));
        }
    }
}
