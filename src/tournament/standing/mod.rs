//! The standing of a tournament after the games so far.

mod count;
mod follow;
mod frame;
mod rounds;

use std::collections::BTreeMap;

use serde::Serialize;

pub(super) use self::frame::Frame;
pub(crate) use self::rounds::{MatchLine, RoundLine, SwissLine};

use self::count::Count;
use self::follow::follow;
use super::config::PlanKind;
use super::fault::FaultKind;
use super::played::Played;
use super::schedule::Schedule;
use crate::board::Objective;
use crate::stats::{FieldElo, Los, Pairs, Range, Scores, Sprt, Tally, Verdict};

/// The table of a tournament, without anything that depends on time, so the same games make the same table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Standing {
    pub name: String,
    pub rule: Objective,
    /// Of the schedule, or of the part that counts after an SPRT's decision.
    pub games: usize,
    pub played: usize,
    /// Games that do not count.
    pub void: usize,
    pub adjudicated: usize,
    pub resigned: usize,
    /// Games that ended by the engines' own values.
    pub claimed: usize,
    /// Games that repeat an earlier one move for move.
    pub duplicates: usize,
    /// Best first; in the order of the configuration while there are no ratings.
    pub engines: Vec<EngineLine>,
    pub pairings: Vec<PairingLine>,
    pub sprt: Option<SprtLine>,
    /// Of forms that have rounds.
    pub rounds: Option<Vec<RoundLine>>,
    /// Of a Swiss tournament: the places, the best first.
    pub swiss: Option<Vec<SwissLine>>,
    /// Ratings that were given.
    pub anchors: BTreeMap<String, FieldElo>,
    /// The ratings rest on the prior: see [`crate::stats::Ratings`].
    pub prior: bool,
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct EngineLine {
    pub name: String,
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub points: f64,
    /// In Elo with the 95 % interval; the mean of the field is 0, or anchors have their values. `None` while not all
    /// have met.
    pub rating: Option<Range>,
    /// That it is better than the engine with the next lower rating, 0.5 to 1.
    pub los: Option<Los>,
    /// Mean disc difference of the games that were played to their end.
    pub discs: Option<f64>,
    /// By kind, without kinds that did not happen.
    pub faults: BTreeMap<&'static str, u64>,
}

/// Two engines' games, from the view of the first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct PairingLine {
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
    /// `None` with too few results for a deviation.
    pub nelo: Option<Range>,
    /// That the first is the better one; never 0 or 1.
    pub los: Option<Los>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct SprtLine {
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
    /// Whole pairs if there are any, otherwise single games.
    fn scores(&self, paired: bool) -> Option<Scores> {
        if paired { self.pairs.scores() } else { self.tally.scores() }
    }
}

/// Counts games, which may come in any order, each number once.
#[must_use]
pub(super) fn standing<'a>(frame: &Frame, schedule: &Schedule, games: impl Iterator<Item = &'a Played>) -> Standing {
    let mut sorted: BTreeMap<usize, &Played> = games.map(|game| (game.number(), game)).collect();
    let sprt = frame.sprt.map(|test| follow(test, schedule, frame, &sorted));
    let mut total = schedule.games();
    if let Some((_, Some(end))) = &sprt {
        total = *end;
        sorted.split_off(end);
    }
    let mut count = Count::new(frame);
    for &game in sorted.values() {
        count.add(game);
    }
    count.pair(schedule, &sorted);
    let mut standing = count.finish(frame, total, sorted.len(), sprt.map(|(line, _)| line));
    standing.rounds = rounds::rounds(schedule, frame.schedule, frame.last().games, &frame.engines);
    standing.swiss = matches!(frame.schedule, PlanKind::Swiss(_)).then(|| rounds::swiss(schedule, &frame.engines));
    rounds::order(&mut standing);
    standing.warnings = warnings(&standing);
    standing
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
            "{} of {} games repeat an earlier one move for move: they are no new evidence; use more openings",
            standing.duplicates, standing.played
        ));
    }
    if standing.void > 0 {
        warnings.push(format!("{} games ended by a fault are not counted", standing.void));
    }
    if standing.prior {
        warnings.push(
            "some engines took no point from the others, so nothing says how far apart they are: \
             each rating counts one encounter more, half won and half lost, shared among the engine's opponents"
                .to_owned(),
        );
    }
    warnings
}
