//! `rival completions`: the script for a shell, and the answers to the shell's questions.

use std::ffi::OsStr;

use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use super::output::print_as_is;
use crate::personality;
#[cfg(unix)]
use crate::tournament::catalogue;
use crate::train::{patterns, recipe};

/// The environment variable that marks a shell's question.
const ASKED: &str = "RIVAL_COMPLETE";

/// Print the completion script of a shell.
///
/// It completes options, players, engines and recipes, too. The shell asks the installed program, so the completions
/// are never stale.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    shell: Shell,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let shells = Shells::builtins();
    let shell = shells.completer(&args.shell.to_string()).expect("one of the builtins");
    let mut text = Vec::new();
    shell.write_registration(ASKED, "rival", "rival", "rival", &mut text)?;
    print_as_is(&text)
}

/// If a shell asks for completions, answers it and ends the process.
pub(super) fn answer() {
    CompleteEnv::with_factory(|| completing(super::command())).var(ASKED).complete();
}

/// The commands with completers for their values.
fn completing(command: clap::Command) -> clap::Command {
    // A hidden command is offered if no other begins so. Only the program itself calls this one.
    let command = if command.get_name() == "guard" { command.name("") } else { command };
    let command = command.mut_args(|argument| match values(&argument) {
        Some(completer) => argument.add(completer),
        None => argument,
    });
    command.mut_subcommands(completing)
}

/// The completer of an argument that takes a name or a file.
fn values(argument: &clap::Arg) -> Option<ArgValueCompleter> {
    let names = argument.get_value_names()?;
    let takes_players =
        names.iter().any(|name| name.starts_with("NAME|FILE")) || ["a", "b"].contains(&argument.get_id().as_str());
    match argument.get_id().as_str() {
        "recipe" => Some(ArgValueCompleter::new(Names(recipes))),
        "engines" | "entry" => Some(ArgValueCompleter::new(Names(engines))),
        _ if takes_players => Some(ArgValueCompleter::new(Names(personality::shipped_names))),
        _ => None,
    }
}

fn recipes() -> Vec<String> {
    recipe::shipped().map(|recipe| recipe.name).chain(patterns::recipe::shipped().map(|recipe| recipe.name)).collect()
}

/// The names of the catalogue's engines.
fn engines() -> Vec<String> {
    #[cfg(unix)]
    if let Ok(entries) = catalogue::entries(&catalogue::Places::new(&[])) {
        return entries.into_iter().map(|entry| entry.name).collect();
    }
    Vec::new()
}

/// Completes names, and files.
struct Names<F>(F);

impl<F: Fn() -> Vec<T> + Send + Sync, T: AsRef<str>> ValueCompleter for Names<F> {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let typed = current.to_string_lossy();
        let fits = self.0()
            .into_iter()
            .filter(|name| name.as_ref().starts_with(&*typed))
            .map(|name| CompletionCandidate::new(name.as_ref()));
        fits.collect::<Vec<_>>().into_iter().chain(PathCompleter::any().complete(current)).collect()
    }
}
