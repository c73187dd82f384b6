//! `rival players`: the personalities that are part of the program.

use std::process::ExitCode;

use super::output::print;
use crate::personality::shipped;

/// List the personalities that are part of the program.
#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(_args: &Args) -> anyhow::Result<ExitCode> {
    let rows: Vec<[String; 4]> =
        shipped().map(|p| [p.name, p.kind.name().to_owned(), p.rule.to_string(), p.summary]).collect();
    let head = ["NAME", "KIND", "RULE", "SUMMARY"].map(str::to_owned);
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let (name, kind, rule) = (width(0), width(1), width(2));
    let lines = [&head].into_iter().chain(&rows).map(|[a, b, c, d]| format!("{a:name$}  {b:kind$}  {c:rule$}  {d}\n"));
    print(lines.collect::<String>())?;
    Ok(ExitCode::SUCCESS)
}
