//! Matches between two players inside the process. The result is the same on any number of threads.

use std::ops::Range;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Options, Personality, Player, chosen};
use crate::board::{Board, Color, Game, Objective, points, random};
use crate::machine::work;
use crate::search::{Limits, SilentObserver, Stop};
use crate::stats::{Mean, Tally, derive};

/// A player of a match: a personality, or your own function that makes a player for each thread.
pub trait Contestant: Sync {
    /// Makes a new player.
    fn seated(&self) -> Box<dyn Player>;

    /// The rule that it plays.
    fn rule(&self) -> Objective {
        Objective::Normal
    }
}

impl Contestant for Personality {
    fn seated(&self) -> Box<dyn Player> {
        self.player(&Options { hash_mb: 16, ..Options::default() })
    }

    fn rule(&self) -> Objective {
        self.rule
    }
}

impl<F: Fn() -> Box<dyn Player> + Sync> Contestant for F {
    fn seated(&self) -> Box<dyn Player> {
        self()
    }

    fn rule(&self) -> Objective {
        self().objective()
    }
}

/// A match between two players.
///
/// ```
/// use rival::players::{duel::Duel, load};
///
/// let map = load("static-normal")?;
/// let random = load("random")?;
/// // 20 games, each random opening of 8 moves twice with the colours swapped; the seed decides everything.
/// let results = Duel::paired([&map, &random], 20, 8, 1).run(1, &|| {});
/// let score = results.score().expect("there are games");
/// assert!(score.mean > 0.5);
/// # Ok::<(), rival::players::PersonalityError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Duel<'a, C: ?Sized = Personality> {
    /// The first and the second player.
    pub players: [&'a C; 2],
    /// The rule that decides the games. It replaces the players' own rules.
    pub rule: Objective,
    /// The number of games.
    pub games: u64,
    /// Random moves before the players take over, 60 at most; 0 is the normal start.
    pub opening_plies: u32,
    /// The colours of the first player.
    pub seat: Seat,
    /// The seed of openings and of every random choice.
    pub seed: u64,
}

impl<'a, C: Contestant + ?Sized> Duel<'a, C> {
    /// Pairs of games on random openings with swapped colours. The first player's rule decides them.
    #[must_use]
    pub fn paired(players: [&'a C; 2], games: u64, opening_plies: u32, seed: u64) -> Duel<'a, C> {
        Duel { players, rule: players[0].rule(), games, opening_plies, seat: Seat::Both, seed }
    }
}

/// The colours of the first player in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seat {
    /// Both colours in turn: a pair of games on the same opening.
    Both,
    /// Always the side that moves first.
    Black,
    /// Always the side that moves second.
    White,
}

/// The result of a game for the first player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The colour of the first player.
    pub color: Color,
    /// The result in discs under the match's rule, -64 to 64; positive for a win.
    pub discs: i32,
}

impl Outcome {
    /// The score: 1 for a win, 0.5 for a draw, 0 for a loss.
    #[must_use]
    pub fn score(self) -> f64 {
        points(self.discs)
    }
}

/// The results of a match: every game in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuelResults {
    /// The number of games in a unit: 2 with swapped colours, otherwise 1.
    unit: usize,
    /// A result for each game, in the order of the games.
    pub outcomes: Vec<Outcome>,
}

impl DuelResults {
    /// The first player's mean score, 0 to 1. The two games of a pair are one observation, because they share their
    /// opening.
    #[must_use]
    pub fn score(&self) -> Option<Mean> {
        self.mean(Outcome::score)
    }

    /// The first player's mean result in discs.
    #[must_use]
    pub fn discs(&self) -> Option<Mean> {
        self.mean(|outcome| f64::from(outcome.discs))
    }

    fn mean(&self, value: impl Fn(Outcome) -> f64) -> Option<Mean> {
        let units = self.outcomes.chunks(self.unit);
        Mean::estimate(units.map(|unit| unit.iter().map(|&outcome| value(outcome)).sum::<f64>() / unit.len() as f64))
    }

    /// The results of all games for the first player.
    #[must_use]
    pub fn total(&self) -> Tally {
        tally(self.outcomes.iter())
    }

    /// The results of the games in which the first player had this colour.
    #[must_use]
    pub fn tally(&self, color: Color) -> Tally {
        tally(self.outcomes.iter().filter(|outcome| outcome.color == color))
    }
}

fn tally<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Tally {
    let mut tally = Tally::default();
    outcomes.for_each(|outcome| tally.add((outcome.discs.signum() + 1) as u8));
    tally
}

impl<C: Contestant + ?Sized> Duel<'_, C> {
    /// Plays the match on this many threads (1 or more); calls `progress` after each game.
    ///
    /// # Panics
    /// The openings have more than 60 moves, or a player gives no move or an illegal one.
    #[must_use]
    pub fn run(&self, threads: usize, progress: &(dyn Fn() + Sync)) -> DuelResults {
        self.run_until(&Stop::default(), threads, progress)
    }

    /// Like [`Duel::run`], but can be stopped: unfinished games and incomplete pairs do not count.
    ///
    /// # Panics
    /// As [`Duel::run`].
    #[must_use]
    pub fn run_until(&self, stop: &Stop, threads: usize, progress: &(dyn Fn() + Sync)) -> DuelResults {
        let unit: u64 = if self.seat == Seat::Both { 2 } else { 1 };
        let parts = self.games.div_ceil(unit) as usize;
        let outcomes = work::map_with(
            threads,
            parts,
            || self.seated(),
            |players, number| {
                let first = number as u64 * unit;
                self.part(first..self.games.min(first + unit), players, stop, progress)
            },
        );
        DuelResults { unit: unit as usize, outcomes: outcomes.into_iter().flatten().flatten().collect() }
    }

    /// Makes both players for [`Duel::part`].
    #[must_use]
    pub fn seated(&self) -> [Box<dyn Player>; 2] {
        self.players.map(C::seated)
    }

    /// Plays the games with these numbers. The results depend only on the match and the numbers, so threads and
    /// machines can share a match. `None` if stopped.
    pub fn part(
        &self,
        numbers: Range<u64>,
        players: &mut [Box<dyn Player>; 2],
        stop: &Stop,
        progress: &(dyn Fn() + Sync),
    ) -> Option<Vec<Outcome>> {
        let outcomes = numbers.map(|number| {
            let outcome = self.game(number, players, stop)?;
            progress();
            Some(outcome)
        });
        outcomes.collect()
    }

    /// Plays one game, which depends only on its number and the match's seed. `None` if stopped before its end.
    fn game(&self, number: u64, players: &mut [Box<dyn Player>; 2], stop: &Stop) -> Option<Outcome> {
        // If millions of games remain, drawing their openings would take seconds.
        if stop.is_stopped() {
            return None;
        }
        let (opening, color) = match self.seat {
            Seat::Both => (number / 2, if number.is_multiple_of(2) { Color::Black } else { Color::White }),
            Seat::Black => (number, Color::Black),
            Seat::White => (number, Color::White),
        };
        let start = opening_board(derive(derive(self.seed, 0), opening), self.opening_plies);
        let seed = derive(derive(self.seed, 1), number);
        for (player, which) in players.iter_mut().zip(0..) {
            player.new_game(derive(seed, which));
        }
        let game = play_until(stop, start, color, players)?;
        Some(Outcome { color, discs: game.board().score(color, self.rule) })
    }
}

/// The most random moves of an opening: few games last longer.
pub const MOST_OPENING_PLIES: u32 = 60;

/// The board after this many random moves from the normal start. Passes count as moves. The game is not over.
///
/// # Panics
///
/// There are more than [`MOST_OPENING_PLIES`].
#[must_use]
pub fn opening_board(seed: u64, plies: u32) -> Board {
    assert!(plies <= MOST_OPENING_PLIES, "{plies} random moves, {MOST_OPENING_PLIES} at most");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let game = random::opening(plies as usize, &mut rng);
        if !game.is_over() {
            return *game.board();
        }
    }
}

/// Plays a game to its end. The first player has the given colour.
///
/// # Panics
/// A player gives no move or an illegal one.
pub fn play(start: Board, color: Color, players: &mut [Box<dyn Player>; 2]) -> Game {
    play_until(&Stop::default(), start, color, players).expect("nothing stops it")
}

/// Like [`play`]; `None` if stopped before the end, even while a player thinks.
fn play_until(stop: &Stop, start: Board, color: Color, players: &mut [Box<dyn Player>; 2]) -> Option<Game> {
    let mut game = Game::new(start);
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    while !game.is_over() {
        let player = &mut players[usize::from(game.board().to_move != color)];
        let report = player.choose(&game, &limits, &mut SilentObserver);
        if stop.is_stopped() {
            return None;
        }
        let mv = chosen(&report).unwrap_or_else(|| panic!("{} gives no move", player.name()));
        game.play(mv).unwrap_or_else(|error| panic!("{}: {error}", player.name()));
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::load;

    #[test]
    fn openings_differ_by_seed_and_leave_a_game_to_play() {
        assert_eq!(opening_board(1, 0), Board::START);
        let boards: Vec<Board> = (0..100).map(|seed| opening_board(seed, 8)).collect();
        assert!(boards.iter().all(|board| board.position.empties() == 52 && !board.is_over()));
        let distinct: std::collections::HashSet<Board> = boards.into_iter().collect();
        assert!(distinct.len() > 90);
    }

    #[test]
    fn a_player_of_your_own_has_its_own_rule() {
        let own = || load("static-anti").unwrap().player(&Options::default());
        assert_eq!(Duel::paired([&own, &own], 2, 8, 1).rule, Objective::Anti);
    }

    #[test]
    fn both_games_of_a_pair_begin_alike_with_colours_swapped() {
        // Equal deterministic players play the same game twice: a win with Black is a loss with White.
        let bp = load("bp").unwrap();
        let duel = Duel {
            players: [&bp, &bp],
            rule: Objective::Normal,
            games: 40,
            opening_plies: 6,
            seat: Seat::Both,
            seed: 3,
        };
        let results = duel.run(2, &|| ());
        for pair in results.outcomes.chunks(2) {
            assert_eq!(pair[0].discs, -pair[1].discs);
            assert_eq!([pair[0].color, pair[1].color], [Color::Black, Color::White]);
        }
        assert_eq!(results.score().unwrap().mean, 0.5);
        assert_eq!(results.score().unwrap().count, 20);
    }
}
