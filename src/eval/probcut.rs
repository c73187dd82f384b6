//! ProbCut: how far a shallow search is likely to be from a deeper one (Buro, "ProbCut: an effective selective extension of the alpha-beta
//! algorithm", 1995).

use super::Value;

/// How boldly a search lets shallower searches stand for deeper ones: 0 searches everything, [`Selectivity::BOLDEST`] the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Selectivity(u8);

impl Selectivity {
    /// Nothing is cut: the values are those of plain minimax.
    pub const OFF: Selectivity = Selectivity(0);
    pub const BOLDEST: Selectivity = Selectivity(6);

    /// How many deviations a shallow search must lie beyond the window, by level.
    const DEVIATIONS: [f64; 7] = [f64::INFINITY, 2.6, 2.0, 1.5, 1.2, 1.0, 0.8];

    /// The level with this number, 0 to 6.
    #[must_use]
    pub const fn new(level: u8) -> Option<Selectivity> {
        if level <= Selectivity::BOLDEST.0 { Some(Selectivity(level)) } else { None }
    }

    #[must_use]
    pub const fn level(self) -> u8 {
        self.0
    }

    /// How many standard deviations a shallow search must lie beyond the window; infinite if nothing is cut.
    #[must_use]
    pub fn deviations(self) -> f64 {
        Selectivity::DEVIATIONS[usize::from(self.0)]
    }
}

impl TryFrom<u8> for Selectivity {
    type Error = String;

    fn try_from(level: u8) -> Result<Selectivity, String> {
        Selectivity::new(level).ok_or_else(|| format!("found {level}, expected a selectivity from 0 to 6"))
    }
}

impl From<Selectivity> for u8 {
    fn from(selectivity: Selectivity) -> u8 {
        selectivity.0
    }
}

/// The deepest search that is cut short.
pub const MOST_DEPTH: u32 = 30;
/// The least deep one.
pub const LEAST_DEPTH: u32 = 3;

/// How the values of an evaluation at two depths of the same parity differ. All in discs; `e` is the number of empty squares over 60, `D` the deep and `d` the
/// shallow depth. Even depths first, then odd ones.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProbCut {
    /// The mean of deep less shallow is the sum of these times 1, D - d, d, e, e^2.
    pub mean: [[f64; 5]; 2],
    /// The natural logarithm of the deviation is the sum of these times 1, ln(D - d), ln(d + 1), e, e^2.
    pub deviation: [[f64; 5]; 2],
}

/// A shallow search in place of a deeper one, in the units of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shallower {
    pub depth: u32,
    /// What the deep search finds more on average.
    pub mean: Value,
    /// The standard deviation of that.
    pub deviation: Value,
}

/// The shallow searches by empty squares and depth.
#[derive(Debug, Clone, PartialEq)]
pub struct Shallowers(Vec<Shallower>);

impl ProbCut {
    /// Mean and deviation of the difference in discs.
    #[must_use]
    pub fn difference(&self, empties: u32, deep: u32, shallow: u32) -> (f64, f64) {
        let e = f64::from(empties) / 60.0;
        let (d, gap) = (f64::from(shallow), f64::from(deep - shallow));
        let sum = |weights: &[f64; 5], terms: [f64; 5]| weights.iter().zip(terms).map(|(w, t)| w * t).sum::<f64>();
        let odd = (deep % 2) as usize;
        let mean = sum(&self.mean[odd], [1.0, gap, d, e, e * e]);
        (mean, sum(&self.deviation[odd], [1.0, gap.ln(), (d + 1.0).ln(), e, e * e]).exp())
    }

    /// For searches with an evaluation of which so many units are a disc.
    #[must_use]
    pub fn shallowers(&self, unit: f64) -> Shallowers {
        let one = |empties: u32, deep: u32| {
            let depth = shallow(deep);
            let (mean, deviation) = self.difference(empties, deep, depth);
            Shallower { depth, mean: (mean * unit) as Value, deviation: (deviation * unit) as Value }
        };
        Shallowers(
            (0..=60).flat_map(|empties| (LEAST_DEPTH..=MOST_DEPTH).map(move |deep| one(empties, deep))).collect(),
        )
    }
}

/// How deep to look in place of a deeper search: a third to half as deep, with the same parity, because values swing with it.
const fn shallow(deep: u32) -> u32 {
    match deep {
        3 | 5 => 1,
        4 | 6 => 2,
        7 | 9 => 3,
        8 | 10 | 12 => 4,
        11 | 13 => 5,
        deep => deep / 2 - (deep / 2 + deep) % 2,
    }
}

impl Shallowers {
    #[must_use]
    #[inline]
    pub fn get(&self, empties: u32, depth: u32) -> Option<&Shallower> {
        if !(LEAST_DEPTH..=MOST_DEPTH).contains(&depth) {
            return None;
        }
        self.0.get((empties * (MOST_DEPTH - LEAST_DEPTH + 1) + depth - LEAST_DEPTH) as usize)
    }
}
