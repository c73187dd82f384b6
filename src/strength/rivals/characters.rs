//! Characters that a beginner can see: each is an offset on what can be seen of a move.

use crate::people::{COUNT, Facts, Marks, family};

/// The least part by which what a line speaks of differs from the agent's.
const PROMISED: f64 = 0.25;

/// A way to play.
#[derive(Debug, Clone, Copy)]
pub struct Character {
    /// Its name, which is also the rival's.
    pub name: &'static str,
    /// What it does, one line. `figure` shows whether it is true.
    pub likes: &'static str,
    /// The families of features, with the offset of each in units of the character.
    features: &'static [(&'static str, f64)],
    /// What the line speaks of, of a move that is played.
    figure: fn(&Facts) -> f64,
    /// What the figure is called.
    pub counts: &'static str,
    /// True if the figure is larger than other players' by the line.
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
        likes: "goes to the edges whenever it can",
        features: &[("edge", 1.0)],
        figure: is_edge,
        counts: "moves on an edge",
        is_more: true,
    },
    Character {
        name: "inlander",
        likes: "stays in the middle and keeps off the edges",
        features: &[("edge", -1.0)],
        figure: is_edge,
        counts: "moves on an edge",
        is_more: false,
    },
    Character {
        name: "collector",
        likes: "turns as many discs as it can",
        features: &[("flips", 1.0)],
        figure: |facts| f64::from(facts.flips),
        counts: "discs turned by a move",
        is_more: true,
    },
    Character {
        name: "miser",
        likes: "turns as few discs as it can",
        features: &[("flips", -1.0)],
        figure: |facts| f64::from(facts.flips),
        counts: "discs turned by a move",
        is_more: false,
    },
    Character {
        name: "shadow",
        likes: "plays close to your last disc",
        features: &[("distance", -1.0)],
        figure: |facts| f64::from(facts.distance),
        counts: "steps from the opponent's last disc",
        is_more: false,
    },
    Character {
        name: "nomad",
        likes: "plays far from your last disc",
        features: &[("distance", 1.0)],
        figure: |facts| f64::from(facts.distance),
        counts: "steps from the opponent's last disc",
        is_more: true,
    },
    Character {
        name: "burrower",
        likes: "turns discs that lie deep among others, with few empty squares beside them",
        features: &[("frontier", -1.0)],
        figure: |facts| f64::from(facts.frontier),
        counts: "empty squares beside the turned discs",
        is_more: false,
    },
    Character {
        name: "pioneer",
        likes: "turns discs at the border, with many empty squares beside them",
        features: &[("frontier", 1.0)],
        figure: |facts| f64::from(facts.frontier),
        counts: "empty squares beside the turned discs",
        is_more: true,
    },
    Character {
        name: "squeezer",
        likes: "leaves you five moves or fewer whenever it can",
        features: &[("replies", -1.0)],
        figure: |facts| one_if(facts.replies <= 5),
        counts: "moves that leave the opponent five or fewer",
        is_more: true,
    },
    Character {
        name: "host",
        likes: "leaves you ten moves or more whenever it can",
        features: &[("replies", 1.0)],
        figure: |facts| one_if(facts.replies >= 10),
        counts: "moves that leave the opponent ten or more",
        is_more: true,
    },
    Character {
        name: "hoarder",
        likes: "keeps ten moves or more for itself whenever it can",
        features: &[("mobility", 1.0)],
        figure: |facts| one_if(facts.mobility >= 10),
        counts: "moves after which it has ten or more itself",
        is_more: true,
    },
];

impl Character {
    /// The style of a player that has so much of the character, added to another style.
    #[must_use]
    pub fn style(&self, own: &[f64; COUNT], much: f64) -> [f64; COUNT] {
        let offset = |name: &str| {
            let mine = self.features.iter().filter(|(family, _)| *family == name);
            mine.map(|(_, unit)| unit * much).sum::<f64>()
        };
        std::array::from_fn(|k| own[k] + offset(family(k).name))
    }

    /// What its line speaks of, of one move.
    #[must_use]
    pub fn figure(&self, facts: &Facts) -> f64 {
        (self.figure)(facts)
    }

    /// True if its line is true of a player: the mean figure of the player's moves differs from that of the agent's by
    /// a quarter or more, in the direction that the line says.
    #[must_use]
    pub fn is_true(&self, [player, agent]: [f64; 2]) -> bool {
        if self.is_more { player >= (1.0 + PROMISED) * agent } else { player <= (1.0 - PROMISED) * agent }
    }
}
