//! The standing of a tournament after the games so far.

mod count;
mod follow;

use std::collections::BTreeMap;

use serde::Serialize;

use self::count::Count;
pub(super) use self::follow::FollowedTest;
use super::fault::FaultKind;
use super::identity::Identity;
use super::played::TournamentGame;
use super::schedule::Schedule;
use crate::board::Objective;
use crate::stats::{FieldElo, Los, Pairs, Range, Scores, Sprt, Tally, Verdict};

/// The table of a tournament. It does not depend on time, so the same games give the same table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Standing {
    pub name: String,
    pub rule: Objective,
    /// The number of scheduled games, or of those that count after an SPRT's decision.
    pub games: usize,
    pub played: usize,
    pub adjudicated: usize,
    pub resigned: usize,
    /// Games that ended by the engines' own values.
    pub claimed: usize,
    /// Games that repeat an earlier one, perhaps turned or mirrored.
    pub duplicates: usize,
    /// The lines of the engines: best first by rating or, without ratings, by points.
    pub engines: Vec<EngineLine>,
    pub pairings: Vec<PairingLine>,
    pub sprt: Option<SprtLine>,
    /// The fixed ratings: the anchors, or the engine that is 0 where the field has no mean.
    pub anchors: BTreeMap<String, FieldElo>,
    /// True if some ratings are only bounds: see [`crate::stats::Ratings`].
    pub prior: bool,
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct EngineLine {
    pub name: String,
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub points: f64,
    /// The rating in Elo with its 95 % interval: see [`crate::stats::ratings`]. `None` until all engines are connected by
    /// games.
    pub rating: Option<Range>,
    /// The probability, 0.5 to 1, that it is better than the engine with the next lower rating.
    pub los: Option<Los>,
    /// The mean disc difference in completed games.
    pub discs: Option<f64>,
    /// The numbers of its faults by kind. Kinds that did not occur are left out.
    pub faults: BTreeMap<&'static str, u64>,
}

/// The games between two engines, from the view of the first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct PairingLine {
    pub first: String,
    pub second: String,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The numbers of pairs by result: LL, LD, WL, DD, WD, WW; `None` without pairs.
    pub pairs: Option<[u64; 6]>,
    pub ratio: Option<f64>,
    /// The difference in Elo with its interval; `None` if no game counts.
    pub elo: Option<Range>,
    /// The difference in normalised Elo; `None` if there are too few results for a deviation.
    pub nelo: Option<Range>,
    /// The probability that the first engine is better; never 0 or 1.
    pub los: Option<Los>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct SprtLine {
    #[serde(flatten)]
    pub test: Sprt,
    pub ratio: f64,
    pub lower: f64,
    pub upper: f64,
    pub verdict: Verdict,
    /// The games that the ratio rests on, and those of them that ended by a fault.
    pub games: usize,
    pub faults: usize,
}

/// The results of the games between two engines.
#[derive(Default)]
struct Results {
    tally: Tally,
    pairs: Pairs,
}

impl Results {
    /// The scores of complete pairs if there are any, otherwise those of single games.
    fn scores(&self, paired: bool) -> Option<Scores> {
        if paired { self.pairs.scores() } else { self.tally.scores() }
    }
}

/// Counts games. They may come in any order, each number once.
#[must_use]
pub(super) fn standing<'a>(
    identity: &Identity,
    schedule: &Schedule,
    games: impl Iterator<Item = &'a TournamentGame>,
) -> Standing {
    let mut sorted: BTreeMap<usize, &TournamentGame> = games.map(|game| (game.number(), game)).collect();
    let mut sprt = identity.rules.sprt.map(FollowedTest::new);
    if let Some(followed) = &mut sprt {
        followed.advance(schedule, identity, |number| sorted.get(&number).copied());
    }
    let mut total = schedule.games();
    if let Some(end) = sprt.as_ref().and_then(|followed| followed.end) {
        total = end;
        sorted.split_off(&end);
    }
    let mut count = Count::new(identity);
    for &game in sorted.values() {
        count.add(game);
    }
    count.pair(schedule, &sorted);
    let mut standing = count.finish(identity, total, sorted.len(), sprt.map(|followed| followed.line));
    standing.warnings = warnings(&standing);
    standing
}

fn warnings(standing: &Standing) -> Vec<String> {
    let mut warnings = Vec::new();
    for engine in &standing.engines {
        for kind in FaultKind::ALL {
            if let Some(count) = engine.faults.get(kind.name()) {
                warnings.push(format!("{}: {} in {count} of its games", engine.name, kind.title()));
            }
        }
    }
    if standing.duplicates > 0 {
        warnings.push(format!(
            "{} of {} games repeat an earlier one, perhaps turned or mirrored: they are no new evidence; \
             use more openings",
            standing.duplicates, standing.played
        ));
    }
    if standing.prior {
        warnings.push(
            "some engines took no point from the others, so nothing says how far apart they are: \
             their ratings are bounds"
                .to_owned(),
        );
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, points};
    use crate::stats::Model;
    use crate::tournament::catalogue::EngineFields;
    use crate::tournament::config::{Config, Options};
    use crate::tournament::openings::Openings;
    use crate::tournament::played::{FaultRecord, OpeningRecord, Termination};
    use crate::tournament::words::fields;

    /// A tournament with the usual rules.
    fn tournament(engines: &[&str], pairs: bool, games: usize) -> Identity {
        let lines = engines.iter().map(|name| format!("name={name} cmd='rival gtp' proto=gtp"));
        let engines = lines.map(|line| EngineFields(fields(&line).unwrap())).collect();
        let options = Options { engines, no_pairs: !pairs, games: Some(games), ..Options::default() };
        let config = Config::new(&options).unwrap();
        let openings = Openings::new(&config.openings, 1, config.plan.schedule().encounters()).unwrap();
        Identity::new(&config, &openings, None).unwrap()
    }

    #[derive(Default)]
    struct Games(BTreeMap<usize, TournamentGame>);

    impl Games {
        fn standing(&self, identity: &Identity, schedule: &Schedule) -> Standing {
            standing(identity, schedule, self.0.values())
        }
    }

    /// The first games of a tournament. `score` returns Black's margin, given the names of Black and White and the
    /// number of the game.
    fn play(identity: &Identity, count: usize, score: impl Fn(&str, &str, usize) -> i32) -> (Schedule, Games) {
        let schedule = identity.plan.schedule();
        let mut games = Games::default();
        for number in 0..count {
            let pairing = schedule.pairing(number).unwrap();
            let [black, white] = [pairing.black, pairing.white].map(|engine| identity.engines[engine].name.clone());
            let score = score(&black, &white, number);
            let game = TournamentGame {
                v: 1,
                game: number + 1,
                attempt: 1,
                encounter: pairing.encounter + 1,
                black,
                white,
                opening: OpeningRecord { number: 1, plies: 0, start: None },
                seed: 1,
                moves: format!("game {number}"),
                points: Some(points(score)),
                score: Some(score),
                termination: Termination::Normal,
                fault: None,
                plies: Vec::new(),
            };
            games.0.insert(number, game);
        }
        (schedule, games)
    }

    #[test]
    fn a_test_ends_with_the_encounter_that_decides_it() {
        let mut identity = tournament(&["a", "b"], true, 200);
        identity.rules.sprt = Some(Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05, model: Model::Logistic });
        // a wins both games of every other pair, and draws those of the pairs between.
        let score = |black: &str, _: &str, number: usize| match (number / 2 % 2, black) {
            (1, _) => 0,
            (_, "a") => 2,
            _ => -2,
        };
        let (schedule, games) = play(&identity, 200, score);
        let decided = games.standing(&identity, &schedule);
        let end = decided.games;
        let line = decided.sprt.unwrap();
        assert_eq!((line.verdict, end < 200, end % 2, decided.played), (Verdict::H1, true, 0, end));
        assert!(line.ratio >= line.upper, "{line:?}");
        // Before the decision, a pair counts once both of its games have been played.
        let before = |left_out: &[usize]| {
            let (schedule, mut games) = play(&identity, end, score);
            games.0.retain(|number, _| !left_out.contains(number));
            games.standing(&identity, &schedule)
        };
        let [last, whole] = [before(&[end - 1]), before(&[end - 2, end - 1])];
        assert_eq!((last.games, last.played, last.sprt.as_ref().unwrap().verdict), (200, end - 1, Verdict::Undecided));
        assert_eq!(last.sprt, whole.sprt);
        // Games after a gap wait, so the order in which games end does not matter.
        let gap = before(&[0]).sprt.unwrap();
        assert_eq!((gap.verdict, gap.ratio), (Verdict::Undecided, 0.0));
        // A test that is followed game by game, in whatever order these end, comes to the same.
        let (schedule, games) = play(&identity, 200, score);
        let mut followed = FollowedTest::new(identity.rules.sprt.unwrap());
        let mut played: Vec<usize> = Vec::new();
        for number in (0..200).map(|number| number ^ 3) {
            played.push(number);
            followed.advance(&schedule, &identity, |number| games.0.get(&number).filter(|_| played.contains(&number)));
        }
        assert_eq!((followed.line, followed.end), (line.clone(), Some(end)));
        // A pair waits until both of its games have been repeated.
        let (schedule, mut games) = play(&identity, end, score);
        games.0.get_mut(&0).unwrap().attempt = 2;
        let half = games.standing(&identity, &schedule).sprt.unwrap();
        assert_eq!((half.verdict, half.games), (Verdict::Undecided, 0));
        // A pair with a game that does not count is left out.
        let (schedule, mut games) = play(&identity, end, score);
        games.0.get_mut(&0).unwrap().points = None;
        let void = games.standing(&identity, &schedule).sprt.unwrap();
        assert!(void.verdict == Verdict::Undecided && void.ratio > 0.0 && void.ratio < line.ratio, "{void:?}");
        // Without pairs every game counts alone.
        identity.plan.pairs = false;
        let (schedule, games) = play(&identity, 200, score);
        let single = games.standing(&identity, &schedule);
        assert_eq!((single.sprt.unwrap().verdict, single.games < 200), (Verdict::H1, true));
    }

    #[test]
    fn without_ratings_the_points_decide_the_order() {
        let identity = tournament(&["a", "b", "c"], true, 2);
        // c has not played yet, so that nothing connects it with the others.
        let (schedule, games) = play(&identity, 2, |black, _, _| if black == "b" { 10 } else { -10 });
        let standing = games.standing(&identity, &schedule);
        let order: Vec<(&str, f64, u64)> =
            standing.engines.iter().map(|line| (line.name.as_str(), line.points, line.games)).collect();
        assert_eq!(order, [("b", 2.0, 2), ("a", 0.0, 2), ("c", 0.0, 0)]);
        assert!(standing.engines.iter().all(|line| line.rating.is_none()), "{standing:?}");
    }

    #[test]
    fn every_game_is_counted_by_how_it_ended() {
        let identity = tournament(&["a", "b"], true, 8);
        // a wins with Black by 10 and draws with White. Some later games end in other ways.
        let (schedule, mut games) = play(&identity, 8, |black, _, _| if black == "a" { 10 } else { 0 });
        for (number, termination, points) in [
            (2, Termination::Resigned, Some(1.0)),
            (3, Termination::Claimed, Some(1.0)),
            (4, Termination::Fault, Some(1.0)),
            (5, Termination::Fault, Some(0.0)),
        ] {
            let game = games.0.get_mut(&number).unwrap();
            game.termination = termination;
            game.points = points;
            game.score = None;
            let kind = FaultKind::Illegal;
            let fault = FaultRecord { engine: "b".to_owned(), kind, detail: String::new(), queued: None, spent: None };
            game.fault = (termination == Termination::Fault).then_some(fault);
        }
        games.0.get_mut(&6).unwrap().termination = Termination::Adjudicated;
        // These games have the same moves and colours, whole ones and others, or are mirrored.
        games.0.get_mut(&1).unwrap().moves = "f5d6c3d3c4--".to_owned();
        games.0.get_mut(&7).unwrap().moves = "c4e3f6e6f5--".to_owned();
        games.0.get_mut(&4).unwrap().moves = games.0[&2].moves.clone();
        let standing = games.standing(&identity, &schedule);
        assert_eq!((standing.games, standing.played), (8, 8));
        assert_eq!((standing.adjudicated, standing.resigned, standing.claimed, standing.duplicates), (1, 1, 1, 2));
        let [a, b] = &standing.engines[..] else { panic!("{standing:?}") };
        assert_eq!((a.name.as_str(), a.wins, a.draws, a.losses, a.points, a.games), ("a", 5, 2, 1, 6.0, 8));
        assert_eq!((b.name.as_str(), b.wins, b.draws, b.losses, b.points, b.games), ("b", 1, 2, 5, 2.0, 8));
        // The completed games have the differences 10, 0, 10 and 0.
        assert_eq!((a.discs, b.discs), (Some(5.0), Some(-5.0)));
        assert_eq!((a.faults.is_empty(), &b.faults), (true, &BTreeMap::from([("illegal", 2)])));
        let [line] = &standing.pairings[..] else { panic!("{standing:?}") };
        assert_eq!((line.first.as_str(), line.wins, line.draws, line.losses), ("a", 5, 2, 1));
        // There are two pairs with a win and a draw, one with a win and a loss, and one with two wins.
        assert_eq!((line.pairs, line.ratio), (Some([0, 0, 1, 0, 2, 1]), None));
        assert!(a.los == line.los && line.elo.is_some(), "{standing:?}");
        for warning in ["b: illegal move in 2 of its games", "2 of 8 games repeat"] {
            assert!(standing.warnings.iter().any(|line| line.contains(warning)), "{warning}: {:?}", standing.warnings);
        }
        assert_eq!(games.0[&5].engine(Color::Black), "b");
    }
}
