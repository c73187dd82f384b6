//! Losses of real players by the tester of Ueda's thesis (2012), beside their results.

use anyhow::ensure;
use rival::board::Color;
use rival::players::load;
use rival::record::archive::ArchiveGame;
use rival::stats::{Bout, Z95, shrunk};
use rival::thesis::Profile;

use crate::archive::{Folder, NamedGames};
use crate::numbers::{correlation, deviation, mean, ranks};
use crate::output::Output;
use crate::play::Threads;
use crate::self_play;
use crate::table::{Table, cells};
use crate::thesis::measure;

/// Groups of players by rating.
const GROUPS: usize = 5;

/// Losses of players of the WTHOR archive by the tester, beside their ratings and scores (minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    archive: Folder,
    /// Players to measure, evenly spread over the list by number of games.
    #[arg(long, value_name = "N", default_value_t = 200)]
    players: usize,
    /// Games of each, evenly spread over theirs, the oldest first.
    #[arg(long, value_name = "N", default_value_t = 50)]
    games: usize,
    /// Only players with this many games or more.
    #[arg(long, value_name = "N", default_value_t = 50)]
    least: usize,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: Output,
}

/// A measured player.
struct Measured {
    rating: f64,
    score: f64,
    loss: f64,
    error: f64,
    rank: f64,
    games: usize,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let games = NamedGames::read(&args.archive.files(1900..=2100)?)?;
    let mut by_player: Vec<Vec<&ArchiveGame>> = vec![Vec::new(); games.names.len()];
    for played in &games.played {
        by_player[played.black].push(played);
        by_player[played.white].push(played);
    }
    let mut eligible: Vec<usize> =
        (0..games.names.len()).filter(|player| by_player[*player].len() >= args.least).collect();
    eligible.sort_by_key(|player| (usize::MAX - by_player[*player].len(), &games.names[*player]));
    let count = args.players.min(eligible.len());
    ensure!(count >= GROUPS, "found {count} players with {} games or more, expected {GROUPS} or more", args.least);
    let ratings = ratings(&games);
    let mut measured = Vec::new();
    for number in 0..count {
        let player = eligible[number * eligible.len() / args.players];
        measured.push(measure_player(player, &by_player[player], ratings[player], args)?);
    }
    let text = format!(
        "{} games of {} players, {} of them with {} or more; measured: {count} players with {} to {} games, {} of \
         each.\n\n{}\nThe same players in five groups by rating:\n\n{}\n{}\n",
        games.played.len(),
        games.names.len(),
        eligible.len(),
        args.least,
        measured.iter().map(|player| player.games).min().unwrap_or_default(),
        measured.iter().map(|player| player.games).max().unwrap_or_default(),
        args.games,
        correlations(&measured),
        groups(&mut measured),
        noise(&measured)
    );
    args.output.report("wthor", &text)
}

/// The Elo of every player, with a prior at the mean.
fn ratings(games: &NamedGames) -> Vec<f64> {
    let mut bouts = Vec::new();
    for played in &games.played {
        bouts.push(Bout { first: played.black, second: played.white, points: played.points(), games: 1.0 });
    }
    shrunk(games.names.len(), &bouts).ratings.iter().map(|rating| rating.0).collect()
}

fn measure_player(player: usize, games: &[&ArchiveGame], rating: f64, args: &Args) -> anyhow::Result<Measured> {
    let mut points = 0.0;
    for played in games {
        points += if played.black == player { played.points() } else { 1.0 - played.points() };
    }
    let step = (games.len() as f64 / args.games as f64).max(1.0);
    let mut sample = Vec::new();
    for number in 0..args.games.min(games.len()) {
        let played = games[(number as f64 * step) as usize];
        let side = if played.black == player { Color::Black } else { Color::White };
        sample.push((played.game(), side));
    }
    let mut profile = Profile::new("", load("tester")?, self_play::LAST_MOVE);
    profile.games = measure(&sample, &profile.tester, profile.plies, args.threads.count())?;
    Ok(Measured {
        rating,
        score: points / games.len() as f64,
        loss: self_play::mean_loss(&profile),
        error: profile.loss().and_then(|loss| loss.error).unwrap_or_default(),
        rank: self_play::mean_rank(profile.total()),
        games: games.len(),
    })
}

/// A figure of a measured player.
type Figure = fn(&Measured) -> f64;

fn correlations(measured: &[Measured]) -> Table {
    let mut table = Table::new("estimate | compared with | Pearson's r | 95 % interval | Spearman's rank correlation");
    let estimates: [(&str, Figure); 2] = [("mean loss", |player| player.loss), ("mean rank", |player| player.rank)];
    let results: [(&str, Figure); 2] = [("rating", |player| player.rating), ("mean score", |player| player.score)];
    for (estimate_name, estimate) in estimates {
        for (result_name, result) in results {
            let estimates: Vec<f64> = measured.iter().map(estimate).collect();
            let results: Vec<f64> = measured.iter().map(result).collect();
            let pearson = correlation(&paired(&estimates, &results));
            let spearman = correlation(&paired(&ranks(&estimates), &ranks(&results)));
            let interval = interval(pearson, measured.len());
            let pearson = format!("{pearson:+.2}");
            table.row(cells![estimate_name, result_name, pearson, interval, format!("{spearman:+.2}")]);
        }
    }
    table
}

fn paired(first: &[f64], second: &[f64]) -> Vec<(f64, f64)> {
    first.iter().copied().zip(second.iter().copied()).collect()
}

/// The 95 % interval of a correlation, by Fisher's transformation.
fn interval(correlation: f64, count: usize) -> String {
    let middle = libm::atanh(correlation);
    let half = Z95 / (count as f64 - 3.0).sqrt();
    format!("{:+.2} to {:+.2}", libm::tanh(middle - half), libm::tanh(middle + half))
}

fn groups(measured: &mut [Measured]) -> Table {
    measured.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    let mut table = Table::new("players | rating, mean | score, mean | loss, mean | rank, mean");
    for group in 0..GROUPS {
        let members = &measured[group * measured.len() / GROUPS..(group + 1) * measured.len() / GROUPS];
        let figures: [Figure; 4] =
            [|player| player.rating, |player| player.score, |player| player.loss, |player| player.rank];
        let [rating, score, loss, rank] = figures.map(|figure| mean(&members.iter().map(figure).collect::<Vec<f64>>()));
        let means = [format!("{rating:+.0}"), format!("{score:.3}"), format!("{loss:.2}"), format!("{rank:.2}")];
        table.row([cells![members.len()], means.to_vec()].concat());
    }
    table
}

fn noise(measured: &[Measured]) -> String {
    let error = mean(&measured.iter().map(|player| player.error.powi(2)).collect::<Vec<f64>>()).sqrt();
    let spread = deviation(&measured.iter().map(|player| player.loss).collect::<Vec<f64>>());
    let most = (1.0 - (error / spread).powi(2)).max(0.0).sqrt();
    format!(
        "The losses are uncertain by {error:.2} points (root mean square of their standard errors) and differ by \
         {spread:.2} (standard deviation over the players): at most {most:.2} is the correlation that their noise \
         leaves."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correlation_s_interval_is_fisher_s() {
        // r = -0.65 of 200 players: the figures of the experiment itself.
        assert_eq!(interval(-0.65, 200), "-0.72 to -0.56");
    }
}
