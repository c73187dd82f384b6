//! A profile: a player's losses and the tester that measured them. It is one JSON file, described in `docs/rivals.md`.

mod file;

use std::collections::{BTreeMap, BTreeSet};

use super::{GameLosses, Losses, PHASES};
use crate::board::Objective;
use crate::personality::Effort;
use crate::players::Personality;
use crate::record::text::name_in_a_line;
use crate::stats::Z95;

/// The losses in the games of one player, measured by a tester. Everything else is computed from them.
///
/// ```no_run
/// use rival::record::profile_file::load;
/// use rival::thesis::Profile;
///
/// let (profile, _damage): (Profile, _) = load("ann.json".as_ref())?;
/// println!("{}: {} games, up to move {}", profile.player, profile.games.len(), profile.plies);
/// # Ok::<(), rival::record::KeptError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// The player's name as the user gave it, or `black` or `white`.
    pub player: String,
    /// The tester that measured the losses: a linear personality with a depth.
    pub tester: Personality,
    /// The number of the last move that counts.
    pub plies: u32,
    /// The losses of each game, in the order of measurement.
    pub games: Vec<GameLosses>,
    /// The [`fingerprint`](crate::thesis::fingerprint()) of each game, so that it is not added again. Older games may
    /// have none.
    pub fingerprints: BTreeSet<u64>,
    /// The results of learning rivals against the player, by the rivals' names.
    pub results: BTreeMap<String, ThesisResults>,
}

/// The results of one rival.
#[derive(Debug, Clone, Copy, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThesisResults {
    /// The number of games.
    pub games: u32,
    /// The rival's points: 1 for a win, 0.5 for a draw.
    pub points: f64,
}

impl ThesisResults {
    /// The points above one half of the games.
    #[must_use]
    pub(crate) fn surplus(&self) -> f64 {
        self.points - f64::from(self.games) / 2.0
    }
}

/// A mean with its uncertainty.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct LossEstimate {
    /// The mean, in the unit of the observations.
    pub mean: f64,
    /// Standard error; `None` if unknown.
    pub error: Option<f64>,
    /// The 95 % interval, not below 0.
    pub interval: Option<(f64, f64)>,
}

impl Profile {
    /// A profile without games. Moves after number `plies` do not count.
    #[must_use]
    pub fn new(player: &str, tester: Personality, plies: u32) -> Profile {
        Profile {
            player: player.to_owned(),
            tester,
            plies,
            games: Vec::new(),
            fingerprints: BTreeSet::new(),
            results: BTreeMap::new(),
        }
    }

    /// The player's name on one line.
    #[must_use]
    pub fn called(&self) -> String {
        name_in_a_line(&self.player)
    }

    /// The sums over all moves of all games.
    #[must_use]
    pub fn total(&self) -> Losses {
        self.games.iter().map(GameLosses::total).fold(Losses::default(), Losses::and)
    }

    /// The sums over all moves of one phase, given as an index of [`PHASES`].
    #[must_use]
    pub fn phase(&self, phase: usize) -> Losses {
        self.games.iter().map(|game| game.0[phase]).fold(Losses::default(), Losses::and)
    }

    /// The mean loss of a move; `None` without moves.
    ///
    /// Moves of one game are not independent, so games are the observations: the standard error is that of a ratio of
    /// two sums (Cochran, "Sampling techniques", 1977, section 6.4). For a single game the moves are the observations.
    #[must_use]
    pub fn loss(&self) -> Option<LossEstimate> {
        let total = self.total();
        let mean = total.mean()?;
        let moves = f64::from(total.moves);
        let games: Vec<Losses> = self.games.iter().map(GameLosses::total).filter(|tally| tally.moves > 0).collect();
        let error = match games.len() {
            1 if total.moves > 1 => Some(total.deviation()? / (moves - 1.0).sqrt()),
            0 | 1 => None,
            count => {
                let residues = games.iter().map(|tally| (tally.loss - mean * f64::from(tally.moves)).powi(2));
                let count = count as f64;
                Some((residues.sum::<f64>() * count / (count - 1.0)).sqrt() / moves)
            }
        };
        let interval = error.map(|error| ((mean - Z95 * error).max(0.0), mean + Z95 * error));
        Some(LossEstimate { mean, error, interval })
    }

    /// The mean loss of a move in points, by phase. A phase without moves has the mean of all phases. `None` without
    /// moves.
    #[must_use]
    pub fn by_phase(&self) -> Option<[f64; PHASES.len()]> {
        let mean = self.total().mean()?;
        Some(std::array::from_fn(|phase| self.phase(phase).mean().unwrap_or(mean)))
    }

    /// A profile with only this many of the newest games.
    #[must_use]
    pub fn newest(&self, count: usize) -> Profile {
        let games = self.games[self.games.len().saturating_sub(count)..].to_vec();
        Profile { games, ..self.clone() }
    }

    /// The difference from the profile's tester and moves, as found and expected; `None` if both are the same.
    #[must_use]
    pub fn unlike(&self, tester: &Personality, plies: u32) -> Option<String> {
        let found = describe(&self.tester);
        let expected = describe(tester);
        if !is_same_tester(&self.tester, tester) {
            if self.tester.rule != tester.rule {
                let [found_aim, aim] = [self.tester.rule, tester.rule].map(Objective::aim);
                return Some(format!("tester: found {found} for {found_aim}, expected {expected} for {aim}"));
            }
            let same = if found == expected { ", with other features" } else { "" };
            return Some(format!("tester: found {found}, expected {expected}{same}"));
        }
        (self.plies != plies).then(|| format!("plies: found {}, expected {plies}", self.plies))
    }
}

/// A tester in words: its name and its depth.
#[must_use]
pub fn describe(tester: &Personality) -> String {
    match tester.alpha_beta().map(|spec| spec.search.effort) {
        Some(Effort::Depth(depth)) => format!("{} at depth {depth}", tester.name),
        _ => tester.name.clone(),
    }
}

/// True if both testers value every move equally: rule, evaluation and depth are the same, whatever their names.
#[must_use]
pub(crate) fn is_same_tester(a: &Personality, b: &Personality) -> bool {
    match (a.alpha_beta(), b.alpha_beta()) {
        (Some(x), Some(y)) => {
            a.rule == b.rule && x.evaluation.is_alike(&y.evaluation) && x.search.effort == y.search.effort
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EvaluationSpec;
    use crate::personality::Kind;
    use crate::players;

    fn profile(games: &[&[f64]]) -> Profile {
        let mut profile = Profile::new("x", players::load("tester").unwrap(), 40);
        for losses in games {
            let mut game = GameLosses::default();
            for loss in *losses {
                let add = Losses { moves: 1, loss: *loss, squares: loss * loss, ranks: 2 };
                game.0[1] = game.0[1].and(add);
            }
            profile.games.push(game);
        }
        profile
    }

    #[test]
    fn equal_games_give_the_error_of_their_means() {
        let estimate = profile(&[&[1.0, 3.0], &[5.0, 7.0], &[4.0, 4.0]]).loss().unwrap();
        let means = crate::stats::Mean::estimate([2.0, 6.0, 4.0]).unwrap();
        assert_eq!(estimate.mean, means.mean);
        assert!((estimate.error.unwrap() - means.error.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn one_game_goes_by_its_moves_and_no_game_says_nothing() {
        let estimate = profile(&[&[1.0, 3.0, 8.0]]).loss().unwrap();
        let moves = crate::stats::Mean::estimate([1.0, 3.0, 8.0]).unwrap();
        assert!((estimate.error.unwrap() - moves.error.unwrap()).abs() < 1e-12);
        assert_eq!(profile(&[]).loss(), None);
        assert_eq!(profile(&[&[2.0]]).loss().unwrap().interval, None);
    }

    #[test]
    fn a_phase_without_moves_has_the_mean_of_the_whole() {
        assert_eq!(profile(&[&[1.0, 3.0]]).by_phase(), Some([2.0; 4]));
    }

    #[test]
    fn testers_are_told_apart_by_what_they_compute() {
        let tester = players::load("tester").unwrap();
        let renamed = Personality { name: "other".to_owned(), ..tester.clone() };
        assert!(is_same_tester(&tester, &renamed));
        assert!(!is_same_tester(&tester, &players::load("expert").unwrap()));
        assert_eq!(describe(&tester), "tester at depth 5");
        let profile = Profile::new("x", tester.clone(), 40);
        assert_eq!(profile.unlike(&renamed, 40), None);
        assert_eq!(profile.unlike(&renamed, 60).unwrap(), "plies: found 40, expected 60");
        let expert = players::load("expert").unwrap();
        assert!(profile.unlike(&expert, 40).unwrap().starts_with("tester: found tester at depth 5, expected expert"));
        let mut changed = tester;
        let Kind::AlphaBeta(spec) = &mut changed.kind else { panic!("testers search") };
        let EvaluationSpec::Weighted(weighted) = &mut spec.evaluation else { panic!("a sum") };
        weighted.terms[0].weight += 1.0;
        let difference = "tester: found tester at depth 5, expected tester at depth 5, with other features";
        assert_eq!(profile.unlike(&changed, 40).unwrap(), difference);
        changed.rule = Objective::Anti;
        let difference =
            "tester: found tester at depth 5 for the most discs, expected tester at depth 5 for the fewest discs";
        assert_eq!(profile.unlike(&changed, 40).unwrap(), difference);
    }

    #[test]
    fn names_from_files_stay_in_one_line() {
        let long = "é".repeat(5000);
        let shortened = "é".repeat(60) + "...";
        for (name, expected) in
            [("Änn O'Neill", "Änn O'Neill"), ("A\nn\u{1b}[31m", "A?n?[31m"), (&long, shortened.as_str())]
        {
            assert_eq!(Profile { player: name.to_owned(), ..profile(&[]) }.called(), expected);
        }
    }

    #[test]
    fn the_newest_games_are_the_last() {
        let all = profile(&[&[1.0], &[2.0], &[4.0]]);
        assert_eq!(all.newest(2).total().mean(), Some(3.0));
        assert_eq!(all.newest(9), all);
    }
}
