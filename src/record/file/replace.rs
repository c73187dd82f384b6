//! Files written so that nobody ever sees half of them.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file by way of a temporary one in the same folder: it has the old content or the new and nothing between,
/// after a crash of the system too.
///
/// A link stays a link: what it points to is written. What is there and is no file (a pipe, a device) is written to as
/// it is.
///
/// # Errors
/// It cannot be written; what was there is still there. The error does not name the temporary file, which means nothing
/// to a user.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
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
        file.as_file().sync_all()?;
        file.persist(&target)?;
        Ok(())
    };
    write().map_err(plain)
}

/// An error without the name of the temporary file.
#[must_use]
pub fn plain(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((cause, _)) => io::Error::new(error.kind(), cause),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_old_content_or_the_new() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        replace(&path, "old").unwrap();
        replace(&path, "new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = replace(&folder.path().join("absent/x"), "new").unwrap_err().to_string();
        assert!(!error.contains("absent") && !error.contains("tmp"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let [target, link] = ["target", "link"].map(|name| folder.path().join(name));
        std::fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        replace(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(&target).unwrap(), b"new");
    }
}
