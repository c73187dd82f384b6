//! The kinds of personalities: a variant and a line in each of two lists.

use std::path::Path;

use super::file::{FIELDS, HEADING, Parts};
use super::kinds::{
    AlphaBetaSpec, HumanSpec, MapMixtureSpec, MctsSpec, PlacementSpec, RivalSpec, alpha_beta, human, map_mixture, mcts,
    objects, placement, random, rival, static_map,
};
use super::spec::Spec;
use super::values::{CheckResult, quoted};
use crate::record::fields::FileObject;
use crate::record::problem::Problem;
use crate::record::text::{listed, suggestion};

/// The kind of a personality: the method by which it chooses moves.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A uniformly random legal move.
    Random,
    /// The legal square with the highest priority; the priorities are for row 1 first.
    StaticMap(Box<[f64; 64]>),
    /// One of several such maps, drawn for each game.
    MapMixture(MapMixtureSpec),
    /// The best move of a search with an evaluation.
    AlphaBeta(AlphaBetaSpec),
    /// A draw from the model of people's choices.
    Human(HumanSpec),
    /// Plays at the opponent's strength, with people's errors.
    Placement(PlacementSpec),
    /// A move whose loss is near a target.
    Rival(RivalSpec),
    /// The best move of a Monte-Carlo tree search.
    Mcts(MctsSpec),
}

impl Kind {
    /// The specification as the trait of all kinds.
    pub(super) fn spec(&self) -> &dyn Spec {
        match self {
            Kind::Random => &random::RandomSpec {},
            Kind::StaticMap(priorities) => priorities,
            Kind::MapMixture(spec) => spec,
            Kind::AlphaBeta(spec) => spec,
            Kind::Human(spec) => spec,
            Kind::Placement(spec) => spec,
            Kind::Rival(spec) => spec,
            Kind::Mcts(spec) => spec,
        }
    }

    /// The name in the file's field `kind`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.spec().name()
    }
}

/// A kind as a file names it.
struct FileKind {
    name: &'static str,
    /// The fields, apart from the heading, that a file of this kind may have.
    fields: &'static [&'static str],
    /// Checks these fields. Relative paths in them are relative to this folder.
    read: fn(&Parts<'_>, &Path) -> CheckResult<Kind>,
}

/// Every kind that a file can have, in the order in which messages list them.
const KINDS: [FileKind; 9] = [
    file_kind(random::NAME, &[], |_, _| Ok(Kind::Random)),
    file_kind(static_map::NAME, static_map::FIELDS, |parts, _| static_map::read(parts).map(Kind::StaticMap)),
    file_kind(map_mixture::NAME, map_mixture::FIELDS, |parts, _| map_mixture::read(parts).map(Kind::MapMixture)),
    file_kind(alpha_beta::LINEAR, alpha_beta::LINEAR_FIELDS, |parts, folder| {
        alpha_beta::read_linear(parts, folder).map(Kind::AlphaBeta)
    }),
    file_kind(alpha_beta::PATTERNS, alpha_beta::PATTERNS_FIELDS, |parts, folder| {
        alpha_beta::read_patterns(parts, folder).map(Kind::AlphaBeta)
    }),
    file_kind(human::NAME, human::FIELDS, |parts, _| human::read(parts).map(Kind::Human)),
    file_kind(placement::NAME, placement::FIELDS, |parts, _| placement::read(parts).map(Kind::Placement)),
    file_kind(rival::NAME, rival::FIELDS, |parts, folder| rival::read(parts, folder).map(Kind::Rival)),
    file_kind(mcts::NAME, mcts::FIELDS, |parts, _| mcts::read(parts).map(Kind::Mcts)),
];

const fn file_kind(
    name: &'static str,
    fields: &'static [&'static str],
    read: fn(&Parts<'_>, &Path) -> CheckResult<Kind>,
) -> FileKind {
    FileKind { name, fields, read }
}

/// Reads the kind with this name from the fields of a file.
pub(super) fn read(name: &str, parts: &Parts<'_>, folder: &Path) -> CheckResult<Kind> {
    let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
        let known = KINDS.map(|kind| quoted(kind.name)).join(", ");
        let found = quoted(name) + &suggestion(name, KINDS.iter().map(|kind| kind.name));
        return Err(Problem::at("kind", found, format!("one of {known}")));
    };
    if let Some(field) = FIELDS.into_iter().find(|field| parts.has(field) && !kind.fields.contains(field)) {
        let others = KINDS.iter().filter(|other| other.fields.contains(&field)).map(|other| other.name);
        let others = listed(&others.collect::<Vec<_>>(), "or");
        let fields = if kind.fields.is_empty() { "none of its own".to_owned() } else { listed(kind.fields, "and") };
        let message = format!("a field of {others}; the fields of {} are {fields}", quoted(name));
        return Err(Problem::wrong(field, message));
    }
    (kind.read)(parts, folder)
}

/// The objects that a file of this kind may have, with the file itself. For an unknown kind they are those of all
/// kinds.
pub(super) fn file_objects(name: &str) -> Vec<FileObject> {
    let kind = KINDS.iter().find(|kind| kind.name == name);
    let fields = kind.map_or(&FIELDS[..], |kind| kind.fields);
    // A hint lists only the first names, so the kind's own come first.
    let names = fields.iter().chain(&HEADING);
    let top = FileObject { path: String::new(), variant: None, fields: names.copied().map(str::to_owned).collect() };
    let inner = objects().into_iter().filter(|object| {
        let field = object.path.split(['.', '[']).next().unwrap_or_default();
        fields.contains(&field) || HEADING.contains(&field)
    });
    [top].into_iter().chain(inner).collect()
}

/// The names of all kinds.
#[cfg(test)]
pub(super) fn kind_names() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_field_of_a_file_belongs_to_a_kind() {
        let of_kinds: BTreeSet<&str> = KINDS.iter().flat_map(|kind| kind.fields).copied().collect();
        assert_eq!(of_kinds, FIELDS.iter().copied().collect());
    }
}
