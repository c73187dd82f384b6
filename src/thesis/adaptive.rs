//! A rival that adapts: a profile of its opponent sets the targets of each game.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::profile::{Profile, ThesisResults, describe, is_same_tester};
use super::{GameLosses, PHASES, fingerprint, judge_unless};
use crate::board::{Color, Game, Objective, points};
use crate::personality::{ChoiceRule, Effort, Kind, Learn, Reference, RivalSpec, shipped};
use crate::players::{LearnError, Learner, Learning, Lesson, Options, Personality, Player, Tester, opponent_name};
use crate::record::GameRecord;
use crate::record::profile_file::{KeptError, find, update};
use crate::search::Stop;

/// The number of newest games that count. The loss in one game has an error of about two thirds of its mean (2.4 of 37
/// points over a hundred games of rung-08). That in twenty games has an error of a seventh, which is about five percent
/// of score. An improving player is followed within twenty games.
pub(crate) const NEWEST: usize = 20;

/// Weight of the whole game's ratio in each phase, as a number of games.
const SHAPE: f64 = 3.0;

/// Change of the logarithm of the targets for each point of score above one half.
const STEP: f64 = 0.2;
/// The largest factor by which results change the targets.
const FARTHEST: f64 = 16.0;

/// The last move that counts in a profile made by a lesson.
const PLIES: u32 = 40;

/// A rival with its profile.
#[derive(Debug)]
pub struct Adaptive {
    options: Options,
    school: School,
    /// The player with the profile's targets, as of the start of the game.
    player: Box<dyn Player>,
}

/// The parts of a rival that learn from a game.
#[derive(Debug, Clone)]
struct School {
    /// The personality as in its file.
    personality: Personality,
    learn: Learn,
    path: PathBuf,
    /// The tester and the number of moves for the profile that a first lesson makes; `None` if there is a profile, or
    /// only the name of the reference's tester is known.
    tester: Option<(Personality, u32)>,
    /// The opponent's name for a profile made by a lesson.
    opponent: Arc<Mutex<Option<String>>>,
}

impl Adaptive {
    /// The adapting player of a personality; `None` if the personality does not learn.
    ///
    /// # Errors
    ///
    /// The profile cannot be read, another tester than that of the targets measured it, or it is missing and no lesson
    /// can make it.
    pub fn open(personality: &Personality, options: &Options) -> Result<Option<Adaptive>, KeptError> {
        let Kind::Rival(spec) = &personality.kind else { return Ok(None) };
        let Some(learn) = &spec.learn else { return Ok(None) };
        let path = personality.beside(&learn.file);
        let tester = match &learn.reference {
            Some(reference) => shipped_tester(reference, personality.rule).map(|tester| (tester, reference.plies)),
            None => Some((own_tester(personality, spec), PLIES)),
        };
        let school =
            School { personality: personality.clone(), learn: learn.clone(), path, tester, opponent: Arc::default() };
        match find::<Profile>(&school.path)? {
            Some((profile, _)) => school.check(&profile)?,
            None if school.tester.is_none() => {
                let reference = learn.reference.as_ref().map(describe_reference).unwrap_or_default();
                let difference = format!(
                    "found no file, expected a profile by {reference}: a lesson cannot make it, because no shipped \
                     tester has this name and depth"
                );
                return Err(KeptError::Unlike { path: school.path, difference });
            }
            None => {}
        }
        let mut adaptive = Adaptive { options: *options, school, player: personality.player(options) };
        adaptive.read();
        Ok(Some(adaptive))
    }

    /// Takes the targets from the profile. An unusable profile changes nothing; the next lesson reports it.
    fn read(&mut self) {
        if let Ok(Some(profile)) = self.school.profile() {
            self.school.met(&profile.player);
            self.player = self.adapted(&profile).player(&self.options);
        }
    }

    /// The rival with the targets of a profile.
    fn adapted(&self, profile: &Profile) -> Personality {
        let mut personality = self.school.personality.clone();
        if let Kind::Rival(RivalSpec { choice: ChoiceRule::TargetLoss { targets, .. }, .. }) = &mut personality.kind
            && let Some(new_targets) = adapted(*targets, self.school.learn.reference.as_ref(), profile)
        {
            let factor = profile.results.get(&personality.name).map_or(1.0, by_results);
            *targets = new_targets.map(|target| target * factor);
        }
        personality
    }
}

impl School {
    /// Notes the opponent's name.
    fn met(&self, name: &str) {
        *self.opponent.lock().unwrap_or_else(PoisonError::into_inner) = Some(name.to_owned());
    }

    /// Refuses a profile whose tester or moves differ from those of the targets.
    fn check(&self, profile: &Profile) -> Result<(), KeptError> {
        let plies = self.learn.reference.as_ref().map_or(profile.plies, |reference| reference.plies);
        let difference = match (&self.tester, &self.learn.reference) {
            (Some((tester, _)), _) => profile.unlike(tester, plies),
            (None, Some(reference)) if describe_reference(reference) != describe(&profile.tester) => {
                Some(format!("tester: found {}, expected {}", describe(&profile.tester), describe_reference(reference)))
            }
            (None, _) => profile.unlike(&profile.tester, plies),
        };
        match difference {
            Some(difference) => Err(KeptError::Unlike { path: self.path.clone(), difference }),
            None => Ok(()),
        }
    }

    /// The profile on disk, if it is usable.
    fn profile(&self) -> Result<Option<Profile>, KeptError> {
        let Some((profile, _)) = find::<Profile>(&self.path)? else { return Ok(None) };
        self.check(&profile)?;
        Ok(Some(profile))
    }

    /// Adds a finished game to the profile.
    fn learn(&self, game: &Game, opponent: Color, name: &str, stop: &Stop) -> Result<String, LearnError> {
        let before = self
            .profile()?
            .or_else(|| self.tester.clone().map(|(tester, plies)| Profile::new(name, tester, plies)))
            .ok_or_else(|| LearnError::Profile(format!("{}: the profile has been removed", self.path.display())))?;
        let fingerprint = fingerprint(game, opponent, before.plies);
        if before.fingerprints.contains(&fingerprint) {
            return Err(LearnError::Known);
        }
        // The game is judged before the profile is locked, because the tester takes time.
        let mut tester = Tester::new(&before.tester).map_err(|error| LearnError::Profile(error.to_string()))?;
        let judged = judge_unless(game, opponent, before.plies, &mut tester, stop).ok_or(LearnError::Stopped)?;
        let losses = GameLosses::from_moves(&judged);
        let points = points(game.board().score(opponent.other(), self.personality.rule));
        let lost = losses.total().mean().ok_or(LearnError::Empty)?;
        let after = update(&self.path, |stored| {
            let mut profile =
                stored.unwrap_or_else(|| Profile::new(&before.player, before.tester.clone(), before.plies));
            if !is_same_tester(&profile.tester, &before.tester) || profile.plies != before.plies {
                return Err(LearnError::Profile(format!(
                    "{}: the profile has changed in the meantime: learn again",
                    self.path.display()
                )));
            }
            if !profile.fingerprints.insert(fingerprint) {
                return Err(LearnError::Known);
            }
            profile.games.push(losses);
            let results = profile.results.entry(self.personality.name.clone()).or_default();
            // Beyond this number more results would change nothing.
            if results.games < u32::MAX {
                results.games += 1;
                results.points += points;
            }
            Ok(profile)
        })?;
        self.met(&after.player);
        let newest = after.newest(NEWEST).total().mean().unwrap_or(lost);
        let games = after.games.len();
        let mut words = format!("Learned from game {games}: it lost {lost:.1} points a move");
        if games > 1 {
            words += &format!(", {newest:.1} in its last {} games", games.min(NEWEST));
        }
        Ok(words)
    }
}

/// The targets that a profile gives; `None` if it has no moves.
///
/// With a reference each target is multiplied by a ratio: the opponent's losses in that phase over the reference's for
/// as many moves. So the result of calibration stays. The factor differs between phases, because weak players lose
/// their points late; with one factor the rival would lose the game before they do. A few games have only a handful of
/// moves in a phase, so each phase gets [`SHAPE`] extra games with the whole game's ratio, and the whole game gets one
/// extra game with the reference's losses. Without a reference the losses themselves are the targets.
fn adapted(
    targets: [f64; PHASES.len()],
    reference: Option<&Reference>,
    profile: &Profile,
) -> Option<[f64; PHASES.len()]> {
    let newest = profile.newest(NEWEST);
    let Some(reference) = reference else { return newest.by_phase() };
    let expected: [f64; PHASES.len()] =
        std::array::from_fn(|phase| f64::from(newest.phase(phase).moves) * reference.losses[phase]);
    let total: f64 = expected.iter().sum();
    if total <= 0.0 {
        return None;
    }
    let games = newest.games.iter().filter(|game| game.total().moves > 0).count() as f64;
    let factor = (newest.total().loss + total / games) / (total + total / games);
    Some(std::array::from_fn(|phase| {
        let more = SHAPE * expected[phase] / games;
        let of_phase = (newest.phase(phase).loss + more * factor) / (expected[phase] + more);
        targets[phase] * if expected[phase] > 0.0 { of_phase } else { factor }
    }))
}

/// The factor on the targets from a rival's own results: a rival that wins too often must lose more points, because
/// equal losses alone do not make an even game.
///
/// Each win multiplies the targets by the same factor, each loss divides them by it. A tenth of the score corresponds
/// to about 0.27 in the logarithm of the targets (the slope that calibration expects). With this step half of an error
/// in the score is corrected after about nine games, and chance changes the score by a tenth (standard deviation).
fn by_results(results: &ThesisResults) -> f64 {
    libm::exp(STEP * results.surplus()).clamp(1.0 / FARTHEST, FARTHEST)
}

/// The reference for targets made from a profile; `None` if no moves or no losses were measured.
#[must_use]
pub fn reference(profile: &Profile) -> Option<Reference> {
    let losses = profile.by_phase().filter(|losses| losses.iter().any(|&loss| loss > 0.0))?;
    let Effort::Depth(depth) = profile.tester.alpha_beta()?.search.effort else { return None };
    Some(Reference { losses, tester: profile.tester.name.clone(), depth, plies: profile.plies })
}

/// The personality with learning switched on; unchanged if it has no target loss.
#[must_use]
pub fn taught(personality: &Personality, learn: &Learn) -> Personality {
    let mut taught = personality.clone();
    if let Kind::Rival(RivalSpec { choice: ChoiceRule::TargetLoss { .. }, learn: own, .. }) = &mut taught.kind {
        *own = Some(learn.clone());
    }
    taught
}

/// The tester with a rival's evaluation and depth.
fn own_tester(personality: &Personality, spec: &RivalSpec) -> Personality {
    Personality {
        kind: Kind::AlphaBeta(spec.tester.clone()),
        notes: Vec::new(),
        provenance: None,
        ..personality.clone()
    }
}

/// The shipped tester that measured a reference.
fn shipped_tester(reference: &Reference, rule: Objective) -> Option<Personality> {
    shipped().find(|tester| {
        tester.rule == rule && describe(tester) == describe_reference(reference) && Tester::new(tester).is_ok()
    })
}

/// A reference's tester in words, in the form of [`describe`].
fn describe_reference(reference: &Reference) -> String {
    format!("{} at depth {}", reference.tester, reference.depth)
}

impl Learner for Adaptive {
    fn personality_name(&self) -> &str {
        &self.school.personality.name
    }

    fn current_player(&self) -> &dyn Player {
        &*self.player
    }

    fn current_player_mut(&mut self) -> &mut dyn Player {
        &mut *self.player
    }

    fn prepare(&mut self, _seed: u64) {
        self.read();
    }

    fn learning_terms(&self) -> Learning {
        let opponent = self.school.opponent.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Learning { at_end: self.school.learn.at_end, opponent }
    }

    fn lesson_about(&self, record: &GameRecord, opponent: Color) -> Lesson {
        let school = self.school.clone();
        let game = record.game().clone();
        let name = opponent_name(record, opponent);
        Lesson::new(move |stop| school.learn(&game, opponent, &name, stop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::load;
    use crate::thesis::Losses;

    /// Games with ten moves in each of the first two phases, all with this loss.
    fn profile(losses: &[f64]) -> Profile {
        let none = Losses::default();
        let games = losses.iter().map(|&loss| GameLosses([five_moves(loss), five_moves(3.0 * loss), none, none]));
        Profile { games: games.collect(), ..Profile::new("Ann", load("tester").unwrap(), 40) }
    }

    /// Five moves with this loss each.
    fn five_moves(loss: f64) -> Losses {
        Losses { moves: 5, loss: loss * 5.0, squares: loss * loss * 5.0, ranks: 9 }
    }

    fn factor(games: u32, points: f64) -> f64 {
        by_results(&ThesisResults { games, points })
    }

    #[test]
    fn with_a_reference_the_targets_follow_the_losses_of_each_phase() {
        let reference = reference(&profile(&[5.0])).unwrap();
        assert_eq!((reference.losses, reference.tester.as_str()), ([5.0, 15.0, 10.0, 10.0], "tester"));
        let targets = [1.0, 2.0, 3.0, 4.0];
        for (losses, expected) in [
            (&[][..], None),
            (&[5.0, 5.0], Some(targets)),
            // A game with twice the loss, averaged with the reference, gives a factor of one and a half, and slightly
            // more in the phase where it was lost.
            (&[10.0], Some([1.625, 3.25, 4.5, 6.0])),
            (&[0.0], Some([0.375, 0.75, 1.5, 2.0])),
        ] {
            assert_eq!(adapted(targets, Some(&reference), &profile(losses)), expected);
        }
        let mut late = profile(&[5.0]);
        late.games[0].0[1].loss *= 2.0;
        let [early, middle, ..] = adapted(targets, Some(&reference), &late).unwrap();
        assert!(middle / targets[1] > early / targets[0]);
        // Half a game of the same player does not change the targets, whatever the loss in the other half.
        let mut half = profile(&[5.0]);
        half.games[0].0[0] = Losses::default();
        assert_eq!(adapted(targets, Some(&reference), &half), Some(targets));
        // Only the newest games count.
        let old = [vec![5000.0; 30], vec![5.0; NEWEST]].concat();
        assert_eq!(adapted(targets, Some(&reference), &profile(&old)), Some(targets));
    }

    #[test]
    fn who_wins_too_often_is_to_lose_more() {
        assert_eq!((factor(0, 0.0), factor(8, 4.0)), (1.0, 1.0));
        let [won, lost] = [factor(2, 2.0), factor(2, 0.0)];
        assert!(won > 1.2 && lost < 0.83 && (won * lost - 1.0).abs() < 1e-12);
        assert_eq!((factor(500, 500.0), factor(500, 0.0)), (FARTHEST, 1.0 / FARTHEST));
    }

    #[test]
    fn without_a_reference_the_losses_are_the_targets() {
        assert_eq!(adapted([7.0; 4], None, &profile(&[5.0, 7.0])), Some([6.0, 18.0, 12.0, 12.0]));
        assert_eq!(adapted([7.0; 4], None, &profile(&[])), None);
    }

    #[test]
    fn only_what_aims_at_a_loss_is_taught() {
        let learn = Learn { file: "p.json".to_owned(), at_end: true, reference: reference(&profile(&[5.0])) };
        assert_eq!(taught(&load("rung-08").unwrap(), &learn), load("rung-08").unwrap());
        assert_eq!(reference(&profile(&[0.0])), None);
    }
}
