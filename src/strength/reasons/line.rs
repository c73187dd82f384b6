//! The events of a line: what happens in its first plies, and the boards on the way.

use super::fact::{Fact, Sequel};
use super::measures::{new_moves, safe_moves};
use crate::board::square::CORNERS;
use crate::board::{Bitboard, Board, Color, Move, Position, Square};

/// The number of plies within which an event is seen on the board.
const VISIBLE: usize = 4;
/// The number of plies within which a pass counts: as the answer, or as the mover's next move.
const SOON: usize = 3;

/// A corner that a side takes.
#[derive(Debug, Clone, Copy)]
struct TakenCorner {
    side: Color,
    corner: Square,
    ply: usize,
}

/// A disc that a side places on a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedDisc {
    side: Color,
    pub(super) square: Square,
    before: Board,
}

impl PlacedDisc {
    /// The position before the move, as if it were the other side's turn.
    pub(super) fn others_before(&self) -> Position {
        self.before.turned_to(self.side.other()).position
    }

    /// The position of the other side after the move.
    pub(super) fn others_after(&self) -> Position {
        self.before.turned_to(self.side).position.play(self.square)
    }

    /// The moves of the same side before the move.
    pub(super) fn own_moves(&self) -> Bitboard {
        self.before.turned_to(self.side).position.moves()
    }
}

/// The events of a line.
#[derive(Debug)]
pub(super) struct Events {
    pub(super) mover: Color,
    pub(super) plies: usize,
    corners: Vec<TakenCorner>,
    /// The sides that pass soon.
    passes: Vec<Color>,
    /// The placed discs in order, each with the board before it.
    placed: Vec<PlacedDisc>,
    /// The square of the first ply.
    pub(super) square: Option<Square>,
    /// The square of the second ply: the opponent's answer.
    pub(super) answer: Option<Square>,
    /// The square of the third ply: the mover's next move.
    pub(super) next: Option<Square>,
    pub(super) start: Board,
    /// The board after the first ply.
    pub(super) after: Board,
    /// The board after the second ply, if there is one.
    pub(super) answered: Option<Board>,
    /// The board after the third ply, if there is one.
    third: Option<Board>,
    /// The board after the visible plies.
    visible: Board,
    end: Board,
}

impl Events {
    /// The events of the first plies of a line, up to the first illegal move.
    pub(super) fn new(board: &Board, line: &[Move], plies: usize) -> Option<Events> {
        let line = &line[..plies.min(line.len())];
        let first = *line.first()?;
        let mut events = Events {
            mover: board.to_move,
            plies: 0,
            corners: Vec::new(),
            passes: Vec::new(),
            placed: Vec::new(),
            square: first.square(),
            answer: line.get(1).and_then(|mv| mv.square()),
            next: line.get(2).and_then(|mv| mv.square()),
            start: *board,
            after: board.play(first)?,
            answered: None,
            third: None,
            visible: *board,
            end: *board,
        };
        for &mv in line {
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
        match self.plies {
            2 => self.answered = Some(next),
            3 => self.third = Some(next),
            _ => {}
        }
        if self.plies <= VISIBLE {
            self.visible = next;
        }
        true
    }

    fn note_placed(&mut self, side: Color, square: Square) {
        self.placed.push(PlacedDisc { side, square, before: self.end });
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

    pub(super) fn plays(&self, side: Color, square: Square) -> bool {
        self.placed.iter().any(|placed| placed.side == side && placed.square == square)
    }

    /// The discs that a side places in the visible plies.
    pub(super) fn soon_placed(&self, side: Color) -> impl Iterator<Item = &PlacedDisc> {
        self.placed.iter().take(VISIBLE).filter(move |placed| placed.side == side)
    }

    /// The squares on which a side plays in the visible plies.
    pub(super) fn soon_played(&self, side: Color) -> Bitboard {
        self.soon_placed(side).fold(0, |set, placed| set | placed.square.bit())
    }

    /// True if a side plays on this square in the visible plies.
    pub(super) fn soon_plays(&self, side: Color, square: Square) -> bool {
        self.soon_played(side) & square.bit() != 0
    }

    /// The opponent's reply on this square after the first ply, if it is legal.
    pub(super) fn reply(&self, square: Square) -> Option<PlacedDisc> {
        let is_legal = self.replies().moves() & square.bit() != 0;
        is_legal.then_some(PlacedDisc { side: self.mover.other(), square, before: self.after })
    }

    /// The squares of the mover's moves after its first one.
    pub(super) fn later_moves(&self) -> impl Iterator<Item = Square> {
        self.placed.iter().skip(1).filter(|placed| placed.side == self.mover).map(|placed| placed.square)
    }

    pub(super) fn passes(&self, side: Color) -> bool {
        self.passes.contains(&side)
    }

    /// The position before the first ply, as if it were the opponent's turn.
    pub(super) fn before(&self) -> Position {
        self.start.turned_to(self.mover.other()).position
    }

    /// The position after the first ply, with the opponent to move.
    pub(super) fn replies(&self) -> Position {
        self.after.turned_to(self.mover.other()).position
    }

    /// The opponent's moves at its next turn, and at the one after that, as far as the line goes.
    pub(super) fn open_to_opponent(&self) -> Bitboard {
        let third = self.third.filter(|board| board.to_move != self.mover);
        self.replies().moves() | third.map_or(0, |board| board.position.moves())
    }

    /// The position after the answer, if it is the mover's turn.
    pub(super) fn own_turn(&self) -> Option<Position> {
        let board = self.answered.filter(|board| board.to_move == self.mover && !board.is_over())?;
        Some(board.position)
    }

    /// The next moves after the first one, this many.
    fn next_moves(&self, moves: usize) -> Option<Sequel> {
        Sequel::from_squares(self.placed.iter().skip(1).take(moves).map(|placed| placed.square))
    }

    /// The mover's next turn, after this answer.
    pub(super) fn answered_turn(&self) -> Option<(Position, Option<Sequel>)> {
        self.own_turn().filter(|_| self.answer.is_some()).map(|turn| (turn, self.next_moves(1)))
    }

    /// The mover's turn after the visible plies, if each of them places a disc.
    pub(super) fn second_turn(&self) -> Option<Position> {
        let is_own = self.visible.to_move == self.mover && !self.visible.is_over() && self.passes.is_empty();
        let fourth = self.placed.get(VISIBLE - 1).filter(|placed| is_own && placed.side != self.mover);
        fourth.map(|_| self.visible.position)
    }

    /// True if the mover could play there right after the first ply, without the answer.
    pub(super) fn mover_could_go_on(&self, square: Square) -> bool {
        self.after.turned_to(self.mover).position.moves() & square.bit() != 0
    }

    /// The opponent's new safe moves after the first ply.
    pub(super) fn new_moves(&self) -> Bitboard {
        safe_moves(&self.replies()) & new_moves(&self.before(), &self.replies())
    }

    /// The last move of a region of empty squares, if the line fills it.
    pub(super) fn last_in(&self, region: Bitboard) -> Option<(Color, Square)> {
        if region & self.end.position.empty() != 0 {
            return None;
        }
        let last = self.placed.iter().rev().find(|placed| region & placed.square.bit() != 0)?;
        Some((last.side, last.square))
    }

    /// The corners that the mover takes minus those that the opponent takes.
    pub(super) fn corner_lead(&self) -> i32 {
        self.corners.iter().map(|taken| if taken.side == self.mover { 1 } else { -1 }).sum()
    }

    /// A corner that a side soon takes in this line and does not take in the other one.
    pub(super) fn corner(&self, side: Color, other: &Events) -> Option<Fact> {
        let mut corners = self.corners.iter().filter(|taken| taken.side == side && taken.ply <= VISIBLE);
        let &TakenCorner { corner, ply, .. } =
            corners.find(|taken| !other.takes(side, taken.corner) && !self.is_gift(side, taken.corner))?;
        let between = self.placed.iter().position(|placed| placed.square == corner)?.saturating_sub(1);
        Some(Fact::Takes { side, corner, ply, after: self.next_moves(between) })
    }

    /// True if a side is given this corner: the mover by the answer, without a threat before it, or the opponent by the
    /// mover's next move, which had a safe one.
    fn is_gift(&self, side: Color, corner: Square) -> bool {
        if side == self.mover {
            let is_threatened = self.mover_could_go_on(corner) && self.replies().moves() & corner.bit() == 0;
            return self.square != Some(corner) && !is_threatened;
        }
        let Some(turn) = self.own_turn() else { return false };
        let is_threatened = turn.pass().moves() & corner.bit() != 0;
        let replies = self.replies().moves() & corner.bit() != 0;
        !is_threatened && !replies && safe_moves(&turn) != 0
    }

    /// A pass by this side that the other line does not have.
    pub(super) fn pass(&self, side: Color, other: &Events) -> Option<Fact> {
        let after = self.next_moves(1).filter(|_| side == self.mover);
        (self.passes(side) && !other.passes(side)).then_some(Fact::Passes { side, after })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::{Game, squares};
    use crate::stats::derive;

    const PLIES: usize = 8;

    /// A game of random moves.
    pub(in crate::strength) fn random(seed: u64) -> Game {
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
