//! The kind `static-map`: a priority for each square.

use std::collections::BTreeMap;

use crate::personality::file::{Heading, Parts};
use crate::personality::spec::Spec;
use crate::personality::values::{CheckResult, needed, numbers};

pub(crate) const NAME: &str = "static-map";
pub(crate) const FIELDS: &[&str] = &["priorities"];

/// The priorities, row 1 first.
pub(crate) fn read(parts: &Parts<'_>) -> CheckResult<Box<[f64; 64]>> {
    let fields: BTreeMap<String, Vec<f64>> = parts.read()?;
    let priorities = needed("priorities", "64 numbers", fields.get("priorities"))?;
    numbers("priorities", priorities).map(Box::new)
}

impl Spec for Box<[f64; 64]> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        heading.with(NAME, BTreeMap::from([("priorities", self.to_vec())]))
    }

    fn is_random(&self) -> bool {
        false
    }

    fn boards(&self) -> Vec<(String, [f64; 64])> {
        vec![("priorities, the largest is played first".to_owned(), **self)]
    }
}
