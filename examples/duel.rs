//! Lets a player of your own play a match against a personality: `cargo run --release --example duel people-1000`.

use std::error::Error;
use std::time::Duration;

use rival::board::{Game, Move, Objective, squares};
use rival::eval::Worth;
use rival::machine::work;
use rival::players::duel::{Contestant, Duel};
use rival::players::{Player, load};
use rival::search::{Certainty, Iteration, Limits, Line, Observer, Report};

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
        let position = &game.board().position;
        let mut moves: Vec<_> = squares(position.moves()).collect();
        moves.sort_by_key(|&square| position.play(square).moves().count_ones());
        let mut moves: Vec<Move> = moves.into_iter().map(Move::Place).take(count).collect();
        if moves.is_empty() && !game.is_over() {
            moves.push(Move::Pass);
        }
        let certainty = Certainty::Depth(1);
        let line = |mv| Line { pv: vec![mv], worth: Worth::Discs(0.0), discs: 0.0, certainty };
        Iteration { certainty, lines: moves.into_iter().map(line).collect(), nodes: 0, elapsed: Duration::ZERO }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let opponent = load(&std::env::args().nth(1).unwrap_or("static-normal".to_owned()))?;
    let own = || Box::new(Squeezer) as Box<dyn Player>;
    let players: [&dyn Contestant; 2] = [&own, &opponent];
    let results = Duel::paired(players, GAMES, OPENING, SEED).run(work::cores(), &|| {});
    let score = results.score().expect("there are games");
    let (low, high) = score.interval_of_share();
    println!("squeezer scores {:.3} against {}, 95 % interval {low:.3} to {high:.3}", score.mean, opponent.name);
    Ok(())
}
