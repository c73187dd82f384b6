//! Ctrl-C and an ordinary kill: stop the work and keep what is finished.

use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, sleep};
use std::time::Duration;

use anyhow::Context;

use super::complaint::complain;
#[cfg(unix)]
use crate::machine::program::ignores;
use crate::search::Stop;

/// The exit code of a program ended by a signal, as in shells.
const INTERRUPTED: u8 = 130;

/// True once a signal has asked the program to end.
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// The exit code of the process: the signal's if a signal ended the command early, else `code`.
pub(super) fn code(code: ExitCode) -> ExitCode {
    let is_interrupted = IS_STOPPED.load(Ordering::SeqCst) && code != ExitCode::SUCCESS;
    if is_interrupted { ExitCode::from(INTERRUPTED) } else { code }
}

/// Makes a signal end the program at once, with the line `kept` and exit code 130. For work whose files are always
/// complete.
///
/// # Errors
/// The system refuses a signal handler.
pub(super) fn at_once(kept: &'static str) -> anyhow::Result<()> {
    on_signal(move || {
        complain!("rival: stopped: {kept}");
        process::exit(i32::from(INTERRUPTED));
    })
}

/// Calls a function on a thread of its own for Ctrl-C, an ordinary kill and a hangup. Hangups that are ignored when the
/// program begins, as `nohup` arranges, stay ignored.
#[cfg(unix)]
fn on_signal(mut handle: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut wanted = vec![SIGINT, SIGTERM];
    if !ignores(SIGHUP) {
        wanted.push(SIGHUP);
    }
    let mut signals = signal_hook::iterator::Signals::new(wanted).context("the signal handler cannot be set")?;
    let waiting = Builder::new().spawn(move || signals.forever().for_each(|_| handle()));
    waiting.map(drop).context("the thread that waits for signals cannot start")
}

#[cfg(windows)]
fn on_signal(handle: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(handle).context("the signal handler cannot be set")
}

/// Turns a write beyond the system's file-size limit into an error. By default the system ends the program without a
/// message.
///
/// # Errors
/// The system refuses a signal handler.
pub(super) fn report_large_files() -> anyhow::Result<()> {
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::<AtomicBool>::default())
        .context("the handler of the file-size signal cannot be set")?;
    Ok(())
}

/// The time after a signal from which the program says that it is still stopping.
const SILENCE: Duration = Duration::from_secs(3);

/// A flag that the first signal sets. A second one ends the program at once.
///
/// # Errors
/// The system refuses a signal handler.
pub(super) fn stop() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let flag = stop.clone();
    on_signal(move || {
        if flag.is_stopped() {
            process::exit(i32::from(INTERRUPTED));
        }
        log::info!("a signal: ending what goes on");
        IS_STOPPED.store(true, Ordering::SeqCst);
        // The program usually ends before.
        let _ = Builder::new().spawn(|| {
            sleep(SILENCE);
            complain!("rival: stopping what goes on; Ctrl-C again ends it at once");
        });
        flag.stop();
    })?;
    Ok(stop)
}
