//! The display of a running tournament.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::super::complaint::complain;
use super::super::output;
use super::super::progress::with_time_left;
use crate::report::tournament::{self, markdown};
use crate::tournament::{FaultRecord, Folder, Standing, Tournament, TournamentGame};

/// The interval at which the table on the terminal is redrawn.
const REFRESH: Duration = Duration::from_millis(500);
/// The interval at which the files made from the games are written during the run.
const CHECKPOINT: Duration = Duration::from_secs(10);

/// Shows a run: a bar and the table on a terminal, otherwise a line for each game and the standing from time to time.
pub(super) struct Live {
    bar: ProgressBar,
    terminal: bool,
    total: usize,
    times: Mutex<Times>,
}

struct Times {
    shown: Instant,
    written: Instant,
    /// Time until the next table. Large tables take long to make.
    refresh: Duration,
    /// Time until the next checkpoint.
    pause: Duration,
    /// The number of played games at which the next standing is printed.
    standing: usize,
}

/// The number of played games at which the next standing is printed: after five games for each engine, and a tenth more
/// each time, so that long runs do not consist of standings.
fn next_standing(played: usize, engines: usize) -> usize {
    played + (5 * engines).max(played / 10)
}

impl Live {
    pub(super) fn new(tournament: &Tournament) -> Live {
        let terminal = io::stderr().is_terminal();
        let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let total = tournament.games();
        let bar = ProgressBar::with_draw_target(Some(total as u64), target);
        let template = "{msg}\n{bar:40} {pos}/{len} games, {elapsed} gone{left}";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(with_time_left(style));
        bar.set_position(tournament.folder.journal.len() as u64);
        bar.reset_eta();
        let now = Instant::now();
        let played = tournament.folder.journal.len();
        let standing = next_standing(played, tournament.config().engines.len());
        let times = Times { shown: now, refresh: REFRESH, written: now, pause: CHECKPOINT, standing };
        let live = Live { bar, terminal, total, times: Mutex::new(times) };
        if played > 0 {
            live.note(&format!("{}: {played} of {total} games were played before", tournament.folder.path().display()));
        }
        live
    }

    /// Prints a note to the user.
    pub(super) fn note(&self, text: &str) {
        self.bar.suspend(|| complain!("{text}"));
    }

    /// Prints the final table.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written, and its reader has not gone away.
    pub(super) fn end(&self, standing: &Standing) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        match output::print(tournament::text(standing)) {
            Err(error) if output::is_broken_pipe(&error) => Ok(()),
            printed => printed,
        }
    }
}

impl Live {
    /// Shows a finished game, and the standing after it.
    pub(super) fn show(&self, game: &TournamentGame, folder: &Folder) {
        let played = folder.journal.len();
        self.bar.set_position(played as u64);
        if !self.terminal {
            // A closed standard output is not an error.
            let _ = output::print(format!("{played}/{} {}\n", self.total, summary(game)));
        } else if game.fault.is_some() {
            self.bar.suspend(|| complain!("{}", summary(game)));
        }
        let Ok(mut times) = self.times.lock() else { return };
        if !self.terminal && (times.standing..self.total).contains(&played) {
            let standing = folder.standing();
            let _ = output::print(tournament::brief(&standing));
            times.standing = next_standing(played, standing.engines.len());
        }
        if self.terminal && times.shown.elapsed() > times.refresh {
            let begun = Instant::now();
            self.bar.set_message(tournament::text(&folder.standing()));
            times.shown = Instant::now();
            times.refresh = REFRESH.max(20 * begun.elapsed());
        }
        if times.written.elapsed() > times.pause {
            let begun = Instant::now();
            let standing = folder.standing();
            let how = folder.identity.how();
            let written = folder
                .write_results(&standing, &how)
                .and_then(|()| folder.write("table.md", &markdown(&standing, &how)));
            if let Err(error) = written {
                self.note(&error.to_string());
            }
            // At most a twentieth of the time goes into checkpoints.
            times.pause = CHECKPOINT.max(20 * begun.elapsed());
            times.written = Instant::now();
        }
    }
}

/// Sums up a game in a line.
fn summary(game: &TournamentGame) -> String {
    let TournamentGame { black, white, .. } = game;
    let result = match (game.points, game.score) {
        (None, _) if game.is_to_repeat() => "played again".to_owned(),
        (None, _) => "not counted".to_owned(),
        (_, Some(score)) => format!("{score:+}"),
        (Some(0.5), None) => "a draw".to_owned(),
        (Some(points), None) => if points > 0.5 { "black wins" } else { "white wins" }.to_owned(),
    };
    let fault = game.fault.as_ref();
    let fault =
        fault.map(|fault| format!(" ({}: {}: {}{})", fault.engine, fault.kind.title(), fault.detail, wait(fault)));
    format!("game {}: {black} - {white} {result}{}", game.game, fault.unwrap_or_default())
}

/// Words about the time that a late engine waited for a processor.
fn wait(fault: &FaultRecord) -> String {
    fault.queued.map(|time| format!(", and waited {time:.3} s for a core")).unwrap_or_default()
}
