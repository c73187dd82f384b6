//! The rule on the command line: `normal` or `anti`.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::board::Objective;

/// The parser of an argument with a rule.
pub(super) fn parser() -> impl TypedValueParser<Value = Objective> {
    let words = Objective::ALL.map(Objective::word);
    PossibleValuesParser::new(words).map(|word| word.parse().expect("it is one of the words"))
}
