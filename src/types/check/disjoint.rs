//! Whether the elements of a layout may be written at the same time: whether no two coordinates share an offset.
//!
//! A static layout is checked in `const`, by `layout_core::Layout::disjoint`. A run-time layout takes a short test first,
//! which needs no memory and no search:
//!
//! ```text
//! for each leaf k with an extent above 1:
//!     reach = sum of (s_j - 1) * |d_j| over the leaves j with |d_j| < |d_k|, of equal strides those before k
//!     if reach >= |d_k|: the short test fails
//! ```
//!
//! A layout that passes has no two coordinates with one offset: by rising stride, each stride steps past everything that
//! the smaller ones reach. That holds for rows, columns and parts of them. A layout that fails, or has more than
//! [`FEW`] leaves, may still be disjoint: `layout_core::Layout::disjoint` decides.

use super::{integers_of, report};
use crate::types::layout::{Form, is_static};
use layout_core::LayoutError;

/// Stops the compiler for a static layout with two coordinates that share an offset. See [`try_disjoint`] for others.
#[track_caller]
pub const fn disjoint<L: Form>() {
    if is_static::<L>()
        && let Err(error) = integers_of::<L>().disjoint()
    {
        report(&error)
    }
}

/// [`disjoint`] for `Z`, which is `L` divided. If two coordinates of `L`, which the caller
/// wrote, also share an offset, the message names these.
#[track_caller]
pub(crate) const fn disjoint_divided<Z: Form, L: Form>() {
    if is_static::<Z>()
        && let Err(error) = integers_of::<Z>().disjoint()
    {
        disjoint::<L>();
        report(&error)
    }
}

/// Checks that no two coordinates share an offset. A swizzle is a bijection, so that only the plain layout matters. A
/// static layout passes: the caller has called [`disjoint`] in `const`.
///
/// # Errors
/// If two coordinates share an offset, or `layout-core` cannot decide.
#[inline]
pub fn try_disjoint<L: Form>(layout: L) -> Result<(), LayoutError> {
    #[cold]
    #[inline(never)]
    fn asked<L: Form>(layout: L) -> Result<(), LayoutError> {
        layout.with_words().disjoint()
    }
    if const { is_static::<L>() } || clears(layout) { Ok(()) } else { asked(layout) }
}

/// [`try_disjoint`] for `divided`, which is `layout` divided.
///
/// # Errors
/// The error of `layout` if it has one, otherwise that of `divided`.
#[inline]
pub fn try_disjoint_divided<Z: Form, L: Form>(divided: Z, layout: L) -> Result<(), LayoutError> {
    #[cold]
    #[inline(never)]
    fn of_whole<L: Form>(layout: L, error: LayoutError) -> LayoutError {
        layout.with_words().disjoint().err().unwrap_or(error)
    }
    try_disjoint(divided).map_err(|error| of_whole(layout, error))
}

/// The most leaves that the short test handles.
const FEW: usize = 8;

/// The short test: whether each stride is longer than the reach of all smaller strides together. See the module.
#[inline(always)]
fn clears<L: Form>(layout: L) -> bool {
    let leaves = const { L::FORM.leaf_count() };
    if leaves > FEW {
        return false;
    }
    let (mut extents, mut strides) = ([1; FEW], [0; FEW]);
    layout.write_words(&mut extents, &mut strides);
    let steps = strides.map(|stride| (stride as isize).unsigned_abs());
    (0..leaves).all(|k| {
        let below = |j: usize| steps[j] < steps[k] || (steps[j] == steps[k] && j < k);
        let mut reach = 0_usize;
        for j in (0..leaves).filter(|&j| extents[j] > 1 && below(j)) {
            // The cosize fits `isize`, so that this wraps only beside an extent of 0, where no coordinates exist.
            reach = reach.wrapping_add((extents[j] - 1).wrapping_mul(steps[j]));
        }
        extents[k] <= 1 || reach < steps[k]
    })
}

#[cfg(test)]
mod tests {
    use super::{clears, try_disjoint};
    use crate::types::check::read;
    use crate::types::layout::Layout;
    use crate::types::num::int::Negative;
    use crate::types::tuple::IntTuple;
    use layout_core as value;

    fn clear<S: IntTuple, D: IntTuple>(text: &str) -> bool {
        clears(read::<Layout<S, D>>(&text.parse::<value::Layout>().unwrap()))
    }

    type Two = (usize, usize);
    type Three = (usize, usize, usize);

    /// Matrices and their parts pass the short test; layouts that differ by one stride fail.
    #[test]
    fn rows_and_columns() {
        for text in [
            "(4,3):(1,4)",
            "(4,3):(3,1)",
            "(4,3):(1,9)",
            "(4,3):(9,1)",
            "(4,1):(1,0)",
            "(1,3):(1,1)",
        ] {
            assert!(clear::<Two, Two>(text), "{text}");
        }
        for text in ["(4,3):(1,3)", "(4,3):(2,1)", "(2,3):(0,1)", "(2,2):(1,1)"] {
            assert!(!clear::<Two, Two>(text), "{text}");
        }
        assert!(
            clear::<Three, Three>("(3,1,2):(1,0,3)") && clear::<Three, Three>("(2,3,4):(3,1,6)")
        );
        assert!(!clear::<Three, Three>("(2,3,4):(3,1,5)"));
        // A layout without coordinates; a layout with a negative stride.
        assert!(clear::<Two, Two>("(0,1):(1,1)"));
        assert!(
            clear::<Two, (Negative, usize)>("(4,3):(-1,4)")
                && !clear::<Two, (Negative, usize)>("(4,3):(-1,2)")
        );
    }

    #[test]
    fn many_leaves() {
        type Eight = (Two, Two, Two, Two);
        let text = "((2,2),(2,2),(2,2),(2,2)):((1,2),(4,8),(16,32),(64,128))";
        assert!(clear::<Eight, Eight>(text));
        // Nine leaves are more than the short test handles.
        type Nine = (Two, Two, Two, Three);
        let text = "((2,2),(2,2),(2,2),(2,2,2)):((1,2),(4,8),(16,32),(64,128,256))";
        assert!(!clear::<Nine, Nine>(text));
        assert!(try_disjoint(read::<Layout<Nine, Nine>>(&text.parse().unwrap())).is_ok());
    }
}
