//! The Swiss system: in each round engines with similar scores meet, no two of them twice if that is possible.

use super::round::{Round, open};

/// Where an engine stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Place {
    pub engine: usize,
    /// Of games and byes; a bye is worth a won match.
    pub points: f64,
    /// The tie-break of the World Othello Championship (rules 2017): the discs of all games and 6 times the points of
    /// each opponent. A bye counts as 32 discs and 6 times the own points. Points are counted by matches here, because
    /// a match can have many games.
    pub brightwell: f64,
}

/// All engines, the best first; ties in the order of the configuration.
pub(crate) fn places(engines: usize, so_far: &[Round]) -> Vec<Place> {
    let mut places: Vec<Place> = (0..engines).map(|engine| Place { engine, points: 0.0, brightwell: 0.0 }).collect();
    // Points of each match, independent of its number of games.
    let mut shares = vec![0.0; engines];
    let games = so_far.iter().flat_map(|round| &round.matches).map(|of| of.games).max().unwrap_or(0);
    for round in so_far {
        for of in round.matches.iter().filter(|of| of.games > 0) {
            for (engine, points) in [(of.first, of.points[0]), (of.second, of.points[1])] {
                places[engine].points += points;
                shares[engine] += points / of.games as f64;
            }
        }
        for &engine in &round.byes {
            places[engine].points += games as f64;
            shares[engine] += 1.0;
        }
    }
    for round in so_far {
        for of in round.matches.iter().filter(|of| of.games > 0) {
            let discs = of.discs.map(|discs| discs as f64 / of.games as f64);
            places[of.first].brightwell += discs[0] + 6.0 * shares[of.second];
            places[of.second].brightwell += discs[1] + 6.0 * shares[of.first];
        }
        for &engine in &round.byes {
            places[engine].brightwell += 32.0 + 6.0 * shares[engine];
        }
    }
    places.sort_by(|a, b| b.points.total_cmp(&a.points).then(b.brightwell.total_cmp(&a.brightwell)));
    places
}

/// Positions tried before a second meeting is accepted.
const TRIES: usize = 10_000;

/// The next round after the played ones.
pub(super) fn next(engines: usize, so_far: &[Round]) -> Round {
    let places = places(engines, so_far);
    let mut met = vec![vec![0_u32; engines]; engines];
    let mut byes = vec![0_u32; engines];
    for round in so_far {
        for of in &round.matches {
            met[of.first][of.second] += 1;
            met[of.second][of.first] += 1;
        }
        round.byes.iter().for_each(|&engine| byes[engine] += 1);
    }
    let mut most = 0;
    loop {
        // The bye goes to the last of the engines with the fewest byes.
        let mut spared: Vec<Option<usize>> = vec![None];
        if engines % 2 == 1 {
            let mut order: Vec<usize> = (0..engines).rev().collect();
            order.sort_by_key(|&at| byes[places[at].engine]);
            spared = order.into_iter().map(Some).collect();
        }
        for bye in spared {
            let mut search = Search { places: &places, met: &met, most, tries: TRIES, pairs: Vec::new() };
            let open_places: Vec<usize> = (0..engines).filter(|&at| Some(at) != bye).collect();
            if search.pair(&open_places) {
                let matches = search.pairs.iter().map(|&(a, b)| {
                    let (a, b) = (places[a].engine, places[b].engine);
                    open(a.min(b), a.max(b))
                });
                return Round {
                    matches: matches.collect(),
                    byes: bye.map(|at| places[at].engine).into_iter().collect(),
                };
            }
        }
        most += 1;
    }
}

/// Pairs from the top, with backtracking.
struct Search<'a> {
    places: &'a [Place],
    met: &'a [Vec<u32>],
    /// Meetings that two engines may have had.
    most: u32,
    tries: usize,
    pairs: Vec<(usize, usize)>,
}

impl Search<'_> {
    fn pair(&mut self, open: &[usize]) -> bool {
        let Some(&first) = open.first() else { return true };
        for second in self.candidates(open) {
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            let rest: Vec<usize> = open.iter().copied().filter(|&at| at != first && at != second).collect();
            self.pairs.push((first, second));
            if self.pair(&rest) {
                return true;
            }
            self.pairs.pop();
        }
        false
    }

    /// Opponents for the first open place: near in points, and within equal points half of the group away, like the
    /// lists of a first round.
    fn candidates(&self, open: &[usize]) -> Vec<usize> {
        let points = |at: usize| self.places[at].points;
        let first = open[0];
        let group = open.iter().filter(|&&at| points(at) == points(first)).count();
        let mut found: Vec<(f64, usize, usize)> = open[1..]
            .iter()
            .enumerate()
            .filter(|&(_, &at)| self.met[self.places[first].engine][self.places[at].engine] <= self.most)
            .map(|(distance, &at)| ((points(first) - points(at)).abs(), (distance + 1).abs_diff(group / 2), at))
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        found.into_iter().map(|(.., at)| at).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::stats::mix;

    /// A tournament in which the lower number usually wins.
    fn play(engines: usize, rounds: usize, seed: u64) -> Vec<Round> {
        let mut so_far: Vec<Round> = Vec::new();
        for number in 0..rounds {
            let mut round = next(engines, &so_far);
            for of in &mut round.matches {
                let upset = mix(seed ^ (number * 1000 + of.first * 37 + of.second) as u64).is_multiple_of(4);
                of.points = if upset { [0.0, 2.0] } else { [1.5, 0.5] };
                of.discs = if upset { [50, 78] } else { [80, 48] };
                of.games = 2;
            }
            so_far.push(round);
        }
        so_far
    }

    #[test]
    fn nobody_meets_twice_while_that_can_be_and_everybody_plays() {
        for engines in 2_usize..24 {
            // In the last possible round there may be no solution.
            let (few, all) = (engines.div_ceil(2), engines - 1 + engines % 2);
            let mut met = HashSet::new();
            let mut byes = HashSet::new();
            for (number, round) in play(engines, all, engines as u64).into_iter().enumerate() {
                let mut busy: Vec<usize> = round.byes.clone();
                for of in &round.matches {
                    busy.extend([of.first, of.second]);
                    assert!(met.insert((of.first, of.second)) || number >= few, "{engines} {number} {of:?}");
                }
                busy.sort_unstable();
                assert_eq!(busy, (0..engines).collect::<Vec<_>>());
                for engine in round.byes {
                    assert!(byes.insert(engine) || number >= few, "{engine} of {engines} has a second bye");
                }
            }
        }
    }

    #[test]
    fn the_first_round_is_upper_half_against_lower_half_and_winners_meet() {
        let rounds = play(8, 3, 7);
        let pairs: Vec<_> = rounds[0].matches.iter().map(|of| (of.first, of.second)).collect();
        assert_eq!(pairs, [(0, 4), (1, 5), (2, 6), (3, 7)]);
        let standing = places(8, &rounds[..1]);
        for of in &rounds[1].matches {
            let points = |engine: usize| standing.iter().find(|place| place.engine == engine).unwrap().points;
            assert!((points(of.first) - points(of.second)).abs() <= 0.5, "{of:?}");
        }
    }

    #[test]
    fn the_tie_break_is_brightwells() {
        // By hand: 0 beats 1 by 40:24 a game, 2 has a bye; then 0 beats 2 by 34:30, and 1 has the bye.
        let of =
            |first, second, discs| super::super::round::Match { first, second, points: [2.0, 0.0], discs, games: 2 };
        let rounds = [
            Round { matches: vec![of(0, 1, [80, 48])], byes: vec![2] },
            Round { matches: vec![of(0, 2, [68, 60])], byes: vec![1] },
        ];
        let places = places(3, &rounds);
        assert_eq!(places.iter().map(|place| place.points).collect::<Vec<_>>(), [4.0, 2.0, 2.0]);
        // Of one point each: 40 + 34 discs and 6 for each opponent; 30 + 6 * 2 + 32 + 6; 24 + 6 * 2 + 32 + 6.
        assert_eq!(places.iter().map(|place| place.brightwell).collect::<Vec<_>>(), [86.0, 80.0, 74.0]);
        assert_eq!(places.iter().map(|place| place.engine).collect::<Vec<_>>(), [0, 2, 1]);
    }
}
