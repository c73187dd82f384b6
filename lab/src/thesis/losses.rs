//! The losses of moves as measured by a tester: the profile of a player.

use std::path::PathBuf;

use anyhow::ensure;
use rival::players::load;
use rival::record::profile_file::save;
use rival::thesis::profile::describe;
use rival::thesis::{Losses, PHASES, Profile, fingerprint};

use super::games::PlayerGames;
use super::{PLIES, mean_loss, measure, unnatural};
use crate::output::Output;
use crate::play::Threads;
use crate::table::Table;

/// The points that a player's moves lose according to a tester, and the profile losses.json (seconds to minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files of games.
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
    /// The player whose moves count: a name as it appears in the files, or black, or white.
    #[arg(long = "as", value_name = "NAME|black|white")]
    player: String,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let tester = load("tester")?;
    let games = PlayerGames::read(&args.games, &args.player, tester.rule)?;
    games.problems.iter().for_each(|problem| eprintln!("lab: {problem}"));
    let mut profile = Profile::new(&args.player, tester, PLIES);
    profile.games = measure(&games.games, &profile.tester, PLIES, args.threads.count())?;
    profile.fingerprints = games.games.iter().map(|(game, color)| fingerprint(game, *color, PLIES)).collect();
    mean_loss(&profile)?;
    save(&profile, &args.output.folder("thesis-losses")?.join("losses.json"))?;
    args.output.report("thesis-losses", &text(&profile, unnatural(&games.games, PLIES)))?;
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

    const GAME: &str = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e6f3\n";

    /// The profile of White in games.
    fn losses(folder: &Path, games: &str, threads: &str) -> anyhow::Result<Profile> {
        let path = folder.join("g.txt");
        std::fs::write(&path, games)?;
        let [games, out] = [&path, folder].map(|path| path.to_str().unwrap());
        run(&parse(["losses", games, "--as", "white", "--threads", threads, "--out", out])?)?;
        Ok(profile_file::load(&folder.join("losses.json"))?.0)
    }

    #[test]
    fn a_profile_is_that_of_the_games_on_any_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let profile = losses(folder.path(), &GAME.repeat(3), "1").unwrap();
        assert_eq!((profile.games.len(), profile.player.as_str(), profile.fingerprints.len()), (3, "white", 1));
        let moves = profile.total().moves;
        assert!(moves >= 15 && moves.is_multiple_of(3), "{moves}");
        assert_eq!(losses(folder.path(), &GAME.repeat(3), "3").unwrap(), profile);
        let report = std::fs::read_to_string(folder.path().join("thesis-losses.md")).unwrap();
        assert!(report.starts_with("white, 3 games, by tester at depth 5."), "{report}");
        let total = profile.total();
        assert!(report.contains(&format!("| 1-40 | {} | {:.2} | ", total.moves, total.mean().unwrap())), "{report}");
    }

    #[test]
    fn few_moves_are_reported_and_no_moves_refused() {
        let folder = tempfile::tempdir().unwrap();
        let few = losses(folder.path(), "f5d6c3d3c4f4\n", "1").unwrap();
        let message = super::super::thin(&few);
        assert!(message.starts_with("found 3 measurable moves, expected 10 or more: "), "{message}");
        let error = losses(folder.path(), "f5\n", "1").unwrap_err().to_string();
        assert_eq!(error, "found no measured move, expected some");
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
