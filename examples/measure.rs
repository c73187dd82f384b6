//! Says what the moves of a game gave away: `cargo run --release --example measure f5d6c3d3c4f4`.

use std::error::Error;

use rival::board::Color;
use rival::players::{Tester, load};
use rival::record::transcript;
use rival::thesis::judge;

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or("f5d6c3d3c4f4f6g5e6f7".to_owned());
    let record = transcript::parse(&text)?;
    // The tester of `rival measure`: its losses are in its own points.
    let mut tester = Tester::new(&load("tester")?)?;
    for color in [Color::Black, Color::White] {
        println!("{color}");
        for judged in judge(record.game(), color, 60, &mut tester) {
            println!(
                "{:>4} {}  loses {:>6.1}, number {} of {}",
                judged.number, judged.mv, judged.loss, judged.rank, judged.choices
            );
        }
    }
    Ok(())
}
