//! The tie of the ladder to people: for each rating among people, the ladder rating at which a player loses as much,
//! measured by a deeper judge than the player's own.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use rival::board::{Color, Game, Move};
use rival::eval::patterns::shipped as weights;
use rival::machine::work::map_with;
use rival::people::{DAYS, Drawing, Judge, LadderElo, Tie, facts};
use rival::personality::{HumanSpec, Strength};
use rival::record::archive::Archive;
use rival::stats::{NORMAL_SIXTHS, derive, solve};
use serde::{Deserialize, Serialize};

use crate::archive::{Folder, PlayerRating, YEARS, drawn_order, player_ratings};
use crate::journal::{Journal, Resuming};
use crate::numbers::population_deviation;
use crate::output::{Output, Shipping};
use crate::play::Play;
use crate::python_random::PythonRandom;
use crate::table::{Table, cells};

/// Ladder ratings that are compared with people, in units of 50 Elo: those with the shipped judge.
const RATINGS: std::ops::RangeInclusive<u32> = 18..=36;
const RATING_STEP: f64 = 50.0;
/// The fewest rated games of a person whose moves count.
const FEWEST: usize = 30;
/// The range of judged moves; every fourth one is judged.
const MOVES: std::ops::RangeInclusive<u32> = 11..=46;
const EVERY: u64 = 4;
/// The largest loss that counts, in discs.
const MOST: f64 = 20.0;
/// Depth and exact empty squares of the players' judges: for players up to 1820 on the ladder, and for others.
const USUAL: (u32, u32) = (5, 11);
const DEEPER: (u32, u32) = (7, 13);
/// The width of a band of people's ratings. The few people at the ends belong to the neighbouring band.
const BAND: f64 = 100.0;
const BANDS: (i64, i64) = (11, 20);
const AVERAGE: f64 = 1500.0;
/// Bootstrap samples for standard errors.
const SAMPLES: usize = 200;

/// The tie of the ladder to people, src/people/tie.json (hours).
///
/// Games of the archive are drawn by the seed, and people in them are rated by their other games. Their losses are
/// compared with the mean losses that ladder players would have in the same positions, averaged over good and bad days.
/// The table has a row for each hundred of ratings, and a parabola is fitted to the rows. Standard errors come from
/// resampling the games' sides.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    archive: Folder,
    /// Games to judge.
    #[arg(long, value_name = "N", default_value_t = 12_000)]
    games: usize,
    /// The most sides for each hundred of ratings. Average players are many.
    #[arg(long, value_name = "N", default_value_t = 350)]
    sides: u64,
    /// Plies of the judge, by the strongest shipped weights.
    #[arg(long, value_name = "N", default_value_t = 8)]
    depth: u32,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    resuming: Resuming,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    shipping: Shipping,
}

/// A side of a judged game.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Side {
    /// The person's rating, by other games.
    rating: f64,
    moves: u32,
    /// Mean loss of the moves.
    loss: f64,
    /// The mean losses that ladder players would have in these positions, by rating.
    ladder_losses: Vec<f64>,
}

/// People in a band of ratings, compared with the ladder.
struct Level {
    rating: f64,
    loss: f64,
    /// The loss of the ladder player with that rating.
    own_loss: f64,
    /// The ladder rating whose player loses as much as the people.
    ladder: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut journal = Journal::open(&args.output.folder("tie")?, args.resuming)?;
    let key = format!("{} {} {} {}", args.games, args.sides, args.depth, args.play.seed);
    let sides: Vec<Side> = journal.part(&key, || judge(args))?;
    let mut bands: BTreeMap<i64, Vec<Side>> = BTreeMap::new();
    for side in sides {
        let band = (side.rating / BAND).round_ties_even() as i64;
        bands.entry(band.clamp(BANDS.0, BANDS.1)).or_default().push(side);
    }
    let bands: Vec<Vec<Side>> = bands.into_values().collect();
    if bands.len() < 3 {
        bail!("found people of {} hundreds of ratings, expected three or more", bands.len());
    }
    let mut random = PythonRandom::new(u32::try_from(args.play.seed)?);
    let mut samples: Vec<Vec<Level>> = Vec::new();
    for _ in 0..SAMPLES {
        samples.push(bands.iter().map(|band| level(&resampled(band, &mut random))).collect());
    }
    let mut errors = Vec::new();
    for band in 0..bands.len() {
        let differences: Vec<f64> = samples.iter().map(|sample| sample[band].ladder - sample[band].rating).collect();
        errors.push(population_deviation(&differences));
    }
    let levels: Vec<Level> = bands.iter().map(|band| level(band)).collect();
    let curve = parabola(&levels, &errors)?;
    let curves = samples.iter().map(|sample| parabola(sample, &errors)).collect::<Result<Vec<_>, _>>()?;
    args.shipping.file("src/people/tie.json", knots(&levels, &curve, &curves).as_bytes())?;
    let text = format!(
        "{}\nJudge of {} plies; at {AVERAGE} the ladder's rating is {:.0}.\n",
        table(&bands, &levels, &errors, &curve),
        args.depth,
        value(&curve, AVERAGE)
    );
    args.output.report("tie", &text)
}

/// The sides of the drawn games with their losses.
fn judge(args: &Args) -> anyhow::Result<Vec<Side>> {
    let archive = args.archive.people(YEARS)?;
    // People are rated by the games that are not drawn.
    let order = drawn_order(&archive, args.play.seed);
    let (games, others) = order.split_at(args.games.min(order.len()));
    let players = player_ratings(&archive, others.iter().map(|&number| &archive.games[number]));
    let counted = counted(&archive, games, &players, args.sides);
    let opponents: Vec<OnDays> = RATINGS.map(|step| on_days(f64::from(step) * RATING_STEP)).collect();
    // A thread needs the judges of the players and the deep one.
    let make = || {
        let usual = [USUAL, DEEPER].map(|(depth, exact)| Judge::deeper(depth, exact));
        (usual, Judge::new(weights::patterns().patterns.clone(), args.depth, args.depth + 6))
    };
    let sides = map_with(args.play.threads(), games.len(), make, |(usual, deep), place| {
        let played = &archive.games[games[place]];
        let seed = derive(args.play.seed, games[place] as u64);
        [Color::Black, Color::White].map(|color| {
            let is_counted = counted[place][usize::from(color == Color::White)];
            let rating = players[played.player(color)].rating;
            is_counted.then(|| side(&played.game(), color, rating, &opponents, usual, deep, seed)).flatten()
        })
    });
    Ok(sides.into_iter().flatten().flatten().collect())
}

/// The sides that count in each game: in the drawn order, the first of each hundred of ratings.
fn counted(archive: &Archive, games: &[usize], players: &[PlayerRating], sides: u64) -> Vec<[bool; 2]> {
    let mut taken: BTreeMap<i64, u64> = BTreeMap::new();
    let mut counted = Vec::new();
    for &number in games {
        counted.push([Color::Black, Color::White].map(|color| {
            let player = &players[archive.games[number].player(color)];
            let is_known = player.games >= FEWEST;
            let taken = taken.entry((player.rating / BAND).floor() as i64).or_default();
            *taken += u64::from(is_known);
            is_known && *taken <= sides
        }));
    }
    counted
}

/// A ladder player on each of its days: the number of its judge, and its weights for drawing moves.
type OnDays = [(usize, Drawing); NORMAL_SIXTHS.len()];

/// The days of the player with a rating. On the best days of the strongest players the judge is deeper.
fn on_days(rating: f64) -> OnDays {
    let mean = Tie::shipped().people(LadderElo(rating));
    NORMAL_SIXTHS.map(|part| {
        let spec = HumanSpec::new(Strength::People(mean.plus(part * DAYS)));
        (usize::from(spec.setting().depth != USUAL.0), spec.drawing())
    })
}

/// The losses of a side's moves; `None` if no move is judged.
fn side(
    game: &Game,
    color: Color,
    rating: f64,
    opponents: &[OnDays],
    usual: &mut [Judge; 2],
    deep: &mut Judge,
    seed: u64,
) -> Option<Side> {
    let mut side = Side { rating, moves: 0, loss: 0.0, ladder_losses: vec![0.0; opponents.len()] };
    let mut last = None;
    for &(board, mv) in game.history() {
        let before = std::mem::replace(&mut last, mv.square());
        let number = board.position.move_number();
        let is_drawn = derive(seed, u64::from(number)).is_multiple_of(EVERY);
        let has_choice = board.to_move == color && mv != Move::Pass && board.position.moves().count_ones() > 1;
        if !is_drawn || !has_choice || !MOVES.contains(&number) {
            continue;
        }
        let values = deep.values(&board.position);
        let best = values.iter().map(|value| value.1).fold(f64::MIN, f64::max);
        let losses: Vec<f64> = values.iter().map(|value| (best - value.1).min(MOST)).collect();
        let options = usual.each_mut().map(|judge| facts(&board.position, before, &judge.values(&board.position)));
        side.moves += 1;
        let played = values.iter().position(|(square, _)| Some(*square) == mv.square());
        side.loss += played.map_or(0.0, |played| losses[played]);
        for (sum, days) in side.ladder_losses.iter_mut().zip(opponents) {
            let mut expected = 0.0;
            for (judge, drawing) in days {
                let chances = drawing.chances(number, &options[*judge]);
                expected += chances.iter().zip(&losses).map(|(chance, loss)| chance * loss).sum::<f64>();
            }
            *sum += expected / days.len() as f64;
        }
    }
    let moves = f64::from(side.moves);
    side.loss /= moves;
    side.ladder_losses.iter_mut().for_each(|loss| *loss /= moves);
    (side.moves > 0).then_some(side)
}

/// A bootstrap sample: as many sides, drawn with replacement.
fn resampled(sides: &[Side], random: &mut PythonRandom) -> Vec<Side> {
    sides.iter().map(|_| random.choose_again(sides).clone()).collect()
}

fn level(sides: &[Side]) -> Level {
    let moves: f64 = sides.iter().map(|side| f64::from(side.moves)).sum();
    let mut level = Level { rating: 0.0, loss: 0.0, own_loss: 0.0, ladder: 0.0 };
    let mut losses = vec![0.0; RATINGS.count()];
    for side in sides {
        let share = f64::from(side.moves) / moves;
        level.rating += share * side.rating;
        level.loss += share * side.loss;
        losses.iter_mut().zip(&side.ladder_losses).for_each(|(sum, loss)| *sum += share * loss);
    }
    let ratings: Vec<f64> = RATINGS.map(|step| f64::from(step) * RATING_STEP).collect();
    // Losses fall with rising ladder ratings: the first loss that is not larger ends the segment.
    let last = losses.len() - 1;
    let end = (1..=last).find(|end| losses[*end] <= level.loss).unwrap_or(last);
    let share = (losses[end - 1] - level.loss) / (losses[end - 1] - losses[end]);
    level.ladder = ratings[end - 1] + share * RATING_STEP;
    let place = ((level.rating - ratings[0]) / RATING_STEP).clamp(0.0, last as f64);
    let below = (place as usize).min(last - 1);
    level.own_loss = losses[below] + (place - below as f64) * (losses[below + 1] - losses[below]);
    level
}

/// The parabola of ladder ratings over people's ratings: constant, slope and curvature in hundreds from the average.
type Parabola = [f64; 3];

/// Least squares, weighted by the errors of the ladder ratings.
fn parabola(levels: &[Level], errors: &[f64]) -> anyhow::Result<Parabola> {
    let mut matrix = vec![vec![0.0; 3]; 3];
    let mut right = vec![0.0; 3];
    for (level, error) in levels.iter().zip(errors) {
        let powers = powers(level.rating);
        let weight = error.powi(-2);
        for row in 0..3 {
            right[row] += weight * powers[row] * level.ladder;
            (0..3).for_each(|column| matrix[row][column] += weight * powers[row] * powers[column]);
        }
    }
    let curve = solve(matrix, right).context("found no parabola, expected people of three hundreds of ratings")?;
    Ok([curve[0], curve[1], curve[2]])
}

fn powers(rating: f64) -> Parabola {
    let hundreds = (rating - AVERAGE) / BAND;
    [1.0, hundreds, hundreds * hundreds]
}

fn value(curve: &Parabola, rating: f64) -> f64 {
    curve.iter().zip(powers(rating)).map(|(factor, power)| factor * power).sum()
}

fn table(bands: &[Vec<Side>], levels: &[Level], errors: &[f64], curve: &Parabola) -> Table {
    let mut table = Table::new(
        "people's rating | moves | they lose a move | a player of the ladder at that rating \
         | the ladder's rating with their loss | the parabola",
    );
    for ((band, level), error) in bands.iter().zip(levels).zip(errors) {
        let moves: u32 = band.iter().map(|side| side.moves).sum();
        let losses = [level.loss, level.own_loss].map(|loss| format!("{loss:.2}"));
        let ladder = format!("{:.0} ± {error:.0}", level.ladder);
        let fitted = format!("{:.0}", value(curve, level.rating));
        table.row(cells![format!("{:.0}", level.rating), moves, losses[0], losses[1], ladder, fitted]);
    }
    table
}

/// The text of the shipped tie: the parabola at each hundred within the ratings of these people.
fn knots(levels: &[Level], curve: &Parabola, curves: &[Parabola]) -> String {
    let ends = [&levels[0], &levels[levels.len() - 1]].map(|level| (level.rating / BAND).round_ties_even() as i64);
    let mut knots = Vec::new();
    for hundred in ends[0]..=ends[1] {
        let people = BAND * hundred as f64;
        let values: Vec<f64> = curves.iter().map(|curve| value(curve, people)).collect();
        knots.push(format!(
            "    {{\n      \"people\": {people},\n      \"ladder\": {:.0},\n      \"error\": {:.0}\n    }}",
            value(curve, people),
            population_deviation(&values)
        ));
    }
    format!("{{\n  \"command\": \"{COMMAND}\",\n  \"knots\": [\n{}\n  ]\n}}\n", knots.join(",\n"))
}

/// The command that the shipped file names.
const COMMAND: &str = "cargo run --release -p lab -- tie --write";

#[cfg(test)]
mod tests {
    use super::*;

    /// People who lose as much as ladder players rated 20 lower.
    fn people() -> Vec<Level> {
        let mut levels = Vec::new();
        for rating in [1_000.0, 1_300.0, 1_500.0, 1_700.0] {
            let sides = [rating - 10.0, rating + 10.0].map(|rating| Side {
                rating,
                moves: 10,
                loss: (2_020.0 - rating) / 100.0,
                ladder_losses: RATINGS.map(|step| (2_000.0 - f64::from(step) * RATING_STEP) / 100.0).collect(),
            });
            levels.push(level(&sides));
        }
        levels
    }

    #[test]
    fn the_ladder_s_rating_is_the_one_with_people_s_loss() {
        for level in people() {
            assert!((level.ladder - level.rating + 20.0).abs() < 1e-9, "{}", level.ladder);
            assert!((level.own_loss - level.loss + 0.2).abs() < 1e-9);
        }
        let curve = parabola(&people(), &[30.0, 20.0, 10.0, 20.0]).unwrap();
        assert!((value(&curve, 1_500.0) - 1_480.0).abs() < 1e-6 && (curve[1] - 100.0).abs() < 1e-6, "{curve:?}");
    }

    #[test]
    fn the_text_is_a_tie() {
        let curve = [1_480.0, 100.0, 0.0];
        let text = knots(&people(), &curve, &[curve, [1_482.0, 100.0, 0.0]]);
        let tie: Tie = serde_json::from_str(&text).unwrap();
        assert_eq!(tie.knots.len(), 8);
        assert_eq!((tie.knots[5].people.0, tie.knots[5].ladder.0, tie.knots[5].error), (1_500.0, 1_480.0, 1.0));
        assert_eq!(tie.command, Tie::shipped().command);
    }
}
