//! Writes a personality file.

use serde::Serialize;

use super::head::{FORMAT, Heading, Provenance};

/// All fields of a file.
#[derive(Serialize)]
struct PersonalityFile<'a, T> {
    format: &'a str,
    name: &'a str,
    kind: &'a str,
    rule: String,
    summary: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    provenance: Option<&'a Provenance>,
    #[serde(flatten)]
    fields: T,
}

impl Heading<'_> {
    /// The text of a file of this kind with these fields.
    pub(crate) fn with(&self, kind: &str, fields: impl Serialize) -> String {
        let Heading { name, rule, summary, source, notes, provenance } = *self;
        let rule = rule.to_string();
        let file = PersonalityFile { format: FORMAT, name, kind, rule, summary, source, notes, provenance, fields };
        eight_a_line(&serde_json::to_string_pretty(&file).expect("strings and finite numbers are JSON"))
    }
}

/// Joins the lines of arrays of numbers, eight numbers a line.
fn eight_a_line(json: &str) -> String {
    let mut text = String::new();
    let mut run = 0;
    for line in json.lines() {
        let is_number = line.trim().trim_end_matches(',').parse::<f64>().is_ok();
        run = if is_number { run + 1 } else { 0 };
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
