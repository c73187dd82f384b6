//! The balance of games of odd programs against agents at their estimate, and against a player who follows them.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use anyhow::{Context, bail};
use rival::machine::progress::NoProgress;
use rival::machine::work::{map, map_with};
use rival::people::{AVERAGE, LadderElo};
use rival::personality::{HumanSpec, Strength};
use rival::players::duel::{Duel, opening_board};
use rival::players::{Human, Personality, Player, load};
use rival::stats::{Z95, derive};
use rival::strength::person::placement::{next_rung, rung_player};
use rival::strength::person::{GameJudge, KnownStrength, Opponent, PersonGame, PlayerResult, Profile};
use rival::strength::rivals::{Person, agent, followed, levelled_agent};
use serde::{Deserialize, Serialize};

use crate::games::{OPENING_PLIES, against, game, judged, seated, side};
use crate::journal::{Journal, Resuming};
use crate::numbers::{largest, mean};
use crate::output::{Output, project};
use crate::play::{Play, score};
use crate::player::player;
use crate::table::{Table, cells};

/// Numbers of games that agents are made from, and the largest accepted distance from an even score.
const COUNTS: [(usize, f64); 3] = [(3, 0.14), (10, 0.10), (30, 0.07)];
const MOST: usize = COUNTS[COUNTS.len() - 1].0;
/// The opponents in the games that measure a program.
const OPPONENTS: [&str; 4] = ["beginner", "intermediate", "ladder-1000", "ladder-1400"];
/// The games of a series in which a follower should be even, and the largest accepted distance of a program's score
/// from one half: on average and at worst.
const EVEN: (usize, usize) = (11, 40);
const EVEN_BARS: (f64, f64) = (0.05, 0.10);
/// The standard error of a follower's strength in a game, in Elo.
const KNOWN: f64 = 40.0;
/// Games after which a follower should have reached its player's strength.
const FOLLOWED: usize = 60;
/// Ladder ratings of the players that gain 200 Elo in [`FOLLOWED`] games.
const RISING: [f64; 3] = [800.0, 1200.0, 1500.0];
const RISE: f64 = 200.0;

/// The games of odd programs against agents at their estimate, and against a player that follows them (hours).
///
/// The programs play unlike people, and nothing was fitted to those of lab/players/drawn. Each is measured in 3, 10 and
/// 30 games against beginner, intermediate and two players of the ladder; an agent is made from each profile, and plays
/// the program. Then the program meets a player that begins at the people's average and follows it as rivals do. All
/// games are from random openings of 8 plies. A distance is that of the score from one half.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A folder of personalities; default: lab/players/odd.
    #[arg(long, value_name = "FOLDER")]
    players: Option<PathBuf>,
    /// Only these programs.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Measure against the players that a placement chooses.
    #[arg(long)]
    placed: bool,
    /// Games of each agent, an even number; 0 leaves the agents out.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Games against a follower, 40 or more; 0 leaves followers out. With 60 or more it also meets rising players.
    #[arg(long, value_name = "N", default_value_t = 60)]
    follow: usize,
    /// Repetitions of following from the beginning, for each program.
    #[arg(long, value_name = "N", default_value_t = 4)]
    repeats: usize,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    resuming: Resuming,
    #[command(flatten)]
    output: Output,
}

/// An agent's figures.
#[derive(Debug, Serialize, Deserialize)]
struct Agent {
    /// The program's rating, measured in the games that the agent is made from.
    rating: f64,
    error: f64,
    /// The score of the agent against the program.
    score: f64,
}

/// The scores of a player against its follower: a list of games for each repetition.
type FollowerScores = Vec<Vec<f64>>;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if args.follow != 0 && args.follow < EVEN.1 {
        bail!("--follow: found {}, expected {} or more, or 0", args.follow, EVEN.1);
    }
    let mut journal = Journal::open(&args.output.folder("even")?, args.resuming)?;
    let programs = programs(args)?;
    let mut text = String::new();
    if args.games > 0 {
        text += &agents(&programs, args, &mut journal)?;
    }
    if args.follow > 0 {
        text += &followers(&programs, args, &mut journal)?;
    }
    if args.follow >= FOLLOWED {
        text += &rising(args, &mut journal)?;
    }
    args.output.report("even", &text)
}

/// The personalities of the folder by their names.
pub(crate) fn personalities(folder: &Path) -> anyhow::Result<Vec<Personality>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files.iter().map(|file| Ok(load(&file.to_string_lossy())?)).collect()
}

fn programs(args: &Args) -> anyhow::Result<Vec<Personality>> {
    let folder = args.players.clone().unwrap_or_else(|| project().join("lab/players/odd"));
    let mut programs = personalities(&folder)?;
    programs.retain(|program| args.only.is_empty() || args.only.contains(&program.name));
    if programs.is_empty() {
        bail!("{}: found no program, expected personalities", folder.display());
    }
    Ok(programs)
}

fn agents(programs: &[Personality], args: &Args, journal: &mut Journal) -> anyhow::Result<String> {
    let mut table = Table::new(
        "program | 3 games: rating | score of the agent | 10 games: rating | score | 30 games: rating | score",
    );
    let mut distances: [Distances; COUNTS.len()] = Default::default();
    for program in programs {
        let way = if args.placed { "placed" } else { "agents" };
        let key = format!("{way} {} {} {}", program.name, args.games, args.play.seed);
        let agents: Vec<Agent> = journal.part(&key, || made(program, args))?;
        let mut cells = vec![program.name.clone()];
        for (agent, distances) in agents.iter().zip(&mut distances) {
            distances.add(agent.score, args.games as f64);
            let rating = format!("{:.0} ± {:.0}", agent.rating, Z95 * agent.error);
            cells.extend(cells![rating, format!("{:.3}", agent.score)]);
        }
        table.row(cells);
    }
    let mut text = table.to_string();
    for ((count, bar), distances) in COUNTS.iter().zip(&distances) {
        text += &format!("\n{count} games: {distances}; the bar is {bar:.2}.\n");
    }
    Ok(text)
}

/// Judged games of a player, each against the ladder player nearest to the current estimate.
///
/// # Errors
/// A player makes no legal move.
fn against_rungs(name: &str, mut player: Box<dyn Player>, games: usize, seed: u64) -> anyhow::Result<Vec<PersonGame>> {
    let mut judge = GameJudge::shipped();
    let mut profile = Profile::new(name);
    for number in 0..games {
        let seed = derive(seed, number as u64);
        let rung = next_rung(Some(&profile));
        let start = opening_board(derive(seed, 0), OPENING_PLIES);
        let game = game(start, side(number), [&mut *player, &mut rung_player(rung)], seed)?;
        profile.add([judged(against(&game, side(number), &rung.name), &mut judge)?]);
    }
    Ok(profile.games)
}

/// The distances of scores from one half, and what chance alone makes of players who are even.
#[derive(Debug, Default)]
struct Distances {
    distances: Vec<f64>,
    /// The standard error of each score.
    errors: Vec<f64>,
}

impl Distances {
    /// Adds a score and its number of games.
    fn add(&mut self, score: f64, games: f64) {
        self.distances.push((score - 0.5).abs());
        self.errors.push((score * (1.0 - score) / games).sqrt());
    }

    /// The expected mean and the expected largest distance of even players with these errors.
    fn by_chance(&self) -> [f64; 2] {
        let means = self.errors.iter().map(|error| error * (2.0 / std::f64::consts::PI).sqrt());
        let means: Vec<f64> = means.collect();
        // The largest is expected at the integral of the chance that it lies beyond a distance.
        const STEP: f64 = 1e-4;
        let beyond = |step: usize| {
            let distance = (step as f64 + 0.5) * STEP;
            let within = self.errors.iter().map(|error| libm::erf(distance / (error * std::f64::consts::SQRT_2)));
            1.0 - within.product::<f64>()
        };
        [mean(&means), (0..(1.0 / STEP) as usize).map(beyond).sum::<f64>() * STEP]
    }
}

impl fmt::Display for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [usual, worst] = self.by_chance();
        write!(
            f,
            "{:.3} from one half on average, {:.3} at worst; \
             by chance alone even players are {usual:.3} and {worst:.3}",
            mean(&self.distances),
            largest(&self.distances)
        )
    }
}

/// Agents made from a program's first games, and their scores against it.
fn made(program: &Personality, args: &Args) -> anyhow::Result<Vec<Agent>> {
    let seed = args.play.seed;
    let played = if args.placed {
        against_rungs(&program.name, seated(program), MOST, seed)?
    } else {
        against_all(program, args.play)?
    };
    let mut agents = Vec::new();
    for (count, _) in COUNTS {
        let mut profile = Profile::new(&program.name);
        profile.add(played[..count].iter().cloned());
        let person = Person::from_profile(&profile);
        let levelled = levelled_agent(&person, seed, args.play.threads(), &NoProgress);
        let agent = agent(&person, "agent", levelled.rating);
        let duel = Duel::paired([&agent, program], args.games, OPENING_PLIES, derive(seed, 1000 + count as u64));
        let score = score(&duel.run(args.play.threads(), &|| ()));
        agents.push(Agent { rating: person.rating.0, error: person.error, score });
    }
    Ok(agents)
}

/// Judged games of a program against the opponents in turn.
fn against_all(program: &Personality, play: Play) -> anyhow::Result<Vec<PersonGame>> {
    let opponents = OPPONENTS.iter().map(|name| player(name)).collect::<Result<Vec<_>, _>>()?;
    let make = || (seated(program), opponents.iter().map(seated).collect::<Vec<_>>(), GameJudge::shipped());
    let games = map_with(play.threads(), MOST, make, |(own, others, judge), number| {
        let seed = derive(play.seed, number as u64);
        let opponent = number % others.len();
        let start = opening_board(derive(seed, 0), OPENING_PLIES);
        let game = game(start, side(number), [&mut **own, &mut *others[opponent]], seed)?;
        judged(against(&game, side(number), OPPONENTS[opponent]), judge)
    });
    games.into_iter().collect()
}

fn followers(programs: &[Personality], args: &Args, journal: &mut Journal) -> anyhow::Result<String> {
    let mut parts = vec![(1, EVEN.0 - 1), EVEN];
    if args.follow >= FOLLOWED {
        parts.extend([(21, FOLLOWED), (41, args.follow)]);
    }
    let games: Vec<String> = parts.iter().map(|(first, last)| format!("games {first}-{last}")).collect();
    let mut table = Table::new(&format!("score against a follower of | {}", games.join(" | ")));
    let mut distances = Distances::default();
    let mut late = Vec::new();
    for program in programs {
        let key = format!("follow {} {} {} {}", program.name, args.follow, args.repeats, args.play.seed);
        let followed: FollowerScores = journal.part(&key, || {
            let make = |_: usize| seated(program);
            follow(&program.name, &make, args.follow, args)
        })?;
        let scores = parts.iter().map(|&part| score_of(&followed, part));
        table.row(std::iter::once(program.name.clone()).chain(scores));
        let scores = scores_in(&followed, EVEN);
        distances.add(mean(&scores), scores.len() as f64);
        late.extend(followed.iter().filter_map(|scores| scores.get(20..FOLLOWED)).map(|s| (mean(s) - 0.5).abs()));
    }
    let mut text = format!(
        "\n{table}\nGames {} to {}: {distances}; the bars are {:.2} and {:.2}.\n",
        EVEN.0, EVEN.1, EVEN_BARS.0, EVEN_BARS.1
    );
    if args.follow >= FOLLOWED {
        text += &format!(
            "\nGames 21 to {FOLLOWED}, each run by itself: {:.3} from one half on average, {:.3} at worst; the bars \
             are 0.10 and 0.22.\n",
            mean(&late),
            largest(&late)
        );
    }
    Ok(text)
}

/// The scores of all repetitions in a range of games.
fn scores_in(followed: &FollowerScores, (first, last): (usize, usize)) -> Vec<f64> {
    followed.iter().flat_map(|scores| &scores[first - 1..last]).copied().collect()
}

/// Their mean.
fn score_of(followed: &FollowerScores, range: (usize, usize)) -> String {
    format!("{:.3}", mean(&scores_in(followed, range)))
}

/// A human-like player whose rating on the ladder rises, against a follower.
fn rising(args: &Args, journal: &mut Journal) -> anyhow::Result<String> {
    let mut table = Table::new("a human-like player whose rating rises | games 1-20 | 21-40 | 41-60");
    for low in RISING {
        let name = format!("{low} to {}", low + RISE);
        let followed: FollowerScores =
            journal.part(&format!("rise {low} {} {}", args.repeats, args.play.seed), || {
                let make = |number: usize| risen(low + RISE * number as f64 / FOLLOWED as f64);
                follow(&name, &make, FOLLOWED, args)
            })?;
        let thirds = [(1, 20), (21, 40), (41, FOLLOWED)].map(|part| score_of(&followed, part));
        table.row([vec![name], thirds.to_vec()].concat());
    }
    Ok(format!("\n{table}"))
}

fn risen(rating: f64) -> Box<dyn Player> {
    Box::new(Human::new("rising", &HumanSpec::new(Strength::Ladder(LadderElo(rating)))))
}

/// The player's scores against an opponent that follows it as rivals do.
fn follow(
    name: &str,
    make: &(dyn Fn(usize) -> Box<dyn Player> + Sync),
    games: usize,
    args: &Args,
) -> anyhow::Result<FollowerScores> {
    let seed = args.play.seed;
    let once = |repeat: usize| follow_once(name, make, games, derive(seed, repeat as u64));
    let runs = map(args.play.threads(), args.repeats, once);
    runs.into_iter().collect()
}

fn follow_once(
    name: &str,
    make: &(dyn Fn(usize) -> Box<dyn Player> + Sync),
    games: usize,
    seed: u64,
) -> anyhow::Result<Vec<f64>> {
    let mut judge = GameJudge::shipped();
    let mut profile = Profile::new(name);
    let mut scores = Vec::new();
    for number in 0..games {
        let seed = derive(seed, number as u64);
        let rating = followed(&profile).unwrap_or(AVERAGE);
        let mut other = Human::new("rival", &HumanSpec::like(rating));
        let start = opening_board(derive(seed, 0), OPENING_PLIES);
        let game = game(start, side(number), [&mut *make(number), &mut other], seed)?;
        let strength = Some(KnownStrength::player(rating, KNOWN));
        let mut played = PersonGame::against(&game, side(number), Opponent { name: "rival".to_owned(), strength });
        played.given = OPENING_PLIES as usize;
        scores.push(played.ended.map_or(0.5, PlayerResult::points));
        profile.add([judged(played, &mut judge)?]);
    }
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_alone_makes_a_distance() {
        let mut distances = Distances::default();
        for score in [0.4, 0.6, 0.5] {
            distances.add(score, 24.0);
        }
        assert!((mean(&distances.distances) - 0.2 / 3.0).abs() < 1e-12);
        // The largest of three half-normal numbers with the deviation 1 is expected at 1.326.
        let error = distances.errors[0];
        assert!((error - 0.1).abs() < 1e-12);
        distances.errors = vec![error; 3];
        let [usual, worst] = distances.by_chance();
        assert!((usual - 0.0798).abs() < 1e-4 && (worst - 0.1326).abs() < 2e-4, "{usual} {worst}");
    }

    #[test]
    fn the_odd_programs_are_players() {
        let programs = personalities(&project().join("lab/players/odd")).unwrap();
        assert_eq!(programs.len(), 10);
        assert!(OPPONENTS.iter().all(|name| player(name).is_ok()));
    }
}
