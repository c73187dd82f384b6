//! The openings of a person's games, in the file of a human-like player.

use serde::{Deserialize, Serialize};

use crate::board::{Board, Color, Game};
use crate::people::{LAST_OPENING, Repertoire};
use crate::personality::values::{CheckResult, quoted};
use crate::record::problem::Problem;
use crate::record::transcript;

/// The words of `role`.
pub(in crate::personality) const ROLES: &str = "\"own\" or \"meet\"";

/// The most games of each colour.
const MOST_GAMES: usize = 1_000;

/// A player's side in a person's openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningRole {
    /// It opens as the person does.
    Own,
    /// It plays what the person meets.
    Meet,
}

/// The openings of a person's games as transcripts, such as `f5d6c3d3c4`, and a player's side in them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepertoireSpec {
    /// The player's side.
    pub role: OpeningRole,
    /// The games in which the person had Black.
    #[serde(default)]
    pub black: Vec<String>,
    /// The games in which the person had White.
    #[serde(default)]
    pub white: Vec<String>,
}

impl RepertoireSpec {
    /// The openings of these games, each with the person's colour. A game from another start is left out.
    #[must_use]
    pub fn from_games<'a>(role: OpeningRole, games: impl IntoIterator<Item = (&'a Game, Color)>) -> RepertoireSpec {
        let mut spec = RepertoireSpec { role, black: Vec::new(), white: Vec::new() };
        for (game, color) in games.into_iter().filter(|(game, _)| *game.start() == Board::START) {
            let squares = game.moves().filter_map(|mv| mv.square()).take(LAST_OPENING as usize);
            let line = squares.map(|square| square.to_string()).collect();
            match color {
                Color::Black => spec.black.push(line),
                Color::White => spec.white.push(line),
            }
        }
        spec
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.black.len() + self.white.len()
    }

    /// The moves that a player of this role repeats.
    #[must_use]
    pub fn build(&self) -> Repertoire {
        let mut repertoire = Repertoire::default();
        for (lines, color) in [(&self.black, Color::Black), (&self.white, Color::White)] {
            let side = if self.role == OpeningRole::Own { color } else { color.other() };
            for record in lines.iter().filter_map(|line| transcript::parse(line).ok()) {
                repertoire.add(record.game(), side);
            }
        }
        repertoire
    }
}

/// Refuses what is no opening.
pub(super) fn check(spec: &RepertoireSpec) -> CheckResult<()> {
    for (name, lines) in [("black", &spec.black), ("white", &spec.white)] {
        if lines.len() > MOST_GAMES {
            let place = format!("repertoire.{name}");
            return Err(Problem::at(&place, format!("{} games", lines.len()), format!("{MOST_GAMES} at most")));
        }
        for (number, line) in lines.iter().enumerate() {
            if let Err(error) = transcript::parse(line) {
                let place = format!("repertoire.{name}[{number}]");
                return Err(Problem::wrong(&place, format!("{}: {error}", quoted(line))));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        transcript::parse(moves).unwrap().game().clone()
    }

    #[test]
    fn both_roles_of_the_same_games_repeat_the_moves_of_one_side_each() {
        let games = [(&game("f5d6c3d3"), Color::Black), (&game("f5f6e6"), Color::White)];
        let own_spec = RepertoireSpec::from_games(OpeningRole::Own, games);
        assert_eq!(
            (own_spec.black.as_slice(), own_spec.white.as_slice()),
            (&["f5d6c3d3".to_owned()][..], &["f5f6e6".to_owned()][..])
        );
        let meet_spec = RepertoireSpec { role: OpeningRole::Meet, ..own_spec.clone() };
        let mut expected = [Repertoire::default(), Repertoire::default()];
        for (moves, color) in [("f5d6c3d3", Color::Black), ("f5f6e6", Color::White)] {
            expected[0].add(&game(moves), color);
            expected[1].add(&game(moves), color.other());
        }
        assert_eq!([own_spec.build(), meet_spec.build()], expected);
        assert_ne!(expected[0], expected[1]);
    }

    #[test]
    fn what_is_no_opening_is_refused_with_its_place() {
        let spec = RepertoireSpec { role: OpeningRole::Own, black: vec![], white: vec!["f5".into(), "f5f5".into()] };
        let error = check(&spec).unwrap_err().to_string();
        assert!(error.starts_with("repertoire.white[1]: \"f5f5\": "), "{error}");
    }
}
