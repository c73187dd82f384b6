//! The reasons that reviews give for people's mistakes.

use std::collections::BTreeMap;

use rival::board::{Board, Color, Game, Move, Square};
use rival::machine::work::map_with;
use rival::people::{Discs, given_away};
use rival::players::{Options, Player, load};
use rival::record::archive::{Archive, ArchiveGame};
use rival::search::{Line, Report, SilentObserver};
use rival::stats::derive;
use rival::strength::analysis::{PASSES, Pass, lost, replies};
use rival::strength::reasons::Reason;

use crate::archive::{Folder, YEARS, drawn_order, player_ratings};
use crate::output::Output;
use crate::play::Play;
use crate::table::{Table, cells};

/// Reasons for people's mistakes: how often each kind is given, and how often a deeper search agrees (some minutes).
///
/// A game gives one position, from the 11th move to 8 empty squares. A mistake is a move that gives away two discs or
/// more by both of the last searches of the page's review, from which its reason comes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Mistakes.
    #[arg(long, value_name = "N", default_value_t = 300)]
    mistakes: usize,
    /// The lowest rating of the players.
    #[arg(long, value_name = "ELO", default_value_t = 1200.0)]
    from: f64,
    /// The highest rating.
    #[arg(long, value_name = "ELO", default_value_t = 1600.0)]
    to: f64,
    /// Print every mistake: the board, the reason, and the first moves of the best reply's line and of the better
    /// move's.
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

/// The last two passes of the review, and one that checks corners.
const SEARCHES: [Pass; 3] =
    [PASSES[PASSES.len() - 2], PASSES[PASSES.len() - 1], Pass { depth: 13, nodes: 100_000_000 }];
/// The least loss of a mistake.
const MISTAKE: Discs = Discs(2.0);
/// The fewest games that rate a player.
const FEWEST: usize = 30;
/// The kind of the admission that there is no simple reason.
const NO_REASON: &str = "later";
/// Positions that are searched together.
const BATCH: usize = 64;

/// The number of plies of a line that are printed, and in which a corner is looked for.
const PLIES: usize = 8;

/// A mistake with the reason that was given.
#[derive(Debug)]
struct Mistake {
    words: String,
    /// The kinds of the facts about the played move and about the better one.
    kinds: [Option<String>; 2],
    /// True if the deeper search shows the same corner; `None` if the reason is no corner.
    holds: Option<bool>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let archive = args.folder.people(YEARS)?;
    let ratings = player_ratings(&archive, archive.games.iter());
    let taken: Vec<bool> =
        ratings.iter().map(|player| player.games >= FEWEST && (args.from..=args.to).contains(&player.rating)).collect();
    let mut mistakes: Vec<Mistake> = Vec::new();
    let mut searched = 0;
    for games in drawn_order(&archive, args.play.seed).chunks(BATCH) {
        let batch_mistakes = map_with(args.play.threads(), games.len(), new_judge, |judge, number| {
            mistake(&archive, games[number], args.play.seed, &taken, &mut **judge)
        });
        searched += games.len();
        mistakes.extend(batch_mistakes.into_iter().flatten());
        eprintln!("lab: {} mistakes in {searched} games", mistakes.len());
        if mistakes.len() >= args.mistakes {
            break;
        }
    }
    mistakes.truncate(args.mistakes);
    if args.list {
        mistakes.iter().for_each(|mistake| println!("{}", mistake.words));
    }
    args.output.report("reasons", &report(&mistakes))
}

/// The judge of the page's review.
fn new_judge() -> Box<dyn Player> {
    load("master").expect("it is shipped").player(&Options { hash_mb: 16, ..Options::default() })
}

/// The mistake in a game's position, if its player is taken and made one.
fn mistake(archive: &Archive, number: usize, seed: u64, taken: &[bool], judge: &mut dyn Player) -> Option<Mistake> {
    let game: &ArchiveGame = &archive.games[number];
    let replay = game.game();
    let at = 10 + derive(seed, number as u64) as usize % 42;
    let &(board, played) = replay.history().get(at)?;
    if !taken[game.player(board.to_move)] || board.position.moves().count_ones() < 2 {
        return None;
    }
    let mut before = Game::new(*replay.start());
    replay.moves().take(at).for_each(|mv| before.play(mv).expect("the game was legal"));
    let [thorough, last, check] = SEARCHES;
    let shallower = search(judge, &before, thorough);
    loss(&shallower, played).filter(|&loss| loss >= MISTAKE)?;
    let deepest = search(judge, &before, last);
    let loss = loss(&deepest, played).filter(|&loss| loss >= MISTAKE)?;
    let mut after = before.clone();
    after.play(played).expect("the game was legal");
    let answers = [last, thorough].map(|pass| search(judge, &after, pass));
    let [line, best] = lines(&deepest, played)?;
    let replies = replies([Some(&answers[0]), Some(&answers[1])]);
    let reason = lost(&board, [line, best], &deepest, Some(&shallower), replies)?;
    let claims = corners(&reason);
    let holds = (!claims.is_empty()).then(|| {
        let deeper = search(judge, &before, check);
        claims.iter().all(|claim| claim.holds(&board, [line, best], &deeper))
    });
    // The reason is about the line of the best reply.
    let reply = answers[0].lines.first().map_or(&[][..], |reply| &reply.pv);
    let line_words = words(&[&[played], reply].concat());
    let best_words = words(&best.pv);
    let words = format!(
        "{board:#}\n{:?} to move\n{played} loses {:.1}: {reason}\n  {line_words}\n  {best_words}\n",
        board.to_move, loss.0
    );
    Some(Mistake { words, kinds: kinds(&reason), holds })
}

/// The first moves of a line.
fn words(pv: &[Move]) -> String {
    let moves: Vec<String> = pv.iter().take(PLIES).map(ToString::to_string).collect();
    moves.join(" ")
}

fn search(judge: &mut dyn Player, game: &Game, pass: Pass) -> Report {
    judge.new_game(0);
    judge.rank(game, 64, &pass.limits(), &mut SilentObserver)
}

/// The loss of a move by this report.
fn loss(report: &Report, played: Move) -> Option<Discs> {
    let [value, best] = lines(report, played)?.map(|line| Discs(line.value.discs()));
    Some(given_away(best, value))
}

/// The lines of a move and of the best one.
fn lines(report: &Report, played: Move) -> Option<[&Line; 2]> {
    Some([report.lines.iter().find(|line| line.pv.first() == Some(&played))?, report.lines.first()?])
}

/// The claim that a side takes a corner after the played move and not after the better one, or the other way round.
struct CornerClaim {
    side: Color,
    corner: Square,
    is_played: bool,
}

impl CornerClaim {
    /// True if the lines of a deeper search show the same for the same two moves.
    fn holds(&self, board: &Board, lines: [&Line; 2], deeper: &Report) -> bool {
        let takes = lines.map(|line| {
            let same = deeper.lines.iter().find(|other| other.pv.first() == line.pv.first());
            same.is_some_and(|line| self.is_in(board, &line.pv))
        });
        takes == [self.is_played, !self.is_played]
    }

    /// True if the side takes the corner in this line.
    fn is_in(&self, board: &Board, pv: &[Move]) -> bool {
        let mut board = *board;
        for &mv in pv.iter().take(PLIES) {
            if mv == Move::Place(self.corner) {
                return board.to_move == self.side;
            }
            let Some(next) = board.play(mv) else { return false };
            board = next;
        }
        false
    }
}

/// The claims about corners in a reason.
fn corners(reason: &Reason) -> Vec<CornerClaim> {
    let data = serde_json::to_value(reason).expect("a reason is data");
    let claims = ["played", "better"].into_iter().filter_map(|clause| {
        let fact = &data[clause]["fact"];
        let side = if fact["side"] == "black" { Color::Black } else { Color::White };
        let corner = fact["corner"].as_str().filter(|_| fact["kind"] == "takes")?.parse().ok()?;
        Some(CornerClaim { side, corner, is_played: clause == "played" })
    });
    claims.collect()
}

/// The kinds of the facts about the played move and about the better one.
fn kinds(reason: &Reason) -> [Option<String>; 2] {
    let data = serde_json::to_value(reason).expect("a reason is data");
    ["played", "better"].map(|clause| data[clause]["fact"]["kind"].as_str().map(str::to_owned))
}

fn report(mistakes: &[Mistake]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for Mistake { kinds: [played, better], .. } in mistakes {
        *counts.entry(played.as_deref().or(better.as_deref()).unwrap_or("none")).or_default() += 1;
    }
    let all = mistakes.len().max(1) as f64;
    let mut table = Table::new("reason | mistakes | share");
    for (&kind, &count) in &counts {
        table.row(cells![kind, count, format!("{:.3}", count as f64 / all)]);
    }
    let without = counts.get(NO_REASON).copied().unwrap_or_default();
    let with = mistakes.len() - without;
    let corners = mistakes.iter().filter_map(|mistake| mistake.holds).count();
    let holding = mistakes.iter().filter(|mistake| mistake.holds == Some(true)).count();
    format!(
        "{table}\nWith a reason: {with} of {} ({:.3}); the others say that there is no simple one\n\
         Corner claims that a search of {} plies shows, too: {holding} of {corners}\n",
        mistakes.len(),
        with as f64 / all,
        SEARCHES[2].depth
    )
}
