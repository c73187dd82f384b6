//! The names of players (`.jou`) and of tournaments (`.trn`).

use super::{WthorError, WthorHeader};
use crate::record::text::latin1;

/// The kind of names in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    /// Players, with 20 bytes for each name (`.jou`).
    Player,
    /// Tournaments, with 26 bytes for each name (`.trn`).
    Tournament,
}

impl NameKind {
    /// The bytes of a name, including the zero byte at its end.
    const fn width(self) -> usize {
        match self {
            NameKind::Player => 20,
            NameKind::Tournament => 26,
        }
    }
}

/// A table of names. Games refer to them by number, from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names(Vec<String>);

/// The unknown name, which is number 0 in the real table of players.
const UNKNOWN: &str = "???";

impl Default for Names {
    /// A table whose only name is the unknown one.
    fn default() -> Names {
        Names(vec![UNKNOWN.to_owned()])
    }
}

impl Names {
    /// Reads a table. Names are ISO 8859-1 and end at the first zero byte.
    ///
    /// # Errors
    ///
    /// The file's length contradicts its head.
    pub fn parse(kind: NameKind, bytes: &[u8]) -> Result<Names, WthorError> {
        let (_, rest) = WthorHeader::split(bytes, kind.width(), |head| head.names.into())?;
        let name = |bytes: &[u8]| latin1(bytes.split(|&byte| byte == 0).next().unwrap_or_default()).trim().to_owned();
        Ok(Names(rest.chunks_exact(kind.width()).map(name).collect()))
    }

    /// The name with this number; empty for the unknown one, and `#number` if it is missing in the table.
    #[must_use]
    pub fn name(&self, number: u16) -> String {
        match self.0.get(usize::from(number)) {
            Some(name) if name == UNKNOWN => String::new(),
            Some(name) => name.clone(),
            None => format!("#{number}"),
        }
    }
}
