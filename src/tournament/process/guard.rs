//! The guard: a small process between the harness and an engine. It ends the engine if the harness ends.
//!
//! The harness starts the guard and keeps a pipe to it, the lifeline, which is the guard's standard error. When the
//! harness ends for any reason, the kernel closes the pipe, and the guard kills the engine and all processes that it
//! has started. The engine communicates with the harness directly, because it inherits the guard's standard input and
//! output.

use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::machine::regular::append;

/// The engine that a guard starts, and its limits.
#[derive(Debug, Clone)]
pub(crate) struct Guarded {
    pub program: OsString,
    pub arguments: Vec<OsString>,
    /// The limit of the engine's address space in MiB (Linux only).
    pub memory: Option<u64>,
    /// The file to which the engine's standard error is appended, up to [`MOST_ERRORS`].
    pub errors: Option<PathBuf>,
    /// The processors that the engine may use (Linux only); empty for all.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "other systems have no such limit"))]
    pub processors: Vec<usize>,
}

/// The guard's exit code if the engine did not start, as in shells.
pub(crate) const NOT_STARTED: u8 = 127;
/// The bytes of an engine's standard error that its file keeps.
pub(crate) const MOST_ERRORS: u64 = 1 << 20;

/// The meaning of "not found" for a program that is there.
const INTERPRETER: &str = "its interpreter (#!) is missing";

/// The time for copying the rest of standard error after the engine has ended.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Runs an engine until it ends or the lifeline breaks. Returns the engine's exit code, or 128 + n after signal n.
#[must_use]
pub(crate) fn run(guarded: &Guarded) -> ExitCode {
    match start(guarded) {
        Ok(running) => watch(running),
        Err(error) => {
            // Standard error is the lifeline, so messages go to the log.
            if let Some(mut file) = guarded.errors.as_deref().and_then(|path| append(path).ok()) {
                let is_there = error.kind() == io::ErrorKind::NotFound && Path::new(&guarded.program).exists();
                let reason = if is_there { INTERPRETER.to_owned() } else { error.to_string() };
                let _ = writeln!(file, "rival: {}: {reason}", guarded.program.display());
            }
            ExitCode::from(NOT_STARTED)
        }
    }
}

/// A started engine.
struct GuardedProcess {
    child: Child,
    lifeline: File,
    copying: Option<JoinHandle<()>>,
}

fn start(guarded: &Guarded) -> io::Result<GuardedProcess> {
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
    command.stderr(if guarded.errors.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = command.spawn()?;
    // The engine must have the only copies of its ends of the pipes: then the harness sees the end of the output when
    // the engine closes it.
    let null = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    let copying = match (child.stderr.take(), guarded.errors.clone()) {
        (Some(from), Some(path)) => Some(thread::spawn(move || copy_errors(from, &path))),
        _ => None,
    };
    Ok(GuardedProcess { child, lifeline, copying })
}

/// Appends the engine's standard error to a file until a limit. The file is created at the first byte.
fn copy_errors(mut from: ChildStderr, path: &Path) {
    let mut first = [0; 4096];
    let Ok(count @ 1..) = from.read(&mut first) else { return };
    if let Ok(mut file) = append(path) {
        let room = MOST_ERRORS.saturating_sub(file.metadata().map_or(0, |file| file.len()));
        let mut kept = first[..count].chain(&mut from).take(room);
        let _ = io::copy(&mut kept, &mut file);
    }
    // Reading continues, so that the engine does not block.
    let _ = io::copy(&mut from, &mut io::sink());
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
    let GuardedProcess { mut child, mut lifeline, copying } = running;
    let group = pid(&child);
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
    if let (Some(copying), Some(_)) = (copying, &end) {
        let deadline = Instant::now() + LAST_WORDS;
        while !copying.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
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
