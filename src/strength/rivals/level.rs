//! Levelling finds the rating in a file that gives its player the desired strength. A character costs strength, and
//! games measure this cost.

use std::sync::{Mutex, PoisonError};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::agent::{Person, rounded, spec};
use crate::board::{Board, Color, Game, Move, Objective, points};
use crate::machine::work;
use crate::people::{COUNT, Choice, FeatureKind, Ladder, LadderElo, Tie, family};
use crate::personality::{HumanSpec, Strength};
use crate::players::{Human, Player};
use crate::search::{Limits, Stop};
use crate::stats::{NORMAL_SIXTHS, derive, draw_normal};

/// An opponent of known strength.
#[derive(Debug, Clone, PartialEq)]
pub struct Opponent {
    /// The parameters of its player.
    pub spec: HumanSpec,
    /// Its rating on the ladder.
    pub rating: LadderElo,
}

/// The result of levelling.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levelling {
    /// The rating for the file.
    pub rating: LadderElo,
    /// Standard error of the strength at this rating, in Elo.
    pub error: f64,
    /// The number of games.
    pub games: u64,
    /// The mean score over all games, 0 to 1.
    pub score: f64,
}

impl Levelling {
    /// The cost of style and character in Elo: the file's rating minus the person's ladder rating.
    #[must_use]
    pub fn cost(&self, person: &Person) -> f64 {
        (self.rating.above(person.level()) * 10.0).round() / 10.0
    }

    /// True if the rating is the lowest that files have, so that the player may be stronger than the goal.
    #[must_use]
    pub(super) fn is_lowest(&self) -> bool {
        self.rating <= lowest().tenth()
    }
}

/// The lowest rating in a file. At the lower end of the ladder all moves are equally likely, so no character is
/// visible.
fn lowest() -> LadderElo {
    Ladder::shipped().range().0.plus(FOOT)
}

/// The largest assumed deviation of a person's strength in Elo. Games against much weaker or stronger players give
/// little information.
const SPREAD: f64 = 120.0;
/// Standard deviation of style offsets among equally strong players.
const STYLES: f64 = 0.25;
/// The distance between the ladder's rungs.
const STEP: f64 = 100.0;
/// Pairs of games against each opponent in a round.
const PAIRS: usize = 3;
/// The standard error of the strength, in Elo, at which levelling ends.
const ENOUGH: f64 = 20.0;
/// The prior of a character's cost in Elo: mean and standard deviation.
const COST: (f64, f64) = (60.0, 120.0);
/// The prior of the gain in strength for each Elo in the file. It is below 1, because a character costs stronger
/// players more.
const GAIN: (f64, f64) = (0.8, 0.3);
/// The least such gain.
const LEAST_GAIN: f64 = 0.2;
/// The least distance between players and the lower end of the ladder, in Elo.
const FOOT: f64 = 40.0;
/// The Elo that change the odds by a factor of e.
const SLOPE: f64 = 400.0 / std::f64::consts::LN_10;

/// Opponents drawn from the posterior of a person's strength and style, and the two nearest rungs of the ladder. `lost`
/// is the cost of the person's own style.
#[must_use]
pub fn panel(person: &Person, lost: f64, seed: u64) -> Vec<Opponent> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (low, high) = Ladder::shipped().range();
    let level = person.level();
    let spread = (person.error / Tie::shipped().stretch(level)).min(SPREAD);
    let drawn = NORMAL_SIXTHS.map(|part| {
        let rating = level.plus(part * spread).clamp(low, high);
        let style: [f64; COUNT] = std::array::from_fn(|k| {
            // The weight of losses is strength, and the policy is common to all people, so neither is style. Features
            // of usual moves and of traps are left out; each trap needs a search.
            let shared = matches!(
                family(k).kind,
                FeatureKind::Loss(_) | FeatureKind::Policy | FeatureKind::Usual { .. } | FeatureKind::Trap { .. }
            );
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

/// A game: the differences of the file's rating and of the opponent's rating from the goal, and the points.
type MatchResult = (f64, f64, f64);

/// The extent of levelling: games, seed and threads.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The most rounds of 48 games.
    pub rounds: u32,
    /// The seed of the openings and of every random choice.
    pub seed: u64,
    /// Games played at the same time; the result does not depend on it.
    pub threads: usize,
}

/// Finds the rating in the file of `make` at which the player has the strength `goal` against these opponents. Returns
/// it with the choices in these games; `None` if stopped.
pub fn level(
    make: &(dyn Fn(LadderElo) -> HumanSpec + Sync),
    goal: LadderElo,
    panel: &[Opponent],
    effort: Effort,
    stop: &Stop,
    progress: &(dyn Fn(u64) + Sync),
) -> Option<(Levelling, Vec<Choice>)> {
    let low = lowest();
    let high = Ladder::shipped().range().1;
    let mut results: Vec<MatchResult> = Vec::new();
    let mut choices = Vec::new();
    let (mut cost, mut error) = COST;
    for round in 0..effort.rounds {
        let rating = goal.plus(cost).clamp(low, high);
        let player = make(rating);
        let round_seed = derive(effort.seed, u64::from(round));
        let before = results.len() as u64;
        let reach = |games| progress(before + games);
        let played = games(&player, panel, round_seed, effort.threads, stop, &reach)?;
        for (number, (points, chosen)) in played.into_iter().enumerate() {
            results.push((rating.above(goal), panel[number / (2 * PAIRS)].rating.above(goal), points));
            choices.extend(chosen);
        }
        (cost, error) = fit(&results);
        // A player that is too strong at the lowest rating cannot be levelled.
        let is_too_strong = rating == low && goal.plus(cost + 2.0 * error) < low;
        if error <= ENOUGH || is_too_strong {
            break;
        }
    }
    let count = results.len() as f64;
    let score = results.iter().map(|(.., points)| points).sum::<f64>() / count;
    let rating = goal.plus(cost).clamp(low, high).tenth();
    Some((Levelling { rating, error, games: results.len() as u64, score }, choices))
}

/// The points and choices of a player in one round, in the order of the panel. They do not depend on the threads.
/// `None` if stopped. `progress` gets the number of finished games.
pub fn games(
    own: &HumanSpec,
    panel: &[Opponent],
    seed: u64,
    threads: usize,
    stop: &Stop,
    progress: &(dyn Fn(u64) + Sync),
) -> Option<Vec<(f64, Vec<Choice>)>> {
    let finished = Mutex::new(0);
    // Each job has one opponent, so that its player is made once.
    let points = work::map(threads, panel.len() * PAIRS, |pair| {
        let mut players = [own, &panel[pair / PAIRS].spec].map(|spec| Human::new("player", spec));
        [Color::Black, Color::White].map(|color| {
            if stop.is_stopped() {
                return (0.0, Vec::new());
            }
            let seed = derive(derive(seed, 1), 2 * pair as u64 + u64::from(color == Color::White));
            players.iter_mut().zip(0..).for_each(|(player, side)| player.new_game(derive(seed, side)));
            // Games begin at the start, as in a person's games: a character may cost the most in the opening.
            let discs = play(Board::START, color, &mut players).board().score(color, Objective::Normal);
            // Reported under the lock, so that no thread is late and the number never falls.
            let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
            *finished += 1;
            progress(*finished);
            (points(discs), answered(&players))
        })
    });
    (!stop.is_stopped()).then(|| points.into_iter().flatten().collect())
}

/// The choices of the first player, each with the loss of the answer; `None` if the answer was forced.
#[must_use]
pub fn answered([own, other]: &[Human; 2]) -> Vec<Choice> {
    let choices = own.choices().iter();
    choices
        .map(|choice| {
            let answer = other.choices().iter().find(|other| other.number == choice.number + 1);
            let loss = answer.map_or(0.0, |answer| answer.options[answer.played].loss);
            Choice { answer: Some(loss), ..choice.clone() }
        })
        .collect()
}

/// Plays a complete game. The first player has this colour.
fn play(start: Board, color: Color, players: &mut [Human; 2]) -> Game {
    let mut game = Game::new(start);
    while !game.is_over() {
        let player = &mut players[usize::from(game.board().to_move != color)];
        let mv = player.decide(&game, &Limits::default()).map_or(Move::Pass, Move::from);
        game.play(mv).expect("players play legal moves");
    }
    game
}

/// The character's cost in Elo (how far the rating must lie above the goal for the player to be at the goal), and the
/// standard error of the strength there. Strength is linear in the rating: the mode of a logistic likelihood with
/// normal priors.
fn fit(results: &[MatchResult]) -> (f64, f64) {
    let mut gain = GAIN.0;
    let mut lost = COST.0 * GAIN.0;
    let prior = [GAIN.1.powi(-2), (COST.1 * GAIN.0).powi(-2)];
    // The second derivatives: by the gain, by both parameters, by the cost.
    let mut curve = [prior[0], 0.0, prior[1]];
    for _ in 0..30 {
        let mut slope = [(GAIN.0 - gain) * prior[0], (COST.0 * GAIN.0 - lost) * prior[1]];
        curve = [prior[0], 0.0, prior[1]];
        for &(rating, other, points) in results {
            let expected = 1.0 / (1.0 + libm::exp((other - gain * rating + lost) / SLOPE));
            let residual = (points - expected) / SLOPE;
            let weight = expected * (1.0 - expected) / (SLOPE * SLOPE);
            slope = [slope[0] + residual * rating, slope[1] - residual];
            curve = [curve[0] + weight * rating * rating, curve[1] - weight * rating, curve[2] + weight];
        }
        let determinant = curve[0] * curve[2] - curve[1] * curve[1];
        let steps = [
            (slope[0] * curve[2] - slope[1] * curve[1]) / determinant,
            (slope[1] * curve[0] - slope[0] * curve[1]) / determinant,
        ];
        // Newton steps are limited, and the gain stays above its least value.
        gain = (gain + steps[0].clamp(-0.5, 0.5)).max(LEAST_GAIN);
        lost += steps[1].clamp(-200.0, 200.0);
        if steps.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    let cost = lost / gain;
    let determinant = curve[0] * curve[2] - curve[1] * curve[1];
    let variance = (curve[0] + 2.0 * cost * curve[1] + cost * cost * curve[2]) / determinant;
    (cost, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{PeopleElo, Setting, Theta, sets_traps};

    /// Expected results of a player that gains half an Elo for each Elo in its file, and reaches the goal with 200
    /// more.
    fn expected_results(rating: f64, count: usize) -> Vec<MatchResult> {
        let results = [-150.0, 0.0, 150.0].map(|other| {
            let chance = 1.0 / (1.0 + libm::exp((other - (rating - 200.0) / 2.0) / SLOPE));
            vec![(rating, other, chance); count]
        });
        results.concat()
    }

    #[test]
    fn the_cost_behind_the_results_is_found() {
        let (cost, error) =
            fit(&[expected_results(60.0, 16), expected_results(150.0, 16), expected_results(200.0, 96)].concat());
        assert!((cost - 200.0).abs() < 10.0 && (15.0..25.0).contains(&error), "{cost} {error}");
        // The first games do not hide the cost at the goal. A model with a constant cost would give 140.
        let (cost, error) = fit(&[expected_results(60.0, 2000), expected_results(150.0, 200)].concat());
        assert!((cost - 200.0).abs() < 25.0 && error > 10.0, "{cost} {error}");
        let (prior, error) = fit(&[]);
        assert!((prior - COST.0).abs() < 1e-9 && error > 0.8 * COST.1, "{prior} {error}");
    }

    #[test]
    fn rounds_end_when_the_rating_is_known_or_no_more_are_allowed() {
        let goal = LadderElo(1_000.0);
        // The player looks one ply ahead at any rating, so that games take little time.
        let setting = Setting { theta: Theta(0.0), sharpness: 1.0, depth: 1, exact_from: 4 };
        let spec = HumanSpec::new(Strength::Setting(setting));
        let panel = [Opponent { spec: spec.clone(), rating: goal }];
        let [(few, few_reports), (many, many_reports)] = [3, 100].map(|rounds| {
            let reports = Mutex::new(Vec::new());
            let effort = Effort { rounds, seed: 1, threads: 2 };
            let (levelled, _) = level(&|_| spec.clone(), goal, &panel, effort, &Stop::default(), &|games| {
                reports.lock().unwrap().push(games);
            })
            .unwrap();
            (levelled, reports.into_inner().unwrap())
        });
        let each = 2 * PAIRS as u64;
        assert_eq!((few.games, few_reports), (3 * each, (1..=3 * each).collect()));
        assert!(few.error > ENOUGH, "three rounds of six games are not enough: {few:?}");
        // Each game adds an information of at most 1 / (2 SLOPE)^2 to the prior's, so about 290 games are needed.
        assert!(many.error <= ENOUGH && (280..400).contains(&many.games), "{many:?}");
        assert_eq!(many_reports.len() as u64, many.games);
        assert!(!many.is_lowest());
        // A player that wins at the lowest rating is not levelled to the end.
        let weak = HumanSpec::new(Strength::Setting(Setting { sharpness: 0.0, ..setting }));
        let beginner = [Opponent { spec: weak, rating: LadderElo(600.0) }];
        let effort = Effort { rounds: 100, seed: 1, threads: 2 };
        let levelled = level(&|_| spec.clone(), LadderElo(600.0), &beginner, effort, &Stop::default(), &|_| ());
        let (levelled, _) = levelled.unwrap();
        assert!(levelled.is_lowest() && levelled.games < 100, "{levelled:?}");
    }

    #[test]
    fn a_panel_stands_around_the_person() {
        let person = Person::plain("Ann", PeopleElo(1234.0));
        let panel = panel(&person, 0.0, 1);
        assert_eq!(panel.len(), 8);
        let mean = panel[..6].iter().map(|opponent| opponent.rating.0).sum::<f64>() / 6.0;
        // Their ratings surround the person's in equal steps, so only rounding remains.
        assert!((mean - person.level().0).abs() < 1e-6, "{mean}");
        assert_eq!([panel[6].rating, panel[7].rating], [1200.0, 1300.0].map(LadderElo));
        assert!(panel[..6].iter().all(|opponent| opponent.spec.style[13] != 0.0 && opponent.spec.style[0] == 0.0));
        assert!(panel.iter().all(|opponent| !sets_traps(&opponent.spec.style)), "a search for each of their moves");
    }
}
