//! The file of this program, and what its environment says of how it was started.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

/// The environment variable with the path of the started file. A program that hands over to the build for this
/// processor sets it. Engines are identified by the started file, because it is the same on all processors.
pub(crate) const STARTED_AS: &str = "RIVAL_STARTED_AS";

/// The environment variable that a referee sets to [`NO_LESSONS`] for the engines that it starts. An engine's own `env`
/// may set it to anything else.
pub(crate) const LESSONS: &str = "RIVAL_LESSONS";
/// The value of [`LESSONS`] with which our players learn nothing from their games.
pub(crate) const NO_LESSONS: &str = "no";

/// The started file: this program's, or that of the one that handed over to it.
///
/// # Errors
///
/// The system does not provide it.
pub fn started_file() -> io::Result<PathBuf> {
    let handed_over = env::var_os(STARTED_AS).map(PathBuf::from).filter(|path| path.is_file());
    handed_over.map_or_else(env::current_exe, Ok)
}

/// True if the path leads to the started file or to the running one.
#[must_use]
pub fn is_own(file: &Path) -> bool {
    let Ok(file) = file.canonicalize() else { return false };
    let programs = [started_file(), env::current_exe()].into_iter().flatten();
    programs.filter_map(|program| program.canonicalize().ok()).any(|program| program == file)
}

/// True if this process ignores the signal with this number, as Linux shows it. False elsewhere.
#[cfg(unix)]
pub(crate) fn ignores(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let digits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let set = digits.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok()).unwrap_or(0);
    set >> (signal - 1) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_that_runs_is_its_own_by_any_path() {
        let file = started_file().unwrap();
        let around = file.parent().unwrap().join(".").join(file.file_name().unwrap());
        assert!(is_own(&file) && is_own(&around));
        assert!(!is_own(Path::new("Cargo.toml")) && !is_own(Path::new("absent")));
    }
}
