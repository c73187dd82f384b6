//! `rival agent`: a player as strong as a profile.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::games::{agree, read_profile};
use super::output::{check, is_same_file, replace};
use crate::machine::work;
use crate::personality::{self, Learn, Provenance};
use crate::players::load;
use crate::strength::adaptive::{reference, taught};
use crate::strength::agent::{Manner, agent, calibrated, stand_in};
use crate::strength::{Calibration, Profile, profile};

/// Make a player that is as strong as a profile says (see `rival losses`), and calibrate it by play.
///
/// It is calibrated against the player itself, if that is a personality (--against), else against a stand-in that errs as much and without a plan.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The profile to be like.
    #[arg(long, value_name = "PROFILE")]
    like: PathBuf,
    /// The tester that the profile must be by; a profile by another is refused.
    #[arg(long, value_name = "NAME|FILE")]
    tester: Option<String>,
    /// The personality file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Calibrate against this personality, a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE")]
    against: Option<String>,
    /// The name of the new personality.
    #[arg(long, default_value = "agent")]
    name: String,
    /// Rounds of calibration; 0: the targets are the measured losses.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=1000))]
    rounds: u32,
    /// Games of a round, an even number.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: u64,
    /// One target for the whole game instead of one for each phase.
    #[arg(long)]
    flat: bool,
    /// Natural moves only: corners are taken and not given away.
    #[arg(long)]
    natural: bool,
    /// Correct the target by how the game stands: the farther from even, the more. Calibration then moves what counts as even.
    #[arg(long)]
    correction: bool,
    /// Points within which moves count as equal and the seed draws among them.
    #[arg(long, value_name = "POINTS", default_value_t = 2.0)]
    tolerance: f64,
    /// It adapts: the profile that it keeps of its opponent, from the folder of the new file. A new one begins as a copy of --like.
    #[arg(long, value_name = "FILE")]
    learn: Option<PathBuf>,
    /// It learns at the end of each game, without being told to.
    #[arg(long, requires = "learn")]
    learn_at_end: bool,
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played at the same time; all cores if not given. The result does not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !args.games.is_multiple_of(2) {
        bail!("--games: found {}, expected an even number, as each opening is played with both colours", args.games);
    }
    if !(0.0..=1e6).contains(&args.tolerance) {
        bail!("--tolerance: found {}, expected a number from 0 to 1000000", args.tolerance);
    }
    if is_same_file(&args.like, &args.output) {
        bail!("--output: found {}, the profile of --like, expected another file", args.output.display());
    }
    check(&args.output)?;
    let profile = read_profile(&args.like)?;
    if let Some(tester) = &args.tester {
        agree(&args.like, &profile, &load(tester)?, profile.plies)?;
    }
    let lessons = args.learn.as_ref().map(|file| Lessons::new(args, file, &profile)).transpose()?;
    let nothing = || format!("{}: found no measured move, expected some", args.like.display());
    let threads = args.threads.map_or_else(work::cores, usize::from);
    let manner = Manner {
        name: args.name.clone(),
        flat: args.flat,
        natural: args.natural,
        corrects: args.correction,
        tolerance: args.tolerance,
    };
    let mut made = agent(&profile, &manner, 1.0).with_context(nothing)?;
    // What cannot be read again must not be written: the name is the user's. Said before the long work.
    personality::parse("the new personality", made.to_json().as_bytes())?;
    let mut score = None;
    if args.rounds > 0 {
        let opponent = match &args.against {
            Some(name) => load(name)?,
            None => stand_in(&profile, args.seed, threads)?.with_context(nothing)?,
        };
        let calibration = Calibration {
            aim: 0.5,
            rounds: args.rounds,
            games: args.games,
            opening_plies: 8,
            seed: args.seed,
            threads,
        };
        let bar = ProgressBar::with_draw_target(Some(u64::from(args.rounds)), ProgressDrawTarget::stderr());
        bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} rounds, {eta} left")?);
        let (agent, steps) =
            calibrated(&profile, &manner, &opponent, &calibration, &mut |_| bar.inc(1)).with_context(nothing)?;
        bar.finish_and_clear();
        made = agent;
        made.notes.push(format!(
            "Calibrated in {} games against {} from random openings of 8 plies; the last {} gave {:.3}.",
            u64::from(args.rounds) * args.games,
            opponent.name,
            args.games,
            steps.last().map_or(0.5, |step| step.score)
        ));
        score = steps.last().map(|step| step.score);
    }
    made.provenance = Some(Provenance {
        command: Some("rival agent".to_owned()),
        seed: Some(args.seed),
        fitness: score,
        ..Provenance::default()
    });
    if let Some(lessons) = &lessons {
        made = taught(&made, &lessons.learn);
    }
    let text = made.to_json();
    personality::parse("the new personality", text.as_bytes())?;
    if let Some(Lessons { file, is_new: true, .. }) = &lessons {
        profile::save(&profile, file)?;
    }
    replace(&args.output, text)?;
    Ok(ExitCode::SUCCESS)
}

/// Where the agent learns.
struct Lessons {
    learn: Learn,
    file: PathBuf,
    is_new: bool,
}

impl Lessons {
    /// Refuses a file that the agent could not learn in, before the long work.
    fn new(args: &Args, name: &Path, profile: &Profile) -> anyhow::Result<Lessons> {
        let Some(text) = name.to_str() else {
            bail!("--learn: found {}, expected a name in UTF-8", name.display());
        };
        let file = args.output.parent().unwrap_or(Path::new("")).join(name);
        if is_same_file(&file, &args.output) {
            bail!("--learn: found the file of the new personality, expected another");
        }
        let is_new = match profile::find(&file)? {
            Some((found, _)) => {
                if let Some(difference) = found.unlike(&profile.tester, profile.plies) {
                    bail!("--learn: {}: {difference} as in {}", file.display(), args.like.display());
                }
                false
            }
            None => {
                check(&file)?;
                true
            }
        };
        let reference = reference(profile);
        Ok(Lessons { learn: Learn { file: text.to_owned(), at_end: args.learn_at_end, reference }, file, is_new })
    }
}
