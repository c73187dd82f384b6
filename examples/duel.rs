//! Lets two personalities play a match: `cargo run --release --example duel beginner human-1000`.

use std::error::Error;

use rival::machine::work;
use rival::players::{duel::Duel, load};

/// An even number: each random opening is played with both colours.
const GAMES: u64 = 100;
/// Random moves before the players take over.
const OPENING: u32 = 8;
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let mut names = std::env::args().skip(1);
    let mut player = |usual: &str| load(&names.next().unwrap_or(usual.to_owned()));
    let (a, b) = (player("map-normal")?, player("static-normal")?);
    let results = Duel::paired([&a, &b], GAMES, OPENING, SEED).run(work::cores(), &|| {});
    let score = results.score().expect("there are games");
    let (low, high) = score.interval_of_share();
    println!("{} scores {:.3} against {}, 95 % interval {low:.3} to {high:.3}", a.name, score.mean, b.name);
    Ok(())
}
