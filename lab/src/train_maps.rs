//! The shipped static maps, and their places among a thousand others.

use std::path::Path;

use rival::board::Objective;
use rival::players::load;

use crate::journal::Resuming;
use crate::output::{Output, Shipping};
use crate::play::{Play, percent};
use crate::program::{Program, personality_file};
use crate::rank::Field;
use crate::table::{Table, cells};

/// Games against the published map: from random openings, with colours swapped.
const GAMES: u64 = 10_000;
const OPENING_PLIES: u32 = 8;
/// Random maps of the round robin, beside 600 champions of runs by the article's method.
const RANDOM: usize = 400;
/// Openings of each pairing of the round robin.
const OPENINGS: u64 = 4;

/// Both shipped static maps: training, games against the published ones, and their places among a thousand maps (1
/// minute).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    program: Program,
    #[command(flatten)]
    resuming: Resuming,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    shipping: Shipping,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = args.output.folder("train-maps")?;
    let mut table = Table::new(
        "rule | map | score against the published one | map-article, seed 1 | place | of maps | the published map's place",
    );
    for rule in [Objective::Normal, Objective::Anti] {
        table.row(row(rule, &folder, args)?);
        args.shipping.engine(&folder.join(format!("map-{rule}")), &format!("map-{rule}"))?;
    }
    let text = format!(
        "Scores in {GAMES} games from random openings of {OPENING_PLIES} plies, with their 95 % intervals. The places \
         are those in a round robin with {RANDOM} random maps and the champions of two runs by the article's method, \
         from {OPENINGS} openings.\n\n{table}"
    );
    args.output.report("train-maps", &text)
}

fn row(rule: Objective, folder: &Path, args: &Args) -> anyhow::Result<Vec<String>> {
    let name = format!("map-{rule}");
    let resume = args.resuming.resume;
    let published = format!("static-{rule}");
    let opponent = load(&published)?;
    let trained = folder.join(&name);
    let map = args.program.train(&format!("map --rule {rule} --name {name} --seed 1"), &trained, resume)?;
    let mut field = Field::default();
    let own = personality_file(&trained).to_string_lossy().into_owned();
    field.admit(&own)?;
    field.admit(&published)?;
    let mut article_score = String::new();
    for seed in [1, 2] {
        let article = folder.join(format!("article-{rule}-{seed}"));
        let words = format!("map --recipe map-article --rule {rule} --seed {seed}");
        let player = args.program.train(&words, &article, resume)?;
        if seed == 1 {
            article_score = percent(&args.play.paired([&player, &opponent], GAMES, OPENING_PLIES));
        }
        field.admit(&article.to_string_lossy())?;
    }
    field.admit_random(RANDOM, args.play.seed);
    let ranking = field.rank(rule, OPENING_PLIES, OPENINGS, args.play.seed, args.play.threads());
    let place = |name: &str| ranking.iter().position(|(ranked, _)| *ranked == name).map_or(0, |place| place + 1);
    let score = percent(&args.play.paired([&map, &opponent], GAMES, OPENING_PLIES));
    Ok(cells![rule, name, score, article_score, place(&own), ranking.len(), place(&published)])
}
