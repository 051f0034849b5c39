//! The colours of cells: black text is legible on all of them, and people with colour-blindness can tell them apart.

use crate::picture::{Cell, Key};

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

/// The classes. The first eight are the scheme "light" of Paul Tol (Colour Schemes, SRON/EPS/TN/09-002), designed for
/// cells with text. The others were searched for: classes 1, 2, 4, 5, 8 and 16 apart, which are neighbours in grids of
/// threads and tiles, differ by 6 or more in CIELAB, also as seen without red, green or blue receptors
/// (`crates/explorer/test.py` computes it).
const CLASSES: [Colour; 32] = [
    Colour(0x77, 0xaa, 0xdd),
    Colour(0xee, 0x88, 0x66),
    Colour(0xee, 0xdd, 0x88),
    Colour(0xff, 0xaa, 0xbb),
    Colour(0x99, 0xdd, 0xff),
    Colour(0x44, 0xbb, 0x99),
    Colour(0xbb, 0xcc, 0x33),
    Colour(0xaa, 0xaa, 0x00),
    Colour(0x44, 0xff, 0xee),
    Colour(0xdd, 0xff, 0xcc),
    Colour(0xcc, 0x88, 0x44),
    Colour(0x66, 0xbb, 0xff),
    Colour(0xcc, 0xdd, 0xaa),
    Colour(0xee, 0xbb, 0x66),
    Colour(0x55, 0xcc, 0xff),
    Colour(0xaa, 0xdd, 0xcc),
    Colour(0xdd, 0xaa, 0x55),
    Colour(0x66, 0x99, 0xee),
    Colour(0xbb, 0xff, 0xdd),
    Colour(0xee, 0x77, 0x77),
    Colour(0x99, 0x99, 0xbb),
    Colour(0xee, 0xff, 0xaa),
    Colour(0xff, 0x99, 0x77),
    Colour(0x77, 0x99, 0xdd),
    Colour(0xcc, 0xff, 0xbb),
    Colour(0xdd, 0xaa, 0xaa),
    Colour(0x99, 0xaa, 0xcc),
    Colour(0xaa, 0xff, 0xff),
    Colour(0xcc, 0x99, 0x99),
    Colour(0x88, 0x99, 0xcc),
    Colour(0xaa, 0xee, 0xff),
    Colour(0xff, 0xee, 0x88),
];

/// The shades of the least and the greatest group of a range.
const RANGE: (Colour, Colour) = (Colour(0xf7, 0xfb, 0xff), Colour(0x5a, 0xa0, 0xd0));

/// The colour of a cell without a group.
pub const NOTHING: Colour = Colour(0xff, 0xff, 0xff);

impl Colour {
    /// The colour of a cell.
    pub fn of(cell: &Cell, key: &Key) -> Self {
        cell.group.map_or(NOTHING, |group| Self::numbered(key.number(group), key))
    }

    /// The colour with a number that [`Key::number`] returns.
    pub fn numbered(number: u8, key: &Key) -> Self {
        match key.range {
            Some(_) => RANGE.0.mixed(RANGE.1, u32::from(number) * 100 / 32),
            None => CLASSES[usize::from(number % 32)],
        }
    }

    /// The colour of the lines around a cell: paper, which the page has between cells, or a shade of it around white.
    pub fn line(self) -> Self {
        if self == NOTHING { Self(0xdc, 0xda, 0xd2) } else { NOTHING }
    }

    /// The colour of group `k` of groups without a range.
    pub fn class(k: i64) -> Self {
        let key = Key { name: "", step: 1, range: None };
        Self::numbered(key.number(k), &key)
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

impl Key {
    /// The number of colours: 33 shades of a range, or 32 classes.
    pub fn colours(&self) -> u8 {
        if self.range.is_some() { 33 } else { 32 }
    }

    /// The number of the colour of a group.
    ///
    /// A range has 33 shades, which bounds the colours that a file defines. Classes repeat: each further 32 of them are
    /// shifted by 5, so that groups 32 apart, neighbours in a grid of 32 columns of tiles, differ.
    pub fn number(&self, group: i64) -> u8 {
        let number = match self.range {
            Some((least, greatest)) => {
                // Of a wide range 64th parts are exact enough, and 32 times their differences fit.
                let (from_least, range) = match greatest.checked_sub(least) {
                    Some(range) if range < i64::MAX / 32 => (group - least, range),
                    _ => ((group / 64 - least / 64), (greatest / 64 - least / 64)),
                };
                from_least * 32 / range.max(1)
            }
            None => {
                let k = group.div_euclid(self.step.max(1));
                (k.rem_euclid(32) + k.div_euclid(32).rem_euclid(32) * 5) % 32
            }
        };
        u8::try_from(number).unwrap_or(0)
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
