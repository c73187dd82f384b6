//! Profiles on disk. A new version replaces the old one in one step, and the old one stays beside it as `.old`.

use std::io;
use std::path::{Path, PathBuf};

use super::problem::{Problem, check_format};
use crate::machine::files;
use crate::machine::regular::{append, read_up_to};

/// A profile that is stored in a file.
pub trait StoredProfile: Sized {
    /// Largest accepted file, in bytes.
    const LARGEST: u64;

    /// Reads a profile; errors name `path`.
    ///
    /// # Errors
    /// See [`KeptError`].
    fn of_file(path: &Path, bytes: &[u8]) -> Result<Self, KeptError>;

    /// The text of a file with this profile.
    fn to_file(&self) -> String;

    /// The number of its games.
    fn count(&self) -> usize;
}

/// The reason why a profile cannot be read or written. It is displayed as one line.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file is damaged, or not a profile.
    #[error("{}: {problem}", path.display())]
    Bad {
        /// The path of the file.
        path: PathBuf,
        /// The first error in it.
        problem: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The profile is intact but has another version, judge or tester, so its figures cannot be compared.
    #[error("{}: {difference}", path.display())]
    Unlike {
        /// The path of the file.
        path: PathBuf,
        /// The value in the file, and the expected value.
        difference: String,
    },
}

impl KeptError {
    /// The error for a faulty file at this path.
    pub(crate) fn bad(path: &Path, problem: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> KeptError {
        KeptError::Bad { path: path.to_owned(), problem: problem.into() }
    }

    /// Checks that the file at this path has this format.
    ///
    /// # Errors
    /// It has another one, such as that of a later version.
    pub(crate) fn check_format(path: &Path, bytes: &[u8], format: &str) -> Result<(), KeptError> {
        let unlike =
            |difference: Problem| KeptError::Unlike { path: path.to_owned(), difference: difference.to_string() };
        check_format(bytes, format).map_err(unlike)
    }

    /// Adds the path to the system's error.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> KeptError + use<> {
        let path = path.to_owned();
        move |error| KeptError::Io { path: path.clone(), error }
    }
}

/// The path with a suffix added to the file's name.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// A profile, and the bytes of its file.
type Read<K> = Result<(K, Vec<u8>), KeptError>;

fn read<K: StoredProfile>(path: &Path) -> Read<K> {
    let bytes = read_up_to(path, K::LARGEST + 1).map_err(KeptError::io(path))?;
    if bytes.len() as u64 > K::LARGEST {
        return Err(KeptError::bad(path, Problem::at("", format!("more than {} MiB", K::LARGEST >> 20), "a profile")));
    }
    Ok((K::of_file(path, &bytes)?, bytes))
}

/// True if a file begins like a person's profile of any version. Its beginning suffices.
pub(crate) fn is_like_profile(bytes: &[u8]) -> bool {
    const BEGINNING: usize = 200;
    String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING)]).contains("\"rival-profile/")
}

/// Reads a profile. If the file is damaged and its previous version is intact, returns that version with the error.
///
/// # Errors
/// There is no such file, neither can be read, or the profile [cannot be compared](KeptError::Unlike). The error is
/// that of the newer file.
pub fn load<K: StoredProfile>(path: &Path) -> Result<(K, Option<KeptError>), KeptError> {
    read(path).map(|(profile, _)| (profile, None)).or_else(|error| previous(path, error))
}

/// The previous version of a profile that cannot be read for this reason. A missing file was removed by somebody: a new
/// version replaces the old one in one step.
fn previous<K: StoredProfile>(path: &Path, error: KeptError) -> Result<(K, Option<KeptError>), KeptError> {
    if matches!(error, KeptError::Unlike { .. }) || is_missing(&error) {
        return Err(error);
    }
    match read(&beside(path, ".old")) {
        Ok((profile, _)) => Ok((profile, Some(error))),
        Err(_) => Err(error),
    }
}

fn is_missing(error: &KeptError) -> bool {
    matches!(error, KeptError::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
}

/// The same; `None` if there is no such file.
///
/// # Errors
/// The file exists but cannot be read.
pub fn find<K: StoredProfile>(path: &Path) -> Result<Option<(K, Option<KeptError>)>, KeptError> {
    match load(path) {
        Ok(profile) => Ok(Some(profile)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Checks that the folder of a profile exists, so that a first lesson can write it.
///
/// # Errors
/// There is no such folder.
pub fn check_folder(path: &Path) -> Result<(), KeptError> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(KeptError::bad(path, "the folder does not exist: create it, or name another file"))
        }
        _ => Ok(()),
    }
}

/// Changes or creates a profile on disk. A lock on an empty file beside it (`.lock`), or beside the file that a link
/// names, makes other processes wait.
///
/// # Errors
/// It cannot be read, locked or written, or the change itself fails. The file is then unchanged.
pub fn update<K: StoredProfile, E: From<KeptError>>(
    path: &Path,
    change: impl FnOnce(Option<K>) -> Result<K, E>,
) -> Result<K, E> {
    let lock = append(&beside(&files::target(path), ".lock")).map_err(KeptError::io(path))?;
    lock.lock().map_err(KeptError::io(path))?;
    let (profile, bytes) = match read(path) {
        Ok((profile, bytes)) => (Some(profile), Some(bytes)),
        Err(error) if is_missing(&error) => (None, None),
        Err(error) => (Some(previous(path, error)?.0), None),
    };
    let profile = change(profile)?;
    replace(&profile, path, bytes)?;
    Ok(profile)
}

/// Writes a profile in one step. An intact previous version stays beside it as `.old`.
///
/// # Errors
/// One of the files cannot be written. The previous profile remains.
pub fn save<K: StoredProfile>(profile: &K, path: &Path) -> Result<(), KeptError> {
    // A pipe or a device has no old content.
    let is_file = !path.exists() || path.is_file();
    let replaced: Option<(K, _)> = if is_file { read(path).ok() } else { None };
    replace(profile, path, replaced.map(|(_, bytes)| bytes))
}

/// Writes a profile, and the intact previous version as `.old`.
fn replace<K: StoredProfile>(profile: &K, path: &Path, previous: Option<Vec<u8>>) -> Result<(), KeptError> {
    let text = profile.to_file();
    if text.len() as u64 > K::LARGEST {
        let fitting = profile.count() as u64 * K::LARGEST / text.len() as u64;
        let expected = format!("about {fitting}, which fit into {} MiB", K::LARGEST >> 20);
        return Err(KeptError::bad(path, Problem::at("games", format!("{} games", profile.count()), expected)));
    }
    if let Some(bytes) = previous {
        let old = beside(path, ".old");
        files::replace(&old, bytes).map_err(KeptError::io(&old))?;
    }
    files::replace_named(path, text).map_err(KeptError::io(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::problem::json;

    /// A profile of numbers. With a 99 in it, it counts as another version.
    #[derive(Debug, Clone, PartialEq)]
    struct Numbers(Vec<u32>);

    impl StoredProfile for Numbers {
        const LARGEST: u64 = 1 << 20;

        fn of_file(path: &Path, bytes: &[u8]) -> Result<Numbers, KeptError> {
            let numbers: Vec<u32> = json(bytes).map_err(|problem| KeptError::bad(path, problem))?;
            if numbers.contains(&99) {
                return Err(KeptError::Unlike { path: path.to_owned(), difference: "found 99".to_owned() });
            }
            Ok(Numbers(numbers))
        }

        fn to_file(&self) -> String {
            serde_json::to_string_pretty(&self.0).unwrap()
        }

        fn count(&self) -> usize {
            self.0.len()
        }
    }

    fn load_numbers(path: &Path) -> Numbers {
        let (numbers, problem) = load(path).unwrap();
        assert!(problem.is_none());
        numbers
    }

    #[test]
    fn the_last_good_one_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann.json");
        assert!(find::<Numbers>(&path).unwrap().is_none());
        save(&Numbers(vec![1]), &path).unwrap();
        save(&Numbers(vec![1, 2]), &path).unwrap();
        let intact = std::fs::read(&path).unwrap();
        for length in [0, 1, intact.len() / 2, intact.len() - 1] {
            std::fs::write(&path, &intact[..length]).unwrap();
            let (numbers, problem) = load::<Numbers>(&path).unwrap();
            assert_eq!(numbers, Numbers(vec![1]));
            assert!(problem.is_some_and(|problem| problem.to_string().contains("ann.json: ")));
            // A damaged file is not kept as `.old`.
            save(&Numbers(vec![1, 2, 3]), &path).unwrap();
            assert_eq!(load_numbers(&beside(&path, ".old")), Numbers(vec![1]));
        }
        // A file that somebody has removed is not damaged.
        std::fs::remove_file(&path).unwrap();
        assert!(find::<Numbers>(&path).unwrap().is_none());
        update(&path, |numbers: Option<Numbers>| Ok::<_, KeptError>(Numbers(vec![numbers.map_or(5, |_| 6)]))).unwrap();
        assert_eq!((load_numbers(&path), load_numbers(&beside(&path, ".old"))), (Numbers(vec![5]), Numbers(vec![1])));
        // An intact file of another version is not damaged.
        std::fs::write(&path, "[99]").unwrap();
        assert_eq!(load::<Numbers>(&path).unwrap_err().to_string(), format!("{}: found 99", path.display()));
    }

    #[test]
    fn changes_at_the_same_time_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann.json");
        std::thread::scope(|scope| {
            for number in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    let add = |numbers: Option<Numbers>| {
                        let mut all = numbers.unwrap_or(Numbers(Vec::new()));
                        all.0.push(number);
                        Ok::<_, KeptError>(all)
                    };
                    update(path, add).unwrap();
                });
            }
        });
        let mut numbers = load_numbers(&path).0;
        numbers.sort_unstable();
        assert_eq!(numbers, Vec::from_iter(0..8));
        // A failed change leaves no files behind, and neither does a missing folder.
        let before = std::fs::read(&path).unwrap();
        let refuse = |_: Option<Numbers>| Err(KeptError::io(&path)(io::ErrorKind::StorageFull.into()));
        assert!(update(&path, refuse).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), before);
        let absent = folder.path().join("absent/ann.json");
        assert!(update(&absent, |_| Ok::<_, KeptError>(Numbers(Vec::new()))).is_err());
    }

    #[test]
    fn what_could_not_be_read_again_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann.json");
        save(&Numbers(vec![1]), &path).unwrap();
        let message = save(&Numbers(vec![7; 400_000]), &path).unwrap_err().to_string();
        assert!(
            message.ends_with("games: found 400000 games, expected about 209714, which fit into 1 MiB"),
            "{message}"
        );
        assert_eq!(load_numbers(&path), Numbers(vec![1]));
        std::fs::write(&path, " ".repeat((1 << 20) + 1)).unwrap();
        let message = load::<Numbers>(&path).unwrap_err().to_string();
        assert!(message.ends_with("found more than 1 MiB, expected a profile"), "{message}");
    }
}
