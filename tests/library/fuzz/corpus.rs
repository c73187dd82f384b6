//! The corpus of the fuzz targets, and the damage to its entries.

use std::path::Path;

/// A place (modulo the length), the number of an operation, and a byte for it.
pub type Edit = (u16, u8, u8);

/// The largest size of an input, in bytes.
const LONGEST: usize = 1 << 16;

/// The files of a folder of this repository with an extension, in order.
pub fn files(folder: &str, extension: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    assert!(!paths.is_empty(), "{}: no .{extension}", folder.display());
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// The sent lines of a protocol's transcripts.
pub fn conversations(protocol: &str) -> Vec<Vec<u8>> {
    let sent = |transcript: Vec<u8>| {
        let text = String::from_utf8_lossy(&transcript).into_owned();
        text.lines().filter_map(|line| line.strip_prefix("> ")).collect::<Vec<_>>().join("\n").into_bytes()
    };
    files("protocol-tests", protocol).into_iter().map(sent).collect()
}

/// An entry of the corpus after a few edits, so that most of it is still valid.
pub fn damaged(entry: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = entry.to_vec();
    for &(place, what, byte) in edits {
        let at = usize::from(place) % (bytes.len() + 1);
        match what % 7 {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, byte),
            2 if at < bytes.len() => bytes[at] = byte,
            3 if at < bytes.len() => drop(bytes.remove(at)),
            4 => bytes.extend_from_within(at..),
            5 if at < bytes.len() => bytes[at] ^= 1 << (byte % 8),
            6 => drop(bytes.drain(at..(at + usize::from(byte)).min(bytes.len()))),
            _ => {}
        }
        bytes.truncate(LONGEST);
    }
    bytes
}
