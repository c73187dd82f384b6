//! Ctrl-C and an ordinary kill: stop the work and keep what is finished.

use std::process;

use anyhow::Context;

use super::complaint::complain;
use crate::search::Stop;

/// The exit code of a program ended by a signal, as in shells.
const INTERRUPTED: i32 = 130;

/// From now on a signal ends the program at once, with a line that says what is kept, and exit code 1. For work whose
/// files are whole at any time.
///
/// # Errors
/// The system takes no handler of signals.
pub(super) fn at_once(kept: &'static str) -> anyhow::Result<()> {
    let handler = move || {
        complain!("rival: stopped: {kept}");
        process::exit(1);
    };
    ctrlc::set_handler(handler).context("the signal handler cannot be set")
}

/// A flag that the first signal sets. A second one ends the program at once.
///
/// # Errors
/// The system takes no handler of signals.
pub(super) fn stop() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let flag = stop.clone();
    let handler = move || {
        if flag.is_stopped() {
            process::exit(INTERRUPTED);
        }
        log::info!("a signal: ending what goes on");
        flag.stop();
    };
    ctrlc::set_handler(handler).context("the signal handler cannot be set")?;
    Ok(stop)
}
