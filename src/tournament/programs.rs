//! The folders that are searched for programs.

use std::env;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Debian's folder of games, which also has engines. It is not in the PATH of root and of services.
pub(super) const GAMES: &str = "/usr/games";

/// The folders in which bare names are looked for.
pub(super) fn folders() -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).chain([GAMES.into()]).collect::<Vec<_>>().into_iter()
}

/// The path with a leading `~` replaced by the user's home, because shells leave it alone inside quotes.
pub(super) fn from_home(path: impl AsRef<Path>) -> PathBuf {
    let path = path.as_ref();
    match (path.strip_prefix("~"), env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// True for an executable file.
pub(super) fn runs(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};

    use super::*;

    #[test]
    fn only_a_file_with_a_right_to_run_is_a_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engine");
        assert!(!runs(&path) && !runs(folder.path()));
        for (mode, expected) in [(0o644, false), (0o744, true), (0o610, true), (0o601, true)] {
            fs::write(&path, "").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            assert_eq!(runs(&path), expected, "{mode:o}");
        }
        assert!(folders().any(|folder| folder == Path::new(GAMES)));
    }
}
