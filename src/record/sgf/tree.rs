//! Finds the nodes of the main line without interpreting them.

use super::SgfError;
use crate::record::text::{decode, shown, starts_game};

/// A property with its values, without escapes.
#[derive(Debug)]
pub(super) struct Property {
    /// The name in upper case, without the lower-case letters that older versions allow.
    pub key: String,
    pub values: Vec<String>,
    /// True if all values are UTF-8.
    pub is_utf8: bool,
}

/// The properties between two semicolons.
pub(super) type Node = Vec<Property>;

/// The nodes of the main line of the game at the start of `bytes`, which begin with `(`, and the length of the whole
/// game; or the error with its place.
pub(super) fn scan(bytes: &[u8]) -> Result<(Vec<Node>, usize), (SgfError, usize)> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut at = 0;
    let mut depth = 0usize;
    let mut main = true;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            // The end of this game is missing, and the next one begins.
            b'(' if depth > 0 && starts_game(&bytes[at..]) => return Err((SgfError::Unfinished, at)),
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                // The first variation comes first, so the main line ends with the first branch that ends.
                main = false;
                if depth == 0 {
                    return Ok((nodes, at + 1));
                }
            }
            b';' if main => nodes.push(Node::new()),
            b';' => {}
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                let (property, length) = property(&bytes[at..]).map_err(|(error, length)| (error, at + length))?;
                match nodes.last_mut() {
                    Some(node) if main => node.push(property),
                    Some(_) => {}
                    None => return Err((SgfError::Syntax(shown(&property.key)), at)),
                }
                at += length;
                continue;
            }
        }
        at += 1;
    }
    Err((SgfError::Unfinished, at))
}

/// The property at the start of `bytes`, and its length.
fn property(bytes: &[u8]) -> Result<(Property, usize), (SgfError, usize)> {
    let name = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let key: String =
        bytes[..name].iter().filter(|byte| byte.is_ascii_uppercase()).map(|&byte| char::from(byte)).collect();
    let mut at = name;
    let mut values = Vec::new();
    let mut is_utf8 = true;
    loop {
        let space = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if bytes.get(at + space) != Some(&b'[') {
            break;
        }
        let (value, length) = value(&bytes[at + space + 1..])
            .ok_or_else(|| at + space + 1)
            .map_err(|start| (SgfError::Unclosed(shown(&key)), start + torn(&bytes[start..])))?;
        is_utf8 &= std::str::from_utf8(&value).is_ok();
        values.push(decode(&value).into_owned());
        at += space + 1 + length;
    }
    if key.is_empty() || values.is_empty() {
        let found = bytes[..bytes.len().min(name + 20)].split(|&byte| byte == b'\n').next().unwrap_or_default();
        let error = if at == bytes.len() { SgfError::Unfinished } else { SgfError::Syntax(shown(&decode(found))) };
        return Err((error, name));
    }
    Ok((Property { key, values, is_utf8 }, at))
}

/// The text up to the closing bracket, without escapes, and its length including the bracket.
fn value(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut text = Vec::new();
    let mut at = 0;
    loop {
        match *bytes.get(at)? {
            b']' => return Some((text, at + 1)),
            b'\\' => {
                at += 1;
                // An escaped line end is dropped.
                match *bytes.get(at)? {
                    b'\r' if bytes.get(at + 1) == Some(&b'\n') => at += 1,
                    b'\n' | b'\r' => {}
                    escaped => text.push(escaped),
                }
            }
            b'(' if starts_game(&bytes[at..]) => return None,
            byte => text.push(byte),
        }
        at += 1;
    }
}

/// The end of an unclosed value, which is the start of the next game.
fn torn(bytes: &[u8]) -> usize {
    (0..bytes.len()).find(|&at| starts_game(&bytes[at..])).unwrap_or(bytes.len())
}
