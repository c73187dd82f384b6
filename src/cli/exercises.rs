//! `rival exercises`: positions with one right move.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::complaint::complain;
use super::games::{Gathered, extensions, records};
use super::interrupt;
use super::measure::{is_profile, rating};
use super::output::print;
use super::progress::Bar;
use super::rivals::known;
use crate::board::{Color, Game, Move, Objective, Square};
use crate::machine::work;
use crate::people::{AVERAGE, Examiner, Exercise, Exercises, PeopleElo};
use crate::personality::STRONGEST;
use crate::players::{self, Options, Player};
use crate::record::board;
use crate::search::{Limits, Line, Silent, Stop};
use crate::strength::analysis;
use crate::strength::exercises::{Learning, Mistake, id, mistakes};
use crate::strength::person::{Played, Profile, estimate, measure};
use crate::strength::reasons::Reason;

/// Find exercises in a person's games, or take shipped ones.
///
/// An exercise is a position with one right move, where the person made a mistake that somebody 200 Elo stronger makes
/// clearly less often. A deep search, exact near the end, finds the right move; it is better than any other by 2 discs
/// or more. Without games and without a profile, the exercises are from tournament games.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "GAMES|PROFILE", help = format!(
        "Files of games: {}, or - for standard input; or the profile of the person, by `rival measure -o`", extensions()
    ))]
    files: Vec<PathBuf>,
    /// The person in the games: a name as it appears in the files, or black, or white. A profile has its own.
    #[arg(long, value_name = "NAME|black|white", requires = "files")]
    player: Option<String>,
    /// For somebody with this rating; default: as the games or the profile say, or 1500.
    #[arg(long, value_name = "RATING", value_parser = rating)]
    rating: Option<PeopleElo>,
    /// Number of exercises.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,
    /// Print JSON, an exercise a line, with the answers.
    #[arg(long)]
    json: bool,
}

/// The depth of the search for reasons, in plies; twice as many empty squares are solved.
const DEPTH: u32 = 10;

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let stop = interrupt::stop()?;
    let (profile, failed) = person(args, &stop)?;
    let rating = args.rating.or(profile.as_ref().map(|profile| estimate(profile).rating)).unwrap_or(AVERAGE);
    let count = usize::from(args.count);
    let found = match &profile {
        Some(profile) => own(profile, rating, count, &stop),
        None => shipped(rating, count),
    };
    if found.is_empty() && !stop.is_stopped() {
        bail!(
            "found no mistake with one right move that people rated {:.0} find more often, expected one",
            rating.0 + 200.0
        );
    }
    let reasons = reasons(&found, &stop)?;
    print(if args.json { json(&found, &reasons) } else { text(&found, &reasons) })?;
    if stop.is_stopped() {
        complain!("rival: stopped: these are the exercises found so far");
    }
    Ok(if stop.is_stopped() || failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The person's profile, if a person is given, and the number of unusable games and files.
fn person(args: &Args, stop: &Stop) -> anyhow::Result<(Option<Profile>, usize)> {
    match (&args.files[..], &args.player) {
        ([], _) => Ok((None, 0)),
        ([path], None) if is_profile(path) => Ok((Some(known(path)?), 0)),
        (files, Some(player)) => gathered(files, player, stop).map(|(profile, failed)| (Some(profile), failed)),
        ([path, ..], None) if path.as_os_str() != "-" && !path.exists() => {
            bail!("{}: found no such file, expected a profile, or games with --player", path.display())
        }
        (_, None) => bail!("--player: found nothing, expected a name as it appears in the files, or black, or white"),
    }
}

/// The judged games of a player.
fn gathered(files: &[PathBuf], player: &str, stop: &Stop) -> anyhow::Result<(Profile, usize)> {
    let Gathered { games, failed } = records(files, player, Objective::Normal)?;
    let games: Vec<Played> = games.iter().map(|(record, side)| Played::new(record, *side)).collect();
    let bar = Bar::new("judging games", games.len() as u64);
    let judged = measure(games, &[], None, work::cores(), stop, &|| bar.advance())?;
    let mut profile = Profile::new(player);
    profile.add(judged);
    Ok((profile, failed))
}

/// An exercise, and the mistake that it comes from, with a name for the game.
type Found = (Exercise, Option<(Mistake, String)>);

/// Exercises from a person's worst mistakes.
fn own(profile: &Profile, rating: PeopleElo, count: usize, stop: &Stop) -> Vec<Found> {
    let mistakes = mistakes(&profile.games);
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let bar = Bar::new("mistakes", mistakes.len() as u64);
    let mut found: Vec<Found> = Vec::new();
    // In batches, so that a few exercises come quickly.
    for batch in mistakes.chunks(4 * work::cores()) {
        let look = |examiner: &mut Examiner, number: usize| {
            bar.advance();
            batch[number].exercise(rating, examiner, &limits)
        };
        let exercises = work::map_with(work::cores(), batch.len(), Examiner::default, look);
        for (exercise, mistake) in exercises.into_iter().zip(batch) {
            let Some(exercise) = exercise else { continue };
            let played = &profile.games[mistake.game];
            let game = format!("{} {}", played.opponent.name, played.date).trim().to_owned();
            if found.iter().all(|(known, _)| id(&known.board) != id(&exercise.board)) {
                found.push((exercise, Some((*mistake, game))));
            }
        }
        if found.len() >= count || stop.is_stopped() {
            break;
        }
    }
    found.truncate(count);
    found
}

/// Shipped exercises, the nearest to this rating first.
fn shipped(rating: PeopleElo, count: usize) -> Vec<Found> {
    let (all, none) = (Exercises::shipped(), Learning::default());
    let mut left: Vec<&Exercise> = all.exercises.iter().collect();
    let mut found = Vec::new();
    while found.len() < count
        && let Some(next) = none.next(left.iter().copied(), rating, std::time::Duration::ZERO)
    {
        left.retain(|exercise| !std::ptr::eq(*exercise, next));
        found.push((next.clone(), None));
    }
    found
}

/// Why the person's move, or else the second best, is worse than the answer, by one search of both. `None` if their
/// lines show no reason, or this search prefers another move.
fn reason(found: &Found, player: &mut dyn Player, stop: &Stop) -> Option<Reason> {
    let (Exercise { board, right, .. }, mistake) = found;
    let game = Game::new(*board);
    let played = mistake.as_ref().map(|(mistake, _)| mistake.played);
    let moves = played.map(|played| played.bit() | right.answer.bit());
    let limits = Limits { depth: Some(DEPTH), moves, stop: stop.clone(), ..Limits::default() };
    let lines = player.rank(&game, 2, &limits, &mut Silent).lines;
    let is = |line: &Line, square: Square| line.pv.first() == Some(&Move::Place(square));
    let [best, other] = &lines[..] else { return None };
    let fits = is(best, right.answer) && played.is_none_or(|played| is(other, played));
    if fits { analysis::lost(board, other, best) } else { None }
}

fn reasons(found: &[Found], stop: &Stop) -> anyhow::Result<Vec<Option<Reason>>> {
    let strongest = players::load(STRONGEST).context("the strongest player")?;
    let options = Options { hash_mb: 16, ..Options::default() };
    let look = |player: &mut Box<dyn Player>, number: usize| {
        if stop.is_stopped() { None } else { reason(&found[number], &mut **player, stop) }
    };
    Ok(work::map_with(work::cores(), found.len(), || strongest.player(&options), look))
}

/// The boards and tasks, with the answers at the end.
fn text(found: &[Found], reasons: &[Option<Reason>]) -> String {
    let (mut text, mut answers) = (String::new(), "Answers\n".to_owned());
    for ((number, (exercise, mistake)), reason) in (1..).zip(found).zip(reasons) {
        let Exercise { board, last, right, curve } = exercise;
        let from = mistake.as_ref().map_or_else(String::new, |(mistake, game)| {
            let number = mistake.board.position.move_number();
            format!(" Your game{}{game}, move {number}.", if game.is_empty() { "" } else { ": " })
        });
        let half = (curve.half.0 / 10.0).round() * 10.0;
        let _ = writeln!(
            text,
            "{number}. {} to move. Half of the people rated {half} find the best move.{from}",
            side(board.to_move)
        );
        if let Some(last) = last {
            let _ = writeln!(text, "   {} has just played {last}.", side(board.to_move.other()));
        }
        let _ = writeln!(text, "{}\n", board::diagram(board));
        let certain = if right.exact { ", to the end of the game" } else { "" };
        let played =
            mistake.as_ref().map_or_else(String::new, |(mistake, _)| format!("; you played {}", mistake.played));
        let _ = writeln!(
            answers,
            "{number}. {}, {:.1} discs better than anything else{certain}{played}",
            right.answer, right.ahead.0
        );
        if let Some(reason) = reason {
            let _ = writeln!(answers, "   {reason}");
        }
    }
    text + &answers
}

/// A side, with its letter on the board.
const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black (X)",
        Color::White => "White (O)",
    }
}

fn json(found: &[Found], reasons: &[Option<Reason>]) -> String {
    let line = |((exercise, mistake), reason): (&Found, &Option<Reason>)| {
        let mut value = serde_json::to_value(exercise).expect("strings and finite numbers are JSON");
        if let Some((mistake, game)) = mistake {
            value["played"] = mistake.played.to_string().into();
            value["move"] = mistake.board.position.move_number().into();
            value["game"] = game.as_str().into();
        }
        if let Some(reason) = reason {
            value["reason"] = reason.to_string().into();
        }
        value.to_string() + "\n"
    };
    found.iter().zip(reasons).map(line).collect()
}
