//! Tables as text, for a terminal and as Markdown. The first row is the head; the columns of `left` are flush left, the
//! others flush right.

/// The table for a terminal, with `gap` between columns.
#[must_use]
pub(crate) fn plain(rows: &[Vec<String>], gap: &str, left: &[usize]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if left.contains(&column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join(gap).trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// The table in Markdown.
#[must_use]
#[cfg(unix)]
pub(crate) fn markdown(rows: &[Vec<String>], left: &[usize]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = |column: usize| if left.contains(&column) { "---" } else { "---:" }.to_owned();
    let rule = line(&(0..rows[0].len()).map(rule).collect::<Vec<_>>());
    line(&rows[0]) + &rule + &rows[1..].iter().map(|row| line(row)).collect::<String>()
}
