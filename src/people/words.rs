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
        let words = [0.0, 600.0, 999.0, 1000.0, 1500.0, 1699.9, 1700.0, 1850.0].map(|rating| class(PeopleElo(rating)));
        let expected = [
            "hardly better than chance",
            "a beginner in the first games",
            "a beginner",
            "an occasional player",
            "an average tournament player",
            "a strong tournament player",
            "a master",
            "a strong master",
        ];
        assert_eq!(words, expected);
        assert!(classes().map(|(from, _)| from).is_sorted());
    }
}
