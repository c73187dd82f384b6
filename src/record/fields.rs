//! The field names that a type accepts, and a hint for an unknown one.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::text::{listed, similar};

/// The longest list of names in a message, in characters. A longer one would be cut.
const LONGEST_LIST: usize = 100;

/// Fields at the top of most files. Such a field inside an object is a wrong name, not a misplaced field.
const HEADING: [&str; 4] = ["format", "name", "kind", "summary"];

/// An object inside a file, or the file itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileObject {
    /// The place of the object, such as `choice.correction`; empty for the file. The place of objects in an array ends
    /// with `[]`.
    pub path: String,
    /// The value of the object's field `name`, if its fields depend on it.
    pub variant: Option<String>,
    pub fields: Vec<String>,
}

impl FileObject {
    /// The object at this place.
    pub(crate) fn at<T: DeserializeOwned>(path: &str) -> FileObject {
        FileObject { path: path.to_owned(), variant: None, fields: fields::<T>(&[]) }
    }

    /// The object at this place with this value of `name`.
    pub(crate) fn variant<T: DeserializeOwned>(path: &str, name: &str) -> FileObject {
        FileObject { path: path.to_owned(), variant: Some(name.to_owned()), fields: fields::<T>(&[("name", name)]) }
    }

    /// The place in words.
    fn place(&self) -> String {
        match (self.path.strip_suffix("[]"), &self.variant) {
            (Some(array), _) => format!("in an object of {array:?}"),
            (None, Some(name)) => format!("in {:?} with the name {name:?}", self.path),
            (None, None) if self.path.is_empty() => "at the top of the file".to_owned(),
            (None, None) => format!("in {:?}", self.path),
        }
    }

    fn similar(&self, name: &str) -> Option<&str> {
        similar(name, self.fields.iter().map(String::as_str))
    }
}

/// The fields of a type that refuses unknown ones, from serde's error about an unknown field. `given` are fields that
/// it needs first, such as the name of a variant.
pub(crate) fn fields<T: DeserializeOwned>(given: &[(&str, &str)]) -> Vec<String> {
    let given = given.iter().map(|&(name, value)| (name.to_owned(), Value::from(value)));
    let object: Map<String, Value> = given.chain([(String::new(), Value::Null)]).collect();
    let error = serde_json::from_value::<T>(Value::Object(object)).err();
    let unknown = error.and_then(|error| UnknownField::read("", &error.to_string()));
    unknown.map_or_else(Vec::new, |unknown| unknown.object.fields)
}

/// A field in a file that its type does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnknownField {
    /// The place of the field, which ends with its name.
    pub place: String,
    name: String,
    /// The object that contains the field, with the fields that it may have.
    object: FileObject,
}

impl UnknownField {
    /// The unknown field in a message of serde about this place.
    pub(crate) fn read(place: &str, message: &str) -> Option<UnknownField> {
        let (name, list) = message.strip_prefix("unknown field `")?.split_once("`, ")?;
        // Serde gives the place of the field or of the object.
        let object = match place.strip_suffix(name) {
            Some("") => "",
            Some(object) if object.ends_with('.') => object.trim_end_matches('.'),
            _ => place,
        };
        let place = if object.is_empty() { name.to_owned() } else { format!("{object}.{name}") };
        let object = FileObject { path: without_numbers(object), variant: None, fields: quoted_names(list) };
        Some(UnknownField { place, name: name.to_owned(), object })
    }

    /// A hint for a message, in a file with these objects.
    pub(crate) fn hint(&self, objects: &[FileObject]) -> String {
        let same_place = objects.iter().find(|object| object.path == self.object.path && object.variant.is_none());
        let here = same_place.unwrap_or(&self.object);
        let near = here.similar(&self.name);
        let misspelt = near.filter(|near| strsim::damerau_levenshtein(near, &self.name) == 1);
        if let Some(near) = misspelt {
            return format!("unknown field: did you mean {near:?}?");
        }
        let is_heading = HEADING.contains(&self.name.as_str());
        let others: Vec<&FileObject> =
            objects.iter().filter(|object| !(is_heading && object.path.is_empty())).collect();
        if let Some(home) = others.iter().find(|object| object.fields.contains(&self.name)) {
            return format!("unknown field: it belongs {}", home.place());
        }
        if let Some(near) = near {
            return format!("unknown field: did you mean {near:?}?");
        }
        let elsewhere = others.iter().find_map(|object| Some((object.similar(&self.name)?, object.place())));
        match elsewhere {
            Some((near, place)) => format!("unknown field: did you mean {near:?} {place}?"),
            None => format!("unknown field: expected {}", list(&here.fields)),
        }
    }
}

/// The place with `[]` for each index of an array.
pub(crate) fn without_numbers(place: &str) -> String {
    place.split('[').map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit())).collect::<Vec<_>>().join("[")
}

/// A list of these fields, shortened if there are many.
fn list(fields: &[String]) -> String {
    let all = one_of(fields);
    if all.chars().count() <= LONGEST_LIST {
        return all;
    }
    format!("another one, such as {}", one_of(&fields[..3]))
}

/// The names between backticks in serde's message.
pub(super) fn quoted_names(list: &str) -> Vec<String> {
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The names as a choice, such as `"a", "b" or "c"`.
pub(super) fn one_of(names: &[String]) -> String {
    if names.is_empty() { "no field".to_owned() } else { listed(names, "or") }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Search {
        depth: u32,
        time_ms: u32,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "name", deny_unknown_fields)]
    enum Method {
        A { alpha: f64 },
        B { beta: f64 },
    }

    #[test]
    fn a_hint_is_the_nearest_field_here_or_the_object_that_has_it() {
        assert_eq!(fields::<Search>(&[]), ["depth", "time_ms"]);
        let objects = [FileObject::at::<Search>("search"), FileObject::variant::<Method>("method", "B")];
        let hint = |name: &str, known: &str| {
            UnknownField::read("", &format!("unknown field `{name}`, {known}")).unwrap().hint(&objects)
        };
        assert_eq!(hint("rulle", "`name` or `rule`"), "unknown field: did you mean \"rule\"?");
        assert_eq!(hint("depth", "`name` or `rule`"), "unknown field: it belongs in \"search\"");
        assert_eq!(hint("beta", "`alpha`"), "unknown field: it belongs in \"method\" with the name \"B\"");
        // A single wrong letter is a typing error, even if another object has such a field.
        assert_eq!(hint("depth", "`depths`"), "unknown field: did you mean \"depths\"?");
        assert_eq!(hint("time_mss", "`name`"), "unknown field: did you mean \"time_ms\" in \"search\"?");
        assert_eq!(hint("colour", "`name` or `rule`"), "unknown field: expected \"name\" or \"rule\"");
    }

    #[test]
    fn the_place_ends_with_the_field() {
        for (place, expected) in
            [("", "x"), ("x", "x"), ("a.x", "a.x"), ("a", "a.x"), ("a[0]", "a[0].x"), ("ax", "ax.x")]
        {
            assert_eq!(UnknownField::read(place, "unknown field `x`, expected `y`").unwrap().place, expected);
        }
        assert_eq!(without_numbers("a[10].b[2]"), "a[].b[]");
    }
}
