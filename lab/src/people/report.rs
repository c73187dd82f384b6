//! The report of a run: tables of estimates and predictions for players left out of the fit.

use rival::people::{COUNT, ELO, Figures, Model, in_words};
use rival::stats::Z95;

use super::blunders::BlunderCheck;
use super::validation::{Errors, EstimateCheck, ExerciseCheck, Group, Lean, Reliability, Validation};
use crate::table::{Table, cells};

/// The report of a complete run as Markdown.
pub(super) fn report(figures: &Figures, validation: &Validation) -> String {
    let mut text = report_estimates(figures, &validation.estimates);
    let predictions = &validation.predictions;
    for (title, rows) in predictions.tables() {
        text += &section(title, &groups(rows));
    }
    text += &section("Moves 11 to 60 by predicted probability", &reliability("moves", &predictions.reliability));
    text += &section("Blunders", &blunders(&predictions.blunders));
    text +=
        &format!("\nOf all moves from the second on, forced ones included: {:.3} predicted\n", predictions.everything);
    let ExerciseCheck { exercises, exact, found, error, slope, reliability: bins } = &validation.exercises;
    let title = format!(
        "{exercises} exercises ({exact} exact), found by {found:.3}; calibration error {error:.3}, slope {slope:.2}"
    );
    text += &section(&title, &reliability("people", bins));
    text + &section("Weights, in the logarithm of the odds", &weights(&figures.model))
}

/// The report of a run that fitted only the estimator.
pub(super) fn report_estimates(figures: &Figures, check: &EstimateCheck) -> String {
    let counts = figures.counts;
    let mut text = format!(
        "{} choices in {} games; ratings of {} players from {} other games\n",
        counts.choices, counts.judged_games, counts.rated_players, counts.rated_games
    );
    text += &section("The estimate, in Elo, for players who were left out of the fit", &estimates(check));
    text + &section("The estimate of `rival measure` by bands of strength", &bands(check))
}

fn section(title: &str, table: &Table) -> String {
    format!("\n{title}\n\n{table}")
}

/// An RMSE with its 95 % interval. The relative standard error of the deviation of n normal numbers is 1 / sqrt(2 n).
fn rmse(value: f64, players: usize) -> String {
    let reach = Z95 * value / (2.0 * players as f64).sqrt();
    format!("{value:.1} ({:.0} to {:.0})", (value - reach).max(0.0), value + reach)
}

fn estimates(check: &EstimateCheck) -> Table {
    let mut table = Table::new(
        "games | players | nothing known | moves | covered | ± | slope | moves and margins | covered | ± | slope | \
         moves, as measured | covered | ± | slope | both, as measured | covered | ± | slope | line of the mean loss | \
         line of the share of best moves",
    );
    for point in &check.curves {
        let mut row = vec![point.games.to_string(), point.players.to_string(), rmse(point.nothing, point.players)];
        for Errors { rmse: value, coverage, half_width, slope } in
            [point.moves, point.both, point.measured_moves, point.measured_both]
        {
            row.extend([
                rmse(value, point.players),
                format!("{coverage:.3}"),
                format!("{half_width:.0}"),
                format!("{slope:.2}"),
            ]);
        }
        row.extend([rmse(point.mean_loss, point.players), rmse(point.best_moves, point.players)]);
        table.row(row);
    }
    table
}

fn bands(check: &EstimateCheck) -> Table {
    let mut table =
        Table::new("rated from | games | players | moves: bias | covered | moves and margins: bias | covered");
    for band in &check.bands {
        let Lean { bias, coverage } = band.moves;
        let moves = cells![band.rating, band.games, band.players, bias, coverage];
        table.row(moves.into_iter().chain(cells![band.both.bias, band.both.coverage]));
    }
    table
}

fn groups(groups: &[Group]) -> Table {
    let mut table = Table::new("mean rating | choices | predicted | judge's best | surprise | loss | expected loss");
    for group in groups {
        table.row([
            format!("{:.0}", group.rating),
            group.choices.to_string(),
            format!("{:.3}", group.predicted),
            format!("{:.3}", group.best),
            format!("{:.3}", group.surprise),
            format!("{:.2}", group.loss),
            format!("{:.2}", group.expected_loss),
        ]);
    }
    table
}

fn blunders(checks: &[BlunderCheck]) -> Table {
    let mut table = Table::new("discs at least | share of moves | area under the curve | error of the probability");
    for &BlunderCheck { least, share, area, error } in checks {
        table.row([least.to_string(), format!("{share:.3}"), format!("{area:.3}"), format!("{error:.3}")]);
    }
    table
}

/// The table of events by their predicted probability. `unit` is the word for the counted events.
fn reliability(unit: &str, bins: &[Reliability]) -> Table {
    let mut table = Table::new(&format!("probability | {unit} | predicted | observed"));
    for (bin, reliability) in bins.iter().enumerate() {
        table.row([
            format!("{:.1} to {:.1}", bin as f64 / 10.0, (bin + 1) as f64 / 10.0),
            reliability.moves.to_string(),
            format!("{:.3}", reliability.said),
            format!("{:.3}", reliability.played),
        ]);
    }
    table
}

fn weights(model: &Model) -> Table {
    let mut table = Table::new(&format!("feature | for the average player | change for {ELO} Elo"));
    for number in 0..COUNT {
        table.row([in_words(number), format!("{:.3}", model.a[number]), format!("{:.3}", model.b[number])]);
    }
    table
}
