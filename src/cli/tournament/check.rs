//! `rival tournament check`: the engines' introductions, without any game.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::Context;

use super::super::{interrupt, output};
use super::flags::Flags;
use super::own_program;
use crate::record::text::printable;
use crate::tournament::config::{Config, EngineSpec};
use crate::tournament::conformance::{Examiner, Mismatch, Outcome, first_cases};
use crate::tournament::{EngineCheck, check, clock_note, rule_note};

/// The number of last lines of standard error to show.
const LAST_LINES: usize = 5;

pub(super) fn run(flags: &Flags) -> anyhow::Result<ExitCode> {
    let (options, source) = flags.options()?;
    let config = Config::new(&options).context(source)?;
    let stop = interrupt::stop()?;
    let guard = own_program()?;
    let checked = check(&config, &guard, &stop)?;
    let mut text = setting(&config);
    let mut all_pass = true;
    for checked in &checked {
        let engine = &config.engines[checked.engine];
        text.push_str(&introduction_text(engine, checked));
        rule_note(engine, config.rules.rule).iter().for_each(|note| text.push_str(&format!("    {note}\n")));
        let mut failures = String::new();
        if checked.outcome.is_ok() {
            let examiner = Examiner::new(engine, &guard, *config.rules.timeouts.start, stop.clone())?;
            failures = failed_cases(&examiner, engine)?;
        }
        all_pass &= checked.outcome.is_ok() && failures.is_empty();
        text.push_str(&failures);
    }
    output::print(&text)?;
    Ok(if all_pass { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The first cases of `rival conformance` that an engine fails.
fn failed_cases(examiner: &Examiner<'_>, engine: &EngineSpec) -> anyhow::Result<String> {
    let mut text = String::new();
    for case in first_cases(engine.settings.protocol) {
        if let Outcome::Failed(Mismatch { sent, received, expected }) = examiner.play(&case)? {
            let name = case.name;
            writeln!(text, "    fails: {name}: sent {sent}; found {received}, expected {expected}")?;
        }
    }
    Ok(text)
}

/// The settings that all engines share.
fn setting(config: &Config) -> String {
    format!("clock: {}; openings: {}\n", config.rules.clock.title(), config.openings.source)
}

/// The limits as the configuration writes them, such as `tc 10+0.1, depth 6`.
fn limits(engine: &EngineSpec) -> String {
    let limits = &engine.settings.limits;
    let words: Vec<String> = [
        limits.clock.map(|clock| format!("tc {clock}")),
        limits.per_move.map(|time| format!("st {}", time.as_secs_f64())),
        limits.depth.map(|depth| format!("depth {depth}")),
        limits.nodes.map(|nodes| format!("nodes {nodes}")),
    ]
    .into_iter()
    .flatten()
    .collect();
    if words.is_empty() { "no limits".to_owned() } else { words.join(", ") }
}

fn introduction_text(engine: &EngineSpec, checked: &EngineCheck) -> String {
    let mut text = format!("{}: {}, {}", engine.name, engine.settings.protocol.name(), limits(engine));
    // Writing to a string cannot fail.
    let _ = match &checked.outcome {
        Err(why) => writeln!(text, ": it did not start: {why}"),
        Ok(said) => {
            let name = if said.name.is_empty() { "it reports no name" } else { &said.name };
            writeln!(text, ": {name} {}", said.version)
        }
    };
    if let Ok(said) = &checked.outcome {
        if let Some(note) = clock_note(engine, said) {
            let _ = writeln!(text, "    {note}");
        } else if said.whole_seconds && engine.settings.limits.clock.is_some() {
            text.push_str("    its clock is told in whole seconds, rounded down\n");
        }
        if !said.commands.is_empty() {
            let _ = writeln!(text, "    {} commands: {}", said.commands.len(), said.commands.join(" "));
        }
    }
    let lines: Vec<&str> = checked.stderr.lines().filter(|line| !line.trim().is_empty()).collect();
    for line in &lines[lines.len().saturating_sub(LAST_LINES)..] {
        let _ = writeln!(text, "    stderr: {}", printable(line.trim_end()));
    }
    text
}
