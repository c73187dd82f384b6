//! Plays the transcripts in `protocol-tests/` against the real binary: a test each, named by its file. See
//! `docs/protocols.md`.
//!
//! `UPDATE_TRANSCRIPTS=1 cargo test --test protocol` rewrites what is expected to what the binary says.

mod pattern;
mod process;
mod transcript;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};

use process::Process;
use transcript::{Step, Transcript};

fn main() {
    let arguments = Arguments::from_args();
    let update = std::env::var_os("UPDATE_TRANSCRIPTS").is_some();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests");
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder of the transcripts")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "gtp" || extension == "nboard"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "there are no transcripts in {}", folder.display());
    let trials = paths
        .into_iter()
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Trial::test(name, move || if update { rewrite(&path) } else { play(&path) })
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn play(path: &Path) -> Result<(), Failed> {
    let transcript = Transcript::read(path)?;
    let mut process = Process::start(&transcript.command)?;
    for (line, step) in &transcript.steps {
        let outcome = match step {
            Step::Remark(_) => Ok(()),
            Step::Send { bytes, .. } => process.send(bytes),
            Step::Close => {
                process.close();
                Ok(())
            }
            Step::Expect(pattern) => process.line().and_then(|found| pattern.check(&found)),
            Step::Until(pattern) => process.until(pattern),
        };
        outcome.map_err(|error| format!("{}:{line}: {error}", path.display()))?;
    }
    process.end().map_err(|error| format!("{}: at the end: {error}", path.display()).into())
}

/// Keeps the expectations after what was sent if they hold, and writes what was said in their place if not.
fn rewrite(path: &Path) -> Result<(), Failed> {
    let transcript = Transcript::read(path)?;
    let mut process = Process::start(&transcript.command)?;
    let mut text = format!("$ {}\n", transcript.command.join(" "));
    let mut steps = transcript.steps.iter().map(|(_, step)| step).peekable();
    while let Some(step) = steps.next() {
        text.push_str(&format!("{step}\n"));
        match step {
            Step::Send { bytes, .. } => process.send(bytes)?,
            Step::Close => process.close(),
            _ => {}
        }
        if !matches!(step, Step::Send { .. } | Step::Close) {
            continue;
        }
        let mut expected = Vec::new();
        while let Some(step) = steps.next_if(|step| matches!(step, Step::Expect(_) | Step::Until(_))) {
            expected.push(step);
        }
        let said = process.pause();
        if transcript::holds(&expected, &said) {
            text.extend(expected.iter().map(|step| format!("{step}\n")));
        } else {
            text.extend(
                said.iter()
                    .map(|line| format!("{}\n", Step::Expect(pattern::Pattern::new(&pattern::generalise(line))))),
            );
        }
    }
    process.end()?;
    Ok(fs::write(path, text)?)
}
