//! Profiles on disk. A new one replaces the old one in one step, and the old one stays beside it as `.old`.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Estimate, Profile, Results};
use crate::machine::kept;
use crate::machine::regular::read_up_to;
use crate::personality::{self, PersonalityError};
use crate::players::{Tester, TesterError};
use crate::record::problem::{Problem, json};
use crate::thesis::{GameLosses, PHASES};

const FORMAT: &str = "rival-losses/1";

/// Largest accepted profile, in bytes: room for about 10,000 games.
const LARGEST: u64 = 16 << 20;

#[derive(Deserialize)]
struct Head {
    format: String,
}

/// Why a profile cannot be read or written. Displayed as one line.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file is not a profile.
    #[error("{}: {problem}", path.display())]
    Bad {
        /// The path of the file.
        path: PathBuf,
        /// The first error in it.
        problem: Box<Problem>,
    },
    /// The tester in the file is not a usable personality.
    #[error("{}: tester: {error}", path.display())]
    Personality {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<PersonalityError>,
    },
    /// The personality in the file is not usable as a tester.
    #[error("{}: tester: {error}", path.display())]
    Tester {
        /// The path of the file.
        path: PathBuf,
        /// Why it cannot.
        error: TesterError,
    },
    /// Figures of different testers cannot be compared.
    #[error("{}: {difference}", path.display())]
    Unlike {
        /// The path of the file.
        path: PathBuf,
        /// In what the testers differ.
        difference: String,
    },
}

/// A profile as written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    player: String,
    /// For readers; recomputed from the games.
    #[serde(default)]
    summary: Value,
    plies: u32,
    tester: Value,
    games: Vec<GameLosses>,
    /// The fingerprints of the games, sixteen hexadecimal digits each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    results: BTreeMap<String, Results>,
}

#[derive(Debug, Serialize)]
struct Summary {
    games: usize,
    moves: u32,
    loss: Option<Estimate>,
    deviation: Option<f64>,
    rank: Option<f64>,
    phases: Vec<Phase>,
}

#[derive(Debug, Serialize)]
struct Phase {
    from: u32,
    to: u32,
    moves: u32,
    loss: Option<f64>,
    deviation: Option<f64>,
    rank: Option<f64>,
}

impl Profile {
    fn summary(&self) -> Summary {
        let total = self.total();
        let phases = PHASES.iter().enumerate().map(|(index, &(from, to))| {
            let tally = self.phase(index);
            let (loss, deviation, rank) = (tally.mean(), tally.deviation(), tally.mean_rank());
            Phase { from, to, moves: tally.moves, loss, deviation, rank }
        });
        Summary {
            games: self.games.len(),
            moves: total.moves,
            loss: self.loss(),
            deviation: total.deviation(),
            rank: total.mean_rank(),
            phases: phases.collect(),
        }
    }

    /// The text of a file with this profile.
    #[must_use]
    pub fn to_json(&self) -> String {
        let file = File {
            format: FORMAT.to_owned(),
            player: self.player.clone(),
            summary: serde_json::to_value(self.summary()).expect("finite numbers are JSON"),
            plies: self.plies,
            tester: serde_json::from_str(&self.tester.to_json()).expect("a personality is JSON"),
            games: self.games.clone(),
            marks: self.fingerprints.iter().map(|fingerprint| format!("{fingerprint:016x}")).collect(),
            results: self.results.clone(),
        };
        serde_json::to_string_pretty(&file).expect("strings and finite numbers are JSON") + "\n"
    }
}

/// Reads a profile. If the file is damaged and the previous one is still there, returns that one with the error.
///
/// # Errors
///
/// Neither can be read: the error of the first.
pub fn load(path: &Path) -> Result<(Profile, Option<ProfileError>), ProfileError> {
    kept::load(path, read)
}

/// The same, or nothing if there is no such file.
///
/// # Errors
///
/// The file exists and cannot be read.
pub fn find(path: &Path) -> Result<Option<(Profile, Option<ProfileError>)>, ProfileError> {
    match load(path) {
        Ok(found) => Ok(Some(found)),
        Err(ProfileError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Changes or creates a profile on disk. Processes that do so at the same time wait for each other, by a lock on an
/// empty file beside it (`.lock`).
///
/// # Errors
///
/// It cannot be read, locked or written, or the change itself fails; it then stays unchanged.
pub fn update<E: From<ProfileError>>(
    path: &Path,
    change: impl FnOnce(Option<Profile>) -> Result<Profile, E>,
) -> Result<Profile, E> {
    let io = |error| ProfileError::Io { path: path.to_owned(), error };
    let _lock = kept::lock(path).map_err(io)?;
    let profile = change(find(path)?.map(|(profile, _)| profile))?;
    save(&profile, path)?;
    Ok(profile)
}

/// Writes a profile in one step; the previous file, if it was intact, stays beside it as `.old`.
///
/// # Errors
///
/// One of the files cannot be written; the previous profile is then still there.
pub fn save(profile: &Profile, path: &Path) -> Result<(), ProfileError> {
    let text = profile.to_json();
    if text.len() as u64 > LARGEST {
        let found = format!("{} games", profile.games.len());
        let expected = format!("as many as {} MiB have room for", LARGEST >> 20);
        let problem = Box::new(Problem::at("games", found, expected));
        return Err(ProfileError::Bad { path: path.to_owned(), problem });
    }
    kept::save(path, &text, |path| read(path).is_ok()).map_err(|(path, error)| ProfileError::Io { path, error })
}

fn read(path: &Path) -> Result<Profile, ProfileError> {
    let wrong = |problem| ProfileError::Bad { path: path.to_owned(), problem: Box::new(problem) };
    let bad = |place: &str, found: String, expected: &str| wrong(Problem::at(place, found, expected));
    let bytes = read_up_to(path, LARGEST + 1).map_err(|error| ProfileError::Io { path: path.to_owned(), error })?;
    if bytes.len() as u64 > LARGEST {
        return Err(bad("", format!("more than {} MiB", LARGEST >> 20), "a profile"));
    }
    // First, as the other fields of a file of another format say less of what is the matter.
    match json(&bytes) {
        Ok(Head { format }) if format != FORMAT => {
            return Err(bad("format", format!("{format:?}"), &format!("{FORMAT:?}")));
        }
        _ => {}
    }
    let file: File = json(&bytes).map_err(wrong)?;
    if !(1..=60).contains(&file.plies) {
        return Err(bad("plies", file.plies.to_string(), "a number from 1 to 60"));
    }
    for (number, game) in file.games.iter().enumerate() {
        for (phase, tally) in game.0.iter().enumerate() {
            let possible = tally.moves <= 60
                && (0.0..=1e9).contains(&tally.loss)
                && (0.0..=1e18).contains(&tally.squares)
                && (tally.moves..=tally.moves * 33).contains(&tally.ranks);
            if !possible {
                let found = serde_json::to_string(tally).unwrap_or_default();
                return Err(bad(&format!("games[{number}][{phase}]"), found, "sums over at most 60 moves"));
            }
        }
    }
    let text = serde_json::to_vec(&file.tester).expect("what was JSON is JSON");
    let tester = personality::parse("profile", &text)
        .map_err(|error| ProfileError::Personality { path: path.to_owned(), error: Box::new(error) })?;
    Tester::new(&tester).map_err(|error| ProfileError::Tester { path: path.to_owned(), error })?;
    let fingerprint = |(number, digits): (usize, &String)| {
        let value = u64::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 16);
        value.ok_or_else(|| bad(&format!("marks[{number}]"), format!("{digits:?}"), "sixteen hexadecimal digits"))
    };
    let fingerprints = file.marks.iter().enumerate().map(fingerprint).collect::<Result<_, _>>()?;
    for (name, results) in &file.results {
        if !(0.0..=f64::from(results.games)).contains(&results.points) {
            let found = format!("{} points of {} games", results.points, results.games);
            return Err(bad(&format!("results.{}", name.escape_debug()), found, "no more points than games"));
        }
    }
    Ok(Profile {
        player: file.player,
        tester,
        plies: file.plies,
        games: file.games,
        fingerprints,
        results: file.results,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players;
    use crate::thesis::Losses;

    fn profile(loss: f64) -> Profile {
        let tally = Losses { moves: 4, loss, squares: loss * loss / 3.0, ranks: 9 };
        let tester = players::load("tester").unwrap();
        let fingerprints = [loss.to_bits(), 1].into();
        let results = [("miser".to_owned(), Results { games: 3, points: 1.5 })].into();
        let games = vec![GameLosses([tally; 4]), GameLosses([tally; 4])];
        Profile { games, fingerprints, results, ..Profile::new("Ann \"é\"", tester, 40) }
    }

    #[test]
    fn a_profile_is_the_same_after_writing_and_reading() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann.json");
        for loss in [1.0 / 3.0, 7.0, 1e-9, 123_456.789] {
            save(&profile(loss), &path).unwrap();
            let (found, problem) = load(&path).unwrap();
            assert_eq!(found, profile(loss));
            assert!(problem.is_none());
        }
    }

    #[test]
    fn the_last_good_one_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann.json");
        save(&profile(1.0), &path).unwrap();
        save(&profile(2.0), &path).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for length in [0, 1, whole.len() / 2, whole.len() - 3] {
            std::fs::write(&path, &whole[..length]).unwrap();
            let (found, problem) = load(&path).unwrap();
            assert_eq!(found, profile(1.0));
            assert!(problem.is_some_and(|problem| problem.to_string().contains("ann.json")));
            // A damaged file is not kept as `.old`.
            save(&profile(3.0), &path).unwrap();
            assert_eq!(read(&kept::old(&path)).unwrap(), profile(1.0));
        }
    }

    #[test]
    fn changes_at_the_same_time_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann.json");
        std::thread::scope(|scope| {
            for number in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    let add = |found: Option<Profile>| {
                        let mut all = found.unwrap_or_else(|| Profile { games: Vec::new(), ..profile(1.0) });
                        all.games.push(GameLosses::default());
                        all.fingerprints.insert(number);
                        Ok::<_, ProfileError>(all)
                    };
                    update(path, add).unwrap();
                });
            }
        });
        let (found, problem) = load(&path).unwrap();
        assert_eq!((found.games.len(), problem.is_none()), (8, true));
        assert!((0..8).all(|number| found.fingerprints.contains(&number)));
        // A failed change leaves no trace, nor does a missing folder.
        let before = std::fs::read(&path).unwrap();
        let refuse = |_| Err(ProfileError::Unlike { path: path.clone(), difference: String::new() });
        assert!(update(&path, refuse).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), before);
        let absent = folder.path().join("absent/ann.json");
        assert!(update(&absent, |_| Ok::<_, ProfileError>(profile(1.0))).is_err());
    }

    #[test]
    fn what_could_not_be_read_again_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann.json");
        save(&profile(1.0), &path).unwrap();
        let many = Profile { games: vec![profile(1.0 / 3.0).games[0]; 40_000], ..profile(1.0) };
        let message = save(&many, &path).unwrap_err().to_string();
        assert!(message.ends_with("games: found 40000 games, expected as many as 16 MiB have room for"), "{message}");
        assert_eq!(load(&path).unwrap().0, profile(1.0));
    }

    #[test]
    fn what_is_no_profile_is_refused_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.json");
        let good = profile(1.0).to_json();
        let cases = [
            (good.replace("losses/1", "losses/2"), "format: found \"rival-losses/2\", expected \"rival-losses/1\""),
            (good.replace("\"plies\": 40", "\"plies\": 0"), "plies: found 0, expected a number from 1 to 60"),
            (
                good.replacen("\"moves\": 4,\n        \"loss\": 1.0", "\"moves\": 400,\n        \"loss\": 1.0", 1),
                "games[0][0]",
            ),
            (good.replace("\"linear\"", "\"random\""), "tester: "),
            (
                good.replace("\"0000000000000001\"", "\"1\""),
                "marks[0]: found \"1\", expected sixteen hexadecimal digits",
            ),
            (good.replace("\"points\": 1.5", "\"points\": 3.5"), "results.miser: found 3.5 points of 3 games"),
            (good.clone() + "x", "nothing after the closing brace"),
            ("[1]".to_owned(), "expected"),
        ];
        for (text, expected) in cases {
            assert_ne!(text, good);
            std::fs::write(&path, &text).unwrap();
            let message = load(&path).unwrap_err().to_string();
            assert!(message.contains(expected) && !message.contains('\n'), "{message}");
        }
        assert!(load(&folder.path().join("absent.json")).is_err());
    }
}
