//! `rival train network`: a network over learned patterns.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::cli::complaint::complain;
use crate::cli::interrupt;
use crate::cli::output::{Content, check_content, check_other, is_same_file, print, replace_named};
use crate::cli::progress::Bar;
use crate::eval::patterns::{Network, NetworkFile, Patterns, PatternsSpec, WeightsFile, digest, shipped};
use crate::machine::regular::regular;
use crate::record::file::bytes;
use crate::record::run_folder::{Layout, RunFolder};
use crate::train::network::{Descent, Samples, error, fit};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A folder with labels: `labels` in one of `rival train labels`, or in a generation of `rival train patterns`. Can
    /// be given several times.
    #[arg(long, value_name = "FOLDER", required = true)]
    labels: Vec<PathBuf>,
    /// The weights with the network's patterns; default: the shipped ones.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The network with the same patterns to begin with; default: random numbers.
    #[arg(long, value_name = "FILE")]
    begin: Option<PathBuf>,
    /// Passes over the positions.
    #[arg(long, value_name = "N", default_value_t = Descent::default().epochs,
        value_parser = clap::value_parser!(u32).range(1..=1_000))]
    epochs: u32,
    /// Decides the initial weights and the order of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file for the network. An earlier network there is replaced at the end.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The folder of labels in the folder of a run.
const LABELS: &str = "labels";

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    check_other("--out", &args.out, "the file of --weights", &args.weights)?;
    check_other("--out", &args.out, "the file of --begin", &args.begin)?;
    check_content(&args.out, Content::Network)?;
    if args.labels.iter().any(|labels| args.out.parent().is_some_and(|folder| is_same_file(labels, folder))) {
        bail!("--out: this file is in a folder of --labels: name another place");
    }
    if let Some(run) = args.labels.iter().find(|labels| labels.join(LABELS).is_dir()) {
        let expected = run.join(LABELS);
        bail!("--labels: found the folder of a run, {}, expected {}", run.display(), expected.display());
    }
    if let Some(run) = args.labels.iter().find(|labels| RunFolder::is_in(labels, Layout::RUN)) {
        let run = run.display();
        bail!("--labels: found the folder of a run, {run}, expected labels in it, such as {run}/generation-1/labels");
    }
    let patterns = patterns(args.weights.as_deref())?;
    let Samples { learned, held_out } = Samples::read(&args.labels, patterns.rule())?;
    if learned.is_empty() {
        bail!("--labels: found no labels, expected some");
    }
    let begin = args.begin.as_deref().map(|path| network(path, &patterns)).transpose()?;
    let usual = if begin.is_some() { Descent::further() } else { Descent::default() };
    let descent = Descent { epochs: args.epochs, seed: args.seed, ..usual };
    let stop = interrupt::stop()?;
    let bar = Bar::new("fitting positions", u64::from(args.epochs) * learned.len() as u64);
    let fitted = fit(&patterns, begin.as_ref(), &learned, &descent, &stop, &mut |done| bar.set(done));
    drop(bar);
    let Some(mut file) = fitted else {
        complain!("rival: stopped; {} was not written", args.out.display());
        return Ok(ExitCode::FAILURE);
    };
    let Args { epochs, seed, .. } = args;
    let positions = learned.len();
    let made = format!("rival train network --epochs {epochs} --seed {seed}, {positions} positions");
    file.source = begin.map_or_else(Vec::new, |begin| begin.source);
    file.source.push(made);
    let bytes = file.to_bytes();
    let network = Network::new(&patterns, file, "").context("the fitted network")?;
    let errors = [error(&network, &held_out), error(&patterns.patterns, &held_out)];
    replace_named(&args.out, &bytes)?;
    let others = held_out.len();
    let measured = match others {
        0 => "too few to hold some out, so no error is measured".to_owned(),
        _ => format!(
            "on {others} {} the error is {:.2} discs (root of the mean square), {:.2} with the weights",
            if others == 1 { "other" } else { "others" },
            errors[0],
            errors[1]
        ),
    };
    print(format!("{}, sha256 {}\n{positions} positions; {measured}\n", args.out.display(), digest(&bytes)))?;
    Ok(ExitCode::SUCCESS)
}

fn patterns(file: Option<&Path>) -> anyhow::Result<PatternsSpec> {
    let Some(path) = file else { return Ok(shipped::patterns().clone()) };
    let file = path.display().to_string();
    let content = regular(path).and_then(bytes).with_context(|| file.clone())?;
    let weights = WeightsFile::parse(&content).with_context(|| file.clone())?;
    let sha256 = digest(&content);
    Ok(PatternsSpec { file, patterns: Patterns::new(weights, &sha256), sha256 })
}

/// A network over these patterns.
fn network(path: &Path, patterns: &PatternsSpec) -> anyhow::Result<NetworkFile> {
    let file = path.display().to_string();
    let content = regular(path).and_then(bytes).with_context(|| file.clone())?;
    let network = NetworkFile::parse(&content).with_context(|| file.clone())?;
    Network::new(patterns, network.clone(), "").with_context(|| file)?;
    Ok(network)
}
