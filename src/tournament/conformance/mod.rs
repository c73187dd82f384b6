//! Conformance: cases of a protocol, played with any engine. Each has a process of its own, so that one failure does
//! not lead to another.

mod conversation;
mod pattern;
mod script;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use super::Error;
use super::config::{ClockKind, EngineSpec, Protocol};
use super::process::{Process, Start};
use crate::record::text::{printable, shown};
use crate::search::Stop;
use conversation::Conversation;
use pattern::Pattern;
pub(crate) use script::Case;
use script::Step;

const GTP: &str = include_str!("gtp.txt");
const NBOARD: &str = include_str!("nboard.txt");

/// The group of the first cases, without which no game can begin.
const START: &str = "start";
/// The result of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub(crate) enum Outcome {
    Passed,
    /// The engine lists no such command.
    NotOffered {
        command: &'static str,
    },
    Failed(Mismatch),
}

/// A step of a case that did not lead to its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Mismatch {
    /// The lines before it.
    pub sent: String,
    pub received: String,
    pub expected: String,
}

/// The cases of a protocol.
pub(crate) fn cases(protocol: Protocol) -> Vec<Case> {
    let text = match protocol {
        Protocol::Gtp => GTP,
        Protocol::Nboard => NBOARD,
    };
    script::cases(text).unwrap_or_else(|error| panic!("{}: {error}", protocol.name()))
}

/// The cases without which no game can begin.
pub(crate) fn first_cases(protocol: Protocol) -> Vec<Case> {
    cases(protocol).into_iter().filter(|case| case.group == START).collect()
}

/// Plays cases with an engine.
#[derive(Debug)]
pub(crate) struct Examiner<'a> {
    engine: &'a EngineSpec,
    guard: &'a Path,
    /// The wait for an answer where a case does not say it.
    patience: Duration,
    stop: Stop,
    /// The commands that it lists over GTP; `None` where it cannot be asked.
    commands: Option<BTreeSet<String>>,
    /// False if it did not answer the greeting as any engine of its protocol does.
    answers: bool,
}

impl<'a> Examiner<'a> {
    /// Starts an engine once and, over GTP, asks for its commands.
    ///
    /// # Errors
    ///
    /// It ends instead of answering, or the machine cannot start it.
    pub(crate) fn new(
        engine: &'a EngineSpec,
        guard: &'a Path,
        patience: Duration,
        stop: Stop,
    ) -> Result<Examiner<'a>, Error> {
        let mut examiner = Examiner { engine, guard, patience, stop, commands: None, answers: true };
        let protocol = engine.settings.protocol;
        let (greeting, answer) = match protocol {
            Protocol::Gtp => ("list_commands\n", "= *"),
            Protocol::Nboard => ("nboard 2\nping 1\n", "pong 1"),
        };
        let mut conversation = examiner.conversation().map_err(Error::Machine)?;
        let is_answered = conversation.send(greeting.as_bytes()).is_ok() && conversation.expect(Pattern::new(answer));
        if !is_answered && let Some(ending) = conversation.ending() {
            return Err(Error::NotStarted { engine: engine.name.clone(), why: ending });
        }
        // A refused `list_commands` is an answer, too.
        examiner.answers = is_answered || (protocol == Protocol::Gtp && !conversation.last().is_empty());
        if protocol == Protocol::Gtp {
            let words = conversation.last().split_whitespace().skip(1).map(str::to_owned);
            examiner.commands = Some(if is_answered { words.collect() } else { BTreeSet::new() });
        }
        Ok(examiner)
    }

    /// False if the engine did not answer the greeting: it may speak another protocol.
    pub(crate) fn answers(&self) -> bool {
        self.answers
    }

    /// A new process of the engine.
    fn conversation(&self) -> io::Result<Conversation> {
        let start = Start {
            engine: self.engine,
            seed: 1,
            guard: self.guard,
            errors: None,
            processors: &[],
            clock: ClockKind::Wall,
        };
        let process = Process::start(&start, self.stop.clone())?;
        Ok(Conversation::new(process, self.engine.settings.protocol, self.patience))
    }

    /// Plays a case.
    ///
    /// # Errors
    ///
    /// The machine cannot start the engine.
    pub(crate) fn play(&self, case: &Case) -> io::Result<Outcome> {
        if let (Some(command), Some(listed)) = (case.needs, &self.commands)
            && !listed.contains(command)
        {
            return Ok(Outcome::NotOffered { command });
        }
        let mut conversation = self.conversation()?;
        let mut sent = "nothing".to_owned();
        for step in &case.steps {
            if let Err((received, expected)) = take(&mut conversation, step, &mut sent) {
                let mut received = shown(&printable(&received));
                if conversation.last().is_empty()
                    && let Some(ending) = conversation.ending()
                {
                    received = ending;
                }
                return Ok(Outcome::Failed(Mismatch { sent, received, expected }));
            }
        }
        Ok(Outcome::Passed)
    }
}

/// Takes a step, and notes in `sent` the lines that it sends.
///
/// # Errors
///
/// It did not lead to its result: the messages that came, and the expected ones.
fn take(conversation: &mut Conversation, step: &Step, sent: &mut String) -> Result<(), (String, String)> {
    let result = match step {
        Step::Send(text) => {
            let text = filled(text, conversation);
            *sent = shown(&printable(text.trim_end().rsplit('\n').next().unwrap_or_default()));
            match conversation.send(&bytes(&text)) {
                Ok(()) => Ok(()),
                Err(error) => return Err((error.to_string(), "an engine that reads".to_owned())),
            }
        }
        Step::Expect(pattern) => conversation.expect(*pattern).then_some(()).ok_or_else(|| pattern.text().to_owned()),
        Step::Refuse(pattern) => {
            conversation.is_without(*pattern).then_some(()).ok_or_else(|| format!("no {}", pattern.text()))
        }
        Step::Lists(words) => {
            let last = conversation.last();
            let missing = words.iter().find(|word| !last.split_whitespace().any(|other| other == **word));
            missing.map_or(Ok(()), |word| Err(format!("{word} in the list")))
        }
        Step::Within(patience) => {
            conversation.set_patience(*patience);
            Ok(())
        }
        Step::Pause => {
            Conversation::pause();
            Ok(())
        }
        Step::Silent => conversation.is_silent().then_some(()).ok_or_else(|| "nothing".to_owned()),
        Step::Close => {
            conversation.close();
            Ok(())
        }
        Step::End => match conversation.end() {
            Ok(()) => Ok(()),
            Err(why) => return Err((why, "the end of the process with exit code 0".to_owned())),
        },
    };
    result.map_err(|expected| (conversation.received(), expected))
}

/// The text with its places filled in.
fn filled(text: &str, conversation: &Conversation) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (place, after) = behind.split_once('}').unwrap_or((behind, ""));
        filled.push_str(before);
        let (word, arguments) = place.split_once(' ').unwrap_or((place, ""));
        let mv = match word {
            "reply" => conversation.reply(),
            _ => conversation.last_move(),
        };
        match word {
            "game" => filled.push_str(&game("anna", "5:00", arguments)),
            "timed" => {
                let (clock, moves) = arguments.split_once(' ').unwrap_or((arguments, ""));
                filled.push_str(&game("anna", clock, moves));
            }
            "named" => {
                let (name, moves) = arguments.split_once(' ').unwrap_or((arguments, ""));
                filled.push_str(&game(name, "5:00", moves));
            }
            "long" => filled.push_str(&"x".repeat(arguments.parse().unwrap_or(1))),
            _ => filled.push_str(&mv.map_or_else(|| "pass".to_owned(), |mv| mv.to_string())),
        }
        rest = after;
    }
    filled + rest
}

/// A game from the start in GGF, as NBoard writes it.
fn game(black: &str, clock: &str, moves: &str) -> String {
    let head = format!("(;GM[Othello]PC[NBoard]DT[2020-01-02 03:04:05 GMT]PB[{black}]PW[ben]RE[?]TI[{clock}]TY[8]");
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let played = moves.split_whitespace().zip(["B", "W"].into_iter().cycle());
    let played: String = played.map(|(mv, color)| format!("{color}[{mv}]")).collect();
    format!("{head}{board}{played};)")
}

/// The bytes of a text with `\r`, `\t` and `\xHH`.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut parts = text.split('\\');
    bytes.extend(parts.next().unwrap_or_default().bytes());
    for part in parts {
        let (byte, length) = match part.as_bytes() {
            [b'r', ..] => (b'\r', 1),
            [b't', ..] => (b'\t', 1),
            _ => (part.get(1..3).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(b'?'), 3),
        };
        bytes.push(byte);
        bytes.extend(part.bytes().skip(length));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_bytes() {
        assert_eq!(bytes("a\\tb\\xff\\x01c\\r\n"), b"a\tb\xff\x01c\r\n");
    }

    #[test]
    fn an_engine_that_cannot_move_fails_the_first_cases() {
        for protocol in [Protocol::Gtp, Protocol::Nboard] {
            let names: Vec<String> = first_cases(protocol).iter().map(|case| case.name.to_string()).collect();
            assert!(names.iter().any(|name| name.starts_with("first move")), "{names:?}");
        }
    }

    #[test]
    fn a_game_is_one_of_ggf() {
        let record = crate::record::ggf::parse(game("anna", "0:02", "F5 D6").as_bytes()).unwrap();
        assert_eq!(record.into_game().moves().len(), 2);
    }
}
