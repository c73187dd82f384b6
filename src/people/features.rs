//! The features of a move that the model of choices weighs.

use super::facts::{Facts, Marks};

/// How many features there are.
pub const COUNT: usize = 29;

/// Their names, in the order of [`features`]. Where moves are named, the feature is 0 outside them.
pub const NAMES: [&str; COUNT] = [
    "loss-1-10",
    "loss-11-20",
    "loss-21-30",
    "loss-31-40",
    "loss-41-49",
    "loss-50-60",
    "any-loss-1-20",
    "any-loss-21-40",
    "any-loss-41-60",
    "corner",
    "x-square",
    "c-square",
    "gives-corner",
    "edge",
    "replies-1-20",
    "replies-21-40",
    "replies-41-60",
    "mobility-1-20",
    "mobility-21-40",
    "mobility-41-60",
    "frontier-1-20",
    "frontier-21-40",
    "frontier-41-60",
    "flips-1-20",
    "flips-21-40",
    "flips-41-60",
    "distance",
    "passes",
    "odd-41-60",
];

/// The last move of each part of the game in which a loss weighs alike.
const LOSS_PARTS: [u32; 6] = [10, 20, 30, 40, 49, 60];
/// The same for what else changes in the course of a game.
const PARTS: [u32; 3] = [20, 40, 60];

/// The features of a legal move with this number (1 to 60: discs on the board less three).
///
/// - `loss`: what it loses, in fours of discs, with the sign of a gain; `any-loss`: -ln(1 + loss);
/// - `replies`, `mobility`, `frontier`, `flips`: ln(1 + how many); `distance`: steps from the last move, in fours;
/// - the others are 1 where they hold.
#[must_use]
pub fn features(number: u32, facts: &Facts) -> [f64; COUNT] {
    let mut x = [0.0; COUNT];
    let place = |parts: &[u32]| parts.iter().position(|&last| number <= last).unwrap_or(parts.len() - 1);
    let loss = f64::from(facts.loss);
    let part = place(&PARTS);
    let log = |count: u8| f64::from(count).ln_1p();
    let holds = |mark| if facts.marks.has(mark) { 1.0 } else { 0.0 };
    x[place(&LOSS_PARTS)] = -loss / 4.0;
    x[6 + part] = -loss.ln_1p();
    x[9] = holds(Marks::CORNER);
    x[10] = holds(Marks::X_SQUARE);
    x[11] = holds(Marks::C_SQUARE);
    x[12] = holds(Marks::GIVES_CORNER);
    x[13] = holds(Marks::EDGE);
    x[14 + part] = log(facts.replies);
    x[17 + part] = log(facts.mobility);
    x[20 + part] = log(facts.frontier);
    x[23 + part] = log(facts.flips);
    x[26] = f64::from(facts.distance) / 4.0;
    x[27] = holds(Marks::PASSES);
    x[28] = if part == 2 { holds(Marks::ODD) } else { 0.0 };
    x
}

/// A feature in words.
#[must_use]
pub fn words(feature: usize) -> &'static str {
    match feature {
        0..=5 => "discs that the move loses",
        6..=8 => "that the move loses anything",
        9 => "takes a corner",
        10 => "plays diagonally beside an empty corner",
        11 => "plays on the edge beside an empty corner",
        12 => "lets the opponent take a corner",
        13 => "plays on the edge",
        14..=16 => "moves left to the opponent",
        17..=19 => "moves kept for itself",
        20..=22 => "empty squares beside the flipped discs",
        23..=25 => "discs flipped",
        26 => "distance from the opponent's last move",
        27 => "makes the opponent pass",
        _ => "plays into a region with an odd number of empty squares",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_feature_is_where_its_name_says() {
        let facts =
            Facts { loss: 2.0, replies: 3, mobility: 4, frontier: 5, flips: 6, distance: 2, marks: Marks::CORNER };
        for number in 1..=60 {
            let x = features(number, &facts);
            for (name, value) in NAMES.iter().zip(x) {
                let mut words = name.rsplit('-');
                let range = (words.next().unwrap().parse(), words.next().and_then(|word| word.parse().ok()));
                let inside = match range {
                    (Ok(last), Some(first)) => (first..=last).contains(&number),
                    _ => true,
                };
                let expected = match name.split('-').next().unwrap() {
                    _ if !inside => 0.0,
                    "loss" => -0.5,
                    "any" => -(3.0_f64.ln()),
                    "corner" => 1.0,
                    "replies" => 4.0_f64.ln(),
                    "mobility" => 5.0_f64.ln(),
                    "frontier" => 6.0_f64.ln(),
                    "flips" => 7.0_f64.ln(),
                    "distance" => 0.5,
                    _ => 0.0,
                };
                assert!((value - expected).abs() < 1e-12, "{name} {number}: {value} {expected}");
            }
        }
    }
}
