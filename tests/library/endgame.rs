//! The endgame solver against plain minimax, and on the published FFO positions.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rand::seq::{IteratorRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::{Move, Objective, Position, Square, squares};
use rival::eval::patterns::shipped;
use rival::record::obf;
use rival::search::endgame::{Goal, LikelyResult, Question, Solution, Solver};
use rival::search::table::TranspositionTable;
use rival::search::{Limits, WinLossDraw};

fn solver(threads: usize) -> Solver {
    Solver::new(Arc::new(TranspositionTable::new(2).unwrap())).with_threads(threads)
}

/// The question of the winner under most discs, at growing confidence.
fn question(position: &Position) -> Question<'_> {
    Question { position, objective: Objective::Normal, selective: true, first: None }
}

/// All answers to who wins, the certain one last.
fn answers(solver: &Solver, question: Question<'_>) -> Vec<LikelyResult> {
    let mut answers = Vec::new();
    let mut keep = |likely| {
        answers.push(likely);
        true
    };
    solver.likely(question, &Limits::default(), &mut keep).unwrap();
    answers
}

/// Who wins, by the same solver.
fn result(solver: &Solver, position: &Position) -> WinLossDraw {
    let solved = solver.solve(position, Objective::Normal, Goal::WinLossDraw, &Limits::default());
    WinLossDraw::from_score(solved.unwrap().score)
}

fn minimax(position: &Position, objective: Objective) -> i32 {
    let moves = position.moves();
    if moves == 0 {
        let passed = position.pass();
        return if passed.moves() == 0 { position.score(objective) } else { -minimax(&passed, objective) };
    }
    squares(moves).map(|square| -minimax(&position.play(square), objective)).max().unwrap()
}

/// A position of a random game, or, one time in four, random discs that no game need reach: wipe-outs, passes, early
/// ends.
fn random_position(seed: u64, empties: u32) -> Position {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    if seed.is_multiple_of(4) {
        let bias = rng.random_range(1..20);
        let mut position = Position { own: 0, opp: 0 };
        for square in 0..64 {
            if rng.random_range(0..20) < bias { position.own |= 1 << square } else { position.opp |= 1 << square }
        }
        for _ in 0..empties {
            let bit = 1u64 << rng.random_range(0..64);
            position.own &= !bit;
            position.opp &= !bit;
        }
        return position;
    }
    let mut position = Position::START;
    while position.empties() > empties && !position.is_over() {
        position = match squares(position.moves()).choose(&mut rng) {
            Some(square) => position.play(square),
            None => position.pass(),
        };
    }
    position
}

/// The score of a line that has to be legal and to end the game.
fn played_out(position: &Position, pv: &[Move], objective: Objective) -> i32 {
    let mut position = *position;
    let mut sign = 1;
    for mv in pv {
        position = match mv {
            Move::Place(square) => {
                assert_ne!(position.moves() & square.bit(), 0);
                position.play(*square)
            }
            Move::Pass => {
                assert_eq!(position.moves(), 0);
                position.pass()
            }
        };
        sign = -sign;
    }
    assert!(position.is_over());
    sign * position.score(objective)
}

#[test]
fn agrees_with_minimax() {
    let one = solver(1);
    let two = solver(2);
    let limits = Limits::default();
    for seed in 0..2000 {
        let empties = [0, 1, 2, 3, 4, 5, 6, 7, 8, 8][seed as usize % 10];
        let position = random_position(seed, empties);
        let solver = if seed % 3 == 0 { &two } else { &one };
        for objective in [Objective::Normal, Objective::Anti] {
            let expected = minimax(&position, objective);
            let solved = solver.solve(&position, objective, Goal::Exact, &limits).unwrap();
            assert_eq!(solved.score, expected, "{position:?} {objective}");
            assert_eq!(played_out(&position, &solved.pv, objective), expected, "{position:?} {objective}");
            let solved = solver.solve(&position, objective, Goal::WinLossDraw, &limits).unwrap();
            assert_eq!(solved.score, expected.signum(), "{position:?} {objective}");
            assert_eq!(played_out(&position, &solved.pv, objective).signum(), expected.signum(), "{position:?}");
        }
    }
}

#[test]
fn agrees_with_minimax_at_ten_empties() {
    let solver = solver(1);
    for seed in 0..10 {
        let position = random_position(seed, 10);
        for objective in [Objective::Normal, Objective::Anti] {
            let solved = solver.solve(&position, objective, Goal::Exact, &Limits::default()).unwrap();
            assert_eq!(solved.score, minimax(&position, objective), "{position:?} {objective}");
        }
    }
}

#[test]
fn every_move_has_its_score() {
    let solver = solver(2);
    for seed in 0..300 {
        let position = random_position(seed, 7);
        for objective in [Objective::Normal, Objective::Anti] {
            let mut seen = 0;
            let all = solver.solve_all(&position, objective, &Limits::default(), &mut |_| seen += 1).unwrap();
            assert_eq!(all.len(), seen);
            let mut expected: Vec<(Move, i32)> = squares(position.moves())
                .map(|square| (Move::Place(square), -minimax(&position.play(square), objective)))
                .collect();
            if expected.is_empty() && !position.is_over() {
                expected.push((Move::Pass, -minimax(&position.pass(), objective)));
            }
            expected.sort_by_key(|&(_, score)| -score);
            let found: Vec<(Move, i32)> = all.iter().map(|solved| (solved.pv[0], solved.score)).collect();
            assert_eq!(found, expected, "{position:?} {objective}");
            for solved in &all {
                assert_eq!(played_out(&position, &solved.pv, objective), solved.score);
            }
        }
    }
}

/// Deep enough for the selective searches, the shared table and shared work; a solver of one thread and an empty table
/// is the oracle of others.
#[test]
fn threads_and_table_contents_change_nothing() {
    let warm = solver(3);
    for seed in 1..12 {
        let position = random_position(4 * seed + 1, 18);
        let objective = if seed % 3 == 0 { Objective::Anti } else { Objective::Normal };
        let fresh = solver(1).solve(&position, objective, Goal::Exact, &Limits::default()).unwrap();
        let threaded = warm.solve(&position, objective, Goal::Exact, &Limits::default()).unwrap();
        assert_eq!((threaded.score, &threaded.pv), (fresh.score, &fresh.pv), "{position:?}");
        assert_eq!(played_out(&position, &fresh.pv, objective), fresh.score);
        let result = warm.solve(&position, objective, Goal::WinLossDraw, &Limits::default()).unwrap();
        assert_eq!(result.score, fresh.score.signum(), "{position:?}");
    }
}

/// The positions of one game with 20 to 8 empty squares, those with a choice. Most moves leave the other side few
/// replies, so that scores lie close together as in play.
fn game(seed: u64) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::START;
    let mut game = Vec::new();
    while !position.is_over() && position.empties() >= 8 {
        if position.empties() <= 20 && position.moves() != 0 {
            game.push(position);
        }
        let replies = |&square: &Square| position.play(square).moves().count_ones();
        let moves = squares(position.moves());
        let chosen = if rng.random_ratio(1, 3) { moves.choose(&mut rng) } else { moves.min_by_key(replies) };
        position = chosen.map_or_else(|| position.pass(), |square| position.play(square));
    }
    game
}

/// The score by plain alpha-beta: no table, and no order but that by replies.
fn plain(position: &Position, objective: Objective, mut alpha: i32, beta: i32) -> i32 {
    let mut next: Vec<Position> = squares(position.moves()).map(|square| position.play(square)).collect();
    if next.is_empty() {
        let passed = position.pass();
        let over = passed.moves() == 0;
        return if over { position.score(objective) } else { -plain(&passed, objective, -beta, -alpha) };
    }
    if position.empties() > 5 {
        next.sort_by_key(|next| next.moves().count_ones());
    }
    for next in next {
        alpha = alpha.max(-plain(&next, objective, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// One solver, asked for the positions of many games one after the other (in order, backwards, shuffled), finds what
/// a fresh one finds, and with few empty squares what plain alpha-beta finds. Returns the positions asked for.
fn sequences(games: std::ops::Range<u64>, most_empties: u32) -> usize {
    let patterns = &shipped::patterns().patterns;
    let limits = Limits::default();
    let warm = [1, 2].map(|threads| solver(threads).with_evaluation(patterns.clone()));
    let mut asked = 0;
    for seed in games {
        let mut positions = game(seed);
        positions.retain(|position| position.empties() <= most_empties);
        match seed % 3 {
            0 => {}
            1 => positions.reverse(),
            _ => positions.shuffle(&mut ChaCha8Rng::seed_from_u64(seed)),
        }
        let warm = &warm[usize::from(seed % 8 >= 5)];
        let objective = if seed % 4 == 3 { Objective::Anti } else { Objective::Normal };
        for (index, position) in positions.iter().enumerate() {
            let score = |solver: &Solver, goal| solver.solve(position, objective, goal, &limits).unwrap().score;
            // Both goals in turn, either one first, and sometimes only one.
            let exact = Goal::Exact;
            let wld = Goal::WinLossDraw;
            let goals = [vec![exact, wld], vec![wld, exact], vec![exact], vec![wld]];
            // Likely answers before the certain one, stopped at a random point.
            if index % 3 == 0 {
                let few = Limits { nodes: Some(1 << (10 + index)), ..Limits::default() };
                let _ = warm.likely(Question { objective, ..question(position) }, &few, &mut |_| true);
            }
            for &goal in &goals[(index + seed as usize) % 4] {
                let found = score(warm, goal);
                let fresh = score(&solver(1).with_evaluation(patterns.clone()), goal);
                assert_eq!(found, fresh, "{position:?} {objective} {goal:?}, game {seed}");
                if position.empties() <= 12 {
                    let plain = plain(position, objective, -64, 64);
                    let expected = if goal == Goal::Exact { plain } else { plain.signum() };
                    assert_eq!(found, expected, "{position:?} {objective} {goal:?}, game {seed}");
                }
            }
            asked += 1;
        }
    }
    asked
}

#[test]
fn a_sequence_of_positions_has_the_scores_of_each_alone() {
    assert!(sequences(0..32, 16) > 250);
}

#[test]
#[ignore = "2,000 positions, up to 20 empty squares: minutes of processor time"]
fn two_thousand_positions_in_sequences_have_the_scores_of_each_alone() {
    let [first, second] = std::thread::scope(|scope| {
        [1_000..1_085, 1_085..1_170].map(|seeds| scope.spawn(|| sequences(seeds, 20))).map(|half| half.join().unwrap())
    });
    assert!(first + second >= 2_000);
}

/// Answers that are likely come before the certain one, in order, and the move that is certain keeps the score.
#[test]
fn likely_answers_end_with_the_certain_one() {
    let patterns = &shipped::patterns().patterns;
    let mut likely = 0;
    let mut wrong = 0;
    for seed in 0..80 {
        let Some(&position) = game(seed).iter().find(|position| position.empties() <= 15) else { continue };
        let fresh = || solver(1).with_evaluation(patterns.clone());
        let all = answers(&fresh(), question(&position));
        assert!(
            all.is_sorted_by_key(|answer| answer.nodes) && all.is_sorted_by_key(|answer| answer.percent),
            "{all:?}"
        );
        let (last, before) = all.split_last().unwrap();
        assert_eq!((last.percent, last.result), (100, result(&fresh(), &position)), "{position:?}");
        assert_eq!(last.result, -result(&fresh(), &position.play(last.best)), "{position:?}");
        likely += before.len();
        wrong += before.iter().filter(|answer| answer.result != last.result).count();
        let alone = answers(&fresh(), Question { selective: false, ..question(&position) });
        assert_eq!((alone.len(), alone[0].result, alone[0].percent), (1, last.result, 100));
    }
    assert!(likely > 100 && wrong * 20 < likely, "{wrong} of {likely}");
}

#[test]
fn the_move_that_is_asked_for_is_the_answer_if_it_is_as_good_as_any() {
    let mut counts = [0; 2];
    for position in (0..40).map(|seed| random_position(4 * seed + 1, 9)) {
        let result = WinLossDraw::from_score(minimax(&position, Objective::Normal));
        for square in squares(position.moves()) {
            let all = answers(&solver(1), Question { first: Some(square), ..question(&position) });
            let last = all[all.len() - 1];
            assert_eq!((last.percent, last.result), (100, result), "{position:?}");
            let of_move = WinLossDraw::from_score(-minimax(&position.play(square), Objective::Normal));
            assert_eq!(last.best == square, of_move == result, "{position:?} {square}");
            counts[usize::from(last.best == square)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// A table that other questions have filled may call a move best that was only the best of those that failed low.
#[test]
fn the_move_of_a_likely_answer_keeps_its_result_after_other_questions() {
    let patterns = &shipped::patterns().patterns;
    let limits = Limits::default();
    let mut asked = 0;
    for seed in 0..60 {
        let Some(&position) = game(seed).iter().find(|position| position.empties() <= 13) else { continue };
        let warm = solver(1).with_evaluation(patterns.clone());
        for selective in [seed % 2 == 0, true, false] {
            let all = answers(&warm, Question { selective, ..question(&position) });
            let last = all[all.len() - 1];
            assert_eq!((last.percent, -result(&warm, &position.play(last.best))), (100, last.result), "{position:?}");
            asked += 1;
            // Questions about other bounds, for the next one's table to be no cleaner than a real one.
            for score in [-20, 0, 20] {
                let _ = warm.exceeds(&position, Objective::Normal, score, &limits);
            }
            let _ = warm.solve(&position, Objective::Normal, Goal::Exact, &limits);
        }
    }
    assert!(asked > 150, "{asked}");
}

/// Two that order by other evaluations find the same scores and the same lines, and both those of minimax.
#[test]
fn the_order_of_moves_changes_nothing_but_the_time() {
    let patterns = shipped::patterns().patterns.clone();
    // One thread each: two visit more positions, and not the same number each time.
    let own = solver(1);
    let learned = solver(1).with_evaluation(patterns);
    let limits = Limits::default();
    let nodes = |solved: &[Solution]| solved.iter().map(|solved| solved.nodes).sum::<u64>();
    let mut visited = (0, 0);
    for seed in 0..60 {
        let empties = [0, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16, 17][seed as usize % 12];
        let position = random_position(seed, empties);
        for objective in [Objective::Normal, Objective::Anti] {
            let ask = |solver: &Solver| {
                [Goal::Exact, Goal::WinLossDraw].map(|goal| solver.solve(&position, objective, goal, &limits).unwrap())
            };
            let expected = ask(&own);
            let found = ask(&learned);
            for (expected, found) in expected.iter().zip(&found) {
                assert_eq!((found.score, &found.pv), (expected.score, &expected.pv), "{position:?} {objective}");
            }
            if empties == 10 {
                assert_eq!(found[0].score, minimax(&position, objective), "{position:?} {objective}");
            }
            if objective == Objective::Normal {
                visited = (visited.0 + nodes(&expected), visited.1 + nodes(&found));
            }
        }
    }
    assert!(visited.1 < visited.0, "{visited:?}");
}

#[test]
fn limits_end_the_solve() {
    let position = random_position(1, 30);
    for threads in [1, 2] {
        let solver = solver(threads);
        let nodes = Limits { nodes: Some(100_000), ..Limits::default() };
        assert_eq!(solver.solve(&position, Objective::Normal, Goal::Exact, &nodes), None);
        assert_eq!(solver.solve(&Position::START, Objective::Normal, Goal::Exact, &nodes), None);
        let time = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        assert_eq!(solver.solve(&position, Objective::Normal, Goal::Exact, &time), None);
        let stopped = Limits::default();
        let stop = stopped.stop.clone();
        let solve = std::thread::spawn(move || solver.solve(&position, Objective::Anti, Goal::Exact, &stopped));
        std::thread::sleep(Duration::from_millis(20));
        stop.stop();
        assert_eq!(solve.join().unwrap(), None);
    }
}

/// A few published positions.
#[test]
fn ffo_scores() {
    assert_eq!(ffo("tests/data/ffo.obf", 16), 6);
}

/// Positions 1 to 19 with every move's score, and those of 20 to 39 that are quick.
#[test]
#[ignore = "reads ../shared/data/ffo"]
fn more_ffo_scores() {
    assert_eq!(ffo("../shared/data/ffo/fforum-1-19.obf", 16), 19);
    assert_eq!(ffo("../shared/data/ffo/fforum-20-39.obf", 18), 4);
}

/// Solves the positions of a file that have few enough empty squares, and counts them.
fn ffo(file: &str, most_empties: u32) -> usize {
    let solver = Solver::new(Arc::new(TranspositionTable::new(64).unwrap())).with_threads(2);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text =
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: found {error}, expected positions", path.display()));
    let mut solved_positions = 0;
    for (line, problem) in obf::parse_all(&text) {
        let problem = problem.unwrap();
        let position = problem.board.position;
        if position.empties() > most_empties {
            continue;
        }
        let solved = solver.solve(&position, Objective::Normal, Goal::Exact, &Limits::default()).unwrap();
        assert_eq!(Some(solved.score), problem.score(), "line {line}");
        assert_eq!(played_out(&position, &solved.pv, Objective::Normal), solved.score, "line {line}");
        if position.empties() <= 14 {
            let all = solver.solve_all(&position, Objective::Normal, &Limits::default(), &mut |_| {}).unwrap();
            for (mv, score) in &problem.scores {
                let found = all.iter().find(|solved| solved.pv[0] == *mv).unwrap();
                assert_eq!(found.score, *score, "line {line} {mv}");
            }
        }
        solved_positions += 1;
    }
    solved_positions
}
