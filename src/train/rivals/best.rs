//! The recipe `best`: characters that show, each brought to an even score by calibration, chosen by how different their
//! moves are.

use super::Character;
use crate::players::Personality;
use crate::players::duel::Duel;
use crate::stats::{Mean, derive};
use crate::strength::calibrate::{Calibration, Step, next};

/// How much is played.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    pub rounds: u32,
    /// Games of a round, an even number.
    pub games: u64,
    /// Games of the last measurement, an even number.
    pub last: u64,
    pub seed: u64,
    pub threads: usize,
}

/// A character at the agent's strength.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub player: Personality,
    /// The same without giving anything away: its character alone.
    pub pure: Personality,
    /// Against the agent, in games that calibration has not seen.
    pub score: Mean,
}

/// How much better a character has to be than the agent before it is held back: less could be luck.
const ENOUGH: f64 = 0.6;
/// Deeper than this a character is not made to look; a beginner does not either.
const DEEPEST: u32 = 5;
/// Random moves before the players take over.
const OPENING: u32 = 8;
/// Measurements, each in new games, before a character that is not even is given up.
const ATTEMPTS: u64 = 4;
/// A rival scores so near to one half. Measured in 2,000 games, that is two standard errors: in other games it is then
/// mostly within 0.03.
pub const EVEN: f64 = 0.02;

/// Brings a character to an even score against the agent; `None` if it is weaker than the agent at every depth.
/// `played` is told how many games were played.
#[must_use]
pub fn candidate(
    character: &Character,
    agent: &Personality,
    effort: &Effort,
    played: &(dyn Fn(u64) + Sync),
) -> Option<Candidate> {
    let against = |player: &Personality, games: u64, seed: u64| {
        Duel::paired([player, agent], games, OPENING, seed).run(effort.threads, &|| played(1)).score()
    };
    let strong = |&depth: &u32| {
        let pure = character.player(depth, 0.0);
        against(&pure, effort.games, derive(effort.seed, u64::from(depth))).is_some_and(|score| score.mean >= ENOUGH)
    };
    let depth = (1..=DEEPEST).find(strong)?;
    let calibration = Calibration {
        aim: 0.5,
        rounds: effort.rounds,
        games: effort.games,
        opening_plies: OPENING,
        seed: derive(effort.seed, 100),
        threads: effort.threads,
    };
    let (mut scale, mut steps) =
        calibration.run(&|scale| character.player(depth, scale), agent, &mut |step| played(step.games));
    for attempt in 0..ATTEMPTS {
        let player = character.player(depth, scale);
        let score = against(&player, effort.last, derive(effort.seed, 200 + attempt))?;
        if (score.mean - 0.5).abs() <= EVEN || attempt + 1 == ATTEMPTS {
            return Some(Candidate { player, pure: character.player(depth, 0.0), score });
        }
        // What was measured is the best round of all.
        steps.push(Step { scale, score: score.mean, games: effort.last });
        scale = next(&steps, 0.5);
    }
    None
}
