//! `rival match`: two personalities play each other inside the process.

use super::threads::Threads;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use serde::Serialize;

use super::complaint::complain;
use super::interrupt;
use super::output::print;
use super::progress::Bar;
use super::words::rule;
use crate::board::{Color, Objective, Passes, Position, perft};
use crate::machine::regular::is_standard_input;
use crate::players::duel::{Duel, DuelResults, Seat};
use crate::players::{Options, Personality, load};
use crate::record::text::{counted, suggestion};
use crate::stats::{Tally, Z95, signed};
use crate::thesis::Adaptive;

/// Play games between two players inside this process.
///
/// It prints wins, losses, draws and the score of the first.
///
/// With the same seed the result is the same on any number of threads, unless a personality has a time limit.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The first personality: a shipped name or a file. The result is seen from its side.
    a: String,
    /// The second personality.
    b: String,
    /// Number of games, even, because each opening is played with both colours.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Openings: `random:PLIES`, this many random moves (0 to 40) from the normal start.
    #[arg(long, value_name = "random:PLIES", value_parser = plies, default_value = "random:0")]
    openings: u32,
    /// Decides openings and every random choice of the players.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// The rule that decides games; default: the players' own.
    #[arg(long, value_parser = rule())]
    rule: Option<Objective>,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

/// The plies of `random:PLIES`.
pub(super) fn plies(text: &str) -> Result<u32, String> {
    let plies = text.strip_prefix("random:").and_then(|plies| plies.parse().ok());
    plies.filter(|plies| *plies <= 40).ok_or_else(|| {
        let word = text.split(':').next().unwrap_or_default();
        let near = if word == "random" { String::new() } else { suggestion(word, ["random"]) };
        format!("expected random:PLIES with 0 to 40 plies{near}")
    })
}

/// The line that `--json` prints. The arguments decide everything but the last two fields.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    a: &'a str,
    b: &'a str,
    rule: String,
    opening_plies: u32,
    seed: u64,
    games: u64,
    #[serde(flatten)]
    all: Tally,
    /// The score of the first personality, 0 to 1; a draw counts half.
    score: f64,
    score_error: Option<f64>,
    /// The 95 % interval of the score.
    interval: (f64, f64),
    /// The mean result of the first personality in discs.
    discs: f64,
    /// The standard error of the mean.
    discs_error: Option<f64>,
    /// The games in which the first personality moved first, and those in which it moved second.
    first: Tally,
    second: Tally,
    seconds: f64,
    games_per_second: f64,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !args.games.is_multiple_of(2) {
        bail!("--games: found {}, expected an even number, as each opening is played with both colours", args.games);
    }
    if [&args.a, &args.b].into_iter().all(|name| is_standard_input(Path::new(name))) {
        bail!("{}: standard input can be read only once: give a file for the other player", args.b);
    }
    let a = player(&args.a)?;
    let b = player(&args.b)?;
    let rule = counted_by(args.rule, &a, &b)?;
    let threads = args.threads.count();
    let duel = Duel {
        players: [&a, &b],
        rule,
        games: args.games,
        opening_plies: args.openings,
        seat: Seat::Both,
        seed: args.seed,
    };
    for warning in warnings(&duel) {
        complain!("rival: {warning}");
    }
    let stop = interrupt::stop()?;
    let bar = Bar::new("playing games", args.games);
    let start = Instant::now();
    let results = duel.run_until(&stop, threads, &|| bar.advance());
    let elapsed = start.elapsed();
    drop(bar);
    let played = results.outcomes.len() as u64;
    log::info!("{} against {}: {played} of {} games in {elapsed:?}", a.name, b.name, args.games);
    let Some(summary) = summary(&duel, &results, elapsed) else {
        bail!("stopped before a game was over");
    };
    print(if args.json { serde_json::to_string(&summary)? + "\n" } else { text(&summary, [&args.a, &args.b]) })?;
    if played < args.games {
        complain!("rival: stopped: the figures are from {played} of {} games", args.games);
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// The personality with this name or in this file. One that could not be served is refused, although it does not learn
/// here.
fn player(name: &str) -> anyhow::Result<Personality> {
    let personality = load(name)?;
    Adaptive::open(&personality, &Options::default())?;
    Ok(personality)
}

/// The rule that decides the games.
fn counted_by(chosen_rule: Option<Objective>, a: &Personality, b: &Personality) -> anyhow::Result<Objective> {
    let fixed_rules = [a, b].map(|player| if player.plays_for(player.rule.other()) { None } else { Some(player.rule) });
    match (chosen_rule, fixed_rules) {
        (Some(rule), _) => Ok(rule),
        (None, [Some(x), Some(y)]) if x != y => {
            bail!("{} plays for {x} and {} for {y}: give --rule normal or --rule anti", a.name, b.name)
        }
        (None, [Some(rule), _] | [None, Some(rule)]) => Ok(rule),
        (None, [None, None]) => Ok(a.rule),
    }
}

/// Warnings about settings that limit the meaning of a match.
fn warnings(duel: &Duel) -> Vec<String> {
    let mut warnings: Vec<String> = duel.players.iter().filter_map(|player| player.other_rule(duel.rule)).collect();
    let openings = count_openings(duel.opening_plies);
    if duel.games > 2 * openings && !duel.players.iter().any(|player| player.is_random()) {
        warnings.push(format!(
            "note: with {} and nothing else that is random the same games repeat, and the interval is too narrow; try \
             --openings random:8",
            counted(openings as usize, "opening")
        ));
    }
    warnings
}

/// The number of openings with this many moves. More than seven moves have more openings than a match has games.
fn count_openings(plies: u32) -> u64 {
    if plies > 7 { u64::MAX / 2 } else { perft(&Position::START, plies, Passes::Ply) }
}

fn summary<'a>(duel: &Duel<'a>, results: &DuelResults, elapsed: Duration) -> Option<Summary<'a>> {
    let total = results.total();
    let score = results.score()?;
    let discs = results.discs()?;
    let seconds = elapsed.as_secs_f64();
    Some(Summary {
        a: &duel.players[0].name,
        b: &duel.players[1].name,
        rule: duel.rule.to_string(),
        opening_plies: duel.opening_plies,
        seed: duel.seed,
        games: total.games(),
        all: total,
        score: score.mean,
        score_error: score.error,
        interval: score.interval_of_share(),
        discs: discs.mean,
        discs_error: discs.error,
        first: results.tally(Color::Black),
        second: results.tally(Color::White),
        seconds,
        games_per_second: total.games() as f64 / seconds.max(1e-9),
    })
}

/// The report. A personality that was given as a file has this file behind its name.
fn text(s: &Summary, given: [&str; 2]) -> String {
    let a = titled(s.a, given[0]);
    let b = titled(s.b, given[1]);
    let mut text = format!("{a} against {b}, {} games, rule {}\n", s.games, s.rule);
    for (name, tally) in [("all", &s.all), ("first", &s.first), ("second", &s.second)] {
        text += &format!("{name:<10}{:>8} won {:>8} lost {:>8} drawn\n", tally.wins, tally.losses, tally.draws);
    }
    let [score, low, high] = [s.score, s.interval.0, s.interval.1].map(|share| format!("{:.2} %", 100.0 * share));
    let reach = s.discs_error.map(|error| Z95 * error);
    let interval = reach.map_or_else(String::new, |reach| {
        let [low, high] = [s.discs - reach, s.discs + reach].map(|discs| signed(discs, 2));
        format!(", 95 % interval {low} to {high}")
    });
    text += &format!("score     {score}, 95 % interval {low} to {high}\n");
    text += &format!("discs     {} a game{interval}\n", signed(s.discs, 2));
    text += &format!("speed     {}\n", speed(s.games_per_second));
    text
}

/// A name, with the file that was given in its place.
fn titled(name: &str, given: &str) -> String {
    if name == given { name.to_owned() } else { format!("{name} ({given})") }
}

/// A speed in the unit that gives a number of at least one.
fn speed(games_per_second: f64) -> String {
    match games_per_second {
        fast if fast >= 10.0 => format!("{fast:.0} games/s"),
        medium if medium >= 1.0 => format!("{medium:.1} games/s"),
        slow => format!("{:.1} s/game", 1.0 / slow),
    }
}

#[cfg(test)]
mod tests {
    use super::speed;

    #[test]
    fn slow_games_have_seconds() {
        assert_eq!(
            [1234.5, 9.96, 1.0, 0.4, 0.01].map(speed),
            ["1234 games/s", "10.0 games/s", "1.0 games/s", "2.5 s/game", "100.0 s/game"]
        );
    }
}
