//! The game as the client sees it: moves in both styles of passing, clocks, komi, and the depth of searches.

use std::time::Duration;

use super::Clocks;
use crate::board::{Board, Color, Game, IllegalMove, Move, Objective};
use crate::record::{GameRecord, MoveNote};
use crate::search::{Clock, Limits};

/// A game with all its settings. Only accepted requests change it; an error leaves it unchanged.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ClientGame {
    record: GameRecord,
    /// The number of moves that each accepted move added: 2 with an implied pass, 0 for a pass after the end.
    steps: Vec<usize>,
    /// Clocks set by the client. Without them the record's clocks count.
    pub clocks: Clocks,
    /// Discs that Black gives, in addition to the record's komi.
    pub komi: f64,
    /// The depth of searches, if the client set one.
    pub depth: Option<u32>,
    /// The most positions of a search for a move.
    pub nodes: Option<u64>,
    /// The longest search for a move, in addition to the clock.
    pub time: Option<Duration>,
    /// The limit from the start of the engine, which clients cannot change.
    pub cap: Option<Duration>,
}

/// The default depth of hints and analyses.
const DEFAULT_DEPTH: u32 = 8;
/// The longest time of an analysis for one position.
const ANALYSIS_TIME: Duration = Duration::from_secs(1);

impl ClientGame {
    /// A new game for this objective.
    #[must_use]
    pub(crate) fn new(objective: Objective) -> ClientGame {
        let mut record = GameRecord::default();
        record.objective = objective;
        ClientGame {
            record,
            steps: Vec::new(),
            clocks: Clocks::default(),
            komi: 0.0,
            depth: None,
            nodes: None,
            time: None,
            cap: None,
        }
    }

    /// Sets another game whose moves can all be taken back. Settings of komi, depth and clocks stay.
    pub(crate) fn lay(&mut self, record: GameRecord) {
        self.steps = vec![1; record.game().history().len()];
        self.record = record;
        self.clocks.restart();
    }

    #[must_use]
    pub(crate) fn game(&self) -> &Game {
        self.record.game()
    }

    #[must_use]
    pub(crate) fn board(&self) -> &Board {
        self.game().board()
    }

    /// The game with its names, notes and clocks.
    #[must_use]
    pub(crate) fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Plays a move for a colour, or for the side to move. With a colour, a forced pass of the other one is implied.
    /// After the end of the game both may pass any number of times.
    ///
    /// # Errors
    ///
    /// The move is illegal, or it is the other colour's turn and that colour can move.
    pub(crate) fn play(&mut self, color: Option<Color>, mv: Move, note: MoveNote) -> Result<(), IllegalMove> {
        let before = self.game().history().len();
        match color {
            None => self.record.play(mv, note)?,
            Some(_) if mv == Move::Pass && self.game().is_over() => {}
            Some(color) => self.record.play_as(color, mv, note)?,
        }
        self.steps.push(self.game().history().len() - before);
        Ok(())
    }

    /// Plays all moves, or none if one is illegal.
    ///
    /// # Errors
    /// One of them is illegal.
    pub(crate) fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), IllegalMove> {
        let before = self.steps.len();
        for &(color, mv) in moves {
            if let Err(error) = self.play(Some(color), mv, MoveNote::default()) {
                self.undo(self.steps.len() - before);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Takes back this many accepted moves. If there are fewer, it returns false and changes nothing.
    pub(crate) fn undo(&mut self, count: usize) -> bool {
        let Some(kept) = self.steps.len().checked_sub(count) else { return false };
        for _ in 0..self.steps.drain(kept..).sum() {
            self.record.undo();
        }
        true
    }

    /// The game with this colour to move, for choosing a move; `None` if the other colour is to move and has a move.
    #[must_use]
    pub(crate) fn turned_to(&self, color: Color) -> Option<Game> {
        let mut game = self.game().clone();
        if game.board().to_move != color && !game.is_over() {
            game.play(Move::Pass).ok()?;
        }
        Some(game)
    }

    /// The limits for a move of this colour: the client's and the clock's. A clock without time left allows one ply.
    /// Without a clock the client's time for a move is one, so that players that use clocks use it.
    #[must_use]
    pub(crate) fn move_limits(&self, color: Color) -> Limits {
        let clock = self.clocks.get(color).or_else(|| self.recorded_clock(color));
        let is_empty =
            clock.is_some_and(|clock| clock.left.is_zero() && clock.increment.is_zero() && clock.overtime.is_none());
        let depth = if is_empty { Some(1) } else { self.depth };
        let clock = clock.or_else(|| self.time.map(Clock::for_one_move));
        let time = self.time.into_iter().chain(self.cap).min();
        Limits { depth, nodes: self.nodes, time, clock, ..Limits::default() }
    }

    /// The limits of hints. Only the depth counts, because hints use the user's time.
    #[must_use]
    pub(crate) fn hint_limits(&self) -> Limits {
        Limits { depth: Some(self.depth.unwrap_or(DEFAULT_DEPTH)), ..Limits::default() }
    }

    /// The limits for each position of an analysis.
    #[must_use]
    pub(crate) fn analysis_limits(&self) -> Limits {
        Limits { time: Some(ANALYSIS_TIME), ..self.hint_limits() }
    }

    /// The recorded clock of this colour. A grace period is ignored, because it begins when the game is lost on time.
    fn recorded_clock(&self, color: Color) -> Option<Clock> {
        let clock = self.record.clock(color)?;
        Some(Clock { left: duration(clock.main), increment: duration(clock.increment), stones: None, overtime: None })
    }
}

/// The seconds in a record as a duration of at most a day.
fn duration(seconds: f64) -> Duration {
    const DAY: f64 = 86400.0;
    Duration::from_secs_f64(if seconds.is_finite() { seconds.clamp(0.0, DAY) } else { DAY })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(names: &[&str]) -> Vec<(Color, Move)> {
        let colors = [Color::Black, Color::White].into_iter().cycle();
        colors.zip(names.iter().map(|name| name.parse().unwrap())).collect()
    }

    #[test]
    fn moves_are_played_all_or_none() {
        let mut game = ClientGame::new(Objective::Normal);
        game.play_all(&moves(&["f5", "d6"])).unwrap();
        assert!(game.play_all(&moves(&["c3", "d3", "a1"])).is_err());
        assert_eq!(game.game().history().len(), 2);
        game.play_all(&moves(&["c3"])).unwrap();
        assert_eq!(game.game().history().len(), 3);
    }

    #[test]
    fn a_cap_is_the_most_whatever_the_client_allows() {
        let mut game = ClientGame::new(Objective::Normal);
        for (client, cap, expected) in [(Some(5), None, Some(5)), (Some(5), Some(2), Some(2)), (None, Some(2), Some(2))]
        {
            game.time = client.map(Duration::from_secs);
            game.cap = cap.map(Duration::from_secs);
            assert_eq!(game.move_limits(Color::Black).time, expected.map(Duration::from_secs));
        }
    }

    /// A personality with `"clock": "use"` ignores its own time under a clock only.
    #[test]
    fn a_time_for_a_move_is_a_clock_and_a_cap_is_none() {
        let mut game = ClientGame::new(Objective::Normal);
        game.cap = Some(Duration::from_secs(2));
        assert_eq!(game.move_limits(Color::Black).clock, None);
        game.time = Some(Duration::from_secs(5));
        assert_eq!(game.move_limits(Color::Black).clock, Some(Clock::for_one_move(Duration::from_secs(5))));
    }
}
