//! The kind `static-map`: a priority for each square.

use serde::{Deserialize, Serialize};

use crate::personality::file::{Heading, Parts, raw};
use crate::personality::spec::Spec;
use crate::personality::values::{Checked, needed, numbers};

pub(crate) const NAME: &str = "static-map";
pub(crate) const FIELDS: &[&str] = &["priorities"];

raw! {
    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Raw {
        priorities: Option<Vec<f64>>,
    }
}

/// The priorities, row 1 first.
pub(crate) fn read(parts: &Parts<'_>) -> Checked<Box<[f64; 64]>> {
    let raw: Raw = parts.read()?;
    let priorities = needed("priorities", "64 numbers", raw.priorities.as_ref())?;
    numbers("priorities", priorities).map(Box::new)
}

impl Spec for Box<[f64; 64]> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        heading.with(NAME, Raw { priorities: Some(self.to_vec()) })
    }

    fn is_random(&self) -> bool {
        false
    }

    fn boards(&self) -> Vec<(String, [f64; 64])> {
        vec![("priorities, the largest is played first".to_owned(), **self)]
    }
}
