//! Labelled positions and their encoding as bytes.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::board::Position;
use crate::eval::patterns::UNIT;

/// A position that has a legal move, and its value for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The position, from the view of the side to move.
    pub position: Position,
    /// The value in units of 1 / [`UNIT`] disc.
    pub label: i16,
}

/// The number of bytes in a sample: own discs, the opponent's discs, the label; each with its lowest byte first.
const BYTES: usize = 18;

impl Sample {
    /// The label in discs.
    #[must_use]
    pub fn discs(&self) -> f32 {
        f32::from(self.label) / UNIT as f32
    }
}

/// A value in discs as a label.
#[must_use]
pub fn label(discs: f64) -> i16 {
    (discs.clamp(-64.0, 64.0) * f64::from(UNIT)).round() as i16
}

/// Samples as text: the base64 of their bytes.
#[must_use]
pub fn to_text(samples: &[Sample]) -> String {
    let mut bytes = Vec::with_capacity(samples.len() * BYTES);
    for sample in samples {
        bytes.extend_from_slice(&sample.position.own.to_le_bytes());
        bytes.extend_from_slice(&sample.position.opp.to_le_bytes());
        bytes.extend_from_slice(&sample.label.to_le_bytes());
    }
    BASE64_STANDARD.encode(bytes)
}

/// Decodes samples of [`to_text`]; `None` if the text is not complete samples of possible positions.
#[must_use]
pub fn from_text(text: &str) -> Option<Vec<Sample>> {
    let bytes = BASE64_STANDARD.decode(text).ok()?;
    bytes.chunks(BYTES).map(from_bytes).collect()
}

fn from_bytes(bytes: &[u8]) -> Option<Sample> {
    let (own, rest) = bytes.split_first_chunk()?;
    let (opp, rest) = rest.split_first_chunk()?;
    let position = Position { own: u64::from_le_bytes(*own), opp: u64::from_le_bytes(*opp) };
    let label = i16::from_le_bytes(rest.try_into().ok()?);
    (position.own & position.opp == 0).then_some(Sample { position, label })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn samples_survive_their_text(
            discs in prop::collection::vec((any::<u64>(), any::<u64>(), any::<i16>()), 0..40),
        ) {
            let samples: Vec<Sample> = discs
                .into_iter()
                .map(|(own, opp, label)| Sample { position: Position { own, opp: opp & !own }, label })
                .collect();
            prop_assert_eq!(from_text(&to_text(&samples)), Some(samples));
        }

        #[test]
        fn other_text_is_refused(text in "[A-Za-z0-9+/=]{1,23}") {
            prop_assert_eq!(from_text(&text), None);
        }
    }
}
