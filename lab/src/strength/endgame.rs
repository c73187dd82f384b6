//! Endgames that `rival solve` solves exactly: FFO 40 to 49 beside other programs, and whole files.

use std::path::Path;
use std::time::Duration;

use anyhow::bail;
use serde::Deserialize;

use crate::program::Program;
use crate::table::{Table, cells};

/// Seconds that other programs took for each position on one Zen 4 core. Their sums are in docs/performance.md.
const OTHERS: [(&str, [f64; 10]); 4] = [
    ("Edax AVX, projected weights", [0.15, 0.33, 0.40, 1.52, 0.38, 4.14, 0.98, 0.30, 2.65, 9.71]),
    ("Zebra", [0.6, 0.9, 1.0, 1.1, 1.1, 16.7, 2.9, 1.2, 15.8, 14.8]),
    ("NTest", [0.7, 1.0, 0.9, 2.1, 1.1, 13.2, 4.4, 1.4, 22.6, 17.2]),
    ("neural-reversi, zero weights", [0.26, 1.39, 1.80, 2.86, 2.62, 23.9, 8.75, 3.53, 15.4, 45.5]),
];
/// The number of the first position.
const FIRST: usize = 40;

/// A line that `rival solve --json` prints.
#[derive(Debug, Deserialize)]
struct SolvedPosition {
    score: i32,
    nodes: u64,
    seconds: f64,
    /// True if the score agrees with the file's.
    agrees: Option<bool>,
}

/// The table of FFO 40 to 49.
pub(super) fn ffo(program: &Program, file: &Path) -> anyhow::Result<String> {
    let (solved, used) = solve(program, file)?;
    Ok(format!("## FFO 40 to 49\n\n{}\n{}\n", table(&solved)?, summary(&solved, used)))
}

/// The sum of all positions of a file.
pub(super) fn solved(program: &Program, file: &Path) -> anyhow::Result<String> {
    let (solved, used) = solve(program, file)?;
    let name = file.file_name().unwrap_or_default().display();
    Ok(format!("## Exact scores of {name}\n\n{}\n", summary(&solved, used)))
}

/// The positions of a file, and the processor time of all.
fn solve(program: &Program, file: &Path) -> anyhow::Result<(Vec<SolvedPosition>, Duration)> {
    let (printed, used) = program.run_timed(&["solve".as_ref(), file.as_os_str(), "--json".as_ref()])?;
    let solved = printed.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    Ok((solved, used))
}

fn summary(solved: &[SolvedPosition], used: Duration) -> String {
    let nodes = solved.iter().map(|position| position.nodes).sum::<u64>() as f64 / 1e6;
    let wrong = solved.iter().filter(|position| position.agrees == Some(false)).count();
    format!(
        "{} positions, {wrong} of them with another score or move than the file's; {nodes:.0} million nodes, \
         {:.1} s of processor time.",
        solved.len(),
        used.as_secs_f64(),
    )
}

fn table(solved: &[SolvedPosition]) -> anyhow::Result<Table> {
    if solved.len() > OTHERS[0].1.len() {
        bail!("found {} positions, expected FFO 40 to 49", solved.len());
    }
    let others = OTHERS.map(|(name, _)| name).join(" | ");
    let mut table = Table::new(&format!("# | score | file | million nodes | seconds | {others}"));
    for (number, position) in solved.iter().enumerate() {
        let agrees = match position.agrees {
            Some(true) => "agrees",
            Some(false) => "differs",
            None => "-",
        };
        let nodes = format!("{:.1}", position.nodes as f64 / 1e6);
        let seconds = format!("{:.2}", position.seconds);
        let mut cells = cells![FIRST + number, format!("{:+}", position.score), agrees, nodes, seconds];
        cells.extend(OTHERS.map(|(_, seconds)| seconds[number].to_string()));
        table.row(cells);
    }
    let nodes = solved.iter().map(|position| position.nodes).sum::<u64>() as f64 / 1e6;
    let seconds: f64 = solved.iter().map(|position| position.seconds).sum();
    let mut cells = cells!["all", "", "", format!("{nodes:.0}"), format!("{seconds:.1}")];
    cells.extend(OTHERS.map(|(_, seconds)| format!("{:.1}", seconds[..solved.len()].iter().sum::<f64>())));
    table.row(cells);
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_a_position_and_the_last_one_their_sum() {
        let solved = [(38, 1.0), (0, 2.0)];
        let solved =
            solved.map(|(score, seconds)| SolvedPosition { score, nodes: 2_500_000, seconds, agrees: Some(true) });
        let text = table(&solved).unwrap().to_string();
        assert!(text.contains("| 40 | +38 | agrees | 2.5 | 1.00 | 0.15 | 0.6 | 0.7 | 0.26 |"), "{text}");
        assert!(text.ends_with("| all |  |  | 5 | 3.0 | 0.5 | 1.5 | 1.7 | 1.6 |\n"), "{text}");
    }
}
