//! Files and standard output, written so that nobody ever sees half of them.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

/// Writes a file by way of a temporary one in the same folder, so that it has the old content or the new and nothing between.
///
/// A link stays a link: what it points to is written. What is there and is no file (a pipe, a device) is written to as it is.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let target = path.canonicalize().unwrap_or(path.to_owned());
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        if target.exists() && !target.is_file() {
            return OpenOptions::new().write(true).open(&target)?.write_all(bytes.as_ref());
        }
        let mut builder = tempfile::Builder::new();
        // Temporary files are private; this one becomes a file like any other.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes.as_ref())?;
        file.persist(&target)?;
        Ok(())
    };
    write().with_context(|| format!("{}: cannot be written", path.display()))
}

/// Writes to standard output, at once.
///
/// # Errors
/// It cannot be written. If its reader has gone away (`| head`), the caller ends with this error, and [`is_broken_pipe`] makes it a success.
pub fn print(text: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_ref()).and_then(|()| stdout.flush()).context("standard output cannot be written")
}

/// True if the reader of our output has gone away: it has what it wanted.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.root_cause().downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
