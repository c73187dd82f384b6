//! The conditions of a tournament in words, which are the same in all files of its folder.

use super::claims::{Draw, Resign};
use super::config::{Book, Depth, Order, Rules};
use super::identity::{Argument, EngineIdentity, Identity, OpeningsIdentity};
use crate::record::Digest;
use crate::record::text::counted;

/// The digits of a digest that are shown to distinguish files.
const SHOWN: usize = 16;

impl Identity {
    /// The conditions as names and texts: date, program and machine, clock, openings, seed, the rules that end games
    /// early, and for each engine its command, digest and limits.
    #[must_use]
    pub(crate) fn how(&self) -> Vec<(String, String)> {
        let mut how = vec![
            ("date".to_owned(), self.origin.date.clone()),
            ("program".to_owned(), self.origin.program.clone()),
            ("machine".to_owned(), self.origin.machine.clone()),
            ("clock".to_owned(), self.rules.clock.title().to_owned()),
            ("openings".to_owned(), openings(&self.openings)),
            ("seed".to_owned(), self.rules.seed.to_string()),
        ];
        how.extend(early_ends(&self.rules).map(|(name, text)| (name.to_owned(), text)));
        for engine in &self.engines {
            how.push((format!("engine {}", engine.name), format!("{}; {}", command(&engine.cmd), facts(engine))));
        }
        how
    }
}

/// The rules that end games early, where they are set.
fn early_ends(rules: &Rules) -> impl Iterator<Item = (&'static str, String)> {
    let adjudicate =
        (rules.adjudicate > 0).then(|| format!("exact from {} on", counted(rules.adjudicate as usize, "empty square")));
    let resign = rules.resign.map(|Resign { moves, discs, twosided }| {
        let other = if twosided { format!(", and the other's of {discs} or more") } else { String::new() };
        format!("the loser's values of -{discs} or less at {moves} moves in a row{other}")
    });
    let draw = rules.draw.map(|Draw { from, moves, discs }| {
        let from = if from > 0 { format!(", from move {from} on") } else { String::new() };
        format!("values from -{discs} to {discs} at {moves} moves of each engine in a row{from}")
    });
    let ends = [("adjudicate", adjudicate), ("resign", resign), ("draw", draw)];
    ends.into_iter().filter_map(|(name, text)| Some((name, text?)))
}

/// A command as a line, with quotes around words that have spaces.
fn command(words: &[String]) -> String {
    let words = words.iter().map(|word| match word.is_empty() || word.contains(char::is_whitespace) {
        true => format!("'{word}'"),
        false => word.clone(),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn openings(openings: &OpeningsIdentity) -> String {
    let Book { source, order, start, plies, .. } = &openings.book;
    let mut parts = vec![source.to_string()];
    if *order == Order::Random {
        parts.push("in random order".to_owned());
    }
    if start.get() > 1 {
        parts.push(format!("from number {start} on"));
    }
    parts.extend(plies.map(|plies| format!("the first {plies} plies")));
    parts.push(format!("SHA-256 of those played {}", digits(&openings.digest)));
    parts.join(", ")
}

fn facts(engine: &EngineIdentity) -> String {
    let settings = &engine.settings;
    let limits = &settings.limits;
    let mut parts = vec![settings.protocol.name().to_owned()];
    parts.extend(limits.clock.map(|clock| format!("clock {clock}")));
    parts.extend(limits.per_move.map(|time| format!("{} s a move", time.as_secs_f64())));
    parts.extend(limits.depth.map(|depth: Depth| format!("depth {depth}")));
    parts.extend(limits.nodes.map(|nodes| format!("{nodes} nodes a move")));
    parts.extend(settings.memory_mb.map(|memory| format!("at most {memory} MB")));
    parts.push(format!("SHA-256 of the program {}", digits(&engine.program)));
    for (argument, word) in engine.arguments.iter().zip(engine.cmd.iter().skip(1)) {
        if let Argument::File { option, file } = argument {
            let name = word.strip_prefix(option.as_str()).unwrap_or(word);
            parts.push(format!("of {name} {}", digits(file)));
        }
    }
    parts.join(", ")
}

fn digits(digest: &Digest) -> &str {
    &digest.as_str()[..SHOWN]
}
