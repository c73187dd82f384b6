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
    use crate::record::transcript;
    use crate::strength::person::Opponent;

    /// A game in which each move of Black's loses this many hundredths of a disc.
    fn judged(line: &str, loss: i16) -> PersonGame {
        let game = transcript::parse(line).unwrap().into_game();
        let played = PersonGame::against(&game, Color::Black, Opponent::stranger("Ben"));
        let values = played.chosen().map(|(ply, chosen)| {
            let moves = squares(game.history()[ply].0.position.moves());
            moves.map(|square| if square == chosen { -loss } else { 0 }).collect()
        });
        let values = values.collect();
        played.with_values(values).unwrap()
    }

    /// Themes that call each played move a mistake of this theme.
    fn played_moves(game: &PersonGame, theme: Theme) -> GameThemes {
        let choices = game.choices().into_iter().map(|choice| {
            let mut themes = vec![None; choice.options.len()];
            themes[choice.played] = Some(theme);
            themes
        });
        GameThemes(choices.collect())
    }

    /// The themes of games, each of which has mistakes of one theme.
    fn themes(games: &[(PersonGame, Theme)], rating: f64) -> Themes {
        let known = games.iter().map(|(game, theme)| (game.id(), played_moves(game, *theme))).collect();
        let games: Vec<PersonGame> = games.iter().map(|(game, _)| game.clone()).collect();
        Themes::from_games(&games, &known, PeopleElo(rating))
    }

    const LONGER: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7";
    const SHORTER: &str = "e6f4g3f6g6d6c6e7d3c5d7c7b7";

    #[test]
    fn a_theme_costs_what_its_moves_lost_in_a_game_and_the_dearest_comes_first() {
        // With small losses nothing is clearly more than people's.
        for loss in [1_000, 10] {
            let games = [(judged(LONGER, loss), Theme::Walls), (judged(SHORTER, loss), Theme::Corners)];
            let both = themes(&games, 900.0);
            assert_eq!((both.games, both.open), (2, 0));
            assert_eq!(both.costs.iter().map(|cost| cost.theme).collect::<Vec<_>>(), [Theme::Walls, Theme::Corners]);
            for (cost, game) in both.costs.iter().zip(&games) {
                let own = f64::from(loss) / 100.0 * game.0.values().len() as f64 / 2.0;
                assert!((cost.own.0 - own).abs() < 1e-6, "{cost:?} {own}");
                let alone = themes(std::slice::from_ref(game), 900.0).costs[0];
                assert!((cost.usual.0 - alone.usual.0 / 2.0).abs() < 1e-9, "{cost:?} {alone:?}");
            }
            let found = mistakes(&games.map(|(game, _)| game));
            assert_eq!((both.of_exercises.len(), found.is_empty()), (found.len(), loss < 200));
        }
    }

    #[test]
    fn people_of_the_same_strength_lose_their_share_in_the_same_positions() {
        let game = judged(LONGER, 1_000);
        let usual = |theme, rating| themes(&[(game.clone(), theme)], rating).costs[0].usual.0;
        let [weak, strong] = [900.0, 2_100.0].map(|rating| usual(Theme::Mobility, rating));
        assert!(0.0 < strong && strong < weak && weak < 10.0 * game.values().len() as f64, "{strong} {weak}");
        assert!((usual(Theme::Corners, 900.0) - 0.6 * weak).abs() < 1e-9);
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
