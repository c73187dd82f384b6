//! The errors of players, compared with those of people of the same strength.

use std::collections::BTreeMap;

use anyhow::Context;
use rival::board::{Board, Color, Game};
use rival::eval::patterns::shipped as weights;
use rival::machine::work::map_with;
use rival::people::{GROSS, Judge, LadderElo, MOST_LOSS, Marks, PeopleElo, Tie};
use rival::personality::HumanSpec;
use rival::players::{Human, Personality};
use rival::search::Stop;
use rival::stats::{Mean, Z95, derive};
use rival::strength::person::{Opponent, PersonGame};

use crate::archive::{Folder, player_ratings};
use crate::games::{game, seated, side};
use crate::output::Output;
use crate::play::Play;
use crate::player::{on_ladder, player};
use crate::table::{Table, cells};

/// The years of the archive whose games are used.
const YEARS: std::ops::RangeInclusive<u32> = 2000..=2099;
/// The lowest rating at the middle of a group: few archive players are below 900.
const WEAKEST: f64 = 1000.0;
/// The largest distance from a rating of people who count as equally strong.
const REACH: f64 = 100.0;
/// Fewest games that must rate a person whose games are used.
const FEWEST: usize = 10;
/// The number of moves in a part of a game.
const PART: u32 = 5;
const PARTS: usize = 12;
/// The moves in which people hardly ever take an X-square beside an empty corner.
const EARLY: u32 = 20;

/// The errors of ladder players, compared with those of equally strong people (minutes a rating). Opponents are as
/// strong as people's opponents.
///
/// People are represented by their newest games. Half of the archive gives the ratings, the other half the errors.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    archive: Folder,
    /// Ratings of the ladder.
    #[arg(long, value_name = "ELO,...", value_delimiter = ',', default_value = "700,1000,1200,1400")]
    ratings: Vec<f64>,
    /// Instead of ladder players: this player, compared with people of 900 to 1100.
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "ratings")]
    player: Option<String>,
    /// Games of each player.
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// Plies of the judge with the strongest shipped weights; 0 uses the players' own judge.
    #[arg(long, value_name = "N", default_value_t = 0)]
    depth: u32,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

/// A game with a side, and the number of the player of that side.
struct Seat {
    game: Game,
    side: Color,
    player: usize,
}

/// The errors in some games.
struct Errors {
    choices: usize,
    /// Discs lost a move.
    mean: f64,
    /// The share of moves that lose 20 discs or more.
    gross: f64,
    /// The number of moves that give a corner away and lose 24 discs or more.
    corners: usize,
    /// X-squares beside an empty corner that are taken in moves 1 to 20, a game.
    x_squares: f64,
    /// The share of all losses in each part of a game.
    shares: [f64; PARTS],
    /// Three deviations of mean losses: between all games; between games of one player; and the part of the second that
    /// is chance, because a game has few moves.
    deviations: [f64; 3],
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut table = Table::new(
        "who | against | choices | discs lost a move | moves that lose 20 or more | corners that lose 24 or more \
         | X-squares in moves 1 to 20, a game | distance of losses by move | deviation of games \
         | of one player's games | of that by chance",
    );
    let players: Vec<(Personality, f64)> = match &args.player {
        Some(name) => vec![(player(name)?, WEAKEST)],
        None => args.ratings.iter().map(|&rating| (on_ladder(LadderElo(rating)), middle(rating))).collect(),
    };
    for (player, middle) in players {
        let (games, opponents) = people(args, middle)?;
        let against = opponents.round();
        let theirs = errors(&games, args)?;
        let ours = errors(&against_people(&player, against, args)?, args)?;
        let differences = ours.shares.iter().zip(theirs.shares).map(|(own, other)| (own - other).abs());
        let distance = format!("{:.3}", differences.sum::<f64>() / 2.0);
        let who = format!("people {} to {}", middle - REACH, middle + REACH);
        table.row(row(&player.name, against, &ours, distance));
        table.row(row(&who, against, &theirs, String::new()));
    }
    args.output.report("natural-errors", &table.to_string())
}

/// The middle rating of people who are as strong as a ladder player.
fn middle(rating: f64) -> f64 {
    let people = Tie::shipped().people(LadderElo(rating));
    (10.0 * (people.0 / 10.0).round_ties_even()).max(WEAKEST)
}

fn row(who: &str, against: f64, errors: &Errors, distance: String) -> Vec<String> {
    let error = (errors.gross * (1.0 - errors.gross) / errors.choices as f64).sqrt();
    let gross = format!("{:.2} ± {:.2} %", 100.0 * errors.gross, 100.0 * Z95 * error);
    let mean = format!("{:.2}", errors.mean);
    let x_squares = format!("{:.4}", errors.x_squares);
    let mut cells = cells![who, against, errors.choices, mean, gross, errors.corners, x_squares, distance];
    cells.extend(errors.deviations.map(|deviation| format!("{deviation:.2}")));
    cells
}

/// The newest games of people near a rating, and the mean rating of their opponents. Half of the archive's games give
/// the ratings and the other half the errors, so that losses do not affect which games are chosen.
fn people(args: &Args, middle: f64) -> anyhow::Result<(Vec<Seat>, f64)> {
    let archive = args.archive.people(YEARS)?;
    let players = player_ratings(&archive, archive.games.iter().step_by(2));
    let mut seats = Vec::new();
    let mut opponents = 0.0;
    for game in archive.games.iter().skip(1).step_by(2).rev() {
        for side in [Color::Black, Color::White] {
            let player = game.player(side);
            let is_known = players[player].games >= FEWEST;
            if seats.len() < args.games && is_known && (players[player].rating - middle).abs() <= REACH {
                seats.push(Seat { game: game.game(), side, player });
                opponents += players[game.player(side.other())].rating;
            }
        }
    }
    let mean = opponents / seats.len().max(1) as f64;
    Ok((seats, mean))
}

/// Games of a player from the start against a human-like player of a rating.
fn against_people(player: &Personality, rating: f64, args: &Args) -> anyhow::Result<Vec<Seat>> {
    let make = || (seated(player), Human::new("other", &HumanSpec::like(PeopleElo(rating))));
    let games = map_with(args.play.threads(), args.games, make, |(own, other), number| {
        let seed = derive(args.play.seed, number as u64);
        let game = game(Board::START, side(number), [&mut **own, other], seed)?;
        Ok(Seat { game, side: side(number), player: 0 })
    });
    games.into_iter().collect()
}

/// A judged move: its number, its loss in discs, and whether it gave a corner away.
struct Loss {
    number: u32,
    discs: f64,
    is_corner: bool,
    is_early_x: bool,
}

fn errors(seats: &[Seat], args: &Args) -> anyhow::Result<Errors> {
    let make = || match args.depth {
        0 => Judge::shipped(),
        depth => Judge::new(weights::patterns().patterns.clone(), depth, depth + 6),
    };
    let games = map_with(args.play.threads(), seats.len(), make, |judge, number| losses(&seats[number], judge));
    let games = games.into_iter().collect::<anyhow::Result<Vec<Vec<Loss>>>>()?;
    let mut shares = [0.0; PARTS];
    for loss in games.iter().flatten() {
        shares[((loss.number - 1) / PART) as usize] += loss.discs;
    }
    let all: f64 = shares.iter().sum();
    let choices = games.iter().flatten().count();
    let gross = games.iter().flatten().filter(|loss| loss.discs >= GROSS).count();
    let corners = games.iter().flatten().filter(|loss| loss.is_corner && loss.discs >= MOST_LOSS);
    let mut by_game = Vec::new();
    for (seat, losses) in seats.iter().zip(&games) {
        by_game.push((seat.player, losses.iter().map(|loss| loss.discs).collect()));
    }
    Ok(Errors {
        choices,
        mean: all / choices as f64,
        gross: gross as f64 / choices as f64,
        corners: corners.count(),
        x_squares: games.iter().flatten().filter(|loss| loss.is_early_x).count() as f64 / games.len() as f64,
        shares: shares.map(|loss| loss / all),
        deviations: deviations(&by_game),
    })
}

fn losses(seat: &Seat, judge: &mut Judge) -> anyhow::Result<Vec<Loss>> {
    let played = PersonGame::against(&seat.game, seat.side, Opponent::default());
    let judged = played.judge(judge, &Stop::default()).context("the judge stopped")?;
    let mut losses = Vec::new();
    for choice in judged.choices() {
        let facts = choice.options[choice.played];
        let is_corner = facts.marks.has(Marks::CORNER);
        let is_early_x = choice.number <= EARLY && facts.marks.has(Marks::X_SQUARE);
        losses.push(Loss { number: choice.number, discs: f64::from(facts.loss), is_corner, is_early_x });
    }
    Ok(losses)
}

/// See [`Errors::deviations`].
fn deviations(games: &[(usize, Vec<f64>)]) -> [f64; 3] {
    let mut players: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let mut chances = Vec::new();
    for (player, losses) in games {
        let Some((mean, variance)) = variance_of_mean(losses) else { continue };
        players.entry(*player).or_default().push(mean.mean);
        chances.push(variance);
    }
    let mut squares = 0.0;
    let mut freedom = 0.0;
    for (mean, variance) in players.values().filter_map(|means| variance_of_mean(means)) {
        squares += variance * (mean.count * (mean.count - 1)) as f64;
        freedom += (mean.count - 1) as f64;
    }
    let means: Vec<f64> = players.into_values().flatten().collect();
    let all = variance_of_mean(&means).map_or(0.0, |(mean, variance)| variance * mean.count as f64);
    [all, squares / freedom, chances.iter().sum::<f64>() / chances.len() as f64].map(f64::sqrt)
}

/// The mean of the values and its squared standard error.
fn variance_of_mean(values: &[f64]) -> Option<(Mean, f64)> {
    let mean = Mean::estimate(values.iter().copied())?;
    Some((mean, mean.error?.powi(2)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn args(command: &str) -> Args {
        parse(command.split(' ')).unwrap()
    }

    #[test]
    fn errors_of_three_games_are_the_same_each_time() {
        let args = args("errors --games 3");
        let games = against_people(&on_ladder(LadderElo(1_000.0)), 1_569.0, &args).unwrap();
        let errors = errors(&games, &args).unwrap();
        assert_eq!((errors.choices, errors.corners, errors.gross), (80, 0, 1.0 / 80.0));
        let expected = [2.250_250, 0.300_393, 0.300_393, 0.845_989, 0.036_163];
        let figures = [[errors.mean].as_slice(), &errors.deviations, &errors.shares[..1]].concat();
        // The expected values are rounded to six decimals.
        assert!(figures.iter().zip(expected).all(|(figure, expected)| (figure - expected).abs() < 1e-6), "{figures:?}");
    }

    #[test]
    #[ignore = "needs ../shared/data/wthor"]
    fn people_s_errors_of_four_games_are_the_same_each_time() {
        let args = args("errors --games 4");
        let (games, opponents) = people(&args, 1_500.0).unwrap();
        let errors = errors(&games, &args).unwrap();
        assert_eq!((opponents.round(), errors.choices), (1_608.0, 111));
        assert!((errors.mean - 1.531_892).abs() < 1e-6, "{}", errors.mean);
    }

    #[test]
    fn deviations_are_of_games_of_a_player_and_of_chance() {
        // Two players with two games each; the moves of a game are equal, so nothing is chance.
        let games = [(0, vec![1.0; 4]), (0, vec![3.0; 4]), (1, vec![5.0; 4]), (1, vec![7.0; 4])];
        let [all, player, chance] = deviations(&games);
        assert!((all - (20.0_f64 / 3.0).sqrt()).abs() < 1e-12, "{all}");
        assert!((player - 2.0_f64.sqrt()).abs() < 1e-12 && chance == 0.0, "{player} {chance}");
        assert_eq!([700.0, 1_000.0].map(middle), [1_000.0, 1_000.0]);
    }
}
