//! Files and standard output, written so that nobody ever sees half of them.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

/// Writes a file by way of a temporary one in the same folder, so that it has the old content or the new and nothing between.
pub fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut builder = tempfile::Builder::new();
        // Temporary files are private; this one becomes a file like any other.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    };
    write().with_context(|| format!("{}: cannot be written", path.display()))
}

/// Writes to standard output. A reader that has gone away (`| head`) has what it wanted.
pub fn print(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("standard output cannot be written")
        }
        _ => Ok(()),
    }
}
