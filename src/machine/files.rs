//! Files that are there whole or not at all.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file by way of a temporary one in the same folder, so that it has the old content or the new and nothing
/// between, whether the process is killed or the machine loses its power.
///
/// A link stays a link: what it points to is written. What is there and is no file (a pipe, a device) is written to as
/// it is.
///
/// # Errors
/// The file cannot be written; what was there is still there.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    write(path, bytes.as_ref()).map_err(plain)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = path.canonicalize().unwrap_or(path.to_owned());
    if target.exists() && !target.is_file() {
        return OpenOptions::new().write(true).open(&target)?.write_all(bytes);
    }
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut builder = tempfile::Builder::new();
    // Temporary files are private; this one becomes a file like any other.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder(&target))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(&target)?;
    Ok(())
}

/// The folder that a file is in; the current one if its path has none.
#[must_use]
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// An error without the name of a temporary file, which means nothing to a user.
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
        let path = folder.path().join("x.txt");
        replace(&path, "one").unwrap();
        replace(&path, "two").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
        let error = replace(&folder.path().join("absent/x.txt"), "three").unwrap_err();
        assert!(error.kind() == io::ErrorKind::NotFound && !error.to_string().contains(".tmp"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_file_is_readable_by_all() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        replace(&file, "one").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace(&link, "two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "two");
        assert_ne!(file.metadata().unwrap().permissions().mode() & 0o400, 0);
    }
}
