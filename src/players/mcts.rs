//! Monte-Carlo tree search: UCT (L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", 2006) with uniformly
//! random playouts.

use super::Player;
use super::explain::{Explanation, MoveReason};
use crate::board::{Bitboard, Game, Move, Objective, Position, Square, points, squares};
use crate::eval::Worth;
use crate::machine::thinking::Instant;
use crate::personality::{MOST_PLAYOUTS, MctsSpec, Playouts};
use crate::search::{Iteration, Limits, Line, Observer, Report, Stop, Valuation};
use crate::stats::{derive, mix};

/// Playouts between two checks of the clock and the stop flag. They take well under a millisecond.
const BETWEEN_LOOKS: u64 = 16;

/// Plays the most visited move.
#[derive(Debug)]
pub struct Mcts {
    name: String,
    objective: Objective,
    spec: MctsSpec,
    seed: u64,
}

impl Mcts {
    /// A player of this specification.
    #[must_use]
    pub fn new(name: &str, objective: Objective, spec: MctsSpec) -> Mcts {
        Mcts { name: name.to_owned(), objective, spec, seed: 0 }
    }

    /// The largest number of playouts for a move, 1 or more.
    fn most_playouts(&self, limits: &Limits) -> u64 {
        let own = match self.spec.playouts {
            Playouts::Count(count) => u64::from(count.get()),
            Playouts::Time(_) => MOST_PLAYOUTS,
        };
        limits.nodes.map_or(own, |nodes| nodes.min(own)).max(1)
    }

    /// A line for each move, the most visited first.
    fn search(&self, game: &Game, limits: &Limits) -> Report {
        let start = Instant::now();
        let position = game.board().position;
        let mut tree = Tree::new(position, self.objective, derive(self.seed, game.history().len() as u64));
        tree.deepest = limits.depth.map_or(usize::MAX, |depth| depth.max(1) as usize);
        let most = self.most_playouts(limits);
        let time = match self.spec.playouts {
            Playouts::Count(_) => None,
            Playouts::Time(limit) => Some(limit),
        };
        let share = limits.clock.map(|clock| clock.share(position.empties()).target);
        let time = [time, limits.time, share].into_iter().flatten().min();
        let mut done = 0;
        // One playout at least is needed, so that there is a move.
        while !position.is_over() && done < most {
            let looks = done > 0 && done % BETWEEN_LOOKS == 0;
            if looks && (limits.stop.is_stopped() || time.is_some_and(|time| start.elapsed() >= time)) {
                break;
            }
            tree.playout(self.spec.exploration);
            done += 1;
        }
        Iteration { lines: tree.lines(), nodes: done, elapsed: start.elapsed() }
    }
}

impl Player for Mcts {
    fn name(&self) -> &str {
        &self.name
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let mut report = self.search(game, limits);
        report.lines.truncate(1);
        observer.iteration(&report);
        report
    }

    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let mut report = self.search(game, limits);
        // The reader sees values in discs. Among equals the most visited comes first.
        report.lines.sort_by(|a, b| b.value.discs().total_cmp(&a.value.discs()));
        report.lines.truncate(count.max(1));
        observer.iteration(&report);
        report
    }

    fn explain(&mut self, game: &Game, report: &Report, mv: Move, _stop: &Stop) -> Option<Explanation> {
        let line = report.lines.first()?;
        let why = if game.board().position.moves().count_ones() < 2 {
            MoveReason::Only
        } else if line.pv[0] == mv {
            MoveReason::Playouts { games: report.nodes, discs: line.value.discs() }
        } else {
            MoveReason::Another { choice: line.pv[0], equal: false }
        };
        Some(Explanation::new(mv, why))
    }

    fn evaluates(&self) -> bool {
        true
    }
}

/// A node of the tree: a position.
#[derive(Debug)]
struct Node {
    position: Position,
    /// The move that led here.
    mv: Move,
    /// Moves that were not tried yet.
    untried: Bitboard,
    children: Vec<usize>,
    visits: u32,
    /// The sum of scores in the playouts, from the view of the side that moved here: 1 for a win, 0.5 for a draw.
    score: f64,
    /// The sum of results in discs, from the same view.
    discs: i64,
}

impl Node {
    fn new(position: Position, mv: Move, untried: Bitboard) -> Node {
        Node { position, mv, untried, children: Vec::new(), visits: 0, score: 0.0, discs: 0 }
    }

    /// The upper bound of the mean score (UCB1). `log_visits` is the logarithm of the parent's visits.
    fn bound(&self, log_visits: f64, exploration: f64) -> f64 {
        let visits = f64::from(self.visits);
        self.score / visits + exploration * (log_visits / visits).sqrt()
    }
}

/// The search tree. The root is the first node.
#[derive(Debug)]
struct Tree {
    nodes: Vec<Node>,
    objective: Objective,
    state: u64,
    /// The most moves from the root to a node.
    deepest: usize,
}

impl Tree {
    fn new(position: Position, objective: Objective, seed: u64) -> Tree {
        let root = Node::new(position, Move::Pass, position.moves());
        Tree { nodes: vec![root], objective, state: seed, deepest: usize::MAX }
    }

    /// A uniform draw below `count`, which is small.
    fn draw(&mut self, count: u32) -> u32 {
        self.state = self.state.wrapping_add(1);
        ((u128::from(mix(self.state)) * u128::from(count)) >> 64) as u32
    }

    fn random(&mut self, moves: Bitboard) -> Option<Square> {
        let skipped = self.draw(moves.count_ones());
        squares(moves).nth(skipped as usize)
    }

    /// Plays one random game: down the tree to a new node, then at random to the end.
    fn playout(&mut self, exploration: f64) {
        let mut path = vec![0];
        let mut at = 0;
        while path.len() <= self.deepest {
            if let Some(square) = self.random_untried(at) {
                let position = self.nodes[at].position.play(square);
                self.nodes[at].untried &= !square.bit();
                at = self.add(at, position, square.into());
                path.push(at);
                break;
            }
            if self.nodes[at].children.is_empty() {
                let passed = self.nodes[at].position.pass();
                // Neither side can move, so the game is over.
                if passed.moves() == 0 {
                    break;
                }
                at = self.add(at, passed, Move::Pass);
            } else {
                at = self.best_bound(at, exploration);
            }
            path.push(at);
        }
        let discs = self.random_game(self.nodes[at].position);
        // The result is from the view of the side to move at the last node. The sign changes with each step towards the
        // root.
        let mut discs = -discs;
        for node in path.into_iter().rev() {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.score += points(discs);
            node.discs += i64::from(discs);
            discs = -discs;
        }
    }

    fn random_untried(&mut self, at: usize) -> Option<Square> {
        let untried = self.nodes[at].untried;
        if untried == 0 { None } else { self.random(untried) }
    }

    fn add(&mut self, parent: usize, position: Position, mv: Move) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node::new(position, mv, position.moves()));
        self.nodes[parent].children.push(number);
        number
    }

    /// The child with the largest upper bound of the mean score.
    fn best_bound(&self, at: usize, exploration: f64) -> usize {
        let node = &self.nodes[at];
        let log_visits = libm::log(f64::from(node.visits.max(1)));
        let mut best = node.children[0];
        for &child in &node.children[1..] {
            if self.nodes[child].bound(log_visits, exploration) > self.nodes[best].bound(log_visits, exploration) {
                best = child;
            }
        }
        best
    }

    /// Plays a random game from here. Returns the result in discs for the side to move here.
    fn random_game(&mut self, mut position: Position) -> i32 {
        let mut sign = 1;
        loop {
            let moves = position.moves();
            if moves != 0 {
                let Some(square) = self.random(moves) else { return 0 };
                position = position.play(square);
            } else {
                let passed = position.pass();
                if passed.moves() == 0 {
                    return sign * position.score(self.objective);
                }
                position = passed;
            }
            sign = -sign;
        }
    }

    /// The moves of the root, the most visited first. Among equals the lowest square comes first.
    fn lines(&self) -> Vec<Line> {
        let mut children = self.nodes[0].children.clone();
        children.sort_by_key(|&child| (std::cmp::Reverse(self.nodes[child].visits), self.nodes[child].mv.square()));
        children.into_iter().map(|child| self.line(child)).collect()
    }

    fn line(&self, child: usize) -> Line {
        let node = &self.nodes[child];
        let discs = node.discs as f64 / f64::from(node.visits);
        let mut pv = vec![node.mv];
        let mut at = node;
        while let Some(&next) = at.children.iter().max_by_key(|&&next| self.nodes[next].visits) {
            at = &self.nodes[next];
            pv.push(at.mv);
        }
        let value = Valuation::estimate(discs, pv.len() as u32);
        Line { pv, worth: Worth::Discs(discs), value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::chosen;
    use crate::players::duel::opening_board;
    use crate::search::SilentObserver;
    use std::num::NonZeroU32;
    use std::time::Duration;

    fn player(playouts: u32) -> Mcts {
        let playouts = Playouts::Count(NonZeroU32::new(playouts).unwrap());
        Mcts::new("m", Objective::Normal, MctsSpec { playouts, exploration: 1.0 })
    }

    #[test]
    fn finds_what_full_search_finds_near_the_end() {
        let mut kept_results = 0;
        for seed in 0..40 {
            let board = opening_board(seed, 54);
            let game = Game::new(board);
            let report = player(2_000).choose(&game, &Limits::default(), &mut SilentObserver);
            let mv = chosen(&report).unwrap();
            let after = board.play(mv).unwrap().position;
            // Playouts count wins, not discs, so the move must not give away the better result.
            kept_results += u32::from((-solve(after)).signum() == solve(board.position).signum());
        }
        assert!(kept_results >= 39, "{kept_results}");
    }

    fn solve(position: Position) -> i32 {
        if position.is_over() {
            return position.score(Objective::Normal);
        }
        let moves = position.moves();
        if moves == 0 {
            return -solve(position.pass());
        }
        squares(moves).map(|square| -solve(position.play(square))).max().unwrap()
    }

    #[test]
    fn fixed_playouts_and_seed_give_the_same_report_and_every_move_a_line() {
        let game = Game::new(opening_board(3, 20));
        let [report, same_seed, other_seed] = [1, 1, 2].map(|seed| {
            let mut player = player(300);
            player.new_game(seed);
            player.rank(&game, 64, &Limits::default(), &mut SilentObserver)
        });
        assert_eq!(report.lines, same_seed.lines);
        assert_ne!(report.lines, other_seed.lines);
        assert_eq!(report.nodes, 300);
        assert_eq!(report.lines.len(), squares(game.board().position.moves()).count());
    }

    #[test]
    fn hints_are_in_the_order_of_their_values_and_within_the_depth() {
        let game = Game::new(opening_board(3, 20));
        for depth in [1, 2, 4] {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let report = player(300).rank(&game, 64, &limits, &mut SilentObserver);
            let values: Vec<f64> = report.lines.iter().map(|line| line.value.discs()).collect();
            assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
            let longest = report.lines.iter().map(|line| line.pv.len()).max();
            assert_eq!(longest, Some(depth as usize));
        }
    }

    #[test]
    fn a_time_does_not_let_the_tree_outgrow_the_memory() {
        let playouts = Playouts::Time(Duration::from_secs(3_600));
        let timed = Mcts::new("m", Objective::Normal, MctsSpec { playouts, exploration: 1.0 });
        assert_eq!(timed.most_playouts(&Limits::default()), MOST_PLAYOUTS);
        for (nodes, expected) in [(u64::MAX, MOST_PLAYOUTS), (5, 5), (0, 1)] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            assert_eq!(timed.most_playouts(&limits), expected);
        }
    }

    #[test]
    fn a_stop_still_gives_a_move() {
        let stop = Stop::default();
        stop.stop();
        let report =
            player(1_000_000).choose(&Game::default(), &Limits { stop, ..Limits::default() }, &mut SilentObserver);
        assert!(chosen(&report).is_some() && report.nodes <= BETWEEN_LOOKS);
    }
}
