//! The form of an engine's fields.

use serde_json::{Map, Value};

use crate::record::problem::Problem;
use crate::record::text::meant;

/// The fields that an engine can have. The configuration defines them.
#[derive(Debug, Clone)]
pub(crate) struct EngineForm {
    pub names: Vec<String>,
    /// Checks the types of the fields, and that none is missing.
    pub check: fn(Map<String, Value>) -> Result<(), Problem>,
}

impl EngineForm {
    /// Refuses a field that neither engines nor these options have.
    pub(crate) fn check_names(
        &self,
        place: &str,
        fields: &Map<String, Value>,
        options: &[&str],
    ) -> Result<(), Problem> {
        let names: Vec<&str> = options.iter().copied().chain(self.names.iter().map(String::as_str)).collect();
        let Some(unknown) = fields.keys().find(|name| !names.contains(&name.as_str())) else { return Ok(()) };
        let expected = match options {
            [] => "a field of an engine, such as cmd or proto".to_owned(),
            _ => format!("a field of an engine, or {}", options.join(" or ")),
        };
        let message = format!("unknown field{}", meant(unknown, names, &expected));
        Err(Problem::wrong(format!("{place}.{unknown}"), message))
    }
}
