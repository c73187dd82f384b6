//! The judge's analyses of positions. The study, reviews, exercises and the values during a game share them. All show
//! the deepest analysis of a position, so they agree, and no position is searched again.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::mem;

use crate::board::{Board, Form, Move, Objective, Position};
use crate::people::{Discs, RightMove};
use crate::search::{Certainty, Estimate, Line, Report, Valuation};

/// The largest number of stored positions: those of about sixty games.
const MOST: usize = 4096;

/// A position and the rule of its game, which decides the judge.
pub(super) type AnalysisKey = (Board, Objective);

/// The analyses, with the deepest one for each position.
#[derive(Debug, Default)]
pub(super) struct Analyses {
    reports: HashMap<AnalysisKey, Report>,
    /// The analyses that the deepest ones replaced. Reasons have to hold in both.
    replaced: HashMap<AnalysisKey, Report>,
    /// The positions in the order of arrival.
    order: VecDeque<AnalysisKey>,
    /// The right moves of exercises, which come from deeper searches.
    right: HashMap<Board, RightMove>,
    changed: Vec<AnalysisKey>,
}

impl Analyses {
    /// Stores an analysis, unless one of the same depth is known.
    pub(super) fn note(&mut self, key: AnalysisKey, mut report: Report) {
        if let Some(right) = self.right_move(&key) {
            agree(&mut report, &right);
        }
        level(&mut report, &key.0);
        match self.reports.entry(key) {
            Entry::Occupied(known) if known.get().certainty() >= report.certainty() => return,
            Entry::Occupied(mut known) => {
                self.replaced.insert(key, known.insert(report));
            }
            Entry::Vacant(room) => {
                room.insert(report);
                self.order.push_back(key);
            }
        }
        self.changed.push(key);
        if self.order.len() > MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.reports.remove(&oldest);
            self.replaced.remove(&oldest);
        }
    }

    /// Stores the right move of an exercise. All analyses of its position will agree with it.
    pub(super) fn note_right(&mut self, board: Board, right: RightMove) {
        if self.right.insert(board, right) == Some(right) {
            return;
        }
        let key = (board, Objective::Normal);
        if let Some(report) = self.reports.get_mut(&key) {
            agree(report, &right);
            level(report, &key.0);
            self.changed.push(key);
        }
    }

    fn right_move(&self, (board, objective): &AnalysisKey) -> Option<RightMove> {
        self.right.get(board).copied().filter(|_| *objective == Objective::Normal)
    }

    /// The deepest analysis of a position.
    pub(super) fn deepest(&self, key: AnalysisKey) -> Option<&Report> {
        self.reports.get(&key)
    }

    /// The shallower analysis that the deepest one of a position replaced.
    pub(super) fn replaced(&self, key: AnalysisKey) -> Option<&Report> {
        self.replaced.get(&key)
    }

    /// True if the values of a position are known with this certainty or more.
    pub(super) fn reach(&self, key: AnalysisKey, certainty: Certainty) -> bool {
        self.deepest(key).is_some_and(|report| report.certainty() >= certainty)
    }

    /// The positions whose analyses have changed since the last call.
    pub(super) fn take_changed(&mut self) -> Vec<AnalysisKey> {
        mem::take(&mut self.changed)
    }
}

/// Makes the values of an analysis agree with a right move.
fn agree(report: &mut Report, right: &RightMove) {
    for line in &mut report.lines {
        if let Some(Move::Place(square)) = line.pv.first() {
            line.value = with_estimate(line.value, right.value_of(*square, Discs(line.value.discs())));
        }
    }
    sort(report);
}

/// Gives moves to images of the same position the same value: the most certain one, and of equally certain ones the
/// best.
fn level(report: &mut Report, board: &Board) {
    let mut values: HashMap<Position, Valuation> = HashMap::new();
    for line in &report.lines {
        let Some(image) = image_after(board, line) else { continue };
        let known = values.entry(image).or_insert(line.value);
        let order = line.value.certainty().cmp(&known.certainty());
        if order.then(line.value.discs().total_cmp(&known.discs())).is_gt() {
            *known = line.value;
        }
    }
    let mut is_changed = false;
    for line in &mut report.lines {
        let Some(value) = image_after(board, line).and_then(|image| values.get(&image)) else { continue };
        is_changed |= line.value != *value;
        line.value = *value;
    }
    // Otherwise the order is that of the search.
    if is_changed {
        sort(report);
    }
}

/// The position after the move of a line, the same for all its images; `None` for a pass.
fn image_after(board: &Board, line: &Line) -> Option<Position> {
    let square = line.pv.first()?.square()?;
    Some(Form::canonical(&board.position.play(square)).position)
}

fn sort(report: &mut Report) {
    report.lines.sort_by(|a, b| b.value.discs().total_cmp(&a.value.discs()));
}

/// A value with its estimate replaced. An exact score stays.
fn with_estimate(value: Valuation, Discs(discs): Discs) -> Valuation {
    match value {
        Valuation::Exact(_) => value,
        Valuation::Certain(result, estimate) => Valuation::Certain(result, Estimate { discs, ..estimate }),
        Valuation::Likely { result, percent, estimate } => {
            Valuation::Likely { result, percent, estimate: Estimate { discs, ..estimate } }
        }
        Valuation::Estimate(estimate) => Valuation::Estimate(Estimate { discs, ..estimate }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Worth;
    use crate::serve::page::desk::notation;

    const START: AnalysisKey = (Board::START, Objective::Normal);

    fn report(board: &Board, depth: u32, values: [f64; 4]) -> Report {
        let moves = board.moves().zip(values).map(|(mv, discs)| (mv, Worth::Discs(discs)));
        Report::ranked(depth, moves)
    }

    fn values(analyses: &Analyses, key: AnalysisKey) -> Vec<(String, f64)> {
        let lines = analyses.deepest(key).unwrap().lines.iter();
        lines.map(|line| (line.pv[0].to_string(), line.value.discs())).collect()
    }

    #[test]
    fn the_deepest_analysis_of_a_position_stays() {
        let mut analyses = Analyses::default();
        assert!(!analyses.reach(START, Certainty::Depth(0)));
        for (depth, value) in [(9, 1.0), (5, 2.0), (9, 3.0)] {
            analyses.note(START, report(&Board::START, depth, [value; 4]));
            assert_eq!(values(&analyses, START)[0].1, 1.0);
        }
        assert_eq!(analyses.take_changed(), [START]);
        analyses.note(START, report(&Board::START, 10, [4.0; 4]));
        assert_eq!(values(&analyses, START)[0].1, 4.0);
        assert_eq!(analyses.replaced(START), Some(&report(&Board::START, 9, [1.0; 4])));
        assert!(analyses.reach(START, Certainty::Depth(10)) && !analyses.reach(START, Certainty::Depth(11)));
        assert_eq!(analyses.take_changed(), [START]);
        // Under the other rule the position has another judge.
        assert!(analyses.deepest((Board::START, Objective::Anti)).is_none());
    }

    #[test]
    fn an_analysis_agrees_with_the_right_move_of_an_exercise_whichever_is_known_first() {
        // No two of its moves lead to images of one position.
        let board = *notation::game(None, "f5d6").unwrap().board();
        let key = (board, Objective::Normal);
        let names: Vec<String> = board.moves().map(|mv| mv.to_string()).collect();
        let answer = names[2].parse().unwrap();
        let right = RightMove { answer, value: Discs(3.0), ahead: Discs(4.0), exact: false };
        let mut analyses = Analyses::default();
        analyses.note(key, report(&board, 8, [5.0, 1.0, 0.0, -7.0]));
        analyses.note_right(board, right);
        let expected: Vec<(String, f64)> =
            [(2, 3.0), (0, -1.0), (1, -1.0), (3, -7.0)].map(|(number, value)| (names[number].clone(), value)).into();
        assert_eq!(values(&analyses, key), expected);
        analyses.note(key, report(&board, 9, [6.0, 0.0, 9.0, -8.0]));
        assert_eq!(values(&analyses, key)[0], (names[2].clone(), 3.0));
        assert_eq!(values(&analyses, key)[1], (names[0].clone(), -1.0));
    }

    #[test]
    fn moves_to_images_of_one_position_have_one_value_the_best_of_the_deepest() {
        let mut analyses = Analyses::default();
        analyses.note(START, report(&Board::START, 9, [-1.0, -0.5, 0.5, -1.0]));
        assert!(values(&analyses, START).iter().all(|(_, value)| *value == 0.5));
        let mut deeper = report(&Board::START, 11, [-1.0, -0.5, -0.5, 3.0]);
        deeper.lines[3].value = Valuation::estimate(3.0, 10);
        analyses.note(START, deeper);
        assert!(values(&analyses, START).iter().all(|(_, value)| *value == -0.5));
        // After f5 no move is like another.
        let board = *notation::game(None, "f5").unwrap().board();
        let key = (board, Objective::Normal);
        analyses.note(key, report(&board, 9, [3.0, 2.0, 1.0, 0.0]));
        assert_eq!(values(&analyses, key).iter().map(|(_, value)| *value).collect::<Vec<_>>(), [3.0, 2.0, 1.0]);
    }

    #[test]
    fn the_oldest_positions_give_way() {
        let mut analyses = Analyses::default();
        let boards = (0..=MOST as u64).map(|discs| {
            let position = Position { own: discs << 8, ..Position::START };
            Board { position, ..Board::START }
        });
        let boards: Vec<Board> = boards.collect();
        for &board in &boards {
            analyses.note((board, Objective::Normal), Report::over());
        }
        let is_known = |board: &Board| analyses.deepest((*board, Objective::Normal)).is_some();
        assert!(!is_known(&boards[0]) && boards[1..].iter().all(is_known));
    }
}
