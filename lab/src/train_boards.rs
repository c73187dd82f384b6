//! The experiment of the score-board report: its play-off, its cure, and boards for a field.

use std::path::Path;

use rival::players::{Personality, load};

use crate::field::{Field, champion, meet, spread};
use crate::play::Play;
use crate::program::Training;
use crate::table::{Table, cells};

/// Games of each match: from random openings, with colours swapped.
const GAMES: u64 = 1_000;

/// The runs of the report: the words for `rival train board` in each.
const REPORT: [(&str, &str); 2] = [
    ("playoff-1", "--mutation 0.1 --generations 56 --seed 1"),
    ("playoff-2", "--mutation 0.2 --generations 23 --seed 2"),
];
/// Recipes that are trained with each of the seeds.
const RECIPES: [&str; 2] = ["board-pool", CANDIDATE];
/// The recipe whose best board may be shipped.
const CANDIDATE: &str = "board";
const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];

/// The score-board report: its play-off, fixed opponents, and CMA-ES against few and against many opponents, with five
/// seeds each (5 minutes).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    training: Training,
}

pub(crate) fn run(Args { training: args }: &Args) -> anyhow::Result<()> {
    let folder = args.output.folder("train-boards")?;
    let hand_made = load("board-hand")?;
    let field = Field::of_boards()?;
    let mut table =
        Table::new("run | against the hand-made board | in the field | worst | corner is the largest value");
    table.row(row("hand-made", std::slice::from_ref(&hand_made), &hand_made, &field, args.play));
    for (name, words) in REPORT {
        let words = format!("board --recipe board-playoff {words}");
        let board = args.program.train(&words, &folder.join(name), args.resuming.resume)?;
        table.row(row(name, &[board], &hand_made, &field, args.play));
    }
    for recipe in RECIPES {
        let mut boards = Vec::new();
        for seed in SEEDS {
            let words = format!("board --recipe {recipe} --name board --seed {seed}");
            boards.push(args.program.train(&words, &run_folder(&folder, recipe, seed), args.resuming.resume)?);
        }
        let name = format!("{recipe}, {} seeds", SEEDS.len());
        table.row(row(&name, &boards, &hand_made, &field, args.play));
        if recipe == CANDIDATE {
            let seed = SEEDS[champion(&boards, args.play, GAMES)];
            let name = format!("of these seed {seed}, which wins most against the others");
            let board = &boards[(seed - SEEDS[0]) as usize];
            table.row(row(&name, std::slice::from_ref(board), &hand_made, &field, args.play));
            args.shipping.engine(&run_folder(&folder, recipe, seed), "board")?;
        }
    }
    let text = format!(
        "Scores in {GAMES} games a pair, three plies, random openings: the median and the range of the runs.\n\n{table}"
    );
    args.output.report("train-boards", &text)
}

/// The folder of a training.
fn run_folder(folder: &Path, recipe: &str, seed: u64) -> std::path::PathBuf {
    folder.join(format!("{recipe}-{seed}"))
}

/// The row for some boards: medians and ranges of the results against the hand-made board and in the field.
fn row(name: &str, boards: &[Personality], hand_made: &Personality, field: &Field, play: Play) -> Vec<String> {
    let against: Vec<f64> = boards.iter().map(|board| meet(board, hand_made, play, GAMES).mean).collect();
    let standings: Vec<_> = boards.iter().map(|board| field.standing(board, play, GAMES)).collect();
    let means: Vec<f64> = standings.iter().map(|standing| standing.mean).collect();
    let worst: Vec<f64> = standings.iter().map(|standing| standing.worst).collect();
    let agree = boards.iter().filter(|board| corner_is_largest(board)).count();
    cells![name, spread(&against), spread(&means), spread(&worst), format!("{agree} of {}", boards.len())]
}

/// True if no square of a board is worth more than its corners.
fn corner_is_largest(board: &Personality) -> bool {
    board.boards().iter().all(|(_, values)| values.iter().all(|&value| value <= values[0]))
}
