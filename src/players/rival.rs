//! The rival: it knows what every move is worth to its tester, and chooses how much to lose (the master's thesis on rivals, chapter 5).

use std::collections::HashMap;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::naturalness::natural;
use super::personality::{Choice, Correction, Effort, RivalSpec, TieRule};
use super::phases::{number, phase};
use super::tester::{Valued, best};
use super::{Player, Tester};
use crate::board::{Game, Move, Objective, Position};
use crate::eval::FINISHED;
use crate::search::{Limits, Observer, Report};

/// Values from here on are those of finished games.
const DECIDED: f64 = FINISHED as f64 - 64.0;

/// Plays as well as it is told to.
#[derive(Debug)]
pub struct Rival {
    name: String,
    tester: Tester,
    spec: RivalSpec,
    seed: u64,
    /// What positions of own moves of this game were worth, and what the moves have lost, so that no position is searched twice. Decides nothing.
    losses: HashMap<(Position, Move), (f64, f64)>,
}

impl Rival {
    #[must_use]
    pub fn new(name: &str, objective: Objective, spec: &RivalSpec) -> Rival {
        let Effort::Depth(depth) = spec.tester.search.effort else { unreachable!("the file's check refuses a time") };
        let tester = Tester::of(&spec.tester, objective, depth);
        Rival { name: name.to_owned(), tester, spec: spec.clone(), seed: 0, losses: HashMap::new() }
    }

    /// What the own moves of this game and the next one are to lose, less what those made have lost; `best` is what the game is worth now.
    fn budget(&mut self, game: &Game, targets: &[f64], correction: Option<&Correction>, best: f64) -> f64 {
        let color = game.board().to_move;
        let own = game.history().iter().filter(|(board, mv)| board.to_move == color && *mv != Move::Pass);
        let (mut lost, mut due, mut turns) = (0.0, 0.0, 1.0);
        for &(board, mv) in own {
            let tester = &mut self.tester;
            let (worth, loss) = *self.losses.entry((board.position, mv)).or_insert_with(|| {
                let values = tester.values(&board.position);
                let played = values.iter().find(|valued| valued.mv == mv).map(|valued| valued.points);
                let of = |best: f64| (best, played.map_or(0.0, |played| tester.loss(best, played)));
                self::best(&values).map_or((0.0, 0.0), of)
            });
            lost += loss;
            due += target(targets, correction, number(&board), worth);
            turns += 1.0;
        }
        let number = number(game.board());
        due += target(targets, correction, number, best);
        // The thesis corrects D in | (M + loss) / T - D |: the target of all moves so far.
        due += turns * correction.map_or(0.0, |correction| step(correction, number, best));
        due.max(0.0) - lost
    }

    /// The index of the chosen move among these, which are not empty.
    fn pick(&mut self, game: &Game, moves: &[Valued], best: f64) -> usize {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(game.history().len() as u64);
        match self.spec.choice.clone() {
            Choice::TargetLoss { targets, tolerance, correction } => {
                // The thesis's | (M + loss) / T - D |, with both sides times T.
                let budget = self.budget(game, &targets, correction.as_ref(), best);
                let distance = |valued: &Valued| (self.tester.loss(best, valued.points) - budget).abs();
                let least = moves.iter().map(distance).fold(f64::INFINITY, f64::min);
                let near: Vec<usize> =
                    (0..moves.len()).filter(|&index| distance(&moves[index]) <= least + tolerance).collect();
                match self.spec.tester.search.ties {
                    TieRule::First => near[0],
                    TieRule::Random => near[rng.random_range(0..near.len())],
                }
            }
            Choice::KBest { k, sigma } => {
                let mut order: Vec<usize> = (0..moves.len()).collect();
                order.sort_by(|&a, &b| moves[b].points.total_cmp(&moves[a].points));
                order.truncate(k.get() as usize);
                let noisy = order.iter().map(|&index| (index, moves[index].points + sigma * normal(&mut rng)));
                noisy.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index)
            }
        }
    }
}

/// The target of one move: while the position is worth `best`, a correction that steers adds to it or takes from it.
fn target(targets: &[f64], correction: Option<&Correction>, number: u32, best: f64) -> f64 {
    let target = targets[phase(number)];
    match correction {
        // Who is sure to win or lose plays on as if nothing were.
        Some(&Correction::Steer { from, goal, gain }) if number >= from && best.abs() < DECIDED => {
            (target + gain * (best - goal)).max(0.0)
        }
        _ => target,
    }
}

/// What a correction by steps adds to the target of all moves so far while the position is worth `best`.
fn step(correction: &Correction, number: u32, best: f64) -> f64 {
    match *correction {
        Correction::Step { from, ahead, weaker, .. } if number >= from && best >= ahead => weaker,
        Correction::Step { from, behind, stronger, .. } if number >= from && best <= behind => -stronger,
        _ => 0.0,
    }
}

/// A draw from the normal distribution of mean 0 and deviation 1, by the method of Box and Muller (1958).
fn normal(rng: &mut impl Rng) -> f64 {
    // From (0, 1], so that the logarithm is finite.
    let u: f64 = 1.0 - rng.random::<f64>();
    let angle = std::f64::consts::TAU * rng.random::<f64>();
    (-2.0 * u.ln()).sqrt() * angle.cos()
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
        self.losses.clear();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let position = &game.board().position;
        let mut report = self.tester.search(position, 64, limits, observer);
        let all = self.tester.valued(&report);
        let Some(best) = best(&all) else { return report };
        let allowed = if self.spec.tester.search.natural { natural(position) } else { u64::MAX };
        let allowed: Vec<Valued> =
            all.into_iter().filter(|valued| valued.mv.square().is_none_or(|s| s.bit() & allowed != 0)).collect();
        let chosen = allowed[self.pick(game, &allowed, best)].mv;
        // The chosen move first, the others as they were: best first.
        if let Some(place) = report.lines.iter().position(|line| line.pv[0] == chosen) {
            report.lines[..=place].rotate_right(1);
        }
        report
    }

    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.tester.search(&game.board().position, count, limits, observer)
    }

    fn evaluates(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::personality::{Kind, Personality, parse};
    use crate::players::{Options, chosen, load};
    use crate::search::Silent;

    fn rival(choice: &str, natural: bool) -> Personality {
        let mut beginner: serde_json::Value = serde_json::from_str(&load("beginner").unwrap().to_json()).unwrap();
        beginner["kind"] = "rival".into();
        beginner["search"] = serde_json::json!({ "depth": 2, "ties": "random", "natural": natural });
        beginner["choice"] = serde_json::from_str(choice).unwrap();
        parse("rival.json", beginner.to_string().as_bytes()).unwrap()
    }

    /// The game of a personality against itself.
    fn game(personality: &Personality, seed: u64) -> Game {
        let mut player = personality.player(&Options::default());
        player.new_game(seed);
        let mut game = Game::default();
        while !game.is_over() {
            let mv = chosen(&player.choose(&game, &Limits::default(), &mut Silent)).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    fn tester() -> Tester {
        let mut beginner = load("beginner").unwrap();
        let Kind::Linear(spec) = &mut beginner.kind else { panic!("linear") };
        spec.search.effort = Effort::Depth(std::num::NonZeroU32::new(2).unwrap());
        Tester::new(&beginner).unwrap()
    }

    #[test]
    fn every_move_is_the_one_that_brings_the_mean_loss_nearest_to_the_target() {
        let target = 3.0;
        let game = game(&rival(r#"{"method": "target-loss", "target": 3}"#, false), 5);
        let mut tester = tester();
        for color in [crate::board::Color::Black, crate::board::Color::White] {
            let (mut sum, mut turns) = (0.0, 0.0);
            for &(board, mv) in game.history().iter().filter(|(board, mv)| board.to_move == color && *mv != Move::Pass)
            {
                let values = tester.values(&board.position);
                let best = best(&values).unwrap();
                turns += 1.0;
                let off = |points: f64| ((sum + tester.loss(best, points)) / turns - target).abs();
                let played = values.iter().find(|valued| valued.mv == mv).unwrap().points;
                let least = values.iter().map(|valued| off(valued.points)).fold(f64::INFINITY, f64::min);
                assert!(off(played) <= least + 1e-9, "{board:?} {mv}");
                sum += tester.loss(best, played);
            }
        }
    }

    #[test]
    fn target_0_plays_best_moves_and_a_large_one_the_worst() {
        let mut tester = tester();
        for (target, of_best) in [("0", true), ("100000", false)] {
            let game = game(&rival(&format!(r#"{{"method": "target-loss", "target": {target}}}"#), false), 1);
            for &(board, mv) in game.history().iter().filter(|(_, mv)| *mv != Move::Pass) {
                let values = tester.values(&board.position);
                let best = best(&values).unwrap();
                let loss = |valued: &Valued| tester.loss(best, valued.points);
                let largest = values.iter().map(loss).fold(0.0, f64::max);
                let played = values.iter().find(|valued| valued.mv == mv).map(loss).unwrap();
                assert_eq!(played, if of_best { 0.0 } else { largest });
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
            // Asked in the middle of the game for the first time, it plays the same.
            let whole = game(&personality, 7);
            let mut fresh = personality.player(&Options::default());
            fresh.new_game(7);
            let mut part = Game::default();
            whole.moves().take(31).for_each(|mv| part.play(mv).unwrap());
            let next = chosen(&fresh.choose(&part, &Limits::default(), &mut Silent));
            assert_eq!(next, whole.moves().nth(31));
        }
    }

    #[test]
    fn a_natural_rival_plays_natural_moves_only() {
        let game = game(&rival(r#"{"method": "target-loss", "target": 40}"#, true), 3);
        for &(board, mv) in game.history() {
            assert!(mv.square().is_none_or(|square| natural(&board.position) & square.bit() != 0));
        }
    }

    #[test]
    fn the_target_follows_the_fortunes_of_the_game() {
        let thesis = Correction::Step { from: 11, ahead: 50.0, weaker: 15.0, behind: -160.0, stronger: 10.0 };
        let by = |number, value| step(&thesis, number, value);
        assert_eq!([by(10, 60.0), by(11, 60.0), by(11, 49.0)], [0.0, 15.0, 0.0]);
        assert_eq!([by(10, -200.0), by(30, -160.0), by(30, -159.0)], [0.0, -10.0, 0.0]);
        assert_eq!(target(&[5.0; 4], Some(&thesis), 20, 400.0), 5.0);
        let steer = Correction::Steer { from: 11, goal: 20.0, gain: 0.5 };
        let of = |number, value| target(&[5.0; 4], Some(&steer), number, value);
        assert_eq!([of(10, 60.0), of(11, 60.0), of(11, 14.0), of(11, -60.0)], [5.0, 25.0, 2.0, 0.0]);
        assert_eq!(of(59, f64::from(crate::eval::FINISHED) + 2.0), 5.0);
        assert_eq!(step(&steer, 20, 400.0), 0.0);
    }
}
