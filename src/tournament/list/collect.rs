//! From folders and lists to sums.

use std::path::Path;

use serde_json::Value;

use super::class::class;
use super::{Listed, Met, Sums};
use crate::board::Color;
use crate::record::Digest;
use crate::stats::Pairs;
use crate::tournament::journal::Journal;
use crate::tournament::played::Played;
use crate::tournament::{Error, Folder, Identity};

/// Digits of a digest: enough to tell tournaments apart.
const SHOWN: usize = 16;

/// Adds up tournaments.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    /// Engines of one name are one engine, whatever their programs and settings.
    pub by_name: bool,
    pub classes: Vec<Sums>,
}

impl Collector {
    /// Adds the games of a results folder, and returns their number. A folder that is being played in counts as far as
    /// it is.
    ///
    /// # Errors
    ///
    /// It has no tournament, or its games are not those of its configuration.
    pub(crate) fn add_folder(&mut self, path: &Path) -> Result<usize, Error> {
        let identity = Folder::identity(path)?;
        let mut schedule = identity.frame.new_schedule();
        let journal = Journal::open(&path.join("games.jsonl"), &identity.frame, &mut schedule)?;
        let class = class(&identity.details);
        let mut sums = Sums { class, engines: listed(&identity), ..Sums::default() };
        let each = schedule.games_each();
        let mut encounter: Vec<Played> = Vec::new();
        for game in journal.whole() {
            let game = game?;
            if sums.tournaments.is_empty() {
                let record = serde_json::to_vec(&game).expect("a record of a game is data");
                sums.tournaments.push(Digest::of(record).as_str()[..SHOWN].to_owned());
            }
            sums.count_moves(&game);
            if encounter.first().is_some_and(|other| other.number() / each != game.number() / each) {
                sums.meet(&std::mem::take(&mut encounter));
            }
            encounter.push(game);
        }
        sums.meet(&encounter);
        if journal.len() > 0 {
            self.add(path, sums)?;
        }
        Ok(journal.len())
    }

    /// Adds the sums of one class, which come from this folder or file.
    ///
    /// # Errors
    ///
    /// One of its tournaments is counted already.
    pub(crate) fn add(&mut self, path: &Path, sums: Sums) -> Result<(), Error> {
        let counted = self.classes.iter().flat_map(|class| &class.tournaments);
        if counted.into_iter().any(|known| sums.tournaments.contains(known)) {
            return Err(Error::TwiceInList(path.to_owned()));
        }
        let at = self.classes.iter().position(|other| other.class == sums.class).unwrap_or_else(|| {
            self.classes.push(Sums { class: sums.class.clone(), ..Sums::default() });
            self.classes.len() - 1
        });
        let class = &mut self.classes[at];
        class.tournaments.extend(sums.tournaments);
        let places: Vec<usize> = sums.engines.into_iter().map(|engine| class.place(engine, self.by_name)).collect();
        for met in sums.meetings {
            class.add_met(Met { first: places[met.first], second: places[met.second], ..met });
        }
        Ok(())
    }
}

impl Sums {
    /// The place of an engine, which is added or added to.
    fn place(&mut self, engine: Listed, by_name: bool) -> usize {
        let Some(at) = self.engines.iter().position(|other| other.is(&engine, by_name)) else {
            self.engines.push(engine);
            return self.engines.len() - 1;
        };
        let there = &mut self.engines[at];
        there.seconds += engine.seconds;
        there.moves += engine.moves;
        for (kind, count) in engine.faults {
            *there.faults.entry(kind).or_default() += count;
        }
        at
    }

    fn add_met(&mut self, met: Met) {
        let met = if met.first <= met.second { met } else { met.turned() };
        // Two settings of one name are no opponents of each other.
        if met.first == met.second {
            return;
        }
        let is = |other: &&mut Met| (other.first, other.second) == (met.first, met.second);
        match self.meetings.iter_mut().find(is) {
            None => self.meetings.push(met),
            Some(there) => {
                there.pairs.iter_mut().zip(met.pairs).for_each(|(sum, count)| *sum += count);
                there.singles.iter_mut().zip(met.singles).for_each(|(sum, count)| *sum += count);
            }
        }
    }

    fn count_moves(&mut self, game: &Played) {
        for color in [Color::Black, Color::White] {
            let Some(engine) = self.engines.iter_mut().find(|engine| engine.name == game.engine(color)) else {
                continue;
            };
            for time in game.times(color) {
                engine.seconds += time;
                engine.moves += 1;
            }
            if let Some(fault) = game.fault.as_ref().filter(|fault| fault.engine == engine.name) {
                *engine.faults.entry(fault.kind.name().to_owned()).or_default() += 1;
            }
        }
    }

    /// Adds the games of an encounter.
    fn meet(&mut self, games: &[Played]) {
        let Some(game) = games.first() else { return };
        let place = |name: &str| self.engines.iter().position(|engine| engine.name == name);
        let (Some(first), Some(second)) = (place(&game.black), place(&game.white)) else { return };
        let name = game.black.clone();
        let results: Vec<u8> = games.iter().filter_map(|game| game.doubled(&name)).collect();
        let mut met = Met { first, second, ..Met::default() };
        if let [one, other] = results[..] {
            let mut pairs = Pairs::default();
            pairs.add(one, other);
            met.pairs = pairs.counts();
        } else {
            results.iter().for_each(|&result| met.singles[usize::from(2 - result)] += 1);
        }
        self.add_met(met);
    }
}

impl Met {
    /// From the view of the second.
    fn turned(mut self) -> Met {
        std::mem::swap(&mut self.first, &mut self.second);
        let [ll, ld, wl, dd, wd, ww] = self.pairs;
        self.pairs = [ww, wd, wl, dd, ld, ll];
        self.singles.reverse();
        self
    }
}

/// The engines of a tournament.
fn listed(identity: &Identity) -> Vec<Listed> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let start = |digest: &Value| text(digest).chars().take(SHOWN).collect::<String>();
    let argument = |word: &Value| match word {
        Value::Object(file) => format!("file {}", start(&file["file"])),
        word => text(word),
    };
    let one = |engine: &Value| {
        let limit = |name: &str, value: &Value| (!value.is_null()).then(|| format!("{name} {}", text(value)));
        let limits = ["tc", "st", "depth", "nodes"].into_iter().filter_map(|name| limit(name, &engine[name]));
        Listed {
            name: text(&engine["name"]),
            arguments: engine["arguments"].as_array().into_iter().flatten().map(argument).collect(),
            program: start(&engine["program"]),
            limits: limits.collect::<Vec<_>>().join(", "),
            seconds: 0.0,
            moves: 0,
            faults: Default::default(),
        }
    };
    identity.details["engines"].as_array().into_iter().flatten().map(one).collect()
}
