//! Positions that differ by a symmetry, as one.

use super::{Position, Square, Symmetry, squares};

/// The canonical form of a position: one of its eight images, the same for all of them.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) position: Position,
    /// The symmetries that lead to it: several if the position is symmetric itself.
    ways: Vec<Symmetry>,
}

impl Form {
    pub(crate) fn of(position: &Position) -> Form {
        let image = |way: Symmetry| Position { own: way.set(position.own), opp: way.set(position.opp) };
        let key = |way: &Symmetry| (image(*way).own, image(*way).opp);
        let least = Symmetry::all().map(|way| key(&way)).min().expect("there are eight");
        let ways = Symmetry::all().filter(|way| key(way) == least).collect();
        Form { position: Position { own: least.0, opp: least.1 }, ways }
    }

    /// The square of the form; the same for squares that a symmetry of the position exchanges.
    pub(crate) fn square(&self, square: Square) -> Square {
        let images = self.ways.iter().map(|way| way.square(square));
        images.min_by_key(|image| image.index()).expect("one way or more")
    }

    /// The moves from a form, each once, in rising order.
    pub(crate) fn moves(position: &Position) -> Vec<Square> {
        let form = Form::of(position);
        let mut moves: Vec<Square> = squares(form.position.moves()).map(|square| form.square(square)).collect();
        moves.sort_by_key(|square| square.index());
        moves.dedup();
        moves
    }

    /// The form after a move, and true if the other side must pass, so that the same side moves again; `None` at the
    /// end of a game.
    pub(crate) fn after(position: &Position, square: Square) -> Option<(Position, bool)> {
        let next = position.play(square);
        let passes = next.moves() == 0;
        let next = if passes { next.pass() } else { next };
        (next.moves() != 0).then(|| (Form::of(&next).position, passes))
    }
}
