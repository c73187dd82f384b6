//! Fitness by games: the pairings, and the points of each game.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Fitness, Measure, Opponents, RatingInput, part};
use crate::board::Position;
use crate::operators::Genome;
use crate::operators::playoff::{meetings, survivors};
use crate::operators::ranking::round_robin;
use crate::stats::derive;
use crate::train::arena::Duel;

/// Games that are listed at a time, so that a million pairs need no memory of their own.
const BLOCK: usize = 1 << 20;

/// A fitness whose genomes are players that meet in games.
pub(super) trait Players: Fitness {
    type Player: Clone;

    /// The named opponents.
    fn named(&self) -> &[Self::Player];

    fn player(&self, genome: &[f64]) -> Self::Player;

    /// The points of the first player of each game: 2 a win, 1 a draw. The numbers of the games, from `from` on, decide
    /// their random choices.
    fn points(&self, players: &[Self::Player], games: &[Duel], from: u64, rating: &RatingInput<'_>) -> Vec<u8>;
}

/// The fitness of each genome by the measure of the rating.
pub(super) fn rate<P: Players>(fitness: &P, genomes: &[Genome], rating: &RatingInput<'_>) -> Vec<f64> {
    let mut players: Vec<P::Player> = genomes.iter().map(|genome| fitness.player(genome)).collect();
    let count = players.len();
    let starts = rating.measure.openings().positions(derive(rating.seed, part::OPENINGS), rating.generation);
    match rating.measure {
        Measure::RoundRobin { .. } => {
            scores(count, round_robin(count), &starts, |games, from| fitness.points(&players, games, from, rating))
        }
        Measure::Playoff { .. } => playoff(fitness, &players, &starts, rating),
        Measure::Pool { opponents, .. } => {
            players.extend(pool(fitness, opponents, rating));
            let others = count..players.len();
            let pairs = (0..count).flat_map(|i| others.clone().flat_map(move |j| [(i, j), (j, i)]));
            let mut scores =
                scores(players.len(), pairs, &starts, |games, from| fitness.points(&players, games, from, rating));
            scores.truncate(count);
            scores
        }
    }
}

/// The opponents of a pool.
fn pool<P: Players>(fitness: &P, opponents: &Opponents, rating: &RatingInput<'_>) -> Vec<P::Player> {
    let mut rng = ChaCha8Rng::seed_from_u64(derive(rating.seed, part::RANDOM));
    let random: Vec<Genome> = (0..opponents.random).map(|_| fitness.genes().draw(&mut rng)).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(derive(derive(rating.seed, part::CHAMPIONS), rating.generation));
    let champions = rating.hall.sample(opponents.champions, &mut rng);
    let drawn = random.iter().chain(champions).map(|genome| fitness.player(genome));
    fitness.named().iter().cloned().chain(drawn).collect()
}

/// The mean score of each of `count` players, 0 to 1, when these pairs (the first moves first) meet from each start; 0
/// without a game. `points` gives those of the first player of each game, which are numbered from its second argument.
pub(super) fn scores(
    count: usize,
    pairs: impl Iterator<Item = (usize, usize)>,
    starts: &[Position],
    points: impl Fn(&[Duel], u64) -> Vec<u8>,
) -> Vec<f64> {
    let mut won = vec![0_u64; count];
    let mut played = vec![0_u64; count];
    let mut pairs = pairs.peekable();
    let mut from = 0;
    while pairs.peek().is_some() {
        let block = pairs.by_ref().take((BLOCK / starts.len().max(1)).max(1));
        let games: Vec<Duel> =
            block.flat_map(|(first, second)| starts.iter().map(move |&start| Duel { start, first, second })).collect();
        for (game, points) in games.iter().zip(points(&games, from)) {
            won[game.first] += u64::from(points);
            won[game.second] += u64::from(2 - points);
            played[game.first] += 1;
            played[game.second] += 1;
        }
        from += games.len() as u64;
    }
    won.iter().zip(&played).map(|(&won, &games)| won as f64 / (2 * games.max(1)) as f64).collect()
}

/// One game a meeting, until as many are left as the rating keeps: those have fitness 1.
fn playoff<P: Players>(fitness: &P, players: &[P::Player], starts: &[Position], rating: &RatingInput<'_>) -> Vec<f64> {
    let mut queue: Vec<usize> = (0..players.len()).collect();
    let mut from = 0;
    while queue.len() > rating.keep {
        let pairs = meetings(&queue, rating.keep);
        let starts = starts.iter().cycle();
        let games: Vec<Duel> =
            pairs.iter().zip(starts).map(|(&(first, second), &start)| Duel { start, first, second }).collect();
        // A draw goes to the second, as in the report.
        let points = fitness.points(players, &games, from, rating);
        let winners: Vec<usize> = pairs.iter().zip(points).map(|(&(a, b), won)| if won == 2 { a } else { b }).collect();
        from += games.len() as u64;
        queue = survivors(&queue, &winners);
    }
    (0..players.len()).map(|i| f64::from(u8::from(queue.contains(&i)))).collect()
}
