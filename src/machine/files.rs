//! Files that are written completely or not at all.

use std::fs::{Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::regular::check_writable;

/// Writes a temporary file in the same folder and renames it, so that the file has the old content or the new one even
/// if the process is killed or the machine loses power. For names that we choose, in folders that others may have
/// written to.
///
/// # Errors
///
/// The file cannot be written, or is a link or not a regular file; the old content is then still there.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    check_writable(path)?;
    write(path, bytes.as_ref()).map_err(without_temporary_name)
}

/// The same for a file that the user names. A link stays a link, and its target is written. A pipe or a device is
/// written to directly.
///
/// # Errors
///
/// The file cannot be written; the old content is then still there.
pub(crate) fn replace_named(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    if path.metadata().is_ok_and(|file| !file.is_file()) {
        // The link of a pipe, as in /dev/fd, does not name a file.
        return OpenOptions::new().write(true).open(path)?.write_all(bytes.as_ref());
    }
    write(&target(path), bytes.as_ref()).map_err(without_temporary_name)
}

/// The most links that are followed to a file that does not exist, as on Linux.
const MOST_LINKS: usize = 40;

/// The file that a path names, through links, also if it does not exist.
pub(crate) fn target(path: &Path) -> PathBuf {
    if let Ok(target) = path.canonicalize() {
        return target;
    }
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match target.read_link() {
            Ok(next) => target = folder(&target).join(next),
            Err(_) => break,
        }
    }
    target
}

/// The start of the names of temporary files; a random part follows.
const PREFIX: &str = ".rival-";
const SUFFIX: &str = ".tmp";

/// True for the name of a temporary file of [`replace`].
#[must_use]
pub(crate) fn is_temporary(name: &str) -> bool {
    let chance = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    chance.is_some_and(|chance| chance.len() == 6 && chance.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes from a folder the files left by processes killed in [`replace`], if untouched for this long. Zero is for a
/// folder that no other process writes to. Files that cannot be removed stay, which does no harm.
pub fn clear(folder: &Path, untouched: Duration) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let has_name = entry.file_name().to_str().is_some_and(is_temporary);
        if has_name && entry.metadata().is_ok_and(|file| is_abandoned(&file, untouched)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_abandoned(file: &Metadata, untouched: Duration) -> bool {
    file.is_file() && file.modified().is_ok_and(|modified| modified.elapsed().unwrap_or_default() >= untouched)
}

/// Renaming replaces a link and does not follow it.
fn write(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    let old = target.metadata().ok().map(|file| file.permissions());
    // Temporary files are private, so a new file gets the usual permissions.
    #[cfg(unix)]
    if old.is_none() {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder(target))?;
    #[cfg(unix)]
    if let Some(old) = old {
        // Some file systems have no permissions.
        let _ = file.as_file().set_permissions(old);
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(target)?;
    Ok(())
}

/// The folder of a file; the current folder if the path has none.
#[must_use]
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The error without the name of the temporary file, which means nothing to users.
#[must_use]
pub fn without_temporary_name(error: io::Error) -> io::Error {
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
        assert!(error.kind() == io::ErrorKind::NotFound && !error.to_string().contains(SUFFIX), "{error}");
    }

    #[test]
    fn what_a_killed_process_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let others = [".rival-abc.tmp", ".rival-abcdef", "x.tmp", ".tmpAbCdEf"];
        for name in others.iter().chain(&[".rival-Ab3dEf.tmp"]) {
            std::fs::write(folder.path().join(name), "half").unwrap();
        }
        clear(folder.path(), Duration::from_secs(3600));
        assert!(folder.path().join(".rival-Ab3dEf.tmp").exists(), "another process may write it");
        clear(folder.path(), Duration::ZERO);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4);
        assert!(!folder.path().join(".rival-Ab3dEf.tmp").exists() && others.iter().all(|name| !is_temporary(name)));
        clear(&folder.path().join("absent"), Duration::ZERO);
    }

    #[cfg(unix)]
    #[test]
    fn a_named_link_stays_a_link_and_others_are_refused_and_a_file_is_readable_by_all() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let link = folder.path().join("link");
        replace(&file, "one").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace_named(&link, "two").unwrap();
        assert!(link.is_symlink());
        // Each link of a chain stays, also if the last names nothing yet.
        let [first, second, last] = ["first", "second", "last"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("second", &first).unwrap();
        std::os::unix::fs::symlink("last", &second).unwrap();
        for text in ["four", "five"] {
            replace_named(&first, text).unwrap();
            assert!(first.is_symlink() && second.is_symlink() && !last.is_symlink());
            assert_eq!(std::fs::read_to_string(&last).unwrap(), text);
        }
        let dangling = folder.path().join("dangling");
        std::os::unix::fs::symlink(folder.path().join("absent"), &dangling).unwrap();
        for link in [&link, &dangling] {
            let error = replace(link, "three").unwrap_err().to_string();
            assert_eq!(error, "found a symbolic link, expected a regular file");
            assert!(link.is_symlink());
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "two");
        assert!(!folder.path().join("absent").exists());
        assert_ne!(file.metadata().unwrap().permissions().mode() & 0o400, 0);
        for mode in [0o600, 0o664] {
            std::fs::set_permissions(&file, PermissionsExt::from_mode(mode)).unwrap();
            replace_named(&link, "three").unwrap();
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, mode);
        }
    }
}
