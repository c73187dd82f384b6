//! The genetic algorithm of the thesis, cycle by cycle, in a folder.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{bail, ensure};
use rival::board::Objective;
use rival::personality::{Personality, Provenance, load, parse};
use rival::record::run_folder::{Layout, RunFolder};
use rival::stats::Mean;
use rival::thesis::Profile;
use serde_json::Value;

use super::agent::Manner;
use super::genetic::{Settings, Weights, cycle, first, rate, three};
use super::{mean_loss, read_profile};
use crate::imitation::Imitation;
use crate::output::Output;
use crate::play::Play;
use crate::progress::StageProgress;
use crate::table::{Table, cells};

/// Three rivals by the genetic algorithm of the thesis (hours).
///
/// Each scores one half against the agent, and they differ in style. An interrupted run continues when the same command
/// is given again.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The profile of the player to imitate, made by thesis-losses.
    #[arg(value_name = "PROFILE", required_unless_present = "agent")]
    profile: Option<PathBuf>,
    /// Instead of a profile: make rivals that score one half against this player, a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "profile")]
    agent: Option<String>,
    /// The settings of this chapter, 6 or 7; chapter 7 is for human opponents.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u8).range(6..=7))]
    chapter: u8,
    /// Number of individuals.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(3..=1000))]
    population: u16,
    /// Children in each family.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    children: u16,
    /// Cycles; default: the chapter's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    cycles: Option<u32>,
    /// Games that rate the last population (the thesis's table 6.1), an even number.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    last: u64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

impl Args {
    fn settings(&self) -> Settings {
        let chapter = match self.chapter {
            6 => Settings::chapter_6(BETA, self.play.seed, self.play.threads()),
            _ => Settings::chapter_7(self.play.seed, self.play.threads()),
        };
        Settings {
            population: self.population.into(),
            children: self.children.into(),
            cycles: self.cycles.unwrap_or(chapter.cycles),
            ..chapter
        }
    }
}

/// The weight of the penalty for similar individuals.
const BETA: f64 = 0.001;
/// The rounds of the agent's calibration, and the games of each.
const ROUNDS: (u32, u64) = (8, 200);
const COMMAND: &str = "lab thesis-rivals";
/// The file of the agent made from a profile.
const AGENT: &str = "agent.json";
/// The file with the number of finished cycles and the population.
const POPULATION: &str = "population";

/// The player against which rivals score one half, or the profile to make it from.
enum AgentSource {
    Agent(Box<Personality>),
    Profile(Box<Profile>),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let expected = "an even number, as each opening is played with both colours";
    ensure!(args.last.is_multiple_of(2), "--last: found {}, expected {expected}", args.last);
    let opponent = match (&args.agent, &args.profile) {
        (Some(name), _) => AgentSource::Agent(Box::new(load(name)?)),
        (None, Some(path)) => AgentSource::Profile(Box::new(read_profile(path)?)),
        (None, None) => bail!("PROFILE: found nothing, expected a profile or --agent"),
    };
    let (argument, rule) = match &opponent {
        AgentSource::Agent(agent) => ("--agent", agent.rule),
        AgentSource::Profile(profile) => ("PROFILE", profile.tester.rule),
    };
    ensure!(
        rule == Objective::Normal,
        "{argument}: found a player for {rule}, expected one for {} as the rivals are",
        Objective::Normal
    );
    let settings = args.settings();
    let folder = args.output.folder("thesis-rivals")?;
    let (folder, _) = RunFolder::begin(&folder, Layout::RUN, &identity(args, &settings, &opponent)?, true)?;
    let agent = match opponent {
        AgentSource::Agent(agent) => *agent,
        AgentSource::Profile(profile) => {
            println!("{} loses {:.1} points a move", profile.called(), mean_loss(&profile)?);
            if folder.find(AGENT)?.is_none() {
                folder.write(AGENT, make_agent(args, &profile)?.to_json())?;
            }
            parse(AGENT, &folder.find(AGENT)?.unwrap_or_default())?
        }
    };
    evolve(args, &settings, &folder, &agent)
}

/// The settings that decide the files. Threads do not.
fn identity(args: &Args, settings: &Settings, opponent: &AgentSource) -> anyhow::Result<Value> {
    let (profile, agent) = match opponent {
        AgentSource::Agent(agent) => (Value::Null, serde_json::from_str(&agent.to_json())?),
        AgentSource::Profile(profile) => (serde_json::from_str(&profile.to_json())?, Value::Null),
    };
    Ok(serde_json::json!({
        "recipe": "thesis", "profile": profile, "agent": agent,
        "rounds": ROUNDS.0, "games": ROUNDS.1, "last": args.last, "seed": args.play.seed,
        "start": [settings.start.0, settings.start.1],
        "population": settings.population, "children": settings.children, "cycles": settings.cycles,
        "depth": settings.depth, "natural": settings.natural, "beta": settings.beta,
    }))
}

/// Runs the missing cycles, writes three individuals of the last population, and reports them.
fn evolve(args: &Args, settings: &Settings, folder: &RunFolder, agent: &Personality) -> anyhow::Result<()> {
    let state: Option<((u32, Vec<Weights>), _)> = folder.restore(POPULATION)?;
    let (mut done, mut population) = state.map_or_else(|| (0, first(settings)), |(state, _)| state);
    let stage = StageProgress::new("cycles", settings.cycles as usize, done as usize);
    while done < settings.cycles {
        cycle(settings, done, &mut population, agent);
        done += 1;
        folder.save(POPULATION, &(done, &population))?;
        stage.step();
    }
    drop(stage);
    let ratings = rate(settings, &population, agent, args.last);
    let mut table = Table::new("openness | mobility | stable discs | score");
    for ([openness, mobility, stable], score) in &ratings {
        table.row(cells![openness, mobility, stable, format!("{score:.3}")]);
    }
    let mut text = format!("{table}\n");
    if let Some(Mean { mean, error: Some(error), count }) = Mean::estimate(ratings.iter().map(|(_, score)| *score)) {
        writeln!(text, "Mean {mean:.4}, standard deviation {:.4}.\n", error * (count as f64).sqrt())?;
    }
    let chosen = three(&ratings);
    for (&number, letter) in chosen.iter().zip(["a", "b", "c"]) {
        let (weights, score) = &ratings[number];
        let mut rival = settings.player(&format!("rival-{letter}"), weights);
        rival.notes = vec![format!("Scores {score:.3} against the agent in {} games.", args.last)];
        rival.provenance = Some(provenance(args.play.seed, *score));
        folder.write(format!("{}.json", rival.name), rival.to_json())?;
        writeln!(text, "- {}: {}", rival.name, rival.summary)?;
    }
    args.output.report("thesis-rivals", &text)?;
    ensure!(chosen.len() == 3, "found {} individuals within 0.1 of an even score, expected three", chosen.len());
    Ok(())
}

/// The origin of a rival. Its fitness is its score against the agent.
fn provenance(seed: u64, score: f64) -> Provenance {
    Provenance { command: Some(COMMAND.to_owned()), seed: Some(seed), fitness: Some(score), ..Provenance::default() }
}

/// The agent made from a profile, calibrated against a stand-in for its player.
fn make_agent(args: &Args, profile: &Profile) -> anyhow::Result<Personality> {
    let imitation = Imitation { profile, manner: Manner::default(), play: args.play };
    Ok(imitation.calibrated(&imitation.stand_in()?, ROUNDS.0, ROUNDS.1)?.0)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::parse;

    fn rivals(folder: &Path, words: &str) -> anyhow::Result<[Vec<u8>; 3]> {
        let common = ["rivals", "--out", folder.to_str().unwrap()];
        run(&parse(common.into_iter().chain(words.split(' ')))?)?;
        Ok(["a", "b", "c"].map(|letter| fs::read(folder.join(format!("rival-{letter}.json"))).unwrap()))
    }

    #[test]
    fn three_rivals_are_made_on_any_number_of_threads_and_after_a_break() {
        let folder = tempfile::tempdir().unwrap();
        let words = "--agent beginner --population 5 --children 1 --cycles 1 --last 20 --seed 3 --threads";
        let first = rivals(&folder.path().join("x"), &format!("{words} 3")).unwrap();
        assert!(first[0] != first[1] && first[1] != first[2]);
        fs::remove_file(folder.path().join("x/rival-b.json")).unwrap();
        assert_eq!(rivals(&folder.path().join("x"), &format!("{words} 1")).unwrap(), first);
        assert_eq!(rivals(&folder.path().join("y"), &format!("{words} 2")).unwrap(), first);
        let words = words.replace("--seed 3", "--seed 4") + " 2";
        let error = rivals(&folder.path().join("x"), &words).unwrap_err().to_string();
        assert!(error.contains("the folder holds another run: seed: found 3, expected 4"), "{error}");
    }

    #[test]
    fn impossible_rivals_are_refused_in_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let absent = folder.path().join("absent.json").display().to_string();
        let out = folder.path().join("x");
        for (words, expected) in [
            (
                "--agent static-anti".to_owned(),
                "--agent: found a player for anti, expected one for normal as the rivals are",
            ),
            ("--agent beginner --last 3".to_owned(), "--last: found 3, expected an even number"),
            (absent.clone(), &format!("{absent}: ")),
        ] {
            let error = rivals(&out, &words).unwrap_err().to_string();
            assert!(error.starts_with(expected) && !error.contains('\n'), "{error}");
        }
        assert!(!out.exists());
    }
}
