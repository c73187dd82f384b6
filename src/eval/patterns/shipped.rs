//! The weights inside the program, so that a personality that names them works in any folder.

#[cfg(feature = "weights-beside")]
use std::io;
use std::sync::LazyLock;

use super::{Patterns, WeightsFile, digest};

/// The weights files of `engines/` by name, the strongest first. Weights that made the figures of `src/people` stay
/// until these are made again.
pub(crate) const FILES: [&str; 1] = ["master.weights"];

/// The bytes of one of [`FILES`].
#[cfg(not(feature = "weights-beside"))]
fn bytes(number: usize) -> &'static [u8] {
    const BYTES: [&[u8]; FILES.len()] = [include_bytes!("../../../engines/master.weights")];
    BYTES[number]
}

/// The same of the files in the program's folder; call [`missing`] first to know whether they are there.
#[cfg(feature = "weights-beside")]
fn bytes(number: usize) -> &'static [u8] {
    BESIDE[number].as_ref().unwrap_or_else(|error| panic!("{}: {error}", FILES[number]))
}

/// The checked files in the program's folder, or the error of each.
#[cfg(feature = "weights-beside")]
static BESIDE: LazyLock<[io::Result<Vec<u8>>; FILES.len()]> = LazyLock::new(|| {
    FILES.map(|file| {
        let bytes = std::fs::read(std::env::current_exe()?.with_file_name(file))?;
        WeightsFile::parse(&bytes).map_err(io::Error::other)?;
        Ok(bytes)
    })
});

/// The error of the weights beside the program, in one line.
#[cfg(feature = "weights-beside")]
#[must_use]
pub(crate) fn missing() -> Option<String> {
    let said = |(file, read): (&str, &io::Result<Vec<u8>>)| {
        let error = read.as_ref().err()?;
        Some(format!("{file} beside the program: {error}"))
    };
    FILES.into_iter().zip(&*BESIDE).find_map(said)
}

/// Weights that are part of the program.
#[derive(Debug)]
pub struct Shipped {
    /// The name of the file in `engines/`.
    pub file: &'static str,
    /// The SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
    /// The weights, ready to evaluate.
    pub patterns: Patterns,
}

/// All of them, read at first use.
static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| (0..FILES.len()).map(read).collect());

fn read(number: usize) -> Shipped {
    let (file, bytes) = (FILES[number], bytes(number));
    let sha256 = digest(bytes);
    // The tests read every shipped file.
    let found = WeightsFile::parse(bytes).unwrap_or_else(|error| panic!("engines/{file}: {error}"));
    Shipped { file, patterns: Patterns::new(found, &sha256), sha256 }
}

/// The SHA-256 of the strongest one's file, without reading it.
#[must_use]
pub fn strongest() -> String {
    digest(bytes(0))
}

/// All of them, the strongest first.
#[must_use]
pub fn all() -> &'static [Shipped] {
    &SHIPPED
}

/// Those with this SHA-256.
#[must_use]
pub fn find(sha256: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|shipped| shipped.sha256 == sha256)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_weights_file_of_engines_is_shipped_under_its_own_name() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/engines");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|file| file.ends_with(".weights"))
            .collect();
        assert_eq!(files, all().iter().map(|shipped| shipped.file.to_owned()).collect());
        assert_eq!(strongest(), all()[0].sha256);
    }
}
