//! The weights inside the program, so that personalities that name them work in any folder.

#[cfg(feature = "weights-beside")]
use std::io;
use std::sync::LazyLock;
#[cfg(feature = "web")]
use std::sync::OnceLock;

use super::{Network, NetworkFile, PatternsSpec, digest};
#[cfg(not(feature = "web"))]
use super::{Patterns, WeightsFile};
#[cfg(feature = "weights-beside")]
use crate::machine::regular;

/// The files of learned numbers in `engines/`: weights, and a network over them.
pub(crate) const FILES: [&str; 2] = ["master.weights", "master.network"];
const WEIGHTS: usize = 0;
const NETWORK: usize = 1;

/// The bytes of one of [`FILES`].
#[cfg(not(any(feature = "weights-beside", feature = "web")))]
fn bytes(number: usize) -> &'static [u8] {
    const BYTES: [&[u8]; FILES.len()] =
        [include_bytes!("../../../engines/master.weights"), include_bytes!("../../../engines/master.network")];
    BYTES[number]
}

/// The same from the program's folder. [`missing`] tells first whether the files exist.
#[cfg(feature = "weights-beside")]
fn bytes(number: usize) -> &'static [u8] {
    BESIDE[number].as_ref().unwrap_or_else(|error| panic!("{}: {error}", FILES[number]))
}

/// The same for a page without the program, which loads them while the person looks at it.
#[cfg(feature = "web")]
fn bytes(number: usize) -> &'static [u8] {
    let loaded = (number == NETWORK).then(|| LOADED_NETWORK.get()).flatten();
    loaded.unwrap_or_else(|| panic!("{}: not loaded yet", FILES[number]))
}

/// The network that the page has loaded.
#[cfg(feature = "web")]
static LOADED_NETWORK: OnceLock<Vec<u8>> = OnceLock::new();

/// Takes in what the page has loaded: the weights come in two pieces, those of the opening first.
#[cfg(feature = "web")]
pub(crate) fn take_in(name: &str, bytes: Vec<u8>) {
    // A second copy of a file is the same.
    match name {
        "master.weights.opening" => drop(LOADED_PATTERNS.set(PatternsSpec::opening(FILES[WEIGHTS], &bytes))),
        "master.weights.rest" => patterns().fill_rest(&bytes),
        "master.network" => drop(LOADED_NETWORK.set(bytes)),
        _ => {}
    }
}

/// The weights that the page has loaded.
#[cfg(feature = "web")]
static LOADED_PATTERNS: OnceLock<PatternsSpec> = OnceLock::new();

/// The checked files in the program's folder, or the error for each.
#[cfg(feature = "weights-beside")]
static BESIDE: LazyLock<[io::Result<Vec<u8>>; FILES.len()]> = LazyLock::new(|| {
    FILES.map(|file| {
        let bytes = regular::read(std::env::current_exe()?.with_file_name(file))?;
        if file == FILES[NETWORK] {
            NetworkFile::parse(&bytes).map(drop).map_err(io::Error::other)?;
        } else {
            WeightsFile::parse(&bytes).map(drop).map_err(io::Error::other)?;
        }
        Ok(bytes)
    })
});

/// The error about missing weights beside the program, in one line.
#[cfg(feature = "weights-beside")]
#[must_use]
pub(crate) fn missing() -> Option<String> {
    FILES.into_iter().zip(&*BESIDE).find_map(|(file, read)| {
        let error = read.as_ref().err()?;
        Some(format!("{file} beside the program: {error}"))
    })
}

/// The weights that are part of the program, read at first use.
#[cfg(not(feature = "web"))]
static PATTERNS: LazyLock<PatternsSpec> = LazyLock::new(|| {
    let file = FILES[WEIGHTS];
    let bytes = bytes(WEIGHTS);
    let sha256 = digest(bytes);
    // The tests read every shipped file, so this does not fail.
    let weights = WeightsFile::parse(bytes).unwrap_or_else(|error| panic!("engines/{file}: {error}"));
    PatternsSpec { file: file.to_owned(), patterns: Patterns::new(weights, &sha256), sha256 }
});

/// The SHA-256 of the shipped network.
static DIGEST: LazyLock<String> = LazyLock::new(|| digest(bytes(NETWORK)));

/// The shipped network, read at first use.
static OVER: LazyLock<Network> = LazyLock::new(|| {
    let file = FILES[NETWORK];
    let bytes = bytes(NETWORK);
    let network = NetworkFile::parse(bytes).and_then(|network| Network::new(patterns(), network, &DIGEST));
    network.unwrap_or_else(|error| panic!("engines/{file}: {error}"))
});

/// The SHA-256 of the shipped weights, without reading them.
#[must_use]
pub fn sha256() -> String {
    digest(bytes(WEIGHTS))
}

/// The SHA-256 of the shipped network, without reading it.
#[must_use]
pub fn network_sha256() -> String {
    DIGEST.clone()
}

/// The shipped weights.
#[must_use]
#[cfg(not(feature = "web"))]
pub fn patterns() -> &'static PatternsSpec {
    &PATTERNS
}

/// The shipped weights, as far as the page has loaded them.
#[must_use]
#[cfg(feature = "web")]
pub fn patterns() -> &'static PatternsSpec {
    LOADED_PATTERNS.get().unwrap_or_else(|| panic!("{}: not loaded yet", FILES[WEIGHTS]))
}

/// The shipped weights, if they have this SHA-256.
#[must_use]
pub fn find(sha256: &str) -> Option<&'static PatternsSpec> {
    Some(patterns()).filter(|patterns| patterns.sha256 == sha256)
}

/// The shipped network, if it has this SHA-256 and belongs to these patterns.
#[must_use]
pub fn find_network(sha256: &str, patterns: &PatternsSpec) -> Option<&'static Network> {
    (*DIGEST == sha256 && patterns == self::patterns()).then(|| &*OVER)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_of_numbers_in_engines_is_shipped_under_its_own_name() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/engines");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|file| !file.ends_with(".json"))
            .collect();
        assert_eq!(files, FILES.map(str::to_owned).into());
        assert_eq!((sha256(), "master.weights"), (patterns().sha256.clone(), patterns().file.as_str()));
        assert!(find_network(&DIGEST, patterns()).is_some() && find_network(&sha256(), patterns()).is_none());
        assert!(find(&sha256()).is_some());
    }
}
