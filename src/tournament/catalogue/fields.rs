//! An engine in the user's words.

use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::record::problem::Problem;
use crate::tournament::words::fields;

/// An engine as the user writes it: its fields, or `use` with the name of a catalogue entry and fields that override
/// the entry's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct EngineFields(pub Map<String, Value>);

impl<'de> Deserialize<'de> for EngineFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EngineFields, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(name) => Ok(EngineFields(Map::from_iter([("use".to_owned(), name.into())]))),
            Value::Object(fields) => Ok(EngineFields(fields)),
            other => Err(D::Error::custom(format!("found {other}, expected the name of an entry, or fields"))),
        }
    }
}

impl FromStr for EngineFields {
    type Err = Problem;

    fn from_str(text: &str) -> Result<EngineFields, Problem> {
        fields(text).map(EngineFields)
    }
}
