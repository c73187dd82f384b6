//! The midgame search to a fixed depth over the positions of `rival bench`, one thread, a new table each time.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use rival::board::Objective;
use rival::search::bench::{HASH, MIDGAME, Shapes};
use rival::search::{Limits, Plan, Query, Searcher, SilentObserver};

fn searches(criterion: &mut Criterion) {
    let plan = Plan::new(Objective::Normal);
    let mut group = criterion.benchmark_group("midgame");
    group.sample_size(10);
    for (depth, lines, name) in
        [(4, 1, "depth 4"), (8, 1, "depth 8"), (10, 1, "depth 10"), (8, 64, "depth 8, all moves")]
    {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        group.bench_function(name, |bencher| {
            let new = || Searcher::new(HASH, 1).expect("a small table");
            let search = |mut searcher: Searcher| {
                for position in MIDGAME {
                    let query = Query { position, plan: &plan, limits: &limits, lines };
                    searcher.search(query, &Shapes, &mut SilentObserver);
                }
            };
            bencher.iter_batched(new, search, BatchSize::PerIteration);
        });
    }
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
