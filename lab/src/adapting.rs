//! An agent of Ueda's thesis (2012) that learns at the end of its games, against players of other strengths.

use std::fs;

use anyhow::ensure;
use rival::personality::Learn;
use rival::players::load;
use rival::record::profile_file::save;
use rival::thesis::adaptive::{reference, taught};
use rival::thesis::{Profile, fingerprint};

use crate::imitation::Imitation;
use crate::numbers::mean;
use crate::output::Output;
use crate::play::Play;
use crate::program::Program;
use crate::self_play;
use crate::table::{Table, cells};
use crate::thesis::agent::Manner;
use crate::thesis::games::PlayerGames;
use crate::thesis::measure;
use crate::tournament::{Tournament, games_file};

/// Games that measure the agent's player, all from the start as people's games are.
const MEASURED: u64 = 40;
/// The seeds of those games and of the matches.
const OWN_SEED: u64 = 1;
const MATCH_SEED: u64 = 2;
/// Rounds of the agent's calibration, and games of a round.
const ROUNDS: u32 = 8;
const ROUND_GAMES: u64 = 50;

/// An agent that learns at the end of its games, made for one player of the ladder and tested against others (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The player that the agent is made for.
    #[arg(long, value_name = "NAME", default_value = "rung-10")]
    made_for: String,
    /// The players that it meets.
    #[arg(
        long,
        value_name = "NAME,...",
        value_delimiter = ',',
        default_value = "rung-04,rung-06,rung-08,rung-10,rung-12,rung-14,beginner,intermediate"
    )]
    opponents: Vec<String>,
    /// Games against each opponent.
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u64,
    /// Games in each column of the table.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..))]
    block: u64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    program: Program,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args.output.folder("adapting")?;
    let profile = profile(args)?;
    let imitation = Imitation { profile: &profile, manner: Manner::default(), play: args.play };
    let agent = imitation.calibrated(&load(&args.made_for)?, ROUNDS, ROUND_GAMES)?.0;
    let fixed = folder.join("fixed.json");
    fs::write(&fixed, agent.to_json())?;
    let mut head = "opponent | without learning".to_owned();
    for start in (0..args.games).step_by(args.block as usize) {
        head += &format!(" | games {}-{}", start + 1, (start + args.block).min(args.games));
    }
    let mut table = Table::new(&head);
    for opponent in &args.opponents {
        let learning = folder.join("learning.json");
        let memory = format!("{opponent}-profile.json");
        save(&profile, &folder.join(&memory))?;
        let learn = Learn { file: memory, at_end: true, reference: reference(&profile) };
        fs::write(&learning, taught(&agent, &learn).to_json())?;
        let fixed_score = mean(&points(args, &fixed.to_string_lossy(), opponent)?);
        let mut cells = cells![opponent, format!("{fixed_score:.3}")];
        let learned = points(args, &learning.to_string_lossy(), opponent)?;
        cells.extend(learned.chunks(args.block as usize).map(|block| format!("{:.3}", mean(block))));
        eprintln!("adapting: {opponent}: done");
        table.row(cells);
    }
    args.output.report("adapting", &table.to_string())
}

fn points(args: &Args, player: &str, opponent: &str) -> anyhow::Result<Vec<f64>> {
    let engines = [("a", player), ("b", opponent)];
    let tournament = Tournament { program: &args.program, engines, games: args.games, pairs: true, seed: MATCH_SEED };
    tournament.points(&args.output.folder("adapting")?.join("games"))
}

/// The losses of the player that the agent is made for, in games against itself.
fn profile(args: &Args) -> anyhow::Result<Profile> {
    let engines = [("a", args.made_for.as_str()), ("b", args.made_for.as_str())];
    let tournament = Tournament { program: &args.program, engines, games: MEASURED, pairs: true, seed: OWN_SEED };
    let folder = args.output.folder("adapting")?.join("own");
    tournament.play(&folder)?;
    let tester = load("tester")?;
    let PlayerGames { games, problems } = PlayerGames::read(&[games_file(&folder)], "a", tester.rule)?;
    ensure!(problems.is_empty(), "{}", problems.join("; "));
    let mut profile = Profile::new("a", tester, self_play::LAST_MOVE);
    profile.games = measure(&games, &profile.tester, profile.plies, args.play.threads())?;
    profile.fingerprints = games.iter().map(|(game, side)| fingerprint(game, *side, profile.plies)).collect();
    Ok(profile)
}
