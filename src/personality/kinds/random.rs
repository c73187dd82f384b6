//! The kind `random`: uniformly at random.

use serde::Serialize;

use crate::personality::file::Heading;
use crate::personality::spec::Spec;

pub(crate) const NAME: &str = "random";

/// It has no fields.
#[derive(Debug)]
pub(crate) struct RandomSpec;

/// No fields.
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
