//! The losses of moves as measured by a tester: the profile of a player.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use rival::players::{Tester, load};
use rival::record::profile_file::save;
use rival::thesis::profile::describe;
use rival::thesis::{Losses, PHASES, Profile, fingerprint};

use super::games::PlayerGames;
use super::{PLIES, against_itself, mean_loss, measure, unnatural};
use crate::output::Output;
use crate::play::Play;
use crate::table::Table;

/// Random moves before a personality plays itself.
const OPENING: u32 = 8;

/// The points that a player's moves lose according to a tester, and the profile losses.json (seconds to minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files of games.
    #[arg(value_name = "GAMES", required_unless_present = "play_of")]
    games: Vec<PathBuf>,
    /// The player whose moves count: a name as it appears in the files, or black, or white.
    #[arg(long = "as", value_name = "NAME|black|white", required_unless_present = "play_of")]
    player: Option<String>,
    /// Instead of files: games of this personality against itself, from random openings of 8 plies.
    #[arg(long = "play", value_name = "NAME|FILE", conflicts_with_all = ["games", "player"])]
    play_of: Option<String>,
    /// With --play: number of games.
    #[arg(long, value_name = "N", default_value_t = 25, conflicts_with_all = ["games", "player"],
        value_parser = clap::value_parser!(u16).range(1..=10_000))]
    count: u16,
    /// The tester: a linear personality with a depth, a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "tester")]
    tester: String,
    /// Only moves 1 to N of a game count.
    #[arg(long, value_name = "N", default_value_t = PLIES, value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: u32,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let tester = load(&args.tester)?;
    let rule = Tester::new(&tester)?.objective();
    let (name, games) = match &args.play_of {
        Some(player) => {
            let player = load(player)?;
            let threads = args.play.threads();
            let games = against_itself(&player, args.count.into(), OPENING, args.play.seed, threads);
            (player.name, PlayerGames { games, problems: Vec::new() })
        }
        None => {
            let name =
                args.player.clone().context("--as: found nothing, expected a name in the files, or black, or white")?;
            let games = PlayerGames::read(&args.games, &name, rule)?;
            (name, games)
        }
    };
    games.problems.iter().for_each(|problem| eprintln!("lab: {problem}"));
    let mut profile = Profile::new(&name, tester, args.plies);
    profile.games = measure(&games.games, &profile.tester, args.plies, args.play.threads())?;
    profile.fingerprints = games.games.iter().map(|(game, color)| fingerprint(game, *color, args.plies)).collect();
    mean_loss(&profile)?;
    save(&profile, &args.output.folder("thesis-losses")?.join("losses.json"))?;
    args.output.report("thesis-losses", &text(&profile, unnatural(&games.games, args.plies)))?;
    ensure!(games.problems.is_empty(), "some games were left out, as reported above");
    Ok(())
}

/// The losses of a profile in words, with the number of unnatural moves and of all moves.
fn text(profile: &Profile, (refused, moves): (u32, u32)) -> String {
    let mut table = Table::new("moves | count | loss a move | 95 % interval | deviation | rank");
    let interval = profile.loss().and_then(|loss| loss.interval);
    let interval = interval.map_or_else(String::new, |(low, high)| format!("{low:.2} to {high:.2}"));
    table.row(cells(format!("1-{}", profile.plies), profile.total(), interval));
    for (phase, (from, to)) in PHASES.iter().enumerate() {
        table.row(cells(format!("{from}-{to}"), profile.phase(phase), String::new()));
    }
    format!(
        "{}, {} games, by {}. Rank 1 is the tester's choice.\n\n{table}\n\
         Unnatural: {refused} of {moves} moves, in which a corner was not taken, or given away.\n",
        profile.called(),
        profile.games.len(),
        describe(&profile.tester)
    )
}

fn cells(moves: String, losses: Losses, interval: String) -> [String; 6] {
    let [mean, deviation, mean_rank] = [losses.mean(), losses.deviation(), losses.mean_rank()]
        .map(|value| value.map_or_else(String::new, |value| format!("{value:.2}")));
    [moves, losses.moves.to_string(), mean, interval, deviation, mean_rank]
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rival::record::profile_file;

    use super::*;
    use crate::parse;

    /// Measures with a tester of three plies, so that the tests are quick.
    fn losses(folder: &Path, words: &[&str]) -> anyhow::Result<Profile> {
        let out = folder.to_str().unwrap();
        let common = ["losses", "--tester", "beginner", "--out", out];
        run(&parse([&common[..], words].concat())?)?;
        Ok(profile_file::load(&folder.join("losses.json"))?.0)
    }

    #[test]
    fn a_profile_is_that_of_the_games_on_any_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let play = ["--play", "static-normal", "--count", "3"];
        let profile = losses(folder.path(), &[&play[..], &["--threads", "1"]].concat()).unwrap();
        assert_eq!((profile.games.len(), profile.player.as_str()), (6, "static-normal"));
        // At most moves 9 to 40 of both sides count.
        assert!((80..=96).contains(&profile.total().moves) && profile.total().mean().unwrap() > 1.0);
        assert_eq!(profile.fingerprints.len(), 6);
        assert_eq!(losses(folder.path(), &[&play[..], &["--threads", "3"]].concat()).unwrap(), profile);
        let report = std::fs::read_to_string(folder.path().join("thesis-losses.md")).unwrap();
        assert!(report.starts_with("static-normal, 6 games, by beginner at depth 3."), "{report}");
        let total = profile.total();
        assert!(report.contains(&format!("| 1-40 | {} | {:.2} | ", total.moves, total.mean().unwrap())), "{report}");
    }

    #[test]
    fn no_moves_and_other_testers_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("g.txt");
        std::fs::write(&games, "f5d6c3d3c4f4\n").unwrap();
        let games = games.to_str().unwrap();
        let few = losses(folder.path(), &[games, "--as", "white"]).unwrap();
        let message = super::super::thin(&few);
        assert!(message.starts_with("found 3 measurable moves, expected 10 or more: "), "{message}");
        std::fs::write(games, "f5\n").unwrap();
        let error = losses(folder.path(), &[games, "--as", "white"]).unwrap_err().to_string();
        assert_eq!(error, "found no measured move, expected some");
        let words = ["losses", "--tester", "random", "--play", "random"];
        let error = run(&parse(words).unwrap()).unwrap_err().to_string();
        assert!(error.contains("expected \"linear\""), "{error}");
        assert!(losses(folder.path(), &[games, "--as", "white", "--count", "2"]).is_err());
    }

    #[test]
    fn a_few_equal_losses_are_no_certainty() {
        let mut profile = Profile::new("x", load("beginner").unwrap(), PLIES);
        let equal = Losses { moves: 2, loss: 4.0, squares: 8.0, ranks: 4 };
        profile.games =
            vec![rival::thesis::GameLosses([equal, Losses::default(), Losses::default(), Losses::default()])];
        assert!(super::super::thin(&profile).ends_with("almost worthless"));
    }
}
