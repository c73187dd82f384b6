//! Where a tournament stands: what the games so far say.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use super::config::{Config, Plan};
use super::fault::FaultKind;
use super::played::{Played, Termination};
use super::schedule::Schedule;
use crate::board::Objective;
use crate::stats::{Encounter, Pairs, Range, Scores, Sprt, Tally, Verdict, ratings};

/// What must be known of a tournament to count its games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    pub name: String,
    pub engines: Vec<String>,
    pub plan: Plan,
    /// The fewest discs win.
    pub anti: bool,
    pub sprt: Option<Sprt>,
    /// Ratings that are given. They change no game, so another choice is still the same tournament.
    #[serde(default)]
    pub anchors: BTreeMap<String, f64>,
}

impl Frame {
    #[must_use]
    pub fn of(config: &Config) -> Frame {
        Frame {
            name: config.name.clone(),
            engines: config.engines.iter().map(|engine| engine.name.clone()).collect(),
            plan: config.plan,
            anti: config.rule == Objective::Anti,
            sprt: config.sprt,
            anchors: config.anchors.clone(),
        }
    }

    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.plan, self.engines.len())
    }

    #[must_use]
    pub fn objective(&self) -> Objective {
        if self.anti { Objective::Anti } else { Objective::Normal }
    }
}

/// The table of a tournament. Nothing in it depends on time, so the same games make the same table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    pub name: String,
    pub rule: &'static str,
    /// In the schedule, or in the part of it that counts once an SPRT has decided.
    pub games: usize,
    pub played: usize,
    /// Games that count for nobody.
    pub void: usize,
    pub adjudicated: usize,
    pub resigned: usize,
    /// Games that repeat an earlier one move for move.
    pub duplicates: usize,
    /// Best first; in the order of the configuration while there are no ratings.
    pub engines: Vec<EngineLine>,
    pub pairings: Vec<PairingLine>,
    pub sprt: Option<SprtLine>,
    /// The ratings rest on an assumed encounter for each engine: see [`crate::stats::Ratings`].
    pub prior: bool,
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EngineLine {
    pub name: String,
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub points: f64,
    /// In Elo with the 95 % interval, the mean of the field 0 or the anchors what they are; `None` while not all have met.
    pub rating: Option<Range>,
    /// Mean disc difference of the games that were played to their end.
    pub discs: Option<f64>,
    /// By kind; kinds that did not happen are left out.
    pub faults: BTreeMap<&'static str, u64>,
}

/// Two engines' games, from the view of the first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairingLine {
    pub first: String,
    pub second: String,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// LL, LD, WL, DD, WD, WW; `None` without pairs.
    pub pairs: Option<[u64; 6]>,
    pub ratio: Option<f64>,
    /// `None` without a game that counts.
    pub elo: Option<Range>,
    /// `None` while there are too few results for a deviation.
    pub nelo: Option<Range>,
    /// 0 to 1, both excluded.
    pub los: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SprtLine {
    #[serde(flatten)]
    pub test: Sprt,
    pub ratio: f64,
    pub lower: f64,
    pub upper: f64,
    pub verdict: Verdict,
}

/// The games of one pairing.
#[derive(Default)]
struct Meeting {
    tally: Tally,
    pairs: Pairs,
}

impl Meeting {
    /// Pairs if there are whole ones, else single games.
    fn scores(&self, paired: bool) -> Option<Scores> {
        if paired { self.pairs.scores() } else { self.tally.scores() }
    }
}

/// Counts games, which may come in any order; each number once.
#[must_use]
pub fn standing<'a>(frame: &Frame, games: impl Iterator<Item = &'a Played>) -> Standing {
    let schedule = frame.schedule();
    let mut sorted: BTreeMap<usize, &Played> = games.map(|game| (game.number(), game)).collect();
    let sprt = frame.sprt.map(|test| follow(test, &schedule, frame, &sorted));
    let mut total = schedule.games();
    if let Some((_, Some(end))) = &sprt {
        total = *end;
        sorted.split_off(end);
    }
    let mut count = Count::new(frame);
    for &game in sorted.values() {
        count.add(game);
    }
    count.pair(&schedule, &sorted);
    count.finish(frame, total, sorted.len(), sprt.map(|(line, _)| line))
}

/// Follows the test through the encounters in their order: the moment at which it decides does not depend on which games were done first.
/// Returns the number of games that count once it has decided.
fn follow(
    test: Sprt,
    schedule: &Schedule,
    frame: &Frame,
    games: &BTreeMap<usize, &Played>,
) -> (SprtLine, Option<usize>) {
    let mut meeting = Meeting::default();
    let (lower, upper) = test.bounds();
    let mut line = SprtLine { test, ratio: 0.0, lower, upper, verdict: Verdict::Undecided };
    let each = schedule.games_each();
    for encounter in 0..schedule.encounters() {
        let Some(results) = encounter_games(encounter, each, games) else { break };
        let results: Vec<u8> = results.iter().filter_map(|game| game.doubled(&frame.engines[0])).collect();
        match results[..] {
            [first, second] => meeting.pairs.add(first, second),
            [only] if each == 1 => meeting.tally.add(only),
            _ => continue,
        }
        if let Some(scores) = meeting.scores(each == 2) {
            line.ratio = test.ratio(&scores);
            line.verdict = test.verdict(&scores);
        }
        if line.verdict != Verdict::Undecided {
            return (line, Some((encounter + 1) * each));
        }
    }
    (line, None)
}

/// All games of an encounter, if they have been played.
fn encounter_games<'a>(encounter: usize, each: usize, games: &BTreeMap<usize, &'a Played>) -> Option<Vec<&'a Played>> {
    (encounter * each..(encounter + 1) * each).map(|number| games.get(&number).copied()).collect()
}

/// Sums of an engine.
#[derive(Default)]
struct Sums {
    tally: Tally,
    discs: i64,
    finished: u64,
    faults: BTreeMap<&'static str, u64>,
}

struct Count<'f> {
    names: &'f [String],
    engines: Vec<Sums>,
    meetings: BTreeMap<(usize, usize), Meeting>,
    encounters: Vec<Encounter>,
    seen: HashSet<(String, String, Option<String>, String)>,
    void: usize,
    adjudicated: usize,
    resigned: usize,
    duplicates: usize,
    paired: bool,
}

impl<'f> Count<'f> {
    fn new(frame: &'f Frame) -> Count<'f> {
        Count {
            names: &frame.engines,
            engines: frame.engines.iter().map(|_| Sums::default()).collect(),
            meetings: BTreeMap::new(),
            encounters: Vec::new(),
            seen: HashSet::new(),
            void: 0,
            adjudicated: 0,
            resigned: 0,
            duplicates: 0,
            paired: frame.plan.pairs,
        }
    }

    fn engine(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    fn add(&mut self, game: &Played) {
        let (Some(black), Some(white)) = (self.engine(&game.black), self.engine(&game.white)) else { return };
        if let Some(fault) = &game.fault
            && let Some(engine) = self.engine(&fault.engine)
        {
            *self.engines[engine].faults.entry(fault.kind.name()).or_default() += 1;
        }
        match game.termination {
            Termination::Adjudicated => self.adjudicated += 1,
            Termination::Resigned => self.resigned += 1,
            Termination::Normal | Termination::Fault => {}
        }
        if let Some(score) = game.score {
            for (engine, score) in [(black, score), (white, -score)] {
                self.engines[engine].discs += i64::from(score);
                self.engines[engine].finished += 1;
            }
            let start = game.opening.start.clone();
            if !self.seen.insert((game.black.clone(), game.white.clone(), start, game.moves.clone())) {
                self.duplicates += 1;
            }
        }
        let Some(result) = game.doubled(&game.black) else {
            self.void += 1;
            return;
        };
        self.engines[black].tally.add(result);
        self.engines[white].tally.add(2 - result);
        let (first, result) = if black < white { ((black, white), result) } else { ((white, black), 2 - result) };
        self.meetings.entry(first).or_default().tally.add(result);
    }

    /// Puts games of one encounter together.
    fn pair(&mut self, schedule: &Schedule, games: &BTreeMap<usize, &Played>) {
        let each = schedule.games_each();
        let mut last = None;
        for number in games.keys() {
            let encounter = number / each;
            if last.replace(encounter) == Some(encounter) {
                continue;
            }
            let slot = schedule.slot(encounter * each);
            let (first, second) = (slot.black.min(slot.white), slot.black.max(slot.white));
            let present = (encounter * each..(encounter + 1) * each).filter_map(|number| games.get(&number));
            let results: Vec<u8> = present.filter_map(|game| game.doubled(&self.names[first])).collect();
            if let [a, b] = results[..] {
                self.meetings.entry((first, second)).or_default().pairs.add(a, b);
            }
            if !results.is_empty() {
                let points = results.iter().map(|&result| f64::from(result) / 2.0).sum();
                self.encounters.push(Encounter { first, second, points, games: results.len() as u32 });
            }
        }
    }

    fn finish(self, frame: &Frame, games: usize, played: usize, sprt: Option<SprtLine>) -> Standing {
        let anchors = frame.anchors.iter().filter_map(|(name, &elo)| Some((self.engine(name)?, elo)));
        let anchors: Vec<(usize, f64)> = anchors.collect();
        let rated = ratings(self.names.len(), &self.encounters, &anchors);
        let prior = rated.as_ref().is_some_and(|ratings| ratings.prior);
        let line = |(number, sums): (usize, Sums)| {
            let rating = rated.as_ref().map(|ratings| ratings.players[number]);
            EngineLine {
                name: self.names[number].clone(),
                games: sums.tally.games(),
                wins: sums.tally.wins,
                draws: sums.tally.draws,
                losses: sums.tally.losses,
                points: sums.tally.points(),
                rating: rating.map(|rating| rating.range),
                discs: (sums.finished > 0).then(|| sums.discs as f64 / sums.finished as f64),
                faults: sums.faults,
            }
        };
        // Stable: equal ones stay in the order of the configuration.
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        if let Some(ratings) = &rated {
            order.sort_by(|&a, &b| ratings.players[b].order.total_cmp(&ratings.players[a].order));
        }
        let mut engines: Vec<Option<EngineLine>> =
            self.engines.into_iter().enumerate().map(|engine| Some(line(engine))).collect();
        let engines = order.into_iter().filter_map(|number| engines[number].take()).collect();
        let pairings = self
            .meetings
            .iter()
            .map(|(&(first, second), meeting)| pairing(&self.names[first], &self.names[second], meeting, self.paired));
        let mut standing = Standing {
            name: frame.name.clone(),
            rule: if frame.anti { "anti" } else { "normal" },
            games,
            played,
            void: self.void,
            adjudicated: self.adjudicated,
            resigned: self.resigned,
            duplicates: self.duplicates,
            pairings: pairings.collect(),
            engines,
            sprt,
            prior,
            warnings: Vec::new(),
        };
        standing.warnings = warnings(&standing);
        standing
    }
}

fn pairing(first: &str, second: &str, meeting: &Meeting, paired: bool) -> PairingLine {
    let scores = meeting.scores(paired);
    PairingLine {
        first: first.to_owned(),
        second: second.to_owned(),
        wins: meeting.tally.wins,
        draws: meeting.tally.draws,
        losses: meeting.tally.losses,
        pairs: paired.then(|| meeting.pairs.counts()),
        ratio: meeting.pairs.ratio(),
        elo: scores.as_ref().map(Scores::elo_range),
        nelo: scores.as_ref().and_then(Scores::nelo_range),
        los: scores.as_ref().map(Scores::los),
    }
}

fn warnings(standing: &Standing) -> Vec<String> {
    let mut warnings = Vec::new();
    for engine in &standing.engines {
        for kind in FaultKind::ALL {
            if let Some(count) = engine.faults.get(kind.name()) {
                warnings.push(format!("{}: {} in {count} of its games", engine.name, kind.title()));
            }
        }
    }
    if standing.duplicates > 0 {
        warnings.push(format!(
            "{} of {} games repeat an earlier one move for move: they say nothing new; use more openings",
            standing.duplicates, standing.played
        ));
    }
    if standing.void > 0 {
        warnings.push(format!("{} games ended by a fault are not counted", standing.void));
    }
    if standing.prior {
        warnings
            .push("some engines took no point from the others: ratings rest on half a lost and half a won encounter assumed for each".to_owned());
    }
    warnings
}
