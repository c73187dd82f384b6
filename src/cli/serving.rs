//! `rival nboard` and `rival gtp`: an engine for the NBoard GUI, and for Quarry, GoGui and match scripts.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};

use super::output::{UNWRITTEN, check_name};
use super::{duration, resources};
use crate::machine::program::{LESSONS, NO_LESSONS};
use crate::personality::{Kind, STRONGEST};
use crate::players::{self, PacedPlayer, Player};
use crate::serve::{Log, Options, gtp, nboard, standard_input};
use crate::strength::served;

/// Options of `rival nboard` and `rival gtp`.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// The personality: a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = STRONGEST)]
    player: String,
    /// Decides every random choice: the seed of the first game, from which those of later games are drawn; default: new
    /// each time.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The player's time for a move: as short as possible, or longer where the choice is hard, as people take.
    #[arg(long, value_enum, default_value = "instant")]
    pace: Pace,
    /// The most seconds for a move, whatever the personality and the clock allow.
    #[arg(long, value_name = "SECONDS", value_parser = duration::seconds)]
    time: Option<Duration>,
    /// Append what is received (`>`) and sent (`<`) to this file.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    resources: resources::Args,
}

/// The pace of a served player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Pace {
    /// As fast as possible.
    Instant,
    /// With people's times: longer where the choice is hard.
    Natural,
}

impl Args {
    /// The player to serve, and the options for serving it.
    fn open(&self) -> anyhow::Result<(Box<dyn Player>, Options)> {
        if self.player == "-" {
            bail!("--player: found -, expected a name or a file: standard input has the commands of the protocol");
        }
        let personality = players::load(&self.player)?;
        let options = self.resources.options()?;
        let field = if matches!(personality.kind, Kind::Placement(_)) { "profile" } else { "learn" };
        let player = served(&personality, &options).with_context(|| format!("{}: {field}", self.player))?;
        let player = if self.pace == Pace::Natural { Box::new(PacedPlayer::new(player)) } else { player };
        let log = self.log.as_deref().map(open_log).transpose()?;
        let seed = self.seed.unwrap_or_else(rand::random);
        let is_refereed = env::var_os(LESSONS).is_some_and(|value| value == NO_LESSONS);
        Ok((player, Options { seed, time: self.time, log, signature: personality.signature(), is_refereed }))
    }
}

fn open_log(path: &Path) -> anyhow::Result<Log> {
    check_name(path)?;
    Log::open(path).with_context(|| format!("--log {}", path.display()))
}

pub(super) fn gtp(args: &Args) -> anyhow::Result<()> {
    let (player, options) = args.open()?;
    gtp::serve(player, standard_input()?, io::stdout(), options).context(UNWRITTEN)
}

pub(super) fn nboard(args: &Args) -> anyhow::Result<()> {
    let (player, options) = args.open()?;
    nboard::serve(player, standard_input()?, io::stdout(), options).context(UNWRITTEN)
}
