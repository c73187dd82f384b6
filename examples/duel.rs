//! Lets a player of your own play a match against a personality: `cargo run --release --example duel people-1000`.

use std::error::Error;

use rival::board::{Game, Move, Objective};
use rival::eval::Worth;
use rival::machine::work;
use rival::players::duel::{Contestant, Duel};
use rival::players::{Player, load};
use rival::search::{Limits, Observer, Report};

/// An even number: each random opening is played with both colours.
const GAMES: u64 = 100;
/// Random moves before the players take over.
const OPENING: u32 = 8;
const SEED: u64 = 1;

/// Leaves the opponent as few moves as it can.
struct Squeezer;

impl Player for Squeezer {
    fn name(&self) -> &str {
        "squeezer"
    }

    fn objective(&self) -> Objective {
        Objective::Normal
    }

    fn new_game(&mut self, _seed: u64) {}

    fn rank(&mut self, game: &Game, count: usize, _limits: &Limits, _observer: &mut dyn Observer) -> Report {
        let replies = |mv: Move| game.board().play(mv).map_or(0, |next| next.moves().count());
        let mut moves: Vec<Move> = game.board().moves().collect();
        moves.sort_by_key(|&mv| replies(mv));
        Report::ranked(1, moves.into_iter().take(count).map(|mv| (mv, Worth::Discs(0.0))))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let opponent = load(&std::env::args().nth(1).unwrap_or("static-normal".to_owned()))?;
    let own = || Box::new(Squeezer) as Box<dyn Player>;
    let players: [&dyn Contestant; 2] = [&own, &opponent];
    let duel = Duel::paired(players, GAMES, OPENING, SEED);
    let results = duel.run(work::cores(), &|| {});
    let score = results.score().expect("there are games");
    let (low, high) = score.interval_of_share();
    println!("squeezer scores {:.3} against {}, 95 % interval {low:.3} to {high:.3}", score.mean, opponent.name);
    if duel.rule != Objective::Normal {
        println!("the games are for {}", duel.rule.aim());
    }
    Ok(())
}
