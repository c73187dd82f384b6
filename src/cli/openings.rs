//! `rival openings`: files of openings that give neither side an advantage.

use super::threads::Threads;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::{bail, ensure};
use serde_json::json;

use super::progress::Bar;
use super::tournament::{of_an_engine, own_program};
use super::{interrupt, output};
use crate::machine::work;
use crate::personality::STRONGEST;
use crate::players::{self, Options};
use crate::record::notation::moves;
use crate::tournament::Assessor;
use crate::tournament::config::{Config, fields};
use crate::tournament::openings::make::{Recipe, key, value};

/// Lines that are drawn at a time; the first are kept first, so threads do not change the file.
const WAVE: usize = 64;
/// Lines drawn for each one wanted before there are too few.
const TRIES: usize = 10_000;

/// Make a file of even openings for tournaments.
///
/// It draws random lines and keeps those that a deep search finds even. No two final positions are turned or mirrored
/// forms of each other. The same options make the same file on any number of threads.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// balanced: lines of good moves; xot: eight random moves, as in XOT tournaments.
    #[arg(value_enum)]
    kind: Kind,
    /// Openings.
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Their lengths, such as 12 or 8-12 [default: 8-12 for balanced, 8 for xot].
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
    /// The engine that decides, by the value that it reports with its move: fields as in `rival tournament --engine`.
    #[arg(long, value_name = "FIELDS")]
    engine: Option<String>,
    /// The seed of the random lines.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// The file [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    Balanced,
    Xot,
}

fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if 1 <= low && low <= high && high <= 30 => Ok(low..=high),
        _ => Err("expected plies from 1 to 30, such as 12 or 8-12".to_owned()),
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(path) = &args.out {
        output::check(path)?;
    }
    let usual = if args.kind == Kind::Xot { 8..=8 } else { 8..=12 };
    let recipe = Recipe {
        plies: args.plies.clone().unwrap_or(usual),
        tolerance: (args.kind == Kind::Balanced).then_some(args.tolerance),
        within: args.within,
        depth: args.depth,
        seed: args.seed,
    };
    let found = find(args, &recipe)?;
    let mut text = head(args, &recipe);
    for (line, value) in &found {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line} # {value:+.2}");
    }
    output::give(args.out.as_deref(), &text)
}

/// The lines with their values.
fn find(args: &Args, recipe: &Recipe) -> anyhow::Result<Vec<(String, f64)>> {
    let stop = interrupt::stop()?;
    let own = own_program()?;
    let engine = args.engine.as_deref().map(engine).transpose()?;
    let mut judge = engine.as_ref().map(|config| Assessor::start(config, &own, &stop)).transpose()?;
    let (strongest, options) = (players::load(STRONGEST)?, Options::default());
    let (count, mut drawn) = (args.count as usize, 0);
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let bar = Bar::new("openings", count as u64);
    while found.len() < count {
        if drawn >= TRIES * count {
            bail!("found {} openings in {drawn} lines, expected {count}: a larger --within finds more", found.len());
        }
        let deep = judge.is_none().then_some(args.depth);
        let wave = work::map_with(
            args.threads.count(),
            WAVE,
            || strongest.player(&options),
            |player, number| {
                if stop.is_stopped() {
                    return None;
                }
                let game = recipe.line((drawn + number) as u64, &mut **player)?;
                let judged = deep.map(|depth| value(&game, &mut **player, depth));
                Some((game, judged))
            },
        );
        ensure!(!stop.is_stopped(), "stopped");
        drawn += WAVE;
        for (game, judged) in wave.into_iter().flatten() {
            if found.len() == count || !seen.insert(key(&game.board().position)) {
                continue;
            }
            let told = match (&mut judge, judged) {
                (Some(judge), _) => judge.value(&game)?,
                (None, judged) => judged.flatten(),
            };
            if let Some(value) = told.filter(|value| value.abs() <= recipe.within) {
                found.push((moves(&game), value));
                bar.advance();
            }
        }
    }
    if let Some(judge) = judge {
        judge.quit();
    }
    Ok(found)
}

/// The engine that decides, as a tournament has it.
fn engine(text: &str) -> anyhow::Result<Config> {
    let mut first = fields(text).map_err(|message| anyhow::anyhow!("--engine: {message}"))?;
    first["name"] = json!("judge");
    let value = json!({ "engines": [first, { "name": "other", "cmd": "rival gtp", "proto": "gtp" }], "log": false });
    of_an_engine(&value)
}

/// What the file says of itself.
fn head(args: &Args, recipe: &Recipe) -> String {
    let (low, high) = (recipe.plies.start(), recipe.plies.end());
    let kind = if args.kind == Kind::Xot { "xot" } else { "balanced" };
    let tolerance = recipe.tolerance.map(|discs| format!(" --tolerance {discs}")).unwrap_or_default();
    let engine = args.engine.as_ref().map(|engine| format!(" --engine '{}'", engine.escape_default()));
    let engine = engine.unwrap_or_default();
    format!(
        "# Openings for pairs of games with swapped colours, made by rival {}:\n\
         #   rival openings {kind} --count {} --plies {low}-{high}{tolerance} --within {} --depth {}{engine} --seed {}\n\
         # Each line: the moves, and the value of the last position for the side to move, in discs.\n",
        env!("CARGO_PKG_VERSION"),
        args.count,
        recipe.within,
        recipe.depth,
        recipe.seed,
    )
}
