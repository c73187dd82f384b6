//! Turns the bytes of a file into a personality.

use std::path::Path;

use serde::Deserialize;

use super::error::PersonalityError;
use super::file::{FORMAT, File};
use super::kind::{self, Kind};
use super::kinds;
use super::values::{CheckResult, quoted, text};
use super::whole::Personality;
use crate::board::Objective;
use crate::record::fields::without_numbers;
use crate::record::problem::{Problem, check_format, json};
use crate::record::profile_file::is_like_profile;

/// The fields that accept a few words, with these.
const WORDS: [(&str, &str); 7] = [
    ("rule", Objective::EXPECTED),
    ("kind", "the name of a kind"),
    ("features[].count", "\"both\", \"replies\" or \"around-move\""),
    ("search.clock", kinds::CLOCKS),
    ("search.ties", kinds::TIES),
    ("choice.method", kinds::METHODS),
    ("repertoire.role", kinds::ROLES),
];

/// The largest accepted file, in bytes.
pub(super) const LARGEST_FILE: u64 = 4 << 20;

/// Parses a personality. `file` is only a name for errors. Relative paths are relative to the current folder.
///
/// # Errors
///
/// The bytes are not a usable personality.
pub fn parse(file: &str, bytes: &[u8]) -> Result<Personality, PersonalityError> {
    parse_in(Path::new(""), file, bytes)
}

/// The same with paths relative to this folder.
pub(super) fn parse_in(folder: &Path, file: &str, bytes: &[u8]) -> Result<Personality, PersonalityError> {
    check_bytes(folder, bytes).map_err(|problem| PersonalityError::Bad { file: file.to_owned(), problem })
}

fn check_bytes(folder: &Path, bytes: &[u8]) -> CheckResult<Personality> {
    if is_like_profile(bytes) {
        return Err(Problem::at("", "a person's profile", "a personality, which `rival agent` makes of it"));
    }
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(Problem::wrong("", "more than four mebibytes: this is no personality"));
    }
    let file = check_format(bytes, FORMAT).and_then(|()| File::parse(bytes));
    let checked = file.and_then(|file| check(file, folder));
    checked.map_err(|problem| with_words(problem.among(|| kind::file_objects(&kind_name(bytes)))))
}

/// The same problem with the words that a field accepts.
fn with_words(problem: Problem) -> Problem {
    let place = without_numbers(&problem.place);
    let words = WORDS.iter().find(|(known, _)| *known == place).map(|&(_, words)| words);
    match (words, problem.expected.as_deref()) {
        (Some(words), Some("a string")) => Problem { expected: Some(words.into()), ..problem },
        _ => problem,
    }
}

/// The kind that an unusable file names; empty if there is none.
fn kind_name(bytes: &[u8]) -> String {
    #[derive(Deserialize)]
    struct KindField {
        kind: String,
    }
    json::<KindField>(bytes).map_or_else(|_| String::new(), |field| field.kind)
}

/// True if the player makes natural moves only.
fn is_natural(kind: &Kind) -> bool {
    match kind {
        Kind::AlphaBeta(spec) | Kind::Rival(kinds::RivalSpec { tester: spec, .. }) => spec.search.natural,
        _ => false,
    }
}

fn check(File { head, parts }: File<'_>, folder: &Path) -> CheckResult<Personality> {
    let kind = kind::read(&head.kind, &parts, folder)?;
    let rule = head.rule.parse().map_err(|_| Problem::at("rule", quoted(&head.rule), Objective::EXPECTED))?;
    if let Some(learned) = kind.spec().rule().filter(|&learned| learned != rule) {
        let reason = match kind {
            Kind::Human(_) | Kind::Placement(_) => "the only rule of this kind",
            _ => "as the weights or the book say",
        };
        return Err(Problem::at("rule", quoted(&head.rule), format!("{}, {reason}", quoted(learned.word()))));
    }
    if rule == Objective::Anti && is_natural(&kind) {
        return Err(Problem::at(
            "search.natural",
            "true",
            "false with the rule \"anti\", in which corners are no gain",
        ));
    }
    check_name("name", &head.name)?;
    text("summary", &head.summary)?;
    head.source.iter().try_for_each(|source| text("source", source))?;
    head.notes.iter().enumerate().try_for_each(|(i, note)| text(&format!("notes[{i}]"), note))?;
    Ok(Personality {
        name: head.name,
        summary: head.summary,
        source: head.source,
        notes: head.notes,
        rule,
        provenance: head.provenance,
        kind,
        folder: folder.to_owned(),
    })
}

/// Refuses a name that lists and protocols cannot show. `place` is its place in a file or on the command line.
pub(crate) fn check_name(place: &str, name: &str) -> CheckResult<()> {
    let usable =
        (1..=40).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_graphic() && b != b'/' && b != b'\\');
    if usable {
        Ok(())
    } else {
        Err(Problem::at(place, quoted(name), "1 to 40 printable ASCII characters without spaces and slashes"))
    }
}
