//! Ctrl-C and an ordinary kill: stop the work and keep what is finished.

use std::process;

use anyhow::Context;
use rival::search::Stop;

/// The exit code of a program that a signal ended, as in shells.
const INTERRUPTED: i32 = 130;

/// A flag that the first signal sets. A second one ends the program at once.
///
/// # Errors
/// The system refuses a signal handler.
pub(crate) fn stop() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let flag = stop.clone();
    let is_set = ctrlc::set_handler(move || {
        if flag.is_stopped() {
            process::exit(INTERRUPTED);
        }
        flag.stop();
    });
    is_set.context("the signal handler cannot be set")?;
    Ok(stop)
}

/// Makes a signal print a line and end the program. One handler serves all experiments of a process.
pub(crate) fn say(kept: &'static str) {
    let _ = ctrlc::set_handler(move || {
        eprintln!("lab: stopped: {kept}");
        process::exit(INTERRUPTED);
    });
}
