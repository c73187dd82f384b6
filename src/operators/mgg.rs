//! Minimal generation gap: only one family changes at a time, so a population keeps its diversity. H. Satoh, M.
//! Yamamura, S. Kobayashi, "Minimal generation gap model for GAs considering both exploration and exploitation" (1996).
//! The best two of a family stay: MGG-best2 of the thesis on rivals.

use super::ranking::by_fitness;

/// The numbers of the two survivors, from the fitness of the whole family, two or more.
#[must_use]
pub(crate) fn best_two(fitness: &[f64]) -> [usize; 2] {
    let order = by_fitness(fitness);
    [order[0], order[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_two_stay() {
        assert_eq!(best_two(&[0.1, 0.7, 0.3, 0.9]), [3, 1]);
    }
}
