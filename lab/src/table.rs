//! Tables as Markdown.

use std::fmt;

/// A table as Markdown: a head and rows of cells.
#[derive(Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows; the cells of the head are separated by " | ".
    pub(crate) fn new(head: &str) -> Table {
        Table { rows: vec![head.split(" | ").map(str::to_owned).collect()] }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }
}

/// The cells of a row, from values that can be displayed.
macro_rules! cells {
    ($($cell:expr),* $(,)?) => {
        vec![$($cell.to_string()),*]
    };
}
pub(crate) use cells;

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.rows.iter().enumerate() {
            writeln!(f, "| {} |", row.join(" | "))?;
            if number == 0 {
                writeln!(f, "|{}", "---|".repeat(row.len()))?;
            }
        }
        Ok(())
    }
}
