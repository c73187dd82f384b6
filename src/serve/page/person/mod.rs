//! The person's files: the profile, the rivals, and the results of games against them.

pub(super) mod changes;
mod estimate;
pub(super) mod exercises;
mod portrait;
pub(super) mod themes;

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use super::ask::{OpponentChoice, Rule};
use super::store::{LoadedGame, RIVALS, Storage};
use super::tell::{Facts, Rival};
use crate::board::{Board, squares};
use crate::people::{Discs, PeopleElo, given_away};
use crate::personality::{Personality, PersonalityError, parse};
use crate::record::{Ending, KeptError};
use crate::strength::person::placement::placed_games;
use crate::strength::person::{KnownGames, KnownStrength, Opponent, PersonGame, Profile};
use crate::strength::rivals::{KNOWN, followed};

/// The names of the stored profile, of rivals in the making, and of the list of those that stay.
pub(super) const PROFILE: &str = "profile.json";
pub(super) const MAKING: &str = "rivals.new";
pub(super) const KEEP: &str = "rivals.keep.json";
/// The least loss of a mistake, as in a review.
const MISTAKE: Discs = Discs(6.0);
/// The fewest moves of a person in a game that counts.
const FEWEST: usize = 5;

/// Reads the facts about the person. It may take long.
pub(super) fn facts(store: &dyn Storage) -> Facts {
    // If the previous version of the profile replaces a damaged one, the damage is still reported.
    let (profile, mut damaged) = match (profile(store), read_profile(store, PROFILE)) {
        (Ok(profile), Ok(_)) => (profile, Vec::new()),
        (profile, Err(error)) => (profile.unwrap_or_default(), vec![error.to_string()]),
        (Err(error), _) => (None, vec![error.to_string()]),
    };
    let placed = profile.as_ref().map_or(0, placed_games);
    let games = profile.iter().flat_map(|profile| &profile.games);
    let mistakes = games.map(|game| (game.id(), mistakes(game))).collect();
    let profile = profile.filter(|profile| !profile.games.is_empty());
    let estimate = profile.as_ref().map(estimate::estimate);
    let themes = profile.as_ref().zip(estimate.as_ref());
    let themes = themes.map(|(profile, estimate)| themes::facts(store, profile, estimate.rating.value));
    let rivals_rating = profile.as_ref().and_then(followed).map(|rating| rating.0);
    let (personalities, bad) = personalities(store);
    let mut rivals: Vec<Rival> = personalities.iter().map(portrait::rival).collect();
    damaged.extend(bad.iter().map(ToString::to_string));
    damaged.extend(themes::damage(store).iter().map(ToString::to_string));
    damaged.extend(store.load::<serde_json::Value>(KEEP).err().iter().map(ToString::to_string));
    let mut scores = BTreeMap::<String, [u32; 3]>::new();
    let mut played_ids = BTreeMap::new();
    for id in store.games() {
        let game = match store.read_game(id) {
            Ok(game) => game,
            Err(error) => {
                damaged.push(error.to_string());
                continue;
            }
        };
        played_ids.insert(id, played(&game).map(|game| game.id()));
        let Some(ahead) = game.ahead() else { continue };
        let place = if ahead > 0.0 { 0 } else { 1 + usize::from(ahead < 0.0) };
        let terms = &game.kept.terms;
        let rival =
            rivals.iter_mut().find(|rival| matches!(&terms.who, OpponentChoice::Rival { name } if *name == rival.name));
        let score = rival.map_or_else(|| scores.entry(terms.opponent.clone()).or_default(), |rival| &mut rival.score);
        score[place] += 1;
    }
    Facts {
        known: true,
        estimate,
        rivals,
        rivals_rating,
        scores,
        placed,
        damaged,
        mistakes,
        played: played_ids,
        themes: themes.unwrap_or_default(),
    }
}

/// The number of the person's mistakes in a judged game.
fn mistakes(game: &PersonGame) -> u32 {
    let losses = game.chosen().zip(game.values()).filter_map(|((ply, played), values)| {
        let moves = squares(game.game.history()[ply].0.position.moves());
        let chosen = moves.zip(values).find(|(square, _)| *square == played)?.1;
        let best = values.iter().copied().max()?;
        let [best, chosen] = [best, *chosen].map(|hundredths| Discs(f64::from(hundredths) / 100.0));
        Some(given_away(best, chosen))
    });
    losses.filter(|loss| *loss >= MISTAKE).count() as u32
}

/// The profile; if it is damaged, its previous version.
///
/// # Errors
/// It exists but cannot be read.
pub(super) fn profile(store: &dyn Storage) -> Result<Option<Profile>, KeptError> {
    match read_profile(store, PROFILE) {
        Ok(profile) => Ok(profile),
        // A profile of another version is not damaged.
        Err(error @ KeptError::Unlike { .. }) => Err(error),
        Err(error) => match read_profile(store, &format!("{PROFILE}.old")) {
            Ok(Some(profile)) => Ok(Some(profile)),
            _ => Err(error),
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

/// The games that the profile lacks, or of which it lacks something that these copies have: the opponent's strength,
/// the result or later moves. Images are copies, too. If `all` is true, stored games are included, and those of the
/// profile that the deep judge has not judged. Games with the moves of the profile's copy have its values.
///
/// # Errors
/// See [`profile`].
pub(super) fn unknown(
    store: &dyn Storage,
    mut games: Vec<PersonGame>,
    all: bool,
) -> Result<Vec<PersonGame>, KeptError> {
    let stored_games = profile(store)?.map(|profile| profile.games).unwrap_or_default();
    let known = KnownGames::new(&stored_games);
    if all {
        let kept = store.games().into_iter().rev().filter_map(|id| store.game(id));
        games.extend(kept.filter_map(|game| played(&game)));
    }
    let mut distinct = Profile::default();
    distinct.add(games);
    let mut unknown = Vec::new();
    for game in distinct.games {
        match known.copy_of(&game) {
            None => unknown.push(game),
            Some(known) if game.has_more_than(known) => unknown.push(game.clone().judged_as(known).unwrap_or(game)),
            Some(_) => {}
        }
    }
    if all {
        let added = KnownGames::new(&unknown);
        let open = stored_games.iter().filter(|game| !game.is_judged_deeply() && added.copy_of(game).is_none());
        let judged_again: Vec<PersonGame> = open.map(|game| game.clone().without_values()).collect();
        unknown.extend(judged_again);
    }
    Ok(unknown)
}

/// The rivals, and the errors of those that cannot be read.
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

/// Keeps these of the present rivals by adding their files to the new ones.
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

/// A stored game in the form of the profile, with its opponent and the opponent's strength. `None` if the game is no
/// evidence of the person's strength.
pub(super) fn played(game: &LoadedGame) -> Option<PersonGame> {
    let LoadedGame { kept, record } = game;
    let own_moves = record.game().history().iter().filter(|(board, _)| board.to_move == kept.terms.you).count();
    // Resigning against a known opponent is a result, even after few moves.
    let gave_up = kept.terms.placement && record.result.is_some_and(|result| result.ending == Ending::Resigned);
    if !kept.over || kept.hinted || kept.terms.rule != Rule::Most || (own_moves < FEWEST && !gave_up) {
        return None;
    }
    // A person who starts from a chosen position may have chosen a won one.
    if *record.game().start() != Board::START {
        return None;
    }
    let mut game = PersonGame::new(record, kept.terms.you);
    // The page's games follow each other, and the person learns between them.
    game.live = true;
    game.opponent = match &kept.terms.who {
        OpponentChoice::Shipped { name } => Opponent::shipped(name),
        OpponentChoice::Rival { name } => {
            Opponent { name: name.clone(), strength: kept.rating.map(|rating| KnownStrength::player(rating, KNOWN)) }
        }
        OpponentChoice::Strength { rating } => Opponent::like(PeopleElo((*rating).into())),
        // The cost of the agent's style is not measured, so its strength is not known.
        OpponentChoice::Agent | OpponentChoice::Map { .. } => Opponent::stranger(&kept.terms.opponent),
    };
    // Two games that are resigned before the first move differ only in their seeds.
    Some(game.seeded(kept.seed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::people::Judge;
    use crate::personality::STRONGEST;
    use crate::players::load;
    use crate::record::transcript;
    use crate::search::Stop;
    use crate::serve::page::store::Files;
    use crate::strength::person::GameJudge;

    #[test]
    fn a_mistake_is_one_in_a_review_too() {
        let line = format!("\nconst MISTAKE = {};\n", MISTAKE.0);
        assert!(include_str!("../assets/judged.js").contains(&line), "{line}");
    }

    /// Otherwise the image, which the profile does not take, would be measured at each start.
    #[test]
    fn an_image_of_a_known_game_is_not_measured_unless_it_has_more() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        let played = |moves: &str| {
            let record = transcript::parse(moves).unwrap();
            PersonGame::against(record.game(), Color::Black, Opponent::stranger("Ann"))
        };
        let [game, image, other] = ["f5d6c3d3c4", "e6f4c3c4d3", "f5d6c3d3c6"].map(played);
        let mut profile = Profile::new("Me");
        profile.add([game.clone().judge(&mut Judge::deeper(1, 2), &Stop::default()).unwrap()]);
        store.write(PROFILE, profile.to_json().as_bytes()).unwrap();
        assert_eq!(unknown(store, vec![game.clone(), image.clone(), other.clone()], false).unwrap(), [other]);
        // At the start of the program a game that earlier versions judged is judged again, and deeply.
        assert_eq!(unknown(store, Vec::new(), true).unwrap(), std::slice::from_ref(&game));
        let judged = GameJudge::shipped().judge(game.clone(), &Stop::default()).unwrap();
        let again = profile.games[0].clone();
        profile.games[0].complete(judged);
        assert!(profile.games[0].is_judged_deeply() && profile.games[0].values() == again.values());
        store.write(PROFILE, profile.to_json().as_bytes()).unwrap();
        assert_eq!(unknown(store, Vec::new(), true).unwrap(), []);
        let rated = |mut game: PersonGame| {
            game.opponent = Opponent::shipped("people-1200");
            game
        };
        // Copies complete each other. The values of the same moves are known.
        for (copies, values) in [(vec![image.clone(), rated(image)], 0), (vec![rated(game.clone()), game], 3)] {
            let [completed] = &unknown(store, copies, false).unwrap()[..] else { panic!("one game") };
            assert!(completed.opponent.strength.is_some());
            assert_eq!(completed.values().len(), values);
        }
    }

    #[test]
    fn each_damaged_file_is_named_and_the_others_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        store.write("rivals/good.json", load(STRONGEST).unwrap().to_json().as_bytes()).unwrap();
        assert_eq!(facts(store).damaged, [""; 0]);
        store.write("profile.json.old", Profile::new("Ann").to_json().as_bytes()).unwrap();
        let bad = ["profile.json", "rivals/bad.json", "themes.json", KEEP, "games/000001.json"];
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
        assert_eq!(profile(store).unwrap(), None, "a removed profile does not come back");
        store.write(PROFILE, &text.as_bytes()[..20]).unwrap();
        assert_eq!(profile(store).unwrap().unwrap().player, "Ann");
        store.write(PROFILE, text.replace("profile/2", "profile/3").as_bytes()).unwrap();
        let error = profile(store).unwrap_err();
        assert_eq!(facts(store).damaged, [error.to_string()]);
        assert!(matches!(error, KeptError::Unlike { .. }));
        store.write(PROFILE, &text.as_bytes()[..20]).unwrap();
        store.remove("profile.json.old").unwrap();
        assert!(profile(store).unwrap_err().to_string().starts_with("profile.json: "));
    }
}
