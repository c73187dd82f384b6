//! The person: strength, rivals, placement, and the work that computes them.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::removals::{Import, Removal, Removals};
use super::{Common, GameFile, Reply, open_file};
use crate::board::{Color, Objective};
use crate::people::PeopleElo;
use crate::record::archive::Archive;
use crate::record::text::{name_in_a_line, same_name};
use crate::record::{GameRecord, KeptError};
use crate::search::Stop;
use crate::serve::page::ask::{self, OpponentChoice, Refusal};
use crate::serve::page::jobs::{Job, Keep, News, Reporter};
use crate::serve::page::opponents;
use crate::serve::page::person::changes::ChangedProfile;
use crate::serve::page::person::{KEEP, MAKING, PROFILE, facts, played, profile};
use crate::serve::page::store::{LoadedGame, Storage, StoredGame};
use crate::serve::page::tell::{
    self, AddedGames, Answer, Facts, LastGame, LeftGame, Placement, Progress, Rating, Task,
};
use crate::strength::person::placement::{next_rung, placed_games};
use crate::strength::person::{Field, PLACEMENT, PersonGame, Profile, by_others, have_strangers};
use crate::strength::themes::Themes;

const PLACED_BEFORE: &str = "placement.json";
const REMOVED: &str = "removed.json";
const FILES: &str = "files/index.json";
/// Why games are not added, in English; the page has other languages.
const FEWEST: &str = "games for the fewest discs do not count";

impl Import {
    /// The games of the file that were added.
    ///
    /// # Errors
    /// The file cannot be read.
    fn games(&self, common: &Common) -> Result<Vec<PersonGame>, KeptError> {
        let file = read_added(&*common.store, &self.added)?;
        let mut games = new_games(common, &file, &self.added.player).unwrap_or_default();
        games.retain(|game| self.ids.contains(&game.id()));
        Ok(games)
    }

    /// The player's name as the file is read now. Earlier versions stored it as in the file, or cleaned it before they
    /// trimmed it: a tab at its end became `?`, and spaces before a long name shortened it.
    fn player(&self, store: &dyn Storage) -> String {
        let stored_name = name_in_a_line(self.added.player.trim());
        let is_marked = stored_name.starts_with('?') || stored_name.ends_with('?') || stored_name.ends_with("...");
        let file = is_marked.then(|| read_added(store, &self.added).ok()).flatten();
        let records = file.iter().flat_map(|file| &file.games);
        let mut sides = records.flat_map(|record| [Color::Black, Color::White].map(|color| (record, color)));
        let side = sides.find(|(record, color)| self.ids.contains(&PersonGame::new(record, *color).id()));
        side.map_or(stored_name, |(record, color)| record.player(color).name.clone())
    }
}

/// The files that were added.
pub(super) fn added_files(common: &Common) -> Vec<AddedGames> {
    let imports: Vec<Import> = common.store.get(FILES).unwrap_or_default();
    imports.into_iter().map(|import| import.added).collect()
}

pub(super) struct Me {
    teller: Sender<News>,
    news: Receiver<News>,
    /// The facts about the person, which are read again after each piece of work.
    facts: Facts,
    /// The ids of the finished games as the last facts have them, by their numbers.
    played: BTreeMap<u64, Option<u64>>,
    /// Games that wait to be measured.
    waiting: Vec<PersonGame>,
    /// The games being measured; true if these are all stored games.
    measured: (Vec<PersonGame>, bool),
    works: BTreeMap<Task, (Stop, Progress)>,
    /// True if something has changed since measuring began.
    again: bool,
    /// True if measuring was stopped because of a removal, and goes on after it.
    is_paused: bool,
    /// The reason why the last work failed.
    failed: BTreeMap<Task, String>,
    /// True if a game of the placement waits to be measured. It decides the next opponent.
    placing: bool,
    last: Option<LastGame>,
    /// The number of games that counted for a placement before the present one.
    placed_before: usize,
    files: Vec<Import>,
    /// The last number of a file. Numbers of removed files are not used again.
    last_file: u64,
    /// True once the games of added files were listed that an earlier process has not measured.
    has_resumed: bool,
    removals: Removals,
}

impl Me {
    pub(super) fn open(common: &mut Common) -> Me {
        let (teller, news) = unbounded();
        let mut files: Vec<Import> = common.stored(FILES);
        let old_files = files.clone();
        files.iter_mut().for_each(|import| import.added.player = import.player(&*common.store));
        if files.iter().zip(&old_files).any(|(import, old)| import.added.player != old.added.player) {
            common.note(FILES, common.store.put(FILES, &files));
        }
        let mut me = Me {
            teller,
            news,
            facts: Facts::default(),
            played: BTreeMap::new(),
            waiting: Vec::new(),
            measured: Default::default(),
            works: BTreeMap::new(),
            again: false,
            is_paused: false,
            failed: BTreeMap::new(),
            placing: false,
            last: None,
            placed_before: common.stored(PLACED_BEFORE),
            files,
            last_file: 0,
            has_resumed: false,
            removals: Removals::default(),
        };
        let removed: BTreeSet<u64> = common.stored(REMOVED);
        if !removed.is_empty() {
            // Games whose files a killed program has not removed stay.
            me.removals.resume(&removed - &me.known(common, None));
        }
        // Games that a killed program did not measure. Known ones are skipped.
        me.measure(common, true);
        // Rivals were being made, and this was neither finished nor given up.
        if common.store.read(&format!("{MAKING}/run/settings.json")).is_ok() {
            let _ = me.begin_rivals(common);
        }
        me
    }

    /// True while long work goes on.
    #[cfg(feature = "cli")]
    pub(super) fn works(&self) -> bool {
        !self.works.is_empty()
    }

    pub(super) fn news(&self) -> &Receiver<News> {
        &self.news
    }

    pub(super) fn hear(&mut self, common: &mut Common, news: News) {
        let (task, result) = match news {
            News::Progress(task, progress) => {
                if let Some((_, known)) = self.works.get_mut(&task) {
                    *known = progress;
                }
                return;
            }
            News::Changed(changed) => return self.hear_change(common, *changed),
            News::Done(task, result) => (task, *result),
        };
        let is_paused = task == Task::Measure && std::mem::take(&mut self.is_paused);
        let was_stopped = self.works.remove(&task).is_some_and(|(stop, _)| stop.is_stopped());
        match result {
            Ok(facts) => {
                self.failed.remove(&task);
                self.learn(facts);
                if task == Task::Measure && !std::mem::replace(&mut self.has_resumed, true) {
                    self.resume(common);
                }
            }
            Err(why) if !was_stopped => {
                self.failed.insert(task, why);
                // The reason may be a damaged file, so the others are read again.
                self.learn(facts(&*common.store));
            }
            Err(_) if task == Task::Rivals => drop(common.store.remove(MAKING)),
            Err(_) if is_paused => self.waiting.append(&mut self.measured.0),
            Err(_) => {}
        }
        let is_more = self.again || !self.waiting.is_empty() || self.removals.is_open();
        if task == Task::Measure && is_more {
            self.measure(common, self.measured.1);
        } else if task == Task::Measure {
            self.placing = false;
            let after = self.strength();
            if let Some(last) = self.last.as_mut().filter(|last| last.counts && last.after.is_none()) {
                last.after = after;
            }
        }
        let is_open = self.facts.themes.open > 0 && !self.failed.contains_key(&Task::Themes);
        if is_open && !self.works.contains_key(&Task::Measure) && !self.works.contains_key(&Task::Themes) {
            self.begin(common, Task::Themes, Job::FindThemes);
        }
    }

    /// Takes note of a change of the profile.
    fn hear_change(&mut self, common: &mut Common, changed: Result<ChangedProfile, String>) {
        match changed {
            Ok(ChangedProfile { gone, after, placed, exercises }) => {
                let images = self.images(common, &gone);
                self.waiting.extend(images);
                let before = self.removals.end(gone);
                self.facts.placed = placed;
                common.note(REMOVED, store_removed(common, &self.removals.open_ids()));
                // The placement may have been started again meanwhile: no game counts for it yet.
                let after = if self.placed_before == before { after } else { placed };
                if after != self.placed_before {
                    self.placed_before = after;
                    common.note(PLACED_BEFORE, common.store.put(PLACED_BEFORE, &after));
                }
                common.note(PROFILE, exercises);
            }
            Err(error) => {
                self.removals.wait();
                common.note(PROFILE, Err(io::Error::other(error)));
            }
        }
    }

    fn learn(&mut self, mut facts: Facts) {
        for damaged in facts.damaged.iter().filter(|line| !self.facts.damaged.contains(line)) {
            log::warn!("{damaged}");
        }
        self.played = std::mem::take(&mut facts.played);
        self.facts = facts;
    }

    fn begin(&mut self, common: &Common, task: Task, job: Job) {
        let reporter = Reporter::new(task, self.teller.clone());
        self.works.insert(task, (reporter.stop.clone(), Progress::default()));
        common.jobs.clone().begin(job, reporter);
    }

    /// Measures the waiting games, with all stored games if `all` is true.
    fn measure(&mut self, common: &mut Common, all: bool) {
        self.again = self.works.contains_key(&Task::Measure);
        if !self.again {
            let change = self.removals.begin(self.placed_before);
            let player = common.settings.name.clone();
            let games = std::mem::take(&mut self.waiting);
            self.measured = (games.clone(), all);
            self.begin(common, Task::Measure, Job::Measure { player, games, all, change });
        }
    }

    /// Ends work soon. Finished parts are kept.
    fn stop(&self, task: Task) -> bool {
        self.works.get(&task).map(|(stop, _)| stop.stop()).is_some()
    }

    /// Stops measuring. Games that are not yet measured are left out, but removals go on, and what is added from now on
    /// is measured.
    pub(super) fn stop_measuring(&mut self) -> Reply {
        self.stop(Task::Measure);
        self.waiting.clear();
        self.measured = Default::default();
        self.has_resumed = true;
        Ok(Answer::Done)
    }

    /// Handles the end of a game.
    pub(super) fn finished(&mut self, common: &mut Common, kept: StoredGame) {
        let Some(game) = LoadedGame::new(kept) else { return };
        let played = played(&game);
        let counts = played.is_some();
        self.last = Some(LastGame { game: game.kept.id, counts, before: self.strength(), after: None });
        self.placing |= game.kept.terms.placement && played.is_some();
        self.waiting.extend(played);
        self.measure(common, false);
    }

    /// Adds the games of a player in a file. If players have no names, `black` or `white` selects that side in all
    /// games. The answer is the number of games that are new: that were neither added before nor played here.
    pub(super) fn import(&mut self, common: &mut Common, file: &GameFile, player: &str) -> Reply {
        let games = new_games(common, file, player)?;
        let ids: BTreeSet<u64> = games.iter().map(PersonGame::id).collect();
        let known = self.known(common, None);
        let unknown = games.iter().filter(|game| !game.image_ids().any(|id| known.contains(&id)));
        let count = count_new(&known, &unknown.map(PersonGame::image_id).collect())?;
        if count > 0 {
            let last = self.files.iter().map(|import| import.added.file).max().unwrap_or(0);
            self.last_file = last.max(common.store.last_number("files")).max(self.last_file) + 1;
            let name = file.shown.name.clone();
            let added = AddedGames { file: self.last_file, name, player: player.to_owned(), games: games.len() };
            let mut written = common.store.write(&copy_of(&added), &file.bytes);
            if !file.names.is_empty() {
                written = written.and_then(|()| common.store.write(&names_of(&added), &file.names));
            }
            self.files.push(Import { added, ids });
            common.note(FILES, written.and_then(|()| common.store.put(FILES, &self.files)));
        }
        // A program that was killed may not have measured them.
        self.waiting.extend(games);
        self.measure(common, false);
        Ok(Answer::Number(count as u64))
    }

    /// Lists the games of added files that an earlier process has not measured, to be measured next.
    fn resume(&mut self, common: &mut Common) {
        for import in &self.files {
            let is_open = |id: &u64| !self.facts.mistakes.contains_key(id);
            if !import.ids.iter().any(is_open) {
                continue;
            }
            match import.games(common) {
                Ok(games) => self.waiting.extend(games.into_iter().filter(|game| is_open(&game.id()))),
                Err(error) => common.name_damaged(&error),
            }
        }
    }

    /// The ids of the games that were played here and count, or are in added files other than this one.
    fn known(&self, common: &Common, but: Option<u64>) -> BTreeSet<u64> {
        let files = self.files.iter().filter(|import| Some(import.added.file) != but);
        let played_ids = self.played_ids(common).into_values();
        played_ids.chain(files.flat_map(|import| &import.ids).copied()).collect()
    }

    /// The ids of the games that were played here and count, by their numbers. Games that the last facts lack are read.
    fn played_ids(&self, common: &Common) -> BTreeMap<u64, u64> {
        let games = common.store.games().into_iter().filter_map(|game| {
            let id = match self.played.get(&game) {
                Some(id) => *id,
                None => played(&common.store.game(game)?).map(|game| game.id()),
            };
            Some((game, id?))
        });
        games.collect()
    }

    /// Removes a finished game or an added file, and returns the number of the removal.
    pub(super) fn take_out(&mut self, common: &mut Common, what: ask::EvidenceRef) -> Result<u64, Refusal> {
        let (ids, names) = match what {
            ask::EvidenceRef::Game { game } => {
                let kept = common.store.game(game).ok_or(Refusal::Unknown)?;
                (played(&kept).iter().map(PersonGame::id).collect(), common.store.names_of(game).to_vec())
            }
            ask::EvidenceRef::Added { file } => {
                let import = self.files.iter().find(|import| import.added.file == file).ok_or(Refusal::Unknown)?;
                // Games that are also in another file, or were played here, stay.
                let ids = &import.ids - &self.known(common, Some(file));
                (ids, vec![copy_of(&import.added), names_of(&import.added)])
            }
        };
        let files = names.into_iter().filter_map(|name| {
            let bytes = common.store.read(&name).ok()?;
            Some((name, bytes))
        });
        let files: Vec<(String, Vec<u8>)> = files.collect();
        store_removed(common, &(&self.removals.open_ids() | &ids)).map_err(Refusal::failed)?;
        let import = self.remove_files(common, &files, what).map_err(|error| {
            // What is not removed wholly stays, because nobody could undo it.
            files.iter().for_each(|(name, bytes)| drop(common.store.write(name, bytes)));
            if matches!(what, ask::EvidenceRef::Added { .. }) {
                drop(common.store.put(FILES, &self.files));
            }
            Refusal::failed(error)
        })?;
        let mut waiting: Vec<PersonGame> = Vec::new();
        for games in [&mut self.waiting, &mut self.measured.0] {
            waiting.extend(games.extract_if(.., |game| ids.contains(&game.id())));
        }
        let number = self.removals.take(Removal { files, import, ids, waiting, judged: Vec::new() });
        self.settle(common);
        Ok(number)
    }

    /// Removes the files of a finished game, or of an added file after its entry, which is returned. A program that is
    /// killed meanwhile leaves files that nothing names.
    fn remove_files(
        &mut self,
        common: &Common,
        files: &[(String, Vec<u8>)],
        what: ask::EvidenceRef,
    ) -> io::Result<Option<Import>> {
        let mut rest = self.files.clone();
        let mut import = None;
        if let ask::EvidenceRef::Added { file } = what {
            import = rest.extract_if(.., |import| import.added.file == file).next();
            common.store.put(FILES, &rest)?;
        }
        // The last file of a game makes it count as stored.
        files.iter().rev().try_for_each(|(name, _)| common.store.remove(name))?;
        self.files = rest;
        Ok(import)
    }

    /// The images of removed games among those that were played here or are in added files. The profile had one of
    /// each.
    fn images(&self, common: &mut Common, gone: &[(usize, PersonGame)]) -> Vec<PersonGame> {
        let wanted: BTreeSet<u64> = gone.iter().flat_map(|(_, game)| game.image_ids()).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let ids = self.played_ids(common).into_iter().filter(|(_, id)| wanted.contains(id));
        let mut images: Vec<PersonGame> = ids.filter_map(|(game, _)| played(&common.store.game(game)?)).collect();
        for import in self.files.iter().filter(|import| !import.ids.is_disjoint(&wanted)) {
            match import.games(common) {
                Ok(games) => images.extend(games),
                Err(error) => common.name_damaged(&error),
            }
        }
        images.retain(|game| wanted.contains(&game.id()));
        images
    }

    /// Restores what a removal took away.
    pub(super) fn put_back(&mut self, common: &mut Common, number: u64) -> Reply {
        let removal = self.removals.find(number).ok_or(Refusal::Unknown)?;
        let ids = removal.import.as_ref().map_or(&removal.ids, |import| &import.ids);
        let known = self.known(common, None);
        count_new(&known, ids)?;
        let removal = self.removals.put_back(&*common.store, number).map_err(Refusal::failed)?;
        let removal = removal.ok_or(Refusal::Unknown)?;
        if let Some(import) = removal.import {
            // A game that was in another file then may be nowhere else now.
            if !import.ids.iter().all(|id| removal.ids.contains(id) || known.contains(id)) {
                match import.games(common) {
                    Ok(games) => self.waiting.extend(games),
                    Err(error) => common.name_damaged(&error),
                }
            }
            self.files.push(import);
            self.files.sort_by_key(|import| import.added.file);
            common.note(FILES, common.store.put(FILES, &self.files));
        }
        common.note(REMOVED, store_removed(common, &self.removals.open_ids()));
        self.waiting.extend(removal.waiting);
        self.settle(common);
        Ok(Answer::Done)
    }

    /// Stops measuring so that games can be removed, and measures the rest afterwards.
    fn settle(&mut self, common: &mut Common) {
        self.is_paused = self.stop(Task::Measure);
        self.measure(common, self.is_paused && self.measured.1);
    }

    /// Makes rivals, and keeps those in `keep`.
    pub(super) fn make_rivals(&mut self, common: &mut Common, keep: &[String]) -> Reply {
        if self.works.contains_key(&Task::Rivals) {
            return Err(Refusal::Busy);
        }
        let names = self.facts.rivals.iter().map(|rival| &rival.name);
        let (keep, replaced): (Vec<_>, Vec<_>) = names.cloned().partition(|name| keep.contains(name));
        if !keep.is_empty() && replaced.is_empty() {
            return Err(Refusal::Illegal);
        }
        common.store.put(KEEP, &Keep { keep, replaced }).map_err(Refusal::failed)?;
        self.begin_rivals(common)
    }

    fn begin_rivals(&mut self, common: &Common) -> Reply {
        if self.works.contains_key(&Task::Rivals) {
            return Err(Refusal::Busy);
        }
        self.failed.remove(&Task::Rivals);
        self.begin(common, Task::Rivals, Job::MakeRivals);
        Ok(Answer::Done)
    }

    /// Looks for exercises in games that were not yet examined.
    pub(super) fn find_exercises(&mut self, common: &Common) -> Reply {
        if !self.works.contains_key(&Task::Exercises) {
            self.begin(common, Task::Exercises, Job::FindExercises);
        }
        Ok(Answer::Done)
    }

    /// The strength with its interval, if it is known.
    fn strength(&self) -> Option<Rating> {
        self.facts.estimate.as_ref().map(|estimate| estimate.rating)
    }

    /// The number of mistakes in each measured game.
    pub(super) fn mistakes(&self) -> &BTreeMap<u64, u32> {
        &self.facts.mistakes
    }

    /// The themes of these mistakes.
    pub(super) fn themes(&self) -> &Themes {
        &self.facts.themes
    }

    /// The known rating of the person, or that of a newcomer.
    pub(super) fn rating(&self) -> PeopleElo {
        self.strength().map_or_else(opponents::first, |strength| strength.value)
    }

    /// Gives up rivals that are partly made.
    pub(super) fn stop_making(&self, common: &Common) -> Reply {
        if !self.stop(Task::Rivals) {
            common.store.remove(MAKING).map_err(Refusal::failed)?;
        }
        Ok(Answer::Done)
    }

    /// Begins the next game of the placement.
    pub(super) fn next_placement(&self, common: &Common) -> Result<OpponentChoice, Refusal> {
        if self.placing {
            return Err(Refusal::Busy);
        }
        let profile = profile(&*common.store).map_err(Refusal::failed)?;
        let placed = profile.as_ref().map_or(0, placed_games);
        let is_done = placed.saturating_sub(self.placed_before) >= PLACEMENT;
        if is_done {
            Err(Refusal::Illegal)
        } else {
            Ok(OpponentChoice::Shipped { name: next_rung(profile.as_ref()).name.clone() })
        }
    }

    /// Starts the placement again. The evidence from its games stays.
    pub(super) fn forget_placement(&mut self, common: &mut Common) -> Reply {
        self.placed_before = self.facts.placed;
        common.note(PLACED_BEFORE, common.store.put(PLACED_BEFORE, &self.placed_before));
        Ok(Answer::Done)
    }

    pub(super) fn show(&self, common: &Common, left: &[LeftGame]) -> tell::Me {
        let mut facts = self.facts.clone();
        facts.damaged.splice(..0, common.damaged.iter().cloned());
        let games = self.facts.placed.saturating_sub(self.placed_before).min(PLACEMENT);
        tell::Me {
            facts,
            measuring: self.progress(Task::Measure).filter(|progress| progress.of > 0),
            making: self.progress(Task::Rivals),
            finding: self.progress(Task::Exercises).filter(|progress| progress.of > 0),
            failed: self.failed.clone(),
            placement: Placement { games, of: PLACEMENT, done: games == PLACEMENT, pending: self.placing },
            last: self.last.clone(),
            files: self.files.iter().map(|import| import.added.clone()).collect(),
            left: left.to_vec(),
        }
    }

    fn progress(&self, task: Task) -> Option<Progress> {
        let (stop, progress) = self.works.get(&task)?;
        Some(Progress { stopping: stop.is_stopped(), ..progress.clone() })
    }
}

/// Stores the ids of the games that are still to be removed from the profile, in case the program is killed before.
fn store_removed(common: &Common, ids: &BTreeSet<u64>) -> io::Result<()> {
    if ids.is_empty() { common.store.remove(REMOVED) } else { common.store.put(REMOVED, ids) }
}

/// The games of a player in a file, without those that were played here: they count by the page's rules, or not at all.
///
/// # Errors
/// The file has no game of the player, or only such for the fewest discs.
fn new_games(common: &Common, file: &GameFile, player: &str) -> Result<Vec<PersonGame>, Refusal> {
    let has_names = !file.shown.players.is_empty();
    let own = file.games.iter().filter_map(|record| Some((record, side(record, player, has_names)?)));
    let (normal, others): (Vec<_>, Vec<_>) = own.partition(|(record, _)| record.objective == Objective::Normal);
    let mut games: Vec<PersonGame> = normal.into_iter().map(|(record, side)| PersonGame::new(record, side)).collect();
    if games.is_empty() {
        let none = if others.is_empty() { Refusal::NoPlayer } else { Refusal::NoGames { why: FEWEST.to_owned() } };
        return Err(none);
    }
    let here = played_here(common);
    games.retain(|game| !here.contains(&game.id()));
    if have_strangers(&games) {
        let field = if file.is_database { Field::Tournaments } else { Field::Anywhere };
        by_others(&Archive::from_records(&file.games), field, player, &mut games);
    }
    Ok(games)
}

/// The number of these games that are not known.
///
/// # Errors
/// The profile would have too many games with them.
fn count_new(known: &BTreeSet<u64>, ids: &BTreeSet<u64>) -> Result<usize, Refusal> {
    let count = ids.difference(known).count();
    let [all, most] = [known.len() + count, Profile::MOST_GAMES];
    if count > 0 && all > most {
        return Err(Refusal::failed(format!("{all} games would be counted, {most} at most: remove others first")));
    }
    Ok(count)
}

/// The copy of an added file.
///
/// # Errors
/// It cannot be read.
pub(super) fn read_added(store: &dyn Storage, added: &AddedGames) -> Result<GameFile, KeptError> {
    let name = copy_of(added);
    let path = Path::new(&name);
    let bytes = store.read(&name).map_err(KeptError::io(path))?;
    let names = store.read(&names_of(added)).unwrap_or_default();
    open_file(&added.name, &names, bytes).map_err(|refusal| match refusal {
        Refusal::NoGames { why } => KeptError::bad(path, why),
        _ => KeptError::bad(path, "found no games, expected some"),
    })
}

/// The side of the player with this name. In a file without names the player is called black or white.
pub(super) fn side(record: &GameRecord, player: &str, has_names: bool) -> Option<Color> {
    if has_names {
        return record.side_of(player);
    }
    let colors = [("black", Color::Black), ("white", Color::White)];
    colors.into_iter().find(|(name, _)| same_name(name, player)).map(|(_, color)| color)
}

/// The name of the stored copy of an added file.
pub(super) fn copy_of(added: &AddedGames) -> String {
    format!("files/{:03}-{}", added.file, safe_name(&added.name))
}

/// The name of the stored table of players of an added file. The readers of WTHOR find it beside the copy.
pub(super) fn names_of(added: &AddedGames) -> String {
    Path::new(&copy_of(added)).with_extension("jou").to_string_lossy().into_owned()
}

/// The ids of all finished games that were played here, as their exported files have them.
fn played_here(common: &Common) -> BTreeSet<u64> {
    let games = common.store.games().into_iter().filter_map(|id| common.store.game(id));
    games.filter(|game| game.kept.over).map(|game| PersonGame::new(&game.record, game.kept.terms.you).id()).collect()
}

/// A name that is safe on any disk.
pub(super) fn safe_name(name: &str) -> String {
    let safe = name.chars().map(|c| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '_' });
    let text: String = safe.collect();
    text[text.len().saturating_sub(60)..].trim_start_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::super::tests;
    use super::*;
    use crate::record::{Ending, Outcome, ggf, transcript};
    use crate::serve::page::ask::Terms;
    use crate::serve::page::jobs::Jobs;
    use crate::serve::page::store::{Files, Snapshot, WatchedFiles, unpack};

    /// Long work that never ends: the numbers of games to measure.
    #[derive(Default)]
    struct Counts(Mutex<Vec<usize>>);

    impl Jobs for Counts {
        fn begin(self: Arc<Self>, job: Job, _: Reporter) {
            if let Job::Measure { games, .. } = job {
                self.0.lock().unwrap().push(games.len());
            }
        }
    }

    /// A finished game that counts. Its number is its seed.
    fn finished(id: u64) -> StoredGame {
        let mut record = transcript::parse("f5").unwrap();
        record.result = Some(Outcome { score: -64.0, ending: Ending::Resigned });
        StoredGame {
            id,
            terms: Terms { placement: true, ..Terms::against("people-1200") },
            rating: None,
            seed: id,
            hinted: false,
            ggf: ggf::write(&record),
            over: true,
        }
    }

    /// A file with games of Ann, which are separated by spaces.
    fn file_of(name: &str, games: &str) -> GameFile {
        let mut text = String::new();
        for moves in games.split(' ') {
            let mut record = transcript::parse(moves).unwrap();
            record.black.name = "Ann".to_owned();
            text += &ggf::write(&record);
        }
        open_file(name, &[], text.into_bytes()).unwrap()
    }

    #[test]
    fn a_player_that_an_earlier_version_stored_as_in_the_file_is_found() {
        let long = "x".repeat(60);
        let spaced = format!("{} {}", "x".repeat(59), "y".repeat(9));
        let names = [
            ("Ann\u{200e}", "Ann?"),
            ("Ann?", "Ann?"),
            ("Ann\t", "Ann"),
            ("\tAnn", "Ann"),
            ("Ann\u{a0}", "Ann"),
            (&format!("  {long}"), &long),
            (&format!("{long}   "), &long),
            (&format!("{long}\u{a0}"), &long),
            (&format!("{long} y"), &format!("{long}...")),
            (&spaced, "..."),
        ];
        // One version stored names as they were in the files, and the next one cleaned them before it trimmed them.
        let versions: [fn(&str) -> String; 2] =
            [|name| name.trim().to_owned(), |name| name_in_a_line(name).trim().to_owned()];
        for ((name, cleaned), stored_name) in names.into_iter().flat_map(|name| versions.map(|version| (name, version)))
        {
            let folder = tempfile::tempdir().unwrap();
            let mut common = tests::common(Arc::new(Files::new(folder.path())));
            let mut record = transcript::parse("f5d6c3").unwrap();
            record.black.name = name.to_owned();
            let player = stored_name(name);
            let added = AddedGames { file: 1, name: "a.ggf".to_owned(), player, games: 1 };
            common.store.write(&copy_of(&added), ggf::write(&record).as_bytes()).unwrap();
            let ids = [PersonGame::new(&record, Color::Black).id()].into();
            common.store.put(FILES, &vec![Import { added, ids }]).unwrap();
            let me = Me::open(&mut common);
            assert_eq!(me.files[0].games(&common).unwrap().len(), 1, "{name}");
            let [added] = &added_files(&common)[..] else { panic!("a file") };
            assert!(added.player.ends_with(cleaned), "{name}");
            let file = read_added(&*common.store, added).unwrap();
            assert_eq!(file.shown.players, [(added.player.clone(), 1)]);
            assert_eq!(side(&file.games[0], &added.player, true), Some(Color::Black));
        }
    }

    #[test]
    fn a_file_that_is_put_back_alone_brings_its_games_though_another_file_had_them() {
        let folder = tempfile::tempdir().unwrap();
        let jobs = Arc::new(Counts::default());
        let mut common = tests::common(Arc::new(Files::new(folder.path())));
        common.jobs = jobs.clone();
        let mut me = Me::open(&mut common);
        let done = |me: &mut Me, common: &mut Common| {
            me.hear(common, News::Done(Task::Measure, Box::new(Ok(Facts::default()))));
            me.waiting.clear();
        };
        for (name, games) in [("a.ggf", "f5d6c3d3c4"), ("b.ggf", "f5d6c3d3c4 f5f6e6f4e3")] {
            me.has_resumed = true;
            me.import(&mut common, &file_of(name, games), "Ann").unwrap();
            done(&mut me, &mut common);
        }
        let known = me.files[0].ids.clone();
        me.files[0].ids.extend(0..Profile::MOST_GAMES as u64);
        assert!(me.import(&mut common, &file_of("c.ggf", "f5f4e3"), "Ann").is_err(), "too many games");
        me.files[0].ids = known;
        let mut numbers = Vec::new();
        for file in [1, 2] {
            numbers.push(me.take_out(&mut common, ask::EvidenceRef::Added { file }).unwrap());
            done(&mut me, &mut common);
        }
        jobs.0.lock().unwrap().clear();
        me.put_back(&mut common, numbers[0]).unwrap();
        done(&mut me, &mut common);
        assert_eq!(*jobs.0.lock().unwrap(), [1]);
    }

    #[test]
    fn a_removal_and_its_undoing_use_neither_the_profile_nor_other_games() {
        let folder = tempfile::tempdir().unwrap();
        let used = Arc::new(Mutex::new(BTreeSet::new()));
        let noted = used.clone();
        let watched = WatchedFiles::new(folder.path(), move |name| {
            noted.lock().unwrap().insert(name.to_owned());
        });
        let mut common = tests::common(Arc::new(watched));
        for id in 1..=3 {
            common.store.keep(&finished(id)).unwrap();
        }
        let mut me = Me::open(&mut common);
        me.import(&mut common, &file_of("a.ggf", "f5d6c3d3c4"), "Ann").unwrap();
        let facts = Box::new(Ok(facts(&*common.store)));
        me.hear(&mut common, News::Done(Task::Measure, facts));
        let what = [ask::EvidenceRef::Game { game: 2 }, ask::EvidenceRef::Added { file: 1 }];
        let names = [
            &["games/000002.ggf", "games/000002.json", REMOVED][..],
            &["files/001-a.ggf", "files/001-a.jou", FILES, REMOVED],
        ];
        for (what, names) in what.into_iter().zip(names) {
            used.lock().unwrap().clear();
            let number = me.take_out(&mut common, what).unwrap();
            me.put_back(&mut common, number).unwrap();
            assert_eq!(used.lock().unwrap().iter().collect::<Vec<_>>(), names);
        }
    }

    #[test]
    fn an_undo_is_refused_if_the_profile_would_have_too_many_games() {
        let folder = tempfile::tempdir().unwrap();
        let mut common = tests::common(Arc::new(Files::new(folder.path())));
        common.store.keep(&finished(1)).unwrap();
        let mut me = Me::open(&mut common);
        for (name, games) in [("a.ggf", "f5d6c3d3c4"), ("b.ggf", "f5f6e6f4e3")] {
            me.import(&mut common, &file_of(name, games), "Ann").unwrap();
        }
        let what = [ask::EvidenceRef::Game { game: 1 }, ask::EvidenceRef::Added { file: 1 }];
        let numbers = what.map(|what| me.take_out(&mut common, what).unwrap());
        let known = me.files[0].ids.clone();
        me.files[0].ids.extend(1..Profile::MOST_GAMES as u64);
        for number in numbers {
            let why = "15001 games would be counted, 15000 at most: remove others first".to_owned();
            assert_eq!(me.put_back(&mut common, number).err(), Some(Refusal::Failed { why }));
        }
        assert_eq!((common.store.games().len(), me.files.len()), (0, 1));
        me.files[0].ids = known;
        for number in numbers {
            me.put_back(&mut common, number).unwrap();
        }
        assert_eq!((common.store.games().len(), me.files.len()), (1, 2));
    }

    #[test]
    fn an_undo_while_other_games_are_measured_lets_them_be_measured() {
        let folder = tempfile::tempdir().unwrap();
        let jobs = Arc::new(Counts::default());
        let mut common = tests::common(Arc::new(Files::new(folder.path())));
        common.jobs = jobs.clone();
        let mut me = Me::open(&mut common);
        me.import(&mut common, &file_of("a.ggf", "f5d6c3d3c4"), "Ann").unwrap();
        me.has_resumed = true;
        me.hear(&mut common, News::Done(Task::Measure, Box::new(Ok(Facts::default()))));
        me.import(&mut common, &file_of("b.ggf", "f5f6e6f4e3"), "Ann").unwrap();
        let number = me.take_out(&mut common, ask::EvidenceRef::Added { file: 1 }).unwrap();
        me.put_back(&mut common, number).unwrap();
        me.hear(&mut common, News::Done(Task::Measure, Box::new(Err("stopped".to_owned()))));
        assert_eq!(*jobs.0.lock().unwrap(), [0, 1, 2]);
    }

    #[test]
    fn a_stop_beside_a_removal_leaves_out_what_was_being_measured_and_nothing_else() {
        for steps in [&["stop", "remove"][..], &["remove", "stop"], &["stop"]] {
            let folder = tempfile::tempdir().unwrap();
            let jobs = Arc::new(Counts::default());
            let mut common = tests::common(Arc::new(Files::new(folder.path())));
            common.jobs = jobs.clone();
            let mut me = Me::open(&mut common);
            me.import(&mut common, &file_of("a.ggf", "f5d6c3d3c4"), "Ann").unwrap();
            me.has_resumed = true;
            me.hear(&mut common, News::Done(Task::Measure, Box::new(Ok(Facts::default()))));
            let ids = me.files[0].ids.clone();
            me.hear(&mut common, News::Done(Task::Measure, Box::new(Ok(Facts::default()))));
            me.import(&mut common, &file_of("b.ggf", "f5f6e6f4e3 f5f6e6f4g5"), "Ann").unwrap();
            for step in steps {
                if *step == "stop" {
                    me.stop_measuring().unwrap();
                } else {
                    me.take_out(&mut common, ask::EvidenceRef::Added { file: 1 }).unwrap();
                }
            }
            me.import(&mut common, &file_of("c.ggf", "f5d6c5"), "Ann").unwrap();
            me.hear(&mut common, News::Done(Task::Measure, Box::new(Err("stopped".to_owned()))));
            assert_eq!(*jobs.0.lock().unwrap(), [0, 1, 2, 1], "{steps:?}");
            // The removal is no longer open, because the last job makes it.
            let expected = if steps.len() == 2 { ids } else { BTreeSet::new() };
            assert_eq!((me.removals.open_ids(), me.removals.is_open()), (expected, false), "{steps:?}");
        }
    }

    #[test]
    fn a_placement_that_starts_again_after_a_removal_counts_from_the_games_that_are_left() {
        let folder = tempfile::tempdir().unwrap();
        let mut common = tests::common(Arc::new(Files::new(folder.path())));
        let mut me = Me::open(&mut common);
        me.facts.placed = 3;
        let changed = ChangedProfile { gone: Vec::new(), after: 0, placed: 2, exercises: Ok(()) };
        me.hear(&mut common, News::Changed(Box::new(Ok(changed))));
        me.forget_placement(&mut common).unwrap();
        assert_eq!(me.placed_before, 2);
    }

    #[test]
    fn a_removal_that_is_cut_short_leaves_no_game_and_no_entry_without_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::new(folder.path());
        let faults = Arc::new(Mutex::new(Vec::new()));
        let noted = faults.clone();
        let watched = WatchedFiles::new(folder.path(), move |name| {
            let store: &dyn Storage = &files;
            let imports: Vec<Import> = store.get(FILES).unwrap_or_default();
            let copies = imports.iter().map(|import| copy_of(&import.added));
            let games = store.games().into_iter().map(|id| store.names_of(id)[0].clone());
            let missing = copies.chain(games).filter(|file| store.read(file).is_err());
            noted.lock().unwrap().extend(missing.map(|file| format!("{file} before {name}")));
        });
        let mut common = tests::common(Arc::new(watched));
        common.store.keep(&finished(1)).unwrap();
        let mut me = Me::open(&mut common);
        me.import(&mut common, &file_of("a.ggf", "f5d6c3d3c4"), "Ann").unwrap();
        for what in [ask::EvidenceRef::Game { game: 1 }, ask::EvidenceRef::Added { file: 1 }] {
            let number = me.take_out(&mut common, what).unwrap();
            me.put_back(&mut common, number).unwrap();
        }
        assert_eq!(*faults.lock().unwrap(), [""; 0]);
    }

    #[test]
    fn a_removal_that_the_profile_lacks_is_finished_after_the_next_start_and_where_all_is_taken_in() {
        let folder = tempfile::tempdir().unwrap();
        let mut common = tests::common(Arc::new(Files::new(folder.path())));
        common.store.keep(&finished(1)).unwrap();
        let mut me = Me::open(&mut common);
        me.import(&mut common, &file_of("a.ggf", "f5d6c3d3c4"), "Ann").unwrap();
        let ids = me.known(&common, None);
        assert_eq!(ids.len(), 2);
        for what in [ask::EvidenceRef::Game { game: 1 }, ask::EvidenceRef::Added { file: 1 }] {
            me.take_out(&mut common, what).unwrap();
        }
        assert_eq!(Me::open(&mut common).removals.open_ids(), ids);
        let elsewhere = tempfile::tempdir().unwrap();
        let mut other = tests::common(Arc::new(Files::new(elsewhere.path())));
        for (name, bytes) in unpack(&Snapshot::take(&*common.store).unwrap().pack().unwrap()).unwrap() {
            other.store.write(&name, &bytes).unwrap();
        }
        assert_eq!(Me::open(&mut other).removals.open_ids(), ids);
        // What is undone is not removed, even by a program that was killed before it had noted this.
        let written = common.store.read(REMOVED).unwrap();
        me.put_back(&mut common, 2).unwrap();
        let game = ids.difference(&me.known(&common, None)).copied().collect();
        assert_eq!(common.store.get::<BTreeSet<u64>>(REMOVED), Some(game));
        common.store.write(REMOVED, &written).unwrap();
        let mut me = Me::open(&mut common);
        assert_eq!(me.removals.open_ids().len(), 1);
        let changed = ChangedProfile { gone: Vec::new(), after: 0, placed: 0, exercises: Ok(()) };
        me.hear(&mut common, News::Changed(Box::new(Ok(changed))));
        assert!(common.store.read(REMOVED).is_err());
    }

    #[test]
    fn a_profile_that_cannot_be_changed_is_told_until_it_can() {
        let folder = tempfile::tempdir().unwrap();
        let mut common = tests::common(Arc::new(Files::new(folder.path())));
        let mut me = Me::open(&mut common);
        me.hear(&mut common, News::Changed(Box::new(Err("profile.json: full".to_owned()))));
        assert!(common.trouble.contains_key(PROFILE));
        let changed = ChangedProfile { gone: Vec::new(), after: 0, placed: 0, exercises: Ok(()) };
        me.hear(&mut common, News::Changed(Box::new(Ok(changed))));
        assert!(!common.trouble.contains_key(PROFILE));
    }

    #[test]
    fn removals_are_undone_in_any_order_and_an_image_of_a_removed_game_is_measured() {
        let folder = tempfile::tempdir().unwrap();
        let jobs = Arc::new(Counts::default());
        let used = Arc::new(Mutex::new(BTreeSet::new()));
        let noted = used.clone();
        let watched = WatchedFiles::new(folder.path(), move |name| {
            noted.lock().unwrap().insert(name.to_owned());
        });
        let mut common = tests::common(Arc::new(watched));
        common.jobs = jobs.clone();
        let mut me = Me::open(&mut common);
        let done = |me: &mut Me, common: &mut Common| {
            me.hear(common, News::Done(Task::Measure, Box::new(Ok(Facts::default()))));
            // No game is measured here.
            me.waiting.clear();
        };
        for (name, moves) in [("a.ggf", "f5d6c3d3c4"), ("b.ggf", "e6f4c3c4d3 f5d6c5"), ("c.ggf", "f5f6e6f4e3")] {
            me.has_resumed = true;
            me.import(&mut common, &file_of(name, moves), "Ann").unwrap();
            done(&mut me, &mut common);
        }
        // An image alone is no new game.
        let again = me.import(&mut common, &file_of("d.ggf", "e6f4c3c4d3"), "Ann");
        assert!(matches!(again, Ok(Answer::Number(0))) && me.files.len() == 3);
        done(&mut me, &mut common);
        jobs.0.lock().unwrap().clear();
        let copies = ["files/001-a.ggf", "files/002-b.ggf", "files/003-c.ggf"];
        let mut out = |me: &mut Me, file, expected: &[&str]| {
            used.lock().unwrap().clear();
            let gone = me.files.iter().find(|import| import.added.file == file).unwrap().games(&common).unwrap();
            let number = me.take_out(&mut common, ask::EvidenceRef::Added { file }).unwrap();
            let gone = gone.into_iter().map(|game| (0, game)).collect();
            let changed = ChangedProfile { gone, after: 0, placed: 0, exercises: Ok(()) };
            me.hear(&mut common, News::Changed(Box::new(Ok(changed))));
            let used = used.lock().unwrap().clone();
            assert_eq!(copies.into_iter().filter(|copy| used.contains(*copy)).collect::<Vec<_>>(), expected);
            done(me, &mut common);
            number
        };
        // Files without an image are not read.
        let [first, second] = [(1, &copies[..2]), (3, &copies[2..])].map(|(file, files)| out(&mut me, file, files));
        assert_eq!(*jobs.0.lock().unwrap(), [1, 0], "the image in the second file, and none of the third");
        let numbers = |me: &Me| me.files.iter().map(|import| import.added.file).collect::<Vec<_>>();
        assert_eq!(numbers(&me), [2]);
        for number in [first, second] {
            me.put_back(&mut common, number).unwrap();
        }
        assert_eq!(numbers(&me), [1, 2, 3]);
        assert_eq!(added_files(&common).len(), 3);
        assert!(common.store.read("files/001-a.ggf").is_ok() && common.store.read("files/003-c.ggf").is_ok());
        assert_eq!(me.put_back(&mut common, first).err(), Some(Refusal::Unknown));
    }

    #[test]
    fn games_of_added_files_that_a_killed_program_did_not_measure_are_measured_after_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let jobs = Arc::new(Counts::default());
        let mut common = tests::common(Arc::new(Files::new(folder.path())));
        common.jobs = jobs.clone();
        let records = ["f5d6c3", "f5f6e6", "f5d6c5"].map(|line| {
            let mut record = transcript::parse(line).unwrap();
            record.black.name = "Ann".to_owned();
            record
        });
        let text = records.each_ref().map(ggf::write).join("\n");
        let file = open_file("a.ggf", &[], text.into_bytes()).unwrap();
        Me::open(&mut common).import(&mut common, &file, "Ann").unwrap();
        let mut me = Me::open(&mut common);
        let measured = PersonGame::new(&records[0], Color::Black).id();
        let facts = Facts { mistakes: [(measured, 0)].into(), ..Facts::default() };
        me.hear(&mut common, News::Done(Task::Measure, Box::new(Ok(facts.clone()))));
        assert_eq!(*jobs.0.lock().unwrap(), [0, 0, 2]);
        // A person who stops this has no more of it until the next start.
        me.stop_measuring().unwrap();
        me.hear(&mut common, News::Done(Task::Measure, Box::new(Err("stopped".to_owned()))));
        me.measure(&mut common, false);
        me.hear(&mut common, News::Done(Task::Measure, Box::new(Ok(facts.clone()))));
        assert_eq!(*jobs.0.lock().unwrap(), [0, 0, 2, 0]);
        let mut me = Me::open(&mut common);
        me.stop_measuring().unwrap();
        me.hear(&mut common, News::Done(Task::Measure, Box::new(Err("stopped".to_owned()))));
        me.measure(&mut common, false);
        me.hear(&mut common, News::Done(Task::Measure, Box::new(Ok(facts.clone()))));
        assert_eq!(*jobs.0.lock().unwrap(), [0, 0, 2, 0, 0, 0]);
        // A copy that cannot be read is named.
        std::fs::write(folder.path().join("files/001-a.ggf"), "").unwrap();
        Me::open(&mut common).hear(&mut common, News::Done(Task::Measure, Box::new(Ok(facts))));
        assert!(common.damaged.iter().all(|line| line.starts_with("files/001-a.ggf: ")), "{:?}", common.damaged);
        assert_eq!(common.damaged.len(), 1);
    }
}
