//! The result of a search as text.

use super::state::Search;

/// A line for each option: its value, the mean of the last quarter of the steps, start and range.
#[must_use]
pub(super) fn text(search: &Search) -> String {
    let Some((now, mean)) = search.estimate() else { return String::new() };
    let lines = search.setup.options.iter().zip(now).zip(&mean).map(|((option, &now), &mean)| {
        format!(
            "{}: {} now, {} on average of the last quarter (start {}, {} to {})\n",
            option.name,
            option.text(now),
            option.text(mean),
            option.text(option.start),
            option.from,
            option.to
        )
    });
    let faults: usize = search.steps.iter().map(|step| step.faults).sum();
    let setup = &search.setup;
    let games = search.steps.len() * setup.probes * setup.games;
    lines.collect::<String>()
        + &format!("{} steps, {games} games, {faults} of them ended by a fault\n", search.steps.len())
}
