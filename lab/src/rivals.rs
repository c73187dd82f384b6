//! Rivals made from games of human-like players, in new games.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use rival::people::{LadderElo, PeopleElo, Tie};
use rival::personality::{HumanSpec, Kind, Strength};
use rival::players::Personality;
use serde_json::Value;

use crate::agents::OTHER_OPENINGS;
use crate::numbers::{largest, mean};
use crate::output::Output;
use crate::play::{Play, score, score_in_words};
use crate::player::on_ladder;
use crate::program::Program;
use crate::table::{Table, cells};
use crate::tournament::{Tournament, games_file};

/// Games that measure a player.
const GAMES: u64 = 3;
/// The opponent's lead over the player, in ladder Elo.
const AHEAD: f64 = 100.0;

/// Rivals made from three games of human-like players, in new games (minutes).
///
/// A ladder player plays three games against a stronger one, and rival measure and rival rivals make three rivals from
/// them. Each rival plays a human-like player at the measured rating, from the start of the game.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The players' ratings on the ladder.
    #[arg(long, value_name = "ELO,...", value_delimiter = ',', default_value = "800,1100,1400,1700")]
    players: Vec<f64>,
    /// Games of each rival, an even number.
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: u64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    program: Program,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut table = Table::new(
        "player | measured | rival | score against a human-like player at that rating (95 % interval) | character",
    );
    let mut distances = Vec::new();
    let mut times = Vec::new();
    for &rating in &args.players {
        let folder = args.output.empty_folder("rivals", &rating.to_string())?;
        let profile = measure(rating, &folder, args)?;
        let begun = Instant::now();
        let rivals = make(&profile, &folder, args)?;
        times.push(format!("{rating}: {:.0}", begun.elapsed().as_secs_f64()));
        let measured = measured_rating(&profile)?;
        let kind = Kind::Human(HumanSpec::new(Strength::Ladder(Tie::shipped().ladder(measured))));
        let even = Personality { kind, ..on_ladder(LadderElo(rating)) };
        for rival in rivals {
            let play = args.play.seeded(args.play.seed + OTHER_OPENINGS);
            let results = play.paired([&rival, &even], args.games, 0);
            distances.push((score(&results) - 0.5).abs());
            let in_words = results.score().as_ref().map(score_in_words).unwrap_or_default();
            let notes = rival.notes.get(1..).unwrap_or_default().join(" ");
            table.row(cells![rating, format!("{measured:.0}"), rival.name, in_words, notes]);
        }
        eprintln!("rivals: {rating}: done");
    }
    let text = format!(
        "{table}\nDistance from one half: {:.3} on average, {:.3} at worst. Seconds from the profile to the files on {} \
         threads: {}.\n",
        mean(&distances),
        largest(&distances),
        args.play.threads(),
        times.join(", ")
    );
    args.output.report("rivals", &text)
}

/// The profile of a ladder player, from games against a stronger one.
fn measure(rating: f64, folder: &Path, args: &Args) -> anyhow::Result<PathBuf> {
    let files =
        ["ann", "other"].map(|name| folder.join(name).with_extension("player.json").to_string_lossy().into_owned());
    for (file, rating) in files.iter().zip([rating, rating + AHEAD]) {
        fs::write(file, on_ladder(LadderElo(rating)).to_json())?;
    }
    let engines = [("ann", files[0].as_str()), ("other", files[1].as_str())];
    let tournament = Tournament { program: &args.program, engines, games: GAMES, pairs: false, seed: args.play.seed };
    tournament.play(&folder.join("games"))?;
    let profile = folder.join("ann.json");
    let opponent = format!("other={:.0}", Tie::shipped().people(LadderElo(rating + AHEAD)));
    let games = games_file(&folder.join("games"));
    let paths = [games.to_string_lossy(), profile.to_string_lossy()];
    args.program.run(&["measure", &paths[0], "--player", "ann", "--opponent", &opponent, "-o", &paths[1]])?;
    Ok(profile)
}

/// The rivals of a profile, in the order of their files.
fn make(profile: &Path, folder: &Path, args: &Args) -> anyhow::Result<Vec<Personality>> {
    let made = folder.join("rivals");
    let seed = args.play.seed.to_string();
    let threads = args.play.threads().to_string();
    let paths = [profile.to_string_lossy(), made.to_string_lossy()];
    args.program.run(&["rivals", &paths[0], "--out", &paths[1], "--seed", &seed, "--threads", &threads])?;
    crate::even::personalities(&made)
}

/// The rating in a profile's file.
fn measured_rating(profile: &Path) -> anyhow::Result<PeopleElo> {
    let file: Value = serde_json::from_str(&fs::read_to_string(profile)?)?;
    let rating = file["summary"]["rating"].as_f64();
    Ok(PeopleElo(rating.with_context(|| format!("{}: found no rating, expected one", profile.display()))?))
}
