//! Schedules in rounds, the next of which depends on the results of those before.

use super::fixed::Pairing;
use super::round::{Match, Round};
use super::{knockout, swiss};

/// The results that a schedule may ask for.
pub(crate) trait Results {
    /// The game of this number, if it was played: the doubled points of Black (`None` if it does not count), and the
    /// discs for Black if the game has any.
    fn result(&self, game: usize) -> Option<(Option<u8>, Option<i32>)>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Swiss,
    Knockout,
}

/// The rounds that are known, and how many there will be.
#[derive(Debug, Clone)]
pub(super) struct Rounds {
    kind: Kind,
    engines: usize,
    /// Matches of each round to come, from the first.
    sizes: Vec<usize>,
    /// Encounters of a match.
    encounters: usize,
    so_far: Vec<Round>,
}

impl Rounds {
    pub(super) fn swiss(engines: usize, rounds: usize, encounters: usize) -> Rounds {
        Rounds::new(Kind::Swiss, engines, vec![engines / 2; rounds], encounters)
    }

    pub(super) fn knockout(engines: usize, encounters: usize) -> Rounds {
        Rounds::new(Kind::Knockout, engines, knockout::sizes(engines), encounters)
    }

    fn new(kind: Kind, engines: usize, sizes: Vec<usize>, encounters: usize) -> Rounds {
        let mut rounds = Rounds { kind, engines, sizes, encounters, so_far: Vec::new() };
        rounds.begin();
        rounds
    }

    /// Adds the next round, which the results of those so far decide.
    fn begin(&mut self) {
        if self.so_far.len() < self.sizes.len() {
            self.so_far.push(match self.kind {
                Kind::Swiss => swiss::next(self.engines, &self.so_far),
                Kind::Knockout => knockout::next(self.engines, &self.so_far),
            });
        }
    }

    pub(super) fn encounters(&self) -> usize {
        self.sizes.iter().sum::<usize>() * self.encounters
    }

    pub(super) fn known(&self) -> usize {
        self.sizes[..self.so_far.len()].iter().sum::<usize>() * self.encounters
    }

    /// Who meets in an encounter, and its number in the match.
    pub(super) fn pairing(&self, encounter: usize) -> Option<(Pairing, usize)> {
        let mut rest = encounter;
        for round in &self.so_far {
            let count = round.matches.len();
            if rest < count * self.encounters {
                let of = &round.matches[rest % count];
                return Some(((of.first, of.second), rest / count));
            }
            rest -= count * self.encounters;
        }
        None
    }

    pub(super) fn so_far(&self) -> &[Round] {
        &self.so_far
    }

    /// Counts the last round, and begins the next ones as far as the results go.
    pub(super) fn advance(&mut self, results: &dyn Results, games_each: usize) -> bool {
        let known = self.known();
        loop {
            let last = self.so_far.len() - 1;
            let before: usize = self.sizes[..last].iter().sum::<usize>() * self.encounters * games_each;
            let is_over = self.count(last, before, results, games_each);
            if !is_over || self.so_far.len() == self.sizes.len() {
                return self.known() > known;
            }
            self.begin();
        }
    }

    /// Sums up a round, whose first game has the number `before`; true if all of it was played.
    fn count(&mut self, round: usize, before: usize, results: &dyn Results, games_each: usize) -> bool {
        let count = self.sizes[round];
        let pairs = games_each == 2;
        let matches = &mut self.so_far[round].matches;
        for (at, of) in matches.iter_mut().enumerate() {
            *of = Match { points: [0.0; 2], discs: [0; 2], games: 0, ..of.clone() };
            for encounter in 0..self.encounters {
                for game in 0..games_each {
                    let number = before + (encounter * count + at) * games_each + game;
                    let Some((points, score)) = results.result(number) else { continue };
                    of.games += 1;
                    // As the slots have the colours.
                    let swapped = if pairs { game % 2 == 1 } else { encounter % 2 == 1 };
                    let sign = if swapped { -1 } else { 1 };
                    if let Some(points) = points {
                        let first = f64::from(if swapped { 2 - points } else { points }) / 2.0;
                        of.points[0] += first;
                        of.points[1] += 1.0 - first;
                        // A game without a count of discs is won by the least that a game can be.
                        let margin =
                            score.map_or_else(|| (4.0 * (first - 0.5)) as i64, |score| sign * i64::from(score));
                        of.discs[0] += 32 + margin / 2;
                        of.discs[1] += 32 - margin / 2;
                    }
                }
            }
        }
        matches.iter().all(|of| of.games == self.encounters * games_each)
    }
}
