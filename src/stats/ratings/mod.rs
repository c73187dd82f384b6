//! Ratings of many players from their games against each other, by the model of Bradley and Terry (1952) with a draw as
//! half a win.

mod links;
mod model;
mod profile;
mod shrunk;

use self::links::Links;
use self::model::{BradleyTerry, WeightedResult};
use self::profile::LikelihoodProfile;
pub use self::shrunk::{Bout, ShrunkRatings, shrunk};
use super::field_elo::FieldElo;
use super::los::Los;
use super::range::Range;

/// Games between two players that belong together: one game, or a pair with swapped colours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Encounter {
    /// The index of one player in the field.
    pub first: usize,
    /// The index of the other player.
    pub second: usize,
    /// The first player's score, from 0 to `games`.
    pub points: f64,
    /// The number of games, 1 or 2.
    pub games: u32,
    /// The number of encounters between these two with this result.
    pub times: u64,
}

/// The rating of one player in Elo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The value with its 95 % interval. The interval is open on a side where the results set no bound, and there is
    /// then no value.
    pub range: Range,
    /// A finite key for sorting, without the last digits: equal results have equal keys.
    pub order: FieldElo,
    /// The likelihood that the player is better than the next one by `order`, 0.5 to 1. `None` for the last one, and
    /// between two anchors.
    pub los: Option<Los>,
}

/// The ratings of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// A rating for each player, in the order of the field.
    pub players: Vec<Rating>,
    /// The player whose rating is 0, where there is neither an anchor nor a mean of the field: of the largest group in
    /// which everybody took points from everybody, perhaps through others, the one with the most games.
    pub zero: Option<usize>,
    /// True if some players, or groups of them, took no point from the others, so that the results alone give no
    /// finite ratings. The order then needs the prior of the intervals.
    pub prior: bool,
}

/// Elo in one unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The most likely ratings of `players` players; `None` if some are not connected to the others by games. `anchors`
/// have fixed ratings. Without any the mean of the field is 0. If some took no point from the others there is no such
/// mean: then [`Ratings::zero`] is 0.
///
/// The intervals come from the profile likelihood. For two players they equal those of the pentanomial score almost
/// exactly, unless one of them has nearly all points.
#[must_use]
pub fn ratings(players: usize, encounters: &[Encounter], anchors: &[(usize, FieldElo)]) -> Option<Ratings> {
    let results: Vec<WeightedResult> = encounters
        .iter()
        .map(|&Encounter { first, second, points, games, times }| WeightedResult {
            first,
            second,
            points,
            games: games.into(),
            weight: times as f64,
        })
        .collect();
    if players == 0 || !Links::by_games(players, &results).are_complete() {
        return None;
    }
    let mut given: Vec<(usize, f64)> = anchors.iter().map(|&(player, elo)| (player, elo.0 / ELO)).collect();
    // Finite ratings exist if and only if points link every player to every other (Ford, 1957).
    let links = Links::by_points(players, &results, &given);
    let zero = links.most_linked(&games(players, encounters)).filter(|_| given.is_empty() && !links.are_complete());
    given.extend(zero.map(|player| (player, 0.0)));
    let fixed: Vec<usize> = match &given[..] {
        [] => (0..players).collect(),
        given => given.iter().map(|&(player, _)| player).collect(),
    };
    let has_low: Vec<bool> = (0..players).map(|player| links.lead_to(player, &fixed)).collect();
    let has_high: Vec<bool> = (0..players).map(|player| links.lead_from(&fixed, player)).collect();
    let profile = LikelihoodProfile::new(players, &results, &given)?;
    // Whoever took no point from the players with a value, or lost none to them, says nothing of their ratings.
    let mut between = results;
    between.retain(|result| links.are_mutual(result.first, result.second));
    let mut held = given.clone();
    held.extend((0..players).filter(|&player| !(has_low[player] && has_high[player])).map(|player| (player, 0.0)));
    let values = BradleyTerry::new(players, &between, &held).best()?;
    let within = if links.are_complete() { None } else { Some(LikelihoodProfile::new(players, &between, &held)?) };
    let bounded = within.as_ref().unwrap_or(&profile);
    let keys = if links.are_complete() { &values[..] } else { profile.best() };
    let mut rated = Vec::new();
    for player in 0..players {
        let range = if is_anchor(player, &given) {
            Range::exactly(values[player] * ELO)
        } else if has_low[player] && has_high[player] {
            let (low, high) = bounded.interval(player);
            Range {
                value: Some(values[player] * ELO),
                low: low.map(|low| low * ELO),
                high: high.map(|high| high * ELO),
            }
        } else {
            let (low, high) = profile.interval(player);
            let low = low.filter(|_| has_low[player]);
            let high = high.filter(|_| has_high[player]);
            Range { value: None, low: low.map(|low| low * ELO), high: high.map(|high| high * ELO) }
        };
        // Adding 0 makes -0 equal to 0.
        let order = FieldElo((keys[player] * ELO * 1e6).round() / 1e6 + 0.0);
        rated.push(Rating { range, order, los: None });
    }
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by(|&a, &b| rated[b].order.0.total_cmp(&rated[a].order.0));
    for two in order.windows(2) {
        if two.iter().all(|&player| is_anchor(player, &given)) {
            continue;
        }
        rated[two[0]].los = profile.los(two[0], two[1]);
    }
    Some(Ratings { players: rated, zero, prior: !links.are_complete() })
}

/// The number of games of each player.
fn games(players: usize, encounters: &[Encounter]) -> Vec<f64> {
    let mut games = vec![0.0; players];
    for encounter in encounters {
        let played = encounter.times as f64 * f64::from(encounter.games);
        games[encounter.first] += played;
        games[encounter.second] += played;
    }
    games
}

fn is_anchor(player: usize, anchors: &[(usize, f64)]) -> bool {
    anchors.iter().any(|&(anchor, _)| anchor == player)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::stats::linear::WORK;
    use crate::stats::{Pairs, expected_score};

    fn pairs(first: usize, second: usize, counts: [u64; 6]) -> Vec<Encounter> {
        let points = [0.0, 0.5, 1.0, 1.0, 1.5, 2.0];
        let results = points.into_iter().zip(counts);
        results.map(|(points, times)| Encounter { first, second, points, games: 2, times }).collect()
    }

    fn values(ratings: &Ratings) -> Vec<f64> {
        ratings.players.iter().map(|player| player.range.value.unwrap()).collect()
    }

    #[test]
    fn two_players_are_apart_by_the_elo_of_their_match() {
        for (counts, near) in [([34, 54, 31, 32, 64, 75], 1.0), ([1, 2, 8, 0, 3, 4], 12.0), ([0, 0, 1, 0, 1, 20], 60.0)]
        {
            // The interval of a match comes from its mean score, and this one from the curvature at the ratings. The
            // fewer and the more one-sided the games, the more they differ.
            let ratings = ratings(2, &pairs(0, 1, counts), &[]).unwrap();
            let elo = Pairs::from(counts).scores().unwrap().elo_range();
            let [a, b] = ratings.players[..] else { panic!("{ratings:?}") };
            assert!(!ratings.prior);
            // Each rating is half of the difference away from the mean.
            let [first, second] = [a.range, b.range];
            assert!((first.value.unwrap() - second.value.unwrap() - elo.value.unwrap()).abs() < 1e-6);
            for (a, b, expected) in [(first.low, second.high, elo.low), (first.high, second.low, elo.high)] {
                let difference = a.unwrap() - b.unwrap();
                assert!((difference - expected.unwrap()).abs() < near, "{counts:?}: {difference} {expected:?}");
            }
        }
    }

    /// Whether each player's interval holds its true strength; `None` for the player that is 0.
    fn held_truth(ratings: &Ratings, truth: &[f64]) -> impl Iterator<Item = Option<bool>> {
        let zero = ratings.zero.map_or(truth.iter().sum::<f64>() / truth.len() as f64, |player| truth[player]);
        ratings.players.iter().zip(truth).enumerate().map(move |(number, (player, truth))| {
            let Range { low, high, .. } = player.range;
            let holds = low.is_none_or(|low| low <= truth - zero) && high.is_none_or(|high| truth - zero <= high);
            (Some(number) != ratings.zero).then_some(holds)
        })
    }

    /// Draws the points of a pair of games between players with this expected score and this part of possible draws.
    fn drawn_points(score: f64, draws: f64, rng: &mut ChaCha8Rng) -> f64 {
        let half = draws * score.min(1.0 - score);
        let games = (0..2).map(|_| rng.random::<f64>());
        games
            .map(|draw| {
                if draw < score - half {
                    1.0
                } else if draw < score + half {
                    0.5
                } else {
                    0.0
                }
            })
            .sum()
    }

    #[test]
    fn intervals_of_a_gauntlet_hold_the_truth() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for (players, rounds, draws, spread) in [(20, 1, 0.1, 200.0), (20, 2, 0.6, 50.0)] {
            let mut held = [0; 2];
            let mut all = [0; 2];
            for _ in 0..60 {
                let truth: Vec<f64> = (0..players).map(|_| rng.random_range(-spread..spread)).collect();
                let mut encounters = Vec::new();
                for second in 1..players as usize {
                    let score = expected_score(truth[0] - truth[second]);
                    for _ in 0..rounds {
                        let points = drawn_points(score, draws, &mut rng);
                        encounters.push(Encounter { first: 0, second, points, games: 2, times: 1 });
                    }
                }
                let ratings = ratings(players as usize, &encounters, &[]).unwrap();
                for (number, holds) in held_truth(&ratings, &truth).enumerate() {
                    // Whoever won or lost everything has a bound.
                    let Range { value, low, high } = ratings.players[number].range;
                    assert!(value.is_some() || low.is_some() || high.is_some(), "{:?}", ratings.players[number]);
                    held[usize::from(number > 0)] += u32::from(holds == Some(true));
                    all[usize::from(number > 0)] += u32::from(holds.is_some());
                }
            }
            let others = f64::from(held[1]) / f64::from(all[1]);
            let is_held = held[0] * 10 >= all[0] * 9 && (0.93..0.995).contains(&others);
            assert!(is_held && all[1] > 1000, "{rounds} rounds: {held:?} of {all:?}");
        }
    }

    #[test]
    fn strengths_come_back_from_their_expected_scores() {
        let strengths = [150.0, 20.0, -40.0, -130.0];
        let mut encounters = Vec::new();
        for first in 0..4 {
            for second in first + 1..4 {
                let points = 1000.0 * expected_score(strengths[first] - strengths[second]);
                encounters.push(Encounter { first, second, points, games: 1000, times: 1 });
            }
        }
        // Players 0 and 3 need not meet.
        encounters.retain(|e| (e.first, e.second) != (0, 3));
        for (found, expected) in values(&ratings(4, &encounters, &[]).unwrap()).iter().zip(strengths) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
        // An anchor shifts the scale, and its own rating has no error.
        let anchored = ratings(4, &encounters, &[(1, FieldElo(2000.0))]).unwrap();
        let Range { low, high, .. } = anchored.players[1].range;
        assert!(low == high && low.is_some_and(|low| (low - 2000.0).abs() < 1e-9));
        for (found, expected) in values(&anchored).iter().zip(strengths) {
            assert!((found - expected - 1980.0).abs() < 1e-6, "{found} {expected}");
        }
        // Two anchors can stretch the scale.
        let stretched = values(&ratings(4, &encounters, &[(0, FieldElo(200.0)), (3, FieldElo(-200.0))]).unwrap());
        assert!((stretched[0] - 200.0).abs() < 1e-9 && (stretched[3] + 200.0).abs() < 1e-9);
        assert!(stretched[0] > stretched[1] && stretched[1] > stretched[2]);
    }

    #[test]
    fn los_is_over_the_next_one_by_rating() {
        // For two players the rating is that of their match, apart from the difference between the two approximations.
        for counts in [[34, 54, 31, 32, 64, 75], [1, 2, 8, 0, 3, 4], [5, 3, 20, 2, 3, 6], [0, 0, 1, 0, 1, 20]] {
            let players = ratings(2, &pairs(0, 1, counts), &[]).unwrap().players;
            let los = Pairs::from(counts).scores().unwrap().los().0;
            let rating_los = players[0].los.unwrap().0;
            assert!((rating_los - los).abs() < 0.01 && players[1].los.is_none(), "{counts:?}: {rating_los} {los}");
            // The order of the players does not matter.
            let turned = ratings(2, &pairs(1, 0, counts), &[]).unwrap().players;
            assert!((turned[1].los.unwrap().0 - rating_los).abs() < 1e-9);
        }
        // Players 0 and 2 have met only player 1, each with the same surplus of one point. Neither is likely to be the
        // better one, and both are likely to be better than player 1. Two anchors keep their ratings.
        let field = [0, 2].map(|first| pairs(first, 1, [8, 0, 3, 0, 0, 9])).concat();
        let players = ratings(3, &field, &[]).unwrap().players;
        let one = if players[0].order >= players[2].order { 0 } else { 2 };
        assert!((players[one].los.unwrap().0 - 0.5).abs() < 1e-3, "{players:?}");
        let over = players[2 - one].los.unwrap().0;
        // A surplus of one pair in 20, of which 17 ended alike: 0.24 deviations, or 0.6.
        assert!((0.57..0.62).contains(&over), "{players:?}");
        let anchors = [(0, FieldElo(100.0)), (1, FieldElo(0.0)), (2, FieldElo(90.0))];
        let fixed = ratings(3, &field, &anchors[..2]).unwrap().players;
        assert!(fixed[0].los.is_some() && fixed[2].los.is_some(), "{fixed:?}");
        let all = ratings(3, &field, &anchors).unwrap().players;
        assert!(all.iter().all(|player| player.los.is_none()));
    }

    #[test]
    fn a_player_that_won_everything_has_no_rating_but_a_bound() {
        let mut encounters = pairs(0, 1, [0, 0, 0, 0, 0, 5]);
        encounters.extend(pairs(1, 2, [1, 0, 3, 0, 0, 1]));
        let ratings = ratings(3, &encounters, &[]).unwrap();
        assert!(ratings.prior);
        let [first, second, third] = ratings.players[..] else { panic!("{ratings:?}") };
        assert_eq!((first.range.value, first.range.high), (None, None));
        assert!(first.range.low.is_some_and(f64::is_finite) && first.order > second.order);
        // There is no mean of the field, so the player with the most games is 0.
        assert_eq!((ratings.zero, second.range), (Some(1), Range::exactly(0.0)));
        let Range { value: Some(value), low: Some(low), high: Some(high) } = third.range else { panic!("{third:?}") };
        assert!(low < value && value < high);
    }

    #[test]
    fn whoever_beats_all_others_in_every_game_says_nothing_of_them() {
        let others = pairs(0, 1, [2, 1, 8, 0, 3, 6]);
        let mut encounters = others.clone();
        encounters.extend([0, 1].map(|second| Encounter { first: 2, second, points: 2.0, games: 2, times: 50 }));
        let all = ratings(3, &encounters, &[]).unwrap().players;
        let alone = ratings(2, &others, &[]).unwrap().players;
        assert_eq!(all[0].range, Range::exactly(0.0));
        // Each of two players alone is half of their difference away from the mean.
        let known = [all[1].range.value, all[1].range.low, all[1].range.high];
        let expected = [alone[1].range.value, alone[1].range.low, alone[1].range.high];
        for (known, expected) in known.into_iter().zip(expected) {
            assert!((known.unwrap() - 2.0 * expected.unwrap()).abs() < 0.01, "{all:?} {alone:?}");
        }
        assert!(all[2].range.high.is_none() && all[2].range.low.is_some_and(|low| low > 300.0), "{:?}", all[2]);
    }

    #[test]
    fn where_points_go_one_way_only_the_ends_have_bounds() {
        let won = |first, second| Encounter { first, second, points: 2.0, games: 2, times: 5 };
        let players = ratings(3, &[won(0, 1), won(1, 2)], &[]).unwrap().players;
        let bounds = players.iter().map(|player| (player.range.low.is_some(), player.range.high.is_some()));
        assert_eq!(bounds.collect::<Vec<_>>(), [(true, false), (false, false), (false, true)]);
        assert!(players.iter().all(|player| player.range.value.is_none()));
        assert!(players.is_sorted_by_key(|player| std::cmp::Reverse(player.order)), "{players:?}");
    }

    #[test]
    fn a_rating_by_an_anchor_does_not_depend_on_who_lost_everything() {
        let against = pairs(0, 1, [1, 0, 4, 0, 2, 5]);
        let lost = Encounter { first: 0, second: 2, points: 2.0, games: 2, times: 3 };
        let anchors = [(0, FieldElo(1000.0))];
        let alone = ratings(2, &against, &anchors).unwrap().players[1].range;
        let players = ratings(3, &[against, vec![lost]].concat(), &anchors).unwrap().players;
        assert!((players[1].range.value.unwrap() - alone.value.unwrap()).abs() < 1e-6, "{players:?} {alone:?}");
        assert!(players[2].range.value.is_none() && players[2].range.low.is_none() && players[2].range.high.is_some());
    }

    #[test]
    fn one_pair_is_no_certainty() {
        let ratings = ratings(2, &pairs(0, 1, [0, 1, 0, 0, 0, 0]), &[]).unwrap();
        let Range { value: Some(value), low: Some(low), high: Some(high) } = ratings.players[0].range else {
            panic!("{ratings:?}")
        };
        // A quarter of the points means odds of 1 to 3. Each player is half of that away from the mean.
        assert!(
            (value + 200.0 * libm::log10(3.0_f64)).abs() < 1e-6 && low < -250.0 && high > 100.0,
            "{value} {low} {high}"
        );
    }

    /// The widths of the intervals of three players.
    fn widths(encounters: &[Encounter], anchors: &[(usize, FieldElo)]) -> [f64; 3] {
        let players = ratings(3, encounters, anchors).unwrap().players;
        [0, 1, 2].map(|player: usize| players[player].range.high.unwrap() - players[player].range.low.unwrap())
    }

    /// The mean of all players is as uncertain as the least known player. Only an anchor removes this uncertainty.
    #[test]
    fn an_interval_is_of_the_distance_to_the_mean_or_to_the_anchor() {
        // Both have an even score against player 1.
        let encounters = [(0, 250_000_000_000), (2, 15)]
            .map(|(first, times)| [2.0, 0.0].map(|points| Encounter { first, second: 1, points, games: 2, times }));
        let encounters = encounters.concat();
        // The third player is much less certain than the others. A third of its error moves the mean, and the other two
        // with it.
        let [first, second, third] = widths(&encounters, &[]);
        assert!((first - second).abs() < 0.01 && (first - third / 2.0).abs() < 0.01 && first > 50.0);
        let [first, second, third] = widths(&encounters, &[(1, FieldElo(0.0))]);
        assert!(first < 0.01 && second == 0.0 && third > 150.0, "{first} {second} {third}");
    }

    #[test]
    fn anchors_may_be_far_apart_and_ladders_long() {
        let won = |first, points| Encounter { first, second: first + 1, points, games: 2, times: 1000 };
        let far = [(1, FieldElo(-3000.0)), (2, FieldElo(10_000.0))];
        let players = ratings(3, &[won(0, 1.0), won(1, 0.0)], &far).unwrap().players;
        assert!((players[0].order.0 + 3000.0).abs() < 1.0, "{}", players[0].order.0);
        // Each player wins nearly all games against the next one.
        let ladder: Vec<Encounter> =
            (0..44).flat_map(|first| [won(first, 2.0), Encounter { times: 1, ..won(first, 1.0) }]).collect();
        let players = ratings(45, &ladder, &[]).unwrap().players;
        let steps: Vec<f64> = players.windows(2).map(|pair| pair[0].order.0 - pair[1].order.0).collect();
        assert!(steps.iter().all(|step| (step - steps[0]).abs() < 0.01), "{steps:?}");
    }

    /// One pair of the first player against each other one, with every result in turn.
    fn gauntlet(players: usize) -> Vec<Encounter> {
        let points = [0.0, 0.5, 1.0, 1.5, 2.0];
        let encounters = (1..players).map(|second| (second, points[second % 5]));
        encounters.map(|(second, points)| Encounter { first: 0, second, points, games: 2, times: 1 }).collect()
    }

    /// 60 players have 120 ends of intervals. Each takes some six fits, of two or three steps on average.
    #[test]
    fn many_players_take_little_work() {
        let mut all = Vec::new();
        for first in 0..60 {
            all.extend(gauntlet(60 - first).into_iter().map(|encounter| Encounter {
                first,
                second: first + encounter.second,
                ..encounter
            }));
        }
        // A step of a gauntlet divides by 59 pivots. One of a round robin takes 59^3 / 6 multiplications more.
        for (encounters, step) in [(gauntlet(60), 59), (all, 59 + 59_u64.pow(3) / 6)] {
            let before = WORK.get();
            let Ratings { players, zero, .. } = ratings(60, &encounters, &[]).unwrap();
            let work = WORK.get() - before;
            assert!(work <= 120 * 20 * step, "{work} for {} encounters", encounters.len());
            for (number, Rating { range: Range { low, high, .. }, order, .. }) in players.into_iter().enumerate() {
                assert!(
                    zero == Some(number)
                        || low.is_none_or(|low| low < order.0) && high.is_none_or(|high| order.0 < high)
                );
            }
        }
    }

    #[test]
    fn players_with_equal_results_stay_in_order() {
        let players = ratings(31, &gauntlet(31), &[]).unwrap().players;
        for first in 1..=5 {
            let equal = (first..31).step_by(5).map(|player| players[player].order);
            assert!(equal.clone().all(|order| order == players[first].order), "{:?}", equal.collect::<Vec<_>>());
        }
    }

    #[test]
    fn without_a_link_there_is_no_common_scale() {
        assert_eq!(ratings(3, &pairs(0, 1, [1, 1, 1, 1, 1, 1]), &[]), None);
        assert_eq!(ratings(0, &[], &[]), None);
    }

    /// The intervals contain the true ratings at the stated frequency, even for two pairs in each pairing.
    #[test]
    fn intervals_hold_the_truth() {
        let truth = [180.0, 40.0, -20.0, -200.0];
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for (rounds, least) in [(2, 0.92), (10, 0.93)] {
            let mut held = 0;
            let mut all = 0;
            for _ in 0..300 {
                let mut encounters = Vec::new();
                for (first, second) in (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b))) {
                    let score = expected_score(truth[first] - truth[second]);
                    for _ in 0..rounds {
                        let points = (0..2).filter(|_| rng.random_bool(score)).count() as f64;
                        encounters.push(Encounter { first, second, points, games: 2, times: 1 });
                    }
                }
                let ratings = ratings(4, &encounters, &[]).unwrap();
                for holds in held_truth(&ratings, &truth).flatten() {
                    all += 1;
                    held += usize::from(holds);
                }
            }
            let share = f64::from(held as u32) / f64::from(all);
            // The standard error for 1,200 intervals is 0.6 %. Two pairs have few possible scores, so they only
            // approach 95 %.
            assert!((least..0.985).contains(&share), "{rounds} rounds: {share}");
        }
    }
}
