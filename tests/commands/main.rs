//! Whole runs of the program, a file for each command or habit.

mod analyze;
mod book;
mod convert;
mod explain;
mod fingerprint;
mod measure;
mod patterns;
mod personalities;
mod program;
mod rivals;
mod solve;
#[cfg(unix)]
mod streams;
mod train;
mod usage;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A run of the program.
fn rival(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rival")).args(args).output().unwrap()
}

/// A run of the program in a folder.
fn rival_in(folder: impl AsRef<Path>, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rival")).current_dir(folder).args(args).output().unwrap()
}

/// A run of the program in a folder with this text on standard input.
fn rival_fed(folder: impl AsRef<Path>, args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
    command.current_dir(folder).args(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The process may refuse its arguments before it reads anything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
