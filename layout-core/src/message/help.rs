//! The nearest operand that would be accepted.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::value::{Layout, Text};

/// The greatest extent whose divisors are searched.
const MOST: i64 = 1 << 16;

impl LayoutError {
    /// [`message`](Self::message), and a second line with the nearest operand that would be accepted, where it is
    /// known: the extents of a tile that divide the mode.
    ///
    /// ```
    /// use layout_core::{Layout, Tiler};
    /// let a: Layout = "(128,60):(1,128)".parse()?;
    /// let refused = a.zipped_divide(&"<16,8>".parse::<Tiler>()?).unwrap_err();
    /// let text = refused.message_with_help();
    /// assert!(text.as_str().ends_with("\nhelp: the nearest extents that divide 60 are 6 and 10"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn message_with_help(&self) -> Text {
        let text = self.message();
        match (self.operation, self.rule) {
            (Operation::Divide, Rule::Rest { divisor, dividend })
                if 0 < dividend && dividend <= MOST && self.cuts_a_leaf(divisor, dividend) =>
            {
                nearest_divisors(text, divisor, dividend)
            }
            _ => text,
        }
    }

    /// Whether a mode of the left operand is a leaf of `dividend` coordinates, and its tile is `divisor:1`.
    const fn cuts_a_leaf(&self, divisor: i64, dividend: i64) -> bool {
        let Operand::Layout(left) = self.left else { return false };
        let tiler = match self.right {
            Operand::Tiler(tiler) => tiler,
            Operand::Layout(tile) => return cuts(&left, &tile, divisor, dividend),
            _ => return false,
        };
        let mut i = 0;
        while i < tiler.layout.rank() {
            if let (Ok(mode), Ok(tile)) = (left.mode(i), tiler.layout.mode(i))
                && cuts(&mode, &tile, divisor, dividend)
            {
                return true;
            }
            i += 1;
        }
        false
    }
}

/// Whether the tile is `divisor:1`, and the mode a leaf of `dividend` coordinates.
const fn cuts(mode: &Layout, tile: &Layout, divisor: i64, dividend: i64) -> bool {
    mode.leaf_count() == 1
        && tile.leaf_count() == 1
        && mode.leaf(0).0 == dividend
        && tile.leaf(0).0 == divisor
        && tile.leaf(0).1 == 1
}

/// Appends the divisors of `dividend` below and above `divisor`, which does not divide it.
const fn nearest_divisors(text: Text, divisor: i64, dividend: i64) -> Text {
    let mut below = if divisor < dividend { divisor } else { dividend };
    while dividend % below != 0 {
        below -= 1;
    }
    if divisor > dividend {
        let text = text.then("\nhelp: the nearest extent that divides ").then_number(dividend);
        return text.then(" is ").then_number(below);
    }
    let mut above = divisor;
    while dividend % above != 0 {
        above += 1;
    }
    let text = text.then("\nhelp: the nearest extents that divide ").then_number(dividend);
    text.then(" are ").then_number(below).then(" and ").then_number(above)
}
