//! Estimates how strong the players of a game are: `cargo run --release --example measure f5d6c3d3c4f4f6g5e6f7`.

use std::error::Error;

use rival::board::Color;
use rival::record::transcript;
use rival::search::Stop;
use rival::strength::person::{GameJudge, PersonGame, Profile, estimate};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or("f5d6c3d3c4f4f6g5e6f7".to_owned());
    let record = transcript::parse(&text)?;
    let mut judge = GameJudge::shipped();
    for color in [Color::Black, Color::White] {
        let mut profile = Profile::new(&color.to_string());
        profile.add(judge.judge(PersonGame::new(&record, color), &Stop::default()));
        let found = estimate(&profile);
        println!("{color}: {:.0} among people, 95 % interval {:.0} to {:.0}", found.rating, found.low, found.high);
    }
    Ok(())
}
