//! `rival analyze`: the values of the moves of games.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{bail, ensure};

use super::complaint::complain;
use super::games::extensions;
use super::lens::{self, Chances, Whose};
use super::output::print;
use super::progress::Bar;
use super::{duration, interrupt, resources};
use crate::board::{Color, Move};
use crate::people::{Discs, MOST_LOSS, Tie};
use crate::personality::{Kind, STRONGEST};
use crate::players::{self, Explanation, Human, Personality, Player};
use crate::record::format::Part;
use crate::record::transcript;
use crate::record::{Format, GameRecord, file};
use crate::search::{Certainty, Limits};
use crate::stats::signed;
use crate::strength::analysis::{self, Judged};
use crate::strength::rivals::{InForce, in_force};

/// Show what each move of a game was worth, and the best move.
///
/// Values and losses are in discs; a loss counts as 24 discs at most, then shown as 24+.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "GAME", required = true, help = format!(
        "A transcript (f5d6c3...), a file of games: {}, or - for games from standard input", extensions()
    ))]
    games: Vec<PathBuf>,
    /// The personality whose values are used: a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = STRONGEST)]
    player: String,
    /// Depth of search in plies [default: 10, unless --time is given]; twice as many empty squares are solved, up to
    /// 24.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Seconds for each position.
    #[arg(long, value_name = "SECONDS", value_parser = duration::seconds)]
    time: Option<Duration>,
    /// Say why the player would play each move, or which move it would play instead.
    #[arg(long)]
    explain: bool,
    /// With --explain: the seed of the player's random choices in the game. Default: the seed in the profile of a
    /// player that follows a person, otherwise 0.
    #[arg(long, value_name = "N", requires = "explain")]
    seed: Option<u64>,
    /// Also say how often people of this rating, and people 200 above, play each move; a profile of `rival measure -o`
    /// stands for its rating.
    #[arg(long, value_name = "RATING|PROFILE")]
    rating: Option<String>,
    #[command(flatten)]
    resources: resources::Args,
    /// One line of JSON for each move; `ply` counts passes too.
    #[arg(long)]
    json: bool,
}

const DEFAULT_DEPTH: u32 = 10;

/// A game and its origin, for errors and reports.
struct Source {
    place: String,
    record: GameRecord,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let personality = players::load(&args.player)?;
    let mut player = personality.player(&args.resources.options()?);
    ensure!(player.evaluates(), "--player: found {}, expected a player that evaluates", player.name());
    let whose = args.rating.as_deref().map(lens::whose).transpose()?;
    interrupt::at_once("the games above are analysed")?;
    let (sources, mut failed, unusable) = read(&args.games);
    let depth = args.depth.or_else(|| args.time.is_none().then_some(DEFAULT_DEPTH));
    let limits = Limits { depth, time: args.time, ..Limits::default() };
    let mut done = 0;
    for source in &sources {
        match analyze(source, &mut *player, &limits) {
            Ok(judged) => {
                done += 1;
                let mut reasons = reasons(args, source, &judged, &personality, &mut *player)?;
                reasons.lens = whose.map(|whose| (whose, chances(source, whose)));
                let text = if args.json { json(source, &judged, &reasons) } else { table(source, &judged, &reasons) };
                print(&text)?;
            }
            Err(error) => {
                failed += 1;
                complain!("rival: {}: {error}", source.place);
            }
        }
    }
    if sources.is_empty() && failed + unusable == 0 {
        let names: Vec<String> = args.games.iter().map(|path| path.display().to_string()).collect();
        bail!("{}: found no games, expected one or more", names.join(", "));
    }
    Ok(match (failed + unusable, done) {
        (0, _) => ExitCode::SUCCESS,
        (_, 0) => ExitCode::from(2),
        _ => ExitCode::FAILURE,
    })
}

/// The games of all arguments, the number of wrong games, and the number of unusable files; errors go to stderr.
fn read(arguments: &[PathBuf]) -> (Vec<Source>, usize, usize) {
    let (mut sources, mut failed, mut unusable) = (Vec::new(), 0, 0);
    let fail = |count: &mut usize, place: &str, error: &dyn std::fmt::Display| {
        *count += 1;
        complain!("rival: {place}: {error}");
    };
    for path in arguments {
        let argument = &path.display().to_string();
        if argument != "-" && !path.exists() && Format::of(path).is_none() {
            match typed(path) {
                Ok(record) => sources.push(Source { place: "transcript".to_owned(), record }),
                Err(error) => fail(&mut failed, &format!("'{argument}'"), &error),
            }
            continue;
        }
        match file::open_known(path, Some(Part::Moves)) {
            Ok(entries) => {
                for (entry, number) in entries.into_iter().zip(1..) {
                    let place = format!("{argument}: {}", entry.place(number));
                    match entry.game {
                        Ok(record) if record.game().history().is_empty() => {
                            fail(&mut failed, &place, &"found a game without moves, expected one with moves");
                        }
                        Ok(record) => sources.push(Source { place, record }),
                        Err(error) => fail(&mut failed, &place, &error),
                    }
                }
            }
            Err(error) => fail(&mut unusable, argument, &error),
        }
    }
    (sources, failed, unusable)
}

/// The game of an argument that is not a file: a transcript, or the name of a missing file.
fn typed(argument: &Path) -> anyhow::Result<GameRecord> {
    let expected = "expected a transcript (f5d6c3...) or a file";
    match transcript::parse(argument.to_str().unwrap_or_default()) {
        Ok(record) if record.game().history().is_empty() => bail!("found nothing, {expected}"),
        // A text that begins like moves was meant as a transcript.
        Err(error) if error.is_at_the_start() => bail!("found neither moves nor a file of this name, {expected}"),
        read => Ok(read?),
    }
}

fn analyze(source: &Source, player: &mut dyn Player, limits: &Limits) -> Result<Vec<Judged>, analysis::AnalysisError> {
    let bar = Bar::new(source.place.clone(), source.record.game().history().len() as u64);
    analysis::analyze(source.record.game(), source.record.objective, player, limits, &mut |_| bar.advance())
}

/// Why the moves of a game are played.
#[derive(Debug, Default)]
struct Reasons {
    /// For human-like players: the rating and the seed in the game, as a line and as JSON.
    in_force: Option<(String, serde_json::Value)>,
    /// The reason of each move, if requested.
    moves: Vec<Option<String>>,
    /// People's moves at each move, if requested.
    lens: Option<(Whose, Vec<Option<Chances>>)>,
}

impl Reasons {
    fn lens(&self, index: usize) -> Option<(&Whose, &Chances)> {
        let (whose, moves) = self.lens.as_ref()?;
        Some((whose, moves.get(index)?.as_ref()?))
    }
}

fn chances(source: &Source, whose: Whose) -> Vec<Option<Chances>> {
    let game = source.record.game();
    let bar = Bar::new(format!("{}: what people play", source.place), game.history().len() as u64);
    lens::chances(game, whose, &|| bar.advance())
}

fn reasons(
    args: &Args,
    source: &Source,
    judged: &[Judged],
    personality: &Personality,
    player: &mut dyn Player,
) -> anyhow::Result<Reasons> {
    let game = source.record.game();
    if !args.explain {
        return Ok(Reasons { moves: vec![None; game.history().len()], ..Reasons::default() });
    }
    // A following player may have had another strength at the time of the game.
    let then = in_force(personality, game)?;
    // A human-like player keeps its own depth, whatever the depth of the table.
    let limits = if then.is_some() || matches!(personality.kind, Kind::Human(_)) {
        Limits::default()
    } else {
        Limits { depth: args.depth, time: args.time, ..Limits::default() }
    };
    let seed = args.seed.or(then.as_ref().and_then(|then| then.seed)).unwrap_or(0);
    let mut as_then = then.as_ref().map(|then| Human::new(&personality.name, &then.spec));
    let player = as_then.as_mut().map_or(player, |then| then);
    let bar = Bar::new(format!("{}: reasons", source.place), game.history().len() as u64);
    let explained = analysis::explain(game, player, &limits, seed, &|| bar.advance());
    drop(bar);
    let moves = explained.iter().zip(judged).map(|(explanation, judged)| Some(words(explanation.as_ref()?, judged)));
    let moves = moves.collect();
    Ok(Reasons { in_force: told(personality, then.as_ref(), seed), moves, lens: None })
}

/// Why a move was played, beside the judgement of the table.
fn words(explanation: &Explanation, judged: &Judged) -> String {
    let better = (judged.loss() >= analysis::SLIGHT).then_some(judged.best);
    explanation.told(better).to_string()
}

/// The rating, the character and the seed of a human-like player in a game.
fn told(personality: &Personality, then: Option<&InForce>, seed: u64) -> Option<(String, serde_json::Value)> {
    let (name, summary) = (&personality.name, &personality.summary);
    let (text, rating, file, day) = match (then, &personality.kind) {
        (Some(InForce { spec, rating, person, .. }), kind) => {
            let file = spec.strength.ladder()?;
            let text = match kind {
                Kind::Placement(_) => format!("{name} played this game at {rating:.0}, the rung nearest to {person}"),
                _ => format!(
                    "{name} played this game at {rating:.0}, what was known of {person}, drawing its moves as at \
                     {file:.0} of the ladder: {summary}"
                ),
            };
            (text, *rating, file, spec.day(seed))
        }
        (None, Kind::Human(spec)) => {
            let file = spec.strength.ladder()?;
            let levelled = spec.learn.as_ref().map(|follow| follow.levelled);
            let rating = Tie::shipped().people(file.plus(-levelled.unwrap_or(0.0)));
            let unknown = if levelled.is_some() { "; its profile does not have this game" } else { "" };
            (format!("{name} plays at {rating:.0}: {summary}{unknown}"), rating, file, spec.day(seed))
        }
        _ => return None,
    };
    let value = serde_json::json!({
        "rating": rating.tenth(), "drawn_at": file.tenth(), "character": summary, "seed": seed,
        "day": day.round(), "recorded": then.is_some(),
    });
    let form = if day < 0.0 { "below" } else { "above" };
    Some((format!("{text}; on this day {:.0} {form} that; seed {seed}", day.abs()), value))
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
    let (black, white) = (&record.black.name, &record.white.name);
    (!black.is_empty() || !white.is_empty()).then(|| format!("{black} (black) - {white} (white)"))
}

fn table(source: &Source, judged: &[Judged], reasons: &Reasons) -> String {
    let names = names(&source.record).map(|names| format!(": {names}")).unwrap_or_default();
    let in_force = reasons.in_force.as_ref().map(|(line, _)| format!("{line}\n")).unwrap_or_default();
    let heading = "move  side   played   value  best    value    loss  rank   depth";
    let mut text = format!("{}{names}\n{in_force}{heading}\n", source.place);
    let mut moves = 0;
    for ((index, judged), reason) in judged.iter().enumerate().zip(&reasons.moves) {
        // Passes have no number, as in people's counting.
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
        let lens = reasons.lens(index).map(|(whose, chances)| whose.words(chances, judged));
        for reason in judged.reason.iter().map(ToString::to_string).chain(reason.clone()).chain(lens) {
            let _ = writeln!(text, "      {reason}");
        }
    }
    for color in [Color::Black, Color::White] {
        let (moves, mean, largest) = analysis::losses(judged, color);
        let _ = writeln!(text, "{color}: {moves} choices, mean loss {mean:.2} discs, largest {}", lost(largest));
    }
    text
}

/// A loss in discs: "24+" where no more are counted.
fn lost(loss: Discs) -> String {
    if loss.0 < MOST_LOSS { format!("{loss:.2}") } else { format!("{MOST_LOSS:.0}+") }
}

fn json(source: &Source, judged: &[Judged], reasons: &Reasons) -> String {
    let line = |(index, (judged, reason)): (usize, (&Judged, &Option<String>))| {
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
        if let Some(lost) = &judged.reason {
            line["lost_by"] = lost.to_string().into();
        }
        if let Some(reason) = reason {
            line["reason"] = reason.as_str().into();
        }
        if let Some((whose, chances)) = reasons.lens(index) {
            line["people"] = whose.json(chances);
        }
        if let Some((_, value)) = &reasons.in_force {
            line["in_force"] = value.clone();
        }
        format!("{line}\n")
    };
    judged.iter().zip(&reasons.moves).enumerate().map(line).collect()
}
