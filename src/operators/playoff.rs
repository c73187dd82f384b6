//! Selection by a play-off queue, as in the report on a score board: the first two meet, and the winner goes to the end
//! of the queue, until few are left.

use std::collections::VecDeque;

/// The pairings of one round of the queue. With an odd number the last individual has no opponent.
///
/// The queue is played in rounds so that all games of a round can run at once. The order of games stays the same.
#[must_use]
pub(crate) fn meetings(queue: &[usize], keep: usize) -> Vec<(usize, usize)> {
    // Every meeting eliminates one individual, so their number is limited.
    let most = queue.len().saturating_sub(keep);
    queue.chunks_exact(2).take(most).map(|two| (two[0], two[1])).collect()
}

/// The queue after a round: individuals without an opponent, then the winners in the order of their games.
#[must_use]
pub(crate) fn survivors(queue: &[usize], winners: &[usize]) -> Vec<usize> {
    let mut rest: VecDeque<usize> = queue[2 * winners.len()..].iter().copied().collect();
    rest.extend(winners);
    rest.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The queue as the report describes it, one game at a time. The larger number wins.
    fn one_by_one(count: usize, keep: usize) -> Vec<usize> {
        let mut queue: VecDeque<usize> = (0..count).collect();
        while queue.len() > keep {
            let a = queue.pop_front().unwrap();
            let b = queue.pop_front().unwrap();
            queue.push_back(a.max(b));
        }
        queue.into()
    }

    #[test]
    fn rounds_end_with_those_of_the_queue() {
        for count in 2..70 {
            for keep in 1..=count {
                let mut queue: Vec<usize> = (0..count).collect();
                let mut games = 0;
                while queue.len() > keep {
                    let winners: Vec<usize> = meetings(&queue, keep).into_iter().map(|(a, b)| a.max(b)).collect();
                    games += winners.len();
                    queue = survivors(&queue, &winners);
                }
                assert_eq!(queue, one_by_one(count, keep), "{count} {keep}");
                assert_eq!(games, count - keep);
            }
        }
    }
}
