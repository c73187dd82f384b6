//! The effects of two moves that make a reason together.

use super::fact::Fact;
use super::line::{Choices, Events};
use crate::board::{Bitboard, Board, Color, Move, Square};
use crate::people::regions;

/// The number of plies over which lines are compared. Later moves are uncertain.
const PLIES: usize = 8;
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
    pub(super) fn plies(self) -> usize {
        self.played.len().min(self.better.len()).min(PLIES)
    }

    /// The effects that make a reason, the most important first; `None` if the lines cannot be compared.
    pub(super) fn effects(self, board: &Board, results: Option<Results>) -> Option<Vec<Effects>> {
        let plies = self.plies();
        let comparison = Comparison {
            played: Events::new(board, self.played, plies)?,
            better: Events::new(board, self.better, plies)?,
            better_move: *self.better.first()?,
            answer: self.played.get(1).and_then(|mv| mv.square()),
        };
        (comparison.played.plies == comparison.better.plies).then(|| comparison.effects(results))
    }
}

/// The mover's leads at the end of the game after both moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Results {
    pub(super) played: i32,
    pub(super) better: i32,
}

impl Results {
    fn have_same_winner(self) -> bool {
        self.played.signum() == self.better.signum()
    }

    /// True if the winner stays the same and little is lost.
    fn are_close(self) -> bool {
        self.have_same_winner() && self.better - self.played <= CLOSE
    }

    fn effects(self) -> Option<Effects> {
        let same = self.have_same_winner();
        let played = Fact::Ends { lead: self.played, same };
        (self.played < self.better).then_some(Effects::both(played, Fact::Ends { lead: self.better, same }))
    }
}

/// The facts of the played move and of the better one that are a reason together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effects {
    pub(super) played: Option<Fact>,
    pub(super) better: Option<Fact>,
}

impl Effects {
    fn both(played: Fact, better: Fact) -> Effects {
        Effects { played: Some(played), better: Some(better) }
    }

    /// The facts that lines of another depth show, too; `None` if they show none of them. A final result is certain.
    pub(super) fn confirmed_by(self, others: &[Effects]) -> Option<Effects> {
        if matches!(self.played, Some(Fact::Ends { .. })) {
            return Some(self);
        }
        let played = self.played.filter(|fact| others.iter().any(|other| agrees(*fact, other.played)));
        let better = self.better.filter(|fact| others.iter().any(|other| agrees(*fact, other.better)));
        (played.is_some() || better.is_some()).then_some(Effects { played, better })
    }
}

fn agrees(fact: Fact, other: Option<Fact>) -> bool {
    other.is_some_and(|other| fact.agrees(other))
}

/// A played move beside a better one: both lines over the same number of plies.
struct Comparison {
    played: Events,
    better: Events,
    better_move: Move,
    /// The square of the opponent's answer to the played move.
    answer: Option<Square>,
}

impl Comparison {
    fn mover(&self) -> Color {
        self.played.mover
    }

    fn opponent(&self) -> Color {
        self.mover().other()
    }

    /// All effects, the most important first.
    fn effects(&self, results: Option<Results>) -> Vec<Effects> {
        let ends = results.and_then(Results::effects);
        let is_close = results.is_some_and(Results::are_close);
        let is_thrown = results.is_some_and(|results| !results.have_same_winner());
        let mut effects = Vec::new();
        effects.extend(ends.filter(|_| is_close));
        effects.extend(self.corners_and_passes());
        effects.extend(ends.filter(|_| is_thrown));
        effects.extend(self.last_moves());
        effects.extend(self.safe_moves());
        effects.extend(self.wall());
        effects.extend(self.stable_discs(self.opponent()));
        effects.extend(self.stable_discs(self.mover()));
        effects.extend(self.replies(MOVES));
        effects.extend(self.opening());
        effects.extend(self.moves());
        effects.extend(self.turned_discs());
        effects.extend(self.gone());
        effects.extend(self.replies(FEWER));
        effects.extend(ends.filter(|_| !is_close && !is_thrown));
        effects
    }

    /// Corners and passes that the lines do not share.
    fn corners_and_passes(&self) -> Option<Effects> {
        let lost = self.played.corner(self.opponent(), &self.better);
        let won = self.better.corner(self.mover(), &self.played);
        let forced = self.played.pass(self.mover(), &self.better);
        let forces = self.better.pass(self.opponent(), &self.played);
        let kept = match lost {
            Some(Fact::Takes { side, corner, .. }) => Some(Fact::KeepsOut { side, corner }),
            _ => None,
        };
        let is_event = lost.or(won).or(forced).or(forces).is_some();
        is_event.then_some(Effects { played: lost.or(forced), better: won.or(forces).or(kept) })
    }

    /// The small regions in which the opponent makes the last move of one line, and the mover that of the other.
    fn last_moves(&self) -> Vec<Effects> {
        let regions = regions(self.played.start.position.empty());
        regions.into_iter().filter_map(|region| self.last_move(region)).collect()
    }

    fn last_move(&self, region: Bitboard) -> Option<Effects> {
        if !(2..=REGION).contains(&region.count_ones()) {
            return None;
        }
        let (side, square) = self.played.last_in(region)?;
        let (other_side, other_square) = self.better.last_in(region)?;
        let is_lost = side == self.opponent() && other_side == self.mover();
        let kept = Fact::LastMove { side: other_side, square: other_square };
        is_lost.then_some(Effects::both(Fact::LastMove { side, square }, kept))
    }

    /// The mover's choices after the answers to both moves.
    fn choices(&self) -> Option<(Choices, Choices)> {
        self.played.choices().zip(self.better.choices())
    }

    fn safe_moves(&self) -> Option<Effects> {
        let (few, more) = self.choices()?;
        let side = self.mover();
        let is_worse = few.safe < PLENTY && more.safe >= few.safe + SAFE;
        is_worse.then_some(Effects::both(Fact::Safe { side, moves: few.safe }, Fact::Safe { side, moves: more.safe }))
    }

    fn moves(&self) -> Option<Effects> {
        let (few, more) = self.choices()?;
        let side = self.mover();
        let is_worse = more.moves >= few.moves + MOVES;
        is_worse
            .then_some(Effects::both(Fact::Moves { side, moves: few.moves }, Fact::Moves { side, moves: more.moves }))
    }

    /// The opponent's new moves after the played move.
    fn new_moves(&self) -> Bitboard {
        self.played.replies() & !self.played.replies_before()
    }

    fn wall(&self) -> Option<Effects> {
        let side = self.opponent();
        let new = self.new_moves();
        let moves = new.count_ones();
        let other_moves = (self.better.replies() & !self.better.replies_before()).count_ones();
        let answer = self.answer.filter(|square| new & square.bit() != 0);
        (moves >= WALL && moves >= other_moves + MOVES).then_some(Effects::both(
            Fact::Wall { side, moves, answer },
            Fact::Wall { side, moves: other_moves, answer: None },
        ))
    }

    fn stable_discs(&self, side: Color) -> Option<Effects> {
        let discs = self.played.stable(side);
        let other_discs = self.better.stable(side);
        let is_worse =
            if side == self.opponent() { discs >= other_discs + STABLE } else { other_discs >= discs + STABLE };
        is_worse.then_some(Effects::both(Fact::Stable { side, discs }, Fact::Stable { side, discs: other_discs }))
    }

    /// The opponent's moves, if the played move leaves at least this many more.
    fn replies(&self, least: u32) -> Option<Effects> {
        let side = self.opponent();
        let moves = self.played.replies().count_ones();
        let other_moves = self.better.replies().count_ones();
        (moves >= other_moves + least)
            .then_some(Effects::both(Fact::Moves { side, moves }, Fact::Moves { side, moves: other_moves }))
    }

    /// The square of the answer, if only the played move opens it.
    fn opening(&self) -> Option<Effects> {
        let side = self.opponent();
        let square = self.answer.filter(|square| self.new_moves() & !self.better.replies() & square.bit() != 0)?;
        Some(Effects::both(Fact::Opens { side, square }, Fact::Closes { side, square }))
    }

    fn turned_discs(&self) -> Option<Effects> {
        let discs = self.played.turns;
        let other_discs = self.better.turns;
        (discs >= other_discs + MOVES)
            .then_some(Effects::both(Fact::Turns { discs }, Fact::Turns { discs: other_discs }))
    }

    /// The better move, if it is no longer possible after the played move and the answer.
    fn gone(&self) -> Option<Effects> {
        let square = self.better_move.square()?;
        let fact = Fact::Gone { square, answer: self.answer? };
        self.played.is_gone(square).then_some(Effects { played: Some(fact), better: None })
    }
}
