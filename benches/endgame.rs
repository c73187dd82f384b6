//! Exact scores of positions from random games, one core: `cargo bench --bench endgame`. The time is that of all
//! positions of a set. Moves are ordered by the shipped patterns, as `rival solve` does.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use rival::board::{Objective, Position, squares};
use rival::eval::patterns::shipped;
use rival::search::Limits;
use rival::search::endgame::{Goal, Solver};
use rival::search::table::TranspositionTable;

/// Positions with this many empty squares, the side to move not forced to pass.
fn positions(empties: u32, count: usize) -> Vec<Position> {
    let play = |seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = Position::START;
        while position.empties() > empties && !position.is_over() {
            position = match squares(position.moves()).choose(&mut rng) {
                Some(square) => position.play(square),
                None => position.pass(),
            };
        }
        position
    };
    (0..).map(play).filter(|position| position.empties() == empties && position.moves() != 0).take(count).collect()
}

fn solve(c: &mut Criterion) {
    let mut group = c.benchmark_group("solve");
    group.sample_size(10);
    for (empties, count) in [(8, 500), (10, 500), (12, 500), (14, 200), (16, 100)] {
        let positions = positions(empties, count);
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("{count} positions with {empties} empties"), |b| {
            // Each round starts with empty tables.
            b.iter_batched(
                || {
                    let patterns = shipped::patterns().patterns.clone();
                    Solver::new(Arc::new(TranspositionTable::new(16).expect("16 MB"))).with_evaluation(patterns)
                },
                |solver| {
                    for position in &positions {
                        black_box(solver.solve(position, Objective::Normal, Goal::Exact, &Limits::default()));
                    }
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, solve);
criterion_main!(benches);
