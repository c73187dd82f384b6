//! Words for ratings.

use super::scale::PeopleElo;

/// The lowest rating of each class with words for its players, the highest class first (`docs/people.md`).
const CLASSES: [(f64, &str); 9] = [
    (1850.0, "a strong master"),
    (1700.0, "a master"),
    (1550.0, "a strong tournament player"),
    (1400.0, "an average tournament player"),
    (1200.0, "a weak tournament player"),
    (1000.0, "an occasional player"),
    (800.0, "a beginner"),
    (600.0, "a beginner in the first games"),
    (f64::MIN, "hardly better than chance"),
];

/// Words for the strength at a rating, such as "a beginner".
#[must_use]
pub fn class(rating: PeopleElo) -> &'static str {
    // The lowest class starts below every number.
    CLASSES.iter().find(|(from, _)| rating.0 >= *from).map_or(CLASSES[8].1, |(_, words)| words)
}

/// The lowest rating of each class with its words, the lowest class first.
pub fn classes() -> impl Iterator<Item = (PeopleElo, &'static str)> {
    CLASSES.into_iter().rev().map(|(from, words)| (PeopleElo(from), words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_have_their_words() {
        let expected = [
            (600.0, ["hardly better than chance", "a beginner in the first games"]),
            (800.0, ["a beginner in the first games", "a beginner"]),
            (1000.0, ["a beginner", "an occasional player"]),
            (1200.0, ["an occasional player", "a weak tournament player"]),
            (1400.0, ["a weak tournament player", "an average tournament player"]),
            (1550.0, ["an average tournament player", "a strong tournament player"]),
            (1700.0, ["a strong tournament player", "a master"]),
            (1850.0, ["a master", "a strong master"]),
        ];
        for (from, words) in expected {
            assert_eq!([from - 0.1, from].map(|rating| class(PeopleElo(rating))), words, "{from}");
        }
        assert!(classes().map(|(from, _)| from).is_sorted());
    }
}
