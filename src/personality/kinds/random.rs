//! The kind `random`: uniformly at random.

use serde::Serialize;

use crate::personality::file::Heading;
use crate::personality::spec::Spec;

pub(crate) const NAME: &str = "random";

/// The kind's specification, without fields.
#[derive(Debug)]
pub(crate) struct RandomSpec;

/// The kind's fields in a file: none.
#[derive(Serialize)]
struct Raw {}

impl Spec for RandomSpec {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        heading.with(NAME, Raw {})
    }

    fn is_random(&self) -> bool {
        true
    }
}
