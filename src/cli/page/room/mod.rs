//! The page's room, by the means of the commands `measure` and `rivals`: the one place where the page meets strength
//! and rivals. What the figures mean is in `scale`, who judges in `judges`.

mod judges;
mod scale;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::portrait::traits;
use crate::board::Objective;
use crate::machine::regular::read;
use crate::machine::work;
use crate::people::PeopleElo;
use crate::personality::{self, HumanSpec, Kind, is_shipped, listed};
use crate::players::explain::Critic;
use crate::players::{Human, Options, Personality, Player, load};
use crate::record::GameRecord;
use crate::search::Stop;
use crate::serve::page::Room;
use crate::serve::page::room::{Estimate, Opponent, Placement, Played, Rival, RoomError, Strengths, Watch, Who};
use crate::strength::person::file::{FileError, find, update};
use crate::strength::person::placement::{next_rung, placed_games};
use crate::strength::person::{self, Known, Profile, called, measure};
use crate::strength::rivals::{Folder, InForce, MakeError, Observer, Person, ROUNDS, Settings, in_force, make};
use crate::strength::served;

/// The table of a player.
const HASH_MB: u64 = 32;
/// How many rivals are made, and what decides them.
const RIVALS: usize = 3;
const SEED: u64 = 1;
/// A rival's own strength in a game is known this well, in Elo.
const KNOWN: f64 = 40.0;

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

    /// The file of a rival.
    fn rival(&self, name: &str) -> Result<Personality, RoomError> {
        // A name from the page is no path.
        if !self.rivals()?.into_iter().any(|rival| rival.name == *name) {
            return Err(RoomError::Failed(format!("found {name:?}, expected the name of a rival")));
        }
        let file = self.rivals_folder().join(format!("{name}.json"));
        load(&file.to_string_lossy()).map_err(|error| self.failed(error))
    }

    /// What is known of the person. A profile of an earlier version is put aside: what it says cannot be used.
    fn profile(&self) -> Result<Option<Profile>, RoomError> {
        match find(&self.profile_file()) {
            Ok(found) => Ok(found.map(|(profile, _)| profile)),
            Err(FileError::Again { .. }) => {
                let aside = self.folder.join("profile.before.json");
                fs::rename(self.profile_file(), aside).map_err(|error| self.failed(error))?;
                Ok(None)
            }
            Err(error) => Err(self.failed(error)),
        }
    }

    /// A game as the profile has it: whom it was against, and how strong that was.
    fn played(&self, played: &Played, rating: Option<PeopleElo>) -> person::Played {
        let mut game = person::Played::new(&played.record, played.side);
        // Games of the page are played one after the other, by somebody who learns.
        game.live = played.against.is_some();
        let strength = |rating: PeopleElo| Some(Known::player(rating, KNOWN));
        let Some((who, seed)) = &played.against else { return game };
        game.opponent = match who {
            Who::Shipped { name } => person::Opponent::named(name),
            Who::Rival { name } => person::Opponent { name: name.clone(), strength: rating.and_then(strength) },
            Who::Strength { rating } => person::Opponent::named(&called(PeopleElo((*rating).into()))),
        };
        // Two games that are given up before a move differ by nothing else.
        game.seeded(*seed)
    }
}

/// The page follows the making of rivals.
struct Follow<'a>(&'a dyn Watch);

impl Observer for Follow<'_> {
    fn progress(&self, done: u64, of: u64, what: &str) {
        self.0.progress(done, of, what);
    }

    fn stop(&self) -> &Stop {
        self.0.stop()
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
        listed()
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
            Who::Strength { rating } => called(PeopleElo((*rating).into())),
        }
    }

    fn player(&self, who: &Who) -> Result<Box<dyn Player>, RoomError> {
        match who {
            Who::Shipped { name } => {
                // A name from the page is no path.
                let unknown = || RoomError::Failed(format!("found {name:?}, expected the name of a shipped player"));
                let found = if is_shipped(name) { load(name).ok() } else { None };
                Ok(found.ok_or_else(unknown)?.player(&options()))
            }
            Who::Rival { name } => served(&self.rival(name)?, &options()).map_err(|error| self.failed(error)),
            Who::Strength { rating } => {
                let rating = PeopleElo((*rating).into());
                Ok(Box::new(Human::new(&called(rating), &HumanSpec::like(rating))))
            }
        }
    }

    fn player_then(&self, who: &Who, game: &GameRecord) -> Result<Box<dyn Player>, RoomError> {
        if let Who::Rival { name } = who {
            let then = in_force(&self.rival(name)?, game.game()).map_err(|error| self.failed(error))?;
            if let Some(InForce { spec, .. }) = then {
                return Ok(Box::new(Human::new(name, &spec)));
            }
        }
        self.player(who)
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
        let profile = self.profile()?;
        let known = profile.as_ref().map(Profile::ids).unwrap_or_default();
        // A rival plays at what is known when a game begins.
        let rating =
            profile.filter(|profile| !profile.games.is_empty()).map(|profile| person::estimate(&profile).rating);
        let mut new: Vec<person::Played> = games.iter().map(|played| self.played(played, rating)).collect();
        // Earlier versions kept these games without their seeds.
        let without_seed = |game: &person::Played| {
            let mut game = game.clone();
            game.seed = None;
            game.id()
        };
        new.retain(|game| !known.contains(&game.id()) && !known.contains(&without_seed(game)));
        let (of, threads, done, count) = (new.len() as u64, threads(), AtomicU64::new(0), new.len());
        watch.progress(0, of, "");
        // Few at a time, so that what is done is kept and a stop is seen.
        while !new.is_empty() {
            let batch: Vec<person::Played> = new.drain(..new.len().min(4 * threads)).collect();
            let size = batch.len();
            let tick = || watch.progress(done.fetch_add(1, Ordering::Relaxed) + 1, of, "");
            let judged = measure(batch, &[], None, threads, watch.stop(), &tick).map_err(|error| self.failed(error))?;
            let is_stopped = judged.len() < size;
            update(&self.profile_file(), |found| {
                let mut profile = found.unwrap_or_else(|| Profile::new(name));
                profile.add(judged);
                Ok::<_, FileError>(profile)
            })
            .map_err(|error| self.failed(error))?;
            if is_stopped {
                return Err(RoomError::Stopped);
            }
        }
        Ok(count)
    }

    fn estimate(&self) -> Result<Option<Estimate>, RoomError> {
        let profile = self.profile()?.filter(|profile| !profile.games.is_empty());
        Ok(profile.as_ref().map(scale::estimate))
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
            let bytes = read(&file).map_err(|error| self.failed(error))?;
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let personality = personality::parse(&name, &bytes).map_err(|error| self.failed(error))?;
            let traits = match &personality.kind {
                Kind::Human(spec) => traits(spec),
                _ => Vec::new(),
            };
            Ok(Rival { name: personality.name, likes: personality.summary, traits })
        };
        files.into_iter().map(read).collect()
    }

    fn make_rivals(&self, watch: &dyn Watch) -> Result<(), RoomError> {
        let making = self.making_folder();
        let failed = |error: MakeError| match error {
            MakeError::Stopped => RoomError::Stopped,
            error => self.failed(error),
        };
        watch.progress(0, 1, "");
        let profile = self.profile()?.filter(|profile| !profile.games.is_empty());
        let few = || RoomError::Failed("found too few games of yours to make rivals from".to_owned());
        let person = Person::of(&profile.ok_or_else(few)?);
        let settings = serde_json::json!({ "recipe": "human", "count": RIVALS, "seed": SEED });
        let folder = Folder::open(&making, &settings).map_err(|error| self.failed(error))?;
        // They follow the person in the one profile of the page.
        let learn = Some("../profile.json".to_owned());
        let settings = Settings { count: RIVALS, seed: SEED, threads: threads(), rounds: ROUNDS, learn };
        make(&folder, &person, &settings, &Follow(watch)).map_err(failed)?;
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
        self.making_folder().join("run/settings.json").exists()
    }

    fn forget_making(&self) -> Result<(), RoomError> {
        match fs::remove_dir_all(self.making_folder()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(self.failed(error)),
            _ => Ok(()),
        }
    }

    fn placement(&self) -> Result<Placement, RoomError> {
        let profile = self.profile()?;
        let next = Who::Shipped { name: next_rung(profile.as_ref()).name.clone() };
        Ok(Placement { games: profile.as_ref().map_or(0, placed_games), next })
    }

    fn placement_games(&self) -> usize {
        person::PLACEMENT
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
        assert!(room.player(&Who::Shipped { name: "human-1100".to_owned() }).is_ok(), "games of earlier versions");
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
