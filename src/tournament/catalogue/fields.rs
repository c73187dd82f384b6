//! An engine as the user writes it.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::record::problem::Problem;
use crate::tournament::words::fields;

/// An engine as the user writes it: its fields, or `use` with the name of an entry of the catalogue and fields that
/// replace the entry's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "NameOrFields")]
pub(crate) struct EngineFields(pub Map<String, Value>);

/// The name of an entry alone, or fields.
#[derive(Deserialize)]
#[serde(untagged, expecting = "found another value, expected a name or fields")]
enum NameOrFields {
    Name(String),
    Fields(Map<String, Value>),
}

impl From<NameOrFields> for EngineFields {
    fn from(written: NameOrFields) -> EngineFields {
        match written {
            NameOrFields::Name(name) => EngineFields(Map::from_iter([("use".to_owned(), name.into())])),
            NameOrFields::Fields(fields) => EngineFields(fields),
        }
    }
}

impl FromStr for EngineFields {
    type Err = Problem;

    fn from_str(text: &str) -> Result<EngineFields, Problem> {
        fields(text).map(EngineFields)
    }
}
