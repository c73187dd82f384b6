//! Splits a game into properties without interpreting them.

use super::GgfError;
use crate::record::text::{decode, shown, starts_game};

/// A name in upper case, and the text between the brackets.
#[derive(Debug)]
pub(super) struct Property<'a> {
    pub key: String,
    pub value: &'a [u8],
}

/// The properties of the game at the start of `bytes`, which begin with `(;`, and the length of the game; or the error
/// with its place.
pub(super) fn scan(bytes: &[u8]) -> Result<(Vec<Property<'_>>, usize), (GgfError, usize)> {
    let mut properties = Vec::new();
    let mut at = 2;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b')' => return Ok((properties, at + 1)),
            b';' => at += 1,
            _ if byte.is_ascii_whitespace() => at += 1,
            _ => {
                let property = property(&bytes[at..]).map_err(|(error, length)| (error, at + length))?;
                at += property.key.len() + property.value.len() + 2;
                properties.push(property);
            }
        }
    }
    Err((GgfError::Unfinished, at))
}

/// The property at the start of `bytes`.
fn property(bytes: &[u8]) -> Result<Property<'_>, (GgfError, usize)> {
    let key = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    if key == 0 || bytes.get(key) != Some(&b'[') {
        let found = bytes[..bytes.len().min(key + 20)].split(|&byte| byte == b'\n').next().unwrap_or_default();
        let error = if key == bytes.len() { GgfError::Unfinished } else { GgfError::Syntax(shown(&decode(found))) };
        return Err((error, key));
    }
    let name = String::from_utf8_lossy(&bytes[..key]).to_uppercase();
    let rest = &bytes[key + 1..];
    // A value without an end must not include the next game.
    let end = (0..rest.len()).find(|&at| rest[at] == b']' || starts_game(&rest[at..])).unwrap_or(rest.len());
    if rest.get(end) != Some(&b']') {
        return Err((GgfError::Unclosed(shown(&name)), key + 1 + end));
    }
    Ok(Property { key: name, value: &rest[..end] })
}
