//! `rival thesis agent`: a player with a person's losses, calibrated by play.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::cli::games::{agree, read_profile};
use crate::cli::output::{check, is_same_file, replace_named};
use crate::cli::progress::Bar;
use crate::cli::rivals::Making;
use crate::personality::{self, Learn, Provenance};
use crate::players::load;
use crate::record::kept::{find, save};
use crate::thesis::adaptive::{reference, taught};
use crate::thesis::agent::{Manner, agent, calibrated, stand_in};
use crate::thesis::{Calibration, Profile};

/// Make a player whose moves lose as much as a profile of `rival thesis losses` says.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The profile to match.
    #[arg(value_name = "PROFILE")]
    profile: PathBuf,
    /// The personality file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The name of the new personality.
    #[arg(long, default_value = "agent")]
    name: String,
    /// The tester that must have measured the profile; another profile is refused.
    #[arg(long, value_name = "NAME|FILE")]
    tester: Option<String>,
    /// Calibrate against this personality, a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE")]
    against: Option<String>,
    /// Rounds of calibration; 0: the targets are the measured losses.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=1000))]
    rounds: u32,
    /// Games of a round, an even number; 50 if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: Option<u64>,
    /// One target for the whole game instead of one for each phase.
    #[arg(long)]
    flat: bool,
    /// Natural moves only: take corners and do not give them away.
    #[arg(long)]
    natural: bool,
    /// Raise the target when ahead and lower it when behind. Calibration then moves the value that counts as even.
    #[arg(long)]
    correction: bool,
    /// Moves within this many points count as equal; the seed draws among them.
    #[arg(long, value_name = "POINTS", default_value_t = 2.0)]
    tolerance: f64,
    /// Adapt by this profile of the opponent, relative to the folder of the new file. A new profile begins as a copy of
    /// PROFILE.
    #[arg(long, value_name = "FILE")]
    learn_in: Option<PathBuf>,
    /// Learn at the end of each game without a command.
    #[arg(long, requires = "learn_in")]
    learn_at_end: bool,
    #[command(flatten)]
    making: Making,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let &Args { rounds, tolerance, ref profile, .. } = args;
    let games = args.games.unwrap_or(50);
    let like: &Path = profile;
    if !games.is_multiple_of(2) {
        bail!("--games: found {}, expected an even number, as each opening is played with both colours", games);
    }
    if !(0.0..=1e6).contains(&tolerance) {
        bail!("--tolerance: found {}, expected a number from 0 to 1000000", tolerance);
    }
    for (option, is_given) in [("--against", args.against.is_some()), ("--games", args.games.is_some())] {
        if rounds == 0 && is_given {
            bail!("{option}: found it with --rounds 0, expected a round or more with it");
        }
    }
    if is_same_file(like, &args.output) {
        bail!("--output: found {}, the profile, expected another file", args.output.display());
    }
    check(&args.output)?;
    let profile = read_profile(like)?;
    if let Some(tester) = &args.tester {
        agree(like, &profile, &load(tester)?, profile.plies)?;
    }
    let lessons = args.learn_in.as_ref().map(|file| Lessons::new(args, like, file, &profile)).transpose()?;
    let nothing = || format!("{}: found no measured move, expected some", like.display());
    let threads = args.making.threads();
    let manner = Manner {
        name: args.name.clone(),
        flat: args.flat,
        natural: args.natural,
        corrects: args.correction,
        tolerance,
    };
    let mut made = agent(&profile, &manner, 1.0).with_context(nothing)?;
    // Checked before the long work: a name from the user must give a readable file.
    personality::parse("the new personality", made.to_json().as_bytes())?;
    let mut score = None;
    if rounds > 0 {
        let opponent = match &args.against {
            Some(name) => load(name)?,
            None => {
                let _bar = Bar::new("finding an opponent", 1);
                stand_in(&profile, args.making.seed, threads)?.with_context(nothing)?
            }
        };
        let calibration = Calibration { aim: 0.5, rounds, games, opening_plies: 8, seed: args.making.seed, threads };
        let bar = Bar::new("rounds of games", rounds.into());
        let (agent, steps) =
            calibrated(&profile, &manner, &opponent, &calibration, &mut |_| bar.advance()).with_context(nothing)?;
        drop(bar);
        made = agent;
        made.notes.push(format!(
            "Calibrated in {} games against {} from random openings of 8 plies; the last {} gave {:.3}.",
            u64::from(rounds) * games,
            opponent.name,
            games,
            steps.last().map_or(0.5, |step| step.score)
        ));
        score = steps.last().map(|step| step.score);
    }
    made.provenance = Some(Provenance {
        command: Some("rival thesis agent".to_owned()),
        seed: Some(args.making.seed),
        fitness: score,
        ..Provenance::default()
    });
    if let Some(lessons) = &lessons {
        made = taught(&made, &lessons.learn);
    }
    let text = made.to_json();
    personality::parse("the new personality", text.as_bytes())?;
    if let Some(Lessons { file, is_new: true, .. }) = &lessons {
        save(&profile, file)?;
    }
    replace_named(&args.output, text)
}

/// Where the agent learns.
struct Lessons {
    learn: Learn,
    file: PathBuf,
    is_new: bool,
}

impl Lessons {
    /// Refuses a file that the agent cannot learn in, before the long work.
    fn new(args: &Args, like: &Path, name: &Path, profile: &Profile) -> anyhow::Result<Lessons> {
        let Some(text) = name.to_str() else {
            bail!("--learn-in: found {}, expected a name in UTF-8", name.display());
        };
        let file = args.output.parent().unwrap_or(Path::new("")).join(name);
        if is_same_file(&file, &args.output) {
            bail!("--learn-in: found the file of the new personality, expected another");
        }
        let is_new = match find::<Profile>(&file)? {
            Some((found, _)) => {
                if let Some(difference) = found.unlike(&profile.tester, profile.plies) {
                    bail!("--learn-in: {}: {difference} as in {}", file.display(), like.display());
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
