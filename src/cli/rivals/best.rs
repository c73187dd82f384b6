//! The recipe `best`, step by step.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::bail;
use serde_json::{Value, json};

use super::{Args, Folder, bar, made};
use crate::cli::output::print;
use crate::personality::parse;
use crate::players::Personality;
use crate::stats::derive;
use crate::train::rivals::CHARACTERS;
use crate::train::rivals::best::{EVEN, Effort, candidate};
use crate::train::rivals::diversity::{different, farthest, moves, positions};

/// Positions that moves are compared in.
const POSITIONS: usize = 300;

/// A candidate as the folder keeps it.
struct Kept {
    player: Personality,
    pure: Personality,
    score: f64,
}

pub fn run(args: &Args, folder: &Folder, agent: &Personality, threads: usize) -> anyhow::Result<ExitCode> {
    let mut pool: Vec<Kept> = Vec::new();
    let bar = bar(CHARACTERS.len() as u64, "characters")?;
    for (character, number) in CHARACTERS.iter().zip(0..) {
        let name = format!("pool-{}", character.name);
        let value = match folder.value(&name)? {
            Some(value) => value,
            None => {
                let (rounds, games, last) = (args.rounds, args.games, args.last);
                let effort = Effort { rounds, games, last, seed: derive(args.seed, 1 + number), threads };
                let found = candidate(character, agent, &effort);
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
        bar.inc(1);
        if let Some(score) = value["score"].as_f64() {
            let part = |field: &str| parse(&name, value[field].to_string().as_bytes());
            pool.push(Kept { player: part("player")?, pure: part("pure")?, score });
        }
    }
    bar.finish_and_clear();
    let even: Vec<&Kept> = pool.iter().filter(|kept| (kept.score - 0.5).abs() <= EVEN).collect();
    let count = usize::from(args.count);
    if even.len() < count {
        bail!(
            "{}: found {} characters within {EVEN} of an even score, expected {count} or more; another folder with more --rounds or --games, or another --seed, may help",
            args.out.display(),
            even.len()
        );
    }
    let boards = positions(agent, POSITIONS, derive(args.seed, 0));
    // By character alone: what a draw among near equals does differently is no character.
    let played: Vec<_> = even.iter().map(|kept| moves(&kept.pure, &boards)).collect();
    let table: Vec<Vec<f64>> = played.iter().map(|a| played.iter().map(|b| different(a, b)).collect()).collect();
    let chosen = farthest(even.len(), count, &|a, b| table[a][b]);
    let mut said = String::new();
    for &number in &chosen {
        let Kept { player, score, .. } = even[number];
        let others = chosen.iter().filter(|&&other| other != number).map(|&other| {
            format!("{:.0} % of the moves of {}", 100.0 * (1.0 - table[number][other]), even[other].player.name)
        });
        let mut player = player.clone();
        player.notes = vec![
            format!("Scores {score:.3} against the agent in {} games.", args.last),
            format!(
                "In {POSITIONS} middle-game positions it would choose {}.",
                others.collect::<Vec<_>>().join(" and ")
            ),
        ];
        player.provenance = Some(made(args, *score));
        folder.keep_rival(&player)?;
        let _ = writeln!(said, "{:12} {} (scores {score:.3} against the agent)", player.name, player.summary);
    }
    let _ =
        writeln!(said, "in a GUI:    rival nboard --player {}", folder.made(&even[chosen[0]].player.name).display());
    print(said)?;
    Ok(ExitCode::SUCCESS)
}

fn text(personality: &Personality) -> anyhow::Result<Value> {
    Ok(serde_json::from_str(&personality.to_json())?)
}
