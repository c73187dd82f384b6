//! Profiles on disk.

use std::io;
use std::path::Path;

use super::Profile;
pub use super::format::{FileError, line, of_line};
use crate::machine::kept;
use crate::machine::regular::read_up_to;
use crate::record::Format;
use crate::record::problem::Problem;

/// Largest accepted file: room for about 20,000 games.
const LARGEST: u64 = 64 << 20;

fn read(path: &Path) -> Result<Profile, FileError> {
    let bytes = read_up_to(path, LARGEST + 1).map_err(|error| FileError::Io { path: path.to_owned(), error })?;
    if bytes.len() as u64 > LARGEST {
        let problem = Problem::at("", format!("more than {} MiB", LARGEST >> 20), "a profile");
        return Err(FileError::Bad { path: path.to_owned(), problem: Box::new(problem) });
    }
    Profile::parse(path, &bytes).map_err(|error| {
        let found = match games(path, &bytes) {
            Some(format) => format!("games ({})", format.name),
            None if bytes.trim_ascii_start().first().is_some_and(|&byte| byte != b'{') => {
                "a text that is no profile".to_owned()
            }
            None => return error,
        };
        if !matches!(error, FileError::Bad { .. }) {
            return error;
        }
        let expected = "a profile, which `rival measure GAMES --player NAME -o PROFILE.json` makes";
        FileError::Bad { path: path.to_owned(), problem: Box::new(Problem::at("", found, expected)) }
    })
}

/// The format of a file that is not a profile but has games.
fn games(path: &Path, bytes: &[u8]) -> Option<&'static Format> {
    // A damaged profile has the extension of a format too.
    Format::of_file(path, bytes).filter(|format| (format.is_like)(bytes))
}

/// Reads a profile. If the file is damaged and the previous one still exists, the result is the previous one with the
/// error.
///
/// # Errors
/// Neither can be read. The error is that of the first.
pub fn load(path: &Path) -> Result<(Profile, Option<FileError>), FileError> {
    match kept::load(path, read)? {
        // A file of an old version is not damaged.
        (_, Some(error @ FileError::Again { .. })) => Err(error),
        found => Ok(found),
    }
}

/// The same; `None` if there is no such file.
///
/// # Errors
/// It is there and cannot be read.
pub fn find(path: &Path) -> Result<Option<(Profile, Option<FileError>)>, FileError> {
    match load(path) {
        Ok(found) => Ok(Some(found)),
        Err(FileError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Changes a profile on disk, or makes it; processes that do so at the same time wait for each other.
///
/// # Errors
/// It cannot be read, locked or written, or the change itself fails. The file is then unchanged.
pub fn update<E: From<FileError>>(
    path: &Path,
    change: impl FnOnce(Option<Profile>) -> Result<Profile, E>,
) -> Result<Profile, E> {
    let io = |error| FileError::Io { path: path.to_owned(), error };
    let _lock = kept::lock(path).map_err(io)?;
    let profile = change(find(path)?.map(|(profile, _)| profile))?;
    save(&profile, path)?;
    Ok(profile)
}

/// Writes a profile in one step. A previous file that was not damaged is kept beside it as `.old`.
///
/// # Errors
/// One of the files cannot be written. The previous profile is then kept.
pub fn save(profile: &Profile, path: &Path) -> Result<(), FileError> {
    let text = profile.to_json();
    if text.len() as u64 > LARGEST {
        let found = format!("{} games", profile.games.len());
        let expected = format!("as many as {} MiB have room for", LARGEST >> 20);
        let problem = Box::new(Problem::at("games", found, expected));
        return Err(FileError::Bad { path: path.to_owned(), problem });
    }
    kept::save(path, &text, |path| read(path).is_ok()).map_err(|(path, error)| FileError::Io { path, error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Game, Move};
    use crate::people::Judge;
    use crate::players::duel::opening_board;
    use crate::search::Stop;
    use crate::strength::person::{Opponent, Played};

    fn played(seed: u64) -> Played {
        let mut game = Game::new(opening_board(seed, 30));
        for _ in 0..6 {
            let moves = game.board().position.moves();
            let mv = crate::board::squares(moves).next().map_or(Move::Pass, Move::from);
            game.play(mv).unwrap();
        }
        let opponent = Opponent::named(if seed.is_multiple_of(2) { "people-1300" } else { "B\u{e9}a \"b\"" });
        let played = Played::against(&game, Color::White, opponent);
        let played = if seed.is_multiple_of(3) { played.resigned(seed > 2).seeded(u64::MAX - seed) } else { played };
        played.judge(&mut Judge::deeper(1, 2), &Stop::default()).unwrap()
    }

    fn profile(count: u64) -> Profile {
        let mut profile = Profile::new("Ann \"\u{e9}\"");
        profile.add((0..count).map(played));
        profile
    }

    #[test]
    fn a_profile_is_the_same_after_writing_and_reading() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann.json");
        for count in [0, 1, 5] {
            save(&profile(count), &path).unwrap();
            let (found, problem) = load(&path).unwrap();
            assert_eq!(found, profile(count));
            assert!(problem.is_none());
        }
        assert_eq!(of_line(&line(&played(3))), Some(played(3)));
        assert_eq!(of_line("{"), None);
    }

    #[test]
    fn the_last_good_one_is_kept_and_changes_at_the_same_time_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann.json");
        save(&profile(1), &path).unwrap();
        save(&profile(2), &path).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for length in [0, 1, whole.len() / 2, whole.len() - 3] {
            std::fs::write(&path, &whole[..length]).unwrap();
            let (found, problem) = load(&path).unwrap();
            assert_eq!(found, profile(1));
            assert!(problem.is_some_and(|problem| problem.to_string().contains("ann.json")));
        }
        std::thread::scope(|scope| {
            for number in 2..8 {
                let path = &path;
                scope.spawn(move || {
                    let add = |found: Option<Profile>| {
                        let mut all = found.unwrap_or_default();
                        all.add([played(number)]);
                        Ok::<_, FileError>(all)
                    };
                    update(path, add).unwrap();
                });
            }
        });
        assert_eq!(load(&path).unwrap().0.games.len(), 7);
        let before = std::fs::read(&path).unwrap();
        let refuse = |_| Err(FileError::Io { path: path.clone(), error: io::ErrorKind::StorageFull.into() });
        assert!(update(&path, refuse).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[test]
    fn what_is_no_profile_is_refused_in_one_line() {
        let good = profile(2);
        let own_error = format!("\"opponent_error\":{:?}", good.games[0].opponent.strength.unwrap().error);
        let good = good.to_json();
        let error = |text: &str| Profile::parse(Path::new("x.json"), text.as_bytes()).unwrap_err().to_string();
        let again = "; measure again: rival measure GAMES --player NAME -o x.json";
        for (text, expected) in [
            (good.replace("profile/2", "profile/1"), again),
            (good.replace("\"depth\":5", "\"depth\":6"), again),
            (good.replace("profile/2", "profile/9"), "format: found \"rival-profile/9\", expected"),
            (good.replace("\"transcript\":\"", "\"transcript\":\"a1"), "games[0]: found the moves"),
            (good.replace("\"given\":0", "\"given\":3"), "games[0]: found values of other moves"),
            (good.replace(&own_error, "\"opponent_error\":-1.0"), "games[0]: found an opponent's strength"),
            (good.clone() + "x", "nothing after the closing brace"),
            ("[1]".to_owned(), "expected"),
        ] {
            assert_ne!(text, good);
            let message = error(&text);
            assert!(message.contains(expected) && !message.contains('\n'), "{message}");
        }
    }
}
