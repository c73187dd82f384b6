//! The equilibrium of a game in which both sides choose from the same strategies.

/// Rounds of play. With this many, shares are within about 0.01 of the exact equilibrium.
const ROUNDS: u32 = 20_000;

/// The share of each strategy in the equilibrium, by fictitious play: in each round both sides choose the best answer
/// to all choices so far (G. W. Brown, "Iterative solution of games by fictitious play", 1951). `payoffs` has the score
/// of the row's strategy against the column's, 0 to 1.
#[must_use]
pub fn equilibrium(payoffs: &[Vec<f64>]) -> Vec<f64> {
    let mut scores = vec![0.0; payoffs.len()];
    let mut choices = vec![0_u32; payoffs.len()];
    for _ in 0..ROUNDS {
        let best = super::ranking::by_fitness(&scores)[0];
        choices[best] += 1;
        for (score, row) in scores.iter_mut().zip(payoffs) {
            *score += row[best];
        }
    }
    choices.into_iter().map(|count| f64::from(count) / f64::from(ROUNDS)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_has_equal_shares_and_a_dominated_strategy_none() {
        let cycle =
            [vec![0.5, 1.0, 0.0, 0.9], vec![0.0, 0.5, 1.0, 0.9], vec![1.0, 0.0, 0.5, 0.9], vec![0.1, 0.1, 0.1, 0.5]];
        let shares = equilibrium(&cycle);
        // The error of fictitious play falls with the square root of the number of rounds.
        assert!(shares[..3].iter().all(|share| (share - 1.0 / 3.0).abs() < 0.02), "{shares:?}");
        assert!(shares[3] < 0.001, "{shares:?}");
    }
}
