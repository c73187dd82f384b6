//! What the two servers have in common: which player, its seed, the log.

use std::path::PathBuf;

use anyhow::Context;

use crate::board::Objective;
use crate::players::{Player, StaticMap};
use crate::serve::{Log, Options};

/// Options of `rival nboard` and `rival gtp`.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    /// The personality: the name of a shipped one, or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "static-normal")]
    player: String,
    /// Decides every random choice; a new one each time if not given.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Append what is received (`>`) and sent (`<`) to this file.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl Args {
    /// The player and how to serve with it.
    pub fn open(&self) -> anyhow::Result<(Box<dyn Player>, Options)> {
        let player = load(&self.player)?;
        let log =
            self.log.as_ref().map(|path| Log::open(path).with_context(|| path.display().to_string())).transpose()?;
        Ok((player, Options { seed: self.seed.unwrap_or_else(rand::random), log }))
    }
}

/// The published map for the normal game, row by row from a1.
#[rustfmt::skip]
const STATIC_NORMAL: [f64; 64] = [
    54.0, 12.0, 32.0, 20.0, 16.0, 42.0,  9.0, 47.0,
     8.0,  7.0, 25.0, 29.0, 13.0, 11.0,  2.0,  3.0,
    60.0, 26.0, 62.0, 50.0, 44.0, 59.0, 21.0, 53.0,
    27.0, 36.0, 58.0, 28.0, 52.0, 30.0, 33.0, 31.0,
    22.0, 19.0, 40.0, 35.0, 39.0, 61.0, 34.0, 48.0,
    45.0, 18.0, 49.0, 37.0, 56.0, 55.0, 38.0, 51.0,
     0.0,  1.0, 24.0, 43.0, 14.0, 15.0,  4.0,  5.0,
    46.0, 10.0, 41.0, 23.0, 17.0, 57.0,  6.0, 63.0,
];

fn load(name: &str) -> anyhow::Result<Box<dyn Player>> {
    anyhow::ensure!(name == "static-normal", "--player: found '{name}', expected static-normal");
    Ok(Box::new(StaticMap::new(name, Objective::Normal, STATIC_NORMAL)))
}
