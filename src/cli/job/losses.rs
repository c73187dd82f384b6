//! `rival thesis losses` in parts.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::folder::{Plan, Whole, all, job_file, read_job};
use super::own_digest;
use crate::cli::games::gather;
use crate::cli::output::print;
use crate::jobs::{Files, GameSide, Job, Losses, LossesFound, Player, Task};
use crate::players::{Tester, load};
use crate::record::kept::save;
use crate::record::text::counted;
use crate::thesis::Profile;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of games.
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
    /// The player whose moves count: a name as it appears in the files, or black, or white.
    #[arg(long = "as", value_name = "NAME|black|white")]
    player: String,
    #[arg(long, value_name = "NAME|FILE", default_value = "tester")]
    tester: String,
    /// Only moves 1 to N of a game count.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: u32,
    /// Games in a job.
    #[arg(long, value_name = "N", default_value = "200")]
    per_job: NonZeroUsize,
    /// The folder of the jobs.
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
}

/// The plan, and the numbers of unusable games and files.
pub(super) fn make(args: &Args) -> anyhow::Result<(Plan, usize)> {
    let (tester, files) = Player::of(&args.tester)?;
    let rule = Tester::new(&load(&args.tester)?)?.objective();
    let gathered = gather(&args.games, &args.player, rule)?;
    let program = own_digest()?;
    let jobs = gathered.games.chunks(args.per_job.get()).map(|games| {
        let games = games.iter().map(|(game, color)| GameSide::of(game, *color)).collect();
        Job::new(program.clone(), Task::Losses(Losses { tester: tester.clone(), plies: args.plies, games }))
    });
    let jobs: Vec<Job> = jobs.collect();
    let plan = Plan::write(&args.into, &jobs, Whole::Losses { player: args.player.clone() }, files)?;
    Ok((plan, gathered.failed))
}

/// The profile that `rival thesis losses` makes.
pub(super) fn collect(plan: &Plan, jobs: &Path, folder: &Path, player: &str, out: &Path) -> anyhow::Result<ExitCode> {
    let found: Vec<LossesFound> = all(plan, folder)?;
    let first = plan.jobs.first().context("there are no jobs")?;
    let Task::Losses(task) = read_job(&job_file(jobs, first))?.task else {
        bail!("{}: found a job of another kind, expected losses", jobs.display())
    };
    let mut files = Files::default();
    files.add_known(&plan.files);
    let mut whole = Profile::new(player, task.tester.personality(&files)?, task.plies);
    for part in found {
        whole.games.extend(part.games);
        let fingerprints = part.fingerprints.iter().map(|text| u64::from_str_radix(text, 16));
        whole.fingerprints.extend(fingerprints.collect::<Result<Vec<_>, _>>().context("fingerprints")?);
    }
    save(&whole, out)?;
    print(format!("{}: {}\n", out.display(), counted(whole.games.len(), "game")))?;
    Ok(ExitCode::SUCCESS)
}
