//! The look of all pages: one style sheet, and one script that draws their charts and boards.
//!
//! Both are texts to embed, and independent of what a page shows. A self-contained page has them inside (`<style>`,
//! `<script>`), and the served page loads them. Every rule of the look is in one place: colours, in light and dark, are
//! variables at the top of `base.css`, and `draw.js` uses only these.

/// The style sheet: colours in light and dark, text, tables, controls of 44 pixels, charts and boards. It supports
/// widths from 320 pixels.
pub(crate) const BASE: &str = include_str!("base.css");

/// The style sheet of reports, with rules that only they need.
pub(crate) const REPORT_BASE: &str = concat!(include_str!("base.css"), include_str!("report.css"));

/// The script: it defines `Draw`, whose functions return elements and never parse text as HTML.
///
/// `Draw.lines(spec)`:
/// ```text
/// Lines over whole numbers (moves, games, generations), as a figure.
///   title, unit, across   words: above the chart, behind the title, below the axis
///   series                [{name, values, color?, dashed?, dots?}]: values by index, null where there is none
///   band                  {low, high, color?}: an area between two lists of values
///   marks                 [{at, color?, name?}]: dots on the first series
///   begins                a set of the indices at which the lines begin anew
///   behind(picture, x, y) draws behind the lines: x of an index, and y of the lower axis
///   top                   the room above the lines (default 10)
///   exact                 the index from which the area is shaded, or null
///   at                    the index of the cursor, or null
///   first                 the number of index 0 (default 0)
///   zero                  true: the axis reaches 0 and is signed
///   least                 the axis spans at least so much on each side of 0
///   pick(index)           called when a point is chosen with the pointer
///   words(index)          the tooltip; in reports by default the values
///   summary               the text for screen readers instead of the picture
/// The figure has `move(index)`, which moves the cursor.
/// ```
/// `Draw.board({ cells, last, label })`:
/// ```text
/// A board as a picture (a board to play on is another thing): 400 units wide, letters and numbers at its edge.
///   cells     64 of 1 (black), -1 (white), 0, row by row from a1
///   last      the index of the last move, or null
///   label     the text for screen readers
/// ```
pub(crate) const DRAW: &str = include_str!("draw.js");

/// The script of reports, which adds `Draw.intervals`, words for the points of lines, and to the spec of lines:
/// ```text
///   stages                [{at, name, label?}]: indices at which the lines begin anew, marked if there is a label
/// ```
pub(crate) const REPORT: &str = concat!(include_str!("draw.js"), include_str!("report.js"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_that_the_script_names_is_defined_in_light_and_dark() {
        let names = REPORT.split("var(--").skip(1).map(|rest| rest.split(')').next().unwrap());
        let names: std::collections::BTreeSet<&str> = names.filter(|name| !name.contains('$')).collect();
        assert!(names.len() > 5, "{names:?}");
        for name in names {
            assert!(BASE.matches(&format!("--{name}:")).count() >= 2, "--{name}");
        }
        assert!(!REPORT.contains("innerHTML"));
    }

    #[test]
    fn both_can_stand_inside_a_page() {
        assert!(!REPORT_BASE.contains("</style") && !REPORT.contains("</script"));
    }
}
