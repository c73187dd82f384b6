//! How strong somebody is, as of the newest game.

use super::Profile;
use super::decided::{self, Belief};
use super::filter::{self, Assumed, Found, Margin, Shown, filter};
use super::game::{Ended, Played};
use super::places::Known;
use super::style::{self, Style};
use crate::people::{COUNT, Choice, ELO, Estimator, PeopleElo, Theta, shipped};
use crate::stats::Z95;

/// How strong a person is.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The most likely one.
    pub rating: PeopleElo,
    /// Standard error in Elo: style and sampling together.
    pub error: f64,
    /// The 95 % interval.
    pub low: PeopleElo,
    /// Its upper end.
    pub high: PeopleElo,
    /// Games that it rests on.
    pub games: usize,
    /// Moves in them with something to choose.
    pub moves: usize,
    /// Games whose result against an opponent of known strength counts.
    pub results: usize,
    /// How likely it is that the person plays unlike people: 0 to 1.
    pub odd: f64,
    /// Offsets of the features of moves, as far as the games show them; `None` if they show no style.
    pub style: Option<[f64; COUNT]>,
}

/// Variance of a strength's change from game to game (`theta`): of somebody who plays rivals at home and learns, and
/// of games that were gathered from files.
const LIVE: f64 = (20.0 / ELO) * (20.0 / ELO);
const GATHERED: f64 = (2.0 / ELO) * (2.0 / ELO);

/// Who may be met, before any game: tournament players as the archive has them, and everybody, from those who play
/// their first games upward. Means and deviations are `theta`.
const EVERYBODY: (f64, [f64; 2]) = (0.5, [-1.5, 2.0]);
/// How likely somebody plays unlike people before any game; who then may be met, and how their scores, margins and
/// strength against programs lie beside those of people: their moves look weaker than their results are. By
/// `scripts/experiments/fit-odd`; what an opponent of its own lies off by is in the last two variances, and the prior
/// is wider than those players are.
const ODD: f64 = 0.25;
const ODD_PRIOR: [f64; 2] = [-2.5, 1.75];
const ODD_STYLE: filter::Style =
    filter::Style { mean: [-0.9, -1.0, -0.1], covariance: [[2.1, 4.3, 0.2], [4.3, 20.0, 0.4], [0.2, 0.4, 0.12]] };
/// Some choose so unlike people that their moves say nothing of their strength: a share of those unlike people.
const FAR: f64 = 0.3;
const FAR_STYLE: filter::Style =
    filter::Style { mean: [-2.0, -1.0, -0.1], covariance: [[15.0, 4.3, 0.2], [4.3, 20.0, 0.4], [0.2, 0.4, 0.12]] };

/// How strong the person is now. Without games it is what is believed of somebody unknown.
#[must_use]
pub fn estimate(profile: &Profile) -> Standing {
    let shown: Vec<Judged> = profile.games.iter().map(Judged::of).collect();
    let style = style::of(shown.iter().rev().take(NEWEST).map(|game| &game.choices[..]));
    standing(&shown, style)
}

/// What a whole game shows: the person's choices, and the discs ahead in the end with how strong the opponent was.
pub type Seen<'a> = (&'a [Choice], Option<(i32, Known)>);

/// How strong somebody is of whom these games are known, gathered from files: what [`estimate`] says of a profile with
/// them.
#[must_use]
pub fn estimate_seen(games: &[Seen<'_>]) -> Standing {
    let judged = |&(choices, result): &Seen<'_>| {
        let (discs, known) = result.unzip();
        Judged::new(choices.to_vec(), 1.0, discs.map(Ended::by), known, GATHERED)
    };
    let shown: Vec<Judged> = games.iter().map(judged).collect();
    let style = style::of(shown.iter().rev().take(NEWEST).map(|game| &game.choices[..]));
    standing(&shown, style)
}

/// The standing after each of the newest games, so many of them, the newest last.
#[must_use]
pub fn history(profile: &Profile, newest: usize) -> Vec<Standing> {
    let shown: Vec<Judged> = profile.games.iter().map(Judged::of).collect();
    let style = style::of(shown.iter().rev().take(NEWEST).map(|game| &game.choices[..]));
    let first = shown.len().saturating_sub(newest) + 1;
    (first..=shown.len()).map(|count| standing(&shown[..count], style.clone())).collect()
}

/// Games that style is found from.
const NEWEST: usize = 100;

/// A game with what is computed of it once.
struct Judged {
    choices: Vec<Choice>,
    shown: Shown,
    /// Won or lost against an opponent of known strength by an unknown margin.
    decided: Option<(bool, Known)>,
}

impl Judged {
    fn of(game: &Played) -> Judged {
        let choices = game.choices();
        let whole = game.given == 0 && game.game.is_over() && !choices.is_empty();
        let part = if whole { 1.0 } else { style::part(&choices) };
        let drift = if game.live { LIVE } else { GATHERED };
        Judged::new(choices, part, game.ended, game.opponent.strength, drift)
    }

    fn new(choices: Vec<Choice>, part: f64, ended: Option<Ended>, opponent: Option<Known>, drift: f64) -> Judged {
        let model = &shipped().model;
        let score = choices.iter().map(|c| model.score(c.number, &c.options, c.played)).sum();
        let margin = ended.and_then(Ended::ahead).zip(opponent).map(|(discs, known)| self::margin(discs, &known));
        let decided = ended.and_then(Ended::resigned).zip(opponent);
        Judged { shown: Shown { score, part, margin, drift }, choices, decided }
    }
}

fn margin(discs: i32, known: &Known) -> Margin {
    let Known { rating, error, steepness } = *known;
    Margin { discs: f64::from(discs), opponent: rating.theta().0, error: error / ELO, steepness, doubt: 0.0 }
}

fn standing(games: &[Judged], style: Style) -> Standing {
    let estimator = &shipped().estimator;
    let mut shown: Vec<Shown> = games.iter().map(|game| game.shown).collect();
    if games.iter().any(|game| game.decided.is_some()) {
        let belief = mixed(&all(estimator, &shown, style.oddity));
        for (shown, decided) in shown.iter_mut().zip(games.iter().map(|game| game.decided)) {
            shown.margin = shown.margin.or(decided.map(|(won, known)| decided::margin(estimator, belief, won, &known)));
        }
    }
    let found = all(estimator, &shown, style.oddity);
    let Belief { mean, deviation } = mixed(&found);
    let total: f64 = found.iter().map(|(_, weight, _)| weight).sum();
    let odd = found.iter().filter(|(odd, ..)| *odd).map(|(_, weight, _)| weight).sum::<f64>() / total;
    let (rating, error) = (Theta(mean).rating(), ELO * deviation);
    Standing {
        rating,
        error,
        low: rating.plus(-Z95 * error),
        high: rating.plus(Z95 * error),
        games: games.len(),
        moves: games.iter().map(|game| game.choices.len()).sum(),
        results: shown.iter().filter(|shown| shown.margin.is_some()).count(),
        odd,
        style: style.offsets,
    }
}

/// What all assumptions together say.
fn mixed(found: &[(bool, f64, Found)]) -> Belief {
    let total: f64 = found.iter().map(|(_, weight, _)| weight).sum();
    let of = |f: &dyn Fn(&Found) -> f64| found.iter().map(|(_, weight, found)| weight * f(found)).sum::<f64>() / total;
    let mean = of(&|found| found.mean);
    Belief { mean, deviation: of(&|found| found.deviation.powi(2) + (found.mean - mean).powi(2)).sqrt() }
}

/// Every assumption with whether it is of somebody unlike people, its weight after the games, and what it finds.
fn all(estimator: &Estimator, games: &[Shown], oddity: f64) -> Vec<(bool, f64, Found)> {
    let assumptions = [
        (false, (1.0 - ODD) * (1.0 - EVERYBODY.0), estimator.prior, filter::Style::of_people(estimator)),
        (false, (1.0 - ODD) * EVERYBODY.0, EVERYBODY.1, filter::Style::of_people(estimator)),
        (true, (1.0 - FAR) * ODD * oddity.exp(), ODD_PRIOR, ODD_STYLE),
        (true, FAR * ODD * oddity.exp(), ODD_PRIOR, FAR_STYLE),
    ];
    let mut found = assumptions
        .map(|(odd, weight, prior, style)| (odd, weight, filter(estimator, &Assumed { prior, style }, games)))
        .to_vec();
    let most = found.iter().map(|(_, _, found)| found.evidence).fold(f64::MIN, f64::max);
    found.iter_mut().for_each(|(_, weight, found)| *weight *= (found.evidence - most).exp());
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::people::Judge;
    use crate::players::duel::{opening_board, play};
    use crate::players::{Options, Player, load};
    use crate::search::Stop;
    use crate::strength::person::Opponent;

    /// Games of a shipped player against another one, from random openings.
    fn profile(player: &str, opponent: &str, games: u64) -> Profile {
        let mut judge = Judge::shipped();
        let mut profile = Profile::new(player);
        let mut players: [Box<dyn Player>; 2] =
            [player, opponent].map(|name| load(name).unwrap().player(&Options { hash_mb: 1, ..Options::default() }));
        for seed in 0..games {
            players.iter_mut().zip(1..).for_each(|(player, side)| player.new_game(10 * seed + side));
            let game = play(opening_board(seed, 8), Color::Black, &mut players);

            let played = Played::against(&game, Color::Black, Opponent::named(opponent));
            profile.add([played.judge(&mut judge, &Stop::default()).unwrap()]);
        }
        profile
    }

    /// What results alone say.
    fn by_results(results: &[(Known, i32)]) -> Standing {
        let shown = |&(known, discs): &(Known, i32)| {
            let margin = Some(margin(discs, &known));
            let shown = Shown { score: 0.0, part: 0.0, margin, drift: 0.0 };
            Judged { choices: Vec::new(), shown, decided: None }
        };
        standing(&results.iter().map(shown).collect::<Vec<_>>(), Style::default())
    }

    #[test]
    fn without_games_it_is_anybody() {
        let Standing { rating, error, games, .. } = estimate(&Profile::new("x"));
        assert!((1_000.0..1_600.0).contains(&rating.0) && error > 250.0 && games == 0);
    }

    #[test]
    fn a_random_mover_that_loses_to_a_beginner_is_called_a_beginner() {
        let lost = estimate(&profile("random", "beginner", 6));
        assert!(lost.rating.0 < 850.0 && lost.low.0 < 560.0 + 100.0 && lost.high.0 > 450.0, "{lost:?}");
        assert_eq!((lost.games, lost.results), (6, 6));
    }

    #[test]
    fn results_move_the_estimate_and_more_games_narrow_it() {
        let known = |rating| Known::person(PeopleElo(rating), 35.0);
        let of = |discs: &[i32]| by_results(&discs.iter().map(|&discs| (known(1200.0), discs)).collect::<Vec<_>>());
        assert!(of(&[40; 5]).rating > of(&[0; 5]).rating && of(&[0; 5]).rating > of(&[-40; 5]).rating);
        assert!(of(&[0; 20]).error < of(&[0; 5]).error && of(&[0; 5]).error < of(&[0]).error);
        assert!(of(&[0; 20]).rating.above(PeopleElo(1200.0)).abs() < 60.0, "{:?}", of(&[0; 20]));
        // Steep opponents say less of how far away they are.
        let steep = Known { steepness: 1.8, ..known(1200.0) };
        assert!(by_results(&[(steep, -40); 5]).rating > of(&[-40; 5]).rating);
    }

    #[test]
    fn many_results_against_people_count_for_more_than_as_many_against_programs() {
        let people = |count| vec![(Known::person(PeopleElo(1200.0), 35.0), 0); count];
        let programs = |count| vec![(Known { steepness: 2.0, ..Known::person(PeopleElo(1200.0), 35.0) }, -40); count];
        let of = |results: &[(Known, i32)]| by_results(results).rating.0;
        let both = |count| of(&[people(count), programs(count)].concat());
        let (even, beaten) = (of(&people(60)), of(&programs(60)));
        // No number of games against programs says exactly how strong somebody is against people.
        assert!(beaten < even - 200.0 && even - both(60) < both(60) - beaten, "{even} {beaten} {}", both(60));
        assert!(both(60) > both(10), "{} {}", both(60), both(10));
    }

    #[test]
    fn a_resigned_game_is_a_loss_of_an_unknown_margin() {
        let of = |won: Option<bool>, rating: f64, games: usize| {
            let known = Known::person(PeopleElo(rating), 35.0);
            let shown = Shown { score: 0.0, part: 0.0, margin: None, drift: 0.0 };
            let game = || Judged { choices: Vec::new(), shown, decided: won.map(|won| (won, known)) };
            standing(&(0..games).map(|_| game()).collect::<Vec<_>>(), Style::default())
        };
        let nothing = of(None, 1_200.0, 4);
        let (lost, won) = (of(Some(false), 1_200.0, 4), of(Some(true), 1_200.0, 4));
        assert!(lost.rating < nothing.rating.plus(-50.0) && won.rating > nothing.rating.plus(50.0), "{lost:?} {won:?}");
        assert!(lost.error < nothing.error && (lost.results, nothing.results) == (4, 0));
        // Known margins say more.
        let known = |discs| by_results(&[(Known::person(PeopleElo(1_200.0), 35.0), discs); 4]);
        assert!(known(-20).error < lost.error);
        assert!((known(-60).rating..known(0).rating).contains(&lost.rating), "{lost:?}");
        // Giving up against somebody far stronger is no news.
        assert!(of(Some(false), 2_400.0, 1).rating.above(nothing.rating).abs() < 25.0);
    }

    #[test]
    fn a_history_ends_with_the_estimate() {
        let profile = profile("random", "human-0800", 3);
        let all = history(&profile, 100);
        assert_eq!((all.len(), all.last()), (3, Some(&estimate(&profile))));
        assert_eq!(history(&profile, 1), all[2..]);
        assert!(all[2].error < all[0].error);
    }
}
