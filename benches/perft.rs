//! Speed of the rules: perft 11 from the start, one core, bulk-counted at the last ply, nothing hashed.
//!
//! The throughput that Criterion prints is leaves a second. The instruction set is the build's: compare builds with
//! `RUSTFLAGS="-C target-cpu=x86-64-v3 -C no-vectorize-slp" cargo bench --bench perft`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rival::board::{Passes, Position, kernel, perft};

fn perft_11(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("perft 11, {}", kernel::NAME));
    group.sample_size(20);
    for (name, passes, leaves) in
        [("a pass is a ply", Passes::Ply, 212_258_800), ("a pass is free", Passes::Free, 212_260_880)]
    {
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(perft(&Position::START, 11, passes), leaves));
        });
    }
    group.finish();
}

criterion_group!(benches, perft_11);
criterion_main!(benches);
