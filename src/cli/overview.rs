//! `rival --help`: the commands in groups, on one screen.

use clap::Subcommand;

use super::Command;

/// The commands by purpose.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play", &["page", "nboard", "gtp", "players", "show"]),
    ("Study", &["analyze", "solve", "convert"]),
    ("Measure", &["measure", "agent", "rivals"]),
    ("Train", &["train", "tune"]),
    ("Match", &["match", "tournament", "engines", "conformance"]),
    ("Tools", &["bench", "help"]),
];

/// The parser's own help command, which comes last.
const HELP: (&str, &str) = ("help", "Show the help of a command");

/// The template of the program's help.
pub(super) fn template() -> String {
    let commands = Command::augment_subcommands(clap::Command::new("rival"));
    let mut rows = String::new();
    for (group, names) in GROUPS {
        let commands = names.iter().map(|name| (name, commands.find_subcommand(name)));
        // Commands that cannot run on this system are hidden.
        let visible = commands.filter(|(_, command)| !command.is_some_and(clap::Command::is_hide_set));
        for (number, (name, command)) in visible.enumerate() {
            let group = if number == 0 { group } else { "" };
            let about = command.and_then(clap::Command::get_about);
            let about = about.map_or_else(|| HELP.1.to_owned(), ToString::to_string);
            rows += &format!("{group:9}{name:13}{about}\n");
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
        let mut named: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        named.retain(|name| cfg!(unix) || !cli.find_subcommand(name).is_some_and(clap::Command::is_hide_set));
        assert!(named.len() <= 25, "{} commands: hide those that few users need", named.len());
        let visible = cli.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
        let all: BTreeSet<&str> = visible.chain([HELP.0]).collect();
        assert_eq!((named.len(), named.into_iter().collect()), (all.len(), all));
        let help = Cli::command().term_width(80).render_help().to_string();
        assert!((24..=41).contains(&help.lines().count()), "{help}");
        // The help must fit a screen of 80 columns.
        assert!(help.lines().all(|line| line.len() <= 80), "{help}");
    }
}
