//! Transcripts: sent and expected lines.

use std::fmt;
use std::fs;
use std::path::Path;

use super::pattern::Pattern;

/// A conversation with one process.
#[derive(Debug)]
pub struct Transcript {
    /// The arguments of the binary.
    pub command: Vec<String>,
    /// The steps, with the numbers of their lines.
    pub steps: Vec<(usize, Step)>,
}

#[derive(Debug)]
pub enum Step {
    /// A comment (`#`) or an empty line.
    Remark(String),
    /// `> text` with a line feed, `>- text` without. `\r`, `\t`, `\n`, `\xHH` are bytes, `\(text*N)` is the text N
    /// times.
    Send { written: String, bytes: Vec<u8> },
    /// `>eof`: the input ends.
    Close,
    /// `< pattern`: the next line.
    Expect(Pattern),
    /// `<* pattern`: any lines, and then this one.
    Until(Pattern),
}

impl Transcript {
    pub fn read(path: &Path) -> Result<Transcript, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut lines = (1..).zip(text.lines());
        let command = lines.next().and_then(|(_, line)| line.strip_prefix("$ "));
        let command = command.ok_or_else(|| format!("{}:1: expected '$ ARGUMENTS'", path.display()))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let steps = lines
            .map(|(number, line)| Ok((number, step(line, folder)?)))
            .collect::<Result<_, &str>>()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Transcript { command: command.split_whitespace().map(str::to_owned).collect(), steps })
    }
}

fn step(line: &str, folder: &Path) -> Result<Step, &'static str> {
    let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
    Ok(match mark {
        ">" => Step::Send { written: line.to_owned(), bytes: [unescape(text, folder)?, b"\n".to_vec()].concat() },
        ">-" => Step::Send { written: line.to_owned(), bytes: unescape(text, folder)? },
        ">eof" => Step::Close,
        "<" => Step::Expect(Pattern::new(text)),
        "<*" => Step::Until(Pattern::new(text)),
        "" => Step::Remark(line.to_owned()),
        _ if line.starts_with('#') => Step::Remark(line.to_owned()),
        _ => return Err("a line that is neither '>', '>-', '>eof', '<', '<*' nor a comment"),
    })
}

/// `{folder}` is the folder of the transcripts.
fn unescape(text: &str, folder: &Path) -> Result<Vec<u8>, &'static str> {
    let text = text.replace("{folder}", &folder.to_string_lossy());
    let mut bytes = Vec::new();
    let mut rest = text.as_str();
    while let Some((plain, escaped)) = rest.split_once('\\') {
        bytes.extend(plain.bytes());
        rest = match escaped.as_bytes().first() {
            Some(b'r') => byte(&mut bytes, b'\r', &escaped[1..]),
            Some(b'n') => byte(&mut bytes, b'\n', &escaped[1..]),
            Some(b't') => byte(&mut bytes, b'\t', &escaped[1..]),
            Some(b'x') => {
                let digits = escaped.get(1..3).ok_or("\\x without two digits")?;
                let value = u8::from_str_radix(digits, 16).map_err(|_| "\\x without two digits")?;
                byte(&mut bytes, value, &escaped[3..])
            }
            Some(b'(') => {
                let (inside, rest) = escaped[1..].split_once(')').ok_or("\\( without )")?;
                let (piece, times) = inside.split_once('*').ok_or("\\( without *")?;
                bytes.extend(piece.repeat(times.parse().map_err(|_| "\\( without a number")?).bytes());
                rest
            }
            _ => return Err("an escape that is none of \\r \\n \\t \\xHH \\(text*N)"),
        };
    }
    bytes.extend(rest.bytes());
    Ok(bytes)
}

fn byte<'a>(bytes: &mut Vec<u8>, value: u8, rest: &'a str) -> &'a str {
    bytes.push(value);
    rest
}

/// True if the lines are what these expectations allow.
pub fn holds(expected: &[&Step], said: &[String]) -> bool {
    match (expected, said) {
        ([], []) => true,
        ([Step::Expect(pattern), rest @ ..], [line, lines @ ..]) => pattern.matches(line) && holds(rest, lines),
        ([Step::Until(pattern), rest @ ..], [line, lines @ ..]) => {
            if pattern.matches(line) {
                holds(rest, lines)
            } else {
                holds(expected, lines)
            }
        }
        _ => false,
    }
}

impl fmt::Display for Step {
    /// Writes the step as in the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Remark(line) | Step::Send { written: line, .. } => f.write_str(line),
            Step::Close => f.write_str(">eof"),
            Step::Expect(pattern) => f.write_str(format!("< {pattern}").trim_end()),
            Step::Until(pattern) => write!(f, "<* {pattern}"),
        }
    }
}
