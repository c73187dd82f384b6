//! Examples of the commands, for `--help` and the manual.

/// The full name of a command, and lines that call it.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("", &["rival page", "rival analyze f5d6c3d3c4f4f6g5e6f7", "rival gtp --player people-1400"]),
    ("agent", &["rival agent ann.json -o agent.json"]),
    ("analyze", &["rival analyze f5d6c3d3c4f4f6g5e6f7", "rival analyze game.ggf --time 1"]),
    ("bench", &["rival bench --player master-d8 --depth 11"]),
    ("conformance", &["rival conformance 'gtp-rhino -l 1' --proto gtp", "rival conformance rhino --json"]),
    ("convert", &["rival convert games.ggf games.sgf", "rival convert archive.wtb - --to txt"]),
    ("engines", &["rival engines", "rival engines edax --look-in ~/engines"]),
    ("gtp", &["rival gtp --player people-1400", "rival gtp --player rivals/inlander.json --log game.log"]),
    (
        "manual",
        &[
            "rival manual ~/.local/share/man/man1",
            "rival manual --completions bash > ~/.local/share/bash-completion/completions/rival",
        ],
    ),
    ("match", &["rival match map-normal static-normal --games 200 --openings random:8"]),
    (
        "measure",
        &["rival measure game1.ggf game2.ggf --player Ann -o ann.json", "rival measure ann.json --html ann.html"],
    ),
    ("nboard", &["rival nboard --player people-1400", "rival nboard --player my-map/personality.json"]),
    ("page", &["rival page", "rival page --no-open --port 8000 --data FOLDER"]),
    ("perft", &["rival perft 9"]),
    ("players", &["rival players"]),
    ("rivals", &["rival rivals ann.json --out rivals"]),
    ("show", &["rival show classic", "rival show map.csv --json"]),
    ("solve", &["rival solve endgames.obf"]),
    (
        "tournament",
        &[
            "rival tournament --engine rhino --engine 'rival player=expert' --games 20 --out cup",
            "rival tournament tournament.json --out cup",
            "rival tournament --out cup",
            "rival tournament tournament.json --shard 1/2 --out part-1",
            "rival tournament tournament.json --out cup --parts part-1 part-2",
        ],
    ),
    ("tournament check", &["rival tournament check tournament.json"]),
    ("tournament losses", &["rival tournament losses cup"]),
    ("train board", &["rival train board --out my-board"]),
    ("train book", &["rival train book --out my-book"]),
    (
        "train labels",
        &["rival train labels --positions 1000000 --out labels", "rival train labels --shard 1/4 --out part-1"],
    ),
    ("train linear", &["rival train linear --out my-features"]),
    ("train network", &["rival train network --labels labels/labels --out my.network"]),
    ("train map", &["rival train map --out my-map", "rival train map --against map-normal --seconds 6 --out response"]),
    ("train patterns", &["rival train patterns --out learned --recipe patterns-small"]),
    ("tune", &["rival tune --engine 'rhino level={level}' --option 'name=level start=2 from=1 to=4 step=1'"]),
];

/// The exit codes of every command.
pub(super) const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "done"),
    ("1", "part of the work failed, as lines on standard error say, or a check found something"),
    ("2", "unusable arguments or files, nothing done"),
    ("130", "ended by Ctrl-C"),
];

/// The examples of a command, given by its full name.
fn examples(path: &str) -> &'static [&'static str] {
    EXAMPLES.iter().find(|(name, _)| *name == path).map_or(&[], |(_, lines)| lines)
}

/// The examples of a command. A group of commands has the first example of each.
pub(super) fn of_all(path: &str) -> Vec<&'static str> {
    match examples(path) {
        [] => EXAMPLES
            .iter()
            .filter(|(name, _)| name.strip_prefix(path).is_some_and(|rest| rest.starts_with(' ')))
            .map(|(_, lines)| lines[0])
            .collect(),
        lines => lines.to_vec(),
    }
}

/// Adds the examples to the end of each command's long help.
pub(super) fn shown(command: clap::Command) -> clap::Command {
    with(command, "")
}

fn with(command: clap::Command, above: &str) -> clap::Command {
    command.mut_subcommands(|sub| {
        let path = format!("{above} {}", sub.get_name()).trim_start().to_owned();
        let lines = examples(&path);
        let sub = if lines.is_empty() {
            sub
        } else {
            let before = sub.get_after_help().map(|text| format!("{text}\n")).unwrap_or_default();
            let text = lines.iter().map(|line| format!("\n  {line}")).collect::<String>();
            sub.after_long_help(format!("{before}Examples:{text}"))
        };
        with(sub, &path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects the runnable commands below this one that have no example.
    fn without(command: &clap::Command, path: &str, found: &mut Vec<String>) {
        for sub in command.get_subcommands().filter(|sub| !["guard", "help"].contains(&sub.get_name())) {
            let path = format!("{path} {}", sub.get_name()).trim().to_owned();
            if of_all(&path).is_empty() || !sub.has_subcommands() && examples(&path).is_empty() {
                found.push(path.clone());
            }
            without(sub, &path, found);
        }
    }

    #[test]
    fn every_example_is_a_command_line_and_every_command_has_one() {
        for (path, lines) in EXAMPLES {
            for line in *lines {
                // Redirections, and commands before the last one of a pipe, are left out.
                let last_command = line.rsplit(" | ").next().unwrap().split(" > ").next().unwrap();
                let words = shell_words::split(last_command).unwrap();
                assert!(words.join(" ").starts_with(format!("rival {path}").trim()), "{line}");
                if let Err(error) = crate::cli::command().try_get_matches_from(words) {
                    panic!("{line}: {error}");
                }
            }
        }
        let mut missing_examples = Vec::new();
        without(&crate::cli::command(), "", &mut missing_examples);
        assert!(missing_examples.is_empty(), "{missing_examples:?}");
    }
}
