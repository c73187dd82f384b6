//! ProbCut: predicts the value of a deep search from a shallow one (Buro, "ProbCut: an effective selective extension of
//! the alpha-beta algorithm", 1995).

use super::Value;
use crate::record::problem::Problem;

/// The willingness to replace deep searches by shallow ones. 0 replaces none, and [`Selectivity::BOLDEST`] the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Selectivity(u8);

impl Selectivity {
    /// Nothing is cut: the values are those of plain minimax.
    pub const OFF: Selectivity = Selectivity(0);
    /// The highest level.
    pub const BOLDEST: Selectivity = Selectivity(6);

    /// The number of standard deviations by which a shallow search must exceed the window, for each level.
    const DEVIATIONS: [f64; 7] = [f64::INFINITY, 2.6, 2.0, 1.5, 1.2, 1.0, 0.8];

    /// The level with this number, 0 to 6.
    #[must_use]
    pub const fn new(level: u8) -> Option<Selectivity> {
        if level <= Selectivity::BOLDEST.0 { Some(Selectivity(level)) } else { None }
    }

    /// The level: 0 is off.
    #[must_use]
    pub const fn level(self) -> u8 {
        self.0
    }

    /// The number of standard deviations by which a shallow search must exceed the window; infinite if nothing is cut.
    #[must_use]
    pub fn deviations(self) -> f64 {
        Selectivity::DEVIATIONS[usize::from(self.0)]
    }
}

impl TryFrom<u8> for Selectivity {
    type Error = Problem;

    fn try_from(level: u8) -> Result<Selectivity, Problem> {
        Selectivity::new(level).ok_or_else(|| Problem::at("", level, "a selectivity from 0 to 6"))
    }
}

impl From<Selectivity> for u8 {
    fn from(selectivity: Selectivity) -> u8 {
        selectivity.0
    }
}

/// The deepest search that is cut short.
pub(crate) const MOST_DEPTH: u32 = 30;
/// The shallowest search that is cut short.
pub(crate) const LEAST_DEPTH: u32 = 2;

/// Terms of the curves of [`ProbCut`].
pub const TERMS: usize = 5;

/// The difference between an evaluation's values at two depths of the same parity. Weighted sums of terms give two
/// figures in discs: the mean of deep minus shallow, and the logarithm of its standard deviation. Index 0 is for even
/// depths, 1 for odd ones.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbCut {
    /// The weights of [`ProbCut::mean_terms`].
    pub mean: [[f64; TERMS]; 2],
    /// The weights of [`ProbCut::deviation_terms`].
    pub deviation: [[f64; TERMS]; 2],
}

/// A shallow search that replaces a deeper one, in the units of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shallower {
    /// Its depth in plies; 0 is the static evaluation.
    pub depth: u32,
    /// Mean of the deep value minus the shallow one.
    pub mean: Value,
    /// The standard deviation of that difference.
    pub deviation: Value,
}

/// The shallow searches by empty squares and depth.
#[derive(Debug, Clone, PartialEq)]
pub struct Shallowers(Vec<Shallower>);

impl ProbCut {
    /// The terms of the mean difference.
    #[must_use]
    pub fn mean_terms(empties: u32, deep: u32, shallow: u32) -> [f64; TERMS] {
        let e = f64::from(empties) / 60.0;
        [1.0, f64::from(deep - shallow), f64::from(shallow), e, e * e]
    }

    /// The terms of the logarithm of the deviation.
    #[must_use]
    pub fn deviation_terms(empties: u32, deep: u32, shallow: u32) -> [f64; TERMS] {
        let e = f64::from(empties) / 60.0;
        [1.0, libm::log(f64::from(deep - shallow)), libm::log(f64::from(shallow + 1)), e, e * e]
    }

    /// The mean and the standard deviation of the difference in discs. The shallow depth is below the deep one.
    #[must_use]
    pub fn difference(&self, empties: u32, deep: u32, shallow: u32) -> (f64, f64) {
        let odd = (deep % 2) as usize;
        let mean = weigh(&self.mean[odd], ProbCut::mean_terms(empties, deep, shallow));
        let logarithm = weigh(&self.deviation[odd], ProbCut::deviation_terms(empties, deep, shallow));
        (mean, libm::exp(logarithm))
    }

    /// The shallow searches for an evaluation in which this many units equal a disc.
    #[must_use]
    pub(crate) fn shallowers(&self, unit: f64) -> Shallowers {
        let searches = (0..=60).flat_map(|empties| (LEAST_DEPTH..=MOST_DEPTH).map(move |deep| (empties, deep)));
        let shallowers = searches.map(|(empties, deep)| {
            let depth = shallow(deep);
            let (mean, deviation) = self.difference(empties, deep, depth);
            Shallower { depth, mean: (mean * unit) as Value, deviation: (deviation * unit) as Value }
        });
        Shallowers(shallowers.collect())
    }
}

fn weigh(weights: &[f64; TERMS], terms: [f64; TERMS]) -> f64 {
    weights.iter().zip(terms).map(|(weight, term)| weight * term).sum()
}

/// The depth of the shallow search: a third to half as deep, with the same parity, because values swing with parity. A
/// search of two plies is replaced by the static evaluation.
const fn shallow(deep: u32) -> u32 {
    match deep {
        2 => 0,
        3 | 5 | 7 => 1,
        4 | 6 | 8 => 2,
        9 | 11 => 3,
        10 | 12 => 4,
        deep => deep / 2 - (deep / 2 + deep) % 2,
    }
}

impl Shallowers {
    /// The shallow search for this number of empty squares and this depth in plies; `None` if none is reliable.
    #[must_use]
    #[inline]
    pub fn get(&self, empties: u32, depth: u32) -> Option<&Shallower> {
        if !(LEAST_DEPTH..=MOST_DEPTH).contains(&depth) {
            return None;
        }
        self.0.get((empties * (MOST_DEPTH - LEAST_DEPTH + 1) + depth - LEAST_DEPTH) as usize)
    }
}
