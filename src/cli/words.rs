//! Arguments that accept a few fixed words.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::board::Objective;

/// The parser of an argument that is one of these words; it gives the word's value.
pub(super) fn one_of<T, const N: usize>(words: [(&'static str, T); N]) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let names = PossibleValuesParser::new(words.each_ref().map(|(name, _)| *name));
    names.map(move |word| words.iter().find(|(name, _)| *name == word).expect("it is one of the words").1.clone())
}

/// The parser of a rule: `normal` or `anti`.
pub(super) fn rule() -> impl TypedValueParser<Value = Objective> {
    one_of(Objective::ALL.map(|rule| (rule.word(), rule)))
}
