//! `rival show`: describes a personality.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;

use super::output::{print, replace};
use crate::players::personality::{
    AlphaBetaSpec, Choice, Correction, Effort, Flips, Kind, Learn, Personality, Playouts, Reference, RivalSpec,
    TieRule, load, map_csv,
};
use crate::players::phases::PHASES;
use crate::report::board;

/// Describe a personality: what it is, where its figures come from, its parameters, its board as a heat map.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A shipped name (see `rival players`) or a personality file.
    #[arg(value_name = "NAME|FILE")]
    personality: String,
    /// What to print: a description, the personality file, or the eight lines of integers of a static map (ranks 0 to 63).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also write the squares' values as a picture to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let personality = load(&args.personality)?;
    let text = match (args.format, &personality.kind) {
        (Format::Text, _) => describe(&personality, colors()),
        (Format::Json, _) => personality.to_json(),
        (Format::Csv, Kind::StaticMap(priorities)) => map_csv::write(priorities),
        (Format::Csv, kind) => {
            bail!("--format csv: found a personality of kind \"{}\", expected \"static-map\"", kind.name())
        }
    };
    if let Some(file) = &args.svg {
        let boards = boards(&personality);
        if boards.is_empty() {
            bail!("--svg: found no values of squares in {}, expected a static map or a board", personality.name);
        }
        replace(file, board::svg(&personality.name, &personality.summary, &boards))?;
    }
    print(text)?;
    Ok(ExitCode::SUCCESS)
}

/// Colours only where somebody sees them (<https://no-color.org>).
fn colors() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The boards of a personality's parameters.
pub fn boards(personality: &Personality) -> Vec<board::Board> {
    match &personality.kind {
        Kind::Random | Kind::Mcts(_) => Vec::new(),
        Kind::StaticMap(priorities) => {
            vec![board::Board { title: "priorities, the largest is played first".to_owned(), values: **priorities }]
        }
        Kind::AlphaBeta(spec) | Kind::Rival(RivalSpec { tester: spec, .. }) => {
            spec.evaluation.boards().into_iter().map(|(title, values)| board::Board { title, values }).collect()
        }
    }
}

fn describe(personality: &Personality, colors: bool) -> String {
    let mut text = String::new();
    let mut field = |name: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{name:<16}{value}");
    };
    field("name", &personality.name);
    field("kind", &personality.kind.name());
    field("rule", &personality.rule);
    field("summary", &personality.summary);
    if let Some(source) = &personality.source {
        field("source", source);
    }
    for note in &personality.notes {
        field("note", note);
    }
    if let Some(made) = &personality.provenance {
        let parts = [
            made.command.as_ref().map(|command| format!("by `{command}`")),
            made.seed.map(|seed| format!("seed {seed}")),
            made.generation.map(|generation| format!("generation {generation}")),
            made.fitness.map(|fitness| format!("fitness {fitness}")),
            made.date.clone(),
        ];
        field("made", &parts.into_iter().flatten().collect::<Vec<_>>().join(", "));
    }
    match &personality.kind {
        Kind::Random | Kind::StaticMap(_) => {}
        Kind::AlphaBeta(spec) => alpha_beta(spec, &mut field),
        Kind::Rival(spec) => {
            alpha_beta(&spec.tester, &mut field);
            if spec.flips != Flips::default() {
                let Flips { straight, diagonal } = spec.flips;
                field(
                    "flips",
                    &format_args!("{straight:+} points a disc along rows and columns, {diagonal:+} along diagonals"),
                );
            }
            choice(&spec.choice, &mut field);
            if let Some(learn) = &spec.learn {
                field("learns", &learns(learn));
            }
        }
        Kind::Mcts(spec) => {
            let playouts = match spec.playouts {
                Playouts::Count(count) => format!("{count} a move"),
                Playouts::Time(limit) => format!("for {} ms a move", limit.as_millis()),
            };
            let natural = if spec.natural { ", natural moves only" } else { "" };
            field("playouts", &format_args!("{playouts}, exploration {}{natural}", spec.exploration));
        }
    }
    for board in boards(personality) {
        let _ = write!(text, "\n{}\n{}", board.title, board::text(&board.values, colors));
    }
    text
}

fn learns(learn: &Learn) -> String {
    let when = if learn.at_end { "when told to and at the end of its games" } else { "when told to" };
    let targets = match &learn.reference {
        Some(Reference { losses, tester, depth, .. }) => {
            let losses = losses.map(|loss| format!("{loss:.2}")).join(", ");
            format!("its targets are for {losses} points a move by {tester} at depth {depth}")
        }
        None => "its targets become the losses there".to_owned(),
    };
    format!("in {}, {when}; {targets}", learn.file)
}

fn choice(choice: &Choice, field: &mut dyn FnMut(&str, &dyn std::fmt::Display)) {
    match choice {
        Choice::TargetLoss { targets, tolerance, correction } => {
            let [first, .., last] = targets;
            let phases =
                PHASES.iter().zip(targets).map(|((from, to), target)| format!("{target:.2} in moves {from}-{to}"));
            let target = if targets.iter().all(|target| target == first) {
                format!("{last:.2} points a move")
            } else {
                phases.collect::<Vec<_>>().join(", ")
            };
            field("target loss", &format_args!("{target}, tolerance {tolerance}"));
            if let Some(correction) = correction {
                let text = match correction {
                    Correction::Step { from, ahead, weaker, behind, stronger } => format!(
                        "from move {from} on: {weaker} more while worth {ahead} or more, {stronger} less while worth {behind} or less"
                    ),
                    Correction::Steer { from, goal, gain } => {
                        format!(
                            "from move {from} on: {gain} more for each point above a worth of {goal}, less for each below"
                        )
                    }
                };
                field("correction", &text);
            }
        }
        Choice::KBest { k, sigma } => {
            field("choice", &format_args!("the best of the {k} best after noise of deviation {sigma}"));
        }
    }
}

fn alpha_beta(spec: &AlphaBetaSpec, field: &mut dyn FnMut(&str, &dyn std::fmt::Display)) {
    for (name, text) in spec.evaluation.describe() {
        field(name, &text);
    }
    let search = &spec.search;
    let effort = match search.effort {
        Effort::Depth(depth) if depth.get() == 1 => "1 ply".to_owned(),
        Effort::Depth(depth) => format!("{depth} plies"),
        Effort::Time { limit, first_depth } => format!("{} ms a move, from depth {first_depth} on", limit.as_millis()),
    };
    let solve =
        if search.solve_from == 0 { String::new() } else { format!(", exact from {} empties", search.solve_from) };
    let ties = match search.ties {
        TieRule::First => "the first of equal moves",
        TieRule::Random => "equal moves at random",
    };
    let natural = if search.natural { ", natural moves only" } else { "" };
    field("search", &format_args!("{effort}{solve}, {ties}{natural}"));
}
