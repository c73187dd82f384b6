//! A player that follows a person over games: before each game it reads the person's strength from the profile, and
//! after each it adds the game.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::agent::repertoire;
use super::balance::{balances, offset};
use crate::board::Color;
use crate::people::{AVERAGE, Ladder, LadderElo, PeopleElo, Tie};
use crate::personality::{HumanSpec, Kind, RepertoireSpec, Strength};
use crate::players::{Human, Learner, Learning, Lesson, Personality, Player, UNNAMED, opponent_name};
use crate::record::GameRecord;
use crate::record::profile_file::{KeptError, find};
use crate::record::text::{name_in_a_line, same_name};
use crate::strength::person::{KnownStrength, Opponent, PersonGame, Profile, Standing, estimate, learn};

/// The standard error of a rival's strength in a game, in Elo, from levelling and the ladder.
pub(crate) const KNOWN: f64 = 40.0;

/// A player with the profile of the person that it follows.
#[derive(Debug)]
pub struct Following {
    name: String,
    spec: HumanSpec,
    path: PathBuf,
    /// The player's strength among people in this game.
    rating: PeopleElo,
    /// The seed of random choices in this game.
    seed: u64,
    opponent: Arc<Mutex<Option<String>>>,
    /// The player, prepared from the profile at the start of the game.
    player: Human,
}

/// The player of a personality that follows a person; `None` if the personality does not.
///
/// # Errors
///
/// The profile exists but cannot be read.
pub fn follows(personality: &Personality) -> Result<Option<Following>, KeptError> {
    let Kind::Human(spec) = &personality.kind else { return Ok(None) };
    let Some(file) = &spec.learn else { return Ok(None) };
    let path = personality.beside(file);
    let stored = find(&path)?;
    let level = spec.strength.ladder();
    let rating = level.map_or(AVERAGE, |level| Tie::shipped().people(level.plus(-spec.levelled)));
    let mut following = Following {
        name: personality.name.clone(),
        spec: spec.clone(),
        path,
        rating,
        seed: 0,
        opponent: Arc::default(),
        player: Human::new(&personality.name, spec),
    };
    if let Some((profile, _)) = stored {
        following.meet(&profile);
    }
    Ok(Some(following))
}

/// The strength of a player that follows the person with this profile; `None` if the profile has no games. It is the
/// estimate, corrected by who won the games.
#[must_use]
pub fn followed(profile: &Profile) -> Option<PeopleElo> {
    if profile.games.is_empty() {
        return None;
    }
    let tie = Tie::shipped();
    let level = tie.ladder(estimate(profile).rating);
    let level = level.plus(offset(level, &balances(&profile.games)));
    let (low, high) = Ladder::shipped().people();
    Some(tie.people(level).clamp(low, high))
}

/// The player against a person with this rating. If the rating is unknown, it has that of its file.
#[must_use]
pub fn following(spec: &HumanSpec, rating: Option<PeopleElo>) -> HumanSpec {
    let (Some(_), Some(rating)) = (&spec.learn, rating) else { return spec.clone() };
    let (low, high) = Ladder::shipped().range();
    let level = Tie::shipped().ladder(rating);
    let made_at = spec.strength.ladder().map(|own| own.plus(-spec.levelled));
    let level = level.plus(spec.levelled * made_at.map_or(1.0, |made_at| share_of_cost(level, made_at)));
    HumanSpec { strength: Strength::Ladder(level.clamp(low, high)), ..spec.clone() }
}

/// The part of a character's measured cost that remains at a lower level than the one at which it was measured. At the
/// lower end of the ladder all moves are equally likely, so a character costs nothing there.
fn share_of_cost(level: LadderElo, made_at: LadderElo) -> f64 {
    let (low, _) = Ladder::shipped().range();
    if level >= made_at {
        1.0
    } else if level > low {
        level.above(low) / made_at.above(low)
    } else {
        0.0
    }
}

impl Following {
    /// Prepares the next game against this person at the estimated strength.
    fn meet(&mut self, profile: &Profile) {
        *self.opponent.lock().unwrap_or_else(PoisonError::into_inner) = Some(profile.player.clone());
        if let Some(rating) = followed(profile) {
            self.rating = rating;
            let mut spec = following(&self.spec, Some(rating));
            // Its side in the person's openings stays; the games are those of today.
            if let (Some(openings), Some(newest)) = (&mut spec.repertoire, repertoire(profile)) {
                *openings = RepertoireSpec { role: openings.role, ..newest };
            }
            self.player = Human::new(&self.name, &spec);
        }
    }
}

impl Learner for Following {
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
        if let Ok(Some((profile, _))) = find::<Profile>(&self.path) {
            self.meet(&profile);
        }
    }

    fn learning_terms(&self) -> Learning {
        let opponent = self.opponent.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Learning { at_end: true, opponent }
    }

    fn lesson_about(&self, record: &GameRecord, opponent: Color) -> Lesson {
        let strength = Some(KnownStrength::player(self.rating, KNOWN));
        let this_player = Opponent { name: self.name.clone(), strength };
        let played = PersonGame::of_lesson(record, opponent, this_player).seeded(self.seed);
        let path = self.path.clone();
        let name = opponent_name(record, opponent);
        let known = self.opponent.clone();
        Lesson::new(move |stop| {
            let (profile, standing) = learn(&path, &name, played, stop)?;
            *known.lock().unwrap_or_else(PoisonError::into_inner) = Some(profile.player.clone());
            let Standing { rating, low, high, .. } = standing;
            let games = profile.games.len();
            let who = profile.called();
            // A GUI may have another name for the person, so the game counts.
            let is_other = name != UNNAMED && !same_name(&name, &profile.player);
            let called = if is_other { format!(", as {}", name_in_a_line(&name)) } else { String::new() };
            // The new rating comes first, so that it is visible in a narrow window.
            Ok(format!("About {rating:.0} ({low:.0} to {high:.0}): {who}, after game {games}{called}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_costs_less_near_the_lower_end_of_the_ladder() {
        let tie = Tie::shipped();
        let made_at = LadderElo(1_100.0);
        let learn = Some("ann.json".to_owned());
        let spec = HumanSpec { learn, levelled: 100.0, ..HumanSpec::new(Strength::Ladder(made_at.plus(100.0))) };
        let cost = |level: f64| {
            let level = LadderElo(level);
            let strength = following(&spec, Some(tie.people(level))).strength.ladder().unwrap();
            strength.above(level)
        };
        let (low, _) = Ladder::shipped().range();
        // The tie converts there and back with an error of rounding.
        assert!((cost(1_100.0) - 100.0).abs() < 1e-6 && (cost(1_500.0) - 100.0).abs() < 1e-6);
        assert!((cost(f64::midpoint(low.0, 1_100.0)) - 50.0).abs() < 1e-6 && cost(low.0).abs() < 1e-6);
    }
}
