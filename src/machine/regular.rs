//! Opens files that are sure to end. All files that a user or another program names are opened here for reading.

use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Opens a file for reading if it will end: a regular file, or standard input by one of its names (`-`, `/dev/stdin`).
/// Opening a named pipe waits for a writer, and a device may never end; a wrong name must not make a program wait
/// forever.
///
/// # Errors
///
/// The file cannot be opened, or is not a regular file.
pub fn regular(path: impl AsRef<Path>) -> io::Result<File> {
    let path = path.as_ref();
    if path == Path::new(STANDARD_INPUT) {
        return standard_input();
    }
    let kind = fs::metadata(path).map_err(|error| match error.kind() {
        // The system's message lacks the place and contains a number.
        kind @ io::ErrorKind::NotFound => io::Error::new(kind, "there is no such file"),
        _ => error,
    });
    let kind = kind?.file_type();
    if kind.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "found a folder, expected a file: name one in it"));
    }
    if kind.is_file() || is_standard_input(path) {
        return File::open(path);
    }
    let message = format!("found {}, expected a regular file", name(kind));
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// The name that stands for standard input in a command.
pub const STANDARD_INPUT: &str = "-";

fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    return Ok(File::from(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?));
    #[cfg(windows)]
    return Ok(File::from(std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?));
    #[cfg(not(any(unix, windows)))]
    return Err(io::ErrorKind::Unsupported.into());
}

/// True for the names of standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    [STANDARD_INPUT, "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].iter().any(|name| path == Path::new(name))
}

#[cfg(unix)]
fn name(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn name(_: FileType) -> &'static str {
    "a device"
}

/// All bytes of a regular file.
///
/// # Errors
/// See [`regular`]; it cannot be read.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    read_up_to(path, u64::MAX)
}

/// The first bytes of a regular file. Ask for one more than allowed to notice a file that is too large.
///
/// # Errors
///
/// See [`read`].
pub(crate) fn read_up_to(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    content(regular(path)?, most)
}

/// The first bytes of a file or a stream.
///
/// # Errors
///
/// It cannot be read, or is a text in UTF-16.
pub(crate) fn content(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most).read_to_end(&mut bytes)?;
    check_encoding(&bytes)?;
    Ok(bytes)
}

/// Refuses a text in UTF-16, as Notepad and PowerShell write it. No binary file of the program begins with its byte
/// order mark.
///
/// # Errors
///
/// The text begins with the byte order mark of UTF-16.
pub(crate) fn check_encoding(bytes: &[u8]) -> io::Result<()> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        let message = "found a text in UTF-16, expected UTF-8: save the file as UTF-8";
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(())
}

/// Opens a file for appending and reading, and creates it if needed: logs, journals, locks.
///
/// # Errors
///
/// The file cannot be opened or created, or [`check_writable`] refuses it.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    check_writable(path)?;
    let mut options = OpenOptions::new();
    options.create(true).append(true).read(true);
    // The system refuses a link that was made since the check.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NOFOLLOW.bits() as i32);
    options.open(path)
}

/// Checks that this name is free or belongs to a file that may be written.
///
/// # Errors
///
/// It is a link or not a regular file: a link in a folder of others could lead into any of the user's files.
pub fn check_writable(path: &Path) -> io::Result<()> {
    let Ok(found) = fs::symlink_metadata(path) else { return Ok(()) };
    let kind = found.file_type();
    let wrong = match kind {
        // Writing to a folder fails with the system's own message.
        kind if kind.is_file() || kind.is_dir() => return Ok(()),
        kind if kind.is_symlink() => "a symbolic link",
        kind => name(kind),
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("found {wrong}, expected a regular file")))
}
