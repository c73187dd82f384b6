//! `rival rivals`: several players of one strength, each with a character.

mod best;
mod folder;
mod thesis;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub use self::best::{Effort, USUAL, make};
pub use self::folder::Folder;
use super::complaint::complain;
use super::games::{agree, gather, read_profile};
use super::losses::thin;
use super::output::print;
use crate::board::Objective;
use crate::machine::work;
use crate::personality::Provenance;
use crate::players::{Personality, Tester, load};
use crate::strength::agent::{Manner, calibrated, stand_in};
use crate::strength::ladder::words;
use crate::strength::{Calibration, Profile, fingerprint, measure};

/// Make rivals: players as strong as a profile, or as a player in games, each with a character of its own.
///
/// A run that was broken off goes on where it was when the same command is given again.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A profile (.json, see `rival losses`), or files of games; these need --as.
    #[arg(long, required_unless_present = "agent", num_args = 1.., value_name = "PROFILE|GAMES")]
    like: Vec<PathBuf>,
    /// Instead of a profile: make rivals that score half against this player, a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["like", "player"])]
    agent: Option<String>,
    /// With games: a player's name as the files have it, or black, or white.
    #[arg(long = "as", value_name = "NAME|black|white")]
    player: Option<String>,
    /// With games: who measures them, the shipped tester if not given. With a profile: whom it must be by.
    #[arg(long, value_name = "NAME|FILE")]
    tester: Option<String>,
    /// The folder for the rivals, made if it is not there.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many rivals; the recipe thesis makes three.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=6))]
    count: u8,
    /// best: characters that show, calibrated; thesis: the genetic algorithm of the thesis.
    #[arg(long, value_enum, default_value_t = Recipe::Best)]
    recipe: Recipe,
    /// Rounds of each calibration.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Games of a round, an even number.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: u64,
    /// Games that each rival's score is measured by in the end, an even number.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    last: u64,
    /// Recipe thesis: the settings of this chapter, 6 or 7 (the one with human subjects).
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u8).range(6..=7))]
    chapter: u8,
    /// Recipe thesis: what likeness costs.
    #[arg(long, default_value_t = 0.001)]
    beta: f64,
    /// Rivals that adapt: they keep a profile of their opponent, profile.json in the folder, and play the next game by it.
    #[arg(long)]
    learn: bool,
    /// They learn at the end of each game, without being told to.
    #[arg(long, requires = "learn")]
    learn_at_end: bool,
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played at the same time; all cores if not given. The result does not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Recipe {
    Thesis,
    Best,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for (option, games) in [("--games", args.games), ("--last", args.last)] {
        if !games.is_multiple_of(2) {
            bail!("{option}: found {games}, expected an even number, as each opening is played with both colours");
        }
    }
    if !(0.0..=1000.0).contains(&args.beta) {
        bail!("--beta: found {}, expected a number from 0 to 1000", args.beta);
    }
    if args.learn && args.recipe == Recipe::Thesis {
        bail!("--learn: found the recipe thesis, whose rivals aim at no loss, expected the recipe best");
    }
    if args.learn && args.agent.is_some() {
        bail!("--learn: found --agent, expected a profile or games to learn beside");
    }
    let threads = args.threads.map_or_else(work::cores, usize::from);
    let agent = args.agent.as_deref().map(load).transpose()?;
    let profile = if agent.is_none() { Some(like(args, threads)?) } else { None };
    let (profile, failed) = profile.map_or((None, 0), |(profile, failed)| (Some(profile), failed));
    let rule = agent.as_ref().map(|agent| agent.rule).or(profile.as_ref().map(|profile| profile.tester.rule));
    if rule == Some(Objective::Anti) {
        bail!(
            "--like: found a player for {}, expected one for {} as the characters are",
            Objective::Anti,
            Objective::Normal
        );
    }
    let json = |text: Option<String>| text.map(|text| serde_json::from_str::<serde_json::Value>(&text)).transpose();
    // Everything that decides the files, but not the threads.
    let mut settings = serde_json::json!({
        "profile": json(profile.as_ref().map(Profile::to_json))?,
        "agent": json(agent.as_ref().map(Personality::to_json))?,
        "chapter": args.chapter,
        "recipe": format!("{:?}", args.recipe).to_lowercase(),
        "count": args.count, "rounds": args.rounds, "games": args.games, "last": args.last, "beta": args.beta, "seed": args.seed,
    });
    if args.learn {
        settings["learn"] = serde_json::json!({ "at_end": args.learn_at_end });
    }
    let mut folder = Folder::open(&args.out, &settings)?;
    if let Some(profile) = profile.as_ref().filter(|_| args.learn) {
        folder.teach(profile, args.learn_at_end)?;
    }
    if let Some(profile) = &profile {
        print(strength(profile))?;
    }
    let agent = match (agent, profile, folder.personality("agent")?) {
        (Some(agent), ..) | (None, _, Some(agent)) => agent,
        (None, Some(profile), None) => make_agent(args, &profile, threads, &folder)?,
        (None, None, None) => bail!("--like: found nothing, expected a profile, games, or --agent"),
    };
    let done = match args.recipe {
        Recipe::Best => best::run(args, &folder, &agent, threads)?,
        Recipe::Thesis => thesis::run(args, &folder, &agent, threads)?,
    };
    Ok(if failed == 0 { done } else { ExitCode::FAILURE })
}

/// The profile that the rivals are to be like, and how many files and games were reported and left out.
fn like(args: &Args, threads: usize) -> anyhow::Result<(Profile, usize)> {
    let is_profile = |path: &PathBuf| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
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
    profile.games = measure(&gathered.games, &profile.tester, profile.plies, threads, &|| {})?;
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
    let words = words(profile).map(|words| format!(": {words}")).unwrap_or_default();
    format!("{} loses {mean:.1} points a move{words}\n", profile.called())
}

/// How a rival was made; its fitness is its score against the agent.
fn made(recipe: &str, seed: u64, score: f64) -> Provenance {
    let command = Some(format!("rival rivals --recipe {recipe}"));
    Provenance { command, seed: Some(seed), fitness: Some(score), ..Provenance::default() }
}

fn make_agent(args: &Args, profile: &Profile, threads: usize, folder: &Folder) -> anyhow::Result<Personality> {
    let bar = bar(u64::from(args.rounds), "agent")?;
    let effort = Effort { rounds: args.rounds, games: args.games, seed: args.seed, threads, ..USUAL };
    let made = agent(&effort, profile, folder, &|| bar.inc(1));
    bar.finish_and_clear();
    made
}

/// The agent of a profile, kept in the folder; `round` is called after each round of its calibration.
pub fn agent(effort: &Effort, profile: &Profile, folder: &Folder, round: &dyn Fn()) -> anyhow::Result<Personality> {
    let Effort { rounds, games, seed, threads, .. } = *effort;
    let nothing = "found no measured move, expected some";
    let manner = Manner { name: "agent".to_owned(), flat: false, natural: false, corrects: false, tolerance: 2.0 };
    let calibration = Calibration { aim: 0.5, rounds, games, opening_plies: 8, seed, threads };
    let opponent = stand_in(profile, seed, threads)?.context(nothing)?;
    let (agent, _) = calibrated(profile, &manner, &opponent, &calibration, &mut |_| round()).context(nothing)?;
    folder.keep("agent", &agent)?;
    Ok(agent)
}

fn bar(length: u64, what: &str) -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    bar.set_style(ProgressStyle::with_template("{msg:12} {bar:40} {pos}/{len}, {eta} left")?);
    bar.set_message(what.to_owned());
    Ok(bar)
}
