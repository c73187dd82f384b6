//! The personalities inside the program, so that a name works in any folder.

use super::parse::parse;
use super::whole::Personality;

/// The files of `engines/` in lists, by their names without `.json`, in list order.
const LISTED: [(&str, &str); 52] = [
    ("random", include_str!("../../engines/random.json")),
    ("static-normal", include_str!("../../engines/static-normal.json")),
    ("static-anti", include_str!("../../engines/static-anti.json")),
    ("map-normal", include_str!("../../engines/map-normal.json")),
    ("map-anti", include_str!("../../engines/map-anti.json")),
    ("bp", include_str!("../../engines/bp.json")),
    ("fs", include_str!("../../engines/fs.json")),
    ("cn", include_str!("../../engines/cn.json")),
    ("bp1-fs3", include_str!("../../engines/bp1-fs3.json")),
    ("bp5-cn1", include_str!("../../engines/bp5-cn1.json")),
    ("fs5-cn1", include_str!("../../engines/fs5-cn1.json")),
    ("bp2-fs5-cn1", include_str!("../../engines/bp2-fs5-cn1.json")),
    ("board-hand", include_str!("../../engines/board-hand.json")),
    ("linear", include_str!("../../engines/linear.json")),
    ("board", include_str!("../../engines/board.json")),
    ("small-engine", include_str!("../../engines/small-engine.json")),
    ("quick", include_str!("../../engines/quick.json")),
    ("master", include_str!("../../engines/master.json")),
    ("master-fast", include_str!("../../engines/master-fast.json")),
    ("master-d1", include_str!("../../engines/master-d1.json")),
    ("master-d2", include_str!("../../engines/master-d2.json")),
    ("master-d4", include_str!("../../engines/master-d4.json")),
    ("master-d6", include_str!("../../engines/master-d6.json")),
    ("master-d8", include_str!("../../engines/master-d8.json")),
    ("master-d12", include_str!("../../engines/master-d12.json")),
    ("classic", include_str!("../../engines/classic.json")),
    ("beginner", include_str!("../../engines/beginner.json")),
    ("intermediate", include_str!("../../engines/intermediate.json")),
    ("advanced", include_str!("../../engines/advanced.json")),
    ("tester", include_str!("../../engines/tester.json")),
    ("expert", include_str!("../../engines/expert.json")),
    ("corners-random", include_str!("../../engines/corners-random.json")),
    ("people-0600", include_str!("../../engines/people-0600.json")),
    ("people-0700", include_str!("../../engines/people-0700.json")),
    ("people-0800", include_str!("../../engines/people-0800.json")),
    ("people-0900", include_str!("../../engines/people-0900.json")),
    ("people-1000", include_str!("../../engines/people-1000.json")),
    ("people-1100", include_str!("../../engines/people-1100.json")),
    ("people-1200", include_str!("../../engines/people-1200.json")),
    ("people-1300", include_str!("../../engines/people-1300.json")),
    ("people-1400", include_str!("../../engines/people-1400.json")),
    ("people-1500", include_str!("../../engines/people-1500.json")),
    ("people-1600", include_str!("../../engines/people-1600.json")),
    ("people-1700", include_str!("../../engines/people-1700.json")),
    ("people-1800", include_str!("../../engines/people-1800.json")),
    ("people-1900", include_str!("../../engines/people-1900.json")),
    ("people-2000", include_str!("../../engines/people-2000.json")),
    ("people-2100", include_str!("../../engines/people-2100.json")),
    ("people-2200", include_str!("../../engines/people-2200.json")),
    ("placement", include_str!("../../engines/placement.json")),
    ("uct-100", include_str!("../../engines/uct-100.json")),
    ("uct-1000", include_str!("../../engines/uct-1000.json")),
];

/// Personalities that lists leave out: the thesis's ladder, and earlier names of human-like players.
const UNLISTED: [(&str, &str); 29] = [
    ("human-0600", include_str!("../../engines/human-0600.json")),
    ("human-0700", include_str!("../../engines/human-0700.json")),
    ("human-0800", include_str!("../../engines/human-0800.json")),
    ("human-0900", include_str!("../../engines/human-0900.json")),
    ("human-1000", include_str!("../../engines/human-1000.json")),
    ("human-1100", include_str!("../../engines/human-1100.json")),
    ("human-1200", include_str!("../../engines/human-1200.json")),
    ("human-1300", include_str!("../../engines/human-1300.json")),
    ("human-1400", include_str!("../../engines/human-1400.json")),
    ("human-1500", include_str!("../../engines/human-1500.json")),
    ("human-1600", include_str!("../../engines/human-1600.json")),
    ("human-1700", include_str!("../../engines/human-1700.json")),
    ("human-1800", include_str!("../../engines/human-1800.json")),
    ("human-1900", include_str!("../../engines/human-1900.json")),
    ("human-2000", include_str!("../../engines/human-2000.json")),
    ("rung-01", include_str!("../../engines/rung-01.json")),
    ("rung-02", include_str!("../../engines/rung-02.json")),
    ("rung-03", include_str!("../../engines/rung-03.json")),
    ("rung-04", include_str!("../../engines/rung-04.json")),
    ("rung-05", include_str!("../../engines/rung-05.json")),
    ("rung-06", include_str!("../../engines/rung-06.json")),
    ("rung-07", include_str!("../../engines/rung-07.json")),
    ("rung-08", include_str!("../../engines/rung-08.json")),
    ("rung-09", include_str!("../../engines/rung-09.json")),
    ("rung-10", include_str!("../../engines/rung-10.json")),
    ("rung-11", include_str!("../../engines/rung-11.json")),
    ("rung-12", include_str!("../../engines/rung-12.json")),
    ("rung-13", include_str!("../../engines/rung-13.json")),
    ("rung-14", include_str!("../../engines/rung-14.json")),
];

/// The strongest of them: the default player and judge.
pub const STRONGEST: &str = "master";

/// The names that lists show.
#[must_use]
pub fn names() -> Vec<&'static str> {
    LISTED.iter().map(|&(name, _)| name).collect()
}

/// The shipped personalities that lists show.
pub fn listed() -> impl ExactSizeIterator<Item = Personality> {
    LISTED.iter().map(|(name, text)| personality(name, text))
}

/// All shipped personalities: those of [`listed`] first.
pub fn all() -> impl Iterator<Item = Personality> {
    listed().chain(UNLISTED.iter().map(|(name, text)| personality(name, text)))
}

/// True if a shipped personality has this name.
#[must_use]
pub fn is_shipped(name: &str) -> bool {
    LISTED.iter().chain(&UNLISTED).any(|(known, _)| *known == name)
}

pub(super) fn find(name: &str) -> Option<Personality> {
    let (name, text) = LISTED.iter().chain(&UNLISTED).find(|(known, _)| *known == name)?;
    Some(personality(name, text))
}

/// The tests parse every shipped file.
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
        assert_eq!(files, LISTED.iter().chain(&UNLISTED).map(|&(name, _)| name.to_owned()).collect());
        for ((name, _), personality) in LISTED.iter().chain(&UNLISTED).zip(all()) {
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
    fn boards_are_written_as_boards() {
        let personality = all().find(|p| p.name == "static-normal").unwrap();
        let text = personality.to_json();
        let rows = text.lines().skip_while(|line| !line.contains("priorities")).skip(1).take(8);
        assert!(rows.clone().all(|row| row.matches('.').count() == 8), "{text}");
        assert_eq!(rows.count(), 8);
    }
}
