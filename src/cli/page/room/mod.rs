//! The page's room, by the means of the commands `measure` and `rivals`: the one place where the page meets strength
//! and rivals. What the figures mean is in `scale`, who judges in `judges`.

mod judges;
mod scale;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use self::judges::TESTER;
use super::portrait::traits;
use crate::board::{Color, Game, Objective};
use crate::cli::rivals::{Effort, Folder, USUAL, agent, make};
use crate::machine::work;
use crate::personality::{self, Kind, shipped};
use crate::players::explain::Critic;
use crate::players::{Options, Personality, Player, load};
use crate::serve::page::Room;
use crate::serve::page::room::{Estimate, Opponent, Placed, Played, Rival, RoomError, Strengths, Watch, Who};
use crate::strength::profile::{self, find, update};
use crate::strength::{Profile, ProfileError, fingerprint, measure, served};

/// The last move of a game that counts, as `rival measure` has it.
const PLIES: u32 = 40;
/// The table of a player.
const HASH_MB: u64 = 32;

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

    /// What went wrong, without the path of the data folder: no answer of the page names one.
    fn failed(&self, error: impl std::fmt::Display) -> RoomError {
        let folder = format!("{}{}", self.folder.display(), std::path::MAIN_SEPARATOR);
        RoomError::Failed(format!("{error:#}").replace(&folder, ""))
    }

    fn profile(&self) -> Result<Option<Profile>, RoomError> {
        Ok(find(&self.profile_file()).map_err(|error| self.failed(error))?.map(|(profile, _)| profile))
    }
}

/// Threads for long work: the person who plays meanwhile keeps one.
fn threads() -> usize {
    work::cores().saturating_sub(1).max(1)
}

fn options() -> Options {
    Options { threads: 1, hash_mb: HASH_MB }
}

impl Room for Today {
    fn opponents(&self) -> Vec<Opponent> {
        let one = |personality: &Personality, rule: Objective| Opponent {
            who: Who::Shipped { name: personality.name.clone() },
            name: personality.name.clone(),
            summary: personality.summary.clone(),
            rule: rule.into(),
            strength: scale::part_of_best(&personality.name).filter(|_| rule == Objective::Normal),
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
        scale::strengths()
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
                let personality = load(&file.to_string_lossy()).map_err(|error| self.failed(error))?;
                served(&personality, &options()).map_err(|error| self.failed(error))
            }
            Who::Strength { .. } => Err(RoomError::Failed("no player of a given strength can be made".to_owned())),
        }
    }

    fn judge(&self, rule: Objective) -> Option<Box<dyn Player>> {
        judges::judge(rule).map(|judge| judge.player(&options()))
    }

    fn other_judges(&self, rule: Objective) -> Vec<Box<dyn Player>> {
        judges::other(rule).map(|judge| judge.player(&options())).into_iter().collect()
    }

    fn critic(&self) -> Option<Critic> {
        judges::critic()
    }

    fn add(&self, name: &str, games: &[Played], watch: &dyn Watch) -> Result<usize, RoomError> {
        let tester = load(TESTER).map_err(|error| self.failed(error))?;
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
            let judged = measure(batch, &tester, PLIES, threads, &tick).map_err(|error| self.failed(error))?;
            update(&self.profile_file(), |found| {
                let mut profile = found.unwrap_or_else(|| Profile::new(name, tester.clone(), PLIES));
                for ((game, color), losses) in batch.iter().zip(judged) {
                    if profile.fingerprints.insert(fingerprint(game, *color, PLIES)) {
                        profile.games.push(losses);
                    }
                }
                Ok::<_, ProfileError>(profile)
            })
            .map_err(|error| self.failed(error))?;
        }
        Ok(new.len())
    }

    fn estimate(&self, placed: &[Placed]) -> Result<Option<Estimate>, RoomError> {
        let profile = self.profile()?.filter(|profile| profile.total().moves > 0);
        Ok(scale::estimate(profile.as_ref(), placed))
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
            let bytes = fs::read(&file).map_err(|error| self.failed(error))?;
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let personality = personality::parse(&name, &bytes).map_err(|error| self.failed(error))?;
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
        let profile = match find(&snapshot).map_err(|error| self.failed(error))? {
            Some((profile, _)) => profile,
            None => {
                let profile = self.profile()?.filter(|profile| !profile.is_thin());
                let few = || RoomError::Failed("found too few games of yours to make rivals from".to_owned());
                let profile = profile.ok_or_else(few)?;
                fs::create_dir_all(making.join("run")).map_err(|error| self.failed(error))?;
                profile::save(&profile, &snapshot).map_err(|error| self.failed(error))?;
                profile
            }
        };
        let effort = Effort { threads: threads(), ..USUAL };
        let settings = serde_json::json!({ "rounds": effort.rounds, "games": effort.games, "last": effort.last });
        let mut folder = Folder::open(&making, &settings).map_err(|error| self.failed(error))?;
        folder.teach(&profile, true).map_err(|error| self.failed(error))?;
        let steps = |done: f64, of: usize, what: &str| {
            // The agent is the first step.
            watch.progress((1000.0 * (1.0 + done)) as u64, 1000 * (1 + of as u64), what);
            !watch.stop().is_stopped()
        };
        watch.progress(0, 1, "");
        let agent = match folder.personality("agent").map_err(|error| self.failed(error))? {
            Some(agent) => agent,
            None => {
                let rounds = AtomicU64::new(0);
                let round = || {
                    let part = rounds.fetch_add(1, Ordering::Relaxed) as f64 / f64::from(effort.rounds);
                    steps(part - 1.0, 10, "");
                };
                agent(&effort, &profile, &folder, &round).map_err(|error| self.failed(error))?
            }
        };
        make(&effort, &folder, &agent, &steps).map_err(|error| self.failed(error))?.ok_or(RoomError::Stopped)?;
        // The new ones take the place of the old ones in one step; those stay until then.
        let old = self.folder.join("rivals.old");
        let _ = fs::remove_dir_all(&old);
        if self.rivals_folder().exists() {
            fs::rename(self.rivals_folder(), &old).map_err(|error| self.failed(error))?;
        }
        fs::rename(&making, self.rivals_folder()).map_err(|error| self.failed(error))?;
        let _ = fs::remove_dir_all(&old);
        let _ = fs::remove_dir_all(self.rivals_folder().join("run"));
        Ok(())
    }

    fn is_making(&self) -> bool {
        self.making_folder().join("run/profile.json").exists()
    }

    fn forget_making(&self) -> Result<(), RoomError> {
        match fs::remove_dir_all(self.making_folder()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(self.failed(error)),
            _ => Ok(()),
        }
    }

    fn next_placement(&self, results: &[Placed]) -> Option<Who> {
        scale::next_placement(results)
    }

    fn placement_games(&self) -> usize {
        scale::PLACEMENT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::page::room::Rule;

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
