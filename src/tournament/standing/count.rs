//! Sums up games.

use std::collections::{BTreeMap, HashSet};

use super::{EngineLine, PairingLine, Results, SprtLine, Standing};
use crate::board::{Position, Square, Symmetry};
use crate::stats::{Encounter, FieldElo, Scores, Tally, ratings};
use crate::tournament::identity::Identity;
use crate::tournament::played::{Termination, TournamentGame};
use crate::tournament::schedule::Schedule;

/// The sums of an engine's games.
#[derive(Default)]
struct Sums {
    tally: Tally,
    discs: i64,
    finished: u64,
    faults: BTreeMap<&'static str, u64>,
}

pub(super) struct Count<'i> {
    names: Vec<&'i str>,
    engines: Vec<Sums>,
    pairings: BTreeMap<(usize, usize), Results>,
    encounters: Vec<Encounter>,
    seen: HashSet<(String, String, Option<String>, String)>,
    adjudicated: usize,
    resigned: usize,
    claimed: usize,
    duplicates: usize,
    paired: bool,
}

impl<'i> Count<'i> {
    pub(super) fn new(identity: &'i Identity) -> Count<'i> {
        Count {
            names: identity.names().collect(),
            engines: identity.engines.iter().map(|_| Sums::default()).collect(),
            pairings: BTreeMap::new(),
            encounters: Vec::new(),
            seen: HashSet::new(),
            adjudicated: 0,
            resigned: 0,
            claimed: 0,
            duplicates: 0,
            paired: identity.plan.pairs,
        }
    }

    fn engine(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| *other == name)
    }

    pub(super) fn add(&mut self, game: &TournamentGame) {
        let (Some(black), Some(white)) = (self.engine(&game.black), self.engine(&game.white)) else { return };
        if let Some(fault) = &game.fault
            && let Some(engine) = self.engine(&fault.engine)
        {
            *self.engines[engine].faults.entry(fault.kind.name()).or_default() += 1;
        }
        match game.termination {
            Termination::Adjudicated => self.adjudicated += 1,
            Termination::Resigned => self.resigned += 1,
            Termination::Claimed => self.claimed += 1,
            Termination::Normal | Termination::Fault => {}
        }
        if let Some(score) = game.score {
            for (engine, score) in [(black, score), (white, -score)] {
                self.engines[engine].discs += i64::from(score);
                self.engines[engine].finished += 1;
            }
        }
        let Some(result) = game.doubled(&game.black) else { return };
        let start = game.opening.start.clone();
        let moves = if start.is_none() { least_image(&game.moves) } else { game.moves.clone() };
        if !self.seen.insert((game.black.clone(), game.white.clone(), start, moves)) {
            self.duplicates += 1;
        }
        self.engines[black].tally.add(result);
        self.engines[white].tally.add(2 - result);
        let (first, result) = if black < white { ((black, white), result) } else { ((white, black), 2 - result) };
        self.pairings.entry(first).or_default().tally.add(result);
    }

    /// Collects the games of one encounter.
    pub(super) fn pair(&mut self, schedule: &Schedule, games: &BTreeMap<usize, &TournamentGame>) {
        let each = schedule.games_each();
        let mut last = None;
        for number in games.keys() {
            let encounter = number / each;
            if last.replace(encounter) == Some(encounter) {
                continue;
            }
            let Some(pairing) = schedule.pairing(encounter * each) else { continue };
            let first = pairing.black.min(pairing.white);
            let second = pairing.black.max(pairing.white);
            let present = (encounter * each..(encounter + 1) * each).filter_map(|number| games.get(&number));
            let results: Vec<u8> = present.filter_map(|game| game.doubled(self.names[first])).collect();
            if let [a, b] = results[..] {
                self.pairings.entry((first, second)).or_default().pairs.add(a, b);
            }
            if !results.is_empty() {
                let points = results.iter().map(|&result| f64::from(result) / 2.0).sum();
                self.encounters.push(Encounter { first, second, points, games: results.len() as u32, times: 1 });
            }
        }
    }

    pub(super) fn finish(self, identity: &Identity, games: usize, played: usize, sprt: Option<SprtLine>) -> Standing {
        let anchors = identity.anchors.iter().filter_map(|(name, &elo)| Some((self.engine(name)?, elo)));
        let anchors: Vec<(usize, FieldElo)> = anchors.collect();
        let rated = ratings(self.names.len(), &self.encounters, &anchors);
        let prior = rated.as_ref().is_some_and(|ratings| ratings.prior);
        let mut anchors = identity.anchors.clone();
        if let Some(zero) = rated.as_ref().and_then(|ratings| ratings.zero) {
            anchors.insert(self.names[zero].to_owned(), FieldElo(0.0));
        }
        let points: Vec<f64> = self.engines.iter().map(|sums| sums.tally.points()).collect();
        let lines = self.engines.into_iter().enumerate().map(|(number, sums)| {
            let rating = rated.as_ref().map(|ratings| ratings.players[number]);
            Some(EngineLine {
                name: self.names[number].to_owned(),
                games: sums.tally.games(),
                wins: sums.tally.wins,
                draws: sums.tally.draws,
                losses: sums.tally.losses,
                points: sums.tally.points(),
                rating: rating.map(|rating| rating.range),
                los: rating.and_then(|rating| rating.los),
                discs: (sums.finished > 0).then(|| sums.discs as f64 / sums.finished as f64),
                faults: sums.faults,
            })
        });
        let mut lines: Vec<Option<EngineLine>> = lines.collect();
        // Without ratings the points decide. The sort is stable, so equal engines stay in the order of the
        // configuration.
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        match &rated {
            Some(ratings) => order.sort_by(|&a, &b| ratings.players[b].order.0.total_cmp(&ratings.players[a].order.0)),
            None => order.sort_by(|&a, &b| points[b].total_cmp(&points[a])),
        }
        let mut engines: Vec<EngineLine> = order.into_iter().filter_map(|number| lines[number].take()).collect();
        let pairings: Vec<PairingLine> = self
            .pairings
            .iter()
            .map(|(&(first, second), results)| pairing(self.names[first], self.names[second], results, self.paired))
            .collect();
        if let ([line], [best, _]) = (&pairings[..], &mut engines[..]) {
            // With two engines both lines have the same likelihood, that of their match.
            best.los = line.los.map(|los| if line.first == best.name { los } else { los.of_other() });
        }
        Standing {
            name: identity.name.clone(),
            rule: identity.rules.rule,
            games,
            played,
            adjudicated: self.adjudicated,
            resigned: self.resigned,
            claimed: self.claimed,
            duplicates: self.duplicates,
            pairings,
            engines,
            sprt,
            anchors,
            prior,
            warnings: Vec::new(),
        }
    }
}

fn pairing(first: &str, second: &str, results: &Results, paired: bool) -> PairingLine {
    let scores = results.scores(paired);
    PairingLine {
        first: first.to_owned(),
        second: second.to_owned(),
        wins: results.tally.wins,
        draws: results.tally.draws,
        losses: results.tally.losses,
        pairs: paired.then(|| results.pairs.counts()),
        ratio: results.pairs.ratio(),
        elo: scores.as_ref().map(Scores::elo_range),
        nelo: scores.as_ref().and_then(Scores::nelo_range),
        los: scores.as_ref().map(Scores::los),
    }
}

/// The first in order of the images of a game from the normal start, which differ only by turning and mirroring.
fn least_image(moves: &str) -> String {
    let Position { own, opp } = Position::START;
    let symmetries = Symmetry::all().filter(|symmetry| symmetry.set(own) == own && symmetry.set(opp) == opp);
    let images = symmetries.map(|symmetry| image(moves, symmetry));
    images.min().unwrap_or_default()
}

/// The moves on the images of their squares. Passes stay.
fn image(moves: &str, symmetry: Symmetry) -> String {
    let mut image = String::with_capacity(moves.len());
    for two in moves.as_bytes().chunks(2) {
        let text = String::from_utf8_lossy(two);
        match text.parse::<Square>() {
            Ok(square) => image += &symmetry.square(square).to_string(),
            Err(_) => image += &text,
        }
    }
    image
}
