//! What a rival likes, as the numbers that its portrait is drawn from.

use crate::people::{NAMES, family};
use crate::personality::{HumanSpec, Kind, Personality};
use crate::serve::page::tell;

/// A rival for the page, without what its games say.
pub(super) fn rival(personality: &Personality) -> tell::Rival {
    let traits = match &personality.kind {
        Kind::Human(spec) => traits(spec),
        _ => Vec::new(),
    };
    tell::Rival { name: personality.name.clone(), likes: personality.summary.clone(), traits, score: [0; 3] }
}

/// Names of traits, each from -1 (avoids) to 1 (likes): how far the offsets of a style go.
fn traits(spec: &HumanSpec) -> Vec<(String, f64)> {
    // Features or families of them, and what an offset of them that is plain to see amounts to.
    let likings: [(&str, &str, f64); 16] = [
        ("flips", "discs", 4.0),
        ("frontier", "frontier", -4.0),
        ("mobility", "moves", 8.0),
        ("replies", "room", 6.0),
        ("edge", "edges", 3.0),
        ("corner", "corners", 3.0),
        ("distance", "far", 4.0),
        ("straight", "straight", 3.0),
        ("diagonal", "diagonal", 3.0),
        ("threat", "attack", 3.0),
        ("trade", "trade", 3.0),
        ("trap", "trap", 3.0),
        ("x-square", "beside", 3.0),
        ("policy-1-20", "usual", 2.0),
        ("loss-1-10", "begin", 1.0),
        ("loss-50-60", "finish", 1.0),
    ];
    let sharpness = spec.setting().sharpness;
    let mean = |feature: &str| {
        let places: Vec<usize> =
            (0..NAMES.len()).filter(|&k| NAMES[k] == feature || family(k).name == feature).collect();
        sharpness * places.iter().map(|&k| spec.style[k]).sum::<f64>() / places.len().max(1) as f64
    };
    let mut found: Vec<(String, f64)> = likings
        .iter()
        .map(|&(feature, name, reach)| (name.to_owned(), (mean(feature) / reach).clamp(-1.0, 1.0)))
        .collect();
    found.retain(|(_, value)| value.abs() > 0.1);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{COUNT, LadderElo};
    use crate::personality::Strength;
    use crate::strength::rivals::CHARACTERS;

    #[test]
    fn every_character_has_a_portrait_of_its_own() {
        let mut seen: Vec<Vec<(String, f64)>> = Vec::new();
        for character in &CHARACTERS {
            let style = character.style(&[0.0; COUNT], 3.0);
            let traits = traits(&HumanSpec { style, ..HumanSpec::new(Strength::Ladder(LadderElo(1_300.0))) });
            assert!(!traits.is_empty() && !seen.contains(&traits), "{}: {traits:?}", character.name);
            seen.push(traits);
        }
    }
}
