//! The balance of a person's games: what wins and losses tell beyond the estimate.
//!
//! The estimate counts moves and discs. Both mislead about players unlike people: some lose few discs a move and most
//! games, others win narrowly and lose by much. A game is even if both sides win equally often, so a rival plays at the
//! estimate plus an offset that is fitted to wins and losses alone.

use crate::people::{LadderElo, Tie};
use crate::strength::person::PersonGame;

/// The prior standard deviation of the offset, in Elo of the ladder: the error of the strength by moves that remains
/// after many games of programs unlike people.
const SPREAD: f64 = 120.0;
/// The weight of a game relative to the next one, so that a player who improves is followed.
const MEMORY: f64 = 0.97;
/// The Elo that change the odds by a factor of e.
const SLOPE: f64 = 400.0 / std::f64::consts::LN_10;
/// Steps of Newton's method. After half of them the offset changes by less than 0.001 Elo.
const STEPS: u32 = 20;

/// A game's result.
#[derive(Debug, Clone, Copy)]
pub(super) struct Balance {
    /// The opponent's strength.
    opponent: LadderElo,
    /// The person's points, 0 to 1.
    points: f64,
}

/// The results of a person's own games against players like people. Games from files are old, and programs that look
/// ahead have other odds.
pub(super) fn balances(games: &[PersonGame]) -> Vec<Balance> {
    let live = games.iter().filter(|game| game.live);
    live.filter_map(|game| {
        let known = game.opponent.strength.filter(|known| known.steepness <= 1.0 && !known.is_converted())?;
        Some(Balance { opponent: Tie::shipped().ladder(known.rating), points: game.ended?.points() })
    })
    .collect()
}

/// The difference, in Elo of the ladder, between the strength by these results and the estimate `level`: the mode of a
/// logistic likelihood with a normal prior. The newest result is the last.
pub(super) fn offset(level: LadderElo, balances: &[Balance]) -> f64 {
    let prior = SPREAD.powi(-2);
    let mut offset: f64 = 0.0;
    for _ in 0..STEPS {
        let mut slope = -offset * prior;
        let mut curve = prior;
        let mut weight = 1.0;
        for balance in balances.iter().rev() {
            let expected = 1.0 / (1.0 + libm::exp((balance.opponent.above(level) - offset) / SLOPE));
            slope += weight * (balance.points - expected) / SLOPE;
            curve += weight * expected * (1.0 - expected) / (SLOPE * SLOPE);
            weight *= MEMORY;
        }
        // The steps are limited because the curve is flat far from the opponents' strength.
        offset += (slope / curve).clamp(-SPREAD, SPREAD);
    }
    offset
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::{Color, Game};
    use crate::people::PeopleElo;
    use crate::record::ServerRating;
    use crate::stats::draw_normal;
    use crate::strength::person::{KnownStrength, Opponent};

    /// The mean score in games 11 to 40 of players on a known ladder, whose estimate is wrong by `error` and by a
    /// deviation of 50 Elo more, against a rival that follows them.
    fn late_score(error: f64, rng: &mut ChaCha8Rng) -> f64 {
        const PLAYERS: u32 = 400;
        const FIRST: usize = 10;
        const LAST: usize = 40;
        let mut sum = 0.0;
        for _ in 0..PLAYERS {
            let strength = LadderElo(1_000.0);
            let level = strength.plus(error + 50.0 * draw_normal(rng));
            let mut balances: Vec<Balance> = Vec::new();
            for game in 0..LAST {
                let opponent = level.plus(offset(level, &balances));
                let chance = 1.0 / (1.0 + libm::exp(opponent.above(strength) / SLOPE));
                balances.push(Balance { opponent, points: f64::from(u8::from(rng.random_bool(chance))) });
                if game >= FIRST {
                    sum += chance;
                }
            }
        }
        sum / f64::from(PLAYERS) / (LAST - FIRST) as f64
    }

    #[test]
    fn rivals_of_players_whose_moves_mislead_are_even_after_ten_games() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        // An error of 120 Elo that stays gives 0.33 or 0.67.
        for (error, bar) in [(0.0, 0.01), (60.0, 0.05), (-60.0, 0.05), (120.0, 0.08), (-120.0, 0.08)] {
            let score = late_score(error, &mut rng);
            assert!((score - 0.5).abs() < bar, "{error}: {score}");
        }
    }

    #[test]
    fn only_games_here_against_players_like_people_are_balanced() {
        let person = KnownStrength::person(PeopleElo(1_400.0), 50.0);
        let program = KnownStrength { steepness: 1.1, ..person };
        for (strength, live, count) in [
            (Some(person), true, 1),
            (Some(person), false, 0),
            (Some(program), true, 0),
            (KnownStrength::on_server(ServerRating(1_700.0)), true, 0),
            (None, true, 0),
        ] {
            let opponent = Opponent { strength, ..Opponent::stranger("Ben") };
            let mut game = PersonGame::against(&Game::default(), Color::Black, opponent).resigned(true);
            game.live = live;
            let balances = balances(&[game]);
            assert_eq!(balances.len(), count, "{strength:?} {live}");
            assert!(balances.iter().all(|balance| balance.points == 1.0));
        }
    }

    #[test]
    fn the_offset_rises_with_each_result_and_keeps_a_limit() {
        let level = LadderElo(800.0);
        let results = |points: &[f64]| {
            let balances = points.iter().map(|&points| Balance { opponent: level, points });
            offset(level, &balances.collect::<Vec<_>>())
        };
        assert_eq!(offset(level, &[]), 0.0);
        assert!(results(&[0.5; 30]).abs() < 1e-9);
        // A game has an error of 347 Elo at best, so a single one moves the offset by a third of the prior's deviation.
        assert!((30.0..45.0).contains(&results(&[1.0])), "{}", results(&[1.0]));
        assert!(results(&[0.0, 1.0]) > results(&[1.0, 0.0]), "the newest game counts most");
        let all = [results(&[0.0; 40]), results(&[0.0; 10]), results(&[1.0; 10]), results(&[1.0; 40])];
        assert!(all.is_sorted_by(|a, b| a < b) && all[3] < 3.0 * SPREAD, "{all:?}");
        // A loss against a far stronger player tells nothing.
        let lost = [Balance { opponent: level.plus(1_500.0), points: 0.0 }; 10];
        assert!(offset(level, &lost).abs() < 1.0);
    }
}
