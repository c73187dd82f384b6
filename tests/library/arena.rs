//! The batch arena against ordinary games of `StaticMap`, game by game, on every instruction set of the build.

use proptest::prelude::*;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rival::board::kernel::lanes::{Batch, LANES};
use rival::board::kernel::{self, lanes_portable};
use rival::board::{Board, Color, Game, Objective, Position, Square, squares};
use rival::players::{Player, StaticMap, chosen};
use rival::search::{Limits, SilentObserver};
use rival::train::arena::{self, Duel, Order};

/// The final position of one ordinary game, from the view of the first player.
fn ordinary(start: &Position, players: &mut [StaticMap; 2]) -> Position {
    let mut game = Game::new(Board { position: *start, to_move: Color::Black });
    while !game.is_over() {
        let player = &mut players[usize::from(game.board().to_move == Color::White)];
        let mv = chosen(&player.choose(&game, &Limits::default(), &mut SilentObserver)).unwrap();
        game.play(mv).unwrap();
    }
    game.board().turned_to(Color::Black).position
}

/// A position some random plies from the start, or any discs at all.
fn start(rng: &mut ChaCha8Rng) -> Position {
    if rng.random_ratio(1, 5) {
        let (own, opp): (u64, u64) = (rng.random(), rng.random());
        return Position { own: own & !opp, opp };
    }
    let mut position = Position::START;
    for _ in 0..rng.random_range(0..30) {
        let moves: Vec<Square> = squares(position.moves()).collect();
        position = moves.choose(rng).map_or(position.pass(), |&square| position.play(square));
    }
    position
}

fn agrees(name: &str, step: impl Fn(&mut Batch, &[&Order; LANES]) -> u8, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    // Few different priorities: ties are common.
    let levels = [64.0, 5.0][usize::from(rng.random_ratio(1, 2))];
    let maps: Vec<[f64; 64]> =
        (0..7).map(|_| std::array::from_fn(|_| (rng.random::<f64>() * levels).floor() - 2.0)).collect();
    let orders: Vec<Order> = maps.iter().map(Order::new).collect();
    let duels: Vec<Duel> = (0..rng.random_range(0..60))
        .map(|_| Duel { start: start(&mut rng), first: rng.random_range(0..7), second: rng.random_range(0..7) })
        .collect();
    let mut seen = vec![false; duels.len()];
    arena::play_by(step, &orders, duels.iter().copied(), |number, end| {
        assert!(!std::mem::replace(&mut seen[number], true), "game {number} ended twice");
        let duel = &duels[number];
        for objective in [Objective::Normal, Objective::Anti] {
            let mut players = [duel.first, duel.second].map(|map| StaticMap::new("map", objective, maps[map]));
            let expected = ordinary(&duel.start, &mut players);
            assert_eq!(end, expected, "{name}, game {number} of seed {seed}");
            assert_eq!(end.score(objective), expected.score(objective));
        }
    });
    assert!(seen.into_iter().all(|seen| seen), "{name}: not all games of seed {seed} ended");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_version_plays_the_ordinary_games(seed: u64) {
        agrees("portable", lanes_portable::step, seed);
        agrees("of this build", kernel::step, seed);
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        agrees("avx2", kernel::lanes_avx2::step, seed);
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bitalg"))]
        agrees("avx512", kernel::lanes_avx512::step, seed);
    }
}
