//! Ranking: the round robin, and the order by fitness.

/// Every ordered pair of different numbers below `count`: a full round robin with both colours.
pub(crate) fn round_robin(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count)
        .flat_map(move |first| (0..count).filter(move |&second| second != first).map(move |second| (first, second)))
}

/// The numbers of the individuals, the fittest first. Of equal ones the lowest number comes first.
#[must_use]
pub(crate) fn by_fitness(fitness: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_robin_has_each_pair_once_a_colour() {
        let pairs: std::collections::BTreeSet<_> = round_robin(5).collect();
        assert_eq!((pairs.len(), round_robin(5).count()), (20, 20));
        assert!(pairs.iter().all(|&(a, b)| a != b && pairs.contains(&(b, a))));
    }

    #[test]
    fn the_fittest_come_first_and_equals_keep_their_order() {
        assert_eq!(by_fitness(&[0.5, 0.9, 0.5, 1.0]), [3, 1, 0, 2]);
    }
}
