//! The model of people's choices and of their strength, learned from an archive.
//!
//! `sample` draws the games to judge (the others give the ratings), `judged` has the judge's values of every move,
//! `fit` fits the model of choices, `gauss` the estimator, `policy` the policy. `openings` counts first moves, and
//! `exercises` calibrates the difficulty of positions with one right move. `validate` tests all of these on players
//! left out, with the closed-form estimator (`estimator`) and the usual estimates (`line_fit`) for comparison. A
//! [`TableRun`] runs everything in a folder.

mod blunders;
mod estimator;
mod exercises;
mod fit;
mod gauss;
mod judged;
mod line_fit;
pub(crate) mod openings;
mod players;
mod policy;
mod report;
mod run;
mod sample;
mod validate;
mod validation;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use rival::eval::patterns::shipped;
use rival::people::{DeepJudge, Judging};
use rival::record::archive::Archive;

use crate::archive::{Folder, YEARS};
use crate::interrupt;
use crate::output::{Output, Shipping};
use crate::play::Threads;
use run::{PRODUCTS, Settings, TableRun};

/// The model of people's choices, the estimator of strength and the openings, from an archive (hours).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files of games with names: WTHOR, GGF, SGF; default: the archive's years 2001 to 2012.
    #[arg(value_name = "GAMES")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    archive: Folder,
    /// Continue the run in the folder, if there is one.
    #[arg(long)]
    resume: bool,
    /// The most games to judge; the others count only for their players' strength.
    #[arg(long, value_name = "N", default_value_t = 5_000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Fit only the estimator, with the shipped model and policy. The folder may be that of a complete run.
    #[arg(long)]
    estimator: bool,
    /// The seed that selects the judged games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    shipping: Shipping,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let strongest = shipped::patterns();
    let files = if args.files.is_empty() { args.archive.files(YEARS)? } else { args.files.clone() };
    let (archive, exclusions) = Archive::read(&files);
    exclusions.problems.iter().for_each(|problem| eprintln!("lab: {problem}"));
    ensure!(!archive.games.is_empty(), "found no finished game of two people in the files, expected some");
    eprintln!(
        "lab: {} games of {} people; left out: {} of programs and strangers, {} unusable",
        archive.games.len(),
        archive.players.len(),
        exclusions.strangers,
        exclusions.unusable
    );
    let settings = Settings {
        command: args.command(&files),
        judge: Judging::with(&strongest.sha256),
        deep_judge: DeepJudge::identity(),
        games: args.games as usize,
        seed: args.seed,
        archive: archive.digest(),
    };
    if args.estimator {
        let judge = &rival::people::shipped().judge;
        ensure!(
            *judge == settings.judge,
            "the shipped model: found the judge {}, expected {}; run `lab people` without --estimator first",
            judge.describe(),
            settings.judge.describe()
        );
    }
    let folder = args.output.folder("people")?;
    let run = TableRun::open(&folder, args.resume, settings, archive, args.threads.count(), interrupt::stop()?)?;
    let (products, report) = if args.estimator {
        let (figures, check) = run.train_estimator(&strongest.patterns)?;
        (&PRODUCTS[..1], report::report_estimates(&figures, &check))
    } else {
        let (figures, validation) = run.train(&strongest.patterns)?;
        (&PRODUCTS[..], report::report(&figures, &validation))
    };
    for name in products {
        let file = folder.join(name);
        let bytes = fs::read(&file).with_context(|| format!("{}: cannot be read", file.display()))?;
        args.shipping.file(&format!("src/people/{name}"), &bytes)?;
    }
    args.output.report("people", &report)?;
    ensure!(exclusions.problems.is_empty(), "some games were left out, as reported above");
    Ok(())
}

impl Args {
    fn command(&self, files: &[PathBuf]) -> String {
        let mut command = "lab people".to_owned();
        for path in files {
            command += &format!(" {}", path.file_name().unwrap_or_default().to_string_lossy());
        }
        command += &format!(" --games {} --seed {}", self.games, self.seed);
        command
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rival::board::{Board, Color, Game, Objective};
    use rival::people::{Figures, Setting, Theta};
    use rival::personality::{HumanSpec, Strength};
    use rival::players::{Human, Player, duel};
    use rival::record::archive::ArchiveGame;
    use rival::search::Stop;

    use super::*;

    /// A player of the kind `human` that looks one ply ahead.
    fn player(theta: f64, sharpness: f64) -> Box<dyn Player> {
        let setting = Setting { theta: Theta(theta), sharpness, depth: 1, exact_from: 4 };
        Box::new(Human::new("p", &HumanSpec::new(Strength::Setting(setting))))
    }

    fn game(seed: u64, first: (f64, f64), second: (f64, f64)) -> Game {
        let mut players = [player(first.0, first.1), player(second.0, second.1)];
        players.iter_mut().zip(0..).for_each(|(player, side)| player.new_game(2 * seed + side));
        duel::play(Board::START, Color::Black, &mut players)
    }

    /// Games of a round robin between six players of rising strength.
    fn archive(rounds: u64) -> Archive {
        let strengths = [(-1.5, 0.0), (-1.5, 0.15), (-1.5, 0.3), (-1.5, 0.5), (-1.5, 0.9), (0.5, 1.2)];
        let mut games = Vec::new();
        for round in 0..rounds {
            for black in 0..strengths.len() {
                for white in (0..strengths.len()).filter(|&white| white != black) {
                    let seed = 1_000 * round + 10 * black as u64 + white as u64;
                    let game = game(seed, strengths[black], strengths[white]);
                    let discs = game.board().score(Color::Black, Objective::Normal);
                    let moves = game.moves().filter_map(|mv| mv.square()).collect();
                    games.push(ArchiveGame { black, white, discs, moves });
                }
            }
        }
        Archive { players: (0..strengths.len()).map(|number| format!("player {number}")).collect(), games }
    }

    fn open(folder: &Path, archive: &Archive, games: usize, threads: usize) -> anyhow::Result<TableRun> {
        let judge = Judging { depth: 1, exact_from: 4, ..Judging::with(&shipped::patterns().sha256) };
        let archive_digest = archive.digest();
        let command = "test".to_owned();
        let deep_judge = DeepJudge::identity();
        let settings = Settings { command, judge, deep_judge, games, seed: 1, archive: archive_digest };
        TableRun::open(folder, true, settings, archive.clone(), threads, Stop::default())
    }

    fn train(folder: &Path, archive: &Archive, threads: usize) -> Figures {
        let weights = &shipped::patterns().patterns;
        let (figures, validation) = open(folder, archive, 51, threads).unwrap().train(weights).unwrap();
        // Stronger players play the judge's best move more often, lose less, and are easier to predict.
        for pair in validation.predictions.groups.windows(2) {
            let [weak, strong] = pair else { panic!("two") };
            assert!(weak.rating < strong.rating && weak.best < strong.best && weak.loss > strong.loss, "{pair:?}");
            assert!(weak.surprise > strong.surprise && weak.predicted < strong.predicted, "{pair:?}");
        }
        // All players with ten games fall into one band.
        let tenth = validation.estimates.curves.iter().find(|point| point.games == 10).unwrap();
        let bands = validation.estimates.bands.iter().filter(|band| band.games == 10);
        assert_eq!(bands.map(|band| band.players).sum::<usize>(), tenth.players);
        let report = report::report(&figures, &validation);
        assert!(report.contains("| 10 | 6 |") && report.contains("| loss"), "{report}");
        figures
    }

    #[test]
    fn a_run_learns_the_better_player_and_is_the_same_on_any_threads_and_after_a_kill() {
        let archive = archive(4);
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let figures = train(folder, &archive, 1);
        assert_eq!(figures.counts.judged_games, 51);
        assert_eq!(figures.counts.rated_games, 120 - 51);
        // The players differ in the weight of losses, which the estimator recognises in moves and in margins.
        assert!(figures.model.b[1..5].iter().sum::<f64>() > 0.0, "{:?}", figures.model.b);
        assert!(figures.estimator.slope[0] > 0.0 && figures.estimator.slope[1] > 0.0, "{:?}", figures.estimator);
        // After kills during the judging and during the search for right moves, the rest is repeated on other threads.
        let made =
            ["people.json", "policy.bin", "validation.json", "openings.bin", "judged/0001.json", "right/0001.json"];
        let files = made.map(|name| {
            let path = folder.join(name);
            let bytes = fs::read(&path).unwrap();
            fs::remove_file(path).unwrap();
            bytes
        });
        assert_eq!(train(folder, &archive, 3), figures);
        for (name, bytes) in made.iter().zip(files) {
            assert!(fs::read(folder.join(name)).unwrap() == bytes, "{name}");
        }
        // A run with other games is refused.
        let error = open(folder, &archive, 52, 1).unwrap_err().to_string();
        assert!(error.contains("games: found 51, expected 52"), "{error}");
    }

    #[test]
    fn a_run_of_the_estimator_keeps_the_shipped_model() {
        let archive = archive(4);
        let folder = tempfile::tempdir().unwrap();
        let run = open(folder.path(), &archive, 51, 2).unwrap();
        let (figures, check) = run.train_estimator(&shipped::patterns().patterns).unwrap();
        let shipped = rival::people::shipped();
        assert_eq!(Figures { estimator: shipped.estimator.clone(), ..figures.clone() }, *shipped);
        // These games are not those of the shipped estimator, and the stronger players lose less.
        assert!(figures.estimator != shipped.estimator && figures.estimator.slope[0] > 0.0, "{:?}", figures.estimator);
        assert!(check.curves.iter().any(|point| point.games == 10), "{check:?}");
        let written = fs::read_to_string(folder.path().join("people.json")).unwrap();
        assert_eq!(Figures::parse(&written).unwrap(), figures);
        // The games that only the policy is learned from are not judged.
        assert!(!folder.path().join("judged/0002.json").exists());
    }

    #[test]
    fn two_games_are_too_few() {
        let folder = tempfile::tempdir().unwrap();
        let mut archive = archive(1);
        archive.games.truncate(2);
        let run = open(folder.path(), &archive, 51, 1).unwrap();
        let error = run.train(&shipped::patterns().patterns).unwrap_err().to_string();
        assert!(error.starts_with("found 0 players whose strength is known from other games"), "{error}");
    }
}
