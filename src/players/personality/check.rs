//! From a raw file to a personality: every value is looked at once, here.

use std::num::NonZeroU32;
use std::time::Duration;

use super::choice::{choice, learn, playouts};
use super::error::Problem;
use super::file::{FeatureFile, File, SearchFile};
use super::values::{Checked, LARGEST, counted, needed, number, numbers, quoted, text};
use super::{AlphaBetaSpec, Effort, Flips, Kind, Personality, RivalSpec, SearchSpec, TieRule};
use crate::board::Objective;
use crate::eval::features::{self, KINDS as FEATURES, Parameters, Takes};
use crate::eval::{EvaluationSpec, Term, WeightedSpec};

/// The format that this program reads and writes.
pub(super) const FORMAT: &str = "rival/1";

pub(super) const KINDS: [&str; 5] = ["random", "static-map", "linear", "rival", "mcts"];

impl TryFrom<File> for Personality {
    type Error = Problem;

    fn try_from(file: File) -> Checked<Personality> {
        if file.format != FORMAT {
            return Err(Problem::at("format", quoted(&file.format), quoted(FORMAT)));
        }
        let kind = kind(&file)?;
        let rule = match file.rule.as_str() {
            "normal" => Objective::Normal,
            "anti" => Objective::Anti,
            other => return Err(Problem::at("rule", quoted(other), "\"normal\" or \"anti\"")),
        };
        text("summary", &file.summary)?;
        file.source.iter().try_for_each(|source| text("source", source))?;
        let notes = file.notes.unwrap_or_default();
        notes.iter().enumerate().try_for_each(|(i, note)| text(&format!("notes[{i}]"), note))?;
        Ok(Personality {
            name: name(file.name)?,
            summary: file.summary,
            source: file.source,
            notes,
            rule,
            provenance: file.provenance,
            kind,
        })
    }
}

fn name(name: String) -> Checked<String> {
    let usable =
        (1..=40).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_graphic() && b != b'/' && b != b'\\');
    if usable {
        Ok(name)
    } else {
        Err(Problem::at("name", quoted(&name), "1 to 40 printable ASCII characters without spaces and slashes"))
    }
}

fn kind(file: &File) -> Checked<Kind> {
    let fields = [
        ("priorities", file.priorities.is_some(), &["static-map"][..]),
        ("features", file.features.is_some(), &["linear", "rival"]),
        ("points_per_disc", file.points_per_disc.is_some(), &["linear", "rival"]),
        ("search", file.search.is_some(), &["linear", "rival"]),
        ("flips", file.flips.is_some(), &["rival"]),
        ("choice", file.choice.is_some(), &["rival"]),
        ("playouts", file.playouts.is_some(), &["mcts"]),
        ("learn", file.learn.is_some(), &["rival"]),
        ("learn_at_end", file.learn_at_end.is_some(), &["rival"]),
    ];
    if !KINDS.contains(&file.kind.as_str()) {
        let known = KINDS.map(quoted).join(", ");
        return Err(Problem::at("kind", quoted(&file.kind), format!("one of {known}")));
    }
    for (field, present, kinds) in fields {
        if present && !kinds.contains(&file.kind.as_str()) {
            let found = format!("this field in a personality of kind \"{}\"", file.kind);
            let kinds: Vec<String> = kinds.iter().copied().map(quoted).collect();
            return Err(Problem::at(field, found, format!("it with kind {} only", kinds.join(" or "))));
        }
    }
    match file.kind.as_str() {
        "static-map" => {
            let priorities = needed("priorities", "64 numbers", file.priorities.as_ref())?;
            numbers("priorities", priorities).map(|values| Kind::StaticMap(Box::new(values)))
        }
        "linear" => linear(file).map(Kind::AlphaBeta),
        "rival" => rival(file).map(Kind::Rival),
        "mcts" => playouts(needed("playouts", "an object with \"count\" or \"time_ms\"", file.playouts.as_ref())?)
            .map(Kind::Mcts),
        _ => Ok(Kind::Random),
    }
}

fn linear(file: &File) -> Checked<AlphaBetaSpec> {
    let search = |raw| search(needed("search", "an object with \"depth\" or \"time_ms\"", raw)?);
    let evaluation = EvaluationSpec::Weighted(weighted(file)?);
    Ok(AlphaBetaSpec { evaluation, search: search(file.search.as_ref())? })
}

fn weighted(file: &File) -> Checked<WeightedSpec> {
    let features = needed("features", "an array of features", file.features.as_ref())?;
    if features.is_empty() {
        return Err(Problem::at("features", "no feature", "at least one"));
    }
    let mut terms: Vec<Term> = Vec::new();
    for (i, raw) in features.iter().enumerate() {
        let place = format!("features[{i}]");
        let term = term(&place, raw)?;
        let same = |other: &Term| std::mem::discriminant(&other.feature) == std::mem::discriminant(&term.feature);
        if let Some(first) = terms.iter().position(same) {
            let found = format!("{} as in features[{first}]", quoted(&raw.feature));
            return Err(Problem::at(format!("{place}.feature"), found, "each feature once"));
        }
        terms.push(term);
    }
    let points_per_disc = match file.points_per_disc {
        Some(points) if points > 0.0 && points <= LARGEST => Some(points),
        None => None,
        Some(points) => {
            return Err(Problem::at("points_per_disc", points, format!("a number above 0, {LARGEST} at most")));
        }
    };
    Ok(WeightedSpec { terms, points_per_disc })
}

fn rival(file: &File) -> Checked<RivalSpec> {
    let tester = linear(file)?;
    if let Effort::Time { .. } = tester.search.effort {
        return Err(Problem::at("search.time_ms", "this field in a rival", "a \"depth\""));
    }
    if tester.search.solve_from != 0 {
        return Err(Problem::at(
            "search.solve_from",
            tester.search.solve_from,
            "nothing: a rival's values end at its depth",
        ));
    }
    let EvaluationSpec::Weighted(weighted) = &tester.evaluation;
    if let Some(noisy) = weighted.terms.iter().position(|term| term.noise != 0.0) {
        return Err(Problem::at(format!("features[{noisy}].noise"), "noise in a rival", "values without it"));
    }
    let flips = match &file.flips {
        None => Flips::default(),
        Some(raw) => Flips {
            straight: number("flips.straight", raw.straight)?,
            diagonal: number("flips.diagonal", raw.diagonal)?,
        },
    };
    let raw = needed("choice", "an object with a \"method\"", file.choice.as_ref())?;
    let choice = choice(raw)?;
    let learn = learn(file, raw)?;
    Ok(RivalSpec { tester, flips, choice, learn })
}

fn term(place: &str, raw: &FeatureFile) -> Checked<Term> {
    let Some(kind) = features::Kind::named(&raw.feature) else {
        let known: Vec<String> = FEATURES.iter().map(|kind| quoted(kind.name)).collect();
        let expected = format!("one of {}", known.join(", "));
        return Err(Problem::at(format!("{place}.feature"), quoted(&raw.feature), expected));
    };
    let table;
    let parameters = match kind.takes {
        Takes::Nothing => Parameters::Nothing,
        Takes::Values(count) => {
            let place = format!("{place}.values");
            let values = needed(&place, &format!("{count} numbers"), raw.values.as_ref())?;
            table = counted(&place, values, count)?;
            Parameters::Values(&table)
        }
        Takes::Count(words) => Parameters::Count(word(&format!("{place}.count"), raw.count.as_deref(), words)?),
    };
    let unwanted = [
        ("values", raw.values.is_some() && !matches!(kind.takes, Takes::Values(_))),
        ("count", raw.count.is_some() && !matches!(kind.takes, Takes::Count(_))),
    ];
    if let Some((field, _)) = unwanted.iter().find(|(_, present)| *present) {
        let found = format!("this field in the feature {}", quoted(kind.name));
        return Err(Problem::at(format!("{place}.{field}"), found, "a feature without it"));
    }
    let feature = kind.with(parameters).expect("the parameters are those that it takes");
    let weight = number(&format!("{place}.weight"), raw.weight)?;
    let noise = raw.noise.unwrap_or(0.0);
    if !(0.0..=LARGEST).contains(&noise) {
        return Err(Problem::at(format!("{place}.noise"), noise, format!("a number from 0 to {LARGEST}")));
    }
    Ok(Term { feature, weight, noise })
}

/// One of these words.
fn word<'a>(place: &str, found: Option<&'a str>, words: &[&str]) -> Checked<&'a str> {
    match found {
        Some(word) if words.contains(&word) => Ok(word),
        _ => Err(Problem::at(place, found.map_or("nothing".to_owned(), quoted), one_of(words))),
    }
}

/// These words as a choice: `"a", "b" or "c"`.
fn one_of(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().copied().map(quoted).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

fn search(raw: &SearchFile) -> Checked<SearchSpec> {
    let plies = |place: &str, depth: u32| {
        NonZeroU32::new(depth)
            .filter(|depth| depth.get() <= 60)
            .ok_or_else(|| Problem::at(place, depth, "a depth from 1 to 60"))
    };
    let effort = match (raw.depth, raw.time_ms) {
        (Some(_), Some(_)) => return Err(Problem::at("search", "\"depth\" and \"time_ms\"", "one of them")),
        (None, None) => return Err(Problem::at("search", "neither \"depth\" nor \"time_ms\"", "one of them")),
        (Some(_), None) if raw.first_depth.is_some() => {
            return Err(Problem::at("search.first_depth", "this field beside \"depth\"", "it beside \"time_ms\" only"));
        }
        (Some(depth), None) => Effort::Depth(plies("search.depth", depth)?),
        (None, Some(ms @ 1..=3_600_000)) => Effort::Time {
            limit: Duration::from_millis(ms),
            first_depth: plies("search.first_depth", raw.first_depth.unwrap_or(1))?,
        },
        (None, Some(ms)) => return Err(Problem::at("search.time_ms", ms, "milliseconds from 1 to 3600000")),
    };
    let solve_from = raw.solve_from.unwrap_or(0);
    if solve_from > 60 {
        return Err(Problem::at("search.solve_from", solve_from, "empty squares from 0 to 60"));
    }
    let ties = match raw.ties.as_deref() {
        None | Some("first") => TieRule::First,
        Some("random") => TieRule::Random,
        Some(other) => return Err(Problem::at("search.ties", quoted(other), "\"first\" or \"random\"")),
    };
    Ok(SearchSpec { effort, solve_from, ties, natural: raw.natural.unwrap_or(false) })
}
