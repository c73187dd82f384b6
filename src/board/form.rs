//! Treats positions that differ only by a symmetry as one.

use super::{Position, Square, Symmetry, squares};

/// The canonical form of a position: the same one of its eight images for all of them.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) position: Position,
    /// The symmetries that map the position to the form: several if the position is symmetric itself.
    symmetries: Vec<Symmetry>,
}

fn image(position: &Position, symmetry: Symmetry) -> Position {
    Position { own: symmetry.set(position.own), opp: symmetry.set(position.opp) }
}

impl Form {
    pub(crate) fn canonical(position: &Position) -> Form {
        let images = Symmetry::all().map(|symmetry| image(position, symmetry));
        let least = images.min_by_key(|image| (image.own, image.opp)).expect("there are eight");
        let symmetries = Symmetry::all().filter(|&symmetry| image(position, symmetry) == least).collect();
        Form { position: least, symmetries }
    }

    /// The square of the form; the same for squares that a symmetry of the position exchanges.
    pub(crate) fn square(&self, square: Square) -> Square {
        let images = self.symmetries.iter().map(|symmetry| symmetry.square(square));
        images.min_by_key(|image| image.index()).expect("one symmetry or more")
    }

    /// The different moves from a form, in rising order: of moves that a symmetry exchanges, one.
    pub(crate) fn moves(position: &Position) -> Vec<Square> {
        let form = Form::canonical(position);
        let mut moves: Vec<Square> = squares(form.position.moves()).map(|square| form.square(square)).collect();
        moves.sort_by_key(|square| square.index());
        moves.dedup();
        moves
    }

    /// The form after a move, and whether the other side must pass, so that the same side moves again. `None` if the
    /// move ends the game.
    pub(crate) fn after(position: &Position, square: Square) -> Option<(Position, bool)> {
        let next = position.play(square);
        let passes = next.moves() == 0;
        let next = if passes { next.pass() } else { next };
        (next.moves() != 0).then(|| (Form::canonical(&next).position, passes))
    }
}
