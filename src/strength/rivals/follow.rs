//! A player that follows a person over games: before each game it takes the person's strength from the profile, and
//! after each it adds the game.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::board::{Color, Game, Move, Objective};
use crate::people::Ladder;
use crate::personality::{Follow, HumanSpec, Kind, Strength};
use crate::players::{Explanation, Human, LearnError, Learning, Lesson, Personality, Player};
use crate::search::{Limits, Observer, Report, Stop};
use crate::strength::person::file::{FileError, find};
use crate::strength::person::{Known, Opponent, Played, Standing, estimate, learn};

/// A rival's own strength in a game is known this well, in Elo: levelling and the ladder.
const KNOWN: f64 = 40.0;

/// A player with the profile of whom it follows.
#[derive(Debug)]
pub struct Following {
    name: String,
    spec: HumanSpec,
    follow: Follow,
    path: PathBuf,
    /// The rating that it plays at in this game.
    rating: f64,
    opponent: Arc<Mutex<Option<String>>>,
    /// As the profile was when the game began.
    player: Human,
}

/// The following player of a personality; `None` if it follows nobody.
///
/// # Errors
/// The profile is there and cannot be read.
pub fn follows(personality: &Personality) -> Result<Option<Following>, FileError> {
    let Kind::Human(spec) = &personality.kind else { return Ok(None) };
    let Some(follow) = &spec.learn else { return Ok(None) };
    let path = personality.beside(&follow.file);
    let found = find(&path)?;
    let rating = match spec.strength {
        Strength::Rating(rating) => rating - follow.levelled,
        Strength::Setting(_) => crate::people::AVERAGE,
    };
    let mut following = Following {
        name: personality.name.clone(),
        spec: spec.clone(),
        follow: follow.clone(),
        path,
        rating,
        opponent: Arc::default(),
        player: Human::new(&personality.name, spec),
    };
    if let Some((profile, _)) = found {
        following.met(&profile.player);
        if !profile.games.is_empty() {
            following.play_at(&estimate(&profile));
        }
    }
    Ok(Some(following))
}

impl Following {
    /// The next game is at this strength.
    fn play_at(&mut self, standing: &Standing) {
        let (low, high) = Ladder::shipped().range();
        self.rating = standing.rating.clamp(low, high);
        let strength = Strength::Rating((self.rating + self.follow.levelled).clamp(low, high));
        self.player = Human::new(&self.name, &HumanSpec { strength, ..self.spec.clone() });
    }

    fn met(&self, name: &str) {
        *self.opponent.lock().unwrap_or_else(PoisonError::into_inner) = Some(name.to_owned());
    }
}

impl Player for Following {
    fn name(&self) -> &str {
        &self.name
    }

    fn objective(&self) -> Objective {
        Objective::Normal
    }

    fn new_game(&mut self, seed: u64) {
        // A profile that cannot be read any more changes nothing: the next lesson says why.
        if let Ok(Some((profile, _))) = find(&self.path) {
            self.met(&profile.player);
            if !profile.games.is_empty() {
                self.play_at(&estimate(&profile));
            }
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
        true
    }

    fn learning(&self) -> Option<Learning> {
        let opponent = self.opponent.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(Learning { at_end: true, opponent })
    }

    fn lesson(&self, game: &Game, opponent: Color, name: &str) -> Result<Lesson, LearnError> {
        if !game.is_over() {
            return Err(LearnError::Unfinished);
        }
        let strength = Some(Known::person(self.rating, KNOWN));
        let own = Opponent { name: self.name.clone(), strength };
        let played = Played::against(game, opponent, own);
        let (path, name, known) = (self.path.clone(), name.to_owned(), self.opponent.clone());
        Ok(Lesson::new(move |stop| {
            let learned = learn(&path, &name, played, stop)?;
            *known.lock().unwrap_or_else(PoisonError::into_inner) = Some(learned.profile.player.clone());
            let Standing { rating, low, high, .. } = learned.standing;
            let games = learned.profile.games.len();
            Ok(format!("game {games}: {} is rated {rating:.0} now ({low:.0} to {high:.0})", learned.profile.called()))
        }))
    }
}
