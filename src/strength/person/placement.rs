//! The player that places whoever plays against it: each game is played by the rung of the people's ladder that is
//! nearest to what the games before have shown.

use std::path::PathBuf;

use directories::ProjectDirs;

use super::add::learn;
use super::estimate::{Standing, estimate};
use super::file;
use super::game::{Opponent, Played};
use super::places::{nearest, place};
use super::{PLACEMENT, Profile};
use crate::board::{Color, Game, Move, Objective};
use crate::people::class;
use crate::personality::{HumanSpec, Personality, PlacementSpec, Strength};
use crate::players::{Explanation, Human, LearnError, Learning, Lesson, Player};
use crate::search::{Limits, Observer, Report, Stop};

/// Plays at the strength of whoever plays against it, and learns at the end of each game.
#[derive(Debug)]
pub struct Placement {
    name: String,
    path: PathBuf,
    rung: &'static str,
    player: Human,
}

/// The profile that all that runs on this machine shares: the page's.
const SHARED: &str = "profile.json";

impl Placement {
    /// The player of a personality of this kind. Its profile is the file that it names, or the one of the data folder
    /// of this system.
    ///
    /// # Errors
    /// The profile is there and cannot be read.
    pub fn open(personality: &Personality, spec: &PlacementSpec) -> Result<Placement, file::FileError> {
        let shared = || ProjectDirs::from("", "", "rival").map(|dirs| dirs.data_dir().join(SHARED));
        let path = spec.profile.as_ref().map(|file| personality.beside(file)).or_else(shared);
        let path = path.unwrap_or_else(|| SHARED.into());
        let profile = file::find(&path)?.map(|(profile, _)| profile);
        let rung = rung(profile.as_ref());
        Ok(Placement { name: personality.name.clone(), path, rung, player: player(rung) })
    }
}

/// Whom to play against next.
fn rung(profile: Option<&Profile>) -> &'static str {
    let empty = Profile::default();
    nearest(estimate(profile.unwrap_or(&empty)).rating).0
}

fn player(rung: &str) -> Human {
    let rating = place(rung).map_or(0.0, |known| known.rating);
    Human::new(rung, &HumanSpec::new(Strength::Rating(rating)))
}

/// What a lesson says: which game it was, and how strong the person is.
fn said(profile: &Profile, standing: &Standing, rung: &str) -> String {
    let Standing { rating, low, high, .. } = *standing;
    let games = profile.games.iter().filter(|game| game.live && game.opponent.strength.is_some()).count();
    let number = if games <= PLACEMENT { format!("{games} of {PLACEMENT}") } else { games.to_string() };
    let words = class(rating);
    format!("game {number} against {rung}: you are about {rating:.0}, between {low:.0} and {high:.0}: {words}")
}

impl Player for Placement {
    fn name(&self) -> &str {
        &self.name
    }

    fn objective(&self) -> Objective {
        Objective::Normal
    }

    fn new_game(&mut self, seed: u64) {
        // A profile that cannot be used any more changes nothing: the next lesson says why.
        if let Ok(found) = file::find(&self.path) {
            self.rung = rung(found.map(|(profile, _)| profile).as_ref());
            self.player = player(self.rung);
        }
        self.player.new_game(seed);
    }

    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.player.choose(game, limits, observer)
    }

    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.player.rank(game, count, limits, observer)
    }

    fn explain(&mut self, game: &Game, report: &Report, mv: Move, stop: &Stop) -> Option<Explanation> {
        self.player.explain(game, report, mv, stop)
    }

    fn evaluates(&self) -> bool {
        self.player.evaluates()
    }

    fn learning(&self) -> Option<Learning> {
        Some(Learning { at_end: true, opponent: None })
    }

    fn lesson(&self, game: &Game, opponent: Color, name: &str) -> Result<Lesson, LearnError> {
        if !game.is_over() {
            return Err(LearnError::Unfinished);
        }
        let against = Opponent { name: self.rung.to_owned(), strength: place(self.rung) };
        let (path, rung, name) = (self.path.clone(), self.rung, name.to_owned());
        let played = Played::against(game, opponent, against);
        Ok(Lesson::new(move |stop| {
            if let Some(folder) = path.parent() {
                // The data folder of a person who has never used the page. What fails is said by the lesson.
                let _ = std::fs::create_dir_all(folder);
            }
            let learned = learn(&path, &name, played, stop)?;
            Ok(said(&learned.profile, &learned.standing, rung))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::chosen;
    use crate::players::duel::opening_board;
    use crate::players::{Options, load};
    use crate::search::Silent;

    /// Games against the placement in which the other side is this player; the rungs that were met, and the profile.
    fn placed(by: &str, games: u64) -> (Vec<f64>, Profile) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.json");
        let personality = load("placement").unwrap();
        let spec = PlacementSpec { profile: Some(path.to_string_lossy().into_owned()) };
        let mut own = load(by).unwrap().player(&Options::default());
        let mut met = Vec::new();
        for seed in 0..games {
            // As if another process went on.
            let mut placement = Placement::open(&personality, &spec).unwrap();
            placement.new_game(seed);
            own.new_game(seed);
            met.push(place(placement.rung).unwrap().rating);
            let mut game = Game::new(opening_board(seed, 40));
            while !game.is_over() {
                let turn: &mut dyn Player =
                    if game.board().to_move == Color::Black { own.as_mut() } else { &mut placement };
                let report = turn.choose(&game, &Limits::default(), &mut Silent);
                game.play(chosen(&report).unwrap()).unwrap();
            }
            let said = placement.lesson(&game, Color::Black, "Ann").unwrap().take(&Stop::default()).unwrap();
            assert!(said.starts_with(&format!("game {} of 10 against human-", seed + 1)), "{said}");
            let again = placement.lesson(&game, Color::Black, "Ann").unwrap().take(&Stop::default());
            assert_eq!(again, Err(LearnError::Known));
        }
        (met, file::load(&path).unwrap().0)
    }

    #[test]
    fn the_opponent_comes_nearer_game_by_game() {
        let (met, profile) = placed("random", 4);
        assert!(met[3] < met[0], "{met:?}");
        assert_eq!((profile.player.as_str(), profile.games.len()), ("Ann", 4));
        assert!(profile.games.iter().all(|game| game.live && game.opponent.strength.is_some()));
        let (met, _) = placed("master-d4", 4);
        assert!(met[3] > met[0], "{met:?}");
    }
}
