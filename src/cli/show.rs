//! `rival show`: describes a personality.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::bail;

use super::output::{print, print_as_is, replace_named};
use crate::personality::{Kind, Personality, load, map_csv};
use crate::report::board;

/// Describe a player: its figures, their source, its board.
///
/// The board is shown as a heat map.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A shipped name (see `rival players`), a personality file, or a priority map (.csv).
    #[arg(value_name = "NAME|FILE")]
    personality: String,
    /// Output format: a description, the personality file, or the eight lines of integers of a static map (ranks 0 to
    /// 63).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also write the squares' values as a picture to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let personality = load(&args.personality)?;
    let text = match (args.format, &personality.kind) {
        (Format::Text, _) => describe(&personality),
        (Format::Json, _) => personality.to_json(),
        (Format::Csv, Kind::StaticMap(priorities)) => map_csv::write(priorities),
        (Format::Csv, kind) => {
            bail!("--format csv: found a personality of kind \"{}\", expected \"static-map\"", kind.name())
        }
    };
    if let Some(file) = &args.svg {
        let boards = boards(&personality);
        if boards.is_empty() {
            bail!("--svg: found no values of squares in {}, expected a static map or a board", personality.name);
        }
        replace_named(file, board::svg(&personality.name, &personality.summary, &boards))?;
    }
    print(text)?;
    if matches!(args.format, Format::Text) {
        for board in boards(&personality) {
            print(format!("\n{}\n", board.title))?;
            print_as_is(board::text(&board.values, colors()).as_bytes())?;
        }
    }
    Ok(())
}

/// Colours only on a terminal (<https://no-color.org>).
fn colors() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The boards of a personality's parameters.
pub(super) fn boards(personality: &Personality) -> Vec<board::Board> {
    personality.boards().into_iter().map(|(title, values)| board::Board { title, values }).collect()
}

fn describe(personality: &Personality) -> String {
    let mut text = String::new();
    let mut field = |name: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{name:<16}{value}");
    };
    field("name", &personality.name);
    field("kind", &personality.kind.name());
    field("rule", &personality.rule);
    field("summary", &personality.summary);
    if let Some(source) = &personality.source {
        field("source", source);
    }
    for note in &personality.notes {
        field("note", note);
    }
    if let Some(made) = &personality.provenance {
        let parts = [
            made.command.as_ref().map(|command| format!("by `{command}`")),
            made.seed.map(|seed| format!("seed {seed}")),
            made.generation.map(|generation| format!("generation {generation}")),
            made.fitness.map(|fitness| format!("fitness {fitness}")),
            made.date.clone(),
        ];
        field("made", &parts.into_iter().flatten().collect::<Vec<_>>().join(", "));
    }
    for (name, text) in personality.describe() {
        field(name, &text);
    }
    text
}
