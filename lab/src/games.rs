//! Games of a person or a program, one by one, and the strength estimated from them.

use anyhow::Context;
use rival::board::{Bitboard, Board, Color, Game, Position, Symmetry};
use rival::people::{Ladder, Tie};
use rival::players::{Options, Personality, Player, chosen};
use rival::search::{Limits, SilentObserver, Stop};
use rival::stats::derive;
use rival::strength::person::{GameJudge, KnownStrength, Opponent, PersonGame};

use crate::player::ladder_rating;

/// Random moves at the start of a game.
pub(crate) const OPENING_PLIES: u32 = 8;
/// Standard error of a ladder player's rating: that of one step of the ladder (docs/people.md).
const STEP_ERROR: f64 = 35.0;

/// A player with the small hash table of experiments.
pub(crate) fn seated(personality: &Personality) -> Box<dyn Player> {
    personality.player(&Options { hash_mb: 16, ..Options::default() })
}

/// The least of the eight images of a position.
pub(crate) fn least_image(position: &Position) -> (Bitboard, Bitboard) {
    let images = Symmetry::all().map(|symmetry| (symmetry.set(position.own), symmetry.set(position.opp)));
    images.min().unwrap_or_default()
}

/// The colour of the first player in the game with this number.
pub(crate) fn side(number: usize) -> Color {
    if number.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// Plays a game. The first player has this side.
///
/// # Errors
/// A player makes no move, or an illegal one.
pub(crate) fn game(start: Board, side: Color, players: [&mut dyn Player; 2], seed: u64) -> anyhow::Result<Game> {
    let [first, second] = players;
    first.new_game(derive(seed, 1));
    second.new_game(derive(seed, 2));
    let mut game = Game::new(start);
    while !game.is_over() {
        let player = if game.board().to_move == side { &mut *first } else { &mut *second };
        let report = player.choose(&game, &Limits::default(), &mut SilentObserver);
        game.play(chosen(&report).context("the player returned no move")?)?;
    }
    Ok(game)
}

/// A person's game as profiles have it: with the judges' values of the person's moves.
///
/// # Errors
/// None is known: nothing stops the judge.
pub(crate) fn judged(played: PersonGame, judge: &mut GameJudge) -> anyhow::Result<PersonGame> {
    judge.judge(played, &Stop::default()).context("the judge stopped")
}

/// A game against an opponent known by name. The first moves were random.
pub(crate) fn against(game: &Game, side: Color, opponent: &str) -> PersonGame {
    let mut played = PersonGame::against(game, side, known(opponent));
    played.live = false;
    played.given = OPENING_PLIES as usize;
    played
}

/// An opponent with the known strength of a shipped player or a ladder player.
pub(crate) fn known(name: &str) -> Opponent {
    let Some(rating) = ladder_rating(name) else { return Opponent::shipped(name) };
    let (low, high) = Ladder::shipped().people();
    let rating = Tie::shipped().people(rating).clamp(low, high);
    Opponent { name: name.to_owned(), strength: Some(KnownStrength::player(rating, STEP_ERROR)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_of_the_ladder_has_the_strength_of_its_rating() {
        let before = known("ladder-0900").strength.unwrap();
        let after = known("ladder-1300").strength.unwrap();
        assert!(after.rating.above(before.rating) > 300.0 && before.error > 0.0, "{before:?} {after:?}");
        assert!(known("beginner").strength.is_some() && known("nobody").strength.is_none());
    }
}
