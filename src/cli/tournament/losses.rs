//! `rival tournament losses`: where engines give discs away, by the number of empty squares.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::super::analyze::check_values;
use super::super::progress::Bar;
use super::super::threads::Threads;
use super::super::{interrupt, output};
use crate::board::Objective;
use crate::machine::work;
use crate::personality::STRONGEST;
use crate::players::{self, Options, Player};
use crate::search::Limits;
use crate::strength::analysis::{MoveCost, loss};
use crate::tournament::{Folder, TournamentGame};

/// Ranges of empty squares that are counted together, each with its first and last number.
const BANDS: [(u32, u32); 7] = [(60, 46), (45, 36), (35, 26), (25, 21), (20, 16), (15, 11), (10, 1)];

/// Show how much each engine's moves lose, by the number of empty squares.
///
/// The values are those of a search at the same depth for all engines, exact from twice the depth in empty squares on,
/// up to 24; there the points that moves throw away are counted, too. A move counts for 24 discs at most. Moves of the
/// openings do not count. Each mean is over the games in which the engine moved at these numbers of empty squares;
/// `all` is their sum, unless the engine never came to numbers at which others moved.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Results folders.
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// The personality whose values are used: a shipped name or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = STRONGEST)]
    player: String,
    /// Depth of search in plies.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    #[command(flatten)]
    threads: Threads,
}

/// An engine's number of games, its sums in each band, and the points that it threw away.
#[derive(Debug, Clone, Default)]
struct EngineLosses {
    games: usize,
    bands: [Band; BANDS.len()],
    points: f64,
}

/// The games in which an engine moved in a band, and the discs that it lost there.
#[derive(Debug, Clone, Copy, Default)]
struct Band {
    games: usize,
    discs: f64,
}

impl Band {
    /// The discs lost a game; `None` if no game reached the band.
    fn mean(self) -> Option<f64> {
        (self.games > 0).then(|| self.discs / self.games as f64)
    }
}

/// A judged move.
struct JudgedMove {
    engine: String,
    empties: u32,
    given: MoveCost,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let personality = players::load(&args.player).with_context(|| format!("--player {}", args.player))?;
    let options = Options::default();
    let player = personality.player(&options);
    check_values(&*player, &personality.kind)?;
    let mut games: Vec<TournamentGame> = Vec::new();
    for path in &args.folders {
        let folder = Folder::open(path, |identity| Ok(identity.clone()))?;
        check_rule(path, folder.identity.rules.rule, &*player)?;
        for game in folder.counted() {
            games.push(game?);
        }
    }
    drop(player);
    let stop = interrupt::stop()?;
    let limits = Limits { depth: Some(args.depth), stop: stop.clone(), ..Limits::default() };
    let bar = Bar::new("judging games", games.len() as u64);
    let judged = work::map_with(
        args.threads.count(),
        games.len(),
        || personality.player(&options),
        |player, number| {
            let moves = (!stop.is_stopped()).then(|| judge(&games[number], &mut **player, &limits));
            bar.advance();
            moves
        },
    );
    drop(bar);
    ensure!(!stop.is_stopped(), "stopped");
    let mut engines: BTreeMap<String, EngineLosses> = BTreeMap::new();
    for (game, judged) in games.iter().zip(judged) {
        for name in [&game.black, &game.white] {
            engines.entry(name.clone()).or_default().games += 1;
        }
        let mut reached = BTreeSet::new();
        for JudgedMove { engine, empties, given } in judged.into_iter().flatten() {
            let lost = engines.entry(engine.clone()).or_default();
            lost.points += given.points;
            if let Some(band) = BANDS.iter().position(|&(first, last)| (last..=first).contains(&empties)) {
                lost.bands[band].discs += given.discs.0;
                lost.bands[band].games += usize::from(reached.insert((engine, band)));
            }
        }
    }
    output::print(table(&engines, args))
}

/// Refuses a tournament for another rule than the player's, whose values would be wrong.
fn check_rule(path: &Path, rule: Objective, player: &dyn Player) -> anyhow::Result<()> {
    let player_rule = player.objective();
    ensure!(
        rule == player_rule,
        "{}: found games for {}, expected some for {}, which {} plays for: give another --player",
        path.display(),
        rule.aim(),
        player_rule.aim(),
        player.name()
    );
    Ok(())
}

/// The moves of a game.
fn judge(game: &TournamentGame, player: &mut dyn Player, limits: &Limits) -> Vec<JudgedMove> {
    let Some(replay) = game.replay() else { return Vec::new() };
    let mut so_far = crate::board::Game::new(*replay.start());
    let mut moves = Vec::new();
    player.new_game(0);
    for (&(board, mv), ply) in replay.history().iter().zip(&game.plies) {
        if ply.is_some() {
            moves.push(JudgedMove {
                engine: game.engine(board.to_move).to_owned(),
                empties: board.position.empties(),
                given: loss(&so_far, mv, player, limits),
            });
        }
        // Moves of a recorded game are legal on its boards.
        let _ = so_far.play(mv);
    }
    moves
}

fn table(engines: &BTreeMap<String, EngineLosses>, args: &Args) -> String {
    let player = &args.player;
    let depth = args.depth;
    let exact = (2 * depth).min(24);
    let mut text = format!(
        "discs lost by empty squares, a game that reached them ({player} at depth {depth}, exact from {exact})\n"
    );
    let width = engines.keys().map(String::len).max().unwrap_or_default().max("engine".len());
    // Writing to a string cannot fail.
    let _ = write!(text, "{:width$}", "engine");
    for (first, last) in BANDS {
        let _ = write!(text, " {:>7}", format!("{first}-{last}"));
    }
    text.push_str("     all  games  points thrown away in all\n");
    let is_played = |band: usize| engines.values().any(|lost| lost.bands[band].games > 0);
    let played: [bool; BANDS.len()] = std::array::from_fn(is_played);
    for (name, lost) in engines {
        let _ = write!(text, "{name:width$}");
        let means = lost.bands.map(Band::mean);
        // An engine whose games all ended early has no sum to compare with those of others.
        let is_whole = means.iter().zip(played).all(|(mean, is_played)| mean.is_some() || !is_played);
        // The empty sum is -0; adding 0 turns it into 0.
        let all = is_whole.then(|| means.into_iter().flatten().sum::<f64>() + 0.0);
        for mean in means.into_iter().chain([all]) {
            let _ = write!(text, " {:>7}", mean.map_or("-".to_owned(), |mean| format!("{mean:.2}")));
        }
        let _ = writeln!(text, " {:6} {:26.1}", lost.games, lost.points);
    }
    text
}
