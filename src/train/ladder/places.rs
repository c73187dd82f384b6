//! The places of players on the ladder of human-like players.

use super::{Halt, Run};
use crate::board::Objective;
use crate::people::LadderElo;
use crate::personality::{HumanSpec, Kind, Personality, Strength, load};
use crate::strength::person::{Place, Places};
use crate::train::run::files;

/// The shipped players that do not depend on the machine by a time limit.
const SHIPPED: &str = "\
    random corners-random static-normal bp fs cn bp1-fs3 bp5-cn1 fs5-cn1 bp2-fs5-cn1 board-hand linear board \
    beginner intermediate advanced tester expert uct-100 rung-01 rung-02 rung-03 rung-04 rung-05 rung-06 \
    rung-07 rung-08 rung-09 rung-10 rung-11 rung-12 rung-13 rung-14 master-d1 master-d2 master-d4 master-d6";
/// The ratings of each player's opponents on the ladder.
const LADDER: [u16; 8] = [600, 800, 1000, 1200, 1400, 1600, 1800, 2000];

pub(super) fn make(run: &mut Run<'_>, players: &[Personality]) -> Result<String, Halt> {
    let load = |name| load(name).expect("the tests load them");
    let players = if players.is_empty() { SHIPPED.split(' ').map(load).collect() } else { players.to_vec() };
    let ladder = LADDER.map(|rating| {
        let kind = Kind::Human(HumanSpec::new(Strength::Ladder(LadderElo(rating.into()))));
        (rating, Personality::new(&format!("human-{rating:04}"), "", Objective::Normal, kind))
    });
    let mut places = Vec::new();
    for (number, player) in (0..).zip(&players) {
        let mut results = Vec::new();
        for (rating, opponent) in &ladder {
            let seed = 1000 * number + u64::from(*rating);
            results.push((f64::from(*rating), run.play(player, opponent, seed)?.score));
        }
        places.push(place(&player.name, &results, run.games as f64));
    }
    places.sort_by(|a, b| a.rating.0.total_cmp(&b.rating.0));
    let row = |Place { player, rating, error, slope }: &Place| format!("| {player} | {rating} | {error} | {slope} |\n");
    let rows: String = places.iter().map(row).collect();
    files::write_json(&run.folder.join("places.json"), &Places { command: run.command.clone(), places })?;
    Ok(format!("| player | rating | error | slope |\n|---|---|---|---|\n{rows}"))
}

/// The rating at which the expected score is one half, by a logistic curve with a slope for each player, because
/// programs with a plan win and lose differently from people. By penalised likelihood.
fn place(player: &str, results: &[(f64, f64)], games: f64) -> Place {
    let loss = |place: f64, slope: f64| {
        let of = |&(opponent, score): &(f64, f64)| {
            let expected = 1.0 / (1.0 + libm::pow(10_f64, (opponent - place) / slope));
            let expected = expected.clamp(1e-9, 1.0 - 1e-9);
            games * (score * libm::log(expected) + (1.0 - score) * libm::log(1.0 - expected))
        };
        ((slope - 400.0) / 150.0_f64).powi(2) / 2.0 - results.iter().map(of).sum::<f64>()
    };
    // The least loss at a place, and its slope.
    let best = |place: f64| {
        let slopes = (200..900).step_by(25).map(f64::from).map(|slope| (loss(place, slope), slope));
        slopes.min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are slopes")
    };
    let ratings = (300..2600).step_by(5).map(f64::from).map(|rating| (rating, best(rating)));
    let (rating, (least, slope)) = ratings.min_by(|a, b| a.1.0.total_cmp(&b.1.0)).expect("there are ratings");
    let curve = (best(rating + 20.0).0 + best(rating - 20.0).0 - 2.0 * least) / 400.0;
    let error = curve.max(1e-6).sqrt().recip().max(1.0).round();
    Place { player: player.to_owned(), rating: LadderElo(rating), error, slope }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_placed_is_shipped() {
        assert!(SHIPPED.split(' ').all(|name| load(name).is_ok()));
    }

    #[test]
    fn the_place_behind_expected_scores_is_found() {
        for (truth, slope) in [(700.0, 300.0), (1_300.0, 400.0), (1_900.0, 500.0)] {
            let expected = |rating: f64| 1.0 / (1.0 + libm::pow(10_f64, (rating - truth) / slope));
            let results = LADDER.map(|rating| (f64::from(rating), expected(rating.into())));
            let found = place("x", &results, 40_000.0);
            // The grid's step, and that of slopes.
            assert!(
                found.rating.above(LadderElo(truth)).abs() <= 5.0 && (found.slope - slope).abs() <= 25.0,
                "{found:?}"
            );
            assert!(place("x", &results, 40.0).error > 10.0 * found.error, "fewer games say less");
        }
    }
}
