//! The GTP server.

mod clock;
mod load;
mod search;
mod show;
mod table;

pub use clock::Clocks;
pub use table::Table;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use super::lesson::{Answers, Played, ended};
use super::output::{Output, quietly};
use super::seeds::Seeds;
use super::{Options, input};
use crate::board::{Game, Objective};
use crate::players::Player;
use crate::players::explain::Critic;
use crate::search::Report;
use crate::wire::gtp::{Command, GtpError, NAMES, Request, Response};

/// Serves until the input ends or `quit`.
///
/// Every command is answered, in order, also those that stand before the end of the input; searches are then cut short, so that the server is gone
/// within a second.
///
/// # Errors
/// The output cannot be written to, for another reason than that the client has closed it.
pub fn serve(
    player: Box<dyn Player>,
    input: impl Read + Send + 'static,
    output: impl Write,
    options: Options,
) -> io::Result<()> {
    quietly(Server::new(player, input::lines(input), output, options).run())
}

struct Server<W> {
    name: String,
    objective: Objective,
    evaluates: bool,
    table: Table,
    clocks: Clocks,
    /// Of searches for a move, beside the clock.
    depth: Option<u32>,
    nodes: Option<u64>,
    komi: f64,
    seeds: Seeds,
    /// Away while it searches.
    player: Option<Box<dyn Player>>,
    lines: Receiver<Vec<u8>>,
    /// Lines that came in during a search.
    waiting: VecDeque<Vec<u8>>,
    /// When the end of the input was seen during a search.
    ended: Option<Instant>,
    output: Output<W>,
    /// Whose opinion explanations quote; `None` if nothing is explained.
    critic: Option<Critic>,
    /// The last search for a move, and where it stood.
    last: Option<(Game, Report)>,
    /// The moves that it gave in this game.
    answers: Answers,
    /// It has learned from this game, or tried to.
    learned: bool,
}

/// Why a command has no answer.
enum Failure {
    Gtp(GtpError),
    /// The server must leave.
    Gone(io::Error),
}

impl From<GtpError> for Failure {
    fn from(error: GtpError) -> Failure {
        Failure::Gtp(error)
    }
}

impl<W: Write> Server<W> {
    fn new(player: Box<dyn Player>, lines: Receiver<Vec<u8>>, output: W, options: Options) -> Server<W> {
        Server {
            name: player.name().to_owned(),
            objective: player.objective(),
            evaluates: player.evaluates(),
            table: Table::default(),
            clocks: Clocks::default(),
            depth: None,
            nodes: None,
            komi: 0.0,
            seeds: Seeds::new(options.seed),
            player: Some(player),
            lines,
            waiting: VecDeque::new(),
            ended: None,
            output: Output::new(output, options.log),
            critic: options.critic,
            last: None,
            answers: Answers::default(),
            learned: false,
        }
    }

    fn run(&mut self) -> io::Result<()> {
        while let Some(line) = self.waiting.pop_front().or_else(|| self.lines.recv().ok()) {
            self.output.received(&line);
            let Some(Request { id, command }) = Request::parse(&line) else { continue };
            let quit = command == Ok(Command::Quit);
            let result = match command.map_err(Failure::from).and_then(|command| self.answer(command)) {
                Ok(text) => Ok(text),
                Err(Failure::Gtp(error)) => Err(error.to_string()),
                Err(Failure::Gone(error)) => return Err(error),
            };
            self.output.send(&Response { id, result })?;
            // After the answer, so that no clock runs meanwhile.
            self.learn_at_end();
            if quit {
                break;
            }
        }
        Ok(())
    }

    fn answer(&mut self, command: Command) -> Result<String, Failure> {
        let board = *self.table.board();
        let text = match command {
            Command::ProtocolVersion => "2".to_owned(),
            Command::Name => format!("rival {}", self.name),
            Command::Version => env!("CARGO_PKG_VERSION").to_owned(),
            Command::KnownCommand(name) => NAMES.contains(&name.as_str()).to_string(),
            Command::ListCommands => NAMES.join("\n"),
            Command::ListGames | Command::RulesGameId => "Othello".to_owned(),
            Command::AnalyzeCommands => show::ANALYZE_COMMANDS.to_owned(),
            Command::RulesBoardSize => "8".to_owned(),
            Command::CpuTime => format!("{:.3}", cpu_time::ProcessTime::now().as_duration().as_secs_f64()),
            Command::ShowBoard => show::board(&board),
            Command::RulesBoard => show::rules_board(&board),
            Command::RulesLegalMoves => show::legal_moves(&board),
            Command::RulesSideToMove => board.to_move.to_string(),
            Command::FinalScore | Command::RulesFinalResult if !board.is_over() => {
                return Err(GtpError::CannotScore.into());
            }
            Command::FinalScore => show::score(&board, self.objective, self.komi),
            Command::RulesFinalResult => show::result(&board, self.objective),
            Command::GenMove(color) => self.generate(color)?,
            Command::RegGenMove(color) => self.consider(color)?,
            Command::MoveValues => self.move_values()?,
            Command::Explain => self.explain()?,
            Command::Quit | Command::Interrupt => String::new(),
            change => {
                self.change(change)?;
                String::new()
            }
        };
        Ok(text)
    }

    /// The commands that have no text for an answer.
    fn change(&mut self, command: Command) -> Result<(), GtpError> {
        match command {
            Command::BoardSize(size) if size != 8 => return Err(GtpError::UnacceptableSize),
            Command::ClearBoard => self.begin(Table::default()),
            Command::Komi(komi) => self.komi = komi,
            Command::Play(color, mv) => self.table.play(color, mv).map_err(|_| GtpError::IllegalMove)?,
            Command::PlaySequence(moves) => self.table.play_all(&moves).map_err(|_| GtpError::IllegalMove)?,
            Command::Undo(count) => self.table.undo(count).then_some(()).ok_or(GtpError::CannotUndo)?,
            Command::TimeSettings { main, overtime, stones } => {
                self.clocks.set(seconds(main), Duration::ZERO, seconds(overtime), stones);
            }
            Command::TimeLeft { color, seconds: left, stones } => self.clocks.tell(color, seconds(left), stones),
            Command::FineTimeSettings { main, increment, period, moves } => {
                let [main, increment, period] = [main, increment, period].map(Duration::from_millis);
                self.clocks.set(main, increment, period, moves);
            }
            Command::FineTimeLeft { color, milliseconds, moves } => {
                self.clocks.tell(color, Duration::from_millis(milliseconds), moves);
            }
            Command::Limits { depth, nodes } => {
                (self.depth, self.nodes) = ((depth > 0).then_some(depth), (nodes > 0).then_some(nodes));
            }
            Command::LoadSgf { file, before } => {
                let loaded = load::sgf(&file, before).ok_or(GtpError::CannotLoadFile)?;
                self.komi = loaded.komi.unwrap_or(self.komi);
                self.begin(Table::from_game(loaded.into_game()));
            }
            Command::SetGame(game) if !game.eq_ignore_ascii_case("Othello") => return Err(GtpError::UnsupportedGame),
            Command::SetRandomSeed(seed) => self.seeds.set(seed),
            // The right size and the right game change nothing.
            _ => {}
        }
        Ok(())
    }

    /// A personality that learns at the end of its games does so, once for each; GTP has no place to say what, so nothing is said.
    fn learn_at_end(&mut self) {
        let Some(player) = self.player.as_mut().filter(|_| !self.learned) else { return };
        if player.learning().is_some_and(|learning| learning.at_end)
            && let Played::Against(opponent) = self.answers.played(self.table.game())
            && let Some(game) = ended(self.table.game(), opponent)
        {
            let _ = player.learn(&game, opponent, "opponent");
            self.learned = true;
        }
    }

    fn begin(&mut self, table: Table) {
        self.table = table;
        self.answers.clear();
        self.learned = false;
        self.clocks.restart();
        self.seeds.next_game();
    }
}

fn seconds(count: u32) -> Duration {
    Duration::from_secs(count.into())
}
