//! What the page asks of the room where strength is measured and opponents are made.
//!
//! The page shows what the room can answer and nothing else: `None` is not shown. Everything is in the data folder that
//! the room was opened with; each method finds there what another process, or a run that was killed, has left.

use crate::board::{Color, Objective};
use crate::people::{Discs, PeopleElo};
use crate::players::Player;
use crate::players::explain::Critic;
use crate::record::GameRecord;
use crate::search::Stop;

/// Whom one plays against.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Who {
    /// A personality that is part of the program.
    Shipped { name: String },
    /// One of the person's rivals.
    Rival { name: String },
    /// A player of this strength, on the scale of [`Strengths`].
    Strength { rating: i32 },
}

/// An opponent that can be chosen.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Opponent {
    pub who: Who,
    pub name: String,
    /// One line that says how it plays.
    pub summary: String,
    /// What it plays for; one that plays for nothing is listed for both.
    pub rule: Rule,
    /// How strong it is, from 0 (the weakest of the list) to 1, if that was measured.
    pub strength: Option<f64>,
}

/// An [`Objective`] as the page writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    #[default]
    Most,
    Fewest,
}

impl From<Objective> for Rule {
    fn from(objective: Objective) -> Rule {
        match objective {
            Objective::Normal => Rule::Most,
            Objective::Anti => Rule::Fewest,
        }
    }
}

impl From<Rule> for Objective {
    fn from(rule: Rule) -> Objective {
        match rule {
            Rule::Most => Objective::Normal,
            Rule::Fewest => Objective::Anti,
        }
    }
}

/// The strengths that can be played against.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Strengths {
    pub low: i32,
    pub high: i32,
    pub step: i32,
    /// For whom nothing is known.
    pub middle: i32,
    /// What the numbers mean, from beginner to master: a number and a word.
    pub words: Vec<(i32, String)>,
}

/// How strong the person is.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// In one sentence for the person: "about as strong as ...".
    pub words: String,
    /// What it rests on, in one line: games, moves, results.
    pub rests_on: String,
    pub rating: Option<Rating>,
    /// What the numbers of ratings mean, in a sentence.
    pub scale: String,
    /// Parts of the game, in order; only those that were measured.
    pub parts: Vec<Part>,
    /// What differs most from others of that strength, in plain words.
    pub habits: Vec<String>,
    /// The rating after each game.
    pub history: Vec<Rating>,
}

/// A rating with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Rating {
    pub value: PeopleElo,
    pub low: PeopleElo,
    pub high: PeopleElo,
}

/// A part of the game.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Part {
    pub stage: Stage,
    /// What a move gives away, on average.
    pub loss: Discs,
    pub moves: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    Opening,
    Middle,
    End,
}

/// One of the person's rivals.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Rival {
    pub name: String,
    /// What it likes, one line.
    pub likes: String,
    /// What its portrait is drawn from: names of traits (`edges`, `corners`, `discs`, `moves`, `room`, `frontier`,
    /// `far`), each from -1 to 1.
    pub traits: Vec<(String, f64)>,
}

/// A finished game of the person.
#[derive(Debug, Clone)]
pub struct Played {
    pub record: GameRecord,
    /// The person's side.
    pub side: Color,
    /// The opponent, if it is one that the page knows, and the seed of its random choices.
    pub against: Option<(Who, u64)>,
}

/// Where the placement of the person is.
#[derive(Debug, Clone, PartialEq)]
pub struct Placement {
    /// Games that place the person, those of other front ends among them.
    pub games: usize,
    /// Whom to play next.
    pub next: Who,
}

/// What is wrong, in one line for the person.
#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    #[error("{0}")]
    Failed(String),
    /// The watch has stopped it; what was done is kept.
    #[error("stopped")]
    Stopped,
}

/// Follows long work, and can stop it.
pub trait Watch: Sync {
    /// So many steps of so many are done; `what` is one word for the present one, or empty.
    fn progress(&self, done: u64, of: u64, what: &str);
    /// Set when the work is not wanted any more.
    fn stop(&self) -> &Stop;
}

/// The room. Its methods are called from several threads; those that take a [`Watch`] may take long, all others less
/// than a tenth of a second.
pub trait Room: Send + Sync {
    /// Everybody that can be played against, but for the rivals.
    fn opponents(&self) -> Vec<Opponent>;

    /// The strengths that can be played against, if players of a given strength can be made.
    fn strengths(&self) -> Option<Strengths>;

    /// What an opponent is called in games.
    fn name(&self, who: &Who) -> String;

    /// A player to play a game with; one that follows the person does so by its lessons.
    ///
    /// # Errors
    /// There is no such player, or its file cannot be used.
    fn player(&self, who: &Who) -> Result<Box<dyn Player>, RoomError>;

    /// The same as it was in a finished game of its own: one that follows the person is another by now.
    ///
    /// # Errors
    /// There is no such player, or its file cannot be used.
    fn player_then(&self, who: &Who, _game: &GameRecord) -> Result<Box<dyn Player>, RoomError> {
        self.player(who)
    }

    /// A strong player with an evaluation in discs, who judges positions of games by this rule; `None` if there is
    /// none.
    fn judge(&self, rule: Objective) -> Option<Box<dyn Player>>;

    /// Others who judge positions, and see them in another way.
    fn other_judges(&self, rule: Objective) -> Vec<Box<dyn Player>> {
        let _ = rule;
        Vec::new()
    }

    /// Whose opinion explanations of moves quote.
    fn critic(&self) -> Option<Critic>;

    /// Adds finished games of the person to what is known; games that are known are left out. Returns how many were
    /// new. Broken off, it has kept what it had.
    ///
    /// # Errors
    /// Nothing, or not everything, could be added.
    fn add(&self, name: &str, games: &[Played], watch: &dyn Watch) -> Result<usize, RoomError>;

    /// How strong the person is; `None` while nothing is known.
    ///
    /// # Errors
    /// What is known cannot be read.
    fn estimate(&self) -> Result<Option<Estimate>, RoomError>;

    /// The person's rivals; none if they have not been made.
    ///
    /// # Errors
    /// They cannot be read.
    fn rivals(&self) -> Result<Vec<Rival>, RoomError>;

    /// Makes rivals for the person as strong as is known, in the place of those that are there. What was broken off
    /// goes on where it was.
    ///
    /// # Errors
    /// They cannot be made; those that were there are then still there.
    fn make_rivals(&self, watch: &dyn Watch) -> Result<(), RoomError>;

    /// True if the making of rivals was begun and neither finished nor given up.
    fn is_making(&self) -> bool;

    /// Gives up rivals that are half made.
    ///
    /// # Errors
    /// Their files cannot be removed.
    fn forget_making(&self) -> Result<(), RoomError>;

    /// Where the placement is, by all that is known.
    ///
    /// # Errors
    /// What is known cannot be read.
    fn placement(&self) -> Result<Placement, RoomError>;

    /// How many games a placement has.
    fn placement_games(&self) -> usize;
}
