//! The division of long work into parts, which several processes or machines do in separate folders.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A part of work and the number of parts, written `3/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[usize; 2]", into = "[usize; 2]")]
pub struct Shard {
    /// From 1 to `count`.
    number: usize,
    count: usize,
}

/// The most parts that work is divided into.
const MOST_PARTS: usize = 1_000_000;

/// The reasons why folders do not fit together as parts of one work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PartsError {
    /// Two folders have the same part.
    #[error("{}: part {shard} is in {} too: name one folder for each part", folder.display(), other.display())]
    Twice {
        /// The folder that was given later.
        folder: PathBuf,
        /// The folder that was given first.
        other: PathBuf,
        /// The part.
        shard: Shard,
    },
    /// The folders come from divisions with different numbers of parts.
    #[error("{}: found part {shard}, expected one of {count} parts, as in {}", folder.display(), other.display())]
    OtherCount {
        /// The folder.
        folder: PathBuf,
        /// The folder with the first number of parts.
        other: PathBuf,
        /// The part.
        shard: Shard,
        /// The number of parts in the other folder.
        count: usize,
    },
    /// Some parts are in none of the folders.
    #[error("--parts: of {count} parts, no folder holds part {}", names(missing))]
    Missing {
        /// Their numbers.
        missing: Vec<usize>,
        /// The number of parts.
        count: usize,
    },
}

fn names(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

impl Shard {
    /// The only part of undivided work.
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };

    /// Part `number`, from 1, of `count`; `None` if there is no such part.
    #[must_use]
    pub fn new(number: usize, count: usize) -> Option<Shard> {
        ((1..=count).contains(&number) && count <= MOST_PARTS).then_some(Shard { number, count })
    }

    /// The number of the part, from 1, and the number of parts.
    #[must_use]
    pub const fn numbers(self) -> [usize; 2] {
        [self.number, self.count]
    }

    /// The range of pieces in this part, of `total` pieces. Parts are consecutive, and their sizes differ by at most
    /// one.
    #[must_use]
    pub fn range(self, total: usize) -> Range<usize> {
        self.first(self.number - 1, total)..self.first(self.number, total)
    }

    /// The index of the first piece after this many parts.
    fn first(self, parts: usize, total: usize) -> usize {
        (parts as u128 * total as u128 / self.count as u128) as usize
    }

    /// True if a piece with this number belongs to this part. Numbers must be drawn uniformly.
    #[must_use]
    pub fn owns(self, piece: u64) -> bool {
        piece % self.count as u64 == self.number as u64 - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        read(text).ok_or("expected a part and the number of parts like 3/8")
    }
}

fn read(text: &str) -> Option<Shard> {
    let (number, count) = text.split_once('/')?;
    Shard::new(number.parse().ok()?, count.parse().ok()?)
}

impl TryFrom<[usize; 2]> for Shard {
    type Error = String;

    fn try_from([number, count]: [usize; 2]) -> Result<Shard, String> {
        Shard::new(number, count).ok_or_else(|| format!("part {number} of {count}, expected one of them"))
    }
}

impl From<Shard> for [usize; 2] {
    fn from(shard: Shard) -> [usize; 2] {
        shard.numbers()
    }
}

/// The folders in the order of their parts.
///
/// # Errors
///
/// They do not have each part of one division exactly once.
pub fn in_order(folders: &[(PathBuf, Shard)]) -> Result<Vec<PathBuf>, PartsError> {
    let Some((first, Shard { count, .. })) = folders.first() else { return Ok(Vec::new()) };
    let mut ordered: Vec<Option<&PathBuf>> = vec![None; *count];
    for (folder, shard) in folders {
        if shard.count != *count {
            let [folder, other] = [folder.clone(), first.clone()];
            return Err(PartsError::OtherCount { folder, other, shard: *shard, count: *count });
        }
        if let Some(other) = ordered[shard.number - 1].replace(folder) {
            let [folder, other] = [folder.clone(), other.clone()];
            return Err(PartsError::Twice { folder, other, shard: *shard });
        }
    }
    let missing: Vec<usize> = (1..=*count).filter(|number| ordered[number - 1].is_none()).collect();
    if !missing.is_empty() {
        return Err(PartsError::Missing { missing, count: *count });
    }
    Ok(ordered.into_iter().flatten().cloned().collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_piece_is_in_one_part(total in 0_usize..1000, count in 1_usize..40) {
            let parts: Vec<Shard> = (1..=count).map(|number| Shard::new(number, count).unwrap()).collect();
            let pieces: Vec<usize> = parts.iter().flat_map(|part| part.range(total)).collect();
            prop_assert_eq!(pieces, (0..total).collect::<Vec<_>>());
            let sizes = parts.iter().map(|part| part.range(total).len());
            prop_assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
            for piece in 0..total as u64 {
                prop_assert_eq!(parts.iter().filter(|part| part.owns(piece)).count(), 1);
            }
        }
    }

    #[test]
    fn parts_are_written_as_they_are_read() {
        let shard: Shard = "3/8".parse().unwrap();
        assert_eq!((shard.to_string().as_str(), shard.numbers()), ("3/8", [3, 8]));
        assert_eq!(serde_json::from_str::<Shard>(&serde_json::to_string(&shard).unwrap()).unwrap(), shard);
        for wrong in ["", "3", "3/", "/8", "0/8", "9/8", "-1/8", "3/8/1", "1/2000000"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
        assert!(serde_json::from_str::<Shard>("[0, 8]").is_err());
    }

    /// Orders one folder for each of these parts, named after it.
    fn order(parts: &[&str]) -> Result<Vec<PathBuf>, String> {
        let folders: Vec<(PathBuf, Shard)> =
            parts.iter().map(|part| (format!("of-{}", part.replace('/', "-")).into(), part.parse().unwrap())).collect();
        in_order(&folders).map_err(|error| error.to_string())
    }

    #[test]
    fn folders_are_every_part_once() {
        assert_eq!(order(&["2/2", "1/2"]).unwrap(), [PathBuf::from("of-1-2"), PathBuf::from("of-2-2")]);
        assert_eq!(order(&["4/4", "2/4"]).unwrap_err(), "--parts: of 4 parts, no folder holds part 1, 3");
        let twice = "of-2-2: part 2/2 is in of-2-2 too: name one folder for each part";
        assert_eq!(order(&["2/2", "1/2", "2/2"]).unwrap_err(), twice);
        let other = "of-1-3: found part 1/3, expected one of 2 parts, as in of-2-2";
        assert_eq!(order(&["2/2", "1/3"]).unwrap_err(), other);
    }
}
