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
use crate::train::league::draw;

/// The number of games that are listed at a time, so that a million pairs need little memory.
const BLOCK: usize = 1 << 20;

/// A fitness whose genomes become players in games.
pub(super) trait Players: Fitness {
    type Player: Clone;

    /// The named opponents.
    fn named(&self) -> &[Self::Player];

    fn player(&self, genome: &[f64]) -> Self::Player;

    /// The points of the first player in each game: 2 for a win, 1 for a draw. The games are numbered from `from` on,
    /// and the numbers decide random choices.
    fn points(&self, players: &[Self::Player], games: &[Duel], from: u64, rating: &RatingInput<'_>) -> Vec<u8>;
}

/// The fitness of each genome, by the measure of the rating.
pub(super) fn rate<P: Players>(fitness: &P, genomes: &[Genome], rating: &RatingInput<'_>) -> Vec<f64> {
    let mut players: Vec<P::Player> = genomes.iter().map(|genome| fitness.player(genome)).collect();
    let count = players.len();
    let starts = starts(rating);
    let mut scores = match rating.measure {
        Measure::RoundRobin { .. } => {
            scores(fitness, &players, round_robin(count).flat_map(|pair| from_each(&starts, pair)), rating)
        }
        Measure::Playoff { .. } => playoff(fitness, &players, &starts, rating),
        Measure::Pool { opponents, .. } => {
            players.extend(pool(fitness, opponents, rating));
            if opponents.drawn {
                let others = players.len() - count;
                let shares = vec![1.0 / others as f64; others];
                return against_drawn(fitness, &players, &shares, &starts, rating);
            }
            let others = count..players.len();
            let pairs = (0..count).flat_map(|i| others.clone().flat_map(move |j| [(i, j), (j, i)]));
            scores(fitness, &players, pairs.flat_map(|pair| from_each(&starts, pair)), rating)
        }
        Measure::League { .. } => {
            players.extend(rating.opponents.genomes.iter().map(|genome| fitness.player(genome)));
            return against_drawn(fitness, &players, &rating.opponents.shares, &starts, rating);
        }
    };
    scores.truncate(count);
    scores
}

/// The scores of the first players against the last ones. For each start one opponent is drawn by these shares.
fn against_drawn<P: Players>(
    fitness: &P,
    players: &[P::Player],
    shares: &[f64],
    starts: &[Position],
    rating: &RatingInput<'_>,
) -> Vec<f64> {
    let count = players.len() - shares.len();
    let mut rng = ChaCha8Rng::seed_from_u64(derive(derive(rating.seed, part::OPPONENTS), rating.generation));
    let drawn = draw(shares, starts.len(), &mut rng);
    let games = (0..count).flat_map(|i| {
        let meetings = starts.iter().zip(&drawn);
        meetings.flat_map(move |(&start, &opponent)| both_colours(start, i, count + opponent))
    });
    let mut scores = scores(fitness, players, games, rating);
    scores.truncate(count);
    scores
}

/// The score, 0 to 1, of each genome against each other; one half against itself.
pub(super) fn payoffs<P: Players>(fitness: &P, genomes: &[Genome], rating: &RatingInput<'_>) -> Vec<Vec<f64>> {
    let players: Vec<P::Player> = genomes.iter().map(|genome| fitness.player(genome)).collect();
    let starts = starts(rating);
    let mut payoffs = vec![vec![0.5; players.len()]; players.len()];
    for (first, second) in round_robin(players.len()) {
        if first < second {
            let games: Vec<Duel> = starts.iter().flat_map(|&start| both_colours(start, first, second)).collect();
            let points = fitness.points(&players, &games, 0, rating);
            let won: u64 = games
                .iter()
                .zip(points)
                .map(|(game, points)| u64::from(if game.first == first { points } else { 2 - points }))
                .sum();
            payoffs[first][second] = won as f64 / (2 * games.len()) as f64;
            payoffs[second][first] = 1.0 - payoffs[first][second];
        }
    }
    payoffs
}

/// The start positions of a rating's games.
fn starts(rating: &RatingInput<'_>) -> Vec<Position> {
    rating.measure.openings().positions(derive(rating.seed, part::OPENINGS), rating.generation)
}

/// A game between a pair from each start. The first of the pair moves first.
fn from_each(starts: &[Position], (first, second): (usize, usize)) -> impl Iterator<Item = Duel> {
    starts.iter().map(move |&start| Duel { start, first, second })
}

/// The two games between a pair from a start.
fn both_colours(start: Position, one: usize, other: usize) -> [Duel; 2] {
    [Duel { start, first: one, second: other }, Duel { start, first: other, second: one }]
}

/// The opponents in a pool.
fn pool<P: Players>(fitness: &P, opponents: &Opponents, rating: &RatingInput<'_>) -> Vec<P::Player> {
    let mut rng = ChaCha8Rng::seed_from_u64(derive(rating.seed, part::RANDOM));
    let random: Vec<Genome> = (0..opponents.random).map(|_| fitness.genes().draw(&mut rng)).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(derive(derive(rating.seed, part::CHAMPIONS), rating.generation));
    let champions = rating.hall.sample(opponents.champions, &mut rng);
    let drawn = random.iter().chain(champions).map(|genome| fitness.player(genome));
    fitness.named().iter().cloned().chain(drawn).collect()
}

/// The mean score of each player in these games, 0 to 1; 0 without games.
fn scores<P: Players>(
    fitness: &P,
    players: &[P::Player],
    games: impl Iterator<Item = Duel>,
    rating: &RatingInput<'_>,
) -> Vec<f64> {
    let mut won = vec![0_u64; players.len()];
    let mut played = vec![0_u64; players.len()];
    let mut games = games.peekable();
    let mut from = 0;
    while games.peek().is_some() {
        let block: Vec<Duel> = games.by_ref().take(BLOCK).collect();
        for (game, points) in block.iter().zip(fitness.points(players, &block, from, rating)) {
            won[game.first] += u64::from(points);
            won[game.second] += u64::from(2 - points);
            played[game.first] += 1;
            played[game.second] += 1;
        }
        from += block.len() as u64;
    }
    won.iter().zip(&played).map(|(&won, &games)| won as f64 / (2 * games.max(1)) as f64).collect()
}

/// Plays one game for each meeting until the rating's number of players is left. These have the fitness 1.
fn playoff<P: Players>(fitness: &P, players: &[P::Player], starts: &[Position], rating: &RatingInput<'_>) -> Vec<f64> {
    let mut queue: Vec<usize> = (0..players.len()).collect();
    let mut from = 0;
    while queue.len() > rating.keep {
        let pairs = meetings(&queue, rating.keep);
        let starts = starts.iter().cycle();
        let games: Vec<Duel> =
            pairs.iter().zip(starts).map(|(&(first, second), &start)| Duel { start, first, second }).collect();
        // After a draw the second player stays, as in the report.
        let points = fitness.points(players, &games, from, rating);
        let winners: Vec<usize> = pairs.iter().zip(points).map(|(&(a, b), won)| if won == 2 { a } else { b }).collect();
        from += games.len() as u64;
        queue = survivors(&queue, &winners);
    }
    (0..players.len()).map(|i| f64::from(u8::from(queue.contains(&i)))).collect()
}
