//! The text of a profile: `rival-profile/2`, JSON with a table of games and a table of moves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::estimate::estimate;
use super::game::{Opponent, PersonGame, PlayerResult};
use super::places::KnownStrength;
use super::{Profile, Standing};
use crate::board::{Board, Color, Objective, Position, Square, squares};
use crate::people::{Discs, Judging, PeopleElo, given_away};
use crate::record::notation;
use crate::record::problem::{Problem, json};
use crate::record::profile_file::KeptError;

const FORMAT: &str = "rival-profile/2";

/// A profile's file without its tables.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    player: String,
    judge: Judging,
    /// The judge of the deep losses, if there are some.
    #[serde(default)]
    deep_judge: Option<Judging>,
    /// The summary for readers. It is computed again from the games.
    #[serde(default)]
    summary: serde_json::Value,
    games: Vec<Sheet>,
    moves: Vec<MoveRow>,
}

#[derive(Serialize)]
struct Summary {
    rating: PeopleElo,
    low: PeopleElo,
    high: PeopleElo,
    error: f64,
    games: usize,
    moves: usize,
    results: usize,
}

/// A game without the judge's values: a row of a profile, or a task for another machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    game: String,
    date: String,
    side: Color,
    opponent: String,
    opponent_rating: Option<PeopleElo>,
    opponent_error: Option<f64>,
    opponent_steepness: Option<f64>,
    /// The error shared by all ratings that come from the same other scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opponent_scale: Option<f64>,
    rule: Objective,
    /// The final margin in discs.
    discs: Option<i32>,
    /// The winner, if the margin is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<Winner>,
    /// The seed of the opponent's random choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opponent_seed: Option<u64>,
    /// The number of moves at the start that the players did not choose.
    given: usize,
    /// True if the game was played with this program, false if it comes from a file of games.
    live: bool,
    /// The board before the first move, if it is not the normal one.
    start: Option<String>,
    transcript: String,
}

/// A move for which the player had a choice.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveRow {
    game: String,
    #[serde(default)]
    number: u32,
    #[serde(rename = "move", default)]
    mv: String,
    /// The loss in discs by the judge's values, for readers.
    #[serde(default)]
    loss: f64,
    /// The loss in discs by the deep judge, if it has judged the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deep_loss: Option<f64>,
    /// The values of all legal moves in hundredths of discs, lowest square first.
    values: Vec<i16>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Winner {
    Won,
    Lost,
}

fn text_of<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("strings and finite numbers are JSON")
}

impl Profile {
    /// The text of the profile's file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let Standing { rating, low, high, error, games, moves, results, .. } = estimate(self);
        let [rating, low, high] = [rating, low, high].map(|rating| PeopleElo(rating.0.round()));
        let summary = Summary { rating, low, high, error: error.round(), games, moves, results };
        let mut text = format!(
            "{{\n\"format\": {},\n\"player\": {},\n\"judge\": {},\n\"deep_judge\": {},\n\"summary\": {},\n\"games\": [",
            text_of(FORMAT),
            text_of(&self.player),
            text_of(Profile::judge()),
            text_of(Profile::deep_judge()),
            text_of(&summary),
        );
        // Each row is a line, for readers and for `diff`.
        for (number, game) in self.games.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            let _ = write!(text, "{comma}\n{}", text_of(&Sheet::new(game)));
        }
        text += "\n],\n\"moves\": [";
        let mut comma = "";
        for row in self.games.iter().flat_map(MoveRow::from_game) {
            let _ = write!(text, "{comma}\n{}", text_of(&row));
            comma = ",";
        }
        text + "\n]\n}\n"
    }

    /// Reads the text of a file; errors name `path`.
    ///
    /// # Errors
    /// It is not a profile, or it has another version or judge ([`KeptError::Unlike`]).
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Profile, KeptError> {
        KeptError::check_format(path, bytes, FORMAT)?;
        let file: File = json(bytes).map_err(|problem| KeptError::bad(path, problem))?;
        if file.judge != *Profile::judge() {
            let difference = format!(
                "judge: found {:?}, expected {:?}; measure again: rival measure GAMES --player NAME -o NEW.json",
                file.judge.describe(),
                Profile::judge().describe(),
            );
            return Err(KeptError::Unlike { path: path.to_owned(), difference });
        }
        // Another deep judge's losses are left out: strength is estimated without them, too.
        let has_deep_losses = file.deep_judge.as_ref() == Some(Profile::deep_judge());
        let mut moves = file.moves.into_iter().peekable();
        let mut games = Vec::with_capacity(file.games.len());
        for (number, row) in file.games.into_iter().enumerate() {
            let id = row.game.clone();
            let rows: Vec<MoveRow> = std::iter::from_fn(|| moves.next_if(|mv| mv.game == id)).collect();
            let deep_losses = if has_deep_losses { deep_losses(&rows) } else { None };
            let values = rows.into_iter().map(|row| row.values).collect();
            let game = row.game(values, deep_losses);
            games.push(game.map_err(|problem| KeptError::bad(path, problem.within(format!("games[{number}]"))))?);
        }
        if let Some(row) = moves.next() {
            let found = format!("a move of {:?}", row.game);
            return Err(KeptError::bad(path, Problem::at("moves", found, "moves in the order of the games")));
        }
        Ok(Profile { player: file.player, games })
    }
}

impl Sheet {
    /// The game without its values.
    #[must_use]
    pub fn new(played: &PersonGame) -> Sheet {
        let strength = played.opponent.strength;
        Sheet {
            game: name(played),
            date: played.date.clone(),
            side: played.side,
            opponent: played.opponent.name.clone(),
            opponent_rating: strength.map(|known| known.rating),
            opponent_error: strength.map(|known| known.error),
            opponent_steepness: strength.map(|known| known.steepness),
            opponent_scale: strength.filter(KnownStrength::is_converted).map(|known| known.scale),
            rule: Objective::Normal,
            discs: played.ended.and_then(PlayerResult::ahead),
            result: played
                .ended
                .and_then(PlayerResult::resigned)
                .map(|won| if won { Winner::Won } else { Winner::Lost }),
            opponent_seed: played.seed,
            given: played.given,
            live: played.live,
            start: notation::start(&played.game),
            transcript: notation::moves(&played.game),
        }
    }

    /// The game with these values and losses.
    fn game(self, values: Vec<Vec<i16>>, deep_losses: Option<Vec<i16>>) -> Result<PersonGame, Problem> {
        let played = PersonGame { values, deep_losses, ..self.played()? };
        if played.is_judged() {
            Ok(played)
        } else {
            let message = "the values of its moves do not belong to the game's positions: measure the game again";
            Err(Problem::wrong("", message))
        }
    }

    /// The game without values.
    ///
    /// # Errors
    /// It is not a game that this program wrote.
    pub fn played(self) -> Result<PersonGame, Problem> {
        let start = match &self.start {
            None => Board::START,
            Some(text) => text.parse::<Board>().map_err(|error| Problem::at("", error, "a board"))?,
        };
        let game = notation::played(start, &self.transcript).ok_or_else(|| {
            Problem::at("", format!("the moves {:?}", self.transcript), "legal moves, two characters each")
        })?;
        if self.rule != Objective::Normal {
            return Err(Problem::at("", format!("a game for {}", self.rule.aim()), "one for the most discs"));
        }
        if self.discs.is_some_and(|discs| discs.abs() > 64) {
            let found = format!("a margin of {} discs", self.discs.unwrap_or(0));
            return Err(Problem::at("", found, "one from -64 to 64"));
        }
        let ended = match (self.discs, self.result) {
            (None, None) => None,
            (Some(discs), None) => Some(PlayerResult::by(discs)),
            (None, Some(Winner::Won)) => Some(PlayerResult::Won(None)),
            (None, Some(Winner::Lost)) => Some(PlayerResult::Lost(None)),
            (Some(_), Some(_)) => {
                return Err(Problem::wrong("", "\"discs\" and \"result\": a game has one of them"));
            }
        };
        let scale = self.opponent_scale.unwrap_or(0.0);
        let strength = match (self.opponent_rating, self.opponent_error, self.opponent_steepness) {
            (Some(rating), Some(error), Some(steepness))
                if (-2e3..=6e3).contains(&rating.0)
                    && (0.0..=2e3).contains(&error)
                    && (0.1..=10.0).contains(&steepness)
                    && (0.0..=2e3).contains(&scale) =>
            {
                Some(KnownStrength { rating, error, steepness, scale })
            }
            (None, None, None) => None,
            _ => {
                let message = "the opponent's rating, error and steepness must all be there, and in their ranges";
                return Err(Problem::wrong("", message));
            }
        };
        let played = PersonGame {
            side: self.side,
            date: self.date,
            opponent: Opponent { name: self.opponent, strength },
            given: self.given,
            live: self.live,
            ended,
            seed: self.opponent_seed,
            values: Vec::new(),
            deep_losses: None,
            game,
        };
        if name(&played) != self.game {
            let message = format!("{:?} is not the id of a game with these moves: measure the game again", self.game);
            return Err(Problem::wrong("", message));
        }
        Ok(played)
    }
}

/// About the number of bytes that these games take in a profile's file, rather less. Of several copies of a game the
/// largest counts.
#[must_use]
pub fn size_in_file<'a>(games: impl Iterator<Item = &'a PersonGame>) -> u64 {
    let mut sizes: BTreeMap<u64, usize> = BTreeMap::new();
    for game in games {
        let size = text_of(&Sheet::new(game)).len() + size_of_moves(game);
        let largest = sizes.entry(game.image_id()).or_default();
        *largest = size.max(*largest);
    }
    sizes.into_values().sum::<usize>() as u64
}

/// About the number of bytes of the rows of a game's moves, rather less.
fn size_of_moves(game: &PersonGame) -> usize {
    /// A row without values, and a value with its comma.
    const ROW: usize = 90;
    const VALUE: usize = 4;
    let history = game.game.history();
    let choices = game.chosen().map(|(number, _)| history[number].0.position.moves().count_ones() as usize);
    choices.map(|values| ROW + VALUE * values).sum()
}

impl MoveRow {
    fn from_game(played: &PersonGame) -> Vec<MoveRow> {
        let game = name(played);
        let rows = played.chosen().zip(&played.values).enumerate();
        rows.map(|(index, ((number, square), values))| {
            let position = played.game.history()[number].0.position;
            MoveRow {
                game: game.clone(),
                number: position.move_number(),
                mv: square.to_string(),
                loss: loss(&position, square, values),
                deep_loss: played.deep_losses.as_ref().map(|losses| f64::from(losses[index]) / 100.0),
                values: values.clone(),
            }
        })
        .collect()
    }
}

/// The loss of a move in discs, to a hundredth, by the values of all legal moves.
fn loss(position: &Position, played: Square, values: &[i16]) -> f64 {
    let valued: Vec<(Square, i16)> = squares(position.moves()).zip(values.iter().copied()).collect();
    let own = valued.iter().find(|(square, _)| *square == played).map(|(_, value)| *value);
    let (Some(own), Some(best)) = (own, values.iter().max()) else { return 0.0 };
    let [best, own] = [*best, own].map(|value| Discs(f64::from(value) / 100.0));
    (given_away(best, own).0 * 100.0).round() / 100.0
}

/// The deep losses of a game in hundredths of discs; `None` if a move has none, or there is no move.
fn deep_losses(rows: &[MoveRow]) -> Option<Vec<i16>> {
    if rows.is_empty() {
        return None;
    }
    rows.iter().map(|row| row.deep_loss.map(|loss| (loss * 100.0).round() as i16)).collect()
}

fn name(played: &PersonGame) -> String {
    format!("{:016x}", played.id())
}

/// A judged game as a line of JSON for the journal of a measurement.
#[must_use]
pub fn line(played: &PersonGame) -> String {
    let row = (Sheet::new(played), &played.values, &played.deep_losses);
    serde_json::to_string(&row).expect("strings and finite numbers are JSON")
}

/// The game in a line of a journal; `None` if the line is damaged or from another program.
#[must_use]
pub fn of_line(line: &str) -> Option<PersonGame> {
    let (row, values, deep_losses): (Sheet, Vec<Vec<i16>>, Option<Vec<i16>>) = serde_json::from_str(line).ok()?;
    row.game(values, deep_losses).ok()
}
