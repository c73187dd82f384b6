//! The guard: a small process between the harness and an engine. It ends the engine if the harness ends.
//!
//! The harness starts the guard and keeps a socket to it, the lifeline, which is the guard's standard error. When the
//! harness ends for any reason, the kernel closes the socket, and the guard kills the engine and all processes that it
//! has started. The engine communicates with the harness directly, because it inherits the guard's standard input and
//! output. Before the guard ends, it sends the end of the engine's standard error over the lifeline.

use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::machine::regular::append;

/// The engine that a guard starts, and its limits.
#[derive(Debug, Clone)]
pub(crate) struct GuardedEngine {
    pub program: OsString,
    pub arguments: Vec<OsString>,
    /// The limit of the engine's address space in MiB (Linux only).
    pub memory: Option<u64>,
    /// The file for the engine's standard error, which has at most [`MOST_ERRORS`].
    pub errors: Option<PathBuf>,
    /// The processors that the engine may use (Linux only); empty for all.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "other systems have no such limit"))]
    pub processors: Vec<usize>,
}

/// The guard's exit code if the engine did not start, as in shells.
pub(crate) const NOT_STARTED: u8 = 127;
/// The most bytes in the file of an engine's standard error.
const MOST_ERRORS: u64 = 1 << 20;
/// The line that stands in the file for earlier text.
const LEFT_OUT: &[u8] = b"rival: earlier text was left out; the next line may lack its beginning\n";
/// The most bytes of standard error that the harness gets. They fit into a socket on every system, so that the guard
/// does not wait for a reader.
const MOST_LAST_BYTES: usize = 4096;

/// The meaning of "not found" for a program that is there.
const INTERPRETER: &str = "its interpreter (#!) is missing";

/// The time for copying the rest of standard error after the engine has ended.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Runs an engine until it ends or the lifeline breaks. Returns the engine's exit code, or 128 + n after signal n.
#[must_use]
pub(crate) fn run(guarded: &GuardedEngine) -> ExitCode {
    match start(guarded) {
        Ok(running) => watch(running),
        Err(error) => {
            let is_there = error.kind() == io::ErrorKind::NotFound && Path::new(&guarded.program).exists();
            let reason = if is_there { INTERPRETER.to_owned() } else { error.to_string() };
            let message = format!("rival: {}: {reason}\n", guarded.program.display());
            if let Some(mut file) = guarded.errors.as_deref().and_then(|path| append(path).ok()) {
                let _ = file.write_all(message.as_bytes());
            }
            let _ = io::stderr().write_all(message.as_bytes());
            ExitCode::from(NOT_STARTED)
        }
    }
}

/// A started engine.
struct GuardedProcess {
    child: Child,
    lifeline: File,
    copying: Option<JoinHandle<()>>,
    last_bytes: LastBytes,
}

fn start(guarded: &GuardedEngine) -> io::Result<GuardedProcess> {
    let lifeline = File::from(io::stderr().as_fd().try_clone_to_owned()?);
    // The guard adopts orphans of the engine, so that it finds them.
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    #[cfg(target_os = "linux")]
    if !guarded.processors.is_empty() {
        // The engine inherits the affinity.
        let mut set = rustix::thread::CpuSet::new();
        guarded.processors.iter().for_each(|&processor| set.set(processor));
        rustix::thread::sched_setaffinity(None, &set)?;
    }
    let mut command = match guarded.memory {
        None => Command::new(&guarded.program),
        Some(megabytes) => {
            let mut command = Command::new(std::env::current_exe()?);
            command.args(["guard", "--limit-mb", &megabytes.to_string(), "--"]).arg(&guarded.program);
            command
        }
    };
    command.args(&guarded.arguments).process_group(0);
    command.stderr(Stdio::piped());
    let mut child = command.spawn()?;
    // The engine must have the only copies of its ends of the pipes: then the harness sees the end of the output when
    // the engine closes it.
    let null = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    let last_bytes = LastBytes::default();
    let shared = last_bytes.clone();
    let path = guarded.errors.clone();
    let copying = child.stderr.take().map(|from| thread::spawn(move || copy_errors(from, path.as_deref(), &shared)));
    Ok(GuardedProcess { child, lifeline, copying, last_bytes })
}

/// The end of the engine's standard error.
#[derive(Clone, Default)]
struct LastBytes(Arc<Mutex<Vec<u8>>>);

impl LastBytes {
    fn add(&self, bytes: &[u8]) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.extend_from_slice(bytes);
        let surplus = last.len().saturating_sub(MOST_LAST_BYTES);
        last.drain(..surplus);
    }

    fn send(&self, lifeline: &mut File) {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The harness may be gone.
        let _ = lifeline.write_all(&last);
    }
}

/// Copies the engine's standard error to its file, if there is one. The file is created at the first byte.
fn copy_errors(mut from: ChildStderr, mut path: Option<&Path>, last: &LastBytes) {
    let mut chunk = [0; 64 * 1024];
    let mut file = None;
    // Reading goes on without a file, so that the engine does not block.
    while let Ok(count @ 1..) = from.read(&mut chunk) {
        last.add(&chunk[..count]);
        if let Some(path) = path.take() {
            file = append(path).ok();
        }
        if let Some(open) = &mut file
            && add_errors(open, &chunk[..count], MOST_ERRORS).is_err()
        {
            file = None;
        }
    }
}

/// Appends text to a file. If the file is then larger than `most`, its last half remains. The lock excludes the guards
/// of the engine's other processes.
fn add_errors(file: &mut File, bytes: &[u8], most: u64) -> io::Result<()> {
    file.lock()?;
    let added = file.write_all(bytes).and_then(|()| keep_end(file, most));
    file.unlock()?;
    added
}

fn keep_end(file: &mut File, most: u64) -> io::Result<()> {
    let size = file.metadata()?.len();
    if size <= most {
        return Ok(());
    }
    let mut end = Vec::new();
    file.seek(SeekFrom::Start(size - most / 2))?;
    file.read_to_end(&mut end)?;
    file.set_len(0)?;
    file.write_all(&[LEFT_OUT, &end].concat())
}

/// Becomes the engine, with a limit on its address space (MiB, Linux only). This step between a guard and an engine
/// makes the limit effective from the engine's first instruction. It returns only if the program cannot be run.
#[must_use]
pub(crate) fn limited(program: &OsStr, arguments: &[OsString], megabytes: u64) -> ExitCode {
    let mut command = Command::new(program);
    command.args(arguments);
    #[cfg(not(target_os = "linux"))]
    let _ = megabytes;
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let limit = Some(megabytes.saturating_mul(1 << 20));
        if setrlimit(Resource::As, Rlimit { current: limit, maximum: limit }).is_err() {
            return ExitCode::from(NOT_STARTED);
        }
    }
    let error = command.exec();
    let _ = writeln!(io::stderr(), "rival: {}: {error}", program.display());
    ExitCode::from(NOT_STARTED)
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Waits until the engine ends or the lifeline breaks.
fn watch(running: GuardedProcess) -> ExitCode {
    let GuardedProcess { mut child, mut lifeline, copying, last_bytes } = running;
    let group = pid(&child);
    let message = lifeline.try_clone();
    // The message is the engine's end; `None` if the lifeline broke.
    let (sender, ends) = mpsc::channel::<Option<io::Result<ExitStatus>>>();
    let cut = sender.clone();
    thread::spawn(move || {
        let mut byte = [0];
        while matches!(lifeline.read(&mut byte), Ok(1..)) {}
        let _ = cut.send(None);
    });
    thread::spawn(move || {
        let _ = sender.send(Some(child.wait()));
    });
    let end = ends.recv().ok().flatten();
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
    kill_orphans();
    // All writers should be dead, so the copying ends by itself. Its last lines often contain the reason for a crash.
    if let Some(copying) = copying {
        let deadline = Instant::now() + LAST_WORDS;
        while !copying.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }
    if let Ok(mut lifeline) = message {
        last_bytes.send(&mut lifeline);
    }
    match end {
        Some(Ok(status)) => {
            let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
            ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX))
        }
        _ => ExitCode::from(128 + 9),
    }
}

/// Kills the engine's orphans in other process groups. Each death can create new orphans.
#[cfg(target_os = "linux")]
fn kill_orphans() {
    use rustix::process::{WaitOptions, getpid, kill_process, waitpid};
    for _ in 0..200 {
        let children = children(getpid());
        if children.is_empty() {
            return;
        }
        for child in children {
            let _ = kill_process(child, Signal::KILL);
        }
        while let Ok(Some(_)) = waitpid(None, WaitOptions::NOHANG) {}
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(not(target_os = "linux"))]
fn kill_orphans() {}

/// The living children of a process, from the fields of `/proc/*/stat`: the number, the name in brackets, the state,
/// the parent.
#[cfg(target_os = "linux")]
fn children(parent: Pid) -> Vec<Pid> {
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let numbers = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    numbers
        .filter(|number| {
            let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
            let state = fields.next();
            fields.next().and_then(|text| text.parse().ok()) == Some(parent.as_raw_nonzero().get())
                && state != Some("Z")
        })
        .filter_map(Pid::from_raw)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_errors_has_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.stderr");
        // Two processes of an engine write by turns.
        let mut files = [append(&path).unwrap(), append(&path).unwrap()];
        for number in 0..1000 {
            add_errors(&mut files[number % 2], format!("line {number}\n").as_bytes(), 400).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.len() <= 400 && text.ends_with(&format!("line {number}\n")), "{text}");
            // The first 51 lines have 400 bytes together, less two.
            assert_eq!(text.starts_with("line 0\n"), number < 51, "{text}");
            assert_eq!(text.matches("earlier text was left out").count(), usize::from(number >= 51), "{text}");
        }
    }

    #[test]
    fn the_last_bytes_are_few() {
        let last = LastBytes::default();
        for _ in 0..100 {
            last.add(&[b'x'; 1000]);
        }
        last.add(b"the reason");
        let bytes = last.0.lock().unwrap();
        assert!(bytes.len() == MOST_LAST_BYTES && bytes.ends_with(b"xthe reason"));
    }
}
