//! Whole runs of `rival tournament` with mock engines.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::Value;

pub const RIVAL: &str = env!("CARGO_BIN_EXE_rival");

/// A folder of a test, with a tag that all its mock engines carry.
pub struct Bench {
    pub folder: tempfile::TempDir,
    pub tag: String,
}

impl Bench {
    pub fn new() -> Bench {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let tag = format!("mock{}x{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Bench { folder: tempfile::tempdir().unwrap(), tag }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The fields of a mock engine.
    pub fn mock(&self, name: &str, protocol: &str, options: &str) -> String {
        let own = std::env::current_exe().unwrap();
        // The mock knows no depth; NBoard's engines need a word on theirs.
        let depth = if protocol == "nboard" { "depth=own" } else { "" };
        let command = format!("'{}' mock {protocol} tag={} {options}", own.display(), self.tag);
        format!("name={name} proto={protocol} cmd=\"{command}\" {depth}")
    }

    /// `rival tournament` between these engines.
    pub fn command(&self, out: &str, engines: &[String], options: &str) -> Command {
        let mut command = Command::new(RIVAL);
        command.arg("tournament").arg("--out").arg(self.path(out));
        for engine in engines {
            command.arg("--engine").arg(engine);
        }
        command.args(options.split_whitespace()).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// As above, with this many seconds for a reply; long where a busy machine must not look like a slow engine.
    pub fn patient(&self, reply: f64, out: &str, engines: &[String], options: &str) -> Command {
        let config = self.path("timeouts.json");
        fs::write(&config, format!(r#"{{"timeouts": {{"start": 30, "reply": {reply}, "late": 30, "quit": 0.2}}}}"#))
            .unwrap();
        let mut command = self.command(out, engines, options);
        command.arg(config);
        command
    }

    pub fn results(&self, out: &str) -> Value {
        let text = fs::read_to_string(self.path(out).join("results.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// The bytes of everything that must not depend on time, concurrency or interruptions.
    pub fn compared(&self, out: &str) -> Vec<String> {
        let read = |name: &str| fs::read_to_string(self.path(out).join(name)).unwrap();
        ["config.json", "results.json", "games.ggf", "table.md"].map(read).to_vec()
    }

    /// Mock engines of this bench that still run, after a moment in which the kernel ends killed ones.
    pub fn survivors(&self) -> Vec<String> {
        let mut found = Vec::new();
        for _ in 0..100 {
            found = processes(&self.tag);
            if found.is_empty() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        found
    }
}

impl Bench {
    /// The number of running mock engines.
    pub fn running(&self) -> usize {
        // The guards carry the tag too.
        processes(&self.tag).iter().filter(|line| !line.contains(" guard ")).count()
    }
}

/// Command lines of living processes that carry a tag, those of the harness itself not counted.
fn processes(tag: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = entries.filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok());
    let of_harness = |line: &String| line.contains("\0tournament\0");
    lines.filter(|line| line.contains(tag) && !of_harness(line)).map(|line| line.replace('\0', " ")).collect()
}

/// Standard error in one piece.
pub fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The games that `games.jsonl` holds.
pub fn games(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
