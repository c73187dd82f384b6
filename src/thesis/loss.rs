//! The losses of moves by a tester.

use crate::board::{Color, Game, Move, Symmetry};
use crate::personality::phases::{PHASES, phase};
use crate::players::tester::{Tester, best};
use crate::search::Stop;

/// A move with the tester's judgement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoveLoss {
    /// The move number: discs on the board before it, minus three. Passes have none.
    pub number: u32,
    /// The move.
    pub mv: Move,
    /// The tester's best value minus the move's, in points, 0 or more.
    pub loss: f64,
    /// The rank: 1 plus the number of moves that the tester prefers.
    pub rank: u32,
    /// The number of legal moves.
    pub choices: u32,
}

/// Sums over one game's moves in one phase.
#[derive(Debug, Clone, Copy, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// The number of moves.
    pub moves: u32,
    /// The sum of the losses in points.
    pub loss: f64,
    /// The sum of the squares of the losses.
    pub squares: f64,
    /// The sum of the ranks of the moves, the best move having rank 1.
    pub ranks: u32,
}

impl Losses {
    fn add(&mut self, judged: &MoveLoss) {
        self.moves += 1;
        self.loss += judged.loss;
        self.squares += judged.loss * judged.loss;
        self.ranks += judged.rank;
    }

    /// Adds both sums.
    #[must_use]
    pub fn and(self, other: Losses) -> Losses {
        Losses {
            moves: self.moves + other.moves,
            loss: self.loss + other.loss,
            squares: self.squares + other.squares,
            ranks: self.ranks + other.ranks,
        }
    }

    /// The mean loss in points; `None` without moves.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.loss / f64::from(self.moves))
    }

    /// The standard deviation of the losses (divisor n); `None` without moves.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        let mean = self.mean()?;
        Some((self.squares / f64::from(self.moves) - mean * mean).max(0.0).sqrt())
    }

    /// The mean rank of a move; the tester's choice has rank 1. `None` without moves.
    #[must_use]
    pub fn mean_rank(&self) -> Option<f64> {
        (self.moves > 0).then(|| f64::from(self.ranks) / f64::from(self.moves))
    }
}

/// One game of one player: the sums for each phase.
#[derive(Debug, Clone, Copy, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct GameLosses(pub [Losses; PHASES.len()]);

impl GameLosses {
    /// The sums of judged moves. Moves after the last phase count for the last one.
    #[must_use]
    pub fn from_moves<'a>(judged: impl IntoIterator<Item = &'a MoveLoss>) -> GameLosses {
        let mut game = GameLosses::default();
        for judged in judged {
            game.0[phase(judged.number)].add(judged);
        }
        game
    }

    /// The sums of all phases together.
    #[must_use]
    pub fn total(&self) -> Losses {
        self.0.into_iter().fold(Losses::default(), Losses::and)
    }
}

/// Identifies one side's game by the moves up to this number. Taking back a later move does not make a new game.
///
/// A hash (FNV-1a, 64 bits) of the start, the squares played and the side; passes follow from the rest.
#[must_use]
pub fn fingerprint(game: &Game, color: Color, last: u32) -> u64 {
    image_fingerprint(game, color, last, Symmetry::default())
}

/// The fingerprints of the eight images of a game. Programs write the first move differently, so a game may be known in
/// several orientations.
pub fn image_fingerprints(game: &Game, color: Color, last: u32) -> impl Iterator<Item = u64> {
    Symmetry::all().map(move |image| image_fingerprint(game, color, last, image))
}

fn image_fingerprint(game: &Game, color: Color, last: u32, image: Symmetry) -> u64 {
    let start = game.start();
    let squares = game
        .history()
        .iter()
        .filter(|(board, _)| board.position.move_number() <= last)
        .filter_map(|(_, mv)| mv.square())
        .map(|square| image.square(square).bit().trailing_zeros() as u8);
    let discs = [Color::Black, Color::White].map(|color| image.set(start.discs(color)).to_le_bytes());
    let sides = [start.to_move == Color::Black, color == Color::Black].map(u8::from);
    let bytes = discs.into_iter().flatten().chain(sides).chain(squares);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// All moves of one side up to this number, without passes.
pub fn judge(game: &Game, color: Color, last: u32, tester: &mut Tester) -> Vec<MoveLoss> {
    judge_unless(game, color, last, tester, &Stop::default()).expect("nobody stops it")
}

/// The same as [`judge`]; `None` if stopped.
pub fn judge_unless(game: &Game, color: Color, last: u32, tester: &mut Tester, stop: &Stop) -> Option<Vec<MoveLoss>> {
    let mut judged = Vec::new();
    for &(board, mv) in game.history() {
        let number = board.position.move_number();
        if board.to_move != color || mv == Move::Pass || number > last {
            continue;
        }
        let values = tester.values(&board.position, stop)?;
        let played = values.iter().find(|valued| valued.mv == mv).map(|valued| valued.worth);
        if let (Some(best), Some(played)) = (best(&values), played) {
            let better = values.iter().filter(|valued| valued.worth > played).count() as u32;
            judged.push(MoveLoss {
                number,
                mv,
                loss: tester.loss(best, played),
                rank: 1 + better,
                choices: values.len() as u32,
            });
        }
    }
    Some(judged)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::board::squares;
    use crate::eval::Worth;
    use crate::players::load;
    use crate::record::transcript;

    fn tester() -> Tester {
        Tester::new(&load("beginner").unwrap()).unwrap()
    }

    #[test]
    fn only_the_moves_asked_for_are_judged() {
        let record = transcript::parse("f5d6c3d3c4f4c5b3c2e3").unwrap();
        let mut tester = tester();
        let black = judge(record.game(), Color::Black, 7, &mut tester);
        assert_eq!(black.iter().map(|judged| judged.number).collect::<Vec<_>>(), [1, 3, 5, 7]);
        // By symmetry the first four moves are equal.
        assert_eq!((black[0].loss, black[0].rank, black[0].choices), (0.0, 1, 4));
        let white = judge(record.game(), Color::White, 40, &mut tester);
        assert_eq!(white.iter().map(|judged| judged.number).collect::<Vec<_>>(), [2, 4, 6, 8, 10]);
    }

    #[test]
    fn a_fingerprint_is_of_a_side_and_of_the_moves_that_count() {
        let [a, b] = ["f5d6c3d3c4f4", "f5d6c3d3c4b5"].map(|text| transcript::parse(text).unwrap().into_game());
        assert_eq!(fingerprint(&a, Color::Black, 40), fingerprint(&a.clone(), Color::Black, 40));
        assert_ne!(fingerprint(&a, Color::Black, 40), fingerprint(&a, Color::White, 40));
        assert_ne!(fingerprint(&a, Color::Black, 40), fingerprint(&b, Color::Black, 40));
        assert_eq!(fingerprint(&a, Color::Black, 5), fingerprint(&b, Color::Black, 5));
        let mirrored = transcript::parse("e6f4c3c4d3d6").unwrap().into_game();
        assert_ne!(fingerprint(&a, Color::Black, 40), fingerprint(&mirrored, Color::Black, 40));
        let images = |game| image_fingerprints(game, Color::Black, 40).collect::<BTreeSet<u64>>();
        assert_eq!(images(&a), images(&mirrored));
        assert!(images(&a).is_disjoint(&images(&b)));
    }

    #[test]
    fn loss_and_rank_are_those_of_the_values() {
        let mut game = Game::default();
        while game.history().len() < 16 {
            let lowest = squares(game.board().position.moves()).next().map_or(Move::Pass, Move::Place);
            game.play(lowest).unwrap();
        }
        assert!(game.moves().all(|mv| mv != Move::Pass));
        let mut tester = tester();
        let judged = judge(&game, Color::White, 40, &mut tester);
        assert_eq!(judged.len(), 8);
        for (judged, &(board, mv)) in judged.iter().zip(game.history().iter().skip(1).step_by(2)) {
            let mut values: Vec<Worth> =
                tester.values(&board.position, &Stop::default()).unwrap().iter().map(|valued| valued.worth).collect();
            let played = tester
                .values(&board.position, &Stop::default())
                .unwrap()
                .iter()
                .find(|valued| valued.mv == mv)
                .unwrap()
                .worth;
            values.sort_by(|a, b| b.total_cmp(a));
            assert_eq!(judged.loss, values[0].above(played));
            assert_eq!(judged.rank as usize, 1 + values.iter().position(|&value| value == played).unwrap());
        }
        assert!(judged.iter().any(|judged| judged.loss > 0.0 && judged.rank > 1));
    }

    #[test]
    fn tallies_add_up() {
        let moves = [(1, 2.0, 1), (10, 4.0, 2), (11, 6.0, 3), (60, 8.0, 4)];
        let moves = moves.map(|(number, loss, rank)| MoveLoss { number, mv: Move::Pass, loss, rank, choices: 9 });
        let game = GameLosses::from_moves(&moves);
        assert_eq!(game.0.map(|tally| tally.moves), [2, 1, 0, 1]);
        let total = game.total();
        assert_eq!((total.mean(), total.mean_rank()), (Some(5.0), Some(2.5)));
        assert_eq!(total.deviation(), Some(5.0_f64.sqrt()));
        assert_eq!(Losses::default().mean(), None);
    }
}
