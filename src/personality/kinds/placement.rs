//! The kind `placement`: plays at the opponent's estimated strength and reports the estimate.

use serde::{Deserialize, Serialize};

use crate::board::Objective;
use crate::personality::file::{Heading, Parts, raw};
use crate::personality::spec::Spec;
use crate::personality::values::{CheckResult, file_name};

pub(crate) const NAME: &str = "placement";
pub(crate) const FIELDS: &[&str] = &["profile"];

raw! {
    /// A player that places others.
    #[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct PlacementSpec {
        /// The opponent's profile, relative to the folder of the personality's file. Default: the profile of the data
        /// folder.
        pub profile: Option<String>,
    }
}

pub(crate) fn read(parts: &Parts<'_>) -> CheckResult<PlacementSpec> {
    let spec: PlacementSpec = parts.read()?;
    spec.profile.as_deref().map_or(Ok(()), |file| file_name("profile", file))?;
    Ok(spec)
}

impl Spec for PlacementSpec {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        heading.with(NAME, self)
    }

    fn rule(&self) -> Option<Objective> {
        Some(Objective::Normal)
    }

    fn is_random(&self) -> bool {
        true
    }

    fn describe(&self) -> Vec<(&'static str, String)> {
        let profile = self.profile.clone().unwrap_or_else(|| "profile.json in the data folder".to_owned());
        vec![("profile", profile)]
    }
}
