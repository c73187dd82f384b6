//! What a leaf costs: each shipped evaluation over the moves of positions of random games. `cargo bench --bench eval`

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use rival::board::{Position, squares};
use rival::eval::{Evaluation, Evaluator, Leaf};
use rival::personality::shipped;
use rival::players::duel::opening_board;

/// Random positions of 6 to 45 moves; their moves lead to leaves as a search meets them.
fn positions() -> Vec<Position> {
    (0..400).map(|seed| opening_board(seed, 6 + (seed % 35) as u32).position).collect()
}

/// Plays every move and values the position behind it, as the last ply of a search does.
fn bench<E: Evaluator>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, evaluator: &E, positions: &[Position]) {
    let sum = || {
        let mut sum = 0;
        for before in positions {
            let state = evaluator.state(before);
            for square in squares(before.moves()) {
                let position = before.play(square);
                let leaf = Leaf { position, before: Some(*before), passes: 0 };
                let state = evaluator.played(&state, before, &position);
                sum += i64::from(evaluator.evaluate_at(black_box(&leaf), position.moves(), &state));
            }
        }
        sum
    };
    group.bench_function(name, |bencher| bencher.iter(sum));
}

fn evaluations(criterion: &mut Criterion) {
    let positions = positions();
    let leaves: u32 = positions.iter().map(|position| position.moves().count_ones()).sum();
    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(leaves.into()));
    let moves = || {
        let after = |before: &Position| {
            squares(before.moves()).map(|square| before.play(square).moves()).fold(0, u64::wrapping_add)
        };
        positions.iter().map(after).fold(0, u64::wrapping_add)
    };
    group.bench_function("moves and flips only", |bencher| bencher.iter(moves));
    for personality in shipped() {
        let Some(spec) = personality.alpha_beta() else { continue };
        match spec.evaluation.build() {
            Evaluation::Weighted(weighted) => bench(&mut group, &personality.name, &weighted, &positions),
            Evaluation::Patterns(patterns) => bench(&mut group, &personality.name, &patterns, &positions),
            Evaluation::Network(network) => bench(&mut group, &personality.name, &network, &positions),
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(1));
    targets = evaluations
}
criterion_main!(benches);
