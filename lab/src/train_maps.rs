//! The static maps: the article's method, leagues, and runs against a pool of many methods, five runs each, in a field
//! that no run was trained against.

use std::path::{Path, PathBuf};

use anyhow::Context;
use rival::board::Objective;
use rival::personality::{Kind, MapMixtureSpec};
use rival::players::{Personality, load};

use crate::field::{Field, champion, exploitability, meet, reference, spread};
use crate::journal::Resuming;
use crate::output::{Output, Shipping, project};
use crate::play::Play;
use crate::program::{Program, personality_file};
use crate::table::{Table, cells};

/// Games of each match: from random openings, with colours swapped.
const GAMES: u64 = 10_000;
/// Runs whose median and range are reported.
const RUNS: u64 = 5;
/// Independent league finals that make up a mixture.
const FINALS: u64 = 8;
/// The maps of the pool: the recipes in `lab/pool` with the number of their seeds. Best responses and double oracles are
/// the strongest opponents, so they are the most.
const POOL: [(&str, u64); 5] = [("article", 4), ("hall", 5), ("published", 25), ("champions", 25), ("oracle", 25)];
/// The first seed of each recipe of the pool; the field has others.
const POOL_SEED: u64 = 301;

/// The shipped static maps and mixtures: the article's method, leagues and runs against a pool, in a field of other maps
/// (40 minutes).
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
    let mut table =
        Table::new("rule | maps | in the field | worst | against the published map | a best response scores");
    for rule in [Objective::Normal, Objective::Anti] {
        let judge = MapJudge {
            rule,
            folder: &folder,
            published: load(&format!("static-{rule}"))?,
            field: Field::of_maps(rule)?,
            args,
        };
        let published = format!("static-{rule}");
        table.row(judge.row("the published map", std::slice::from_ref(&judge.published), &[published.into()])?);
        let article = judge.runs("map-article", RUNS)?;
        table.row(judge.row(&format!("`map-article`, {RUNS} runs"), &article, &judge.files("map-article", RUNS))?);
        let finals = judge.runs("map-league", FINALS)?;
        let files = judge.files("map-league", RUNS);
        table.row(judge.row(&format!("`map-league`, {RUNS} runs"), &finals[..RUNS as usize], &files)?);
        let recipe = judge.pool_recipe()?;
        let against_pool = judge.runs(&recipe, RUNS)?;
        table.row(judge.row(&format!("against a pool, {RUNS} runs"), &against_pool, &judge.files(&recipe, RUNS))?);
        let best = champion(&against_pool, args.play, GAMES);
        let single = Personality { name: format!("map-{rule}"), ..against_pool[best].clone() };
        table.row(judge.shipped(&single)?);
        let mixture = mixture(rule, &finals);
        table.row(judge.shipped(&mixture)?);
        for player in [single, mixture] {
            args.shipping.file(&format!("engines/{}.json", player.name), player.to_json().as_bytes())?;
        }
    }
    let text = format!(
        "{GAMES} games a pair from random openings; the median and the range of several runs. The field are fifteen \
         maps of five methods. A best response is trained for 10 million games against the finished player. \
         `map-normal` and `map-anti` are the runs against the pool that win most against the other four.\n\n{table}"
    );
    args.output.report("train-maps", &text)
}

/// The players that judge the maps of a rule.
struct MapJudge<'a> {
    rule: Objective,
    folder: &'a Path,
    published: Personality,
    field: Field,
    args: &'a Args,
}

impl MapJudge<'_> {
    /// The folder of a training.
    fn run_folder(&self, recipe: &str, seed: u64) -> PathBuf {
        let name = Path::new(recipe).file_stem().unwrap_or_default().to_string_lossy();
        self.folder.join(format!("{name}-{}-{seed}", self.rule))
    }

    /// Trains the maps of the pool, and writes the recipe of a long run against them.
    fn pool_recipe(&self) -> anyhow::Result<String> {
        let folder = project().join("lab/pool");
        let recipe = std::fs::read_to_string(folder.join("final.json"))?;
        let mut recipe: serde_json::Value = serde_json::from_str(&recipe)?;
        let opponents = recipe["fitness"]["opponents"]["players"].as_array_mut().context("final.json: no players")?;
        for (method, seeds) in POOL {
            let method_recipe = folder.join(method).with_extension("json");
            for seed in POOL_SEED..POOL_SEED + seeds {
                let words =
                    format!("map --recipe {} --rule {} --seed {seed} --response 0", method_recipe.display(), self.rule);
                let run = self.folder.join(format!("pool-{method}-{}-{seed}", self.rule));
                self.args.program.train(&words, &run, self.args.resuming.resume)?;
                opponents.push(personality_file(&run).to_string_lossy().into());
            }
        }
        let file = self.folder.join("map-pool.json");
        rival::machine::files::replace(&file, recipe.to_string().as_bytes())?;
        Ok(file.to_string_lossy().into_owned())
    }

    /// The maps of the first seeds of a recipe.
    fn runs(&self, recipe: &str, count: u64) -> anyhow::Result<Vec<Personality>> {
        let mut maps = Vec::new();
        for seed in 1..=count {
            let reference = reference(self.rule);
            let words = format!(
                "map --recipe {recipe} --rule {} --seed {seed} --response 0 --reference {}",
                self.rule,
                reference.display()
            );
            let resume = self.args.resuming.resume;
            maps.push(self.args.program.train(&words, &self.run_folder(recipe, seed), resume)?);
        }
        Ok(maps)
    }

    /// The files of the first maps of a recipe.
    fn files(&self, recipe: &str, count: u64) -> Vec<PathBuf> {
        (1..=count).map(|seed| personality_file(&self.run_folder(recipe, seed))).collect()
    }

    /// The row of a shipped player.
    fn shipped(&self, player: &Personality) -> anyhow::Result<Vec<String>> {
        let file = self.folder.join(&player.name).with_extension("json");
        rival::machine::files::replace(&file, player.to_json().as_bytes())?;
        self.row(&format!("`{}`", player.name), std::slice::from_ref(player), &[file])
    }

    /// The row for some players: medians and ranges.
    fn row(&self, name: &str, players: &[Personality], files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
        let play = self.args.play;
        let standings: Vec<_> = players.iter().map(|player| self.field.standing(player, play, GAMES)).collect();
        let means: Vec<f64> = standings.iter().map(|standing| standing.mean).collect();
        let worst: Vec<f64> = standings.iter().map(|standing| standing.worst).collect();
        let against: Vec<f64> = players.iter().map(|player| meet(player, &self.published, play, GAMES).mean).collect();
        let mut exploited = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let folder = self.args.output.empty_folder("train-maps", &format!("response-{}-{number}", self.rule))?;
            exploited.push(exploitability(&file.to_string_lossy(), &self.args.program, &folder, play.seed)?);
        }
        Ok(cells![self.rule, name, spread(&means), spread(&worst), spread(&against), spread(&exploited)])
    }
}

/// The mixture of a rule's league finals.
fn mixture(rule: Objective, finals: &[Personality]) -> Personality {
    let maps = finals.iter().filter_map(|map| match &map.kind {
        Kind::StaticMap(priorities) => Some(**priorities),
        _ => None,
    });
    let name = match rule {
        Objective::Normal => "map-league",
        Objective::Anti => "map-league-anti",
    };
    let kind = Kind::MapMixture(MapMixtureSpec::new(maps.collect()).expect("there are finals"));
    Personality {
        source: Some(format!(
            "rival train map --recipe map-league --rule {rule}, seeds 1 to {FINALS}: a map is drawn for each game."
        )),
        ..Personality::new(name, "eight maps of independent leagues, one drawn for each game", rule, kind)
    }
}
