//! `rival convert`: converts games between formats.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::complaint::complain;
use super::output::Content;
use super::{games, output};
use crate::record::format::Part;
use crate::record::{FORMATS, FileGame, Format, RecordError, file};

/// Convert games from one format to another.
///
/// IN may also be the games.jsonl of a tournament. Its times and depths are kept in .pgn; date and clocks are those of
/// config.json beside it.
///
/// Losses of the new format, and games that cannot be converted, are reported on stderr; the other games are still
/// converted. What no format holds, such as comments or PGN's Site and Round, is skipped.
#[derive(Debug, clap::Args)]
#[command(after_help = formats())]
pub(super) struct Args {
    /// File to read, which may hold many games, or - for standard input.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// File to write, or - for standard output.
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Format of IN, if its extension does not tell.
    #[arg(long, value_parser = format_name(), value_name = "FORMAT")]
    from: Option<&'static Format>,
    /// Format of OUT, if its extension does not tell.
    #[arg(long, value_parser = format_name(), value_name = "FORMAT")]
    to: Option<&'static Format>,
}

/// The help on formats, a line for each.
fn formats() -> String {
    let lines = FORMATS.map(|format| {
        let about = if format.about.is_empty() { String::new() } else { format!(": {}", format.about) };
        format!("  .{}  {}{about}\n", format.extension, format.name)
    });
    "Formats:\n".to_owned() + &lines.concat()
}

fn format_name() -> impl TypedValueParser<Value = &'static Format> {
    PossibleValuesParser::new(FORMATS.map(|format| format.extension))
        .map(|name| FORMATS.into_iter().find(|format| format.extension == name).expect("a possible value"))
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let to = format(&args.output, args.to, "--to")?;
    let output = args.output.display();
    let Some(write) = to.write else { bail!("{output}: {} can be read only, expected another format", to.name) };
    output::check_other("OUT", &args.output, "the input", [&args.input])?;
    if !is_stdout(&args.output) {
        output::check_content(&args.output, Content::Games(to))?;
    }
    let entries = read(&args.input, args.from)?;
    if entries.is_empty() {
        bail!("{}: found no games, expected one or more", args.input.display());
    }
    let mut text = String::new();
    let mut lost = Vec::new();
    let mut contradictions = Vec::new();
    let mut done = 0;
    let mut failed = 0;
    for (entry, number) in entries.into_iter().zip(1..) {
        let place = entry.place(number);
        match entry.game.and_then(|record| Ok((write(&record)?, record))) {
            Ok((game, record)) => {
                done += 1;
                text += &game;
                text.push('\n');
                lost.extend(to.lost(&record));
                if let Some((written, board)) = record.contradiction() {
                    let difference = format!("found the result {written:+}, but the board ends at {board:+}");
                    contradictions.push(format!("{place}: {difference}"));
                }
            }
            Err(error) => {
                failed += 1;
                complain!("rival: {}: {place}: {error}", args.input.display());
            }
        }
        lost.sort_unstable();
        lost.dedup();
    }
    if let (Some(first), true) = (contradictions.first(), to.has(Part::Results)) {
        let count = contradictions.len();
        let games = if count > 1 { format!(", in {count} games") } else { String::new() };
        complain!("rival: {}: {first}: the written result is kept{games}", args.input.display());
    }
    if !lost.is_empty() {
        complain!("rival: {output}: .{to} does not keep {}", lost.join("; "));
    }
    // An existing file is not replaced by an empty one.
    if done == 0 {
        return Ok(ExitCode::from(2));
    }
    put(&text, &args.output)?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn format(path: &Path, given: Option<&'static Format>, option: &str) -> anyhow::Result<&'static Format> {
    if let Some(format) = given.or_else(|| Format::by_extension(path)) {
        return Ok(format);
    }
    let found = match path.extension() {
        Some(extension) => format!("the extension .{}", extension.to_string_lossy()),
        None => "no extension".to_owned(),
    };
    bail!("{}: found {found}, expected {}, or {option} FORMAT", path.display(), Format::extensions(None))
}

fn read(path: &Path, given: Option<&'static Format>) -> anyhow::Result<Vec<FileGame>> {
    let name = path.display();
    if given.is_none() && games::is_tournament(path) {
        return games::timed(path);
    }
    let read = match given {
        Some(format) => file::open(path, format),
        None => file::open_known(path, None),
    };
    let entries = read.map_err(|error| match error {
        RecordError::Extension(_) => anyhow!("{name}: {error}, or --from FORMAT"),
        RecordError::Other { found, .. } => anyhow!("{name}: {error}, or add --from {found}"),
        error => anyhow!(error).context(name.to_string()),
    })?;
    games::tell_numbers(path, given, &entries);
    Ok(entries)
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn put(text: &str, path: &Path) -> anyhow::Result<()> {
    if is_stdout(path) { output::print_as_is(text.as_bytes()) } else { output::replace_named(path, text) }
}
