//! Files of games that the person opens.

use std::collections::BTreeMap;
use std::path::Path;

use crate::board::Square;
use crate::machine::regular::check_encoding;
use crate::record::format::Source;
use crate::record::text::name_in_a_line;
use crate::record::wthor::WthorError;
use crate::record::{FORMATS, Format, GameRecord, RecordError, transcript, wthor};
use crate::serve::page::ask::Refusal;
use crate::serve::page::tell::File;
use crate::strength::person::played_rule;

/// The most games of one file. Others are left out, and a message says so.
const MOST: usize = 20_000;
/// The most players of a file to list.
const NAMED: usize = 5000;

/// An opened file.
#[derive(Debug, Clone)]
pub(crate) struct GameFile {
    pub bytes: Vec<u8>,
    /// The table of players that came with it; empty if there was none.
    pub names: Vec<u8>,
    pub games: Vec<GameRecord>,
    /// True for a database of tournament games.
    pub is_database: bool,
    /// The summary for the page. The number is set when the file is added.
    pub shown: File,
}

/// Opens a file, given its name and content. `names` is WTHOR's table of players (`WTH.JOU`). If it is empty, players
/// are numbers.
///
/// # Errors
/// It is not a file of games.
pub(crate) fn open(name: &str, names: &[u8], bytes: Vec<u8>) -> Result<GameFile, Refusal> {
    check_encoding(&bytes).map_err(|error| Refusal::NoGames { why: error.to_string() })?;
    // People save games under all kinds of names, so the content decides the format if the extension is unknown.
    let format = Format::of_file(Path::new(name), &bytes);
    // A list with an illegal move looks like no format, but its error names the move.
    let format = format.or_else(|| begins_with_square(&bytes).then_some(&transcript::FORMAT));
    let format = format.ok_or_else(|| {
        let names = FORMATS.map(|format| format.name).join(", ");
        Refusal::NoGames { why: format!("found no known kind of file, expected one of {names}") }
    })?;
    let source = Source {
        bytes: &bytes,
        beside: &|extension, otherwise| {
            Ok((extension == "jou" && !names.is_empty()).then(|| (otherwise.into(), names.to_owned())))
        },
    };
    let entries = (format.read)(&source).map_err(|error| Refusal::NoGames { why: words(format, &error) })?;
    let mut games = Vec::new();
    let mut unreadable = 0;
    let mut problem = None;
    let total = entries.len();
    for (entry, number) in entries.into_iter().zip(1..) {
        let place = entry.place(number);
        match entry.game {
            Ok(mut game) if games.len() < MOST => {
                for player in [&mut game.black, &mut game.white] {
                    player.name = name_in_a_line(player.name.trim());
                }
                game.objective = played_rule(&game);
                games.push(game);
            }
            Ok(_) => {}
            Err(error) => {
                unreadable += 1;
                problem.get_or_insert_with(|| format!("{place}: {error}"));
            }
        }
    }
    if games.is_empty() {
        let why = problem.unwrap_or_else(|| "found no game, expected one or more".to_owned());
        return Err(Refusal::NoGames { why });
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in games.iter().flat_map(|game| [&game.black.name, &game.white.name]) {
        *counts.entry(name).or_default() += 1;
    }
    counts.remove("");
    let mut players: Vec<(String, usize)> = counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
    players.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    players.truncate(NAMED);
    let more = total - unreadable - games.len();
    let name = Path::new(name).file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let shown = File { file: 0, name, games: games.len(), players, unreadable, problem, more };
    let is_database = format.name == wthor::FORMAT.name;
    Ok(GameFile { bytes, names: names.to_owned(), games, is_database, shown })
}

fn begins_with_square(bytes: &[u8]) -> bool {
    let first = bytes.get(..2).and_then(|first| str::from_utf8(first).ok());
    first.is_some_and(|first| first.parse::<Square>().is_ok())
}

/// Why a file cannot be read. The errors of WTHOR count bytes, which help nobody on a page.
fn words(format: &Format, error: &RecordError) -> String {
    match error {
        RecordError::Names { .. } => "the file of names is damaged, or not a WTHOR file".to_owned(),
        RecordError::Format(error) if matches!(error.downcast_ref(), Some(WthorError::Size(_))) => error.to_string(),
        RecordError::Format(_) if *format == wthor::FORMAT => "the file is damaged, or not a WTHOR file".to_owned(),
        _ => error.to_string(),
    }
}

/// The files that a browser offers to open: extensions of all formats and of their tables, separated by commas.
pub(super) fn accepted() -> String {
    let extensions = FORMATS.into_iter().flat_map(|format| [&[format.extension], format.beside].concat());
    extensions.map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Objective;
    use crate::players::load;

    #[test]
    fn files_are_known_by_their_names_or_their_looks() {
        let start = "---------------------------O*------*O---------------------------";
        let ggf = format!("(;GM[Othello]PB[Ann]PW[Ben]TY[8]BO[8 {start} *]B[f5];)\n");
        for name in ["games.ggf", "games.dat", "a/b/games"] {
            let opened = open(name, &[], ggf.clone().into_bytes()).unwrap();
            assert_eq!((opened.games.len(), opened.shown.players.len(), opened.shown.more), (1, 2, 0));
            assert!(!opened.shown.name.contains('/'));
        }
        let two = open("x", &[], b"f5d6c3\nf5f6\nf5f5\n".to_vec()).unwrap();
        assert_eq!((two.games.len(), two.shown.unreadable, two.shown.more), (2, 1, 0));
        assert!(two.shown.problem.unwrap().starts_with("game 3, line 3: "));
        // A pasted text may contain other lines: the first readable game is shown, and errors have their place.
        let pasted = open("pasted", &[], b"My game:\n1. F5-D6\n2. C3-D3\n".to_vec()).unwrap();
        assert_eq!((pasted.games.len(), pasted.games[0].game().history().len()), (1, 4));
        assert!(pasted.shown.problem.unwrap().starts_with("game 1, line 1: column 1: found 'My', expected "));
        // Long names are shortened for the page.
        let long = open("x", &[], ggf.replace("Ann", &"N".repeat(10_000)).into_bytes()).unwrap();
        assert_eq!(long.shown.players.iter().map(|(name, _)| name.len()).max(), Some(63));
        // NBoard writes the same type for both rules.
        let anti = ggf.replace("Ben", &load("static-anti").unwrap().signature());
        let opened = open("x.ggf", &[], anti.into_bytes()).unwrap();
        assert_eq!(opened.games[0].objective, Objective::Anti);
        assert!(open("x.pdf", &[], b"%PDF-1.4".to_vec()).is_err());
        assert!(open("x.ggf", &[], Vec::new()).is_err());
        let refused = |name, bytes: &[u8]| open(name, &[], bytes.to_vec()).err();
        let damaged = "the file is damaged, or not a WTHOR file".to_owned();
        assert_eq!(refused("x.wtb", &[0; 10]), Some(Refusal::NoGames { why: damaged }));
        let mut large = [0; 16];
        large[12] = 10;
        let other_board = "found a board of size 10, expected 8".to_owned();
        assert_eq!(refused("x.wtb", &large), Some(Refusal::NoGames { why: other_board }));
        let illegal = "game 1, line 1: column 3: move 2: found a1 for white, expected a legal move of white: f4 d6 f6";
        assert_eq!(refused("pasted", b"f5a1"), Some(Refusal::NoGames { why: illegal.to_owned() }));
    }

    #[test]
    fn a_wthor_file_has_names_if_their_table_comes_with_it() {
        let games = wthor::FORMAT.example.to_vec();
        let mut names = vec![0; 16 + 3 * 20];
        names[8] = 3;
        names[36..39].copy_from_slice(b"Ann");
        names[56..59].copy_from_slice(b"Ben");
        let named = open("x.wtb", &names, games.clone()).unwrap();
        assert_eq!(named.shown.players, [("Ann".to_owned(), 1), ("Ben".to_owned(), 1)]);
        assert!(!open("x.wtb", &[], games.clone()).unwrap().shown.players.iter().any(|(name, _)| name == "Ann"));
        assert!(open("x.wtb", &names[..7], games).is_err());
    }
}
