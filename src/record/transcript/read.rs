//! Finds the games in the lines of a text.

use super::TranscriptError;
use super::error::Problem;
use super::scan::{Item, TextLine, Token, scan};
use crate::board::Move;
use crate::record::format::LARGEST_COUNT;
use crate::record::{Ending, FileGame, GameRecord, MoveNote, Outcome};

/// Every game of a text.
///
/// A game begins at a number 1 with a point, after a result, and after the end of a game. Elsewhere, if every line is a
/// game, but for faulty ones, each line is a separate one; otherwise a line continues the game if its moves are legal.
pub(super) fn games(text: &str) -> Vec<FileGame<TranscriptError>> {
    let is_list = is_list(text);
    let mut reader = Reader::default();
    for line in scan(text) {
        reader.line(&line, is_list);
        if reader.games.len() > LARGEST_COUNT {
            break;
        }
    }
    reader.finish();
    reader.games
}

/// Reads a text that is one game.
pub(super) fn game(text: &str) -> Result<GameRecord, TranscriptError> {
    let has_lines = scan(text).nth(1).is_some();
    let mut open = PartialGame::at(1);
    for line in scan(text) {
        for item in &line.items {
            open.take(item);
            if let Some(mut error) = open.error {
                error.line = has_lines.then_some(line.number);
                return Err(error);
            }
        }
    }
    Ok(open.record)
}

/// Every line of a text as a game of its own. Empty lines and comments are left out.
pub(super) fn lines(text: &str) -> impl Iterator<Item = FileGame<TranscriptError>> {
    scan(text).filter(|line| !line.items.is_empty()).map(|line| {
        let mut open = PartialGame::at(line.number);
        line.items.iter().for_each(|item| open.take(item));
        let error = open.error.or_else(|| (!open.has_moves).then(|| Problem::NoMove.into()));
        FileGame { line: Some(line.number), game: error.map_or(Ok(open.record), Err) }
    })
}

/// True if every line with moves is a complete game. Among two or more such lines, one that neither is a game nor
/// continues the lines before it does not count.
fn is_list(text: &str) -> bool {
    let mut complete = 0;
    let mut has_faulty = false;
    let mut before = PartialGame::at(1);
    for line in scan(text) {
        let alone = Continuation::read(PartialGame::at(line.number), &line);
        if alone.is_complete && !alone.game.has_moves {
            continue;
        }
        let along = Continuation::read(before, &line);
        if !alone.is_complete && (along.is_complete || along.moves > alone.moves) {
            return false;
        }
        complete += usize::from(alone.is_complete);
        has_faulty |= !alone.is_complete;
        before = match (along.is_complete, alone.is_complete) {
            (true, _) => along.game,
            (false, true) => alone.game,
            (false, false) => PartialGame::at(line.number),
        };
    }
    !has_faulty || complete > 1
}

/// A game while it is read.
#[derive(Debug, Clone)]
struct PartialGame {
    /// The first line of the game, or the line of its error.
    line: usize,
    record: GameRecord,
    /// True once a move, legal or not, was read.
    has_moves: bool,
    /// True once a result was read.
    is_over: bool,
    /// True if the last line was empty.
    is_apart: bool,
    error: Option<TranscriptError>,
}

impl PartialGame {
    fn at(line: usize) -> PartialGame {
        let record = GameRecord::default();
        PartialGame { line, record, has_moves: false, is_over: false, is_apart: false, error: None }
    }

    /// True if this part begins another game.
    fn ends_before(&self, item: &Item) -> bool {
        match item.token {
            Token::Number(1, true) => self.has_moves,
            Token::Move(_) | Token::Unreadable(_) => self.is_over,
            _ => false,
        }
    }

    /// Adds a part to the game. After an error further parts are ignored.
    fn take(&mut self, item: &Item) {
        if self.error.is_some() {
            return;
        }
        let result = match &item.token {
            Token::Move(mv) => {
                self.has_moves = true;
                self.record.read(None, *mv, MoveNote::default()).map_err(Problem::Illegal)
            }
            Token::Result(discs) => {
                self.is_over = self.has_moves;
                let lead = discs.map(|(black, white)| f64::from(black) - f64::from(white));
                let outcome = lead.map(|score| Outcome { score, ending: Ending::Played });
                self.record.result = self.record.result.or(outcome);
                Ok(())
            }
            Token::Number(..) => Ok(()),
            Token::Unreadable(problem) => Err(problem.clone()),
        };
        if let Err(problem) = result {
            self.error = Some(TranscriptError { line: None, column: Some(item.column), problem });
        }
    }
}

/// A line read as the continuation of a game.
struct Continuation {
    /// The game after the line, or after its error.
    game: PartialGame,
    /// The number of legal moves in the line.
    moves: usize,
    is_complete: bool,
}

impl Continuation {
    fn read(mut open: PartialGame, line: &TextLine) -> Continuation {
        let mut moves = 0;
        for item in &line.items {
            if open.ends_before(item) {
                open = PartialGame::at(line.number);
            }
            open.take(item);
            if open.error.is_some() {
                return Continuation { game: open, moves, is_complete: false };
            }
            moves += usize::from(matches!(item.token, Token::Move(_)));
        }
        Continuation { game: open, moves, is_complete: true }
    }
}

#[derive(Default)]
struct Reader {
    games: Vec<FileGame<TranscriptError>>,
    open: Option<PartialGame>,
}

impl Reader {
    fn line(&mut self, line: &TextLine, is_list: bool) {
        if let Some(open) = &mut self.open
            && line.items.is_empty()
        {
            open.is_apart |= line.is_blank;
            return;
        }
        match self.open.as_ref().map(|open| place(open, line, is_list)) {
            Some(LinePlace::Next) => self.finish(),
            Some(LinePlace::Lost) => return,
            None | Some(LinePlace::Same) => {}
        }
        if let Some(open) = &mut self.open {
            open.is_apart = false;
        }
        for item in &line.items {
            if self.open.as_ref().is_some_and(|open| open.ends_before(item)) {
                self.finish();
            }
            let is_number_or_result = matches!(item.token, Token::Number(..) | Token::Result(_));
            if self.open.is_none() && is_number_or_result {
                continue;
            }
            let open = self.open.get_or_insert_with(|| PartialGame::at(line.number));
            let was_broken = open.error.is_some();
            open.take(item);
            if open.error.is_some() && !was_broken {
                open.line = line.number;
            }
        }
    }

    fn finish(&mut self) {
        let Some(PartialGame { line, record, has_moves, error, .. }) = self.open.take() else { return };
        if has_moves || error.is_some() {
            self.games.push(FileGame { line: Some(line), game: error.map_or(Ok(record), Err) });
        }
    }
}

/// The game that a line belongs to.
enum LinePlace {
    /// The present game.
    Same,
    /// The next game.
    Next,
    /// A game with an error before this line.
    Lost,
}

fn place(open: &PartialGame, line: &TextLine, is_list: bool) -> LinePlace {
    let first = line.items.first().map(|item| &item.token);
    let is_over = open.is_over || open.record.game().is_over();
    let has_moves = line.items.iter().any(|item| matches!(item.token, Token::Move(_) | Token::Unreadable(_)));
    if !has_moves {
        return LinePlace::Same;
    }
    let is_broken = open.error.is_some();
    match first {
        _ if is_list => return LinePlace::Next,
        Some(Token::Number(1, _)) => return LinePlace::Next,
        Some(Token::Number(..)) => return if is_broken { LinePlace::Lost } else { LinePlace::Same },
        _ if is_over => return LinePlace::Next,
        _ => {}
    }
    let alone = Continuation::read(PartialGame::at(line.number), line);
    if is_broken {
        // A move that does not begin a game belongs to the faulty one.
        let is_lost = alone.moves == 0 && matches!(first, Some(Token::Move(_)));
        return if is_lost { LinePlace::Lost } else { LinePlace::Next };
    }
    let along = Continuation::read(open.clone(), line);
    let is_apart = open.is_apart && alone.is_complete;
    if !is_apart && (along.is_complete || (!alone.is_complete && along.moves > 0 && along.moves >= alone.moves)) {
        LinePlace::Same
    } else {
        LinePlace::Next
    }
}

/// True if a text with this beginning looks like a transcript: one of its lines consists of moves.
pub(super) fn is_like(text: &str) -> bool {
    scan(text).any(|line| {
        let begins = line.items.iter().any(|item| matches!(item.token, Token::Move(mv) if mv != Move::Pass));
        begins && Continuation::read(PartialGame::at(line.number), &line).is_complete
    })
}
