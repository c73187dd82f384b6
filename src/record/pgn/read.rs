//! Reads PGN.

use super::tokens::{Token, Tokens};
use super::{ANTI, ELO, PgnError, TIME_CONTROL};
use crate::board::{Board, Move, Objective};
use crate::record::clock::number;
use crate::record::format::LARGEST_COUNT;
use crate::record::text::{beginning, decode_lines};
use crate::record::{Clock, Ending, FileGame, GameRecord, MoveNote, Outcome, PlayerInfo, ServerRating};

/// The score of a game whose winner is known, but not the margin.
const WON: f64 = 64.0;

/// Reads every game of a file. A faulty game does not hide the next one.
#[must_use]
pub fn parse_all(bytes: &[u8]) -> Vec<FileGame<PgnError>> {
    let text = decode_lines(bytes);
    let mut games = Vec::new();
    let mut open: Option<PartialGame> = None;
    let mut has_tags = false;
    for (line, token) in Tokens::new(&text) {
        let is_tag = matches!(token, Token::Tag(..) | Token::Unreadable(PgnError::Tag(_)));
        has_tags |= is_tag;
        let is_foreign = matches!(token, Token::Unreadable(PgnError::NoGame(_)));
        if open.as_ref().is_some_and(|game| game.is_over || is_foreign || is_tag && game.has_moves) {
            games.extend(open.take().map(PartialGame::finish));
        }
        // A game that has only tags ends where its tags begin again.
        if open.as_ref().is_some_and(|game| game.has(&token)) {
            games.extend(open.take().map(PartialGame::finish_cut_off));
        }
        if games.len() > LARGEST_COUNT {
            break;
        }
        // A comment after the result belongs to no game.
        if open.is_some() || !matches!(token, Token::Comment(_)) {
            open.get_or_insert_with(|| PartialGame::at(line)).take(line, token);
        }
    }
    games.extend(open.map(PartialGame::finish_cut_off));
    if !has_tags && !text.trim().is_empty() {
        return vec![FileGame { line: Some(1), game: Err(PgnError::NoGame(beginning(bytes))) }];
    }
    games
}

/// A game while it is read.
struct PartialGame {
    /// The first line of the game, or that of its first unreadable token.
    line: usize,
    tags: Vec<(String, String)>,
    moves: Vec<(Move, MoveNote)>,
    /// The word at the end of the moves.
    result: Option<String>,
    /// True once something follows the tags.
    has_moves: bool,
    is_over: bool,
    error: Option<PgnError>,
}

impl PartialGame {
    fn at(line: usize) -> PartialGame {
        let tags = Vec::new();
        let moves = Vec::new();
        PartialGame { line, tags, moves, result: None, has_moves: false, is_over: false, error: None }
    }

    fn take(&mut self, line: usize, token: Token) {
        self.has_moves |= !matches!(token, Token::Tag(..) | Token::Unreadable(PgnError::Tag(_)));
        match token {
            Token::Tag(name, value) => self.tags.push((name, value)),
            Token::Move(mv) => self.moves.push((mv, MoveNote::default())),
            Token::Comment(text) => {
                if let Some((_, note)) = self.moves.last_mut().filter(|(_, note)| *note == MoveNote::default()) {
                    *note = note_of(&text);
                }
            }
            Token::Result(text) => {
                self.is_over = true;
                self.result = Some(text);
            }
            Token::Unreadable(error) if self.error.is_none() => {
                self.error = Some(error);
                self.line = line;
            }
            Token::Unreadable(_) => {}
        }
    }

    fn finish(self) -> FileGame<PgnError> {
        FileGame { line: Some(self.line), game: self.record() }
    }

    /// True if the token is a tag that the game already has.
    fn has(&self, token: &Token) -> bool {
        let Token::Tag(name, _) = token else { return false };
        self.tags.iter().any(|(tag, _)| tag.eq_ignore_ascii_case(name))
    }

    /// A game that ends with its file, or without moves. Without a result it may have been cut off, except if its board
    /// is final.
    fn finish_cut_off(self) -> FileGame<PgnError> {
        let has_result = self.is_over;
        let FileGame { line, game } = self.finish();
        let is_final = game.as_ref().is_ok_and(|record| record.final_score().is_some());
        FileGame { line, game: if has_result || is_final { game } else { game.and(Err(PgnError::Unfinished)) } }
    }

    /// The value of a tag. `?` stands for an unknown one.
    fn tag(&self, name: &str) -> Option<&str> {
        let value = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name))?.1.trim();
        (!value.is_empty() && value != "?").then_some(value)
    }

    fn record(mut self) -> Result<GameRecord, PgnError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let start = self.tag("FEN").map_or(Ok(Board::START), |text| text.parse().map_err(PgnError::Board))?;
        let mut record = GameRecord::new(start);
        record.place = self.tag("Event").unwrap_or_default().to_owned();
        record.date = self.tag("Date").unwrap_or_default().to_owned();
        record.black = self.player("Black");
        record.white = self.player("White");
        record.komi = self.tag("Komi").and_then(number);
        if self.tag("Variant").is_some_and(|variant| variant.to_lowercase().contains(ANTI)) {
            record.objective = Objective::Anti;
        }
        for &(mv, note) in &self.moves {
            record.read(None, mv, note)?;
        }
        record.result = self.outcome(&record);
        Ok(record)
    }

    fn player(&self, side: &str) -> PlayerInfo {
        let name = self.tag(side).unwrap_or_default().to_owned();
        let rating = self.tag(&format!("{side}{ELO}")).and_then(number).map(ServerRating);
        let control = self.tag(&format!("{side}{TIME_CONTROL}")).or_else(|| self.tag(TIME_CONTROL));
        PlayerInfo { name, rating, clock: control.and_then(clock) }
    }

    /// The recorded result. `Score` has the discs; otherwise they are those of the last board or, if the game was
    /// broken off, unknown.
    fn outcome(&self, record: &GameRecord) -> Option<Outcome> {
        let ending = match self.tag("Termination").unwrap_or_default().to_lowercase().as_str() {
            "time forfeit" => Some(Ending::TimedOut),
            "resigned" => Some(Ending::Resigned),
            "abandoned" | "rules infraction" => Some(Ending::Forfeited),
            "agreed" => Some(Ending::Agreed),
            "adjudication" => Some(Ending::Adjudicated),
            _ => None,
        };
        if let Some(score) = self.tag("Score").and_then(number) {
            return Some(Outcome { score, ending: ending.unwrap_or_default() });
        }
        let result = self.result.as_deref().filter(|&result| result != "*").or_else(|| self.tag("Result"))?;
        let score = match result {
            "*" => return None,
            _ if record.final_score().is_some() => f64::from(record.final_score()?),
            "1-0" => -WON,
            "0-1" => WON,
            "1/2-1/2" => 0.0,
            _ => return None,
        };
        let unknown = if score == 0.0 { Ending::Agreed } else { Ending::Unknown };
        let played = if record.final_score().is_some() { Ending::Played } else { unknown };
        Some(Outcome { score, ending: ending.unwrap_or(played) })
    }
}

/// Reads `300` or `300+2`. The clock is unknown in other values, such as `-` and `40/9000`.
fn clock(text: &str) -> Option<Clock> {
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    let main = number(main).filter(|&main| main >= 0.0)?;
    let increment = number(increment).filter(|&increment| increment >= 0.0)?;
    Some(Clock { main, increment, grace: 0.0 })
}

/// Reads a comment that begins like `+1.23/12 0.45s` or `+1.23/12`, or is `+1.23 0.45s`, `+1.23` or `0.45s`. Other
/// comments are words.
fn note_of(text: &str) -> MoveNote {
    let mut words = text.split_whitespace().map(|word| word.trim_end_matches(','));
    let first = words.next().unwrap_or_default();
    let second = words.next();
    let searched = searched(first);
    let (eval, depth) = searched.unwrap_or_default();
    match (searched, second) {
        (Some(_), None) => MoveNote { eval, depth, seconds: None },
        (Some(_), Some(second)) if depth.is_some() || seconds(second).is_some() => {
            MoveNote { eval, depth, seconds: seconds(second) }
        }
        (None, None) => MoveNote { seconds: seconds(first), ..MoveNote::default() },
        _ => MoveNote::default(),
    }
}

/// The value and the depth in `+1.23/12`, `0.00/12`, `/12` or `+1.23`; `+M3` is a mate, which is no value.
fn searched(word: &str) -> Option<(Option<f64>, Option<u32>)> {
    let (value, depth) = match word.split_once('/') {
        // Some programs add the depth of the longest line.
        Some((value, depth)) => (value, Some(depth.split('/').next()?.parse().ok()?)),
        None => (word, None),
    };
    let eval = number(value).filter(|_| value.starts_with(['+', '-']) || value == "0.00");
    let has_other = depth.is_some() && (value.is_empty() || value.trim_start_matches(['+', '-']).starts_with('M'));
    (eval.is_some() || has_other).then_some((eval, depth))
}

/// The time in `0.45s`.
fn seconds(word: &str) -> Option<f64> {
    word.strip_suffix('s').and_then(number).filter(|&seconds| seconds >= 0.0)
}
