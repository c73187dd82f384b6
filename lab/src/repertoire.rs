//! Predictions of people's openings from their own earlier games.

use rival::board::{Color, Position};
use rival::machine::work::map_with;
use rival::people::{Judge, LAST_OPENING, Openings, PeopleElo, Repertoire, facts, probabilities, shipped};
use rival::record::archive::{Archive, ArchiveGame};

use crate::archive::{Folder, YEARS, player_ratings};
use crate::output::Output;
use crate::people::openings::count;
use crate::play::Threads;
use crate::table::{Table, cells};

/// Games that a repertoire is made of: the last of those before the predicted ones.
const OWN: [usize; 4] = [0, 3, 10, 40];
/// The predicted games of a player, which come after the first 40.
const PREDICTED: usize = 40;
/// Weights of people's usual moves, in moves of the player.
const WEIGHTS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
/// Groups of players: a player's moves are not among the counted openings of the own group.
const PARTS: usize = 5;
/// The least probability that counts, as everywhere in tables of people.
const LEAST: f64 = 1e-3;

/// Predictions of a player's openings, moves 2 to 16, from the own earlier games (4 minutes).
///
/// Players of 80 games and more. Openings are counted without a fifth of the players, whose moves are then predicted.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    archive: Folder,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: Output,
}

/// The predictions of some moves.
#[derive(Debug, Clone, Copy, Default)]
struct Predictions {
    moves: u32,
    hits: f64,
    /// The sum of the surprises, in nats.
    surprise: f64,
}

impl Predictions {
    /// Adds the chances of a position, and the place of the played move.
    fn add(&mut self, chances: &[f64], played: usize) {
        let most = chances.iter().copied().fold(0.0, f64::max);
        let favourites = chances.iter().filter(|&&chance| chance == most).count() as f64;
        self.moves += 1;
        // Equal favourites share a hit: squares that a symmetry exchanges.
        self.hits += if chances[played] == most { 1.0 / favourites } else { 0.0 };
        self.surprise -= libm::log(chances[played].max(LEAST));
    }
}

/// The predictions of a player's games, by the number of own games and the weight.
type Outcome = [[Predictions; WEIGHTS.len()]; OWN.len()];

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let archive = args.archive.people(YEARS)?;
    let ratings: Vec<f64> =
        player_ratings(&archive, archive.games.iter()).into_iter().map(|player| player.rating).collect();
    let mut games: Vec<Vec<usize>> = vec![Vec::new(); archive.players.len()];
    for (number, game) in archive.games.iter().enumerate() {
        games[game.black].push(number);
        games[game.white].push(number);
    }
    let openings: Vec<Openings> = (0..PARTS)
        .map(|part| {
            let rating = |player: usize| PeopleElo(ratings[player]);
            count(&archive, rating, |player| player % PARTS != part).openings("lab repertoire")
        })
        .collect();
    let players: Vec<usize> =
        (0..games.len()).filter(|&player| games[player].len() >= OWN[OWN.len() - 1] + PREDICTED).collect();
    let outcomes = map_with(args.threads.count(), players.len(), Judge::shipped, |judge, place| {
        let player = players[place];
        predict(&archive, player, &games[player], PeopleElo(ratings[player]), &openings[player % PARTS], judge)
    });
    let weights = WEIGHTS.map(|weight| format!("predicted, weight {weight} | surprise")).join(" | ");
    let mut table = Table::new(&format!("own games | {weights}"));
    for (row, own) in OWN.into_iter().enumerate() {
        let mut cells = cells![own];
        for column in 0..WEIGHTS.len() {
            let predictions = outcomes.iter().map(|outcome| outcome[row][column]);
            let moves: f64 = predictions.clone().map(|part| f64::from(part.moves)).sum();
            let hits: f64 = predictions.clone().map(|part| part.hits).sum();
            let surprise: f64 = predictions.map(|part| part.surprise).sum();
            cells.extend([format!("{:.3}", hits / moves), format!("{:.3}", surprise / moves)]);
        }
        table.row(cells);
    }
    let text = format!("{} players, {PREDICTED} later games of each, moves 2 to 16:\n\n{table}", players.len());
    args.output.report("repertoire", &text)
}

/// The side of a player of a game.
fn side(game: &ArchiveGame, player: usize) -> Color {
    if game.black == player { Color::Black } else { Color::White }
}

fn predict(
    archive: &Archive,
    player: usize,
    games: &[usize],
    rating: PeopleElo,
    openings: &Openings,
    judge: &mut Judge,
) -> Outcome {
    let most = OWN[OWN.len() - 1];
    let repertoires = OWN.map(|own| {
        let mut repertoire = Repertoire::default();
        for &number in &games[most - own..most] {
            let game = &archive.games[number];
            repertoire.add(&game.game(), side(game, player));
        }
        repertoire
    });
    let mut outcome = Outcome::default();
    for &number in &games[most..most + PREDICTED] {
        let game = &archive.games[number];
        let replay = game.game();
        let mut last = None;
        for (board, mv) in replay.history() {
            let before = std::mem::replace(&mut last, mv.square());
            let position = board.position;
            let Some(square) = mv.square() else { continue };
            if position.move_number() > LAST_OPENING {
                break;
            }
            if board.to_move != side(game, player) || position.move_number() < 2 || position.moves().count_ones() < 2 {
                continue;
            }
            let values = judge.values(&position);
            let played = values.iter().position(|(other, _)| *other == square).expect("the record was legal");
            let weights = shipped().model.weights(rating.theta());
            let model = probabilities(&weights, position.move_number(), &facts(&position, before, &values));
            let usual = openings.chances(&position, rating, &model).unwrap_or(model);
            add(&mut outcome, &repertoires, &position, &usual, played);
        }
    }
    outcome
}

/// Adds the predictions of a move.
fn add(
    outcome: &mut Outcome,
    repertoires: &[Repertoire; OWN.len()],
    position: &Position,
    usual: &[f64],
    played: usize,
) {
    for (row, repertoire) in outcome.iter_mut().zip(repertoires) {
        for (predictions, weight) in row.iter_mut().zip(WEIGHTS) {
            let chances = repertoire.chances(position, usual, weight);
            predictions.add(chances.as_deref().unwrap_or(usual), played);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_favourites_share_a_hit() {
        let mut predictions = Predictions::default();
        predictions.add(&[0.4, 0.4, 0.2], 1);
        predictions.add(&[0.1, 0.9], 1);
        assert_eq!((predictions.moves, predictions.hits), (2, 1.5));
        assert!((predictions.surprise + libm::log(0.36)).abs() < 1e-12);
    }
}
