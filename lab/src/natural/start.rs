//! Games of human-like players from the start, with their choices.

use rival::board::{self, Board, Game, Move, Objective};
use rival::machine::work::map_with;
use rival::people::{Choice, GROSS, PeopleElo};
use rival::personality::HumanSpec;
use rival::players::{Human, Player};
use rival::search::Limits;
use rival::stats::derive;
use rival::strength::rivals::answered;

use crate::games::side;
use crate::numbers::mean;
use crate::play::Play;

/// A game with the first player's choices and final score.
pub(super) struct ScoredGame {
    pub choices: Vec<Choice>,
    /// The final score in discs.
    score: i32,
}

/// Games of a player from the start against a human-like player of a rating.
///
/// # Errors
/// A player makes an illegal move.
pub(super) fn games(spec: &HumanSpec, against: PeopleElo, count: usize, play: Play) -> anyhow::Result<Vec<ScoredGame>> {
    let make = || [Human::new("own", spec), Human::new("other", &HumanSpec::like(against))];
    let games = map_with(play.threads(), count, make, |players, number| {
        let seed = derive(play.seed, number as u64);
        players.iter_mut().zip(1..).for_each(|(player, side)| player.new_game(derive(seed, side)));
        let mut game = Game::new(Board::START);
        while !game.is_over() {
            let player = &mut players[usize::from(game.board().to_move != side(number))];
            game.play(player.decide(&game, &Limits::default()).map_or(Move::Pass, Move::from))?;
        }
        let score = game.board().score(side(number), Objective::Normal);
        Ok(ScoredGame { choices: answered(players), score })
    });
    games.into_iter().collect()
}

/// The share of the first player's moves that lose 20 discs or more by the player's own judge.
pub(super) fn gross(games: &[ScoredGame]) -> f64 {
    let losses = games.iter().flat_map(|game| &game.choices).map(|choice| choice.options[choice.played].loss);
    let gross: Vec<f64> = losses.map(|loss| f64::from(u8::from(f64::from(loss) >= GROSS))).collect();
    mean(&gross)
}

/// The first player's mean score.
pub(super) fn points(games: &[ScoredGame]) -> f64 {
    mean(&games.iter().map(|game| board::points(game.score)).collect::<Vec<f64>>())
}
