//! Escapes text for HTML.

/// The text with XML's special characters as entities, for elements and attributes.
#[must_use]
pub(crate) fn escape(text: &str) -> String {
    html_escape::encode_quoted_attribute(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_ends_an_element_or_an_attribute() {
        assert_eq!(escape("a < \"b\" & 'c'>"), "a &lt; &quot;b&quot; &amp; &#x27;c&#x27;&gt;");
    }
}
