//! Errors in arguments as one line: the place, what was found and what was expected.

use std::error::Error as _;

use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use crate::record::text::similar;

/// Names that other programs have for our commands.
const OTHER_NAMES: [(&str, &str); 16] = [
    ("play", "page"),
    ("game", "page"),
    ("gui", "page"),
    ("web", "page"),
    ("eval", "analyze"),
    ("review", "analyze"),
    ("endgame", "solve"),
    ("rate", "measure"),
    ("rating", "measure"),
    ("learn", "train"),
    ("duel", "match"),
    ("self-play", "match"),
    ("selfplay", "match"),
    ("versus", "match"),
    ("league", "tournament"),
    ("tourney", "tournament"),
];

/// The line for an error of the argument parser of this program.
pub(super) fn line(error: &Error, program: &Command) -> String {
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
                    let player = takes_player(program, usage).then(|| format!("--player {argument}"));
                    format!("{argument}: found an argument too many, expected {}", player.as_deref().unwrap_or(usage))
                }
                _ => format!("{argument}: found an unknown argument, expected one that --help lists{similar}"),
            }
        }
        ErrorKind::InvalidSubcommand => {
            let name = context(ContextKind::InvalidSubcommand).unwrap_or(argument);
            let usage = context(ContextKind::Usage).unwrap_or_default();
            let likely = likely(&name, at(program, &usage)).map(|likely| format!(", such as {likely}"));
            format!("{name}: found an unknown command, expected one that --help lists{}", likely.unwrap_or_default())
        }
        ErrorKind::MissingSubcommand => "found no command, expected one that --help lists".to_owned(),
        ErrorKind::MissingRequiredArgument => format!("{argument}: found nothing, expected it to be given"),
        ErrorKind::ArgumentConflict => match context(ContextKind::PriorArg) {
            Some(other) if other == argument => format!("{argument}: found twice, expected once"),
            Some(other) => format!("{argument}: found beside {other}, expected one of them"),
            None => format!("{argument}: found together with an argument that excludes it, expected one of them"),
        },
        ErrorKind::InvalidValue => match context(ContextKind::ValidValue) {
            Some(values) => format!("{argument}: found {found}, expected one of {values}"),
            None => format!("{argument}: found {found}, expected one"),
        },
        ErrorKind::ValueValidation => {
            let reason = error.source().map(ToString::to_string).unwrap_or_default();
            // The texts of some parsers already name the place in the value.
            match reason.contains("found ") && reason.contains(", expected ") {
                true => format!("{argument}: {}", one_line(&reason)),
                false => format!("{argument}: found {found}, expected {}", wanted(&reason, &found)),
            }
        }
        // Other errors are rare: the line has the parser's own words up to its hints.
        _ => {
            let text = error.to_string();
            one_line(text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: "))
        }
    }
}

/// The command in a line of usage, such as `rival train map [OPTIONS]`.
fn at<'a>(program: &'a Command, usage: &str) -> &'a Command {
    let mut command = program;
    for word in usage.trim_start_matches("Usage: ").split(' ').skip(1) {
        match command.find_subcommand(word) {
            Some(below) => command = below,
            None => break,
        }
    }
    command
}

/// True if the command in this line of usage takes a player, and no other unnamed argument.
fn takes_player(program: &Command, usage: &str) -> bool {
    let command = at(program, usage);
    let has_player = command.get_opts().any(|option| option.get_long() == Some("player"));
    has_player && command.get_positionals().next().is_none()
}

/// The command below this one that was probably meant.
fn likely<'a>(name: &str, command: &'a Command) -> Option<&'a str> {
    let names = || command.get_subcommands().filter(|below| !below.is_hide_set()).map(Command::get_name);
    let other = OTHER_NAMES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, known)| *known);
    names().find(|known| Some(*known) == other).or_else(|| similar(name, names()))
}

/// The expected value, from the error of the value's parser.
fn wanted(reason: &str, found: &str) -> String {
    if let Some((_, range)) = reason.split_once(" is not in ")
        && let Some((first, last)) = range.split_once("..=")
    {
        return if last.is_empty() { format!("{first} or more") } else { format!("a number from {first} to {last}") };
    }
    match reason {
        "invalid digit found in string" if found.starts_with("\"-") => "0 or more".to_owned(),
        "invalid digit found in string" | "cannot parse integer from empty string" => "a whole number".to_owned(),
        "invalid float literal" | "cannot parse float from empty string" => "a number".to_owned(),
        "number would be zero for non-zero type" => "1 or more".to_owned(),
        "number too large to fit in target type" => "a smaller number".to_owned(),
        // Our own parsers begin with "expected".
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
