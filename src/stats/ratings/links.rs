//! Who is linked to whom, by games and by points: it decides which ratings the results bound (Ford, 1957).

use std::collections::BTreeSet;

use super::model::WeightedResult;

/// For each two players whether links lead from the first to the second.
#[derive(Debug)]
pub(super) struct Links(Vec<Vec<bool>>);

impl Links {
    /// Links in both directions between players with common games.
    pub(super) fn by_games(players: usize, results: &[WeightedResult]) -> Links {
        let played = results.iter().filter(|result| result.weight > 0.0);
        Links::new(players, played.flat_map(|result| [(result.first, result.second), (result.second, result.first)]))
    }

    /// Links from a player to those from whom it has points. Anchors are linked to each other.
    pub(super) fn by_points(players: usize, results: &[WeightedResult], anchors: &[(usize, f64)]) -> Links {
        let mut links = Vec::new();
        for result in results.iter().filter(|result| result.weight > 0.0) {
            if result.points > 0.0 {
                links.push((result.first, result.second));
            }
            if result.points < result.games {
                links.push((result.second, result.first));
            }
        }
        for two in anchors.windows(2) {
            links.push((two[0].0, two[1].0));
            links.push((two[1].0, two[0].0));
        }
        Links::new(players, links.into_iter())
    }

    fn new(players: usize, links: impl Iterator<Item = (usize, usize)>) -> Links {
        let mut next = vec![Vec::new(); players];
        // Two players have one link for all their encounters.
        let links: BTreeSet<(usize, usize)> = links.collect();
        links.into_iter().for_each(|(from, to)| next[from].push(to));
        let reached = |from| {
            let mut seen = vec![false; players];
            let mut open = vec![from];
            while let Some(player) = open.pop() {
                if !std::mem::replace(&mut seen[player], true) {
                    open.extend(&next[player]);
                }
            }
            seen
        };
        Links((0..players).map(reached).collect())
    }

    /// True if links lead from each player to all others.
    pub(super) fn are_complete(&self) -> bool {
        self.0.iter().flatten().all(|&reached| reached)
    }

    /// True if links lead from the one player to the other and back.
    pub(super) fn are_mutual(&self, first: usize, second: usize) -> bool {
        self.0[first][second] && self.0[second][first]
    }

    /// True if links lead from the player to all of these.
    pub(super) fn lead_to(&self, player: usize, others: &[usize]) -> bool {
        others.iter().all(|&other| self.0[player][other])
    }

    /// True if links lead from all of these to the player.
    pub(super) fn lead_from(&self, others: &[usize], player: usize) -> bool {
        others.iter().all(|&other| self.0[other][player])
    }

    /// The player of the largest group in which everybody is linked to everybody, who has the most games; the first of
    /// several. `None` if nobody is linked to another and back.
    pub(super) fn most_linked(&self, games: &[f64]) -> Option<usize> {
        let players = 0..self.0.len();
        let size = |first: usize| players.clone().filter(|&second| self.are_mutual(first, second)).count();
        let largest = players.clone().map(size).max().filter(|&largest| largest > 1)?;
        let group = players.clone().filter(|&player| size(player) == largest);
        // The last of equal maxima is taken.
        group.rev().max_by(|&a, &b| games[a].total_cmp(&games[b]))
    }
}
