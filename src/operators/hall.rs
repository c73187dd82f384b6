//! The hall of fame: past champions, kept as candidates at the end and as opponents, so that the population keeps
//! beating them.

use rand::RngExt;

use super::Genome;

/// The champions of the last generations, the oldest first.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
pub struct Hall {
    champions: Vec<Genome>,
}

impl Hall {
    /// Adds a champion. Beyond `capacity` the oldest one is dropped.
    pub(crate) fn admit(&mut self, champion: Genome, capacity: usize) {
        self.champions.push(champion);
        let excess = self.champions.len().saturating_sub(capacity);
        self.champions.drain(..excess);
    }

    #[must_use]
    pub(crate) fn champions(&self) -> &[Genome] {
        &self.champions
    }

    /// `count` champions, drawn uniformly with replacement; none from an empty hall.
    #[must_use]
    pub fn sample(&self, count: usize, rng: &mut impl RngExt) -> Vec<&Genome> {
        let drawn = if self.champions.is_empty() { 0 } else { count };
        (0..drawn).map(|_| &self.champions[rng.random_range(0..self.champions.len())]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn the_oldest_leave() {
        let mut hall = Hall::default();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        assert!(hall.sample(3, &mut rng).is_empty());
        (0..5).for_each(|n| hall.admit(vec![f64::from(n)], 3));
        assert_eq!(hall.champions(), [[2.0], [3.0], [4.0]]);
        assert_eq!(hall.sample(7, &mut rng).len(), 7);
    }
}
