//! SHA-256 of bytes and files. It identifies engines and openings independently of their place.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::problem::Problem;
use crate::machine::regular::regular;

/// The size in bytes from which the digests of files are cached.
const LARGE: u64 = 1 << 20;
/// The age from which a change is sure to be noticed: the clocks of file systems tick at least every two seconds.
const SETTLED: Duration = Duration::from_secs(3);

/// A digest, written as 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest(String);

impl Digest {
    /// ```
    /// use rival::record::Digest;
    /// assert!(Digest::of_bytes("abc").to_string().starts_with("ba7816bf8f01cfea"));
    /// ```
    #[must_use]
    pub fn of_bytes(bytes: impl AsRef<[u8]>) -> Digest {
        Digest::written(Sha256::digest(bytes))
    }

    /// The digest of everything that a reader returns.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn of_reader(mut reader: impl Read) -> io::Result<Digest> {
        let mut hasher = Sha256::new();
        let mut chunk = vec![0; 1 << 16];
        loop {
            match reader.read(&mut chunk) {
                Ok(0) => return Ok(Digest::written(hasher.finalize())),
                Ok(count) => hasher.update(&chunk[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The digest of a regular file. A file of a megabyte or more, such as a program, is not read again if its length
    /// and the time of its last change are the same and that change is not recent.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn of_file(path: &Path) -> io::Result<Digest> {
        static KNOWN: Mutex<BTreeMap<(PathBuf, u64, SystemTime), Digest>> = Mutex::new(BTreeMap::new());
        let file = regular(path)?;
        let about = file.metadata()?;
        let (Ok(changed), LARGE..) = (about.modified(), about.len()) else {
            return Digest::of_reader(file);
        };
        let key = (std::path::absolute(path)?, about.len(), changed);
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(digest) = known().get(&key) {
            return Ok(digest.clone());
        }
        // Another change in the same tick of the file system's clock would not be noticed.
        let is_settled = changed.elapsed().is_ok_and(|age| age > SETTLED);
        let digest = Digest::of_reader(file)?;
        if is_settled {
            known().insert(key, digest.clone());
        }
        Ok(digest)
    }

    fn written(bytes: impl AsRef<[u8]>) -> Digest {
        Digest(bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The digest in lower-case hexadecimal.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Digest {
    type Error = Problem;

    fn try_from(text: String) -> Result<Digest, Problem> {
        let is_digest = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if is_digest {
            Ok(Digest(text))
        } else {
            Err(Problem::at("", format!("{text:?}"), "64 hexadecimal digits in lower case"))
        }
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        digest.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A digest of a growing list. It is available at every length.
#[derive(Debug, Clone, Default)]
pub struct Growing(Sha256);

impl Growing {
    /// Adds bytes at the end.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.update(bytes);
    }

    /// The digest of all bytes so far.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::written(self.0.clone().finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_give_the_same() {
        // The example is B.1 of FIPS 180-2.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let mut growing = Growing::default();
        growing.add("a");
        growing.add("bc");
        assert_eq!(growing.digest().as_str(), expected);
        assert_eq!(Digest::of_reader(&b"abc"[..]).unwrap(), Digest::of_bytes("abc"));
        assert_eq!(serde_json::to_string(&Digest::of_bytes("abc")).unwrap(), format!("\"{expected}\""));
        assert!(serde_json::from_str::<Digest>("\"ABC\"").is_err());
    }

    #[test]
    fn a_large_file_that_changes_has_another_digest() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut bytes = vec![0; LARGE as usize];
        let old = SystemTime::UNIX_EPOCH;
        let now = SystemTime::now();
        // The last two files differ only in their content, and are too recent to be trusted.
        for (last, changed) in [(0, old), (0, old), (1, old + Duration::from_secs(2)), (2, now), (3, now)] {
            *bytes.last_mut().unwrap() = last;
            std::fs::write(file.path(), &bytes).unwrap();
            file.as_file().set_modified(changed).unwrap();
            assert_eq!(Digest::of_file(file.path()).unwrap(), Digest::of_bytes(&bytes));
        }
        // The file gets longer, at the same time.
        bytes.push(4);
        std::fs::write(file.path(), &bytes).unwrap();
        file.as_file().set_modified(old).unwrap();
        assert_eq!(Digest::of_file(file.path()).unwrap(), Digest::of_bytes(&bytes));
    }
}
