//! The games of one player from files.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use super::complaint::complain;
use crate::board::{Color, Objective};
use crate::record::format::Part;
use crate::record::profile_file::load;
use crate::record::text::counted;
use crate::record::{FileGame, Format, GameRecord, RecordError, file, wthor};
use crate::strength::person::{Profile, played_rule};

/// A game, and the player's side in it.
pub(super) type PlayerGame = (GameRecord, Color);

/// The games of a player (`black`, `white`, or a name), and the number of files and games left out. Each problem is a
/// line on stderr.
///
/// # Errors
///
/// No file holds a game of the player.
pub(super) fn records(paths: &[PathBuf], player: &str) -> anyhow::Result<(Vec<PlayerGame>, usize)> {
    let mut games = Vec::new();
    let mut problems = Vec::new();
    for path in paths {
        problems.extend(add(path, player, &mut games));
    }
    // A single problem is returned as the error. Several are printed, and the error counts them.
    if games.is_empty() && problems.len() == 1 {
        bail!("{}", problems.remove(0));
    }
    problems.iter().for_each(|problem| complain!("rival: {problem}"));
    if games.is_empty() {
        bail!("found no game of {player} in {}, expected one or more", counted(paths.len(), "file"));
    }
    Ok((games, problems.len()))
}

/// Adds the games of a file; returns its errors, a line each.
fn add(path: &Path, player: &str, games: &mut Vec<PlayerGame>) -> Vec<String> {
    let name = path.display();
    let entries = match read(path) {
        Ok(entries) => entries,
        Err(problem) => return vec![problem.to_string()],
    };
    let mut problems = Vec::new();
    let mut readable = Vec::new();
    let mut with_player = 0;
    let mut both = 0;
    let mut fewest = 0;
    for (entry, number) in entries.into_iter().zip(1..) {
        let place = entry.place(number);
        match entry.game {
            Err(error) => problems.push(format!("{name}: {place}: {error}")),
            Ok(record) => {
                let sides = sides(&record, player);
                if sides.len() > 1 {
                    both += 1;
                } else if let Some(&color) = sides.first() {
                    with_player += 1;
                    if played_rule(&record) == Objective::Normal {
                        games.push((record, color));
                    } else {
                        fewest += 1;
                    }
                } else {
                    readable.push(record);
                }
            }
        }
    }
    if fewest > 0 {
        let games = counted(fewest, "game");
        problems.push(format!("{name}: found {games} for the fewest discs, expected games for the most discs"));
    }
    if both > 0 {
        let games = counted(both, "game");
        problems.push(format!("{name}: found {player} on both sides of {games}, expected one side, or --player black"));
    }
    if with_player + both == 0 && !readable.is_empty() {
        problems.push(format!("{name}: found games of {}, expected games of {player:?}", names(&readable, player)));
    } else if with_player + both == 0 {
        return vec![unreadable(&name.to_string(), &problems)];
    }
    problems
}

/// The error of a file without a readable game: its first problem, in one line.
fn unreadable(name: &str, problems: &[String]) -> String {
    let expected = "expected one or more";
    match problems {
        [] => format!("{name}: found no game, {expected}"),
        [problem] => format!("{problem}; found no readable game, {expected}"),
        [first, ..] => format!("{first}; found no readable game among {}, {expected}", problems.len()),
    }
}

/// The games of a file, one by one.
type Entries = Vec<FileGame<String>>;

/// The games of a file, or its error in one line.
fn read(path: &Path) -> anyhow::Result<Entries> {
    let name = path.display();
    if is_tournament(path) {
        return of_tournament(path);
    }
    let entries = file::open_known(path, Some(Part::Moves)).map_err(|error| match error {
        RecordError::Extension(_) => anyhow!("{name}: {error}, or .jsonl of a tournament"),
        error => anyhow!("{name}: {error}"),
    })?;
    tell_numbers(path, None, &entries);
    let entries = entries.into_iter();
    Ok(entries
        .map(|FileGame { line, game }| FileGame { line, game: game.map_err(|error| error.to_string()) })
        .collect())
}

/// Tells that a file of WTHOR has numbers in place of names, which are in tables beside it.
pub(super) fn tell_numbers<E>(path: &Path, format: Option<&Format>, entries: &[FileGame<E>]) {
    let is_wthor = format.or_else(|| Format::by_extension(path)).is_some_and(|format| *format == wthor::FORMAT);
    let records: Vec<&GameRecord> = entries.iter().filter_map(|entry| entry.game.as_ref().ok()).collect();
    let is_number = |name: &String| name.starts_with('#');
    let mut missing = Vec::new();
    if records.iter().all(|record| is_number(&record.black.name) && is_number(&record.white.name)) {
        missing.push(("WTH.JOU", "players"));
    }
    if records.iter().all(|record| is_number(&record.place)) {
        missing.push(("WTH.TRN", "tournaments"));
    }
    let (tables, names): (Vec<&str>, Vec<&str>) = missing.into_iter().unzip();
    if let (true, Some(record)) = (is_wthor && !tables.is_empty(), records.first()) {
        let example = if names.contains(&"players") { &record.black.name } else { &record.place };
        let [tables, names] = [tables, names].map(|words| words.join(" and "));
        let path = path.display();
        complain!(
            "rival: {path}: {names} are numbers, such as {example}: their names are in {tables}, expected beside it"
        );
    }
}

/// The extensions of files that may hold games, for messages and help texts.
pub(super) fn extensions() -> String {
    Format::extensions(Some(Part::Moves))
}

/// True for the games of a tournament, by their extension.
pub(super) fn is_tournament(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}

#[cfg(unix)]
fn of_tournament(path: &Path) -> anyhow::Result<Entries> {
    let records = crate::tournament::records(path)?;
    let games = records
        .into_iter()
        .map(|(line, game)| FileGame { line: Some(line), game: game.map_err(|problem| problem.to_string()) });
    Ok(games.collect())
}

#[cfg(not(unix))]
fn of_tournament(path: &Path) -> anyhow::Result<Entries> {
    Err(only_unix(path))
}

/// The games of a tournament with the times of their moves.
#[cfg(unix)]
pub(super) fn timed(path: &Path) -> anyhow::Result<Vec<FileGame>> {
    let records = crate::tournament::timed_records(path)?;
    let games =
        records.into_iter().map(|(line, game)| FileGame { line: Some(line), game: game.map_err(RecordError::new) });
    Ok(games.collect())
}

#[cfg(not(unix))]
pub(super) fn timed(path: &Path) -> anyhow::Result<Vec<FileGame>> {
    Err(only_unix(path))
}

#[cfg(not(unix))]
fn only_unix(path: &Path) -> anyhow::Error {
    anyhow!("{}: games of tournaments are read on Linux and macOS only, expected .ggf", path.display())
}

/// The sides of a player, given as `black`, `white` or a name.
fn sides(record: &GameRecord, player: &str) -> Vec<Color> {
    match player {
        "black" => vec![Color::Black],
        "white" => vec![Color::White],
        _ => record.sides_of(player),
    }
}

/// The names of some players of these games, for an error. Those that contain all words of the wanted name come
/// first.
fn names(records: &[GameRecord], wanted: &str) -> String {
    const MOST: usize = 6;
    let mut names: Vec<String> = Vec::new();
    for name in records.iter().flat_map(|record| [&record.black.name, &record.white.name]) {
        let name = format!("{:?}", name.trim());
        if name != "\"\"" && !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return "players without names".to_owned();
    }
    let wanted = wanted.trim().to_lowercase();
    names.sort_by_key(|name| {
        let name = name.to_lowercase();
        !wanted.split_whitespace().all(|word| name.contains(word))
    });
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    names.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

/// Takes the profile that was read. Reports that a damaged file was replaced by its earlier version.
pub(super) fn take_profile<T>((profile, problem): (T, Option<impl std::fmt::Display>)) -> T {
    if let Some(problem) = problem {
        complain!("rival: {problem}; the previous profile is used");
    }
    profile
}

/// The profile of a person, not empty.
pub(super) fn known(path: &Path) -> anyhow::Result<Profile> {
    let profile: Profile = take_profile(load(path)?);
    if profile.games.is_empty() {
        bail!("{}: found no game, expected one or more", path.display());
    }
    Ok(profile)
}
