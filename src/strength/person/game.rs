//! A person's game, with the judge's values.

use super::places::{KnownStrength, called, like, place, signed};
use crate::board::{Color, Game, Objective, Square};
use crate::machine::clock::since_1970;
use crate::machine::date::{day, first_day};
use crate::people::{self, Choice, DeepJudge, Discs, GamePart, Judge, PeopleElo};
use crate::record::text::same_name;
use crate::record::{Ending, GameRecord, PlayerInfo};
use crate::search::Stop;
use crate::stats::derive;
use crate::thesis::{fingerprint, image_fingerprints};

/// The opponent of a game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Opponent {
    /// The opponent's name; empty if unknown.
    pub name: String,
    /// The opponent's strength in this game, if known.
    pub strength: Option<KnownStrength>,
}

impl Opponent {
    /// The shipped personality with this name, and its measured strength.
    #[must_use]
    pub fn shipped(name: &str) -> Opponent {
        Opponent { name: name.to_owned(), strength: place(name) }
    }

    /// An opponent as strong as people with this rating.
    #[must_use]
    pub fn like(rating: PeopleElo) -> Opponent {
        Opponent { name: called(rating), strength: Some(like(rating)) }
    }

    /// An opponent of unknown strength.
    #[must_use]
    pub fn stranger(name: &str) -> Opponent {
        Opponent { name: name.to_owned(), strength: None }
    }

    /// A player in a file. A name says nothing about strength unless it is the signature of a shipped personality.
    /// Otherwise the player's rating on a server counts.
    #[must_use]
    pub fn from_player(player: &PlayerInfo) -> Opponent {
        let name = player.name.trim();
        let strength = signed(name).or_else(|| player.rating.and_then(KnownStrength::on_server));
        Opponent { name: name.to_owned(), strength }
    }
}

/// A player's result in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerResult {
    /// The player won by this margin in discs, with empty squares counted for the winner; `None` after a resignation.
    Won(Option<u32>),
    /// The opponent won. The margin is as for [`PlayerResult::Won`].
    Lost(Option<u32>),
    /// A draw.
    Drawn,
}

impl PlayerResult {
    /// The result with this margin in discs.
    #[must_use]
    pub fn by(ahead: i32) -> PlayerResult {
        match ahead {
            0 => PlayerResult::Drawn,
            1.. => PlayerResult::Won(Some(ahead.unsigned_abs())),
            _ => PlayerResult::Lost(Some(ahead.unsigned_abs())),
        }
    }

    /// The final margin in discs, if known.
    #[must_use]
    pub fn ahead(self) -> Option<i32> {
        match self {
            PlayerResult::Won(by) => by.map(|discs| discs as i32),
            PlayerResult::Lost(by) => by.map(|discs| -(discs as i32)),
            PlayerResult::Drawn => Some(0),
        }
    }

    /// The player's points: 1 for a win, one half for a draw.
    #[must_use]
    pub fn points(self) -> f64 {
        match self {
            PlayerResult::Won(_) => 1.0,
            PlayerResult::Drawn => 0.5,
            PlayerResult::Lost(_) => 0.0,
        }
    }

    /// True if the game was won and the margin is unknown; `None` if it is known.
    #[must_use]
    pub fn resigned(self) -> Option<bool> {
        match self {
            PlayerResult::Won(None) => Some(true),
            PlayerResult::Lost(None) => Some(false),
            _ => None,
        }
    }
}

/// A game in which most discs win.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonGame {
    /// The moves.
    pub game: Game,
    /// The person's colour.
    pub side: Color,
    /// The date as written in the game's file.
    pub date: String,
    /// The opponent, if known.
    pub opponent: Opponent,
    /// The number of moves at the start, passes included, that the players did not choose: the opening of a tournament.
    pub given: usize,
    /// True if the game was played with this program, false if it comes from a file of games. The person learns from
    /// one played game to the next.
    pub live: bool,
    /// The person's result, if known.
    pub ended: Option<PlayerResult>,
    /// The seed of the opponent's random choices, if recorded.
    pub seed: Option<u64>,
    /// The judge's values in hundredths of discs, for each move at which the person had a choice.
    pub(super) values: Vec<Vec<i16>>,
    /// The loss of the played move by the [deep judge](DeepJudge) in hundredths of discs, for each of these moves;
    /// `None` if it has not judged the game, or there are none.
    pub(super) deep_losses: Option<Vec<i16>>,
}

/// The number of moves that identify a game. Taking back a later move does not change its identity.
const TELLING: u32 = 40;
/// The fewest moves that identify a game. Different shorter games are often equal.
const EARLY: usize = 20;

/// The largest loss by the deep judge in hundredths of discs.
const MOST_DEEP_LOSS: i16 = (100.0 * people::MOST_LOSS) as i16;

impl PersonGame {
    /// A game without values. Callers leave out games in which the fewest discs win, because the estimate is not about
    /// these.
    #[must_use]
    pub fn new(record: &GameRecord, side: Color) -> PersonGame {
        let game = record.game().clone();
        let sign = if side == Color::Black { 1.0 } else { -1.0 };
        let discs = record.known_discs().filter(|discs| discs.abs() <= 64.0);
        // A resigned game has a winner but no margin. Time and broken rules say nothing of strength.
        let decided = record
            .result
            .filter(|outcome| !matches!(outcome.ending, Ending::Played | Ending::TimedOut | Ending::Forfeited));
        let decided = decided.map(|outcome| sign * outcome.score).filter(|score| discs.is_none() && *score != 0.0);
        let won = decided.map(|score| if score > 0.0 { PlayerResult::Won(None) } else { PlayerResult::Lost(None) });
        PersonGame {
            side,
            ended: discs.map(|discs| PlayerResult::by((sign * discs).round() as i32)).or(won),
            seed: None,
            date: record.date.clone(),
            opponent: Opponent::from_player(record.player(side.other())),
            given: record.given_moves(),
            live: false,
            values: Vec::new(),
            deep_losses: None,
            game,
        }
    }

    /// A finished game of a followed person against an opponent of known strength.
    #[must_use]
    pub fn against(game: &Game, side: Color, opponent: Opponent) -> PersonGame {
        let ended = game.is_over().then(|| PlayerResult::by(game.board().score(side, Objective::Normal)));
        PersonGame {
            game: game.clone(),
            side,
            date: String::new(),
            opponent,
            given: 0,
            live: true,
            ended,
            seed: None,
            values: Vec::new(),
            deep_losses: None,
        }
    }

    /// The finished game of a record as that of a followed person. Without a date it is one of today.
    #[must_use]
    pub fn of_lesson(record: &GameRecord, side: Color, opponent: Opponent) -> PersonGame {
        let played = PersonGame::against(record.game(), side, opponent);
        let date = match first_day(&record.date) {
            Some(_) => record.date.clone(),
            None => day(since_1970().as_secs()),
        };
        PersonGame { date, given: record.given_moves(), ..played }
    }

    /// A resigned game of a followed person. The margin on the board is ignored.
    #[must_use]
    pub fn resigned(self, won: bool) -> PersonGame {
        PersonGame { ended: Some(if won { PlayerResult::Won(None) } else { PlayerResult::Lost(None) }), ..self }
    }

    /// Sets the seed of the opponent's random choices.
    #[must_use]
    pub(crate) fn seeded(self, seed: u64) -> PersonGame {
        PersonGame { seed: Some(seed), ..self }
    }

    /// The game with the judge's values. They depend only on the game, so threads and machines can share the games of
    /// an archive. `None` if stopped. A [`GameJudge`](super::GameJudge) adds the losses by the deep judge.
    #[must_use]
    pub fn judge(self, judge: &mut Judge, stop: &Stop) -> Option<PersonGame> {
        let values = people::judge(&self.game, self.part(), judge, stop)?;
        Some(PersonGame { values, ..self })
    }

    /// The game with the losses by the deep judge, from which the strength is estimated better. They, too, depend only
    /// on the game. `None` if stopped.
    #[must_use]
    pub fn judge_deeply(self, judge: &mut DeepJudge, stop: &Stop) -> Option<PersonGame> {
        let losses = judge.losses(&self.game, self.part(), stop)?;
        Some(PersonGame { deep_losses: Some(losses).filter(|losses| !losses.is_empty()), ..self })
    }

    /// The game before it was judged.
    #[must_use]
    pub(crate) fn without_values(self) -> PersonGame {
        PersonGame { values: Vec::new(), deep_losses: None, ..self }
    }

    /// The game with the values of a judged one; `None` if it is another game or its values belong to other moves.
    #[must_use]
    pub(crate) fn judged_as(self, known: &PersonGame) -> Option<PersonGame> {
        let judged = PersonGame { values: known.values.clone(), deep_losses: known.deep_losses.clone(), ..self };
        (judged.game == known.game && judged.is_judged()).then_some(judged)
    }

    /// The judge's values in hundredths of discs, for each move at which the person had a choice.
    #[must_use]
    pub fn values(&self) -> &[Vec<i16>] {
        &self.values
    }

    /// The game with values by which each chosen move loses ten discs.
    #[cfg(test)]
    pub(crate) fn played_badly(self) -> PersonGame {
        let values = self.chosen().map(|(ply, played)| {
            let moves = crate::board::squares(self.game.history()[ply].0.position.moves());
            moves.map(|square| if square == played { -1_000 } else { 0 }).collect()
        });
        let values = values.collect();
        self.with_values(values).unwrap()
    }

    /// The game with another judge's values; `None` if they belong to other moves.
    #[cfg(test)]
    pub(crate) fn with_values(self, values: Vec<Vec<i16>>) -> Option<PersonGame> {
        Some(PersonGame { values, ..self }).filter(PersonGame::is_judged)
    }

    /// True if this copy of a game has what another one lacks: the opponent's strength, the result or later moves.
    #[must_use]
    pub fn has_more_than(&self, other: &PersonGame) -> bool {
        self.rates_more_than(other) || self.tells_more_than(other)
    }

    /// True if this copy of a game has the result or later moves, which another one lacks.
    #[must_use]
    pub fn tells_more_than(&self, other: &PersonGame) -> bool {
        self.is_longer_than(other) || (self.ended.is_some() && other.ended.is_none())
    }

    fn rates_more_than(&self, other: &PersonGame) -> bool {
        self.opponent.strength.is_some() && other.opponent.strength.is_none()
    }

    fn is_longer_than(&self, other: &PersonGame) -> bool {
        self.game.history().len() > other.game.history().len()
    }

    /// Takes from another copy of the game what this one lacks, and the losses by the deep judge.
    pub fn complete(&mut self, copy: PersonGame) {
        if copy.rates_more_than(self) {
            (self.opponent, self.live, self.seed) = (copy.opponent.clone(), copy.live, copy.seed);
        }
        let is_longer = copy.is_longer_than(self);
        let PersonGame { game, side, given, ended, values, deep_losses, .. } = copy;
        if is_longer {
            self.ended = ended.or(self.ended);
            (self.game, self.side, self.given) = (game, side, given);
            (self.values, self.deep_losses) = (values, deep_losses);
        } else {
            self.ended = self.ended.or(ended);
            // The losses of an image are the same.
            if self.deep_losses.is_none() && (game.history().len(), given) == (self.game.history().len(), self.given) {
                self.deep_losses = deep_losses;
            }
        }
    }

    /// True if one of both games is the other one, broken off before the moves that identify it: against the same
    /// opponent on the same day, as far as that is known.
    pub(super) fn is_broken_off_copy(&self, other: &PersonGame) -> bool {
        let [short, long] = if self.is_longer_than(other) { [other, self] } else { [self, other] };
        let last = short.game.board().position.move_number() - 1;
        // A resigned game was not broken off.
        let is_broken_off = !short.live && short.ended.is_none() && !short.game.is_over();
        if !is_broken_off || !(EARLY as u32..TELLING).contains(&last) {
            return false;
        }
        let is_same_day = short.date.is_empty() || long.date.is_empty() || short.date == long.date;
        let is_same_opponent = same_name(&short.opponent.name, &long.opponent.name);
        let moves = fingerprint(&short.game, short.side, last);
        is_same_day && is_same_opponent && image_fingerprints(&long.game, long.side, last).any(|image| image == moves)
    }

    /// True if the deep judge has judged the game, or the person had no choice in it.
    #[must_use]
    pub fn is_judged_deeply(&self) -> bool {
        self.deep_losses.is_some() || self.chosen().next().is_none()
    }

    pub(super) fn part(&self) -> GamePart {
        GamePart { side: Some(self.side), from: self.given }
    }

    /// The id of the game: a hash of the start, the side and the squares of moves 1 to 40. For a game without a margin
    /// that ended before move 20 it includes the opponent, the date and the seed.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id_with(fingerprint(&self.game, self.side, TELLING))
    }

    /// The ids of all images of the game.
    pub(crate) fn image_ids(&self) -> impl Iterator<Item = u64> {
        image_fingerprints(&self.game, self.side, TELLING).map(|moves| self.id_with(moves))
    }

    /// An id that the images of a game share.
    #[must_use]
    pub fn image_id(&self) -> u64 {
        self.image_ids().min().unwrap_or_default()
    }

    fn id_with(&self, moves: u64) -> u64 {
        if self.ended.and_then(PlayerResult::resigned).is_none() || self.game.history().len() >= EARLY {
            return moves;
        }
        let text = self.opponent.name.bytes().chain([0]).chain(self.date.bytes());
        derive(text.fold(moves, |id, byte| derive(id, byte.into())), self.seed.unwrap_or(0))
    }

    /// The person's choices; empty if the game is not judged.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        people::choices(&self.game, self.part(), &self.values).unwrap_or_default()
    }

    /// What each of these choices loses by the deep judge; `None` if it has not judged the game.
    #[must_use]
    pub fn deep_losses(&self) -> Option<Vec<Discs>> {
        let losses = self.deep_losses.as_ref()?;
        Some(losses.iter().map(|&loss| Discs(f64::from(loss) / 100.0)).collect())
    }

    /// True if the judge's values are those of this game, and the losses by the deep judge if it has some.
    #[must_use]
    pub(crate) fn is_judged(&self) -> bool {
        people::are_values_of(&self.game, self.part(), &self.values)
            && self.deep_losses.as_ref().is_none_or(|losses| {
                losses.len() == self.values.len() && losses.iter().all(|loss| (0..=MOST_DEEP_LOSS).contains(loss))
            })
    }

    /// The chosen move of each choice: the number of moves before it, and its square.
    pub fn chosen(&self) -> impl Iterator<Item = (usize, Square)> {
        self.part().moves(&self.game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::load;
    use crate::record::MoveNote;
    use crate::strength::person::{KnownGames, Profile};

    fn record(timed: &[bool]) -> GameRecord {
        let mut record = GameRecord::default();
        for (mv, &timed) in ["f5", "d6", "c3", "d3", "c4", "f4"].iter().zip(timed) {
            record
                .play(mv.parse().unwrap(), MoveNote { seconds: timed.then_some(1.0), ..MoveNote::default() })
                .unwrap();
        }
        record
    }

    #[test]
    fn a_margin_says_who_won() {
        assert_eq!(
            [-2, 0, 4].map(PlayerResult::by),
            [PlayerResult::Lost(Some(2)), PlayerResult::Drawn, PlayerResult::Won(Some(4))]
        );
    }

    #[test]
    fn an_opening_that_was_given_is_told_by_its_missing_times() {
        let tournament = record(&[false, false, true, true, true, true]);
        assert_eq!(tournament.given_moves(), 2);
        assert_eq!(record(&[false; 6]).given_moves(), 0);
        assert_eq!(record(&[true; 6]).given_moves(), 0);
        // A single move without a time is not an opening.
        assert_eq!(record(&[false, false, true, false, true, true]).given_moves(), 0);
        // A lesson has the same first moves as the file of the game.
        let lesson = PersonGame::of_lesson(&tournament, Color::Black, Opponent::default());
        assert_eq!(lesson.given, PersonGame::new(&tournament, Color::Black).given);
        // Its day decides its place among the games of a profile.
        assert!(first_day(&lesson.date).is_some_and(|[year, ..]| year > 2000), "{}", lesson.date);
    }

    #[test]
    fn games_that_are_given_up_early_are_told_apart() {
        let [first, again, others @ ..] = [
            ("people-1100", "x", 1),
            ("people-1100", "x", 1),
            ("people-1000", "x", 1),
            ("people-1100", "y", 1),
            ("people-1100", "x", 2),
        ]
        .map(|(name, date, seed)| {
            let played = PersonGame::against(&Game::default(), Color::Black, Opponent::stranger(name));
            PersonGame { date: date.to_owned(), ..played }.resigned(false).seeded(seed).id()
        });
        assert_eq!(first, again);
        let different: std::collections::BTreeSet<u64> = others.into_iter().chain([first]).collect();
        assert_eq!(different.len(), 4);
    }

    #[test]
    fn only_what_the_person_chose_is_judged() {
        let mut judge = Judge::deeper(1, 2);
        for (side, timed, expected) in [
            (Color::Black, [false; 6], &[1, 3, 5][..]),
            (Color::White, [false, false, true, true, true, true], &[4, 6]),
        ] {
            let played = PersonGame::new(&record(&timed), side).judge(&mut judge, &Stop::default()).unwrap();
            let numbers: Vec<u32> = played.choices().iter().map(|choice| choice.number).collect();
            assert_eq!(numbers, expected);
        }
    }

    #[test]
    fn copies_of_a_game_are_completed_in_any_order() {
        let mut played = Game::default();
        while !played.is_over() {
            let mv = played.board().moves().next().unwrap();
            played.play(mv).unwrap();
        }
        let mut cut = Game::default();
        for mv in played.moves().take(45) {
            cut.play(mv).unwrap();
        }
        let ann = Opponent::stranger("Ann");
        let short = PersonGame::against(&cut, Color::Black, Opponent { strength: place("people-1200"), ..ann.clone() });
        let finished = PersonGame::against(&played, Color::Black, ann.clone());
        assert_eq!(short.id(), finished.id());
        let completed_game = PersonGame { opponent: short.opponent.clone(), ..finished.clone() };
        // A result may stand in the file of a game that was cut.
        let adjudicated = PersonGame { ended: finished.ended, ..short.clone() };
        let unfinished = PersonGame { ended: None, ..finished.clone() };
        for (mut first, second) in [
            (short.clone(), finished.clone()),
            (finished, short),
            (adjudicated.clone(), unfinished.clone()),
            (unfinished, adjudicated),
        ] {
            assert!(second.has_more_than(&first));
            first.complete(second.clone());
            assert_eq!(first, completed_game);
            assert!(!second.has_more_than(&first));
        }
    }

    /// The game in which the lowest square is always played, up to this number of moves.
    fn first_moves(count: usize) -> GameRecord {
        let mut record = GameRecord::default();
        for _ in 0..count {
            let Some(mv) = record.game().board().moves().next() else { break };
            record.play(mv, MoveNote::default()).unwrap();
        }
        record
    }

    #[test]
    fn a_game_that_was_broken_off_and_its_whole_copy_are_one() {
        let whole = first_moves(100);
        assert!(whole.game().is_over());
        let day = |record: &GameRecord, date: &str, opponent: &str| {
            let white = PlayerInfo { name: opponent.to_owned(), ..PlayerInfo::default() };
            let mut dated = record.clone();
            (dated.date, dated.white) = (date.to_owned(), white);
            PersonGame::new(&dated, Color::Black)
        };
        let finished = day(&whole, "2005.03.01", "Ben");
        for (moves, date, opponent, expected) in [
            (30, "2005.03.01", "ben", 1),
            (30, "", "Ben", 1),
            (30, "2005.03.02", "Ben", 2),
            (30, "2005.03.01", "Cleo", 2),
            (12, "2005.03.01", "Ben", 2),
        ] {
            let cut = day(&first_moves(moves), date, opponent);
            for games in [[cut.clone(), finished.clone()], [finished.clone(), cut.clone()]] {
                let mut profile = Profile::new("Ann");
                assert_eq!(profile.add(games), expected, "{moves} {date} {opponent}");
                let has_whole = |game: &PersonGame| (&game.game, game.ended) == (&finished.game, finished.ended);
                assert!(profile.games.iter().any(has_whole));
                // The whole game is known now, and so is the other one.
                let known = KnownGames::new(&profile.games);
                assert!([&finished, &cut].iter().all(|game| known.copy_of(game).is_some()));
                assert_eq!(profile.add([finished.clone()]), 0);
            }
            // Who resigned may have played the same moves again.
            let mut profile = Profile::new("Ann");
            assert_eq!(profile.add([cut.resigned(false), finished.clone()]), 2);
        }
    }

    #[test]
    fn a_margin_is_there_if_the_board_or_the_file_says_it() {
        use crate::record::Outcome;
        let mut open = record(&[false; 6]);
        assert_eq!(PersonGame::new(&open, Color::Black).ended, None);
        for ending in [Ending::Resigned, Ending::Unknown, Ending::Agreed, Ending::Adjudicated] {
            open.result = Some(Outcome { score: 64.0, ending });
            let ended = [Color::Black, Color::White].map(|side| PersonGame::new(&open, side).ended.unwrap());
            assert_eq!(ended, [PlayerResult::Won(None), PlayerResult::Lost(None)]);
            assert_eq!(ended.map(|ended| (ended.ahead(), ended.resigned())), [(None, Some(true)), (None, Some(false))]);
        }
        for ending in [Ending::TimedOut, Ending::Forfeited] {
            open.result = Some(Outcome { score: 64.0, ending });
            assert_eq!(PersonGame::new(&open, Color::Black).ended, None);
        }
        open.result = Some(Outcome { score: -12.0, ending: Ending::Played });
        assert_eq!(PersonGame::new(&open, Color::White).ended, Some(PlayerResult::Won(Some(12))));
        // A person may be named like a shipped player.
        open.black.name = " people-1200 ".to_owned();
        let opponent = PersonGame::new(&open, Color::White).opponent;
        assert_eq!((opponent.name.as_str(), opponent.strength), ("people-1200", None));
        open.black.name = format!(" {} ", load("people-1200").unwrap().signature());
        let opponent = PersonGame::new(&open, Color::White).opponent;
        assert_eq!((opponent.name.as_str(), opponent.strength), (open.black.name.trim(), place("people-1200")));
    }
}
