//! `rival job make`: work into jobs.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;

use super::folder::{Plan, Whole};
use super::{calibration, labels, losses, measure, own_digest};
use crate::board::Objective;
use crate::cli::duel::plies;
use crate::cli::output::print;
use crate::cli::words::rule;
use crate::jobs::{Duel, Job, Player, Task};
use crate::players::load;
use crate::record::text::counted;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, clap::Subcommand)]
enum Kind {
    /// Games of two personalities inside the process, as in `rival match`.
    Match(Match),
    /// Positions and their values, for `rival train patterns`.
    Labels(labels::Args),
    /// Games that set the constants of learned patterns, for `rival train patterns`.
    Calibration(calibration::Args),
    /// The judge's values of a player's moves, for `rival measure`.
    Measure(measure::Args),
    /// A tester's losses of a player's moves, for `rival thesis losses`.
    Losses(losses::Args),
    /// Games of a tournament between programs; the options are those of `rival tournament`.
    #[cfg(unix)]
    Tournament(Box<Programs>),
}

#[derive(Debug, clap::Args)]
struct Match {
    a: String,
    b: String,
    /// How many games; an even number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=100_000_000))]
    games: u64,
    /// Random moves before the players take over.
    #[arg(long, value_name = "random:PLIES", value_parser = plies, default_value = "random:0")]
    openings: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rule of scoring; default: the first player's own.
    #[arg(long, value_parser = rule())]
    rule: Option<Objective>,
    /// Games in a job; an even number.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    per_job: u64,
    /// The folder of the jobs.
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
}

#[cfg(unix)]
#[derive(Debug, clap::Args)]
struct Programs {
    #[command(flatten)]
    flags: crate::cli::tournament::flags::Flags,
    /// Games in a job; encounters stay whole.
    #[arg(long, value_name = "N", default_value = "20")]
    per_job: std::num::NonZeroUsize,
    /// The folder of the jobs.
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (folder, plan, failed) = match &args.kind {
        Kind::Match(args) => (&args.into, duels(args)?, 0),
        Kind::Labels(args) => (&args.into, labels::make(args)?, 0),
        Kind::Calibration(args) => (&args.into, calibration::make(args)?, 0),
        Kind::Measure(args) => {
            let (plan, failed) = measure::make(args)?;
            (&args.into, plan, failed)
        }
        Kind::Losses(args) => {
            let (plan, failed) = losses::make(args)?;
            (&args.into, plan, failed)
        }
        #[cfg(unix)]
        Kind::Tournament(args) => (&args.into, shards(args)?, 0),
    };
    print(format!("{}: {}\n", folder.display(), counted(plan.jobs.len(), "job")))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn duels(args: &Match) -> anyhow::Result<Plan> {
    for (name, value) in [("--games", args.games), ("--per-job", args.per_job)] {
        if value == 0 || !value.is_multiple_of(2) {
            bail!("{name}: found {value}, expected an even number, as each opening is played with both colours");
        }
    }
    let ((a, mut files), (b, more)) = (Player::of(&args.a)?, Player::of(&args.b)?);
    files.extend(more);
    let players = [a, b];
    let rule = args.rule.map_or_else(|| load(&args.a).map(|first| first.rule), Ok)?;
    let program = own_digest()?;
    let job = |number: u64| {
        let first = number * args.per_job;
        let duel = Duel {
            players: players.clone(),
            rule,
            opening_plies: args.openings,
            seed: args.seed,
            first,
            games: args.per_job.min(args.games - first),
        };
        Job::new(program.clone(), Task::Duel(duel))
    };
    let jobs: Vec<Job> = (0..args.games.div_ceil(args.per_job)).map(job).collect();
    Plan::write(&args.into, &jobs, Whole::Match, files)
}

#[cfg(unix)]
fn shards(args: &Programs) -> anyhow::Result<Plan> {
    use anyhow::Context;

    use crate::jobs::Shard;
    use crate::tournament::Config;
    use crate::tournament::planned::plan;

    if let Some(flag) = args.flags.of_the_machine() {
        bail!("{flag}: found in a tournament of jobs, each of which plays one game at a time; expected none");
    }
    let (value, source) = args.flags.configuration()?;
    let config = Config::from_json(&value).context(source)?;
    let (identity, games) = plan(&config)?;
    if identity.frame.sprt.is_some() {
        bail!("sprt: found in a tournament of jobs, which are all played; expected none");
    }
    if config.equal_budget {
        bail!("budget: found in a tournament of jobs, which know nothing of each other's times; expected none");
    }
    let encounter = if identity.frame.pairs { 2 } else { 1 };
    let each = (args.per_job.get() / encounter).max(1) * encounter;
    let program = own_digest()?;
    let job = |games: &[crate::tournament::planned::Planned]| {
        Job::new(program.clone(), Task::Shard(Shard::new(&identity, games.to_vec())))
    };
    let jobs: Vec<Job> = games.chunks(each).map(job).collect();
    let files = config.files()?;
    Plan::write(&args.into, &jobs, Whole::Tournament { tournament: Box::new(identity.clone()) }, files)
}
