//! A step of the search: for each probe, two opposite points play a match.

use anyhow::bail;

use super::options;
use super::state::Setup;
use crate::cli::tournament::own_program;
use crate::machine::work;
use crate::operators::Genome;
use crate::search::Stop;
use crate::stats::derive;
use crate::tournament::catalogue::{EngineFields, with_texts};
use crate::tournament::config::Options;
use crate::tournament::words::typed;
use crate::tournament::{Config, Error, FaultRecord, TournamentGame, unrecorded};

/// The sides of a probe.
const SIDES: [&str; 2] = ["plus", "minus"];

/// The matches of a step.
pub(super) fn matches(setup: &Setup, number: usize, points: &[Genome]) -> anyhow::Result<Vec<Config>> {
    let mut matches = Vec::new();
    for (probe, two) in points.chunks_exact(2).enumerate() {
        let mut engines = Vec::new();
        for (side, values) in SIDES.into_iter().zip(two) {
            let mut fields = with_texts(&setup.engine.0, &|text| options::filled(text, &setup.options, values));
            // A text that was {NAME} may have become a number.
            for (key, value) in &mut fields {
                if let Some(text) = value.as_str() {
                    *value = typed(key, text);
                }
            }
            fields.insert("name".to_owned(), side.into());
            engines.push(EngineFields(fields));
        }
        // Each probe has its own openings.
        let seed = derive(derive(setup.seed, number as u64), probe as u64) >> 33;
        let options = Options {
            engines,
            games: Some(setup.games),
            openings: Some(setup.openings.clone()),
            seed: Some(seed),
            rule: Some(setup.rule),
            log: Some(false),
            ..Options::default()
        };
        matches.push(Config::new(&options).map_err(|problem| anyhow::anyhow!("--engine: {problem}"))?);
    }
    Ok(matches)
}

/// Plays the matches, and returns the games of each; `None` if they were stopped.
pub(super) fn play(
    matches: &[Config],
    threads: usize,
    stop: &Stop,
) -> anyhow::Result<Option<Vec<Vec<TournamentGame>>>> {
    let guard = own_program()?;
    let played = work::map(threads, matches.len(), |number| {
        if stop.is_stopped() { Err(Error::Stopped) } else { unrecorded(&matches[number], &guard, stop) }
    });
    match played.into_iter().collect() {
        Ok(games) => Ok(Some(games)),
        Err(Error::Stopped) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The advantage of the first side of each probe, from -1 to 1, and the number of faults in all games.
///
/// # Errors
///
/// Every game ended by a fault. The error has the first one.
pub(super) fn differences(
    setup: &Setup,
    points: &[Genome],
    matches: &[Vec<TournamentGame>],
) -> anyhow::Result<(Vec<f64>, usize)> {
    let faults = matches.iter().flatten().filter(|game| game.fault.is_some()).count();
    let games: usize = matches.iter().map(Vec::len).sum();
    // The fault of an engine that always fails would drive the search at random.
    if faults == games
        && let Some(fault) = matches.iter().flatten().find_map(|game| game.fault.as_ref())
    {
        // The first fault of all is in the first match.
        let point = &points[usize::from(fault.engine != SIDES[0])];
        let options = setup.options.iter().zip(point);
        let values: Vec<String> =
            options.map(|(option, &value)| format!("{}={}", option.name, option.text(value))).collect();
        let FaultRecord { kind, detail, .. } = fault;
        bail!("--engine: every game ended by a fault, the first with {}: {}: {detail}", values.join(" "), kind.title());
    }
    Ok((matches.iter().map(|games| difference(games)).collect(), faults))
}

/// The advantage of the first side in the games without a fault.
fn difference(games: &[TournamentGame]) -> f64 {
    let points: Vec<f64> =
        games.iter().filter_map(|game| game.doubled(SIDES[0])).map(|result| f64::from(result) - 1.0).collect();
    points.iter().sum::<f64>() / points.len().max(1) as f64
}
