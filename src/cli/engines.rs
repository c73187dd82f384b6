//! `rival engines`: the catalogue of engines that tournaments can play.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::output::print;
use crate::report::columns;
use crate::tournament::catalogue::{Entry, SearchPath, Setting, entries};
use crate::tournament::config::engine_form;

/// List engines of others with ready settings for tournaments.
///
/// `rival tournament --engine NAME` plays an installed one with the settings of its entry. With NAME this prints how to
/// get the engine, its options, its answers, and which games were played with the real program.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// One engine.
    #[arg(value_name = "NAME")]
    entry: Option<String>,
    /// Look for programs and for entries of your own (NAME.json) in this folder too.
    #[arg(long, value_name = "DIR")]
    look_in: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let places = SearchPath::new(&args.look_in);
    if let Some(folder) = places.folders().iter().take(args.look_in.len()).find(|folder| !folder.is_dir()) {
        bail!("--look-in: found no folder '{}', expected one", folder.display());
    }
    let mut known = entries(&places, &engine_form()).map_err(anyhow::Error::msg)?;
    if let Some(name) = &args.entry {
        let names: Vec<String> = known.iter().map(|entry| entry.name.clone()).collect();
        known.retain(|entry| entry.name == *name);
        if known.is_empty() {
            bail!("found no engine '{name}', expected one of {}", names.join(", "));
        }
    }
    let entries: Vec<(Entry, Option<PathBuf>)> =
        known.into_iter().map(|entry| (places.find(&entry, None), entry)).map(|(path, entry)| (entry, path)).collect();
    let text: String = if args.entry.is_some() {
        entries.iter().map(|(entry, path)| details(entry, path.as_deref(), &places)).collect()
    } else {
        table(&entries)
    };
    print(text)
}

/// The path of the engine's program, or the reason why there is none.
fn state(entry: &Entry, path: Option<&Path>) -> String {
    match path {
        Some(path) => path.display().to_string(),
        None if entry.can_play() => "not found".to_owned(),
        None => "cannot play: no protocol".to_owned(),
    }
}

fn table(entries: &[(Entry, Option<PathBuf>)]) -> String {
    let mut rows = vec![["NAME", "PROTOCOL", "TRIED", "PROGRAM", "TITLE"].map(str::to_owned).to_vec()];
    for (entry, path) in entries {
        let protocol = entry.protocol().to_owned();
        let tried = if entry.tried.is_some() { "yes" } else { "no" }.to_owned();
        rows.push(vec![entry.name.clone(), protocol, tried, state(entry, path.as_deref()), entry.title.clone()]);
    }
    columns::text(&rows, "  ", &[0, 1, 2, 3, 4])
        + "rival engines NAME: how to get one, and its options; rival tournament --engine NAME plays it\n"
}

fn details(entry: &Entry, path: Option<&Path>, places: &SearchPath) -> String {
    let mut lines = vec![("program", state(entry, path))];
    if path.is_none() {
        lines.push(("", format!("looked for {} in {}", entry.programs.join(", "), places.searched_folders(None))));
    }
    lines.extend(entry.file.iter().map(|file| ("entry", file.display().to_string())));
    lines.push(("get it", entry.get.clone()));
    lines.push(("answers", entry.answers.clone()));
    lines.push(("games", entry.games()));
    if entry.can_play() {
        let words = entry.engine.get("cmd").and_then(serde_json::Value::as_array).into_iter().flatten();
        lines.push(("cmd", words.map(unquoted).collect::<Vec<_>>().join(" ")));
        let fields = entry.engine.iter().chain(&entry.defaults).filter(|(field, _)| *field != "cmd");
        let fields = fields.map(|(field, value)| format!("{field}={}", unquoted(value)));
        lines.push(("fields", fields.collect::<Vec<_>>().join(" ")));
    }
    for (option, setting) in &entry.options {
        lines.push(("option", format!("{option}={}: {}", setting.default, values(setting))));
    }
    let mut text = format!("{}: {}\n", entry.name, entry.title);
    for (name, content) in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:<9} {content}");
    }
    text
}

/// The values of an option in words.
fn values(setting: &Setting) -> String {
    let range = setting.range.map(|(low, high)| format!("{low} to {high}"));
    let texts: Vec<String> = range.into_iter().chain([setting.what.clone()]).filter(|text| !text.is_empty()).collect();
    texts.join(": ")
}

/// A value as text, without the quotation marks of JSON.
fn unquoted(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
