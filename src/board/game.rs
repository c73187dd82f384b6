//! The checked game: colours, history, undo. Illegal moves cannot be played.

use std::fmt;
use std::str::FromStr;

use super::objective::Objective;
use super::position::Position;
use super::square::{Bitboard, Square, squares};

/// Black moves first from the normal start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Color {
    /// The side whose discs are written `X` or `*`.
    Black,
    /// The side whose discs are written `O`.
    White,
}

impl Color {
    /// The opponent of this side.
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// A disc on a square, or a pass. JSON has the displayed form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
pub enum Move {
    /// No disc is placed, because there is no legal move.
    Pass,
    /// A disc on this square.
    Place(Square),
}

impl Move {
    /// The square played, if it is not a pass.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Pass => None,
            Move::Place(square) => Some(square),
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

impl fmt::Display for Move {
    /// The square in lower case, such as `f5`, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pass => f.write_str("pass"),
            Move::Place(square) => square.fmt(f),
        }
    }
}

impl serde::Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Move {
    type Err = super::ParseError;

    /// A square, or one of the written forms of a pass: `pass`, `pa`, `ps`, `--`; any case.
    fn from_str(text: &str) -> Result<Move, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "pass" | "pa" | "ps" | "--" => Ok(Move::Pass),
            _ => text.parse().map(Move::Place),
        }
    }
}

/// A position with colours: the owners of the discs, and the side to move.
///
/// ```
/// use rival::board::{Board, Move};
///
/// let board: Board = "---------------------------OX------XO--------------------------- X".parse()?;
/// assert_eq!(board, Board::START);
/// let moves: Vec<String> = board.moves().map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
/// let next = board.play("f5".parse()?).expect("f5 is legal");
/// assert_eq!(next.to_string(), "---------------------------OX------XXX-------------------------- O");
/// println!("{next:#}"); // as a diagram
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The discs, from the view of the side to move.
    pub position: Position,
    /// The side to move.
    pub to_move: Color,
}

impl Board {
    /// Black to move; black on e4 and d5, white on d4 and e5.
    pub const START: Board = Board { position: Position::START, to_move: Color::Black };

    /// A board from the discs of the two colours; `None` if both have a disc on one square.
    #[must_use]
    pub const fn new(black: Bitboard, white: Bitboard, to_move: Color) -> Option<Board> {
        if black & white != 0 {
            return None;
        }
        let position = match to_move {
            Color::Black => Position { own: black, opp: white },
            Color::White => Position { own: white, opp: black },
        };
        Some(Board { position, to_move })
    }

    /// The discs of one colour.
    #[must_use]
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.to_move { self.position.own } else { self.position.opp }
    }

    /// The number of discs of one colour.
    #[must_use]
    pub fn count(&self, color: Color) -> u32 {
        self.discs(color).count_ones()
    }

    /// The same discs, this side to move.
    #[must_use]
    pub fn turned_to(&self, color: Color) -> Board {
        if color == self.to_move { *self } else { Board { position: self.position.pass(), to_move: color } }
    }

    /// The legal moves of the side to move, lowest square first; the pass if it is forced; none if the game is over.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        squares(self.position.moves()).map(Move::Place).chain(self.is_legal(Move::Pass).then_some(Move::Pass))
    }

    /// True if this is a legal move of the side to move. A pass is legal only if there is no legal square and the game
    /// is not over.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(square) => self.position.moves() & square.bit() != 0,
            Move::Pass => self.position.moves() == 0 && self.position.pass().moves() != 0,
        }
    }

    /// The board after a legal move; `None` if it is not legal.
    #[must_use]
    pub fn play(&self, mv: Move) -> Option<Board> {
        if !self.is_legal(mv) {
            return None;
        }
        let position = match mv {
            Move::Place(square) => self.position.play(square),
            Move::Pass => self.position.pass(),
        };
        Some(Board { position, to_move: self.to_move.other() })
    }

    /// True if neither side has a legal move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// The result of a finished game in discs for a colour: see [`Objective::score`].
    #[must_use]
    pub fn score(&self, color: Color, objective: Objective) -> i32 {
        objective.score(self.count(color), self.count(color.other()))
    }
}

/// A move that the rules forbid here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is not a legal move for {color} at move {ply}")]
pub struct IllegalMove {
    /// The move that was refused.
    pub mv: Move,
    /// The side that wanted to play it.
    pub color: Color,
    /// The number the move would have had in the game: the first is 1, passes counted.
    pub ply: usize,
}

/// A game from any start, in which every move was legal. Passes count as moves.
///
/// ```
/// use rival::board::{Game, Move};
/// let mut game = Game::default();
/// game.play("f5".parse()?)?;
/// assert!(game.play("a1".parse()?).is_err());
/// assert_eq!(game.undo(), Some("f5".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    start: Board,
    board: Board,
    /// Each move with the board it was played on.
    history: Vec<(Board, Move)>,
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Board::START)
    }
}

impl Game {
    /// A game without moves that begins with this board.
    #[must_use]
    pub const fn new(start: Board) -> Game {
        Game { start, board: start, history: Vec::new() }
    }

    /// The board before the first move.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The board after the last move.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves so far, passes among them.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.history.iter().map(|&(_, mv)| mv)
    }

    /// Each move so far with the board it was played on.
    #[must_use]
    pub fn history(&self) -> &[(Board, Move)] {
        &self.history
    }

    /// Plays a legal move of the side to move.
    ///
    /// # Errors
    ///
    /// The move is illegal; the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let ply = self.history.len() + 1;
        let next = self.board.play(mv).ok_or(IllegalMove { mv, color: self.board.to_move, ply })?;
        self.history.push((self.board, mv));
        self.board = next;
        Ok(())
    }

    /// Plays a move of the given colour, after the other side's forced pass if there is one.
    ///
    /// # Errors
    ///
    /// The move is illegal, or it is the other side's turn and that side can move; the game is unchanged.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let implied_pass = color != self.board.to_move;
        if implied_pass {
            self.play(Move::Pass).map_err(|_| IllegalMove { mv, color, ply: self.history.len() + 1 })?;
        }
        self.play(mv).inspect_err(|_| {
            if implied_pass {
                self.undo();
            }
        })
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let (board, mv) = self.history.pop()?;
        self.board = board;
        Some(mv)
    }

    /// True if neither side has a legal move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.board.is_over()
    }
}
