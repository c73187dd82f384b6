//! Text inside SVG and HTML.

/// The text with the characters that mean something to XML written as entities.
///
/// ```
/// assert_eq!(rival::report::escape("a < \"b\" & c"), "a &lt; &quot;b&quot; &amp; c");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, c| {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
        escaped
    })
}
