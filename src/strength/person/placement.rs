//! The placement player. Each game is played by the rung (`people-0600` to `people-2200`) that is nearest to the
//! current estimate.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use super::add::learn;
use super::estimate::{Standing, estimate};
use super::game::{Opponent, PersonGame, PlayerResult};
use super::places::{Rung, is_rung, nearest, rungs};
use super::{PLACEMENT, Profile};
use crate::board::Color;
use crate::people::{PeopleElo, class};
use crate::personality::{HumanSpec, Personality, PlacementSpec};
use crate::players::{Human, LearnError, Learner, Learning, Lesson, Player, opponent_name};
use crate::record::GameRecord;
use crate::record::profile_file::{KeptError, find};
use crate::search::Stop;

/// Plays at the opponent's strength, and learns at the end of each game.
#[derive(Debug)]
pub struct Placement {
    name: String,
    path: PathBuf,
    rung: &'static Rung,
    seed: u64,
    player: Human,
}

/// The name of the profile that the page and the engines share.
const SHARED: &str = "profile.json";

/// The path of the profile in this system's data folder.
#[must_use]
fn shared_profile() -> PathBuf {
    let shared = ProjectDirs::from("", "", "rival").map(|dirs| dirs.data_dir().join(SHARED));
    shared.unwrap_or_else(|| SHARED.into())
}

/// The rating of the first opponent of a person without a profile. The estimate would be that of a tournament player,
/// against whom most beginners lose badly.
const FIRST: PeopleElo = PeopleElo(1_000.0);

/// The opponent in the next game of a placement: the rung nearest to the estimate, but after a loss a weaker one than
/// the last. After a single game the estimate is still mostly that of a tournament player.
#[must_use]
pub fn next_rung(profile: Option<&Profile>) -> &'static Rung {
    let Some(profile) = profile else { return nearest(FIRST) };
    let rung = nearest(estimate(profile).rating);
    match rung_lost_to(profile) {
        Some(last) if last <= rung.rating => below(last),
        _ => rung,
    }
}

/// The rating of the rung in the newest placement game, if the person lost it.
fn rung_lost_to(profile: &Profile) -> Option<PeopleElo> {
    let newest = profile.games.iter().rfind(|game| game.live && is_rung(&game.opponent.name))?;
    let is_lost = matches!(newest.ended, Some(PlayerResult::Lost(_)));
    rungs().iter().find(|rung| is_lost && rung.name == newest.opponent.name).map(|rung| rung.rating)
}

/// The next weaker rung; for the weakest, itself.
fn below(rating: PeopleElo) -> &'static Rung {
    rungs().iter().rfind(|rung| rung.rating < rating).unwrap_or(&rungs()[0])
}

/// The player of a rung.
#[must_use]
pub fn rung_player(rung: &Rung) -> Human {
    Human::new(&rung.name, &HumanSpec::like(rung.rating))
}

/// The number of placement games in a profile, which are those against rungs.
#[must_use]
pub(crate) fn placed_games(profile: &Profile) -> usize {
    profile.games.iter().filter(|game| is_placed(game)).count()
}

/// True if a game of a profile counts for a placement.
pub(crate) fn is_placed(game: &PersonGame) -> bool {
    game.live && is_rung(&game.opponent.name)
}

/// Adds a game against a rung to a profile on disk. Returns the person's strength and the game's number in words.
///
/// # Errors
/// See [`learn`].
fn place_by(path: &Path, name: &str, played: PersonGame, stop: &Stop) -> Result<String, LearnError> {
    if let Some(folder) = path.parent() {
        // The data folder may be missing if the person has never used the page. The lesson reports errors.
        let _ = std::fs::create_dir_all(folder);
    }
    let rung = played.opponent.name.clone();
    let (profile, standing) = learn(path, name, played, stop)?;
    Ok(words(&profile, &standing, &rung))
}

/// The person's strength and the number of a placement's newest game. The strength comes first, so that it is visible
/// in a narrow window.
#[must_use]
fn words(profile: &Profile, standing: &Standing, rung: &str) -> String {
    let Standing { rating, low, high, .. } = *standing;
    let games = placed_games(profile);
    let number = if games <= PLACEMENT { format!("{games} of {PLACEMENT}") } else { games.to_string() };
    let class = class(rating);
    format!("You: about {rating:.0} ({low:.0} to {high:.0}), {class}; game {number}, against {rung}")
}

impl Placement {
    /// The player of a personality of this kind. Its profile is the file that it names, or the one in this system's
    /// data folder.
    ///
    /// # Errors
    /// The profile exists but cannot be read.
    pub fn open(personality: &Personality, spec: &PlacementSpec) -> Result<Placement, KeptError> {
        let path = spec.profile.as_ref().map_or_else(shared_profile, |file| personality.beside(file));
        let profile = find(&path)?.map(|(profile, _)| profile);
        let rung = next_rung(profile.as_ref());
        Ok(Placement { name: personality.name.clone(), path, rung, seed: 0, player: rung_player(rung) })
    }
}

impl Learner for Placement {
    fn personality_name(&self) -> &str {
        &self.name
    }

    fn current_player(&self) -> &dyn Player {
        &self.player
    }

    fn current_player_mut(&mut self) -> &mut dyn Player {
        &mut self.player
    }

    fn prepare(&mut self, seed: u64) {
        self.seed = seed;
        if let Ok(found) = find(&self.path) {
            self.rung = next_rung(found.map(|(profile, _)| profile).as_ref());
            self.player = rung_player(self.rung);
        }
    }

    fn learning_terms(&self) -> Learning {
        Learning { at_end: true, opponent: None }
    }

    fn lesson_about(&self, record: &GameRecord, opponent: Color) -> Lesson {
        let path = self.path.clone();
        let name = opponent_name(record, opponent);
        let rung = Opponent::like(self.rung.rating);
        let played = PersonGame::of_lesson(record, opponent, rung).seeded(self.seed);
        Lesson::new(move |stop| place_by(&path, &name, played, stop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Game;
    use crate::people::Judge;
    use crate::players::chosen;
    use crate::players::duel::opening_board;
    use crate::players::{Options, load};
    use crate::record::{MoveNote, profile_file};
    use crate::search::{Limits, SilentObserver};

    /// The record of a game with Black's name.
    fn record_of(game: &Game, black: &str) -> GameRecord {
        let mut record = GameRecord::new(*game.start());
        record.black.name = black.to_owned();
        game.moves().for_each(|mv| record.play(mv, MoveNote::default()).unwrap());
        record
    }

    /// Plays games between a player and the placement. Returns the ratings of the rungs in these games, and the
    /// profile.
    fn placed(by: &str, games: u64) -> (Vec<PeopleElo>, Profile) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.json");
        let personality = load("placement").unwrap();
        let spec = PlacementSpec { profile: Some(path.to_string_lossy().into_owned()) };
        let mut player = load(by).unwrap().player(&Options::default());
        let mut met = Vec::new();
        for seed in 0..games {
            // Another process continues the placement.
            let mut placement = Placement::open(&personality, &spec).unwrap();
            placement.new_game(seed);
            player.new_game(seed);
            met.push(placement.rung.rating);
            let mut game = Game::new(opening_board(seed, 24));
            while !game.is_over() {
                let turn: &mut dyn Player =
                    if game.board().to_move == Color::Black { player.as_mut() } else { &mut placement };
                let report = turn.choose(&game, &Limits::default(), &mut SilentObserver);
                game.play(chosen(&report).unwrap()).unwrap();
            }
            let record = record_of(&game, "Ann");
            let said = placement.lesson(&record, Color::Black).unwrap().take(&Stop::default()).unwrap();
            assert!(said.starts_with("You: about ") && said.find(')').is_some_and(|end| end < 30), "{said}");
            assert!(said.contains(&format!("; game {} of 10, against people-", seed + 1)), "{said}");
            let again = placement.lesson(&record, Color::Black).unwrap().take(&Stop::default());
            assert_eq!(again, Err(LearnError::Known));
        }
        (met, profile_file::load(&path).unwrap().0)
    }

    #[test]
    fn after_a_loss_the_next_opponent_is_weaker_down_to_the_weakest() {
        let mut profile = Profile::new("Ann");
        let mut rating = FIRST;
        for seed in 0..6 {
            let lost = PersonGame::against(&Game::default(), Color::Black, Opponent::like(rating)).resigned(false);
            profile.add([lost.seeded(seed).judge(&mut Judge::shipped(), &Stop::default()).unwrap()]);
            let next = next_rung(Some(&profile)).rating;
            assert!(next < rating || next == rungs()[0].rating, "{rating} {next}");
            rating = next;
        }
        assert_eq!(rating, rungs()[0].rating);
    }

    #[test]
    fn the_opponent_comes_nearer_game_by_game() {
        let (met, profile) = placed("random", 4);
        assert_eq!(met[0], PeopleElo(1_000.0));
        assert!(met[3] < met[0], "{met:?}");
        assert_eq!((profile.player.as_str(), profile.games.len()), ("Ann", 4));
        assert!(profile.games.iter().all(|game| game.live && game.opponent.strength.is_some()));
        let (met, _) = placed("master-d4", 6);
        assert!(met[5] > met[0], "{met:?}");
    }
}
