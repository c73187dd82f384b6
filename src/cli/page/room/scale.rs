//! How strong the person is, on today's scale: Elo above a random mover, by the ladder of `docs/rivals.md`.

use crate::eval::EvaluationSpec;
use crate::serve::page::room::{Estimate, Part, Placed, Rating, Stage, Strengths, Who};
use crate::strength::ladder::{self, RUNGS};
use crate::strength::{Losses, Profile};

/// Games of a placement.
pub const PLACEMENT: usize = 10;
/// Who is about to be placed, in Elo above a random mover: mean and deviation of what is believed before any result.
const PRIOR: (f64, f64) = (800.0, 400.0);
/// Points of the history that are shown.
const HISTORY: usize = 200;
/// Elo above a random mover, of players that are no rungs (`docs/rivals.md`, the ladder).
const MEASURED: [(&str, f64); 4] =
    [("beginner", 779.0), ("intermediate", 929.0), ("advanced", 1430.0), ("expert", 1784.0)];

/// A player's share of the strength of the best, 0 to 1, where it was measured.
pub fn part_of_best(name: &str) -> Option<f64> {
    let best = MEASURED.iter().map(|(_, elo)| *elo).fold(1.0, f64::max);
    elo(name).map(|elo| elo / best)
}

/// The strengths that can be played against: none yet.
pub fn strengths() -> Option<Strengths> {
    None
}

/// Whom to play next to be placed; `None` if the results are enough.
pub fn next_placement(results: &[Placed]) -> Option<Who> {
    if results.len() >= PLACEMENT {
        return None;
    }
    let value = by_results(results).map_or(PRIOR.0, |rating| rating.value);
    Some(Who::Shipped { name: nearest(value).to_owned() })
}

/// How strong the person is by what is measured and by the results of a placement; `None` while nothing is known.
pub fn estimate(profile: Option<&Profile>, placed: &[Placed]) -> Option<Estimate> {
    let by_results = by_results(placed);
    if profile.is_none() && by_results.is_none() {
        return None;
    }
    let (mut words, mut rests_on) = (String::new(), Vec::new());
    if let Some(profile) = profile {
        let (games, moves) = (profile.games.len(), profile.total().moves);
        rests_on.push(format!("{moves} moves of {}", plural(games, "game")));
    }
    if by_results.is_some() {
        rests_on.push(format!("{} against players of known strength", plural(placed.len(), "result")));
    }
    let history: Vec<Rating> = profile.into_iter().flat_map(history).collect();
    let rating = by_results.or(history.last().copied());
    if let Some(rating) = rating {
        words = among(rating.value);
    }
    let parts = profile.into_iter().flat_map(parts).collect();
    let rests_on = rests_on.join(" and ");
    let scale = "The numbers are Elo above somebody who plays at random.".to_owned();
    Some(Estimate { words, rests_on, rating, scale, parts, habits: Vec::new(), history })
}

/// Elo above a random mover, where it was measured.
fn elo(name: &str) -> Option<f64> {
    let rung = RUNGS.iter().find(|rung| rung.player == name).map(|rung| rung.elo);
    rung.or_else(|| MEASURED.iter().find(|(known, _)| *known == name).map(|&(_, elo)| elo))
}

/// The rung of the ladder nearest to a strength.
fn nearest(value: f64) -> &'static str {
    let distance = |elo: f64| (elo - value).abs();
    let rung = RUNGS.iter().min_by(|a, b| distance(a.elo).total_cmp(&distance(b.elo)));
    rung.map_or("random", |rung| rung.player.as_str())
}

/// Where a strength stands among players that one can play against.
fn among(value: f64) -> String {
    let stronger = MEASURED.iter().position(|&(_, elo)| elo > value);
    match stronger.map(|number| (number.checked_sub(1), MEASURED[number].0)) {
        None => format!("stronger than \u{201c}{}\u{201d}", MEASURED[MEASURED.len() - 1].0),
        Some((None, above)) => format!("not yet as strong as \u{201c}{above}\u{201d}"),
        Some((Some(below), above)) => {
            format!("stronger than \u{201c}{}\u{201d}, weaker than \u{201c}{above}\u{201d}", MEASURED[below].0)
        }
    }
}

/// A strength in Elo above a random mover by results alone: the mean of what is believed after them, and its 95 %
/// interval. `None` without results.
fn by_results(placed: &[Placed]) -> Option<Rating> {
    let results: Vec<(f64, f64)> = placed
        .iter()
        .filter_map(|placed| match &placed.against {
            Who::Shipped { name } => Some((elo(name)?, placed.points)),
            _ => None,
        })
        .collect();
    if results.is_empty() {
        return None;
    }
    // On a grid: strengths are one number, and the prior is normal.
    let grid = || (-100..=350).map(|step| f64::from(step) * 10.0);
    let belief = |strength: f64| {
        let prior = -((strength - PRIOR.0) / PRIOR.1).powi(2) / 2.0;
        let likelihood = results.iter().map(|&(other, points)| {
            let expected = 1.0 / (1.0 + 10.0_f64.powf((other - strength) / 400.0));
            points * expected.ln() + (1.0 - points) * (1.0 - expected).ln()
        });
        (prior + likelihood.sum::<f64>()).exp()
    };
    let whole: f64 = grid().map(belief).sum();
    let mean = grid().map(|strength| strength * belief(strength)).sum::<f64>() / whole;
    let variance = grid().map(|strength| (strength - mean).powi(2) * belief(strength)).sum::<f64>() / whole;
    let reach = crate::stats::Z95 * variance.sqrt();
    Some(Rating { value: mean, low: mean - reach, high: mean + reach })
}

/// The strength after each game, by the losses of all games up to it.
fn history(profile: &Profile) -> Vec<Rating> {
    let games = profile.games.len();
    let after = |count: usize| {
        let part = Profile {
            games: profile.games[..count].to_vec(),
            ..Profile::new("", profile.tester.clone(), profile.plies)
        };
        let loss = part.loss()?;
        let (low, high) = loss.interval?;
        Some(Rating { value: ladder::elo(loss.mean), low: ladder::elo(high), high: ladder::elo(low) })
    };
    (games.saturating_sub(HISTORY) + 1..=games).filter_map(after).collect()
}

/// What moves give away in the parts of the game that the tester looks at.
fn parts(profile: &Profile) -> Vec<Part> {
    let per_disc = profile.tester.alpha_beta().and_then(|spec| match &spec.evaluation {
        EvaluationSpec::Weighted(spec) => spec.points_per_disc,
        EvaluationSpec::Patterns(_) => Some(1.0),
    });
    let Some(per_disc) = per_disc else { return Vec::new() };
    let part = |stage, phases: std::ops::Range<usize>| {
        let losses = phases.map(|phase| profile.phase(phase)).fold(Default::default(), Losses::and);
        Some(Part { stage, loss: losses.mean()? / per_disc, moves: losses.moves })
    };
    [part(Stage::Opening, 0..1), part(Stage::Middle, 1..4)].into_iter().flatten().collect()
}

fn plural(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(name: &str, points: f64) -> Placed {
        Placed { against: Who::Shipped { name: name.to_owned() }, points, discs: 0 }
    }

    #[test]
    fn a_placement_goes_up_after_wins_and_down_after_losses_and_ends() {
        let strength = |results: &[Placed]| match next_placement(results) {
            Some(Who::Shipped { name }) => elo(&name).unwrap(),
            other => panic!("{other:?}"),
        };
        let first = strength(&[]);
        assert!(strength(&[placed("rung-08", 1.0)]) > first && strength(&[placed("rung-08", 0.0)]) < first);
        let wins = vec![placed("rung-14", 1.0); 9];
        assert!(strength(&wins) > 1300.0);
        assert_eq!(next_placement(&vec![placed("rung-14", 1.0); PLACEMENT]), None);
    }

    #[test]
    fn a_strength_is_said_in_players_that_one_can_play() {
        assert!(among(0.0).starts_with("not yet as strong") && among(3000.0).starts_with("stronger than"));
        assert!(among(800.0).contains("beginner") && among(800.0).contains("intermediate"));
    }

    #[test]
    fn more_results_make_the_interval_narrower() {
        let width = |count| by_results(&vec![placed("rung-08", 0.5); count]).map(|rating| rating.high - rating.low);
        assert_eq!(width(0), None);
        assert!(width(1).unwrap() > width(4).unwrap() && width(4).unwrap() > width(10).unwrap());
        let even = by_results(&[placed("rung-08", 1.0), placed("rung-08", 0.0)]).unwrap();
        assert!((even.value - elo("rung-08").unwrap()).abs() < 60.0, "{even:?}");
    }
}
