//! The kind `map-mixture`: priority maps, one of which is drawn for each game.

use std::collections::BTreeMap;

use crate::personality::file::{Heading, Parts};
use crate::personality::spec::Spec;
use crate::personality::values::{CheckResult, needed, numbers};
use crate::record::problem::Problem;

pub(crate) const NAME: &str = "map-mixture";
pub(crate) const FIELDS: &[&str] = &["maps"];

/// The most maps of a mixture. Its file then stays below four mebibytes, even with long numbers.
const MOST: usize = 1_000;

/// Several priority maps. The game's seed draws one of them.
#[derive(Debug, Clone, PartialEq)]
pub struct MapMixtureSpec {
    maps: Vec<[f64; 64]>,
}

impl MapMixtureSpec {
    /// A mixture of these maps; `None` without maps.
    #[must_use]
    pub fn new(maps: Vec<[f64; 64]>) -> Option<MapMixtureSpec> {
        (!maps.is_empty()).then_some(MapMixtureSpec { maps })
    }

    /// The maps, at least one: the priorities of each, row 1 first.
    #[must_use]
    pub fn maps(&self) -> &[[f64; 64]] {
        &self.maps
    }
}

pub(crate) fn read(parts: &Parts<'_>) -> CheckResult<MapMixtureSpec> {
    let fields: BTreeMap<String, Vec<Vec<f64>>> = parts.read()?;
    let maps = needed("maps", "arrays of 64 numbers", fields.get("maps"))?;
    if maps.is_empty() || maps.len() > MOST {
        return Err(Problem::at("maps", format!("{} maps", maps.len()), format!("1 to {MOST} maps")));
    }
    let checked = maps.iter().enumerate().map(|(number, map)| numbers(&format!("maps[{number}]"), map));
    Ok(MapMixtureSpec { maps: checked.collect::<CheckResult<_>>()? })
}

impl Spec for MapMixtureSpec {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        let maps: Vec<Vec<f64>> = self.maps.iter().map(|map| map.to_vec()).collect();
        heading.with(NAME, BTreeMap::from([("maps", maps)]))
    }

    fn is_random(&self) -> bool {
        self.maps.len() > 1
    }

    fn describe(&self) -> Vec<(&'static str, String)> {
        vec![("maps", format!("{}, one is drawn for each game", self.maps.len()))]
    }

    fn boards(&self) -> Vec<(String, [f64; 64])> {
        let title = |number: usize| format!("map {number}: priorities, the largest is played first");
        self.maps.iter().enumerate().map(|(index, map)| (title(index + 1), *map)).collect()
    }
}
