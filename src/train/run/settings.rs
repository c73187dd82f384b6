//! The settings of a run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::machine::clock::since_1970;
use crate::machine::date::day;
use crate::record::Digest;

/// The option of the command that decides how long a run is.
pub(crate) const LENGTH: &str = "--generations";

/// The settings of a run. Together with its recipe they decide the result.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Decides every random choice.
    pub seed: u64,
    /// The personality's name.
    pub name: String,
    /// The command that repeats the run, for the personality's provenance.
    pub command: String,
    /// The date for the personality's provenance, YYYY-MM-DD; `None`: the day on which the run begins, UTC.
    pub date: Option<String>,
    /// The SHA-256 of each player of the recipe that is a file, by its name. A run notes them when it begins; runs of
    /// earlier versions have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<String, Digest>,
}

impl Settings {
    /// The settings of a run that begins now.
    pub(in crate::train) fn dated(mut self) -> Settings {
        self.date.get_or_insert_with(|| day(since_1970().as_secs()));
        self
    }

    /// The settings of a continued run. It keeps the date of its start, unless another one is given.
    pub(in crate::train) fn resumed(mut self, before: &Settings) -> Settings {
        self.date = self.date.or_else(|| before.date.clone());
        self
    }

    /// The settings without this option of the command, such as `--generations`, to compare runs of different lengths.
    pub(in crate::train) fn without(&self, option: &str) -> Settings {
        let mut words = self.words();
        if let Some(at) = words.iter().position(|word| *word == option) {
            words.drain(at..(at + 2).min(words.len()));
        }
        Settings { command: shell_words::join(words), ..self.clone() }
    }

    /// The settings of the same run with this number of generations.
    pub(super) fn lasting(&self, generations: u64) -> Settings {
        let settings = self.without(LENGTH);
        Settings { command: format!("{} {LENGTH} {generations}", settings.command), ..settings }
    }

    /// The value of this option of the command.
    pub(in crate::train) fn option(&self, option: &str) -> Option<String> {
        self.words().into_iter().skip_while(|word| word != option).nth(1)
    }

    /// The settings to compare with those of another run. Earlier versions wrote commands without quotes, some without
    /// the name, which has its own field, and all without the reference, which is in the recipe.
    pub(in crate::train) fn comparable(&self) -> Settings {
        let command = self.without("--name").without("--reference").words().join(" ");
        Settings { command, ..self.clone() }
    }

    /// The words of the command.
    fn words(&self) -> Vec<String> {
        // A path in a command of an earlier version may contain a single quote.
        shell_words::split(&self.command).unwrap_or_else(|_| self.command.split(' ').map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(command: &str) -> Settings {
        Settings { command: command.to_owned(), ..Settings::default() }
    }

    #[test]
    fn a_command_loses_an_option_and_keeps_its_quotes() {
        let quoted = settings("rival train map --recipe '--generations 7' --generations 3 --seed 1");
        assert_eq!(quoted.option("--generations").unwrap(), "3");
        assert_eq!(quoted.without("--generations").command, "rival train map --recipe '--generations 7' --seed 1");
        assert_eq!(quoted.option("--rule"), None);
    }

    #[test]
    fn commands_of_earlier_versions_are_comparable() {
        for (before, now) in [
            ("rival train map --recipe my file.json --seed 1", "rival train map --recipe 'my file.json' --seed 1"),
            ("rival train book --seed 1", "rival train book --name ann --seed 1"),
            ("rival train map --seed 1", "rival train map --reference static-normal --seed 1"),
        ] {
            assert_eq!(settings(before).comparable(), settings(now).comparable());
        }
        assert_ne!(settings("rival --recipe it's").comparable(), settings("rival --recipe its").comparable());
    }
}
