//! The themes of a person's mistakes: what each costs in a game, and the exercises of each.

mod cost;
mod finder;
mod shipped;

pub use cost::Cost;
pub use finder::Finder;
pub use shipped::{ExerciseThemes, shipped};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::exercises::{id, mistakes};
use super::person::PersonGame;
pub use super::reasons::Theme;
use crate::board::squares;
use crate::people::PeopleElo;

/// The letter of a move without a theme.
const NONE: char = '.';

/// The themes of the legal moves in one position, lowest square first: a theme for each move that is a mistake with a
/// simple reason. Empty if no move is a mistake.
pub type MoveThemes = Vec<Option<Theme>>;

/// The themes of all legal moves at each choice of a person in a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct GameThemes(Vec<MoveThemes>);

impl From<Vec<String>> for GameThemes {
    fn from(texts: Vec<String>) -> GameThemes {
        GameThemes(texts.iter().map(|text| text.chars().map(Theme::of_letter).collect()).collect())
    }
}

impl From<GameThemes> for Vec<String> {
    fn from(GameThemes(choices): GameThemes) -> Vec<String> {
        choices.iter().map(|moves| moves.iter().map(|theme| theme.map_or(NONE, Theme::letter)).collect()).collect()
    }
}

/// The themes of the mistakes in a person's games.
#[derive(Debug, Clone, Default)]
pub struct Themes {
    /// The number of games that they come from.
    pub games: usize,
    /// The number of games whose themes are not known yet.
    pub open: usize,
    /// The costs of themes, the dearest first.
    pub costs: Vec<Cost>,
    /// The themes of the person's own exercises, by [`id`].
    pub of_exercises: BTreeMap<u64, Theme>,
}

impl Themes {
    /// The themes of these games of a person with this rating, as far as the themes of each game are known, by its id.
    #[must_use]
    pub fn from_games(games: &[PersonGame], known: &BTreeMap<u64, GameThemes>, rating: PeopleElo) -> Themes {
        let themed: Vec<_> = games.iter().filter_map(|game| Some((game, known.get(&game.id())?))).collect();
        let costs = cost::costs(&themed, rating);
        Themes { games: themed.len(), open: games.len() - themed.len(), costs, of_exercises: of_mistakes(games, known) }
    }
}

/// The themes of the mistakes that are worth an exercise, by the [`id`] of the exercise.
fn of_mistakes(games: &[PersonGame], themes: &BTreeMap<u64, GameThemes>) -> BTreeMap<u64, Theme> {
    let themes_of_mistakes = mistakes(games).into_iter().filter_map(|mistake| {
        let game = &games[mistake.game];
        let choice = game.chosen().position(|(ply, _)| ply == mistake.ply)?;
        let place = squares(mistake.board.position.moves()).position(|square| square == mistake.played)?;
        let theme = *themes.get(&game.id())?.0.get(choice)?.get(place)?;
        Some((id(&mistake.board), theme?))
    });
    // The worst mistake comes first. Another one in the same position does not change the theme.
    let mut of_exercises = BTreeMap::new();
    themes_of_mistakes.for_each(|(id, theme)| {
        of_exercises.entry(id).or_insert(theme);
    });
    of_exercises
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::people::Discs;
    use crate::record::transcript;
    use crate::strength::person::Opponent;

    /// A game in which the first move of each choice is worth 10 discs less than the others.
    fn judged() -> PersonGame {
        let line = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7";
        let game = transcript::parse(line).unwrap().into_game();
        let played = PersonGame::against(&game, Color::Black, Opponent::stranger("Ben"));
        let counts = played.chosen().map(|(ply, _)| game.history()[ply].0.position.moves().count_ones());
        let values = counts.map(|count| (0..count).map(|at| if at == 0 { -1000 } else { 0 }).collect()).collect();
        played.with_values(values).unwrap()
    }

    /// Themes that call the first move of each choice a mistake of this theme.
    fn first_moves(game: &PersonGame, theme: Theme) -> GameThemes {
        let choices = game.values().iter().map(|values| {
            let mut themes = vec![None; values.len()];
            themes[0] = Some(theme);
            themes
        });
        GameThemes(choices.collect())
    }

    #[test]
    fn a_theme_costs_what_its_moves_lost_and_what_people_would_lose_in_the_same_positions() {
        let game = judged();
        let lost = game.choices().iter().filter(|choice| choice.played == 0).count();
        assert!(lost > 0);
        let known = [(game.id(), first_moves(&game, Theme::Walls))].into();
        let of = |rating| Themes::from_games(std::slice::from_ref(&game), &known, PeopleElo(rating));
        let [weak, strong] = [900.0, 2_100.0].map(of);
        assert_eq!((weak.games, weak.open, weak.costs.len()), (1, 0, 1));
        assert_eq!((weak.costs[0].theme, weak.costs[0].own), (Theme::Walls, Discs(10.0 * lost as f64)));
        let most = 10.0 * game.values().len() as f64;
        assert!(0.0 < strong.costs[0].usual.0 && strong.costs[0].usual.0 < weak.costs[0].usual.0);
        assert!(weak.costs[0].usual.0 < most, "{weak:?}");
        assert_eq!(weak.of_exercises.len(), mistakes(std::slice::from_ref(&game)).len());
        let unknown = Themes::from_games(&[game], &BTreeMap::new(), PeopleElo(900.0));
        assert_eq!((unknown.games, unknown.open, unknown.costs.len()), (0, 1, 0));
    }

    #[test]
    fn the_themes_of_a_game_are_written_as_letters() {
        let themes = GameThemes(vec![Vec::new(), vec![None, Some(Theme::Corners), None, Some(Theme::Parity)]]);
        let text = serde_json::to_string(&themes).unwrap();
        assert_eq!(text, r#"["",".c.l"]"#);
        assert_eq!(serde_json::from_str::<GameThemes>(&text).unwrap(), themes);
    }
}
