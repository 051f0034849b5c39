//! Whether the elements of a layout may be written at the same time.

use crate::layout::{AnyLayout, PlainLayout};
use crate::num::Bool;
use crate::tuple::IntTuple;
use layout_core::LayoutError;

/// The elements may be borrowed for writing at the same time: of a static layout this stops the compiler
/// at two coordinates that share one.
#[track_caller]
pub(crate) const fn disjoint<L: AnyLayout>() {
    if <L::IsStatic as Bool>::VALUE
        && let Err(error) = <L::Plain as PlainLayout>::DESC.disjoint()
    {
        panic!("{}", error.message().as_str())
    }
}

/// [`disjoint`] for the run-time integers of any layout. A swizzle moves offsets one to one.
#[inline]
pub(crate) fn try_disjoint<L: AnyLayout>(layout: L) -> Result<(), LayoutError> {
    #[cold]
    #[inline(never)]
    fn asked<L: PlainLayout>(layout: L) -> Result<(), LayoutError> {
        layout.plain().disjoint()
    }
    let plain = layout.split().1;
    if <L::IsStatic as Bool>::VALUE || clears(plain) { Ok(()) } else { asked(plain) }
}

/// So many leaves are looked at.
const FEW: usize = 8;

/// Each stride is longer than all that shorter ones reach together: then no two coordinates share an offset, as in
/// rows, columns and parts of them. Others may be disjoint, too; that is a longer question.
#[inline(always)]
fn clears<L: PlainLayout>(layout: L) -> bool {
    if L::Shape::LEAVES > FEW {
        return false;
    }
    let (mut extents, mut strides) = ([1; FEW], [0; FEW]);
    layout.shape().words(&mut extents, 0);
    layout.stride().words(&mut strides, 0);
    let steps = strides.map(|stride| (stride as isize).unsigned_abs());
    (0..L::Shape::LEAVES).all(|k| {
        let below = |j: usize| steps[j] < steps[k] || (steps[j] == steps[k] && j < k);
        let mut reach = 0_usize;
        for j in (0..L::Shape::LEAVES).filter(|&j| extents[j] > 1 && below(j)) {
            // Wraps beside an extent of 0 only, where there are no coordinates.
            reach = reach.wrapping_add((extents[j] - 1).wrapping_mul(steps[j]));
        }
        extents[k] <= 1 || reach < steps[k]
    })
}
