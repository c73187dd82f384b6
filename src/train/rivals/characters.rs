//! Characters that a beginner can see: each likes something that shows on the board.

use std::num::NonZeroU32;

use crate::board::Objective;
use crate::eval::{Feature, MoveCount, Term};
use crate::players::Personality;
use crate::players::personality::{Choice, Effort, Kind, LinearSpec, RivalSpec, SearchSpec, TieRule};

/// A way to play.
#[derive(Debug, Clone, Copy)]
pub struct Character {
    pub name: &'static str,
    /// What it likes, one line.
    pub likes: &'static str,
    terms: fn() -> Vec<(Feature, f64)>,
}

/// Corners, then the squares that give them away, then the rest of the edge, in the order of `symmetric-board`.
const fn board(corner: f64, beside: f64, edge: f64, inside: f64) -> Feature {
    Feature::SymmetricBoard([corner, beside, edge, edge, 1.5 * beside, inside, inside, inside, inside, inside])
}

/// The pool that rivals are chosen from.
pub const CHARACTERS: [Character; 8] = [
    Character {
        name: "collector",
        likes: "takes as many discs as it can, at any time",
        terms: || vec![(Feature::Discs, 20.0), (board(100.0, -20.0, 5.0, 0.0), 1.0)],
    },
    Character {
        name: "miser",
        likes: "keeps few discs until the end and waits",
        terms: || vec![(Feature::Discs, -20.0), (board(100.0, -20.0, 0.0, 0.0), 1.0), (Feature::Stable, 20.0)],
    },
    Character {
        name: "edge-lover",
        likes: "goes to the edges as soon as it can",
        terms: || vec![(board(100.0, -5.0, 40.0, 0.0), 1.0), (Feature::Discs, 1.0)],
    },
    Character {
        name: "inlander",
        likes: "stays in the middle and keeps away from the edges",
        terms: || vec![(board(100.0, -30.0, -25.0, 3.0), 1.0), (Feature::Discs, 1.0)],
    },
    Character {
        name: "limpet",
        likes: "builds up discs that can never be turned",
        terms: || vec![(Feature::Stable, 40.0), (Feature::EdgeStable, 30.0), (Feature::Discs, 1.0)],
    },
    Character {
        name: "burrower",
        likes: "turns discs that lie deep among others, and stays inside",
        terms: || vec![(Feature::Frontier, 20.0), (board(60.0, -10.0, 0.0, 0.0), 1.0)],
    },
    Character {
        name: "warder",
        likes: "leaves its opponent few moves to choose from",
        terms: || vec![(Feature::Mobility(MoveCount::Replies), 20.0), (board(60.0, -10.0, 0.0, 0.0), 1.0)],
    },
    Character {
        name: "rover",
        likes: "keeps many moves for itself, whatever the others do",
        terms: || {
            vec![
                (Feature::Mobility(MoveCount::AroundMove), 20.0),
                (Feature::Frontier, -6.0),
                (board(60.0, -5.0, 8.0, 0.0), 1.0),
            ]
        },
    },
];

impl Character {
    /// The mean loss that a scale of 1 stands for, in points of the character.
    const UNIT: f64 = 10.0;

    /// A player of this character: it looks `depth` plies ahead (1 to 60) and gives away so many units a move on average, by its own values; natural moves only.
    #[must_use]
    pub fn player(&self, depth: u32, scale: f64) -> Personality {
        let terms = (self.terms)().into_iter().map(|(feature, weight)| Term { feature, weight, noise: 0.0 }).collect();
        let search = SearchSpec {
            effort: Effort::Depth(NonZeroU32::new(depth).unwrap_or(NonZeroU32::MIN)),
            solve_from: 0,
            ties: TieRule::Random,
            natural: true,
        };
        let target = (scale * Character::UNIT * 100.0).round() / 100.0;
        let choice = Choice::TargetLoss { targets: [target; 4], tolerance: 1.0, correction: None };
        Personality {
            name: self.name.to_owned(),
            summary: self.likes.to_owned(),
            source: Some("Made by rival rivals.".to_owned()),
            notes: Vec::new(),
            rule: Objective::Normal,
            provenance: None,
            kind: Kind::Rival(RivalSpec { tester: LinearSpec { terms, points_per_disc: None, search }, choice }),
        }
    }
}
