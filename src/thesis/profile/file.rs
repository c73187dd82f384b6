//! The text of a profile: `rival-losses/1`, JSON.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Profile, ThesisResults};
use crate::personality;
use crate::players::Tester;
use crate::record::problem::{Problem, json};
use crate::record::profile_file::{KeptError, StoredProfile};
use crate::thesis::{GameLosses, PHASES};

const FORMAT: &str = "rival-losses/1";

/// A profile in the form of a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileFile {
    format: String,
    player: String,
    /// The summary for readers. It is computed again from the games.
    #[serde(default)]
    summary: Value,
    plies: u32,
    tester: Value,
    games: Vec<GameLosses>,
    /// The fingerprints of the games, sixteen hexadecimal digits each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    results: BTreeMap<String, ThesisResults>,
}

impl Profile {
    /// The summary of a profile for readers.
    fn summary(&self) -> Value {
        let total = self.total();
        let phases: Vec<Value> = PHASES
            .iter()
            .enumerate()
            .map(|(index, (from, to))| {
                let tally = self.phase(index);
                json!({
                    "from": from,
                    "to": to,
                    "moves": tally.moves,
                    "loss": tally.mean(),
                    "deviation": tally.deviation(),
                    "rank": tally.mean_rank(),
                })
            })
            .collect();
        json!({
            "games": self.games.len(),
            "moves": total.moves,
            "loss": self.loss(),
            "deviation": total.deviation(),
            "rank": total.mean_rank(),
            "phases": phases,
        })
    }

    /// The text of the profile's file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let file = ProfileFile {
            format: FORMAT.to_owned(),
            player: self.player.clone(),
            summary: self.summary(),
            plies: self.plies,
            tester: serde_json::from_str(&self.tester.to_json()).expect("a personality is JSON"),
            games: self.games.clone(),
            marks: self.fingerprints.iter().map(|fingerprint| format!("{fingerprint:016x}")).collect(),
            results: self.results.clone(),
        };
        serde_json::to_string_pretty(&file).expect("strings and finite numbers are JSON") + "\n"
    }
}

impl StoredProfile for Profile {
    /// The largest accepted profile: room for about 10,000 games.
    const LARGEST: u64 = 16 << 20;

    fn of_file(path: &Path, bytes: &[u8]) -> Result<Profile, KeptError> {
        read(path, bytes)
    }

    fn to_file(&self) -> String {
        self.to_json()
    }

    fn count(&self) -> usize {
        self.games.len()
    }
}

fn read(path: &Path, bytes: &[u8]) -> Result<Profile, KeptError> {
    KeptError::check_format(path, bytes, FORMAT)?;
    let file: ProfileFile = json(bytes).map_err(|problem| KeptError::bad(path, problem))?;
    profile(file).map_err(|problem| KeptError::bad(path, problem))
}

/// The profile in a file, with its values checked.
fn profile(file: ProfileFile) -> Result<Profile, Box<dyn std::error::Error + Send + Sync>> {
    if !(1..=60).contains(&file.plies) {
        return Err(Problem::at("plies", file.plies.to_string(), "a number from 1 to 60").into());
    }
    for (number, game) in file.games.iter().enumerate() {
        for (phase, tally) in game.0.iter().enumerate() {
            let possible = tally.moves <= 60
                && (0.0..=1e9).contains(&tally.loss)
                && (0.0..=1e18).contains(&tally.squares)
                && (tally.moves..=tally.moves * 33).contains(&tally.ranks);
            if !possible {
                let found = serde_json::to_string(tally).unwrap_or_default();
                let place = format!("games[{number}][{phase}]");
                return Err(Problem::at(place, found, "sums over at most 60 moves").into());
            }
        }
    }
    let text = serde_json::to_vec(&file.tester).expect("what was JSON is JSON");
    let tester = personality::parse("profile", &text).map_err(|error| format!("tester: {error}"))?;
    Tester::new(&tester).map_err(|error| format!("tester: {error}"))?;
    let fingerprints = file.marks.iter().enumerate().map(|(number, digits)| fingerprint(number, digits));
    let fingerprints = fingerprints.collect::<Result<_, _>>()?;
    for (name, results) in &file.results {
        if !(0.0..=f64::from(results.games)).contains(&results.points) {
            let found = format!("{} points of {} games", results.points, results.games);
            let place = format!("results.{}", name.escape_debug());
            return Err(Problem::at(place, found, "no more points than games").into());
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

/// The fingerprint in the file's mark with this number.
fn fingerprint(number: usize, digits: &str) -> Result<u64, Problem> {
    let value = u64::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 16);
    value.ok_or_else(|| Problem::at(format!("marks[{number}]"), format!("{digits:?}"), "sixteen hexadecimal digits"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players;
    use crate::record::profile_file::{load, save};
    use crate::thesis::Losses;

    fn profile(loss: f64) -> Profile {
        let tally = Losses { moves: 4, loss, squares: loss * loss / 3.0, ranks: 9 };
        let tester = players::load("tester").unwrap();
        let fingerprints = [loss.to_bits(), 1].into();
        let results = [("miser".to_owned(), ThesisResults { games: 3, points: 1.5 })].into();
        let games = vec![GameLosses([tally; 4]), GameLosses([tally; 4])];
        Profile { games, fingerprints, results, ..Profile::new("Ann \"é\"", tester, 40) }
    }

    #[test]
    fn a_profile_is_the_same_after_writing_and_reading() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann.json");
        for loss in [1.0 / 3.0, 7.0, 1e-9, 123_456.789] {
            save(&profile(loss), &path).unwrap();
            let (found, problem): (Profile, _) = load(&path).unwrap();
            assert_eq!(found, profile(loss));
            assert!(problem.is_none());
        }
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
            let message = load::<Profile>(&path).unwrap_err().to_string();
            assert!(message.contains(expected) && !message.contains('\n'), "{message}");
        }
        assert!(load::<Profile>(&folder.path().join("absent.json")).is_err());
    }
}
