//! Errors of arguments, in one line: the place, what was found, what was expected.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

/// The line for an error of the argument parser.
pub(super) fn line(error: &Error) -> String {
    let context = |kind| error.get(kind).map(words).filter(|words| !words.is_empty());
    let argument = context(ContextKind::InvalidArg).unwrap_or_else(|| "arguments".to_owned());
    let value = context(ContextKind::InvalidValue);
    let found = value.as_ref().map_or_else(|| "no value".to_owned(), |value| format!("{value:?}"));
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let similar = context(ContextKind::SuggestedArg).map(|similar| format!(", such as {similar}"));
            let similar = similar.unwrap_or_default();
            match context(ContextKind::Usage).as_deref().and_then(|usage| usage.strip_prefix("Usage: ")) {
                Some(usage) if !argument.starts_with('-') => {
                    format!("{argument}: found an argument too many, expected {usage}")
                }
                _ => format!("{argument}: found an unknown argument, expected one that --help lists{similar}"),
            }
        }
        ErrorKind::InvalidSubcommand => {
            let name = context(ContextKind::InvalidSubcommand).unwrap_or(argument);
            // The last of several is the most similar one.
            let similar = match error.get(ContextKind::SuggestedSubcommand) {
                Some(ContextValue::Strings(names)) => names.last().cloned(),
                _ => context(ContextKind::SuggestedSubcommand),
            };
            let similar = similar.map(|similar| format!(", such as {similar}"));
            format!("{name}: found an unknown command, expected one that --help lists{}", similar.unwrap_or_default())
        }
        ErrorKind::MissingSubcommand => "found no command, expected one that --help lists".to_owned(),
        ErrorKind::MissingRequiredArgument => format!("{argument}: found nothing, expected it to be given"),
        ErrorKind::ArgumentConflict => match context(ContextKind::PriorArg) {
            Some(other) if other == argument => format!("{argument}: found twice, expected once"),
            Some(other) => format!("{argument}: found beside {other}, expected one of them"),
            None => format!("{argument}: found beside what excludes it, expected one of them"),
        },
        ErrorKind::InvalidValue => match context(ContextKind::ValidValue) {
            Some(values) => format!("{argument}: found {found}, expected one of {values}"),
            None => format!("{argument}: found {found}, expected one"),
        },
        ErrorKind::ValueValidation => {
            let reason = error.source().map(ToString::to_string).unwrap_or_default();
            // Some parsers name the place in the value.
            match reason.contains("found ") && reason.contains(", expected ") {
                true => format!("{argument}: {}", one_line(&reason)),
                false => format!("{argument}: found {found}, expected {}", wanted(&reason)),
            }
        }
        // Others are rare: the parser's own words, up to its hints.
        _ => {
            let text = error.to_string();
            one_line(text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: "))
        }
    }
}

/// The expected value, from the error of a value's parser.
fn wanted(reason: &str) -> String {
    if let Some((_, range)) = reason.split_once(" is not in ")
        && let Some((first, last)) = range.split_once("..=")
    {
        return if last.is_empty() { format!("{first} or more") } else { format!("a number from {first} to {last}") };
    }
    match reason {
        "invalid digit found in string" | "cannot parse integer from empty string" => "a whole number".to_owned(),
        "invalid float literal" | "cannot parse float from empty string" => "a number".to_owned(),
        "number would be zero for non-zero type" => "1 or more".to_owned(),
        "number too large to fit in target type" => "a smaller number".to_owned(),
        // Our own parsers word it so.
        reason => one_line(reason.strip_prefix("expected ").unwrap_or(reason)),
    }
}

fn words(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => one_line(text),
        ContextValue::Strings(texts) => texts.iter().map(|text| one_line(text)).collect::<Vec<_>>().join(", "),
        other => one_line(&other.to_string()),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().filter(|c| !c.is_control()).collect()
}
