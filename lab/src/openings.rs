//! Files of openings that give neither side an advantage.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use anyhow::ensure;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::{Game, Move, squares};
use rival::machine::work;
use rival::personality::{STRONGEST, load};
use rival::players::{Options, Player};
use rival::record::run_folder::write;
use rival::search::{Limits, SilentObserver};
use rival::stats::derive;

use crate::games::least_image;
use crate::output::{Output, Shipping};
use crate::play::Threads;
use crate::progress::StageProgress;

/// The number of lines drawn at a time. They are kept in order, so threads do not change the file.
const WAVE: usize = 64;
/// The most lines drawn for each wanted line.
const TRIES: usize = 10_000;
/// Search depth for the moves that a line may use.
const CHOICE: u32 = 6;
/// Search depth of the test that rejects uneven lines.
const FILTER: u32 = 10;
/// The shipped file of XOT openings, which the page offers.
const SHIPPED: &str = "src/serve/page/desk/xot.txt";

/// A file of even openings for tournaments, KIND.txt (minutes).
///
/// It draws random lines and keeps those with even values in a deep search. No two final positions are turned or
/// mirrored forms of each other. The same options make the same file on any number of threads.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// balanced: lines of good moves; xot: eight random moves, as in XOT tournaments.
    #[arg(value_enum)]
    kind: Kind,
    /// Number of openings.
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Lengths in plies, such as 12 or 8-12 [default: 8-12 for balanced, 8 for xot].
    #[arg(long, value_name = "N-M", value_parser = plies)]
    plies: Option<RangeInclusive<u32>>,
    /// Discs that a move of a balanced line may lose.
    #[arg(long, value_name = "DISCS", default_value_t = 2.0)]
    tolerance: f64,
    /// The largest value of the final position, in discs for either side.
    #[arg(long, value_name = "DISCS", default_value_t = 1.5)]
    within: f64,
    /// Depth of the last search of an opening, in plies; earlier ones are no deeper.
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// The seed of the random lines.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    shipping: Shipping,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    Balanced,
    Xot,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Balanced => "balanced",
            Kind::Xot => "xot",
        }
    }

    fn plies(self) -> RangeInclusive<u32> {
        match self {
            Kind::Balanced => 8..=12,
            Kind::Xot => 8..=8,
        }
    }
}

fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if 1 <= low && low <= high && high <= 30 => Ok(low..=high),
        _ => Err("expected plies from 1 to 30, such as 12 or 8-12".to_owned()),
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let is_balanced = args.kind == Kind::Balanced;
    ensure!(!(is_balanced && args.shipping.write), "--write: found it with balanced, expected it with xot");
    let recipe = Recipe {
        plies: args.plies.clone().unwrap_or(args.kind.plies()),
        tolerance: is_balanced.then_some(args.tolerance),
        within: args.within,
        depth: args.depth,
        seed: args.seed,
    };
    let mut text = head(args, &recipe);
    for (line, value) in openings(&recipe, args.count as usize, args.threads.count())? {
        writeln!(text, "{line} # {value:+.2}")?;
    }
    write(&args.output.folder("openings")?.join(args.kind.name()).with_extension("txt"), &text)?;
    args.shipping.file(SHIPPED, text.as_bytes())?;
    print!("{text}");
    Ok(())
}

/// The origin of the file, as comment lines.
fn head(args: &Args, recipe: &Recipe) -> String {
    let low = recipe.plies.start();
    let high = recipe.plies.end();
    let tolerance = recipe.tolerance.map(|discs| format!(" --tolerance {discs}")).unwrap_or_default();
    format!(
        "# Openings for pairs of games with swapped colours, made by the lab of rival {}:\n\
         #   lab openings {} --count {} --plies {low}-{high}{tolerance} --within {} --depth {} --seed {}\n\
         # Each line: the moves, and the value of the last position for the side to move, in discs.\n",
        env!("CARGO_PKG_VERSION"),
        args.kind.name(),
        args.count,
        recipe.within,
        recipe.depth,
        recipe.seed,
    )
}

/// Even lines with their values in discs for the side to move.
///
/// # Errors
/// There are too few even lines.
fn openings(recipe: &Recipe, count: usize, threads: usize) -> anyhow::Result<Vec<(String, f64)>> {
    let strongest = load(STRONGEST)?;
    let mut openings = Vec::new();
    let mut known = HashSet::new();
    let mut drawn = 0;
    let stage = StageProgress::new("openings", count, 0);
    while openings.len() < count {
        ensure!(
            drawn < TRIES * count,
            "found {} openings in {drawn} lines, expected {count}: a larger --within finds more",
            openings.len()
        );
        let wave = work::map_with(
            threads,
            WAVE,
            || strongest.player(&Options::default()),
            |player, number| recipe.opening((drawn + number) as u64, &mut **player),
        );
        drawn += WAVE;
        for (game, value) in wave.into_iter().flatten() {
            if openings.len() == count || !known.insert(least_image(&game.board().position)) {
                continue;
            }
            if let Some(value) = value.filter(|value| value.abs() <= recipe.within) {
                openings.push((game.moves().map(|mv| mv.to_string()).collect(), value));
                stage.step();
            }
        }
    }
    Ok(openings)
}

/// The rules for making lines.
#[derive(Debug, Clone)]
struct Recipe {
    /// Lengths of the lines in plies.
    plies: RangeInclusive<u32>,
    /// The most discs by which a move may be worse than the best one; `None` accepts any legal move.
    tolerance: Option<f64>,
    /// The largest absolute value in discs that the last search may give.
    within: f64,
    /// The depth of the last search in plies; earlier ones are no deeper.
    depth: u32,
    seed: u64,
}

impl Recipe {
    /// The line of this number with the value of the last search; `None` if it has a pass or ends far from even. The
    /// line depends on the number and the recipe only.
    fn opening(&self, number: u64, player: &mut dyn Player) -> Option<(Game, Option<f64>)> {
        let mut rng = ChaCha8Rng::seed_from_u64(derive(self.seed, number));
        let mut game = Game::default();
        for _ in 0..rng.random_range(self.plies.clone()) {
            let moves = self.choices(&game, player);
            game.play(*moves.choose(&mut rng)?).ok()?;
        }
        value(&game, player, FILTER.min(self.depth)).filter(|value| value.abs() <= 2.0 * self.within)?;
        let value = value(&game, player, self.depth);
        Some((game, value))
    }

    /// The moves that may follow, the lowest square first; empty if the side must pass.
    fn choices(&self, game: &Game, player: &mut dyn Player) -> Vec<Move> {
        let Some(tolerance) = self.tolerance else {
            return squares(game.board().position.moves()).map(Move::from).collect();
        };
        let limits = Limits { depth: Some(CHOICE.min(self.depth)), ..Limits::default() };
        let lines = player.rank(game, 64, &limits, &mut SilentObserver).lines;
        let best = lines.first().map_or(0.0, |line| line.value.discs());
        let good = lines.iter().filter(|line| line.value.discs() >= best - tolerance).map(|line| line.pv[0]);
        let mut moves: Vec<Move> = good.filter(|&mv| mv != Move::Pass).collect();
        moves.sort_by_key(|mv| mv.square());
        moves
    }
}

/// The value of a search of this depth for the side to move, in discs; `None` if it must pass or the game is over.
fn value(game: &Game, player: &mut dyn Player, depth: u32) -> Option<f64> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let line = player.rank(game, 1, &limits, &mut SilentObserver).lines.into_iter().next()?;
    (line.pv.first() != Some(&Move::Pass)).then_some(line.value.discs())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::parse;

    #[test]
    fn openings_are_even_and_the_same_on_any_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        for kind in [Kind::Xot, Kind::Balanced] {
            let [text, on_two_threads] = ["1", "2"].map(|threads| {
                let out = folder.path().to_str().unwrap();
                let shape = [kind.name(), "--count", "3", "--depth", "2", "--seed", "4", "--out", out];
                let words = ["openings"].into_iter().chain(shape).chain(["--threads", threads]);
                run(&parse(words).unwrap()).unwrap();
                fs::read_to_string(folder.path().join(kind.name()).with_extension("txt")).unwrap()
            });
            assert_eq!(on_two_threads, text);
            let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
            let command = format!("#   lab openings {} --count 3", kind.name());
            assert!(lines.len() == 3 && text.contains(&command), "{text}");
            for line in lines {
                let (moves, value) = line.split_once(" # ").unwrap();
                assert!(kind.plies().contains(&(moves.len() as u32 / 2)), "{line}");
                assert!(value.parse::<f64>().unwrap().abs() <= 1.5, "{line}");
            }
        }
    }
}
