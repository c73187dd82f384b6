//! The games of one player from files.

use std::path::PathBuf;

use anyhow::ensure;
use rival::board::{Color, Game, Objective};
use rival::record::format::Part;
use rival::record::{FileGame, file};

/// The usable games, each with the player's side, and a line for each game that cannot be used.
#[derive(Debug, Default)]
pub(crate) struct PlayerGames {
    pub games: Vec<(Game, Color)>,
    pub problems: Vec<String>,
}

impl PlayerGames {
    /// Every game of a player: `black`, `white`, or the side of the player of this name.
    ///
    /// # Errors
    /// No file holds such a game.
    pub(crate) fn read(paths: &[PathBuf], player: &str, rule: Objective) -> anyhow::Result<PlayerGames> {
        let mut games = PlayerGames::default();
        for path in paths {
            let name = path.display().to_string();
            match file::open_known(path, Some(Part::Moves)) {
                Ok(entries) => entries.into_iter().zip(1..).for_each(|(entry, number)| {
                    let place = entry.place(number);
                    if let Err(problem) = games.add(entry, player, rule) {
                        games.problems.push(format!("{name}: {place}: {problem}"));
                    }
                }),
                Err(error) => games.problems.push(format!("{name}: {error}")),
            }
        }
        let first = games.problems.first().map(|problem| format!("; {problem}")).unwrap_or_default();
        ensure!(!games.games.is_empty(), "found no game of {player}, expected one or more{first}");
        Ok(games)
    }

    fn add(&mut self, entry: FileGame, player: &str, rule: Objective) -> Result<(), String> {
        let record = entry.game.map_err(|error| error.to_string())?;
        let sides = match player {
            "black" => vec![Color::Black],
            "white" => vec![Color::White],
            name => record.sides_of(name),
        };
        let color = match sides[..] {
            [] => return Ok(()),
            [color] => color,
            _ => return Err(format!("found {player} on both sides, expected one side")),
        };
        if record.objective != rule {
            return Err(format!("found a game played for {}, expected {rule}", record.objective));
        }
        self.games.push((record.into_game(), color));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVES: &str = "B[f5]W[d6]B[c3]W[d3]B[c4]W[f4]B[c5]W[b3]B[c2]W[e3]";

    fn ggf(black: &str, white: &str, moves: &str) -> String {
        let start = "---------------------------O*------*O---------------------------";
        format!("(;GM[Othello]PC[x]PB[{black}]PW[{white}]RE[?]TY[8]BO[8 {start} *]{moves};)\n")
    }

    fn read(folder: &tempfile::TempDir, names: &[&str], player: &str) -> anyhow::Result<PlayerGames> {
        let paths: Vec<PathBuf> = names.iter().map(|name| folder.path().join(name)).collect();
        PlayerGames::read(&paths, player, Objective::Normal)
    }

    #[test]
    fn the_games_of_a_player_are_those_of_both_sides_and_of_any_format() {
        let folder = tempfile::tempdir().unwrap();
        let text = ggf("Ann", "Bob", MOVES) + &ggf("Bob", "ANN", MOVES) + &ggf("Bob", "Cleo", MOVES);
        std::fs::write(folder.path().join("a.ggf"), text).unwrap();
        std::fs::write(folder.path().join("b.txt"), "f5d6c3d3c4f4c5b3c2e3\n").unwrap();
        let ann = read(&folder, &["a.ggf"], "ann").unwrap();
        assert_eq!(ann.games.iter().map(|(_, color)| *color).collect::<Vec<_>>(), [Color::Black, Color::White]);
        let black = read(&folder, &["b.txt"], "black").unwrap();
        assert_eq!(black.games, [ann.games[0].clone()]);
        assert!(ann.problems.is_empty() && black.problems.is_empty());
    }

    #[test]
    fn a_problem_is_a_line_and_costs_its_game_only() {
        let folder = tempfile::tempdir().unwrap();
        let games = [MOVES, "B[a1]", MOVES].map(|moves| ggf("Ann", "Bob", moves)).concat() + &ggf("Ann", "Ann", MOVES);
        std::fs::write(folder.path().join("a.ggf"), games).unwrap();
        let ann = read(&folder, &["a.ggf", "absent.ggf"], "Ann").unwrap();
        assert_eq!(ann.games.len(), 2);
        let [illegal, both, absent] = &ann.problems[..] else { panic!("{:?}", ann.problems) };
        assert!(illegal.contains("a.ggf: game 2, line 2: "), "{illegal}");
        assert!(both.contains("game 4, line 4: found Ann on both sides"), "{both}");
        assert!(absent.contains("absent.ggf: "), "{absent}");
        let error = read(&folder, &["a.ggf"], "Zoe").unwrap_err().to_string();
        assert!(error.starts_with("found no game of Zoe, expected one or more; "), "{error}");
    }
}
