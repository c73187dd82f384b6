//! Colours for numbers: the same in a terminal and in a picture.

/// Red, green, blue.
pub(super) type Color = [u8; 3];

const LOW: Color = [178, 62, 52];
const MIDDLE: Color = [247, 244, 236];
const HIGH: Color = [24, 108, 84];

/// Maps numbers to colours: green is large, white small. With negative numbers, white is 0 and red is below.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// The scale of these numbers, which must be finite.
    #[must_use]
    pub(super) fn of(values: &[f64]) -> Scale {
        let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), &v| (low.min(v), high.max(v)));
        if low < 0.0 {
            let reach = low.abs().max(high.abs());
            Scale { low: -reach, high: reach }
        } else {
            Scale { low, high }
        }
    }

    #[must_use]
    pub(super) fn color(&self, value: f64) -> Color {
        if self.low < 0.0 {
            let end = if value < 0.0 { LOW } else { HIGH };
            // The square root separates small values beside corners that are ten times as large.
            blend(MIDDLE, end, (value.abs() / self.high).sqrt())
        } else if self.high > self.low {
            blend(MIDDLE, HIGH, (value - self.low) / (self.high - self.low))
        } else {
            MIDDLE
        }
    }
}

fn blend(from: Color, to: Color, share: f64) -> Color {
    std::array::from_fn(|channel| {
        let [from, to] = [from, to].map(|color| f64::from(color[channel]));
        (from + (to - from) * share).round() as u8
    })
}

/// True if dark ink is easier to read on this colour than white.
#[must_use]
pub(super) fn is_light(color: Color) -> bool {
    // Relative luminance as in ITU-R BT.709, without the gamma: enough for two kinds of ink.
    let [r, g, b] = color.map(f64::from);
    0.2126 * r + 0.7152 * g + 0.0722 * b > 140.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_middle_of_the_scales() {
        let ranks = Scale::of(&[0.0, 31.5, 63.0]);
        assert_eq!([ranks.color(0.0), ranks.color(63.0)], [MIDDLE, HIGH]);
        let signed = Scale::of(&[-20.0, 100.0]);
        assert_eq!([signed.color(-100.0), signed.color(0.0), signed.color(100.0)], [LOW, MIDDLE, HIGH]);
        let flat = Scale::of(&[0.0; 64]);
        assert_eq!(flat.color(0.0), MIDDLE);
        assert!(is_light(MIDDLE) && !is_light(HIGH));
    }
}
