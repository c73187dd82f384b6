//! Levelling: finds the rating in a file at which its player has the desired strength. A character costs strength, and
//! games measure this cost.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::agent::{Person, rounded, spec};
use crate::board::{Board, Color, Game, Move, Objective};
use crate::machine::work;
use crate::people::{COUNT, Choice, Ladder, LadderElo, Tie, What, family};
use crate::personality::{HumanSpec, Strength};
use crate::players::{Human, Player};
use crate::search::{Limits, Stop};
use crate::stats::{derive, draw_normal};

/// An opponent of known strength.
#[derive(Debug, Clone, PartialEq)]
pub struct Opponent {
    /// How it plays.
    pub spec: HumanSpec,
    /// Its rating.
    pub rating: LadderElo,
}

/// The result of levelling.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levelled {
    /// The rating for the file.
    pub rating: LadderElo,
    /// Standard error of that, in Elo.
    pub error: f64,
    /// The number of games.
    pub games: u64,
    /// Mean points of all games, 0 to 1.
    pub score: f64,
}

impl Levelled {
    /// The file's rating minus the ladder's rating for the person: the cost of style and character, in Elo.
    #[must_use]
    pub fn cost(&self, person: &Person) -> f64 {
        (self.rating.above(person.level()) * 10.0).round() / 10.0
    }
}

/// Means of six equal parts of a standard normal distribution.
const PARTS: [f64; 6] = [-1.50, -0.67, -0.21, 0.21, 0.67, 1.50];
/// The largest assumed deviation of a person's strength, in Elo: games against much weaker or stronger players carry
/// little information.
const SPREAD: f64 = 120.0;
/// Standard deviation of the style offsets of players of one strength.
const STYLES: f64 = 0.25;
/// The distance of the ladder's rungs.
const STEP: f64 = 100.0;
/// Pairs of games against each opponent in a round.
const PAIRS: usize = 3;
/// Levelling ends at this standard error of the rating, in Elo.
const ENOUGH: f64 = 20.0;
/// The prior of a character's cost, in Elo: mean and deviation.
const COST: (f64, f64) = (60.0, 120.0);
/// The least distance of players from the foot of the ladder, in Elo.
const FOOT: f64 = 40.0;
/// Elo for a factor of e in the odds.
const SLOPE: f64 = 400.0 / std::f64::consts::LN_10;

/// Players drawn from the posterior of a person's strength and style, and the two nearest rungs of the ladder. `lost`
/// is the cost of the person's own style.
#[must_use]
pub fn panel(person: &Person, lost: f64, seed: u64) -> Vec<Opponent> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (low, high) = Ladder::shipped().range();
    let level = person.level();
    let spread = (person.error / Tie::shipped().stretch(level)).min(SPREAD);
    let drawn = PARTS.map(|part| {
        let rating = level.plus(part * spread).clamp(low, high);
        let style: [f64; COUNT] = std::array::from_fn(|k| {
            // The weight of losses is strength, and that of usual moves is common to all people: neither is style.
            let shared = matches!(family(k).what, What::Loss(_) | What::Usual { .. });
            person.style[k] + if shared { 0.0 } else { STYLES * draw_normal(&mut rng) }
        });
        let person = Person { style: rounded(style), ..person.clone() };
        Opponent { spec: spec(&person, rating.plus(lost)), rating }
    });
    let below = LadderElo((level.0 / STEP).floor() * STEP);
    let rungs = [below, below.plus(STEP)].map(|rating| {
        let rating = rating.clamp(low, high);
        Opponent { spec: HumanSpec::new(Strength::Ladder(rating)), rating }
    });
    drawn.into_iter().chain(rungs).collect()
}

/// A played series: the rating in the player's file, the opponent's rating, and the points.
type Played = (LadderElo, LadderElo, f64);

/// The amount of play.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Rounds of 48 games at most.
    pub rounds: u32,
    /// The seed of the openings and of every random choice.
    pub seed: u64,
    /// Games played at the same time; the result does not depend on it.
    pub threads: usize,
}

/// Finds the rating in the file of `make` at which it plays at `goal` against these opponents, and returns it with the
/// choices of these games; `None` if stopped.
pub fn level(
    make: &(dyn Fn(LadderElo) -> HumanSpec + Sync),
    goal: LadderElo,
    panel: &[Opponent],
    effort: Effort,
    stop: &Stop,
    progress: &dyn Fn(u64),
) -> Option<(Levelled, Vec<Choice>)> {
    let (low, high) = Ladder::shipped().range();
    // At the foot of the ladder all moves are equally likely, and no character shows.
    let low = low.plus(FOOT);
    let mut results: Vec<Played> = Vec::new();
    let mut choices = Vec::new();
    let (mut cost, mut error) = COST;
    for round in 0..effort.rounds {
        let rating = goal.plus(cost).clamp(low, high);
        let own = make(rating);
        let round_seed = derive(effort.seed, u64::from(round));
        for (number, (points, chosen)) in games(&own, panel, round_seed, effort.threads, stop)?.into_iter().enumerate()
        {
            results.push((rating, panel[number / (2 * PAIRS)].rating, points));
            choices.extend(chosen);
        }
        (cost, error) = fit(&results);
        progress(results.len() as u64);
        if error <= ENOUGH {
            break;
        }
    }
    let count = results.len() as f64;
    let score = results.iter().map(|(.., points)| points).sum::<f64>() / count;
    let rating = goal.plus(cost).clamp(low, high).tenth();
    Some((Levelled { rating, error, games: results.len() as u64, score }, choices))
}

/// The points and choices of a player in one round, in the order of the panel; they do not depend on the threads.
/// `None` if stopped.
pub fn games(
    own: &HumanSpec,
    panel: &[Opponent],
    seed: u64,
    threads: usize,
    stop: &Stop,
) -> Option<Vec<(f64, Vec<Choice>)>> {
    let of = |spec: &HumanSpec| Human::new("player", spec);
    // One opponent a job, so that its player is made once.
    let points = work::map(threads, panel.len() * PAIRS, |pair| {
        let mut players = [of(own), of(&panel[pair / PAIRS].spec)];
        [Color::Black, Color::White].map(|color| {
            if stop.is_stopped() {
                return (0.0, Vec::new());
            }
            let seed = derive(derive(seed, 1), 2 * pair as u64 + u64::from(color == Color::White));
            players.iter_mut().zip(0..).for_each(|(player, side)| player.new_game(derive(seed, side)));
            // From the start, as people meet rivals: a character may cost the most in the opening.
            let discs = play(Board::START, color, &mut players).board().score(color, Objective::Normal);
            (f64::from(discs.signum() + 1) / 2.0, players[0].choices().to_vec())
        })
    });
    (!stop.is_stopped()).then(|| points.into_iter().flatten().collect())
}

/// A whole game of two players; the first has this colour.
fn play(start: Board, color: Color, players: &mut [Human; 2]) -> Game {
    let mut game = Game::new(start);
    while !game.is_over() {
        let player = &mut players[usize::from(game.board().to_move != color)];
        let mv = player.decide(&game, &Limits::default()).map_or(Move::Pass, Move::from);
        game.play(mv).expect("players play legal moves");
    }
    game
}

fn chance(own: LadderElo, other: LadderElo) -> f64 {
    1.0 / (1.0 + libm::exp(other.above(own) / SLOPE))
}

/// The character's cost in Elo, and its standard error: the mode of a logistic likelihood with a normal prior.
fn fit(results: &[Played]) -> (f64, f64) {
    let mut cost = COST.0;
    let mut precision = 0.0;
    for _ in 0..30 {
        let mut slope = (COST.0 - cost) / COST.1.powi(2);
        precision = 1.0 / COST.1.powi(2);
        for &(rating, other, points) in results {
            let expected = chance(rating.plus(-cost), other);
            slope += (expected - points) / SLOPE;
            precision += expected * (1.0 - expected) / (SLOPE * SLOPE);
        }
        let step = (slope / precision).clamp(-200.0, 200.0);
        cost += step;
        if step.abs() < 1e-6 {
            break;
        }
    }
    (cost, precision.recip().sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::PeopleElo;

    #[test]
    fn the_cost_behind_the_results_is_found() {
        // A player with 1500 in its file that plays at 1400.
        let results: Vec<Played> = [1200.0, 1350.0, 1500.0]
            .map(LadderElo)
            .into_iter()
            .flat_map(|other| (0..200).map(move |_| (LadderElo(1500.0), other, chance(LadderElo(1400.0), other))))
            .collect();
        let (cost, error) = fit(&results);
        // The prior takes a few of 100 away; 600 games have a standard error of 347 / sqrt(600), 14, and more apart.
        assert!((cost - 100.0).abs() < 4.0 && (10.0..20.0).contains(&error), "{cost} {error}");
        let (prior, error) = fit(&[]);
        assert_eq!((prior, error), COST);
    }

    #[test]
    fn rounds_end_when_the_rating_is_known_or_no_more_are_allowed() {
        let goal = LadderElo(600.0);
        let make = |rating| HumanSpec::new(Strength::Ladder(rating));
        let panel = [Opponent { spec: make(goal), rating: goal }];
        let played = |rounds: u32| {
            let told = std::sync::Mutex::new(Vec::new());
            let progress = |games| told.lock().unwrap().push(games);
            let effort = Effort { rounds, seed: 1, threads: 2 };
            let (levelled, _) = level(&make, goal, &panel, effort, &Stop::default(), &progress).unwrap();
            (levelled, told.into_inner().unwrap())
        };
        let each = 2 * PAIRS as u64;
        let (levelled, told) = played(3);
        assert_eq!((levelled.games, told), (3 * each, vec![each, 2 * each, 3 * each]));
        assert!(levelled.error > ENOUGH, "three rounds of six games are not enough: {levelled:?}");
        // Each game tells at most 1 / (2 SLOPE)^2, with the prior's beside: about 290 games are needed.
        let (levelled, told) = played(100);
        assert!(levelled.error <= ENOUGH && (280..400).contains(&levelled.games), "{levelled:?}");
        assert_eq!(told.len() as u64, levelled.games / each);
    }

    #[test]
    fn a_panel_stands_around_the_person() {
        let person = Person { name: "Ann".to_owned(), rating: PeopleElo(1234.0), error: 100.0, style: [0.0; COUNT] };
        let panel = panel(&person, 0.0, 1);
        assert_eq!(panel.len(), 8);
        let mean = panel[..6].iter().map(|opponent| opponent.rating.0).sum::<f64>() / 6.0;
        // They are put around it in steps of equal size: only rounding is left.
        assert!((mean - person.level().0).abs() < 1e-6, "{mean}");
        assert_eq!([panel[6].rating, panel[7].rating], [1200.0, 1300.0].map(LadderElo));
        assert!(panel[..6].iter().all(|opponent| opponent.spec.style[13] != 0.0 && opponent.spec.style[0] == 0.0));
    }
}
