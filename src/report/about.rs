//! Facts at the head of a page, such as the command and the seed.

use super::escape;

/// The length in bytes from which a text may need scrolling, also by keyboard.
const LONG: usize = 100;

/// The facts as a list of terms in HTML.
pub(super) fn terms(about: &[(String, String)]) -> String {
    let entries = about.iter().map(|(name, text)| {
        let focus = if text.len() > LONG { " tabindex=\"0\"" } else { "" };
        format!("<dt>{}</dt><dd{focus}>{}</dd>\n", escape(name), escape(text))
    });
    entries.collect()
}
