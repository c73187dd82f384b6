//! Characters: each is an offset on features of moves.

use crate::people::{COUNT, Facts, Marks, family};

/// The least relative difference of a character's figure from the agent's, in single positions of the agent's games.
const LEAST: f64 = 0.25;

/// A way to play.
#[derive(Debug, Clone, Copy)]
pub struct Character {
    /// Its name, which is also the rival's.
    pub name: &'static str,
    /// Its preference, one line. It contains no figure, because in whole games of its own, where other moves come up,
    /// the difference from the agent is smaller than in positions of the agent's games.
    pub likes: &'static str,
    /// The families of features, with the offset of each in units of the character.
    features: &'static [(&'static str, f64)],
    /// The figure of a played move that the character changes.
    figure: fn(&Facts) -> f64,
    /// What the figure is called.
    pub counts: &'static str,
    /// True if the character makes the figure larger.
    pub is_more: bool,
}

fn one_if(is: bool) -> f64 {
    f64::from(u8::from(is))
}

fn is_edge(facts: &Facts) -> f64 {
    one_if(facts.marks.has(Marks::EDGE))
}

/// The pool that rivals are chosen from.
pub const CHARACTERS: [Character; 11] = [
    Character {
        name: "edge-lover",
        likes: "likes moves on the edges",
        features: &[("edge", 1.0)],
        figure: is_edge,
        counts: "moves on an edge",
        is_more: true,
    },
    Character {
        name: "inlander",
        likes: "likes the middle better than the edges",
        features: &[("edge", -1.0)],
        figure: is_edge,
        counts: "moves on an edge",
        is_more: false,
    },
    Character {
        name: "collector",
        likes: "likes to turn many discs",
        features: &[("flips", 1.0)],
        figure: |facts| f64::from(facts.flips),
        counts: "discs turned by a move",
        is_more: true,
    },
    Character {
        name: "miser",
        likes: "likes to turn few discs",
        features: &[("flips", -1.0)],
        figure: |facts| f64::from(facts.flips),
        counts: "discs turned by a move",
        is_more: false,
    },
    Character {
        name: "shadow",
        likes: "likes to play close to your last disc",
        features: &[("distance", -1.0)],
        figure: |facts| f64::from(facts.distance),
        counts: "steps from the opponent's last disc",
        is_more: false,
    },
    Character {
        name: "nomad",
        likes: "likes to play far from your last disc",
        features: &[("distance", 1.0)],
        figure: |facts| f64::from(facts.distance),
        counts: "steps from the opponent's last disc",
        is_more: true,
    },
    Character {
        name: "burrower",
        likes: "likes to turn discs that lie deep among others",
        features: &[("frontier", -1.0)],
        figure: |facts| f64::from(facts.frontier),
        counts: "empty squares beside the turned discs",
        is_more: false,
    },
    Character {
        name: "pioneer",
        likes: "likes to turn discs at the border",
        features: &[("frontier", 1.0)],
        figure: |facts| f64::from(facts.frontier),
        counts: "empty squares beside the turned discs",
        is_more: true,
    },
    Character {
        name: "squeezer",
        likes: "likes to leave you five moves or fewer",
        features: &[("replies", -1.0)],
        figure: |facts| one_if(facts.replies <= 5),
        counts: "moves that leave the opponent five or fewer",
        is_more: true,
    },
    Character {
        name: "host",
        likes: "likes to leave you ten moves or more",
        features: &[("replies", 1.0)],
        figure: |facts| one_if(facts.replies >= 10),
        counts: "moves that leave the opponent ten or more",
        is_more: true,
    },
    Character {
        name: "hoarder",
        likes: "likes to keep ten moves or more for itself",
        features: &[("mobility", 1.0)],
        figure: |facts| one_if(facts.mobility >= 10),
        counts: "moves after which it has ten or more itself",
        is_more: true,
    },
];

impl Character {
    /// The style of a player with this much of the character, added to another style.
    #[must_use]
    pub fn style(&self, own: &[f64; COUNT], much: f64) -> [f64; COUNT] {
        let offset = |name: &str| {
            let mine = self.features.iter().filter(|(family, _)| *family == name);
            mine.map(|(_, unit)| unit * much).sum::<f64>()
        };
        std::array::from_fn(|k| own[k] + offset(family(k).name))
    }

    /// What the leaning changes, of one move.
    #[must_use]
    pub fn figure(&self, facts: &Facts) -> f64 {
        (self.figure)(facts)
    }

    /// True if a character shows in single positions: the mean figure of the player's moves differs from the agent's by
    /// a quarter or more, in the character's direction.
    #[must_use]
    pub fn is_true(&self, [player, agent]: [f64; 2]) -> bool {
        if self.is_more { player >= (1.0 + LEAST) * agent } else { player <= (1.0 - LEAST) * agent }
    }
}
