//! Programs by their names.

use std::env;
use std::path::{Path, PathBuf};

use crate::machine::program::own;

/// The program's file: a path as it is, a bare name from PATH; otherwise what was found. A bare `rival` is the running
/// program.
pub(super) fn find(name: &str) -> Result<PathBuf, String> {
    if name == "rival" {
        return own().map_err(|error| error.to_string());
    }
    let runs = |path: &Path| {
        use std::os::unix::fs::PermissionsExt;
        path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    };
    if name.contains('/') {
        let path = std::path::absolute(name).map_err(|error| error.to_string())?;
        return if runs(&path) { Ok(path) } else { Err(format!("no program '{name}'")) };
    }
    // Debian's games, engines among them, are not in the PATH of root and services.
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&folders).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join(name)).find(|path| runs(path));
    found.ok_or_else(|| format!("no program '{name}' in PATH"))
}
