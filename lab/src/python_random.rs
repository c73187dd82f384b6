//! The random numbers of Python's `random.Random(seed)`, which drew some of the product's figures.

use rand_mt::Mt;

/// The generator: MT19937, seeded by an array of one number.
pub(crate) struct PythonRandom(Mt);

impl PythonRandom {
    /// The generator that `random.Random(seed)` makes.
    pub(crate) fn new(seed: u32) -> PythonRandom {
        PythonRandom(Mt::new_with_key([seed]))
    }

    /// `random()`: a uniform number between 0 and 1 with 53 bits.
    pub(crate) fn random(&mut self) -> f64 {
        let high = f64::from(self.0.next_u32() >> 5);
        let low = f64::from(self.0.next_u32() >> 6);
        (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
    }

    /// An element of `choices(values)`.
    pub(crate) fn choose_again<'a, T>(&mut self, values: &'a [T]) -> &'a T {
        &values[(self.random() * values.len() as f64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_python_s() {
        let mut random = PythonRandom::new(1);
        assert_eq!([random.random(), random.random()], [0.13436424411240122, 0.8474337369372327]);
        assert_eq!([0; 8].map(|_| *random.choose_again(&[0, 1, 2, 3, 4, 5, 6])), [5, 1, 3, 3, 4, 5, 0, 0]);
    }
}
