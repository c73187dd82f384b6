//! `rival conformance`: the cases of a protocol with any engine.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use serde_json::{Map, Value};

use super::complaint::complain;
use super::duration::seconds;
use super::interrupt;
use super::output::print;
use super::progress::Bar;
use super::tournament::own_program;
use crate::record::text::counted;
use crate::tournament::Error;
use crate::tournament::catalogue::EngineFields;
use crate::tournament::config::{EngineSpec, Protocol};
use crate::tournament::conformance::{Examiner, Mismatch, Outcome, cases};

/// Check how an engine program speaks its protocol.
///
/// It plays cases: the start, illegal moves, passes, interruptions, clocks, the end of games and of the process. Each
/// failure is told at once: the line that was sent, the answer, the expected answer, and the reason why it matters. The
/// exit code is 1 if a case fails, or if the engine does not start.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The command of the engine with --proto; without it an engine as `rival tournament --engine` takes it.
    #[arg(value_name = "CMD")]
    command: String,
    /// The protocol of the command.
    #[arg(long, value_enum, value_name = "PROTOCOL")]
    proto: Option<Protocol>,
    /// The working folder of the engine.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Only the cases whose group or name has these words.
    #[arg(long, value_name = "WORDS")]
    only: Option<String>,
    /// Seconds to wait for an answer where a case does not say it.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    patience: Duration,
    /// Print a line of JSON for each case.
    #[arg(long)]
    json: bool,
}

/// A case and its result: the keys of `--json`.
#[derive(Debug, Serialize)]
struct Line {
    group: &'static str,
    name: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    why: &'static str,
    #[serde(flatten)]
    outcome: Outcome,
}

impl Args {
    /// The engine to examine.
    fn engine(&self) -> anyhow::Result<EngineSpec> {
        let mut fields = match self.proto {
            Some(protocol) => {
                let texts = [("name", "engine"), ("cmd", &*self.command), ("proto", protocol.name()), ("depth", "own")];
                let fields = texts.map(|(name, text)| (name.to_owned(), Value::from(text)));
                EngineFields(Map::from_iter(fields))
            }
            None => self.command.parse::<EngineFields>().context("CMD")?,
        };
        if let Some(folder) = &self.dir {
            let folder = folder.to_str().context("--dir: found a path that is not UTF-8")?;
            fields.0.insert("dir".to_owned(), folder.into());
        }
        EngineSpec::new(fields, &[]).map_err(|problem| {
            let place = problem.place.strip_prefix("engines[0].").unwrap_or(&problem.place).to_owned();
            anyhow::Error::new(problem.within(place))
        })
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let engine = args.engine()?;
    let guard = own_program()?;
    let stop = interrupt::stop()?;
    let examiner = match Examiner::new(&engine, &guard, args.patience, stop.clone()) {
        Err(error @ Error::NotStarted { .. }) => {
            complain!("rival: {error}");
            return Ok(ExitCode::FAILURE);
        }
        examiner => examiner?,
    };
    if !examiner.answers() && !stop.is_stopped() {
        let protocol = engine.settings.protocol.name();
        complain!(
            "rival: {}: no answer to the first command: is its protocol {protocol}? Ctrl-C ends this",
            engine.name
        );
    }
    let mut cases = cases(engine.settings.protocol);
    if let Some(words) = &args.only {
        cases.retain(|case| case.group.contains(words.as_str()) || case.name.contains(words.as_str()));
        if cases.is_empty() {
            anyhow::bail!("--only: no case has the words {words:?}: give some of a group or a name");
        }
    }
    let bar = Bar::new("cases", cases.len() as u64);
    let mut lines = Vec::new();
    for case in &cases {
        let outcome = examiner.play(case)?;
        if stop.is_stopped() {
            anyhow::bail!("stopped after {} of {}", lines.len(), counted(cases.len(), "case"));
        }
        let line = Line { group: case.group, name: case.name, why: case.why, outcome };
        let text = if args.json { serde_json::to_string(&line)? + "\n" } else { failure(&line) };
        bar.suspend(|| print(text))?;
        lines.push(line);
        bar.advance();
    }
    drop(bar);
    if !args.json {
        print(counts(&engine, &lines))?;
    }
    let has_failed = lines.iter().any(|line| matches!(line.outcome, Outcome::Failed(_)));
    Ok(if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The traffic and the finding of a failed case; empty for others.
fn failure(line: &Line) -> String {
    let Line { group, name, why, outcome } = line;
    let Outcome::Failed(mismatch) = outcome else { return String::new() };
    let why = if why.is_empty() { String::new() } else { format!("\n    {why}") };
    let Mismatch { sent, received, expected } = mismatch;
    format!("{group}: {name}\n    sent {sent}; found {received}, expected {expected}{why}\n")
}

/// The numbers of cases.
fn counts(engine: &EngineSpec, lines: &[Line]) -> String {
    let count = |has: fn(&Outcome) -> bool| lines.iter().filter(|line| has(&line.outcome)).count();
    let passed = count(|outcome| *outcome == Outcome::Passed);
    let failed = count(|outcome| matches!(outcome, Outcome::Failed(_)));
    let protocol = engine.settings.protocol.name();
    let not_offered = lines.len() - passed - failed;
    format!("{protocol}: {passed} passed, {failed} failed, {not_offered} not offered\n")
}
