//! Judged games: the judge's values of all legal moves in each choice.

use serde::{Deserialize, Serialize};

use rival::people::{self, Choice, DeepJudge, GamePart, Judge};
use rival::record::archive::ArchiveGame;
use rival::search::Stop;

/// The values of one game, in hundredths of discs: a list for each move with two legal moves or more, the lowest square
/// first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Values(Vec<Vec<i16>>);

/// Judges a game.
pub(super) fn judge(game: &ArchiveGame, judge: &mut Judge) -> Values {
    Values(people::judge(&game.game(), GamePart::default(), judge, &Stop::default()).expect("nobody stops it"))
}

/// What the played moves of a game lose by the deep judge, in hundredths of discs.
pub(super) fn judge_deeply(game: &ArchiveGame, judge: &mut DeepJudge) -> Vec<i16> {
    judge.losses(&game.game(), GamePart::default(), &Stop::default()).expect("nobody stops it")
}

/// The choices of a game; `None` if the values are those of another game.
pub(super) fn choices(game: &ArchiveGame, values: &Values) -> Option<Vec<Choice>> {
    people::choices(&game.game(), GamePart::default(), &values.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rival::board::{Color, Move, squares};
    use rival::people::MOST_LOSS;

    /// A game in which the lowest square is always played.
    fn lowest() -> ArchiveGame {
        let mut game = rival::board::Game::default();
        while !game.is_over() {
            let mv = squares(game.board().position.moves()).next().map_or(Move::Pass, Move::Place);
            game.play(mv).unwrap();
        }
        let discs = game.board().score(Color::Black, rival::board::Objective::Normal);
        ArchiveGame { black: 0, white: 1, discs, moves: game.moves().filter_map(Move::square).collect() }
    }

    #[test]
    fn choices_are_those_of_the_judge_after_writing_and_reading() {
        let game = lowest();
        let mut shipped_judge = Judge::shipped();
        let values = judge(&game, &mut shipped_judge);
        let text = serde_json::to_string(&values).unwrap();
        let game_choices = choices(&game, &serde_json::from_str(&text).unwrap()).unwrap();
        assert!(game_choices.len() > 40);
        let replay = game.game();
        for choice in &game_choices {
            let (board, mv) = replay
                .history()
                .iter()
                .find(|(b, mv)| b.position.move_number() == choice.number && *mv != Move::Pass)
                .unwrap();
            assert_eq!(choice.color, board.to_move);
            let values = shipped_judge.values(&board.position);
            assert_eq!(Move::Place(values[choice.played].0), *mv);
            let best = values.iter().map(|value| value.1).fold(f64::MIN, f64::max);
            let loss = (best - values[choice.played].1).min(MOST_LOSS);
            // Losses are kept as `f32`.
            assert!((f64::from(choice.options[choice.played].loss) - loss).abs() < 1e-5);
        }
        // The values of another game are refused.
        let shorter = ArchiveGame { moves: game.moves[..30].to_vec(), ..game };
        assert!(choices(&shorter, &values).is_none());
    }
}
