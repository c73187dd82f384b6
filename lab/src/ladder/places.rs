//! The places of players on the ladder of human-like players.

use rival::board::Objective;
use rival::people::LadderElo;
use rival::personality::{HumanSpec, Kind, Personality, Strength, load};
use rival::strength::person::{Place, Places};

use super::{LadderRun, NamedText, pretty};
use crate::table::{Table, cells};

/// The shipped players without a time limit, whose play does not depend on the machine.
const SHIPPED: &str = "\
    random corners-random static-normal bp fs cn bp1-fs3 bp5-cn1 fs5-cn1 bp2-fs5-cn1 board-hand linear board \
    beginner intermediate advanced tester expert uct-100 rung-01 rung-02 rung-03 rung-04 rung-05 rung-06 \
    rung-07 rung-08 rung-09 rung-10 rung-11 rung-12 rung-13 rung-14 master-d1 master-d2 master-d4 master-d6";
/// Ladder ratings of the opponents that each player meets.
const LADDER: [u16; 8] = [600, 800, 1000, 1200, 1400, 1600, 1800, 2000];

pub(super) fn make(run: &mut LadderRun, players: &[Personality]) -> anyhow::Result<(String, Vec<NamedText>)> {
    let mut field = players.to_vec();
    if field.is_empty() {
        field = SHIPPED.split(' ').map(load).collect::<Result<_, _>>()?;
    }
    let mut places = places(run, &field)?;
    places.sort_by(|a, b| a.rating.0.total_cmp(&b.rating.0));
    let mut table = Table::new("player | rating | error | slope");
    for Place { player, rating, error, slope } in &places {
        table.row(cells![player, rating, error, slope]);
    }
    let file = Places { command: run.command.clone(), places };
    Ok((table.to_string(), vec![("places.json".to_owned(), pretty(&file)?)]))
}

/// The places of these players, in the given order.
pub(super) fn places(run: &mut LadderRun, players: &[Personality]) -> anyhow::Result<Vec<Place>> {
    let ladder = LADDER.map(opponent);
    let mut places = Vec::new();
    for (number, player) in (0..).zip(players) {
        let mut results = Vec::new();
        for (rating, opponent) in LADDER.into_iter().zip(&ladder) {
            let seed = 1000 * number + u64::from(rating);
            results.push((f64::from(rating), run.play(player, opponent, seed)?.score));
        }
        places.push(place(&player.name, &results, run.games as f64));
    }
    Ok(places)
}

/// The player of the ladder at a rating.
fn opponent(rating: u16) -> Personality {
    let kind = Kind::Human(HumanSpec::new(Strength::Ladder(LadderElo(rating.into()))));
    Personality::new(&format!("human-{rating:04}"), "", Objective::Normal, kind)
}

/// The rating at which the expected score is one half, by a logistic curve with a slope for each player, because
/// programs with a plan win and lose differently from people. The fit is by penalised likelihood. A result is an
/// opponent's rating and the score, 0 to 1.
fn place(player: &str, results: &[(f64, f64)], games: f64) -> Place {
    let mut least = least_loss(f64::from(LOWEST), results, games);
    let mut rating = f64::from(LOWEST);
    for candidate in (LOWEST..2600).step_by(5).map(f64::from) {
        let loss = least_loss(candidate, results, games);
        if loss < least {
            least = loss;
            rating = candidate;
        }
    }
    let beside = least_loss(rating + 20.0, results, games) + least_loss(rating - 20.0, results, games);
    let curve = (beside - 2.0 * least) / 400.0;
    let error = curve.max(1e-6).sqrt().recip().max(1.0).round();
    Place {
        player: player.to_owned(),
        rating: LadderElo(rating),
        error,
        slope: likeliest_slope(rating, results, games),
    }
}

/// The lowest rating that is fitted.
const LOWEST: i32 = 300;

/// The likeliest slope of the logistic curve at a rating.
fn likeliest_slope(rating: f64, results: &[(f64, f64)], games: f64) -> f64 {
    let slopes = (200..900).step_by(25).map(f64::from);
    let likeliest = slopes.min_by(|a, b| loss(rating, *a, results, games).total_cmp(&loss(rating, *b, results, games)));
    likeliest.expect("there are slopes")
}

/// The loss at a rating with the likeliest slope.
fn least_loss(rating: f64, results: &[(f64, f64)], games: f64) -> f64 {
    loss(rating, likeliest_slope(rating, results, games), results, games)
}

/// Minus the logarithm of the likelihood of a rating and a slope, with a prior of slopes around 400.
fn loss(rating: f64, slope: f64, results: &[(f64, f64)], games: f64) -> f64 {
    let mut likelihood = 0.0;
    for &(opponent, score) in results {
        let expected = 1.0 / (1.0 + libm::pow(10.0_f64, (opponent - rating) / slope));
        let expected = expected.clamp(1e-9, 1.0 - 1e-9);
        likelihood += games * (score * libm::log(expected) + (1.0 - score) * libm::log(1.0 - expected));
    }
    ((slope - 400.0) / 150.0_f64).powi(2) / 2.0 - likelihood
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_placed_players_are_shipped() {
        assert!(SHIPPED.split(' ').all(|name| load(name).is_ok()));
    }

    #[test]
    fn the_place_behind_expected_scores_comes_back() {
        for (truth, slope) in [(700.0, 300.0), (1_300.0, 400.0), (1_900.0, 500.0)] {
            let results = LADDER.map(|rating| {
                let rating = f64::from(rating);
                (rating, 1.0 / (1.0 + libm::pow(10.0_f64, (rating - truth) / slope)))
            });
            let many = place("x", &results, 40_000.0);
            // The tolerance is the grid's step for ratings and for slopes.
            assert!(many.rating.above(LadderElo(truth)).abs() <= 5.0 && (many.slope - slope).abs() <= 25.0, "{many:?}");
            assert!(place("x", &results, 40.0).error > 10.0 * many.error, "fewer games say less");
        }
    }
}
