//! A game move by move: the value of each move, and the best one.

use super::reasons::{LinePair, Reason, Replies, first_squares};
use crate::board::{Board, Color, Game, Move, Objective};
use crate::people::{Discs, given_away};
use crate::players::Player;
use crate::record::problem::Problem;
use crate::search::{Certainty, Iteration, Limits, Line, Observer, Report, SilentObserver, Valuation};

/// A move of a game with an analyst's values. All values are for the side that moved.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedMove {
    /// The number of the move in the game. The first is 1, and passes count.
    pub ply: usize,
    /// The side that moved.
    pub color: Color,
    /// The move that was played.
    pub played: Move,
    /// The value of the played move.
    pub value: Valuation,
    /// The best move. Among several it is the played one.
    pub best: Move,
    /// The value of the best move.
    pub best_value: Valuation,
    /// The rank of the played move: 1 if no move is better.
    pub rank: usize,
    /// The number of legal moves; 0 if a pass was forced.
    pub legal: usize,
    /// The reason for its loss, if it lost at least [`EXPLAINED`].
    pub reason: Option<Reason>,
}

/// A pass of a review over all positions of a game. A busy machine takes longer and gets the same result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    /// The search depth in plies.
    pub depth: u32,
    /// The most visited positions for a position of the game.
    pub nodes: u64,
}

impl Pass {
    /// The limits of its searches.
    #[must_use]
    pub fn limits(self) -> Limits {
        Limits { depth: Some(self.depth), nodes: Some(self.nodes), ..Limits::default() }
    }
}

/// The passes of a review: a quick one, a thorough one, and one that is exact from 22 empty squares on if its nodes
/// suffice: mostly from 19. Reasons have to hold in the searches of the last two.
pub const PASSES: [Pass; 3] =
    [Pass { depth: 5, nodes: 300_000 }, Pass { depth: 9, nodes: 3_000_000 }, Pass { depth: 11, nodes: 12_000_000 }];

/// A move that loses less than this counts as good as the best.
pub const SLIGHT: Discs = Discs(0.5);
/// A move that loses this much has a reason, if only that there is no simple one. A smaller loss is often an error of
/// the search: a deeper one finds the move as good as the best.
pub const EXPLAINED: Discs = Discs(2.0);

impl JudgedMove {
    /// The discs that the played move [gave away](given_away).
    #[must_use]
    pub fn loss(&self) -> Discs {
        given_away(Discs(self.best_value.discs()), Discs(self.value.discs()))
    }

    /// The lower of both values' certainties.
    #[must_use]
    pub fn certainty(&self) -> Certainty {
        self.value.certainty().min(self.best_value.certainty())
    }
}

/// Judges every move of a game with the player's values, which are discs, at these limits; `moves` has no effect.
/// The player begins a new game. `observe` gets each move when it is judged,
/// which is when the replies to it are known. After a stop the moves that were judged before it are returned.
///
/// # Errors
/// The game and the player have different objectives, the player does not evaluate, or it leaves out a legal move.
pub fn analyze(
    game: &Game,
    objective: Objective,
    player: &mut dyn Player,
    limits: &Limits,
    observe: &mut dyn FnMut(&JudgedMove),
) -> Result<Vec<JudgedMove>, Problem> {
    if objective != player.objective() {
        let found = format!("a game for {}", objective.aim());
        let expected = format!("one for {}, which {} plays for", player.objective().aim(), player.name());
        return Err(Problem::at("", found, expected));
    }
    if !player.evaluates() {
        return Err(Problem::at("", player.name(), "a player that evaluates"));
    }
    player.new_game(0);
    let limits = &Limits { moves: None, ..limits.clone() };
    let mut replay = Game::new(*game.start());
    let mut judged = Vec::with_capacity(game.history().len());
    let mut before: Option<RankedMove> = None;
    for (index, &(board, played)) in game.history().iter().enumerate() {
        let mut depths = Depths::default();
        let report = player.rank(&replay, 64, limits, &mut depths);
        if limits.stop.is_stopped() {
            return Ok(judged);
        }
        if !report.lines.iter().any(|line| line.pv.first() == Some(&played)) {
            let found = format!("no value of {played} by {}", player.name());
            return Err(Problem::at("", found, "one for each legal move"));
        }
        let ranked = RankedMove { ply: index + 1, board, played, report, depths };
        if let Some(before) = before {
            judged.push(before.judge(objective, ranked.as_replies()));
            observe(&judged[judged.len() - 1]);
        }
        before = Some(ranked);
        replay.play(played).expect("the game was legal");
    }
    if let Some(last) = before {
        judged.push(last.judge(objective, Replies::default()));
        observe(&judged[judged.len() - 1]);
    }
    Ok(judged)
}

/// A move of a game with the values of all moves in its position.
struct RankedMove {
    ply: usize,
    board: Board,
    played: Move,
    report: Report,
    depths: Depths,
}

impl RankedMove {
    /// The moves in this position, as replies to the move before.
    fn as_replies(&self) -> Replies<'_> {
        replies([Some(&self.report), self.depths.before(&self.report)])
    }

    /// The judged move, with what is known of the replies to it.
    fn judge(&self, objective: Objective, replies: Replies<'_>) -> JudgedMove {
        let RankedMove { ply, board, played, ref report, ref depths } = *self;
        let best = report.lines.first().expect("a game that goes on has a best line");
        let line = report.lines.iter().find(|line| line.pv[0] == played).expect("every legal move is ranked");
        JudgedMove {
            ply,
            color: board.to_move,
            played,
            value: line.value,
            best: if line.value == best.value { played } else { best.pv[0] },
            best_value: best.value,
            rank: 1 + report.lines.iter().take_while(|other| other.value != line.value).count(),
            legal: board.position.moves().count_ones() as usize,
            // The reasons assume that corners are good, which is wrong if the fewest discs win.
            reason: if objective == Objective::Normal {
                lost(&board, [line, best], report, depths.before(report), replies)
            } else {
                None
            },
        }
    }
}

/// The replies to a move in the reports of two depths, the deeper first.
#[must_use]
pub fn replies(reports: [Option<&Report>; 2]) -> Replies<'_> {
    let [deeper, shallower] = reports.map(|report| report.map_or(&[][..], |report| &report.lines));
    Replies { deeper, shallower }
}

/// The last two iterations of a search.
#[derive(Default)]
struct Depths([Option<Iteration>; 2]);

impl Depths {
    /// The deepest iteration that is not as deep as the report.
    fn before(&self, report: &Report) -> Option<&Report> {
        self.0.iter().flatten().find(|iteration| iteration.certainty() < report.certainty())
    }
}

impl Observer for Depths {
    fn iteration(&mut self, iteration: &Iteration) {
        self.0.swap(0, 1);
        self.0[0] = Some(iteration.clone());
    }
}

/// The reason why the first of two lines of a report is worse than the other, confirmed by the report of a shallower
/// search if there is one; `None` if it is worse by less than [`EXPLAINED`]. `replies` are the known replies to the
/// move.
#[must_use]
pub fn lost(
    board: &Board,
    [line, best]: [&Line; 2],
    report: &Report,
    shallower: Option<&Report>,
    replies: Replies<'_>,
) -> Option<Reason> {
    let loss = given_away(Discs(best.value.discs()), Discs(line.value.discs()));
    if loss < EXPLAINED {
        return None;
    }
    let lines = LinePair { played: &line.pv, better: &best.pv };
    let before = shallower.and_then(|report| {
        let [played, better] = [line, best]
            .map(|deep| report.lines.iter().find(|other| other.pv.first() == deep.pv.first()))
            .map(|line| line.map(|line| &line.pv[..]));
        Some(LinePair { played: played?, better: better? })
    });
    let results = line.value.score().zip(best.value.score());
    let better_moves = first_squares(report.lines.iter().filter(|other| other.value.discs() > line.value.discs()));
    let reason = Reason::find(board, lines, before, better_moves, replies, results, loss);
    reason.or_else(|| Reason::without(lines))
}

/// The loss of a move.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct MoveCost {
    /// The discs.
    pub discs: Discs,
    /// The points of the game's result, if both scores are exact: 0.5 for a draw in place of a win.
    pub points: f64,
}

/// The loss of one move by the player's values at these limits. Its discs are those of [`analyze`], and are computed
/// faster.
pub fn loss(game: &Game, played: Move, player: &mut dyn Player, limits: &Limits) -> MoveCost {
    let report = player.rank(game, 1, limits, &mut SilentObserver);
    let Some(best) = report.lines.first().filter(|best| best.pv.first() != Some(&played)) else {
        return MoveCost::default();
    };
    let only = Limits { moves: played.square().map(|square| square.bit()), ..limits.clone() };
    let report = player.rank(game, 1, &only, &mut SilentObserver);
    let Some(own) = report.lines.first() else { return MoveCost::default() };
    let scores = best.value.score().zip(own.value.score());
    MoveCost {
        discs: given_away(Discs(best.value.discs()), Discs(own.value.discs())),
        points: scores.map_or(0.0, |(best, own)| f64::from(best.signum() - own.signum()) / 2.0),
    }
}

/// Sums up one colour's moves, except forced ones: number, mean loss and largest loss.
#[must_use]
pub fn losses(judged: &[JudgedMove], color: Color) -> (usize, Discs, Discs) {
    let losses: Vec<f64> = judged
        .iter()
        .filter(|judged| judged.color == color && judged.legal > 1)
        .map(|judged| judged.loss().0)
        .collect();
    // The empty sum is -0; adding 0 turns it into 0.
    let mean = (losses.iter().sum::<f64>() + 0.0) / losses.len().max(1) as f64;
    (losses.len(), Discs(mean), Discs(losses.iter().copied().fold(0.0, f64::max)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{Options, load};
    use crate::record::transcript;
    use crate::strength::reasons::random;

    #[test]
    fn the_end_of_a_game_is_judged_exactly() {
        let mut game = Game::default();
        let mut player = load("small-engine").unwrap().player(&Options::default());
        player.new_game(1);
        while !game.is_over() {
            let moves = player.rank(&game, 64, &Limits { depth: Some(2), ..Limits::default() }, &mut SilentObserver);
            let worst = moves.lines.last().unwrap().pv[0];
            game.play(worst).unwrap();
        }
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let mut seen = 0;
        let judged = analyze(&game, Objective::Normal, &mut *player, &limits, &mut |_| seen += 1).unwrap();
        assert_eq!(seen, game.history().len());
        let last = judged.last().unwrap();
        assert_eq!(last.value, Valuation::Exact(game.board().score(last.color, Objective::Normal)));
        for pair in judged.windows(2).filter(|pair| pair[0].value.is_exact()) {
            assert_eq!(pair[0].value, -pair[1].best_value);
        }
        assert!(judged.iter().all(|judged| judged.loss() >= Discs(0.0) && judged.rank >= 1));
        assert!(judged.iter().all(|judged| (judged.loss() == Discs(0.0)) == (judged.best == judged.played)));
        assert!(analyze(&game, Objective::Anti, &mut *player, &limits, &mut |_| ()).is_err());
    }

    /// Values the first move only.
    struct Sparing;

    impl Player for Sparing {
        fn name(&self) -> &str {
            "sparing"
        }

        fn objective(&self) -> Objective {
            Objective::Normal
        }

        fn new_game(&mut self, _: u64) {}

        fn rank(&mut self, game: &Game, _: usize, _: &Limits, _: &mut dyn Observer) -> Report {
            Report::ranked(1, game.board().moves().take(1).map(|mv| (mv, crate::eval::Worth::Discs(0.0))))
        }

        fn evaluates(&self) -> bool {
            true
        }
    }

    #[test]
    fn a_player_that_cannot_judge_is_an_error() {
        let game = transcript::parse("f5d6c3").unwrap().into_game();
        let judge = |player: &mut dyn Player| {
            let judged = analyze(&game, Objective::Normal, player, &Limits::default(), &mut |_| ());
            judged.unwrap_err().to_string()
        };
        assert_eq!(judge(&mut Sparing), "found no value of f5 by sparing, expected one for each legal move");
        let mut map = load("static-normal").unwrap().player(&Options::default());
        assert_eq!(judge(&mut *map), "found static-normal, expected a player that evaluates");
    }

    #[test]
    fn the_moves_before_a_stop_are_judged() {
        let game = transcript::parse("f5d6c3d3c4f4f6g5e6f7").unwrap().into_game();
        let mut player = load("classic").unwrap().player(&Options::default());
        // One requested move limits nothing: all have to be compared.
        let limits = Limits { depth: Some(2), moves: Some(1), ..Limits::default() };
        let whole = analyze(&game, Objective::Normal, &mut *player, &limits, &mut |_| ()).unwrap();
        let mut seen = 0;
        let judged = analyze(&game, Objective::Normal, &mut *player, &limits, &mut |_| {
            seen += 1;
            if seen == 4 {
                limits.stop.stop();
            }
        });
        assert_eq!(judged.unwrap(), whole[..4]);
    }

    #[test]
    fn a_score_at_the_end_of_a_line_and_estimates_are_in_one_order() {
        // White may end the game early, with a score that the search prefers to estimates of up to 64 discs.
        let moves = "e6f6d3e7f7d6e8f8g6d8c7h5g8h8h6h7d7b6b8f5a5c8g5h4g7b7a8c6f4g4f3d2a6a7a4";
        let game = transcript::parse(moves).unwrap().into_game();
        let mut player = load("master").unwrap().player(&Options::default());
        let mut ends = 0;
        for depth in [4, 6, 10] {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            for judged in analyze(&game, Objective::Normal, &mut *player, &limits, &mut |_| ()).unwrap() {
                assert!(judged.value.discs() <= judged.best_value.discs(), "{judged:?}");
                assert_eq!(judged.rank == 1, judged.best == judged.played, "{judged:?}");
                ends += u32::from(!judged.value.is_exact() && judged.value.discs() > 55.0);
            }
        }
        assert!(ends > 0);
    }

    #[test]
    fn a_move_has_a_reason_if_it_loses_two_discs_or_more() {
        let mut player = load("small-engine").unwrap().player(&Options::default());
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let judged = analyze(&random(1), Objective::Normal, &mut *player, &limits, &mut |_| ()).unwrap();
        assert!(judged.iter().all(|judged| judged.reason.is_some() == (judged.loss() >= Discs(2.0))));
        let losses: Vec<f64> = judged.iter().map(|judged| judged.loss().0).collect();
        for range in [0.5..2.0, 2.0..4.0] {
            assert!(losses.iter().any(|loss| range.contains(loss)), "{losses:?}");
        }
    }

    #[test]
    fn points_given_away_are_the_difference_between_two_results() {
        let mut player = load("small-engine").unwrap().player(&Options::default());
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let mut thrown = 0;
        for seed in 0..30 {
            player.new_game(seed);
            let game = random(seed);
            let start = game.history().iter().position(|(board, _)| board.position.empties() == 10).unwrap();
            let mut replay = Game::new(game.history()[start].0);
            let report = player.rank(&replay, 1, &limits, &mut SilentObserver);
            let first = replay.board().to_move;
            let mut points = f64::from(report.lines[0].value.score().unwrap().signum()) / 2.0;
            for &(board, mv) in &game.history()[start..] {
                let given = loss(&replay, mv, &mut *player, &limits);
                assert!(given.points == 0.0 || given.points > 0.0 && given.discs > Discs(0.0));
                points += if board.to_move == first { -given.points } else { given.points };
                thrown += u32::from(given.points > 0.0);
                replay.play(mv).unwrap();
            }
            let result = replay.board().score(first, Objective::Normal).signum();
            assert_eq!(points, f64::from(result) / 2.0, "game {seed}");
        }
        assert!(thrown >= 20, "{thrown}");
    }
}
