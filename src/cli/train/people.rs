//! `rival train people`: learns from an archive how people choose, and how strength shows.

use crate::cli::threads::Threads;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::people_page;
use crate::cli::complaint::complain;
use crate::cli::interrupt;
use crate::cli::output::print;
use crate::cli::progress::Progress;
use crate::eval::patterns::{LARGEST_FILE, Patterns, WeightsFile, digest, shipped};
use crate::machine::regular::read_up_to;
use crate::people::Judging;
use crate::record::archive::Archive;
use crate::record::format::{Format, Part};
use crate::record::text::counted;
use crate::train::people::validation::{Examined, Reliability};
use crate::train::people::{Done, End, Run, Settings, Watch};
use crate::train::run::write;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "GAMES", required = true,
        help = format!("Files of games with names: {}", Format::extensions(Some(Part::Names))))]
    files: Vec<PathBuf>,
    /// The run's folder: a new or an empty one.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Continue the run in the folder, if there is one.
    #[arg(long)]
    resume: bool,
    /// The most games to judge; the others count only for their players' strength.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 6_000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    games: u32,
    /// The most games to learn the policy from; default: all. 0 learns no policy.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    policy_games: Option<u32>,
    /// Decides which games are judged.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave out games of this player, for example a program. Names with parentheses or a question mark are always left
    /// out.
    #[arg(long, value_name = "NAME")]
    leave_out: Vec<String>,
    /// The file of the judge's weights; default: the strongest shipped ones.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (judge, weights) = judge(args.weights.as_deref())?;
    let (archive, left_out) = Archive::read(&args.files, &args.leave_out);
    left_out.problems.iter().for_each(|problem| complain!("rival: {problem}"));
    if archive.games.is_empty() {
        bail!("found no finished game of two people in {}, expected some", counted(args.files.len(), "file"));
    }
    complain!(
        "rival: {} games of {} people; left out: {} of programs and strangers, {} unusable",
        archive.games.len(),
        archive.players.len(),
        left_out.strangers,
        left_out.unusable
    );
    let settings = Settings {
        command: args.command(),
        judge,
        games: args.games as usize,
        policy_games: args.policy_games.map_or(archive.games.len(), |games| games as usize),
        seed: args.seed,
        archive: archive.digest(),
    };
    let run = Run::open(&args.out, settings, archive, args.resume)?;
    let threads = args.threads.count();
    let stop = interrupt::stop()?;
    let progress = Progress::default();
    let end = run.train(&weights, threads, &stop, &progress)?;
    progress.clear();
    match end {
        End::Stopped => {
            complain!("rival: stopped; the same command with --resume continues");
            Ok(ExitCode::FAILURE)
        }
        End::Done(done) => {
            write(&run.folder().join("index.html"), people_page::html(&done))?;
            print(text(&done, run.folder()))?;
            Ok(if left_out.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
    }
}

impl Args {
    fn command(&self) -> String {
        let names = self.files.iter().map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        let mut command = format!("rival train people {}", names.collect::<Vec<_>>().join(" "));
        command += &format!(" --games {} --seed {}", self.games, self.seed);
        if let Some(games) = self.policy_games {
            command += &format!(" --policy-games {games}");
        }
        for name in &self.leave_out {
            command += &format!(" --leave-out {name:?}");
        }
        command
    }
}

/// The judge and its weights.
fn judge(file: Option<&Path>) -> anyhow::Result<(Judging, Patterns)> {
    let Some(path) = file else {
        let strongest = shipped::patterns();
        return Ok((Judging::with(&strongest.sha256), strongest.patterns.clone()));
    };
    let name = || path.display().to_string();
    let bytes = read_up_to(path, LARGEST_FILE + 1).with_context(name)?;
    let file = WeightsFile::parse(&bytes).with_context(name)?;
    let rule = file.weights.rule;
    if rule != crate::board::Objective::Normal {
        bail!("{}: found weights for {rule}, expected normal", path.display());
    }
    let sha256 = digest(&bytes);
    let patterns = Patterns::new(file, &sha256);
    Ok((Judging::with(&sha256), patterns))
}

fn text(done: &Done, folder: &Path) -> String {
    let Done { figures, validation } = done;
    let counts = figures.counts;
    let mut text = format!(
        "{}: {} choices in {} games; ratings of {} players from {} other games\n\
         games players  nothing known    moves: RMSE  covered  +-    moves and margins: RMSE  covered  +-    \
         the same as measured: RMSE  covered  +-    RMSE  covered  +-\n",
        folder.join("people.json").display(),
        counts.choices,
        counts.judged_games,
        counts.rated_players,
        counts.rated_games,
    );
    for point in &validation.curves {
        let way = |errors: crate::train::people::validation::Errors| {
            format!("{:>6.1}   {:.3}  {:>4.0}", errors.rmse, errors.coverage, errors.half_width)
        };
        text += &format!(
            "{:>5} {:>7} {:>14.1}         {}               {}                        {}    {}\n",
            point.games,
            point.players,
            point.nothing,
            way(point.moves),
            way(point.both),
            way(point.measured_moves),
            way(point.measured_both)
        );
    }
    text += "usual estimates, RMSE: games  a line of the mean loss  a line of the share of best moves\n";
    for point in &validation.curves {
        text += &format!("{:>28} {:>24.1} {:>32.1}\n", point.games, point.mean_loss, point.best_moves);
    }
    text += "rated from  games players  as measured by moves: bias  covered  by moves and margins: bias  covered\n";
    for band in &validation.bands {
        text += &format!(
            "{:>10} {:>6} {:>7} {:>27} {:>8.3} {:>27} {:>8.3}\n",
            band.rating,
            band.games,
            band.players,
            band.moves.bias,
            band.moves.coverage,
            band.both.bias,
            band.both.coverage
        );
    }
    for (title, groups) in validation.tables() {
        text += &format!("{title}\n mean rated  choices  predicted  best played  surprise  loss  expected\n");
        for group in groups {
            text += &format!(
                "{:>11.0} {:>8} {:>10.3} {:>12.3} {:>9.3} {:>5.2} {:>9.2}\n",
                group.rating,
                group.choices,
                group.predicted,
                group.best,
                group.surprise,
                group.loss,
                group.expected_loss
            );
        }
    }
    text += &reliability("probability    moves  predicted  played", &validation.reliability);
    text += &format!("of all moves from the second on, forced ones included: {:.3} predicted\n", validation.everything);
    if let Some(Examined { exercises, exact, found, error, slope, reliability: bins }) = &validation.exercises {
        text += &format!("{exercises} exercises ({exact} exact), found by {found:.3}; ");
        text += &format!("calibration error {error:.3}, slope {slope:.2}\n");
        text += &reliability("chance        people  predicted   found", bins);
    }
    text
}

fn reliability(heading: &str, bins: &[Reliability]) -> String {
    let mut text = format!("{heading}\n");
    for (bin, found) in bins.iter().enumerate() {
        let (low, high) = (bin as f64 / 10.0, (bin + 1) as f64 / 10.0);
        text += &format!("{low:.1} to {high:.1} {:>9} {:>10.3} {:>7.3}\n", found.moves, found.said, found.played);
    }
    text
}

impl Watch for Progress {
    fn begin(&self, what: &str, steps: usize, done: usize) {
        self.start(what.to_owned(), steps, done);
    }

    fn step(&self) {
        self.advance();
    }

    fn end(&self, found: &str) {
        self.finish(found);
    }
}
