//! `rival analyze`: the values of the moves of games.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{anyhow, bail, ensure};

use super::complaint::complain;
use super::games::{extensions, is_tournament, timed};
use super::output::print;
use super::progress::Bar;
use super::{duration, interrupt, resources};
use crate::board::{Board, Color, Move, Objective};
use crate::eval::{EvaluationSpec, WeightedSpec};
use crate::people::{Discs, MOST_LOSS};
use crate::personality::{Kind, RivalSpec, STRONGEST};
use crate::players::{self, Player};
use crate::record::format::Part;
use crate::record::problem::Problem;
use crate::record::text::counted;
use crate::record::transcript;
use crate::record::{FileGame, Format, GameRecord, file};
use crate::search::{Certainty, Limits};
use crate::stats::signed;
use crate::strength::analysis::{self, JudgedMove};
use crate::strength::person::played_rule;

/// Show what each move of a game was worth, and the best move.
///
/// Values and losses are in discs; a loss counts as 24 discs at most, then shown as 24+. Losses of less than two discs
/// are often errors of the search, unless they are exact: a greater --depth tells.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "GAME", required = true, help = format!(
        "A transcript (f5d6c3...), a file of games: {}, games.jsonl of a tournament, or - for standard input",
        extensions()
    ))]
    games: Vec<PathBuf>,
    /// The personality whose values are used: a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = STRONGEST)]
    player: String,
    /// Depth of search in plies [default: 10, unless --time is given]; twice as many empty squares are solved, up to
    /// 24. A rival looks no deeper than it plays.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Seconds for each position. Such a search cuts off what is unlikely, so its depth is that of the likely moves.
    #[arg(long, value_name = "SECONDS", value_parser = duration::seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    resources: resources::Args,
    /// One line of JSON for each move; `ply` counts passes too.
    #[arg(long)]
    json: bool,
}

const DEFAULT_DEPTH: u32 = 10;

/// A game with its origin, which errors and reports name.
struct AnalyzedGame {
    place: String,
    record: GameRecord,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let personality = players::load(&args.player)?;
    let mut player = personality.player(&args.resources.options()?);
    check_values(&*player, &personality.kind)?;
    let (mut sources, mut failed, unusable) = read(&args.games);
    for AnalyzedGame { record, .. } in &mut sources {
        // Most files cannot say that the fewest discs win: the choice of such a player says it.
        record.objective = if player.objective() == Objective::Anti { Objective::Anti } else { played_rule(record) };
    }
    let depth = args.depth.or_else(|| args.time.is_none().then_some(DEFAULT_DEPTH));
    let limits = Limits { depth, time: args.time, stop: interrupt::stop()?, ..Limits::default() };
    let mut done = 0;
    for source in &sources {
        match analyze(source, &mut *player, &limits) {
            Ok(judged) => {
                if !judged.is_empty() {
                    print(if args.json { json(source, &judged) } else { table(source, &judged) })?;
                }
                if limits.stop.is_stopped() {
                    let moves = source.record.game().history().len();
                    complain!("rival: stopped: {}: {} of {moves} moves are judged", source.place, judged.len());
                    return Ok(ExitCode::FAILURE);
                }
                done += 1;
            }
            Err(error) => {
                failed += 1;
                let is_other_rule = source.record.objective != player.objective();
                let hint =
                    if is_other_rule { ": `rival train patterns --rule anti` makes a --player for it" } else { "" };
                complain!("rival: {}: {error}{hint}", source.place);
            }
        }
    }
    Ok(match (failed + unusable, done) {
        (0, _) => ExitCode::SUCCESS,
        (_, 0) => ExitCode::from(2),
        _ => ExitCode::FAILURE,
    })
}

/// Checks that differences between a player's values are losses in discs.
///
/// # Errors
///
/// They are not. The error names `--player`.
pub(super) fn check_values(player: &dyn Player, kind: &Kind) -> anyhow::Result<()> {
    ensure!(player.evaluates(), "--player: found {}, expected a player that evaluates", player.name());
    if let Some(flaw) = flaw(kind) {
        bail!("--player: found {}, {flaw}; expected a player that evaluates in discs", player.name());
    }
    Ok(())
}

/// The reason why a difference between a player's values is not a loss in discs.
fn flaw(kind: &Kind) -> Option<&'static str> {
    let spec = match kind {
        Kind::Mcts(_) => return Some("whose values come from random games"),
        Kind::AlphaBeta(spec) | Kind::Rival(RivalSpec { tester: spec, .. }) => spec,
        _ => return None,
    };
    match &spec.evaluation {
        evaluation if evaluation.has_noise() => Some("whose values have noise"),
        EvaluationSpec::Weighted(WeightedSpec { points_per_disc: None, .. }) => {
            Some("whose points are no discs without \"points_per_disc\"")
        }
        _ => None,
    }
}

/// The games of all arguments, the number of faulty games, and the number of unusable files; errors go to stderr.
fn read(arguments: &[PathBuf]) -> (Vec<AnalyzedGame>, usize, usize) {
    let mut games = Vec::new();
    let mut failed = 0;
    let mut unusable = 0;
    for path in arguments {
        let argument = &path.display().to_string();
        if argument != "-" && !path.exists() && Format::by_extension(path).is_none() {
            match typed(path) {
                Ok(record) => games.push(AnalyzedGame { place: "transcript".to_owned(), record }),
                Err(error) => {
                    failed += 1;
                    complain!("rival: '{argument}': {error}");
                }
            }
            continue;
        }
        let entries = match is_tournament(path) {
            true => timed(path),
            false => file::open_known(path, Some(Part::Moves)).map_err(|error| anyhow!("{argument}: {error}")),
        };
        match entries {
            Ok(entries) if entries.is_empty() => {
                unusable += 1;
                complain!("rival: {argument}: found no games, expected one or more");
            }
            Ok(entries) => {
                let positions = entries.iter().filter(|entry| is_position(entry)).count();
                let has_games = entries.iter().any(|entry| entry.game.is_ok() && !is_position(entry));
                let is_list = positions > 1 && !has_games;
                if is_list {
                    complain!("rival: {argument}: found {positions} positions without moves: see `rival solve`");
                }
                for (entry, number) in entries.into_iter().zip(1..) {
                    let place = format!("{argument}: {}", entry.place(number));
                    match entry.game {
                        Ok(record) if record.game().history().is_empty() => {
                            failed += 1;
                            if !is_list {
                                complain!("rival: {place}: found a game without moves, expected one with moves");
                            }
                        }
                        Ok(record) => games.push(AnalyzedGame { place, record }),
                        Err(error) => {
                            failed += 1;
                            complain!("rival: {place}: {error}");
                        }
                    }
                }
            }
            Err(error) => {
                unusable += 1;
                complain!("rival: {error}");
            }
        }
    }
    (games, failed, unusable)
}

/// True for a position without moves, other than the start.
fn is_position(entry: &FileGame) -> bool {
    entry.game.as_ref().is_ok_and(|record| {
        let game = record.game();
        game.history().is_empty() && *game.start() != Board::START
    })
}

/// The game of an argument that is not a file: a transcript. If it is not one either, the error is that of a missing
/// file.
fn typed(argument: &Path) -> anyhow::Result<GameRecord> {
    let expected = "expected a transcript (f5d6c3...) or a file";
    match transcript::parse(argument.to_str().unwrap_or_default()) {
        Ok(record) if record.game().history().is_empty() => bail!("found nothing, {expected}"),
        // A text that begins like moves was meant as a transcript, so its error is reported.
        Err(error) if error.is_at_the_start() => bail!("found neither moves nor a file of this name, {expected}"),
        read => Ok(read?),
    }
}

fn analyze(source: &AnalyzedGame, player: &mut dyn Player, limits: &Limits) -> Result<Vec<JudgedMove>, Problem> {
    let bar = Bar::new(source.place.clone(), source.record.game().history().len() as u64);
    analysis::analyze(source.record.game(), source.record.objective, player, limits, &mut |_| bar.advance())
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn certainty(certainty: Certainty) -> String {
    match certainty {
        Certainty::Depth(_) | Certainty::Likely { .. } => certainty.to_string(),
        Certainty::WinLossDraw => "win/loss".to_owned(),
        Certainty::Exact => "exact".to_owned(),
    }
}

/// The players, if recorded.
fn names(record: &GameRecord) -> Option<String> {
    let black = &record.black.name;
    let white = &record.white.name;
    (!black.is_empty() || !white.is_empty()).then(|| format!("{black} (black) - {white} (white)"))
}

fn table(source: &AnalyzedGame, judged: &[JudgedMove]) -> String {
    let names = names(&source.record).map(|names| format!(": {names}")).unwrap_or_default();
    let heading = "move  side   played   value  best    value    loss  rank   depth";
    let mut text = format!("{}{names}\n{heading}\n", source.place);
    let mut moves = 0;
    for judged in judged {
        // Passes have no number, as players count moves.
        let is_pass = judged.played == Move::Pass;
        moves += usize::from(!is_pass);
        let _ = writeln!(
            text,
            "{:>4}  {}  {:<6} {:>7}  {:<5} {:>7} {:>7} {:>5}  {:>6}",
            if is_pass { String::new() } else { moves.to_string() },
            side(judged.color),
            judged.played.to_string(),
            signed(judged.value.discs(), 2),
            judged.best.to_string(),
            signed(judged.best_value.discs(), 2),
            lost(judged.loss()),
            format!("{}/{}", judged.rank, judged.legal.max(1)),
            certainty(judged.certainty())
        );
        if let Some(reason) = &judged.reason {
            let _ = writeln!(text, "      {reason}");
        }
    }
    for color in [Color::Black, Color::White] {
        let (moves, mean, largest) = analysis::losses(judged, color);
        let largest = lost(largest);
        let _ = match moves {
            0 => writeln!(text, "{color}: no choices"),
            _ => writeln!(text, "{color}: {}, mean loss {mean:.2} discs, largest {largest}", counted(moves, "choice")),
        };
    }
    text
}

/// A loss in discs, or "24+" for the largest counted one.
fn lost(loss: Discs) -> String {
    if loss.0 < MOST_LOSS { format!("{loss:.2}") } else { format!("{MOST_LOSS:.0}+") }
}

fn json(source: &AnalyzedGame, judged: &[JudgedMove]) -> String {
    let lines = judged.iter().map(|judged| {
        let mut line = serde_json::json!({
            "game": source.place,
            "ply": judged.ply,
            "side": side(judged.color),
            "move": judged.played.to_string(),
            "value": Discs(judged.value.discs()),
            "best": judged.best.to_string(),
            "best_value": Discs(judged.best_value.discs()),
            "loss": judged.loss(),
            "rank": judged.rank,
            "legal": judged.legal,
            "depth": certainty(judged.certainty()),
        });
        if let Some(reason) = &judged.reason {
            line["lost_by"] = reason.to_string().into();
        }
        format!("{line}\n")
    });
    lines.collect()
}
