//! `rival page`: a page in the browser.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use directories::ProjectDirs;

use super::complaint::complain;
use super::duration::seconds;
use super::output::print;
use crate::machine::ownership::{Writers, writers};
use crate::machine::regular::read;
use crate::serve::page::{Page, PageError};

/// The time after which a page without a terminal and without visitors ends, because nobody can press Ctrl-C.
const DESERTED: Duration = Duration::from_secs(300);

/// Play, review your games and get rivals in the browser.
///
/// It prints the page's address and opens it. The page is served to this machine only, and ends with Ctrl-C, or with a
/// button of the page; the game in hand goes on the next time.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Args {
    /// The port of the page; default: a free one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// Only print the address.
    #[arg(long)]
    no_open: bool,
    /// The folder of games, profile and rivals; default: the system's data folder.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// First import a file that "Save all" wrote, on another machine or in the page without the program.
    #[arg(long, value_name = "ZIP")]
    import: Option<PathBuf>,
    /// End when no tab has been open for this many seconds. Default: 300, or never if it was started in a terminal or
    /// with --no-open.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    end_after: Option<Duration>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => usual().context("--data: there is no home folder: name a folder for the games")?,
    };
    check_writers(&folder)?;
    let private = private();
    let page = match Page::open(&folder, args.port) {
        Ok(page) => page,
        Err(PageError::InUse { address, once }) => {
            // A second click on the program opens the page that already runs.
            if let Some(once) = once.as_ref().filter(|_| !has_terminal() && !args.no_open) {
                let _ = private.open(once);
            }
            anyhow::bail!("{}: {}", folder.display(), PageError::InUse { address, once });
        }
        Err(PageError::Port { port, error }) => anyhow::bail!("--port: found {port}, expected a free one: {error}"),
        Err(PageError::System(error)) => return Err(error).context("the page cannot be served"),
    };
    if let Some(zip) = &args.import {
        let bytes = read(zip).with_context(|| zip.display().to_string())?;
        page.take_in(&bytes).map_err(|why| anyhow::anyhow!("{}: {why}", zip.display()))?;
    }
    // With the default folder the page still starts, and warns that nothing is saved.
    if let (Some(_), Some(error)) = (&args.data, page.trouble()) {
        let is_file = folder.exists() && !folder.is_dir();
        let why = if is_file { "this is a file".to_owned() } else { error.to_string() };
        anyhow::bail!("--data {}: {why}: name a folder that can be written", folder.display());
    }
    if let Some(error) = page.trouble() {
        complain!("rival: {}: {error}: nothing is saved", folder.display());
    }
    print(format!("{}\n", page.address()))?;
    if !args.no_open && private.open(&page.address_once()).is_err() {
        complain!("rival: no browser could be opened: open the address above yourself");
    }
    let by_itself = (!args.no_open && !has_terminal()).then_some(DESERTED);
    match page.serve(args.end_after.or(by_itself)) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            complain!("rival: {error}");
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Refuses a folder whose files other users could change.
fn check_writers(folder: &Path) -> anyhow::Result<()> {
    let place = folder.display();
    // A path that is not a folder is reported when the page opens it.
    let Ok(writers) = writers(folder) else { return Ok(()) };
    match writers {
        Writers::User => {}
        Writers::Group => {
            complain!("rival: {place}: the folder's group may write to it: use chmod g-w if that is not intended")
        }
        Writers::Everybody => anyhow::bail!("{place}: everybody may write to this folder: use chmod go-w"),
        Writers::Stranger => anyhow::bail!("{place}: this folder belongs to another user: name one of your own"),
    }
    Ok(())
}

/// Makes the files that this process writes readable by the user alone, even in a folder that others may read.
fn private() -> PrivateFiles {
    PrivateFiles {
        #[cfg(unix)]
        usual: rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077)),
    }
}

struct PrivateFiles {
    #[cfg(unix)]
    usual: rustix::fs::Mode,
}

impl PrivateFiles {
    /// Opens a browser, whose new files have the usual permissions. No other thread writes meanwhile.
    fn open(&self, address: &str) -> std::io::Result<()> {
        #[cfg(unix)]
        let previous_mask = rustix::process::umask(self.usual);
        let opened = open::that_detached(address);
        #[cfg(unix)]
        rustix::process::umask(previous_mask);
        opened
    }
}

/// The data folder of this system: `~/.local/share/rival` on Linux.
pub(super) fn usual() -> Option<PathBuf> {
    ProjectDirs::from("", "", "rival").map(|dirs| dirs.data_dir().to_owned())
}

/// True if a person can see the page or its address: at a terminal, or after clicking on the program. On Windows a
/// clicked program has a terminal, too.
pub(super) fn can_be_seen() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() || was_clicked()
}

/// True if the program was started by a click: it belongs to no terminal, and there is a screen.
fn was_clicked() -> bool {
    let has_screen = cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    // A process has its controlling terminal even if all its streams are redirected.
    has_screen && !has_terminal() && std::fs::File::open("/dev/tty").is_err()
}

/// True if standard output goes to a terminal.
fn has_terminal() -> bool {
    std::io::stdin().is_terminal() || std::io::stdout().is_terminal() || std::io::stderr().is_terminal()
}
