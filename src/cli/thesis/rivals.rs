//! `rival thesis rivals`: the genetic algorithm of the thesis, cycle by cycle.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde_json::json;

use super::losses::thin;
use crate::board::Objective;
use crate::cli::complaint::complain;
use crate::cli::games::{agree, gather, read_profile};
use crate::cli::output::print;
use crate::cli::progress::Bar;
use crate::cli::rivals::{Making, to_play};
use crate::personality::Provenance;
use crate::players::{Personality, Tester, load};
use crate::stats::{Mean, derive};
use crate::strength::rivals::Folder;
use crate::thesis::agent::{Manner, calibrated, stand_in};
use crate::thesis::genetic::{Settings, Weights, cycle, first, player, score, three};
use crate::thesis::{Calibration, Profile, fingerprint, measure};

/// Make three rivals by the genetic algorithm of the thesis: each scores half against the agent, and they differ in
/// style.
///
/// An interrupted run continues when the same command is given again.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A profile of `rival thesis losses` (.json), or files of games; these need --as.
    #[arg(value_name = "PROFILE|GAMES", required_unless_present = "agent")]
    like: Vec<PathBuf>,
    /// The folder for the rivals: a new or an empty one.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
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
    /// The weight of the penalty for similar individuals.
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
    making: Making,
}

impl Args {
    fn settings(&self) -> Settings {
        let (seed, threads) = (self.making.seed, self.making.threads());
        let chapter = match self.chapter {
            6 => Settings::chapter_6(self.beta, seed, threads),
            _ => Settings { beta: self.beta, ..Settings::chapter_7(seed, threads) },
        };
        Settings {
            population: self.population.into(),
            children: self.children.into(),
            cycles: self.cycles.unwrap_or(chapter.cycles),
            ..chapter
        }
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for (option, games) in [("--games", args.games), ("--last", args.last)] {
        if !games.is_multiple_of(2) {
            bail!("{option}: found {games}, expected an even number, as each opening is played with both colours");
        }
    }
    if !(0.0..=1000.0).contains(&args.beta) {
        bail!("--beta: found {}, expected a number from 0 to 1000", args.beta);
    }
    let agent = args.agent.as_deref().map(load).transpose()?;
    let profile = if agent.is_none() { Some(like(args)?) } else { None };
    let (profile, failed) = profile.map_or((None, 0), |(profile, failed)| (Some(profile), failed));
    let rule = agent.as_ref().map(|agent| agent.rule).or(profile.as_ref().map(|profile| profile.tester.rule));
    if rule == Some(Objective::Anti) {
        let (anti, normal) = (Objective::Anti, Objective::Normal);
        let argument = if agent.is_some() { "--agent" } else { "PROFILE" };
        bail!("{argument}: found a player for {anti}, expected one for {normal} as the rivals are");
    }
    let json = |text: Option<String>| text.map(|text| serde_json::from_str::<serde_json::Value>(&text)).transpose();
    let settings = args.settings();
    // Everything that decides the files, without the threads.
    let decides = json!({
        "recipe": "thesis",
        "profile": json(profile.as_ref().map(Profile::to_json))?,
        "agent": json(agent.as_ref().map(Personality::to_json))?,
        "rounds": args.rounds, "games": args.games, "last": args.last, "seed": args.making.seed,
        "start": [settings.start.0, settings.start.1],
        "population": settings.population, "children": settings.children, "cycles": settings.cycles,
        "depth": settings.depth, "beta": settings.beta,
    });
    let folder = Folder::open(&args.out, &decides)?;
    if let Some(profile) = &profile {
        print(strength(profile))?;
    }
    let agent = match (agent, profile, folder.personality("agent")?) {
        (Some(agent), ..) | (None, _, Some(agent)) => agent,
        (None, Some(profile), None) => make_agent(args, &profile, &folder)?,
        (None, None, None) => bail!("PROFILE: found nothing, expected a profile, games, or --agent"),
    };
    let done = evolve(args, &settings, &folder, &agent)?;
    Ok(if failed == 0 { done } else { ExitCode::FAILURE })
}

fn evolve(args: &Args, settings: &Settings, folder: &Folder, agent: &Personality) -> anyhow::Result<ExitCode> {
    let last = args.last;
    let kept: Option<(u32, Vec<Weights>)> = folder.get("population")?;
    let (mut done, mut population) = kept.unwrap_or_else(|| (0, first(settings)));
    let bar = Bar::resumed("cycles", settings.cycles.into(), done.into());
    while done < settings.cycles {
        cycle(settings, done, &mut population, agent);
        done += 1;
        folder.keep("population", &(done, &population))?;
        bar.advance();
    }
    drop(bar);
    let seed = derive(args.making.seed, u64::MAX);
    let rate = |weights: &Weights| score(weights, agent, settings.depth, last, seed, settings.threads);
    let bar = Bar::new("rating the last cycle", population.len() as u64);
    let rated = population.iter().map(|weights| (*weights, rate(weights))).inspect(|_| bar.advance());
    let rated: Vec<(Weights, f64)> = rated.collect();
    drop(bar);
    folder.keep("scores", &rated)?;
    let mut said = String::new();
    for (weights, score) in &rated {
        let _ = writeln!(said, "{:>6} {:>6} {:>6}  scores {score:.3}", weights[0], weights[1], weights[2]);
    }
    let mean = Mean::of(rated.iter().map(|(_, score)| *score));
    if let Some(Mean { mean, error: Some(error), count }) = mean {
        let _ = writeln!(said, "mean {mean:.4}, standard deviation {:.4}", error * (count as f64).sqrt());
    }
    let chosen = three(&rated);
    for (&number, letter) in chosen.iter().zip(["a", "b", "c"]) {
        let (weights, score) = &rated[number];
        let mut rival = player(&format!("rival-{letter}"), weights, settings.depth);
        rival.notes = vec![format!("Scores {score:.3} against the agent in {last} games.")];
        rival.provenance = Some(made(args.making.seed, *score));
        folder.write_rival(&rival)?;
        let _ = writeln!(said, "{}: {}", rival.name, rival.summary);
    }
    print(said)?;
    if chosen.len() < 3 {
        bail!("{}: found {} individuals within 0.1 of an even score, expected three", args.out.display(), chosen.len());
    }
    print(to_play(&folder.rival("rival-a")))?;
    Ok(ExitCode::SUCCESS)
}

/// The profile of the player to imitate, and the number of files and games that were reported and left out.
fn like(args: &Args) -> anyhow::Result<(Profile, usize)> {
    let is_profile = |path: &Path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    if let [path] = &args.like[..]
        && is_profile(path)
    {
        if args.player.is_some() {
            bail!("--as: found it beside the profile {}, expected it beside games only", path.display());
        }
        let profile = read_profile(path)?;
        if let Some(tester) = &args.tester {
            agree(path, &profile, &load(tester)?, profile.plies)?;
        }
        return Ok((profile, 0));
    }
    let player = args.player.as_deref().context("--as: found nothing, expected whose moves in the games are meant")?;
    let tester = load(args.tester.as_deref().unwrap_or("tester"))?;
    Tester::new(&tester)?;
    let gathered = gather(&args.like, player, tester.rule)?;
    let mut profile = Profile::new(player, tester, 40);
    let bar = Bar::new("judging games", gathered.games.len() as u64);
    profile.games = measure(&gathered.games, &profile.tester, profile.plies, args.making.threads(), &|| bar.advance())?;
    drop(bar);
    let fingerprints = gathered.games.iter().map(|(game, color)| fingerprint(game, *color, profile.plies));
    profile.fingerprints = fingerprints.collect();
    Ok((profile, gathered.failed))
}

/// The losses of the imitated player, in words.
fn strength(profile: &Profile) -> String {
    if profile.is_thin() {
        complain!("rival: {}", thin(profile));
    }
    let Some(mean) = profile.total().mean() else { return String::new() };
    format!("{} loses {mean:.1} points a move\n", profile.called())
}

/// How a rival was made; its fitness is its score against the agent.
fn made(seed: u64, score: f64) -> Provenance {
    let command = Some("rival thesis rivals".to_owned());
    Provenance { command, seed: Some(seed), fitness: Some(score), ..Provenance::default() }
}

/// The agent of a profile, kept in the folder.
fn make_agent(args: &Args, profile: &Profile, folder: &Folder) -> anyhow::Result<Personality> {
    let &Args { rounds, games, .. } = args;
    let threads = args.making.threads();
    let path = args.like.first().map_or_else(String::new, |path| path.display().to_string());
    let nothing = || format!("{path}: found no measured move, expected some");
    let manner = Manner { name: "agent".to_owned(), flat: false, natural: false, corrects: false, tolerance: 2.0 };
    let calibration = Calibration { aim: 0.5, rounds, games, opening_plies: 8, seed: args.making.seed, threads };
    let bar = Bar::new("finding an opponent", 1);
    let opponent = stand_in(profile, args.making.seed, threads)?.with_context(nothing)?;
    drop(bar);
    let bar = Bar::new("agent", rounds.into());
    let (agent, _) =
        calibrated(profile, &manner, &opponent, &calibration, &mut |_| bar.advance()).with_context(nothing)?;
    drop(bar);
    folder.keep_personality("agent", &agent)?;
    Ok(agent)
}
