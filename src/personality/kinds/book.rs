//! An opening book: the field `book`, which names a file beside the personality.

use std::path::Path;
use std::sync::Arc;

use super::weights::Raw;
use crate::personality::values::CheckResult;
use crate::record::book::{Book, LARGEST_FILE};

/// A book in a file beside a personality. It was read and checked.
#[derive(Debug, Clone)]
pub struct BookSpec {
    /// The name of the file in the personality.
    pub file: String,
    /// The SHA-256 of the file, hexadecimal.
    pub sha256: String,
    /// The book.
    pub book: Arc<Book>,
}

/// Books are compared, not their files.
impl PartialEq for BookSpec {
    fn eq(&self, other: &BookSpec) -> bool {
        self.sha256 == other.sha256
    }
}

impl BookSpec {
    /// The description for `rival show`.
    pub(super) fn describe(&self) -> String {
        let origin = &self.book.origin;
        let positions = self.book.len();
        format!(
            "{positions} positions, {} plies each by {}, {}, `{}`",
            origin.depth, origin.engine, origin.date, origin.command
        )
    }
}

impl From<&BookSpec> for Raw {
    fn from(spec: &BookSpec) -> Raw {
        Raw { file: spec.file.clone(), sha256: spec.sha256.clone() }
    }
}

/// Reads and checks the book.
pub(super) fn check(raw: &Raw, folder: &Path) -> CheckResult<BookSpec> {
    raw.check("book")?;
    let book = raw.read(("book", "a whole opening book"), folder, LARGEST_FILE, Book::parse)?;
    Ok(BookSpec { file: raw.file.clone(), sha256: raw.sha256.clone(), book: Arc::new(book) })
}
