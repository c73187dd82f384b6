//! `rival import-map`: reads the static-player article's text form as a personality.

use std::io::Read;
use std::path::PathBuf;

use anyhow::Context;

use super::output::give;
use super::words::rule;
use crate::board::Objective;
use crate::machine::regular::regular;
use crate::personality::{Kind, Personality, map_csv, parse};

/// Make a player from a table of 64 priorities (CSV).
///
/// The table has eight lines of eight comma-separated integers, row 1 first; the largest is played first.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file with the lines; `-` is stdin.
    #[arg(value_name = "FILE|-")]
    input: String,
    /// The rule: most discs (normal) or fewest (anti) win.
    #[arg(long, value_parser = rule())]
    rule: Objective,
    /// The personality's name.
    #[arg(long, default_value = "imported-map")]
    name: String,
    /// The source of the figures, for the file's field `source`.
    #[arg(long)]
    source: Option<String>,
    /// The personality file to write; default: stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Bytes beyond this are not a map.
const LARGEST_FILE: u64 = 1 << 20;

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut text = String::new();
    let read = |file: std::fs::File| file.take(LARGEST_FILE).read_to_string(&mut text);
    regular(&args.input).and_then(read).with_context(|| args.input.clone())?;
    let kind = Kind::StaticMap(Box::new(map_csv::read(&args.input, &text)?));
    let personality =
        Personality { source: args.source.clone(), ..Personality::new(&args.name, "a priority map", args.rule, kind) };
    let json = personality.to_json();
    // The name came from the command line; the written file must be readable.
    parse("the personality to be written", json.as_bytes())?;
    give(args.output.as_deref(), &json)
}
