//! The rival: it knows the value that its tester gives every move, and chooses how many points to lose (Ueda's thesis,
//! 2012, chapter 5).

mod account;

use std::collections::HashMap;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use self::account::{Turn, account};
use super::explain::{Account, Explanation, MoveReason};
use super::naturalness::natural;
use super::tester::{ValuedMove, best};
use super::{Player, Tester};
use crate::board::{Board, Game, Move, Objective, Position};
use crate::eval::Worth;
use crate::personality::{ChoiceRule, Correction, Effort, RivalSpec, TieRule};
use crate::search::{Limits, Observer, Report, SilentObserver, Stop};
use crate::stats::draw_normal;

/// Plays at a chosen strength.
#[derive(Debug)]
pub struct Rival {
    name: String,
    tester: Tester,
    spec: RivalSpec,
    seed: u64,
    /// The values of the positions of this game in which the rival moved, kept so that none is searched twice.
    values: HashMap<Position, Vec<ValuedMove>>,
}

impl Rival {
    /// A player of this specification. A limit of time is replaced by the first depth.
    #[must_use]
    pub fn new(name: &str, objective: Objective, spec: &RivalSpec) -> Rival {
        // A file's check refuses a time.
        let depth = match spec.tester.search.effort {
            Effort::Depth(depth) => depth,
            Effort::Time { first_depth, .. } => first_depth,
        };
        let tester = Tester::from_spec(&spec.tester, objective, depth);
        Rival { name: name.to_owned(), tester, spec: spec.clone(), seed: 0, values: HashMap::new() }
    }

    /// The losses in this game, and the intended loss including the next move. `worth` is the position's value. `None`
    /// if stopped.
    fn account(
        &mut self,
        game: &Game,
        targets: &[f64],
        correction: Option<&Correction>,
        worth: Worth,
        limits: &Limits,
    ) -> Option<Account> {
        let turns: Option<Vec<Turn>> = own_moves(game).map(|(board, mv)| self.turn(board, *mv, limits)).collect();
        Some(account(self.tester.unit(), targets, correction, &turns?, game.board().position.move_number(), worth))
    }

    /// The loss of a move by the rival; `None` if stopped. A position without values is searched within the limits of
    /// time and positions.
    fn turn(&mut self, board: &Board, mv: Move, limits: &Limits) -> Option<Turn> {
        let position = &board.position;
        if !self.values.contains_key(position) {
            let limits = Limits { depth: None, moves: None, ..limits.clone() };
            let report = self.tester.search(position, 64, &limits, &mut SilentObserver);
            if limits.stop.is_stopped() {
                return None;
            }
            self.values.insert(*position, Tester::valued(&report));
        }
        let values = &self.values[position];
        let worth = best(values).unwrap_or(Worth::Points(0.0));
        let played = values.iter().find(|valued| valued.mv == mv);
        let loss = played.map_or(0.0, |played| self.tester.loss(worth, played.worth));
        Some(Turn { number: position.move_number(), worth, loss })
    }

    /// The number of searches for a move: one of the position, and one of each earlier one without values.
    fn searches(&self, game: &Game) -> u32 {
        match self.spec.choice {
            ChoiceRule::KBest { .. } => 1,
            ChoiceRule::TargetLoss { .. } => {
                1 + own_moves(game).filter(|(board, _)| !self.values.contains_key(&board.position)).count() as u32
            }
        }
    }

    /// The moves among these (not empty) that fit the account, with the account.
    fn fitting(&self, moves: &[ValuedMove], best: Worth, account: &Account, tolerance: f64) -> Vec<usize> {
        // The thesis's | (M + loss) / T - D |, multiplied by T.
        let losses = moves.iter().map(|valued| self.tester.loss(best, valued.worth));
        let distances: Vec<f64> = losses.map(|loss| (account.lost + loss - account.due).abs()).collect();
        let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
        (0..moves.len()).filter(|&index| distances[index] <= least + tolerance).collect()
    }

    /// The index of the chosen move among these (not empty); 0 if stopped.
    fn pick(&mut self, game: &Game, moves: &[ValuedMove], best: Worth, limits: &Limits) -> usize {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(game.history().len() as u64);
        match self.spec.choice.clone() {
            ChoiceRule::TargetLoss { targets, tolerance, correction } => {
                let Some(account) = self.account(game, &targets, correction.as_ref(), best, limits) else {
                    return 0;
                };
                let near = self.fitting(moves, best, &account, tolerance);
                self.one_of(&near, &mut rng)
            }
            ChoiceRule::KBest { k, sigma } => {
                let mut order: Vec<usize> = (0..moves.len()).collect();
                let count = order.len().min(k.get() as usize);
                if count < order.len() && self.spec.tester.search.ties == TieRule::Random {
                    order.shuffle(&mut rng);
                }
                order.sort_by(|&a, &b| moves[b].worth.total_cmp(&moves[a].worth));
                // Noise may reorder evaluations, won games or lost games, but does not mix these three.
                let mut noisy = Vec::with_capacity(count);
                for &index in &order[..count] {
                    let (class, amount) = moves[index].worth.rank();
                    noisy.push((class, amount + sigma * draw_normal(&mut rng)));
                }
                let most = noisy.iter().copied().reduce(|most, other| if other > most { other } else { most });
                let best = order.iter().zip(&noisy).filter(|(_, value)| Some(**value) == most);
                let best: Vec<usize> = best.map(|(index, _)| *index).collect();
                self.one_of(&best, &mut rng)
            }
        }
    }

    /// One of these indices of moves that are equally good for the choice.
    fn one_of(&self, equal: &[usize], rng: &mut ChaCha8Rng) -> usize {
        match self.spec.tester.search.ties {
            TieRule::First => equal[0],
            TieRule::Random => equal[rng.random_range(0..equal.len())],
        }
    }

    /// The moves that the personality allows; all if it allows none of them.
    fn allowed(&self, position: &Position, all: &[ValuedMove]) -> Vec<ValuedMove> {
        let natural = if self.spec.tester.search.natural { natural(position) } else { u64::MAX };
        let is_natural = |valued: &&ValuedMove| valued.mv.square().is_none_or(|square| square.bit() & natural != 0);
        let allowed: Vec<ValuedMove> = all.iter().filter(is_natural).copied().collect();
        if allowed.is_empty() { all.to_vec() } else { allowed }
    }
}

/// The earlier moves of the side to move, with their boards.
fn own_moves(game: &Game) -> impl Iterator<Item = &(Board, Move)> {
    let color = game.board().to_move;
    game.history().iter().filter(move |(board, mv)| board.to_move == color && *mv != Move::Pass)
}

impl Player for Rival {
    fn name(&self) -> &str {
        &self.name
    }

    fn objective(&self) -> Objective {
        self.tester.objective()
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.values.clear();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let position = &game.board().position;
        let limits = limits.divided(position.empties(), self.searches(game));
        let mut report = self.tester.search(position, 64, &limits, observer);
        let all = Tester::valued(&report);
        let Some(best) = best(&all) else { return report };
        let allowed = self.allowed(position, &all);
        let chosen = allowed[self.pick(game, &allowed, best, &limits)].mv;
        // A smaller limit of depth would give other losses than the tester's.
        if limits.depth.is_none_or(|depth| depth >= self.tester.depth()) && !limits.stop.is_stopped() {
            self.values.insert(*position, all);
        }
        // The chosen move comes first, then the others, best first.
        if let Some(place) = report.lines.iter().position(|line| line.pv[0] == chosen) {
            report.lines[..=place].rotate_right(1);
        }
        report
    }

    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.tester.search(&game.board().position, count, limits, observer)
    }

    fn explain(&mut self, game: &Game, report: &Report, mv: Move, stop: &Stop) -> Option<Explanation> {
        let position = &game.board().position;
        let choice = super::chosen(report)?;
        let all = Tester::valued(report);
        if all.len() < 2 {
            return Some(Explanation::new(mv, MoveReason::Only));
        }
        let played = all.iter().find(|valued| valued.mv == mv)?;
        // Among equal moves the first counts as the best, as in the search.
        let best = all.iter().rev().max_by(|a, b| a.worth.total_cmp(&b.worth))?;
        let better = (best.worth != played.worth).then_some(best.mv);
        let is_only_natural = self.allowed(position, &all).len() == 1;
        let why = match (better, self.spec.choice.clone()) {
            _ if choice != mv => MoveReason::Another { choice, equal: false },
            (Some(better), _) if is_only_natural => MoveReason::natural(position, better),
            (_, ChoiceRule::TargetLoss { targets, correction, .. }) => {
                let limits = Limits { stop: stop.clone(), ..Limits::default() };
                let account = self.account(game, &targets, correction.as_ref(), best.worth, &limits)?;
                MoveReason::Aimed { better, account }
            }
            (_, ChoiceRule::KBest { .. }) => MoveReason::Noisy { better },
        };
        Some(Explanation::new(mv, why))
    }

    fn evaluates(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares;
    use crate::personality::{Kind, Personality, parse};
    use crate::players::{Options, chosen, load};
    use crate::record::obf;

    fn rival(choice: &str, natural: bool) -> Personality {
        let mut beginner: serde_json::Value = serde_json::from_str(&load("beginner").unwrap().to_json()).unwrap();
        beginner["kind"] = "rival".into();
        beginner["search"] = serde_json::json!({ "depth": 2, "ties": "random", "natural": natural });
        beginner["choice"] = serde_json::from_str(choice).unwrap();
        parse("rival.json", beginner.to_string().as_bytes()).unwrap()
    }

    /// A game of a personality against itself.
    fn game(personality: &Personality, seed: u64) -> Game {
        let mut player = personality.player(&Options::default());
        player.new_game(seed);
        let mut game = Game::default();
        while !game.is_over() {
            let mv = chosen(&player.choose(&game, &Limits::default(), &mut SilentObserver)).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    fn tester() -> Tester {
        let mut beginner = load("beginner").unwrap();
        let Kind::AlphaBeta(spec) = &mut beginner.kind else { panic!("beginner searches") };
        spec.search.effort = Effort::Depth(std::num::NonZeroU32::new(2).unwrap());
        Tester::new(&beginner).unwrap()
    }

    #[test]
    fn equal_moves_fall_as_the_file_says_whatever_their_number_is() {
        for (ties, k, expected) in [("first", 64, 1), ("first", 1, 1), ("random", 64, 4), ("random", 1, 4)] {
            let choice = format!(r#"{{"method": "k-best", "k": {k}, "sigma": 0}}"#);
            let mut file: serde_json::Value = serde_json::from_str(&rival(&choice, false).to_json()).unwrap();
            file["search"]["ties"] = ties.into();
            let mut player = parse("rival.json", file.to_string().as_bytes()).unwrap().player(&Options::default());
            // The four first moves are images of each other.
            let first = |seed| {
                player.new_game(seed);
                chosen(&player.choose(&Game::default(), &Limits::default(), &mut SilentObserver)).unwrap()
            };
            let played: Vec<Move> = (0..60).map(first).collect();
            let different: std::collections::BTreeSet<String> = played.iter().map(Move::to_string).collect();
            assert_eq!(different.len(), expected, "{ties} {k}: {different:?}");
            assert!(ties != "first" || different.contains("d3"), "{different:?}");
        }
    }

    #[test]
    fn every_move_is_the_one_that_brings_the_mean_loss_nearest_to_the_target() {
        let target = 3.0;
        let game = game(&rival(r#"{"method": "target-loss", "target": 3}"#, false), 5);
        let mut tester = tester();
        for color in [crate::board::Color::Black, crate::board::Color::White] {
            let mut sum = 0.0;
            let mut turns = 0.0;
            for &(board, mv) in game.history().iter().filter(|(board, mv)| board.to_move == color && *mv != Move::Pass)
            {
                let values = tester.values(&board.position, &Stop::default()).unwrap();
                let best = best(&values).unwrap();
                turns += 1.0;
                let losses: Vec<f64> = values.iter().map(|valued| tester.loss(best, valued.worth)).collect();
                let distances: Vec<f64> = losses.iter().map(|loss| ((sum + loss) / turns - target).abs()).collect();
                let played = values.iter().position(|valued| valued.mv == mv).unwrap();
                let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
                assert!(distances[played] <= least + 1e-9, "{board:?} {mv}");
                sum += losses[played];
            }
        }
    }

    #[test]
    fn target_0_plays_best_moves_and_a_large_one_the_worst() {
        let mut tester = tester();
        for (target, of_best) in [("0", true), ("100000", false)] {
            let game = game(&rival(&format!(r#"{{"method": "target-loss", "target": {target}}}"#), false), 1);
            for &(board, mv) in game.history().iter().filter(|(_, mv)| *mv != Move::Pass) {
                let values = tester.values(&board.position, &Stop::default()).unwrap();
                let best = best(&values).unwrap();
                let losses: Vec<f64> = values.iter().map(|valued| tester.loss(best, valued.worth)).collect();
                let largest = losses.iter().copied().fold(0.0, f64::max);
                let played = values.iter().position(|valued| valued.mv == mv).unwrap();
                assert_eq!(losses[played], if of_best { 0.0 } else { largest });
            }
        }
    }

    #[test]
    fn the_seed_decides_and_nothing_else() {
        for choice in [
            r#"{"method": "target-loss", "targets": [1, 2, 3, 4], "tolerance": 2}"#,
            r#"{"method": "k-best", "k": 4, "sigma": 5}"#,
        ] {
            let personality = rival(choice, true);
            assert!(personality.is_random());
            assert_eq!(game(&personality, 7), game(&personality, 7));
            assert_ne!(game(&personality, 7), game(&personality, 8));
            // The choices stay the same if the first request comes in the middle of the game.
            let full_game = game(&personality, 7);
            let mut fresh = personality.player(&Options::default());
            fresh.new_game(7);
            let mut part = Game::default();
            full_game.moves().take(31).for_each(|mv| part.play(mv).unwrap());
            let next = chosen(&fresh.choose(&part, &Limits::default(), &mut SilentObserver));
            assert_eq!(next, full_game.moves().nth(31));
        }
    }

    /// Within its limits a rival also values its earlier moves, and it values none twice.
    #[test]
    fn earlier_moves_are_valued_within_the_limits() {
        let choice = r#"{"method": "target-loss", "target": 3}"#;
        let whole_game = game(&rival(choice, false), 7);
        let mut game = Game::default();
        whole_game.moves().take(30).for_each(|mv| game.play(mv).unwrap());
        let mut deep = rival(choice, false);
        let Kind::Rival(spec) = &mut deep.kind else { panic!("it is a rival") };
        // Without limits sixteen searches of this depth take hours.
        spec.tester.search.effort = Effort::Depth(std::num::NonZeroU32::new(20).unwrap());
        let mut rival = Rival::new("r", Objective::Normal, spec);
        assert_eq!(rival.searches(&game), 16);
        let limits = Limits { nodes: Some(16_000), ..Limits::default() };
        let report = rival.choose(&game, &limits, &mut SilentObserver);
        assert!(report.nodes <= 2_000, "{}", report.nodes);
        game.play(chosen(&report).unwrap()).unwrap();
        game.play(game.board().moves().next().unwrap()).unwrap();
        assert_eq!(rival.searches(&game), 1);
    }

    #[test]
    fn a_natural_rival_that_may_only_play_unnatural_moves_plays_one() {
        let text = "---------X-----O--XX-OO---OXOOO-O-OXOXO--XOOOOO-XOOOOXX--O---XXX X";
        let board = obf::parse(text).unwrap().unwrap().board;
        let unnatural = board.position.moves() & !natural(&board.position);
        let mut player = rival(r#"{"method": "target-loss", "target": 40}"#, true).player(&Options::default());
        player.new_game(1);
        for square in squares(unnatural) {
            let limits = Limits { moves: Some(square.bit()), ..Limits::default() };
            let report = player.choose(&Game::new(board), &limits, &mut SilentObserver);
            assert_eq!(report.lines[0].pv[0], Move::Place(square));
        }
        assert_ne!(unnatural, 0);
    }

    #[test]
    fn a_natural_rival_plays_natural_moves_only() {
        let game = game(&rival(r#"{"method": "target-loss", "target": 40}"#, true), 3);
        for &(board, mv) in game.history() {
            assert!(mv.square().is_none_or(|square| natural(&board.position) & square.bit() != 0));
        }
    }
}
