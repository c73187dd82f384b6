//! Draws the games to judge: many from each player, for a learning curve, but at most half of a player's games, because
//! the others give the player's strength.

use rival::record::archive::Archive;
use rival::stats::derive;

/// A player with fewer games is not sampled.
const FEWEST: usize = 30;
/// The most judged games drawn for one player.
const MOST: usize = 40;

/// The games to judge, by their numbers in the archive, rising. A player's games are drawn by the seed; the players
/// take turns, so a smaller sample has fewer games of each.
pub(super) fn sample(archive: &Archive, wanted: usize, seed: u64) -> Vec<usize> {
    let mut games_of: Vec<Vec<usize>> = vec![Vec::new(); archive.players.len()];
    for (number, game) in archive.games.iter().enumerate() {
        games_of[game.black].push(number);
        games_of[game.white].push(number);
    }
    for (player, games) in games_of.iter_mut().enumerate() {
        let most = if games.len() < FEWEST { 0 } else { MOST.min(games.len() / 2) };
        games.sort_by_key(|&game| (derive(derive(seed, player as u64), game as u64), game));
        games.truncate(most);
    }
    let mut taken = std::collections::BTreeSet::new();
    for turn in 0..MOST {
        for games in &games_of {
            if taken.len() == wanted {
                return taken.into_iter().collect();
            }
            taken.extend(games.get(turn));
        }
    }
    taken.into_iter().collect()
}

/// The indices of the other games, rising.
pub(super) fn others(archive: &Archive, judged: &[usize]) -> Vec<usize> {
    (0..archive.games.len()).filter(|game| judged.binary_search(game).is_err()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rival::record::archive::ArchiveGame;

    #[test]
    fn players_take_turns_and_keep_half_of_their_games() {
        // Player 0 met 1 forty times and 2 twenty times; 3 and 4 met ten times.
        let mut games = Vec::new();
        for (black, white, count) in [(0, 1, 40), (2, 0, 20), (3, 4, 10)] {
            games.extend(vec![ArchiveGame { black, white, discs: 2, moves: Vec::new() }; count]);
        }
        let players = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        let archive = Archive { players, games };
        let all = sample(&archive, 1_000, 1);
        // Player 0 gives 30 games and player 1 gives 20, perhaps the same ones; player 2 has fewer than 30.
        assert!(all.is_sorted() && (30..=50).contains(&all.len()), "{}", all.len());
        assert!(all.iter().all(|&number| number < 60), "players with few games are not sampled");
        let some = sample(&archive, 12, 1);
        assert_eq!(some.len(), 12);
        assert!(some.iter().all(|number| all.contains(number)));
        assert_ne!(sample(&archive, 12, 2), some);
    }
}
