//! From a personality back to a file.

use super::check::FORMAT;
use super::file::{ChoiceFile, CorrectionFile, FeatureFile, File, FlipsFile, PlayoutsFile, ReferenceFile, SearchFile};
use super::{
    AlphaBetaSpec, Choice, Correction, Effort, Flips, Kind, MctsSpec, Personality, Playouts, RivalSpec, SearchSpec,
    TieRule,
};
use crate::eval::features::Parameters;
use crate::eval::{EvaluationSpec, Term, WeightedSpec};

impl Personality {
    /// The text of a file that gives this personality again.
    #[must_use]
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(&File::from(self)).expect("strings and finite numbers are JSON");
        eight_a_line(&json)
    }
}

/// Joins the lines of number arrays, eight numbers a line.
fn eight_a_line(json: &str) -> String {
    let is_number = |line: &str| line.trim().trim_end_matches(',').parse::<f64>().is_ok();
    let mut text = String::new();
    let mut run = 0;
    for line in json.lines() {
        run = if is_number(line) { run + 1 } else { 0 };
        if run % 8 == 1 || run == 0 {
            text.push('\n');
            text.push_str(line);
        } else {
            text.push(' ');
            text.push_str(line.trim_start());
        }
    }
    text.push('\n');
    text.split_off(1)
}

impl From<&Personality> for File {
    fn from(personality: &Personality) -> File {
        let file = File {
            format: FORMAT.to_owned(),
            name: personality.name.clone(),
            kind: personality.kind.name().to_owned(),
            rule: personality.rule.to_string(),
            summary: personality.summary.clone(),
            source: personality.source.clone(),
            notes: (!personality.notes.is_empty()).then(|| personality.notes.clone()),
            provenance: personality.provenance.clone(),
            ..File::default()
        };
        match &personality.kind {
            Kind::Random => file,
            Kind::StaticMap(priorities) => File { priorities: Some(priorities.to_vec()), ..file },
            Kind::AlphaBeta(spec) => alpha_beta(spec, file),
            Kind::Rival(spec) => rival(spec, file),
            Kind::Mcts(spec) => File { playouts: Some(PlayoutsFile::from(spec)), ..file },
        }
    }
}

fn rival(RivalSpec { tester, flips, choice, learn }: &RivalSpec, file: File) -> File {
    let reference = learn.as_ref().and_then(|learn| learn.reference.as_ref()).map(|reference| ReferenceFile {
        losses: reference.losses.to_vec(),
        tester: reference.tester.clone(),
        depth: reference.depth.get(),
        plies: reference.plies,
    });
    File {
        flips: (*flips != Flips::default()).then_some(FlipsFile { straight: flips.straight, diagonal: flips.diagonal }),
        choice: Some(ChoiceFile { reference, ..ChoiceFile::from(choice) }),
        learn: learn.as_ref().map(|learn| learn.file.clone()),
        learn_at_end: learn.as_ref().filter(|learn| learn.at_end).map(|_| true),
        ..alpha_beta(tester, file)
    }
}

fn alpha_beta(AlphaBetaSpec { evaluation, search }: &AlphaBetaSpec, file: File) -> File {
    let EvaluationSpec::Weighted(WeightedSpec { terms, points_per_disc }) = evaluation;
    File {
        features: Some(terms.iter().map(FeatureFile::from).collect()),
        points_per_disc: *points_per_disc,
        search: Some(SearchFile::from(search)),
        ..file
    }
}

impl From<&Choice> for ChoiceFile {
    fn from(choice: &Choice) -> ChoiceFile {
        match choice {
            Choice::TargetLoss { targets, tolerance, correction } => ChoiceFile {
                method: "target-loss".to_owned(),
                target: targets.iter().all(|target| *target == targets[0]).then_some(targets[0]),
                targets: targets.iter().any(|target| *target != targets[0]).then(|| targets.to_vec()),
                tolerance: (*tolerance != 0.0).then_some(*tolerance),
                correction: correction.map(CorrectionFile::from),
                ..ChoiceFile::default()
            },
            Choice::KBest { k, sigma } => ChoiceFile {
                method: "k-best".to_owned(),
                k: Some(k.get()),
                sigma: Some(*sigma),
                ..ChoiceFile::default()
            },
        }
    }
}

impl From<Correction> for CorrectionFile {
    fn from(correction: Correction) -> CorrectionFile {
        match correction {
            Correction::Step { from, ahead, weaker, behind, stronger } => CorrectionFile {
                from,
                ahead: Some(ahead),
                weaker: Some(weaker),
                behind: Some(behind),
                stronger: Some(stronger),
                ..CorrectionFile::default()
            },
            Correction::Steer { from, goal, gain } => {
                CorrectionFile { from, goal: Some(goal), gain: Some(gain), ..CorrectionFile::default() }
            }
        }
    }
}

impl From<&MctsSpec> for PlayoutsFile {
    fn from(spec: &MctsSpec) -> PlayoutsFile {
        let (count, time_ms) = match spec.playouts {
            Playouts::Count(count) => (Some(u64::from(count.get())), None),
            Playouts::Time(limit) => (None, Some(u64::try_from(limit.as_millis()).unwrap_or(u64::MAX))),
        };
        let natural = spec.natural.then_some(true);
        PlayoutsFile { count, time_ms, exploration: Some(spec.exploration), natural }
    }
}

impl From<&Term> for FeatureFile {
    fn from(term: &Term) -> FeatureFile {
        FeatureFile {
            feature: term.feature.name().to_owned(),
            weight: term.weight,
            noise: (term.noise != 0.0).then_some(term.noise),
            count: match term.feature.parameters() {
                Parameters::Count(word) => Some(word.to_owned()),
                _ => None,
            },
            values: match term.feature.parameters() {
                Parameters::Values(values) => Some(values.to_vec()),
                _ => None,
            },
        }
    }
}

impl From<&SearchSpec> for SearchFile {
    fn from(search: &SearchSpec) -> SearchFile {
        let file = SearchFile {
            solve_from: (search.solve_from != 0).then_some(search.solve_from),
            ties: (search.ties == TieRule::Random).then(|| "random".to_owned()),
            natural: search.natural.then_some(true),
            ..SearchFile::default()
        };
        match search.effort {
            Effort::Depth(depth) => SearchFile { depth: Some(depth.get()), ..file },
            Effort::Time { limit, first_depth } => SearchFile {
                time_ms: Some(u64::try_from(limit.as_millis()).unwrap_or(u64::MAX)),
                first_depth: Some(first_depth.get()),
                ..file
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{parse, shipped};

    #[test]
    fn every_shipped_personality_is_the_same_after_writing_and_reading() {
        for personality in shipped() {
            let text = personality.to_json();
            assert_eq!(parse("again.json", text.as_bytes()).unwrap(), personality, "{text}");
        }
    }

    #[test]
    fn boards_are_written_as_boards() {
        let personality = shipped().find(|p| p.name == "static-normal").unwrap();
        let text = personality.to_json();
        let rows = text.lines().skip_while(|line| !line.contains("priorities")).skip(1).take(8);
        assert!(rows.clone().all(|row| row.matches('.').count() == 8), "{text}");
        assert_eq!(rows.count(), 8);
    }
}
