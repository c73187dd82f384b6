//! The person's files: the profile, the rivals, and the results of games against them.

mod estimate;
pub(super) mod exercises;
mod portrait;

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use super::ask::{Rule, Who};
use super::store::{KeptGame, Storage};
use super::tell::{Facts, Rival};
use crate::board::Board;
use crate::people::PeopleElo;
use crate::personality::{Personality, PersonalityError, parse};
use crate::record::{Ending, KeptError};
use crate::strength::person::placement::placed_games;
use crate::strength::person::{Known, Opponent, PersonGame, Profile};

/// The names under which the profile and the rivals are kept, and rivals that are being made.
pub(super) const PROFILE: &str = "profile.json";
pub(super) const RIVALS: &str = "rivals";
pub(super) const MAKING: &str = "rivals.new";
pub(super) const KEEP: &str = "rivals.keep.json";
/// Games in which a person has made fewer moves say nothing.
const FEWEST: usize = 5;
/// A rival's own strength in a game is known this well, in Elo.
const KNOWN: f64 = 40.0;

/// Reads what is known. It may take long.
pub(super) fn facts(store: &dyn Storage) -> Facts {
    // The profile before it may take its place: then it is damaged all the same.
    let (profile, mut damaged) = match (profile(store), read_profile(store, PROFILE)) {
        (Ok(profile), Ok(_)) => (profile, Vec::new()),
        (profile, Err(error)) => (profile.unwrap_or_default(), vec![error.to_string()]),
        (Err(error), _) => (None, vec![error.to_string()]),
    };
    let placed = profile.as_ref().map_or(0, placed_games);
    let estimate = profile.filter(|profile| !profile.games.is_empty()).map(|profile| estimate::estimate(&profile));
    let (found, bad) = personalities(store);
    let mut rivals: Vec<Rival> = found.iter().map(portrait::rival).collect();
    damaged.extend(bad.iter().map(ToString::to_string));
    let mut scores = BTreeMap::<String, [u32; 3]>::new();
    for id in store.games() {
        let game = match store.read_game(id) {
            Ok(game) => game,
            Err(error) => {
                damaged.push(error.to_string());
                continue;
            }
        };
        let Some(ahead) = game.ahead() else { continue };
        let place = if ahead > 0.0 { 0 } else { 1 + usize::from(ahead < 0.0) };
        let terms = &game.kept.terms;
        let rival = rivals.iter_mut().find(|rival| matches!(&terms.who, Who::Rival { name } if *name == rival.name));
        let score = rival.map_or_else(|| scores.entry(terms.opponent.clone()).or_default(), |rival| &mut rival.score);
        score[place] += 1;
    }
    Facts { known: true, estimate, rivals, scores, placed, damaged }
}

/// The profile, or the one before it if it is damaged.
///
/// # Errors
/// It is there and cannot be read.
pub(super) fn profile(store: &dyn Storage) -> Result<Option<Profile>, KeptError> {
    match read_profile(store, PROFILE) {
        Ok(Some(profile)) => Ok(Some(profile)),
        found => match read_profile(store, &format!("{PROFILE}.old")) {
            Ok(Some(profile)) => Ok(Some(profile)),
            _ => found,
        },
    }
}

fn read_profile(store: &dyn Storage, name: &str) -> Result<Option<Profile>, KeptError> {
    let path = Path::new(name);
    match store.read(name) {
        Ok(bytes) => Profile::parse(path, &bytes).map(Some),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(KeptError::io(path)(error)),
    }
}

/// The games that are not in the profile yet; with `all`, also those that are stored on the page.
///
/// # Errors
/// See [`profile`].
pub(super) fn unknown(
    store: &dyn Storage,
    mut games: Vec<PersonGame>,
    all: bool,
) -> Result<Vec<PersonGame>, KeptError> {
    let known = profile(store)?.as_ref().map(Profile::ids).unwrap_or_default();
    if all {
        let kept = store.games().into_iter().rev().filter_map(|id| store.game(id));
        games.extend(kept.filter_map(|game| played(&game)));
    }
    games.retain(|game| !known.contains(&game.id()));
    Ok(games)
}

/// The rivals, and why others cannot be read.
pub(super) fn personalities(store: &dyn Storage) -> (Vec<Personality>, Vec<PersonalityError>) {
    let mut names = store.list(RIVALS);
    names.sort();
    names.retain(|name| name.ends_with(".json") && name != PROFILE);
    let mut rivals = Vec::new();
    let mut errors = Vec::new();
    for name in names {
        let file = format!("{RIVALS}/{name}");
        let rival = match store.read(&file) {
            Ok(bytes) => parse(&file, &bytes),
            Err(error) => Err(PersonalityError::Read { file, error }),
        };
        match rival {
            Ok(rival) => rivals.push(rival),
            Err(error) => errors.push(error),
        }
    }
    (rivals, errors)
}

/// Keeps these of the present rivals: their files join the new ones.
///
/// # Errors
/// One cannot be read or written.
pub(super) fn keep_rivals(store: &dyn Storage, keep: &[String]) -> std::io::Result<()> {
    for name in store.list(RIVALS).into_iter().filter(|name| name.ends_with(".json") && name != PROFILE) {
        let bytes = store.read(&format!("{RIVALS}/{name}"))?;
        if parse(&name, &bytes).is_ok_and(|rival| keep.contains(&rival.name)) {
            store.write(&format!("{MAKING}/{name}"), &bytes)?;
        }
    }
    Ok(())
}

/// A kept game as the profile has it, with whom it was against and how strong that was. `None` for a game that says
/// nothing of the person's strength.
pub(super) fn played(game: &KeptGame) -> Option<PersonGame> {
    let KeptGame { kept, record } = game;
    let own = record.game().history().iter().filter(|(board, _)| board.to_move == kept.terms.you).count();
    // Resigning against a known opponent is a result, however few moves there were.
    let gave_up = kept.terms.placement && record.result.is_some_and(|result| result.ending == Ending::Resigned);
    if !kept.over || kept.hinted || kept.terms.rule != Rule::Most || (own < FEWEST && !gave_up) {
        return None;
    }
    // Who goes on from a chosen position may have chosen a won one.
    if *record.game().start() != Board::START {
        return None;
    }
    let mut game = PersonGame::new(record, kept.terms.you);
    // The page's games follow each other, and the person learns.
    game.live = true;
    game.opponent = match &kept.terms.who {
        Who::Shipped { name } => Opponent::shipped(name),
        Who::Rival { name } => {
            Opponent { name: name.clone(), strength: kept.rating.map(|rating| Known::player(rating, KNOWN)) }
        }
        Who::Strength { rating } => Opponent::like(PeopleElo((*rating).into())),
        Who::Map { .. } => Opponent::stranger(&kept.terms.opponent),
    };
    // Two games that are given up before a move differ by nothing else.
    Some(game.seeded(kept.seed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::STRONGEST;
    use crate::players::load;
    use crate::serve::page::store::Files;

    #[test]
    fn each_damaged_file_is_named_and_the_others_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        store.write("rivals/good.json", load(STRONGEST).unwrap().to_json().as_bytes()).unwrap();
        assert_eq!(facts(store).damaged, [""; 0]);
        store.write("profile.json.old", Profile::new("Ann").to_json().as_bytes()).unwrap();
        let bad = ["profile.json", "rivals/bad.json", "games/000001.json"];
        bad.iter().for_each(|name| store.write(name, b"{garb").unwrap());
        let facts = facts(store);
        let named = facts.damaged.iter().zip(&bad).filter(|(line, name)| line.starts_with(&format!("{name}: ")));
        assert!(facts.damaged.len() == bad.len() && named.count() == bad.len(), "{facts:?}");
        assert_eq!(facts.rivals.len(), 1);
    }

    #[test]
    fn a_damaged_profile_gives_way_to_the_one_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        assert_eq!(profile(store).unwrap(), None);
        let text = Profile::new("Ann").to_json();
        store.write("profile.json.old", text.as_bytes()).unwrap();
        store.write(PROFILE, &text.as_bytes()[..20]).unwrap();
        assert_eq!(profile(store).unwrap().unwrap().player, "Ann");
        store.remove("profile.json.old").unwrap();
        assert!(profile(store).unwrap_err().to_string().starts_with("profile.json: "));
    }
}
