//! `rival tune`: tunes an engine's options by playing games.

mod options;
mod report;
mod state;
mod step;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{bail, ensure};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use self::options::{TunedOption, genes};
use self::state::{Search, Setup, Step};
use super::output::print;
use super::progress::Bar;
use super::{complaint::complain, interrupt};
use crate::board::Objective;
use crate::record::run_folder::{Layout, RunFolder};
use crate::stats::derive;
use crate::tournament::catalogue::EngineFields;
use crate::tournament::config::Source;
use crate::tournament::rule_note;
use crate::train::optimisers::{Method, State};

/// Tune an engine's options by games (SPSA).
///
/// The engine plays against itself at two opposite points around the present one, and the options move towards the
/// better point. The same command continues an interrupted search; more --steps extend a finished one.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The engine: fields as in `rival tournament --engine`, which may contain {NAME} of each option.
    #[arg(long, value_name = "FIELDS")]
    engine: EngineFields,
    /// An option: `name=x start=10 from=0 to=100 step=5`. The first probes are one step away.
    #[arg(long = "option", value_name = "FIELDS", required = true)]
    options: Vec<String>,
    /// Steps in all, those of earlier runs included. The first number decides how soon moves get smaller.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    steps: u32,
    /// Pairs of opposite points in a step.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1000))]
    probes: u16,
    /// Games of each pair; an even number.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    games: u32,
    /// How far an option moves at first towards a point that wins every game, in its own steps.
    #[arg(long, value_name = "STEPS", default_value_t = 1.0)]
    gain: f64,
    /// The winner: the side with the most discs, or with the fewest.
    #[arg(long, value_name = "RULE", default_value_t = Objective::Normal)]
    rule: Objective,
    /// `random:PLIES`, `balanced`, or a file, as in `rival tournament`.
    #[arg(long, value_name = "SOURCE", default_value = "random:8")]
    openings: Source,
    /// Decides openings and probes.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played at a time, at most one of each pair.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The folder of the search.
    #[arg(long, value_name = "DIR", default_value = "tune")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let setup = setup(args)?;
    let genes = genes(&setup.options);
    let start = spsa(&setup).start(&genes, &mut ChaCha8Rng::seed_from_u64(setup.seed));
    if !RunFolder::is_in(&args.out, Layout::RUN) {
        RunFolder::check_new(&args.out, Layout::RUN)?;
        // An engine that cannot play must fail before a search begins.
        let points = spsa(&setup).ask(&mut start.clone(), &genes, &mut draws(&setup, 0));
        let first = step::matches(&setup, 0, &points)?;
        let note = first[0].engines.iter().find_map(|engine| rule_note(engine, setup.rule));
        note.iter().for_each(|note| complain!("{note}"));
    }
    let mut search = Search::open(&args.out, setup, start)?;
    let method = spsa(&search.setup);
    ensure!(
        method.owns(&search.state, &genes),
        "{}: the folder's state has other options: name another folder",
        args.out.display()
    );
    let stop = interrupt::stop()?;
    let steps = args.steps as usize;
    let bar = Bar::resumed("steps", u64::from(args.steps), search.steps.len() as u64);
    while search.steps.len() < steps {
        let number = search.steps.len();
        let mut rng = draws(&search.setup, number);
        let mut state: State = search.state.clone();
        let points = method.ask(&mut state, &genes, &mut rng);
        let matches = step::matches(&search.setup, number, &points)?;
        let Some(played) = step::play(&matches, args.threads.into(), &stop)? else {
            drop(bar);
            complain!("rival: stopped after {number} of {steps} steps; the same command continues");
            print(report::text(&search))?;
            return Ok(ExitCode::FAILURE);
        };
        let (differences, faults) = match step::differences(&search.setup, &points, &played) {
            Err(error) if number > 0 => {
                drop(bar);
                complain!("rival: step {}: {error}", number + 1);
                print(report::text(&search))?;
                return Ok(ExitCode::FAILURE);
            }
            result => result?,
        };
        // Two opposite points have the same fitness with opposite signs.
        let fitness: Vec<f64> = differences.iter().flat_map(|&by| [by, -by]).collect();
        let selected = method.tell(&mut state, &genes, &points, &fitness, &mut rng);
        if let State::Spsa(spsa) = &mut state {
            spsa.stay_within(&genes);
        }
        let champion = selected.champion.iter().zip(&search.setup.options);
        let values = champion.map(|(value, option)| value.clamp(option.from, option.to)).collect();
        search.steps.push(Step { values, differences, faults });
        search.state = state;
        search.save()?;
        bar.advance();
    }
    drop(bar);
    print(report::text(&search))?;
    Ok(ExitCode::SUCCESS)
}

fn spsa(setup: &Setup) -> Method {
    Method::Spsa { pairs: setup.probes, step: setup.gain, probe: 1.0, stability: setup.stability }
}

/// The random numbers of a step. They depend only on its number, so an interrupted step is repeated exactly.
fn draws(setup: &Setup, step: usize) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(derive(setup.seed, step as u64))
}

fn setup(args: &Args) -> anyhow::Result<Setup> {
    ensure!(
        args.games.is_multiple_of(2),
        "--games: found {}, expected an even number, as colours are swapped",
        args.games
    );
    ensure!(args.gain > 0.0 && args.gain.is_finite(), "--gain: found {}, expected a number above 0", args.gain);
    let options: Vec<TunedOption> =
        args.options.iter().map(|text| TunedOption::parse(text)).collect::<anyhow::Result<_>>()?;
    if let Some((at, twice)) =
        options.iter().enumerate().find(|(at, one)| options[..*at].iter().any(|o| o.name == one.name))
    {
        bail!("--option, number {}: the name {} is used twice: give each option once", at + 1, twice.name);
    }
    let engine = args.engine.clone();
    let fields = serde_json::to_string(&engine)?;
    if let Some(option) = options.iter().find(|option| !fields.contains(&format!("{{{}}}", option.name))) {
        let name = &option.name;
        bail!("--option {name}: no field of the engine contains {{{name}}}, so it would never see the value");
    }
    Ok(Setup {
        engine,
        options,
        probes: args.probes.into(),
        games: args.games as usize,
        gain: args.gain,
        // A tenth of the steps, as Spall advises.
        stability: f64::from(args.steps) / 10.0,
        rule: args.rule,
        openings: args.openings.clone(),
        seed: args.seed,
    })
}
