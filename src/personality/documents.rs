//! Tests of `docs/personalities.md` against the types: the fields of each kind and object, and their ranges.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::kind::{file_objects, kind_names};
use super::parse;

const DOCUMENT: &str = include_str!("../../docs/personalities.md");

/// A row of a table of fields: a field's place and its range.
struct Row {
    place: &'static str,
    range: &'static str,
}

/// The sections of the document by their headings, each with its rows.
fn sections() -> BTreeMap<&'static str, Vec<Row>> {
    let mut sections: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
    let mut heading = "";
    for line in DOCUMENT.lines() {
        if let Some(text) = line.strip_prefix("## ").or_else(|| line.strip_prefix("### ")) {
            heading = text.trim_matches('`');
        }
        let mut cells = line.split('|').skip(1).map(str::trim);
        if let (Some(place), Some(range)) = (cells.next(), cells.next())
            && let Some(place) = place.strip_prefix('`').and_then(|place| place.strip_suffix('`'))
        {
            sections.entry(heading).or_default().push(Row { place, range });
        }
    }
    sections
}

/// The complete file at the start of a kind's section.
fn example(kind: &str) -> Value {
    let section = DOCUMENT.split(&format!("## `{kind}`")).nth(1).unwrap();
    let text = section.split("```json").nth(1).unwrap().split("```").next().unwrap();
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_tables_have_the_fields_of_every_kind_and_object() {
    let sections = sections();
    let top = |heading: &str| -> BTreeSet<String> {
        let rows = sections.get(heading).map_or(&[][..], Vec::as_slice);
        rows.iter().map(|row| row.place).filter(|place| !place.contains('.')).map(str::to_owned).collect()
    };
    let mut expected = BTreeSet::new();
    for kind in kind_names() {
        let objects = file_objects(kind);
        let fields: BTreeSet<String> = objects[0].fields.iter().cloned().collect();
        let documented: BTreeSet<String> = top("All kinds").union(&top(kind)).cloned().collect();
        assert_eq!(documented, fields, "{kind}");
        for object in &objects[1..] {
            expected.extend(object.fields.iter().map(|field| format!("{}.{field}", object.path)));
        }
    }
    let rows = sections.values().flatten().map(|row| row.place);
    let documented: BTreeSet<String> = rows.filter(|place| place.contains('.')).map(str::to_owned).collect();
    assert_eq!(documented, expected);
}

/// The limits in a range such as `1 to 3,600,000: milliseconds`.
fn bounds(range: &str) -> Option<(i64, i64)> {
    let (low, high) = range.split(':').next()?.split_once(" to ")?;
    let number = |digits: &str| digits.replace(',', "").parse().ok();
    Some((number(low)?, number(high)?))
}

/// The fields that a field of the example requires, and those that it excludes.
fn companions(place: &str) -> (Value, &'static [&'static str]) {
    let step = json!({"from": 1, "ahead": 0, "weaker": 0, "behind": -1, "stronger": 0});
    let reference = json!({"losses": [1, 1, 1, 1], "tester": "t", "depth": 1, "plies": 1});
    match place {
        "search.time_ms" => (json!({}), &["search.depth"]),
        "search.game_ms" | "search.first_depth" => (json!({"search": {"time_ms": 9}}), &["search.depth"]),
        "playouts.time_ms" => (json!({}), &["playouts.count"]),
        "strength" => (json!({}), &["people"]),
        "levelled" => (json!({"learn": "p.json"}), &[]),
        "choice.k" | "choice.sigma" => {
            (json!({"choice": {"method": "k-best", "k": 3, "sigma": 1}}), &["choice.target", "choice.tolerance"])
        }
        "choice.correction.gain" => (json!({"choice": {"correction": {"from": 1, "goal": 0, "gain": 0}}}), &[]),
        _ if place.starts_with("setting.") => {
            (json!({"setting": {"theta": 0, "sharpness": 1, "depth": 1, "exact_from": 0}}), &["people"])
        }
        _ if place.starts_with("habits.") => (json!({"habits": {"share": 0, "seed": 1}}), &[]),
        _ if place.starts_with("choice.correction.") => (json!({"choice": {"correction": step}}), &[]),
        _ if place.starts_with("choice.reference.") => {
            (json!({"learn": "p.json", "choice": {"reference": reference}}), &[])
        }
        _ => (json!({}), &[]),
    }
}

/// Merges the fields of one object into another, with those of inner objects.
fn merge(file: &mut Value, more: &Value) {
    for (name, value) in more.as_object().unwrap() {
        if value.is_object() && file.get(name).is_some() {
            merge(&mut file[name], value);
        } else {
            file[name] = value.clone();
        }
    }
}

/// The JSON pointer of a place. In an array it is that of the first object.
fn pointer(place: &str) -> String {
    format!("/{}", place.replace("[]", "/0").replace('.', "/"))
}

/// Removes the field at this place.
fn remove(file: &mut Value, place: &str) {
    let pointer = pointer(place);
    let (object, field) = pointer.rsplit_once('/').unwrap();
    file.pointer_mut(object).unwrap().as_object_mut().unwrap().remove(field);
}

#[test]
fn the_ranges_are_those_that_are_checked() {
    let mut checked = 0;
    for (heading, rows) in sections() {
        for (row, (low, high)) in rows.iter().filter_map(|row| Some((row, bounds(row.range)?))) {
            let kind = match (heading, row.place) {
                (_, "search.selectivity") => "patterns",
                ("Search", _) => "linear",
                (kind, _) => kind,
            };
            let mut file = example(kind);
            let (more, others) = companions(row.place);
            merge(&mut file, &more);
            others.iter().for_each(|place| remove(&mut file, place));
            for (value, is_inside) in [(low, true), (high, true), (low - 1, false), (high + 1, false)] {
                let pointer = pointer(row.place);
                let (object, field) = pointer.rsplit_once('/').unwrap();
                file.pointer_mut(object).unwrap()[field] = json!(value);
                let parsed = parse::parse("x.json", file.to_string().as_bytes());
                let place = row.place.replace("[]", "[0]");
                match parsed {
                    Ok(_) => assert!(is_inside, "{place}: {value} is accepted"),
                    Err(error) => {
                        let error = error.to_string();
                        assert!(!is_inside && error.contains(&format!("x.json: {place}: ")), "{value}: {error}");
                    }
                }
            }
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}
