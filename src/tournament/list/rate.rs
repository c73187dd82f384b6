//! Ratings from sums.

use std::collections::BTreeMap;

use super::{Listed, Met, Sums};
use crate::record::problem::Problem;
use crate::stats::{Encounter, FieldElo, Los, Range, Rating, Ratings, ratings};

/// A field whose engines have met, if only through others.
#[derive(Debug, Clone)]
pub(crate) struct Rated {
    /// The strongest first.
    pub lines: Vec<Line>,
    /// The games of each two.
    pub meetings: Vec<(String, String, [u64; 3])>,
    /// Half an encounter won and half one lost are assumed, because some took no point from the others.
    pub prior: bool,
}

/// An engine of a list.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// Unique in its class.
    pub name: String,
    pub engine: Listed,
    pub rating: Range,
    /// That it is better than the next one of the list, 0.5 to 1.
    pub los: Option<Los>,
    pub games: u64,
    pub points: f64,
    pub draws: u64,
    /// The mean rating of its opponents, by games.
    pub opponents: f64,
}

/// The most engines whose intervals can be computed at once.
const MOST: usize = 250;

/// The ratings of a class, in a field for each part that has played no game against the others; the largest first.
///
/// # Errors
///
/// There are too many engines.
pub(crate) fn rate(sums: &Sums, anchors: &BTreeMap<String, FieldElo>) -> Result<Vec<Rated>, Problem> {
    let names = names(&sums.engines);
    let parts = parts(sums.engines.len(), &sums.meetings);
    let mut fields = Vec::new();
    for part in &parts {
        if part.len() > MOST {
            let found = format!("{} engines that have met", part.len());
            return Err(Problem::at("", found, format!("at most {MOST}")));
        }
        fields.extend(field(sums, &names, part, anchors));
    }
    fields.sort_by_key(|field| std::cmp::Reverse(field.lines.len()));
    Ok(fields)
}

/// Names that are unique: engines of one name carry the digest of their programs, or a number.
fn names(engines: &[Listed]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for engine in engines {
        let alone = engines.iter().filter(|other| other.name == engine.name).count() == 1;
        let short: String = engine.program.chars().take(8).collect();
        let base = if alone { engine.name.clone() } else { format!("{} [{short}]", engine.name) };
        let taken = names.iter().filter(|name| **name == base || name.starts_with(&format!("{base} ("))).count();
        names.push(if taken == 0 { base } else { format!("{base} ({})", taken + 1) });
    }
    names
}

/// Engines that are linked by games; those without a game are in none.
fn parts(count: usize, meetings: &[Met]) -> Vec<Vec<usize>> {
    let mut part: Vec<usize> = (0..count).collect();
    for met in meetings {
        let (from, to) = (part[met.second], part[met.first]);
        part.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
    }
    let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (engine, part) in part.into_iter().enumerate() {
        parts.entry(part).or_default().push(engine);
    }
    parts.into_values().filter(|part| part.len() > 1).collect()
}

fn encounters(met: &Met, place: impl Fn(usize) -> usize) -> impl Iterator<Item = Encounter> {
    let (first, second) = (place(met.first), place(met.second));
    let of = move |points: f64, games, times| Encounter { first, second, points, games, times };
    let pairs =
        [0.0, 0.5, 1.0, 1.0, 1.5, 2.0].into_iter().zip(met.pairs).map(move |(points, times)| of(points, 2, times));
    let singles = [1.0, 0.5, 0.0].into_iter().zip(met.singles).map(move |(points, times)| of(points, 1, times));
    pairs.chain(singles).filter(|encounter| encounter.times > 0)
}

/// Won, drawn and lost by the first.
fn tally(met: &Met) -> [u64; 3] {
    let [ll, ld, wl, dd, wd, ww] = met.pairs;
    let [won, drawn, lost] = met.singles;
    [won + wl + wd + 2 * ww, drawn + ld + 2 * dd + wd, lost + 2 * ll + ld + wl]
}

fn field(sums: &Sums, names: &[String], part: &[usize], anchors: &BTreeMap<String, FieldElo>) -> Option<Rated> {
    let place = |engine: usize| part.iter().position(|&other| other == engine).unwrap_or_default();
    let mine: Vec<&Met> = sums.meetings.iter().filter(|met| part.contains(&met.first)).collect();
    let games: Vec<Encounter> = mine.iter().flat_map(|met| encounters(met, place)).collect();
    let fixed: Vec<(usize, FieldElo)> =
        part.iter().enumerate().filter_map(|(at, &engine)| Some((at, *anchors.get(&names[engine])?))).collect();
    let Ratings { players, prior } = ratings(part.len(), &games, &fixed)?;
    let line = |(at, &engine): (usize, &usize)| {
        let (mut count, mut points, mut draws, mut opponents) = (0, 0.0, 0, 0.0);
        for met in &mine {
            let [won, drawn, lost] = tally(met);
            let (won, other) = match engine {
                _ if engine == met.first => (won, met.second),
                _ if engine == met.second => (lost, met.first),
                _ => continue,
            };
            let total = tally(met).iter().sum::<u64>();
            let _ = (drawn, lost);
            count += total;
            draws += drawn;
            points += won as f64 + drawn as f64 / 2.0;
            opponents += players[place(other)].order.0 * total as f64;
        }
        let Rating { range, los, .. } = players[at];
        Line {
            name: names[engine].clone(),
            engine: sums.engines[engine].clone(),
            rating: range,
            los,
            games: count,
            points,
            draws,
            opponents: opponents / count.max(1) as f64,
        }
    };
    let mut lines: Vec<(f64, Line)> =
        part.iter().enumerate().map(|(at, engine)| (players[at].order.0, line((at, engine)))).collect();
    lines.sort_by(|a, b| b.0.total_cmp(&a.0));
    let meetings = mine.iter().map(|met| (names[met.first].clone(), names[met.second].clone(), tally(met))).collect();
    Some(Rated { lines: lines.into_iter().map(|(_, line)| line).collect(), meetings, prior })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(name: &str, program: &str) -> Listed {
        let (name, program) = (name.to_owned(), program.to_owned());
        let limits = String::new();
        Listed { name, arguments: Vec::new(), program, limits, seconds: 0.0, moves: 0, faults: BTreeMap::new() }
    }

    #[test]
    fn what_never_met_has_a_scale_of_its_own() {
        let met = |first, second, pairs| Met { first, second, pairs, singles: [0; 3] };
        let engines = ["a", "b", "c", "d", "e", "alone"].map(|name| engine(name, "0123456789")).to_vec();
        let meetings = vec![
            met(0, 1, [10, 0, 20, 0, 0, 30]),
            met(3, 4, [5, 0, 5, 0, 0, 5]),
            // Through b the two a and c are one field, though they have not met.
            met(1, 2, [10, 0, 20, 0, 0, 30]),
        ];
        let fields = rate(&Sums { engines, meetings, ..Sums::default() }, &BTreeMap::new()).unwrap();
        let names: Vec<Vec<&str>> =
            fields.iter().map(|field| field.lines.iter().map(|line| line.name.as_str()).collect()).collect();
        assert_eq!(names[0], ["a", "b", "c"]);
        assert_eq!(names[1].len(), 2);
        let a = &fields[0].lines[0];
        assert_eq!((a.games, a.points, a.draws), (120, 80.0, 0));
        // Two steps of 400 log10(2), whose mean is 0.
        let step = 400.0 * libm::log10(2f64);
        assert!((a.rating.value.unwrap() - step).abs() < 0.1 && a.opponents.abs() < 0.1, "{a:?}");
        assert!(a.rating.low.unwrap() < step && a.rating.high.unwrap() > step);
    }

    #[test]
    fn engines_of_one_name_are_told_apart() {
        let engines = [engine("a", "11112222aaaa"), engine("a", "33334444aaaa"), engine("a", "33334444aaaa")];
        assert_eq!(names(&engines), ["a [11112222]", "a [33334444]", "a [33334444] (2)"]);
    }
}
