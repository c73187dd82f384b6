//! The estimate of a person's strength after the newest game.

use std::collections::BTreeSet;

use super::Profile;
use super::evidence::{KnownResult, RatedResult};
use super::filter::{Assumptions, Observation, StrengthEstimate, filter};
use super::game::{PersonGame, PlayerResult};
use super::places::KnownStrength;
use super::style::{self, Style};
use crate::board::Position;
use crate::board::square::CORNERS;
use crate::people::{
    COUNT, Choice, Discs, ELO, Estimator, Figures, Model, MovesEvidence, PeopleElo, Theta, evidence, shipped, stretched,
};
use crate::record::text::spelling;
use crate::stats::Z95;

/// The estimate of a person's strength.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The most likely rating, to a tenth.
    pub rating: PeopleElo,
    /// Standard error in Elo, to a tenth, including style and sampling.
    pub error: f64,
    /// The lower end of the 95 % interval. It is not below 0, unless the rating is.
    pub low: PeopleElo,
    /// The upper end of the interval.
    pub high: PeopleElo,
    /// The number of games.
    pub games: usize,
    /// The number of moves with a choice in these games.
    pub moves: usize,
    /// The number of results against opponents of known strength.
    pub results: usize,
    /// The probability, 0 to 1, that the person plays unlike people.
    pub odd: f64,
    /// Offsets on the features of moves, shrunk if the games are few; `None` without a style.
    pub style: Option<[f64; COUNT]>,
}

/// Variance of the change of strength between games (`theta`): for a person who plays rivals and learns, and for
/// players in files.
const LIVE: f64 = (20.0 / ELO) * (20.0 / ELO);
const GATHERED: f64 = (2.0 / ELO) * (2.0 / ELO);

/// The prior for an unknown player (weight, mean and deviation of `theta`): tournament players as in the archive, and
/// everybody from beginners upward. With more of these, true strengths would differ less than estimates from few games:
/// see `lab people --estimator`, column slope.
const PRIOR: [[f64; 3]; 2] = [[0.9, 0.6, 0.9], [0.1, -1.7, 2.0]];
/// Players unlike people: their weight relative to people, and the mean and the variance of the error of their moves
/// (`theta`). The error is fitted to odd programs, which `lab odd` tests; the weight also makes the strengths of the
/// archive's players likely.
const UNLIKE: [f64; 3] = [0.5, 0.5, 1.0];
/// The largest log odds. Beyond it the probability is 0 or 1, and the exponential overflows.
const MOST_ODD: f64 = 300.0;
/// The additional variance of the permanent error of results against programs (`theta`). It is fitted to odd programs;
/// `lab odd` tests it.
const PROGRAMS: f64 = 0.16;

/// The figures for evaluating games.
#[derive(Debug, Clone, Copy)]
pub struct Tables<'a> {
    /// The model of choices.
    pub model: &'a Model,
    /// The estimator of strength from that model's scores.
    pub estimator: &'a Estimator,
}

impl Tables<'static> {
    /// The shipped figures.
    fn shipped() -> Tables<'static> {
        let Figures { model, estimator, .. } = shipped();
        Tables { model, estimator }
    }
}

/// The person's present strength. Without games it is the prior for an unknown player.
#[must_use]
pub fn estimate(profile: &Profile) -> Standing {
    let tables = Tables::shipped();
    let shown = of_profile(tables, profile);
    standing(tables, &shown, style(tables, &shown))
}

/// The evidence of a complete game.
#[derive(Debug, Clone, Copy)]
pub struct CompleteGame<'a> {
    /// The person's choices.
    pub choices: &'a [Choice],
    /// What each of them loses by the deep judge, if known.
    pub deep_losses: Option<&'a [Discs]>,
    /// The name of the opponent.
    pub opponent: &'a str,
    /// The final margin in discs, and the opponent's strength; `None` if it is unknown.
    pub result: Option<(i32, KnownStrength)>,
}

/// The strength from games between people, with other tables. It equals [`estimate`] for a profile if every opponent
/// counts as a person who was met: in a profile only those do whom files rate.
#[must_use]
pub fn estimate_games(tables: Tables<'_>, games: &[CompleteGame<'_>]) -> Standing {
    let mut company = Company::default();
    let games: Vec<GameEvidence> = games
        .iter()
        .map(|&CompleteGame { choices, deep_losses, opponent, result }| {
            let met = company.meet(opponent, result.map(|(_, known)| known));
            let result = result.map(|(discs, known)| against(PlayerResult::by(discs), &known));
            GameEvidence::new(
                tables,
                choices.to_vec(),
                deep_losses,
                Observation { score: 0.0, part: 1.0, result, met, drift: GATHERED },
            )
        })
        .collect();
    standing(tables, &games, style(tables, &games))
}

/// The estimate after each of the last games, at most `newest`, in order.
#[must_use]
pub fn history(profile: &Profile, newest: usize) -> Vec<Standing> {
    let tables = Tables::shipped();
    let shown = of_profile(tables, profile);
    let style = style(tables, &shown);
    let first = shown.len().saturating_sub(newest) + 1;
    (first..=shown.len()).map(|count| standing(tables, &shown[..count], style.clone())).collect()
}

/// The fewest empty squares at the start of a game whose result counts.
const OPENING: u32 = 40;

/// The number of newest games from which style is estimated.
const NEWEST: usize = 100;

fn style(tables: Tables<'_>, games: &[GameEvidence]) -> Style {
    style::estimate(tables.model, games.iter().rev().take(NEWEST).map(|game| &game.choices[..]))
}

/// The evidence of the games of a profile, in order.
fn of_profile(tables: Tables<'_>, profile: &Profile) -> Vec<GameEvidence> {
    let mut company = Company::default();
    let games = profile.games.iter().map(|game| {
        let rated_by_files = game.opponent.strength.filter(KnownStrength::is_converted);
        let met = company.meet(&game.opponent.name, rated_by_files);
        GameEvidence::from_game(tables, game, met)
    });
    games.collect()
}

/// The people met in earlier games, by name.
#[derive(Debug, Default)]
struct Company(BTreeSet<String>);

impl Company {
    /// The strength of a person, if it is known and the person was not met before.
    fn meet(&mut self, name: &str, strength: Option<KnownStrength>) -> Option<Theta> {
        let theta = strength?.rating.theta();
        self.0.insert(spelling(name)).then_some(theta)
    }
}

/// A game with cached intermediate results.
struct GameEvidence {
    choices: Vec<Choice>,
    shown: Observation,
}

impl GameEvidence {
    fn from_game(tables: Tables<'_>, game: &PersonGame, met: Option<Theta>) -> GameEvidence {
        let choices = game.choices();
        let chosen_from = game.game.history().get(game.given).map_or(game.game.board(), |(board, _)| board);
        let start = &chosen_from.position;
        let is_from_start = game.given == 0 && start.move_number() == 1;
        let is_complete = is_from_start && game.game.is_over() && !choices.is_empty();
        let part = if is_complete { 1.0 } else { style::part(&choices) };
        let drift = if game.live { LIVE } else { GATHERED };
        let rated = game.ended.zip(game.opponent.strength).filter(|_| is_opening(start));
        let result = rated.map(|(ended, known)| against(ended, &known));
        let deep_losses = game.deep_losses();
        GameEvidence::new(tables, choices, deep_losses.as_deref(), Observation { score: 0.0, part, result, met, drift })
    }

    /// The evidence of these choices, which are `shown.part` of a complete game.
    fn new(
        tables: Tables<'_>,
        choices: Vec<Choice>,
        deep_losses: Option<&[Discs]>,
        shown: Observation,
    ) -> GameEvidence {
        let MovesEvidence { score, part } = evidence(tables.model, &choices, deep_losses, shown.part);
        GameEvidence { shown: Observation { score, part, ..shown }, choices }
    }
}

/// True if the result of a game that the players continued from this position shows who is stronger. With a corner
/// taken, as in handicap games, or late in the game one side may be far ahead.
fn is_opening(start: &Position) -> bool {
    (start.own | start.opp) & CORNERS == 0 && start.empties() >= OPENING
}

fn against(ended: PlayerResult, &KnownStrength { rating, error, steepness, scale }: &KnownStrength) -> RatedResult {
    let outcome = match ended.ahead() {
        Some(discs) => KnownResult::Margin(stretched(f64::from(discs))),
        None => KnownResult::Won(matches!(ended, PlayerResult::Won(_))),
    };
    RatedResult { outcome, opponent: rating.theta(), error: error / ELO, steepness, scale: scale / ELO }
}

fn standing(tables: Tables<'_>, games: &[GameEvidence], style: Style) -> Standing {
    let shown: Vec<Observation> = games.iter().map(|game| game.shown).collect();
    let [weight, mean, variance] = UNLIKE;
    let unlike = [[weight * libm::exp(style.oddity.min(MOST_ODD)), mean, variance]];
    let assumed = Assumptions { prior: &PRIOR, unlike: &unlike, programs: PROGRAMS };
    let StrengthEstimate { mean, deviation, odd } = filter(tables.estimator, &assumed, &shown);
    // Files have tenths, and what is computed from a file must be the same.
    let rating = mean.rating().tenth();
    let error = (ELO * deviation * 10.0).round() / 10.0;
    let (low, high) = interval(rating, error);
    Standing {
        rating,
        error,
        low,
        high,
        games: games.len(),
        moves: games.iter().map(|game| game.choices.len()).sum(),
        results: shown.iter().filter(|shown| shown.result.is_some()).count(),
        odd,
        style: style.offsets,
    }
}

/// The 95 % interval of a rating with this standard error. Random moves have a rating of some hundreds, so a low end
/// below 0 means nothing, unless the rating is below it: a program may be weaker than random.
pub(crate) fn interval(rating: PeopleElo, error: f64) -> (PeopleElo, PeopleElo) {
    let low = rating.plus(-Z95 * error).0.max(rating.0.min(0.0));
    (PeopleElo(low), rating.plus(Z95 * error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Game, Square};
    use crate::people::{Facts, Judge};
    use crate::players::duel::{opening_board, play};
    use crate::players::{Options, Player, load};
    use crate::search::Stop;
    use crate::strength::person::{Opponent, like};

    /// Games of a shipped player against another one, from random openings.
    fn profile(player: &str, opponent: &str, games: u64) -> Profile {
        let mut judge = Judge::shipped();
        let mut profile = Profile::new(player);
        let mut players: [Box<dyn Player>; 2] =
            [player, opponent].map(|name| load(name).unwrap().player(&Options { hash_mb: 1, ..Options::default() }));
        for seed in 0..games {
            players.iter_mut().zip(1..).for_each(|(player, side)| player.new_game(10 * seed + side));
            let game = play(opening_board(seed, 8), Color::Black, &mut players);

            let played = PersonGame::against(&game, Color::Black, Opponent::shipped(opponent));
            profile.add([played.judge(&mut judge, &Stop::default()).unwrap()]);
        }
        profile
    }

    /// The estimate from results alone.
    fn by_results(results: &[(KnownStrength, i32)]) -> Standing {
        let games = results.iter().map(|(known, discs)| by_result(Some(against(PlayerResult::by(*discs), known))));
        standing(Tables::shipped(), &games.collect::<Vec<_>>(), Style::default())
    }

    /// A game in which only the result counts.
    fn by_result(result: Option<RatedResult>) -> GameEvidence {
        GameEvidence {
            choices: Vec::new(),
            shown: Observation { score: 0.0, part: 0.0, result, met: None, drift: 0.0 },
        }
    }

    #[test]
    fn the_result_of_a_handicap_game_does_not_count() {
        let even = opening_board(1, 8);
        let mut handicap = even;
        handicap.position.own |= Square::A1.bit();
        let late = opening_board(1, 24);
        let counts = [even, handicap, late].map(|start| {
            let game = PersonGame::against(&Game::new(start), Color::Black, Opponent::shipped("people-1200"));
            GameEvidence::from_game(Tables::shipped(), &game.resigned(true), None).shown.result.is_some()
        });
        assert_eq!(counts, [true, false, false]);
    }

    /// A person whose rating is well known.
    fn person(rating: f64) -> KnownStrength {
        KnownStrength::person(PeopleElo(rating), 35.0)
    }

    fn by_margins(rating: f64, margins: &[i32]) -> Standing {
        by_results(&margins.iter().map(|&discs| (person(rating), discs)).collect::<Vec<_>>())
    }

    #[test]
    fn without_games_it_is_anybody() {
        let Standing { rating, error, games, .. } = estimate(&Profile::new("x"));
        assert!((1_000.0..1_600.0).contains(&rating.0) && error > 250.0 && games == 0);
    }

    /// Ten games in which every choice loses this many discs.
    fn losing(discs: f32) -> Vec<Vec<Choice>> {
        let options = [0.0, discs].map(|loss| Facts { loss, ..Facts::default() }).to_vec();
        let choices = (2..=58).step_by(2).map(|number| Choice {
            color: Color::Black,
            number,
            options: options.clone(),
            played: 1,
            answer: None,
        });
        vec![choices.collect(); 10]
    }

    #[test]
    fn losses_are_evidence_also_where_the_model_sees_no_strength() {
        let model = &Model { a: [0.0; COUNT], b: [0.0; COUNT] };
        let tables = Tables { model, ..Tables::shipped() };
        let [careful, careless] = [0.5, 3.0].map(|discs| {
            let games = losing(discs);
            let seen = games.iter().map(|game| CompleteGame {
                choices: game,
                deep_losses: None,
                opponent: "Bob",
                result: None,
            });
            estimate_games(tables, &seen.collect::<Vec<_>>()).rating
        });
        assert!(careful > careless.plus(300.0), "{careful} {careless}");
    }

    #[test]
    fn no_interval_reaches_below_0() {
        let known = KnownStrength::person(PeopleElo(600.0), 35.0);
        let lost = by_results(&[(known, -64)]);
        assert!(lost.rating.plus(-Z95 * lost.error).0 < 0.0 && lost.low == PeopleElo(0.0), "{lost:?}");
        // The lower end is never above the rating.
        let far = by_results(&[(KnownStrength::person(PeopleElo(-600.0), 35.0), -64); 60]);
        assert!(far.rating.0 < 0.0 && far.low == far.rating && far.low < far.high, "{far:?}");
    }

    #[test]
    fn a_random_mover_that_loses_to_a_beginner_is_called_a_beginner() {
        let lost = estimate(&profile("random", "beginner", 6));
        assert!(lost.rating.0 < 850.0 && lost.low.0 < 560.0 + 100.0 && lost.high.0 > 450.0, "{lost:?}");
        assert_eq!((lost.games, lost.results), (6, 6));
    }

    #[test]
    fn results_move_the_estimate_and_more_games_narrow_it() {
        let [won, drawn, lost] = [40, 0, -40].map(|discs| by_margins(1200.0, &[discs; 5]));
        assert!(won.rating > drawn.rating && drawn.rating > lost.rating);
        let more = by_margins(1200.0, &[0; 20]);
        assert!(more.error < drawn.error && drawn.error < by_margins(1200.0, &[0]).error);
        // Twenty drawn games leave an error of about 50 Elo, and the prior shifts the estimate by a part of it.
        assert!(more.rating.above(PeopleElo(1200.0)).abs() < 60.0, "{more:?}");
        // A margin against a steep opponent means a smaller difference in strength.
        let steep = KnownStrength { steepness: 1.8, ..person(1200.0) };
        assert!(by_results(&[(steep, -40); 5]).rating > lost.rating);
    }

    #[test]
    fn many_results_against_people_count_for_more_than_as_many_against_programs() {
        let people = vec![(person(1200.0), 0); 60];
        let programs = vec![(KnownStrength { steepness: 2.0, ..person(1200.0) }, -40); 60];
        let even = by_results(&people).rating.0;
        let beaten = by_results(&programs).rating.0;
        let both = by_results(&[&people[..], &programs].concat()).rating.0;
        let fewer = by_results(&[&people[..10], &programs[..10]].concat()).rating.0;
        // Games against programs never give an exact strength against people, whatever their number.
        assert!(beaten < even - 200.0 && even - both < both - beaten, "{even} {beaten} {both}");
        assert!(both > fewer, "{both} {fewer}");
    }

    #[test]
    fn a_resigned_game_is_a_loss_of_an_unknown_margin() {
        let [nothing, lost, won, lost_to_far_stronger] = [
            (None, 1_200.0, 4),
            (Some(PlayerResult::Lost(None)), 1_200.0, 4),
            (Some(PlayerResult::Won(None)), 1_200.0, 4),
            (Some(PlayerResult::Lost(None)), 2_400.0, 1),
        ]
        .map(|(ended, rating, games)| {
            let games = (0..games).map(|_| by_result(ended.map(|ended| against(ended, &person(rating)))));
            standing(Tables::shipped(), &games.collect::<Vec<_>>(), Style::default())
        });
        assert!(lost.rating < nothing.rating.plus(-50.0) && won.rating > nothing.rating.plus(50.0), "{lost:?} {won:?}");
        assert!(won.error < nothing.error && (lost.results, nothing.results) == (4, 0));
        // Known margins are stronger evidence.
        let [clearly, closely, drawn] = [-60, -20, 0].map(|discs| by_margins(1_200.0, &[discs; 4]));
        assert!(closely.error < lost.error);
        assert!((clearly.rating..drawn.rating).contains(&lost.rating), "{lost:?}");
        // Resigning against a far stronger opponent changes little: a drawn game with half of the weight would change
        // more than 50 Elo.
        assert!(lost_to_far_stronger.rating.above(nothing.rating).abs() < 25.0);
    }

    #[test]
    fn the_stronger_the_beaten_opponent_the_stronger_the_winner() {
        for results in [&[46][..], &[46, -18, -8], &[-60, -64]] {
            let ratings = [300.0, 600.0, 1_200.0, 2_000.0, 3_000.0].map(|rating| by_margins(rating, results).rating.0);
            assert!(ratings.is_sorted_by(|a, b| a + 50.0 < *b), "{results:?}: {ratings:?}");
        }
    }

    #[test]
    fn only_different_people_are_met() {
        let strong = person(1_900.0);
        let mut company = Company::default();
        let games = [("Ann", Some(strong)), ("Ann", Some(strong)), ("Bob", None)];
        let met = games.map(|(name, strength)| company.meet(name, strength).is_some());
        assert_eq!(met, [true, false, false]);
        // In a profile only those count whom the files rate: the others are chosen for the player.
        let in_profile = |strength: KnownStrength| {
            let opponent = Opponent { name: "Cid".to_owned(), strength: Some(strength) };
            let game = PersonGame::against(&Game::default(), Color::Black, opponent);
            let profile = Profile { player: "Ann".to_owned(), games: vec![game] };
            of_profile(Tables::shipped(), &profile)[0].shown.met
        };
        assert!(in_profile(strong).is_none() && in_profile(like(PeopleElo(1_900.0))).is_none());
        assert_eq!(in_profile(KnownStrength { scale: 50.0, ..strong }), Some(strong.rating.theta()));
        // Ten strong people say more than one of them who is met ten times.
        let names: Vec<String> = (0..10).map(|number| number.to_string()).collect();
        let [many, one] = [true, false].map(|different| {
            let games = names.iter().map(|name| {
                let opponent = if different { name } else { &names[0] };
                CompleteGame { choices: &[], deep_losses: None, opponent, result: Some((0, strong)) }
            });
            estimate_games(Tables::shipped(), &games.collect::<Vec<_>>())
        });
        assert!(many.rating > one.rating && many.error < one.error, "{many:?} {one:?}");
    }

    /// Games of a random mover that begin after their first moves, or say that these were given.
    fn late(skipped: usize, is_given: bool) -> Profile {
        let mut all = profile("random", "people-0800", 4);
        for played in &mut all.games {
            let mut rest = Game::new(played.game.history()[skipped].0);
            played.game.history()[skipped..].iter().for_each(|(_, mv)| rest.play(*mv).unwrap());
            let rest = if is_given { played.clone() } else { PersonGame { game: rest, ..played.clone() } };
            let part = PersonGame { given: if is_given { skipped } else { 0 }, ..rest };
            *played = part.judge(&mut Judge::shipped(), &Stop::default()).unwrap();
        }
        all
    }

    #[test]
    fn a_game_from_a_later_position_counts_as_one_whose_first_moves_were_given() {
        for skipped in [9, 39] {
            // White moves first, and so the last move before it is all that the position does not tell.
            let [start, given] = [false, true].map(|is_given| estimate(&late(skipped, is_given)));
            assert!(start.rating.above(given.rating).abs() < 0.2 && (start.error - given.error).abs() < 0.2);
            assert_eq!((start.games, start.moves), (given.games, given.moves));
        }
    }

    #[test]
    fn a_history_ends_with_the_estimate() {
        let profile = profile("random", "people-0800", 3);
        let all = history(&profile, 100);
        assert_eq!((all.len(), all.last()), (3, Some(&estimate(&profile))));
        assert_eq!(history(&profile, 1), all[2..]);
        assert!(all[2].error < all[0].error);
    }
}
