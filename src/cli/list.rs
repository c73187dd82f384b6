//! `rival list`: the rating list of any number of tournaments.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::complaint::complain;
use super::output::{print, replace};
use super::rate::anchor;
use crate::machine::regular::read;
use crate::record::problem;
use crate::report::tournament::{Field, html, list_markdown, list_plain};
use crate::stats::FieldElo;
use crate::tournament::list::{Collector, FORMAT, Sums, rate};

/// Rate engines by any number of tournaments.
///
/// The list has a table for each class of time controls, as lists of chess engines have. Engines with the same name,
/// program, arguments and limits are one engine.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Results folders of `rival tournament`, and lists (`list.json`) that others have made.
    #[arg(value_name = "FOLDER|LIST.json", required = true)]
    sources: Vec<PathBuf>,
    /// Write list.html, list.md and list.json into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The title of the list.
    #[arg(long, value_name = "TEXT", default_value = "Rating list")]
    name: String,
    /// Fix the rating of an engine; others are relative to it. Default: the mean of each table is 0.
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor)]
    anchors: Vec<(String, FieldElo)>,
    /// Engines with the same name are one engine, whatever their programs and limits.
    #[arg(long)]
    by_name: bool,
    /// Print the list as JSON.
    #[arg(long)]
    json: bool,
}

/// `list.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    name: String,
    /// What is needed to add to it.
    classes: Vec<Sums>,
    /// What was found; not read again.
    ratings: serde_json::Value,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut empty = Vec::new();
    let mut all = Collector { by_name: args.by_name, ..Collector::default() };
    for path in &args.sources {
        if path.is_dir() {
            if all.add_folder(path)? == 0 {
                empty.push(format!("{}: found no games, expected some", path.display()));
            }
        } else {
            known(path)?.into_iter().try_for_each(|sums| all.add(path, sums))?;
        }
    }
    ensure!(empty.len() < args.sources.len(), "{}", empty.join("; "));
    let anchors: BTreeMap<String, FieldElo> = args.anchors.iter().cloned().collect();
    all.classes.sort_by(|a, b| a.class.cmp(&b.class));
    let mut fields = Vec::new();
    for sums in &all.classes {
        let rated = rate(sums, &anchors).map_err(|message| anyhow::anyhow!("{}: {message}", sums.class))?;
        fields.extend(rated.into_iter().map(|rated| Field { class: sums.class.clone(), rated }));
    }
    let names = || fields.iter().flat_map(|field| &field.rated.lines).map(|line| &line.name);
    if let Some(name) = anchors.keys().find(|name| !names().any(|known| known == *name)) {
        bail!("--anchor: found '{name}', expected an engine of the list");
    }
    let scale = if anchors.is_empty() {
        "the mean of each table is 0".to_owned()
    } else {
        let told = anchors.iter().map(|(name, elo)| format!("{name} {elo}"));
        format!("anchored at {}; the mean of a table without it is 0", told.collect::<Vec<_>>().join(", "))
    };
    let about = [
        ("Scale".to_owned(), scale),
        ("Tournaments".to_owned(), (args.sources.len() - empty.len()).to_string()),
        ("Made by".to_owned(), concat!("rival ", env!("CARGO_PKG_VERSION")).to_owned()),
    ];
    let file = File {
        format: FORMAT.to_owned(),
        name: args.name.clone(),
        ratings: fields.iter().map(ratings).collect(),
        classes: all.classes,
    };
    let json = serde_json::to_string_pretty(&file)? + "\n";
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        replace(&folder.join("list.html"), html(&args.name, &fields, &about))?;
        replace(&folder.join("list.md"), list_markdown(&args.name, &fields, &about))?;
        replace(&folder.join("list.json"), &json)?;
    }
    print(if args.json { json } else { list_plain(&fields) })?;
    empty.iter().for_each(|line| complain!("rival: {line}"));
    Ok(if empty.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The sums of a list that was made before.
fn known(path: &Path) -> anyhow::Result<Vec<Sums>> {
    let named = || path.display().to_string();
    let file: File = problem::json(&read(path).with_context(named)?).with_context(named)?;
    if file.format != FORMAT {
        bail!("{}: found format '{}', expected {FORMAT}", path.display(), file.format);
    }
    for sums in &file.classes {
        let count = sums.engines.len();
        if let Some(met) = sums.meetings.iter().find(|met| met.first >= count || met.second >= count) {
            let place = met.first.max(met.second);
            bail!(
                "{}: found a meeting of engine {place}, expected one of 0 to {}",
                path.display(),
                count.saturating_sub(1)
            );
        }
    }
    Ok(file.classes)
}

/// The table of a field for programs.
fn ratings(field: &Field) -> serde_json::Value {
    let line = |line: &crate::tournament::list::Line| {
        let rounded = |value: Option<f64>| value.map(f64::round);
        json!({
            "name": line.name, "elo": rounded(line.rating.value), "low": rounded(line.rating.low),
            "high": rounded(line.rating.high), "los": line.los, "games": line.games, "points": line.points,
            "draws": line.draws, "opponents": line.opponents.round(),
        })
    };
    json!({"class": field.class, "engines": field.rated.lines.iter().map(line).collect::<Vec<_>>()})
}
