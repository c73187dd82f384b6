//! `rival exercises`: positions with one right move.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;

use super::complaint::complain;
use super::interrupt;
use super::measure::rating;
use super::output::print;
use super::progress::Bar;
use super::rivals::known;
use crate::board::Color;
use crate::machine::work;
use crate::people::{AVERAGE, Examiner, Exercise, Exercises, PeopleElo};
use crate::record::board;
use crate::search::Limits;
use crate::strength::exercises::{Learning, Mistake, id, mistakes};
use crate::strength::person::{Profile, estimate};

/// Find exercises in a person's games, or take shipped ones.
///
/// An exercise is a position with one right move. Each is a mistake of the person that somebody 200 Elo stronger makes
/// clearly less often. The right move is
/// found by a deep search, exact near the end, and is better than any other by 2 discs or more. Without a profile, the
/// exercises are from tournament games.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The profile of the person, by `rival measure -o`.
    #[arg(value_name = "PROFILE")]
    profile: Option<PathBuf>,
    /// For somebody with this rating; default: as the profile says, or 1500.
    #[arg(long, value_name = "RATING", value_parser = rating)]
    rating: Option<PeopleElo>,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,
    /// Print JSON, an exercise a line, with the answers.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let profile = args.profile.as_deref().map(known).transpose()?;
    let rating = args.rating.or(profile.as_ref().map(|profile| estimate(profile).rating)).unwrap_or(AVERAGE);
    let count = usize::from(args.count);
    let (found, is_stopped) = match &profile {
        Some(profile) => own(profile, rating, count)?,
        None => (shipped(rating, count), false),
    };
    if found.is_empty() && !is_stopped {
        bail!(
            "found no mistake with one right move that people rated {:.0} find more often, expected one",
            rating.0 + 200.0
        );
    }
    print(if args.json { json(&found) } else { text(&found) })?;
    if is_stopped {
        complain!("rival: stopped: these are the exercises found so far");
    }
    Ok(if is_stopped { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// An exercise, and the mistake that it comes from, with a name for the game.
type Found = (Exercise, Option<(Mistake, String)>);

/// From the worst mistakes of a person; true if stopped.
fn own(profile: &Profile, rating: PeopleElo, count: usize) -> anyhow::Result<(Vec<Found>, bool)> {
    let (mistakes, stop) = (mistakes(&profile.games), interrupt::stop()?);
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let bar = Bar::new("mistakes", mistakes.len() as u64);
    let mut found: Vec<Found> = Vec::new();
    // A batch at a time: whoever wants few exercises does not wait for all.
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
    Ok((found, stop.is_stopped()))
}

/// From other people's games, the best fitting ones first.
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

/// Boards and tasks; the answers behind all of them.
fn text(found: &[Found]) -> String {
    let (mut text, mut answers) = (String::new(), "Answers\n".to_owned());
    for (number, (exercise, mistake)) in (1..).zip(found) {
        let Exercise { board, last, right, curve } = exercise;
        let from = mistake.as_ref().map_or_else(String::new, |(mistake, game)| {
            let number = 61 - mistake.board.position.empties();
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
    }
    text + &answers
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn json(found: &[Found]) -> String {
    let line = |(exercise, mistake): &Found| {
        let mut value = serde_json::to_value(exercise).expect("strings and finite numbers are JSON");
        if let Some((mistake, game)) = mistake {
            value["played"] = mistake.played.to_string().into();
            value["move"] = (61 - mistake.board.position.empties()).into();
            value["game"] = game.as_str().into();
        }
        value.to_string() + "\n"
    };
    found.iter().map(line).collect()
}
