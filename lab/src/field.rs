//! Personalities in a field that none was trained against.

use std::path::{Path, PathBuf};

use rival::board::Objective;
use rival::personality::{Kind, MapMixtureSpec};
use rival::players::{Personality, load};
use rival::stats::Mean;

use crate::journal::Resuming;
use crate::numbers::{largest, median, smallest};
use crate::output::{Output, Shipping, project};
use crate::play::Play;
use crate::program::Program;
use crate::table::{Table, cells};

/// Random moves before the players take over.
const OPENING_PLIES: u32 = 8;

/// The shipped players of the field of boards. They search one to five plies with other features than a board's.
const BOARDS: [&str; 7] = ["bp1-fs3", "bp5-cn1", "linear", "beginner", "intermediate", "advanced", "corners-random"];

/// The shipped players that make up the field of players.
const PLAYERS: [&str; 10] = [
    "random",
    "people-0800",
    "people-1200",
    "people-1600",
    "people-2000",
    "linear",
    "advanced",
    "uct-1000",
    "master-d1",
    "master-d4",
];

/// The methods that made the maps of the field, as recipes: shipped ones, or files in `lab/field`.
const METHODS: [&str; 5] = ["map-article", "published", "hall", "oracle", "champions"];
/// The seeds for each method. No shipped player was trained with any of them.
const SEEDS: [u64; 3] = [101, 102, 103];

/// Personalities against each other and against a field that nothing was trained against (under a minute).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The field: fifteen maps, players of other evaluations than boards, or players of all kinds. `make` trains the
    /// maps of the field (5 minutes).
    #[arg(value_enum)]
    goal: Goal,
    /// The personalities to rate.
    #[arg(value_name = "NAME|FILE")]
    players: Vec<String>,
    /// Most discs or fewest discs win, among maps.
    #[arg(long, default_value = "normal")]
    rule: Objective,
    /// Games of each pair, from random openings with colours swapped.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Train a best response to each map too, with 10 million games.
    #[arg(long)]
    exploit: bool,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Goal {
    Maps,
    Boards,
    Players,
    Make,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let field = match args.goal {
        Goal::Make => return make(args),
        Goal::Maps => Field::of_maps(args.rule)?,
        Goal::Boards => Field::of_names(&BOARDS)?,
        Goal::Players => Field::of_names(&PLAYERS)?,
    };
    let players: Vec<Personality> = args.players.iter().map(|name| load(name)).collect::<Result<_, _>>()?;
    let games = u64::from(args.games);
    let mut table = Table::new("player | mean | standard error | worst | against | best response");
    for (name, player) in args.players.iter().zip(&players) {
        let standing = field.standing(player, args.play, games);
        let exploited = if args.exploit {
            let folder = args.output.empty_folder("field", &format!("response-{}", player.name))?;
            share(exploitability(name, &args.program, &folder, args.play.seed)?)
        } else {
            String::new()
        };
        table.row([cells![name], standing.cells(), cells![exploited]].concat());
    }
    let mut pairs = Table::new(&format!("score of the row | {}", args.players.join(" | ")));
    for (name, player) in args.players.iter().zip(&players) {
        let scores = players.iter().map(|other| {
            if std::ptr::eq(player, other) { String::new() } else { share(meet(player, other, args.play, games).mean) }
        });
        pairs.row([cells![name], scores.collect()].concat());
    }
    let text = format!(
        "Mean scores against {} players, {games} games each from random openings of {OPENING_PLIES} plies.\n\n{table}\n\
         Against each other:\n\n{pairs}",
        field.opponents.len()
    );
    args.output.report("field", &text)
}

/// A score in the format of all tables.
pub(crate) fn share(score: f64) -> String {
    format!("{score:.3}")
}

/// Opponents that no training uses.
pub(crate) struct Field {
    opponents: Vec<Personality>,
}

/// The place of a player in a field.
pub(crate) struct Standing {
    pub mean: f64,
    /// The standard error of the mean, from the sampling of games alone: another field would give another mean.
    error: f64,
    pub worst: f64,
    /// The opponent against which the score is worst.
    nemesis: String,
}

impl Standing {
    /// The table cells of a player: mean, standard error, worst score and its opponent.
    fn cells(&self) -> Vec<String> {
        cells![share(self.mean), format!("{:.4}", self.error), share(self.worst), self.nemesis]
    }
}

impl Field {
    /// The fifteen maps of a rule.
    ///
    /// # Errors
    /// Their file cannot be read.
    pub(crate) fn of_maps(rule: Objective) -> anyhow::Result<Field> {
        let mixture = load(&reference(rule).to_string_lossy())?;
        let Kind::MapMixture(spec) = &mixture.kind else {
            anyhow::bail!("{}: found the kind {}, expected map-mixture", maps_file(rule), mixture.kind.name());
        };
        let maps = spec.maps().iter().zip(&mixture.notes);
        let opponents = maps.map(|(map, name)| Personality::new(name, "", rule, Kind::StaticMap(Box::new(*map))));
        Ok(Field { opponents: opponents.collect() })
    }

    fn of_names(names: &[&str]) -> anyhow::Result<Field> {
        Ok(Field { opponents: names.iter().map(|name| load(name)).collect::<Result<_, _>>()? })
    }

    /// The players of other evaluations than boards.
    ///
    /// # Errors
    /// One of them is not shipped.
    pub(crate) fn of_boards() -> anyhow::Result<Field> {
        Field::of_names(&BOARDS)
    }

    /// The scores of a player against every member of the field.
    pub(crate) fn standing(&self, player: &Personality, play: Play, games: u64) -> Standing {
        let scores: Vec<Mean> = self.opponents.iter().map(|opponent| meet(player, opponent, play, games)).collect();
        let count = scores.len() as f64;
        let variance: f64 = scores.iter().map(|score| score.error.unwrap_or_default().powi(2)).sum();
        let (nemesis, worst) = self
            .opponents
            .iter()
            .zip(&scores)
            .min_by(|a, b| a.1.mean.total_cmp(&b.1.mean))
            .map_or((String::new(), 0.5), |(opponent, score)| (opponent.name.clone(), score.mean));
        Standing {
            mean: scores.iter().map(|score| score.mean).sum::<f64>() / count,
            error: variance.sqrt() / count,
            worst,
            nemesis,
        }
    }
}

/// The score of the first of two players.
pub(crate) fn meet(player: &Personality, opponent: &Personality, play: Play, games: u64) -> Mean {
    let results = play.paired([player, opponent], games, OPENING_PLIES);
    results.score().expect("there are games")
}

/// The score of a best response against a player of maps (a name or a file), after 10 million games in this empty
/// folder.
///
/// # Errors
/// The training fails.
pub(crate) fn exploitability(name: &str, program: &Program, folder: &Path, seed: u64) -> anyhow::Result<f64> {
    let response = program.train(&format!("map --against {name} --seed {seed}"), folder, false)?;
    Ok(response.provenance.and_then(|made| made.fitness).unwrap_or_default())
}

/// The median of some runs with their range.
pub(crate) fn spread(values: &[f64]) -> String {
    if values.len() < 2 {
        return share(median(values));
    }
    format!("{} ({} to {})", share(median(values)), share(smallest(values)), share(largest(values)))
}

/// The number of the player with the best mean score against the others.
pub(crate) fn champion(players: &[Personality], play: Play, games: u64) -> usize {
    let mut scores = vec![0.0; players.len()];
    for first in 0..players.len() {
        for second in first + 1..players.len() {
            let score = meet(&players[first], &players[second], play, games).mean;
            scores[first] += score;
            scores[second] += 1.0 - score;
        }
    }
    (0..players.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or_default()
}

/// The path of the reference field for a rule; it loads as a player.
pub(crate) fn reference(rule: Objective) -> PathBuf {
    project().join(maps_file(rule))
}

/// The file of the maps of a rule, in the project.
fn maps_file(rule: Objective) -> String {
    format!("lab/field/maps-{rule}.json")
}

/// Trains the maps of the field.
fn make(args: &Args) -> anyhow::Result<()> {
    let folder = args.output.folder("field")?;
    for rule in [Objective::Normal, Objective::Anti] {
        let mut names = Vec::new();
        let mut maps = Vec::new();
        for method in METHODS {
            for seed in SEEDS {
                let name = format!("{method}-{seed}");
                let file = project().join(format!("lab/field/{method}.json"));
                let recipe = if file.exists() { file.to_string_lossy().into_owned() } else { method.to_owned() };
                let words = format!("map --recipe {recipe} --rule {rule} --seed {seed} --response 0");
                let map = args.program.train(&words, &folder.join(format!("{rule}-{name}")), args.resuming.resume)?;
                if let Kind::StaticMap(priorities) = map.kind {
                    maps.push(*priorities);
                    names.push(name);
                }
            }
        }
        let mixture = Kind::MapMixture(MapMixtureSpec::new(maps).expect("there are methods"));
        let summary = "the reference field of maps: nothing is trained against it";
        let name = format!("field-{rule}");
        let field = Personality { notes: names, ..Personality::new(&name, summary, rule, mixture) };
        let file = folder.join(&name).with_extension("json");
        rival::machine::files::replace(&file, field.to_json().as_bytes())?;
        args.shipping.file(&maps_file(rule), field.to_json().as_bytes())?;
        println!("{}", file.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rival::personality::shipped;

    use super::*;

    #[test]
    fn no_shipped_map_is_in_the_field() {
        for rule in [Objective::Normal, Objective::Anti] {
            let field = Field::of_maps(rule).unwrap();
            assert_eq!(field.opponents.len(), METHODS.len() * SEEDS.len());
            for player in shipped() {
                let boards = player.boards().into_iter().map(|(_, board)| board);
                let known: Vec<[f64; 64]> = boards.collect();
                for opponent in &field.opponents {
                    assert!(!known.contains(&opponent.boards()[0].1), "{}: {}", player.name, opponent.name);
                }
            }
        }
    }

    #[test]
    fn the_champion_is_the_one_that_beats_the_others() {
        let args: Args = crate::parse(["field", "boards"]).unwrap();
        let players = ["random", "corners-random", "advanced", "beginner"].map(|name| load(name).unwrap());
        assert_eq!(champion(&players, args.play, 20), 2);
    }

    #[test]
    fn runs_are_told_by_median_and_range() {
        assert_eq!(spread(&[0.5, 0.25, 0.625]), "0.500 (0.250 to 0.625)");
        assert_eq!(spread(&[0.5]), "0.500");
    }
}
