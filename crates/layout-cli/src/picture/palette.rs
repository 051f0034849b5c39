//! The colours of cells: black text is legible on all of them, and people with colour-blindness can tell them apart.

use crate::picture::{Cell, Key};

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

/// The hues of the scheme "light" of Paul Tol (Colour Schemes, SRON/EPS/TN/09-002), which is designed for cells with
/// text.
const HUES: [Colour; 8] = [
    Colour(0x77, 0xaa, 0xdd),
    Colour(0xee, 0x88, 0x66),
    Colour(0xee, 0xdd, 0x88),
    Colour(0xff, 0xaa, 0xbb),
    Colour(0x99, 0xdd, 0xff),
    Colour(0x44, 0xbb, 0x99),
    Colour(0xbb, 0xcc, 0x33),
    Colour(0xaa, 0xaa, 0x00),
];

/// The percentages of white in the hues. Groups 8 apart have the same hue and differ in lightness.
const WHITE: [u8; 4] = [0, 55, 30, 75];

/// The shades of the least and the greatest group of a range.
const RANGE: (Colour, Colour) = (Colour(0xf7, 0xfb, 0xff), Colour(0x5a, 0xa0, 0xd0));

/// The colour of a cell without a group.
pub const NOTHING: Colour = Colour(0xff, 0xff, 0xff);

impl Colour {
    /// The colour of a cell.
    pub fn of(cell: &Cell, key: &Key) -> Self {
        match (cell.group, key.range) {
            (None, _) => NOTHING,
            (Some(group), Some((least, greatest))) => {
                let from_least = |x: i64| i128::from(x) - i128::from(least);
                // 32 steps bound the number of colours that a file defines.
                let step = from_least(group) * 32 / from_least(greatest).max(1);
                RANGE.0.mixed(RANGE.1, u32::try_from(step * 100 / 32).unwrap_or(0))
            }
            (Some(group), None) => Self::class(group.div_euclid(key.step.max(1))),
        }
    }

    /// The colour of group `k`. Colours repeat after 32 groups.
    pub fn class(k: i64) -> Self {
        let k = usize::try_from(k.rem_euclid(32)).unwrap_or(0);
        HUES[k % 8].mixed(NOTHING, u32::from(WHITE[k / 8]))
    }

    /// Mixes this colour with `percent` of another.
    fn mixed(self, other: Self, percent: u32) -> Self {
        let mix = |a: u8, b: u8| {
            let sum = u32::from(a) * (100 - percent) + u32::from(b) * percent;
            u8::try_from(sum / 100).unwrap_or(u8::MAX)
        };
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// The hexadecimal digits: `77aadd`.
    pub fn hex(self) -> String {
        format!("{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The nearest of the 216 colours in the cube of 256-colour terminals.
    pub fn ansi(self) -> anstyle::Ansi256Color {
        // The levels of the cube are 0, 95, 135, .., 255.
        let level = |x: u8| {
            if x < 48 {
                0
            } else if x < 115 {
                1
            } else {
                (x - 35) / 40
            }
        };
        anstyle::Ansi256Color(16 + 36 * level(self.0) + 6 * level(self.1) + level(self.2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The relative luminance of WCAG 2.
    fn luminance(colour: Colour) -> f64 {
        let linear = |x: u8| (f64::from(x) / 255.0).powf(2.2);
        0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
    }

    #[test]
    fn classes_differ_and_black_is_legible_on_all() {
        let classes: BTreeSet<Colour> = (0..32).map(Colour::class).collect();
        assert_eq!(classes.len(), 32);
        let first: BTreeSet<u8> = (0..16).map(|k| Colour::class(k).ansi().0).collect();
        assert_eq!(first.len(), 16, "{first:?}");
        for colour in classes.into_iter().chain([RANGE.0, RANGE.1]) {
            assert!((luminance(colour) + 0.05) / 0.05 >= 7.0, "{colour:?}");
        }
    }
}
