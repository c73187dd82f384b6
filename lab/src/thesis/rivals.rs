//! The genetic algorithm of the thesis, cycle by cycle, in a folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use rival::board::Objective;
use rival::personality::{Personality, Provenance, load, parse};
use rival::players::Tester;
use rival::record::run_folder::{Layout, RunFolder};
use rival::stats::{Mean, derive};
use rival::thesis::Profile;
use serde_json::Value;

use super::agent::{Manner, calibrated, stand_in};
use super::games::Games;
use super::genetic::{Settings, Weights, cycle, first, player, score, three};
use super::{Calibration, PLIES, check_even, mean_loss, measure, read_profile};
use crate::output::Output;
use crate::play::Play;
use crate::progress::Stage;

/// Three rivals by the genetic algorithm of the thesis (an hour).
///
/// Each scores half against the agent, and they differ in style. An interrupted run continues when the same command is
/// given again.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A profile of thesis-losses (.json), or files of games; these need --as.
    #[arg(value_name = "PROFILE|GAMES", required_unless_present = "agent")]
    like: Vec<PathBuf>,
    /// Instead of a profile: make rivals that score half against this player, a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["like", "player", "tester", "rounds", "games"])]
    agent: Option<String>,
    /// With games: the player's name as it appears in the files, or black, or white.
    #[arg(long = "as", value_name = "NAME|black|white")]
    player: Option<String>,
    /// With games: the tester; default: the shipped one. With a profile: the tester that must have measured it.
    #[arg(long, value_name = "NAME|FILE")]
    tester: Option<String>,
    /// Rounds of the agent's calibration.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Games of a round, an even number.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: u64,
    /// The settings of this chapter, 6 or 7; chapter 7 is for human opponents.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u8).range(6..=7))]
    chapter: u8,
    /// The weight of the penalty for similar individuals, 0 to 1000.
    #[arg(long, default_value_t = 0.001)]
    beta: f64,
    /// Individuals.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(3..=1000))]
    population: u16,
    /// Children of a family.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    children: u16,
    /// Cycles; default: the chapter's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    cycles: Option<u32>,
    /// Games that decide which individuals are near one half, an even number (the thesis's table 6.1).
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
            6 => Settings::chapter_6(self.beta, self.play.seed, self.play.threads()),
            _ => Settings { beta: self.beta, ..Settings::chapter_7(self.play.seed, self.play.threads()) },
        };
        Settings {
            population: self.population.into(),
            children: self.children.into(),
            cycles: self.cycles.unwrap_or(chapter.cycles),
            ..chapter
        }
    }
}

const COMMAND: &str = "lab thesis-rivals";
/// The agent of a profile.
const AGENT: &str = "agent.json";
/// The cycles done, and the population after them.
const POPULATION: &str = "population";

/// The player that rivals score half against, or the profile that it is made of.
enum Opponent {
    Agent(Personality),
    Profile(Box<Profile>),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    check_even("--games", args.games)?;
    check_even("--last", args.last)?;
    ensure!((0.0..=1000.0).contains(&args.beta), "--beta: found {}, expected a number from 0 to 1000", args.beta);
    let opponent = match &args.agent {
        Some(name) => Opponent::Agent(load(name)?),
        None => Opponent::Profile(Box::new(profile(args)?)),
    };
    let (argument, rule) = match &opponent {
        Opponent::Agent(agent) => ("--agent", agent.rule),
        Opponent::Profile(profile) => ("PROFILE", profile.tester.rule),
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
        Opponent::Agent(agent) => agent,
        Opponent::Profile(profile) => {
            println!("{} loses {:.1} points a move", profile.called(), mean_loss(&profile)?);
            if folder.find(AGENT)?.is_none() {
                folder.write(AGENT, make_agent(args, &profile)?.to_json())?;
            }
            parse(AGENT, &folder.find(AGENT)?.unwrap_or_default())?
        }
    };
    let text = evolve(args, &settings, &folder, &agent)?;
    args.output.report("thesis-rivals", &text)
}

/// Everything that decides the files, without the threads.
fn identity(args: &Args, settings: &Settings, opponent: &Opponent) -> anyhow::Result<Value> {
    let (profile, agent) = match opponent {
        Opponent::Agent(agent) => (Value::Null, serde_json::from_str(&agent.to_json())?),
        Opponent::Profile(profile) => (serde_json::from_str(&profile.to_json())?, Value::Null),
    };
    Ok(serde_json::json!({
        "recipe": "thesis", "profile": profile, "agent": agent,
        "rounds": args.rounds, "games": args.games, "last": args.last, "seed": args.play.seed,
        "start": [settings.start.0, settings.start.1],
        "population": settings.population, "children": settings.children, "cycles": settings.cycles,
        "depth": settings.depth, "beta": settings.beta,
    }))
}

/// Carries the population through the missing cycles, and writes three of the last. Returns the report.
fn evolve(args: &Args, settings: &Settings, folder: &RunFolder, agent: &Personality) -> anyhow::Result<String> {
    let state: Option<((u32, Vec<Weights>), _)> = folder.restore(POPULATION)?;
    let (mut done, mut population) = state.map_or_else(|| (0, first(settings)), |(state, _)| state);
    let stage = Stage::new("cycles", settings.cycles as usize, done as usize);
    while done < settings.cycles {
        cycle(settings, done, &mut population, agent);
        done += 1;
        folder.save(POPULATION, &(done, &population))?;
        stage.step();
    }
    drop(stage);
    let seed = derive(args.play.seed, u64::MAX);
    let stage = Stage::new("rating the last cycle", population.len(), 0);
    let mut ratings: Vec<(Weights, f64)> = Vec::new();
    for weights in population {
        ratings.push((weights, score(&weights, agent, settings.depth, args.last, seed, settings.threads)));
        stage.step();
    }
    drop(stage);
    let mut text = String::new();
    for (weights, score) in &ratings {
        writeln!(text, "{:>6} {:>6} {:>6}  scores {score:.3}", weights[0], weights[1], weights[2])?;
    }
    if let Some(Mean { mean, error: Some(error), count }) = Mean::of(ratings.iter().map(|(_, score)| *score)) {
        writeln!(text, "mean {mean:.4}, standard deviation {:.4}", error * (count as f64).sqrt())?;
    }
    let chosen = three(&ratings);
    for (&number, letter) in chosen.iter().zip(["a", "b", "c"]) {
        let (weights, score) = &ratings[number];
        let mut rival = player(&format!("rival-{letter}"), weights, settings.depth);
        rival.notes = vec![format!("Scores {score:.3} against the agent in {} games.", args.last)];
        rival.provenance = Some(provenance(args.play.seed, *score));
        folder.write(format!("{}.json", rival.name), rival.to_json())?;
        writeln!(text, "{}: {}", rival.name, rival.summary)?;
    }
    ensure!(chosen.len() == 3, "{text}found {} individuals within 0.1 of an even score, expected three", chosen.len());
    Ok(text)
}

/// The profile of the player to imitate.
fn profile(args: &Args) -> anyhow::Result<Profile> {
    if let [path] = &args.like[..]
        && is_profile(path)
    {
        if args.player.is_some() {
            bail!("--as: found it beside the profile {}, expected it beside games only", path.display());
        }
        let tester = args.tester.as_deref().map(load).transpose()?;
        return read_profile(path, tester.as_ref());
    }
    let player = args.player.as_deref().context("--as: found nothing, expected whose moves in the games are meant")?;
    let tester = load(args.tester.as_deref().unwrap_or("tester"))?;
    Tester::new(&tester)?;
    let games = Games::read(&args.like, player, tester.rule)?;
    games.problems.iter().for_each(|problem| eprintln!("lab: {problem}"));
    let mut profile = Profile::new(player, tester, PLIES);
    profile.games = measure(&games.games, &profile.tester, PLIES, args.play.threads(), &|| ())?;
    Ok(profile)
}

fn is_profile(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// The origin of a rival; its fitness is its score against the agent.
fn provenance(seed: u64, score: f64) -> Provenance {
    Provenance { command: Some(COMMAND.to_owned()), seed: Some(seed), fitness: Some(score), ..Provenance::default() }
}

/// The agent of a profile.
fn make_agent(args: &Args, profile: &Profile) -> anyhow::Result<Personality> {
    let nothing = "found no measured move, expected some";
    let threads = args.play.threads();
    let manner = Manner { name: "agent".to_owned(), flat: false, natural: false, corrects: false, tolerance: 2.0 };
    let calibration = Calibration {
        aim: 0.5,
        rounds: args.rounds,
        games: args.games,
        opening_plies: 8,
        seed: args.play.seed,
        threads,
    };
    let opponent = stand_in(profile, args.play.seed, threads)?.context(nothing)?;
    let stage = Stage::new("agent", args.rounds as usize, 0);
    let (agent, _) = calibrated(profile, &manner, &opponent, &calibration, &mut |_| stage.step()).context(nothing)?;
    Ok(agent)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: Args,
    }

    fn rivals(folder: &Path, words: &str) -> anyhow::Result<[Vec<u8>; 3]> {
        let common = ["rivals", "--out", folder.to_str().unwrap()];
        run(&Command::try_parse_from(common.into_iter().chain(words.split(' ')))?.args)?;
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
        let error = rivals(&folder.path().join("x"), &format!("{words} 2 --beta 1")).unwrap_err().to_string();
        assert!(error.contains("the folder holds another run: beta: found 0.001, expected 1"), "{error}");
    }

    #[test]
    fn impossible_rivals_are_refused_in_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("g.txt");
        fs::write(&games, "f5d6c3d3c4f4\n").unwrap();
        let out = folder.path().join("x");
        for (words, expected) in [
            (
                "--agent static-anti".to_owned(),
                "--agent: found a player for anti, expected one for normal as the rivals are",
            ),
            ("--agent beginner --beta 2000".to_owned(), "--beta: found 2000, expected a number from 0 to 1000"),
            ("--agent beginner --last 3".to_owned(), "--last: found 3, expected an even number"),
            (games.display().to_string(), "--as: found nothing, expected whose moves in the games are meant"),
            (format!("{} --as Zoe", games.display()), "found no game of Zoe, expected one or more"),
        ] {
            let error = rivals(&out, &words).unwrap_err().to_string();
            assert!(error.starts_with(expected) && !error.contains('\n'), "{error}");
        }
        assert!(!out.exists());
        // Without a profile nothing is calibrated.
        assert!(rivals(&out, "--agent beginner --rounds 3").is_err());
    }
}
