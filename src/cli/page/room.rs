//! The page's room, by the means of the commands `measure` and `rivals`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::portrait::traits;
use crate::board::{Color, Game, Objective};
use crate::cli::rivals::{Effort, Folder, USUAL, agent, make};
use crate::eval::EvaluationSpec;
use crate::machine::work;
use crate::personality::{self, Kind, shipped};
use crate::players::explain::Critic;
use crate::players::{Options, Personality, Player, load};
use crate::serve::page::Room;
use crate::serve::page::room::{
    Estimate, Opponent, Part, Placed, Played, Rating, Rival, RoomError, Stage, Strengths, Watch, Who,
};
use crate::strength::ladder::{self, RUNGS};
use crate::strength::profile::{self, find, update};
use crate::strength::{Losses, Profile, ProfileError, fingerprint, measure, served};

/// The tester, and the last move of a game that counts, as `rival measure` has them.
const TESTER: &str = "tester";
const PLIES: u32 = 40;
/// Games of a placement.
const PLACEMENT: usize = 10;
/// Who is about to be placed, in Elo above a random mover: mean and deviation of what is believed before any result.
const PRIOR: (f64, f64) = (800.0, 400.0);
/// Points of the history that are shown.
const HISTORY: usize = 200;
/// The table of a player.
const HASH_MB: u64 = 32;

/// Elo above a random mover, of players that are no rungs (`docs/rivals.md`, the ladder).
const MEASURED: [(&str, f64); 4] =
    [("beginner", 779.0), ("intermediate", 929.0), ("advanced", 1430.0), ("expert", 1784.0)];

/// What can be done today.
#[derive(Debug)]
pub struct Today {
    folder: PathBuf,
}

impl Today {
    pub fn new(folder: &Path) -> Today {
        Today { folder: folder.to_owned() }
    }

    fn profile_file(&self) -> PathBuf {
        self.folder.join("profile.json")
    }

    fn rivals_folder(&self) -> PathBuf {
        self.folder.join("rivals")
    }

    /// Where rivals are made before they take the place of those that are there.
    fn making_folder(&self) -> PathBuf {
        self.folder.join("rivals.new")
    }

    fn profile(&self) -> Result<Option<Profile>, RoomError> {
        Ok(find(&self.profile_file()).map_err(failed)?.map(|(profile, _)| profile))
    }
}

fn failed(error: impl std::fmt::Display) -> RoomError {
    RoomError::Failed(format!("{error:#}"))
}

/// Threads for long work: the person who plays meanwhile keeps one.
fn threads() -> usize {
    work::cores().saturating_sub(1).max(1)
}

fn options() -> Options {
    Options { threads: 1, hash_mb: HASH_MB }
}

/// Elo above a random mover, where it was measured.
fn elo(name: &str) -> Option<f64> {
    let rung = RUNGS.iter().find(|rung| rung.player == name).map(|rung| rung.elo);
    rung.or_else(|| MEASURED.iter().find(|(known, _)| *known == name).map(|&(_, elo)| elo))
}

impl Room for Today {
    fn opponents(&self) -> Vec<Opponent> {
        let strongest = MEASURED.iter().map(|(_, elo)| *elo).fold(1.0, f64::max);
        let one = |personality: &Personality, rule: Objective| Opponent {
            who: Who::Shipped { name: personality.name.clone() },
            name: personality.name.clone(),
            summary: personality.summary.clone(),
            rule: rule.into(),
            strength: elo(&personality.name).filter(|_| rule == Objective::Normal).map(|elo| elo / strongest),
        };
        shipped()
            .flat_map(|personality| {
                [Objective::Normal, Objective::Anti]
                    .into_iter()
                    .filter(|&rule| personality.plays_for(rule))
                    .map(|rule| one(&personality, rule))
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    fn strengths(&self) -> Option<Strengths> {
        None
    }

    fn name(&self, who: &Who) -> String {
        match who {
            Who::Shipped { name } | Who::Rival { name } => name.clone(),
            Who::Strength { rating } => rating.to_string(),
        }
    }

    fn player(&self, who: &Who) -> Result<Box<dyn Player>, RoomError> {
        match who {
            Who::Shipped { name } => {
                let found = shipped().find(|personality| personality.name == *name);
                let unknown = || RoomError::Failed(format!("found {name:?}, expected the name of a shipped player"));
                Ok(found.ok_or_else(unknown)?.player(&options()))
            }
            Who::Rival { name } => {
                // A name from the page is no path.
                let known = self.rivals()?.into_iter().any(|rival| rival.name == *name);
                if !known {
                    return Err(RoomError::Failed(format!("found {name:?}, expected the name of a rival")));
                }
                let file = self.rivals_folder().join(format!("{name}.json"));
                let personality = load(&file.to_string_lossy()).map_err(failed)?;
                served(&personality, &options()).map_err(failed)
            }
            Who::Strength { .. } => Err(RoomError::Failed("no player of a given strength can be made".to_owned())),
        }
    }

    fn judge(&self, rule: Objective) -> Option<Box<dyn Player>> {
        (rule == Objective::Normal).then(|| load("classic").ok().map(|judge| judge.player(&options()))).flatten()
    }

    fn critic(&self) -> Option<Critic> {
        Critic::new(&load(TESTER).ok()?).ok()
    }

    fn add(&self, name: &str, games: &[Played], watch: &dyn Watch) -> Result<usize, RoomError> {
        let tester = load(TESTER).map_err(failed)?;
        let known = self.profile()?.map(|profile| profile.fingerprints).unwrap_or_default();
        let side = |played: &Played| (played.record.game().clone(), played.side);
        let mut new: Vec<(Game, Color)> = games.iter().map(side).collect();
        new.retain(|(game, color)| !known.contains(&fingerprint(game, *color, PLIES)));
        let (of, threads, done) = (new.len() as u64, threads(), AtomicU64::new(0));
        watch.progress(0, of, "");
        // Few at a time, so that what is done is kept and a stop is seen.
        for batch in new.chunks(4 * threads) {
            if watch.stop().is_stopped() {
                return Err(RoomError::Stopped);
            }
            let tick = || watch.progress(done.fetch_add(1, Ordering::Relaxed) + 1, of, "");
            let judged = measure(batch, &tester, PLIES, threads, &tick).map_err(failed)?;
            update(&self.profile_file(), |found| {
                let mut profile = found.unwrap_or_else(|| Profile::new(name, tester.clone(), PLIES));
                for ((game, color), losses) in batch.iter().zip(judged) {
                    if profile.fingerprints.insert(fingerprint(game, *color, PLIES)) {
                        profile.games.push(losses);
                    }
                }
                Ok::<_, ProfileError>(profile)
            })
            .map_err(failed)?;
        }
        Ok(new.len())
    }

    fn estimate(&self, placed: &[Placed]) -> Result<Option<Estimate>, RoomError> {
        let profile = self.profile()?.filter(|profile| profile.total().moves > 0);
        let by_results = by_results(placed);
        if profile.is_none() && by_results.is_none() {
            return Ok(None);
        }
        let (mut words, mut rests_on) = (String::new(), Vec::new());
        if let Some(profile) = &profile {
            let (games, moves) = (profile.games.len(), profile.total().moves);
            rests_on.push(format!("{moves} moves of {}", plural(games, "game")));
        }
        if by_results.is_some() {
            rests_on.push(format!("{} against players of known strength", plural(placed.len(), "result")));
        }
        let history: Vec<Rating> = profile.iter().flat_map(history).collect();
        let rating = by_results.or(history.last().copied());
        if let Some(rating) = rating {
            words = format!("about as strong as {}", nearest(rating.value));
        }
        let parts = profile.iter().flat_map(parts).collect();
        let rests_on = rests_on.join(" and ");
        let scale = "The numbers are Elo above somebody who plays at random.".to_owned();
        Ok(Some(Estimate { words, rests_on, rating, scale, parts, habits: Vec::new(), history }))
    }

    fn rivals(&self) -> Result<Vec<Rival>, RoomError> {
        let Ok(entries) = fs::read_dir(self.rivals_folder()) else { return Ok(Vec::new()) };
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.sort();
        files.retain(|file| {
            file.extension().is_some_and(|extension| extension == "json")
                && file.file_stem().is_some_and(|stem| stem != "profile")
        });
        let read = |file: PathBuf| {
            let bytes = fs::read(&file).map_err(failed)?;
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let personality = personality::parse(&name, &bytes).map_err(failed)?;
            let traits = match &personality.kind {
                Kind::Rival(spec) => traits(spec),
                _ => Vec::new(),
            };
            Ok(Rival { name: personality.name, likes: personality.summary, traits })
        };
        files.into_iter().map(read).collect()
    }

    fn make_rivals(&self, watch: &dyn Watch) -> Result<(), RoomError> {
        let making = self.making_folder();
        // A run that was broken off goes on for the strength that it was begun for.
        let snapshot = making.join("run/profile.json");
        let profile = match find(&snapshot).map_err(failed)? {
            Some((profile, _)) => profile,
            None => {
                let profile = self.profile()?.filter(|profile| !profile.is_thin());
                let few = || RoomError::Failed("found too few games of yours to make rivals from".to_owned());
                let profile = profile.ok_or_else(few)?;
                fs::create_dir_all(making.join("run")).map_err(failed)?;
                profile::save(&profile, &snapshot).map_err(failed)?;
                profile
            }
        };
        let effort = Effort { threads: threads(), ..USUAL };
        let settings = serde_json::json!({ "rounds": effort.rounds, "games": effort.games, "last": effort.last });
        let mut folder = Folder::open(&making, &settings).map_err(failed)?;
        folder.teach(&profile, true).map_err(failed)?;
        let steps = |done: f64, of: usize, what: &str| {
            // The agent is the first step.
            watch.progress((1000.0 * (1.0 + done)) as u64, 1000 * (1 + of as u64), what);
            !watch.stop().is_stopped()
        };
        watch.progress(0, 1, "");
        let agent = match folder.personality("agent").map_err(failed)? {
            Some(agent) => agent,
            None => {
                let rounds = AtomicU64::new(0);
                let round = || {
                    let part = rounds.fetch_add(1, Ordering::Relaxed) as f64 / f64::from(effort.rounds);
                    steps(part - 1.0, 10, "");
                };
                agent(&effort, &profile, &folder, &round).map_err(failed)?
            }
        };
        make(&effort, &folder, &agent, &steps).map_err(failed)?.ok_or(RoomError::Stopped)?;
        // The new ones take the place of the old ones in one step; those stay until then.
        let old = self.folder.join("rivals.old");
        let _ = fs::remove_dir_all(&old);
        if self.rivals_folder().exists() {
            fs::rename(self.rivals_folder(), &old).map_err(failed)?;
        }
        fs::rename(&making, self.rivals_folder()).map_err(failed)?;
        let _ = fs::remove_dir_all(&old);
        let _ = fs::remove_dir_all(self.rivals_folder().join("run"));
        Ok(())
    }

    fn is_making(&self) -> bool {
        self.making_folder().join("run/profile.json").exists()
    }

    fn forget_making(&self) -> Result<(), RoomError> {
        match fs::remove_dir_all(self.making_folder()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failed(error)),
            _ => Ok(()),
        }
    }

    fn next_placement(&self, results: &[Placed]) -> Option<Who> {
        if results.len() >= PLACEMENT {
            return None;
        }
        let value = by_results(results).map_or(PRIOR.0, |rating| rating.value);
        Some(Who::Shipped { name: nearest(value).to_owned() })
    }

    fn placement_games(&self) -> usize {
        PLACEMENT
    }
}

fn plural(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// The rung of the ladder nearest to a strength.
fn nearest(value: f64) -> &'static str {
    let distance = |elo: f64| (elo - value).abs();
    let rung = RUNGS.iter().min_by(|a, b| distance(a.elo).total_cmp(&distance(b.elo)));
    rung.map_or("random", |rung| rung.player.as_str())
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
        let part =
            Profile { games: profile.games[..count].to_vec(), ..Profile::new("", profile.tester.clone(), PLIES) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::page::room::Rule;

    fn placed(name: &str, points: f64) -> Placed {
        Placed { against: Who::Shipped { name: name.to_owned() }, points, discs: 0 }
    }

    #[test]
    fn a_placement_goes_up_after_wins_and_down_after_losses_and_ends() {
        let room = Today::new(Path::new("nowhere"));
        let strength = |results: &[Placed]| match room.next_placement(results) {
            Some(Who::Shipped { name }) => elo(&name).unwrap(),
            other => panic!("{other:?}"),
        };
        let first = strength(&[]);
        assert!(strength(&[placed("rung-08", 1.0)]) > first && strength(&[placed("rung-08", 0.0)]) < first);
        let wins = vec![placed("rung-14", 1.0); 9];
        assert!(strength(&wins) > 1300.0);
        assert_eq!(room.next_placement(&vec![placed("rung-14", 1.0); PLACEMENT]), None);
    }

    #[test]
    fn more_results_make_the_interval_narrower() {
        let width = |count| by_results(&vec![placed("rung-08", 0.5); count]).map(|rating| rating.high - rating.low);
        assert_eq!(width(0), None);
        assert!(width(1).unwrap() > width(4).unwrap() && width(4).unwrap() > width(10).unwrap());
        let even = by_results(&[placed("rung-08", 1.0), placed("rung-08", 0.0)]).unwrap();
        assert!((even.value - elo("rung-08").unwrap()).abs() < 60.0, "{even:?}");
    }

    #[test]
    fn every_shipped_player_can_be_played_against_and_no_other() {
        let room = Today::new(Path::new("nowhere"));
        let opponents = room.opponents();
        assert!(opponents.len() > 40);
        for opponent in &opponents {
            assert!(room.player(&opponent.who).is_ok(), "{opponent:?}");
            assert!(opponent.strength.is_none_or(|strength| (0.0..=1.0).contains(&strength)));
        }
        assert!(opponents.iter().any(|opponent| opponent.rule == Rule::Fewest));
        for name in ["../../etc/passwd", "engines/random.json", "", "profile"] {
            assert!(room.player(&Who::Shipped { name: name.to_owned() }).is_err());
            assert!(room.player(&Who::Rival { name: name.to_owned() }).is_err());
        }
    }
}
