//! Facts at the head of a page, such as the command and the seed.

use super::escape;

/// Longer texts, in bytes, may need scrolling, also by keyboard.
const LONG: usize = 100;

/// The facts as entries of a list of terms.
pub(super) fn terms(about: &[(String, String)]) -> String {
    let entries = about.iter().map(|(name, text)| {
        let focus = if text.len() > LONG { " tabindex=\"0\"" } else { "" };
        format!("<dt>{}</dt><dd{focus}>{}</dd>\n", escape(name), escape(text))
    });
    entries.collect()
}
