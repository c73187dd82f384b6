//! The names of players (`.jou`) and of tournaments (`.trn`).

use super::{WthorError, WthorHeader};
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
pub struct Names(Vec<String>);

/// The unknown name, number 0 of the real table of players.
const UNKNOWN: &str = "???";

impl Default for Names {
    /// A table with only the unknown name, as number 0.
    fn default() -> Names {
        Names(vec![UNKNOWN.to_owned()])
    }
}

impl Names {
    /// Reads a table. Names are ISO 8859-1 and end at the first zero byte.
    ///
    /// # Errors
    ///
    /// A file whose length differs from its head.
    pub fn parse(kind: NameKind, bytes: &[u8]) -> Result<Names, WthorError> {
        let (_, rest) = WthorHeader::split(bytes, kind.width(), |head| head.names.into())?;
        let name = |bytes: &[u8]| latin1(bytes.split(|&byte| byte == 0).next().unwrap_or_default()).trim().to_owned();
        Ok(Names(rest.chunks_exact(kind.width()).map(name).collect()))
    }

    /// The name with this number, empty for the unknown one; `#number` if the table has no such name.
    #[must_use]
    pub fn name(&self, number: u16) -> String {
        match self.0.get(usize::from(number)) {
            Some(name) if name == UNKNOWN => String::new(),
            Some(name) => name.clone(),
            None => format!("#{number}"),
        }
    }
}
