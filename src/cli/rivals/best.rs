//! The recipe `best`, step by step.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::bail;
use serde_json::{Value, json};

use super::{Args, Folder, bar, made};
use crate::cli::output::print;
use crate::personality::parse;
use crate::players::Personality;
use crate::stats::derive;
use crate::train::rivals::CHARACTERS;
use crate::train::rivals::best::{EVEN, Effort as Games, candidate};
use crate::train::rivals::diversity::{different, farthest, moves, positions};

/// Positions that moves are compared in.
const POSITIONS: usize = 300;

/// A candidate as the folder keeps it.
struct Kept {
    player: Personality,
    pure: Personality,
    score: f64,
}

/// How much is played, and for how many rivals.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    pub count: usize,
    pub rounds: u32,
    pub games: u64,
    pub last: u64,
    pub seed: u64,
    pub threads: usize,
}

/// What every rival gets: the effort of the command if nothing else is said.
pub const USUAL: Effort = Effort { count: 3, rounds: 8, games: 200, last: 2000, seed: 1, threads: 1 };

/// Games that a character takes on average: for the bar.
const USUAL_GAMES: f64 = 5000.0;

/// Follows the making: characters done, a part of one among them, of so many, and the present one's name. False ends
/// it.
pub type Follow<'a> = &'a (dyn Fn(f64, usize, &str) -> bool + Sync);

/// Makes the rivals of an agent; `None` if the one who follows it has ended it.
pub fn make(
    effort: &Effort,
    folder: &Folder,
    agent: &Personality,
    follow: Follow<'_>,
) -> anyhow::Result<Option<Vec<(Personality, f64)>>> {
    let mut pool: Vec<Kept> = Vec::new();
    for (character, number) in CHARACTERS.iter().zip(0_u32..) {
        let of = CHARACTERS.len();
        if !follow(number.into(), of, character.name) {
            return Ok(None);
        }
        let name = format!("pool-{}", character.name);
        let value = match folder.value(&name)? {
            Some(value) => value,
            None => {
                let Effort { rounds, games, last, threads, .. } = *effort;
                let games = Games { rounds, games, last, seed: derive(effort.seed, 1 + u64::from(number)), threads };
                let played = AtomicU64::new(0);
                let found = candidate(character, agent, &games, &|more| {
                    let played = played.fetch_add(more, Ordering::Relaxed) + more;
                    follow(f64::from(number) + (played as f64 / USUAL_GAMES).min(0.95), of, character.name);
                });
                let value = match &found {
                    Some(c) => {
                        json!({ "player": text(&c.player)?, "pure": text(&c.pure)?, "score": c.score.mean, "error": c.score.error })
                    }
                    None => Value::Null,
                };
                folder.keep_value(&name, &value)?;
                value
            }
        };
        if let Some(score) = value["score"].as_f64() {
            let part = |field: &str| parse(&name, value[field].to_string().as_bytes());
            pool.push(Kept { player: part("player")?, pure: part("pure")?, score });
        }
    }
    choose(effort, folder, agent, &pool).map(Some)
}

/// Chooses the ones that differ most among those that are even, and writes them.
fn choose(
    effort: &Effort,
    folder: &Folder,
    agent: &Personality,
    pool: &[Kept],
) -> anyhow::Result<Vec<(Personality, f64)>> {
    let even: Vec<&Kept> = pool.iter().filter(|kept| (kept.score - 0.5).abs() <= EVEN).collect();
    let count = effort.count;
    if even.len() < count {
        bail!(
            "{}: found {} characters within {EVEN} of an even score, expected {count} or more; another folder with more --rounds or --games, or another --seed, may help",
            folder.path().display(),
            even.len()
        );
    }
    let boards = positions(agent, POSITIONS, derive(effort.seed, 0));
    // By character alone: what a draw among near equals does differently is no character.
    let played: Vec<_> = even.iter().map(|kept| moves(&kept.pure, &boards)).collect();
    let table: Vec<Vec<f64>> = played.iter().map(|a| played.iter().map(|b| different(a, b)).collect()).collect();
    let chosen = farthest(even.len(), count, &|a, b| table[a][b]);
    let mut rivals = Vec::new();
    for &number in &chosen {
        let Kept { player, score, .. } = even[number];
        let others = chosen.iter().filter(|&&other| other != number).map(|&other| {
            format!("{:.0} % of the moves of {}", 100.0 * (1.0 - table[number][other]), even[other].player.name)
        });
        let mut player = player.clone();
        player.notes = vec![
            format!("Scores {score:.3} against the agent in {} games.", effort.last),
            format!(
                "In {POSITIONS} middle-game positions it would choose {}.",
                others.collect::<Vec<_>>().join(" and ")
            ),
        ];
        player.provenance = Some(made("best", effort.seed, *score));
        folder.keep_rival(&player)?;
        rivals.push((player, *score));
    }
    Ok(rivals)
}

pub fn run(args: &Args, folder: &Folder, agent: &Personality, threads: usize) -> anyhow::Result<ExitCode> {
    let (rounds, games, last, seed) = (args.rounds, args.games, args.last, args.seed);
    let effort = Effort { count: usize::from(args.count), rounds, games, last, seed, threads };
    let bar = bar(CHARACTERS.len() as u64, "characters")?;
    let rivals = make(&effort, folder, agent, &|done, _, _| {
        bar.set_position(done as u64);
        true
    })?;
    bar.finish_and_clear();
    let mut said = String::new();
    for (player, score) in rivals.iter().flatten() {
        let _ = writeln!(said, "{:12} {} (scores {score:.3} against the agent)", player.name, player.summary);
    }
    if let Some((player, _)) = rivals.iter().flatten().next() {
        let _ = writeln!(said, "in a GUI:    rival nboard --player {}", folder.made(&player.name).display());
    }
    print(said)?;
    Ok(ExitCode::SUCCESS)
}

fn text(personality: &Personality) -> anyhow::Result<Value> {
    Ok(serde_json::from_str(&personality.to_json())?)
}
