//! `rival page`: a page in the browser.

mod portrait;
mod room;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use directories::ProjectDirs;

use self::room::Today;
use super::complaint::complain;
use super::output::print;
use crate::serve::page::{InUse, Page, PageError};

/// Play in the browser: a page on this machine, for you alone.
///
/// It prints its address and opens it. It is served to this machine only, and ends with Ctrl-C; the game in hand goes
/// on the next time.
#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// The port of the page; one that is free if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// Only print the address.
    #[arg(long)]
    no_open: bool,
    /// Where games, profile and rivals are kept; the usual folder of this system if not given.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => usual().context("--data: found no home folder, expected a folder to keep games in")?,
    };
    let page = match Page::open(&folder, args.port) {
        Ok(page) => page,
        Err(PageError::InUse(InUse { address })) => {
            // Whoever clicked twice wants to see the page.
            if !has_terminal() && !args.no_open && !address.is_empty() {
                let _ = open::that_detached(&address);
            }
            anyhow::bail!("{}: {}", folder.display(), InUse { address });
        }
        Err(PageError::Port { port, error }) => anyhow::bail!("--port: found {port}, expected a free one: {error}"),
        Err(PageError::System(error)) => return Err(error).context("the page cannot be served"),
    };
    let address = page.address();
    print(format!("{address}\n"))?;
    if !args.no_open && open::that_detached(&address).is_err() {
        complain!("rival: found no browser to open, expected you to open the address above");
    }
    let error = page.serve(Arc::new(Today::new(&folder)));
    complain!("rival: {error}");
    Ok(ExitCode::FAILURE)
}

/// The data folder of this system: `~/.local/share/rival` on Linux.
pub fn usual() -> Option<PathBuf> {
    ProjectDirs::from("", "", "rival").map(|dirs| dirs.data_dir().to_owned())
}

/// True if the program was started by a click: there is no terminal to say anything to, and a screen to open a page on.
/// Windows gives a program that is clicked on a terminal too, so there it is always true.
pub fn was_clicked() -> bool {
    if cfg!(windows) {
        return true;
    }
    let has_screen = cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    // The terminal that a process belongs to is there even where all of its streams lead elsewhere.
    !has_terminal() && has_screen && std::fs::File::open("/dev/tty").is_err()
}

/// True if somebody reads what is printed.
fn has_terminal() -> bool {
    std::io::stdin().is_terminal() || std::io::stdout().is_terminal() || std::io::stderr().is_terminal()
}
