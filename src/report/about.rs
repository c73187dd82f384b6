//! Facts about the making of something, at the head of a page.

use super::escape;

/// Longer text may need scrolling, also by keyboard.
const LONG: usize = 100;

/// The entries of a list of terms.
pub(super) fn terms(about: &[(String, String)]) -> String {
    let entry = |(name, text): &(String, String)| {
        let focus = if text.len() > LONG { " tabindex=\"0\"" } else { "" };
        format!("<dt>{}</dt><dd{focus}>{}</dd>\n", escape(name), escape(text))
    };
    about.iter().map(entry).collect()
}
