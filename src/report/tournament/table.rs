//! The table of a tournament as text.

use std::fmt::Write as _;

use super::cross::{Cross, FEW};
use crate::board::Objective;
use crate::report::columns;
use crate::stats::{Los, Range, Verdict, signed};
use crate::tournament::{EngineLine, FaultKind, PairingLine, SprtLine, Standing};

/// The headings of an engine's columns.
pub(super) const COLUMNS: [&str; 11] =
    ["#", "engine", "Elo", "LOS", "points", "score %", "games", "won", "drawn", "lost", "discs"];

pub(super) fn cells(place: usize, engine: &EngineLine) -> [String; 11] {
    let rating = engine.rating.map_or("-".to_owned(), range::<0>);
    let score = match engine.games {
        0 => "-".to_owned(),
        games => format!("{:.1}", percentage(engine.points, games)),
    };
    [
        place.to_string(),
        engine.name.clone(),
        rating,
        likely(engine.los),
        format!("{:.1}", engine.points),
        score,
        engine.games.to_string(),
        engine.wins.to_string(),
        engine.draws.to_string(),
        engine.losses.to_string(),
        engine.discs.map_or("-".to_owned(), |discs| signed(discs, 2)),
    ]
}

/// A value with its interval, such as `+56 [+28, +84]` or `+56 [+28, ∞]`. Without a value it is the finite end:
/// `at least +28`.
pub(super) fn range<const DECIMALS: usize>(range: Range) -> String {
    match range {
        Range { value: Some(value), low, high } => {
            let low = low.map_or("-∞".to_owned(), |low| signed(low, DECIMALS));
            let high = high.map_or("∞".to_owned(), |high| signed(high, DECIMALS));
            format!("{} [{low}, {high}]", signed(value, DECIMALS))
        }
        Range { value: None, low: Some(low), .. } => format!("at least {}", signed(low, DECIMALS)),
        Range { value: None, high: Some(high), .. } => format!("at most {}", signed(high, DECIMALS)),
        _ => "-".to_owned(),
    }
}

/// The likelihood in percent. It is never 0 or 100, because a sample cannot be certain.
fn percent(los: Los) -> String {
    match 100.0 * los.0 {
        share if share > 99.9 => "over 99.9 %".to_owned(),
        share if share < 0.1 => "under 0.1 %".to_owned(),
        share => format!("{share:.1} %"),
    }
}

pub(super) fn likely(los: Option<Los>) -> String {
    los.map_or("-".to_owned(), percent)
}

/// The faults of an engine, such as `time 2, crash 1`; `-` if there are none.
pub(super) fn faults(engine: &EngineLine) -> String {
    let counts: Vec<String> = FaultKind::ALL
        .iter()
        .filter_map(|kind| Some(format!("{} {}", kind.name(), engine.faults.get(kind.name())?)))
        .collect();
    if counts.is_empty() { "-".to_owned() } else { counts.join(", ") }
}

/// The first engine's points in percent of the games.
pub(super) fn share(line: &PairingLine) -> f64 {
    percentage(line.wins as f64 + line.draws as f64 / 2.0, line.wins + line.draws + line.losses)
}

/// Points in percent of the games. One place calculates it, because rounding can show two numbers for one.
fn percentage(points: f64, games: u64) -> f64 {
    100.0 * points / games.max(1) as f64
}

/// The numbers of pairs with the results LL, LD, WL, DD, WD, WW.
pub(super) fn pairs(counts: [u64; 6]) -> String {
    format!("[{}]", counts.map(|count| count.to_string()).join(", "))
}

/// The results of all games between two engines. If some are not in complete pairs, the figures that follow are of
/// fewer games, whose number is given.
fn score(line: &PairingLine) -> String {
    let PairingLine { wins, draws, losses, .. } = line;
    let paired = line.pairs.map(|counts| 2 * counts.iter().sum::<u64>());
    let fewer = paired.filter(|&paired| paired < wins + draws + losses);
    let fewer = fewer.map_or_else(String::new, |paired| format!("; in pairs, of {paired} games"));
    format!("+{wins} ={draws} -{losses} ({:.1} %){fewer}", share(line))
}

/// The games between two engines in one line.
pub(super) fn pairing(line: &PairingLine) -> String {
    let mut text = score(line);
    for (name, estimate) in [("Elo", line.elo), ("nElo", line.nelo)] {
        if let Some(estimate) = estimate {
            // Writing to a string cannot fail.
            let _ = write!(text, ", {name} {}", range::<1>(estimate));
        }
    }
    if let Some(los) = line.los {
        let _ = write!(text, ", LOS {}", percent(los));
    }
    if let Some(counts) = line.pairs {
        let _ = write!(text, ", pairs LL LD WL DD WD WW {}", pairs(counts));
    }
    if let Some(ratio) = line.ratio {
        let _ = write!(text, ", pair ratio {ratio:.2}");
    }
    text
}

pub(super) fn sprt(line: &SprtLine) -> String {
    let SprtLine { test, ratio, lower, upper, verdict, games, faults } = line;
    let model = match test.model {
        crate::stats::Model::Normalised => "normalised",
        crate::stats::Model::Logistic => "logistic",
    };
    let verdict = match verdict {
        Verdict::Undecided => "undecided",
        Verdict::H0 => "H0 accepted",
        Verdict::H1 => "H1 accepted",
    };
    let faults = if *faults > 0 { format!("; {faults} of {games} games ended by a fault") } else { String::new() };
    format!(
        "SPRT {model} Elo [{}, {}], alpha {}, beta {}: LLR {ratio:.2} in [{lower:.2}, {upper:.2}], {verdict}{faults}",
        test.elo0, test.elo1, test.alpha, test.beta
    )
}

pub(super) fn headline(standing: &Standing) -> String {
    let mut text = format!("{} of {} games", standing.played, standing.games);
    for (count, what) in [
        (standing.adjudicated, "adjudicated"),
        (standing.resigned, "resigned"),
        (standing.claimed, "decided by the engines' values"),
    ] {
        if count > 0 {
            let _ = write!(text, ", {count} {what}");
        }
    }
    if standing.rule == Objective::Anti {
        text.push_str(", the fewest discs win");
    }
    text
}

/// The engines' lines for a terminal.
fn engines(standing: &Standing) -> String {
    let engines = standing.engines.iter().zip(1..).map(|(engine, place)| cells(place, engine).to_vec());
    let rows: Vec<Vec<String>> = [COLUMNS.map(str::to_owned).to_vec()].into_iter().chain(engines).collect();
    columns::text(&rows, "  ", &[1])
}

/// The standing in the middle of a run: a line for two engines, which may have an SPRT, and a table for more.
#[must_use]
pub(crate) fn brief(standing: &Standing) -> String {
    let [line] = &standing.pairings[..] else {
        return format!("standing: {}\n{}", headline(standing), engines(standing));
    };
    let score = format!("{} - {}: {}", line.first, line.second, score(line));
    let elo = line.elo.map_or_else(String::new, |elo| format!(", Elo {}", range::<1>(elo)));
    let llr = standing.sprt.as_ref().map_or_else(String::new, |SprtLine { ratio, lower, upper, .. }| {
        format!(", LLR {ratio:.2} in [{lower:.2}, {upper:.2}]")
    });
    format!("standing: {}; {score}{elo}{llr}\n", headline(standing))
}

/// The table for a terminal.
#[must_use]
pub(crate) fn text(standing: &Standing) -> String {
    let mut text = format!("{}: {}\n{}", standing.name, headline(standing), engines(standing));
    if standing.pairings.len() > FEW {
        text.push_str(&Cross::new(standing).text());
    } else {
        for line in &standing.pairings {
            let _ = writeln!(text, "{} - {}: {}", line.first, line.second, pairing(line));
        }
    }
    standing.sprt.iter().for_each(|line| text.push_str(&(sprt(line) + "\n")));
    standing.warnings.iter().for_each(|warning| text.push_str(&format!("! {warning}\n")));
    text
}

/// The zero point of the ratings, in words.
pub(super) fn scale(standing: &Standing) -> String {
    if standing.anchors.is_empty() {
        return "the mean of the field 0".to_owned();
    }
    let anchors = standing.anchors.iter().map(|(name, elo)| format!("{name} {elo}"));
    format!("anchored at {}", anchors.collect::<Vec<_>>().join(", "))
}

/// Escapes Markdown's special characters.
pub(super) fn literal(text: &str) -> String {
    text.chars().fold(String::new(), |mut literal, c| {
        match c {
            '&' => literal.push_str("&amp;"),
            '<' => literal.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '!' | '~' | '$' => literal.extend(['\\', c]),
            _ => literal.push(c),
        }
        literal
    })
}

/// The text of `table.md`. `how` has facts about the games as names and texts.
#[must_use]
pub(crate) fn markdown(standing: &Standing, how: &[(String, String)]) -> String {
    let mut text = format!("# {}\n\n{}.\n\n", literal(&standing.name), headline(standing));
    let engines = standing.engines.iter().zip(1..);
    let mut rows = vec![COLUMNS.map(str::to_owned).to_vec()];
    rows.extend(engines.map(|(engine, place)| cells(place, engine).to_vec()));
    let faults = standing.engines.iter().map(faults);
    rows.iter_mut().zip(["faults".to_owned()].into_iter().chain(faults)).for_each(|(row, told)| row.push(told));
    text += &columns::markdown(&rows, &[1, COLUMNS.len()]);
    text.push_str(&format!(
        "\nElo with 95 % intervals, {}. LOS: the probability of being better than the next lower rated engine.\n\n",
        scale(standing)
    ));
    if standing.pairings.len() > FEW {
        text.push_str(&Cross::new(standing).markdown());
    } else {
        for line in &standing.pairings {
            let _ = writeln!(text, "- {} - {}: {}", line.first, line.second, pairing(line));
        }
    }
    standing.sprt.iter().for_each(|line| text.push_str(&format!("\n{}\n", sprt(line))));
    if !standing.warnings.is_empty() {
        text.push_str("\nWarnings:\n\n");
        standing.warnings.iter().for_each(|warning| text.push_str(&format!("- {warning}\n")));
    }
    if !how.is_empty() {
        text.push_str("\nHow it was played:\n\n");
        how.iter().for_each(|(name, told)| text.push_str(&format!("- {}: {}\n", literal(name), literal(told))));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_finite_has_a_figure() {
        for (value, low, high, expected) in [
            (Some(55.58), Some(28.06), Some(83.44), "+55.6 [+28.1, +83.4]"),
            (Some(-0.01), Some(-3.0), None, "+0.0 [-3.0, ∞]"),
            (None, Some(12.0), None, "at least +12.0"),
            (None, None, Some(-12.0), "at most -12.0"),
        ] {
            assert_eq!(range::<1>(Range { value, low, high }), expected);
        }
        assert_eq!([0.5, 0.999_97, 0.0002].map(|los| percent(Los(los))), ["50.0 %", "over 99.9 %", "under 0.1 %"]);
    }

    #[test]
    fn a_game_without_its_pair_is_in_the_score_alone() {
        let mut line = PairingLine {
            first: "a".to_owned(),
            second: "b".to_owned(),
            wins: 7,
            draws: 0,
            losses: 5,
            pairs: Some([2, 0, 1, 0, 0, 3]),
            ratio: None,
            elo: None,
            nelo: None,
            los: None,
        };
        assert_eq!(score(&line), "+7 =0 -5 (58.3 %)");
        line.losses += 1;
        assert_eq!(score(&line), "+7 =0 -6 (53.8 %); in pairs, of 12 games");
    }

    #[test]
    fn a_title_is_no_markdown() {
        assert_eq!(literal("a*b* | <script> [x](y) & `c`"), "a\\*b\\* \\| &lt;script> \\[x\\](y) &amp; \\`c\\`");
    }
}
