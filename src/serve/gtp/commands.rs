//! The request and the answer for each command.

use std::io::Write;
use std::time::Duration;

use super::{Failure, Server, load, show};
use crate::machine::clock;
use crate::players::Explanation;
use crate::record::{GameRecord, MoveNote};
use crate::serve::session::{Event, Purpose, Request};
use crate::wire::gtp::{Command, GtpError, names, written};

impl<W: Write> Server<W> {
    pub(super) fn answer(&mut self, command: Command) -> Result<String, Failure> {
        let board = *self.session.client_game().board();
        let objective = self.session.objective();
        let text = match command {
            Command::ProtocolVersion => "2".to_owned(),
            Command::Name => format!("rival {}", self.session.signature()),
            Command::Version => env!("CARGO_PKG_VERSION").to_owned(),
            Command::KnownCommand(name) => names().contains(&name.as_str()).to_string(),
            Command::ListCommands => names().join("\n"),
            Command::ListGames | Command::RulesGameId => "Othello".to_owned(),
            Command::AnalyzeCommands => show::ANALYZE_COMMANDS.to_owned(),
            Command::RulesBoardSize => "8".to_owned(),
            Command::CpuTime => format!("{:.3}", clock::processor().as_secs_f64()),
            Command::ShowBoard => show::board(&board),
            Command::RulesBoard => show::rules_board(&board),
            Command::RulesLegalMoves => show::legal_moves(&board),
            Command::RulesSideToMove => board.to_move.to_string(),
            Command::FinalScore | Command::RulesFinalResult if !board.is_over() => {
                return Err(GtpError::CannotScore.into());
            }
            Command::FinalScore => show::score(&board, objective, self.session.client_game().komi),
            Command::RulesFinalResult => show::result(&board, objective, self.session.client_game().komi),
            Command::GenMove(color) => self.choose(Request::Choose(Some(color), Purpose::Play))?,
            Command::RegGenMove(color) => self.choose(Request::Choose(Some(color), Purpose::Look))?,
            Command::Explain => self.explain()?,
            Command::LastSearch => self.last_search.clone().ok_or(GtpError::NoSearch)?,
            Command::Quit | Command::Interrupt => String::new(),
            change => {
                self.change(change)?;
                String::new()
            }
        };
        Ok(text)
    }

    /// Handles commands whose answer is empty.
    fn change(&mut self, command: Command) -> Result<(), Failure> {
        let request = match command {
            Command::BoardSize(size) if size != 8 => return Err(GtpError::UnacceptableSize.into()),
            Command::ClearBoard => Request::Game(Box::new(self.for_the_player(GameRecord::default()))),
            Command::Komi(komi) => Request::Komi(komi),
            Command::Play(color, mv) => Request::Play(Some(color), mv, MoveNote::default()),
            Command::PlaySequence(moves) => Request::PlayAll(moves),
            Command::Undo(count) => Request::Undo(count),
            Command::TimeSettings { main, overtime, stones } => {
                let [main, overtime] = [main, overtime].map(seconds);
                Request::TimeSettings { main, increment: Duration::ZERO, overtime, stones }
            }
            Command::TimeLeft { color, seconds: left, stones } => {
                Request::TimeLeft { color, time: seconds(left), stones }
            }
            Command::FineTimeSettings { main, increment, period, moves } => {
                let [main, increment, overtime] = [main, increment, period].map(Duration::from_millis);
                Request::TimeSettings { main, increment, overtime, stones: moves }
            }
            Command::FineTimeLeft { color, milliseconds, moves } => {
                Request::TimeLeft { color, time: Duration::from_millis(milliseconds), stones: moves }
            }
            Command::Limits { depth, nodes } => {
                self.ask(Request::Nodes((nodes > 0).then_some(nodes)))?;
                Request::Depth((depth > 0).then_some(depth))
            }
            Command::LoadSgf { file, before } => {
                let loaded = load::sgf(&file, before).ok_or(GtpError::CannotLoadFile)?;
                if let Some(komi) = loaded.komi {
                    self.ask(Request::Komi(komi))?;
                }
                Request::Game(Box::new(self.for_the_player(loaded)))
            }
            Command::SetGame(game) if !game.eq_ignore_ascii_case("Othello") => {
                return Err(GtpError::UnsupportedGame.into());
            }
            Command::SetRandomSeed(seed) => Request::Seed(seed),
            // A command that asks for the present size or game changes nothing.
            _ => return Ok(()),
        };
        self.ask(request)
    }

    /// Adapts a record to GTP, which has only the player's rule, no names, and its own clocks.
    fn for_the_player(&self, mut record: GameRecord) -> GameRecord {
        record.objective = self.session.objective();
        for player in [&mut record.black, &mut record.white] {
            *player = Default::default();
        }
        record
    }

    fn ask(&mut self, request: Request) -> Result<(), Failure> {
        Ok(self.session.ask(request)??)
    }

    /// Handles `genmove` and `reg_genmove`.
    fn choose(&mut self, request: Request) -> Result<String, Failure> {
        self.ask(request)?;
        let evaluates = self.session.evaluates();
        let (mv, search) = self.until(|event| match event {
            Event::Chosen(choice) => Some((written(choice.mv), show::search(&choice.report, evaluates))),
            _ => None,
        })?;
        self.last_search = Some(search);
        Ok(mv)
    }

    /// Handles `rival-explain`.
    fn explain(&mut self) -> Result<String, Failure> {
        if !self.session.is_last_choice_played() {
            return Err(GtpError::NothingToExplain.into());
        }
        self.ask(Request::Explain(None))?;
        let explained = self.until(|event| match event {
            Event::Explained(explanation) => Some(explanation.as_ref().map(Explanation::effects)),
            Event::Cancelled(_) => Some(None),
            _ => None,
        })?;
        explained.ok_or(GtpError::Interrupted.into())
    }
}

fn seconds(count: u32) -> Duration {
    Duration::from_secs(count.into())
}
