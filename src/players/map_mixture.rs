//! The player of a mixture of priority maps.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::explain::Explanation;
use super::{Player, StaticMap};
use crate::board::{Game, Move, Objective};
use crate::personality::MapMixtureSpec;
use crate::search::{Limits, Observer, Report, Stop};

/// Plays each game with one of several priority maps, which the game's seed draws.
#[derive(Debug, Clone)]
pub struct MapMixture {
    maps: Vec<[f64; 64]>,
    /// The player with the map of the current game.
    drawn: StaticMap,
}

impl MapMixture {
    /// A player of this mixture.
    #[must_use]
    pub fn new(name: &str, objective: Objective, spec: &MapMixtureSpec) -> MapMixture {
        let maps = spec.maps().to_vec();
        MapMixture { drawn: StaticMap::new(name, objective, maps[0]), maps }
    }
}

impl Player for MapMixture {
    fn name(&self) -> &str {
        self.drawn.name()
    }

    fn objective(&self) -> Objective {
        self.drawn.objective()
    }

    fn new_game(&mut self, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let map = *self.maps.choose(&mut rng).expect("a mixture has a map");
        self.drawn = StaticMap::new(self.drawn.name(), self.drawn.objective(), map);
    }

    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        self.drawn.rank(game, count, limits, observer)
    }

    fn explain(&mut self, game: &Game, report: &Report, mv: Move, stop: &Stop) -> Option<Explanation> {
        self.drawn.explain(game, report, mv, stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::chosen;
    use crate::search::SilentObserver;

    /// The first move of a game with this seed.
    fn first_move(player: &mut MapMixture, seed: u64) -> Option<Move> {
        player.new_game(seed);
        chosen(&player.choose(&Game::default(), &Limits::default(), &mut SilentObserver))
    }

    #[test]
    fn the_seed_draws_the_map_of_a_game() {
        // Each map prefers another of the four first moves.
        let favourites = [19, 26, 37, 44];
        let maps = favourites.map(|favourite| std::array::from_fn(|square| f64::from(u8::from(square == favourite))));
        let spec = MapMixtureSpec::new(maps.to_vec()).unwrap();
        let mut player = MapMixture::new("mixture", Objective::Normal, &spec);
        let moves: Vec<Option<Move>> = (0..400).map(|seed| first_move(&mut player, seed)).collect();
        for favourite in favourites {
            let games = moves.iter().filter(|mv| mv.unwrap().square().unwrap().index() == favourite).count();
            // Four standard deviations of a fair draw are 35 games.
            assert!((65..=135).contains(&games), "square {favourite} in {games} games");
        }
        assert_eq!(first_move(&mut player, 3), moves[3]);
    }
}
