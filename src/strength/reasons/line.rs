//! The events of a line: what happens in its first plies, and the boards on the way.

use super::fact::Fact;
use crate::board::square::CORNERS;
use crate::board::{Bitboard, Board, Color, Move, Square, squares};
use crate::eval::features::stable_sets;

/// The number of plies within which a pass counts: as the answer, or as the mover's next move.
const SOON: usize = 3;

/// A corner that a side takes.
#[derive(Debug, Clone, Copy)]
struct TakenCorner {
    side: Color,
    corner: Square,
    ply: usize,
}

/// The number of a side's moves, and of those that are safe.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choices {
    pub(super) moves: u32,
    pub(super) safe: u32,
}

/// The events of a line.
#[derive(Debug)]
pub(super) struct Events {
    pub(super) mover: Color,
    pub(super) plies: usize,
    corners: Vec<TakenCorner>,
    /// The sides that pass soon.
    passes: Vec<Color>,
    /// The placed discs in order.
    placed: Vec<(Color, Square)>,
    /// The number of discs that the first ply flips.
    pub(super) turns: u32,
    pub(super) start: Board,
    /// The board after the first ply.
    pub(super) after: Board,
    /// The board after the second ply, if there is one.
    answered: Option<Board>,
    end: Board,
}

impl Events {
    /// The events of the first plies of a line, up to the first illegal move.
    pub(super) fn new(board: &Board, line: &[Move], plies: usize) -> Option<Events> {
        let first = *line.first()?;
        let mut events = Events {
            mover: board.to_move,
            plies: 0,
            corners: Vec::new(),
            passes: Vec::new(),
            placed: Vec::new(),
            turns: first.square().map_or(0, |square| board.position.flips(square).count_ones()),
            start: *board,
            after: board.play(first)?,
            answered: None,
            end: *board,
        };
        for &mv in line.iter().take(plies) {
            if !events.play(mv) {
                break;
            }
        }
        events.note_pass_behind();
        Some(events)
    }

    /// Plays the next move of the line; false if it is illegal.
    fn play(&mut self, mv: Move) -> bool {
        let side = self.end.to_move;
        let Some(next) = self.end.play(mv) else { return false };
        self.plies += 1;
        match mv {
            Move::Place(square) => self.note_placed(side, square),
            Move::Pass if self.plies <= SOON => self.passes.push(side),
            Move::Pass => {}
        }
        self.end = next;
        if self.plies == 2 {
            self.answered = Some(next);
        }
        true
    }

    fn note_placed(&mut self, side: Color, square: Square) {
        self.placed.push((side, square));
        if square.bit() & CORNERS != 0 {
            self.corners.push(TakenCorner { side, corner: square, ply: self.plies });
        }
    }

    /// A pass after the last move of the line is known, too.
    fn note_pass_behind(&mut self) {
        if self.plies < SOON && !self.end.is_over() && self.end.position.moves() == 0 {
            self.passes.push(self.end.to_move);
        }
    }

    fn takes(&self, side: Color, corner: Square) -> bool {
        self.corners.iter().any(|taken| taken.side == side && taken.corner == corner)
    }

    pub(super) fn passes(&self, side: Color) -> bool {
        self.passes.contains(&side)
    }

    /// The opponent's moves before the first ply, as if it were its turn.
    pub(super) fn replies_before(&self) -> Bitboard {
        self.start.turned_to(self.mover.other()).position.moves()
    }

    /// The opponent's moves after the first ply.
    pub(super) fn replies(&self) -> Bitboard {
        self.after.turned_to(self.mover.other()).position.moves()
    }

    /// The mover's moves after the answer; `None` if it is not the mover's turn.
    pub(super) fn choices(&self) -> Option<Choices> {
        let board = self.answered.filter(|board| board.to_move == self.mover && !board.is_over())?;
        Some(Choices { moves: board.position.moves().count_ones(), safe: safe_moves(&board) })
    }

    /// True if the mover cannot play on this square after the answer.
    pub(super) fn is_gone(&self, square: Square) -> bool {
        let moves = self.answered.map(|board| board.turned_to(self.mover).position.moves());
        moves.is_some_and(|moves| moves & square.bit() == 0)
    }

    /// The number of a side's stable discs at the end.
    pub(super) fn stable(&self, side: Color) -> u32 {
        stable_sets(&self.end.turned_to(side).position)[0].count_ones()
    }

    /// The last move of a region of empty squares, if the line fills it.
    pub(super) fn last_in(&self, region: Bitboard) -> Option<(Color, Square)> {
        if region & self.end.position.empty() != 0 {
            return None;
        }
        self.placed.iter().rev().copied().find(|(_, square)| region & square.bit() != 0)
    }

    /// A corner that a side takes in this line and not in the other one.
    pub(super) fn corner(&self, side: Color, other: &Events) -> Option<Fact> {
        let mut own = self.corners.iter().filter(|taken| taken.side == side);
        let &TakenCorner { corner, ply, .. } = own.find(|taken| !other.takes(side, taken.corner))?;
        let edge = edges_at(corner).into_iter().any(|edge| self.gains(side, edge));
        Some(Fact::Takes { side, corner, ply, edge })
    }

    /// True if a side has all of these squares at the end, but not at the start.
    fn gains(&self, side: Color, set: Bitboard) -> bool {
        set & !self.end.discs(side) == 0 && set & !self.start.discs(side) != 0
    }

    /// A pass by this side that the other line does not have.
    pub(super) fn pass(&self, side: Color, other: &Events) -> Option<Fact> {
        (self.passes(side) && !other.passes(side)).then_some(Fact::Passes { side })
    }
}

/// The two edges at a corner.
fn edges_at(corner: Square) -> [Bitboard; 2] {
    let row = 0xff << (8 * u32::from(corner.row()));
    [row, 0x0101_0101_0101_0101 << corner.column()]
}

/// The number of moves after which the opponent cannot take a corner at once.
fn safe_moves(board: &Board) -> u32 {
    let position = &board.position;
    squares(position.moves()).filter(|&square| position.play(square).moves() & CORNERS == 0).count() as u32
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::Game;
    use crate::stats::derive;

    const PLIES: usize = 8;

    /// A game of random moves.
    pub(in crate::strength::reasons) fn random(seed: u64) -> Game {
        let mut game = Game::default();
        while !game.is_over() {
            let moves: Vec<Square> = squares(game.board().position.moves()).collect();
            let drawn = derive(seed, game.history().len() as u64) as usize;
            let mv = if moves.is_empty() { Move::Pass } else { moves[drawn % moves.len()].into() };
            game.play(mv).unwrap();
        }
        game
    }

    #[test]
    fn a_pass_counts_at_the_next_turn_of_a_side_and_behind_a_shorter_line_too() {
        let mut counted = 0;
        let mut late = 0;
        let mut behind = 0;
        let mut ends = 0;
        for game in (0..200).map(random) {
            let history = game.history();
            let moves: Vec<Move> = game.moves().collect();
            for from in 0..moves.len() {
                for length in 1..=(moves.len() - from).min(PLIES) {
                    let events = Events::new(&history[from].0, &moves[from..from + length], PLIES).unwrap();
                    for side in [Color::Black, Color::White] {
                        let passes: Vec<usize> = (from..moves.len().min(from + length + 1))
                            .filter(|&at| moves[at] == Move::Pass && history[at].0.to_move == side)
                            .collect();
                        let soon = passes.iter().any(|&at| at < from + SOON.min(length + 1));
                        assert_eq!(events.passes(side), soon, "{side:?} from {from} on, {length} plies of {moves:?}");
                        counted += u32::from(soon);
                        late += u32::from(!soon && passes.iter().any(|at| (from + SOON..from + length).contains(at)));
                    }
                    behind += u32::from(length < SOON && moves.get(from + length) == Some(&Move::Pass));
                    ends += u32::from(length < SOON && from + length == moves.len());
                }
            }
        }
        // Each kind of reason must have occurred.
        assert!([counted, late, behind, ends].iter().all(|&cases| cases >= 100), "{counted} {late} {behind} {ends}");
    }
}
