//! How commands write: to stdout, where a reader that has gone is no error, and to files, which are there whole or not at all.

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;

/// Writes the text to stdout.
pub fn print(text: &str) -> anyhow::Result<ExitCode> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("stdout"),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Writes a file by way of a temporary one in the same folder.
pub fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let put = || -> io::Result<()> {
        let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
        temporary.write_all(text.as_bytes())?;
        // Temporary files are private; this one is to be read like any other.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            temporary.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
        }
        temporary.persist(file)?;
        Ok(())
    };
    put().with_context(|| format!("{}: cannot be written", file.display()))
}
