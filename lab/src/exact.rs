//! Values that the program calls exact, as its commands and servers print them, beside those of a fresh solver.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use anyhow::Context;
use rival::board::{Board, Game, Move, Objective, Position, Square};
use rival::record::{GameRecord, ggf};
use rival::search::Limits;
use rival::search::endgame::{Goal, Solver};
use rival::search::table::TranspositionTable;
use serde_json::{Value, json};

use crate::archive::Folder;
use crate::output::Output;
use crate::page::Page;
use crate::program::Program;
use crate::table::{Table, cells};

/// The numbers of empty squares of positions.
const FEWEST: u32 = 8;
const MOST: u32 = 24;
/// Number of games that the page reviews at a time; each has its own topic.
const REVIEWS: usize = 8;

/// Values that the program calls exact under a clock, and the number of wrong ones (an hour).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The year of the archive whose games are used.
    #[arg(long, value_name = "YEAR", default_value_t = 2003)]
    year: u32,
    #[command(flatten)]
    folder: Folder,
    /// Games of the archive for each time limit, and half as many of a tournament; 0: only the page.
    #[arg(long, value_name = "N", default_value_t = 120)]
    games: usize,
    /// Games of the archive that the page studies and reviews for each time limit.
    #[arg(long, value_name = "N", default_value_t = 12)]
    page_games: usize,
    /// Milliseconds for a position.
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "5,20,100,300")]
    times: Vec<u64>,
    #[command(flatten)]
    program: Program,
    #[command(flatten)]
    output: Output,
}

/// A move whose value is called exact.
#[derive(Debug)]
struct Exact {
    position: Position,
    square: Square,
    discs: f64,
}

impl Exact {
    /// A printed value; `None` if it is not called exact.
    fn read(board: &Board, square: &Value, depth: &Value, discs: &Value) -> Option<Exact> {
        let square = square.as_str()?.parse().ok()?;
        let is_exact = matches!(depth.as_str()?, "100%" | "exact") && FEWEST <= board.position.empties();
        is_exact.then_some(Exact { position: board.position, square, discs: discs.as_f64()? })
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let archive = args.folder.people(args.year..=args.year)?;
    let records: Vec<GameRecord> =
        archive.games.iter().take(args.games.max(args.page_games)).map(|game| end(&game.game())).collect();
    let page_records = &records[..args.page_games.min(records.len())];
    let other_records = &records[..args.games.min(records.len())];
    let folder = args.output.folder("exact")?;
    let mut scores = HashMap::new();
    let mut table = Table::new("way | ms | exact | false");
    for &time in &args.times {
        let mut ways = vec![("the page's study", studied(&args.program, page_records, time, &folder)?)];
        if args.games > 0 {
            ways.push(("analyze", analysed(&args.program, other_records, time, &folder)?));
            ways.push(("NBoard and GTP in a tournament", in_tournament(args, time, &folder)?));
        }
        for (way, values) in ways {
            table.row(row(way, &time.to_string(), &values, &mut scores));
        }
    }
    let values = reviewed(&args.program, page_records, &folder)?;
    table.row(row("the page's review", "", &values, &mut scores));
    args.output.report("exact", &table.to_string())
}

/// The row of one source: its number of values and of wrong ones. Wrong ones are also printed.
fn row(way: &str, time: &str, values: &[Exact], scores: &mut HashMap<(Position, Square), i32>) -> Vec<String> {
    let is_false = |value: &&Exact| f64::from(score(value, scores)) != value.discs;
    let wrong: Vec<&Exact> = values.iter().filter(is_false).collect();
    wrong.iter().for_each(|value| eprintln!("{way}, {time} ms: {value:?}"));
    cells![way, time, values.len(), wrong.len()]
}

/// The score of a move from a solver with an empty table.
fn score(value: &Exact, scores: &mut HashMap<(Position, Square), i32>) -> i32 {
    *scores.entry((value.position, value.square)).or_insert_with(|| {
        let solver = Solver::new(Arc::new(TranspositionTable::new(64).expect("a table of the usual size")));
        let next = value.position.play(value.square);
        let solved = solver.solve(&next, Objective::Normal, Goal::Exact, &Limits::default());
        -solved.expect("nothing stops it").score
    })
}

/// The end of a game, from 24 empty squares on.
fn end(game: &Game) -> GameRecord {
    let mut moves = game.history().iter().skip_while(|(board, _)| board.position.empties() > MOST).peekable();
    let mut record = GameRecord::new(moves.peek().map_or(Board::START, |(board, _)| *board));
    moves.for_each(|(_, mv)| record.play(*mv, Default::default()).expect("the game was legal"));
    record
}

/// The values of each played move and of the best move, from `rival analyze`.
fn analysed(program: &Program, records: &[GameRecord], time: u64, folder: &Path) -> anyhow::Result<Vec<Exact>> {
    let file = folder.join("ends.ggf");
    let games: Vec<String> = records.iter().map(ggf::write).collect();
    fs::write(&file, games.join("\n"))?;
    let seconds = (time as f64 / 1000.0).to_string();
    let printed = program.run(&["analyze", &file.to_string_lossy(), "--time", &seconds, "--json"])?;
    let boards = records.iter().flat_map(|record| record.game().history()).map(|(board, _)| board);
    let mut values = Vec::new();
    for (line, board) in printed.lines().zip(boards) {
        let line: Value = serde_json::from_str(line)?;
        values.extend(Exact::read(board, &line["move"], &line["depth"], &line["value"]));
        values.extend(Exact::read(board, &line["best"], &line["depth"], &line["best_value"]));
    }
    Ok(values)
}

/// The values of all legal moves from the page's study, with this time for each position.
fn studied(program: &Program, records: &[GameRecord], time: u64, folder: &Path) -> anyhow::Result<Vec<Exact>> {
    let page = Page::start(program, &folder.join("page"))?;
    let mut values = Vec::new();
    for (board, _) in records.iter().flat_map(|record| record.game().history()) {
        let start = board.to_string();
        page.ask(&json!({ "do": "study", "start": start, "moves": "", "rule": "most" }))?;
        sleep(Duration::from_millis(time));
        let shown = page.until("study", |shown| shown["key"] == *start)?;
        values.extend(on_page(board, &shown));
    }
    Ok(values)
}

/// The values of all legal moves from the page's review of these games.
fn reviewed(program: &Program, records: &[GameRecord], folder: &Path) -> anyhow::Result<Vec<Exact>> {
    let page = Page::start(program, &folder.join("page"))?;
    let games: Vec<String> = records.iter().map(ggf::write).collect();
    let file = page.open("ends.ggf", games.join("\n").as_bytes())?;
    let mut values = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let game = json!({ "in": "file", "file": file, "number": number });
        page.ask(&json!({ "do": "review", "of": game }))?;
        let review = page.until(&format!("review-{}", number % REVIEWS), |review| {
            review["of"] == game && review["pass"].as_u64() >= review["passes"].as_u64()
        })?;
        for ((board, _), shown) in
            record.game().history().iter().zip(review["positions"].as_array().into_iter().flatten())
        {
            values.extend(on_page(board, shown));
        }
    }
    Ok(values)
}

/// The exact values among a position's moves on the page.
fn on_page(board: &Board, shown: &Value) -> Vec<Exact> {
    let lines = shown["moves"].as_array().into_iter().flatten();
    let values = lines.filter_map(|line| {
        let square = line[0].as_str()?.get(..2)?;
        Exact::read(board, &square.into(), &shown["certainty"], &line[1])
    });
    values.collect()
}

/// The value of each chosen move in games between our servers of both protocols.
fn in_tournament(args: &Args, time: u64, folder: &Path) -> anyhow::Result<Vec<Exact>> {
    let rival = args.program.path()?;
    let engines = ["nboard", "gtp"].map(|proto| json!({ "name": proto, "cmd": [&rival, proto], "proto": proto }));
    let config = json!({
        "engines": engines, "games": args.games / 2, "no_pairs": true, "st": time as f64 / 1000.0,
        "concurrency": 1, "timeouts": { "start": 60, "margin": 5.0 },
    });
    let file = folder.join(format!("tournament-{time}.json"));
    let games = folder.join(format!("tournament-{time}"));
    fs::write(&file, config.to_string())?;
    args.program.run(&["tournament".as_ref(), file.as_os_str(), "--out".as_ref(), games.as_os_str()])?;
    let mut values = Vec::new();
    for line in fs::read_to_string(games.join("games.jsonl"))?.lines() {
        let game: Value = serde_json::from_str(line)?;
        let mut board = Board::START;
        for (number, square) in game["moves"].as_str().unwrap_or_default().as_bytes().chunks(2).enumerate() {
            let square = str::from_utf8(square)?;
            let ply = &game["plies"][number];
            values.extend(Exact::read(&board, &square.into(), &ply["depth"], &ply["eval"]));
            board = board.play(square.parse().unwrap_or(Move::Pass)).context("the program printed an illegal move")?;
        }
    }
    Ok(values)
}
