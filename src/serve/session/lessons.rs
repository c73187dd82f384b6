//! Learning from the current game, on request and when it ends.
//!
//! Lessons run one at a time in order, beside all other work. Only explanations come first, so that the message about a
//! move precedes the message about the game.

use std::collections::VecDeque;
use std::io;

use super::Session;
use super::answers::{PlayerSides, ended, opponent_by_name};
use super::job::Job;
use super::request::{Event, LearnRefusal, Task};
use crate::board::{Color, Game};
use crate::machine::clock::Instant;
use crate::players::{LearnError, Lesson};
use crate::record::GameRecord;

/// The lessons of a session.
#[derive(Debug, Default)]
pub(super) struct Lessons {
    running: Option<(Job, bool)>,
    /// Waiting lessons, each with true if it was requested.
    waiting: VecDeque<(Result<Lesson, LearnRefusal>, bool)>,
    /// The finished game that the last lesson was about.
    taught: Option<Game>,
    /// A game that changed during a task of the player, to check when the player returns.
    later: Option<GameRecord>,
    /// True if a referee's games are played, which teach nothing.
    pub(super) are_refused: bool,
}

impl Lessons {
    pub(super) fn new_game(&mut self) {
        self.taught = None;
    }

    /// Stops the running lesson and drops those after it.
    pub(super) fn stop(&mut self) {
        self.waiting.clear();
        if let Some((job, _)) = &self.running {
            job.stop();
        }
    }

    fn is_idle(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }
}

impl Session {
    /// Adds a requested lesson.
    pub(super) fn learn(&mut self) {
        let lesson = self.opponent().and_then(|opponent| self.lesson(self.client_game.record(), opponent));
        self.lessons.waiting.push_back((lesson, true));
    }

    /// Adds a lesson for a personality that learns without a command. It learns only from games that it played, because
    /// users also view other games.
    pub(super) fn consider_lesson(&mut self, record: &GameRecord) {
        if self.lessons.are_refused {
            return;
        }
        let Some(player) = &self.player else {
            self.lessons.later = Some(record.clone());
            return;
        };
        let wants = player.learning().is_some_and(|learning| learning.at_end);
        let PlayerSides::Against(opponent) = self.answers.played(record.game()) else { return };
        let Some(record) = ended(record, opponent).filter(|_| wants) else { return };
        if self.lessons.taught.as_ref() == Some(record.game()) {
            return;
        }
        let lesson = self.lesson(&record, opponent);
        self.lessons.taught = Some(record.into_game());
        self.lessons.waiting.push_back((lesson, false));
    }

    /// Begins the next lesson, unless other work comes first.
    pub(super) fn begin_lessons(&mut self) {
        if let Some(record) = self.lessons.later.take_if(|_| self.player.is_some()) {
            self.consider_lesson(&record);
        }
        while self.lessons.running.is_none() && self.task() != Some(Task::Explain) {
            match self.lessons.waiting.pop_front() {
                None => return,
                Some((Ok(lesson), asked)) => {
                    self.lessons.running = Some((Job::lesson(self.reporter.clone(), lesson), asked));
                }
                Some((Err(error), asked)) => self.tell(asked, Err(error)),
            }
        }
    }

    /// Handles the end of the running lesson.
    pub(super) fn learned(&mut self, result: Result<String, LearnRefusal>) {
        let Some((_, asked)) = self.lessons.running.take() else { return };
        self.tell(asked, result);
        self.begin_lessons();
    }

    fn tell(&mut self, asked: bool, result: Result<String, LearnRefusal>) {
        log::info!("lesson: {result:?}");
        // At the end of a game its last move is learned as an answer, and then comes back from the client.
        if asked || result != Err(LearnRefusal::Player(LearnError::Known)) {
            self.events.push_back(Event::Learned { asked, result });
        }
    }

    /// Waits for the lessons until the deadline; true if they are done.
    pub(super) fn wait_for_lessons(&mut self, deadline: Instant) -> io::Result<bool> {
        while !self.lessons.is_idle() {
            if !self.next_news(Some(deadline))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn lesson(&self, record: &GameRecord, opponent: Color) -> Result<Lesson, LearnRefusal> {
        let player = self.player.as_ref().ok_or(LearnError::Never)?;
        let found = record.objective;
        let expected = player.objective();
        if found != expected {
            return Err(LearnError::Rule { found, expected }.into());
        }
        Ok(player.lesson(record, opponent)?)
    }

    /// The side to learn about: the one for which the player did not answer, otherwise by the names in the game.
    fn opponent(&self) -> Result<Color, LearnRefusal> {
        let learning = self.player.as_ref().and_then(|player| player.learning()).ok_or(LearnError::Never)?;
        if self.lessons.are_refused {
            return Err(LearnRefusal::Refereed);
        }
        let record = self.client_game.record();
        if !record.game().is_over() {
            return Err(LearnError::Unfinished.into());
        }
        match self.answers.played(record.game()) {
            PlayerSides::Against(opponent) => Ok(opponent),
            PlayerSides::Both => Err(LearnRefusal::Both),
            PlayerSides::Neither => {
                opponent_by_name(record, [&self.name, &self.signature], learning.opponent.as_deref())
                    .ok_or(LearnRefusal::Unknown)
            }
        }
    }
}
