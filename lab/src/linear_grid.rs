//! Every mixture of the linear evaluator's three features with weights from 0 to 5, and the noise of one of them.

use std::fmt::Write as _;

use rival::machine::files;
use rival::players::{Personality, load};
use serde_json::Value;

use crate::output::Output;
use crate::play::Play;
use crate::player;
use crate::table::{Table, cells};
use crate::table1::{SEATS, seated};

/// The features BP, FS and CN with the scale of a weight of 1 in shipped files.
const FEATURES: [(&str, &str); 3] = [("bp", "disc-squares"), ("fs", "edge-runs"), ("cn", "mobility")];
/// The largest weight of the paper.
const LARGEST: usize = 5;
/// The weights of BP, FS and CN in the paper's table 1, with games won of 1,000 as first and as second player.
const PAPER: [([usize; 3], [u32; 2]); 7] = [
    ([1, 0, 0], [749, 739]),
    ([0, 1, 0], [832, 820]),
    ([0, 0, 1], [659, 612]),
    ([1, 3, 0], [982, 981]),
    ([5, 0, 1], [802, 802]),
    ([0, 5, 1], [813, 842]),
    ([2, 5, 1], [981, 977]),
];
/// The largest random number added to the difference of stable edge discs, for each curve.
const AMPLITUDES: [f64; 9] = [0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0];
/// Pixels of a cell of the picture.
const CELL: usize = 44;
/// Pixels of a panel with its margins.
const PANEL: usize = CELL * (LARGEST + 1) + 56;

/// All mixtures of the linear evaluator paper's features with weights from 0 to 5, against a random mover (2 minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Games of each mixture in each seat.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

/// A point of the grid.
struct Mixture {
    /// The weights of BP, FS and CN.
    weights: [usize; 3],
    /// Games won of 1,000 as first and as second player.
    wins: [f64; 2],
}

impl Mixture {
    fn mean(&self) -> f64 {
        f64::midpoint(self.wins[0], self.wins[1])
    }

    fn paper(&self) -> Option<[u32; 2]> {
        PAPER.iter().find(|(weights, _)| *weights == self.weights).map(|(_, wins)| *wins)
    }

    fn name(&self) -> String {
        let [bp, fs, cn] = self.weights;
        format!("{bp} BP + {fs} FS + {cn} CN")
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut mixtures = Vec::new();
    for number in 0..(LARGEST + 1).pow(3) {
        let weights = [number / 36, number / 6 % 6, number % 6];
        let wins = wins(&mixture(weights, 0.0)?, args)?;
        mixtures.push(Mixture { weights, wins });
        if number % 36 == 35 {
            eprintln!("linear-grid: {} of 216 mixtures", number + 1);
        }
    }
    let mut noises = Table::new("largest random number | games won first | second");
    for amplitude in AMPLITUDES {
        let [first, second] = wins(&mixture([0, 1, 0], amplitude)?, args)?;
        noises.row(cells![amplitude, format!("{first:.0}"), format!("{second:.0}")]);
    }
    let picture = args.output.folder("linear-grid")?.join("grid.svg");
    files::replace(&picture, svg(&mixtures))?;
    let text = format!(
        "Games won of 1,000 against `random`, {} games a mixture and seat, without noise (the picture is {}).\n\nThe \
         best mixtures, and those of the paper's table 1:\n\n{}\nFS alone with a random number added to the \
         difference of stable discs (paper: 832 and 820):\n\n{noises}",
        args.games,
        picture.display(),
        best(&mixtures),
    );
    args.output.report("linear-grid", &text)
}

/// The player of these weights, with this noise of FS.
fn mixture(weights: [usize; 3], noise: f64) -> anyhow::Result<Personality> {
    let mut file = player::to_json(&load("bp2-fs5-cn1")?)?;
    let mut features = Vec::new();
    for ((name, feature), weight) in FEATURES.iter().zip(weights) {
        let single = player::to_json(&load(name)?)?;
        let one = single["features"][0]["weight"].as_f64().unwrap_or(1.0);
        let mut entry = single["features"][0].clone();
        entry["feature"] = Value::from(*feature);
        entry["weight"] = Value::from(one * weight as f64);
        if *feature == "edge-runs" && noise > 0.0 {
            entry["noise"] = Value::from(noise);
        }
        // A file needs at least one feature. Without weights it is the last one, so the player chooses the first move.
        if weight > 0 || (weights == [0; 3] && *name == "cn") {
            features.push(entry);
        }
    }
    file["features"] = Value::from(features);
    player::from_json(&file)
}

/// Games won of 1,000 as first and as second player.
fn wins(personality: &Personality, args: &Args) -> anyhow::Result<[f64; 2]> {
    let random = load("random")?;
    Ok(SEATS.map(|(seat, _)| {
        let tally = seated([personality, &random], seat, args.games, args.play);
        1000.0 * tally.wins as f64 / args.games as f64
    }))
}

/// The table of the ten best mixtures, then the paper's mixtures with their ranks.
fn best(mixtures: &[Mixture]) -> Table {
    let mut order: Vec<&Mixture> = mixtures.iter().collect();
    order.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    let mut table = Table::new("place | mixture | first | second | *paper: first* | *second*");
    for (place, mixture) in order.iter().enumerate() {
        let paper = mixture.paper();
        if place >= 10 && paper.is_none() {
            continue;
        }
        let [first, second] = mixture.wins.map(|wins| format!("{wins:.0}"));
        let theirs = paper.map_or_else(|| cells!["", ""], |[first, second]| cells![first, second]);
        table.row([cells![place + 1, mixture.name(), first, second], theirs].concat());
    }
    table
}

/// A panel for each weight of CN: BP upwards, FS to the right. The paper's mixtures have a frame, the best a thick one.
fn svg(mixtures: &[Mixture]) -> String {
    let best = mixtures.iter().map(Mixture::mean).fold(0.0, f64::max);
    let worst = mixtures.iter().map(Mixture::mean).fold(1000.0, f64::min);
    let mut cells = String::new();
    for mixture in mixtures {
        let [bp, fs, cn] = mixture.weights;
        let x = cn % 3 * PANEL + 40 + fs * CELL;
        let y = cn / 3 * PANEL + 28 + (LARGEST - bp) * CELL;
        // Equal steps of the chance of not winning are equal steps of lightness, because most mixtures win nearly
        // always.
        let least = libm::log(1001.0 - best);
        let most = libm::log(1001.0 - worst);
        let lightness = 32.0 + 61.0 * (libm::log(1001.0 - mixture.mean()) - least) / (most - least);
        let frame = match (mixture.mean() >= best, mixture.paper()) {
            (true, _) => "#c00\" stroke-width=\"4",
            (false, Some(_)) => "#000\" stroke-width=\"2",
            (false, None) => "#fff\" stroke-width=\"1",
        };
        let ink = if lightness < 48.0 { "#fff" } else { "#000" };
        let _ = writeln!(
            cells,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"hsl(150 45% {lightness:.0}%)\" \
             stroke=\"{frame}\"/><text x=\"{}\" y=\"{}\" fill=\"{ink}\">{:.0}</text>",
            x + CELL / 2,
            y + CELL / 2 + 4,
            mixture.mean(),
            side = CELL - 4,
        );
    }
    let mut labels = String::new();
    for cn in 0..=LARGEST {
        let x = cn % 3 * PANEL;
        let y = cn / 3 * PANEL;
        let _ = writeln!(labels, "<text x=\"{}\" y=\"{}\">CN {cn}</text>", x + PANEL / 2, y + 18);
        for weight in 0..=LARGEST {
            let column = x + 40 + weight * CELL + CELL / 2;
            let row = y + 28 + (LARGEST - weight) * CELL + CELL / 2 + 4;
            let below = y + PANEL - 14;
            let _ = writeln!(labels, "<text x=\"{column}\" y=\"{below}\">FS {weight}</text>");
            let _ = writeln!(labels, "<text x=\"{}\" y=\"{row}\">BP {weight}</text>", x + 20);
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\" \
         text-anchor=\"middle\"><title>Games won of 1,000 against a random mover</title><rect width=\"100%\" \
         height=\"100%\" fill=\"#fff\"/>\n{cells}{labels}</svg>\n",
        3 * PANEL,
        2 * PANEL
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixtures_are_the_shipped_ones() {
        for (weights, name) in [([1, 0, 0], "bp"), ([1, 3, 0], "bp1-fs3"), ([2, 5, 1], "bp2-fs5-cn1")] {
            let [ours, shipped] = [mixture(weights, 0.0).unwrap(), load(name).unwrap()]
                .map(|personality| player::to_json(&personality).unwrap()["features"].clone());
            assert_eq!(ours, shipped, "{name}");
        }
    }

    #[test]
    fn the_picture_has_a_cell_for_each_mixture_and_marks_the_best() {
        let mixtures: Vec<Mixture> = (0..216)
            .map(|number| Mixture { weights: [number / 36, number / 6 % 6, number % 6], wins: [number as f64; 2] })
            .collect();
        let picture = svg(&mixtures);
        assert_eq!(picture.matches("hsl(").count(), 216);
        assert_eq!(picture.matches("#c00").count(), 1);
        assert!(best(&mixtures).to_string().contains("| 1 | 5 BP + 5 FS + 5 CN | 215 | 215 |"));
    }
}
