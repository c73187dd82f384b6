//! `rival train book`: an opening book by a player's own search.

use std::process::ExitCode;

use super::options::InFolder;
use crate::board::{Board, Move, Position};
use crate::cli::complaint::complain;
use crate::cli::interrupt;
use crate::cli::output::print;
use crate::cli::progress::Bar;
use crate::players::load;
use crate::record::book::Book;
use crate::stats::signed;
use crate::train::book::{End, Recipe, Run};
use crate::train::run::Settings;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    folder: InFolder,
    /// The player that values positions, and then plays with the book: a name or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "master")]
    player: String,
    /// Plies that each move is searched.
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
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let player = load(&args.player)?;
    let name = args.name.clone().unwrap_or_else(|| format!("{}-book", player.name));
    super::options::check_name(&name)?;
    let Args { depth, positions, seed, .. } = args;
    let command =
        format!("rival train book --player {} --depth {depth} --positions {positions} --seed {seed}", args.player);
    let recipe = Recipe { player, depth: *depth, positions: *positions as usize };
    let spec = recipe.spec()?;
    let settings = Settings { seed: *seed, name, command, date: args.folder.date.clone() };
    let mut run = Run::begin(&args.folder.out, recipe, spec, settings, args.folder.resume)?;
    let (threads, stop) = (args.folder.threads.count(), interrupt::stop()?);
    let bar = Bar::resumed("positions", u64::from(*positions), run.book().len() as u64);
    let end = run.grow(threads, &stop, &mut |book| {
        bar.set(book.len() as u64);
        if let Some((_, discs)) = book.answer(&Position::START) {
            bar.say(&format!("{} discs for black", signed(discs, 2)));
        }
    })?;
    drop(bar);
    let (folder, book) = (run.folder(), run.book());
    if end == End::Stopped {
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

/// The best moves by the book, from the start to where it ends.
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
