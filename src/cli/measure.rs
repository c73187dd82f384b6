//! `rival measure`: a player's strength.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::complaint::complain;
use super::games::{PlayerGame, extensions, known, records, take_profile};
use super::output::{Content, check, check_content, check_other, is_profile, print, replace_named};
use super::progress::Bar;
use super::threads::Threads;
use super::{interrupt, standing};
use crate::machine::regular::{is_standard_input, regular};
use crate::people::PeopleElo;
use crate::record::archive::Archive;
use crate::record::profile_file::{KeptError, StoredProfile as _, beside, find, load, save, update};
use crate::record::text::{counted, same_name};
use crate::record::{Format, wthor};
use crate::strength::person::file::size_in_file;
use crate::strength::person::{Field, Journal, KnownGames, KnownStrength, PersonGame, Profile};
use crate::strength::person::{by_others, have_strangers, is_color, measure};

/// Measure a player's strength from games.
///
/// Both moves and results count. On the scale of ratings the average tournament player has 1500. Results count against
/// opponents of known strength: shipped players by the names that they give themselves (people-1500#f7ca82: a name
/// alone may be a person's), others by a server's rating in the file, by their other games in files of WTHOR or with
/// 300 games and more, or by --opponent. Ctrl-C ends it with the estimate of the games judged so far; with -o or
/// --add the same command continues.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    which: GameSelection,
    /// Print JSON: rating, low, high (95 %), games, rests_on and more.
    #[arg(long)]
    json: bool,
    /// Also write a page with the strength after each game to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Add the games to this profile, except those it already has.
    #[arg(long, value_name = "PROFILE", conflicts_with = "output")]
    add: Option<PathBuf>,
    /// Also write the profile to this file. An existing profile stays beside it as .old, and is not replaced if it has
    /// games that these files lack.
    #[arg(short, long, value_name = "PROFILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// The games to measure, and the player.
#[derive(Debug, clap::Args)]
pub(super) struct GameSelection {
    #[arg(value_name = "GAMES", required = true, help = format!("Files of games: {}; or a profile, to see its estimate", extensions()))]
    files: Vec<PathBuf>,
    /// The player to measure: a name as it appears in the files, or black, or white. A profile has its own.
    #[arg(long, value_name = "NAME|black|white")]
    player: Option<String>,
    /// An opponent's strength on the people's scale: NAME=RATING, or RATING for all opponents whose strength is unknown
    /// or only rated by a server or by other games.
    #[arg(long, value_name = "[NAME=]RATING", value_parser = opponent)]
    opponent: Vec<(Option<String>, PeopleElo)>,
}

impl GameSelection {
    /// The player to measure.
    ///
    /// # Errors
    ///
    /// There is none; or a file is missing, which may be meant as a profile.
    pub(super) fn player(&self) -> anyhow::Result<&str> {
        // A file of WTHOR has players without names, who are different people.
        if let Some(player) = self.player.as_deref().filter(|name| !name.trim().is_empty()) {
            return Ok(player);
        }
        for path in &self.files {
            regular(path).with_context(|| path.display().to_string())?;
        }
        bail!("--player: found nothing, expected a name as it appears in the files, or black, or white")
    }

    /// Refuses two strengths of one opponent.
    fn check_opponents(&self) -> anyhow::Result<()> {
        let mut names = BTreeSet::new();
        for (name, _) in &self.opponent {
            if !names.insert(name.as_ref().map(|name| name.to_lowercase())) {
                let found = name.as_ref().map_or("a rating for all".to_owned(), |name| format!("{name:?}"));
                bail!("--opponent: found {found} twice, expected it once");
            }
        }
        Ok(())
    }
}

/// The most opponents listed in an error.
const SOME: usize = 6;
/// The standard error of a strength that the user gives, in Elo.
const SAID: f64 = 75.0;

fn opponent(text: &str) -> Result<(Option<String>, PeopleElo), String> {
    let (name, rating) = match text.rsplit_once('=') {
        Some((name, rating)) => (Some(name.trim().to_owned()), rating),
        None => (None, text),
    };
    Ok((name, self::rating(rating)?))
}

/// A rating on the people's scale.
pub(super) fn rating(text: &str) -> Result<PeopleElo, String> {
    let rating = text.trim().parse().ok().filter(|rating| (0.0..=4_000.0).contains(rating));
    rating.map(PeopleElo).ok_or_else(|| "expected a rating from 0 to 4000".to_owned())
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    check_outputs(args)?;
    let player = args.which.player.as_deref();
    if let [path] = &args.which.files[..]
        && is_read_as_profile(path, player)
    {
        if let Some((option, _)) = profiles(args).next() {
            bail!("{option}: found no games in {}, which is a profile already", path.display());
        }
        if !args.which.opponent.is_empty() {
            bail!("--opponent: found no games in {}, which is a profile already", path.display());
        }
        let profile = known(path)?;
        if player.is_some_and(|player| !same_name(player, &profile.player)) {
            bail!("--player: {} is the profile of {:?}: leave out --player", path.display(), profile.player);
        }
        report(&profile, args)?;
        return Ok(ExitCode::SUCCESS);
    }
    let target = args.output.as_deref().or(args.add.as_deref());
    let before = before(args)?;
    let GamesToJudge { player, games, failed } = chosen(&args.which, args.add.as_deref().zip(before.as_ref()))?;
    if let (Some(path), Some(profile), false) = (&args.add, &before, games.is_empty()) {
        tell_other_name(path, &profile.player, &player);
    }
    if let (Some(path), Some(profile)) = (&args.output, &before) {
        check_replaced(path, profile, &player, &games)?;
    }
    if let Some(path) = target {
        let known = before.as_ref().filter(|_| args.add.is_some()).map_or(&[][..], |profile| &profile.games);
        check_room(path, known, &games)?;
    }
    let wanted = games.len();
    let judged = judge(games, args, target, before.as_ref())?;
    let count = judged.len();
    let is_stopped = count < wanted;
    if count == 0 && is_stopped {
        bail!("stopped before a game was judged");
    }
    // An interrupted run does not replace a profile of other games; the journal keeps the judged games.
    let write = !is_stopped || args.add.is_some() || before.is_none();
    let profile = match &args.add {
        // Another process may add to the profile at the same time.
        Some(path) => update(path, |stored: Option<Profile>| {
            let mut all = stored.ok_or_else(|| gone(path))?;
            all.add(judged);
            Ok::<_, KeptError>(all)
        })?,
        None => {
            let mut profile = Profile::new(&player);
            profile.add(judged);
            profile
        }
    };
    let usable = check_choices(&profile);
    let output = args.output.as_ref().filter(|_| write && usable.is_ok());
    let saved = output.map_or(Ok(()), |path| save(&profile, path));
    if let Some(path) = target.filter(|_| write && saved.is_ok()) {
        let _ = std::fs::remove_file(journal(path));
    }
    usable?;
    // The strength is told also if it cannot be stored.
    report(&profile, args)?;
    saved?;
    if is_stopped {
        let again = if target.is_some() { "; the same command continues" } else { "" };
        complain!("rival: stopped: the figures are from {count} of {wanted} games{again}");
    }
    Ok(if failed == 0 && !is_stopped { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// True if the only file is a profile. Standard input, which can be read only once, is one if no player is named.
fn is_read_as_profile(path: &Path, player: Option<&str>) -> bool {
    if is_standard_input(path) { player.is_none() } else { is_profile(path) }
}

/// Refuses to replace the profile of another person, or one that knows more than these games.
fn check_replaced(path: &Path, profile: &Profile, player: &str, games: &[PersonGame]) -> anyhow::Result<()> {
    let games = KnownGames::new(games);
    let is_lost =
        |stored: &&PersonGame| stored.live || games.copy_of(stored).is_none_or(|game| stored.tells_more_than(game));
    let lost = profile.games.iter().filter(is_lost).count();
    let is_same_person = profile.games.is_empty() || same_name(&profile.player, player);
    if is_same_person && lost == 0 {
        return Ok(());
    }
    let difference = if is_same_person {
        format!("found {} of which these files tell less or nothing", counted(lost, "game"))
    } else {
        format!("found the profile of {:?}, expected that of {player:?}", profile.player)
    };
    bail!("{}: {difference}: name another file, or --add to add these games to it", path.display());
}

/// Refuses games for which a profile with these known games has no room, before they are judged.
fn check_room(path: &Path, known: &[PersonGame], games: &[PersonGame]) -> anyhow::Result<()> {
    let most = Profile::LARGEST;
    let size = size_in_file(known.iter().chain(games));
    if size > most {
        let known: BTreeSet<u64> = known.iter().map(PersonGame::image_id).collect();
        let new: BTreeSet<u64> = games.iter().map(PersonGame::image_id).filter(|id| !known.contains(id)).collect();
        let all = known.len() + new.len();
        let fitting = all as u64 * most / size;
        let new = counted(new.len(), "new game");
        let [size, most] = [size, most].map(|bytes| bytes.div_ceil(1 << 20));
        bail!(
            "{}: found {new}, {all} with all others in {size} MiB, expected about {fitting} in {most} MiB: give fewer \
             files",
            path.display()
        );
    }
    Ok(())
}

/// Refuses a profile in whose games the player never chose a move.
fn check_choices(profile: &Profile) -> anyhow::Result<()> {
    if profile.games.iter().all(|game| game.choices().is_empty()) {
        let games = counted(profile.games.len(), "game");
        bail!("{} never had a choice between moves in {games}: give longer games", profile.player);
    }
    Ok(())
}

/// Refuses files that cannot be written, or would replace one of the read files, each other or another content.
fn check_outputs(args: &Args) -> anyhow::Result<()> {
    let page = args.html.as_ref().map(|page| ("--html", page));
    for (option, path) in profiles(args).chain(page) {
        check_other(option, path, "one of the files of games", &args.which.files)?;
    }
    args.add.as_ref().map_or(Ok(()), |profile| check(profile))?;
    args.output.as_ref().map_or(Ok(()), |profile| check_content(profile, Content::Profile))?;
    let Some((option, page)) = page else { return Ok(()) };
    check_other(option, page, "the profile", profiles(args).map(|(_, profile)| profile))?;
    check_content(page, Content::Page)
}

/// The profiles that are written, each with its option.
fn profiles(args: &Args) -> impl Iterator<Item = (&'static str, &PathBuf)> {
    let all = [("--output", &args.output), ("--add", &args.add)];
    all.into_iter().filter_map(|(option, profile)| Some((option, profile.as_ref()?)))
}

/// Prints the strength, and writes the page if it was requested.
fn report(profile: &Profile, args: &Args) -> anyhow::Result<()> {
    if let Some(path) = &args.html {
        replace_named(path, standing::html(profile))?;
    }
    print(if args.json { standing::json(profile) } else { standing::text(profile) })
}

/// A player's games.
struct GamesToJudge {
    /// The name as most of the games have it, or `black` or `white`.
    player: String,
    /// The games to judge, without duplicates and without those already in the profile.
    games: Vec<PersonGame>,
    /// The number of unusable games and files.
    failed: usize,
}

fn chosen(which: &GameSelection, add: Option<(&Path, &Profile)>) -> anyhow::Result<GamesToJudge> {
    let player = which.player()?;
    which.check_opponents()?;
    let (games, failed) = records(&which.files, player)?;
    let player = spelling(&games, player);
    let mut games: Vec<PersonGame> = games.iter().map(|(record, side)| PersonGame::new(record, *side)).collect();
    for name in which.opponent.iter().filter_map(|(name, _)| name.as_ref()) {
        if !games.iter().any(|game| is_called(game, name)) {
            let known: BTreeSet<&str> = games.iter().map(|game| game.opponent.name.as_str()).collect();
            let some: Vec<String> = known.iter().take(SOME).map(|name| format!("{name:?}")).collect();
            let more = if known.len() > SOME { ", ..." } else { "" };
            bail!("--opponent: found {name:?}, expected an opponent in the games: {}{more}", some.join(", "));
        }
    }
    rate_opponents(&which.files, &player, &mut games);
    games.iter_mut().for_each(|game| place(game, &which.opponent));
    once(&mut games, &player, add);
    Ok(GamesToJudge { player, games, failed })
}

/// A player's name as most of these games have it; of several spellings that are as frequent, the first.
fn spelling(games: &[PlayerGame], player: &str) -> String {
    if is_color(player) {
        return player.to_owned();
    }
    let names: Vec<&str> = games.iter().map(|(record, side)| record.player(*side).name.trim()).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in &names {
        *counts.entry(name).or_default() += 1;
    }
    // Of equal counts `max_by_key` takes the last.
    let spelling = names.iter().rev().max_by_key(|name| counts[**name]);
    spelling.map_or(player, |name| *name).to_owned()
}

/// Reports that the games have another name than the profile. It may be the same person, so they are added.
fn tell_other_name(path: &Path, person: &str, player: &str) {
    if !is_color(player) && !same_name(person, player) {
        complain!("rival: {}: the profile of {person:?} gets games of {player:?}", path.display());
    }
}

/// Rates opponents of unknown strength by their other games in these files. A tournament's own records have no place
/// here, because programs say nothing of people.
fn rate_opponents(files: &[PathBuf], player: &str, games: &mut [PersonGame]) {
    if !have_strangers(games) {
        return;
    }
    let is_wthor = |path: &PathBuf| Format::by_extension(path).is_some_and(|format| format.name == wthor::FORMAT.name);
    let (tournaments, anywhere): (Vec<PathBuf>, Vec<PathBuf>) = files.iter().cloned().partition(is_wthor);
    for (files, field) in [(tournaments, Field::Tournaments), (anywhere, Field::Anywhere)] {
        // Unreadable files were reported when the games were read.
        let (archive, _) = Archive::read(&files);
        by_others(&archive, field, player, games);
    }
}

/// The profile to add to, or the one of an earlier run. Their games are not judged again.
fn before(args: &Args) -> anyhow::Result<Option<Profile>> {
    if let Some(path) = &args.add {
        return Ok(Some(take_profile(load(path)?)));
    }
    let output = args.output.as_ref().filter(|path| is_profile(path));
    let stored = output.map_or(Ok(None), |path| find(path))?;
    Ok(stored.map(take_profile))
}

fn is_called(game: &PersonGame, name: &str) -> bool {
    same_name(&game.opponent.name, name)
}

/// Sets the opponents' strengths given by the user.
fn place(game: &mut PersonGame, said: &[(Option<String>, PeopleElo)]) {
    let named = said.iter().find(|(opponent, _)| opponent.as_ref().is_some_and(|opponent| is_called(game, opponent)));
    let is_open = game.opponent.strength.is_none_or(|known| known.is_converted());
    let any = said.iter().find(|(opponent, _)| opponent.is_none() && is_open);
    if let Some(&(_, rating)) = named.or(any) {
        game.opponent.strength = Some(KnownStrength::person(rating, SAID));
    }
}

/// Leaves out repeated games and those that tell the profile nothing new, and reports their number.
fn once(games: &mut Vec<PersonGame>, name: &str, add: Option<(&Path, &Profile)>) {
    let total = games.len();
    let mut profile = Profile::new(name);
    profile.add(std::mem::take(games));
    *games = profile.games;
    let distinct = games.len();
    if distinct < total {
        let all = counted(total, "game");
        complain!("rival: {all} of {name}, {} of them repeated: each game counts once", total - distinct);
    }
    let Some((path, before)) = add else { return };
    let known = KnownGames::new(&before.games);
    games.retain(|game| known.copy_of(game).is_none_or(|known| tells_more(game, known)));
    let left_out = distinct - games.len();
    let all = counted(distinct, "game");
    if games.is_empty() {
        let all = if distinct == 1 { "this game".to_owned() } else { format!("all {all}") };
        complain!("rival: {}: nothing new: it already has {all} of {name}", path.display());
    } else if left_out > 0 {
        complain!("rival: {}: it already has {left_out} of {all} of {name}; only the others count", path.display());
    }
}

/// True if a copy of a known game has what the profile lacks, or lets the deep judge judge it.
fn tells_more(game: &PersonGame, known: &PersonGame) -> bool {
    game.has_more_than(known) || !known.is_judged_deeply()
}

/// The file that keeps judged games until the profile is written.
fn journal(target: &Path) -> PathBuf {
    beside(target, ".part")
}

fn judge(
    games: Vec<PersonGame>,
    args: &Args,
    target: Option<&Path>,
    before: Option<&Profile>,
) -> anyhow::Result<Vec<PersonGame>> {
    let threads = args.threads.count();
    // A pipe or a device has no folder for the journal.
    let target = target.filter(|path| !path.exists() || path.is_file());
    let part = target.map(journal);
    let path = part.as_ref().map_or_else(String::new, |path| path.display().to_string());
    let journal = part.as_deref().map(Journal::open).transpose().with_context(|| path.clone())?;
    let stop = interrupt::stop()?;
    let bar = Bar::new("judging games", games.len() as u64);
    let known = before.map_or(&[][..], |profile| &profile.games);
    let judged = measure(games, known, journal.as_ref(), threads, &stop, &|| bar.advance());
    drop(bar);
    judged.context(path)
}

/// The profile of a player of these files of games, and the number of unusable games and files.
pub(super) fn profile(files: &[PathBuf], player: &str, threads: usize) -> anyhow::Result<(Profile, usize)> {
    let which = GameSelection { files: files.to_vec(), player: Some(player.to_owned()), opponent: Vec::new() };
    let GamesToJudge { player, games, failed } = chosen(&which, None)?;
    let wanted = games.len();
    let stop = interrupt::stop()?;
    let bar = Bar::new("judging games", wanted as u64);
    let judged = measure(games, &[], None, threads, &stop, &|| bar.advance())?;
    drop(bar);
    if judged.len() < wanted {
        bail!("stopped: nothing is kept");
    }
    let mut profile = Profile::new(&player);
    profile.add(judged);
    check_choices(&profile)?;
    Ok((profile, failed))
}

fn gone(path: &Path) -> KeptError {
    KeptError::io(path)(std::io::ErrorKind::NotFound.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Game};
    use crate::strength::person::Opponent;

    #[test]
    fn what_a_profile_has_no_room_for_is_refused_and_copies_need_none() {
        // A game with a name of a mebibyte.
        let game = |seed: u64| {
            let opponent = Opponent::stranger(&"x".repeat(1 << 20));
            PersonGame::against(&Game::default(), Color::Black, opponent).resigned(false).seeded(seed)
        };
        let games: Vec<PersonGame> = (0..64).map(game).collect();
        let path = Path::new("ann.json");
        check_room(path, &games[..60], &games[..60]).unwrap();
        let error = check_room(path, &games[..60], &games[50..]).unwrap_err().to_string();
        let expected = "ann.json: found 4 new games, 64 with all others in 65 MiB, expected about 63 in 64 MiB: give";
        assert!(error.starts_with(expected), "{error}");
    }
}
