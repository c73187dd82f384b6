//! Writes regular files, completely or not at all, and standard output.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::eval::patterns::NetworkFile;
use crate::machine::files;
use crate::machine::regular::{STANDARD_INPUT, read, read_up_to};
use crate::record::Format;
use crate::record::profile_file::is_like_profile;
use crate::record::text::escaped;

/// The error of standard output.
pub(super) const UNWRITTEN: &str = "standard output cannot be written";

/// Writes a file whose name we choose, completely or not at all: see [`files::replace`].
///
/// # Errors
///
/// It cannot be written; the old content remains.
pub(super) fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    files::replace(path, bytes).with_context(|| format!("{}: cannot be written", path.display()))
}

/// The same for a file that the user named: see [`files::replace_named`].
///
/// # Errors
///
/// It cannot be written; the old content remains.
pub(super) fn replace_named(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    files::replace_named(path, bytes).with_context(|| format!("{}: cannot be written", path.display()))
}

/// Checks before long work that its result can be written to this path.
///
/// # Errors
///
/// The file's folder does not accept a new file, or see [`check_name`].
pub(super) fn check(path: &Path) -> anyhow::Result<()> {
    check_name(path)?;
    if path.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory))
            .with_context(|| format!("{}: cannot be written", path.display()));
    }
    // A pipe is not opened, because its reader would take the closing for the end of the result.
    if path.exists() && !path.is_file() {
        return Ok(());
    }
    if path.exists() {
        let open = OpenOptions::new().append(true).open(path);
        return open.map(|_| ()).with_context(|| format!("{}: cannot be written", path.display()));
    }
    let new = tempfile::tempfile_in(files::folder(path)).map_err(files::without_temporary_name);
    new.map(|_| ()).with_context(|| format!("{}: cannot be written", path.display()))
}

/// The content of a file that a command writes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Content {
    /// A person's profile.
    Profile,
    /// A personality.
    Personality,
    /// A page in HTML.
    Page,
    /// A network over patterns.
    Network,
    /// Games in this format.
    Games(&'static Format),
}

impl Content {
    fn words(self) -> String {
        match self {
            Content::Profile => "a profile".to_owned(),
            Content::Personality => "a personality".to_owned(),
            Content::Page => "a page in HTML".to_owned(),
            Content::Network => "a network".to_owned(),
            Content::Games(format) => format!("games or positions ({})", format.name),
        }
    }

    /// True if a file has such content. Anything else may be the only copy of somebody's work.
    fn is_in(self, path: &Path) -> bool {
        let head = read_up_to(path, 200).unwrap_or_default();
        let text = String::from_utf8_lossy(&head).to_lowercase();
        match self {
            Content::Profile => is_like_profile(&head),
            Content::Personality => text.contains("\"rival/"),
            Content::Page => text.contains("<!doctype html") || text.contains("<html"),
            Content::Network => read(path).is_ok_and(|bytes| NetworkFile::parse(&bytes).is_ok()),
            Content::Games(format) => read(path).is_ok_and(|bytes| (format.is_like)(&bytes)),
        }
    }
}

/// True if a file begins like a profile.
pub(super) fn is_profile(path: &Path) -> bool {
    Content::Profile.is_in(path)
}

/// Checks before long work that this content can be written to this path, and that no other content is lost there.
///
/// # Errors
///
/// See [`check`]; or there is a file with other content.
pub(super) fn check_content(path: &Path, content: Content) -> anyhow::Result<()> {
    check(path)?;
    let is_empty = path.metadata().is_ok_and(|file| file.len() == 0);
    if path.is_file() && !is_empty && !content.is_in(path) {
        bail!("{}: found another file, expected {} or a new file: name another", path.display(), content.words());
    }
    Ok(())
}

/// Refuses `-`, which means standard output for the result of `rival convert` only.
///
/// # Errors
///
/// The path is `-`.
pub(super) fn check_name(path: &Path) -> anyhow::Result<()> {
    if path == Path::new(STANDARD_INPUT) {
        bail!("-: found standard output, expected a file to write (./- is one)");
    }
    Ok(())
}

/// Refuses to write over one of these files, which `role` describes.
///
/// # Errors
///
/// The path names one of them.
pub(super) fn check_other<P: AsRef<Path>>(
    option: &str,
    path: &Path,
    role: &str,
    others: impl IntoIterator<Item = P>,
) -> anyhow::Result<()> {
    // The names `-` of an input and of an output are two streams.
    if path != Path::new(STANDARD_INPUT) && others.into_iter().any(|other| is_same_file(other.as_ref(), path)) {
        bail!("{option}: {} is {role}: name another file", path.display());
    }
    Ok(())
}

/// True if both paths name one file, existing or not.
pub(super) fn is_same_file(a: &Path, b: &Path) -> bool {
    resolve(a) == resolve(b)
}

/// The path with links resolved. The file may be missing.
fn resolve(path: &Path) -> PathBuf {
    let resolved = path.canonicalize().or_else(|_| {
        let folder = files::folder(path).canonicalize()?;
        Ok::<_, std::io::Error>(folder.join(path.file_name().unwrap_or_default()))
    });
    resolved.unwrap_or(path.to_owned())
}

/// Writes text or JSON to standard output, at once.
///
/// The text may come from files, so control characters are escaped. JSON keeps its meaning.
///
/// # Errors
///
/// It cannot be written. If its reader has closed it (`| head`), the caller returns this error, and
/// [`is_broken_pipe`] turns it into a success.
pub(super) fn print(text: impl AsRef<str>) -> anyhow::Result<()> {
    print_as_is(escaped(text.as_ref()).as_bytes())
}

/// Writes bytes unchanged to standard output, at once: text for a program, or with intended control characters.
///
/// # Errors
///
/// See [`print`].
pub(super) fn print_as_is(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).context(UNWRITTEN)
}

/// True if the reader of standard output has closed it, which counts as success.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.root_cause().downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
