//! The kind `random`: uniformly at random.

use serde::Serialize;

use crate::personality::file::Heading;
use crate::personality::spec::Spec;

pub(crate) const NAME: &str = "random";

/// The kind's specification, without fields.
#[derive(Debug, Serialize)]
pub(crate) struct RandomSpec {}

impl Spec for RandomSpec {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        heading.with(NAME, self)
    }

    fn is_random(&self) -> bool {
        true
    }
}
