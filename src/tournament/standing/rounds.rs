//! The rounds of a tournament that has them: pairings, results and winners.

use serde::Serialize;

use super::Standing;
use crate::tournament::config::PlanKind;
use crate::tournament::schedule::{Round, Schedule, knockout_winner, swiss_places};

/// A round with names.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct RoundLine {
    pub matches: Vec<MatchLine>,
    /// Engines without an opponent; they go on as if they had won.
    pub byes: Vec<String>,
}

/// A match of a round.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct MatchLine {
    pub first: String,
    pub second: String,
    /// Points and discs of both.
    pub points: [f64; 2],
    pub discs: [i64; 2],
    pub games: usize,
    /// In a knockout, once all games are played: the winner.
    pub winner: Option<String>,
}

/// The place of an engine in a Swiss tournament.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct SwissLine {
    pub name: String,
    /// Byes included.
    pub points: f64,
    /// Brightwell's quotient, the tie-break.
    pub brightwell: f64,
}

/// The rounds so far; `None` if the schedule has none.
pub(super) fn rounds(schedule: &Schedule, kind: PlanKind, games: usize, names: &[String]) -> Option<Vec<RoundLine>> {
    let line = |round: &Round| RoundLine {
        matches: round
            .matches
            .iter()
            .map(|of| MatchLine {
                first: names[of.first].clone(),
                second: names[of.second].clone(),
                points: of.points,
                discs: of.discs,
                games: of.games,
                winner: (kind == PlanKind::Knockout && of.games == games).then(|| names[knockout_winner(of)].clone()),
            })
            .collect(),
        byes: round.byes.iter().map(|&engine| names[engine].clone()).collect(),
    };
    Some(schedule.rounds()?.iter().map(line).collect())
}

/// The places of a Swiss tournament by the rounds that have games, the best first.
pub(super) fn swiss(schedule: &Schedule, names: &[String]) -> Vec<SwissLine> {
    let begun = |round: &&Round| round.matches.iter().any(|of| of.games > 0);
    let played: Vec<Round> = schedule.rounds().unwrap_or_default().iter().filter(begun).cloned().collect();
    let places = swiss_places(names.len(), &played);
    places
        .into_iter()
        .map(|place| SwissLine {
            name: names[place.engine].clone(),
            points: place.points,
            brightwell: (place.brightwell * 100.0).round() / 100.0,
        })
        .collect()
}

/// Orders the engines of a tournament with rounds by its own places: those of the Swiss system, or by matches won in a
/// knockout.
pub(super) fn order(standing: &mut Standing) {
    if let Some(places) = &standing.swiss {
        let place = |name: &str| places.iter().position(|place| place.name == name);
        standing.engines.sort_by_key(|engine| place(&engine.name));
    } else if let Some(rounds) = &standing.rounds {
        let won = |name: &str| {
            let matches = rounds.iter().flat_map(|round| &round.matches);
            let last = rounds.iter().flat_map(|round| &round.byes).filter(|bye| *bye == name).count();
            last + matches.filter(|of| of.winner.as_deref() == Some(name)).count()
        };
        standing.engines.sort_by_key(|engine| std::cmp::Reverse(won(&engine.name)));
    }
}
