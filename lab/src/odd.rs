//! The accuracy of strength estimates for players whose choices are unlike people's.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rival::machine::work::map_with;
use rival::people::{LadderElo, PeopleElo, Tie};
use rival::players::Personality;
use rival::players::duel::opening_board;
use rival::stats::{Z95, derive, signed};
use rival::strength::person::{GameJudge, PersonGame, Profile, estimate};
use serde::{Deserialize, Serialize};

use crate::even::personalities;
use crate::games::{OPENING_PLIES, game, judged, known, seated, side};
use crate::journal::{Journal, Resuming};
use crate::ladder;
use crate::numbers::mean;
use crate::output::{Output, project};
use crate::play::Play;
use crate::player::player;
use crate::table::{Table, cells};

/// Shipped players that choose unlike people.
const SHIPPED: &str = "random fs cn bp2-fs5-cn1 corners-random static-normal board-hand uct-100";
/// The first seed. The program's figures of odd players were fitted to games of seed 1.
const FIRST_SEED: u64 = 10;
/// The numbers of games from which players are estimated.
const COUNTS: [usize; 4] = [3, 10, 30, 40];
/// The kinds of evidence for an estimate.
const WAYS: [&str; 3] = ["both", "moves", "results"];

/// The estimates of odd programs, compared with their ratings from games against the ladder (hours).
///
/// Each player plays games from random openings of 8 plies against opponents of known strength. The first 3, 10, 30 and
/// 40 of them measure it: by moves and results, by moves alone, and by results alone.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A folder of personalities to measure; default: lab/players/odd and shipped programs.
    #[arg(long, value_name = "FOLDER")]
    players: Option<PathBuf>,
    /// The opponents.
    #[arg(
        long,
        value_name = "NAME,...",
        value_delimiter = ',',
        default_value = "beginner,intermediate,ladder-0900,ladder-1300"
    )]
    opponents: Vec<String>,
    /// Games of a repeat.
    #[arg(long, value_name = "N", default_value_t = 40)]
    games: usize,
    /// Times that each player is measured, each with new games.
    #[arg(long, value_name = "N", default_value_t = 3)]
    repeats: u64,
    /// Games of each player against each of eight players of the ladder, an even number.
    #[arg(long, value_name = "N", default_value_t = 40)]
    truth: u32,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    resuming: Resuming,
    #[command(flatten)]
    output: Output,
}

/// A rating among people with its standard error.
type Truth = (PeopleElo, f64);

/// An estimate from a number of games and one kind of evidence.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct EstimateRow {
    way: usize,
    games: usize,
    rating: f64,
    low: f64,
    high: f64,
}

impl EstimateRow {
    /// The estimate minus the truth, in Elo.
    fn miss(&self, (truth, _): Truth) -> f64 {
        self.rating - truth.0
    }

    /// True if the interval, widened by the error of the truth, holds the truth.
    fn covers(&self, (truth, error): Truth) -> bool {
        self.miss((truth, error)).abs() <= libm::hypot((self.high - self.low) / 2.0, Z95 * error)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut journal = Journal::open(&args.output.folder("odd")?, args.resuming)?;
    let players = players(args)?;
    let truths = truths(&players, args)?;
    let mut all: BTreeMap<(usize, usize), Vec<(Truth, EstimateRow)>> = BTreeMap::new();
    for (player, truth) in players.iter().zip(truths) {
        for repeat in 0..args.repeats {
            let opponents = args.opponents.join(",");
            let key = format!("{} {opponents} {} {repeat} {}", player.name, args.games, args.play.seed);
            let estimates: Vec<EstimateRow> = journal.part(&key, || measure(player, repeat, args))?;
            for estimate in estimates {
                all.entry((estimate.way, estimate.games)).or_default().push((truth, estimate));
            }
        }
    }
    let mut table = Table::new("by | games | RMSE | mean error | covered | estimates");
    for ((way, games), estimates) in &all {
        let squares = estimates.iter().map(|(truth, estimate)| estimate.miss(*truth).powi(2) - truth.1.powi(2));
        let square = mean(&squares.collect::<Vec<_>>());
        let error = mean(&estimates.iter().map(|(truth, estimate)| estimate.miss(*truth)).collect::<Vec<_>>());
        let covering = estimates.iter().filter(|(truth, estimate)| estimate.covers(*truth)).count();
        let covered = covering as f64 / estimates.len() as f64;
        let figures = [format!("{:.0}", square.max(0.0).sqrt()), signed(error, 0), format!("{covered:.3}")];
        table.row([cells![WAYS[*way], games], figures.to_vec(), cells![estimates.len()]].concat());
    }
    args.output.report("odd", &table.to_string())
}

fn players(args: &Args) -> anyhow::Result<Vec<Personality>> {
    if let Some(folder) = &args.players {
        return personalities(folder);
    }
    let mut players = personalities(&project().join("lab/players/odd"))?;
    for name in SHIPPED.split(' ') {
        players.push(player(name)?);
    }
    Ok(players)
}

/// The ratings of the players from games against the ladder, as ratings of equally strong people.
fn truths(players: &[Personality], args: &Args) -> anyhow::Result<Vec<Truth>> {
    let folder = args.output.folder("odd")?.join("places");
    let places = ladder::places(players, &folder, args.resuming.resume, args.truth, args.play.threads())?;
    let mut truths = Vec::new();
    for player in players {
        let place = places.iter().find(|place| place.player == player.name);
        truths.extend(place.map(|place| among_people(place.rating, place.error)));
    }
    Ok(truths)
}

fn among_people(rating: LadderElo, error: f64) -> Truth {
    let tie = Tie::shipped();
    (tie.people(rating), tie.people(rating.plus(error)).above(tie.people(rating.plus(-error))) / 2.0)
}

/// The estimates from the games of one repetition.
fn measure(player: &Personality, repeat: u64, args: &Args) -> anyhow::Result<Vec<EstimateRow>> {
    let opponents = args.opponents.iter().map(|name| self::player(name)).collect::<Result<Vec<_>, _>>()?;
    let make = || (seated(player), opponents.iter().map(seated).collect::<Vec<_>>(), GameJudge::shipped());
    let games = map_with(args.play.threads(), args.games, make, |(own, others, judge), number| {
        let seed = derive(derive(args.play.seed + FIRST_SEED, repeat), number as u64);
        let opponent = number % others.len();
        let start = opening_board(derive(seed, 0), OPENING_PLIES);
        let game = game(start, side(number), [&mut **own, &mut *others[opponent]], seed)?;
        let mut played = PersonGame::against(&game, side(number), known(&args.opponents[opponent]));
        played.live = false;
        Ok([played.clone(), judged(played, judge)?])
    });
    let games = games.into_iter().collect::<anyhow::Result<Vec<[PersonGame; 2]>>>()?;
    let mut estimates = Vec::new();
    for count in COUNTS.into_iter().filter(|count| *count <= games.len()) {
        for (way, evidence) in WAYS.iter().enumerate() {
            let mut profile = Profile::new("x");
            for [bare, judged] in &games[..count] {
                let mut played = if *evidence == "results" { bare.clone() } else { judged.clone() };
                played.ended = played.ended.filter(|_| *evidence != "moves");
                profile.games.push(played);
            }
            let standing = estimate(&profile);
            let [rating, low, high] = [standing.rating, standing.low, standing.high].map(|rating| rating.0);
            estimates.push(EstimateRow { way, games: count, rating, low, high });
        }
    }
    Ok(estimates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn estimates_of_three_games_are_the_same_each_time() {
        let command = "odd --games 3 --opponents beginner,ladder-0900";
        let args = parse(command.split(' ')).unwrap();
        let estimates = measure(&player("ladder-1000").unwrap(), 0, &args).unwrap();
        let expected = [(723.0, 503.680_030), (821.9, 491.646_069), (701.0, 458.552_455)];
        assert_eq!(estimates.len(), expected.len());
        for (estimate, (rating, low)) in estimates.iter().zip(expected) {
            // The expected values are rounded to six decimals.
            assert!((estimate.rating - rating).abs() < 1e-6 && (estimate.low - low).abs() < 1e-6, "{estimates:?}");
        }
    }
}
