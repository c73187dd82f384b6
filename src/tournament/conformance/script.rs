//! The cases of a protocol, from its text.
//!
//! A line `## GROUP` begins a group, `# NAME: WHY` a case; `;` begins a comment. The steps of a case are lines:
//!
//! - `> TEXT` sends a line, `>> TEXT` one without its end. Lines in a row are sent at once. `\r`, `\t` and `\xHH` are
//!   bytes; `{game F5 D6}` is a game with these moves in GGF, `{timed 0:02 F5}` one with a clock, `{named TEXT F5}` one
//!   with a player of this name; `{long N}` is a line of N bytes; `{reply}` is a legal move, `{answer}` the engine's
//!   last move; `{play c4 c3}` sends moves over GTP, each of which must be accepted
//! - `< PATTERN` waits for a message of this form; over GTP the next answer must have it
//! - `! PATTERN`: no message since the last request has this form
//! - `lists A B`: the last answer has these words
//! - `within N`: from here on answers come within N seconds; at first 10
//! - `pause` waits, `silent` fails if anything comes
//! - `close` closes the engine's input, `end` waits for the end of its process
//! - `needs NAME` leaves the case out if the engine lists no such command

use std::time::Duration;

use super::pattern::Pattern;

/// A case: steps, and what each of them must lead to.
#[derive(Debug)]
pub(crate) struct Case {
    pub group: &'static str,
    pub name: &'static str,
    /// The reason why it matters; empty if the name says it.
    pub why: &'static str,
    /// The command without which it does not apply.
    pub needs: Option<&'static str>,
    pub steps: Vec<Step>,
}

/// A step of a case.
#[derive(Debug, PartialEq)]
pub(crate) enum Step {
    /// The text of lines to send, with places to fill in.
    Send(String),
    Expect(Pattern),
    Refuse(Pattern),
    Lists(Vec<&'static str>),
    Within(Duration),
    Pause,
    Silent,
    Close,
    End,
}

/// The cases of a text.
///
/// # Errors
///
/// A line is no step: its number.
pub(super) fn cases(text: &'static str) -> Result<Vec<Case>, String> {
    let mut group = "";
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(name) = line.strip_prefix("## ") {
            group = name;
        } else if let Some(title) = line.strip_prefix("# ") {
            let (name, why) = title.split_once(": ").unwrap_or((title, ""));
            cases.push(Case { group, name, why, needs: None, steps: Vec::new() });
        } else if !line.is_empty() && !line.starts_with(';') {
            let case = cases.last_mut().ok_or_else(|| format!("line {number}: a step before the first case"))?;
            add(case, line).ok_or_else(|| format!("line {number}: found '{line}', expected a step"))?;
        }
    }
    Ok(cases)
}

/// Adds the step of a line; `None` if it is none.
fn add(case: &mut Case, line: &'static str) -> Option<()> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let step = match word {
        ">" => {
            if let Some(moves) = rest.strip_prefix("{play ") {
                return play(case, moves.strip_suffix('}')?);
            }
            send(case, format!("{rest}\n"));
            return Some(());
        }
        ">>" => {
            send(case, rest.to_owned());
            return Some(());
        }
        "needs" => {
            case.needs = Some(rest);
            return Some(());
        }
        "<" => Step::Expect(Pattern::new(rest)),
        "!" => Step::Refuse(Pattern::new(rest)),
        "lists" => Step::Lists(rest.split(' ').collect()),
        "within" => Step::Within(Duration::from_secs(rest.parse().ok()?)),
        "pause" => Step::Pause,
        "silent" => Step::Silent,
        "close" => Step::Close,
        "end" => Step::End,
        _ => return None,
    };
    case.steps.push(step);
    Some(())
}

/// Adds a text to send, to the one before it if there is nothing between them.
fn send(case: &mut Case, text: String) {
    match case.steps.last_mut() {
        Some(Step::Send(before)) => before.push_str(&text),
        _ => case.steps.push(Step::Send(text)),
    }
}

/// Adds moves over GTP, from Black's first on.
fn play(case: &mut Case, moves: &'static str) -> Option<()> {
    for (mv, color) in moves.split(' ').zip(["b", "w"].into_iter().cycle()) {
        case.steps.push(Step::Send(format!("play {color} {mv}\n")));
        case.steps.push(Step::Expect(Pattern::new("=")));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_cases_with_steps() {
        let cases = cases("; x\n## start\n# name: why\nneeds undo\n> a\n> b\n< = {word} *\nwithin 3\nend\n").unwrap();
        let [case] = &cases[..] else { panic!("{cases:?}") };
        assert_eq!((case.group, case.name, case.why, case.needs), ("start", "name", "why", Some("undo")));
        let expected = [
            Step::Send("a\nb\n".to_owned()),
            Step::Expect(Pattern::new("= {word} *")),
            Step::Within(Duration::from_secs(3)),
            Step::End,
        ];
        assert_eq!(case.steps, expected);
        assert_eq!(super::cases("> a").unwrap_err(), "line 1: a step before the first case");
        assert_eq!(super::cases("# a\nwithin x").unwrap_err(), "line 2: found 'within x', expected a step");
    }

    #[test]
    fn both_protocols_have_about_sixty_cases_or_more() {
        for text in [super::super::GTP, super::super::NBOARD] {
            let cases = cases(text).unwrap();
            assert!(cases.len() >= 60 && cases.iter().all(|case| !case.steps.is_empty() && !case.group.is_empty()));
        }
    }
}
