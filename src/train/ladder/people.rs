//! The ladder of human-like players: the rating of each setting.

use super::{Halt, Match, Run, rated};
use crate::board::Objective;
use crate::people::{Ladder, LadderElo, Rung, Setting, Theta, shipped};
use crate::personality::{HumanSpec, Kind, Personality, Strength};
use crate::stats::FieldElo;
use crate::train::run::files;

/// From random moves to the judge's best one, then a deeper judge. Below theta -1.5 a loss would have almost no weight,
/// or the wrong sign, so weaker players draw less sharply. The two judges meet where both play alike.
fn settings() -> Vec<Setting> {
    let sharper =
        [0.0, 0.08, 0.15, 0.22, 0.3, 0.4, 0.5, 0.62, 0.75, 0.87, 1.0].map(|sharpness| (-1.5, sharpness, 5, 11));
    let stronger = [-1.1, -0.75, -0.4, 0.0, 0.5, 1.0, 2.0, 3.0].map(|theta| (theta, 1.0, 5, 11));
    let deeper = [
        (3.0, 1.25, 5, 11),
        (3.0, 1.5, 5, 11),
        (3.0, 1.2, 7, 13),
        (3.0, 1.6, 7, 13),
        (3.0, 2.2, 7, 13),
        (3.0, 3.0, 7, 13),
    ];
    let of = |(theta, sharpness, depth, exact_from)| Setting { theta: Theta(theta), sharpness, depth, exact_from };
    sharper.into_iter().chain(stronger).chain(deeper).map(of).collect()
}

/// The setting that draws as the average player does, and its rating. It is weaker than the average player (1500),
/// whose moves it copies, because a deeper search finds more in those moves than the judge sees. With this number the
/// ladder and people agree at 1500 by `lab tie`: see `docs/people.md`.
const AVERAGE: (usize, FieldElo) = (14, FieldElo(1414.0));
/// Each setting meets this many of the next ones.
const WITHIN: usize = 2;
/// A setting less than this above the one before it, because of noise, is not a rung.
const LEAST: f64 = 5.0;

pub(super) fn make(run: &mut Run<'_>) -> Result<String, Halt> {
    let settings = settings();
    let player = |(number, setting): (usize, &Setting)| {
        let kind = Kind::Human(HumanSpec::new(Strength::Setting(*setting)));
        Personality::new(&format!("setting-{number}"), "a setting", Objective::Normal, kind)
    };
    let players: Vec<Personality> = settings.iter().enumerate().map(player).collect();
    let mut matches = Vec::new();
    for (a, first) in players.iter().enumerate() {
        for (b, second) in players.iter().enumerate().skip(a + 1).take(WITHIN) {
            matches.push(run.play(first, second, (100 * a + b) as u64)?);
        }
    }
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let mut rungs: Vec<Rung> = Vec::new();
    let mut table = "| theta | sharpness | plies | exact from | rating | score against the one before |\n\
                     |---|---|---|---|---|---|\n"
        .to_owned();
    let mut before = "";
    for ((FieldElo(elo), setting), name) in rated(&names, &matches, AVERAGE)?.into_iter().zip(settings).zip(&names) {
        let step = matches.iter().find(|found| found.a == before && found.b == *name).map(Match::said_of_b);
        before = name;
        let rating = LadderElo(elo.round());
        if rungs.last().is_none_or(|before| rating.above(before.rating) > LEAST) {
            rungs.push(Rung { rating, setting });
        }
        let Setting { theta, sharpness, depth, exact_from } = setting;
        table +=
            &format!("| {theta} | {sharpness} | {depth} | {exact_from} | {rating} | {} |\n", step.unwrap_or_default());
    }
    let ladder = Ladder { command: run.command.clone(), judge: shipped().judge.clone(), rungs };
    files::write_json(&run.folder.join("played.json"), &ladder)?;
    Ok(table)
}
