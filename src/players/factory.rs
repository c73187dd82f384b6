//! From a personality to its player: one arm a kind.

use super::options::Options;
use super::{AlphaBeta, Human, Mcts, Player, Random, Rival, StaticMap};
use crate::personality::{Kind, Personality};

impl Personality {
    /// A player of this personality.
    #[must_use]
    pub fn player(&self, options: &Options) -> Box<dyn Player> {
        match &self.kind {
            Kind::Random => Box::new(Random::new(&self.name, self.rule)),
            Kind::StaticMap(priorities) => Box::new(StaticMap::new(&self.name, self.rule, **priorities)),
            Kind::AlphaBeta(spec) => Box::new(AlphaBeta::new(&self.name, self.rule, spec, options)),
            Kind::Human(spec) => Box::new(Human::new(&self.name, spec)),
            Kind::Rival(spec) => Box::new(Rival::new(&self.name, self.rule, spec)),
            Kind::Mcts(spec) => Box::new(Mcts::new(&self.name, self.rule, spec.clone())),
        }
    }
}
