//! Reads and writes profiles on disk.

use std::path::Path;

use super::Profile;
pub use super::format::{line, of_line, size_in_file};
use crate::record::Format;
use crate::record::problem::Problem;
use crate::record::profile_file::{KeptError, StoredProfile};

impl StoredProfile for Profile {
    /// The largest accepted profile: room for [`Profile::MOST_GAMES`], as a game takes about 4,300 bytes.
    const LARGEST: u64 = 64 << 20;

    fn of_file(path: &Path, bytes: &[u8]) -> Result<Profile, KeptError> {
        Profile::parse(path, bytes).map_err(|error| {
            let found = match games(path, bytes) {
                Some(format) => format!("games ({})", format.name),
                None if bytes.trim_ascii_start().first().is_some_and(|&byte| byte != b'{') => {
                    "a text that is not a profile".to_owned()
                }
                None => return error,
            };
            if !matches!(error, KeptError::Bad { .. }) {
                return error;
            }
            let expected = "a profile, which `rival measure GAMES --player NAME -o PROFILE.json` makes";
            KeptError::bad(path, Problem::at("", found, expected))
        })
    }

    fn to_file(&self) -> String {
        self.to_json()
    }

    fn count(&self) -> usize {
        self.games.len()
    }
}

/// The format of games in a file that is not a profile; `None` if it has none.
fn games(path: &Path, bytes: &[u8]) -> Option<&'static Format> {
    // A damaged profile may look like a format of games, too.
    Format::of_file(path, bytes).filter(|format| (format.is_like)(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Game, Move};
    use crate::people::{Choice, DeepJudge, Judge};
    use crate::players::duel::opening_board;
    use crate::record::ServerRating;
    use crate::record::profile_file::{load, save, update};
    use crate::search::Stop;
    use crate::strength::person::{KnownStrength, Opponent, PersonGame};

    fn played(seed: u64) -> PersonGame {
        let mut game = Game::new(opening_board(seed, 30));
        for _ in 0..6 {
            let moves = game.board().position.moves();
            let mv = crate::board::squares(moves).next().map_or(Move::Pass, Move::from);
            game.play(mv).unwrap();
        }
        let opponent = match seed % 3 {
            0 => Opponent::shipped("people-1300"),
            1 => Opponent::stranger("B\u{e9}a \"b\""),
            _ => {
                let strength = KnownStrength::on_server(ServerRating(1_700.0));
                Opponent { strength, ..Opponent::stranger("Server") }
            }
        };
        let played = PersonGame::against(&game, Color::White, opponent);
        let played = if seed.is_multiple_of(2) { played.resigned(seed > 2).seeded(u64::MAX - seed) } else { played };
        let judged = played.judge(&mut Judge::deeper(1, 2), &Stop::default()).unwrap();
        judged.judge_deeply(&mut DeepJudge::shipped(), &Stop::default()).unwrap()
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
            let (found, problem): (Profile, _) = load(&path).unwrap();
            assert_eq!(found, profile(count));
            assert!(problem.is_none());
        }
        assert_eq!(of_line(&line(&played(3))), Some(played(3)));
        assert_eq!(of_line("{"), None);
    }

    #[test]
    fn losses_by_no_deep_judge_or_another_one_are_left_out_and_the_games_stay() {
        let profile = profile(2);
        let text = profile.to_json();
        let plain: Vec<PersonGame> =
            profile.games.iter().map(|game| PersonGame { deep_losses: None, ..game.clone() }).collect();
        let judge = format!("\"deep_judge\": {}", serde_json::to_string(Profile::deep_judge()).unwrap());
        let mut older = serde_json::from_str::<serde_json::Value>(&text).unwrap();
        older.as_object_mut().unwrap().remove("deep_judge");
        for row in older["moves"].as_array_mut().unwrap() {
            row.as_object_mut().unwrap().remove("deep_loss");
        }
        let other = judge.replace("\"depth\":8", "\"depth\":9");
        assert_ne!(other, judge);
        for text in [older.to_string(), text.replace(&judge, &other)] {
            assert_eq!(Profile::parse(Path::new("x.json"), text.as_bytes()).unwrap().games, plain);
        }
    }

    #[test]
    fn the_size_of_games_is_known_before_they_are_judged() {
        let profile = profile(5);
        let unjudged =
            profile.games.iter().cloned().map(|game| PersonGame::against(&game.game, game.side, game.opponent));
        let games: Vec<PersonGame> = unjudged.collect();
        let size = size_in_file(games.iter()) as f64;
        let written = (profile.to_json().len() - Profile::new("").to_json().len()) as f64;
        assert!((0.8 * written..written).contains(&size), "{size} {written}");
        assert_eq!(size_in_file(games.iter().chain(&games)) as f64, size);
    }

    #[test]
    fn the_written_losses_are_those_of_the_choices() {
        let profile = profile(5);
        let json: serde_json::Value = serde_json::from_str(&profile.to_json()).unwrap();
        let written = json["moves"].as_array().unwrap();
        let choices: Vec<Choice> = profile.games.iter().flat_map(PersonGame::choices).collect();
        assert_eq!(written.len(), choices.len());
        assert!(choices.iter().any(|choice| choice.options[choice.played].loss > 0.0));
        for (row, choice) in written.iter().zip(&choices) {
            assert_eq!(row["number"].as_u64(), Some(choice.number.into()));
            let loss = f64::from(choice.options[choice.played].loss);
            assert!((row["loss"].as_f64().unwrap() - loss).abs() < 0.001, "{row} {loss}");
        }
    }

    #[test]
    fn a_profile_of_another_version_is_neither_replaced_by_the_one_before_it_nor_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ann.json");
        save(&profile(1), &path).unwrap();
        save(&profile(2), &path).unwrap();
        let later = profile(2).to_json().replace("profile/2", "profile/3");
        std::fs::write(&path, &later).unwrap();
        let is_unlike = |error| matches!(error, KeptError::Unlike { .. });
        assert!(load::<Profile>(&path).is_err_and(is_unlike));
        let changed = update(&path, |found| Ok::<_, KeptError>(found.unwrap_or_else(|| profile(5))));
        assert!(changed.is_err_and(is_unlike));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), later);
    }

    #[test]
    fn what_is_no_profile_is_refused_in_one_line() {
        let good = profile(2);
        let own_error = format!("\"opponent_error\":{:?}", good.games[0].opponent.strength.unwrap().error);
        let good = good.to_json();
        let again = "; measure again: rival measure GAMES --player NAME -o NEW.json";
        for (text, expected) in [
            (good.replace("\"depth\":5", "\"depth\":6"), again),
            (good.replace("profile/2", "profile/9"), "format: found \"rival-profile/9\", expected"),
            (good.replace("\"transcript\":\"", "\"transcript\":\"a1"), "games[0]: found the moves"),
            (good.replace("\"given\":0", "\"given\":3"), "games[0]: the values of its moves do not belong"),
            (good.replace(&own_error, "\"opponent_error\":-1.0"), "games[0]: the opponent's rating, error"),
            (good.clone() + "x", "nothing after the closing brace"),
            (good.replacen("\"deep_loss\":", "\"deep_loss\":-", 1), "the values of its moves do not belong"),
            ("[1]".to_owned(), "expected"),
        ] {
            assert_ne!(text, good);
            let message = Profile::parse(Path::new("x.json"), text.as_bytes()).unwrap_err().to_string();
            assert!(message.contains(expected) && !message.contains('\n'), "{message}");
        }
    }
}
