//! The cross table in few characters: a score in percent for each pairing.

use std::collections::HashMap;

use crate::report::columns;
use crate::tournament::{PairingLine, Standing};

/// The most engines for which the pairings are listed one by one. With more, only the cross table has them.
pub(super) const FEW: usize = 6;
/// The most columns of the table as text.
const WIDEST: usize = 120;

/// The scores of the engine on the left against the one above, in the order of the table.
#[derive(Debug)]
pub(super) struct Cross<'a> {
    pub names: Vec<&'a str>,
    scores: HashMap<(&'a str, &'a str), Score<'a>>,
}

/// The score of an engine against another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Score<'a> {
    pub points: f64,
    pub games: u64,
    /// The line of the two, from the view of either.
    pub line: &'a PairingLine,
}

impl<'a> Cross<'a> {
    pub(super) fn new(standing: &'a Standing) -> Cross<'a> {
        let mut scores = HashMap::new();
        for line in &standing.pairings {
            let games = line.wins + line.draws + line.losses;
            let points = line.wins as f64 + line.draws as f64 / 2.0;
            let [first, second] = [line.first.as_str(), line.second.as_str()];
            scores.insert((first, second), Score { points, games, line });
            scores.insert((second, first), Score { points: games as f64 - points, games, line });
        }
        Cross { names: standing.engines.iter().map(|engine| engine.name.as_str()).collect(), scores }
    }

    /// The score of one engine against another; `None` if they have not met.
    pub(super) fn score(&self, engine: &str, other: &str) -> Option<Score<'a>> {
        self.scores.get(&(engine, other)).copied().filter(|score| score.games > 0)
    }

    /// A cell such as `57` or `100`; `.` if the engines have not met.
    fn cell(&self, engine: &str, other: &str) -> String {
        match self.score(engine, other) {
            _ if engine == other => String::new(),
            None => ".".to_owned(),
            Some(Score { points, games, .. }) => format!("{:.0}", 100.0 * points / games as f64),
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

    /// The table for a terminal, or a line that says where it is if it is too wide.
    pub(super) fn text(&self) -> String {
        self.narrow().unwrap_or_else(|| self.place())
    }

    /// The table in Markdown, or a line that says where it is if it is too wide.
    pub(super) fn markdown(&self) -> String {
        if self.narrow().is_some() { columns::markdown(&self.rows(), &[1]) } else { self.place() }
    }

    /// The table for a terminal; `None` if it is too wide.
    fn narrow(&self) -> Option<String> {
        let mut rows = self.rows();
        rows.iter_mut().for_each(|row| row[1].push(' '));
        let text = columns::text(&rows, " ", &[1]);
        text.lines().all(|line| line.chars().count() <= WIDEST).then_some(text)
    }

    fn place(&self) -> String {
        let engines = self.names.len();
        format!(
            "The cross table of {engines} engines is too wide for text; at the end of the run report.html has it.\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_table_is_not_in_the_text() {
        let names: Vec<String> = (1..=200).map(|number| format!("engine-{number}")).collect();
        for (engines, is_there) in [(7, true), (38, true), (39, false), (200, false)] {
            let cross = Cross { names: names[..engines].iter().map(String::as_str).collect(), scores: HashMap::new() };
            let [text, markdown] = [cross.text(), cross.markdown()];
            assert!(text.lines().all(|line| line.chars().count() <= WIDEST), "{text}");
            let lines = if is_there { [engines + 1, engines + 2] } else { [1, 1] };
            assert_eq!([text.lines().count(), markdown.lines().count()], lines, "{text}");
            assert_eq!(text.contains("report.html"), !is_there, "{text}");
        }
    }
}
