//! `rival rate`: ratings of players from the results of their matches.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::output::print;
use crate::stats::{Bout, Encounter, ratings, shrunk};

/// Rate players by the results of matches: Elo, with 95 % intervals.
///
/// FILE has a line of JSON for each match: what `rival match --json` prints, of which a, b, wins, draws and losses are
/// read. The mean of all players is 0 unless --anchor gives somebody a rating.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The results, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The rating of a player: NAME=ELO.
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor, conflicts_with = "prior")]
    anchor: Vec<(String, f64)>,
    /// For archives of many players with few games: strengths are drawn towards their mean, by a deviation that is
    /// found with them.
    #[arg(long)]
    prior: bool,
    /// Print JSON: for each player its name, elo, low and high.
    #[arg(long)]
    json: bool,
}

fn anchor(text: &str) -> Result<(String, f64), String> {
    let found = text.rsplit_once('=').and_then(|(name, elo)| Some((name.to_owned(), elo.parse::<f64>().ok()?)));
    found.filter(|(_, elo)| elo.is_finite()).ok_or_else(|| "expected NAME=ELO".to_owned())
}

/// The largest accepted file: room for about a million lines.
const LARGEST: u64 = 256 << 20;
/// Elo per unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

#[derive(Debug, Deserialize)]
struct Match {
    a: String,
    b: String,
    wins: u32,
    draws: u32,
    losses: u32,
}

/// What is told of a player: the keys of `--json`.
#[derive(Debug, PartialEq, Serialize)]
struct Rated<'a> {
    name: &'a str,
    /// `None` for a player that won or lost everything.
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let name = args.file.display();
    let text = read(&args.file).with_context(|| name.to_string())?;
    let matches = parse(&text).with_context(|| name.to_string())?;
    let (names, met) = players(&matches);
    let rated = if args.prior { with_prior(&names, &met, &matches) } else { plain(args, &names, &met, &matches)? };
    print(if args.json { serde_json::to_string(&rated)? + "\n" } else { table(rated) })?;
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    let source: Box<dyn Read> =
        if path.as_os_str() == "-" { Box::new(std::io::stdin().lock()) } else { Box::new(std::fs::File::open(path)?) };
    source.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        bail!("found more than {} MiB, expected a line for each match", LARGEST >> 20);
    }
    Ok(text)
}

fn parse(text: &str) -> anyhow::Result<Vec<Match>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let parse = |(number, line): (usize, &str)| {
        let found: Match = serde_json::from_str(line).with_context(|| format!("line {number}"))?;
        if found.a == found.b {
            bail!("line {number}: found {:?} against itself, expected two players", found.a);
        }
        Ok(found)
    };
    let matches: Vec<Match> = lines.map(parse).collect::<anyhow::Result<_>>()?;
    if matches.iter().all(|found| found.wins + found.draws + found.losses == 0) {
        bail!("found no game, expected what rival match --json prints");
    }
    Ok(matches)
}

/// The names in their order, and who met in each match.
fn players(matches: &[Match]) -> (Vec<&str>, Vec<[usize; 2]>) {
    let (mut names, mut numbers) = (Vec::new(), HashMap::new());
    let mut number = |name| {
        *numbers.entry(name).or_insert_with(|| {
            names.push(name);
            names.len() - 1
        })
    };
    let met = matches.iter().map(|found| [number(found.a.as_str()), number(found.b.as_str())]).collect();
    (names, met)
}

/// The points of the first player in each game of a match.
fn points(found: &Match) -> impl Iterator<Item = f64> {
    let some = |points, count: u32| std::iter::repeat_n(points, count as usize);
    some(1.0, found.wins).chain(some(0.5, found.draws)).chain(some(0.0, found.losses))
}

fn plain<'a>(args: &Args, names: &[&'a str], met: &[[usize; 2]], matches: &[Match]) -> anyhow::Result<Vec<Rated<'a>>> {
    let games: Vec<Encounter> = met
        .iter()
        .zip(matches)
        .flat_map(|(&[first, second], found)| {
            points(found).map(move |points| Encounter { first, second, points, games: 1 })
        })
        .collect();
    let number = |name: &str| names.iter().position(|known| *known == name);
    let anchors = args.anchor.iter().map(|(name, elo)| {
        let number =
            number(name).with_context(|| format!("--anchor: found {name:?}, expected a player of the matches"))?;
        Ok((number, *elo))
    });
    let anchors: Vec<(usize, f64)> = anchors.collect::<anyhow::Result<_>>()?;
    let found = ratings(names.len(), &games, &anchors)
        .context("found players that have not met each other even through others, expected one field")?;
    let rated = names.iter().zip(found.players).map(|(name, rating)| {
        let range = rating.range;
        Rated { name, elo: range.value, low: range.low, high: range.high }
    });
    Ok(rated.collect())
}

fn with_prior<'a>(names: &[&'a str], met: &[[usize; 2]], matches: &[Match]) -> Vec<Rated<'a>> {
    let bouts: Vec<Bout> = met
        .iter()
        .zip(matches)
        .flat_map(|(&[first, second], found)| points(found).map(move |points| Bout { first, second, points }))
        .collect();
    let found = shrunk(names.len(), &bouts);
    let rated = names.iter().zip(found.ratings.iter().zip(&found.errors)).map(|(name, (rating, error))| {
        let end = |side: f64| Some(ELO * (rating + side * crate::stats::Z95 * error));
        Rated { name, elo: end(0.0), low: end(-1.0), high: end(1.0) }
    });
    rated.collect()
}

/// The strongest first.
fn table(mut rated: Vec<Rated<'_>>) -> String {
    let order = |rated: &Rated| rated.elo.or(rated.low).or(rated.high).unwrap_or(0.0);
    rated.sort_by(|a, b| order(b).total_cmp(&order(a)));
    let width = rated.iter().map(|rated| rated.name.chars().count()).max().unwrap_or(0);
    let number = |value: Option<f64>| value.map_or_else(|| "?".to_owned(), |value| format!("{value:+.0}"));
    let mut text = String::new();
    for Rated { name, elo, low, high } in rated {
        let _ = writeln!(text, "{name:width$} {:>6}   {} to {}", number(elo), number(low), number(high));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(anchor: &[(&str, f64)]) -> Args {
        let anchor = anchor.iter().map(|&(name, elo)| (name.to_owned(), elo)).collect();
        Args { file: PathBuf::from("-"), anchor, prior: false, json: true }
    }

    const RESULTS: &str = r#"{"a": "x", "b": "y", "wins": 60, "draws": 8, "losses": 32, "more": 1}

{"a": "z", "b": "y", "wins": 32, "draws": 8, "losses": 60}
"#;

    #[test]
    fn matches_with_a_common_opponent_are_one_scale() {
        let matches = parse(RESULTS).unwrap();
        let (names, met) = players(&matches);
        assert_eq!(names, ["x", "y", "z"]);
        let rated = plain(&args(&[("y", 1500.0)]), &names, &met, &matches).unwrap();
        // 64 points of 100 are 400 log10(64 / 36) = 99.95 Elo.
        let elo: Vec<f64> = rated.iter().map(|rated| rated.elo.unwrap()).collect();
        assert!((elo[0] - 1599.95).abs() < 0.01 && elo[1] == 1500.0 && (elo[2] - 1400.05).abs() < 0.01, "{elo:?}");
        assert!(rated[0].low.unwrap() < 1599.0 && rated[0].high.unwrap() > 1601.0);
        let prior = with_prior(&names, &met, &matches);
        let gap = prior[0].elo.unwrap() - prior[1].elo.unwrap();
        assert!((50.0..99.9).contains(&gap), "{gap}");
        assert!(table(rated).starts_with("x  +1600   "));
    }

    #[test]
    fn what_cannot_be_rated_is_said() {
        let error = |text: &str| format!("{:#}", parse(text).unwrap_err());
        assert_eq!(error("{\"a\": 1}").split(':').next(), Some("line 1"));
        assert!(
            error("\n{\"a\":\"x\",\"b\":\"x\",\"wins\":1,\"draws\":0,\"losses\":0}").starts_with("line 2: found \"x\"")
        );
        assert!(error("").starts_with("found no game"));
        let apart = r#"{"a":"p","b":"q","wins":1,"draws":1,"losses":1}"#.to_owned() + "\n" + RESULTS;
        let matches = parse(&apart).unwrap();
        let (names, met) = players(&matches);
        assert!(plain(&args(&[]), &names, &met, &matches).is_err());
        let matches = parse(RESULTS).unwrap();
        let (names, met) = players(&matches);
        let error = plain(&args(&[("w", 0.0)]), &names, &met, &matches).unwrap_err().to_string();
        assert_eq!(error, "--anchor: found \"w\", expected a player of the matches");
    }
}
