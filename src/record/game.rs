//! A game with everything that the formats record.

use std::fmt;

use super::clock::Clock;
use super::result::{Ending, Outcome};
use super::text::same_name;
use crate::board::{Board, Color, Game, IllegalMove, Move, Objective, squares};

/// A player's rating on the scale of the server or tournament that the record comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ServerRating(pub f64);

impl fmt::Display for ServerRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Name, rating and clock of a player, if recorded.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlayerInfo {
    /// The name; empty if unknown.
    pub name: String,
    /// The rating in the record, on its server's scale.
    pub rating: Option<ServerRating>,
    /// The clock at the start of the game.
    pub clock: Option<Clock>,
}

/// The evaluation, the depth and the time recorded with a move.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MoveNote {
    /// The player's value of the position in discs, for the side that moved.
    pub eval: Option<f64>,
    /// The depth of its search in plies.
    pub depth: Option<u32>,
    /// The time charged for the move in seconds; never negative.
    pub seconds: Option<f64>,
}

/// A game of legal moves with its players, notes and result.
///
/// ```
/// use rival::board::{Color, Move};
/// use rival::record::{Clock, GameRecord, MoveNote};
/// let mut record = GameRecord::default();
/// record.black.clock = Some(Clock { main: 60.0, increment: 1.0, grace: 0.0 });
/// record.play("f5".parse()?, MoveNote { seconds: Some(5.0), ..MoveNote::default() })?;
/// assert_eq!(record.clock(Color::Black).unwrap().main, 56.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct GameRecord {
    /// Black's player.
    pub black: PlayerInfo,
    /// White's player.
    pub white: PlayerInfo,
    /// The place or the tournament.
    pub place: String,
    /// The date as the file writes it. Every format has its own form.
    pub date: String,
    /// The rule that decides the game.
    pub objective: Objective,
    /// The discs that Black gives in komi games.
    pub komi: Option<f64>,
    /// The end of the game, if recorded.
    pub result: Option<Outcome>,
    /// The number of moves at the start that the players did not choose, if recorded. Passes count.
    pub given: Option<usize>,
    game: Game,
    /// A note for each move of `game`.
    notes: Vec<MoveNote>,
}

impl Default for GameRecord {
    fn default() -> GameRecord {
        GameRecord::new(Board::START)
    }
}

impl GameRecord {
    /// A record without moves, names or result.
    #[must_use]
    pub fn new(start: Board) -> GameRecord {
        GameRecord {
            black: PlayerInfo::default(),
            white: PlayerInfo::default(),
            place: String::new(),
            date: String::new(),
            objective: Objective::default(),
            komi: None,
            result: None,
            given: None,
            game: Game::new(start),
            notes: Vec::new(),
        }
    }

    /// The moves, passes among them, and the boards.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game without its record.
    #[must_use]
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The moves, passes among them.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.game.moves()
    }

    /// The notes, one for each move of [`GameRecord::game`].
    #[must_use]
    pub fn notes(&self) -> &[MoveNote] {
        &self.notes
    }

    /// The player of this side.
    #[must_use]
    pub fn player(&self, color: Color) -> &PlayerInfo {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Adds a move of the side to move.
    ///
    /// # Errors
    ///
    /// The move is illegal; the record is unchanged.
    pub fn play(&mut self, mv: Move, note: MoveNote) -> Result<(), IllegalMove> {
        self.game.play(mv)?;
        self.notes.push(note);
        Ok(())
    }

    /// Adds a move of the given colour, after the other side's forced pass if there is one.
    ///
    /// # Errors
    ///
    /// The move is illegal, or it is the other side's turn and that side can move; the record is unchanged.
    pub fn play_as(&mut self, color: Color, mv: Move, note: MoveNote) -> Result<(), IllegalMove> {
        self.game.play_as(color, mv)?;
        self.notes.resize(self.game.history().len() - 1, MoveNote::default());
        self.notes.push(note);
        Ok(())
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        self.notes.pop();
        self.game.undo()
    }

    /// The time that a player has left after the charged times; `None` without a recorded clock. A move without a time
    /// costs nothing, and a pass earns no increment.
    #[must_use]
    pub fn clock(&self, color: Color) -> Option<Clock> {
        let moves = self.game.history().iter().zip(&self.notes);
        let own_moves = moves.filter(|((board, _), _)| board.to_move == color);
        own_moves.fold(self.player(color).clock, |clock, ((_, mv), note)| {
            let charged = clock?.charge(note.seconds.unwrap_or(0.0));
            Some(if *mv == Move::Pass { charged } else { charged.earn() })
        })
    }

    /// The number of moves at the start that the players did not choose, passes included: as recorded, otherwise those
    /// without a time if all later moves have one, as in the games of a tournament.
    #[must_use]
    pub fn given_moves(&self) -> usize {
        self.given.unwrap_or_else(|| self.untimed_moves())
    }

    /// The number of moves at the start without a time, if all later moves have one; otherwise 0.
    fn untimed_moves(&self) -> usize {
        let Some(first) = self.notes.iter().position(is_timed) else { return 0 };
        let moves = self.game.history().iter().zip(&self.notes);
        let placed = moves.filter(|((_, mv), _)| mv.square().is_some()).map(|(_, note)| note);
        if placed.skip_while(|note| !is_timed(note)).all(is_timed) { first } else { 0 }
    }

    /// The sides of the players with this name. Spaces around it and upper case do not matter.
    #[must_use]
    pub fn sides_of(&self, name: &str) -> Vec<Color> {
        let colors = [Color::Black, Color::White].into_iter();
        colors.filter(|&color| same_name(&self.player(color).name, name)).collect()
    }

    /// The side of the player with this name; `None` if nobody has it, or both.
    #[must_use]
    pub fn side_of(&self, name: &str) -> Option<Color> {
        match self.sides_of(name)[..] {
            [color] => Some(color),
            _ => None,
        }
    }

    /// The final score from Black's view, if the game is over.
    #[must_use]
    pub fn final_score(&self) -> Option<i32> {
        self.game.is_over().then(|| self.game.board().score(Color::Black, self.objective))
    }

    /// The recorded result, or that of the last board.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let komi = self.komi.unwrap_or(0.0);
        let played = self.final_score();
        self.result.or(played.map(|score| Outcome { score: f64::from(score) - komi, ending: Ending::Played }))
    }

    /// The recorded score from Black's view and that of the last board, if the game was played to its end and they
    /// differ. Empty squares may have been given to the winner or left out.
    #[must_use]
    pub fn contradiction(&self) -> Option<(f64, f64)> {
        let komi = self.komi.unwrap_or(0.0);
        let board = self.game.board();
        let played = f64::from(self.final_score()?) - komi;
        let discs = self.objective.difference(board.count(Color::Black), board.count(Color::White));
        let recorded = self.result.filter(|outcome| outcome.ending == Ending::Played)?.score;
        (recorded != played && recorded != f64::from(discs) - komi).then_some((recorded, played))
    }

    /// The discs from Black's view at the end of the game, without komi: those of the last board, or else the recorded
    /// ones; `None` if they are unknown.
    #[must_use]
    pub fn known_discs(&self) -> Option<f64> {
        let komi = self.komi.unwrap_or(0.0);
        let recorded = self.result.filter(|outcome| outcome.has_discs()).map(|outcome| outcome.score + komi);
        self.final_score().map(f64::from).or(recorded)
    }

    /// Adds a move from a file. The colour and forced passes may be missing, and passes after the end are dropped.
    pub(super) fn read(&mut self, color: Option<Color>, mv: Move, note: MoveNote) -> Result<(), Illegal> {
        let board = self.game.board();
        if mv == Move::Pass && board.is_over() {
            return Ok(());
        }
        let implied = mv != Move::Pass && board.is_legal(Move::Pass);
        let mover = color.unwrap_or(if implied { board.to_move.other() } else { board.to_move });
        self.play_as(mover, mv, note).map_err(|IllegalMove { mv, color, ply }| Illegal {
            mv,
            color,
            ply,
            board: *self.game.board(),
        })
    }
}

fn is_timed(note: &MoveNote) -> bool {
    note.seconds.is_some() || note.eval.is_some()
}

/// An illegal recorded move, with the legal ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Illegal {
    /// The recorded move.
    pub mv: Move,
    /// The side of the move in the record.
    pub color: Color,
    /// The number of the move in the game. The first is 1, and passes count.
    pub ply: usize,
    /// The board before it.
    pub board: Board,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: found {} for {}, expected ", self.ply, self.mv, self.color)?;
        if self.board.is_over() {
            return f.write_str("no move, because the game is over");
        }
        let side =
            if self.board.is_legal(Move::Pass) { self.board.turned_to(self.board.to_move.other()) } else { self.board };
        write!(f, "a legal move of {}:", side.to_move)?;
        squares(side.position.moves()).try_for_each(|square| write!(f, " {square}"))
    }
}

impl std::error::Error for Illegal {}
