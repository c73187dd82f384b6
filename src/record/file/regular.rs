//! Files that end.

use std::fs::{self, File, FileType, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file for reading if its end will come: a regular file, or standard input by one of its names (`/dev/stdin`).
///
/// Opening a named pipe waits for a writer, and a device may never end: a program that was only given a wrong name must
/// not wait for ever.
///
/// # Errors
/// The file cannot be opened, or is not a regular file.
pub fn regular(path: impl AsRef<Path>) -> io::Result<File> {
    let path = path.as_ref();
    let kind = fs::metadata(path)?.file_type();
    if kind.is_file() || kind.is_dir() || is_standard_input(path) {
        // Reading a folder is refused by the system, in words that say so.
        return File::open(path);
    }
    let message = format!("found {}, expected a regular file", name(kind));
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

fn is_standard_input(path: &Path) -> bool {
    ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].iter().any(|name| path == Path::new(name))
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

/// Opens a log to be appended to, made if it is not there.
///
/// # Errors
/// The file cannot be opened or made, or what has this name is a link or no regular file: a link in a folder of others
/// could lead into any file of the user's.
pub fn append(path: &Path) -> io::Result<File> {
    if let Ok(found) = fs::symlink_metadata(path) {
        let found = found.file_type();
        let wrong = if found.is_symlink() { Some("a symbolic link") } else { (!found.is_file()).then(|| name(found)) };
        if let Some(wrong) = wrong.filter(|_| !found.is_dir()) {
            let message = format!("found {wrong}, expected a regular file");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
    }
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    // The system refuses a link that was put there since.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NOFOLLOW.bits() as i32);
    options.open(path)
}
