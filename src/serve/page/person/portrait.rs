//! A rival's portrait: a round board whose discs show what it likes.

use crate::people::{NAMES, family};
use crate::personality::{HumanSpec, Kind, Personality};
use crate::serve::page::tell::{self, Portrait};
use crate::strength::rivals::CHARACTERS;

/// A rival for the page, without the results of its games.
pub(super) fn rival(personality: &Personality) -> tell::Rival {
    let traits = match &personality.kind {
        Kind::Human(spec) => traits(spec),
        _ => Vec::new(),
    };
    let portrait = portrait(&personality.name, &traits);
    tell::Rival { name: personality.name.clone(), likes: personality.summary.clone(), portrait, score: [0; 3] }
}

/// A trait of style that the portrait shows.
struct Trait {
    name: &'static str,
    /// Features, or families of features.
    features: &'static [&'static str],
    /// The offset of these features that is clearly visible in play.
    reach: f64,
    /// The discs that are large if the trait is liked, and if it is avoided, by row and column.
    discs: [fn(i32, i32) -> bool; 2],
}

const fn shown(
    name: &'static str,
    features: &'static [&'static str],
    reach: f64,
    liked: fn(i32, i32) -> bool,
    avoided: fn(i32, i32) -> bool,
) -> Trait {
    Trait { name, features, reach, discs: [liked, avoided] }
}

/// The distance of a row or a column from the middle of the board, in half squares: 1, 3, 5 or 7.
const fn out(place: i32) -> i32 {
    (2 * place - 7).abs()
}

fn farther(row: i32, column: i32) -> i32 {
    out(row).max(out(column))
}

fn nearer(row: i32, column: i32) -> i32 {
    out(row).min(out(column))
}

const fn none(_: i32, _: i32) -> bool {
    false
}

/// The squares of an unusual path, two discs wide.
fn path(row: i32, column: i32) -> bool {
    let left = [5, 3, 2, 2, 3, 4, 4, 2][row as usize];
    (left..left + 2).contains(&column)
}

const TRAITS: [Trait; 16] = [
    shown("discs", &["flips"], 4.0, |_, _| true, |row, column| (row + 2 * column) % 5 == 0),
    shown(
        "frontier",
        &["frontier"],
        -4.0,
        |row, column| out(row) + out(column) <= 6,
        |row, column| farther(row, column) == 5,
    ),
    shown("moves", &["mobility"], 8.0, |row, column| (row + column) % 2 == 0, |_, column| column < 4),
    shown("room", &["replies"], 6.0, |row, _| row % 2 == 1, |row, column| out(column) > out(row)),
    shown("edges", &["edge"], 3.0, |row, column| farther(row, column) == 7, |row, column| farther(row, column) < 7),
    shown("corners", &["corner"], 3.0, |row, column| nearer(row, column) == 7, |row, column| nearer(row, column) < 7),
    shown(
        "far",
        &["distance"],
        4.0,
        |row, column| row + column > 8,
        |row, column| (4..7).contains(&row) && (2..5).contains(&column),
    ),
    shown("straight", &["straight"], 3.0, |row, column| nearer(row, column) == 1, none),
    shown("diagonal", &["diagonal"], 3.0, |row, column| out(row) == out(column), none),
    shown("attack", &["threat"], 3.0, |row, column| nearer(row, column) >= 5, none),
    shown("trade", &["trade"], 3.0, |row, column| column == 0 || row == 7, none),
    shown("trap", &["trap"], 3.0, |row, column| row == 2 || column == 5, none),
    shown(
        "beside",
        &["x-square"],
        3.0,
        |row, column| row % 5 == 1 && column % 5 == 1,
        |row, column| nearer(row, column) < 5,
    ),
    shown("usual", &["usual"], 1.0, |row, column| (1..7).contains(&row) && [1, 2, 5, 6].contains(&column), path),
    // Three rows at the top or at the bottom, or triangles that grow or shrink.
    shown("begin", &["loss-1-10", "loss-11-20"], 1.0, |row, _| row < 3, |row, column| out(column) <= row),
    shown("finish", &["loss-41-49", "loss-50-60"], 1.0, |row, _| row > 4, |row, column| out(column) <= 7 - row),
];

/// A trait weaker than this part of the strongest one is not shown; nor is an offset that is hardly visible.
const PART: f64 = 0.3;
const LEAST: f64 = 0.05;

/// The traits of a style by name, each from -1 (avoids) to 1 (likes).
fn traits(spec: &HumanSpec) -> Vec<(String, f64)> {
    let sharpness = spec.setting().sharpness;
    let all = TRAITS.each_ref().map(|one| {
        let places: Vec<usize> = (0..NAMES.len())
            .filter(|&k| one.features.contains(&NAMES[k]) || one.features.contains(&family(k).name))
            .collect();
        let mean = sharpness * places.iter().map(|&k| spec.style[k]).sum::<f64>() / places.len().max(1) as f64;
        (one.name, mean / one.reach)
    });
    let strongest = all.iter().map(|(_, value)| value.abs()).fold(0.0, f64::max);
    let least = f64::max(LEAST, PART * strongest);
    let clear = all.into_iter().filter(|(_, value)| value.abs() >= least);
    clear.map(|(name, value)| (name.to_owned(), value.clamp(-1.0, 1.0))).collect()
}

/// Radii in thousandths of the width: of a disc without a trait, and the limits of all.
const PLAIN: f64 = 20.0;
const BOUNDS: (f64, f64) = (7.0, 40.0);
/// The lightness that a full trait adds to its discs, and to other discs.
const ADDS: [f64; 2] = [19.0, -6.0];
/// The strongest trait is drawn at least this strongly.
const PLAINLY: f64 = 0.6;

fn portrait(name: &str, traits: &[(String, f64)]) -> Portrait {
    let strongest = traits.iter().map(|(_, value)| value.abs()).fold(LEAST, f64::max);
    let more = (PLAINLY / strongest).max(1.0);
    let sizes = (0..64).map(|place| {
        let additions = traits.iter().map(|(name, value)| {
            let drawn = TRAITS.iter().find(|one| one.name == name).map(|one| one.discs[usize::from(*value < 0.0)]);
            let is_large = drawn.is_some_and(|drawn| drawn(place / 8, place % 8));
            more * value.abs() * ADDS[usize::from(!is_large)]
        });
        let size = PLAIN + additions.sum::<f64>();
        size.clamp(BOUNDS.0, BOUNDS.1).round() as u32
    });
    // There are eight hues in three shades, chosen by the character's place in the list; other names get any place.
    let place = CHARACTERS.iter().position(|character| character.name == name);
    let place = place.unwrap_or_else(|| name.bytes().map(usize::from).sum::<usize>() % CHARACTERS.len()) as u32;
    let hue = place % 8;
    let shade = place / 8;
    Portrait { traits: traits.to_vec(), ground: [45 * hue + 15 * shade, 28 + 15 * shade], discs: sizes.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{COUNT, LadderElo};
    use crate::personality::Strength;

    #[test]
    fn every_character_has_a_picture_and_words_of_its_own() {
        for amount in [1.2, 3.0] {
            let drawn = CHARACTERS.each_ref().map(|character| {
                let style = character.style(&[0.0; COUNT], amount);
                let spec = HumanSpec { style, ..HumanSpec::new(Strength::Ladder(LadderElo(1_300.0))) };
                (character.name, portrait(character.name, &traits(&spec)))
            });
            for (place, (name, one)) in drawn.iter().enumerate() {
                let light = one.discs.iter().filter(|&&size| size > 23).count();
                assert!((1..=64).contains(&light), "{name}: nothing is light at {amount}");
                for (other_name, other) in &drawn[..place] {
                    let sizes = one.discs.iter().zip(&other.discs);
                    let count = sizes.filter(|(a, b)| a.abs_diff(**b) >= 10).count();
                    assert!(count >= 8, "{name} and {other_name} differ in {count} discs at {amount}");
                    assert_ne!(one.ground, other.ground, "{name} and {other_name}");
                    let [words, other_words] = [one, other].map(|portrait| {
                        portrait.traits.iter().map(|(name, value)| (name, *value > 0.0)).collect::<Vec<_>>()
                    });
                    assert_ne!(words, other_words, "{name} and {other_name}");
                }
            }
        }
    }
}
