//! The fields of a kind, kept as text until the kind is known.

use serde::de::DeserializeOwned;
use serde::de::value::MapDeserializer;
use serde_json::value::RawValue;

use crate::record::places::line_and_column;
use crate::record::problem::{Problem, value};

/// Every field of every kind, in the order in which messages list them.
pub(crate) const FIELDS: [&str; 20] = [
    "priorities",
    "maps",
    "features",
    "points_per_disc",
    "weights",
    "network",
    "search",
    "book",
    "choice",
    "playouts",
    "people",
    "strength",
    "setting",
    "style",
    "habits",
    "repertoire",
    "levelled",
    "profile",
    "learn",
    "learn_at_end",
];

/// The fields of a file without its heading, in file order, each as text.
#[derive(Debug)]
pub(crate) struct Parts<'a> {
    /// The bytes of the whole file.
    bytes: &'a [u8],
    fields: Vec<(&'static str, &'a RawValue)>,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(bytes: &'a [u8], fields: Vec<(&'static str, &'a RawValue)>) -> Parts<'a> {
        Parts { bytes, fields }
    }

    /// True if the field is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|&(field, _)| field == name)
    }

    /// Parses the fields as the raw type of a kind.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let fields = MapDeserializer::<_, serde_json::Error>::new(self.fields.iter().copied());
        value(fields).map_err(|problem| Problem {
            position: problem.position.map(|position| self.in_file(&problem.place, position)),
            ..problem
        })
    }

    /// Converts a line and a column within a field's text to those in the file.
    fn in_file(&self, place: &str, (line, column): (usize, usize)) -> (usize, usize) {
        let name = place.split(['.', '[']).next().unwrap_or_default();
        let Some((_, text)) = self.fields.iter().find(|(field, _)| *field == name) else { return (line, column) };
        let (first_line, first_column) = line_and_column(self.bytes, text);
        (first_line + line - 1, if line == 1 { first_column + column - 1 } else { column })
    }
}
