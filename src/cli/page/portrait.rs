//! What a rival likes, as the numbers that its portrait is drawn from.

use crate::eval::{EvaluationSpec, Feature, Term};
use crate::personality::RivalSpec;

/// Names of traits, each from -1 (avoids) to 1 (likes): how far the weights are from those of a player without a
/// character.
pub fn traits(spec: &RivalSpec) -> Vec<(String, f64)> {
    // Learned patterns are the same for all rivals: only what they turn tells them apart.
    let (terms, is_weighted): (&[Term], bool) = match &spec.tester.evaluation {
        EvaluationSpec::Weighted(spec) => (&spec.terms, true),
        EvaluationSpec::Patterns(_) => (&[], false),
    };
    let mut found: Vec<(&str, f64)> = Vec::new();
    let weight = |name: &str| terms.iter().find(|term| term.feature.name() == name);
    // Each feature with the weight of the expert, and by how much a character goes beyond it.
    let likings: &[(&str, &str, f64, f64)] = &[
        ("discs", "discs", 1.0, 10.0),
        ("frontier", "frontier", 10.0, 25.0),
        ("mobility", "moves", 5.0, 15.0),
        ("edge-stable", "stable", 0.0, 60.0),
    ];
    for &(feature, name, usual, reach) in likings.iter().filter(|_| is_weighted) {
        let weight = weight(feature).map_or(0.0, |term| term.weight);
        found.push((name, (weight - usual) / reach));
    }
    let board = terms.iter().find_map(|term| match &term.feature {
        Feature::SymmetricBoard(board) => Some(board.0.map(|value| value * term.weight)),
        _ => None,
    });
    if let Some(values) = board {
        found.push(("corners", values[0] / 100.0));
        found.push(("edges", (values[2] + values[3]) / 90.0));
    }
    found.push(("straight", spec.flips.straight / 20.0));
    found.push(("diagonal", spec.flips.diagonal / 20.0));
    found.retain(|(_, value)| value.abs() > 0.05);
    found.into_iter().map(|(name, value)| (name.to_owned(), value.clamp(-1.0, 1.0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::Kind;
    use crate::train::rivals::CHARACTERS;

    #[test]
    fn every_character_has_a_portrait_of_its_own() {
        let mut seen: Vec<Vec<(String, f64)>> = Vec::new();
        for character in &CHARACTERS {
            let Kind::Rival(spec) = character.player(2, 1.0).kind else { panic!("a rival") };
            let traits = traits(&spec);
            assert!(!traits.is_empty() && !seen.contains(&traits), "{}: {traits:?}", character.name);
            seen.push(traits);
        }
    }
}
