//! The agent of a profile as a personality file, calibrated by play.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use rival::personality::{Learn, Personality, Provenance, load, parse};
use rival::record::profile_file::save;
use rival::record::run_folder::write;
use rival::thesis::Profile;
use rival::thesis::adaptive::{reference, taught};

use super::agent::{Manner, agent, calibrated, stand_in};
use super::{Calibration, check_even, mean_loss, read_profile};
use crate::output::Output;
use crate::play::Play;

/// The file of the profile that a learning agent updates.
const LEARNS_IN: &str = "opponent.json";

/// Make a player whose moves lose as much as a profile of thesis-losses says, as NAME.json (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The profile to match.
    #[arg(value_name = "PROFILE")]
    profile: PathBuf,
    /// The name of the new personality.
    #[arg(long, default_value = "agent")]
    name: String,
    /// The tester that must have measured the profile; another profile is refused.
    #[arg(long, value_name = "NAME|FILE")]
    tester: Option<String>,
    /// Calibrate against this personality, a shipped name or a file; default: a stand-in for the player.
    #[arg(long, value_name = "NAME|FILE")]
    against: Option<String>,
    /// Rounds of calibration; 0: the targets are the measured losses.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=1000))]
    rounds: u32,
    /// Games of a round, an even number.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: u64,
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
    /// Adapt at the end of each game, in a copy of PROFILE beside the new file.
    #[arg(long)]
    learn: bool,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    check_even("--games", args.games)?;
    ensure!(
        (0.0..=1e6).contains(&args.tolerance),
        "--tolerance: found {}, expected a number from 0 to 1000000",
        args.tolerance
    );
    let tester = args.tester.as_deref().map(load).transpose()?;
    let profile = read_profile(&args.profile, tester.as_ref())?;
    mean_loss(&profile)?;
    let folder = args.output.folder("thesis-agent")?;
    let mut made = make(args, &profile)?;
    if args.learn {
        let learn = Learn { file: LEARNS_IN.to_owned(), at_end: true, reference: reference(&profile) };
        made = taught(&made, &learn);
        save(&profile, &folder.join(LEARNS_IN))?;
    }
    let text = made.to_json();
    parse("the new personality", text.as_bytes())?;
    write(&folder.join(format!("{}.json", made.name)), text)?;
    args.output.report("thesis-agent", &format!("{}: {}\n{}\n", made.name, made.summary, made.notes.join("\n")))
}

/// The calibrated agent, with its provenance.
fn make(args: &Args, profile: &Profile) -> anyhow::Result<Personality> {
    let manner = Manner {
        name: args.name.clone(),
        flat: args.flat,
        natural: args.natural,
        corrects: args.correction,
        tolerance: args.tolerance,
    };
    let nothing = "found no measured move, expected some";
    let mut made = agent(profile, &manner, 1.0).context(nothing)?;
    // The user's name is checked before the long work, because it must give a readable file.
    parse("the new personality", made.to_json().as_bytes())?;
    let mut score = None;
    if args.rounds > 0 {
        let threads = args.play.threads();
        let opponent = match &args.against {
            Some(name) => load(name)?,
            None => stand_in(profile, args.play.seed, threads)?.context(nothing)?,
        };
        let calibration = Calibration {
            aim: 0.5,
            rounds: args.rounds,
            games: args.games,
            opening_plies: 8,
            seed: args.play.seed,
            threads,
        };
        let (agent, steps) = calibrated(profile, &manner, &opponent, &calibration).context(nothing)?;
        made = agent;
        score = steps.last().map(|step| step.score);
        made.notes.push(format!(
            "Calibrated in {} games against {} from random openings of 8 plies; the last {} gave {:.3}.",
            u64::from(args.rounds) * args.games,
            opponent.name,
            args.games,
            score.unwrap_or(0.5)
        ));
    }
    made.provenance = Some(Provenance {
        command: Some("lab thesis-agent".to_owned()),
        seed: Some(args.play.seed),
        fitness: score,
        ..Provenance::default()
    });
    Ok(made)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use rival::thesis::{GameLosses, Losses};

    use super::*;
    use crate::parse;

    /// A folder with p.json, the profile of a player who loses 10 points a move.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        save(&profile("beginner", 40), &folder.path().join("p.json")).unwrap();
        folder
    }

    fn profile(tester: &str, plies: u32) -> Profile {
        let losses = Losses { moves: 5, loss: 50.0, squares: 700.0, ranks: 9 };
        let games = vec![GameLosses([losses; 4]); 2];
        Profile { games, ..Profile::new("Ann", load(tester).unwrap(), plies) }
    }

    /// Makes an agent in the folder; returns its file.
    fn agent(folder: &Path, words: &str) -> anyhow::Result<String> {
        let [profile, out] = ["p.json", ""].map(|name| folder.join(name).to_str().unwrap().to_owned());
        let command = ["agent".to_owned(), profile, "--out".to_owned(), out];
        let words = words.split(' ').map(str::to_owned);
        let args = parse(command.into_iter().chain(words))?;
        run(&args)?;
        Ok(fs::read_to_string(folder.join(format!("{}.json", args.name)))?)
    }

    #[test]
    fn an_agent_is_a_player_on_any_number_of_threads() {
        let folder = folder();
        let calibrate = "--rounds 2 --games 10 --against static-normal --threads";
        let one = agent(folder.path(), &format!("{calibrate} 1 --name a")).unwrap();
        let three = agent(folder.path(), &format!("{calibrate} 3 --name a")).unwrap();
        assert_eq!(one, three);
        assert!(one.contains("against static-normal") && !one.contains("learn"), "{one}");
        load(folder.path().join("a.json").to_str().unwrap()).unwrap();
        let natural = agent(folder.path(), "--natural --correction --rounds 1 --games 2 --threads 2").unwrap();
        assert!(natural.contains("against stand-in"), "{natural}");
    }

    #[test]
    fn an_agent_that_learns_has_a_copy_of_its_profile() {
        let folder = folder();
        let text = agent(folder.path(), "--rounds 0 --tolerance 0 --learn").unwrap();
        let text: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((text["learn"].as_str(), text["learn_at_end"].as_bool()), (Some("opponent.json"), Some(true)));
        assert_eq!(text["choice"]["reference"]["tester"], "beginner");
        let (copy, _): (Profile, _) = rival::record::profile_file::load(&folder.path().join("opponent.json")).unwrap();
        assert_eq!(copy, profile("beginner", 40));
        load(folder.path().join("agent.json").to_str().unwrap()).unwrap();
    }

    #[test]
    fn impossible_agents_are_refused_before_the_long_work() {
        let folder = folder();
        // With this many games the test ends soon only if the arguments are refused before any work.
        for (words, expected) in [
            ("--games 99999", "--games: found 99999, expected an even number"),
            ("--games 100000 --tolerance=-1", "--tolerance: found -1, expected a number from 0 to 1000000"),
            ("--games 100000 --name a/b", "the new personality: name: found \"a/b\", expected 1 to 40 printable ASCII"),
            ("--games 100000 --tester tester", "p.json: tester: found beginner at depth 3, expected tester at depth 5"),
        ] {
            let error = agent(folder.path(), &format!("--rounds 1000 {words}")).unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
    }
}
