//! The page of a training: its curves and its result, in one self-contained HTML file.

use serde_json::{Value, json};

use super::about::terms;
use super::escape;
use crate::style;

const SCRIPT: &str = include_str!("page.js");

/// The content of the page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Training {
    pub name: String,
    pub summary: String,
    /// Facts about the run as names and texts.
    pub about: Vec<(String, String)>,
    /// A line about the progress.
    pub state: String,
    pub charts: Vec<Chart>,
    pub tables: Vec<Table>,
    /// Files with their names.
    pub files: Vec<(String, String)>,
}

/// A chart of lines over whole numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Chart {
    pub title: String,
    /// The quantity on the horizontal axis, such as `generation` or `ply`.
    pub across: String,
    /// The first number on that axis.
    pub first: u64,
    /// Named lines, with a finite value for each number.
    pub series: Vec<(String, Vec<f64>)>,
    /// Named lines through the values that are known, after those of `series`.
    pub measured: Vec<(String, Vec<Option<f64>>)>,
    /// The stages into which the lines are divided, if their values cannot be compared.
    pub stages: Vec<ChartStage>,
}

/// A part of a chart, in which the lines begin anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChartStage {
    /// The index of its first value.
    pub at: usize,
    /// The name for readers who point at it, such as `opponents 2, champion 5`.
    pub name: String,
    /// The name beside the line that marks its beginning. Stages without one have no such line.
    pub label: Option<String>,
}

/// A table of words and numbers under headings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub title: String,
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Chart {
    #[must_use]
    pub(crate) fn new(title: impl Into<String>, across: &str, first: u64, series: Vec<(String, Vec<f64>)>) -> Chart {
        let title = title.into();
        Chart { title, across: across.to_owned(), first, series, measured: Vec::new(), stages: Vec::new() }
    }

    fn json(&self) -> Value {
        let Chart { title, across, first, series, measured, stages } = self;
        let stages: Vec<Value> = stages
            .iter()
            .map(|ChartStage { at, name, label }| json!({ "at": at, "name": name, "label": label }))
            .collect();
        json!({
            "title": title, "across": across, "first": first, "series": series, "measured": measured, "stages": stages
        })
    }
}

impl Table {
    #[must_use]
    pub(crate) fn new(title: impl Into<String>, headings: &[&str], rows: Vec<Vec<String>>) -> Table {
        Table { title: title.into(), headings: headings.iter().map(|&heading| heading.to_owned()).collect(), rows }
    }

    fn html(&self) -> String {
        let rows: String = self.rows.iter().map(|cells| row(cells, "td")).collect();
        let title = escape(&self.title);
        let headings = row(&self.headings, "th");
        format!("<h2>{title}</h2>\n<div class=\"wide\"><table>\n{headings}{rows}</table></div>\n")
    }
}

/// A row of a table, with its cells in tags of this name.
fn row(cells: &[String], tag: &str) -> String {
    let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect();
    format!("<tr>{cells}</tr>\n")
}

/// The text of a value inside a script. `<` is escaped, because it could end the script.
fn in_script(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// The page as HTML.
#[must_use]
pub(crate) fn page(training: &Training) -> String {
    let Training { name, summary, about, state, charts, tables, files } = training;
    let name = escape(name);
    let summary = escape(summary);
    let state = escape(state);
    let about = terms(about);
    let data: Value = charts.iter().map(Chart::json).collect();
    let data = in_script(&data);
    let tables: String = tables.iter().map(Table::html).collect();
    let files: String = files
        .iter()
        .map(|(name, text)| {
            format!("<details><summary>{}</summary>\n<pre>{}</pre></details>\n", escape(name), escape(text))
        })
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{name}</title>\n\
         <style>\n{base}</style>\n<main class=\"report\">\n<h1>{name}</h1>\n<p>{summary}</p>\n\
         <dl class=\"about\">\n{about}</dl>\n\
         <p>{state}</p>\n<div id=\"charts\"></div>\n{tables}{files}</main>\n\
         <script>\n{draw}\nconst CHARTS = {data};\n{SCRIPT}</script>\n</html>\n",
        base = style::REPORT_BASE,
        draw = style::REPORT,
    )
}

/// The moving average over `width` values, up to and including each value.
#[must_use]
pub(crate) fn moving_average(values: &[f64], width: usize) -> Vec<f64> {
    let means = (0..values.len()).map(|end| {
        let window = &values[(end + 1).saturating_sub(width.max(1))..=end];
        window.iter().sum::<f64>() / window.len() as f64
    });
    means.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_look_back() {
        assert_eq!(moving_average(&[2.0, 4.0, 9.0], 2), [2.0, 3.0, 6.5]);
        assert!(moving_average(&[], 2).is_empty());
    }

    #[test]
    fn nothing_in_a_page_ends_it_early() {
        let series = vec![("</script>".to_owned(), vec![1.0, 2.0])];
        let chart = Chart::new("a < b", "generation", 3, series);
        let files = vec![("x.json".to_owned(), "<b>".to_owned())];
        let page = page(&Training { name: "<i>".to_owned(), charts: vec![chart], files, ..Training::default() });
        assert_eq!((page.matches("</script>").count(), page.contains("<i>"), page.contains("<b>")), (1, false, false));
        assert!(page.contains("viewport") && page.contains("prefers-color-scheme: dark"));
    }
}
