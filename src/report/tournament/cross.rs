//! The cross table in few characters: a score in percent for each pairing.

use std::collections::HashMap;

use crate::report::columns;
use crate::tournament::Standing;

/// The most engines for which the pairings are listed one by one. With more, only the cross table has them.
pub(super) const FEW: usize = 6;

/// The scores of the engine on the left against the one above, in the order of the table.
#[derive(Debug)]
pub(super) struct Cross<'a> {
    pub names: Vec<&'a str>,
    scores: HashMap<(&'a str, &'a str), (f64, u64)>,
}

impl<'a> Cross<'a> {
    pub(super) fn new(standing: &'a Standing) -> Cross<'a> {
        let mut scores = HashMap::new();
        for line in &standing.pairings {
            let games = line.wins + line.draws + line.losses;
            let points = line.wins as f64 + line.draws as f64 / 2.0;
            scores.insert((line.first.as_str(), line.second.as_str()), (points, games));
            scores.insert((line.second.as_str(), line.first.as_str()), (games as f64 - points, games));
        }
        Cross { names: standing.engines.iter().map(|engine| engine.name.as_str()).collect(), scores }
    }

    /// Points and games of one engine against another; `None` if they have not met.
    pub(super) fn score(&self, engine: &str, other: &str) -> Option<(f64, u64)> {
        self.scores.get(&(engine, other)).copied().filter(|(_, games)| *games > 0)
    }

    /// A cell such as `57` or `100`; `.` if the engines have not met.
    fn cell(&self, engine: &str, other: &str) -> String {
        match self.score(engine, other) {
            _ if engine == other => String::new(),
            None => ".".to_owned(),
            Some((points, games)) => format!("{:.0}", 100.0 * points / games as f64),
        }
    }

    /// The rows of the table, the head included.
    fn rows(&self) -> Vec<Vec<String>> {
        let numbers = (1..=self.names.len()).map(|number| number.to_string());
        let mut rows = vec![["#".to_owned(), "score in %".to_owned()].into_iter().chain(numbers).collect::<Vec<_>>()];
        for (name, number) in self.names.iter().zip(1..) {
            let cells = self.names.iter().map(|other| self.cell(name, other));
            rows.push([format!("{number}"), (*name).to_owned()].into_iter().chain(cells).collect());
        }
        rows
    }

    /// The table for a terminal.
    pub(super) fn text(&self) -> String {
        let mut rows = self.rows();
        rows.iter_mut().for_each(|row| row[1].push(' '));
        columns::text(&rows, " ", &[1])
    }

    /// The table in Markdown.
    pub(super) fn markdown(&self) -> String {
        columns::markdown(&self.rows(), &[1])
    }
}
