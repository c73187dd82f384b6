//! `rival convert`: games from one format to another.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::complaint::complain;
use super::output;
use crate::record::FileGame;
use crate::record::file::{self, Format, RecordError, Writer};

/// Convert games between GGF, SGF, transcripts, WTHOR and OBF; a file may hold many.
///
/// The formats are told by the extensions: .ggf, .sgf, .txt (one transcript a line), .wtb (names in a .jou and a .trn
/// beside it), .obf (positions: read, they are games without moves; written, they are the last positions of the games).
/// What the new format cannot keep is said on stderr. A game that cannot be converted is said there too, and the others
/// are still converted.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File to read, or - for standard input.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// File to write, or - for standard output.
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Format of IN, if its extension does not tell.
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Name>,
    /// Format of OUT, if its extension does not tell.
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Name>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Name {
    Ggf,
    Sgf,
    Txt,
    Wtb,
    Obf,
}

impl From<Name> for Format {
    fn from(name: Name) -> Format {
        match name {
            Name::Ggf => Format::Ggf,
            Name::Sgf => Format::Sgf,
            Name::Txt => Format::Transcripts,
            Name::Wtb => Format::Wthor,
            Name::Obf => Format::Obf,
        }
    }
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let from = format(&args.input, args.from, "--from")?;
    let to = format(&args.output, args.to, "--to")?;
    if to == Format::Wthor && Format::of(&args.output) != Some(to) {
        bail!(
            "{}: WTHOR puts the names beside the games, expected a file name that ends in .wtb",
            args.output.display()
        );
    }
    let entries = read(&args.input, from).with_context(|| format!("{}", args.input.display()))?;
    let mut writer = Writer::new(to);
    let mut lost = Vec::new();
    let (mut done, mut failed) = (0, 0);
    for (FileGame { line, game }, number) in entries.into_iter().zip(1..) {
        match game.and_then(|record| writer.add(&record).map(|()| to.lost(&record))) {
            Ok(of_this) => {
                done += 1;
                lost.extend(of_this);
            }
            Err(error) => {
                failed += 1;
                let line = if from == Format::Wthor { String::new() } else { format!(", line {line}") };
                complain!("rival: {}: game {number}{line}: {error}", args.input.display());
            }
        }
        lost.sort_unstable();
        lost.dedup();
    }
    if !lost.is_empty() {
        complain!("rival: {}: .{to} does not keep {}", args.output.display(), lost.join("; "));
    }
    let over_itself =
        || args.input.canonicalize().is_ok_and(|input| args.output.canonicalize().is_ok_and(|to| to == input));
    if failed > 0 && over_itself() {
        bail!("{}: not written over itself, because games of it would be lost", args.output.display());
    }
    // If nothing of use came out, an older file is worth more than an empty one.
    if failed == 0 || done > 0 {
        write(&writer, &args.output)?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn format(path: &Path, given: Option<Name>, option: &str) -> anyhow::Result<Format> {
    if let Some(format) = given.map(Format::from).or_else(|| Format::of(path)) {
        return Ok(format);
    }
    let found = match path.extension() {
        Some(extension) => format!("the extension .{}", extension.to_string_lossy()),
        None => "no extension".to_owned(),
    };
    bail!("{}: found {found}, expected .ggf, .sgf, .txt, .wtb or .obf, or {option} FORMAT", path.display())
}

fn read(path: &Path, format: Format) -> Result<Vec<FileGame<RecordError>>, RecordError> {
    if !is_stream(path) {
        return file::open(path, format);
    }
    file::read(&file::bytes(std::io::stdin().lock())?, format)
}

/// Writes the files; all but the last, the games themselves, have names that follow from the last one's.
fn write(writer: &Writer, path: &Path) -> anyhow::Result<()> {
    let mut files = writer.files();
    let games = files.pop().map(|(_, bytes)| bytes).unwrap_or_default();
    for (extension, bytes) in files {
        output::replace(&path.with_extension(extension), &bytes)?;
    }
    if is_stream(path) { output::print(&games) } else { output::replace(path, &games) }
}
