//! An agent: a player that loses as much as a profile says.

use std::num::NonZeroU32;

use rival::personality::{ChoiceRule, Correction, Kind, Personality, RivalSpec, TieRule};
use rival::players::TesterError;
use rival::thesis::Profile;

use super::calibrate::Calibration;
use super::measure::{against_itself, measure};

/// The correction of an uncalibrated agent. Its goal is the usual value in games between beginners (`lab correction`).
const FROM: u32 = 5;
const GOAL: f64 = 50.0;
const GAIN: f64 = 0.5;
/// A steering agent is weakened by a lower goal, because it steers against larger targets. The unit is points for each
/// factor of e in the scale.
const SPAN: f64 = 100.0;

/// The largest difference in points between moves that count as equal; the seed draws among them.
const TOLERANCE: f64 = 2.0;
/// The smallest target that is scaled, because multiples of 0 stay 0.
const LEAST: f64 = 0.25;

/// The style of an agent, beside its strength.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Manner {
    /// One target for the whole game and no tolerance, as in the thesis, instead of a target for each phase.
    pub flat: bool,
    /// True if it steers towards an even game.
    pub corrects: bool,
}

/// The agent of a profile at a scale, which multiplies the targets or, with a correction, lowers the goal; `None` if
/// nothing was measured.
pub(crate) fn agent(profile: &Profile, manner: Manner, scale: f64) -> Option<Personality> {
    let spec = profile.tester.alpha_beta()?;
    let mean = profile.total().mean()?;
    let targets = if manner.flat { [mean; 4] } else { profile.by_phase()? };
    let factor = if manner.corrects { 1.0 } else { scale };
    let targets = targets.map(|target| to_hundredths(target.max(LEAST) * factor));
    let mut tester = spec.clone();
    tester.search.ties = TieRule::Random;
    tester.search.solve_from = 0;
    let goal = to_hundredths(GOAL - SPAN * libm::log(scale));
    let correction = manner.corrects.then_some(Correction::Steer { from: FROM, goal, gain: GAIN });
    let tolerance = if manner.flat { 0.0 } else { TOLERANCE };
    let choice = ChoiceRule::TargetLoss { targets, tolerance, correction };
    Some(personality(profile, "agent", RivalSpec { tester, choice, learn: None }))
}

fn personality(profile: &Profile, name: &str, spec: RivalSpec) -> Personality {
    let mean = profile.total().mean().unwrap_or_default();
    let summary = format!("as strong as {}, who loses {mean:.1} points a move", profile.called());
    let source = "Targets from measured games, by the method of the master's thesis on rivals (chapter 5).";
    Personality {
        source: Some(source.to_owned()),
        ..Personality::new(name, &summary, profile.tester.rule, Kind::Rival(spec))
    }
}

/// Hundredths of a point are far below the error of measurements, and keep the file readable.
fn to_hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// Games in each step of the bisection that finds a stand-in's noise.
const STAND_IN_GAMES: usize = 12;
const STAND_IN_STEPS: u32 = 9;

/// A player without a plan that loses as much as the profile says: the tester with noise on its values. Agents are
/// calibrated against it if the player itself is not available. `None` if nothing was measured.
///
/// # Errors
///
/// The profile's tester is not usable.
pub(crate) fn stand_in(profile: &Profile, seed: u64, threads: usize) -> Result<Option<Personality>, TesterError> {
    let (Some(spec), Some(mean)) = (profile.tester.alpha_beta(), profile.total().mean()) else { return Ok(None) };
    let mut spec = spec.clone();
    spec.search.solve_from = 0;
    let noisy = |sigma: f64| {
        let k = NonZeroU32::new(64).expect("64 is not 0");
        let choice = ChoiceRule::KBest { k, sigma };
        personality(profile, "stand-in", RivalSpec { tester: spec.clone(), choice, learn: None })
    };
    // The range from almost no noise to a random mover.
    let mut low = 0.01_f64;
    let mut high = 10_000.0_f64;
    for step in 0..STAND_IN_STEPS {
        let sigma = (low * high).sqrt();
        let games = against_itself(&noisy(sigma), STAND_IN_GAMES, 0, seed ^ u64::from(step), threads);
        let mut noisy_profile = Profile::new("", profile.tester.clone(), profile.plies);
        noisy_profile.games = measure(&games, &profile.tester, profile.plies, threads)?;
        if noisy_profile.total().mean().unwrap_or(0.0) < mean { low = sigma } else { high = sigma }
    }
    Ok(Some(noisy((low * high).sqrt())))
}

/// The agent at the calibrated scale, with its score in the last round. `None` if nothing was measured.
pub(crate) fn calibrated(
    profile: &Profile,
    manner: Manner,
    opponent: &Personality,
    calibration: &Calibration,
) -> Option<(Personality, f64)> {
    let first = agent(profile, manner, 1.0)?;
    let make = |scale| agent(profile, manner, scale).unwrap_or_else(|| first.clone());
    let (scale, score) = calibration.run(&make, opponent);
    Some((make(scale), score))
}

#[cfg(test)]
mod tests {
    use rival::players::load;
    use rival::thesis::{GameLosses, Losses};

    use super::*;

    fn profile() -> Profile {
        let losses = [5.0, 10.0, 20.0, 5.0];
        let mut profile = Profile::new("Ann", load("beginner").unwrap(), 40);
        let phases = losses.map(|loss| Losses { moves: 5, loss, squares: loss * loss, ranks: 9 });
        profile.games = vec![GameLosses(phases)];
        profile
    }

    fn manner(flat: bool) -> Manner {
        Manner { flat, corrects: false }
    }

    fn targets(personality: &Personality) -> [f64; 4] {
        match &personality.kind {
            Kind::Rival(RivalSpec { choice: ChoiceRule::TargetLoss { targets, .. }, .. }) => *targets,
            _ => panic!("an agent aims at a loss"),
        }
    }

    #[test]
    fn targets_are_the_profiles_losses_times_the_scale() {
        assert_eq!(targets(&agent(&profile(), manner(false), 2.0).unwrap()), [2.0, 4.0, 8.0, 2.0]);
        assert_eq!(targets(&agent(&profile(), manner(true), 1.0).unwrap()), [2.0; 4]);
        assert!(agent(&Profile::new("x", load("beginner").unwrap(), 40), manner(true), 1.0).is_none());
    }

    #[test]
    fn an_agent_that_steers_has_the_profiles_losses_and_a_goal_that_falls_with_the_scale() {
        let [narrow, usual, wide] = [0.5, 1.0, 2.0].map(|scale| {
            let agent = agent(&profile(), Manner { flat: false, corrects: true }, scale).unwrap();
            assert_eq!(targets(&agent), [1.0, 2.0, 4.0, 1.0]);
            match agent.kind {
                Kind::Rival(RivalSpec {
                    choice: ChoiceRule::TargetLoss { correction: Some(Correction::Steer { goal, .. }), .. },
                    ..
                }) => goal,
                _ => panic!("it steers"),
            }
        });
        assert!(narrow > usual && usual > wide && usual == GOAL, "{narrow} {usual} {wide}");
    }

    #[test]
    fn an_agent_is_a_file_that_can_be_read_again() {
        let agent = agent(&profile(), manner(false), 1.3).unwrap();
        let again = rival::personality::parse("agent.json", agent.to_json().as_bytes()).unwrap();
        assert_eq!(again, agent);
    }

    #[test]
    fn calibration_weakens_an_agent_that_is_too_strong() {
        let calibration = Calibration { rounds: 3, games: 20, seed: 1, threads: 2 };
        let (agent, score) = calibrated(&profile(), manner(true), &load("random").unwrap(), &calibration).unwrap();
        assert!(targets(&agent)[0] > 2.0);
        let again =
            calibrated(&profile(), manner(true), &load("random").unwrap(), &Calibration { threads: 1, ..calibration });
        assert_eq!(again.unwrap(), (agent, score));
    }
}
