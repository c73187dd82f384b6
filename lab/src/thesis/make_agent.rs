//! The agent of a profile as a personality file, calibrated by play.

use std::path::PathBuf;

use rival::personality::{Learn, Personality, Provenance, parse};
use rival::record::profile_file::save;
use rival::record::run_folder::write;
use rival::thesis::adaptive::{reference, taught};

use super::agent::Manner;
use super::{mean_loss, read_profile};
use crate::imitation::Imitation;
use crate::output::Output;
use crate::play::Play;

/// The file of the profile that a learning agent updates.
const LEARNS_IN: &str = "opponent.json";
/// The rounds of calibration, and the games of each.
const ROUNDS: (u32, u64) = (8, 50);

/// Make a player whose moves lose as much as a profile of thesis-losses says, as NAME.json (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The profile to match.
    #[arg(value_name = "PROFILE")]
    profile: PathBuf,
    /// The name of the new personality.
    #[arg(long, default_value = "agent")]
    name: String,
    /// Adapt at the end of each game, in a copy of PROFILE beside the new file.
    #[arg(long)]
    learn: bool,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    make(args, ROUNDS)
}

fn make(args: &Args, (rounds, games): (u32, u64)) -> anyhow::Result<()> {
    let profile = read_profile(&args.profile)?;
    mean_loss(&profile)?;
    let folder = args.output.folder("thesis-agent")?;
    let imitation = Imitation { profile: &profile, manner: Manner::default(), play: args.play };
    let named = |mut agent: Personality| {
        agent.name.clone_from(&args.name);
        agent
    };
    // The user's name is checked before the long work, because it must give a readable file.
    parse("the new personality", named(imitation.uncalibrated()?).to_json().as_bytes())?;
    let opponent = imitation.stand_in()?;
    let (agent, score) = imitation.calibrated(&opponent, rounds, games)?;
    let mut made = named(agent);
    made.notes.push(format!(
        "Calibrated in {} games against {} from random openings of 8 plies; the last {games} gave {score:.3}.",
        u64::from(rounds) * games,
        opponent.name,
    ));
    made.provenance = Some(Provenance {
        command: Some("lab thesis-agent".to_owned()),
        seed: Some(args.play.seed),
        fitness: Some(score),
        ..Provenance::default()
    });
    if args.learn {
        let learn = Learn { file: LEARNS_IN.to_owned(), at_end: true, reference: reference(&profile) };
        made = taught(&made, &learn);
        save(&profile, &folder.join(LEARNS_IN))?;
    }
    write(&folder.join(format!("{}.json", made.name)), made.to_json())?;
    args.output.report("thesis-agent", &format!("{}: {}\n{}\n", made.name, made.summary, made.notes.join("\n")))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use rival::personality::load;
    use rival::thesis::{GameLosses, Losses, Profile};

    use super::*;
    use crate::parse;

    /// A folder with p.json, the profile of a player who loses 10 points a move.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        save(&profile(), &folder.path().join("p.json")).unwrap();
        folder
    }

    fn profile() -> Profile {
        let losses = Losses { moves: 5, loss: 50.0, squares: 700.0, ranks: 9 };
        let games = vec![GameLosses([losses; 4]); 2];
        Profile { games, ..Profile::new("Ann", load("beginner").unwrap(), 40) }
    }

    /// Makes an agent in the folder; returns its file.
    fn agent(folder: &Path, words: &str) -> anyhow::Result<String> {
        let [profile, out] = ["p.json", ""].map(|name| folder.join(name).to_str().unwrap().to_owned());
        let command = ["agent".to_owned(), profile, "--out".to_owned(), out];
        let words = words.split(' ').map(str::to_owned);
        let args = parse(command.into_iter().chain(words))?;
        make(&args, (2, 10))?;
        Ok(fs::read_to_string(folder.join(format!("{}.json", args.name)))?)
    }

    #[test]
    fn an_agent_is_a_player_on_any_number_of_threads() {
        let folder = folder();
        let one = agent(folder.path(), "--threads 1 --name a").unwrap();
        let three = agent(folder.path(), "--threads 3 --name a").unwrap();
        assert_eq!(one, three);
        assert!(one.contains("in 20 games against stand-in") && !one.contains("learn"), "{one}");
        load(folder.path().join("a.json").to_str().unwrap()).unwrap();
    }

    #[test]
    fn an_agent_that_learns_has_a_copy_of_its_profile() {
        let folder = folder();
        let text = agent(folder.path(), "--learn").unwrap();
        let text: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((text["learn"].as_str(), text["learn_at_end"].as_bool()), (Some("opponent.json"), Some(true)));
        assert_eq!(text["choice"]["reference"]["tester"], "beginner");
        let (copy, _): (Profile, _) = rival::record::profile_file::load(&folder.path().join("opponent.json")).unwrap();
        assert_eq!(copy, profile());
        load(folder.path().join("agent.json").to_str().unwrap()).unwrap();
    }

    #[test]
    fn an_impossible_name_is_refused_before_the_long_work() {
        let folder = folder();
        let args = parse(["agent", folder.path().join("p.json").to_str().unwrap(), "--name", "a/b"]).unwrap();
        // With this many rounds the test ends soon only if the name is refused before any work.
        let error = make(&args, (1_000_000, 100_000)).unwrap_err().to_string();
        let expected = "the new personality: name: found \"a/b\", expected 1 to 40 printable ASCII";
        assert!(error.contains(expected) && !error.contains('\n'), "{error}");
    }
}
