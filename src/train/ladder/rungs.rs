//! The ladder of the thesis: the tester's evaluation at some depth with noise on its values (k-best). The noise is
//! bisected until the rung's score against the rung below it is that of 100 Elo; the first rung is almost a random
//! mover.

use serde_json::{Value, json};

use super::{Halt, Run};
use crate::personality::{Personality, load, parse};
use crate::stats::expected_score;
use crate::train::run::files;

const STEP: f64 = 100.0;
const MOST_RUNGS: u64 = 16;
const DEPTHS: (u32, u32) = (2, 6);
/// The upper limit of the noise of the lowest rung, and of the first rung at a new depth.
const MOST_NOISE: f64 = 4_000.0;
const DEEPER: f64 = 400.0;
/// The accepted distance of a score from the goal; without noise, below it.
const NEAR: f64 = 0.008;
const BELOW: f64 = 0.04;
const BISECTIONS: u64 = 12;

fn rung(number: u64, depth: u32, sigma: f64) -> Personality {
    let tester: Value =
        load("tester").ok().and_then(|tester| serde_json::from_str(&tester.to_json()).ok()).unwrap_or_default();
    let file = json!({
        "format": "rival/1", "name": format!("rung-{number:02}"), "kind": "rival", "rule": "normal",
        "summary": format!("rung {number} of the ladder: {depth} plies, noise of {sigma:?} points"),
        "source": "Made by rival train ladder rungs: each rung is about 100 Elo above the one below it.",
        "features": tester["features"], "points_per_disc": tester["points_per_disc"],
        "search": { "depth": depth, "ties": "random" }, "choice": { "method": "k-best", "k": 64, "sigma": sigma },
    });
    parse("rung", file.to_string().as_bytes()).expect("the tester's features are a rival's")
}

pub(super) fn make(run: &mut Run<'_>) -> Result<String, Halt> {
    let aim = expected_score(STEP);
    let mut below = load("random").expect("the tests load the shipped players");
    let (mut depth, mut high) = (DEPTHS.0, MOST_NOISE);
    let mut table = "| rung | plies | noise | score against the one below |\n|---|---|---|---|\n".to_owned();
    for number in 1..=MOST_RUNGS {
        while run.play(&rung(number, depth, 0.0), &below, number)?.score < aim && depth < DEPTHS.1 {
            (depth, high) = (depth + 1, DEEPER);
        }
        if run.play(&rung(number, depth, 0.0), &below, number)?.score < aim - BELOW {
            break;
        }
        let (mut low, mut sigma, mut found) = (0.0, 0.0, String::new());
        for step in 0..BISECTIONS {
            let middle = if low < 1.0 { f64::midpoint(low, high) } else { (low * high).sqrt() };
            // To a tenth, as decimals are rounded: 47.15 is a little less than it looks.
            sigma = format!("{middle:.1}").parse().unwrap_or(middle);
            let result = run.play(&rung(number, depth, sigma), &below, 100 * number + step)?;
            found = result.said();
            if (result.score - aim).abs() < NEAR {
                break;
            }
            (low, high) = if result.score > aim { (sigma, high) } else { (low, sigma) };
        }
        below = rung(number, depth, sigma);
        high = sigma.max(1.0);
        files::write(&run.folder.join(format!("{}.json", below.name)), below.to_json())?;
        table += &format!("| {} | {depth} | {sigma} | {found} |\n", below.name);
    }
    Ok(table)
}
