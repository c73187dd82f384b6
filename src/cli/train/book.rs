//! `rival train book`: an opening book by a player's own search.

use std::process::ExitCode;

use super::options::{InFolder, recorded_command};
use crate::board::{Board, Move, Position};
use crate::cli::complaint::complain;
use crate::cli::interrupt;
use crate::cli::output::print;
use crate::cli::parts::Parts;
use crate::cli::progress::Bar;
use crate::machine::work::WorkEnd;
use crate::personality::check_name;
use crate::players::load;
use crate::record::book::Book;
use crate::stats::signed;
use crate::train::book::{BookPart, BookRecipe, BookRun};
use crate::train::run::Settings;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    folder: InFolder,
    /// The player that values positions, and then plays with the book: a name or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "master")]
    player: String,
    /// Depth of search of each move, in plies.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Positions of the book; each takes about 100 bytes.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// The order of positions with equal priority.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The name of the player with the book; default: the player's, with "-book".
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    parts: Parts,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let player = load(&args.player)?;
    let name = args.name.clone().unwrap_or_else(|| format!("{}-book", player.name));
    check_name("--name", &name)?;
    let Args { depth, positions, seed, .. } = args;
    let options = [
        ("player", Some(args.player.clone())),
        ("depth", Some(depth.to_string())),
        ("positions", Some(positions.to_string())),
        ("seed", Some(seed.to_string())),
        ("name", args.name.clone()),
    ];
    let command = recorded_command("book", &options);
    let recipe = BookRecipe { player, depth: *depth, positions: *positions as usize };
    let spec = recipe.spec()?;
    let settings = Settings { seed: *seed, name, command, date: args.folder.date.clone(), ..Settings::default() };
    if let Some(shard) = args.parts.shard {
        let InFolder { out, resume, .. } = &args.folder;
        return grow_part(BookPart::open(out, *resume, recipe, spec, &settings, shard)?, args);
    }
    let mut run = BookRun::begin(&args.folder.out, recipe, spec, settings, args.folder.resume, &args.parts.parts)?;
    let threads = args.folder.threads.count();
    let stop = interrupt::stop()?;
    let bar = Bar::resumed("positions", u64::from(*positions), run.book().len() as u64);
    let end = run.grow(threads, &stop, &mut |book| {
        bar.set(book.len() as u64);
        if let Some((_, discs)) = book.answer(&Position::START) {
            bar.say(&format!("{} discs for black", signed(discs, 2)));
        }
    })?;
    drop(bar);
    let folder = run.folder();
    let book = run.book();
    if end == WorkEnd::Stopped {
        complain!("rival: stopped after {} positions; the same command with --resume goes on", book.len());
        return Ok(ExitCode::FAILURE);
    }
    let discs = book.answer(&Position::START).map_or(0.0, |(_, discs)| discs);
    print(format!(
        "{}: {} positions, {} kB; best play {}, {} discs for black\n",
        folder.path().join("opening.book").display(),
        book.len(),
        book.to_text().len().div_ceil(1000),
        line(book),
        signed(discs, 2),
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Searches the positions in one part of the book.
fn grow_part(mut part: BookPart, args: &Args) -> anyhow::Result<ExitCode> {
    let stop = interrupt::stop()?;
    let bar = Bar::new("positions of the whole book", args.positions.into());
    let end = part.grow(args.folder.threads.count(), &stop, &mut |positions| bar.set(positions as u64))?;
    drop(bar);
    let positions = part.book().len();
    if end == WorkEnd::Stopped {
        complain!("rival: stopped after {positions} positions; the same command with --resume goes on");
        return Ok(ExitCode::FAILURE);
    }
    print(format!("{}: {positions} positions of the part\n", args.folder.out.join("opening.book").display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The best moves of the book, from the start to the book's end.
fn line(book: &Book) -> String {
    let mut board = Board::START;
    let mut moves = String::new();
    while let Some((square, _)) = book.answer(&board.position) {
        moves += &square.to_string();
        let Some(next) = board.play(Move::Place(square)) else { break };
        board = next;
    }
    moves
}
