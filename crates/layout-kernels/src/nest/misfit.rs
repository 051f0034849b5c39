//! What the static leaves of layouts prove about their common modes.
//!
//! ```text
//! misfit(layouts):
//!     size = the size of the layouts whose extents are all known; None without one
//!     refuse if two of them differ, or if the known extents of another layout do not divide the size
//!     an extent that is unknown alone is the quotient
//!     leaves continue each other if their strides say so, or might
//!     refuse if the modes that remain have no common modes
//! ```
//!
//! A stride that continues its neighbour removes the end of a mode. Common modes exist if the ends of all layouts divide
//! each other in ascending order, so that fewer ends refuse less: a layout that is refused with every unknown stride
//! continued is refused for every value of these strides.

use super::{Nest, each_ref};
use crate::side::Described;
use layout_core::{Layout, Rule};

/// The rule that refuses layouts of this form for all values of their unknown leaves. `None` if there are values for which
/// they may have common modes. For layouts without unknown leaves, the rule of [`Nest::find`].
pub(crate) const fn misfit<const K: usize>(layouts: [&Layout; K]) -> Option<Rule> {
    let whole = match common_size(layouts) {
        Err(rule) => return Some(rule),
        // Without coordinates, the other extents need not divide each other.
        Ok(None | Some(0)) => return None,
        Ok(Some(whole)) => whole,
    };
    let (mut sides, mut s) = ([Described::none(); K], 0);
    while s < K {
        let Extents { known, unknown } = Extents::of(layouts[s]);
        let Some(known) = known else { return None };
        sides[s] = match unknown {
            0 | 1 => Described::of_ends(layouts[s], whole / known),
            _ => Described::of_one_mode(whole),
        };
        s += 1;
    }
    let mut nest = Nest::new();
    match nest.find(each_ref(&sides)) {
        Ok(()) => None,
        Err(rule) => Some(rule),
    }
}

/// The size of the layouts whose extents are all known, or `None` without one.
///
/// # Errors
/// The rule that refuses layouts whose sizes differ for all values of their unknown extents.
pub(crate) const fn common_size<const K: usize>(
    layouts: [&Layout; K],
) -> Result<Option<i64>, Rule> {
    let (mut whole, mut s) = (None, 0);
    while s < K {
        if let Some(size) = Extents::of(layouts[s]).size() {
            match whole {
                Some(left) if left != size => return Err(Rule::Sizes { left, right: size }),
                _ => whole = Some(size),
            }
        }
        s += 1;
    }
    s = 0;
    while s < K {
        if let (Some(dividend), Some(divisor)) = (whole, Extents::of(layouts[s]).known)
            && divisor != 0
            && dividend % divisor != 0
        {
            return Err(Rule::Divides { divisor, dividend });
        }
        s += 1;
    }
    Ok(whole)
}

/// The extents of a layout.
struct Extents {
    /// The product of the known ones, or `None` beyond `i64::MAX`.
    known: Option<i64>,
    /// The number of the unknown ones.
    unknown: usize,
}

impl Extents {
    const fn of(layout: &Layout) -> Self {
        let (mut all, mut k) = (Self { known: Some(1), unknown: 0 }, 0);
        while k < layout.leaf_count() {
            if layout.known(k).0 {
                all.known = match all.known {
                    Some(product) => product.checked_mul(layout.leaf(k).0),
                    None => None,
                };
            } else {
                all.unknown += 1;
            }
            k += 1;
        }
        all
    }

    /// The number of coordinates, or `None` if it is unknown.
    const fn size(&self) -> Option<i64> {
        match self.known {
            Some(0) => Some(0),
            known if self.unknown == 0 => known,
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use layout_core::IntTuple;
    use layout_core::internal::unchecked_layout;

    type Leaves = [(i64, i64); 2];

    /// A layout with unknown leaves: bit `2 k` of `unknown` hides extent `k`, and the bit above it stride `k`.
    fn form(leaves: &Leaves, unknown: u32) -> Layout {
        let leaf = |x, bit: usize| {
            if unknown >> bit & 1 == 1 { IntTuple::unknown(x) } else { IntTuple::leaf(x) }
        };
        let [(s0, d0), (s1, d1)] = *leaves;
        let shape = IntTuple::tuple(&[leaf(s0, 0), leaf(s1, 2)]).unwrap();
        unchecked_layout(shape, IntTuple::tuple(&[leaf(d0, 1), leaf(d1, 3)]).unwrap())
    }

    fn described(leaves: &Leaves) -> Described {
        Described::of_leaves(&leaves.map(|(extent, stride)| (extent as usize, stride as isize)))
    }

    /// Layouts of a small universe that have common modes have them in every form that hides some of their leaves; those
    /// that have none are refused with all leaves known, by the same rule.
    #[test]
    fn only_what_never_fits_is_refused() {
        let leaves: Vec<(i64, i64)> =
            [0, 1, 2, 3, 4, 6].into_iter().flat_map(|s| [0, 1, 2, 4].map(|d| (s, d))).collect();
        let layouts: Vec<Leaves> =
            leaves.iter().flat_map(|&a| leaves.iter().map(move |&b| [a, b])).collect();
        let (mut fit, mut refused) = (0, 0);
        for a in &layouts {
            for b in layouts.iter().step_by(7) {
                let known = misfit([&form(a, 0), &form(b, 0)]);
                let mut nest = Nest::<2>::new();
                match nest.find([&described(a), &described(b)]) {
                    Ok(()) => {
                        fit += 1;
                        for unknown in 0..256 {
                            let forms = [&form(a, unknown & 15), &form(b, unknown >> 4)];
                            assert_eq!(misfit(forms), None, "{a:?} {b:?} {unknown:b}");
                        }
                    }
                    Err(rule) => {
                        refused += 1;
                        assert_eq!(known, Some(rule), "{a:?} {b:?}");
                    }
                }
            }
        }
        assert!(fit > 1_000 && refused > 10_000, "{fit} {refused}");
    }

    #[test]
    fn static_leaves_suffice() {
        let (rows, tile) = ([(4, 8), (8, 1)], [(4, 1), (4, 4)]);
        // Every stride hidden, and every leaf but one extent.
        let sizes = Some(Rule::Sizes { left: 32, right: 16 });
        assert_eq!(misfit([&form(&rows, 0b1010), &form(&tile, 0)]), sizes);
        let divides = |divisor, dividend| Some(Rule::Divides { divisor, dividend });
        assert_eq!(misfit([&form(&[(3, 1), (5, 3)], 0b1110), &form(&tile, 0)]), divides(3, 16));
        // The extent is 6, and the mode ends within 8.
        let eight = form(&[(8, 3), (3, 1)], 0);
        assert_eq!(misfit([&form(&[(6, 4), (4, 1)], 0b0001), &eight]), divides(6, 8));
        // Modes of run-time strides may continue each other.
        assert_eq!(misfit([&form(&[(6, 4), (4, 1)], 0b0011), &eight]), None);
        assert_eq!(misfit([&form(&rows, 0b0101), &form(&tile, 0)]), None);
        assert_eq!(misfit([&form(&rows, 0b0001), &form(&tile, 0b0100)]), None);
    }
}
