//! The reason why a move lost, from two lines of one search: the move's own line, and that of a better move. Each
//! clause is true of its own line and false of the other.

use std::fmt;

use serde::Serialize;

use crate::board::square::CORNERS;
use crate::board::{Bitboard, Board, Color, Move, Square, squares};
use crate::eval::features::stable_sets;

/// The number of plies over which lines are compared. Later moves are uncertain.
const PLIES: usize = 8;
/// The number of plies within which a pass counts: as the answer, or as the mover's next move.
const SOON: usize = 3;
/// The least differences that make a reason: in safe moves, in moves, and in stable discs.
const SAFE: u32 = 2;
const MOVES: u32 = 3;
const STABLE: u32 = 3;
/// The least difference in moves if there is no other reason.
const FEWER: u32 = 2;
/// The number of safe moves that is enough for a side.
const PLENTY: u32 = 4;

/// A fact about a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum Fact {
    /// A side takes a corner with the move of this number. The first move of the line is the lost one.
    Takes {
        side: Color,
        corner: Square,
        ply: usize,
        /// True if the side has a full edge at that corner at the end of the line, but not before.
        edge: bool,
    },
    /// A side does not take this corner.
    KeepsOut { side: Color, corner: Square },
    /// A side has no move and must pass, and the game goes on.
    Passes { side: Color },
    /// The mover has this many moves after the answer that do not give the opponent a corner.
    Safe { side: Color, moves: u32 },
    /// The opponent has this many moves after the move, or the mover after the answer.
    Moves { side: Color, moves: u32 },
    /// The opponent can play this answer, which was illegal before the move.
    Opens { side: Color, square: Square },
    /// The opponent can no longer play on this square after the move.
    Closes { side: Color, square: Square },
    /// The move flips this many discs.
    Turns { discs: u32 },
    /// A side has this many stable discs at the end of the line.
    Stable { side: Color, discs: u32 },
    /// The game ends with this lead for the mover in discs.
    Ends { lead: i32 },
}

/// A fact, with the move whose line it describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Clause {
    #[serde(rename = "move")]
    mv: Move,
    fact: Fact,
}

/// One or two clauses, as data for any language. They are displayed as "g2 lets White take h1; h7 would have left Black
/// 3 safe moves".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reason {
    /// The clause about the played move.
    played: Option<Clause>,
    /// The clause about the better move.
    better: Option<Clause>,
}

/// The events of a line.
struct Seen {
    mover: Color,
    plies: usize,
    /// The taken corners: the side, the corner and the ply.
    corners: Vec<(Color, Square, usize)>,
    passes: Vec<Color>,
    /// The number of the opponent's moves after the first ply.
    replies: u32,
    /// The number of the mover's moves after the answer, and of those that are safe; `None` if it is not the mover's
    /// turn.
    own: Option<(u32, u32)>,
    /// The number of discs that the first ply flips.
    turns: u32,
    start: Board,
    /// The board after the first ply.
    after: Board,
    end: Board,
}

impl Seen {
    /// The events of the first plies of a line, up to the first illegal move.
    fn of(board: &Board, line: &[Move], plies: usize) -> Option<Seen> {
        let mover = board.to_move;
        let first = board.play(*line.first()?)?;
        let turns = line[0].square().map_or(0, |square| board.position.flips(square).count_ones());
        let replies = first.turned_to(mover.other()).position.moves().count_ones();
        let mut seen = Seen {
            mover,
            plies: 0,
            corners: Vec::new(),
            passes: Vec::new(),
            replies,
            own: None,
            turns,
            start: *board,
            after: first,
            end: *board,
        };
        for &mv in line.iter().take(plies) {
            let side = seen.end.to_move;
            let Some(next) = seen.end.play(mv) else { break };
            seen.plies += 1;
            match mv {
                Move::Place(square) if square.bit() & CORNERS != 0 => seen.corners.push((side, square, seen.plies)),
                Move::Pass if seen.plies <= SOON => seen.passes.push(side),
                Move::Pass | Move::Place(_) => {}
            }
            seen.end = next;
            if seen.plies == 2 && next.to_move == mover && !next.is_over() {
                seen.own = Some((next.position.moves().count_ones(), safe_moves(&next)));
            }
        }
        // A pass after the last move of the line is known, too.
        if seen.plies < SOON && !seen.end.is_over() && seen.end.position.moves() == 0 {
            seen.passes.push(seen.end.to_move);
        }
        Some(seen)
    }

    fn takes(&self, side: Color, corner: Square) -> bool {
        self.corners.iter().any(|&(who, square, _)| who == side && square == corner)
    }

    fn passes(&self, side: Color) -> bool {
        self.passes.contains(&side)
    }

    /// The number of a side's stable discs at the end.
    fn stable(&self, side: Color) -> u32 {
        stable_sets(&self.end.turned_to(side).position)[0].count_ones()
    }

    /// A corner that a side takes in this line and not in the other one.
    fn corner(&self, side: Color, other: &Seen) -> Option<Fact> {
        let own = self.corners.iter().find(|&&(who, square, _)| who == side && !other.takes(side, square));
        own.map(|&(_, corner, ply)| {
            // A full edge is gained if the side has all its squares at the end but not at the start.
            let mut edges = edges_at(corner).into_iter();
            let edge = edges.any(|edge| edge & !self.end.discs(side) == 0 && edge & !self.start.discs(side) != 0);
            Fact::Takes { side, corner, ply, edge }
        })
    }

    /// A pass by this side that the other line does not have.
    fn pass(&self, side: Color, other: &Seen) -> Option<Fact> {
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

impl Reason {
    /// The reason why the line of a played move is worse than that of a better one, for the side to move; `None` if the
    /// lines show none. Final results (the mover's leads at the end of the game) come before counts.
    #[must_use]
    pub fn of(board: &Board, played: &[Move], better: &[Move], results: Option<(i32, i32)>) -> Option<Reason> {
        let plies = played.len().min(better.len()).min(PLIES);
        let own = Seen::of(board, played, plies)?;
        let other = Seen::of(board, better, plies)?;
        if own.plies != other.plies {
            return None;
        }
        let mover = board.to_move;
        let opponent = mover.other();
        let lost = own.corner(opponent, &other);
        let won = other.corner(mover, &own);
        let forced = own.pass(mover, &other);
        let forces = other.pass(opponent, &own);
        let kept = match lost {
            Some(Fact::Takes { side, corner, .. }) => Some(Fact::KeepsOut { side, corner }),
            _ => None,
        };
        let found = if lost.or(won).or(forced).or(forces).is_some() {
            (lost.or(forced), won.or(forces).or(kept))
        } else {
            let results = results.filter(|(own, other)| own < other);
            let ends = results.map(|(own, other)| (Fact::Ends { lead: own }, Fact::Ends { lead: other }));
            let answer = played.get(1).and_then(|mv| mv.square());
            ends.or_else(|| counted(&own, &other, answer)).map_or((None, None), |(own, other)| (Some(own), Some(other)))
        };
        let played = found.0.map(|fact| Clause { mv: played[0], fact });
        let better = found.1.map(|fact| Clause { mv: better[0], fact });
        (played.is_some() || better.is_some()).then_some(Reason { played, better })
    }
}

/// The first difference in counts, in the order of importance.
fn counted(own: &Seen, other: &Seen, answer: Option<Square>) -> Option<(Fact, Fact)> {
    let mover = own.mover;
    let opponent = mover.other();
    let both = own.own.zip(other.own);
    if let Some(((_, few), (_, more))) = both.filter(|((_, few), (_, more))| *few < PLENTY && *more >= few + SAFE) {
        return Some((Fact::Safe { side: mover, moves: few }, Fact::Safe { side: mover, moves: more }));
    }
    let [given, least] = [own, other].map(|line| line.stable(opponent));
    if given >= least + STABLE {
        return Some((Fact::Stable { side: opponent, discs: given }, Fact::Stable { side: opponent, discs: least }));
    }
    let [fewer, more] = [own, other].map(|line| line.stable(mover));
    if more >= fewer + STABLE {
        return Some((Fact::Stable { side: mover, discs: fewer }, Fact::Stable { side: mover, discs: more }));
    }
    let replies =
        (Fact::Moves { side: opponent, moves: own.replies }, Fact::Moves { side: opponent, moves: other.replies });
    if own.replies >= other.replies + MOVES {
        return Some(replies);
    }
    // The opponent wants this square, and only this move opens it.
    let [before, after, after_other] =
        [&own.start, &own.after, &other.after].map(|board| board.turned_to(opponent).position.moves());
    let opened = answer.filter(|square| after & !before & !after_other & square.bit() != 0);
    if let Some(square) = opened {
        return Some((Fact::Opens { side: opponent, square }, Fact::Closes { side: opponent, square }));
    }
    if let Some(((few, _), (more, _))) = both.filter(|((few, _), (more, _))| *more >= few + MOVES) {
        return Some((Fact::Moves { side: mover, moves: few }, Fact::Moves { side: mover, moves: more }));
    }
    if own.turns >= other.turns + MOVES {
        return Some((Fact::Turns { discs: own.turns }, Fact::Turns { discs: other.turns }));
    }
    (own.replies >= other.replies + FEWER).then_some(replies)
}

fn name(side: Color) -> &'static str {
    match side {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn counted_words(count: u32, one: &str) -> String {
    match count {
        0 => format!("no {one}"),
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    }
}

fn result(lead: i32) -> String {
    match lead {
        0 => "even".to_owned(),
        1.. => format!("{lead} ahead"),
        _ => format!("{} behind", -lead),
    }
}

impl Fact {
    /// The clause about the played move.
    fn does(self) -> String {
        match self {
            Fact::Takes { side, corner, ply, edge } => {
                let later = if ply > 2 { " later" } else { "" };
                let edge = if edge { " and the whole edge" } else { "" };
                format!("lets {} take {corner}{edge}{later}", name(side))
            }
            Fact::KeepsOut { side, corner } => format!("keeps {} out of {corner}", name(side)),
            Fact::Passes { side } => format!("leaves {} without a move", name(side)),
            Fact::Safe { side, moves } => format!("leaves {} {}", name(side), counted_words(moves, "safe move")),
            Fact::Moves { side, moves } => format!("leaves {} {}", name(side), counted_words(moves, "move")),
            Fact::Opens { side, square } => format!("opens {square} to {}", name(side)),
            Fact::Closes { side, square } => format!("keeps {} out of {square}", name(side)),
            Fact::Turns { discs } => format!("turns {}", counted_words(discs, "disc")),
            Fact::Stable { side, discs } => {
                format!("leaves {} with {}", name(side), counted_words(discs, "stable disc"))
            }
            Fact::Ends { lead } => format!("ends {}", result(lead)),
        }
    }

    /// The clause about the better move. `again` is true if the clause before said the same of the played one.
    fn would(self, again: bool) -> String {
        match self {
            Fact::Takes { ply: 1, .. } => "taken the corner".to_owned(),
            Fact::Takes { corner, .. } => format!("won {corner}"),
            Fact::KeepsOut { side, corner: square } | Fact::Closes { side, square } => {
                format!("kept {} out of {square}", name(side))
            }
            Fact::Opens { side, square } => format!("opened {square} to {}", name(side)),
            Fact::Turns { discs } if again => format!("turned {discs}"),
            Fact::Turns { discs } => format!("turned {}", counted_words(discs, "disc")),
            Fact::Passes { side } => format!("left {} without a move", name(side)),
            Fact::Safe { moves: count, .. } | Fact::Moves { moves: count, .. } if again => format!("left {count}"),
            Fact::Stable { discs, .. } if again => format!("left {discs}"),
            Fact::Safe { side, moves } => format!("left {} {}", name(side), counted_words(moves, "safe move")),
            Fact::Moves { side, moves } => format!("left {} {}", name(side), counted_words(moves, "move")),
            Fact::Stable { side, discs } => format!("left {} with {}", name(side), counted_words(discs, "stable disc")),
            Fact::Ends { lead } => format!("ended {}", result(lead)),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Clause { mv, fact }) = self.played {
            write!(f, "{mv} {}", fact.does())?;
        }
        if let Some(Clause { mv, fact }) = self.better {
            let again =
                self.played.is_some_and(|own| std::mem::discriminant(&own.fact) == std::mem::discriminant(&fact));
            let would = match fact {
                Fact::Closes { square, .. } if mv == Move::Place(square) => "taken that square".to_owned(),
                fact => fact.would(again),
            };
            write!(f, "{}{mv} would have {would}", if self.played.is_some() { "; " } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Game;
    use crate::stats::derive;

    fn random(seed: u64) -> Game {
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
                    let seen = Seen::of(&history[from].0, &moves[from..from + length], PLIES).unwrap();
                    for side in [Color::Black, Color::White] {
                        let passes: Vec<usize> = (from..moves.len().min(from + length + 1))
                            .filter(|&at| moves[at] == Move::Pass && history[at].0.to_move == side)
                            .collect();
                        let soon = passes.iter().any(|&at| at < from + SOON.min(length + 1));
                        assert_eq!(seen.passes(side), soon, "{side:?} from {from} on, {length} plies of {moves:?}");
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

    #[test]
    fn a_pass_of_the_opponent_is_what_the_better_move_would_have_brought() {
        let mut found = [0; 2];
        for game in (0..400).map(random) {
            let moves: Vec<Move> = game.moves().collect();
            for at in (0..moves.len()).filter(|&at| moves[at] == Move::Pass) {
                let side = game.history()[at].0.to_move;
                // The move just before takes away all of the opponent's moves; any other move is the other line.
                let board = game.history()[at - 1].0;
                for other in squares(board.position.moves()).map(Move::from).filter(|mv| *mv != moves[at - 1]) {
                    let lines = [[moves[at - 1]], [other]];
                    let [taking, giving] = [0, 1].map(|i| Seen::of(&board, &lines[i], PLIES).unwrap());
                    if giving.passes(side) || !taking.corners.is_empty() || !giving.corners.is_empty() {
                        continue;
                    }
                    let passes = Some(Fact::Passes { side });
                    let worse = Reason::of(&board, &lines[1], &lines[0], None).unwrap();
                    assert_eq!((worse.played, worse.better.map(|clause| clause.fact)), (None, passes), "{worse}");
                    // If the opponent has no move after the lost move, this is not the reason.
                    let better = Reason::of(&board, &lines[0], &lines[1], None);
                    assert!(
                        better.is_none_or(|reason| reason.played.map(|clause| clause.fact) != passes),
                        "{better:?}"
                    );
                    found[usize::from(side == Color::White)] += 1;
                }
            }
        }
        assert!(found.iter().all(|&count| count >= 20), "{found:?}");
    }
}
