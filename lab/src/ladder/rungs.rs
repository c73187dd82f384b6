//! The ladder of the thesis: the tester's evaluation at some depth with noise on its values (k-best). The noise is
//! bisected until the rung's score against the rung below it is that of 100 Elo; the first rung is almost a random
//! mover.

use rival::personality::{Personality, load, parse};
use rival::stats::expected_score;
use serde_json::{Value, json};

use super::{LadderRun, NamedText};
use crate::table::{Table, cells};

/// Elo between two rungs.
const STEP: f64 = 100.0;
const MOST_RUNGS: u64 = 16;
const SHALLOWEST: u32 = 2;
const DEEPEST: u32 = 6;
/// The upper limit of the noise of the lowest rung, and of the first rung at a new depth.
const MOST_NOISE: f64 = 4_000.0;
const DEEPER: f64 = 400.0;
/// The accepted distance of a score from the goal; without noise, below it.
const NEAR: f64 = 0.008;
const BELOW: f64 = 0.04;
const BISECTIONS: u64 = 12;

/// The rung with this number, search depth and noise on values in points.
fn rung(number: u64, depth: u32, sigma: f64) -> anyhow::Result<Personality> {
    let tester: Value = serde_json::from_str(&load("tester")?.to_json())?;
    let file = json!({
        "format": "rival/1", "name": format!("rung-{number:02}"), "kind": "rival", "rule": "normal",
        "summary": format!("rung {number} of the ladder: {depth} plies, noise of {sigma:?} points"),
        "source": "Made by lab ladder rungs: each rung scores about 64 % against the one below it.",
        "features": tester["features"], "points_per_disc": tester["points_per_disc"],
        "search": { "depth": depth, "ties": "random" }, "choice": { "method": "k-best", "k": 64, "sigma": sigma },
    });
    Ok(parse("rung", file.to_string().as_bytes())?)
}

pub(super) fn make(run: &mut LadderRun) -> anyhow::Result<(String, Vec<NamedText>)> {
    let aim = expected_score(STEP);
    let mut below = load("random")?;
    let mut depth = SHALLOWEST;
    let mut high = MOST_NOISE;
    let mut table = Table::new("rung | plies | noise | score against the one below");
    let mut files = Vec::new();
    for number in 1..=MOST_RUNGS {
        while run.play(&rung(number, depth, 0.0)?, &below, number)?.score < aim && depth < DEEPEST {
            depth += 1;
            high = DEEPER;
        }
        if run.play(&rung(number, depth, 0.0)?, &below, number)?.score < aim - BELOW {
            break;
        }
        let mut low = 0.0;
        let mut sigma = 0.0;
        let mut score = String::new();
        for step in 0..BISECTIONS {
            let middle = if low < 1.0 { f64::midpoint(low, high) } else { (low * high).sqrt() };
            // Rounded to a tenth as decimals are: the binary value of 47.15 is slightly lower.
            sigma = format!("{middle:.1}").parse().unwrap_or(middle);
            let result = run.play(&rung(number, depth, sigma)?, &below, 100 * number + step)?;
            score = result.score_in_words();
            if (result.score - aim).abs() < NEAR {
                break;
            }
            if result.score > aim { low = sigma } else { high = sigma }
        }
        below = rung(number, depth, sigma)?;
        high = sigma.max(1.0);
        table.row(cells![below.name, depth, sigma, score]);
        files.push((format!("{}.json", below.name), below.to_json()));
    }
    Ok((table.to_string(), files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_rungs_are_of_this_form() {
        for number in 1..=14 {
            let shipped = load(&format!("rung-{number:02}")).unwrap();
            let text: Value = serde_json::from_str(&shipped.to_json()).unwrap();
            let depth = text["search"]["depth"].as_u64().unwrap() as u32;
            let sigma = text["choice"]["sigma"].as_f64().unwrap();
            assert_eq!(rung(number, depth, sigma).unwrap().to_json(), shipped.to_json());
        }
    }
}
