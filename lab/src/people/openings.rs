//! Counts people's first moves, and tests the counts on players left out.

use super::players::{Side, Strengths};
use rival::board::Color;
use rival::people::{Choice, Counter, GamePart, LAST_OPENING, Model, Openings, PeopleElo, probabilities};
use rival::record::archive::{Archive, ArchiveGame};

/// Counts the first moves in all games of the players for whom `taken` is true.
pub(crate) fn count(archive: &Archive, rating: impl Fn(usize) -> PeopleElo, taken: impl Fn(usize) -> bool) -> Counter {
    let mut counter = Counter::default();
    for game in &archive.games {
        let replay = game.game();
        for (index, square) in GamePart::default().moves(&replay) {
            let board = replay.history()[index].0;
            let player = game.player(board.to_move);
            if board.position.move_number() > LAST_OPENING {
                break;
            }
            if taken(player) {
                counter.add(&board.position, square, rating(player));
            }
        }
    }
    counter
}

/// The choices of one side from move 2 to the last counted move; first moves are all equivalent. Each has the
/// probabilities of the model alone, and those of the counts if there are some.
pub(super) fn choices<'a>(
    game: &ArchiveGame,
    side: &'a Side,
    strengths: &Strengths,
    model: &Model,
    openings: &Openings,
) -> Vec<(&'a Choice, [Vec<f64>; 2])> {
    let theta = strengths.theta[side.player];
    let weights = model.weights(theta);
    let color = if side.player == game.black { Color::Black } else { Color::White };
    let replay = game.game();
    let moves = GamePart { side: Some(color), from: 0 }.moves(&replay);
    let mut choices = Vec::new();
    for ((index, _), choice) in moves.zip(&side.choices) {
        if (2..=LAST_OPENING).contains(&choice.number) {
            let position = replay.history()[index].0.position;
            let model = probabilities(&weights, choice.number, &choice.options);
            let people = openings.chances(&position, theta.rating(), &model).unwrap_or_else(|| model.clone());
            choices.push((choice, [model, people]));
        }
    }
    choices
}
