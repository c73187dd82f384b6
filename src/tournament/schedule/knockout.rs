//! Single elimination: the order in the configuration is the seeding, and the best seeds meet as late as possible.

use super::round::{Match, Round, open};

/// Matches of each round. The first round has the engines without a bye.
pub(super) fn sizes(engines: usize) -> Vec<usize> {
    let bracket = engines.next_power_of_two();
    let mut sizes = vec![engines - bracket / 2];
    let mut rest = bracket / 4;
    while rest > 0 {
        sizes.push(rest);
        rest /= 2;
    }
    sizes
}

/// The winner of a match: by points, then by discs, then the better seed.
pub(crate) fn winner(of: &Match) -> usize {
    let first = of.points[0].total_cmp(&of.points[1]).then(of.discs[0].cmp(&of.discs[1]));
    match first {
        std::cmp::Ordering::Greater => of.first,
        std::cmp::Ordering::Less => of.second,
        std::cmp::Ordering::Equal => of.first.min(of.second),
    }
}

/// Seeds in the order of a bracket: neighbours meet, then the winners of neighbours.
fn bracket(size: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let doubled = 2 * seeds.len();
        seeds = seeds.into_iter().flat_map(|seed| [seed, doubled - 1 - seed]).collect();
    }
    seeds
}

/// The next round after the played ones.
pub(super) fn next(engines: usize, so_far: &[Round]) -> Round {
    let mut places: Vec<Option<usize>> =
        bracket(engines.next_power_of_two()).into_iter().map(|seed| (seed < engines).then_some(seed)).collect();
    for round in so_far {
        let winners: Vec<usize> = round.matches.iter().map(winner).collect();
        // One of two neighbours goes on: the one without an opponent, or the winner.
        let next = places.chunks(2).map(|pair| match *pair {
            [Some(a), Some(b)] => Some(if winners.contains(&a) { a } else { b }),
            [a, b] => a.or(b),
            _ => None,
        });
        places = next.collect();
    }
    let mut round = Round { matches: Vec::new(), byes: Vec::new() };
    for pair in places.chunks(2) {
        match *pair {
            [Some(a), Some(b)] => round.matches.push(open(a.min(b), a.max(b))),
            [Some(only), None] | [None, Some(only)] => round.byes.push(only),
            _ => {}
        }
    }
    round
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A round in which the better seed wins everything.
    fn played(mut round: Round) -> Round {
        round.matches.iter_mut().for_each(|of| of.points = [2.0, 0.0]);
        round
    }

    #[test]
    fn the_best_seeds_meet_last_and_have_the_byes() {
        for engines in 2..40 {
            let mut so_far: Vec<Round> = Vec::new();
            for (number, size) in sizes(engines).into_iter().enumerate() {
                let round = next(engines, &so_far);
                assert_eq!(round.matches.len(), size, "{engines}");
                assert!(number == 0 || round.byes.is_empty());
                so_far.push(played(round));
            }
            assert_eq!(so_far.iter().map(|round| round.matches.len()).sum::<usize>(), engines - 1);
            let last = &so_far[so_far.len() - 1].matches[0];
            assert_eq!((last.first, last.second), (0, 1));
            let byes = engines.next_power_of_two() - engines;
            assert!(so_far[0].byes.iter().all(|&seed| seed < byes) && so_far[0].byes.len() == byes);
        }
    }

    #[test]
    fn ties_go_by_discs_and_then_by_seed() {
        let of = |points, discs| Match { first: 2, second: 5, points, discs, games: 2 };
        assert_eq!(winner(&of([1.0, 1.0], [60, 68])), 5);
        assert_eq!(winner(&of([1.5, 0.5], [60, 68])), 2);
        assert_eq!(winner(&of([1.0, 1.0], [64, 64])), 2);
    }
}
