//! The reason why a move lost, from pairs of lines: the move's own line and that of a better move, each pair from a
//! search of another depth. Each clause is true of its own line and false of the other, and a pair of a smaller depth
//! shows the same. If the lines show no reason, this is said, with the number of plies that were compared.

use std::fmt;

use serde::Serialize;

use crate::board::square::CORNERS;
use crate::board::{Bitboard, Board, Color, Move, Square, squares};
use crate::eval::features::stable_sets;
use crate::people::regions;

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
/// The least number of new moves of the opponent that make a wall.
const WALL: u32 = 3;
/// The largest difference between two final results with the same winner that is small.
const CLOSE: i32 = 4;
/// The largest region of empty squares whose last move counts.
const REGION: u32 = 7;
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
    /// A side makes the last move of this region of empty squares, on this square.
    LastMove { side: Color, square: Square },
    /// The move gives a side this many moves that were illegal before it. `answer` is the expected one, if it is new.
    Wall { side: Color, moves: u32, answer: Option<Square> },
    /// The better move is no longer possible after this answer.
    Gone { square: Square, answer: Square },
    /// The opponent can play this answer, which was illegal before the move.
    Opens { side: Color, square: Square },
    /// The opponent can no longer play on this square after the move.
    Closes { side: Color, square: Square },
    /// The move flips this many discs.
    Turns { discs: u32 },
    /// A side has this many stable discs at the end of the line.
    Stable { side: Color, discs: u32 },
    /// The game ends with this lead for the mover in discs. `same` is true if both lines have the same winner.
    Ends { lead: i32, same: bool },
    /// The lines show no simple reason within this many plies.
    Later { plies: usize },
}

impl Fact {
    /// True if lines of two depths show the same fact. Counts depend on the expected answer and may differ.
    fn agrees(self, other: Fact) -> bool {
        match (self, other) {
            (Fact::Takes { side, corner, .. }, Fact::Takes { side: other_side, corner: other_corner, .. }) => {
                side == other_side && corner == other_corner
            }
            (Fact::Safe { side, .. }, Fact::Safe { side: other_side, .. })
            | (Fact::Wall { side, .. }, Fact::Wall { side: other_side, .. })
            | (Fact::Stable { side, .. }, Fact::Stable { side: other_side, .. })
            | (Fact::Moves { side, .. }, Fact::Moves { side: other_side, .. }) => side == other_side,
            (Fact::Turns { .. }, Fact::Turns { .. }) => true,
            _ => self == other,
        }
    }
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
    /// The placed discs in order.
    placed: Vec<(Color, Square)>,
    /// The number of the opponent's moves after the first ply.
    replies: u32,
    /// The number of the mover's moves after the answer, and of those that are safe; `None` if it is not the mover's
    /// turn.
    own: Option<(u32, u32)>,
    /// The number of discs that the first ply flips.
    turns: u32,
    start: Board,
    /// The board after the first ply, and that after the second.
    after: Board,
    answered: Option<Board>,
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
            placed: Vec::new(),
            replies,
            own: None,
            turns,
            start: *board,
            after: first,
            answered: None,
            end: *board,
        };
        for &mv in line.iter().take(plies) {
            let side = seen.end.to_move;
            let Some(next) = seen.end.play(mv) else { break };
            seen.plies += 1;
            seen.placed.extend(mv.square().map(|square| (side, square)));
            match mv {
                Move::Place(square) if square.bit() & CORNERS != 0 => seen.corners.push((side, square, seen.plies)),
                Move::Pass if seen.plies <= SOON => seen.passes.push(side),
                Move::Pass | Move::Place(_) => {}
            }
            seen.end = next;
            if seen.plies == 2 {
                seen.answered = Some(next);
            }
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

    /// The last move of a region of empty squares, if the line fills it.
    fn last_in(&self, region: Bitboard) -> Option<(Color, Square)> {
        let is_full = region & self.end.position.empty() == 0;
        self.placed.iter().rev().copied().find(|(_, square)| is_full && region & square.bit() != 0)
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

/// The lines of a played move and of a better one, from one search.
#[derive(Debug, Clone, Copy)]
pub struct LinePair<'a> {
    /// The line that begins with the played move.
    pub played: &'a [Move],
    /// The line that begins with the better move.
    pub better: &'a [Move],
}

impl LinePair<'_> {
    /// The number of compared plies.
    fn plies(self) -> usize {
        self.played.len().min(self.better.len()).min(PLIES)
    }

    /// The effects that make a reason, the most important first; `None` if the lines cannot be compared.
    fn effects(self, board: &Board, results: Option<(i32, i32)>) -> Option<Vec<Effects>> {
        let own = Seen::of(board, self.played, self.plies())?;
        let other = Seen::of(board, self.better, self.plies())?;
        if own.plies != other.plies {
            return None;
        }
        let ends = results.filter(|(own, other)| own < other).map(Effects::ends);
        let is_close = results.is_some_and(|(own, other)| own.signum() == other.signum() && other - own <= CLOSE);
        let mut effects = Vec::new();
        effects.extend(ends.filter(|_| is_close));
        effects.extend(events(&own, &other));
        let answer = self.played.get(1).and_then(|mv| mv.square());
        let is_thrown = results.is_some_and(|(own, other)| own.signum() != other.signum());
        effects.extend(ends.filter(|_| is_thrown));
        effects.extend(last_moves(&own, &other));
        effects.extend(counts(&own, &other, answer));
        effects.extend(gone(&own, self.better[0], answer));
        effects.extend(fewer(&own, &other));
        effects.extend(ends.filter(|_| !is_close && !is_thrown));
        Some(effects)
    }
}

/// The facts of the played move and of the better one that are a reason together.
#[derive(Debug, Clone, Copy)]
struct Effects {
    played: Option<Fact>,
    better: Option<Fact>,
}

impl Effects {
    fn of_both(played: Fact, better: Fact) -> Effects {
        Effects { played: Some(played), better: Some(better) }
    }

    fn ends((own, other): (i32, i32)) -> Effects {
        let same = own.signum() == other.signum();
        Effects::of_both(Fact::Ends { lead: own, same }, Fact::Ends { lead: other, same })
    }

    /// The facts that lines of another depth show, too; `None` if they show none of them. A final result is certain.
    fn confirmed_by(self, others: &[Effects]) -> Option<Effects> {
        if matches!(self.played, Some(Fact::Ends { .. })) {
            return Some(self);
        }
        let played =
            self.played.filter(|fact| others.iter().filter_map(|other| other.played).any(|other| fact.agrees(other)));
        let better =
            self.better.filter(|fact| others.iter().filter_map(|other| other.better).any(|other| fact.agrees(other)));
        (played.is_some() || better.is_some()).then_some(Effects { played, better })
    }
}

impl Reason {
    /// The first reason why the line of a played move is worse than that of a better one, for the side to move, that
    /// the lines of a smaller depth confirm, if they are known; `None` if there is none. `results` are the mover's
    /// leads at the end of the game.
    #[must_use]
    pub fn of(
        board: &Board,
        deepest: LinePair<'_>,
        shallower: Option<LinePair<'_>>,
        results: Option<(i32, i32)>,
    ) -> Option<Reason> {
        let mut effects = deepest.effects(board, results)?;
        if let Some(lines) = shallower {
            let others = lines.effects(board, results)?;
            effects = effects.into_iter().filter_map(|effects| effects.confirmed_by(&others)).collect();
        }
        let Effects { played, better } = *effects.first()?;
        let played = played.map(|fact| Clause { mv: deepest.played[0], fact });
        let better = better.map(|fact| Clause { mv: deepest.better[0], fact });
        Some(Reason { played, better })
    }

    /// The admission that these lines show no simple reason.
    #[must_use]
    pub fn without(deepest: LinePair<'_>) -> Option<Reason> {
        let mv = *deepest.better.first()?;
        let fact = Fact::Later { plies: deepest.plies() };
        Some(Reason { played: None, better: Some(Clause { mv, fact }) })
    }
}

/// Corners and passes that the lines do not share.
fn events(own: &Seen, other: &Seen) -> Option<Effects> {
    let mover = own.mover;
    let opponent = mover.other();
    let lost = own.corner(opponent, other);
    let won = other.corner(mover, own);
    let forced = own.pass(mover, other);
    let forces = other.pass(opponent, own);
    let kept = match lost {
        Some(Fact::Takes { side, corner, .. }) => Some(Fact::KeepsOut { side, corner }),
        _ => None,
    };
    let is_event = lost.or(won).or(forced).or(forces).is_some();
    is_event.then_some(Effects { played: lost.or(forced), better: won.or(forces).or(kept) })
}

/// The small regions in which the opponent makes the last move of one line, and the mover that of the other.
fn last_moves(own: &Seen, other: &Seen) -> Vec<Effects> {
    let small =
        regions(own.start.position.empty()).into_iter().filter(|region| (2..=REGION).contains(&region.count_ones()));
    let lasts = small.filter_map(|region| {
        let (side, square) = own.last_in(region)?;
        let (other_side, other_square) = other.last_in(region)?;
        (side != own.mover && other_side == own.mover).then_some(Effects::of_both(
            Fact::LastMove { side, square },
            Fact::LastMove { side: other_side, square: other_square },
        ))
    });
    lasts.collect()
}

/// The differences in counts, in the order of importance.
fn counts(own: &Seen, other: &Seen, answer: Option<Square>) -> Vec<Effects> {
    let mover = own.mover;
    let opponent = mover.other();
    let mut effects = Vec::new();
    let both = own.own.zip(other.own);
    if let Some(((_, few), (_, more))) = both.filter(|((_, few), (_, more))| *few < PLENTY && *more >= few + SAFE) {
        effects.push(Effects::of_both(Fact::Safe { side: mover, moves: few }, Fact::Safe { side: mover, moves: more }));
    }
    let [before, after, after_other] =
        [&own.start, &own.after, &other.after].map(|board| board.turned_to(opponent).position.moves());
    let [new, new_other] = [after & !before, after_other & !before].map(|moves| moves.count_ones());
    if new >= WALL && new >= new_other + MOVES {
        let answer = answer.filter(|square| after & !before & square.bit() != 0);
        effects.push(Effects::of_both(
            Fact::Wall { side: opponent, moves: new, answer },
            Fact::Wall { side: opponent, moves: new_other, answer: None },
        ));
    }
    for side in [opponent, mover] {
        let [discs, other_discs] = [own, other].map(|line| line.stable(side));
        let is_worse = if side == opponent { discs >= other_discs + STABLE } else { other_discs >= discs + STABLE };
        if is_worse {
            effects.push(Effects::of_both(Fact::Stable { side, discs }, Fact::Stable { side, discs: other_discs }));
        }
    }
    if own.replies >= other.replies + MOVES {
        effects.push(replies(own, other));
    }
    // The opponent wants this square, and only this move opens it.
    if let Some(square) = answer.filter(|square| after & !before & !after_other & square.bit() != 0) {
        effects.push(Effects::of_both(Fact::Opens { side: opponent, square }, Fact::Closes { side: opponent, square }));
    }
    if let Some(((few, _), (more, _))) = both.filter(|((few, _), (more, _))| *more >= few + MOVES) {
        effects
            .push(Effects::of_both(Fact::Moves { side: mover, moves: few }, Fact::Moves { side: mover, moves: more }));
    }
    if own.turns >= other.turns + MOVES {
        effects.push(Effects::of_both(Fact::Turns { discs: own.turns }, Fact::Turns { discs: other.turns }));
    }
    effects
}

/// The better move, if it is no longer possible after the played move and the answer.
fn gone(own: &Seen, better: Move, answer: Option<Square>) -> Option<Effects> {
    let square = better.square()?;
    let answer = answer?;
    let moves = own.answered?.turned_to(own.mover).position.moves();
    let fact = Fact::Gone { square, answer };
    (moves & square.bit() == 0).then_some(Effects { played: Some(fact), better: None })
}

/// The smallest difference in the opponent's moves that counts.
fn fewer(own: &Seen, other: &Seen) -> Option<Effects> {
    (own.replies >= other.replies + FEWER).then_some(replies(own, other))
}

fn replies(own: &Seen, other: &Seen) -> Effects {
    let side = own.mover.other();
    Effects::of_both(Fact::Moves { side, moves: own.replies }, Fact::Moves { side, moves: other.replies })
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

fn counted_plies(plies: usize) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
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
            Fact::LastMove { side, square } => {
                format!("lets {} make the last move of a region, {square}", name(side))
            }
            Fact::Wall { side, moves, answer } => {
                let best = answer.map_or(String::new(), |square| format!(", {square} first of all"));
                format!("opens {} to {}{best}", counted_words(moves, "new move"), name(side))
            }
            Fact::Gone { square, answer } => format!("gives up {square}, which is gone after {answer}"),
            Fact::Later { plies } => format!("shows no simple reason within {}", counted_plies(plies)),
            Fact::Opens { side, square } => format!("opens {square} to {}", name(side)),
            Fact::Closes { side, square } => format!("keeps {} out of {square}", name(side)),
            Fact::Turns { discs } => format!("turns {}", counted_words(discs, "disc")),
            Fact::Stable { side, discs } => {
                format!("leaves {} with {}", name(side), counted_words(discs, "stable disc"))
            }
            Fact::Ends { lead: 0, .. } => "ends even".to_owned(),
            Fact::Ends { lead, same: true } if lead > 0 => format!("still wins, {}", result(lead)),
            Fact::Ends { lead, same: true } => format!("loses as the better move does, {}", result(lead)),
            Fact::Ends { lead, same: false } => format!("ends {}", result(lead)),
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
            Fact::LastMove { square, .. } => format!("kept the last move, {square}"),
            Fact::Wall { moves, .. } if again => {
                format!("opened {}", if moves == 0 { "none".to_owned() } else { moves.to_string() })
            }
            Fact::Wall { side, moves, .. } => format!("opened {} to {}", counted_words(moves, "new move"), name(side)),
            Fact::Gone { square, .. } => format!("played {square} in time"),
            Fact::Later { plies } => format!("been better, for no simple reason within {}", counted_plies(plies)),
            Fact::Turns { discs } if again => format!("turned {discs}"),
            Fact::Turns { discs } => format!("turned {}", counted_words(discs, "disc")),
            Fact::Passes { side } => format!("left {} without a move", name(side)),
            Fact::Safe { moves: count, .. } | Fact::Moves { moves: count, .. } if again => format!("left {count}"),
            Fact::Stable { discs, .. } if again => format!("left {discs}"),
            Fact::Safe { side, moves } => format!("left {} {}", name(side), counted_words(moves, "safe move")),
            Fact::Moves { side, moves } => format!("left {} {}", name(side), counted_words(moves, "move")),
            Fact::Stable { side, discs } => format!("left {} with {}", name(side), counted_words(discs, "stable disc")),
            Fact::Ends { lead, .. } => format!("ended {}", result(lead)),
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
                    let [taken, given] = [(1, 0), (0, 1)]
                        .map(|(played, better)| LinePair { played: &lines[played], better: &lines[better] });
                    let worse = Reason::of(&board, taken, None, None).unwrap();
                    assert_eq!((worse.played, worse.better.map(|clause| clause.fact)), (None, passes), "{worse}");
                    // If the opponent has no move after the lost move, this is not the reason.
                    let better = Reason::of(&board, given, None, None);
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
