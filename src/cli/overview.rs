//! `rival --help`: the commands in groups, on one screen.

use clap::Subcommand;

use super::Command;

/// The commands by purpose.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play", &["page", "nboard", "gtp", "players", "show"]),
    ("Study", &["analyze", "exercises", "solve", "convert"]),
    ("Measure", &["measure", "agent", "rivals"]),
    ("Train", &["train", "tune"]),
    ("Match", &["match", "tournament", "engines"]),
    ("Tools", &["bench", "help"]),
];

/// The parser's own command, which it adds last.
const HELP: (&str, &str) = ("help", "Show the help of a command");

/// The template of the program's help.
pub(super) fn template() -> String {
    let commands = Command::augment_subcommands(clap::Command::new("rival"));
    let of = |name: &str| commands.get_subcommands().find(|command| command.get_name() == name);
    let about =
        |name: &str| of(name).and_then(clap::Command::get_about).map_or_else(|| HELP.1.to_owned(), ToString::to_string);
    let mut rows = String::new();
    for (group, names) in GROUPS {
        // Some are hidden where they cannot run.
        let shown = names.iter().filter(|name| !of(name).is_some_and(clap::Command::is_hide_set));
        for (number, name) in shown.enumerate() {
            let group = if number == 0 { group } else { "" };
            rows += &format!("{group:9}{name:13}{}\n", about(name));
        }
    }
    format!("{{about}}\n\n{{usage-heading}} {{usage}}\n\n{rows}\n{{options}}{{after-help}}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_command_is_in_one_group_and_the_list_fits_a_screen() {
        let cli = Cli::command();
        let is_hidden = |name: &str| cli.find_subcommand(name).is_some_and(clap::Command::is_hide_set);
        let named = GROUPS.iter().flat_map(|(_, names)| *names).copied();
        let named: Vec<&str> = named.filter(|name| cfg!(unix) || !is_hidden(name)).collect();
        assert!(named.len() <= 25, "{} commands: hide those that few users need", named.len());
        let visible = cli.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
        let all: BTreeSet<&str> = visible.chain([HELP.0]).collect();
        assert_eq!((named.len(), named.into_iter().collect()), (all.len(), all));
        let help = Cli::command().term_width(80).render_help().to_string();
        assert!((24..=41).contains(&help.lines().count()), "{help}");
        // A screen of 80 columns.
        assert!(help.lines().all(|line| line.len() <= 80), "{help}");
    }
}
