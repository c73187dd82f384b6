//! The engine as a process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::pattern::Pattern;

/// The time after which a test gives up on a silent process.
const PATIENCE: Duration = Duration::from_secs(60);
/// The silence after which the output counts as complete; only for rewriting.
const PAUSE: Duration = Duration::from_millis(150);

/// A running engine; its standard error is an error of the test.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Process {
    pub fn start(arguments: &[String]) -> Result<Process, String> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rival"))
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (sender, output) = channel();
        let said = BufReader::new(child.stdout.take().ok_or("no output")?);
        thread::spawn(move || {
            for line in said.split(b'\n').map_while(Result::ok) {
                // A character for each byte, so that bytes that are not ASCII remain visible.
                let _ = sender.send(line.iter().map(|&byte| char::from(byte)).collect());
            }
        });
        let input = child.stdin.take();
        Ok(Process { child, input, output })
    }

    pub fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the input is closed")?;
        input.write_all(bytes).and_then(|()| input.flush()).map_err(|error| error.to_string())
    }

    pub fn close(&mut self) {
        self.input = None;
    }

    /// The next line.
    pub fn line(&mut self) -> Result<String, String> {
        self.output.recv_timeout(PATIENCE).map_err(|error| match error {
            RecvTimeoutError::Timeout => "nothing is said".to_owned(),
            RecvTimeoutError::Disconnected => "the engine has ended".to_owned(),
        })
    }

    pub fn until(&mut self, pattern: &Pattern) -> Result<(), String> {
        while !pattern.matches(&self.line()?) {}
        Ok(())
    }

    /// All lines up to a pause.
    pub fn pause(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.output.recv_timeout(PAUSE).ok()).collect()
    }

    /// Ends the input; the engine must end without more output, with exit code 0.
    pub fn end(mut self) -> Result<(), String> {
        self.close();
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => return Err(format!("found '{line}', expected nothing more")),
            Err(RecvTimeoutError::Timeout) => return Err("the engine does not leave".to_owned()),
            Err(RecvTimeoutError::Disconnected) => {}
        }
        let mut errors = String::new();
        if let Some(stderr) = self.child.stderr.take() {
            std::io::Read::read_to_string(&mut BufReader::new(stderr), &mut errors)
                .map_err(|error| error.to_string())?;
        }
        let status = self.child.wait().map_err(|error| error.to_string())?;
        if status.success() && errors.is_empty() { Ok(()) } else { Err(format!("{status}; stderr: {errors}")) }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
