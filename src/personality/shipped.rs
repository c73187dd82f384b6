//! The personalities inside the program, so that their names work in any folder.

use super::file::{File, RawHeading};
use super::parse::parse;
use super::whole::Personality;
use crate::board::Objective;

/// Embeds files of `engines/` by their names without `.json`.
macro_rules! files {
    ($($name:literal,)*) => { &[$(($name, include_str!(concat!("../../engines/", $name, ".json")))),*] };
}

/// The files of `engines/` that lists show, by their names without `.json`, in list order.
const LISTED: &[(&str, &str)] = files! {
    "random", "static-normal", "static-anti", "map-normal", "map-anti", "map-league", "map-league-anti",
    "bp", "fs", "cn", "bp1-fs3", "bp5-cn1",
    "fs5-cn1", "bp2-fs5-cn1", "board-hand", "linear", "board", "small-engine", "quick", "master", "master-fast",
    "master-d1", "master-d2", "master-d4", "master-d6", "master-d8", "master-d12", "classic", "beginner",
    "intermediate", "advanced", "tester", "expert", "corners-random", "people-0600", "people-0700", "people-0800",
    "people-0900", "people-1000", "people-1100", "people-1200", "people-1300", "people-1400", "people-1500",
    "people-1600", "people-1700", "people-1800", "people-1900", "people-2000", "people-2100", "people-2200",
    "placement", "uct-100", "uct-1000",
};

/// Personalities that lists leave out: the ladder of Ueda's thesis (2012).
const UNLISTED: &[(&str, &str)] = files! {
    "rung-01",
    "rung-02", "rung-03", "rung-04", "rung-05", "rung-06", "rung-07", "rung-08", "rung-09", "rung-10", "rung-11",
    "rung-12", "rung-13", "rung-14",
};

/// The strongest shipped personality: the default player and judge.
pub const STRONGEST: &str = "master";

/// The names of the personalities that lists show.
#[must_use]
pub fn names() -> Vec<&'static str> {
    LISTED.iter().map(|&(name, _)| name).collect()
}

/// The shipped personalities that lists show.
pub fn listed() -> impl ExactSizeIterator<Item = Personality> {
    LISTED.iter().map(|(name, text)| personality(name, text))
}

/// The heading of a shipped personality, for lists.
#[derive(Debug)]
pub struct Heading {
    /// The name of the personality.
    pub name: String,
    /// The summary in one line.
    pub summary: String,
    rule: Objective,
    /// True if it plays at random, so that it fits any rule.
    is_random: bool,
}

impl Heading {
    /// See [`Personality::plays_for`].
    #[must_use]
    pub fn plays_for(&self, rule: Objective) -> bool {
        self.rule == rule || self.is_random
    }
}

/// The headings of the listed personalities. Weights are not read, because that takes long.
pub fn headings() -> impl ExactSizeIterator<Item = Heading> {
    LISTED.iter().map(|(name, text)| {
        // The tests parse every shipped file, so this does not fail.
        let RawHeading { name, summary, rule, kind, .. } =
            File::parse(text.as_bytes()).unwrap_or_else(|problem| panic!("engines/{name}.json: {problem}")).head;
        let rule = rule.parse().unwrap_or_else(|_| panic!("engines/{name}.json: a rule"));
        Heading { is_random: kind == "random", name, summary, rule }
    })
}

/// All shipped personalities: those of [`listed`] first.
pub fn all() -> impl Iterator<Item = Personality> {
    listed().chain(UNLISTED.iter().map(|(name, text)| personality(name, text)))
}

/// True if a shipped personality has this name.
#[must_use]
pub fn is_shipped(name: &str) -> bool {
    LISTED.iter().chain(UNLISTED).any(|(known, _)| *known == name)
}

pub(super) fn find(name: &str) -> Option<Personality> {
    let (name, text) = LISTED.iter().chain(UNLISTED).find(|(known, _)| *known == name)?;
    Some(personality(name, text))
}

/// Parses a shipped text. The tests parse all of them, so this does not fail.
fn personality(name: &str, text: &str) -> Personality {
    parse(&format!("engines/{name}.json"), text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_of_engines_is_shipped_under_its_own_name() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/engines");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|file| file.strip_suffix(".json").map(str::to_owned))
            .collect();
        assert_eq!(files, LISTED.iter().chain(UNLISTED).map(|&(name, _)| name.to_owned()).collect());
        for ((name, _), personality) in LISTED.iter().chain(UNLISTED).zip(all()) {
            assert_eq!(personality.name, *name);
            assert!(personality.source.is_some(), "{name} says where its figures come from");
        }
    }

    #[test]
    fn every_shipped_personality_is_the_same_after_writing_and_reading() {
        for personality in all() {
            let text = personality.to_json();
            assert_eq!(parse("again.json", text.as_bytes()).unwrap(), personality, "{text}");
        }
    }

    #[test]
    fn headings_say_what_the_personalities_are() {
        for (heading, personality) in headings().zip(listed()) {
            assert_eq!((&heading.name, &heading.summary), (&personality.name, &personality.summary));
            for rule in [Objective::Normal, Objective::Anti] {
                assert_eq!(heading.plays_for(rule), personality.plays_for(rule), "{}", heading.name);
            }
        }
    }

    #[test]
    fn boards_are_written_as_boards() {
        let personality = all().find(|p| p.name == "static-normal").unwrap();
        let text = personality.to_json();
        let rows = text.lines().skip_while(|line| !line.contains("priorities")).skip(1).take(8);
        assert!(rows.clone().all(|row| row.matches('.').count() == 8), "{text}");
        assert_eq!(rows.count(), 8);
    }
}
