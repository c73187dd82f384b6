//! How many points of an evaluation are worth a disc, measured in games of a personality against itself.

use super::duel::opening_board;
use super::{Player, chosen};
use crate::board::{Color, Game};
use crate::personality::{AlphaBetaSpec, Effort, Kind, Personality};
use crate::players::Options;
use crate::search::{Limits, Silent};
use crate::stats::{Slope, derive};
use std::num::NonZeroU32;

/// Discs on the board of the positions used: the middle of the game, where values are evaluations.
const DISCS: std::ops::RangeInclusive<u32> = 20..=44;
/// Random moves before the personality takes over, so that the games differ.
const OPENING_PLIES: u32 = 8;
/// The depth of a personality with a time limit, so that results repeat.
const DEPTH: NonZeroU32 = NonZeroU32::new(6).unwrap();

/// The final difference in discs as a multiple of the search's value for the side to move, over this many games of the
/// personality against itself. Points per disc are one over this slope. Calls `progress` after each game. `None` for a
/// personality without an evaluation.
#[must_use]
pub fn measure(personality: &Personality, games: u64, seed: u64, progress: &dyn Fn()) -> Option<Slope> {
    let spec = personality.alpha_beta()?;
    let mut player = fixed_depth(personality, spec).player(&Options::default());
    let mut points = Vec::new();
    for number in 0..games {
        let mut game = Game::new(opening_board(derive(seed, number), OPENING_PLIES));
        player.new_game(derive(seed, number));
        let seen = values(&mut game, player.as_mut());
        let score = f64::from(game.board().score(Color::Black, personality.rule));
        points.extend(seen.into_iter().map(|value| (value, score)));
        progress();
    }
    Slope::through_zero(&points)
}

/// Plays the game to its end; Black's values in the middle game, in points.
fn values(game: &mut Game, player: &mut dyn Player) -> Vec<f64> {
    let mut values = Vec::new();
    while !game.is_over() {
        let board = *game.board();
        let report = player.choose(game, &Limits::default(), &mut Silent);
        let line = report.lines.first().expect("the game is not over");
        if DISCS.contains(&(64 - board.position.empties())) && !line.worth.is_final() {
            let sign = if board.to_move == Color::Black { 1.0 } else { -1.0 };
            values.push(sign * line.worth.amount());
        }
        game.play(chosen(&report).expect("the game is not over")).expect("players play legal moves");
    }
    values
}

fn fixed_depth(personality: &Personality, spec: &AlphaBetaSpec) -> Personality {
    let mut spec = AlphaBetaSpec { book: None, ..spec.clone() };
    if let Effort::Time { .. } = spec.search.effort {
        spec.search.effort = Effort::Depth(DEPTH);
    }
    Personality { kind: Kind::AlphaBeta(spec), ..personality.clone() }
}
