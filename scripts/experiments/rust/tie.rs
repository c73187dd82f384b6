//! `scripts/experiments/tie`: at which rating of the ladder a player errs as much as people of a known rating do, by a
//! judge that looks deeper than the player's own.
//!
//! `experiments tie GAMES SIDES SEED DEPTH THREADS FILE...`: in GAMES games of the archives, drawn by the seed, every fourth move
//! from 11 to 46 of people whose rating other games tell, of SIDES sides at most for each hundred of ratings (there are
//! many average players). A move's loss by the deeper judge (DEPTH plies by the strongest
//! shipped weights, 20 discs at most) is held against what the ladder's players at ratings from 900 to 1800 would lose
//! on average in the same position, on good and bad days alike. Prints a line of JSON for each side of a game: the
//! person's rating and its error, how many moves, and the mean losses.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rival::board::Color;
use rival::eval::patterns::shipped as weights;
use rival::machine::work::map_with;
use rival::people::{DAYS, Drawing, Judge, LadderElo, Tie, facts};
use rival::personality::{HumanSpec, Strength};
use rival::record::archive::Archive;
use rival::stats::{NORMAL_SIXTHS, derive};
use serde_json::json;

use super::{fail, number, rated};

/// Ratings of the ladder whose players are held against people: those who look through the shipped judge.
const RATINGS: std::ops::RangeInclusive<u32> = 18..=36;
const STEP: f64 = 50.0;
/// Games that rate somebody whose moves count.
const FEWEST: usize = 30;
/// A larger loss counts as this, in discs.
const MOST: f64 = 20.0;
/// How strong the judges of players are, in plies and empty squares: of those up to 1820 on the ladder, and of others.
const USUAL: (u32, u32) = (5, 11);
const DEEPER: (u32, u32) = (7, 13);

pub fn run(words: &[&str]) {
    let [games, sides, seed, depth, threads, ref files @ ..] = *words else {
        fail("tie: expected GAMES SIDES SEED DEPTH THREADS FILE...")
    };
    let (games, sides, seed, depth): (usize, u64, u64, u32) =
        (number(games), number(sides), number(seed), number(depth));
    let (archive, left_out) = Archive::read(&files.iter().map(PathBuf::from).collect::<Vec<_>>(), &[]);
    left_out.problems.iter().for_each(|problem| eprintln!("tie: {problem}"));

    // Ratings are those that the other games show.
    let mut order: Vec<usize> = (0..archive.games.len()).collect();
    order.sort_by_key(|&game| derive(seed, game as u64));
    let (judged, others) = order.split_at(games.min(order.len()));
    let players = rated(&archive, others.iter().map(|&number| &archive.games[number]));
    // Whose moves count: the first of each hundred, in the drawn order.
    let mut bands: BTreeMap<i64, u64> = BTreeMap::new();
    let counted: Vec<[bool; 2]> = judged
        .iter()
        .map(|&number| {
            [Color::Black, Color::White].map(|color| {
                let player = archive.games[number].player(color);
                let known = players[player].games >= FEWEST;
                let taken = bands.entry((players[player].rating / 100.0).floor() as i64).or_default();
                *taken += u64::from(known);
                known && *taken <= sides
            })
        })
        .collect();

    let ratings: Vec<f64> = RATINGS.map(|step| f64::from(step) * STEP).collect();
    // With the judge that it looks through, which is deeper on the best days of the strongest.
    let on_days = |&rating: &f64| {
        let mean = Tie::shipped().people(LadderElo(rating));
        NORMAL_SIXTHS.map(|part| {
            let spec = HumanSpec::new(Strength::People(mean.plus(part * DAYS)));
            (usize::from(spec.setting().depth != USUAL.0), spec.drawing())
        })
    };
    let drawings: Vec<[(usize, Drawing); NORMAL_SIXTHS.len()]> = ratings.iter().map(on_days).collect();
    let judges = || [USUAL, DEEPER].map(|(depth, exact)| Judge::deeper(depth, exact));
    let make = || (judges(), Judge::new(weights::patterns().patterns.clone(), depth, depth + 6));
    let lines = map_with(number(threads), judged.len(), make, |(own, deep), at| {
        let played = &archive.games[judged[at]];
        let game = played.game();
        let of = |color: Color, own: &mut [Judge; 2], deep: &mut Judge| {
            let player = played.player(color);
            if !counted[at][usize::from(color == Color::White)] {
                return None;
            }
            let (mut moves, mut lost, mut by) = (0, 0.0, vec![0.0; drawings.len()]);
            let mut last = None;
            for &(board, mv) in game.history() {
                let before = std::mem::replace(&mut last, mv.square());
                let number = 61 - board.position.empties();
                let Some(square) = mv.square().filter(|_| board.to_move == color) else { continue };
                let drawn = derive(derive(seed, judged[at] as u64), u64::from(number)).is_multiple_of(4);
                if !drawn || !(11..=46).contains(&number) || board.position.moves().count_ones() < 2 {
                    continue;
                }
                let values = deep.values(&board.position);
                let best = values.iter().map(|value| value.1).fold(f64::MIN, f64::max);
                let losses: Vec<f64> = values.iter().map(|value| (best - value.1).min(MOST)).collect();
                let options = own.each_mut().map(|own| facts(&board.position, before, &own.values(&board.position)));
                moves += 1;
                lost += values.iter().zip(&losses).find(|(value, _)| value.0 == square).map_or(0.0, |(_, loss)| *loss);
                let expected = |(own, drawing): &(usize, Drawing)| {
                    let chances = drawing.chances(number, &options[*own]);
                    chances.iter().zip(&losses).map(|(chance, loss)| chance * loss).sum::<f64>()
                };
                for (sum, drawings) in by.iter_mut().zip(&drawings) {
                    *sum += drawings.iter().map(expected).sum::<f64>() / drawings.len() as f64;
                }
            }
            let mean = |sum: f64| sum / f64::from(moves);
            (moves > 0).then(|| {
                json!({ "rating": players[player].rating, "error": players[player].error, "moves": moves, "lost": mean(lost), "by": by.into_iter().map(mean).collect::<Vec<_>>() })
            })
        };
        [Color::Black, Color::White].map(|color| of(color, own, deep))
    });
    println!("{}", json!({ "ratings": ratings, "depth": depth }));
    lines.into_iter().flatten().flatten().for_each(|line| println!("{line}"));
}
