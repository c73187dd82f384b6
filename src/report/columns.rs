//! Tables as text, for a terminal and as Markdown. The first row is the head. Columns in `left` are aligned to the
//! left, and the others to the right.

/// The table for a terminal, with `gap` between columns.
#[must_use]
pub(crate) fn text(rows: &[Vec<String>], gap: &str, left: &[usize]) -> String {
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let lines = rows.iter().map(|row| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if left.contains(&column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join(gap).trim_end().to_owned() + "\n"
    });
    lines.collect()
}

/// The table in Markdown.
#[must_use]
#[cfg(unix)]
pub(crate) fn markdown(rows: &[Vec<String>], left: &[usize]) -> String {
    let rule = (0..rows[0].len()).map(|column| if left.contains(&column) { "---" } else { "---:" }.to_owned());
    let rule: Vec<String> = rule.collect();
    let lines = [&rows[0], &rule].into_iter().chain(&rows[1..]);
    lines.map(|cells| format!("| {} |\n", cells.join(" | "))).collect()
}
