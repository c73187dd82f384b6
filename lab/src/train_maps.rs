//! The static maps: the article's method, leagues, and runs against a pool of many methods, five runs each, in a field
//! that no run was trained against.

use std::path::{Path, PathBuf};

use rival::board::Objective;
use rival::personality::{Kind, MapMixtureSpec};
use rival::players::{Personality, load};
use rival::train::equilibrium;

use crate::field::{Field, champion, exploitability, meet, reference, spread};
use crate::output::project;
use crate::program::{Training, personality_file};
use crate::table::{Table, cells};

/// Games of each match: from random openings, with colours swapped.
const GAMES: u64 = 10_000;
/// Runs whose median and range are reported.
const RUNS: u64 = 5;
/// Independent league finals. Mixtures are made of them, of the runs against the pool, and of best responses.
const FINALS: u64 = 8;
/// Rounds of best responses to a mixture.
const ROUNDS: u64 = 14;
/// Seeds of the best responses of a round. Those that are reported have others.
const RESPONSE_SEEDS: [u64; 2] = [51, 71];
/// Runs against the pool in the mixture for the fewest discs; the others are league finals.
const POOL_MIXED: usize = 3;
/// Games of two maps for the equilibrium.
const PAIR_GAMES: u64 = 1_000;
/// The most maps in a mixture, and the places that they share: a map is drawn as often as it has places.
const MIXED: usize = 8;
const PLACES: f64 = 16.0;
/// The short runs of the pool: their recipes in `lab`, and the number of seeds.
const SHORT_RUNS: [(&str, u64); 5] =
    [("pool/article", 3), ("pool/hall", 4), ("pool/published", 12), ("pool/champions", 12), ("pool/oracle", 25)];
/// The long runs of the pool, whose maps are met twice as often.
const LONG_RUNS: [(&str, u64); 2] = [("field/champions", 4), ("field/oracle", 10)];
/// The first seeds of short and of long runs; the field has others.
const POOL_SEEDS: [u64; 2] = [301, 401];

/// The shipped static maps and mixtures: the article's method, leagues and runs against a pool, in a field of other
/// maps (45 minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    training: Training,
}

pub(crate) fn run(Args { training: args }: &Args) -> anyhow::Result<()> {
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
        // Against a pool maps for the fewest discs become no better than those of a league.
        let candidates = if rule == Objective::Normal { &against_pool } else { &finals };
        let best = champion(candidates, args.play, GAMES);
        let single = Personality { name: format!("map-{rule}"), ..candidates[best].clone() };
        table.row(judge.shipped(&single)?);
        // The equilibrium of maps for the fewest discs is exploited more than this mixture.
        let mixture = match rule {
            Objective::Normal => judge.mixture([finals, against_pool].concat())?,
            Objective::Anti => {
                let maps = [&against_pool[..POOL_MIXED], &finals[POOL_MIXED..]].concat();
                let source = "lab train-maps: three runs against a pool and five league finals.";
                mixed(rule, maps.iter().filter_map(priorities).collect(), source)
            }
        };
        table.row(judge.shipped(&mixture)?);
        for player in [single, mixture] {
            args.shipping.file(&format!("engines/{}.json", player.name), player.to_json().as_bytes())?;
        }
    }
    let text = format!(
        "{GAMES} games a pair from random openings; the median and the range of several runs. The field are fifteen \
         maps of five methods. A best response is trained for 10 million games against the finished player. \
         `map-normal` is the run against the pool that wins most against the other four, `map-anti` the league final \
         that wins most against the others.\n\n{table}"
    );
    args.output.report("train-maps", &text)
}

/// The players that judge the maps of a rule.
struct MapJudge<'a> {
    rule: Objective,
    folder: &'a Path,
    published: Personality,
    field: Field,
    args: &'a Training,
}

impl MapJudge<'_> {
    /// The folder of a training.
    fn run_folder(&self, recipe: &str, seed: u64) -> PathBuf {
        let name = Path::new(recipe).file_stem().unwrap_or_default().to_string_lossy();
        self.folder.join(format!("{name}-{}-{seed}", self.rule))
    }

    /// Trains the maps of the pool, and writes the recipe of a long run against them, the former shipped map and the
    /// published one.
    fn pool_recipe(&self) -> anyhow::Result<String> {
        let [short, long] = POOL_SEEDS;
        let short_runs = self.pool(&SHORT_RUNS, short)?;
        let long_runs = self.pool(&LONG_RUNS, long)?;
        let former = project().join(format!("lab/pool/former-{}.json", self.rule)).to_string_lossy().into_owned();
        let opponents =
            [&short_runs[..], &long_runs, &long_runs, &[former.clone(), former, "published".into()]].concat();
        let recipe = std::fs::read_to_string(project().join("lab/pool/final.json"))?;
        let mut recipe: serde_json::Value = serde_json::from_str(&recipe)?;
        recipe["fitness"]["opponents"]["players"] = opponents.into();
        let file = self.folder.join("map-pool.json");
        rival::machine::files::replace(&file, recipe.to_string().as_bytes())?;
        Ok(file.to_string_lossy().into_owned())
    }

    /// The files of the maps that some recipes in `lab` give, by their first seeds from this one on.
    fn pool(&self, recipes: &[(&str, u64)], first_seed: u64) -> anyhow::Result<Vec<String>> {
        let mut files = Vec::new();
        for &(recipe, seeds) in recipes {
            let path = project().join("lab").join(recipe).with_extension("json");
            for seed in first_seed..first_seed + seeds {
                let words = format!("map --recipe {} --rule {} --seed {seed} --response 0", path.display(), self.rule);
                let run = self.folder.join(format!("{recipe}-{}-{seed}", self.rule));
                self.args.program.train(&words, &run, self.args.resuming.resume)?;
                files.push(personality_file(&run).to_string_lossy().into_owned());
            }
        }
        Ok(files)
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

    /// The mixture of maps that best responses exploit least. In each round it is the equilibrium of all maps so far,
    /// and its best responses join them (a double oracle).
    fn mixture(&self, mut maps: Vec<Personality>) -> anyhow::Result<Personality> {
        let mut payoffs: Vec<Vec<f64>> = Vec::new();
        let mut least = f64::INFINITY;
        let mut chosen = None;
        for round in 0..ROUNDS {
            self.extend(&mut payoffs, &maps);
            let mixture = mixture(self.rule, &maps, &equilibrium(&payoffs));
            let file = self.folder.join(format!("{}-{round}.json", mixture.name));
            rival::machine::files::replace(&file, mixture.to_json().as_bytes())?;
            let mut score = 0.0;
            for seed in RESPONSE_SEEDS {
                let words = format!("map --against {} --seed {}", file.display(), seed + round);
                let folder = self.folder.join(format!("{}-{round}-{seed}", mixture.name));
                let response = self.args.program.train(&words, &folder, self.args.resuming.resume)?;
                score += response.provenance.as_ref().and_then(|made| made.fitness).unwrap_or_default();
                maps.push(response);
            }
            if score < least {
                least = score;
                chosen = Some(mixture);
            }
        }
        Ok(chosen.expect("there are rounds"))
    }

    /// Adds the scores of new maps against all maps, and of all against them.
    fn extend(&self, payoffs: &mut Vec<Vec<f64>>, maps: &[Personality]) {
        for second in payoffs.len()..maps.len() {
            let mut row = Vec::new();
            for first in 0..second {
                let score = meet(&maps[first], &maps[second], self.args.play, PAIR_GAMES).mean;
                payoffs[first].push(score);
                row.push(1.0 - score);
            }
            row.push(0.5);
            payoffs.push(row);
        }
    }
}

/// The mixture of the maps with the largest shares.
fn mixture(rule: Objective, maps: &[Personality], shares: &[f64]) -> Personality {
    let mut order: Vec<usize> = (0..maps.len()).collect();
    order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
    order.truncate(MIXED);
    let total: f64 = order.iter().map(|&number| shares[number]).sum();
    let mut places = Vec::new();
    for number in order {
        let count = (PLACES * shares[number] / total).round() as usize;
        places.extend(priorities(&maps[number]).into_iter().cycle().take(count));
    }
    mixed(
        rule,
        places,
        "lab train-maps: the equilibrium of league finals, runs against a pool, and best responses to it.",
    )
}

fn priorities(map: &Personality) -> Option<[f64; 64]> {
    match &map.kind {
        Kind::StaticMap(priorities) => Some(**priorities),
        _ => None,
    }
}

/// The shipped mixture of a rule: one of these maps is drawn for each game.
fn mixed(rule: Objective, maps: Vec<[f64; 64]>, source: &str) -> Personality {
    let name = match rule {
        Objective::Normal => "map-league",
        Objective::Anti => "map-league-anti",
    };
    let kind = Kind::MapMixture(MapMixtureSpec::new(maps).expect("the largest share has a place"));
    Personality {
        source: Some(source.to_owned()),
        ..Personality::new(name, "eight maps, one drawn for each game", rule, kind)
    }
}
