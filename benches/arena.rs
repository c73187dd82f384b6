//! Speed of static players: a round robin of 200 random maps from the normal start, both colours, one core.
//!
//! The throughput that Criterion prints is games a second. Each instruction set is measured as the build compiles it:
//! the portable code as any CPU gets it needs `RUSTFLAGS="-C target-cpu=x86-64 -C no-vectorize-slp" cargo bench --bench
//! arena`.

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::kernel::lanes::{Batch, LANES};
use rival::board::kernel::{self, lanes_portable};
use rival::board::{Objective, Position};
use rival::train::arena::{self, Duel, Order};

const MAPS: usize = 200;

fn round_robin(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    step: impl Fn(&mut Batch, &[&Order; LANES]) -> u8 + Copy,
) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let orders: Vec<Order> = (0..MAPS).map(|_| Order::new(&std::array::from_fn(|_| rng.random()))).collect();
    let pairs: Vec<(usize, usize)> =
        (0..MAPS).flat_map(|a| (0..MAPS).filter(move |&b| b != a).map(move |b| (a, b))).collect();
    group.throughput(Throughput::Elements(pairs.len() as u64));
    for objective in [Objective::Normal, Objective::Anti] {
        group.bench_function(format!("{name}, {objective}"), |bencher| {
            bencher.iter(|| {
                let mut points = [0; MAPS];
                let duels = pairs.iter().map(|&(first, second)| Duel { start: Position::START, first, second });
                arena::play_by(step, &orders, duels, |number, end| {
                    points[pairs[number].0] += end.score(objective).signum();
                });
                points
            });
        });
    }
}

fn arena(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("round robin of {MAPS} maps, {} build", kernel::NAME));
    group.sample_size(20);
    round_robin(&mut group, "portable", lanes_portable::step);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    round_robin(&mut group, "avx2", kernel::lanes_avx2::step);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bitalg"))]
    round_robin(&mut group, "avx512", kernel::lanes_avx512::step);
    group.finish();
}

criterion_group!(benches, arena);
criterion_main!(benches);
