//! A session: a player, the current game, and all work on them.
//!
//! Front ends (NBoard, GTP, a page) translate their input into a [`Request`], and an [`Event`] into their output. The
//! session owns the player, the game with its clocks, the seeds, the player's answers, the jobs, the lessons and the
//! explanations.
//!
//! A request is answered at once. Searches, explanations and lessons run on threads, end soon after a stop, and report
//! between two requests. A search or an explanation holds the player; a request that needs the player or changes its
//! game ends that work first. A lesson needs no player and runs beside all other work.

mod answers;
mod client_game;
mod clocks;
mod job;
mod lessons;
mod request;
mod result;
mod seeds;
mod work;

pub(crate) use client_game::ClientGame;
pub(crate) use clocks::Clocks;
pub(crate) use request::{Choice, Event, Position, Purpose, Refusal, Request, Task};

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use crossbeam_channel::{Receiver, unbounded};

use self::answers::{Answers, is_same_game};
pub(in crate::serve) use self::job::JobMessage;
use self::job::Reporter;
use self::lessons::Lessons;
use self::seeds::Seeds;
use self::work::Work;
use crate::board::{Game, Objective};
use crate::players::Player;
use crate::record::GameRecord;
use crate::search::Report;

/// The longest time that a request waits for a result that is about to come, so that scripts with many requests get it.
const GRACE: Duration = Duration::from_millis(20);

/// A player, the current game, and the work on them.
#[derive(Debug)]
pub(crate) struct Session {
    name: String,
    /// The name that clients see and write into their files.
    signature: String,
    objective: Objective,
    evaluates: bool,
    is_paced: bool,
    client_game: ClientGame,
    seeds: Seeds,
    /// The player; `None` while a task holds it.
    player: Option<Box<dyn Player>>,
    work: Option<Work>,
    /// True if each answered move is explained without a request.
    explains: bool,
    /// The game and the report of the last choice, for explanations.
    last_choice: Option<(Game, Report)>,
    /// The player's answers in this game.
    answers: Answers,
    lessons: Lessons,
    reporter: Reporter,
    news: Receiver<JobMessage>,
    events: VecDeque<Event>,
    is_lost: bool,
}

impl Session {
    /// A session with a new game. The seed decides every random choice.
    #[must_use]
    pub(crate) fn new(player: Box<dyn Player>, seed: u64) -> Session {
        let (sender, news) = unbounded();
        log::info!("session: {} for {}, seed {seed}", player.name(), player.objective());
        Session {
            name: player.name().to_owned(),
            signature: player.name().to_owned(),
            objective: player.objective(),
            evaluates: player.evaluates(),
            is_paced: player.is_paced(),
            client_game: ClientGame::new(player.objective()),
            seeds: Seeds::new(seed),
            player: Some(player),
            work: None,
            explains: false,
            last_choice: None,
            answers: Answers::default(),
            lessons: Lessons::default(),
            reporter: Reporter::new(sender),
            news,
            events: VecDeque::new(),
            is_lost: false,
        }
    }

    /// A session of a player who is an engine with these options.
    #[must_use]
    pub(super) fn served(player: Box<dyn Player>, options: &super::Options) -> Session {
        let mut session = Session::new(player, options.seed);
        session.client_game.cap = options.time;
        session.lessons.are_refused = options.is_refereed;
        if !options.signature.is_empty() {
            session.signature.clone_from(&options.signature);
        }
        session
    }

    /// The name under which the engine introduces itself.
    #[must_use]
    pub(crate) fn signature(&self) -> &str {
        &self.signature
    }

    /// The player's name.
    #[must_use]
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The rule that the player plays by.
    #[must_use]
    pub(crate) fn objective(&self) -> Objective {
        self.objective
    }

    /// See [`Player::evaluates`].
    #[must_use]
    pub(crate) fn evaluates(&self) -> bool {
        self.evaluates
    }

    /// True if the player neither searches nor waits.
    #[must_use]
    pub(crate) fn answers_at_once(&self) -> bool {
        !self.evaluates && !self.is_paced
    }

    /// True if the player's values are about the client's game: it evaluates, and not most discs where the client
    /// says that fewest win. Clients that know only one rule do not say it.
    #[must_use]
    pub(crate) fn values_game(&self) -> bool {
        self.evaluates && (self.objective, self.client_game.record().objective) != (Objective::Normal, Objective::Anti)
    }

    #[must_use]
    pub(crate) fn client_game(&self) -> &ClientGame {
        &self.client_game
    }

    /// The player's present task.
    #[must_use]
    pub(crate) fn task(&self) -> Option<Task> {
        self.work.as_ref().map(|work| work.task)
    }

    /// Answers a request.
    ///
    /// # Errors
    ///
    /// The outer error means that a thread of the session has panicked and the session is unusable. The inner one is a
    /// refusal of the request.
    pub(crate) fn ask(&mut self, request: Request) -> io::Result<Result<(), Refusal>> {
        let answer = self.answer(request)?;
        if let Err(refusal) = &answer {
            log::debug!("refused: {refusal:?}");
        }
        self.begin_lessons();
        Ok(answer)
    }

    fn answer(&mut self, request: Request) -> io::Result<Result<(), Refusal>> {
        match request {
            Request::Game(record) => {
                self.cancel()?;
                self.lay(*record);
                self.consider_lesson(&self.client_game.record().clone());
            }
            Request::Seat(color) => {
                for (board, mv) in self.client_game.game().history().iter().filter(|(board, _)| board.to_move == color)
                {
                    self.answers.note(board, *mv);
                }
            }
            Request::Play(color, mv, note) => {
                // The request is tried on a copy, because an illegal move must not end a search.
                let mut changed = self.client_game.clone();
                if let Err(error) = changed.play(color, mv, note) {
                    return Ok(Err(error.into()));
                }
                self.change(changed)?;
            }
            Request::PlayAll(moves) => {
                let mut changed = self.client_game.clone();
                if let Err(error) = changed.play_all(&moves) {
                    return Ok(Err(error.into()));
                }
                self.change(changed)?;
            }
            Request::Undo(count) => {
                let mut changed = self.client_game.clone();
                if !changed.undo(count) {
                    return Ok(Err(Refusal::Undo));
                }
                self.change(changed)?;
            }
            Request::Depth(plies) => {
                self.cancel()?;
                self.client_game.depth = plies;
            }
            Request::Nodes(nodes) => {
                self.cancel()?;
                self.client_game.nodes = nodes;
            }
            Request::MoveTime(time) => {
                self.cancel()?;
                self.client_game.time = time;
            }
            Request::ExplainEach(wanted) => self.explains = wanted,
            Request::Komi(komi) => self.client_game.komi = komi,
            Request::Seed(seed) => self.seeds.set(seed),
            Request::TimeSettings { main, increment, overtime, stones } => {
                self.client_game.clocks.set(main, increment, overtime, stones);
            }
            Request::TimeLeft { color, time, stones } => self.client_game.clocks.tell(color, time, stones),
            Request::Choose(color, purpose) => return self.choose(color, purpose),
            Request::Rank(count, limits) => return self.rank(count, limits),
            Request::Analyze(count, limits, known) => return self.analyze(count, limits, known),
            Request::Explain(mv) => return self.explain(mv),
            Request::Learn => {
                self.cancel()?;
                self.learn();
            }
            Request::Cancel => self.cancel()?,
            Request::Settle => self.settle()?,
        }
        Ok(Ok(()))
    }

    /// True after a panic that [`hear_all`](Session::hear_all) has noticed.
    pub(in crate::serve) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// The next event. Messages of the threads may add more.
    pub(crate) fn event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// The messages of the threads, for [`hear`](Session::hear) between two requests.
    pub(super) fn news(&self) -> &Receiver<JobMessage> {
        &self.news
    }

    /// Ends the session within this time: a search gives its present result, an explanation is dropped, and a lesson is
    /// completed.
    ///
    /// # Errors
    ///
    /// A thread has panicked.
    pub(crate) fn leave(&mut self, patience: Duration) -> io::Result<()> {
        self.explains = false;
        self.stop_within(patience)
    }

    fn change(&mut self, changed: ClientGame) -> io::Result<()> {
        // An explanation is about an earlier move, so it does not depend on changes.
        if self.task() != Some(Task::Explain) {
            self.cancel()?;
        }
        self.client_game = changed;
        self.consider_lesson(&self.client_game.record().clone());
        Ok(())
    }

    fn lay(&mut self, record: GameRecord) {
        let game = record.game();
        let is_new = game.history().is_empty() || !is_same_game(game, self.game()) || self.answers.are_gone(game);
        if is_new {
            self.seeds.next_game();
            self.answers.clear();
            self.lessons.new_game();
        }
        self.client_game.lay(record);
    }

    fn game(&self) -> &Game {
        self.client_game.game()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{Options, load};
    use crate::record::transcript;

    #[test]
    fn a_game_is_new_if_none_of_the_answers_is_left_in_it() {
        let mut session = Session::new(load("static-normal").unwrap().player(&Options::default()), 1);
        for (moves, is_new) in [
            // The player answers f5 with f6 (protocol-tests/a-new-game.nboard).
            ("f5", true),
            // The game continues, and then returns to the first answer.
            ("f5f6e6", false),
            ("f5f6", false),
            // The game returns to before all answers: a second game on this opening.
            ("f5", true),
            // Another game.
            ("f5d6", true),
        ] {
            let game = transcript::parse(moves).unwrap();
            session.ask(Request::Game(Box::new(game))).unwrap().unwrap();
            // The player gets the seed with the first request in a game.
            assert_eq!(session.seeds.clone().take().is_some(), is_new, "{moves}");
            session.ask(Request::Choose(None, Purpose::Answer)).unwrap().unwrap();
            session.wait_for_answer().unwrap();
        }
    }
}
