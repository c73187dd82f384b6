//! The look that all pages share: one style sheet, and one script that draws their charts and boards.
//!
//! Text to embed; nothing here knows what a page shows. A page that needs no other file carries both inside (`<style>`,
//! `<script>`); the page that is served loads them. Every rule of the look has one place: colours, in light and dark,
//! are variables at the top of `base.css`, and `draw.js` names them and no colour of its own.

/// The style sheet: colours in light and dark, text, tables, controls of 44 pixels, charts and boards. It begins at 320
/// pixels of width.
pub(crate) const BASE: &str = include_str!("base.css");

/// The script: it defines `Draw`, whose functions return elements and never parse text as HTML. See the comments in the
/// file.
pub(crate) const DRAW: &str = include_str!("draw.js");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_that_the_script_names_is_defined_in_light_and_dark() {
        let names = DRAW.split("var(--").skip(1).map(|rest| rest.split(')').next().unwrap());
        let names: std::collections::BTreeSet<&str> = names.filter(|name| !name.contains('$')).collect();
        assert!(names.len() > 5, "{names:?}");
        for name in names {
            assert!(BASE.matches(&format!("--{name}:")).count() >= 2, "--{name}");
        }
        assert!(!DRAW.contains("innerHTML"));
    }

    #[test]
    fn both_can_stand_inside_a_page() {
        assert!(!BASE.contains("</style") && !DRAW.contains("</script"));
    }
}
