//! Reads a file: checks the types of the heading and keeps the other fields for their kind.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::head::{Provenance, RawHeading};
use super::object::{Object, an_array};
use super::parts::{FIELDS, Parts};
use crate::record::problem::{Problem, json};

/// A file whose kind has not been read yet.
#[derive(Debug)]
pub(crate) struct File<'a> {
    pub head: RawHeading,
    pub parts: Parts<'a>,
}

/// The fields of every file, in the order in which messages list them.
pub(crate) const HEADING: [&str; 8] = ["format", "name", "kind", "rule", "summary", "source", "notes", "provenance"];

/// All possible names of fields.
const NAMES: [&str; HEADING.len() + FIELDS.len()] = {
    let mut names = [""; HEADING.len() + FIELDS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = if at < HEADING.len() { HEADING[at] } else { FIELDS[at - HEADING.len()] };
        at += 1;
    }
    names
};

impl<'a> File<'a> {
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<File<'a>, Problem> {
        // Positions of fields count from here.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let Fields(head, fields) = json(bytes)?;
        Ok(File { head, parts: Parts::new(bytes, fields) })
    }
}

/// The heading, and the texts of the other fields.
struct Fields<'a>(RawHeading, Vec<(&'static str, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields<'de>, D::Error> {
        deserializer.deserialize_struct("File", &NAMES, FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Fields<'de>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Err(an_array())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
        let mut format = None;
        let mut name = None;
        let mut kind = None;
        let mut rule = None;
        let mut summary = None;
        let mut source = None;
        let mut notes = None;
        let mut provenance = None;
        let mut fields: Vec<(&'static str, &'de RawValue)> = Vec::new();
        while let Some(Name(field)) = map.next_key()? {
            match field {
                "format" => once(field, &mut format, &mut map)?,
                "name" => once(field, &mut name, &mut map)?,
                "kind" => once(field, &mut kind, &mut map)?,
                "rule" => once(field, &mut rule, &mut map)?,
                "summary" => once(field, &mut summary, &mut map)?,
                "source" => once(field, &mut source, &mut map)?,
                "notes" => once(field, &mut notes, &mut map)?,
                "provenance" => once(field, &mut provenance, &mut map)?,
                _ if fields.iter().any(|&(known, _)| known == field) => return Err(A::Error::duplicate_field(field)),
                _ => fields.push((field, map.next_value()?)),
            }
        }
        // Its value was checked before.
        required("format", format)?;
        let head = RawHeading {
            name: required("name", name)?,
            kind: required("kind", kind)?,
            rule: required("rule", rule)?,
            summary: required("summary", summary)?,
            source,
            notes: notes.unwrap_or_default(),
            provenance: provenance.map(|Object(provenance): Object<Provenance>| provenance),
        };
        Ok(Fields(head, fields))
    }
}

fn required<E: serde::de::Error>(name: &'static str, value: Option<String>) -> Result<String, E> {
    value.ok_or_else(|| E::missing_field(name))
}

/// Takes the value of a field, which must not be repeated.
fn once<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    field: &'static str,
    value: &mut Option<T>,
    map: &mut A,
) -> Result<(), A::Error> {
    if value.is_some() {
        return Err(A::Error::duplicate_field(field));
    }
    *value = Some(map.next_value()?);
    Ok(())
}

/// The name of a field of any kind. It has its own type so that the place in an error is the name.
struct Name(&'static str);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        let name = String::deserialize(deserializer)?;
        let known = NAMES.into_iter().find(|known| *known == name);
        known.map(Name).ok_or_else(|| D::Error::unknown_field(&name, &NAMES))
    }
}
