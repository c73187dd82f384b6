//! What a leaf costs: each shipped linear evaluation over positions of random games. `cargo bench --bench eval`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rival::board::{Position, squares};
use rival::eval::{Evaluation, Evaluator, Leaf};
use rival::personality::shipped;
use rival::players::duel::opening_board;

/// Leaves below random positions of 6 to 45 moves, as a search meets them.
fn leaves() -> Vec<Leaf> {
    let boards = (0..400).map(|seed| opening_board(seed, 6 + (seed % 35) as u32).position);
    let below = |before: Position| {
        squares(before.moves()).map(move |square| Leaf {
            position: before.play(square),
            before: Some(before),
            forfeits: 0,
        })
    };
    boards.flat_map(below).collect()
}

fn evaluations(criterion: &mut Criterion) {
    let leaves = leaves();
    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(leaves.len() as u64));
    for personality in shipped() {
        let Some(spec) = personality.alpha_beta() else { continue };
        let Evaluation::Weighted(evaluator) = spec.evaluation.build();
        let sum = || leaves.iter().map(|leaf| i64::from(evaluator.evaluate(black_box(leaf)))).sum::<i64>();
        group.bench_function(&personality.name, |bencher| bencher.iter(sum));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(1));
    targets = evaluations
}
criterion_main!(benches);
