//! Ladders: ratings of players by matches between them.
//!
//! A run plays matches one after the other and keeps each in its folder when it is over. The results are a pure
//! function of the matches, so a stopped run continues by requesting the same matches again.
//!
//! | file | contents |
//! |---|---|
//! | `run.json` | the command |
//! | `matches.json` | the matches that are over |
//! | `played.json`, `places.json`, `rung-NN.json`, `ladder.md` | the results |

mod people;
mod places;
mod rungs;
mod table;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use rival::personality::{Personality, load};
use rival::players::duel::Duel;
use rival::record::Digest;
use rival::record::run_folder::{Layout, RunFolder};
use rival::search::Stop;
use rival::stats::{Encounter, FieldElo, ratings};
use rival::strength::person::Place;
use serde::{Deserialize, Serialize};

use crate::interrupt;
use crate::output::{Output, Shipping};
use crate::play::Threads;
use crate::progress::StageProgress;

/// Random moves before the players take over.
const OPENING: u32 = 8;

/// The ratings of players by matches: the ladder of human-like players, the thesis's ladder, places on them (hours).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The product. people: `played.json`, the rating of each setting of the kind human; places: `places.json`, the
    /// places of players on that ladder; rungs: the thesis's ladder, `rung-01.json` and up; table: the ratings of
    /// players in the order of a ladder.
    #[arg(value_enum)]
    goal: Goal,
    /// Personalities: those for places (default: the shipped ones) or for a table, the weakest first.
    #[arg(value_name = "NAME|FILE")]
    players: Vec<String>,
    /// Continue the run in the folder, if there is one.
    #[arg(long)]
    resume: bool,
    /// Games of each match, an even number. Default: people 600, places 40, rungs 2000, table 400.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: Option<u32>,
    /// For a table: each player meets this many of those before it.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    within: u32,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    shipping: Shipping,
    #[command(flatten)]
    output: Output,
}

/// The product of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Goal {
    People,
    Places,
    Rungs,
    Table,
}

impl Goal {
    /// The word for the goal on the command line.
    fn name(self) -> &'static str {
        match self {
            Goal::People => "people",
            Goal::Places => "places",
            Goal::Rungs => "rungs",
            Goal::Table => "table",
        }
    }

    /// The usual number of games of a match.
    fn games(self) -> u32 {
        match self {
            Goal::People => 600,
            Goal::Places => 40,
            Goal::Rungs => 2000,
            Goal::Table => 400,
        }
    }

    /// The folder of the product in the project.
    fn folder(self) -> Option<&'static str> {
        match self {
            Goal::People => Some("src/people"),
            Goal::Places => Some("src/strength/person"),
            Goal::Rungs => Some("engines"),
            Goal::Table => None,
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args.output.folder(&format!("ladder-{}", args.goal.name()))?;
    let table = make(args, &folder)?;
    args.output.report(&format!("ladder-{}", args.goal.name()), &table)
}

/// Plays the missing matches of a folder, and writes the results there. Returns them as a table in Markdown.
fn make(args: &Args, folder: &Path) -> anyhow::Result<String> {
    let players: Vec<Personality> = args.players.iter().map(|name| load(name)).collect::<Result<_, _>>()?;
    match args.goal {
        Goal::People | Goal::Rungs if !players.is_empty() => {
            bail!("{}: name no player: the players of {} are fixed", args.players[0], args.goal.name())
        }
        Goal::Table if players.len() < 2 => bail!("table: found {} players, expected two or more", players.len()),
        Goal::Table if args.shipping.write => {
            bail!("--write: a table of players is not shipped, only people, places and rungs")
        }
        _ => {}
    }
    let games = args.games.unwrap_or(args.goal.games());
    if !games.is_multiple_of(2) {
        bail!("--games: found {games}, expected an even number, as each opening is played with both colours");
    }
    let mut command = format!("lab ladder {}", args.goal.name());
    args.players.iter().for_each(|player| command += &format!(" {player}"));
    command += &format!(" --games {games}");
    if args.goal == Goal::Table && args.within > 1 {
        command += &format!(" --within {}", args.within);
    }
    let mut run = LadderRun::open(folder, args.resume, command, games.into())?;
    run.threads = args.threads.count();
    run.stop = interrupt::stop()?;
    let (table, files) = match args.goal {
        Goal::People => people::make(&mut run)?,
        Goal::Places => places::make(&mut run, &players)?,
        Goal::Rungs => rungs::make(&mut run)?,
        Goal::Table => (table::make(&mut run, &players, args.within as usize)?, Vec::new()),
    };
    for (name, text) in files {
        run.folder.write(&name, &text)?;
        if let Some(shipped) = args.goal.folder() {
            args.shipping.file(&format!("{shipped}/{name}"), text.as_bytes())?;
        }
    }
    Ok(table)
}

/// The places of these players on the ladder of human-like players, in the given order.
///
/// # Errors
/// The folder has another run, or cannot be written.
pub(crate) fn places(
    players: &[Personality],
    folder: &Path,
    resume: bool,
    games: u32,
    threads: usize,
) -> anyhow::Result<Vec<Place>> {
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    let mut run =
        LadderRun::open(folder, resume, format!("places of {}, {games} games", names.join(" ")), games.into())?;
    run.threads = threads;
    places::places(&mut run, players)
}

/// A file's name and text.
type NamedText = (String, String);

/// A match that is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Match {
    a: String,
    b: String,
    /// The digests of both players, because names are not unique.
    players: String,
    games: u64,
    seed: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The score of `a`, 0 to 1, with its 95 % interval.
    score: f64,
    interval: (f64, f64),
}

impl Match {
    /// The score with its 95 % interval.
    fn score_in_words(&self) -> String {
        let (low, high) = self.interval;
        format!("{:.3} ({low:.3} to {high:.3})", self.score)
    }

    /// The same match as `b` sees it.
    fn reversed(&self) -> Match {
        let (low, high) = self.interval;
        Match {
            a: self.b.clone(),
            b: self.a.clone(),
            wins: self.losses,
            losses: self.wins,
            score: 1.0 - self.score,
            interval: (1.0 - high, 1.0 - low),
            ..self.clone()
        }
    }
}

/// A run in its folder.
struct LadderRun {
    folder: RunFolder,
    /// The command that repeats it.
    command: String,
    /// Games of a match.
    games: u64,
    threads: usize,
    stop: Stop,
    matches: Vec<Match>,
}

const MATCHES: &str = "matches.json";

impl LadderRun {
    /// Starts a run in a folder, or continues the one there if it is of the same command and `resume` is true.
    ///
    /// # Errors
    /// The folder has other files, it cannot be written, or another process works in it.
    fn open(folder: &Path, resume: bool, command: String, games: u64) -> anyhow::Result<LadderRun> {
        let (folder, _) = RunFolder::begin(folder, Layout::RUN, &BTreeMap::from([("command", &command)]), resume)?;
        let matches = if folder.find(MATCHES)?.is_some() { folder.json(MATCHES)? } else { Vec::new() };
        Ok(LadderRun { folder, command, games, threads: 1, stop: Stop::default(), matches })
    }

    /// The match of two players with a seed: from the folder, or played now.
    ///
    /// # Errors
    /// The run was stopped, or the match cannot be kept.
    fn play(&mut self, a: &Personality, b: &Personality, seed: u64) -> anyhow::Result<Match> {
        let players = String::from(Digest::of_bytes((a.to_json() + &b.to_json()).as_bytes()));
        let mut same_seed = self.matches.iter().filter(|known| (known.games, known.seed) == (self.games, seed));
        if let Some(known) = same_seed.find(|known| known.players == players) {
            return Ok(known.clone());
        }
        let title = format!("match {}, {} : {}", self.matches.len() + 1, a.name, b.name);
        let stage = StageProgress::new(&title, self.games as usize, 0);
        let duel = Duel::paired([a, b], self.games, OPENING, seed);
        let results = duel.run_until(&self.stop, self.threads, &|| stage.step());
        let total = results.total();
        ensure!(total.games() == self.games, "stopped; the same command with --resume goes on");
        let score = results.score().context("a match without games")?;
        let result = Match {
            a: a.name.clone(),
            b: b.name.clone(),
            players,
            games: self.games,
            seed,
            wins: total.wins,
            draws: total.draws,
            losses: total.losses,
            score: score.mean,
            interval: score.interval_of_share(),
        };
        stage.end(&result.score_in_words());
        self.matches.push(result.clone());
        self.folder.write_json(MATCHES, &self.matches)?;
        Ok(result)
    }
}

/// Ratings from matches; one player has a fixed rating.
///
/// # Errors
/// Two players, or groups of them, have not met, or one won or lost every game.
fn rate(names: &[String], matches: &[Match], anchor: (usize, FieldElo)) -> anyhow::Result<Vec<FieldElo>> {
    let mut encounters = Vec::new();
    for result in matches {
        let first = number(names, &result.a);
        let second = number(names, &result.b);
        for (points, times) in [(1.0, result.wins), (0.5, result.draws), (0.0, result.losses)] {
            if times > 0 {
                encounters.push(Encounter { first, second, points, games: 1, times });
            }
        }
    }
    let field = ratings(names.len(), &encounters, &[anchor]).with_context(|| unrated(&names[0]))?;
    names
        .iter()
        .zip(field.players)
        .map(|(name, player)| player.range.value.map(FieldElo).with_context(|| unrated(name)))
        .collect()
}

fn number(names: &[String], name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or(0)
}

fn unrated(name: &str) -> String {
    format!("found no rating for {name}, expected games that it did not all win or lose: try more --games")
}

/// A value as the JSON of a file, with a final line feed.
fn pretty(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn args(words: &str) -> Args {
        parse(["ladder"].into_iter().chain(words.split(' '))).unwrap()
    }

    #[test]
    fn ladders_are_made_of_matches_and_go_on_where_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let open = |name: &str, resume, command: &str| {
            LadderRun::open(&folder.path().join(name), resume, command.to_owned(), 20)
        };
        let players = ["random", "fs", "static-normal"].map(|name| load(name).unwrap());
        let mut run = open("a", false, "table").unwrap();
        let text = table::make(&mut run, &players, 2).unwrap();
        let matches = run.matches.clone();
        drop(run);
        assert_eq!((matches.len(), matches[0].a.as_str(), matches[0].b.as_str()), (3, "fs", "random"));
        // A match gives the same games as a duel of the library.
        let duel = Duel::paired([&players[1], &players[0]], 20, 8, 7).run(1, &|| ());
        assert_eq!(duel.total().wins, matches[0].wins);
        assert_eq!(duel.score().unwrap().mean, matches[0].score);
        // A run that was killed after its first match plays only the missing matches, on any number of threads.
        std::fs::create_dir(folder.path().join("b")).unwrap();
        std::fs::copy(folder.path().join("a/run.json"), folder.path().join("b/run.json")).unwrap();
        let marked = Match { interval: (0.25, 0.75), ..matches[0].clone() };
        std::fs::write(folder.path().join("b/matches.json"), pretty(&[&marked]).unwrap()).unwrap();
        let mut run = open("b", true, "table").unwrap();
        run.threads = 2;
        assert_ne!(table::make(&mut run, &players, 2).unwrap(), text);
        assert_eq!(run.matches[0], marked);
        assert_eq!(run.matches[1..], matches[1..]);
        drop(run);
        let error = open("b", true, "places").err().unwrap().to_string();
        assert!(error.contains("command: found \"table\", expected \"places\""), "{error}");
        let error = open("a", false, "table").err().unwrap().to_string();
        assert!(error.contains("found a run, expected a new or an empty folder, or --resume"), "{error}");
        // A stopped run keeps its matches.
        let run = &mut open("c", false, "table").unwrap();
        run.stop.stop();
        let error = table::make(run, &players, 2).unwrap_err().to_string();
        assert!(error.starts_with("stopped"), "{error}");
    }

    #[test]
    fn places_are_a_file_that_the_product_reads() {
        let folder = tempfile::tempdir().unwrap();
        let mut run =
            LadderRun::open(folder.path(), false, "lab ladder places random --games 2".to_owned(), 2).unwrap();
        let (_, files) = places::make(&mut run, &[load("random").unwrap()]).unwrap();
        let places: rival::strength::person::Places = serde_json::from_str(&files[0].1).unwrap();
        assert_eq!(places.command, "lab ladder places random --games 2");
        assert!(places.places.len() == 1 && places.places[0].player == "random", "{places:?}");
    }

    #[test]
    fn impossible_runs_are_refused_in_a_line() {
        let folder = tempfile::tempdir().unwrap();
        for (words, expected) in [
            ("places --games 3", "--games: found 3, expected an even number"),
            ("rungs random", "random: name no player: the players of rungs"),
            ("table random", "table: found 1 players, expected two or more"),
            ("table random fs --write", "--write: a table of players is not shipped"),
        ] {
            let error = make(&args(words), folder.path()).unwrap_err().to_string();
            assert!(error.starts_with(expected) && !error.contains('\n'), "{error}");
        }
    }
}
