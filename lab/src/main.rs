//! `lab`: the experiments behind the product's figures. One command an experiment; without arguments it lists them.
//!
//! A command prints its result as Markdown and writes files only below its output folder (`--out`). Only `--write`
//! changes a shipped table, an engine or a document.

mod adapting;
mod agents;
mod archive;
mod choice;
mod claims;
mod constants;
mod correction;
mod even;
mod exact;
mod exercises;
mod field;
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
mod linear_grid;
mod make_masters;
mod mismatch;
mod natural;
mod numbers;
mod odd;
mod openings;
mod output;
mod page;
mod people;
mod play;
mod player;
mod points_per_disc;
mod probcut;
mod program;
mod progress;
mod python_random;
mod reasons;
mod refused_moves;
mod release_speed;
mod repertoire;
mod reproduce;
mod rivals;
mod rivals_thesis;
mod self_play;
mod strength;
mod strength_check;
mod table;
mod table1;
mod themes;
mod thesis;
mod tie;
mod tournament;
mod tournament_clock;
mod tournament_speed;
mod train_boards;
mod train_linear;
mod train_maps;

#[cfg(test)]
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Experiments of the source works, and programs that make the product's tables.
#[derive(Debug, Parser)]
#[command(name = "lab", arg_required_else_help = true, max_term_width = 120)]
struct Cli {
    #[command(subcommand)]
    experiment: Experiment,
}

/// The experiments: their arguments and functions.
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
    Constants(constants),
    Correction(correction),
    Even(even),
    Exact(exact),
    Exercises(exercises),
    Field(field),
    FirstPlies(first_plies),
    FitOrdering(fit_ordering),
    KBest(k_best),
    KillResume(kill_resume),
    Ladder(ladder),
    Levels(levels),
    LinearGrid(linear_grid),
    MakeMasters(make_masters),
    MapElites(thesis::map_elites),
    Natural(natural),
    Odd(odd),
    Openings(openings),
    People(people),
    PointsPerDisc(points_per_disc),
    Probcut(probcut),
    Reasons(reasons),
    RefusedMoves(refused_moves),
    ReleaseSpeed(release_speed),
    Repertoire(repertoire),
    Reproduce(reproduce),
    Rivals(rivals),
    RivalsThesis(rivals_thesis),
    Strength(strength),
    StrengthCheck(strength_check),
    Table1(table1),
    Themes(themes),
    ThesisAgent(thesis::make_agent),
    ThesisLosses(thesis::losses),
    ThesisRivals(thesis::rivals),
    Tie(tie),
    TournamentClock(tournament_clock),
    TournamentSpeed(tournament_speed),
    TrainBoards(train_boards),
    TrainLinear(train_linear),
    TrainMaps(train_maps),
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

/// Parses the arguments of an experiment. The first word is the experiment's name.
#[cfg(test)]
fn parse<A: clap::Args>(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> clap::error::Result<A> {
    A::from_arg_matches(&A::augment_args(clap::Command::new("lab")).try_get_matches_from(words)?)
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
    /// The words that begin a command of this program in documents.
    const BEGINNINGS: [&str; 2] = ["lab ", "cargo run --release -p lab -- "];

    /// The commands of this program in backticks or code blocks, without their first words.
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

    /// An experiment or option in the command that does not exist.
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

#[cfg(test)]
mod figures {
    use std::fs;

    use super::*;

    /// Runs a command in a new folder, and returns its report.
    fn report(command: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let words = ["lab"].into_iter().chain(command.split(' ')).map(str::to_owned);
        let out = ["--out".to_owned(), folder.path().to_str().unwrap().to_owned()];
        Cli::try_parse_from(words.chain(out)).unwrap().experiment.run().unwrap();
        let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let report = files.into_iter().find(|file| file.extension().is_some_and(|extension| extension == "md"));
        fs::read_to_string(report.unwrap()).unwrap()
    }

    /// Checks that a command prints the rows of the earlier scripts at the same settings.
    fn check(command: &str, rows: &[&str]) {
        let report = report(command);
        rows.iter().for_each(|row| assert!(report.contains(&format!("| {row} |\n")), "{row}\n{report}"));
    }

    #[test]
    fn table_1_has_its_figures() {
        check(
            "table1 --games 20 --fit-games 20",
            &[
                "**fs** | *paper* | 832 ± 12 | 139 | 29 | 820 ± 12 | 154 | 26",
                " | usual | 900 ± 67 | 100 | 0 | 850 ± 80 | 100 | 50",
                " | printed | 750 ± 97 | 250 | 0 | 700 ± 102 | 200 | 100",
                "bp2-fs5-cn1 | second | 0.5 | 7.1 | 1.2 | 30.8",
                "**sum** | (28 degrees of freedom) | 27 | 41 | 49 | 174",
            ],
        );
    }

    #[test]
    fn the_tester_orders_players_as_before() {
        check(
            "strength-check --count 2 --games 4",
            &[
                "advanced | 6.4 (2.2, 7.2, 9.9) | 9.8 (4.1, 12.1, 13.2) | 1.78 (1.33, 1.88, 2.14) | 75 %",
                "uct-1000 | 65.6 (46.7, 63.8, 86.3) | 89.1 (63.9, 81.6, 122.0) | 4.17 (3.22, 4.16, 5.14) | 0 %",
                "intermediate : uct-1000 | 2 | 2 | 0 | 95 : 5 (UCT with 1 s a move)",
            ],
        );
    }

    #[test]
    #[ignore = "takes seconds of two cores, more in a build without optimisation"]
    fn k_best_and_target_loss_have_their_figures() {
        check(
            "k-best --games 8",
            &[
                "k-best, k = 12, sigma = 83.54 (3 times ours) | 7 | 1 | 0 | 0.875 | 26.98 | 32.6 | 3.60",
                "k-best, k = 12, sigma = 75.36 (the thesis's) | 6 | 2 | 0 | 0.750 | 23.84 | 28.4 | 3.34",
                "target-loss, 27.85 | 3 | 4 | 1 | 0.438 | 27.39 | 16.3 | 4.24",
            ],
        );
    }

    #[test]
    #[ignore = "takes seconds of two cores, more in a build without optimisation"]
    fn agents_play_as_before() {
        check(
            "agents --players random --rounds 1 --round-games 4 --games 8",
            &["random | 92.24 ± 10.23 | 114.3 | 5.75 | 0.750 (0.301 to 0.954) | 0.750 (0.301 to 0.954) | \
               0.125 (0.020 to 0.495)"],
        );
    }

    #[test]
    #[ignore = "takes seconds of two cores, more in a build without optimisation"]
    fn refused_moves_are_counted_as_before() {
        check(
            "refused-moves --count 2",
            &[
                "agent of beginner | 18 of 104 (17.3 %) | 4.5 | 33.4 | 0 | 33.3",
                "thesis A | 8 of 104 (7.7 %) | 2.0 | 49.5 | 0 | 46.8",
                "thesis C | 10 of 104 (9.6 %) | 2.5 | 42.0 | 0 | 50.1",
            ],
        );
    }

    #[test]
    #[ignore = "needs ../shared/data/wthor"]
    fn openings_of_people_are_as_before() {
        check(
            "first-plies --games 20",
            &[
                "people within 100 of 1490 | 470 | 1.00 | 1.00 | 0.98 | 0.89 | 0.71 | 0.2 % | 10.9 %",
                "a player of 1150 | 20 | 1.00 | 1.00 | 0.85 | 0.60 | 0.25 | 5.0 % | 5.0 %",
            ],
        );
    }

    #[test]
    #[ignore = "needs ../shared/data/wthor"]
    fn the_tie_is_as_before() {
        check(
            "tie --games 300 --sides 8 --depth 3",
            &[
                "1035 | 57 | 3.40 | 3.76 | 1113 ± 197 | 1090",
                "1494 | 22 | 1.46 | 1.73 | 1587 ± 106 | 1453",
                "2059 | 55 | 0.69 | 1.15 | 2004 ± 380 | 1823",
            ],
        );
    }
}
