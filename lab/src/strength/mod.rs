//! The strength of a player in one report: its choices, the endgame, and games against an engine.

pub(crate) mod choices;
mod endgame;
mod games;

use std::path::PathBuf;

use anyhow::ensure;

use self::choices::Choices;
use self::games::Games;
use crate::output::{Output, project};
use crate::program::Program;

/// The strength of a player: choices, exact endgames, and games against an engine (20 minutes, with games hours).
///
/// Choices are made where the exact score of every move is known, one after the other; times are processor time. The
/// endgames are solved by `rival solve` with one thread. With --opponent, games of both sides of each opening follow.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The parts of the report; without them the choices and the endgames, and the games if there is an opponent.
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    only: Vec<Part>,
    /// The folder of positions, with hard/hard-20.obf, hard/hard-25.obf and ffo/fforum-40-49.obf.
    #[arg(long, value_name = "FOLDER", default_value_os_t = project().join("../shared/data"))]
    data: PathBuf,
    #[command(flatten)]
    choices: Choices,
    #[command(flatten)]
    games: Games,
    #[command(flatten)]
    program: Program,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Moves chosen at some depths and within some times.
    Choices,
    /// FFO 40 to 49.
    Ffo,
    /// All positions of hard-20.
    Hard20,
    /// All positions of hard-25: minutes of a core.
    Hard25,
    /// Games against --opponent.
    Games,
}

const USUAL: [Part; 3] = [Part::Choices, Part::Ffo, Part::Hard20];

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut parts = args.only.clone();
    if parts.is_empty() {
        parts.extend(USUAL);
        if args.games.has_opponent() {
            parts.push(Part::Games);
        }
    }
    ensure!(
        !parts.contains(&Part::Games) || args.games.has_opponent(),
        "games: found no --opponent, expected an engine"
    );
    let hard_20 = args.data.join("hard/hard-20.obf");
    let hard_25 = args.data.join("hard/hard-25.obf");
    let mut text = String::new();
    for part in parts {
        let section = match part {
            Part::Choices => args.choices.section(&[hard_20.clone(), hard_25.clone()])?,
            Part::Ffo => endgame::ffo(&args.program, &args.data.join("ffo/fforum-40-49.obf"))?,
            Part::Hard20 => endgame::solved(&args.program, &hard_20)?,
            Part::Hard25 => endgame::solved(&args.program, &hard_25)?,
            Part::Games => args.games.section(&args.program, args.choices.player(), &args.output)?,
        };
        text += &section;
        text.push('\n');
    }
    args.output.report("strength", &text)
}
