//! `rival show`: describes a personality.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::output::print;
use crate::personality::{Personality, load};

/// Describe a player: its figures, their source, its board.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A shipped name (see `rival players`), a personality file, or a priority map (.csv).
    #[arg(value_name = "NAME|FILE")]
    personality: String,
    /// Print the personality file.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let personality = load(&args.personality)?;
    print(if args.json { personality.to_json() } else { describe(&personality) })
}

/// A board with a number on each square, and letters and digits around it.
pub(super) fn board(values: &[f64; 64]) -> String {
    let labels = labels(values);
    let width = labels.iter().map(String::len).max().unwrap_or(1).max(2) + 2;
    let letters: String = ('a'..='h').map(|letter| format!("{letter:>width$}")).collect();
    let mut text = format!(" {letters}\n");
    for (row, labels) in (1..).zip(labels.chunks(8)) {
        let cells: String = labels.iter().map(|label| format!("{label:>width$}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{row}{cells}");
    }
    text
}

/// The most decimals of a label.
const MOST_DECIMALS: usize = 6;

/// The values with as many decimals as they need. If two are too few, they are rounded, as far as all values that
/// [`MOST_DECIMALS`] tell apart still look different.
fn labels(values: &[f64; 64]) -> Vec<String> {
    let exact = (0..3).find(|&decimals| {
        let factor = 10_f64.powi(decimals);
        values.iter().all(|value| ((value * factor).round() / factor - value).abs() < 1e-9)
    });
    if let Some(decimals) = exact {
        return rounded(values, decimals as usize);
    }
    let finest = rounded(values, MOST_DECIMALS);
    let least = if values.iter().any(|value| value.abs() >= 100.0) { 1 } else { 2 };
    let mut coarser = (least..MOST_DECIMALS).map(|decimals| rounded(values, decimals));
    coarser.find(|labels| count_different(labels) == count_different(&finest)).unwrap_or(finest)
}

fn rounded(values: &[f64; 64], decimals: usize) -> Vec<String> {
    // Adding 0 turns a negative zero into 0.
    values.iter().map(|value| format!("{:.*}", decimals, value + 0.0)).collect()
}

fn count_different(labels: &[String]) -> usize {
    labels.iter().collect::<BTreeSet<_>>().len()
}

fn describe(personality: &Personality) -> String {
    let mut fields = vec![
        ("name", personality.name.clone()),
        ("kind", personality.kind.name().to_owned()),
        ("rule", personality.rule.to_string()),
        ("summary", personality.summary.clone()),
    ];
    fields.extend(personality.source.clone().map(|source| ("source", source)));
    fields.extend(personality.notes.iter().map(|note| ("note", note.clone())));
    if let Some(made) = &personality.provenance {
        let parts = [
            made.command.as_ref().map(|command| format!("by `{command}`")),
            made.seed.map(|seed| format!("seed {seed}")),
            made.generation.map(|generation| format!("generation {generation}")),
            made.fitness.map(|fitness| format!("fitness {fitness}")),
            made.date.clone(),
        ];
        fields.push(("made", parts.into_iter().flatten().collect::<Vec<_>>().join(", ")));
    }
    fields.extend(personality.describe());
    // A text with a line end has one line all the same.
    let lines = fields.iter().map(|(name, value)| format!("{name:<16}{}\n", value.replace(['\n', '\r'], " ")));
    let mut text: String = lines.collect();
    for (title, values) in personality.boards() {
        let _ = write!(text, "\n{title}\n{}", board(&values));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_a_plain_table() {
        let text = board(&std::array::from_fn(|i| i as f64 - 10.0));
        assert_eq!(text.lines().next(), Some("     a    b    c    d    e    f    g    h"));
        assert_eq!(text.lines().nth(1), Some("1  -10   -9   -8   -7   -6   -5   -4   -3"));
        assert_eq!(text.lines().count(), 9);
    }

    #[test]
    fn labels_have_as_many_decimals_as_the_numbers_need() {
        let mut values = [0.0; 64];
        assert_eq!(labels(&values)[0], "0");
        values[1] = -0.0;
        values[2] = 0.25;
        assert_eq!(labels(&values)[..3], ["0.00", "0.00", "0.25"]);
        values[3] = 1.0 / 3.0;
        assert_eq!(labels(&values)[3], "0.33");
        values[4] = 0.334;
        assert_eq!(labels(&values)[3..5], ["0.333", "0.334"]);
    }
}
