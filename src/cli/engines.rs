//! `rival engines`: the catalogue of engines that tournaments can play.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::json;

use super::output::print;
use crate::report::columns;
use crate::tournament::catalogue::{Entry, Places, entries};

/// List engines of others with ready settings for tournaments.
///
/// `rival tournament --engine NAME` plays a found one with the settings of its entry. With NAME this prints how to get
/// the engine, its options, its answers, and which games were played with the real program.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// One engine.
    #[arg(value_name = "NAME")]
    entry: Option<String>,
    /// Look for programs and for entries of your own (NAME.json) in this folder too.
    #[arg(long, value_name = "DIR")]
    look_in: Vec<PathBuf>,
    /// A line of JSON for each: the entry, and its program's path (null if it was not found).
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(folder) = args.look_in.iter().find(|folder| !folder.is_dir()) {
        bail!("--look-in: found no folder '{}', expected one", folder.display());
    }
    let places = Places::new(&args.look_in);
    let mut known = entries(&places).map_err(anyhow::Error::msg)?;
    if let Some(name) = &args.entry {
        let names: Vec<String> = known.iter().map(|entry| entry.name.clone()).collect();
        known.retain(|entry| entry.name == *name);
        if known.is_empty() {
            bail!("found no engine '{name}', expected one of {}", names.join(", "));
        }
    }
    let found: Vec<(Entry, Option<PathBuf>)> =
        known.into_iter().map(|entry| (places.find(&entry, None), entry)).map(|(path, entry)| (entry, path)).collect();
    let text: String = if args.json {
        found.iter().map(|(entry, path)| format!("{}\n", json!({"entry": entry, "program": path}))).collect()
    } else if args.entry.is_some() {
        found.iter().map(|(entry, path)| details(entry, path.as_deref(), &places)).collect()
    } else {
        table(&found)
    };
    print(text)
}

/// The path of its program, or the reason why there is none.
fn state(entry: &Entry, path: Option<&Path>) -> String {
    match path {
        Some(path) => path.display().to_string(),
        None if entry.can_play() => "not found".to_owned(),
        None => "cannot play: no protocol".to_owned(),
    }
}

fn table(found: &[(Entry, Option<PathBuf>)]) -> String {
    let tried = |entry: &Entry| if entry.tried.is_some() { "yes" } else { "no" }.to_owned();
    let row = |(entry, path): &(Entry, Option<PathBuf>)| {
        let protocol = entry.protocol().to_owned();
        vec![entry.name.clone(), protocol, tried(entry), state(entry, path.as_deref()), entry.title.clone()]
    };
    let head = ["NAME", "PROTOCOL", "TRIED", "PROGRAM", "TITLE"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = [head].into_iter().chain(found.iter().map(row)).collect();
    columns::plain(&rows, "  ", &[0, 1, 2, 3, 4])
        + "rival engines NAME: how to get one, and its options; rival tournament --engine NAME plays it\n"
}

fn details(entry: &Entry, path: Option<&Path>, places: &Places) -> String {
    let mut text = format!("{}: {}\n", entry.name, entry.title);
    // Writing to a string cannot fail.
    let mut line = |name: &str, told: &str| {
        let _ = writeln!(text, "  {name:<9} {told}");
    };
    line("program", &state(entry, path));
    if path.is_none() {
        line("", &format!("looked for {} in {}", entry.programs.join(", "), places.told(None)));
    }
    line("get it", &entry.get);
    line("answers", &entry.answers);
    line("games", &entry.games());
    if entry.can_play() {
        let fields = entry.engine.iter().chain(&entry.defaults).filter(|(field, _)| *field != "cmd");
        let shown = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let words = entry.engine.get("cmd").and_then(serde_json::Value::as_array).into_iter().flatten();
        line("cmd", &words.map(shown).collect::<Vec<_>>().join(" "));
        line("fields", &fields.map(|(field, value)| format!("{field}={}", shown(value))).collect::<Vec<_>>().join(" "));
    }
    for (option, setting) in &entry.options {
        line("option", &format!("{option}={}: {}", setting.default, setting.what));
    }
    text
}
