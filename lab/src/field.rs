//! Personalities in a field that none was trained against.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rival::board::Objective;
use rival::machine::files;
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

/// Pixels of the picture: the height of a player's row, the width of its name and of the scores from 0 to 1.
const ROW: usize = 28;
const NAMES: usize = 180;
const SCORES: usize = 600;

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
    /// maps of the field (10 minutes).
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
    let mut table = Table::new("player | mean | standard error | worst | against");
    let mut standings = Vec::new();
    for (name, player) in args.players.iter().zip(&players) {
        let standing = field.standing(player, args.play, games);
        table.row([cells![name], standing.cells()].concat());
        standings.push((name.as_str(), standing));
    }
    let picture = args.output.folder("field")?.join("field.svg");
    files::replace(&picture, svg(&standings).as_bytes())?;
    let mut pairs = Table::new(&format!("score of the row | {}", args.players.join(" | ")));
    for (name, player) in args.players.iter().zip(&players) {
        let scores = players.iter().map(|other| {
            if std::ptr::eq(player, other) { String::new() } else { share(meet(player, other, args.play, games).mean) }
        });
        pairs.row([cells![name], scores.collect()].concat());
    }
    let text = format!(
        "Mean scores against {} players, {games} games each from random openings of {OPENING_PLIES} plies (the picture \
         is {}).\n\n{table}\nAgainst each other:\n\n{pairs}",
        field.opponents.len(),
        picture.display()
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

/// A row for each player: a dot for its score against each opponent, and a line for the mean.
fn svg(standings: &[(&str, Standing)]) -> String {
    let height = ROW * (standings.len() + 1);
    let mut marks = String::new();
    for tenth in [0, 2, 4, 5, 6, 8, 10] {
        let x = NAMES + tenth * SCORES / 10;
        let score = tenth as f64 / 10.0;
        let grey = if tenth == 5 { "#888" } else { "#ddd" };
        let _ = writeln!(
            marks,
            "<line x1=\"{x}\" x2=\"{x}\" y1=\"0\" y2=\"{}\" stroke=\"{grey}\"/><text x=\"{x}\" y=\"{}\" \
             text-anchor=\"middle\">{score}</text>",
            height - ROW,
            height - 9
        );
    }
    for (row, (name, standing)) in standings.iter().enumerate() {
        let middle = row * ROW + ROW / 2;
        let _ = writeln!(marks, "<text x=\"8\" y=\"{}\">{}</text>", middle + 4, html_escape::encode_text(name));
        for (opponent, score) in &standing.scores {
            let _ = writeln!(
                marks,
                "<circle cx=\"{:.1}\" cy=\"{middle}\" r=\"4\" fill=\"#268\" fill-opacity=\"0.4\"><title>{} \
                 {score:.3}</title></circle>",
                across(*score),
                html_escape::encode_text(opponent)
            );
        }
        let mean = across(standing.mean);
        let _ = writeln!(
            marks,
            "<line x1=\"{mean:.1}\" x2=\"{mean:.1}\" y1=\"{}\" y2=\"{}\" stroke=\"#c00\" stroke-width=\"3\"/>",
            middle - 10,
            middle + 10
        );
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\"><title>Scores against the field</title><rect width=\"100%\" height=\"100%\" \
         fill=\"#fff\"/>\n{marks}</svg>\n",
        NAMES + SCORES + 20
    )
}

/// The place of a score in the picture.
fn across(score: f64) -> f64 {
    NAMES as f64 + score * SCORES as f64
}

/// The place of a player in a field.
pub(crate) struct Standing {
    pub mean: f64,
    /// The standard error of the mean, from the sampling of games alone: another field would give another mean.
    error: f64,
    pub worst: f64,
    /// The score against each opponent.
    scores: Vec<(String, f64)>,
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
        let names = self.opponents.iter().map(|opponent| opponent.name.clone());
        Standing {
            scores: names.zip(scores.iter().map(|score| score.mean)).collect(),
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
        files::replace(&file, field.to_json().as_bytes())?;
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
    fn the_picture_has_a_dot_for_each_score_and_a_line_for_each_mean() {
        let scores = vec![("a".to_owned(), 0.25), ("b<".to_owned(), 0.75)];
        let standing = Standing { mean: 0.5, error: 0.01, worst: 0.25, scores, nemesis: "a".to_owned() };
        let picture = svg(&[("map", standing)]);
        assert_eq!(picture.matches("<circle").count(), 2);
        assert_eq!(picture.matches("#c00").count(), 1);
        assert!(picture.contains("cx=\"630.0\"") && picture.contains("b&lt; 0.750"), "{picture}");
    }

    #[test]
    fn runs_are_told_by_median_and_range() {
        assert_eq!(spread(&[0.5, 0.25, 0.625]), "0.500 (0.250 to 0.625)");
        assert_eq!(spread(&[0.5]), "0.500");
    }
}
