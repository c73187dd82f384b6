//! Characters that a beginner can see: each likes something that shows on the board.

use std::num::NonZeroU32;

use crate::board::Objective;
use crate::eval::features::{Discs, EdgeStable, Forfeits, Frontier, Mobility, Stable, SymmetricBoard};
use crate::eval::probcut::Selectivity;
use crate::eval::{EvaluationSpec, MoveCount, Term, WeightedSpec};
use crate::personality::{AlphaBetaSpec, Choice, Effort, Flips, Kind, RivalSpec, SearchSpec, TieRule};
use crate::players::Personality;

/// A way to play.
#[derive(Debug, Clone, Copy)]
pub struct Character {
    pub name: &'static str,
    /// What it likes, one line.
    pub likes: &'static str,
    weights: Weights,
}

/// Weights of the features, and of the squares: corner, beside the corner, edge, inside.
#[derive(Debug, Clone, Copy)]
struct Weights {
    discs: f64,
    frontier: f64,
    mobility: f64,
    stable: f64,
    edge_stable: f64,
    squares: [f64; 4],
    flips: Flips,
}

const NONE: Flips = Flips { straight: 0.0, diagonal: 0.0 };

/// What every character knows of the game: the expert weights. On top of them it overdoes something.
const SENSE: Weights = Weights {
    discs: 1.0,
    frontier: 10.0,
    mobility: 5.0,
    stable: 50.0,
    edge_stable: 0.0,
    squares: [0.0; 4],
    flips: NONE,
};

/// The pool that rivals are chosen from.
pub const CHARACTERS: [Character; 10] = [
    Character {
        name: "collector",
        likes: "takes as many discs as it can, at any time",
        weights: Weights { discs: 8.0, frontier: 6.0, ..SENSE },
    },
    Character {
        name: "miser",
        likes: "keeps few discs for as long as it can",
        weights: Weights { discs: -25.0, frontier: 4.0, ..SENSE },
    },
    Character {
        name: "edge-lover",
        likes: "goes to the edges as soon as it can",
        weights: Weights { squares: [60.0, 0.0, 45.0, 0.0], ..SENSE },
    },
    Character {
        name: "inlander",
        likes: "stays in the middle and keeps away from the edges",
        weights: Weights { squares: [100.0, -50.0, -45.0, 0.0], ..SENSE },
    },
    Character {
        name: "limpet",
        likes: "builds up discs that can never be turned",
        weights: Weights { frontier: 2.0, mobility: 3.0, stable: 80.0, edge_stable: 60.0, ..SENSE },
    },
    Character {
        name: "burrower",
        likes: "turns discs that lie deep among others",
        weights: Weights { frontier: 40.0, mobility: 0.0, ..SENSE },
    },
    Character {
        name: "rover",
        likes: "has many moves and leaves its opponent few",
        weights: Weights { frontier: 0.0, mobility: 20.0, ..SENSE },
    },
    Character {
        name: "squatter",
        likes: "takes the squares beside the edges and many discs with them",
        weights: Weights { discs: 6.0, frontier: 4.0, squares: [80.0, -20.0, -10.0, 15.0], ..SENSE },
    },
    Character {
        name: "rook",
        likes: "turns discs along rows and columns",
        weights: Weights { flips: Flips { straight: 20.0, diagonal: -20.0 }, ..SENSE },
    },
    Character {
        name: "bishop",
        likes: "turns discs along diagonals",
        weights: Weights { flips: Flips { straight: -20.0, diagonal: 20.0 }, ..SENSE },
    },
];

impl Weights {
    fn evaluation(&self) -> EvaluationSpec {
        let [corner, beside, edge, inside] = self.squares;
        // In the order of `symmetric-board`: a1 b1 c1 d1 b2 c2 d2 c3 d3 d4.
        let board = [corner, beside, edge, edge, beside, inside, inside, 0.0, 0.0, 0.0];
        let on_board = f64::from(u8::from(board.iter().any(|value| *value != 0.0)));
        let terms = [
            Term::new(Forfeits, 35.0),
            Term::new(Discs, self.discs),
            Term::new(Frontier, self.frontier),
            Term::new(Mobility(MoveCount::AroundMove), self.mobility),
            Term::new(Stable, self.stable),
            Term::new(EdgeStable, self.edge_stable),
            Term::new(SymmetricBoard(board), on_board),
        ];
        let used = terms.into_iter().filter(|term| term.weight != 0.0).collect();
        EvaluationSpec::Weighted(WeightedSpec { terms: used, points_per_disc: None })
    }
}

impl Character {
    /// The mean loss that a scale of 1 stands for, in points of the character.
    const UNIT: f64 = 10.0;

    /// A player of this character: it looks `depth` plies ahead (1 to 60) and gives away so many units a move on
    /// average, by its own values; natural moves only.
    #[must_use]
    pub fn player(&self, depth: u32, scale: f64) -> Personality {
        let search = SearchSpec {
            selectivity: Selectivity::OFF,
            effort: Effort::Depth(NonZeroU32::new(depth).unwrap_or(NonZeroU32::MIN)),
            solve_from: 0,
            ties: TieRule::Random,
            natural: true,
        };
        let target = (scale * Character::UNIT * 100.0).round() / 100.0;
        let choice = Choice::TargetLoss { targets: [target; 4], tolerance: 1.0, correction: None };
        let kind = Kind::Rival(RivalSpec {
            tester: AlphaBetaSpec { evaluation: self.weights.evaluation(), search },
            flips: self.weights.flips,
            choice,
            learn: None,
        });
        Personality {
            source: Some("Made by rival rivals.".to_owned()),
            ..Personality::new(self.name, self.likes, Objective::Normal, kind)
        }
    }
}
