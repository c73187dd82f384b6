//! The static maps: the article's method and leagues, five runs each, in a field that no run was trained against.

use std::path::{Path, PathBuf};

use rival::board::Objective;
use rival::personality::{Kind, MapMixtureSpec};
use rival::players::{Personality, load};

use crate::field::{Field, champion, exploitability, meet, reference, spread};
use crate::journal::Resuming;
use crate::output::{Output, Shipping};
use crate::play::Play;
use crate::program::{Program, personality_file};
use crate::table::{Table, cells};

/// Games of each match: from random openings, with colours swapped.
const GAMES: u64 = 10_000;
/// Runs whose median and range are reported.
const RUNS: u64 = 5;
/// Independent league finals that make up a mixture.
const FINALS: u64 = 8;

/// The shipped static maps and mixtures: the article's method and leagues, in a field of other maps (25 minutes).
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
        let best = champion(&finals, args.play, GAMES);
        let name = format!("map-{rule}");
        let single = Personality { name: name.clone(), ..finals[best].clone() };
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
         `map-normal` and `map-anti` are the finals that win most against the other seven.\n\n{table}"
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
        self.folder.join(format!("{recipe}-{}-{seed}", self.rule))
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
