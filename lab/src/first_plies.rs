//! The openings of human-like players, beside those of people.

use std::collections::{HashMap, HashSet};

use anyhow::Context;
use rival::board::{Game, Position, Square};
use rival::people::PeopleElo;
use rival::personality::HumanSpec;
use rival::players::{Human, Player, chosen};
use rival::search::{Limits, SilentObserver};
use rival::stats::derive;

use crate::archive::{Folder, YEARS, drawn_order, player_ratings};
use crate::games::least_image;
use crate::output::Output;
use crate::table::{Table, cells};

/// Number of archive games that openings are looked up in.
const REFERENCE: usize = 23_000;
const RATINGS: [f64; 4] = [1_150.0, 1_490.0, 1_700.0, 1_900.0];
const PLIES: [usize; 5] = [4, 6, 8, 10, 12];
const LAST: usize = PLIES[PLIES.len() - 1];
const LINE: usize = 8;
/// Fewest games that must rate a player whose openings count.
const FEWEST: usize = 10;

/// Openings of human-like players against equals, compared with those of people of the same strength (minutes).
///
/// The table has the share of games whose first plies occur in 23,000 games of 2001 to 2012, symmetric ones included;
/// the share with the parallel opening; and the share with the commonest line of 8 plies. The games of people that are
/// compared are not among the 23,000.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    archive: Folder,
    /// Games of human-like players at each rating.
    #[arg(long, value_name = "N", default_value_t = 500)]
    games: u64,
    /// The seed of the selected 23,000 games and of every random choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

/// A position: own discs and the other side's.
type Form = (u64, u64);

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let archive = args.archive.people(YEARS)?;
    let order = drawn_order(&archive, args.seed);
    let (reference, others) = order.split_at(REFERENCE.min(order.len()));
    let lines: Vec<Vec<Form>> =
        reference.iter().map(|&number| line(archive.games[number].moves.iter().copied())).collect();
    let mut known: HashSet<&[Form]> = HashSet::new();
    for line in &lines {
        known.extend(PLIES.map(|plies| &line[..plies.min(line.len())]));
    }
    let players = player_ratings(&archive, reference.iter().map(|&number| &archive.games[number]));
    let plies = PLIES.map(|plies| format!("{plies} plies")).join(" | ");
    let mut table = Table::new(&format!("who | games | {plies} | parallel | commonest 8 plies"));
    for rating in RATINGS {
        let mut people = Vec::new();
        for game in others.iter().map(|&number| &archive.games[number]) {
            let alike = [game.black, game.white]
                .iter()
                .all(|player| players[*player].games >= FEWEST && (players[*player].rating - rating).abs() <= 100.0);
            let line = line(game.moves.iter().copied());
            if alike && line.len() > LINE {
                people.push(line);
            }
        }
        table.row(row(&format!("people within 100 of {rating}"), &people, &known)?);
        let games = (0..args.games).map(|game| drawn(rating, derive(args.seed, game)));
        table.row(row(&format!("a player of {rating}"), &games.collect::<Result<Vec<_>, _>>()?, &known)?);
    }
    args.output.report("first-plies", &table.to_string())
}

/// The positions after the first moves, each in the least of its eight images.
fn line(squares: impl Iterator<Item = Square>) -> Vec<Form> {
    let mut position = Position::START;
    let mut forms = Vec::new();
    for square in squares.take(LAST) {
        position = position.play(square);
        forms.push(least_image(&position));
    }
    forms
}

/// The opening of a game between two human-like players of this rating.
fn drawn(rating: f64, seed: u64) -> anyhow::Result<Vec<Form>> {
    let spec = HumanSpec::like(PeopleElo(rating));
    let mut players = [Human::new("first", &spec), Human::new("second", &spec)];
    players.iter_mut().zip(0..).for_each(|(player, side)| player.new_game(derive(seed, side)));
    let mut game = Game::default();
    for ply in 0..LAST {
        let report = players[ply % 2].choose(&game, &Limits::default(), &mut SilentObserver);
        game.play(chosen(&report).context("the player returned no move")?)?;
    }
    Ok(line(game.moves().filter_map(|mv| mv.square())))
}

fn row(who: &str, lines: &[Vec<Form>], known: &HashSet<&[Form]>) -> anyhow::Result<Vec<String>> {
    let count = lines.len().max(1) as f64;
    let mut cells = cells![who, lines.len()];
    for plies in PLIES {
        let among = lines.iter().filter(|line| line.get(..plies).is_some_and(|start| known.contains(start)));
        cells.push(format!("{:.2}", among.count() as f64 / count));
    }
    let parallel: Vec<Form> = line(["f5".parse()?, "f4".parse()?].into_iter());
    let parallel = lines.iter().filter(|line| line.starts_with(&parallel)).count() as f64 / count;
    let mut times: HashMap<&[Form], usize> = HashMap::new();
    lines.iter().for_each(|line| *times.entry(&line[..LINE]).or_default() += 1);
    let commonest = times.into_values().max().unwrap_or(0) as f64 / count;
    cells.extend([parallel, commonest].map(|share| format!("{:.1} %", 100.0 * share)));
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_of_moves(moves: &str) -> Vec<Form> {
        line(moves.split(' ').map(|mv| mv.parse().unwrap()))
    }

    #[test]
    fn symmetric_openings_are_one() {
        // The second line is the first, mirrored along the diagonal from a1 to h8.
        assert_eq!(line_of_moves("f5 d6 c3"), line_of_moves("e6 f4 c3"));
        assert_ne!(line_of_moves("f5 d6"), line_of_moves("f5 f4"));
        let game = drawn(1_500.0, 1).unwrap();
        let known = HashSet::from([&game[..4]]);
        let cells = row("x", &[game.clone(), game.clone()], &known).unwrap();
        assert_eq!(cells[1..4], ["2", "1.00", "0.00"]);
    }
}
