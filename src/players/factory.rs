//! Makes the player of a personality, with one arm for each kind.

use super::options::Options;
use super::{AlphaBeta, Human, MapMixture, Mcts, Player, Random, Rival, StaticMap};
use crate::people::PeopleElo;
use crate::personality::{HumanSpec, Kind, Personality};

/// The rating of a placement player that is not served.
const MIDDLE: PeopleElo = PeopleElo(1_000.0);

impl Personality {
    /// A player of this personality.
    #[must_use]
    pub fn player(&self, options: &Options) -> Box<dyn Player> {
        match &self.kind {
            Kind::Random => Box::new(Random::new(&self.name, self.rule)),
            Kind::StaticMap(priorities) => Box::new(StaticMap::new(&self.name, self.rule, **priorities)),
            Kind::MapMixture(spec) => Box::new(MapMixture::new(&self.name, self.rule, spec)),
            Kind::AlphaBeta(spec) => Box::new(AlphaBeta::new(&self.name, self.rule, spec, options)),
            Kind::Human(spec) => Box::new(Human::with(&self.name, spec, options)),
            // Only a served player measures a person; others play at a middle strength.
            Kind::Placement(_) => Box::new(Human::new(&self.name, &HumanSpec::like(MIDDLE))),
            Kind::Rival(spec) => Box::new(Rival::new(&self.name, self.rule, spec)),
            Kind::Mcts(spec) => Box::new(Mcts::new(&self.name, self.rule, spec.clone())),
        }
    }
}
