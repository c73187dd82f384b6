//! Options of an engine: their ranges, and the replacement of {NAME} by their values.

use anyhow::ensure;
use serde::{Deserialize, Serialize};

use crate::tournament::catalogue::WORDS;
use crate::tournament::words::object;
use crate::train::optimisers::{Gene, Genes, Start};

/// A number of the engine that is tuned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TunedOption {
    pub name: String,
    pub start: f64,
    pub from: f64,
    pub to: f64,
    /// The distance of the first probes from the point; the search measures in this unit.
    pub step: f64,
}

impl TunedOption {
    /// Reads an option such as `name=x start=10 from=0 to=100 step=5`.
    pub(super) fn parse(text: &str) -> anyhow::Result<TunedOption> {
        let tuned: TunedOption = object(text).map_err(|problem| anyhow::anyhow!("--option: {problem}"))?;
        let TunedOption { name, start, from, to, step } = &tuned;
        let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        ensure!(is_word, "--option: found the name '{name}', expected letters, digits or _");
        ensure!(!WORDS.contains(&name.as_str()), "--option: found the name '{name}', which has another meaning");
        ensure!(
            from < to && (from..=to).contains(&start),
            "--option: found {name} from {from} to {to} with start {start}, expected a start between them, and from below to"
        );
        ensure!(
            *step > 0.0 && *step <= to - from,
            "--option: found the step {step} of {name}, expected one above 0 and at most the range"
        );
        Ok(tuned)
    }

    /// True if only whole numbers are used.
    fn is_whole(&self) -> bool {
        [self.start, self.from, self.to, self.step].iter().all(|value| value.fract() == 0.0)
    }

    /// The text of a value for the engine: within the range, and whole if range, start and step are.
    #[must_use]
    pub(super) fn text(&self, value: f64) -> String {
        let value = value.clamp(self.from, self.to);
        if self.is_whole() {
            // No "-0".
            return format!("{:.0}", value.round_ties_even() + 0.0);
        }
        // Digits beyond a thousandth of a step are noise.
        let decimals = (3.0 - libm::log10(self.step).floor()).clamp(0.0, 12.0) as usize;
        format!("{value:.decimals$}")
    }
}

/// The options as genes, in units of their steps.
#[must_use]
pub(super) fn genes(options: &[TunedOption]) -> Genes {
    let genes = options.iter().map(|option| Gene {
        start: Start::Normal { mean: option.start, deviation: option.step },
        bounds: Some((option.from, option.to)),
    });
    Genes { genes: genes.collect(), normalised: false }
}

/// A text with each {NAME} replaced by its value.
#[must_use]
pub(super) fn filled(text: &str, options: &[TunedOption], values: &[f64]) -> String {
    options.iter().zip(values).fold(text.to_owned(), |text, (option, &value)| {
        text.replace(&format!("{{{}}}", option.name), &option.text(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::catalogue::with_texts;

    #[test]
    fn values_stay_in_their_range_and_are_whole_if_the_option_is() {
        let option = TunedOption::parse("name=x start=10 from=0 to=100 step=5").unwrap();
        assert_eq!([-3.0, 12.4, 99.9, 200.0].map(|value| option.text(value)), ["0", "12", "100", "100"]);
        let fine = TunedOption::parse("name=y start=0.5 from=0 to=1 step=0.05").unwrap();
        assert_eq!([0.123_456_78, 2.0].map(|value| fine.text(value)), ["0.12346", "1.00000"]);
        let around = TunedOption::parse("name=z start=0 from=-10 to=10 step=1").unwrap();
        assert_eq!([-0.4, -0.6].map(|value| around.text(value)), ["0", "-1"]);
        let fields = serde_json::from_str(r#"{"cmd": ["a", "x={x}"], "init": "{y}{x}"}"#).unwrap();
        let engine = with_texts(&fields, &|text| filled(text, &[option.clone(), fine.clone()], &[7.0, 0.5]));
        assert_eq!(serde_json::json!(engine), serde_json::json!({"cmd": ["a", "x=7"], "init": "0.500007"}));
    }

    #[test]
    fn what_cannot_be_an_option_is_said() {
        let cases = [
            ("name=x start=1 from=2 to=3 step=1", "x from 2 to 3 with start 1"),
            ("name=x start=2 from=2 to=3 step=0", "the step 0 of x"),
            ("name=seed start=2 from=2 to=3 step=1", "has another meaning"),
            ("name=x start=a from=2 to=3 step=1", "--option: start: found string \"a\""),
            ("name=x start=2 from=2 step=1", "to"),
        ];
        for (text, expected) in cases {
            let error = TunedOption::parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
