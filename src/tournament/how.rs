//! How a tournament's games came about, in words: the same in every file of its folder.

use serde_json::Value;

use super::identity::{Identity, MADE};

/// Digits of a digest that are shown: enough to tell files apart.
const SHOWN: usize = 16;

impl Identity {
    /// Names and texts: date, program and machine, clock, openings, seed, and for each engine its command, digest and
    /// limits. A folder of an earlier version does not know all of them.
    #[must_use]
    pub(crate) fn how(&self) -> Vec<(String, String)> {
        let Identity { details, notes, .. } = self;
        let mut how: Vec<(String, String)> = ["date", "program", "machine"]
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), notes[MADE][name].as_str()?.to_owned())))
            .collect();
        let clock = if details["clock"] == "cpu" { "processor time" } else { "wall time" };
        how.push(("clock".to_owned(), clock.to_owned()));
        how.push(("openings".to_owned(), openings(&notes["openings"], &details["openings"])));
        how.push(("seed".to_owned(), details["seed"].to_string()));
        for engine in details["engines"].as_array().into_iter().flatten() {
            let name = engine["name"].as_str().unwrap_or_default();
            let command = command(&notes["engines"][name]["cmd"]);
            how.push((format!("engine {name}"), format!("{command}; {}", self::engine(engine))));
        }
        how
    }
}

/// Words in a line; those with spaces in quotes.
fn command(words: &Value) -> String {
    let word = |word: &Value| {
        let word = word.as_str().unwrap_or_default();
        if word.is_empty() || word.contains(char::is_whitespace) { format!("'{word}'") } else { word.to_owned() }
    };
    words.as_array().into_iter().flatten().map(word).collect::<Vec<_>>().join(" ")
}

fn openings(chosen: &Value, used: &Value) -> String {
    let mut told = vec![chosen["source"].as_str().unwrap_or("an unknown source").to_owned()];
    if chosen["order"] == "random" {
        told.push("in random order".to_owned());
    }
    if let Some(start) = chosen["start"].as_u64().filter(|&start| start > 1) {
        told.push(format!("from number {start} on"));
    }
    if let Some(plies) = chosen["plies"].as_u64() {
        told.push(format!("the first {plies} plies"));
    }
    told.push(format!("SHA-256 of those played {}", digits(&used["digest"])));
    told.join(", ")
}

fn engine(details: &Value) -> String {
    let mut told = vec![details["proto"].as_str().unwrap_or_default().to_owned()];
    told.extend(details["tc"].as_str().map(|clock| format!("clock {clock}")));
    told.extend(details["st"].as_f64().map(|time| format!("{time} s a move")));
    told.extend(details["depth"].as_u64().map(|depth| format!("depth {depth}")));
    told.extend(details["depth"].as_str().map(|depth| format!("depth {depth}")));
    told.extend(details["nodes"].as_u64().map(|nodes| format!("{nodes} nodes a move")));
    told.extend(details["memory_mb"].as_u64().map(|memory| format!("at most {memory} MB")));
    if details["ponder"] == true {
        told.push("thinks in the other's time".to_owned());
    }
    told.push(format!("SHA-256 of the program {}", digits(&details["program"])));
    told.join(", ")
}

fn digits(digest: &Value) -> &str {
    let text = digest.as_str().unwrap_or("unknown");
    text.get(..SHOWN).unwrap_or(text)
}
