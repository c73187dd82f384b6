//! Minimal generation gap: only one family changes at a time, so a population keeps its diversity. H. Satoh, M.
//! Yamamura, S. Kobayashi, "Minimal generation gap model for GAs considering both exploration and exploitation" (1996).

use rand::RngExt;

use super::ranking::by_fitness;

/// The choice of the two of a family (parents and children) that replace the parents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// The best, and one of the others drawn by rank: MGG as published.
    BestAndDrawn,
    /// The best two: MGG-best2 of the thesis on rivals.
    BestTwo,
}

/// The numbers of the two survivors, from the fitness of the whole family, three or more.
#[must_use]
pub(crate) fn keep(keep: Keep, fitness: &[f64], rng: &mut impl RngExt) -> [usize; 2] {
    let order = by_fitness(fitness);
    let second = match keep {
        Keep::BestTwo => 1,
        Keep::BestAndDrawn => {
            // A roulette over ranks: the second best has as many tickets as there are others, the worst has one.
            let others = order.len() - 1;
            let mut ticket = rng.random_range(0..others * (others + 1) / 2);
            let mut place = 1;
            while ticket > others - place {
                ticket -= others - place + 1;
                place += 1;
            }
            place
        }
    };
    [order[0], order[second]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn best_two_keeps_the_best_two() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        assert_eq!(keep(Keep::BestTwo, &[0.1, 0.7, 0.3, 0.9], &mut rng), [3, 1]);
    }

    #[test]
    fn the_drawn_one_comes_by_rank() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut seen = [0_i32; 4];
        for _ in 0..6_000 {
            let [best, drawn] = keep(Keep::BestAndDrawn, &[0.1, 0.7, 0.3, 0.9], &mut rng);
            assert_eq!(best, 3);
            seen[drawn] += 1;
        }
        // Tickets 3 : 2 : 1 for the second, third and fourth, within four standard errors of the largest.
        for (number, expected) in [(1, 3_000), (2, 2_000), (0, 1_000), (3, 0)] {
            assert!((seen[number] - expected).abs() <= 150, "{seen:?}");
        }
    }
}
