//! `rival thesis losses`: the losses of moves by a tester.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;

use crate::cli::complaint::complain;
use crate::cli::games::{Gathered, agree, extensions, gather, read_profile};
use crate::cli::interrupt;
use crate::cli::keeping::Keeping;
use crate::cli::output::print;
use crate::cli::progress::Bar;
use crate::players::{Tester, load};
use crate::record::kept::{KeptError, save, update};
use crate::thesis::profile::{FEWEST_MOVES, describe};
use crate::thesis::{PHASES, Profile, against_itself, fingerprint, measure, unnatural};

/// Measure the points that a player's moves lose by a tester.
///
/// `rival measure` gives a strength. An unreadable game is reported on stderr, and the others are still measured.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(value_name = "GAMES", required_unless_present = "play", help = format!("Files of games: {}", extensions()))]
    games: Vec<PathBuf>,
    /// The player whose moves count: a name as it appears in the files, or black, or white.
    #[arg(long = "as", value_name = "NAME|black|white", required_unless_present = "play")]
    player: Option<String>,
    /// Instead of files: games of this personality against itself, from random openings of 8 plies.
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["games", "player"])]
    play: Option<String>,
    /// With --play: how many games.
    #[arg(long, value_name = "N", default_value_t = 25, conflicts_with_all = ["games", "player"],
        value_parser = clap::value_parser!(u16).range(1..=10_000))]
    count: u16,
    /// With --play: decides the openings and every random choice.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with_all = ["games", "player"])]
    seed: u64,
    /// The tester: a linear personality with a depth, a shipped name or a file. Default: with --add the profile's,
    /// otherwise tester.
    #[arg(long, value_name = "NAME|FILE")]
    tester: Option<String>,
    /// Only moves 1 to N of a game count. Default: with --add as in the profile, otherwise 40.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: Option<u32>,
    /// Print the profile as JSON; with --play its summary also has the unnatural moves.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    keeping: Keeping,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    args.keeping.check(&args.games, args.keeping.output.as_deref())?;
    interrupt::at_once("nothing is kept")?;
    let mut profile = match &args.keeping.add {
        Some(path) => to_add_to(args, path)?,
        None => {
            let tester = load(args.tester.as_deref().unwrap_or(TESTER))?;
            Profile::new("", tester, args.plies.unwrap_or(PLIES))
        }
    };
    let rule = Tester::new(&profile.tester)?.objective();
    let threads = args.keeping.threads();
    let (name, mut gathered) = match (&args.play, &args.player) {
        (Some(player), _) => {
            let player = load(player)?;
            let bar = Bar::new("playing games", args.count.into());
            let games = against_itself(&player, usize::from(args.count), 8, args.seed, threads, &|| bar.advance());
            drop(bar);
            (player.name, Gathered { games, failed: 0 })
        }
        (None, player) => {
            let name = player.clone().unwrap_or_default();
            let gathered = gather(&args.games, &name, rule)?;
            (name, gathered)
        }
    };
    if let Some(path) = &args.keeping.add {
        leave_out(&mut gathered, &profile, path, &name)?;
    }
    let fingerprints: Vec<u64> =
        gathered.games.iter().map(|(game, color)| fingerprint(game, *color, profile.plies)).collect();
    let bar = Bar::new("judging games", gathered.games.len() as u64);
    let games = measure(&gathered.games, &profile.tester, profile.plies, threads, &|| bar.advance())?;
    drop(bar);
    if games.iter().all(|game| game.total().moves == 0) {
        bail!(
            "found no move of {} among moves 1 to {} of {} games, expected one or more",
            name,
            profile.plies,
            games.len()
        );
    }
    match &args.keeping.add {
        // Another process may add to it at the same time.
        Some(path) => {
            profile = update(path, |found: Option<Profile>| {
                let mut all = found.ok_or_else(|| gone(path))?;
                agree(path, &all, &profile.tester, profile.plies)?;
                for (game, fingerprint) in games.into_iter().zip(fingerprints) {
                    if all.fingerprints.insert(fingerprint) {
                        all.games.push(game);
                    }
                }
                Ok::<_, KeptError>(all)
            })?;
        }
        None => profile = Profile { player: name, games, fingerprints: fingerprints.into_iter().collect(), ..profile },
    }
    if profile.is_thin() {
        complain!("rival: {}", thin(&profile));
    }
    if let Some(path) = &args.keeping.output {
        save(&profile, path)?;
    }
    let unnatural = unnatural(&gathered.games, profile.plies);
    print(match (args.json, &args.play) {
        (false, _) => text(&profile, unnatural),
        (true, None) => profile.to_json(),
        (true, Some(_)) => json(&profile, unnatural)?,
    })?;
    Ok(if gathered.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The default tester and moves.
const TESTER: &str = "tester";
const PLIES: u32 = 40;

/// The profile to add to, by its own tester; another requested tester is refused.
fn to_add_to(args: &Args, path: &Path) -> anyhow::Result<Profile> {
    let profile = read_profile(path)?;
    let tester = args.tester.as_deref().map(load).transpose()?;
    agree(path, &profile, tester.as_ref().unwrap_or(&profile.tester), args.plies.unwrap_or(profile.plies))?;
    Ok(profile)
}

/// Leaves out the games that a profile already has, and reports it.
fn leave_out(gathered: &mut Gathered, profile: &Profile, path: &Path, name: &str) -> anyhow::Result<()> {
    let found = gathered.games.len();
    gathered.games.retain(|(game, color)| !profile.fingerprints.contains(&fingerprint(game, *color, profile.plies)));
    let known = found - gathered.games.len();
    if known > 0 && gathered.games.is_empty() {
        bail!("{}: found all {found} games of {name} in it already, expected a new one", path.display());
    }
    if known > 0 {
        complain!("rival: {}: found {known} of {found} games of {name} in it already, left out", path.display());
    }
    Ok(())
}

fn gone(path: &Path) -> KeptError {
    KeptError::io(path)(std::io::ErrorKind::NotFound.into())
}

/// How reliable an estimate from few moves is.
pub(crate) fn thin(profile: &Profile) -> String {
    let moves = profile.total().moves;
    let worth = match profile.loss().and_then(|loss| loss.error) {
        // A few equal losses do not show how losses vary.
        Some(error) if error > 0.0 => {
            format!("the estimate is uncertain by {:.1} points either way", crate::stats::Z95 * error)
        }
        _ => "the estimate is almost worthless".to_owned(),
    };
    format!("found {moves} measurable moves, expected {FEWEST_MOVES} or more: {worth}")
}

/// The profile with the unnatural moves of these games, which it does not keep.
fn json(profile: &Profile, (refused, moves): (u32, u32)) -> anyhow::Result<String> {
    let mut value: serde_json::Value = serde_json::from_str(&profile.to_json())?;
    value["summary"]["unnatural"] = serde_json::json!({ "moves": refused, "of": moves });
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}

fn text(profile: &Profile, (refused, moves): (u32, u32)) -> String {
    let mut text = String::new();
    let total = profile.total();
    let _ = writeln!(
        text,
        "player    {}, {} games, {} of the moves 1 to {}",
        profile.called(),
        profile.games.len(),
        total.moves,
        profile.plies
    );
    let _ = writeln!(text, "tester    {}", describe(&profile.tester));
    if let (Some(loss), Some(deviation), Some(rank)) = (profile.loss(), total.deviation(), total.mean_rank()) {
        let interval =
            loss.interval.map_or_else(String::new, |(low, high)| format!(", 95 % interval {low:.2} to {high:.2}"));
        let _ = writeln!(text, "loss      {:.2} points a move{interval}, standard deviation {deviation:.2}", loss.mean);
        let _ = writeln!(text, "rank      {rank:.2} on average, 1 being the tester's choice");
    }
    let _ = writeln!(text, "unnatural {refused} of {moves} moves: a corner was not taken, or given away");
    for (index, (from, to)) in PHASES.iter().enumerate() {
        let tally = profile.phase(index);
        if let (Some(mean), Some(deviation), Some(rank)) = (tally.mean(), tally.deviation(), tally.mean_rank()) {
            let _ = writeln!(
                text,
                "moves {from:>2}-{to}  loss {mean:.2}, deviation {deviation:.2}, rank {rank:.2}, {} moves",
                tally.moves
            );
        }
    }
    text
}
