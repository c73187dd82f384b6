//! Choices in positions where the exact score of every move is known.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use rival::board::{Board, Color, Game, Objective, Position, Square};
use rival::eval::Evaluation;
use rival::machine::thinking;
use rival::machine::work::{cores, map};
use rival::personality::STRONGEST;
use rival::players::{Options, Personality};
use rival::record::obf;
use rival::search::{Limits, Line, Plan, Query, Searcher, SilentObserver, Valuation, WinLossDraw};

use crate::numbers::Count;
use crate::player::player;
use crate::table::{Table, cells};

/// The size of the table of a search of a fixed depth.
const TABLE_MB: u64 = 16;

/// Whose choices are measured, and where.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Choices {
    /// The player.
    #[arg(long, value_name = "NAME|FILE", default_value = STRONGEST)]
    player: String,
    /// Positions with the exact score of each move (OBF, or what `lab choice` makes) in place of hard-20 and hard-25.
    #[arg(long = "choices", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Depths of a search in plies; none for a player without an evaluation.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "4,8,12")]
    depths: Vec<u32>,
    /// Milliseconds of processor time a move.
    #[arg(long, value_name = "MS", value_delimiter = ',', default_value = "10,100")]
    times: Vec<u64>,
}

/// A position and its moves with their scores, the best first.
type Item = (Position, Vec<(Square, i32)>);

/// The cost of choices.
#[derive(Debug, Default)]
struct Costs {
    choices: u32,
    best: u32,
    discs: i32,
    points: f64,
}

impl Costs {
    fn add(&mut self, best: i32, chosen: i32) {
        self.choices += 1;
        self.best += u32::from(chosen == best);
        self.discs += best - chosen;
        self.points += f64::from(best.signum() - chosen.signum()) / 2.0;
    }

    fn cells(&self) -> Vec<String> {
        let count = f64::from(self.choices);
        let best = 100.0 * f64::from(self.best) / count;
        let discs = f64::from(self.discs) / count;
        cells![format!("{best:.1} %"), format!("{discs:.2}"), self.points]
    }
}

impl Choices {
    pub(super) fn player(&self) -> &str {
        &self.player
    }

    /// The tables of all files.
    pub(super) fn section(&self, usual: &[PathBuf]) -> anyhow::Result<String> {
        thinking::count_processor_time();
        let files = if self.files.is_empty() { usual } else { &self.files };
        let mut text = format!("## Choices of {}\n", self.player);
        for file in files {
            let items = read(file)?;
            let name = file.file_name().unwrap_or_default().display();
            text += &format!("\n{name}, {} positions:\n\n", items.len());
            if !self.depths.is_empty() {
                text += &self.by_depth(&items)?;
            }
            if !self.times.is_empty() {
                text += &format!("\n{}", self.by_time(&items)?);
            }
        }
        Ok(text)
    }

    fn by_depth(&self, items: &[Item]) -> anyhow::Result<String> {
        let lookahead = Lookahead::load(&self.player)?;
        let head = "depth | best move | discs lost a move | points lost | RMS error of the value | sign wrong";
        let mut table = Table::new(head);
        for &depth in &self.depths {
            table.row(at_depth(items, &lookahead, depth)?);
        }
        Ok(table.to_string())
    }

    fn by_time(&self, items: &[Item]) -> anyhow::Result<String> {
        let personality = player(&self.player)?;
        let head = "ms a move | best move | discs lost a move | points lost | exact (false) | certain (false) | \
             likely (false)";
        let mut table = Table::new(head);
        for &time in &self.times {
            table.row(within(items, &personality, Duration::from_millis(time))?);
        }
        Ok(table.to_string())
    }
}

/// A player's search: its evaluation and its selectivity, without its endgame.
pub(crate) struct Lookahead {
    evaluation: Evaluation,
    plan: Plan,
}

impl Lookahead {
    /// That of a player that searches.
    ///
    /// # Errors
    /// There is no such player, or it has no evaluation.
    pub(crate) fn load(name: &str) -> anyhow::Result<Lookahead> {
        let personality = player(name)?;
        let spec = personality.alpha_beta();
        let spec = spec.with_context(|| format!("{name}: found no evaluation, expected kind linear or patterns"))?;
        let plan = Plan { selectivity: spec.search.selectivity, ..Plan::new(Objective::Normal) };
        Ok(Lookahead { evaluation: spec.evaluation.build(), plan })
    }

    /// The best line at a depth.
    pub(crate) fn line(&self, searcher: &mut Searcher, position: &Position, depth: u32) -> Line {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let query = Query { position: *position, plan: &self.plan, limits: &limits, lines: 1 };
        searcher.search_with(query, &self.evaluation, &mut SilentObserver).lines.remove(0)
    }
}

/// The positions of a file: OBF by its name, otherwise what `lab choice` makes.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Item>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let items: Option<Vec<Item>> = if path.extension().is_some_and(|extension| extension == "obf") {
        text.lines().map(problem).filter(|problem| problem.as_ref().is_none_or(is_whole)).collect()
    } else {
        text.lines().map(item).collect()
    };
    items
        .filter(|items| !items.is_empty())
        .with_context(|| format!("{}: found no positions, expected OBF or what lab choice makes", path.display()))
}

/// A line of OBF.
fn problem(line: &str) -> Option<Item> {
    let problem = obf::parse(line).ok()??;
    let scores = problem.scores.iter().filter_map(|&(mv, score)| Some((mv.square()?, score)));
    let mut scores: Vec<(Square, i32)> = scores.collect();
    scores.sort_by_key(|&(_, score)| -score);
    Some((problem.board.position, scores))
}

/// True if there is a choice of moves and every move has a score.
fn is_whole((position, moves): &Item) -> bool {
    moves.len() > 1 && moves.len() as u32 == position.moves().count_ones()
}

/// A line of what `lab choice` makes.
fn item(line: &str) -> Option<Item> {
    let mut words = line.split(' ');
    let own = u64::from_str_radix(words.next()?, 16).ok()?;
    let opp = u64::from_str_radix(words.next()?, 16).ok()?;
    let words: Vec<&str> = words.collect();
    let moves = words.chunks(2).map(|pair| Some((pair[0].parse().ok()?, pair.get(1)?.parse().ok()?)));
    let moves = moves.collect::<Option<Vec<(Square, i32)>>>().filter(|moves| !moves.is_empty());
    Some((Position { own, opp }, moves?))
}

/// The score of a line's first move.
fn score(line: &Line, moves: &[(Square, i32)], number: usize) -> anyhow::Result<i32> {
    let chosen = moves.iter().find(|(square, _)| Some(*square) == line.pv[0].square());
    let Some(&(_, score)) = chosen else { bail!("position {}: found no score of {}", number + 1, line.pv[0]) };
    Ok(score)
}

/// The row of a depth.
fn at_depth(items: &[Item], lookahead: &Lookahead, depth: u32) -> anyhow::Result<Vec<String>> {
    let lines = map(cores(), items.len(), |number| -> anyhow::Result<(i32, f64)> {
        let (position, moves) = &items[number];
        let line = lookahead.line(&mut Searcher::new(TABLE_MB, 1)?, position, depth);
        Ok((score(&line, moves, number)?, line.value.discs()))
    });
    let mut costs = Costs::default();
    let mut squares = 0.0;
    let mut wrong = 0;
    for (line, (_, moves)) in lines.into_iter().zip(items) {
        let (chosen, value) = line?;
        let best = moves[0].1;
        costs.add(best, chosen);
        squares += (value - f64::from(best)).powi(2);
        wrong += usize::from(best != 0 && (value > 0.0) != (best > 0));
    }
    let count = items.len() as f64;
    let wrong = 100.0 * wrong as f64 / count;
    let mut row = cells![depth];
    row.extend(costs.cells());
    row.extend(cells![format!("{:.2}", (squares / count).sqrt()), format!("{wrong:.1} %")]);
    Ok(row)
}

/// The row of a time. Positions come one after another: the processor time of this program is what counts.
fn within(items: &[Item], personality: &Personality, time: Duration) -> anyhow::Result<Vec<String>> {
    let limits = Limits { time: Some(time), ..Limits::default() };
    let mut player = personality.player(&Options::default());
    let [mut exact, mut certain, mut likely]: [Count; 3] = Default::default();
    let mut costs = Costs::default();
    for (number, (position, moves)) in items.iter().enumerate() {
        let game = Game::new(Board { position: *position, to_move: Color::Black });
        player.new_game(0);
        let report = player.choose(&game, &limits, &mut SilentObserver);
        let line = report.lines.first().context("a position with moves")?;
        let chosen = score(line, moves, number)?;
        match line.value {
            Valuation::Exact(value) => exact.add(value == chosen),
            Valuation::Certain(result, _) => certain.add(result == WinLossDraw::from_score(chosen)),
            Valuation::Likely { result, .. } => likely.add(result == WinLossDraw::from_score(chosen)),
            Valuation::Estimate(_) => {}
        }
        costs.add(moves[0].1, chosen);
    }
    let mut row = cells![time.as_millis()];
    row.extend(costs.cells());
    row.extend(cells![exact, certain, likely]);
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::{EMPTIES, FILE, POSITIONS};
    use crate::output::project;

    #[test]
    fn the_shipped_positions_have_every_move_and_the_best_one_first() {
        let items = read(&project().join(FILE)).unwrap();
        assert_eq!(items.len(), POSITIONS);
        for (position, moves) in items {
            assert_eq!(moves.len() as u32, position.moves().count_ones());
            assert!(position.empties() == EMPTIES && moves.iter().all(|(_, score)| *score <= moves[0].1));
        }
        assert!(item("0 1 d3").is_none() && item("x").is_none());
    }

    #[test]
    fn choices_are_measured_as_before() {
        let items = read(&project().join(FILE)).unwrap();
        let lookahead = Lookahead::load("classic").unwrap();
        let row = at_depth(&items[..20], &lookahead, 1).unwrap();
        assert_eq!(row, ["1", "55.0 %", "4.20", "1", "15.02", "30.0 %"]);
        let row = at_depth(&items[..20], &lookahead, 3).unwrap();
        assert_eq!(row, ["3", "30.0 %", "7.80", "0", "14.65", "25.0 %"]);
    }

    #[test]
    fn a_choice_costs_discs_and_the_result() {
        let mut costs = Costs::default();
        costs.add(2, 2);
        costs.add(2, 0);
        costs.add(4, -2);
        assert_eq!(costs.cells(), ["33.3 %", "2.67", "1.5"]);
    }

    #[test]
    fn a_line_of_obf_needs_the_scores_of_all_moves() {
        let line = "-OOO------OOOO--XXXOOXXX-XOOOXX-XXXXOOOOOXXOOOO---OXOO---OOOO--- X; E1:+0; F8:-2; --:-127;";
        assert!(!is_whole(&problem(line).unwrap()));
    }
}
