//! The server's messages to the page: answers to its requests, and the topics that it shows, as JSON.
//!
//! `assets/types.d.ts` is made from these types and those of `ask`: `UPDATE=1 cargo test --lib page::tell` writes it,
//! and `scripts/check-page types` checks the page's scripts against it.

use serde::Serialize;

use super::ask::{GameRef, OpponentChoice, Refusal, Rule, Terms};
use crate::board::Color;
use crate::people::PeopleElo;
use crate::players::explain;
use crate::record::{Ending, GameRecord, Outcome};

/// Derives what all message types need.
macro_rules! messages {
    ($($(#[$about:meta])* pub $kind:ident $name:ident $fields:tt)*) => {
        $(
            #[derive(Debug, Clone, Serialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            $(#[$about])*
            pub(crate) $kind $name $fields
        )*
    };
}

mod exercises;
mod me;
mod review;

pub(crate) use exercises::*;
pub(crate) use me::*;
pub(crate) use review::*;

/// The answer to a request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    /// The request is done. The topics have the changes.
    Done,
    Number(u64),
    Text(String),
    Hello(Hello),
    File(File),
    Games(Games),
    Game(Game),
    Lens(Lens),
    Meant(Statement<explain::MoveComment>),
    Explored(Exploration),
    Repertoire(Vec<OpeningLine>),
}

/// A statement in English, with its parts for other languages.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Statement<T> {
    pub words: String,
    pub says: T,
}

impl<T: ToString> From<T> for Statement<T> {
    fn from(says: T) -> Statement<T> {
        Statement { words: says.to_string(), says }
    }
}

/// The answer to a request, or the reason for its refusal.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum AnswerOrRefusal<T> {
    Ok(T),
    Refused(Refusal),
}

impl<T> From<Result<T, Refusal>> for AnswerOrRefusal<T> {
    fn from(result: Result<T, Refusal>) -> AnswerOrRefusal<T> {
        match result {
            Ok(value) => AnswerOrRefusal::Ok(value),
            Err(refusal) => AnswerOrRefusal::Refused(refusal),
        }
    }
}

messages! {
    /// The facts that stay the same while the page is open.
    pub struct Hello {
        pub version: &'static str,
        pub opponents: Vec<Opponent>,
        pub strengths: Strengths,
        /// The number of games in a placement.
        pub placement: usize,
        /// The extensions of files that a browser offers to open, separated by commas.
        pub files: String,
    }

    /// An opponent that can be chosen.
    pub struct Opponent {
        pub who: OpponentChoice,
        pub name: String,
        /// Its way of playing, in one line.
        pub summary: String,
        /// The rule that it plays by. A player for both rules is listed for each.
        pub rule: Rule,
        /// Its strength among people, if it was measured.
        pub rating: Option<PeopleElo>,
    }

    /// The strengths to choose from.
    pub struct Strengths {
        pub low: i32,
        pub high: i32,
        pub step: i32,
        /// The first choice while the person's strength is unknown.
        pub first: i32,
        /// The classes of strength from beginner to master: the lowest rating and a word.
        pub words: Vec<(i32, String)>,
    }

    /// An opened file.
    pub struct File {
        /// The number of the file.
        pub file: u64,
        pub name: String,
        pub games: usize,
        /// The players with their numbers of games, the largest number first.
        pub players: Vec<(String, usize)>,
        /// The number of unreadable games, and the error of the first.
        pub unreadable: usize,
        pub problem: Option<String>,
        /// The number of games beyond the limit.
        pub more: usize,
    }

    /// A part of a list of games, and the number of games in the whole list.
    pub struct Games {
        pub total: usize,
        pub games: Vec<GameLine>,
    }

    /// A game in a list.
    pub struct GameLine {
        #[serde(rename = "ref")]
        pub of: GameRef,
        pub black: String,
        pub white: String,
        pub date: String,
        pub result: Option<GameEnd>,
        pub moves: usize,
        /// The number of the person's mistakes, by the judge of the person's strength; `None` if it was not measured.
        pub mistakes: Option<u32>,
        /// The first moves, two characters each.
        pub begin: String,
        pub rule: Rule,
        /// The person's side, if it is one of the person's own games.
        pub you: Option<Color>,
    }

    /// A line that the person plays: some games that begin alike, and their results.
    pub struct OpeningLine {
        /// The moves that they share, two characters each, turned so that the first one is f5.
        pub moves: String,
        /// The person's side.
        pub you: Color,
        pub games: usize,
        pub won: usize,
        pub drawn: usize,
        pub lost: usize,
    }

    /// A game to view.
    pub struct Game {
        pub black: String,
        pub white: String,
        pub date: String,
        pub place: String,
        pub rule: Rule,
        /// The start position in 66 characters, if it is not the normal one.
        pub start: Option<String>,
        /// The moves, two characters each.
        pub moves: String,
        pub result: Option<GameEnd>,
        /// The mover's value of each move in discs.
        pub evals: Vec<Option<f64>>,
        /// The person's side and the opponent, if it is one of the person's own games.
        pub you: Option<Color>,
        pub opponent: Option<String>,
    }

    /// The end of a game.
    pub struct GameEnd {
        /// The lead for Black in discs.
        pub score: f64,
        pub how: Ending,
    }

    /// The present game.
    #[serde(rename_all = "camelCase")]
    pub struct Play {
        pub id: u64,
        #[serde(flatten)]
        pub terms: Terms,
        /// The opponent's strength, if it is known and not part of the name.
        pub rating: Option<PeopleElo>,
        pub over: bool,
        pub start: Option<String>,
        pub moves: String,
        pub turn: Color,
        pub your_turn: bool,
        pub left: Option<SecondsLeft>,
        /// The known values of the person's moves: squares and discs.
        pub hints: Vec<(String, f64)>,
        /// True if values of moves were shown in the game, or a move was taken back. It then does not count.
        pub hinted: bool,
        pub can_undo: bool,
        /// The opponent has failed and plays no more.
        pub broken: bool,
        pub result: Option<GameEnd>,
    }

    /// The seconds left on both clocks.
    pub struct SecondsLeft {
        pub black: Option<f64>,
        pub white: Option<f64>,
    }
}

impl GameEnd {
    /// The end of a game by its record, or by its last board; `None` if the game is not over or its result is unknown.
    pub(super) fn new(record: &GameRecord) -> Option<GameEnd> {
        record.outcome().map(|Outcome { score, ending }| GameEnd { score, how: ending })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use ts_rs::{Config, TS, TypeVisitor};

    use super::*;
    use crate::board::{Bitboard, Move};
    use crate::eval::Unit;
    use crate::people::{FeatureKind, MOST_LOSS, classes, families};
    use crate::personality::listed;
    use crate::players::explain::MoveComment;
    use crate::record::wthor;
    use crate::serve::page::ask::{Ask, Refusal, Settings};
    use crate::serve::page::desk::file::open;
    use crate::strength::person::{EvidenceCounts, NoResult};
    use crate::strength::reasons::{AnswerEffect, Deed, Fact, FewSquares, Sequel};
    use crate::strength::rivals::CHARACTERS;

    /// The declarations of types by name, each with the types that it uses.
    struct All(Config, BTreeMap<String, String>);

    impl TypeVisitor for All {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            let declared =
                T::output_path().map(|_| format!("{}export {}", T::docs().unwrap_or_default(), T::decl(&self.0)));
            if let Some(text) = declared
                && let Some(other) = self.1.insert(T::ident(&self.0), text)
            {
                assert_eq!(other, self.1[&T::ident(&self.0)], "{} twice", T::ident(&self.0));
                T::visit_generics(self);
                return;
            }
            T::visit_dependencies(self);
            T::visit_generics(self);
        }
    }

    #[test]
    fn the_pages_types_are_those_of_the_server() {
        let mut all = All(Config::new().with_large_int("number"), BTreeMap::new());
        all.visit::<(Ask, Refusal, Settings)>();
        all.visit::<(Hello, File, Games, Game, Lens, Exploration, OpeningLine)>();
        all.visit::<(Play, Review, Study, Exercises, Me)>();
        let mut text =
            "/* What the page asks and is told: see src/serve/page/tell, from which this is made. */\n".to_owned();
        all.1.values().for_each(|declared| text += &format!("\n{declared}\n"));
        assert!(all.1.len() > 30, "{}", all.1.len());
        holds("src/serve/page/assets/types.d.ts", &text);
    }

    /// Compares a generated file with its expected text. With `UPDATE` it writes the file.
    fn holds(path: &str, text: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), text, "UPDATE=1 cargo test --lib page::tell writes it");
    }

    #[test]
    fn the_page_says_of_the_largest_loss_that_it_may_be_larger() {
        let script = include_str!("../assets/writing.js");
        assert!(script.contains(&format!("export const MOST_LOSS = {MOST_LOSS};")), "{MOST_LOSS}");
    }

    /// The page must have words for each of these in all its languages; `tests/browser/texts.mjs` checks that.
    #[test]
    fn what_the_page_must_have_words_for_is_listed() {
        let mut said: Vec<String> = classes().map(|(_, words)| words.to_owned()).collect();
        said.extend(CHARACTERS.iter().flat_map(|character| [character.name, character.likes]).map(str::to_owned));
        said.extend(listed().map(|player| player.summary.clone()));
        // Errors in pasted texts: the place, what was found, what was expected.
        let wrong = [("x", "xy"), ("x", "(;GM[Othello]"), ("x", "(;GM[2]")];
        let moves = ["", "xy", "f5 x9", "f5f5", "f5 (d6", "f5d6\nf5f5"].map(|text| ("x.txt", text));
        let wthor = [("x.wtb", &[][..], "x".into()), ("x.wtb", b"x", wthor::FORMAT.example.to_vec())];
        let texts = wrong.into_iter().chain(moves).map(|(name, text)| (name, &[][..], text.as_bytes().to_vec()));
        said.extend(texts.chain(wthor).map(|(name, names, bytes)| match open(name, names, bytes) {
            Ok(opened) => opened.shown.problem.unwrap(),
            Err(Refusal::NoGames { why }) => why,
            Err(other) => panic!("{other:?}"),
        }));
        said.sort_unstable();
        said.dedup();
        let mut features = Vec::new();
        let mut habitual = Vec::new();
        for (family, _) in
            families().filter(|(family, _)| !matches!(family.kind, FeatureKind::Loss(_) | FeatureKind::Policy))
        {
            features.push(family.name);
            if matches!(family.kind, FeatureKind::Mark { .. } | FeatureKind::Number { .. }) {
                habitual.push(family.name);
            }
        }
        assert!(said.len() > 60 && features.len() > 10, "{} {}", said.len(), features.len());

        let rests = [None, Some(NoResult::Unfinished), Some(NoResult::Apart), Some(NoResult::Unknown)]
            .map(|none| EvidenceCounts { moves: 300, games: 12, results: 10, none });

        let side = Color::White;
        let [corner, square] = ["h1", "c3"].map(|name| name.parse().unwrap());
        let set: Bitboard = 0x0101_0100;
        let [none, few] = [0, set].map(FewSquares::all_of);
        let after = Sequel::from_squares([square, corner].into_iter());
        let facts = [
            Fact::Takes { side, corner, ply: 1, after: None },
            Fact::Takes { side, corner, ply: 4, after },
            Fact::WipesOut { side, square },
            Fact::KeepsOut { side, corner },
            Fact::Passes { side, after: None },
            Fact::Passes { side, after },
            Fact::Safe { side, moves: 0, squares: none, after },
            Fact::Safe { side, moves: 3, squares: few, after: None },
            Fact::Moves { side, moves: 1, after },
            Fact::LastMove { side, square },
            Fact::Enters { squares: 4, answer: Some(square) },
            Fact::Enters { squares: 3, answer: None },
            Fact::Wall { side, moves: 4, squares: FewSquares::from_set(set, None) },
            Fact::Wall { side, moves: 0, squares: none },
            Fact::Spoils { square, corner: None },
            Fact::Spoils { square, corner: Some(corner) },
            Fact::Spares { square },
            Fact::Edge { side, square, discs: 0 },
            Fact::Edge { side, square, discs: 3 },
            Fact::Costs { side, square, squares: few },
            Fact::Beside { corner },
            Fact::Waits { square },
            Fact::Contested { side, square },
            Fact::Loses { side, squares: few },
            Fact::Yields { side, square },
            Fact::Gone { square, answer: corner },
            Fact::Opens { side, square, effect: None },
            Fact::Opens { side, square, effect: Some(AnswerEffect::Quiet) },
            Fact::Leaves { side, moves: 5, squares: few },
            Fact::Denies,
            Fact::Closes { side, square },
            Fact::Turns { discs: 5 },
            Fact::Alone { side, square, discs: 9 },
            Fact::Ends { lead: 0, same: true },
            Fact::Ends { lead: 6, same: true },
            Fact::Ends { lead: -4, same: true },
            Fact::Ends { lead: -9, same: false },
            Fact::QuietMoves { side, moves: 0, squares: none, after },
            Fact::QuietMoves { side, moves: 4, squares: few, after: None },
            Fact::Plays { side, square, effect: AnswerEffect::Takes { squares: few } },
            Fact::Plays { side, square, effect: AnswerEffect::Quiet },
            Fact::Plays { side, square, effect: AnswerEffect::Prepares { squares: few } },
            Fact::Keeps,
            Fact::Later { plies: 11 },
        ];
        let deeds = [
            Deed::Corner { corner },
            Deed::Passes,
            Deed::Gives { corner },
            Deed::Edge { discs: 3 },
            Deed::LastMove,
            Deed::Safe { moves: 0, squares: Vec::new() },
            Deed::Safe { moves: 2, squares: vec![square, corner] },
            Deed::Closes { squares: vec![square] },
            Deed::Closes { squares: vec![square, corner] },
            Deed::Quiet,
            Deed::Opens { moves: 5 },
        ];
        let better: Move = "g6".parse().unwrap();
        let comments = [
            MoveComment::Only,
            MoveComment::Book,
            MoveComment::TookForBest,
            MoveComment::NothingBetter,
            MoveComment::Equal { moves: 3 },
            MoveComment::Corner { left_out: better },
            MoveComment::Gift { left_out: better },
            MoveComment::Aimed { better: Some(better), unit: Unit::Discs, lost: 3.5, due: 4.2 },
            MoveComment::Overlooked { better },
            MoveComment::Human { better: None, saw: false, likes: None, times: 6 },
            MoveComment::Human { better: Some(better), saw: false, likes: None, times: 6 },
            MoveComment::Human { better: Some(better), saw: true, likes: None, times: 6 },
            MoveComment::First { next: Some(better) },
            MoveComment::Drawn { moves: 8 },
            MoveComment::Playouts { games: 100, discs: -2.5 },
            MoveComment::Another { choice: better, equal: true },
            MoveComment::Another { choice: better, equal: false },
        ];
        let all = serde_json::json!({
            "said": said, "features": features, "habitual": habitual, "rests": rests,
            "facts": facts.as_slice(), "deeds": deeds, "told": comments,
        });
        holds("tests/browser/said.json", &(serde_json::to_string_pretty(&all).unwrap() + "\n"));
    }
}
