//! How strong the person is, on the people's scale (`docs/people.md`).

use crate::people::{Ladder, class, classes};
use crate::serve::page::room::{Estimate, Part, Rating, Stage, Strengths, Who};
use crate::strength::person::{
    Details, Known, PLACEMENT, Profile, Standing, by_results, details, estimate as standing, history, nearest, place,
};

/// Points of the history that are shown.
const HISTORY: usize = 200;
/// For whom nothing is known.
const MIDDLE: i32 = 1_000;
const STEP: i32 = 10;

/// A player's share of the strength of the best, 0 to 1, where it was measured.
pub fn part_of_best(name: &str) -> Option<f64> {
    let (low, high) = Ladder::shipped().range();
    place(name).map(|known| ((known.rating - low) / (high - low)).clamp(0.0, 1.0))
}

/// The strengths that can be played against.
pub fn strengths() -> Option<Strengths> {
    let (low, high) = Ladder::shipped().range();
    let whole = |rating: f64| (rating / 100.0).round() as i32 * 100;
    let words = classes().map(|(from, words)| (from.max(0.0) as i32, words.to_owned()));
    Some(Strengths { low: whole(low), high: whole(high), step: STEP, middle: MIDDLE, words: words.collect() })
}

/// Whom to play next to be placed; `None` if the results are enough.
pub fn next_placement(results: &[(Known, i32)]) -> Option<Who> {
    let (name, _) = nearest(by_results(results).rating);
    (results.len() < PLACEMENT).then(|| Who::Shipped { name: name.to_owned() })
}

/// How strong the person is by the profile, or by the results of a placement while no game is measured; `None` while
/// nothing is known.
pub fn estimate(profile: Option<&Profile>, placed: &[(Known, i32)]) -> Option<Estimate> {
    let profile = profile.filter(|profile| !profile.games.is_empty());
    let (standing, Details { parts, habits }) = match profile {
        Some(profile) => (standing(profile), details(profile)),
        None if !placed.is_empty() => (by_results(placed), Details::default()),
        None => return None,
    };
    let Standing { games, moves, results, .. } = standing;
    let mut rests_on = Vec::new();
    if moves > 0 {
        rests_on.push(format!("{moves} moves of {}", plural(games, "game")));
    }
    if results > 0 {
        rests_on.push(format!("{} against players of known strength", plural(results, "result")));
    }
    let rating = rating(&standing);
    let (weak, strong) = (class(rating.low), class(rating.high));
    let mut words = format!("like {}", class(rating.value));
    if weak != strong {
        words += &format!(", or anything from {weak} to {strong}");
    }
    let part =
        |(part, stage): (&crate::strength::person::Part, Stage)| Part { stage, loss: part.loss, moves: part.choices };
    let stage = |name: &str| match name {
        "opening" => Stage::Opening,
        "middle game" => Stage::Middle,
        _ => Stage::End,
    };
    Some(Estimate {
        words,
        rests_on: rests_on.join(" and "),
        rating: Some(rating),
        scale: "1500 is the average tournament player; who has 100 more wins 64 games of 100.".to_owned(),
        parts: parts.iter().map(|own| part((own, stage(own.name)))).collect(),
        habits,
        history: profile.into_iter().flat_map(|profile| history(profile, HISTORY)).map(|s| self::rating(&s)).collect(),
    })
}

fn rating(standing: &Standing) -> Rating {
    Rating { value: standing.rating, low: standing.low, high: standing.high }
}

fn plural(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(rating: f64) -> Known {
        Known::person(rating, 35.0)
    }

    #[test]
    fn a_placement_goes_up_after_wins_and_down_after_losses_and_ends() {
        let strength = |results: &[(Known, i32)]| match next_placement(results) {
            Some(Who::Shipped { name }) => place(&name).unwrap().rating,
            other => panic!("{other:?}"),
        };
        let first = strength(&[]);
        assert!(strength(&[(known(first), 40)]) > first && strength(&[(known(first), -40)]) < first);
        assert!(strength(&[(known(1900.0), 10); 9]) > 1700.0 && strength(&[(known(700.0), -10); 9]) < 800.0);
        assert_eq!(next_placement(&[(known(1000.0), 0); PLACEMENT]), None);
    }

    #[test]
    fn more_results_make_the_interval_narrower() {
        let width = |count| {
            let rating = estimate(None, &vec![(known(1200.0), 0); count])?.rating?;
            Some(rating.high - rating.low)
        };
        assert_eq!(width(0), None);
        assert!(width(1).unwrap() > width(4).unwrap() && width(4).unwrap() > width(10).unwrap());
        let even = estimate(None, &[(known(1200.0), 20), (known(1200.0), -20)]).unwrap();
        assert!((even.rating.unwrap().value - 1200.0).abs() < 120.0, "{even:?}");
        assert!(even.words.starts_with("like ") && even.rests_on.starts_with("2 results"), "{even:?}");
    }

    #[test]
    fn the_strengths_have_words() {
        let strengths = strengths().unwrap();
        assert!(strengths.low < strengths.middle && strengths.middle < strengths.high);
        assert_eq!(strengths.words.first().unwrap(), &(0, "hardly better than chance".to_owned()));
        assert!(strengths.words.is_sorted_by_key(|(from, _)| *from));
    }
}
