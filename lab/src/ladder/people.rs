//! The ladder of human-like players: the rating of each setting.

use rival::board::Objective;
use rival::people::{Ladder, LadderElo, Rung, Setting, Theta, shipped};
use rival::personality::{HumanSpec, Kind, Personality, Strength};
use rival::stats::FieldElo;

use super::{LadderRun, Match, NamedText, pretty, rate};
use crate::table::{Table, cells};

/// A setting with the judge of the model of choices.
const fn setting(theta: f64, sharpness: f64) -> Setting {
    Setting { theta: Theta(theta), sharpness, depth: 5, exact_from: 11 }
}

/// A setting with a deeper judge.
const fn deeper(sharpness: f64) -> Setting {
    Setting { theta: Theta(3.0), sharpness, depth: 7, exact_from: 13 }
}

/// The settings, from random moves to the judge's best move, and then with a deeper judge. Below theta -1.5 a loss
/// would have almost no weight, or the wrong sign, so weaker players draw less sharply. The two judges meet where both
/// play alike.
const SETTINGS: [Setting; 25] = [
    setting(-1.5, 0.0),
    setting(-1.5, 0.08),
    setting(-1.5, 0.15),
    setting(-1.5, 0.22),
    setting(-1.5, 0.3),
    setting(-1.5, 0.4),
    setting(-1.5, 0.5),
    setting(-1.5, 0.62),
    setting(-1.5, 0.75),
    setting(-1.5, 0.87),
    setting(-1.5, 1.0),
    setting(-1.1, 1.0),
    setting(-0.75, 1.0),
    setting(-0.4, 1.0),
    setting(0.0, 1.0),
    setting(0.5, 1.0),
    setting(1.0, 1.0),
    setting(2.0, 1.0),
    setting(3.0, 1.0),
    setting(3.0, 1.25),
    setting(3.0, 1.5),
    deeper(1.2),
    deeper(1.6),
    deeper(2.2),
    deeper(3.0),
];

/// The setting that draws moves as the average player does, and its rating. It is weaker than the average player
/// (1500), although it copies that player's moves, because a deeper search finds more in them than the judge sees. This
/// rating makes the ladder and people agree at 1500 in the experiment `tie`: see `docs/people.md`.
const AVERAGE: (usize, FieldElo) = (14, FieldElo(1414.0));
/// Each setting plays matches against this many of the settings after it.
const WITHIN: usize = 2;
/// The least distance between neighbouring rungs in Elo. Settings may be nearer to each other because of noise.
const LEAST: f64 = 5.0;

pub(super) fn make(run: &mut LadderRun) -> anyhow::Result<(String, Vec<NamedText>)> {
    let players: Vec<Personality> =
        SETTINGS.iter().zip(0..).map(|(&setting, number)| player(number, setting)).collect();
    let mut matches = Vec::new();
    for (a, first) in players.iter().enumerate() {
        for (b, second) in players.iter().enumerate().skip(a + 1).take(WITHIN) {
            matches.push(run.play(first, second, (100 * a + b) as u64)?);
        }
    }
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let ratings = rate(&names, &matches, AVERAGE)?;
    let mut rungs: Vec<Rung> = Vec::new();
    let mut table = Table::new("theta | sharpness | plies | exact from | rating | score against the one before");
    let mut before = "";
    for ((name, setting), FieldElo(elo)) in names.iter().zip(SETTINGS).zip(ratings) {
        let step = matches.iter().find(|result| result.a == before && result.b == *name).map(Match::reversed);
        before = name;
        let rating = LadderElo(elo.round());
        if rungs.last().is_none_or(|before| rating.above(before.rating) > LEAST) {
            rungs.push(Rung { rating, setting });
        }
        let Setting { theta, sharpness, depth, exact_from } = setting;
        let score = step.map(|result| result.score_in_words()).unwrap_or_default();
        table.row(cells![theta, sharpness, depth, exact_from, rating, score]);
    }
    let ladder = Ladder { command: run.command.clone(), judge: shipped().judge.clone(), rungs };
    Ok((table.to_string(), vec![("played.json".to_owned(), pretty(&ladder)?)]))
}

fn player(number: usize, setting: Setting) -> Personality {
    let kind = Kind::Human(HumanSpec::new(Strength::Setting(setting)));
    Personality::new(&format!("setting-{number}"), "a setting", Objective::Normal, kind)
}
