//! The kind `human`: plays at a rating as people of that rating do.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board::Objective;
use crate::people::{COUNT, Ladder, NAMES, Setting, words};
use crate::personality::error::Problem;
use crate::personality::file::{Heading, Object, Parts, present};
use crate::personality::spec::Spec;
use crate::personality::values::{Checked, quoted};

pub const NAME: &str = "human";
pub const FIELDS: &[&str] = &["strength", "setting", "style"];

/// The largest offset of a feature in a style.
const MOST_STYLE: f64 = 20.0;
/// Ratings that a file may ask for; beyond the ladder's ends its ends play.
const RATINGS: (f64, f64) = (0.0, 4_000.0);
/// The deepest judge.
const DEEPEST: u32 = 12;

/// A player like people.
#[derive(Debug, Clone, PartialEq)]
pub struct HumanSpec {
    pub strength: Strength,
    /// What is added to the weights of the features of moves.
    pub style: [f64; COUNT],
}

/// How strong it plays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Strength {
    /// At this rating: the average tournament player has 1500.
    Rating(f64),
    /// With this setting, whatever it plays at.
    Setting(Setting),
}

impl HumanSpec {
    /// How its moves are drawn.
    #[must_use]
    pub fn setting(&self) -> Setting {
        match self.strength {
            Strength::Rating(rating) => Ladder::shipped().setting(rating),
            Strength::Setting(setting) => setting,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    strength: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    setting: Option<Object<Setting>>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    style: Option<BTreeMap<String, f64>>,
}

pub fn read(parts: &Parts<'_>) -> Checked<HumanSpec> {
    let raw: Raw = parts.read()?;
    let strength = match (raw.strength, raw.setting) {
        (Some(_), Some(_)) => return Err(Problem::at("strength", "\"strength\" and \"setting\"", "one of them")),
        (None, None) => return Err(Problem::at("strength", "nothing", "a rating: the average player has 1500")),
        (Some(rating), None) if (RATINGS.0..=RATINGS.1).contains(&rating) => Strength::Rating(rating),
        (Some(rating), None) => {
            let expected = format!("a rating from {} to {}", RATINGS.0, RATINGS.1);
            return Err(Problem::at("strength", rating, expected));
        }
        (None, Some(Object(setting))) => Strength::Setting(checked(setting)?),
    };
    let mut style = [0.0; COUNT];
    for (name, offset) in raw.style.iter().flatten() {
        let place = format!("style.{}", name.escape_debug());
        let Some(feature) = NAMES.iter().position(|known| known == name) else {
            return Err(Problem::at("style", quoted(name), format!("one of {}", NAMES.join(", "))));
        };
        if !(-MOST_STYLE..=MOST_STYLE).contains(offset) {
            return Err(Problem::at(&place, offset, format!("a number from -{MOST_STYLE} to {MOST_STYLE}")));
        }
        style[feature] = *offset;
    }
    Ok(HumanSpec { strength, style })
}

fn checked(setting: Setting) -> Checked<Setting> {
    let number = |place: &str, value: f64, low: f64, high: f64| {
        let problem = || Problem::at(place, value, format!("a number from {low} to {high}"));
        if (low..=high).contains(&value) { Ok(()) } else { Err(problem()) }
    };
    number("setting.theta", setting.theta, -20.0, 20.0)?;
    number("setting.sharpness", setting.sharpness, 0.0, 100.0)?;
    number("setting.depth", f64::from(setting.depth), 1.0, f64::from(DEEPEST))?;
    number("setting.exact_from", f64::from(setting.exact_from), 0.0, 20.0)?;
    Ok(setting)
}

impl Spec for HumanSpec {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        let (strength, setting) = match self.strength {
            Strength::Rating(rating) => (Some(rating), None),
            Strength::Setting(setting) => (None, Some(Object(setting))),
        };
        let style: BTreeMap<String, f64> = NAMES
            .iter()
            .zip(self.style)
            .filter(|(_, offset)| *offset != 0.0)
            .map(|(n, o)| ((*n).to_owned(), o))
            .collect();
        heading.with(NAME, Raw { strength, setting, style: (!style.is_empty()).then_some(style) })
    }

    fn rule(&self) -> Option<Objective> {
        Some(Objective::Normal)
    }

    fn is_random(&self) -> bool {
        true
    }

    fn describe(&self) -> Vec<(&'static str, String)> {
        let strength = match self.strength {
            Strength::Rating(rating) => format!("{rating:.0}; the average tournament player has 1500"),
            Strength::Setting(_) => "by its setting".to_owned(),
        };
        let Setting { theta, sharpness, depth, exact_from } = self.setting();
        let drawn = format!(
            "by the model of people's choices at theta {theta:.2}, sharpness {sharpness:.2}; {depth} plies, exact from \
             {exact_from} empty squares"
        );
        let mut rows = vec![("strength", strength), ("draws", drawn)];
        for (feature, offset) in self.style.iter().enumerate().filter(|(_, offset)| **offset != 0.0) {
            rows.push(("style", format!("{offset:+} {} ({})", words(feature), NAMES[feature])));
        }
        rows
    }
}
