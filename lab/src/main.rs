//! `lab`: the experiments behind the product's figures. One command an experiment; without arguments it lists them.
//!
//! A command prints its result as Markdown and writes files only below its output folder (`--out`). Only `--write`
//! changes a shipped table, an engine or a document.

mod adapting;
mod agents;
mod archive;
mod choice;
mod claims;
mod compare;
mod correction;
mod even;
mod ffo;
mod first_plies;
mod fit_ordering;
mod games;
mod imitation;
mod interrupt;
mod journal;
mod k_best;
mod kill_resume;
mod ladder;
mod levels;
mod make_masters;
mod margins;
mod natural;
mod naturalness;
mod numbers;
mod odd;
mod openings;
mod output;
mod people;
mod placements;
mod play;
mod player;
mod points_per_disc;
mod program;
mod progress;
mod python_random;
mod rank;
mod release_speed;
mod rivals;
mod rivals_thesis;
mod self_play;
mod shown;
mod strength_check;
mod table;
mod table1;
mod thesis;
mod tie;
mod tournament;
mod tournament_clock;
mod tournament_speed;
mod train_boards;
mod train_linear;
mod train_maps;
mod wthor;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Experiments of the source works, and programs that make the product's tables.
#[derive(Debug, Parser)]
#[command(name = "lab", arg_required_else_help = true, max_term_width = 120)]
struct Cli {
    #[command(subcommand)]
    experiment: Experiment,
}

/// The experiments: their arguments, and the function that runs each.
macro_rules! experiments {
    ($($name:ident($($module:ident)::+),)*) => {
        #[derive(Debug, Subcommand)]
        enum Experiment {
            $($name($($module)::+::Args),)*
        }

        impl Experiment {
            fn run(&self) -> anyhow::Result<()> {
                match self {
                    $(Experiment::$name(arguments) => $($module)::+::run(arguments),)*
                }
            }
        }
    };
}

experiments! {
    Adapting(adapting),
    Agents(agents),
    Choice(choice),
    Claims(claims),
    Compare(compare),
    Correction(correction),
    Even(even),
    Ffo(ffo),
    FirstPlies(first_plies),
    FitOrdering(fit_ordering),
    KBest(k_best),
    KillResume(kill_resume),
    Ladder(ladder),
    Levels(levels),
    MakeMasters(make_masters),
    Margins(margins),
    Natural(natural),
    Naturalness(naturalness),
    Odd(odd),
    Openings(openings),
    People(people),
    Placements(placements),
    PointsPerDisc(points_per_disc),
    Rank(rank),
    ReleaseSpeed(release_speed),
    Rivals(rivals),
    RivalsThesis(rivals_thesis),
    Shown(shown),
    StrengthCheck(strength_check),
    Table1(table1),
    ThesisAgent(thesis::make_agent),
    ThesisLosses(thesis::losses),
    ThesisRivals(thesis::rivals),
    Tie(tie),
    TournamentClock(tournament_clock),
    TournamentSpeed(tournament_speed),
    TrainBoards(train_boards),
    TrainLinear(train_linear),
    TrainMaps(train_maps),
    Wthor(wthor),
}

fn main() -> ExitCode {
    match Cli::parse().experiment.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lab: {error:#}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use clap::{Arg, Command, CommandFactory};

    use super::Cli;
    use super::output::project;

    const PAGES: [&str; 5] =
        ["README.md", "lab/README.md", "lab/docs/people.md", "lab/docs/players.md", "lab/docs/rivals.md"];
    /// A command of this program begins with one of these.
    const BEGINNINGS: [&str; 2] = ["lab ", "cargo run --release -p lab -- "];

    /// The commands of this program between backticks and in blocks, without their beginning.
    fn commands(text: &str) -> Vec<String> {
        let mut codes = Vec::new();
        for (number, part) in text.split("```").enumerate() {
            if number % 2 == 1 {
                codes.extend(part.lines().map(str::to_owned));
            } else {
                let quoted = part.split('`').skip(1).step_by(2);
                codes.extend(quoted.map(|code| code.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
        }
        let command =
            |code: &String| BEGINNINGS.iter().find_map(|beginning| code.strip_prefix(beginning)).map(str::to_owned);
        codes.iter().filter_map(command).collect()
    }

    /// An experiment or an option of a command that does not exist.
    fn fault(program: &Command, command: &str) -> Option<String> {
        let mut experiment = program;
        let mut words = command.split('#').next().unwrap_or_default().split_whitespace().peekable();
        while let Some(below) = words.peek().and_then(|word| experiment.find_subcommand(word)) {
            experiment = below;
            words.next();
        }
        if experiment.get_name() == program.get_name() {
            return Some(format!("`lab {command}`: found no such experiment"));
        }
        let options: BTreeSet<&str> = experiment.get_arguments().filter_map(Arg::get_long).collect();
        let unknown = words.filter_map(|word| word.strip_prefix("--")).find(|option| !options.contains(option))?;
        Some(format!("`lab {command}`: found no option --{unknown}"))
    }

    #[test]
    fn the_documents_name_every_experiment_and_only_options_that_exist() {
        let program = Cli::command();
        let mut named = BTreeSet::new();
        let mut faults = Vec::new();
        for page in PAGES {
            let text = fs::read_to_string(project().join(page)).unwrap();
            for command in commands(&text) {
                faults.extend(fault(&program, &command).map(|fault| format!("{page}: {fault}")));
                named.extend(command.split_whitespace().next().map(str::to_owned));
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        let missing: Vec<&str> =
            program.get_subcommands().map(Command::get_name).filter(|name| !named.contains(*name)).collect();
        assert!(missing.is_empty(), "no document names {missing:?}");
    }
}
