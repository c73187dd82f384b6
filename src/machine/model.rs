//! A description of this machine.

use super::work::cores;

/// The processor, threads and system in words.
#[must_use]
pub fn model() -> String {
    let cores = cores();
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':')).map(|(_, name)| name.trim());
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    match model {
        Some(model) => format!("{model}, {cores} threads, {system}"),
        None => format!("{cores} threads, {system}"),
    }
}
