//! The names of players (`.jou`) and of tournaments (`.trn`).

use std::collections::HashMap;

use super::{Head, WthorError};
use crate::record::text::latin1;

/// Which names a table holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    /// Players, 20 bytes a name (`.jou`).
    Player,
    /// Tournaments, 26 bytes a name (`.trn`).
    Tournament,
}

impl NameKind {
    /// Bytes of a name with the zero byte at its end.
    const fn width(self) -> usize {
        match self {
            NameKind::Player => 20,
            NameKind::Tournament => 26,
        }
    }
}

/// A table of names; a game holds their numbers, from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    kind: NameKind,
    names: Vec<String>,
    /// The number of each name; the first of equal ones.
    numbers: HashMap<String, usize>,
}

/// The unknown name, number 0 of the real table of players.
const UNKNOWN: &str = "???";

impl Names {
    /// A table with only the unknown name, as number 0.
    #[must_use]
    pub fn new(kind: NameKind) -> Names {
        Names::from_list(kind, vec![UNKNOWN.to_owned()])
    }

    fn from_list(kind: NameKind, names: Vec<String>) -> Names {
        let numbers = names.iter().cloned().enumerate().rev().map(|(number, name)| (name, number)).collect();
        Names { kind, names, numbers }
    }

    /// Reads a table. Names are ISO 8859-1 and end at the first zero byte.
    ///
    /// ```
    /// use rival::record::wthor::{NameKind, Names};
    /// let names = Names::new(NameKind::Player);
    /// assert_eq!(Names::parse(NameKind::Player, &names.write())?, names);
    /// # Ok::<(), rival::record::wthor::WthorError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A file whose length differs from its head.
    pub fn parse(kind: NameKind, bytes: &[u8]) -> Result<Names, WthorError> {
        let (_, rest) = Head::split(bytes, kind.width(), |head| head.names.into())?;
        let name = |bytes: &[u8]| latin1(bytes.split(|&byte| byte == 0).next().unwrap_or_default()).trim().to_owned();
        Ok(Names::from_list(kind, rest.chunks_exact(kind.width()).map(name).collect()))
    }

    /// Writes the table. A character outside ISO 8859-1 becomes `?`, and long names are cut.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Head { names: self.names.len() as u16, ..Head::default() }.write();
        for name in &self.names {
            let end = bytes.len() + self.kind.width();
            bytes.extend(self.fit(name).chars().map(|c| c as u32 as u8));
            bytes.resize(end, 0);
        }
        bytes
    }

    /// A name in the form that the table can hold.
    fn fit(&self, name: &str) -> String {
        let held = name.trim().chars().map(|c| if (c as u32) < 256 && !c.is_control() { c } else { '?' });
        held.take(self.kind.width() - 1).collect::<String>().trim_end().to_owned()
    }

    /// The name with this number, empty for the unknown one; `#number` if the table has no such name.
    #[must_use]
    pub fn name(&self, number: u16) -> String {
        match self.names.get(usize::from(number)) {
            Some(name) if name == UNKNOWN => String::new(),
            Some(name) => name.clone(),
            None => format!("#{number}"),
        }
    }

    /// The number of a name, which is added if it is new.
    pub(super) fn number(&mut self, name: &str) -> Result<u16, WthorError> {
        let name = self.fit(if name.trim().is_empty() { UNKNOWN } else { name });
        let known = self.numbers.get(&name).copied();
        // The head counts in 16 bits, so the last number would be one too many.
        let number = u16::try_from(known.unwrap_or(self.names.len())).ok().filter(|number| *number < u16::MAX);
        let number = number.ok_or(WthorError::TooManyNames)?;
        if known.is_none() {
            self.numbers.insert(name.clone(), self.names.len());
            self.names.push(name);
        }
        Ok(number)
    }
}
