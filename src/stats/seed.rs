//! Seeds derived from seeds. They are the same on every machine.

/// Scrambles 64 bits bijectively: the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
#[must_use]
#[inline]
pub const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The seed of a numbered part, such as a game in a match or a move in a game.
///
/// ```
/// use rival::stats::derive;
/// assert_eq!(derive(1, 2), derive(1, 2));
/// assert_ne!(derive(1, 2), derive(2, 1));
/// ```
#[must_use]
#[inline]
pub const fn derive(seed: u64, number: u64) -> u64 {
    mix(mix(seed) ^ number)
}
