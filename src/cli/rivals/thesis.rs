//! The recipe `thesis`, cycle by cycle.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde_json::json;

use super::Args;
use crate::board::Objective;
use crate::cli::complaint::complain;
use crate::cli::games::{agree, gather, read_profile};
use crate::cli::losses::thin;
use crate::cli::output::print;
use crate::cli::progress::Bar;
use crate::personality::Provenance;
use crate::players::{Personality, Tester, load};
use crate::stats::{Mean, derive};
use crate::strength::agent::{Manner, calibrated, stand_in};
use crate::strength::rivals::Folder;
use crate::strength::{Calibration, Profile, fingerprint, measure};
use crate::train::rivals::thesis::{Settings, Weights, cycle, first, player, score, three};

/// What only this recipe takes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of --recipe thesis")]
pub struct Thesis {
    /// A profile of `rival losses` (.json), or files of games; these need --as.
    #[arg(long, num_args = 1.., value_name = "PROFILE|GAMES", conflicts_with = "profile")]
    pub like: Vec<PathBuf>,
    /// Instead of a profile: make rivals that score half against this player, a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["like", "profile", "player"])]
    agent: Option<String>,
    /// With games: a player's name as the files have it, or black, or white.
    #[arg(long = "as", value_name = "NAME|black|white")]
    player: Option<String>,
    /// With games: who measures them, the shipped tester if not given. With a profile: whom it must be by.
    #[arg(long, value_name = "NAME|FILE")]
    tester: Option<String>,
    /// Rounds of the agent's calibration, 8 if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,
    /// Games of a round, an even number, 200 if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: Option<u64>,
    /// The settings of this chapter, 6 or 7 (the one with human subjects, if not given).
    #[arg(long, value_parser = clap::value_parser!(u8).range(6..=7))]
    chapter: Option<u8>,
    /// What likeness costs, 0.001 if not given.
    #[arg(long)]
    beta: Option<f64>,
    /// Individuals, 20 if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(3..=1000))]
    population: Option<u16>,
    /// Children of a family, 10 if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    children: Option<u16>,
    /// Cycles, those of the chapter if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    cycles: Option<u32>,
    /// Games that decide which individuals are near one half, an even number, 100 if not given (table 6.1).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=100_000))]
    last: Option<u64>,
}

/// Games that decide which individuals are near one half, as in table 6.1.
const LAST: u64 = 100;

impl Thesis {
    /// The first of these options that was given; the recipe human takes `--like` too.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--agent", self.agent.is_some()),
            ("--as", self.player.is_some()),
            ("--tester", self.tester.is_some()),
            ("--rounds", self.rounds.is_some()),
            ("--games", self.games.is_some()),
            ("--chapter", self.chapter.is_some()),
            ("--beta", self.beta.is_some()),
            ("--population", self.population.is_some()),
            ("--children", self.children.is_some()),
            ("--cycles", self.cycles.is_some()),
            ("--last", self.last.is_some()),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(option, _)| option)
    }

    fn settings(&self, seed: u64, threads: usize) -> Settings {
        let beta = self.beta.unwrap_or(0.001);
        let chapter = match self.chapter {
            Some(6) => Settings::chapter_6(beta, seed, threads),
            _ => Settings { beta, ..Settings::chapter_7(seed, threads) },
        };
        Settings {
            population: self.population.map_or(chapter.population, usize::from),
            children: self.children.map_or(chapter.children, usize::from),
            cycles: self.cycles.unwrap_or(chapter.cycles),
            ..chapter
        }
    }
}

pub fn run(args: &Args, threads: usize) -> anyhow::Result<ExitCode> {
    let own = &args.thesis;
    for (option, games) in [("--games", own.games), ("--last", own.last)] {
        if let Some(games) = games.filter(|games| !games.is_multiple_of(2)) {
            bail!("{option}: found {games}, expected an even number, as each opening is played with both colours");
        }
    }
    if let Some(beta) = own.beta.filter(|beta| !(0.0..=1000.0).contains(beta)) {
        bail!("--beta: found {beta}, expected a number from 0 to 1000");
    }
    let agent = own.agent.as_deref().map(load).transpose()?;
    let profile = if agent.is_none() { Some(like(args, threads)?) } else { None };
    let (profile, failed) = profile.map_or((None, 0), |(profile, failed)| (Some(profile), failed));
    let rule = agent.as_ref().map(|agent| agent.rule).or(profile.as_ref().map(|profile| profile.tester.rule));
    if rule == Some(Objective::Anti) {
        let (anti, normal) = (Objective::Anti, Objective::Normal);
        bail!("--like: found a player for {anti}, expected one for {normal} as the rivals are");
    }
    let json = |text: Option<String>| text.map(|text| serde_json::from_str::<serde_json::Value>(&text)).transpose();
    let settings = own.settings(args.making.seed, threads);
    // Everything that decides the files, but not the threads.
    let decides = json!({
        "recipe": "thesis",
        "profile": json(profile.as_ref().map(Profile::to_json))?,
        "agent": json(agent.as_ref().map(Personality::to_json))?,
        "rounds": own.rounds, "games": own.games, "last": own.last, "seed": args.making.seed,
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
        (None, Some(profile), None) => make_agent(args, &profile, threads, &folder)?,
        (None, None, None) => bail!("--like: found nothing, expected a profile, games, or --agent"),
    };
    let done = evolve(args, &settings, &folder, &agent)?;
    Ok(if failed == 0 { done } else { ExitCode::FAILURE })
}

fn evolve(args: &Args, settings: &Settings, folder: &Folder, agent: &Personality) -> anyhow::Result<ExitCode> {
    let last = args.thesis.last.unwrap_or(LAST);
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
    print(super::to_play(&folder.rival("rival-a")))?;
    Ok(ExitCode::SUCCESS)
}

/// The profile that the rivals are to be like, and how many files and games were reported and left out.
fn like(args: &Args, threads: usize) -> anyhow::Result<(Profile, usize)> {
    let own = &args.thesis;
    let paths: Vec<PathBuf> = args.profile.iter().chain(&own.like).cloned().collect();
    let is_profile = |path: &Path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    if let [path] = &paths[..]
        && is_profile(path)
    {
        if own.player.is_some() {
            bail!("--as: found it beside the profile {}, expected it beside games only", path.display());
        }
        let profile = read_profile(path)?;
        if let Some(tester) = &own.tester {
            agree(path, &profile, &load(tester)?, profile.plies)?;
        }
        return Ok((profile, 0));
    }
    let player = own.player.as_deref().context("--as: found nothing, expected whose moves in the games are meant")?;
    let tester = load(own.tester.as_deref().unwrap_or("tester"))?;
    Tester::new(&tester)?;
    let gathered = gather(&paths, player, tester.rule)?;
    let mut profile = Profile::new(player, tester, 40);
    let bar = Bar::new("judging games", gathered.games.len() as u64);
    profile.games = measure(&gathered.games, &profile.tester, profile.plies, threads, &|| bar.advance())?;
    drop(bar);
    let fingerprints = gathered.games.iter().map(|(game, color)| fingerprint(game, *color, profile.plies));
    profile.fingerprints = fingerprints.collect();
    Ok((profile, gathered.failed))
}

/// What the rivals are to be like, in words.
fn strength(profile: &Profile) -> String {
    if profile.is_thin() {
        complain!("rival: {}", thin(profile));
    }
    let Some(mean) = profile.total().mean() else { return String::new() };
    format!("{} loses {mean:.1} points a move\n", profile.called())
}

/// How a rival was made; its fitness is its score against the agent.
fn made(seed: u64, score: f64) -> Provenance {
    let command = Some("rival rivals --recipe thesis".to_owned());
    Provenance { command, seed: Some(seed), fitness: Some(score), ..Provenance::default() }
}

/// The agent of a profile, kept in the folder.
fn make_agent(args: &Args, profile: &Profile, threads: usize, folder: &Folder) -> anyhow::Result<Personality> {
    let (rounds, games) = (args.thesis.rounds.unwrap_or(8), args.thesis.games.unwrap_or(200));
    let nothing = "found no measured move, expected some";
    let manner = Manner { name: "agent".to_owned(), flat: false, natural: false, corrects: false, tolerance: 2.0 };
    let calibration = Calibration { aim: 0.5, rounds, games, opening_plies: 8, seed: args.making.seed, threads };
    let bar = Bar::new("finding an opponent", 1);
    let opponent = stand_in(profile, args.making.seed, threads)?.context(nothing)?;
    drop(bar);
    let bar = Bar::new("agent", rounds.into());
    let (agent, _) = calibrated(profile, &manner, &opponent, &calibration, &mut |_| bar.advance()).context(nothing)?;
    drop(bar);
    folder.keep_personality("agent", &agent)?;
    Ok(agent)
}
