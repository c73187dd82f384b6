//! `rival rate`: ratings of players from the results of their matches.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::output::print;
use crate::machine::regular::regular;
use crate::record::problem;
use crate::stats::{Bout, Encounter, FieldElo, Z95, ratings, shrunk, signed};

/// Rate players by the results of matches (Elo).
///
/// FILE has a line of JSON for each match with a, b, wins, draws and losses, as `rival match --json` prints it. The
/// mean of all players is 0 unless --anchor fixes a rating. Intervals are of the distance to this mean or to the
/// anchor; the mean is as uncertain as all players together.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The results, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The rating of a player: NAME=ELO.
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor, conflicts_with = "prior")]
    anchor: Vec<(String, FieldElo)>,
    /// For archives of many players with few games: strengths have a normal prior, whose deviation is estimated with
    /// them.
    #[arg(long)]
    prior: bool,
    /// Print JSON: for each player its name, elo, low and high.
    #[arg(long)]
    json: bool,
}

/// An anchor: a player and its rating.
pub(super) fn anchor(text: &str) -> Result<(String, FieldElo), String> {
    let found = text.rsplit_once('=').and_then(|(name, elo)| Some((name.to_owned(), FieldElo(elo.parse().ok()?))));
    found.filter(|(_, elo)| elo.0.is_finite()).ok_or_else(|| "expected NAME=ELO".to_owned())
}

/// The largest accepted file: room for about a million lines.
const LARGEST: u64 = 256 << 20;
/// The most games of a match: sums of this size are exact in floating point.
const MOST_GAMES: u64 = 1 << 40;
/// The most players without a prior; ratings and intervals of all are then computed together, in minutes.
const MOST_PLAYERS: usize = 250;

#[derive(Debug, Deserialize)]
struct Match {
    a: String,
    b: String,
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Match {
    /// The points of the first player in a game, and the number of games with that result.
    fn results(&self) -> [(f64, u64); 3] {
        [(1.0, self.wins), (0.5, self.draws), (0.0, self.losses)]
    }
}

/// The figures of a player: the keys of `--json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Rated<'a> {
    name: &'a str,
    /// `None` for a player that won or lost everything.
    elo: Option<FieldElo>,
    low: Option<FieldElo>,
    high: Option<FieldElo>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let name = args.file.display();
    let text = read(&args.file).with_context(|| name.to_string())?;
    let matches = parse(&text).with_context(|| name.to_string())?;
    let (names, met) = players(&matches);
    let rated =
        if args.prior { with_prior(&names, &met, &matches) } else { plain(&args.anchor, &names, &met, &matches)? };
    print(if args.json { serde_json::to_string(&rated)? + "\n" } else { table(rated) })
}

/// Rates in both ways.
pub(super) fn rated(text: &str) -> anyhow::Result<()> {
    let matches = parse(text)?;
    let (names, met) = players(&matches);
    table(with_prior(&names, &met, &matches));
    plain(&[], &names, &met, &matches).map(table).map(drop)
}

fn read(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    regular(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        bail!("found more than {} MiB, expected a line for each match", LARGEST >> 20);
    }
    Ok(text)
}

fn parse(text: &str) -> anyhow::Result<Vec<Match>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let parse = |(number, line): (usize, &str)| {
        let found: Match = problem::line(line.as_bytes()).with_context(|| format!("line {number}"))?;
        if found.a == found.b {
            bail!("line {number}: found {:?} against itself, expected two players", found.a);
        }
        if let Some(count) = [found.wins, found.draws, found.losses].into_iter().find(|&count| count > MOST_GAMES) {
            bail!("line {number}: found {count} games, expected at most {MOST_GAMES}");
        }
        Ok(found)
    };
    let matches: Vec<Match> = lines.map(parse).collect::<anyhow::Result<_>>()?;
    if matches.iter().all(|found| found.results().iter().all(|&(_, games)| games == 0)) {
        bail!("found no game, expected what rival match --json prints");
    }
    Ok(matches)
}

/// The names in their order, and the two players of each match.
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

fn plain<'a>(
    anchors: &[(String, FieldElo)],
    names: &[&'a str],
    met: &[[usize; 2]],
    matches: &[Match],
) -> anyhow::Result<Vec<Rated<'a>>> {
    if names.len() > MOST_PLAYERS {
        bail!("found {} players, expected at most {MOST_PLAYERS} without --prior", names.len());
    }
    let of = |(&[first, second], found): (&[usize; 2], &Match)| {
        found.results().map(|(points, times)| Encounter { first, second, points, games: 1, times })
    };
    let games: Vec<Encounter> = met.iter().zip(matches).flat_map(of).filter(|encounter| encounter.times > 0).collect();
    let number = |name: &str| names.iter().position(|known| *known == name);
    let anchors = anchors.iter().map(|(name, elo)| {
        let number =
            number(name).with_context(|| format!("--anchor: found {name:?}, expected a player of the matches"))?;
        Ok((number, *elo))
    });
    let anchors: Vec<(usize, FieldElo)> = anchors.collect::<anyhow::Result<_>>()?;
    let found = ratings(names.len(), &games, &anchors)
        .context("found players that have not met each other even through others, expected one field")?;
    let rated = names.iter().zip(found.players).map(|(name, rating)| {
        let range = rating.range;
        let [elo, low, high] = [range.value, range.low, range.high].map(|end| end.map(FieldElo));
        Rated { name, elo, low, high }
    });
    Ok(rated.collect())
}

fn with_prior<'a>(names: &[&'a str], met: &[[usize; 2]], matches: &[Match]) -> Vec<Rated<'a>> {
    let of = |(&[first, second], found): (&[usize; 2], &Match)| {
        let sum = |value: fn((f64, u64)) -> f64| found.results().into_iter().map(value).sum();
        Bout {
            first,
            second,
            points: sum(|(points, games)| points * games as f64),
            games: sum(|(_, games)| games as f64),
        }
    };
    let bouts: Vec<Bout> = met.iter().zip(matches).map(of).collect();
    let found = shrunk(names.len(), &bouts);
    let rated = names.iter().zip(found.ratings.iter().zip(&found.errors)).map(|(name, (rating, error))| {
        let end = |side: f64| Some(FieldElo(rating.0 + side * Z95 * error));
        Rated { name, elo: end(0.0), low: end(-1.0), high: end(1.0) }
    });
    rated.collect()
}

/// The strongest first.
fn table(mut rated: Vec<Rated<'_>>) -> String {
    let order = |rated: &Rated| rated.elo.or(rated.low).or(rated.high).unwrap_or_default().0;
    rated.sort_by(|a, b| order(b).total_cmp(&order(a)));
    let width = rated.iter().map(|rated| rated.name.chars().count()).max().unwrap_or(0);
    let number = |value: Option<FieldElo>| value.map_or_else(|| "?".to_owned(), |value| signed(value.0, 0));
    let mut text = String::new();
    for Rated { name, elo, low, high } in rated {
        let _ = writeln!(text, "{name:width$} {:>6}   {} to {}", number(elo), number(low), number(high));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULTS: &str = r#"{"a": "x", "b": "y", "wins": 60, "draws": 8, "losses": 32, "more": 1}

{"a": "z", "b": "y", "wins": 32, "draws": 8, "losses": 60}
"#;

    #[test]
    fn matches_with_a_common_opponent_are_one_scale() {
        let matches = parse(RESULTS).unwrap();
        let (names, met) = players(&matches);
        assert_eq!(names, ["x", "y", "z"]);
        let rated = plain(&[("y".to_owned(), FieldElo(1500.0))], &names, &met, &matches).unwrap();
        // 64 points of 100 are 400 log10(64 / 36) = 99.95 Elo.
        let elo: Vec<f64> = rated.iter().map(|rated| rated.elo.unwrap().0).collect();
        assert!((elo[0] - 1599.95).abs() < 0.01 && elo[1] == 1500.0 && (elo[2] - 1400.05).abs() < 0.01, "{elo:?}");
        assert!(rated[0].low.unwrap().0 < 1599.0 && rated[0].high.unwrap().0 > 1601.0);
        // Drawn towards the mean, and still apart by more than half.
        let prior = with_prior(&names, &met, &matches);
        let gap = prior[0].elo.unwrap().0 - prior[1].elo.unwrap().0;
        assert!((50.0..99.9).contains(&gap), "{gap}");
        assert!(table(rated).starts_with("x  +1600   "));
    }

    /// Memory is that of the lines, whatever their counts: a list of these games would not fit.
    #[test]
    fn counts_without_measure_are_rated() {
        let most = RESULTS
            .replace("60", "1099511627776")
            .replace("32", "366503875925")
            .replace("\"draws\": 8", "\"draws\": 0");
        let matches = parse(&most).unwrap();
        let (names, met) = players(&matches);
        let rated = plain(&[], &names, &met, &matches).unwrap();
        // Three of four games: 400 log10(3) Elo.
        let gap = |rated: &[Rated]| rated[0].elo.unwrap().0 - rated[1].elo.unwrap().0;
        assert!((gap(&rated) - 190.849).abs() < 0.01, "{rated:?}");
        // 347 Elo by the square root of 10^12.
        let width = rated[0].high.unwrap().0 - rated[0].low.unwrap().0;
        assert!((0.0..0.01).contains(&width), "{width}");
        let prior = with_prior(&names, &met, &matches);
        assert!((gap(&prior) - 190.849).abs() < 0.01, "{prior:?}");
        // Single games and counts give the same.
        let one = r#"{"a":"x","b":"y","wins":1,"draws":1,"losses":1}"#.to_owned() + "\n";
        let thousand = one.repeat(1000);
        let counted = one.replace(":1", ":1000");
        let of = |text: &str| {
            let matches = parse(text).unwrap();
            let (names, met) = players(&matches);
            let both = [plain(&[], &names, &met, &matches).unwrap(), with_prior(&names, &met, &matches)];
            both.concat().iter().flat_map(|rated| [rated.low.unwrap().0, rated.high.unwrap().0]).collect::<Vec<_>>()
        };
        for (a, b) in of(&thousand).into_iter().zip(of(&counted)) {
            assert!((a - b).abs() < 1e-6, "{a} {b}");
        }
    }

    /// The mean of all is as uncertain as the games of the least known player: only an anchor takes that away.
    #[test]
    fn an_interval_is_of_the_distance_to_the_mean_or_to_the_anchor() {
        let results = r#"{"a": "x", "b": "y", "wins": 500000000000, "draws": 0, "losses": 500000000000}
{"a": "z", "b": "y", "wins": 30, "draws": 0, "losses": 30}"#;
        let matches = parse(results).unwrap();
        let (names, met) = players(&matches);
        let widths = |anchors: &[(String, FieldElo)]| -> Vec<f64> {
            let rated = plain(anchors, &names, &met, &matches).unwrap();
            rated.iter().map(|rated| rated.high.unwrap().0 - rated.low.unwrap().0).collect()
        };
        // z is uncertain by 88 Elo beside x and y; a third of that moves the mean, and with it x and y.
        let [x, y, z] = widths(&[])[..] else { panic!() };
        assert!((x - y).abs() < 0.01 && (x - z / 2.0).abs() < 0.01 && (50.0..70.0).contains(&x), "{x} {y} {z}");
        let [x, y, z] = widths(&[("y".to_owned(), FieldElo(0.0))])[..] else { panic!() };
        assert!(x < 0.01 && y == 0.0 && (150.0..200.0).contains(&z), "{x} {y} {z}");
    }

    #[test]
    fn what_cannot_be_rated_is_said() {
        let error = |text: &str| format!("{:#}", parse(text).unwrap_err());
        assert_eq!(error("{\"a\": 1}").split(':').next(), Some("line 1"));
        assert!(
            error("\n{\"a\":\"x\",\"b\":\"x\",\"wins\":1,\"draws\":0,\"losses\":0}").starts_with("line 2: found \"x\"")
        );
        assert!(error("").starts_with("found no game"));
        let many = r#"{"a":"x","b":"y","wins":1099511627777,"draws":0,"losses":0}"#;
        assert_eq!(error(many), "line 1: found 1099511627777 games, expected at most 1099511627776");
        let field: String = (0..=MOST_PLAYERS)
            .map(|number| format!("{{\"a\":\"x\",\"b\":\"{number}\",\"wins\":1,\"draws\":1,\"losses\":1}}\n"))
            .collect();
        let matches = parse(&field).unwrap();
        let (names, met) = players(&matches);
        let error = plain(&[], &names, &met, &matches).unwrap_err().to_string();
        assert_eq!(error, "found 252 players, expected at most 250 without --prior");
        let apart = r#"{"a":"p","b":"q","wins":1,"draws":1,"losses":1}"#.to_owned() + "\n" + RESULTS;
        let matches = parse(&apart).unwrap();
        let (names, met) = players(&matches);
        assert!(plain(&[], &names, &met, &matches).is_err());
        let matches = parse(RESULTS).unwrap();
        let (names, met) = players(&matches);
        let error = plain(&[("w".to_owned(), FieldElo(0.0))], &names, &met, &matches).unwrap_err().to_string();
        assert_eq!(error, "--anchor: found \"w\", expected a player of the matches");
    }
}
